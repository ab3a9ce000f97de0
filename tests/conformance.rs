//! The suites against wrong services: each defect is noticed, and where it should be; the right service passes.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::process::Command;

use common::root;

/// Runs a script of `tests/conformance`, which prints a line for each service that it tries.
fn run(script: &str, args: &[&str]) {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs it", python.display());
    let mut command = Command::new(&python);
    command.env("PYTHONDONTWRITEBYTECODE", "1").arg(root().join("tests/conformance").join(script));
    command.args(["--specc", env!("CARGO_BIN_EXE_specc"), "--python"]).arg(&python).args(args);
    let output = command.current_dir(root()).output().expect("Python runs");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{script} {}\n{said}", args.join(" "));
}

fn is_nightly() -> bool {
    std::env::var_os("NIGHTLY").is_some()
}

#[test]
fn wrong_services_are_noticed_at_the_clause_that_is_broken() {
    run("run.py", if is_nightly() { &[] } else { &["--quick"] });
}

#[test]
fn the_right_service_passes_twice_with_the_same_result() {
    run("run.py", if is_nightly() { &["--right"] } else { &["--right", "safe_counter"] });
}

#[test]
fn no_seed_raises_a_false_alarm() {
    run("run.py", if is_nightly() { &["--seeds", "10"] } else { &["--seeds", "1", "safe_counter", "auth_service"] });
}

#[test]
fn what_is_in_the_way_of_a_right_service_is_not_about_it() {
    run("run.py", if is_nightly() { &["--noisy"] } else { &["--noisy", "safe_counter"] });
}

#[test]
fn a_service_far_away_gets_the_verdict_of_a_near_one() {
    run("by_hand.py", &["--far"]);
}

/// The kinds of tests that find a defect of the table alone.
const ALONE: [&str; 14] = [
    "accepts",
    "auth",
    "boundary",
    "ensures",
    "frame",
    "invariant",
    "malformed",
    "output",
    "rejects",
    "safe",
    "stateful",
    "structural",
    "trace",
    "transition",
];

/// What each kind of test finds alone: without it the suite misses that.
#[test]
fn each_kind_of_test_earns_its_place() {
    let kinds: &[&str] = if is_nightly() { &ALONE } else { &["invariant", "output", "transition"] };
    run("run.py", &[&["--weakened"], kinds].concat());
}

#[test]
fn services_written_by_hand_are_judged_too() {
    let some = [
        "--phases",
        "behavioral",
        "--only",
        "list-drops-last",
        "resolve-301",
        "title-utf16",
        "get-leaks-version",
        "overtake-too-far",
    ];
    run("by_hand.py", if is_nightly() { &[] } else { &some });
}
