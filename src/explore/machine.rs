//! The state machine of each transition, as far as it was reached.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::graph::{Edge, Node, StateMachine};
use super::pool::Pool;
use super::target::rule_of;
use crate::interp::{State, Value};
use crate::ir::{Names, OperationId, Service, StateId, Type, print};

/// The state machines of a service, with what was seen of each, by position.
pub(crate) fn machines(service: &Service, seen: &FxHashMap<usize, Seen>) -> Vec<StateMachine> {
    let machine = |at: usize| match seen.get(&at) {
        Some(seen) => drawn(service, at, seen),
        None => drawn(service, at, &Seen::new(service, at, values(service, at)?)),
    };
    (0..service.transitions.len()).filter_map(machine).collect()
}

/// What the states that were reached show of the transitions that operations go by, by position.
pub(crate) fn seen(service: &Service, operations: &[OperationId], pool: &Pool) -> Vec<(usize, Seen)> {
    let is_gone_by = |at: &usize| {
        let rules = service.transitions[*at].rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
        rules.into_iter().any(|rule| operations.contains(&rule.via))
    };
    let seen = |at: usize| Some((at, seen_of(service, pool, at, values(service, at)?)));
    (0..service.transitions.len()).filter(is_gone_by).filter_map(seen).collect()
}

/// How many values the field of a transition can have.
fn values(service: &Service, at: usize) -> Option<usize> {
    let transition = &service.transitions[at];
    let field = &service.entity(transition.entity).fields[transition.field.index()];
    let Type::Enum(values) = field.ty.ty else { return None };
    Some(service.enumeration(values).values.len())
}

fn seen_of(service: &Service, pool: &Pool, at: usize, values: usize) -> Seen {
    let mut seen = Seen::new(service, at, values);
    for node in &pool.nodes {
        let parent = node.parent.as_ref().map(|(parent, step)| (&pool.nodes[*parent].state, step));
        seen.look(parent.map(|(before, _)| before), &node.state);
        if let Some((before, step)) = parent {
            seen.take(service, at, before, &node.state, step);
        }
    }
    seen
}

/// The state machines that a service declares, each with the position of its transition: every value counts as reached, and
/// no rule as taken.
pub fn declared(service: &Service) -> Vec<(usize, StateMachine)> {
    let machine = |at: usize| {
        let count = values(service, at)?;
        let seen = Seen { reached: vec![true; count], ..Seen::new(service, at, count) };
        Some((at, drawn(service, at, &seen)?))
    };
    (0..service.transitions.len()).filter_map(machine).collect()
}

fn drawn(service: &Service, at: usize, seen: &Seen) -> Option<StateMachine> {
    let transition = &service.transitions[at];
    let entity = service.entity(transition.entity);
    let field = &entity.fields[transition.field.index()];
    let Type::Enum(values) = field.ty.ty else { return None };
    let names = service.enumeration(values).values.iter().enumerate();
    let states = names
        .map(|(value, declared)| Node {
            name: declared.name.to_string(),
            reached: seen.reached[value],
            first: seen.first[value],
        })
        .collect();
    let rules = (0..transition.rules.len()).filter_map(|rule| Some((rule, rule_of(service, at, rule)?)));
    let edges = rules
        .map(|(index, rule)| {
            let operation = service.operation(rule.via);
            let names = Names { operation: Some(operation), entity: Some(entity), ..Names::default() };
            Edge {
                from: rule.from as usize,
                to: rule.to as usize,
                via: operation.name.to_string(),
                guard: rule.guard.as_ref().map(|guard| print(guard, service, names)),
                taken: seen.taken[index],
            }
        })
        .collect();
    let name = transition.name.to_string();
    Some(StateMachine { name, entity: entity.name.to_string(), field: field.name.to_string(), states, edges })
}

/// What was seen of a transition.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Seen {
    relations: Vec<StateId>,
    field: usize,
    reached: Vec<bool>,
    first: Vec<bool>,
    taken: Vec<u64>,
}

impl Seen {
    fn new(service: &Service, at: usize, values: usize) -> Seen {
        let transition = &service.transitions[at];
        let holds = |ty: &Type| matches!(ty, Type::Map(_, inner) if **inner == Type::Entity(transition.entity));
        let relations = (0..service.state.len() as u32).map(StateId);
        Seen {
            relations: relations.filter(|id| holds(&service.state_field(*id).ty.ty)).collect(),
            field: transition.field.index(),
            reached: vec![false; values],
            first: vec![false; values],
            taken: vec![0; transition.rules.len()],
        }
    }

    /// Whether it can be about a transition of a service.
    pub(crate) fn fits(&self, service: &Service, at: usize) -> bool {
        let rules = service.transitions.get(at).map(|transition| transition.rules.len());
        let values = rules.and_then(|_| values(service, at));
        rules == Some(self.taken.len()) && values == Some(self.reached.len()) && values == Some(self.first.len())
    }

    /// Adds what was seen elsewhere.
    pub(crate) fn add(&mut self, other: &Seen) {
        let or = |all: &mut [bool], own: &[bool]| all.iter_mut().zip(own).for_each(|(all, own)| *all |= own);
        or(&mut self.reached, &other.reached);
        or(&mut self.first, &other.first);
        self.taken.iter_mut().zip(&other.taken).for_each(|(all, own)| *all += own);
    }

    fn value(&self, entry: &Value) -> Option<usize> {
        match entry {
            Value::Record(fields) => match fields.get(self.field) {
                Some(Value::Enum(value)) => Some(*value as usize),
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes the values that entries have, and those that new entries begin with.
    fn look(&mut self, before: Option<&State>, after: &State) {
        for id in self.relations.clone() {
            let Value::Map(entries) = after.field(id) else { continue };
            for (key, entry) in entries {
                let Some(value) = self.value(entry) else { continue };
                let old = before.map(|state| matches!(state.field(id), Value::Map(old) if old.contains_key(key)));
                self.reached[value] = true;
                self.first[value] |= old != Some(true);
            }
        }
    }

    /// Notes the rule that a call took.
    fn take(&mut self, service: &Service, at: usize, before: &State, after: &State, step: &super::Step) {
        for index in 0..self.taken.len() {
            let Some(rule) = rule_of(service, at, index).filter(|rule| rule.via == step.call.operation) else {
                continue;
            };
            let value_in = |state: &State| {
                let Value::Map(entries) = state.field(rule.relation) else { return None };
                self.value(entries.get(step.call.inputs.get(rule.key.index())?)?)
            };
            let went = value_in(before) == Some(rule.from as usize) && value_in(after) == Some(rule.to as usize);
            self.taken[index] += u64::from(went);
        }
    }
}
