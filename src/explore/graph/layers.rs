//! A state machine in rows from top to bottom: every row of states is followed by a row for the labels of edges. An
//! edge stops in each row it passes, so that what is in a row can be kept apart from all that passes through it.

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};
use petgraph::visit::{DfsPostOrder, EdgeRef};

use super::Machine;

/// What takes up room in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A state.
    State(NodeIndex),
    /// The label of an edge, with the edge beside it.
    Label(EdgeIndex),
    /// An edge on its way.
    Pass,
}

/// The way of an edge through the rows.
#[derive(Debug)]
pub(super) struct Route {
    /// The edge.
    pub(super) edge: EdgeIndex,
    /// Where it stops, from top to bottom; the ends are states.
    pub(super) stops: Vec<NodeIndex>,
    /// Whether it leads from the bottom to the top.
    pub(super) upward: bool,
}

/// A state machine in rows. Loops from a state to itself have no route.
#[derive(Debug, Default)]
pub(super) struct Layers {
    /// All stops; an edge leads from a stop to the next one of a route. States come first, in the machine's order.
    pub(super) stops: DiGraph<Stop, ()>,
    /// The stops of each row, from left to right.
    pub(super) rows: Vec<Vec<NodeIndex>>,
    /// The row of each stop.
    pub(super) row_of: Vec<usize>,
    /// The routes.
    pub(super) routes: Vec<Route>,
}

/// A drawing with more stops than this helps nobody.
const MAX_STOPS: usize = 20_000;

/// Puts a state machine in rows; nothing where it is too large to be looked at.
pub(super) fn layers(machine: &Machine<'_>) -> Option<Layers> {
    let ranks = ranks(machine);
    let span = |edge: EdgeIndex| -> usize {
        let ends = machine.edge_endpoints(edge);
        ends.map_or(0, |(from, to)| 2 * ranks[from.index()].abs_diff(ranks[to.index()]))
    };
    let stops = machine.edge_indices().map(span).sum::<usize>() + machine.node_count();
    (stops <= MAX_STOPS).then(|| in_rows(machine, &ranks))
}

fn in_rows(machine: &Machine<'_>, ranks: &[usize]) -> Layers {
    let depth = ranks.iter().max().map_or(0, |deepest| 2 * deepest + 1);
    let mut layers = Layers { rows: vec![Vec::new(); depth], ..Layers::default() };
    for state in machine.node_indices() {
        layers.stop(Stop::State(state), 2 * ranks[state.index()]);
    }
    for edge in machine.edge_references().filter(|edge| edge.source() != edge.target()) {
        let upward = ranks[edge.target().index()] < ranks[edge.source().index()];
        let (top, bottom) = if upward { (edge.target(), edge.source()) } else { (edge.source(), edge.target()) };
        let between = 2 * ranks[top.index()] + 1..2 * ranks[bottom.index()];
        // A label stands next to the state that is left.
        let labelled = if upward { between.end - 1 } else { between.start };
        let stop = |row| layers.stop(if row == labelled { Stop::Label(edge.id()) } else { Stop::Pass }, row);
        let inner: Vec<NodeIndex> = between.map(stop).collect();
        layers.route(Route { edge: edge.id(), stops: [&[top], inner.as_slice(), &[bottom]].concat(), upward });
    }
    layers
}

impl Layers {
    fn stop(&mut self, stop: Stop, row: usize) -> NodeIndex {
        let stop = self.stops.add_node(stop);
        self.rows[row].push(stop);
        self.row_of.push(row);
        stop
    }

    fn route(&mut self, route: Route) {
        for pair in route.stops.windows(2) {
            self.stops.add_edge(pair[0], pair[1], ());
        }
        self.routes.push(route);
    }
}

/// How far down each state stands. Edges that lead back are read the other way round; then a state stands below all
/// that lead to it.
fn ranks(machine: &Machine<'_>) -> Vec<usize> {
    let order = forward_order(machine);
    let mut place = vec![0; order.len()];
    for (position, state) in order.iter().enumerate() {
        place[state.index()] = position;
    }
    let mut ranks = vec![0; order.len()];
    for state in &order {
        let above = machine.neighbors_undirected(*state).filter(|other| place[other.index()] < place[state.index()]);
        ranks[state.index()] = above.map(|other| ranks[other.index()] + 1).max().unwrap_or(0);
    }
    lower_sources(machine, &place, &mut ranks);
    ranks
}

/// The states such that only edges that close a circle lead back: the reverse of the order in which a search in depth
/// is done with them. It starts where entries are created.
fn forward_order(machine: &Machine<'_>) -> Vec<NodeIndex> {
    let mut starts: Vec<NodeIndex> = machine.node_indices().collect();
    starts.sort_by_key(|state| machine.node_weight(*state).map(|state| (!state.first, !state.reached)));
    let mut search = DfsPostOrder::empty(machine);
    let mut order = Vec::with_capacity(starts.len());
    for start in starts {
        search.move_to(start);
        while let Some(done) = search.next(machine) {
            order.push(done);
        }
    }
    order.reverse();
    order
}

/// Moves states that nothing leads to down to what they lead to, unless entries are created there.
fn lower_sources(machine: &Machine<'_>, place: &[usize], ranks: &mut [usize]) {
    let first = |state: NodeIndex| machine.node_weight(state).is_some_and(|state| state.first);
    for state in machine.node_indices().filter(|state| !first(*state)) {
        let below = machine.neighbors_undirected(state).filter(|other| place[other.index()] > place[state.index()]);
        if let (0, Some(nearest)) = (ranks[state.index()], below.map(|other| ranks[other.index()]).min()) {
            ranks[state.index()] = nearest - 1;
        }
    }
}
