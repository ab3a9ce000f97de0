//! Where rows and stops are, in pixels. Edges want to be straight; what stands in a row keeps its distance.

use petgraph::Direction::{self, Incoming, Outgoing};
use petgraph::graph::NodeIndex;

use super::layers::{Layers, Stop};

/// The room a stop needs around the point where edges meet it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Room {
    /// To the left.
    pub(super) left: f64,
    /// To the right.
    pub(super) right: f64,
    /// From top to bottom.
    pub(super) height: f64,
}

/// A row: a band that spans the drawing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Row {
    /// Its upper end.
    pub(super) top: f64,
    /// Its lower end.
    pub(super) bottom: f64,
}

/// Where everything is.
#[derive(Debug)]
pub(super) struct Places {
    /// The point where edges meet a stop, by its index.
    pub(super) x: Vec<f64>,
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// The width of the drawing.
    pub(super) width: f64,
    /// The height of the drawing.
    pub(super) height: f64,
}

/// The least distance between neighbours in a row.
const GAP: f64 = 22.0;
/// The least distance between rows.
const ROW_GAP: f64 = 14.0;
/// The most that is added between rows for edges that go far to the side.
const MAX_EXTRA: f64 = 80.0;
/// How often rows follow the row beside them: this takes a change from one end of the drawing to the other.
const ROUGH_ROUNDS: usize = 4;
/// How often rows follow those on both sides.
const FINE_ROUNDS: usize = 30;

/// Places the stops, whose rooms are given by their index.
pub(super) fn place(layers: &Layers, rooms: &[Room]) -> Places {
    let mut x = packed(layers, rooms);
    for _ in 0..ROUGH_ROUNDS {
        sweep(layers, rooms, &[Incoming], &[Outgoing], &mut x);
    }
    for _ in 0..FINE_ROUNDS {
        sweep(layers, rooms, &[Incoming, Outgoing], &[Incoming, Outgoing], &mut x);
    }
    straighten(layers, rooms, &mut x);
    let least = ends(rooms, &x, |x, room| x - room.left).fold(f64::INFINITY, f64::min);
    x.iter_mut().for_each(|x| *x = (*x - least).round());
    let width = ends(rooms, &x, |x, room| x + room.right).fold(0.0, f64::max);
    let rows = rows(layers, rooms, &x);
    Places { width, height: rows.last().map_or(0.0, |row| row.bottom), rows, x }
}

fn ends(rooms: &[Room], x: &[f64], end: impl Fn(f64, &Room) -> f64) -> impl Iterator<Item = f64> {
    x.iter().zip(rooms).map(move |(x, room)| end(*x, room))
}

/// Moves the stops of all rows, down and up again, each towards its neighbours on the given sides.
fn sweep(layers: &Layers, rooms: &[Room], down: &[Direction], up: &[Direction], x: &mut [f64]) {
    layers.rows.iter().for_each(|row| relax(layers, rooms, row, down, x));
    layers.rows.iter().rev().for_each(|row| relax(layers, rooms, row, up, x));
}

/// Every row from the left, as close as it may be.
fn packed(layers: &Layers, rooms: &[Room]) -> Vec<f64> {
    let mut x = vec![0.0; rooms.len()];
    for row in &layers.rows {
        let mut end = 0.0;
        for stop in row.iter().map(|stop| stop.index()) {
            x[stop] = end + rooms[stop].left;
            end = x[stop] + rooms[stop].right + GAP;
        }
    }
    x
}

fn relax(layers: &Layers, rooms: &[Room], row: &[NodeIndex], sides: &[Direction], x: &mut [f64]) {
    let wishes: Vec<Wish> = row.iter().map(|stop| wish(layers, *stop, sides, x)).collect();
    let distances: Vec<f64> = row.windows(2).map(|pair| distance(rooms, pair[0], pair[1])).collect();
    for (stop, place) in row.iter().zip(spread(&wishes, &distances)) {
        x[stop.index()] = place;
    }
}

fn distance(rooms: &[Room], left: NodeIndex, right: NodeIndex) -> f64 {
    rooms[left.index()].right + GAP + rooms[right.index()].left
}

/// Where a stop would be, and how much it matters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish {
    /// The place.
    pub(super) x: f64,
    /// The weight, above 0.
    pub(super) weight: f64,
}

/// In the middle of its neighbours. An edge on its way insists more than one that has just left a state, so that long
/// edges run straight.
fn wish(layers: &Layers, stop: NodeIndex, sides: &[Direction], x: &[f64]) -> Wish {
    let (mut sum, mut weight) = (0.0, 0.0);
    for other in sides.iter().flat_map(|side| layers.stops.neighbors_directed(stop, *side)) {
        let straight = [stop, other].iter().all(|end| !is_state(layers, *end));
        let pull = if straight { 6.0 } else { 1.0 };
        sum += pull * x[other.index()];
        weight += pull;
    }
    if weight > 0.0 { Wish { x: sum / weight, weight } } else { Wish { x: x[stop.index()], weight: 0.01 } }
}

fn is_state(layers: &Layers, stop: NodeIndex) -> bool {
    match layers.stops.node_weight(stop) {
        Some(Stop::State(_)) => true,
        Some(Stop::Label(_) | Stop::Pass) | None => false,
    }
}

/// The places nearest to the wishes that keep the order and the distances: neighbours that come too close move as one
/// from then on.
pub(super) fn spread(wishes: &[Wish], distances: &[f64]) -> Vec<f64> {
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(wishes.len());
    let mut blocks: Vec<(Wish, usize)> = Vec::new();
    for (index, wish) in wishes.iter().enumerate() {
        offset += if index == 0 { 0.0 } else { distances[index - 1] };
        offsets.push(offset);
        let mut block = (Wish { x: wish.x - offset, weight: wish.weight }, 1);
        while let Some((before, count)) = blocks.pop_if(|(before, _)| before.x > block.0.x) {
            block = (both(before, block.0), count + block.1);
        }
        blocks.push(block);
    }
    let places = blocks.iter().flat_map(|(wish, count)| std::iter::repeat_n(wish.x, *count));
    places.zip(offsets).map(|(place, offset)| place + offset).collect()
}

fn both(one: Wish, other: Wish) -> Wish {
    let weight = one.weight + other.weight;
    Wish { x: (one.x * one.weight + other.x * other.weight) / weight, weight }
}

/// Makes as much of each route as its neighbours leave room for one vertical line.
fn straighten(layers: &Layers, rooms: &[Room], x: &mut [f64]) {
    let mut neighbours = vec![(None, None); rooms.len()];
    for pair in layers.rows.iter().flat_map(|row| row.windows(2)) {
        neighbours[pair[0].index()].1 = Some(pair[1]);
        neighbours[pair[1].index()].0 = Some(pair[0]);
    }
    for route in &layers.routes {
        let mut run = Run::default();
        for stop in &route.stops[1..route.stops.len() - 1] {
            let (left, right) = neighbours[stop.index()];
            let low = left.map(|left: NodeIndex| x[left.index()] + distance(rooms, left, *stop));
            let high = right.map(|right: NodeIndex| x[right.index()] - distance(rooms, *stop, right));
            let (low, high) = (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY));
            if !run.takes(*stop, low, high) {
                run.settle(x);
                run = Run { stops: vec![*stop], low, high };
            }
        }
        run.settle(x);
    }
}

/// Stops of a route that can stand exactly below each other, somewhere between two bounds.
#[derive(Debug)]
struct Run {
    stops: Vec<NodeIndex>,
    low: f64,
    high: f64,
}

impl Default for Run {
    fn default() -> Run {
        Run { stops: Vec::new(), low: f64::NEG_INFINITY, high: f64::INFINITY }
    }
}

impl Run {
    /// Takes one more stop with bounds of its own, if some place suits all.
    fn takes(&mut self, stop: NodeIndex, low: f64, high: f64) -> bool {
        let (low, high) = (self.low.max(low), self.high.min(high));
        if low <= high {
            self.stops.push(stop);
            (self.low, self.high) = (low, high);
        }
        low <= high
    }

    /// Puts the stops where they are on average, within the bounds.
    fn settle(&self, x: &mut [f64]) {
        if self.low <= self.high && !self.stops.is_empty() {
            let sum: f64 = self.stops.iter().map(|stop| x[stop.index()]).sum();
            let middle = (sum / self.stops.len() as f64).clamp(self.low, self.high);
            self.stops.iter().for_each(|stop| x[stop.index()] = middle);
        }
    }
}

/// The rows one below the other, further apart where edges go far to the side.
fn rows(layers: &Layers, rooms: &[Room], x: &[f64]) -> Vec<Row> {
    let mut rows = Vec::with_capacity(layers.rows.len());
    let mut top = 0.0;
    for row in &layers.rows {
        let height = row.iter().map(|stop| rooms[stop.index()].height).fold(0.0, f64::max);
        rows.push(Row { top, bottom: top + height });
        let aside = |stop: &NodeIndex| {
            let below = layers.stops.neighbors(*stop).map(|below| (x[below.index()] - x[stop.index()]).abs());
            below.fold(0.0, f64::max)
        };
        let furthest = row.iter().map(aside).fold(0.0, f64::max);
        top += height + ROW_GAP + (furthest / 5.0).min(MAX_EXTRA).round();
    }
    rows
}
