//! From typed expressions to trees that languages print. What is not about spelling is settled here, once for all of them:
//! which state a name is read in, which comparison is meant, where a number can leave its range, where instants that are
//! only known as windows can hide, what nobody can evaluate, what is looked up by columns, and what becomes a statement.

mod block;
mod bound;
mod compare;
mod expr;
mod listing;
mod opaque;
mod over;
mod show;
mod takes;
mod tree;

pub use block::Block;
pub use compare::{Compared, Hidden};
pub use listing::{LoweredClause, listing, show_listing};
pub use opaque::Opaque;
pub use over::each_of;
pub use show::show;
pub use takes::Takes;
pub use tree::{
    Arithmetic, Bound, Call, ColumnTotal, Connective, Counted, Each, Extreme, Form, Iteration, Joint, Lowered, Order,
    Over, Quantity, Reckoned, Sign, Unit, Variable, When,
};

use crate::ir::{Moment, Names, Service};
use crate::plan::service::KeyVariables;

/// Which states an expression can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// One: invariants, refinements, bodies of functions.
    OneState,
    /// The states before and after an operation: its clauses, guards and headers.
    TwoStates,
}

/// How well instants are known where an expression is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instants {
    /// Each is one: a service reads its own clock.
    Known,
    /// Some as windows alone: a suite may not see the clock of the service that it judges.
    Windows,
}

/// What has to be known to lower an expression.
#[derive(Debug, Clone, Copy)]
pub struct Lowering<'s> {
    /// The service.
    pub service: &'s Service,
    /// The functions that have no value.
    pub opaque: &'s Opaque,
    /// Whose names the expression uses, for its text.
    pub names: Names<'s>,
    /// Which states it sees.
    pub view: View,
    /// How well instants are known.
    pub instants: Instants,
    /// What of a state is at hand.
    pub reach: Reach<'s>,
}

/// What of a state is at hand where an expression is worked out.
#[derive(Debug, Clone, Copy)]
pub enum Reach<'s> {
    /// All of it.
    Everything,
    /// All that the expression goes over. Counts and sums are asked for.
    Loaded,
    /// What was loaded so far; entries are looked up. The variables around the expression that are keys of relations.
    LookedUp(&'s KeyVariables),
}

impl<'s> Reach<'s> {
    fn keys(self) -> Option<&'s KeyVariables> {
        match self {
            Reach::Everything | Reach::Loaded => None,
            Reach::LookedUp(keys) => Some(keys),
        }
    }

    /// Whether a relation may be held in part.
    fn is_partial(self) -> bool {
        match self {
            Reach::Everything => false,
            Reach::Loaded | Reach::LookedUp(_) => true,
        }
    }
}

impl Lowering<'_> {
    /// Which state a moment is, seen from the expression.
    fn when(&self, moment: Moment) -> When {
        match (self.view, moment) {
            (View::OneState, _) => When::Current,
            (View::TwoStates, Moment::Here | Moment::Before) => When::Before,
            (View::TwoStates, Moment::After) => When::After,
        }
    }
}
