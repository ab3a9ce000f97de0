//! The corpus: few small states, each with the way to it where there is one, and for every target that was reached a
//! witness, alone and among bystanders.

mod beside;
mod build;
mod bystanders;

use serde::{Deserialize, Serialize};

use super::measure::Measure;
use super::pool::Step;
use super::script::Line;
use crate::interp::{Call, Clause, Rejection, State, Verdict};
use crate::ir::OperationId;

pub(crate) use build::build;

/// States and witnesses.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Corpus {
    /// The states.
    pub states: Vec<Stored>,
    /// The witnesses.
    pub witnesses: Vec<Witness>,
}

/// A state of the corpus.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Stored {
    /// The state.
    pub state: State,
    /// Its instant: that of the last call, or the one at which it is valid.
    pub now: i64,
    /// How it is reached; none for a state that no known calls lead to.
    pub trace: Option<Trace>,
    /// The state that this one is with bystanders.
    pub populates: Option<usize>,
    /// The operations that it shows twice in one trace.
    pub repeats: Vec<OperationId>,
}

/// Calls that lead to a state.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Trace {
    /// The calls, with references to the answers of earlier ones.
    pub lines: Vec<Line>,
    /// The same calls as they were made.
    pub steps: Vec<Step>,
}

/// A situation that reaches targets.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Witness {
    /// The targets, by position.
    pub targets: Vec<usize>,
    /// The state, by position.
    pub state: usize,
    /// The same state with bystanders.
    pub populated: Option<usize>,
    /// The call; none where the state itself is the witness.
    pub call: Option<Made>,
    /// Whether nothing else fails.
    pub alone: bool,
}

/// A call with what becomes of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Made {
    /// The call, with references to the answers of the state's trace.
    pub line: Line,
    /// The call as it is made in the state.
    pub call: Call,
    /// Its instant.
    pub now: i64,
    /// What becomes of it.
    pub expect: Expect,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expect {
    /// It succeeds.
    Accepted,
    /// It is rejected.
    Rejected(Rejection),
}

impl Expect {
    /// What a verdict lets expect; none where the spec leaves it open, since a number leaves its range, or promises the
    /// impossible. That an operation has no body here says nothing of other services.
    pub(crate) fn of(verdict: Verdict) -> Option<Expect> {
        match verdict {
            Verdict::Accepted(_) | Verdict::Hole(_) => Some(Expect::Accepted),
            Verdict::Rejected(rejection) => Some(Expect::Rejected(rejection.without_place())),
            Verdict::Refused(_) | Verdict::Broken(_) => None,
        }
    }

    /// The clause that a rejected call breaks.
    pub fn clause(self) -> Option<Clause> {
        match self {
            Expect::Rejected(
                Rejection::Input(_, clause)
                | Rejection::Missing(clause, _)
                | Rejection::Requires(clause, _)
                | Rejection::Transition(clause),
            ) => Some(clause),
            Expect::Accepted => None,
        }
    }
}

/// Whether a target is reached, and alone if it was before.
pub(crate) fn as_good(measure: &Measure, soft: f64) -> bool {
    measure.is_reached() && (measure.soft == 0.0 || soft > 0.0)
}
