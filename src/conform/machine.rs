//! The state machines that a spec declares, with what became of each of their rules.

use super::verdict::{Outcome, Verdict};
use crate::explore::declared;
use crate::explore::graph::StateMachine;
use crate::ir::Service;
use crate::plan::ClauseId;

/// A state machine, and the outcome of each of its edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The machine; an edge was taken as often as examples exercised its rule.
    pub machine: StateMachine,
    /// What became of the rules, edge by edge.
    pub outcomes: Vec<Outcome>,
}

/// The state machines of a service.
pub fn machines(service: &Service, verdict: &Verdict) -> Vec<Drawn> {
    let declared = declared(service).into_iter();
    declared.map(|(transition, machine)| drawn(service, verdict, transition, machine)).collect()
}

fn drawn(service: &Service, verdict: &Verdict, transition: usize, mut machine: StateMachine) -> Drawn {
    let rules = service.transitions[transition].rules.iter().enumerate();
    let resolved = rules.filter(|(_, rule)| rule.resolved.is_ok());
    let mut outcomes = Vec::with_capacity(machine.edges.len());
    for (edge, (rule, _)) in machine.edges.iter_mut().zip(resolved) {
        let clause = verdict.clause(&ClauseId::of_rule(service, transition, rule).0);
        edge.taken = clause.and_then(|clause| clause.examples).unwrap_or(0);
        outcomes.push(clause.map_or(Outcome::NotRun, |clause| clause.outcome));
    }
    Drawn { machine, outcomes }
}
