//! `results/exercised.json`: what a run has shown. The harnesses of all languages write it; `docs/results.md` describes it.

use indexmap::IndexMap;
use serde::Deserialize;

use super::{Unreadable, read};

/// The version that harnesses write.
const VERSION: u64 = 1;

#[derive(Debug, Deserialize)]
pub(super) struct Results {
    pub(super) service: String,
    pub(super) seed: serde_json::Number,
    pub(super) profile: String,
    pub(super) calls: u64,
    #[serde(default)]
    pub(super) stopped: Option<String>,
    /// What was run, where it is not everything.
    #[serde(default)]
    pub(super) partial: Option<String>,
    /// How a command line says which service it was.
    #[serde(default)]
    pub(super) against: String,
    /// How many answers were asked for again, by their status.
    #[serde(default)]
    pub(super) retried: IndexMap<String, u64>,
    /// What each phase has exercised.
    #[serde(default)]
    pub(super) phases: IndexMap<String, Exercised>,
    pub(super) clauses: IndexMap<String, u64>,
    pub(super) tests: IndexMap<String, Record>,
}

/// What a phase has exercised.
#[derive(Debug, Deserialize)]
pub(super) struct Exercised {
    pub(super) operations: IndexMap<String, Counted>,
    pub(super) clauses: IndexMap<String, u64>,
}

/// The calls of an operation.
#[derive(Debug, Deserialize)]
pub(super) struct Counted {
    pub(super) calls: u64,
    pub(super) accepted: u64,
    #[serde(default)]
    pub(super) why: String,
}

/// What became of a test, or of one example of it.
#[derive(Debug, Deserialize)]
pub(super) struct Record {
    pub(super) outcome: Told,
    #[serde(default)]
    pub(super) why: String,
    #[serde(default)]
    pub(super) failure: Option<Failure>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Told {
    Passed,
    Failed,
    Blocked,
    Skipped,
}

/// What a failed test says. All texts are for people, and free of secrets; empty where there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Failure {
    /// What is wrong, in a line.
    pub headline: String,
    /// What sort of failure it is.
    pub kind: Kind,
    /// The operation that is wrong.
    pub operation: String,
    /// The clause that is broken, where it is one.
    pub clause: String,
    /// Its text.
    pub says: String,
    /// Where it stands in the spec.
    pub place: String,
    /// Whether what the test is about was shown all the same, where another clause is broken.
    pub shown: bool,
    /// What the spec allows.
    pub expected: String,
    /// The status that was answered; 0 where there was no answer.
    pub answered: Option<u16>,
    /// What in particular is wrong.
    pub why: String,
    /// The places that are not what they should be; of a call that was wrongly accepted, the conditions that do not hold.
    pub fields: Vec<String>,
    /// Parts of the clause, and what they are.
    pub values: Vec<(String, String)>,
    /// Entries of the state that matter: the place, what is there before, and after.
    pub entries: Vec<(String, String, String)>,
    /// The state that the call was made in.
    pub state: String,
    /// The request.
    pub request: String,
    /// The response.
    pub response: String,
    /// What is different in the state afterwards.
    pub changed: String,
    /// The calls that led there.
    pub steps: String,
    /// Whatever else the test says.
    pub text: String,
    /// The command that shows it again.
    pub reproduce: String,
    /// The calls that lead to the state.
    pub setup: Vec<Request>,
    /// The call.
    pub call: Option<Request>,
    /// What the names stand for that are in these calls instead of secrets, as `${NAME}`.
    pub secrets: IndexMap<String, String>,
}

/// A request, as somebody can make it again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The method.
    pub method: String,
    /// The path with its query.
    pub target: String,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body, if there is one.
    pub body: Option<String>,
    /// What was answered, where it matters.
    pub answered: String,
}

/// A sort of failure, the ones that explain others first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A 5xx, or no answer
    Error,
    /// A state that is loaded becomes another one, or none
    Load,
    /// A state cannot be reached for another reason
    Setup,
    /// A call was accepted that is forbidden
    Accepted,
    /// A call was rejected that is allowed
    Refused,
    /// The status is another one than the spec says
    Status,
    /// A clause does not hold
    Promise,
    /// The answer is not what it should be
    Answer,
    /// Something changed that may not
    Changed,
    /// The OpenAPI document does not describe the answer
    Document,
    /// Nothing was shown
    Vacuous,
    /// Something else
    #[default]
    #[serde(other)]
    Other,
}

impl Results {
    pub(super) fn read(text: &str) -> Result<Results, Unreadable> {
        let results: Results = read("results/exercised.json", text, VERSION)?;
        if results.tests.is_empty() && results.stopped.is_none() { Err(Unreadable::Empty) } else { Ok(results) }
    }
}
