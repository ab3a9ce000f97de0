//! The order of the stops within their rows, such that few edges cross.

use petgraph::Direction;
use petgraph::graph::NodeIndex;

use super::layers::Layers;

const SWEEPS: usize = 24;

/// Orders every row by where the neighbours of its stops are, down and up in turn, and keeps the best order seen.
pub(super) fn untangle(layers: &mut Layers) {
    let mut places = vec![0; layers.stops.node_count()];
    layers.rows.iter().for_each(|row| number(row, &mut places));
    let mut best = (crossings(layers, &places), layers.rows.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        if sweep % 2 == 0 {
            down(layers, &mut places)
        } else {
            up(layers, &mut places)
        }
        let crossings = crossings(layers, &places);
        if crossings < best.0 {
            best = (crossings, layers.rows.clone());
        }
    }
    layers.rows = best.1;
}

/// Notes the position of each stop in its row.
fn number(row: &[NodeIndex], places: &mut [usize]) {
    for (position, stop) in row.iter().enumerate() {
        places[stop.index()] = position;
    }
}

fn down(layers: &mut Layers, places: &mut [usize]) {
    for row in 1..layers.rows.len() {
        sort(layers, row, Direction::Incoming, places);
    }
}

fn up(layers: &mut Layers, places: &mut [usize]) {
    for row in (1..layers.rows.len()).rev() {
        sort(layers, row - 1, Direction::Outgoing, places);
    }
}

/// Sorts a row by the mean position of each stop's neighbours on one side; a stop without any stays put.
fn sort(layers: &mut Layers, row: usize, side: Direction, places: &mut [usize]) {
    let mean = |stop: NodeIndex| {
        let found: Vec<usize> =
            layers.stops.neighbors_directed(stop, side).map(|other| places[other.index()]).collect();
        if found.is_empty() {
            places[stop.index()] as f64
        } else {
            found.iter().sum::<usize>() as f64 / found.len() as f64
        }
    };
    let mut sorted: Vec<(f64, NodeIndex)> = layers.rows[row].iter().map(|stop| (mean(*stop), *stop)).collect();
    sorted.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    layers.rows[row] = sorted.into_iter().map(|(_, stop)| stop).collect();
    number(&layers.rows[row], places);
}

fn crossings(layers: &Layers, places: &[usize]) -> usize {
    layers.rows.iter().map(|row| crossings_below(layers, row, places)).sum()
}

/// How many pairs of edges between a row and the one below it cross.
fn crossings_below(layers: &Layers, row: &[NodeIndex], places: &[usize]) -> usize {
    let (mut passed, mut crossings) = (Vec::new(), 0);
    for stop in row {
        let mut ends: Vec<usize> = layers.stops.neighbors(*stop).map(|below| places[below.index()]).collect();
        ends.sort_unstable();
        for end in &ends {
            crossings += passed.len() - passed.partition_point(|other| other <= end);
        }
        for end in ends {
            passed.insert(passed.partition_point(|other| *other <= end), end);
        }
    }
    crossings
}
