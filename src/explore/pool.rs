//! The states that were reached, each with the way to it, and what makes a state unlike the others.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};

use super::values::Stock;
use crate::interp::{Call, State, Value};
use crate::ir::{OperationId, Service, StateId};

/// How many calls back values are remembered.
const MEMORY: usize = 24;

/// A call that was made on the way to a state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The call.
    pub call: Call,
    /// Its instant.
    pub now: i64,
    /// What it answered.
    pub outputs: Vec<Value>,
}

/// A state that was reached.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) state: State,
    /// The instant of the last call.
    pub(crate) now: i64,
    pub(crate) parent: Option<(usize, Arc<Step>)>,
    pub(crate) depth: usize,
    stock: OnceLock<Arc<Stock>>,
}

/// The states that were reached.
#[derive(Debug, Clone)]
pub(crate) struct Pool {
    pub(crate) nodes: Vec<Node>,
    /// Those that showed something new, in the order they were found.
    pub(crate) novel: Vec<usize>,
    features: FxHashSet<u64>,
    /// The state fields that matter.
    pub(crate) fields: Vec<StateId>,
}

impl Pool {
    pub(crate) fn new(fields: Vec<StateId>, state: State, now: i64) -> Pool {
        let mut pool = Pool { nodes: Vec::new(), novel: Vec::new(), features: FxHashSet::default(), fields };
        pool.add(state, now, None);
        pool
    }

    /// Adds a state, and says where it is.
    pub(crate) fn add(&mut self, state: State, now: i64, parent: Option<(usize, Step)>) -> usize {
        let parent = parent.map(|(at, step)| (at, Arc::new(step)));
        let depth = parent.as_ref().map_or(0, |(at, _)| self.nodes[*at].depth + 1);
        let mut found = Vec::new();
        features(&self.fields, &state, now, &mut found);
        let known = self.features.len();
        self.features.extend(found);
        let at = self.nodes.len();
        if self.features.len() > known || at == 0 {
            self.novel.push(at);
        }
        self.nodes.push(Node { state, now, parent, depth, stock: OnceLock::new() });
        at
    }

    /// From now on these state fields matter.
    pub(crate) fn look_at(&mut self, fields: Vec<StateId>) {
        if self.fields == fields {
            return;
        }
        self.fields = fields;
        let mut found = Vec::new();
        self.novel.iter().for_each(|at| {
            let Node { state, now, .. } = &self.nodes[*at];
            features(&self.fields, state, *now, &mut found);
        });
        self.features = found.into_iter().collect();
    }

    /// Counts a state among those that are worth going on from.
    pub(crate) fn keep(&mut self, at: usize) {
        if !self.novel.contains(&at) {
            self.novel.push(at);
        }
    }

    /// What a state is like but for one of its fields.
    pub(crate) fn likeness(&self, at: usize, but: StateId) -> u64 {
        let Node { state, now, .. } = &self.nodes[at];
        let others = self.fields.iter().filter(|id| **id != but);
        mark(&others.map(|id| shape(state.field(*id), *now, 0)).collect::<Vec<_>>())
    }

    /// The state with the shortest way on which an operation succeeded twice.
    pub(crate) fn shallowest_twice(&self, operation: OperationId) -> Option<usize> {
        let mut counts: Vec<u8> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let count = node
                .parent
                .as_ref()
                .map_or(0, |(parent, step)| counts[*parent].saturating_add(u8::from(step.call.operation == operation)));
            counts.push(count);
        }
        (0..self.nodes.len()).filter(|at| counts[*at] >= 2).min_by_key(|at| self.nodes[*at].depth)
    }

    /// The calls that lead to a state, from the first on.
    pub(crate) fn trace(&self, at: usize) -> Vec<Step> {
        let mut found = Vec::new();
        let mut next = &self.nodes[at].parent;
        while let Some((parent, step)) = next {
            found.push(Step::clone(step));
            next = &self.nodes[*parent].parent;
        }
        found.reverse();
        found
    }

    /// The values that are about in a state.
    pub(crate) fn stock(&self, service: &Service, at: usize) -> &Stock {
        self.nodes[at].stock.get_or_init(|| {
            let node = &self.nodes[at];
            let mut stock = Stock::of_state(service, &node.state);
            let mut next = &node.parent;
            for _ in 0..MEMORY {
                let Some((parent, step)) = next else { break };
                stock.add_step(service, step);
                next = &self.nodes[*parent].parent;
            }
            Arc::new(stock)
        })
    }
}

/// Marks of a state: how large its collections are, and of what shape their entries.
fn features(fields: &[StateId], state: &State, now: i64, found: &mut Vec<u64>) {
    let values = || fields.iter().map(|id| (id.index(), state.field(*id)));
    for (at, value) in values() {
        found.push(mark(&(at, shape(value, now, 0))));
        let parts: Box<dyn Iterator<Item = &Value>> = match value {
            Value::Map(entries) => Box::new(entries.values()),
            Value::Set(elements) => Box::new(elements.iter()),
            Value::Seq(elements) => Box::new(elements.iter()),
            _ => Box::new(std::iter::empty()),
        };
        let parts: Vec<&Value> = parts.collect();
        found.extend(parts.iter().map(|part| mark(&(at, "part", shape(part, now, 1)))));
        found.extend(mixtures(&parts).map(|mixture| mark(&(at, "mixture", mixture))));
    }
    let sizes: Vec<u64> = values().map(|(_, value)| shape(value, now, 2)).collect();
    if fields.len() > 1 {
        found.push(mark(&("all", sizes)));
    }
}

/// For each field of the entries, which values of an enum or truth values there are beside each other.
fn mixtures(parts: &[&Value]) -> impl Iterator<Item = (usize, Vec<Value>)> {
    let mut found: Vec<(usize, BTreeSet<Value>)> = Vec::new();
    for part in parts {
        let Value::Record(fields) = part else { continue };
        for (at, value) in
            fields.iter().enumerate().filter(|(_, value)| matches!(value, Value::Enum(_) | Value::Bool(_)))
        {
            match found.iter_mut().find(|(field, _)| *field == at) {
                Some((_, values)) => drop(values.insert(value.clone())),
                None => found.push((at, BTreeSet::from([value.clone()]))),
            }
        }
    }
    found.into_iter().map(|(at, values)| (at, values.into_iter().collect()))
}

fn mark(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What a value is like, without its particulars. At depth 2 only whether a collection is empty counts.
fn shape(value: &Value, now: i64, depth: usize) -> u64 {
    let sized = |count: usize| mark(&("size", if depth == 2 { count.min(1) } else { bucket(count) }));
    match value {
        Value::None => 1,
        Value::Bool(flag) => mark(&("bool", flag)),
        Value::Int(number) | Value::Span(number) => mark(&("number", number_bucket(*number))),
        Value::Float(number) => mark(&("real", number_bucket(number.get() as i64))),
        Value::Instant(at) => mark(&("instant", at.cmp(&now))),
        Value::Enum(at) => mark(&("enum", at)),
        Value::Text(text) => mark(&("text", text.is_empty())),
        Value::Uuid(_) => 2,
        Value::Record(fields) => mark(&fields.iter().map(|field| shape(field, now, 1)).collect::<Vec<_>>()),
        Value::Set(elements) => sized(elements.len()),
        Value::Seq(elements) => sized(elements.len()),
        Value::Map(entries) => sized(entries.len()),
        Value::Open => 3,
    }
}

fn bucket(count: usize) -> usize {
    match count {
        0..=3 => count,
        4..=5 => 4,
        6..=9 => 6,
        _ => 10,
    }
}

fn number_bucket(number: i64) -> i64 {
    match number {
        ..=-2 => -2,
        -1..=3 => number,
        4..=10 => 4,
        11..=100 => 11,
        _ => 101,
    }
}
