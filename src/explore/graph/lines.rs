//! The ways of edges: between the rows in curves, through a row straight down, and as loops at the side of a state.

use std::collections::BTreeMap;
use std::fmt::Write;

use petgraph::graph::{EdgeIndex, NodeIndex};

use super::Machine;
use super::layers::{Layers, Route};
use super::place::{Places, Wish, spread};
use super::scene::{Line, Shape, Words};
use super::size::{LABEL_FONT, LABEL_GAP, LINE, LOOP_HALF, LOOP_REACH, PADDING, PORT_GAP, Sizes, loops_of, width};

/// The length of an arrow head.
const HEAD: f64 = 8.0;

/// The end of a route at a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// It comes out of the lower side.
    Top,
    /// It goes into the upper side.
    Bottom,
}

/// The edges between two states.
pub(super) fn routes(layers: &Layers, sizes: &Sizes, places: &Places, states: &[Shape]) -> Vec<Line> {
    let ports = ports(layers, places, states);
    let port = |index, end| ports.get(&(index, end)).copied().unwrap_or_default();
    let line = |(index, route): (usize, &Route)| {
        let mut points = points(layers, places, states, route, (port(index, End::Top), port(index, End::Bottom)));
        if route.upward {
            points.reverse();
        }
        let (path, head) = arrow(points);
        Line { edge: route.edge, path, head, label: route_label(layers, sizes, places, route) }
    };
    layers.routes.iter().enumerate().map(line).collect()
}

/// Where on the sides of their states routes begin and end.
fn ports(layers: &Layers, places: &Places, states: &[Shape]) -> BTreeMap<(usize, End), f64> {
    let mut sides: BTreeMap<(NodeIndex, End), Vec<(f64, usize)>> = BTreeMap::new();
    for (index, route) in layers.routes.iter().enumerate() {
        if let [top, below, .., above, bottom] | [top, below @ above, bottom] = route.stops.as_slice() {
            sides.entry((*top, End::Top)).or_default().push((places.x[below.index()], index));
            sides.entry((*bottom, End::Bottom)).or_default().push((places.x[above.index()], index));
        }
    }
    let mut ports = BTreeMap::new();
    for ((state, end), mut routes) in sides {
        routes.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let wishes: Vec<f64> = routes.iter().map(|(x, _)| *x).collect();
        let found = along(&states[state.index()], &wishes);
        ports.extend(routes.iter().zip(found).map(|((_, index), x)| ((*index, end), x)));
    }
    ports
}

/// The places on the side of a state that are nearest to the wishes.
fn along(state: &Shape, wishes: &[f64]) -> Vec<f64> {
    let (low, high) = (state.x + PADDING, state.x + state.width - PADDING);
    let within: Vec<Wish> = wishes.iter().map(|x| Wish { x: x.clamp(low, high), weight: 1.0 }).collect();
    let spread = spread(&within, &vec![PORT_GAP; wishes.len().saturating_sub(1)]);
    let last = wishes.len().saturating_sub(1) as f64;
    let bounded = spread.into_iter().enumerate().map(|(index, x)| {
        let offset = index as f64 * PORT_GAP;
        x.clamp(low + offset, (high - last * PORT_GAP).max(low) + offset).round()
    });
    bounded.collect()
}

/// The corners of a route from top to bottom: in and out of each row.
fn points(layers: &Layers, places: &Places, states: &[Shape], route: &Route, ports: (f64, f64)) -> Vec<(f64, f64)> {
    let mut points = Vec::with_capacity(2 * route.stops.len());
    for (index, stop) in route.stops.iter().enumerate() {
        let row = places.rows[layers.row_of[stop.index()]];
        match states.get(stop.index()) {
            Some(state) if index == 0 => points.extend([(ports.0, state.y + state.height), (ports.0, row.bottom)]),
            Some(state) => points.extend([(ports.1, row.top), (ports.1, state.y)]),
            None => points.extend([(places.x[stop.index()], row.top), (places.x[stop.index()], row.bottom)]),
        }
    }
    points
}

/// A line through points that enters and leaves each one vertically, and the arrow head at its end.
fn arrow(mut points: Vec<(f64, f64)>) -> (String, String) {
    points.dedup();
    let (Some(start), Some((x, tip))) = (points.first().copied(), points.pop()) else { return Default::default() };
    let back = if tip > start.1 { -HEAD } else { HEAD };
    points.push((x, tip + back));
    let mut path = format!("M{} {}", start.0, start.1);
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        let middle = (y0 + y1) / 2.0;
        let _ = if x0 == x1 { write!(path, " V{y1}") } else { write!(path, " C{x0} {middle} {x1} {middle} {x1} {y1}") };
    }
    (path, format!("M{x} {tip} l-4 {back} h8 z"))
}

fn route_label(layers: &Layers, sizes: &Sizes, places: &Places, route: &Route) -> Vec<Words> {
    let inner = if route.upward { route.stops.len().checked_sub(2) } else { Some(1) };
    let Some(stop) = inner.and_then(|inner| route.stops.get(inner)) else { return Vec::new() };
    let row = places.rows[layers.row_of[stop.index()]];
    words(sizes, route.edge, places.x[stop.index()] + LABEL_GAP, (row.top + row.bottom) / 2.0)
}

/// A label from a left end, around a height.
fn words(sizes: &Sizes, edge: EdgeIndex, x: f64, middle: f64) -> Vec<Words> {
    let lines = sizes.label(edge);
    let top = (middle - sizes.label_height(edge) / 2.0).round();
    let line = |(index, text): (usize, &String)| Words {
        x,
        y: top + (index + 1) as f64 * LINE - 4.0,
        width: width(text, LABEL_FONT),
        text: text.clone(),
    };
    lines.iter().enumerate().map(line).collect()
}

/// The edges from states to themselves, on the right of each.
pub(super) fn loops(machine: &Machine<'_>, sizes: &Sizes, states: &[Shape]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (state, shape) in machine.node_indices().zip(states) {
        let all: f64 = loops_of(machine, state).map(|edge| sizes.loop_height(edge)).sum();
        let mut top = shape.y + (shape.height - all) / 2.0;
        for edge in loops_of(machine, state) {
            let height = sizes.loop_height(edge);
            lines.push(loop_line(sizes, edge, shape.x + shape.width, (top + height / 2.0).round()));
            top += height;
        }
    }
    lines
}

fn loop_line(sizes: &Sizes, edge: EdgeIndex, x: f64, y: f64) -> Line {
    let (top, bottom, reach) = (y - LOOP_HALF, y + LOOP_HALF, x + LOOP_REACH);
    Line {
        edge,
        path: format!("M{x} {top} C{reach} {top} {reach} {bottom} {} {bottom}", x + HEAD),
        head: format!("M{x} {bottom} l{HEAD} -4 v8 z"),
        label: words(sizes, edge, reach, y),
    }
}
