//! How large states and labels are. Letters are measured as in a font of fixed width.

use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;

use super::layers::{Layers, Stop};
use super::place::Room;
use super::text::{at_most, columns, visible, wrap};
use super::{Machine, label};

/// The size of the letters of states.
pub(super) const STATE_FONT: f64 = 13.0;
/// The size of the letters of labels.
pub(super) const LABEL_FONT: f64 = 12.0;
/// From one line of a label to the next.
pub(super) const LINE: f64 = 15.0;
/// From the side of a state to its name, and to the outermost edges.
pub(super) const PADDING: f64 = 16.0;
/// Between the ends of edges at a state.
pub(super) const PORT_GAP: f64 = 18.0;
/// From an edge to its label.
pub(super) const LABEL_GAP: f64 = 7.0;
/// How far a loop reaches out of its state.
pub(super) const LOOP_REACH: f64 = 24.0;
/// Half the height of a loop.
pub(super) const LOOP_HALF: f64 = 8.0;
/// What an edge goes straight before it enters a state, or after it leaves one: an arrow head, and a bit.
const STUB: f64 = 11.0;
/// The room left of a first state, for the arrow that marks it.
pub(super) const MARK: f64 = 30.0;

const MAX_COLUMNS: usize = 34;
const MAX_LINES: usize = 5;
const STATE_HEIGHT: f64 = 36.0;
const MIN_STATE_WIDTH: f64 = 76.0;

/// The width of a text in a font of fixed width.
pub(super) fn width(text: &str, font: f64) -> f64 {
    (columns(text) as f64 * font * 6.0).round() / 10.0
}

/// The size of all states, and the lines of all labels.
#[derive(Debug)]
pub(super) struct Sizes {
    /// The width and height of each state.
    pub(super) states: Vec<(f64, f64)>,
    labels: Vec<Vec<String>>,
}

impl Sizes {
    /// The sizes of all that is in a machine.
    pub(super) fn of(machine: &Machine<'_>, layers: &Layers) -> Sizes {
        let labels = machine.edge_weights().map(|edge| broken(&visible(&label(edge)))).collect();
        let mut sizes = Sizes { states: Vec::new(), labels };
        sizes.states = machine.node_indices().map(|state| sizes.state(machine, layers, state)).collect();
        sizes
    }

    /// As wide as its name and the edges at it ask for, and as high as its loops do.
    fn state(&self, machine: &Machine<'_>, layers: &Layers, state: NodeIndex) -> (f64, f64) {
        let name = machine.node_weight(state).map_or(0.0, |node| width(&visible(&node.name), STATE_FONT));
        let below = layers.stops.neighbors(state).count();
        let ports = below.max(layers.stops.neighbors_undirected(state).count() - below);
        let ports = ports.saturating_sub(1) as f64 * PORT_GAP;
        let loops: f64 = loops_of(machine, state).map(|edge| self.loop_height(edge)).sum();
        let wide = (name.max(ports) + 2.0 * PADDING).max(MIN_STATE_WIDTH);
        ((wide / 2.0).ceil() * 2.0, STATE_HEIGHT.max(loops + LOOP_HALF))
    }

    /// The lines of a label.
    pub(super) fn label(&self, edge: EdgeIndex) -> &[String] {
        &self.labels[edge.index()]
    }

    fn label_width(&self, edge: EdgeIndex) -> f64 {
        self.label(edge).iter().map(|line| width(line, LABEL_FONT).ceil()).fold(0.0, f64::max)
    }

    /// The height of all lines of a label.
    pub(super) fn label_height(&self, edge: EdgeIndex) -> f64 {
        self.label(edge).len() as f64 * LINE
    }

    /// The height of a loop with its label.
    pub(super) fn loop_height(&self, edge: EdgeIndex) -> f64 {
        self.label_height(edge).max(2.0 * LOOP_HALF) + LOOP_HALF
    }

    /// The room a stop takes up.
    pub(super) fn room(&self, machine: &Machine<'_>, stop: Stop) -> Room {
        match stop {
            Stop::State(state) => self.state_room(machine, state),
            Stop::Label(edge) => {
                Room { left: LABEL_GAP, right: LABEL_GAP + self.label_width(edge), height: self.label_height(edge) }
            }
            Stop::Pass => Room { left: LABEL_GAP, right: LABEL_GAP, height: 0.0 },
        }
    }

    fn state_room(&self, machine: &Machine<'_>, state: NodeIndex) -> Room {
        let (width, height) = self.states[state.index()];
        let mark = if machine.node_weight(state).is_some_and(|node| node.first) { MARK } else { 0.0 };
        let loops = loops_of(machine, state).map(|edge| LOOP_REACH + self.label_width(edge)).fold(0.0, f64::max);
        Room { left: width / 2.0 + mark, right: width / 2.0 + loops, height: height + 2.0 * STUB }
    }
}

/// The lines of a label: a guard begins one of its own unless all fits on one.
fn broken(label: &str) -> Vec<String> {
    let lines = match label.split_once(" [") {
        Some((via, guard)) if columns(label) > MAX_COLUMNS => {
            [wrap(via, MAX_COLUMNS), wrap(&format!("[{guard}"), MAX_COLUMNS)].concat()
        }
        Some(_) | None => wrap(label, MAX_COLUMNS),
    };
    at_most(lines, MAX_LINES)
}

/// The edges that lead from a state to itself.
pub(super) fn loops_of(machine: &Machine<'_>, state: NodeIndex) -> impl Iterator<Item = EdgeIndex> {
    let mut loops: Vec<EdgeIndex> = machine.edges_connecting(state, state).map(|edge| edge.id()).collect();
    loops.sort_unstable();
    loops.into_iter()
}
