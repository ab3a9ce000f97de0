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
    /// The clause that is broken, where it is one.
    pub clause: String,
    /// Its text.
    pub says: String,
    /// Where it stands in the spec.
    pub place: String,
    /// What in particular is wrong.
    pub why: String,
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
}

impl Results {
    pub(super) fn read(text: &str) -> Result<Results, Unreadable> {
        let results: Results = read("results/exercised.json", text, VERSION)?;
        if results.tests.is_empty() && results.stopped.is_none() { Err(Unreadable::Empty) } else { Ok(results) }
    }
}
