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

use crate::common::{check, http::Start, root};
use probe::Probe;
use session::Session;
use table::Fixture;

/// Runs the table of a fixture, and everything that follows from it, against one server.
pub fn run(fixture: &Fixture) {
    let text = std::fs::read_to_string(root().join(format!("fixtures/spec/{}.spec", fixture.name))).expect("a fixture");
    let service = check(&text).service.expect("a sound spec");
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
