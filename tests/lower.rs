//! Expressions as languages get them: what is settled before anybody spells them.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{check, expect_file, extra_fixtures, fixtures, root, specs_in};
use specc::ir::Service;
use specc::lower::{listing, show_listing};
use specc::plan::service::{ServicePlan, service_plan};
use specc::realize::realize;

fn planned(text: &str) -> (Service, ServicePlan) {
    let service = check(text).service.expect("a sound spec");
    let (api, _) = specc::convention::routes(&service);
    let plan = service_plan(&service, &api, &realize(&service));
    (service, plan)
}

fn lowered(text: &str) -> String {
    let (service, plan) = planned(text);
    show_listing(&service, &plan)
}

/// What a `requires` of an operation with some inputs becomes.
fn requires(condition: &str) -> String {
    let text = format!(
        "service Test {{\n  state {{\n    kept: Int -> one Int = {{}}\n  }}\n\n  operation Ask {{\n    input: n: Int, s: String, \
         t: DateTime, o: Option[Int]\n    requires:\n      {condition}\n  }}\n}}\n"
    );
    let lowered = lowered(&text);
    let (_, found) = lowered.split_once(&format!("{condition}\n")).expect("the condition");
    found.to_string()
}

/// Each file of `tests/lower/` is about one thing that is settled; its expected text has every expression of it with what it
/// becomes.
#[test]
fn expressions_become_what_was_read() {
    for path in specs_in(&root().join("tests/lower")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a spec");
        expect_file(&root().join(format!("tests/expected/lowered/{name}.txt")), &lowered(&text));
    }
}

#[test]
fn a_comparison_says_what_is_compared() {
    assert_eq!(requires("n < 3"), "  less integers(input n: Int, 3)\n");
    assert_eq!(requires("s < \"m\""), "  less texts(input s: String, \"m\")\n");
    let instants = "  suite\n    less windows(input t: DateTime, now: DateTime)\n  service\n    less instants(input t: DateTime, \
                    now: DateTime)\n";
    assert_eq!(requires("t < now()"), instants);
    assert_eq!(
        requires("o = some(n)"),
        "  same options of integers(input o: Option[Int], some(input n: Int): Option[Int])\n"
    );
}

#[test]
fn a_number_is_checked_where_it_can_leave_its_range() {
    assert_eq!(requires("n + 1 > 2"), "  more integers(add [64 bits](input n: Int, 1): Int, 2)\n");
    assert_eq!(requires("len(s) + 1 > 2"), "  more integers(add(count characters(input s: String): Int, 1): Int, 2)\n");
}

/// A language that is typed all the way down finds the type of every `none`, conditional, lambda and `let`.
#[test]
fn every_part_has_a_type() {
    for (name, text) in fixtures().into_iter().chain(extra_fixtures()) {
        let (service, plan) = planned(&text);
        let found = serde_json::to_string(&listing(&service, &plan)).expect("a value");
        assert!(found.contains("\"ty\":\"Int\""), "{name} has types");
        assert!(!found.contains("\"ty\":\"Unknown\""), "{name}");
    }
}
