//! The generated files as other tools see them.

use std::path::Path;

use crate::common::{extra_fixtures, fixtures};
use crate::suite::{must_pass, write_suite};

const FILES: [&str; 5] =
    ["tests/model.py", "tests/predicates.py", "tests/clauses.py", "tests/wire.py", "tests/service.py"];
const WIDTH: [&str; 2] = ["--line-length", "120"];

fn judge(folder: &Path) {
    must_pass(folder, &[&["-W", "error", "-m", "py_compile"][..], &FILES].concat());
    must_pass(folder, &[&["-m", "ruff", "format", "--isolated", "--diff"][..], &WIDTH, &FILES].concat());
    let rules = ["-m", "ruff", "check", "--isolated", "--select", "E,F,W,I,UP,B"];
    must_pass(folder, &[&rules[..], &WIDTH, &FILES].concat());
    must_pass(folder, &[&["-m", "mypy", "--strict"][..], &FILES].concat());
}

#[test]
fn the_fixtures_are_clean() {
    let specs = fixtures().into_iter().chain(extra_fixtures());
    let folders: Vec<_> = specs.map(|(name, text)| write_suite(&name, &text)).collect();
    folders.iter().for_each(|folder| judge(folder));
}

#[test]
fn a_hostile_spec_is_clean() {
    judge(&write_suite("hostile", include_str!("hostile.spec")));
}
