//! What was found out about parts of specs before: a part is explored again only where something changed that it depends on.

use std::collections::BTreeSet;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::cone::Cone;
use super::engine::reads_of_types;
use super::unit::{Beginning, Found, Parts, Unit};
use super::{Hint, Options};
use crate::ir::{Expr, Fingerprints, OperationId, Part, Reads, Service, StateId};

/// Remembers what was found out, by what it depends on.
pub trait Memory: Sync {
    /// What was kept under a key.
    fn recall(&self, key: &str) -> Option<Vec<u8>>;

    /// Keeps something under a key.
    fn keep(&self, key: &str, found: &[u8]);
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn recall(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn keep(&self, _: &str, _: &[u8]) {}
}

/// Keys of parts: hashes of everything that what is found out about them depends on.
pub(crate) struct Keys<'b> {
    beginning: &'b Beginning,
    parts: &'b Parts,
    prints: Fingerprints,
    /// What all parts depend on.
    common: String,
}

impl<'b> Keys<'b> {
    pub(crate) fn of(beginning: &'b Beginning, parts: &'b Parts, options: &Options) -> Keys<'b> {
        let words = beginning.api.words();
        let machine = &beginning.machine;
        let types = (machine.types_depend_on_more, reads_of_types(machine.service()));
        let common = format!("{options:?} {words:?} {:?} {types:?}", beginning.initial);
        Keys { beginning, parts, prints: Fingerprints::of(beginning.machine.service()), common }
    }

    /// The key of the states that units begin from.
    pub(crate) fn of_base(&self, base: usize) -> String {
        self.digest(&self.parts.bases[base], base, "base")
    }

    pub(crate) fn of_unit(&self, unit: &Unit) -> String {
        self.digest(&unit.cone, unit.base, &unit.name(self.beginning.machine.service()))
    }

    /// The key of a short look at a part that searches for some of its targets.
    pub(crate) fn of_look(&self, unit: &Unit, sought: &[usize]) -> String {
        let name = unit.name(self.beginning.machine.service());
        self.digest(&unit.cone, unit.base, &format!("look at {name} for {sought:?}"))
    }

    fn digest(&self, cone: &Cone, base: usize, name: &str) -> String {
        let routes: Vec<_> = cone.operations.iter().map(|id| self.beginning.api.route(*id)).collect();
        let within: Vec<&Cone> = self.parts.chain(base).into_iter().map(|at| &self.parts.bases[at]).collect();
        let mut hasher = Sha256::new();
        for text in [name, &self.common, &format!("{routes:?}"), &format!("{within:?}"), &self.said(cone)] {
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What is said of a part: its operations, and every condition that one of their calls has to keep.
    fn said(&self, cone: &Cone) -> String {
        let service = self.beginning.machine.service();
        let written = cone.operations.iter().flat_map(|id| &self.beginning.influence.writes[id.index()]);
        let fields: BTreeSet<StateId> = cone.fields.iter().chain(written).copied().collect();
        let operations = cone.operations.iter().map(|id| Part::Operation(*id));
        let states = fields.iter().map(|id| Part::State(*id));
        let parts = operations.chain(states).chain(conditions(service, &fields)).chain(transitions(service, cone));
        self.prints.key(parts.chain((0..service.facts.len()).map(Part::Fact)))
    }
}

/// The conditions that speak of state fields.
fn conditions(service: &Service, fields: &BTreeSet<StateId>) -> Vec<Part> {
    let speaks = |expr: &Expr| !Reads::of(service, expr).fields.is_disjoint(fields);
    let invariants = service.invariants.iter().enumerate().filter(|(_, found)| speaks(&found.expr));
    let temporals = service.temporals.iter().enumerate().filter(|(_, found)| found.property.expr().is_some_and(speaks));
    invariants.map(|(at, _)| Part::Invariant(at)).chain(temporals.map(|(at, _)| Part::Temporal(at))).collect()
}

/// The transitions that operations go by.
fn transitions(service: &Service, cone: &Cone) -> Vec<Part> {
    let goes_by = |id: OperationId| cone.operations.contains(&id);
    let is_gone_by = |at: &usize| {
        let rules = service.transitions[*at].rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
        rules.into_iter().any(|rule| goes_by(rule.via))
    };
    (0..service.transitions.len()).filter(is_gone_by).map(Part::Transition).collect()
}

/// What was kept of a part with so many targets, if it can be read and fits the service.
pub(crate) fn recalled(memory: &dyn Memory, key: &str, service: &Service, targets: usize) -> Option<Found> {
    let found: Found = postcard::from_bytes(&memory.recall(key)?).ok()?;
    found.fits(service, targets).then_some(found)
}

/// What was seen of a part before, if it can be read and fits the service.
pub(crate) fn recalled_sights(
    memory: &dyn Memory,
    key: &str,
    beginning: &Beginning,
    unit: &Unit,
) -> Option<Vec<(usize, Hint, bool)>> {
    let found: Vec<(usize, Hint, bool)> = postcard::from_bytes(&memory.recall(key)?).ok()?;
    let service = beginning.machine.service();
    let fits = |(at, hint, _): &(usize, Hint, bool)| {
        let target = unit.positions.get(*at).map(|at| &beginning.targets[*at]);
        let inputs = |id: OperationId| service.operation(id).inputs.len();
        target.is_some_and(|target| target.operation.map_or(0, inputs) == hint.inputs.len())
            && hint.state.fields().len() == service.state.len()
    };
    found.iter().all(fits).then_some(found)
}

/// Keeps what was found out about a part.
pub(crate) fn keep(memory: &dyn Memory, key: &str, found: &impl Serialize) {
    if let Ok(bytes) = postcard::to_allocvec(found) {
        memory.keep(key, &bytes);
    }
}
