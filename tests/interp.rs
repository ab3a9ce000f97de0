//! The interpreter on the fixtures: random calls, every promise checked after each.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;

use common::walk::{machine, random_call};
use specc::interp::{Random, Run, Verdict};

#[test]
fn random_calls_keep_every_promise() {
    for (name, text) in common::fixtures() {
        walk(&name, &text, 4000);
    }
}

#[test]
fn random_calls_keep_every_promise_of_further_specs() {
    for (name, text) in common::extra_fixtures() {
        walk(&name, &text, 600);
    }
}

fn walk(name: &str, text: &str, steps: usize) {
    let machine = machine(text);
    let mut run =
        Run::new(&machine, 1).unwrap_or_else(|finding| panic!("{name}: {}", finding.message(machine.service())));
    let mut random = Random::seeded(2);
    let mut now = 1_700_000_000_000;
    let mut accepted: BTreeMap<String, usize> = BTreeMap::new();
    for operation in &machine.service().operations {
        accepted.insert(operation.name.to_string(), 0);
    }
    for _ in 0..steps {
        now += 1000 * random.below(600) as i64;
        let call = random_call(&machine, run.state(), now, &mut random);
        let operation = machine.service().operation(call.operation).name.to_string();
        let before = run.state().clone();
        match run.call(call.clone(), now) {
            Verdict::Accepted(found) => {
                let judged = machine.judge(&before, &call, &found, now);
                judged.unwrap_or_else(|finding| panic!("{name}: {}", finding.message(machine.service())));
                *accepted.entry(operation).or_default() += 1;
            }
            Verdict::Rejected(_) | Verdict::Refused(_) => {}
            Verdict::Broken(finding) => {
                panic!("{name}.{operation}: {} {:?}", finding.message(machine.service()), finding.values)
            }
            Verdict::Hole(hole) => panic!("{name}.{operation}: {hole:?}"),
        }
    }
    machine.check_state(run.state(), now).unwrap_or_else(|finding| panic!("{name}: {finding:?}"));
    let reached = accepted.values().filter(|count| **count > 0).count();
    assert!(reached * 10 >= accepted.len() * 6, "{name}: most operations succeed now and then: {accepted:?}");
}
