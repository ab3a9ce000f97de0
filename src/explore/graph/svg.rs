//! State machines as an SVG image that needs nothing else: one below the other, with a legend at the end.

use super::scene::{Line, Scene, Shape, Words, scene};
use super::size::{LABEL_FONT, MARK, width};
use super::text::visible;
use super::xml::Xml;
use super::{Edge, Machine, Node, StateMachine, label, machine, taken};

const MARGIN: f64 = 24.0;
const HEADING_FONT: f64 = 15.0;
/// The heading of a machine, with the room below it.
const HEADING: f64 = 46.0;
/// Between two machines, and above the legend.
const BETWEEN: f64 = 24.0;
/// The legend without the room above it.
const LEGEND: f64 = 46.0;

/// Without variables, which some viewers do not know. The colours of letters and lines keep a contrast of at least
/// 4.5 to 1 with what is behind them, in the light and in the dark.
const STYLE: &str = include_str!("style.css");

/// A machine with its drawing, which is missing where it would be too large.
struct Picture<'a> {
    drawn: &'a StateMachine,
    graph: Machine<'a>,
    scene: Option<Scene>,
}

pub(super) fn draw(machines: &[StateMachine]) -> String {
    let pictures: Vec<Picture<'_>> = machines.iter().map(Picture::of).collect();
    let heights = pictures.iter().map(|picture| picture.height() + BETWEEN);
    let (legend_width, height) = (legend_width(), 2.0 * MARGIN + heights.sum::<f64>() + LEGEND);
    let width = 2.0 * MARGIN + pictures.iter().map(Picture::width).fold(legend_width, f64::max).ceil();
    let mut xml = Xml::default();
    open(&mut xml, &pictures, width, height);
    let mut top = MARGIN;
    for picture in &pictures {
        picture.draw(&mut xml, top);
        top += picture.height() + BETWEEN;
    }
    legend(&mut xml, top);
    xml.finish()
}

/// A machine alone, without words around it, for a page that has a style for it. `marks` are further classes of its edges.
/// Nothing where it is too large to be drawn.
pub(super) fn figure(machine: &StateMachine, marks: &[&str]) -> String {
    let picture = Picture::of(machine);
    let Some(scene) = &picture.scene else { return String::new() };
    let (wide, high) = (number(scene.width + 2.0), number(scene.height + 2.0));
    let view = format!("-1 -1 {wide} {high}");
    let mut xml = Xml::default();
    let name = visible(&super::title(machine));
    let svg = [
        ("class", "state-machine"),
        ("role", "img"),
        ("aria-label", name.as_str()),
        ("width", wide.as_str()),
        ("height", high.as_str()),
        ("viewBox", view.as_str()),
    ];
    xml.open("svg", &svg);
    picture.scene(&mut xml, scene, marks);
    xml.close();
    xml.finish()
}

/// The opening of the image: what it is called, what it says in words, and its style.
fn open(xml: &mut Xml, pictures: &[Picture<'_>], width: f64, height: f64) {
    let (wide, high) = (number(width), number(height));
    let view = format!("0 0 {wide} {high}");
    let svg = [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("class", "state-machines"),
        ("role", "img"),
        ("width", wide.as_str()),
        ("height", high.as_str()),
        ("viewBox", view.as_str()),
    ];
    xml.open("svg", &svg);
    let names: Vec<String> = pictures.iter().map(|picture| visible(&picture.drawn.name)).collect();
    let summaries: Vec<String> =
        pictures.iter().map(|picture| format!("{}: {}.", visible(&picture.drawn.name), picture.summary())).collect();
    let title = if names.is_empty() { "No transitions".into() } else { format!("Transitions: {}", names.join(", ")) };
    xml.text("title", &[], &title);
    xml.text("desc", &[], &summaries.join(" "));
    xml.text("style", &[], STYLE);
    xml.empty("rect", &[("class", "paper"), ("width", &wide), ("height", &high)]);
}

impl<'a> Picture<'a> {
    fn of(drawn: &'a StateMachine) -> Picture<'a> {
        let graph = machine(drawn);
        let scene = scene(&graph);
        Picture { drawn, graph, scene }
    }

    fn height(&self) -> f64 {
        HEADING + self.scene.as_ref().map_or(0.0, |scene| scene.height)
    }

    fn width(&self) -> f64 {
        let heading = width(&visible(&self.drawn.name), HEADING_FONT).max(width(&self.subtitle(), LABEL_FONT));
        heading.max(self.scene.as_ref().map_or(0.0, |scene| scene.width))
    }

    fn summary(&self) -> String {
        if self.scene.is_none() {
            return "too large to be drawn".into();
        }
        let (states, edges) = (self.graph.node_count(), self.graph.edge_count());
        let reached = self.graph.node_weights().filter(|state| state.reached).count();
        let taken = self.graph.edge_weights().filter(|edge| edge.taken > 0).count();
        format!("{reached} of {states} states reached, {taken} of {edges} edges taken")
    }

    fn subtitle(&self) -> String {
        format!("{}.{} · {}", visible(&self.drawn.entity), visible(&self.drawn.field), self.summary())
    }

    fn draw(&self, xml: &mut Xml, top: f64) {
        xml.open("g", &[("class", "machine"), ("transform", &format!("translate({MARGIN} {top})"))]);
        xml.text("text", &[("class", "heading"), ("x", "0"), ("y", "14")], &visible(&self.drawn.name));
        xml.text("text", &[("class", "quiet"), ("x", "0"), ("y", "34")], &self.subtitle());
        if let Some(scene) = &self.scene {
            xml.open("g", &[("transform", &format!("translate(0 {HEADING})"))]);
            self.scene(xml, scene, &[]);
            xml.close();
        }
        xml.close();
    }

    fn scene(&self, xml: &mut Xml, scene: &Scene, marks: &[&str]) {
        for line in &scene.lines {
            self.edge(xml, line, marks.get(line.edge.index()).copied());
        }
        for (state, shape) in self.graph.node_weights().zip(&scene.states) {
            node(xml, state, shape);
        }
    }

    fn edge(&self, xml: &mut Xml, line: &Line, mark: Option<&str>) {
        let Some(edge) = self.graph.edge_weight(line.edge) else { return };
        let class = if edge.taken > 0 { "edge" } else { "edge untaken" };
        let class = mark.map_or_else(|| class.to_string(), |mark| format!("{class} {mark}"));
        xml.open("g", &[("class", &class)]);
        xml.text("title", &[], &self.tooltip(edge));
        xml.empty("path", &[("class", "line"), ("d", &line.path)]);
        xml.empty("path", &[("class", "head"), ("d", &line.head)]);
        for words in &line.label {
            text(xml, words);
        }
        xml.close();
    }

    /// The whole edge in words, which a label may cut short.
    fn tooltip(&self, edge: &Edge) -> String {
        let name = |state: usize| self.drawn.states.get(state).map_or("", |state| state.name.as_str());
        visible(&format!("{} → {} via {}, {}", name(edge.from), name(edge.to), label(edge), taken(edge)))
    }
}

fn node(xml: &mut Xml, state: &Node, shape: &Shape) {
    xml.open("g", &[("class", if state.reached { "state" } else { "state unreached" })]);
    let reached = if state.reached { "reached" } else { "not reached" };
    xml.text("title", &[], &format!("{}, {reached}", shape.name.text));
    if state.first {
        mark(xml, shape.x, shape.y + shape.height / 2.0);
    }
    rect(xml, (shape.x, shape.y), (shape.width, shape.height));
    text(xml, &shape.name);
    xml.close();
}

/// The dot and the arrow that mark a first state, up to the left end of its box.
fn mark(xml: &mut Xml, x: f64, y: f64) {
    let dot = x - MARK + 6.0;
    xml.empty("circle", &[("class", "head"), ("cx", &number(dot)), ("cy", &number(y)), ("r", "5")]);
    xml.empty("path", &[("class", "line"), ("d", &format!("M{dot} {y} H{}", x - 8.0))]);
    xml.empty("path", &[("class", "head"), ("d", &format!("M{x} {y} l-8 -4 v8 z"))]);
}

fn rect(xml: &mut Xml, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let [x, y, width, height] = [x, y, width, height].map(number);
    xml.empty("rect", &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", "8")]);
}

/// The length keeps the words in the room that was left for them, whatever the font.
fn text(xml: &mut Xml, words: &Words) {
    let [x, y, length] = [words.x, words.y, words.width].map(number);
    let attributes = [("x", x.as_str()), ("y", &y), ("textLength", &length), ("lengthAdjust", "spacingAndGlyphs")];
    xml.text("text", &attributes, &words.text);
}

/// The states of the legend with what they stand for.
const STATES: [(&str, &str); 3] =
    [("state", "reached"), ("state unreached", "not reached"), ("state first", "entries are created here")];
const EDGES: [(&str, &str); 2] = [("edge", "taken"), ("edge untaken", "never taken")];
/// A sample of the legend, and the room between it and its words.
const SAMPLE: f64 = 30.0;
const SAMPLE_GAP: f64 = 8.0;

fn entry_width(words: &str) -> f64 {
    SAMPLE + SAMPLE_GAP + width(words, LABEL_FONT).ceil() + MARGIN
}

fn legend_width() -> f64 {
    STATES.iter().map(|(_, words)| entry_width(words)).sum::<f64>() - MARGIN
}

fn legend(xml: &mut Xml, top: f64) {
    xml.open("g", &[("class", "legend"), ("transform", &format!("translate({MARGIN} {top})"))]);
    for (row, entries) in [STATES.as_slice(), EDGES.as_slice()].into_iter().enumerate() {
        let (mut x, y) = (0.0, 10.0 + 26.0 * row as f64);
        for (class, words) in entries {
            sample(xml, class, x, y);
            let end = number(x + SAMPLE + SAMPLE_GAP);
            xml.text("text", &[("class", "quiet"), ("x", &end), ("y", &number(y + 4.0))], words);
            x += entry_width(words);
        }
    }
    xml.close();
}

fn sample(xml: &mut Xml, class: &str, x: f64, y: f64) {
    let edge = class.starts_with("edge");
    xml.open("g", &[("class", class)]);
    if edge {
        xml.empty("path", &[("class", "line"), ("d", &format!("M{x} {y} h22"))]);
        xml.empty("path", &[("class", "head"), ("d", &format!("M{} {y} l-8 -4 v8 z", x + SAMPLE))]);
    } else if class.ends_with("first") {
        mark(xml, x + MARK, y);
    } else {
        rect(xml, (x, y - 8.0), (SAMPLE, 16.0));
    }
    xml.close();
}

/// A length with at most one digit after the point.
fn number(value: f64) -> String {
    format!("{}", (value * 10.0).round() / 10.0 + 0.0)
}
