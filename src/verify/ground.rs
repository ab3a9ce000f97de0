//! What is found out once about a service, and used by every check of it.

use rustc_hash::FxHashSet;

use super::function::has_totals;
use super::region::Regions;
use crate::effect::LooseCalls;
use crate::interp::{Clause, Machine};
use crate::ir::{
    AliasId, EntityId, Expr, FunctionBody, FunctionId, OperationId, Part, Property, Reads, Service, StateId,
};

/// What is found out once about a service.
#[derive(Debug)]
pub(super) struct Ground<'s> {
    pub(super) service: &'s Service,
    /// The functions whose values nobody knows.
    pub(super) loose: LooseCalls,
    /// The invariants, the `always` and the facts.
    pub(super) assumed: Vec<Assumption<'s>>,
    /// Which state fields matter to which call, where that can be said.
    pub(super) regions: Option<Regions>,
    /// Of the clauses that a state satisfies, those that count or add up.
    totals: FxHashSet<Clause>,
    /// The functions that count or add up.
    adding: FxHashSet<FunctionId>,
}

/// What is assumed of a valid state.
#[derive(Debug)]
pub(super) struct Assumption<'s> {
    /// An invariant or an `always`; a fact has none.
    pub(super) clause: Option<Clause>,
    /// Its declaration.
    pub(super) part: Part,
    pub(super) expr: &'s Expr,
    pub(super) reads: Reads,
}

impl<'s> Ground<'s> {
    /// Of a service that a machine replays, as another one reads it.
    pub(super) fn between(machine: &Machine, seen: &'s Machine) -> Ground<'s> {
        let ground = Ground::of(seen.service());
        Ground { regions: Regions::of(machine, seen, &ground.assumed), ..ground }
    }

    /// Of a service in which every state field counts as one that matters.
    pub(super) fn of(service: &'s Service) -> Ground<'s> {
        let all = conditions(service).into_iter().chain(declared(service));
        let totals = all.filter(|(_, expr)| has_totals(service, expr)).map(|(clause, _)| clause).collect();
        let functions = service.functions.iter().enumerate().filter(|(_, function)| match &function.body {
            FunctionBody::Defined(body) => has_totals(service, body),
            FunctionBody::Extern => false,
        });
        let adding = functions.map(|(at, _)| FunctionId(at as u32)).collect();
        Ground { service, loose: LooseCalls::of(service), assumed: assumptions(service), regions: None, totals, adding }
    }

    /// An invariant or an `always`.
    pub(super) fn condition(&self, clause: Clause) -> Option<&'s Expr> {
        self.assumed.iter().find(|known| known.clause == Some(clause)).map(|known| known.expr)
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
        let others = self.assumed.iter().filter_map(|known| known.clause).filter(|known| *known != clause);
        others.into_iter().any(|known| self.totals.contains(&known))
    }

    /// Whether each state field matters to a call; nothing where all do.
    pub(super) fn matter(&self, call: Option<OperationId>) -> Option<&[bool]> {
        self.regions.as_ref()?.matter(call?)
    }

    /// Whether each state field is near to a call and a claim; nothing where that is all that matters.
    pub(super) fn near(&self, call: Option<OperationId>, claim: Option<Clause>) -> Option<Vec<bool>> {
        let claimed = self.assumed.iter().find(|known| claim.is_some() && known.clause == claim);
        self.regions.as_ref()?.near(call?, claimed.map(|known| &known.reads))
    }

    /// Whether a function counts or adds up, by itself or through what it calls.
    pub(super) fn is_adding(&self, id: FunctionId) -> bool {
        self.adding.contains(&id)
    }
}

/// The invariants, the `always` and the facts.
fn assumptions(service: &Service) -> Vec<Assumption<'_>> {
    let assumption = |clause, part, expr| Assumption { clause, part, expr, reads: Reads::of(service, expr) };
    let invariants = service.invariants.iter().enumerate();
    let invariants =
        invariants.map(|(at, found)| assumption(Some(Clause::Invariant(at)), Part::Invariant(at), &found.expr));
    let always = service.temporals.iter().enumerate().filter_map(|(at, temporal)| match &temporal.property {
        Property::Always(expr) => Some(assumption(Some(Clause::Always(at)), Part::Temporal(at), expr)),
        Property::Eventually(_) | Property::Fairness(_) => None,
    });
    let facts = service.facts.iter().enumerate();
    let facts = facts.map(|(at, fact)| assumption(None, Part::Fact(at), &fact.expr));
    invariants.chain(always).chain(facts).collect()
}

/// The invariants and the `always`.
pub(super) fn conditions(service: &Service) -> Vec<(Clause, &Expr)> {
    assumptions(service).into_iter().filter_map(|known| Some((known.clause?, known.expr))).collect()
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
