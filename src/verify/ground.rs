//! What is found out once about a service, and used by every check of it.

use rustc_hash::FxHashSet;

use super::function::has_totals;
use crate::effect::LooseCalls;
use crate::interp::Clause;
use crate::ir::{AliasId, EntityId, Expr, FunctionBody, FunctionId, Property, Service, StateId};

/// What is found out once about a service.
#[derive(Debug)]
pub(super) struct Ground<'s> {
    pub(super) service: &'s Service,
    /// The functions whose values nobody knows.
    pub(super) loose: LooseCalls,
    /// The invariants and the `always`.
    pub(super) conditions: Vec<(Clause, &'s Expr)>,
    /// Of the clauses that a state satisfies, those that count or add up.
    totals: FxHashSet<Clause>,
    /// The functions that count or add up.
    adding: FxHashSet<FunctionId>,
}

impl<'s> Ground<'s> {
    pub(super) fn of(service: &'s Service) -> Ground<'s> {
        let conditions = conditions(service);
        let all = conditions.iter().copied().chain(declared(service));
        let totals = all.filter(|(_, expr)| has_totals(service, expr)).map(|(clause, _)| clause).collect();
        let functions = service.functions.iter().enumerate().filter(|(_, function)| match &function.body {
            FunctionBody::Defined(body) => has_totals(service, body),
            FunctionBody::Extern => false,
        });
        let adding = functions.map(|(at, _)| FunctionId(at as u32)).collect();
        Ground { service, loose: LooseCalls::of(service), conditions, totals, adding }
    }

    /// An invariant or an `always`.
    pub(super) fn condition(&self, clause: Clause) -> Option<&'s Expr> {
        self.conditions.iter().find(|(known, _)| *known == clause).map(|(_, expr)| *expr)
    }

    /// Whether a clause counts or adds up.
    pub(super) fn has_totals(&self, clause: Clause, expr: &Expr) -> bool {
        match clause {
            Clause::Invariant(_)
            | Clause::Always(_)
            | Clause::EntityInvariant(..)
            | Clause::Alias(_)
            | Clause::Field(..)
            | Clause::State(_) => self.totals.contains(&clause),
            Clause::Requires(..)
            | Clause::Ensures(..)
            | Clause::Transition(_)
            | Clause::Output(..)
            | Clause::Initial(_)
            | Clause::Frame(..) => has_totals(self.service, expr),
        }
    }

    /// Whether a condition other than a clause counts or adds up.
    pub(super) fn has_other_totals(&self, clause: Clause) -> bool {
        self.conditions.iter().any(|(known, _)| *known != clause && self.totals.contains(known))
    }

    /// Whether a function counts or adds up, by itself or through what it calls.
    pub(super) fn is_adding(&self, id: FunctionId) -> bool {
        self.adding.contains(&id)
    }
}

/// The invariants and the `always`.
pub(super) fn conditions(service: &Service) -> Vec<(Clause, &Expr)> {
    let invariants = service.invariants.iter().enumerate().map(|(at, found)| (Clause::Invariant(at), &found.expr));
    let always = service.temporals.iter().enumerate().filter_map(|(at, temporal)| match &temporal.property {
        Property::Always(expr) => Some((Clause::Always(at), expr)),
        Property::Eventually(_) | Property::Fairness(_) => None,
    });
    invariants.chain(always).collect()
}

/// What declarations say of their values.
fn declared(service: &Service) -> Vec<(Clause, &Expr)> {
    let aliases = service.aliases.iter().enumerate();
    let aliases = aliases.map(|(at, alias)| (Clause::Alias(AliasId(at as u32)), alias.refinement.as_ref()));
    let state = service.state.iter().enumerate();
    let state = state.map(|(at, field)| (Clause::State(StateId(at as u32)), field.refinement.as_ref()));
    let entities = service.entities.iter().enumerate().flat_map(|(id, entity)| {
        let id = EntityId(id as u32);
        let fields = entity.fields.iter().enumerate();
        let fields = fields.map(move |(at, field)| (Clause::Field(id, at), field.refinement.as_ref()));
        let invariants = entity.invariants.iter().enumerate();
        fields.chain(invariants.map(move |(at, found)| (Clause::EntityInvariant(id, at), Some(&found.expr))))
    });
    aliases.chain(state).chain(entities).filter_map(|(clause, expr)| Some((clause, expr?))).collect()
}
