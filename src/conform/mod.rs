//! Running an emitted suite (`run`), and what became of it: its results, read against the list of its clauses and tests, as a
//! verdict by operation and clause. Showing the verdict is left to `report`.

mod again;
mod cause;
mod listing;
mod machine;
mod results;
pub mod run;
mod verdict;

pub use again::{by_hand, command};
pub use cause::{Broken, Cause};
pub use machine::{Drawn, machines};
pub use results::{Failure, Kind, Request};
pub use verdict::{Called, Clause, Finding, Operation, Outcome, Phase, Subject, Tally, Test, Verdict, verdict};

use thiserror::Error;

/// Why there is no verdict.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// A file is not what it should be.
    #[error("{file} is damaged: {why}")]
    Damaged {
        /// Which file.
        file: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A file was written by another specc.
    #[error("{file} has version {version}, and this specc knows {known}")]
    Version {
        /// Which file.
        file: &'static str,
        /// Its version.
        version: u64,
        /// The version that is known.
        known: u64,
    },
    /// The results are those of another service.
    #[error("the suite is for {suite}, and the results are of {results}")]
    Service {
        /// Whom the suite is for.
        suite: String,
        /// Whom the results are of.
        results: String,
    },
    /// The run ended before its first test.
    #[error("the last run has no results: no test was run")]
    Empty,
}

/// Reads a versioned document. The version is looked at first, since another one may look different.
fn read<T: serde::de::DeserializeOwned>(file: &'static str, text: &str, known: u64) -> Result<T, Unreadable> {
    let damaged = |error: serde_json::Error| Unreadable::Damaged { file, why: error.to_string() };
    let Version { version } = serde_json::from_str(text).map_err(damaged)?;
    if version != known {
        return Err(Unreadable::Version { file, version, known });
    }
    serde_json::from_str(text).map_err(damaged)
}

#[derive(serde::Deserialize)]
struct Version {
    version: u64,
}
