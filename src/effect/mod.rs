//! What each `ensures` clause of an operation determines: which place of the state after, or which output, and how.
//! Everything that asks what an operation does (its route, its body, its frame) asks here.

mod atom;
mod frame;
mod loose;
mod opening;
mod pairs;
mod place;
mod settle;

pub use frame::{Changeable, ChangedBy, Frame, only_reads};
pub use loose::LooseCalls;
pub use pairs::{EntryPart, OverEntries, Pairs, Test, entries_of, is_own_entry};
pub use place::{Place, Root, Step};

use serde::Serialize;

use crate::ir::{Binder, Expr, ExprKind, Local, Operation, Range, Service, StateId};

/// What the ensures of an operation say, sorted by how.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effects {
    /// What determines a place.
    pub effects: Vec<Effect>,
    /// What determines nothing, and is only checked.
    pub checks: Vec<Check>,
    /// State fields that are primed in checks and determined by nothing: any value that passes will do.
    pub open: Vec<StateId>,
    /// Parts of entries that are named in checks and determined by nothing, beside other parts that are.
    pub open_parts: Vec<Opening>,
    /// The clauses of which a part depends on a function nobody supplies, and so counts as true.
    pub loose: Vec<usize>,
}

/// One place, and what a clause says about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effect {
    /// The position of the clause among the ensures.
    pub clause: usize,
    /// What surrounds it, from the outside in.
    pub scopes: Vec<Scope>,
    /// The place.
    pub place: Place,
    /// What is said about it.
    pub action: Action,
    /// Whether the place is determined by this in the sense of the frame. Where not, the place is open, and this is one
    /// way to make the clause true.
    pub determines: bool,
}

/// A part of a clause that determines nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Check {
    /// The position of the clause among the ensures.
    pub clause: usize,
    /// What surrounds it, from the outside in.
    pub scopes: Vec<Scope>,
    /// What must hold there.
    pub expr: Expr,
    /// Whether a state field that it primes is open where nothing determines it. An equation of a place that is
    /// determined already opens nothing.
    pub opens: bool,
}

/// A part of an entry that is open under the checks that name it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Opening {
    /// What surrounds the check, from the outside in.
    pub scopes: Vec<Scope>,
    /// The part.
    pub place: Place,
}

impl Opening {
    /// Whether they are written as the same part under the same checks, wherever they stand.
    fn is_same(&self, other: &Opening) -> bool {
        self.place.is_same(&other.place) && self.scopes == other.scopes
    }
}

/// What surrounds a part of a clause.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Scope {
    /// A variable stands for a value.
    Let(Local, Expr),
    /// Only where this holds.
    If(Expr),
    /// Only where this does not.
    Unless(Expr),
    /// For each of these.
    Each(Binder),
}

/// What is said about a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Action {
    /// It has this value.
    Equals(Expr),
    /// This element, or a value under this key, is in it.
    Contains(Expr),
    /// This element or key is not in it.
    Lacks(Expr),
}

impl Scope {
    /// What it reads: a value, a condition, or what a variable ranges over.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Scope::Let(_, expr) | Scope::If(expr) | Scope::Unless(expr) => Some(expr),
            Scope::Each(binder) => match &binder.range {
                Range::Elements(expr) | Range::Values(expr) => Some(expr),
                Range::All(_) => None,
            },
        }
    }
}

impl Effect {
    /// Whether it is said of every call.
    pub fn is_unconditional(&self) -> bool {
        self.scopes.iter().all(|scope| matches!(scope, Scope::Let(..)))
    }

    /// Whether it gives a whole state field or output its value, in every call.
    pub fn is_whole(&self) -> bool {
        self.place.path.is_empty() && matches!(self.action, Action::Equals(_)) && self.is_unconditional()
    }

    /// The state field, if it is about one.
    pub fn state(&self) -> Option<StateId> {
        match self.place.root {
            Root::State(id) => Some(id),
            Root::Output(_) => None,
        }
    }
}

impl Effects {
    /// What an operation's ensures say.
    pub fn of(service: &Service, operation: &Operation) -> Effects {
        Effects::given(service, operation, &LooseCalls::of(service))
    }

    /// What an operation's ensures say, where it is known which calls are loose.
    pub fn given(service: &Service, operation: &Operation, loose: &LooseCalls) -> Effects {
        settle::settle(service, operation, atom::atoms(operation, loose))
    }

    /// Whether a successful call can leave another state than it found.
    pub fn change_state(&self) -> bool {
        let writes = |effect: &Effect| match (&effect.place.root, &effect.action) {
            (Root::Output(_), _) => false,
            (Root::State(id), Action::Equals(value)) => !effect.place.path.is_empty() || !is_before(value, *id),
            (Root::State(_), Action::Contains(_) | Action::Lacks(_)) => true,
        };
        !self.open.is_empty() || !self.open_parts.is_empty() || self.effects.iter().any(writes)
    }
}

/// Whether an expression is just a state field as it was before.
fn is_before(expr: &Expr, id: StateId) -> bool {
    matches!(expr.kind, ExprKind::State(found, crate::ir::Moment::Before) if found == id)
}
