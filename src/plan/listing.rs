//! `_testgen_coverage.json`: every operation, clause and test of a suite, by the names that tests have in a language. Reports
//! are made from it and from what a run has shown.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json as object};

use super::clause::{ClauseId, Places};
use super::coverage::Covered;
use super::show::unreached;
use super::test::{Holds, PlannedTest, TestKind};
use super::{Calls, SuitePlan};
use crate::convention::Api;
use crate::ir::{OperationId, Service};

/// The version of the listing.
pub const LISTING_VERSION: u32 = 1;

/// What the tests of a suite are called in its language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestNames {
    /// The behavioural tests, in the order of the plan.
    pub behavioral: Vec<String>,
    /// The stateful tests.
    pub stateful: Vec<String>,
    /// The structural tests.
    pub structural: Vec<String>,
}

/// The listing of a suite.
pub fn listing(plan: &SuitePlan, service: &Service, api: &Api, places: Places<'_>, names: &TestNames) -> Json {
    let listing = Listing { plan, service, api, places, names };
    object!({
        "version": LISTING_VERSION,
        "service": service.name.as_str(),
        "spec": plan.spec,
        "operations": listing.operations(),
        "clauses": plan.coverage.iter().map(|covered| listing.covered(covered)).collect::<Vec<_>>(),
        "promises": listing.promises(),
        "tests": listing.tests(),
    })
}

struct Listing<'p> {
    plan: &'p SuitePlan,
    service: &'p Service,
    api: &'p Api,
    places: Places<'p>,
    names: &'p TestNames,
}

impl Listing<'_> {
    fn operations(&self) -> Vec<Json> {
        let ids = (0..self.service.operations.len()).map(|index| OperationId(index as u32));
        ids.map(|id| {
            let (operation, route) = (self.service.operation(id), self.api.route(id));
            object!({
                "name": operation.name.as_str(),
                "method": route.method.name(),
                "path": route.template.text(operation),
                "place": self.places.of(operation.span),
            })
        })
        .collect()
    }

    fn covered(&self, covered: &Covered) -> Json {
        let tests: Vec<&str> = covered.tests.iter().map(|at| self.name(*at)).collect();
        let skipped = self.plan.skips.behavioral.iter().find(|skip| skip.kind == covered.clause.0);
        let mut clause = object!({
            "clause": covered.clause,
            "kind": covered.kind.name(),
            "operation": covered.operation.as_deref(),
            "text": covered.text,
            "place": covered.place,
            "tests": tests,
            "witnesses": covered.witnesses,
            "cut_short": covered.cut_short(),
            "unreached": covered.unreached.iter().map(unreached).collect::<Vec<_>>(),
        });
        if let Some(skip) = skipped {
            clause["note"] = skip.reason.to_string().into();
        }
        clause
    }

    fn name(&self, at: usize) -> &str {
        self.names.behavioral.get(at).map_or("", String::as_str)
    }

    fn operation_of(&self, test: &PlannedTest) -> Option<&str> {
        test.operation().map(|id| self.service.operation(id).name.as_str())
    }

    /// What tests check that is no clause of the spec: what the language promises of every operation, and of the whole.
    fn promises(&self) -> Vec<Json> {
        let mut found: BTreeMap<(Option<OperationId>, String), ()> = BTreeMap::new();
        let mut listed = Vec::new();
        for test in &self.plan.tests {
            let clause = self.home(test);
            if self.is_clause(&clause) || found.insert((test.operation(), clause.0.clone()), ()).is_some() {
                continue;
            }
            let operation = self.operation_of(test);
            listed.push(promise(&clause.0, operation, test.kind, &says(test), &test.place));
        }
        for (index, operation) in self.service.operations.iter().enumerate() {
            let id = OperationId(index as u32);
            let (name, place) = (operation.name.as_str(), self.places.of(operation.span));
            let clause = format!("{}.structural", self.service.operation(id).name);
            listed.push(promise(&clause, Some(name), TestKind::Structural, STRUCTURAL, &place));
        }
        listed.push(promise("structural", None, TestKind::Structural, STRUCTURAL, ""));
        listed.push(promise("stateful", None, TestKind::Stateful, STATEFUL, ""));
        listed
    }

    fn is_clause(&self, clause: &ClauseId) -> bool {
        self.plan.coverage.iter().any(|covered| covered.clause == *clause)
    }

    fn tests(&self) -> Vec<Json> {
        let behavioral = self.plan.tests.iter().enumerate().map(|(at, test)| {
            let found = listed(self.name(at), test.kind, self.operation_of(test), &self.home(test).0, &test.says);
            with_id(found, &test.id())
        });
        let structural = self.names.structural.iter();
        let structural = structural.enumerate().map(|(at, name)| {
            let id = STRUCTURAL_IDS.get(at).copied().unwrap_or("structural");
            with_id(listed(name, TestKind::Structural, None, "structural", STRUCTURAL), id)
        });
        let stateful = self.names.stateful.iter();
        let stateful = stateful.map(|name| {
            let found = listed(name, TestKind::Stateful, None, "stateful", STATEFUL);
            with_id(found, STATEFUL_ID)
        });
        behavioral.chain(structural).chain(stateful).collect()
    }

    /// The clause or promise that a test is about: where it is counted when it fails.
    fn home(&self, test: &PlannedTest) -> ClauseId {
        if let (Holds::Types, Some(operation)) = (&test.holds, self.operation_of(test)) {
            return ClauseId(format!("{operation}.types"));
        }
        test.clauses.first().cloned().unwrap_or_else(|| ClauseId(test.kind.name().into()))
    }
}

/// What the structural tests are called in all languages: requests by themselves, and by links one after the other.
pub const STRUCTURAL_IDS: [&str; 2] = ["structural", "structural links"];
/// What the state machine is called in all languages.
pub const STATEFUL_ID: &str = "stateful";
const STRUCTURAL: &str = "Every response is one that the OpenAPI document describes.";
const STATEFUL: &str = "Calls one after the other, at random: each is judged by all that the spec says.";

/// What a promise says: as its test does, or for all tests of it.
fn says(test: &PlannedTest) -> String {
    match test.calls {
        Calls::Malformed(..) => "Requests that are not well-formed are refused, and change nothing.".into(),
        Calls::Traces => "Recorded sequences of calls: each is judged by all that the spec says.".into(),
        Calls::Examples(_) | Calls::Witnesses(..) | Calls::Limits(..) | Calls::Unauthorized(_) | Calls::TracesTo(_) => {
            test.says.clone()
        }
    }
}

fn promise(clause: &str, operation: Option<&str>, kind: TestKind, text: &str, place: &str) -> Json {
    object!({"clause": clause, "kind": kind.name(), "operation": operation, "text": text, "place": place})
}

/// With the name that a test has in all languages.
fn with_id(mut listed: Json, id: &str) -> Json {
    listed["id"] = id.into();
    listed
}

fn listed(name: &str, kind: TestKind, operation: Option<&str>, clause: &str, says: &str) -> Json {
    object!({"test": name, "kind": kind.name(), "operation": operation, "clause": clause, "says": says})
}
