//! The state machine of each transition, as far as it was reached.

use super::graph::{Edge, Node, StateMachine};
use super::pool::Pool;
use super::target::rule_of;
use crate::interp::{State, Value};
use crate::ir::{Names, Service, StateId, Type, print};

/// The state machines of a service, with what the states that were reached show of them.
pub(crate) fn machines(service: &Service, pool: &Pool) -> Vec<StateMachine> {
    (0..service.transitions.len()).filter_map(|at| machine(service, pool, at)).collect()
}

fn machine(service: &Service, pool: &Pool, at: usize) -> Option<StateMachine> {
    let transition = &service.transitions[at];
    let field = &service.entity(transition.entity).fields[transition.field.index()];
    let Type::Enum(values) = field.ty.ty else { return None };
    let mut seen = Seen::new(service, at, service.enumeration(values).values.len());
    pool.nodes.iter().for_each(|node| {
        let before = node.parent.as_ref().map(|(parent, _)| &pool.nodes[*parent].state);
        seen.look(before, &node.state);
    });
    for node in &pool.nodes {
        if let Some((parent, step)) = &node.parent {
            seen.take(service, at, &pool.nodes[*parent].state, &node.state, step);
        }
    }
    drawn(service, at, &seen)
}

/// The state machines that a service declares, each with the position of its transition: every value counts as reached, and
/// no rule as taken.
pub fn declared(service: &Service) -> Vec<(usize, StateMachine)> {
    let machine = |at: usize| {
        let transition = &service.transitions[at];
        let field = &service.entity(transition.entity).fields[transition.field.index()];
        let Type::Enum(values) = field.ty.ty else { return None };
        let count = service.enumeration(values).values.len();
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
struct Seen {
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
