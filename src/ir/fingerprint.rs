//! What the declarations of a service say, each as a hash, without where they stand: so that it can be told which of them
//! an edit changed. A key is the hash of some declarations and of all that they mention.

use rustc_hash::FxHashMap;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::trace::Trace;
use super::{AliasId, EntityId, EnumId, FunctionId, OperationId, Service, StateId};

/// A declaration of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// An operation
    Operation(OperationId),
    /// A state field
    State(StateId),
    /// An invariant of the service, by position
    Invariant(usize),
    /// A fact, by position
    Fact(usize),
    /// A temporal property, by position
    Temporal(usize),
    /// A transition, by position
    Transition(usize),
    /// A function, a predicate or an extern
    Function(FunctionId),
    /// An alias
    Alias(AliasId),
    /// An entity
    Entity(EntityId),
    /// An enum
    Enum(EnumId),
}

/// The hashes of all declarations of a service.
#[derive(Debug, Clone)]
pub struct Fingerprints {
    /// In the order of the parts.
    prints: Vec<Print>,
    /// Where the print of each part is.
    places: FxHashMap<Part, usize>,
}

/// What one declaration says, with its own identity, by which others refer to it.
#[derive(Debug, Clone)]
struct Print {
    part: Part,
    hash: [u8; 32],
    mentions: Vec<usize>,
}

impl Fingerprints {
    /// Of a service.
    pub fn of(service: &Service) -> Fingerprints {
        let traces = traces(service);
        let places: FxHashMap<Part, usize> = traces.iter().enumerate().map(|(at, (part, _))| (*part, at)).collect();
        let state: Vec<Part> = (0..service.state.len()).map(|at| Part::State(StateId(at as u32))).collect();
        let print = |(part, trace): &(Part, Trace)| {
            let whole_state = if trace.over_instances { state.as_slice() } else { &[] };
            let mut mentions: Vec<usize> =
                trace.mentions.iter().chain(whole_state).filter_map(|part| places.get(part).copied()).collect();
            mentions.sort_unstable();
            mentions.dedup();
            Print { part: *part, hash: hash(*part, &trace.bytes), mentions }
        };
        let prints = traces.iter().map(print).collect();
        Fingerprints { prints, places }
    }

    /// What some declarations say, with all that they mention: functions and state fields, and the aliases, entities and
    /// enums of their types. Neither order nor repetition makes a difference.
    pub fn key(&self, parts: impl IntoIterator<Item = Part>) -> String {
        let mut open: Vec<usize> = parts.into_iter().filter_map(|part| self.places.get(&part).copied()).collect();
        let mut known = vec![false; self.prints.len()];
        while let Some(at) = open.pop() {
            if let (Some(known), Some(print)) = (known.get_mut(at), self.prints.get(at))
                && !std::mem::replace(known, true)
            {
                open.extend(&print.mentions);
            }
        }
        let mut hasher = Sha256::new();
        let there = self.prints.iter().zip(&known).filter(|(_, known)| **known);
        there.for_each(|(print, _)| hasher.update(print.hash));
        hex(&hasher.finalize())
    }

    /// All declarations.
    pub fn parts(&self) -> impl Iterator<Item = Part> {
        self.prints.iter().map(|print| print.part)
    }
}

fn hash(part: Part, bytes: &[u8]) -> [u8; 32] {
    let (kind, at) = match part {
        Part::Operation(id) => (0, id.index()),
        Part::State(id) => (1, id.index()),
        Part::Invariant(at) => (2, at),
        Part::Fact(at) => (3, at),
        Part::Temporal(at) => (4, at),
        Part::Transition(at) => (5, at),
        Part::Function(id) => (6, id.index()),
        Part::Alias(id) => (7, id.index()),
        Part::Entity(id) => (8, id.index()),
        Part::Enum(id) => (9, id.index()),
    };
    let mut hasher = Sha256::new();
    hasher.update([kind]);
    hasher.update((at as u64).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Every declaration with what it says. What only decides how a service is reached and stored is not among them.
fn traces(service: &Service) -> Vec<(Part, Trace)> {
    let Service {
        name: _,
        enums,
        aliases,
        entities,
        state,
        functions,
        operations,
        transitions,
        invariants,
        facts,
        temporals,
        conventions: _,
        schemes: _,
    } = service;
    let mut found = Vec::new();
    add(&mut found, operations, |at| Part::Operation(OperationId(at as u32)));
    add(&mut found, state, |at| Part::State(StateId(at as u32)));
    add(&mut found, invariants, Part::Invariant);
    add(&mut found, facts, Part::Fact);
    add(&mut found, temporals, Part::Temporal);
    add(&mut found, transitions, Part::Transition);
    add(&mut found, functions, |at| Part::Function(FunctionId(at as u32)));
    add(&mut found, aliases, |at| Part::Alias(AliasId(at as u32)));
    add(&mut found, entities, |at| Part::Entity(EntityId(at as u32)));
    add(&mut found, enums, |at| Part::Enum(EnumId(at as u32)));
    found
}

fn add(found: &mut Vec<(Part, Trace)>, declared: &[impl Serialize], part: impl Fn(usize) -> Part) {
    found.extend(declared.iter().enumerate().map(|(at, declared)| (part(at), Trace::of(declared))));
}
