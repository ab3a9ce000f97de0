//! Ways that are gone once more, beside what is there: the same calls about other entries. What a spec says of one entry among
//! others (a filter that leaves some out, a count that is about one owner alone) shows where there are others of their own.

use imbl::OrdMap;
use rustc_hash::FxHashSet;

use super::BEGINNING;
use super::engine::Engine;
use super::measure::Measure;
use super::pool::Step;
use super::solve::Attempt;
use super::values::{Stock, Trial};
use crate::interp::{Call, State, Value};
use crate::ir::{OperationId, StateField, Type, TypeRef};

impl Engine<'_> {
    /// Puts beside the place where the operation succeeds that all is about what every other operation makes, itself
    /// included.
    pub(crate) fn meet_others(&mut self) {
        let Some((place, own)) = self.own.and_then(|own| self.shallowest_success(own)) else { return };
        for operation in self.operations() {
            let Some(way) = self.shallowest_way(operation) else { continue };
            if let Some(node) = self.go_apart(place, &way).filter(|_| !self.solver.meter.is_over()) {
                let now = own.now.max(self.pool.nodes[node].now);
                self.try_there(node, &Step { now, ..own.clone() });
            }
        }
    }

    /// Makes a call that succeeded elsewhere, and keeps both where it is made and where it leads.
    fn try_there(&mut self, node: usize, step: &Step) {
        self.pool.keep(node);
        self.look_at_call(node, &step.call, step.now);
        let attempt = Attempt { inputs: step.call.inputs.clone(), now: step.now, measure: Measure::default() };
        if let Some(next) = self.call(node, step.call.operation, &attempt) {
            self.pool.keep(next);
        }
    }

    /// The first state in which an operation succeeded, with the call.
    fn shallowest_success(&self, operation: OperationId) -> Option<(usize, Step)> {
        let made = self.pool.nodes.iter().filter_map(|node| node.parent.as_ref());
        let own = made.filter(|(_, step)| step.call.operation == operation);
        let (node, step) = own.min_by_key(|(node, _)| self.pool.nodes[*node].depth)?;
        Some((*node, Step::clone(step)))
    }

    /// The shortest way on which an operation succeeds at last.
    fn shallowest_way(&self, operation: OperationId) -> Option<Vec<Step>> {
        let (node, last) = self.shallowest_success(operation)?;
        Some(self.pool.trace(node).into_iter().chain([last]).collect())
    }

    /// Makes the calls of a way from a state on, about other entries, and says where that led. What does not succeed as it
    /// was, with other names, is searched for; where nothing is found, what is there has to do.
    fn go_apart(&mut self, from: usize, way: &[Step]) -> Option<usize> {
        let later = self.pool.nodes[from].now - BEGINNING;
        let mut names = Names { later, ..Names::default() };
        let (mut node, mut made) = (from, Stock::default());
        for step in way {
            if self.solver.meter.is_over() {
                return None;
            }
            let known = names.known.len();
            let inputs = self.other_inputs(node, &step.call, &mut names);
            let now = step.now.saturating_add(later).max(self.pool.nodes[node].now);
            let attempt = Attempt { inputs, now, measure: Measure::default() };
            let operation = step.call.operation;
            let again = self.call(node, operation, &attempt).or_else(|| self.step(node, operation, Some(&made)));
            let Some(next) = again else {
                names.known.truncate(known);
                self.make_do(node, step, &mut names);
                continue;
            };
            if let Some((_, done)) = &self.pool.nodes[next].parent {
                made.add_step(self.service(), done);
                names.note_all(&step.outputs, &done.outputs);
            }
            node = next;
        }
        (node != from).then_some(node)
    }

    /// Lets entries that are there stand for those that a call would have made.
    fn make_do(&self, node: usize, step: &Step, names: &mut Names) {
        let operation = self.service().operation(step.call.operation);
        let inputs = operation.inputs.iter().zip(&step.call.inputs);
        for (param, old) in inputs.chain(operation.outputs.iter().zip(&step.outputs)) {
            let entries = self.named_by(&self.pool.nodes[node].state, &param.ty);
            let there = if entries.contains_key(old) { Some(old) } else { entries.keys().next() };
            if let Some(there) = there.filter(|_| names.known(old).is_none()) {
                names.known.push((old.clone(), there.clone()));
            }
        }
    }

    /// The inputs of a call with a name of its own for every entry that they name.
    fn other_inputs(&self, node: usize, call: &Call, names: &mut Names) -> Vec<Value> {
        let declared = self.service().operation(call.operation).inputs.iter().zip(&call.inputs);
        declared.map(|(param, value)| self.other(node, &param.ty, value, names)).collect()
    }

    fn other(&self, node: usize, ty: &TypeRef, value: &Value, names: &mut Names) -> Value {
        if let Some(known) = names.known(value) {
            return known;
        }
        let state = &self.pool.nodes[node].state;
        let mut base = ty;
        while let Some(alias) = base.alias {
            if let Some(fresh) = self.fresh(state, base, names) {
                names.note(value, &fresh);
                return fresh;
            }
            base = &self.service().aliases[alias.index()].base;
        }
        match (&base.ty, value, &*base.args) {
            (Type::Entity(id), Value::Record(fields), _) => {
                let declared = self.service().entity(*id).fields.iter().zip(fields.iter());
                Value::Record(declared.map(|(field, value)| self.other(node, &field.ty, value, names)).collect())
            }
            (Type::Option(_), value, [inner]) if !value.is_none() => self.other(node, inner, value, names),
            (Type::Set(_), Value::Set(elements), [inner]) => {
                Value::Set(elements.iter().map(|element| self.other(node, inner, element, names)).collect())
            }
            (Type::Seq(_), Value::Seq(elements), [inner]) => {
                Value::Seq(elements.iter().map(|element| self.other(node, inner, element, names)).collect())
            }
            (_, Value::Instant(at), _) => Value::Instant(at.saturating_add(names.later)),
            _ => value.clone(),
        }
    }

    /// A name that no entry has, where values of a declared type name entries.
    fn fresh(&self, state: &State, ty: &TypeRef, names: &Names) -> Option<Value> {
        let relation = self.service().state.iter().find(|field| is_named_by(field, ty))?;
        let stock = Stock::default();
        let trial = Trial {
            service: self.service(),
            lore: &self.solver.lore,
            stock: &stock,
            hints: None,
            asked: &[],
            avoided: Some(&names.taken),
            fixed: None,
            now: BEGINNING,
            operation: None,
            turn: 0,
        };
        trial.fresh_key(&relation.ty, &self.named_by(state, ty))
    }

    /// All entries whose names are of a declared type.
    fn named_by(&self, state: &State, ty: &TypeRef) -> OrdMap<Value, Value> {
        let fields = self.service().state.iter().zip(state.fields());
        let relations = fields.filter(|(field, _)| is_named_by(field, ty)).filter_map(|(_, value)| match value {
            Value::Map(entries) => Some(entries.clone()),
            _ => None,
        });
        relations.fold(OrdMap::new(), OrdMap::union)
    }
}

/// Whether the keys of a relation are of a declared type.
fn is_named_by(field: &StateField, ty: &TypeRef) -> bool {
    matches!((&field.ty.ty, &*field.ty.args), (Type::Map(..) | Type::Multi(..), [key, _]) if key == ty)
}

/// What entries are called the second time.
#[derive(Default)]
struct Names {
    /// Each value with the one that stands for it.
    known: Vec<(Value, Value)>,
    taken: FxHashSet<Value>,
    /// How much later everything happens, in milliseconds.
    later: i64,
}

impl Names {
    fn known(&self, value: &Value) -> Option<Value> {
        self.known.iter().rev().find(|(old, _)| old == value).map(|(_, new)| new.clone())
    }

    fn note(&mut self, old: &Value, new: &Value) {
        self.known.push((old.clone(), new.clone()));
        self.taken.extend([old.clone(), new.clone()]);
    }

    /// What was answered the second time stands for what was answered the first time.
    fn note_all(&mut self, old: &[Value], new: &[Value]) {
        for (old, new) in old.iter().zip(new).filter(|(old, new)| old != new) {
            match (old, new) {
                (Value::Record(old), Value::Record(new)) => self.note_all(old, new),
                (Value::Int(_) | Value::Text(_) | Value::Uuid(_), _) => self.note(old, new),
                _ => {}
            }
        }
    }
}
