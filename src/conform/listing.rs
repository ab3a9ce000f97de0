//! `tests/_testgen_coverage.json`, as far as a verdict needs it. `plan` writes it.

use serde::Deserialize;

use super::{Unreadable, read};
use crate::plan::LISTING_VERSION;

#[derive(Debug, Deserialize)]
pub(super) struct Listing {
    pub(super) service: String,
    pub(super) spec: String,
    pub(super) operations: Vec<Operation>,
    pub(super) clauses: Vec<Covered>,
    pub(super) promises: Vec<Promise>,
    pub(super) tests: Vec<Listed>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Operation {
    pub(super) name: String,
    pub(super) method: String,
    pub(super) path: String,
    pub(super) place: String,
}

/// A clause of the spec.
#[derive(Debug, Deserialize)]
pub(super) struct Covered {
    pub(super) clause: String,
    pub(super) kind: String,
    pub(super) operation: Option<String>,
    pub(super) text: String,
    pub(super) place: String,
    pub(super) tests: Vec<String>,
    pub(super) note: Option<String>,
    /// How many witnesses its tests call; older suites do not say.
    pub(super) witnesses: Option<u64>,
    /// How many tests of it were not found before the effort ended.
    #[serde(default)]
    pub(super) cut_short: u64,
}

/// What is checked besides the clauses.
#[derive(Debug, Deserialize)]
pub(super) struct Promise {
    pub(super) clause: String,
    pub(super) kind: String,
    pub(super) operation: Option<String>,
    pub(super) text: String,
    pub(super) place: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Listed {
    pub(super) test: String,
    pub(super) kind: String,
    pub(super) operation: Option<String>,
    /// The clause or promise that it is about.
    pub(super) clause: String,
    pub(super) says: String,
}

impl Listing {
    pub(super) fn read(text: &str) -> Result<Listing, Unreadable> {
        read("tests/_testgen_coverage.json", text, LISTING_VERSION.into())
    }
}
