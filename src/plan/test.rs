//! The tests of a suite, one by one: what each calls, and what must hold.

use serde::Serialize;

use super::cases::Case;
use super::clause::ClauseId;
use crate::ir::{OperationId, ParamIndex};

/// What kind of test it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// A call whose precondition holds succeeds
    Accepts,
    /// One clause that an operation promises
    Ensures,
    /// A call that breaks the precondition is rejected, and nothing changes
    Rejects,
    /// What always holds, still holds
    Invariant,
    /// What an operation does not speak of stays as it was
    Frame,
    /// The answer has the declared type
    Output,
    /// Just inside and just outside of a limit
    Boundary,
    /// Requests that are not even well-formed
    Malformed,
    /// An operation that changes nothing changes nothing
    Safe,
    /// A legal move of a state machine
    Transition,
    /// Credentials are asked for
    Auth,
    /// Calls one after the other, as they were recorded
    Trace,
    /// Calls one after the other, at random
    Stateful,
    /// The OpenAPI document tells the truth
    Structural,
}

impl TestKind {
    /// All of them, in the order of the reference.
    pub const ALL: [TestKind; 14] = [
        TestKind::Accepts,
        TestKind::Ensures,
        TestKind::Rejects,
        TestKind::Invariant,
        TestKind::Frame,
        TestKind::Output,
        TestKind::Boundary,
        TestKind::Malformed,
        TestKind::Safe,
        TestKind::Transition,
        TestKind::Auth,
        TestKind::Trace,
        TestKind::Stateful,
        TestKind::Structural,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TestKind::Accepts => "accepts",
            TestKind::Ensures => "ensures",
            TestKind::Rejects => "rejects",
            TestKind::Invariant => "invariant",
            TestKind::Frame => "frame",
            TestKind::Output => "output",
            TestKind::Boundary => "boundary",
            TestKind::Malformed => "malformed",
            TestKind::Safe => "safe",
            TestKind::Transition => "transition",
            TestKind::Auth => "auth",
            TestKind::Trace => "trace",
            TestKind::Stateful => "stateful",
            TestKind::Structural => "structural",
        }
    }
}

/// What a test calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Calls {
    /// The operation in states of the corpus, with witnesses and with drawn inputs
    Examples(OperationId),
    /// The operation as these witnesses of the corpus say, alone and among bystanders
    Witnesses(OperationId, Vec<usize>),
    /// The same where they are about a limit that depends on the state: also after the calls that lead to it, since it
    /// matters how it was reached
    Limits(OperationId, Vec<usize>),
    /// The operation with an input, or its body as a whole, that is not well-formed
    Malformed(OperationId, Option<ParamIndex>),
    /// The operation without credentials, and with wrong ones
    Unauthorized(OperationId),
    /// The traces of the corpus
    Traces,
    /// The traces of these states of the corpus
    TracesTo(Vec<usize>),
}

/// What must hold of what a test calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds {
    /// Where the precondition holds, the status is that of success
    Accepts,
    /// An ensures, by position
    Ensures(usize),
    /// Where the precondition fails, the status is 4xx and nothing changed
    Rejects,
    /// The same for calls that break this
    RejectsFor(ClauseId),
    /// An invariant, by position
    Invariant(usize),
    /// An `always`, by position among those
    Always(usize),
    /// Everything stored has its type
    Types,
    /// Nothing changed that the operation does not speak of
    Frame,
    /// The answer has the declared types and headers
    Output,
    /// Nothing changed, also when it is called again
    Safe(Again),
    /// The entry is where a rule of a transition leads to, by the positions of both
    Moves(usize, usize),
    /// Everything: the total oracle
    Total,
    /// The status is 4xx and nothing changed, since the request is not well-formed
    Refuses,
    /// The same, since nobody showed who they are
    Unauthorized,
    /// An `eventually`, by position among those
    Eventually(usize),
}

/// What a call that changes nothing answers the second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// The same: the spec determines every output
    Same,
    /// Whatever the spec allows
    Free,
}

/// A test.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedTest {
    /// What kind of test it is.
    pub kind: TestKind,
    /// The words of its name, as the spec writes them. No other test has the same.
    pub name: Vec<String>,
    /// What it calls.
    pub calls: Calls,
    /// The same one by one, where it is known before anything is drawn.
    pub cases: Vec<Case>,
    /// What must hold.
    pub holds: Holds,
    /// What it checks of the spec.
    pub clauses: Vec<ClauseId>,
    /// What it says, in a sentence.
    pub says: String,
    /// Where that stands in the spec.
    pub place: String,
}

impl PlannedTest {
    /// What the test is called in all languages.
    pub fn id(&self) -> String {
        self.name.join(" ")
    }

    /// The operation it is about.
    pub fn operation(&self) -> Option<OperationId> {
        match &self.calls {
            Calls::Examples(id)
            | Calls::Witnesses(id, _)
            | Calls::Limits(id, _)
            | Calls::Malformed(id, _)
            | Calls::Unauthorized(id) => Some(*id),
            Calls::Traces | Calls::TracesTo(_) => None,
        }
    }
}
