//! Bodies from ensures: an order of steps that makes every clause true. Nothing runs here; the interpreter follows the
//! steps, and every generated service prints them.

mod build;
mod collect;
mod open_ended;
mod order;
mod reads;
mod show;
mod transition;

pub use show::show;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::effect::{Check, Effects, Place, Root, Scope};
use crate::ir::{Binder, Expr, OperationId, ParamIndex, Service, StateId};

/// How an operation makes its ensures true.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Body {
    /// The operation.
    pub operation: OperationId,
    /// What its ensures determine.
    pub effects: Effects,
    /// What to do, in this order; none if there is no way.
    pub steps: Vec<Step>,
    /// Why there is no way.
    pub hole: Option<Hole>,
}

impl Body {
    /// The state fields that it can change.
    pub fn changes(&self) -> BTreeSet<StateId> {
        let steps = self.steps.iter().filter_map(|step| match &step.action {
            Action::Assign(place, _)
            | Action::Insert(place, _)
            | Action::Remove(place, _)
            | Action::Create(place, _)
            | Action::Choose(place, _) => Some(place.root),
            Action::Collect(..) => None,
        });
        let parts = self.effects.open_parts.iter().map(|part| part.place.root);
        let said = self.effects.effects.iter().map(|effect| effect.place.root);
        let fields = steps.chain(parts).chain(said).filter_map(|root| match root {
            Root::State(id) => Some(id),
            Root::Output(_) => None,
        });
        fields.chain(self.effects.open.iter().copied()).collect()
    }
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The rule it comes from.
    pub rule: Rule,
    /// The clauses it makes true, by position among the ensures.
    pub clauses: Vec<usize>,
    /// What to do.
    pub action: Action,
}

/// Where a step comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Rule {
    /// A clause says what a place is.
    Definition,
    /// A clause describes a collection by its elements.
    Collection,
    /// Nothing says what a place is; a value is searched that passes all checks.
    Choice,
    /// An entry is new, and nothing is said about some of its fields.
    Completion,
    /// A transition names the value.
    Transition,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 5] = [Rule::Definition, Rule::Collection, Rule::Choice, Rule::Completion, Rule::Transition];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Definition => "definition",
            Rule::Collection => "collection",
            Rule::Choice => "choice",
            Rule::Completion => "completion",
            Rule::Transition => "transition",
        }
    }
}

/// What to do in a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Action {
    /// Give the place the value of the first case that applies; where none does, leave it.
    Assign(Place, Vec<Case>),
    /// Put an element into a set, or an open value under a key, in the cases that apply.
    Insert(Place, Vec<Case>),
    /// Take an element or a key away, in the cases that apply.
    Remove(Place, Vec<Case>),
    /// Make sure that there is an entry, in the cases that apply; the fields of a new one are open.
    Create(Place, Vec<Vec<Scope>>),
    /// Give the output all elements of a source that pass a condition.
    Collect(ParamIndex, Box<Collection>),
    /// Where the place is still open, give it a value for which the checks hold.
    Choose(Place, Vec<Check>),
}

/// A value, and when it applies.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Case {
    /// The clause that says so; none for a rule of a transition.
    pub clause: Option<usize>,
    /// When, and with which variables.
    pub scopes: Vec<Scope>,
    /// The value, element or key.
    pub value: Expr,
}

/// A collection described by its elements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Collection {
    /// The variable, over the source.
    pub binder: Binder,
    /// What each element of the source satisfies that counts.
    pub conditions: Vec<Expr>,
    /// What there is for it in the output: it, or something made of it.
    pub element: Expr,
}

impl Collection {
    /// Whether the output holds elements of the source as they are.
    pub fn is_selection(&self) -> bool {
        matches!(&self.element.kind, crate::ir::ExprKind::Local(local) if local.id == self.binder.local.id)
    }
}

/// Why an operation has no body.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hole {
    /// The clause that could not be made true, by position among the ensures.
    pub clause: usize,
    /// Why.
    pub reason: String,
}

/// The bodies of all operations, in their order.
pub fn realize(service: &Service) -> Vec<Body> {
    let ids = (0..service.operations.len()).map(|index| OperationId(index as u32));
    ids.map(|id| body(service, id)).collect()
}

fn body(service: &Service, id: OperationId) -> Body {
    let effects = Effects::of(service, service.operation(id));
    let steps = build::steps(service, id, &effects);
    match order::ordered(service, steps, &effects.checks) {
        Ok(steps) => Body { operation: id, effects, steps, hole: None },
        Err(hole) => Body { operation: id, effects, steps: Vec::new(), hole: Some(hole) },
    }
}
