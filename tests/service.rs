//! Generated services, judged by the drivers in `tests/service`: they stand on their own feet, agree with the reference
//! server call by call, keep their promises to many clients and over a crash, refuse what is bad, and keep secrets. All
//! fixtures and databases with `NIGHTLY=1`.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::process::Command;

use common::root;

const FOLDERS: [&str; 3] = ["tests/service", "tests/bench/service", "tests/campaign"];

fn python(args: &[&str]) {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs it", python.display());
    let mut command = Command::new(&python);
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("MYPYPATH", root().join(FOLDERS[0]));
    let output = command.args(args).current_dir(root()).output().expect("Python runs");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{}\n{said}", args.join(" "));
}

/// Runs a script of `tests/service`, which prints a line for each case.
fn run(script: &str, args: &[&str]) {
    let script = format!("{}/{script}", FOLDERS[0]);
    python(&[&[script.as_str(), "--specc", env!("CARGO_BIN_EXE_specc")], args].concat());
}

/// Lets drivers judge services: a few of them, or all that there are.
fn judge(drivers: &[&str], few: &[&str]) {
    let all = ["--kinds", "sqlite", "postgres", "mysql"];
    let selection = if is_nightly() { &all[..] } else { few };
    run("run.py", &[selection, &["--"], drivers].concat());
}

fn is_nightly() -> bool {
    std::env::var_os("NIGHTLY").is_some()
}

#[test]
fn drivers_notice_what_is_wrong() {
    run("selftest.py", &[]);
}

#[test]
fn drivers_are_written_like_all_python_here() {
    let width = ["--no-cache", "--isolated", "--line-length", "120"];
    python(&[&["-m", "ruff", "format", "--check"][..], &width, &FOLDERS].concat());
    python(&[&["-m", "ruff", "check", "--select", "E,F,W,I,UP,B"][..], &width, &FOLDERS].concat());
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/mypy-service");
    for folder in FOLDERS {
        python(&["-m", "mypy", "--strict", "--cache-dir", cache, folder]);
    }
}

#[test]
fn projects_stand_on_their_own_feet() {
    judge(&["stands"], &["--quick", "--kinds", "sqlite", "postgres", "mysql", "--fixtures", "url_shortener"]);
}

#[test]
fn services_agree_with_the_reference_server() {
    judge(&["agree", "hostile"], &["--quick", "--kinds", "sqlite", "--fixtures", "url_shortener", "todo_list"]);
}

/// Also the reference server: both are started as their users start them.
#[test]
fn services_answer_while_others_attack_them() {
    let drivers = ["door", "besieged", "fuzzed"];
    judge(&drivers, &["--quick", "--kinds", "sqlite", "reference", "--fixtures", "todo_list"]);
    if is_nightly() {
        run("run.py", &[&["--kinds", "reference", "--"][..], &drivers].concat());
    }
}

#[test]
fn databases_make_no_difference() {
    judge(&["agree"], &["--quick", "--kinds", "postgres", "mysql", "--fixtures", "url_shortener"]);
}

/// What a database is asked for is never less than what the spec speaks of.
#[test]
fn databases_find_all_rows_that_matter() {
    judge(&["filters"], &["--kinds", "sqlite", "postgres", "mysql"]);
}

/// What no step makes true by itself is checked at every call, and what breaks a promise changes nothing.
#[test]
fn every_promise_is_kept() {
    judge(&["promises"], &["--quick", "--kinds", "sqlite", "postgres", "mysql"]);
}

#[test]
fn promises_hold_for_many_clients_and_over_a_crash() {
    let few = ["--quick", "--kinds", "sqlite", "postgres", "mysql", "--fixtures", "url_shortener"];
    judge(&["parallel", "durable"], &few);
}

#[test]
fn secrets_stay_where_they_belong() {
    judge(&["canaries"], &["--kinds", "sqlite", "--fixtures", "auth_service"]);
}
