//! The order of steps: what a step reads is written before it.

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use super::build::written;
use super::reads::{Read, reads, scope_reads};
use super::{Action, Case, Hole, Step};
use crate::effect::{Check, Place, Scope};
use crate::ir::Service;

/// The steps in order, with each check at the choice it can guide; or why there is no order.
pub(super) fn ordered(service: &Service, steps: Vec<Step>, checks: &[Check]) -> Result<Vec<Step>, Hole> {
    let nodes: Vec<Node> = steps.into_iter().map(|step| Node::new(service, step)).collect();
    let graph = dependences(&nodes);
    if let Some(cycle) = tarjan_scc(&graph).into_iter().find(|component| component.len() > 1) {
        return Err(hole(&nodes, &cycle.iter().map(|node| node.index()).collect::<Vec<_>>()));
    }
    if let Some(alone) = nodes.iter().position(Node::reads_itself) {
        return Err(hole(&nodes, &[alone]));
    }
    let mut nodes: Vec<Node> = by_dependence(nodes, &graph);
    for check in checks {
        guide(service, &mut nodes, check);
    }
    Ok(nodes.into_iter().map(|node| node.step).collect())
}

struct Node {
    step: Step,
    writes: Place,
    reads: Vec<Read>,
}

impl Node {
    fn new(service: &Service, step: Step) -> Node {
        let writes = written(&step.action);
        let mut reads: Vec<Read> = writes.keys().flat_map(|key| reads(service, key)).collect();
        reads.extend(action_reads(service, &step.action));
        Node { step, writes, reads }
    }

    fn is_choice(&self) -> bool {
        matches!(self.step.action, Action::Choose(..))
    }

    fn needs(&self, other: &Node) -> bool {
        self.reads.iter().any(|read| other.decides(read))
    }

    /// Whether what is read depends on this step. A part that a place is defined in terms of is there before.
    fn decides(&self, read: &Read) -> bool {
        let is_basis = read.is_within(&self.writes) && self.reads.iter().any(|own| own.is_same(read));
        read.depends_on(&self.writes) && !is_basis
    }

    fn reads_itself(&self) -> bool {
        self.reads.iter().any(|read| read.is(&self.writes))
    }

    /// Where two steps write to one place, the coarser goes first.
    fn rank(&self) -> (usize, u8) {
        let kind = match &self.step.action {
            Action::Create(..) => 0,
            Action::Remove(..) => 1,
            Action::Assign(..) | Action::Collect(..) => 2,
            Action::Insert(..) => 3,
            Action::Choose(..) => 4,
        };
        (self.writes.path.len(), kind)
    }
}

fn action_reads(service: &Service, action: &Action) -> Vec<Read> {
    match action {
        Action::Assign(_, cases) | Action::Insert(_, cases) | Action::Remove(_, cases) => {
            cases.iter().flat_map(|case| case_reads(service, case)).collect()
        }
        Action::Create(_, cases) => cases.iter().flat_map(|scopes| scope_reads(service, scopes)).collect(),
        Action::Collect(_, collection) => {
            let mut found = scope_reads(service, &[Scope::Each(collection.binder.clone())]);
            let parts = collection.conditions.iter().chain([&collection.element]);
            found.extend(parts.flat_map(|part| reads(service, part)));
            found
        }
        Action::Choose(..) => Vec::new(),
    }
}

fn case_reads(service: &Service, case: &Case) -> Vec<Read> {
    let mut found = scope_reads(service, &case.scopes);
    found.extend(reads(service, &case.value));
    found
}

fn dependences(nodes: &[Node]) -> DiGraph<(), ()> {
    let mut graph = DiGraph::new();
    let ids: Vec<NodeIndex> = nodes.iter().map(|_| graph.add_node(())).collect();
    for (a, first) in nodes.iter().enumerate() {
        for (b, second) in nodes.iter().enumerate() {
            if a != b && goes_before(first, second) {
                graph.add_edge(ids[a], ids[b], ());
            }
        }
    }
    graph
}

fn goes_before(first: &Node, second: &Node) -> bool {
    let by_rank = first.writes.overlaps(&second.writes) && first.rank() < second.rank();
    second.needs(first) || (by_rank && !first.needs(second))
}

/// As written, as far as dependences allow; choices as late as they can be, so that checks can guide them.
fn by_dependence(nodes: Vec<Node>, graph: &DiGraph<(), ()>) -> Vec<Node> {
    let mut waiting: Vec<usize> =
        graph.node_indices().map(|id| graph.neighbors_directed(id, petgraph::Incoming).count()).collect();
    let mut nodes: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    let mut done = Vec::new();
    while let Some(next) = next_ready(&nodes, &waiting) {
        for after in graph.neighbors(NodeIndex::new(next)) {
            waiting[after.index()] -= 1;
        }
        done.extend(nodes[next].take());
    }
    done
}

fn next_ready(nodes: &[Option<Node>], waiting: &[usize]) -> Option<usize> {
    let ready = || nodes.iter().enumerate().filter(|(at, _)| waiting[*at] == 0);
    let plain = ready().find(|(_, node)| node.as_ref().is_some_and(|node| !node.is_choice()));
    plain.or_else(|| ready().find(|(_, node)| node.is_some())).map(|(at, _)| at)
}

/// Puts a check at the last step it depends on, if that is a choice.
fn guide(service: &Service, nodes: &mut [Node], check: &Check) {
    let mut needed = reads(service, &check.expr);
    needed.extend(scope_reads(service, &check.scopes));
    let last = nodes.iter().rposition(|node| needed.iter().any(|read| node.decides(read)));
    let Some(step) = last.and_then(|last| nodes.get_mut(last)).map(|node| &mut node.step) else { return };
    if let Action::Choose(_, checks) = &mut step.action {
        step.rule = super::Rule::Choice;
        step.clauses.push(check.clause);
        step.clauses.dedup();
        checks.push(check.clone());
    }
}

fn hole(nodes: &[Node], cycle: &[usize]) -> Hole {
    let mut clauses: Vec<usize> = cycle.iter().flat_map(|at| &nodes[*at].step.clauses).copied().collect();
    clauses.sort_unstable();
    clauses.dedup();
    let reason = if clauses.len() > 1 {
        "it and other clauses define each other in a circle"
    } else {
        "it defines a value by that value itself"
    };
    Hole { clause: clauses.first().copied().unwrap_or(0), reason: reason.to_string() }
}
