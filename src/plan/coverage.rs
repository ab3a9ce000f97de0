//! Which tests check which clause, and on how much each clause rests. Every clause of a spec is listed, with or without tests.

use std::collections::BTreeSet;

use super::Ground;
use super::clause::{ClauseId, Places, temporal_text};
use super::test::{Calls, PlannedTest};
use crate::interp::Clause;
use crate::ir::{AliasId, EntityId, OperationId, Property, Service, StateId, Temporal, Type, TypeRef};
use crate::source::Span;

/// What a clause is in the spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClauseKind {
    /// What an operation needs
    Requires,
    /// What an operation promises
    Ensures,
    /// What always holds of the state
    Invariant,
    /// What holds of the values of a type, a field or an entity
    Type,
    /// A rule of a transition
    Transition,
    /// A property that always holds
    Always,
    /// A property that holds at some time
    Eventually,
    /// That an operation is called again and again
    Fairness,
}

impl ClauseKind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ClauseKind::Requires => "requires",
            ClauseKind::Ensures => "ensures",
            ClauseKind::Invariant => "invariant",
            ClauseKind::Type => "type",
            ClauseKind::Transition => "transition",
            ClauseKind::Always => "always",
            ClauseKind::Eventually => "eventually",
            ClauseKind::Fairness => "fairness",
        }
    }

    fn of(clause: Clause) -> ClauseKind {
        match clause {
            Clause::Requires(..) => ClauseKind::Requires,
            Clause::Ensures(..) | Clause::Output(..) | Clause::Frame(..) => ClauseKind::Ensures,
            Clause::Invariant(_) => ClauseKind::Invariant,
            Clause::Always(_) => ClauseKind::Always,
            Clause::Transition(_) => ClauseKind::Transition,
            Clause::EntityInvariant(..)
            | Clause::Alias(_)
            | Clause::Field(..)
            | Clause::State(_)
            | Clause::Initial(_) => ClauseKind::Type,
        }
    }

    fn of_temporal(temporal: &Temporal) -> ClauseKind {
        match temporal.property {
            Property::Always(_) => ClauseKind::Always,
            Property::Eventually(_) => ClauseKind::Eventually,
            Property::Fairness(_) => ClauseKind::Fairness,
        }
    }
}

/// A clause, and what checks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Covered {
    /// The clause.
    pub clause: ClauseId,
    /// What it is.
    pub kind: ClauseKind,
    /// The operation that it belongs to; of a rule, the one that it is taken by.
    pub operation: Option<String>,
    /// Its text.
    pub text: String,
    /// Where it stands.
    pub place: String,
    /// The behavioural tests that check it, by position.
    pub tests: Vec<usize>,
    /// How many witnesses of the corpus these call.
    pub witnesses: usize,
    /// Tests of it that there could be, had a state and a call been found for them.
    pub unreached: Vec<Unreached>,
}

impl Covered {
    /// How many tests of it there could be that were not found before the effort ended.
    pub fn cut_short(&self) -> usize {
        self.unreached.iter().filter(|found| found.cut).count()
    }
}

/// A test of a clause without a state and a call that would show it. Mostly there are none: a condition that others imply
/// cannot fail by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreached {
    /// The clause.
    pub clause: ClauseId,
    /// What the test would be.
    pub test: String,
    /// How near the search came.
    pub why: String,
    /// The effort ended before the search did.
    pub cut: bool,
}

/// The coverage of a service by tests.
pub(super) fn coverage(ground: Ground<'_>, tests: &[PlannedTest], unreached: &[Unreached]) -> Vec<Covered> {
    let (service, places) = (ground.service, Places::new(ground.sources));
    let mut found: Vec<Covered> = Vec::new();
    let mut add = |clause: ClauseId, kind: ClauseKind, operation: Option<&str>, text: String, span: Span| {
        let checks = |test: &PlannedTest| test.clauses.contains(&clause);
        let by: Vec<usize> = (0..tests.len()).filter(|at| checks(&tests[*at])).collect();
        let called: BTreeSet<usize> = by.iter().flat_map(|at| witnesses(ground, &tests[*at])).collect();
        let unreached = unreached.iter().filter(|found| found.clause == clause).cloned().collect();
        let (operation, place) = (operation.map(str::to_string), places.of(span));
        let witnesses = called.len();
        found.push(Covered { clause, kind, operation, text, place, tests: by, witnesses, unreached });
    };
    for clause in clauses(service) {
        let (id, operation) = (ClauseId::of(service, clause), operation_of(service, clause));
        add(id, ClauseKind::of(clause), operation, clause.text(service), clause.span(service));
    }
    for (at, transition) in service.transitions.iter().enumerate() {
        for (index, rule) in transition.rules.iter().enumerate() {
            let (id, via) = (ClauseId::of_rule(service, at, index), rule.resolved.as_ref().ok().map(|rule| rule.via));
            let operation = via.map(|via| service.operation(via).name.as_str());
            let text = format!("{} -> {} via {}", rule.from, rule.to, rule.via);
            add(id, ClauseKind::Transition, operation, text, rule.span);
        }
    }
    for temporal in &service.temporals {
        let (id, text) = (ClauseId::of_temporal(temporal), temporal_text(service, temporal));
        add(id, ClauseKind::of_temporal(temporal), None, text, temporal.span);
    }
    found
}

/// The witnesses of the corpus that a test calls.
fn witnesses(ground: Ground<'_>, test: &PlannedTest) -> Vec<usize> {
    match &test.calls {
        Calls::Witnesses(_, numbers) | Calls::Limits(_, numbers) => numbers.clone(),
        Calls::Examples(id) => ground.witnesses_calling(*id),
        Calls::Malformed(..) | Calls::Unauthorized(_) | Calls::Traces | Calls::TracesTo(_) => Vec::new(),
    }
}

/// The operation that a clause stands in.
fn operation_of(service: &Service, clause: Clause) -> Option<&str> {
    match clause {
        Clause::Requires(id, _) | Clause::Ensures(id, _) | Clause::Output(id, _) | Clause::Frame(id, _) => {
            Some(&service.operation(id).name)
        }
        Clause::Invariant(_)
        | Clause::Always(_)
        | Clause::EntityInvariant(..)
        | Clause::Alias(_)
        | Clause::Field(..)
        | Clause::State(_)
        | Clause::Transition(_)
        | Clause::Initial(_) => None,
    }
}

/// The clauses of a service that a step can break, but for transitions and temporal properties.
fn clauses(service: &Service) -> Vec<Clause> {
    let mut found = Vec::new();
    for (index, operation) in service.operations.iter().enumerate() {
        let id = OperationId(index as u32);
        found.extend((0..operation.requires.len()).map(|at| Clause::Requires(id, at)));
        found.extend((0..operation.ensures.len()).map(|at| Clause::Ensures(id, at)));
    }
    found.extend((0..service.invariants.len()).map(Clause::Invariant));
    let mut rules = Rules { service, seen: BTreeSet::new(), found: Vec::new() };
    let params = service.operations.iter().flat_map(|operation| operation.inputs.iter().chain(&operation.outputs));
    rules.state(|_| true);
    params.for_each(|param| rules.of(&param.ty));
    found.extend(rules.found);
    found
}

/// The refinements and entity invariants that bind what is stored in some state fields, or in all.
pub(super) fn type_rules(service: &Service, fields: Option<&BTreeSet<StateId>>) -> Vec<Clause> {
    let mut rules = Rules { service, seen: BTreeSet::new(), found: Vec::new() };
    rules.state(|id| fields.is_none_or(|fields| fields.contains(&id)));
    rules.found
}

/// The refinements and entity invariants that bind values of a type.
pub(super) fn rules_of(service: &Service, types: &[&TypeRef]) -> Vec<Clause> {
    let mut rules = Rules { service, seen: BTreeSet::new(), found: Vec::new() };
    types.iter().for_each(|ty| rules.of(ty));
    rules.found
}

struct Rules<'s> {
    service: &'s Service,
    seen: BTreeSet<(Option<AliasId>, Option<EntityId>)>,
    found: Vec<Clause>,
}

impl Rules<'_> {
    fn state(&mut self, is_wanted: impl Fn(StateId) -> bool) {
        for (index, field) in self.service.state.iter().enumerate() {
            let id = StateId(index as u32);
            if !is_wanted(id) {
                continue;
            }
            let clause = Clause::State(id);
            self.found.extend(field.refinement.as_ref().map(|_| clause));
            self.of(&field.ty);
        }
    }

    fn of(&mut self, ty: &TypeRef) {
        if let Some(id) = ty.alias {
            if self.seen.insert((Some(id), None)) {
                let alias = &self.service.aliases[id.index()];
                self.found.extend(alias.refinement.as_ref().map(|_| Clause::Alias(id)));
                self.of(&alias.base);
            }
            return;
        }
        if let Type::Entity(id) = ty.ty {
            self.entity(id);
        }
        ty.args.iter().for_each(|part| self.of(part));
    }

    fn entity(&mut self, id: EntityId) {
        if !self.seen.insert((None, Some(id))) {
            return;
        }
        let entity = self.service.entity(id);
        for (at, field) in entity.fields.iter().enumerate() {
            self.found.extend(field.refinement.as_ref().map(|_| Clause::Field(id, at)));
            self.of(&field.ty);
        }
        self.found.extend((0..entity.invariants.len()).map(|at| Clause::EntityInvariant(id, at)));
    }
}
