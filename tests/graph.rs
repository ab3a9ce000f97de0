//! Drawings of state machines: what they say, that nothing in a name gets out of its quotes, and that nothing in the
//! image overlaps.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::slice::from_ref;

use common::{expect_file, root};
use proptest::prelude::*;
use roxmltree::Document;
use specc::explore::graph::{Edge, Format, Node, StateMachine, draw};

/// States are names, with `*` where entries are created and `?` where none was found. Edges are `FROM -> TO via Op`,
/// then perhaps `when guard`, and `!` at the end where it was never taken.
fn machine(name: &str, states: &str, edges: &[&str]) -> StateMachine {
    let state = |word: &str| Node {
        name: word.trim_end_matches(['*', '?']).into(),
        reached: !word.ends_with('?'),
        first: word.ends_with('*'),
    };
    let states: Vec<Node> = states.split(' ').map(state).collect();
    let position = |name: &str| states.iter().position(|state| state.name == name).expect("a state");
    let edge = |text: &&str| {
        let (ends, rest) = text.trim_end_matches('!').split_once(" via ").expect("a via");
        let (from, to) = ends.split_once(" -> ").expect("an arrow");
        let (via, guard) = rest.split_once(" when ").map_or((rest, None), |(via, guard)| (via, Some(guard.into())));
        let taken = u64::from(!text.ends_with('!'));
        Edge { from: position(from), to: position(to), via: via.into(), guard, taken }
    };
    let edges = edges.iter().map(edge).collect();
    StateMachine { name: name.into(), entity: "Thing".into(), field: "status".into(), states, edges }
}

fn todo() -> StateMachine {
    let edges = [
        "TODO -> IN_PROGRESS via StartWork",
        "IN_PROGRESS -> TODO via PauseWork",
        "IN_PROGRESS -> DONE via Complete",
        "DONE -> IN_PROGRESS via Reopen when completed_at != none and updated_at > completed_at!",
        "TODO -> ARCHIVED via Archive",
        "DONE -> ARCHIVED via Archive",
    ];
    machine("TodoLifecycle", "TODO* IN_PROGRESS DONE ARCHIVED", &edges)
}

fn shop() -> StateMachine {
    let edges = [
        "DRAFT -> PLACED via PlaceOrder",
        "PLACED -> PAID via RecordPayment",
        "PAID -> SHIPPED via ShipOrder",
        "SHIPPED -> DELIVERED via ConfirmDelivery",
        "DELIVERED -> RETURNED via ReturnOrder!",
        "DRAFT -> CANCELLED via CancelOrder",
        "PLACED -> CANCELLED via CancelOrder",
        "PAID -> CANCELLED via CancelOrder",
    ];
    machine("OrderLifecycle", "DRAFT* PLACED PAID SHIPPED DELIVERED CANCELLED RETURNED?", &edges)
}

fn door() -> StateMachine {
    let edges = [
        "OPEN -> OPEN via Paint",
        "OPEN -> OPEN via Clean when dust > 0 and not painted and colour != \"black\"!",
        "OPEN -> CLOSED via Close",
        "OPEN -> CLOSED via Slam when angry",
        "CLOSED -> OPEN via Open",
        "CLOSED -> CLOSED via Knock",
        "LOST -> LOCKED via Find!",
        "CLOSED -> LOCKED via Lock!",
    ];
    machine("Door", "OPEN* CLOSED LOCKED? LOST?", &edges)
}

fn chain(length: usize) -> StateMachine {
    let states: Vec<String> = (0..length).map(|step| format!("STEP_{step}")).collect();
    let edges: Vec<String> = states.windows(2).map(|pair| format!("{} -> {} via Go", pair[0], pair[1])).collect();
    machine(
        "Chain",
        &states.join(" ").replacen("STEP_0", "STEP_0*", 1),
        &edges.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

/// A machine of two states whose every name is the given one.
fn named(name: &str) -> StateMachine {
    let state = |first| Node { name: name.into(), reached: true, first };
    let edge = Edge { from: 0, to: 1, via: name.into(), guard: Some(name.into()), taken: 1 };
    StateMachine {
        name: name.into(),
        entity: name.into(),
        field: name.into(),
        states: vec![state(true), state(false)],
        edges: vec![edge],
    }
}

fn check_expected(name: &str, machines: &[StateMachine]) {
    for format in Format::ALL {
        let path = root().join("tests/expected/graph").join(format!("{name}.{}", format.name()));
        expect_file(&path, &draw(machines, format));
    }
}

#[track_caller]
fn check_holds(machines: &[StateMachine], format: Format, parts: &[&str]) {
    let text = draw(machines, format);
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

/// What is drawn in an image, in its own pixels.
#[derive(Debug, Default)]
struct Image {
    size: (f64, f64),
    states: Vec<Area>,
    labels: Vec<Area>,
    lines: Vec<Vec<(f64, f64)>>,
}

#[derive(Debug, Clone, PartialEq)]
struct Area {
    what: String,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn overlaps(&self, other: &Area) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    fn holds(&self, (x, y): (f64, f64)) -> bool {
        self.left + 0.5 < x && x < self.right - 0.5 && self.top + 0.5 < y && y < self.bottom - 0.5
    }
}

type Element<'a> = roxmltree::Node<'a, 'a>;

fn number(element: Element<'_>, attribute: &str) -> f64 {
    element.attribute(attribute).expect("an attribute").parse().expect("a number")
}

/// How far the groups around an element move it.
fn moved(element: Element<'_>) -> (f64, f64) {
    let (mut x, mut y) = (0.0, 0.0);
    for transform in element.ancestors().filter_map(|group| group.attribute("transform")) {
        let inner = transform.strip_prefix("translate(").and_then(|rest| rest.strip_suffix(')')).expect("a move");
        let (by_x, by_y) = inner.split_once(' ').expect("two numbers");
        x += by_x.parse::<f64>().unwrap();
        y += by_y.parse::<f64>().unwrap();
    }
    (x, y)
}

fn box_of(element: Element<'_>) -> Area {
    let (x, y) = moved(element);
    let (left, top) = (x + number(element, "x"), y + number(element, "y"));
    let (right, bottom) = (left + number(element, "width"), top + number(element, "height"));
    Area { what: format!("box at {left} {top}"), left, top, right, bottom }
}

/// The letters of a label reach from 9 above to 3 below the line they stand on.
fn words_of(element: Element<'_>) -> Area {
    let (x, y) = moved(element);
    let (left, base) = (x + number(element, "x"), y + number(element, "y"));
    let right = left + number(element, "textLength");
    Area { what: element.text().unwrap_or_default().into(), left, top: base - 9.0, right, bottom: base + 3.0 }
}

/// Points along a path of `M`, `V` and `C`.
fn points_of(element: Element<'_>) -> Vec<(f64, f64)> {
    let (dx, dy) = moved(element);
    let path = element.attribute("d").expect("a path").replace('M', "M ").replace('V', "V ").replace('C', "C ");
    let mut words = path.split_whitespace();
    let mut points: Vec<(f64, f64)> = Vec::new();
    while let Some(command) = words.next() {
        let mut next = || words.next().expect("a number").parse::<f64>().expect("a number");
        let from = points.last().copied().unwrap_or_default();
        match command {
            "M" => points.push((next() + dx, next() + dy)),
            "V" => {
                let to = (from.0, next() + dy);
                points.extend(curve([from, from, to, to]));
            }
            "C" => {
                let [one, two, to] = [(); 3].map(|()| (next() + dx, next() + dy));
                points.extend(curve([from, one, two, to]));
            }
            other => panic!("unknown command {other}"),
        }
    }
    points
}

/// Points along a curve.
fn curve([a, b, c, d]: [(f64, f64); 4]) -> impl Iterator<Item = (f64, f64)> {
    let at = |t: f64, [a, b, c, d]: [f64; 4]| {
        let s = 1.0 - t;
        a * s * s * s + 3.0 * b * s * s * t + 3.0 * c * s * t * t + d * t * t * t
    };
    let times = (1..=40).map(|step| f64::from(step) / 40.0);
    times.map(move |t| (at(t, [a.0, b.0, c.0, d.0]), at(t, [a.1, b.1, c.1, d.1])))
}

fn image(machines: &[StateMachine]) -> Image {
    let text = draw(machines, Format::Svg);
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let svg = document.root_element();
    let mut image = Image { size: (number(svg, "width"), number(svg, "height")), ..Image::default() };
    let drawn = svg.descendants().filter(|group| group.attribute("class") == Some("machine"));
    for element in drawn.flat_map(|machine| machine.descendants().filter(roxmltree::Node::is_element)) {
        let class = element.parent().and_then(|parent| parent.attribute("class")).unwrap_or_default();
        match (element.tag_name().name(), element.attribute("class")) {
            ("rect", None) => image.states.push(box_of(element)),
            ("text", None) if class.starts_with("edge") => image.labels.push(words_of(element)),
            ("path", Some("line")) if class.starts_with("edge") => image.lines.push(points_of(element)),
            _ => {}
        }
    }
    image
}

/// Everything is inside the image; states and labels are apart from each other, and lines from both.
#[track_caller]
fn check_apart(machines: &[StateMachine]) {
    let image = image(machines);
    assert_eq!(image.states.len(), machines.iter().map(|machine| machine.states.len()).sum::<usize>());
    assert_eq!(image.lines.len(), machines.iter().map(|machine| machine.edges.len()).sum::<usize>());
    let areas: Vec<&Area> = image.states.iter().chain(&image.labels).collect();
    for (index, area) in areas.iter().enumerate() {
        let inside = area.left >= 0.0 && area.top >= 0.0 && area.right <= image.size.0 && area.bottom <= image.size.1;
        assert!(inside, "{area:?} is not inside the image");
        for other in &areas[..index] {
            assert!(!area.overlaps(other), "{area:?} and {other:?} overlap");
        }
        for line in &image.lines {
            assert!(!line.iter().any(|point| area.holds(*point)), "a line runs through {area:?}: {line:?}");
        }
    }
}

/// The parts of all machines that have exactly this class, without the legend.
fn groups<'a>(document: &'a Document<'a>, class: &str) -> Vec<Element<'a>> {
    let machine = document.descendants().filter(|group| group.attribute("class") == Some("machine"));
    machine.flat_map(|group| group.descendants()).filter(|group| group.attribute("class") == Some(class)).collect()
}

#[test]
fn small_machines_are_drawn_as_expected() {
    check_expected("one", &[door()]);
    check_expected("several", &[todo(), shop()]);
}

#[test]
fn a_format_has_a_name() {
    for format in Format::ALL {
        assert_eq!(Format::parse(format.name()), Some(format));
    }
    assert_eq!(Format::parse("png"), None);
}

#[test]
fn nothing_gives_a_valid_document() {
    check_expected("none", &[]);
    let image = image(&[]);
    assert!(image.states.is_empty() && image.size.0 > 0.0);
    check_apart(&[StateMachine { states: Vec::new(), edges: Vec::new(), ..door() }]);
}

#[test]
fn hostile_names_stay_within_dot_quotes() {
    check_holds(&[named("a\"b")], Format::Dot, &[r#"label = "a\"b" "#, r#"label = "a\"b [a\"b]" "#]);
    check_holds(&[named("end\\")], Format::Dot, &[r#"label = "end\\" "#]);
    check_holds(&[named("&lt;\nx")], Format::Dot, &[r#"label = "&amp;lt; x" "#, r#"label = "&amp;lt; x: &amp;lt; x."#]);
    check_holds(&[named("\u{1b}[0m")], Format::Dot, &[r#"label = "\\u{1b}[0m" "#]);
}

#[test]
fn hostile_names_stay_within_mermaid_lines() {
    check_holds(&[named("a\"b")], Format::Mermaid, &["state \"a#34;b\" as s0", " : a#34;b [a#34;b]\n"]);
    check_holds(
        &[named("x: y; #z\n%%{init}%%")],
        Format::Mermaid,
        &["state \"x#58; y#59; #35;z #37;#37;#123;init#125;#37;#37;\" as s0"],
    );
    check_holds(&[named("<script>--\\")], Format::Mermaid, &["state \"#60;script#62;--#92;\" as s0"]);
    check_holds(&[named("end")], Format::Mermaid, &["state \"end\" as s1", "s0 --> s1 : end [end]"]);
}

#[test]
fn hostile_names_come_out_of_the_image_as_they_went_in() {
    for name in ["<script>", "a\"b'c", "--", "]]>", "\\", "&amp;", "é漢字"] {
        let text = draw(&[named(name)], Format::Svg);
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        let text = |node: &Element<'_>| node.tag_name().name() == "text";
        let states = groups(&document, "state").into_iter();
        let words = states.flat_map(|state| state.children().filter(text)).filter_map(|words| words.text());
        let words: Vec<&str> = words.collect();
        assert_eq!(words, [name, name]);
    }
}

#[test]
fn characters_that_xml_cannot_hold_become_escapes() {
    check_holds(&[named("a\u{0}\u{202e}\u{ffff}\nb")], Format::Svg, &["a\\u{0}\\u{202e}\\u{ffff} b</text>"]);
    check_apart(&[named("a\u{0}\u{202e}\u{ffff}\nb")]);
}

#[test]
fn what_was_not_reached_or_taken_is_marked() {
    let text = draw(&[door()], Format::Svg);
    let document = Document::parse(&text).expect("XML");
    let counts = ["state", "state unreached", "edge", "edge untaken"].map(|class| groups(&document, class).len());
    assert_eq!(counts, [2, 2, 5, 3]);
    check_holds(&[door()], Format::Svg, &["OPEN → OPEN via Paint, taken once", "LOST → LOCKED via Find, never taken"]);
    check_holds(
        &[door()],
        Format::Dot,
        &[
            r#"3 [ label = "LOST" style = "rounded,dashed" color = gray"#,
            r#"3 -> 2 [ label = "Find" tooltip = "never taken" style = dashed"#,
        ],
    );
    check_holds(&[door()], Format::Mermaid, &["class s3 unreached", "s3 --> s2 : Find (never taken)"]);
}

#[test]
fn first_states_are_marked() {
    let text = draw(&[shop()], Format::Svg);
    let document = Document::parse(&text).expect("XML");
    let marked = |state: &Element<'_>| state.children().any(|node| node.tag_name().name() == "circle");
    let marked = groups(&document, "state").into_iter().filter(marked);
    assert_eq!(marked.filter_map(|state| state.first_element_child()?.text()).collect::<Vec<_>>(), ["DRAFT, reached"]);
    check_holds(&[shop()], Format::Dot, &["7 [ shape = point", "7 -> 0 [ ]"]);
    check_holds(&[shop()], Format::Mermaid, &["[*] --> s0"]);
}

#[test]
fn nothing_in_the_image_overlaps() {
    check_apart(&[todo()]);
    check_apart(&[shop()]);
    check_apart(&[door()]);
    check_apart(&[chain(12)]);
    check_apart(&[todo(), shop(), door(), chain(3)]);
    check_apart(&[named(&"very_long_words_without_a_space".repeat(12))]);
}

#[test]
fn a_chain_is_straight() {
    let image = image(&[chain(12)]);
    assert!(image.lines.iter().flatten().all(|(x, _)| (x - image.lines[0][0].0).abs() < 0.01));
}

#[test]
fn states_stand_below_what_leads_to_them() {
    let image = image(&[shop()]);
    let tops: Vec<f64> = image.states.iter().map(|state| state.top).collect();
    assert!(tops[..5].windows(2).all(|pair| pair[0] < pair[1]), "{tops:?}");
    assert!(tops[2] < tops[5], "{tops:?}");
}

#[test]
fn a_long_guard_is_cut_in_the_label_and_whole_in_the_tooltip() {
    let guard = (0..60).map(|number| format!("x != {number}")).collect::<Vec<_>>().join(" and ");
    let long = machine("Long", "A* B", &[&format!("A -> B via Go when {guard}")]);
    check_holds(from_ref(&long), Format::Svg, &[&format!("A → B via Go [{guard}], taken once"), " …</text>"]);
    assert_eq!(image(&[long]).labels.len(), 5);
}

#[test]
fn edges_to_nowhere_are_left_out() {
    let mut stray = chain(2);
    stray.edges.push(Edge { from: 0, to: 7, via: "Stray".into(), guard: None, taken: 1 });
    for format in Format::ALL {
        assert_eq!(draw(&[stray.clone()], format), draw(&[chain(2)], format));
    }
}

#[test]
fn a_machine_that_nobody_could_look_at_is_only_named() {
    let states = chain(300).states;
    let edge = |from, to| Edge { from, to, via: "Go".into(), guard: None, taken: 1 };
    let edges = (0..299).flat_map(|from| [edge(from, from + 1), edge(from, 299)]).collect();
    let huge = StateMachine { states, edges, ..chain(2) };
    check_holds(&[huge], Format::Svg, &["Thing.status · too large to be drawn"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_overlaps_in_any_machine(
        states in prop::collection::vec((any::<bool>(), any::<bool>(), 1usize..20), 1..9),
        edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0usize..60), 0..16),
    ) {
        let count = states.len();
        let state = |(reached, first, length): (bool, bool, usize)| Node { name: "S".repeat(length), reached, first };
        let edge = |(from, to, length): (prop::sample::Index, prop::sample::Index, usize)| Edge {
            from: from.index(count),
            to: to.index(count),
            via: "Operate".into(),
            guard: (length > 20).then(|| "x = y and ".repeat(length / 8)),
            taken: length as u64,
        };
        let (states, edges) = (states.into_iter().map(state).collect(), edges.into_iter().map(edge).collect());
        let machine = StateMachine { states, edges, ..chain(1) };
        check_apart(from_ref(&machine));
        prop_assert_eq!(draw(from_ref(&machine), Format::Svg), draw(&[machine], Format::Svg));
    }
}
