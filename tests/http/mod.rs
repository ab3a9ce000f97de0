//! Tables of calls, what is derived from them, and what runs them.
#![allow(unreachable_pub, clippy::wildcard_enum_match_arm, reason = "a part of one test binary")]

pub mod auth_service;
mod broken;
mod complete;
pub mod ecommerce;
pub mod edge_cases;
mod json;
mod probe;
pub mod safe_counter;
mod session;
mod table;
pub mod todo_list;
pub mod url_shortener;

use std::collections::BTreeSet;

use specc::ir::Service;

use crate::common::{check, http::Start, root};
use probe::Probe;
use session::Session;
use table::{Case, Fixture};

fn service_of(fixture: &Fixture) -> Service {
    let text = std::fs::read_to_string(root().join(format!("fixtures/spec/{}.spec", fixture.name))).expect("a fixture");
    check(&text).service.expect("a sound spec")
}

/// Whether a table is short of something as soon as it loses one thing: all cases of an operation that come to the
/// same, the limits of a type, a scheme, or the word that a clause cannot fail alone.
pub fn every_case_counts(table: fn() -> Fixture) {
    let fixture = table();
    let service = service_of(&fixture);
    assert_eq!(complete::missing(&fixture, &service), Vec::<String>::new());
    let outcomes: BTreeSet<String> = fixture.cases.iter().map(Case::outcome).collect();
    for outcome in outcomes {
        let mut less = table();
        less.cases.retain(|case| case.outcome() != outcome);
        assert!(!complete::missing(&less, &service).is_empty(), "{}: nobody misses {outcome}", fixture.name);
    }
    let is_noticed = |change: &dyn Fn(&mut Fixture)| {
        let mut less = table();
        change(&mut less);
        assert!(!complete::missing(&less, &service).is_empty(), "{}: a gap is not noticed", less.name);
    };
    (0..fixture.limits.len()).for_each(|at| {
        is_noticed(&|less| {
            less.limits.remove(at);
        })
    });
    (0..fixture.credentials.len()).for_each(|at| {
        is_noticed(&|less| {
            less.credentials.remove(at);
        })
    });
    (0..fixture.inseparable.len()).for_each(|at| {
        is_noticed(&|less| {
            less.inseparable.remove(at);
        })
    });
}

/// Runs the table of a fixture, and everything that follows from it, against one server.
pub fn run(fixture: &Fixture) {
    let service = service_of(fixture);
    let mut start = Start::fixture(fixture.name).admin();
    for credential in &fixture.credentials {
        start = start.env(&format!("SPEC_AUTH_{}", credential.scheme.to_uppercase()), credential.value);
    }
    let server = start.run();
    let mut session = Session::new(fixture, &service, server.client());
    let mut probe = Probe::new(&service);

    let mut failures = Vec::new();
    for case in &fixture.cases {
        if let Err(why) = session.case(case).and_then(|()| probe.alone(fixture, case)) {
            failures.push(format!("{}: {why}", case.title()));
        }
    }
    failures.extend(broken::credentials(&mut session));
    failures.extend(broken::inputs(&mut session));
    failures.extend(complete::missing(fixture, &service));
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}
