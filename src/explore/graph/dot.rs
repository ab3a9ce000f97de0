//! State machines in the language of Graphviz: one digraph, with a cluster per machine.

use std::fmt::Write;

use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::text::visible;
use super::{Edge, Machine, Node, StateMachine, label, machine, taken, title};

/// A state, or the dot from which an arrow leads to a first state.
#[derive(Debug)]
enum Spot<'a> {
    State(&'a Node),
    Start,
}

/// All machines side by side. Positions are told apart by sharing one graph.
#[derive(Debug, Default)]
struct Drawing<'a> {
    graph: DiGraph<Spot<'a>, Option<&'a Edge>>,
    clusters: String,
}

pub(super) fn draw(machines: &[StateMachine]) -> String {
    let graphs: Vec<Machine<'_>> = machines.iter().map(machine).collect();
    let mut drawing = Drawing::default();
    for (number, (machine, graph)) in machines.iter().zip(&graphs).enumerate() {
        let spots = drawing.add(graph);
        drawing.cluster(number, machine, &spots);
    }
    let content = [Config::GraphContentOnly, Config::NodeNoLabel, Config::EdgeNoLabel];
    let edge = |_: &DiGraph<Spot<'_>, Option<&Edge>>, edge: petgraph::graph::EdgeReference<'_, Option<&Edge>>| {
        edge_attributes(*edge.weight())
    };
    let dot = Dot::with_attr_getters(&drawing.graph, &content, &edge, &|_, (_, spot)| spot_attributes(spot));
    format!("digraph {{\n{DEFAULTS}{dot:?}{}}}\n", drawing.clusters)
}

const DEFAULTS: &str = r#"    graph [ fontname = "monospace" ]
    node [ fontname = "monospace" shape = box style = rounded ]
    edge [ fontname = "monospace" fontsize = 11 ]
"#;

impl<'a> Drawing<'a> {
    /// Adds a machine and gives its spots.
    fn add(&mut self, machine: &Machine<'a>) -> Vec<NodeIndex> {
        let states: Vec<NodeIndex> =
            machine.node_weights().map(|state| self.graph.add_node(Spot::State(state))).collect();
        let mut spots = states.clone();
        for (_, spot) in machine.node_weights().zip(&states).filter(|(state, _)| state.first) {
            let start = self.graph.add_node(Spot::Start);
            self.graph.add_edge(start, *spot, None);
            spots.push(start);
        }
        for edge in machine.edge_references() {
            if let (Some(from), Some(to)) = (states.get(edge.source().index()), states.get(edge.target().index())) {
                self.graph.add_edge(*from, *to, Some(edge.weight()));
            }
        }
        spots
    }

    fn cluster(&mut self, number: usize, machine: &StateMachine, spots: &[NodeIndex]) {
        let spots: String = spots.iter().map(|spot| format!(" {};", spot.index())).collect();
        let _ =
            writeln!(self.clusters, "    subgraph cluster_{number} {{ label = {};{spots} }}", quoted(&title(machine)));
    }
}

fn spot_attributes(spot: &Spot<'_>) -> String {
    match spot {
        Spot::Start => r#"shape = point width = 0.12 label = "" "#.into(),
        Spot::State(state) if state.reached => format!("label = {} ", quoted(&state.name)),
        Spot::State(state) => {
            format!(r#"label = {} style = "rounded,dashed" color = gray fontcolor = gray "#, quoted(&state.name))
        }
    }
}

fn edge_attributes(edge: Option<&Edge>) -> String {
    let Some(edge) = edge else { return String::new() };
    let words = format!("label = {} tooltip = {} ", quoted(&label(edge)), quoted(&taken(edge)));
    if edge.taken > 0 { words } else { words + "style = dashed color = gray fontcolor = gray " }
}

/// A text in quotes. Graphviz reads `\` and `&` in labels as the start of an escape.
fn quoted(text: &str) -> String {
    let text = visible(text).replace('&', "&amp;").replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{text}\"")
}
