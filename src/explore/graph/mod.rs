//! The state machines of transitions as drawings: text for Graphviz, text for Mermaid, or an SVG image. What was
//! reached and taken is found elsewhere and handed in.

mod dot;
mod layers;
mod lines;
mod mermaid;
mod order;
mod place;
mod scene;
mod size;
mod svg;
mod text;
mod xml;

use petgraph::graph::{DiGraph, NodeIndex};
use serde::Serialize;

/// The state machine of one transition, as far as exploration went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StateMachine {
    /// The name of the transition.
    pub name: String,
    /// The entity whose field moves.
    pub entity: String,
    /// The field that moves.
    pub field: String,
    /// The values of the field.
    pub states: Vec<Node>,
    /// The rules of the transition. An edge whose ends are not both among the states is not drawn.
    pub edges: Vec<Edge>,
}

/// A value of the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Whether some entry was found in it.
    pub reached: bool,
    /// Whether some operation creates entries in it.
    pub first: bool,
}

/// A rule of the transition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// The position of the state before.
    pub from: usize,
    /// The position of the state after.
    pub to: usize,
    /// The operation.
    pub via: String,
    /// The guard, as the spec writes it.
    pub guard: Option<String>,
    /// How often it was taken.
    pub taken: u64,
}

/// How state machines are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// The language of Graphviz.
    Dot,
    /// A Mermaid state diagram.
    Mermaid,
    /// An image.
    Svg,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Dot, Format::Mermaid, Format::Svg];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Format::Dot => "dot",
            Format::Mermaid => "mermaid",
            Format::Svg => "svg",
        }
    }

    /// The format of this name.
    pub fn parse(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// All state machines in one document.
pub fn draw(machines: &[StateMachine], format: Format) -> String {
    match format {
        Format::Dot => dot::draw(machines),
        Format::Mermaid => mermaid::draw(machines),
        Format::Svg => svg::draw(machines),
    }
}

/// One state machine as an SVG element for a page that has a style for it; `marks` are further classes of its edges, by
/// position. Nothing where it is too large to be drawn.
pub fn figure(machine: &StateMachine, marks: &[&str]) -> String {
    svg::figure(machine, marks)
}

/// The states and the rules between them. A state keeps its position.
type Machine<'a> = DiGraph<&'a Node, &'a Edge>;

fn machine(drawn: &StateMachine) -> Machine<'_> {
    let mut graph = Machine::with_capacity(drawn.states.len(), drawn.edges.len());
    for state in &drawn.states {
        graph.add_node(state);
    }
    for edge in &drawn.edges {
        if edge.from.max(edge.to) < drawn.states.len() {
            graph.add_edge(NodeIndex::new(edge.from), NodeIndex::new(edge.to), edge);
        }
    }
    graph
}

/// What a machine is called, and what it moves.
fn title(machine: &StateMachine) -> String {
    format!("{}: {}.{}", machine.name, machine.entity, machine.field)
}

/// What an edge says: its operation, and its guard in brackets.
fn label(edge: &Edge) -> String {
    match &edge.guard {
        Some(guard) => format!("{} [{guard}]", edge.via),
        None => edge.via.clone(),
    }
}

/// How often an edge was taken, in words.
fn taken(edge: &Edge) -> String {
    match edge.taken {
        0 => "never taken".into(),
        1 => "taken once".into(),
        times => format!("taken {times} times"),
    }
}
