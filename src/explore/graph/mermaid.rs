//! State machines as a Mermaid state diagram; each one is a state of the diagram, with the machine inside.

use std::fmt::Write;

use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use super::text::visible;
use super::{Edge, Machine, StateMachine, label, machine, title};

pub(super) fn draw(machines: &[StateMachine]) -> String {
    let mut out = String::from("stateDiagram-v2\n");
    let mut unreached = String::new();
    let mut offset = 0;
    for (number, machine) in machines.iter().enumerate() {
        let _ = writeln!(out, "    state \"{}\" as m{number} {{", escaped(&title(machine)));
        body(machine, offset, &mut out);
        out.push_str("    }\n");
        let ids = (offset..).zip(&machine.states).filter(|(_, state)| !state.reached);
        unreached.extend(ids.map(|(id, _)| format!("    class s{id} unreached\n")));
        offset += machine.states.len();
    }
    // Mermaid takes no notice of a class that is given inside a state.
    if !unreached.is_empty() {
        out.push_str("    classDef unreached stroke-dasharray: 4\n");
    }
    out + &unreached
}

/// The states and edges of a machine. States are numbered over the whole diagram, since the name of a value may be a
/// word of Mermaid.
fn body(drawn: &StateMachine, offset: usize, out: &mut String) {
    for (id, state) in (offset..).zip(&drawn.states) {
        let _ = writeln!(out, "        state \"{}\" as s{id}", escaped(&state.name));
    }
    for (id, _) in (offset..).zip(&drawn.states).filter(|(_, state)| state.first) {
        let _ = writeln!(out, "        [*] --> s{id}");
    }
    let graph = machine(drawn);
    for state in graph.node_indices() {
        loops(&graph, state, offset + state.index(), out);
    }
    for edge in graph.edge_references().filter(|edge| edge.source() != edge.target()) {
        let (from, to) = (offset + edge.source().index(), offset + edge.target().index());
        let _ = writeln!(out, "        s{from} --> s{to} : {}", edge_label(edge.weight()));
    }
}

/// All loops of a state as one, since Mermaid would show only the last of several.
fn loops(graph: &Machine<'_>, state: NodeIndex, id: usize, out: &mut String) {
    let mut labels: Vec<String> = graph.edges_connecting(state, state).map(|edge| edge_label(edge.weight())).collect();
    // petgraph lists the edges of a state from the newest to the oldest.
    labels.reverse();
    if !labels.is_empty() {
        let _ = writeln!(out, "        s{id} --> s{id} : {}", labels.join("<br/>"));
    }
}

/// Mermaid gives the edges of state diagrams no style of their own, so an untaken one says it in words.
fn edge_label(edge: &Edge) -> String {
    let untaken = if edge.taken == 0 { " (never taken)" } else { "" };
    escaped(&label(edge)) + untaken
}

/// A text of which Mermaid reads nothing as syntax: everything but letters, digits and harmless signs is the number
/// of its character.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in visible(text).chars() {
        if character.is_alphanumeric() || " _.,()[]=+-/!?'".contains(character) {
            out.push(character);
        } else {
            let _ = write!(out, "#{};", u32::from(character));
        }
    }
    out
}
