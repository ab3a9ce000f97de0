//! Which clauses of an operation do not hold for a call, each looked at by itself: a case that is meant to break one
//! clause breaks that one and no other.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;
use specc::interp::{self, Machine, Rejection, State, wire};
use specc::ir::{Clause, Names, Operation, OperationId, Service, print};

use super::json::{patched, text};
use super::session::{Checked, ensure};
use super::table::{Case, Expect, Fixture};

/// A service with one more operation per clause, which has only that clause; and one per operation that a transition
/// names, which has no clause at all.
pub struct Probe<'s> {
    service: &'s Service,
    machine: Machine,
    clauses: BTreeMap<(usize, usize), OperationId>,
    transitions: BTreeMap<usize, OperationId>,
}

impl<'s> Probe<'s> {
    pub fn new(service: &'s Service) -> Probe<'s> {
        let mut wide = service.clone();
        let (mut clauses, mut transitions) = (BTreeMap::new(), BTreeMap::new());
        for (at, operation) in service.operations.iter().enumerate() {
            for (index, clause) in operation.requires.iter().enumerate() {
                clauses.insert((at, index), bare(&mut wide, operation, vec![clause.clone()]));
            }
            let id = OperationId(at as u32);
            let via = |rule: &specc::ir::Rule| rule.resolved.as_ref().is_ok_and(|rule| rule.via == id);
            if service.transitions.iter().any(|transition| transition.rules.iter().any(via)) {
                let probe = bare(&mut wide, operation, Vec::new());
                for transition in &mut wide.transitions {
                    let mut rules: Vec<_> = transition.rules.iter().filter(|rule| via(rule)).cloned().collect();
                    rules.iter_mut().for_each(|rule| rule.resolved.as_mut().expect("a rule").via = probe);
                    transition.rules.extend(rules);
                }
                transitions.insert(at, probe);
            }
        }
        Probe { service, machine: Machine::new(Arc::new(wide)), clauses, transitions }
    }

    /// Whether a case breaks what it says and nothing else. What is undefined because of it does not count.
    pub fn alone(&mut self, fixture: &Fixture, case: &Case) -> Checked {
        let at = self.service.operations.iter().position(|operation| operation.name == case.operation);
        let at = at.expect("an operation");
        let json = patched(&fixture.base, &case.state);
        let state = wire::decode_state(self.service, &json).expect("a state");
        let clock = case.clock.unwrap_or(fixture.clock);
        let now = clock.parse::<jiff::Timestamp>().expect("an instant").as_millisecond();
        let inputs = self.inputs(&self.service.operations[at], &case.call.inputs);

        let mut found = BTreeSet::new();
        for index in 0..self.service.operations[at].requires.len() {
            if self.fails(self.clauses[&(at, index)], &state, &inputs, now) {
                found.insert(clause_text(self.service, &self.service.operations[at], index));
            }
        }
        if let Some(probe) = self.transitions.get(&at)
            && entry(self.service, at, case, &json).is_some()
            && self.fails(*probe, &state, &inputs, now)
        {
            found.insert("a rule".into());
        }
        let expected: BTreeSet<String> = match &case.expect {
            Expect::Success(_) => BTreeSet::new(),
            Expect::Rejection(rejection) => {
                let clauses = rejection.clause.iter().chain(&rejection.also).map(ToString::to_string);
                clauses.chain(rejection.transition.map(|_| "a rule".to_string())).collect()
            }
        };
        ensure!(found == expected, "it breaks {found:?}");
        Ok(())
    }

    fn inputs(&self, operation: &Operation, inputs: &Value) -> Vec<interp::Value> {
        let input = |param: &specc::ir::Param| match inputs.get(param.name.as_str()).or(wire::absent(&param.ty.ty)) {
            Some(json) => wire::decode(self.service, &param.ty.ty, json).expect("an input"),
            None => interp::Value::empty_set(),
        };
        operation.inputs.iter().map(input).collect()
    }

    fn fails(&self, operation: OperationId, state: &State, inputs: &[interp::Value], now: i64) -> bool {
        let call = interp::Call { operation, inputs: inputs.to_vec() };
        match self.machine.precondition(state, &call, now).expect("no overflow") {
            None => false,
            Some(Rejection::Missing(_, stop) | Rejection::Requires(_, stop)) => stop.is_none(),
            Some(Rejection::Transition(_)) => true,
            Some(Rejection::Input(..)) => panic!("an input breaks its type"),
        }
    }
}

/// Adds an operation that takes the same inputs, has these clauses, and promises nothing.
fn bare(service: &mut Service, operation: &Operation, requires: Vec<Clause>) -> OperationId {
    let id = OperationId(service.operations.len() as u32);
    let name = format!("{}{}", operation.name, id.0).into();
    let inputs = operation.inputs.clone();
    let (outputs, ensures, auth, span) = (Vec::new(), Vec::new(), Vec::new(), operation.span);
    service.operations.push(Operation { name, span, inputs, outputs, requires, ensures, auth });
    id
}

pub fn clause_text(service: &Service, operation: &Operation, index: usize) -> String {
    print(&operation.requires[index].expr, service, Names { operation: Some(operation), ..Names::default() })
}

/// The value of the field of a transition, in the entry that a call is about.
pub fn entry(service: &Service, operation: usize, case: &Case, state: &Value) -> Option<String> {
    service.transitions.iter().find_map(|transition| {
        let rules = transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
        let rule = rules.into_iter().find(|rule| rule.via.index() == operation)?;
        let relation = state.get(service.state_field(rule.relation).name.as_str())?;
        let key = case.call.inputs.get(service.operations[operation].inputs[rule.key.index()].name.as_str())?;
        let field = &service.entity(transition.entity).fields[transition.field.index()].name;
        relation.get(text(key))?.get(field.as_str())?.as_str().map(str::to_string)
    })
}
