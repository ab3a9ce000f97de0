//! The plans of the fixtures' suites: every kind of test, every clause of every spec, and nothing skipped.

use std::collections::BTreeSet;
use std::sync::Arc;

use specc::explore::{Expect, Goal, Witness};
use specc::interp::{Machine, Rejection};
use specc::ir::{Names, print};
use specc::plan::{
    Calls, Capabilities, Ground, Holds, Operand, Part, PlannedTest, SuitePlan, TestKind, json, parts, plan, show,
};

use crate::common::{check, expect_file, root};
use crate::explored::{Explored, FIXTURES, explored, explored_text};

const ABLE: Capabilities = Capabilities { text_from_patterns: true };

fn planned(name: &str) -> (SuitePlan, &'static Explored) {
    let text = std::fs::read_to_string(root().join(format!("fixtures/spec/{name}.spec"))).expect("the fixture");
    let sources = check(&text).sources;
    let found = explored(name);
    (plan_of(found, &sources), found)
}

fn plan_of(found: &Explored, sources: &specc::source::SourceMap) -> SuitePlan {
    let Explored { service, api, exploration } = found;
    plan(Ground { service, api, exploration, sources, machine: &Machine::new(Arc::clone(service)) }, ABLE)
}

#[test]
fn clauses_that_lost_tests_to_the_effort_rest_on_less() {
    let (plan, _) = planned("edge_cases");
    let is_cut = |why: &str| why.ends_with("the search was cut short") || why == "it was never tried";
    for covered in &plan.coverage {
        let cut = covered.unreached.iter().filter(|found| is_cut(&found.why)).count();
        assert_eq!(covered.cut_short(), cut, "{}", covered.clause);
    }
    let less = plan.coverage.iter().filter(|covered| covered.unreached.iter().any(|found| is_cut(&found.why)));
    assert_eq!(plan.rest_on_less(), less.count());
    assert!(plan.rest_on_less() > 0);
    let called = plan.coverage.iter().filter(|covered| covered.witnesses > 0).count();
    assert!(called * 2 > plan.coverage.len(), "{called} of {} rest on witnesses", plan.coverage.len());
}

#[test]
fn the_plans_are_the_ones_that_were_read() {
    for name in FIXTURES {
        let (plan, found) = planned(name);
        expect_file(&root().join(format!("tests/expected/plan/{name}.txt")), &show(&plan, &found.service));
    }
}

#[test]
fn every_clause_of_the_fixtures_has_a_test_and_none_is_skipped() {
    for name in FIXTURES {
        let (plan, _) = planned(name);
        let without: Vec<&str> =
            plan.coverage.iter().filter(|found| found.tests.is_empty()).map(|found| found.clause.0.as_str()).collect();
        assert_eq!(without, Vec::<&str>::new(), "{name}");
        assert_eq!(plan.skips.strategies, [], "{name}");
        assert_eq!(plan.skips.behavioral, [], "{name}");
    }
}

#[test]
fn every_kind_of_test_is_planned_somewhere() {
    let planned: BTreeSet<TestKind> =
        FIXTURES.iter().flat_map(|name| planned(name).0.tests).map(|test| test.kind).collect();
    let whole = [TestKind::Stateful, TestKind::Structural];
    let missing: Vec<TestKind> =
        TestKind::ALL.into_iter().filter(|kind| !whole.contains(kind) && !planned.contains(kind)).collect();
    assert_eq!(missing, []);
}

#[test]
fn every_witness_is_called_by_a_test_of_its_own() {
    for name in FIXTURES {
        let (plan, found) = planned(name);
        let called: BTreeSet<usize> = plan
            .tests
            .iter()
            .filter_map(|test| match &test.calls {
                Calls::Witnesses(_, numbers) | Calls::Limits(_, numbers) => Some(numbers.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        let witnesses = found.exploration.corpus.witnesses.iter().enumerate();
        // What is beside a call is for the tests that make every example of the operation.
        let target = |at: &usize| &found.exploration.targets[*at];
        let is_example = |witness: &Witness| witness.targets.iter().all(|at| target(at).kind() == "bystander");
        let calls = witnesses.filter(|(_, witness)| witness.call.is_some() && !is_example(witness)).map(|(at, _)| at);
        let left: Vec<usize> = calls.filter(|at| !called.contains(at)).collect();
        assert_eq!(left, Vec::<usize>::new(), "{name}");
    }
}

/// A call that an input makes the operation reject is made by the test for that input, whatever it was found for.
#[test]
fn every_call_with_a_bad_input_is_made_by_the_test_for_that_input() {
    let mut others = 0;
    for name in FIXTURES {
        let (plan, Explored { service, exploration, .. }) = planned(name);
        for (at, witness) in exploration.corpus.witnesses.iter().enumerate() {
            let Some(made) = &witness.call else { continue };
            let Expect::Rejected(Rejection::Input(input, _)) = made.expect else { continue };
            let operation = service.operation(made.line.operation);
            let words = [operation.name.as_str(), "rejects", "input", operation.inputs[input.index()].name.as_str()];
            let is_for = |test: &&PlannedTest| test.name.iter().map(String::as_str).take(4).eq(words);
            let tests: Vec<&PlannedTest> = plan.tests.iter().filter(is_for).collect();
            let calls =
                |test: &&PlannedTest| matches!(&test.calls, Calls::Witnesses(_, numbers) if numbers.contains(&at));
            assert!(tests.iter().any(calls), "{name}: witness {at} is not called by {words:?}");
            let found_for = |target: &usize| exploration.targets[*target].goal == Goal::Fails;
            others += usize::from(!witness.targets.iter().any(found_for));
        }
    }
    assert!(others > 0, "some were found for something else");
}

#[test]
fn names_of_tests_are_all_different() {
    for name in FIXTURES {
        let (plan, _) = planned(name);
        let names: BTreeSet<String> = plan.tests.iter().map(|test| test.name.join("_").to_lowercase()).collect();
        assert_eq!(names.len(), plan.tests.len(), "{name}");
    }
}

#[test]
fn the_export_has_what_to_call_and_what_must_hold_apart() {
    let (plan, found) = planned("safe_counter");
    let exported = json(&plan, &found.service);
    let tests = exported["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), plan.tests.len());
    for test in tests {
        for part in ["kind", "name", "calls", "holds", "says", "place"] {
            assert!(test[part].as_str().is_some_and(|text| !text.is_empty()), "{part} of {test}");
        }
    }
}

#[test]
fn what_has_no_test_is_listed_with_the_reason() {
    let text = "service T {
        enum Mode { ON, OFF }
        entity Lamp { mode: Mode\n watts: Int where value > 0 }
        state { lamps: Int -> one Lamp }
        extern predicate allowed(id: Int)
        operation Add { output: id: Int\n ensures: id not in lamps and lamps'[id] = Lamp { mode = OFF, watts = 5 } }
        operation Dim {
          input: id: Int
          requires: id in lamps and allowed(id)\n lamps[id].watts > 9
          ensures: lamps'[id].watts = 1
        }
        transition Switch { entity: Lamp\n field: mode\n ON -> OFF via Explode }
        temporal fair: fairness(Dim)
    }";
    let found = explored_text(text, &specc::explore::Options::default());
    let plan = plan_of(&found, &check(text).sources);
    let skipped: Vec<String> = plan
        .skips
        .behavioral
        .iter()
        .map(|skip| format!("{} | {} | {}", skip.operation.as_deref().unwrap_or("-"), skip.kind, skip.reason))
        .collect();
    for part in ["fairness fair", "Switch ON -> OFF via Explode", "Dim.requires[0]"] {
        assert!(skipped.iter().any(|line| line.contains(part)), "{part}: {skipped:#?}");
    }
    assert!(plan.tests.iter().all(|test| test.holds != Holds::Moves(0, 0)));
}

/// A precondition that no state breaks: a test of rejections would fail a right service, since nothing shows it.
#[test]
fn what_is_never_rejected_has_no_test_of_rejections() {
    let requires = |clause: &str| {
        let text = format!(
            "service A {{\n  state {{ n: Int = 0 }}\n\n  operation Bump {{\n    requires: {clause}\n    ensures: n' = n + 1\n  }}\n\n  \
             invariant sane: n >= 0\n}}\n"
        );
        let plan = plan_of(&explored_text(&text, &specc::explore::Options::default()), &check(&text).sources);
        plan.tests.iter().any(|test| test.holds == Holds::Rejects)
    };
    assert!(requires("n < 3"));
    assert!(!requires("n >= 0"));
}

/// The parts of an invariant, each by its text.
fn parts_of(invariant: &str) -> Vec<String> {
    let text =
        format!("service S {{\n  state {{\n    a: Int = 0\n    b: Int = 0\n  }}\n  invariant it: {invariant}\n}}\n");
    let service = check(&text).service.expect("a sound spec");
    let shown = |operand: &Operand| print(&operand.said, &service, Names::default());
    let told = |part: &Part| match part {
        Part::One(one) => shown(one),
        Part::Sides(left, right) => format!("{} = {}", shown(left), shown(right)),
    };
    parts(&service.invariants.first().expect("an invariant").expr).iter().map(told).collect()
}

#[test]
fn a_value_is_a_part_of_a_clause_once_however_often_it_is_named() {
    assert_eq!(parts_of("a >= 0 and a <= 9 and (a != 3 or a + b > a)"), ["a", "a + b", "b"]);
    assert_eq!(parts_of("a = b or (a = b and b < 3)"), ["a = b"]);
    assert_eq!(parts_of("a > 0 or b > 0"), ["a", "b"]);
}
