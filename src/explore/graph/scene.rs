//! The boxes, lines and labels of one state machine, in pixels. How they look is for the style sheet.

use petgraph::graph::{EdgeIndex, NodeIndex};

use super::Machine;
use super::layers::{Layers, layers};
use super::lines::{loops, routes};
use super::order::untangle;
use super::place::{Places, Room, place};
use super::size::{STATE_FONT, Sizes, width};
use super::text::visible;

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Words {
    /// Its left end.
    pub(super) x: f64,
    /// Its base line.
    pub(super) y: f64,
    /// Its width.
    pub(super) width: f64,
    /// What it says.
    pub(super) text: String,
}

/// A state.
#[derive(Debug)]
pub(super) struct Shape {
    /// The left end.
    pub(super) x: f64,
    /// The upper end.
    pub(super) y: f64,
    /// The width.
    pub(super) width: f64,
    /// The height.
    pub(super) height: f64,
    /// The name.
    pub(super) name: Words,
}

/// An edge.
#[derive(Debug)]
pub(super) struct Line {
    /// Which.
    pub(super) edge: EdgeIndex,
    /// The line.
    pub(super) path: String,
    /// The arrow head.
    pub(super) head: String,
    /// The label.
    pub(super) label: Vec<Words>,
}

/// A state machine, drawn.
#[derive(Debug, Default)]
pub(super) struct Scene {
    /// The states, in the machine's order.
    pub(super) states: Vec<Shape>,
    /// The edges, those that are loops last.
    pub(super) lines: Vec<Line>,
    /// The width.
    pub(super) width: f64,
    /// The height.
    pub(super) height: f64,
}

/// Draws a state machine; nothing where it is too large to be looked at.
pub(super) fn scene(machine: &Machine<'_>) -> Option<Scene> {
    let mut layers = layers(machine)?;
    untangle(&mut layers);
    let sizes = Sizes::of(machine, &layers);
    let rooms: Vec<Room> = layers.stops.node_weights().map(|stop| sizes.room(machine, *stop)).collect();
    let places = place(&layers, &rooms);
    let states = machine.node_indices().map(|state| shape(machine, &layers, &sizes, &places, state)).collect();
    let mut scene = Scene { states, lines: Vec::new(), width: places.width, height: places.height };
    scene.lines = routes(&layers, &sizes, &places, &scene.states);
    scene.lines.extend(loops(machine, &sizes, &scene.states));
    Some(scene)
}

fn shape(machine: &Machine<'_>, layers: &Layers, sizes: &Sizes, places: &Places, state: NodeIndex) -> Shape {
    let row = places.rows[layers.row_of[state.index()]];
    let middle = places.x[state.index()];
    let (wide, height) = sizes.states[state.index()];
    let (x, y) = (middle - wide / 2.0, ((row.top + row.bottom - height) / 2.0).round());
    let text = machine.node_weight(state).map(|node| visible(&node.name)).unwrap_or_default();
    let length = width(&text, STATE_FONT);
    let name = Words { x: middle - length / 2.0, y: y + height / 2.0 + STATE_FONT / 3.0, width: length, text };
    Shape { x, y, width: wide, height, name }
}
