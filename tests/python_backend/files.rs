//! The generated files as other tools see them.

use std::path::Path;

use crate::common::{check, extra_fixtures, fixtures, generate};
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

/// Expressions of every shape, as long as they come.
#[test]
fn generated_specs_are_laid_out_as_ruff_would() {
    let root = write_suite("generated", "service Empty {\n  operation Nothing {\n  }\n}\n");
    let mut folders = Vec::new();
    for seed in 0..60 {
        let text = generate::spec(seed);
        if check(&text).service.is_some() {
            write_suite(&format!("generated/spec{seed}"), &text);
            folders.push(format!("spec{seed}"));
        }
    }
    let folders: Vec<String> = folders.iter().flat_map(|folder| FILES.map(|file| format!("{folder}/{file}"))).collect();
    let files: Vec<&str> = folders.iter().map(String::as_str).collect();
    assert!(files.len() > 100);
    must_pass(&root, &[&["-W", "error", "-m", "py_compile"][..], &files].concat());
    must_pass(&root, &[&["-m", "ruff", "format", "--isolated", "--diff"][..], &WIDTH, &files].concat());
    let rules = ["-m", "ruff", "check", "--isolated", "--select", "E,F,W,UP,B", "--output-format", "concise"];
    must_pass(&root, &[&rules[..], &WIDTH, &files].concat());
}

#[test]
fn a_hostile_spec_is_clean() {
    judge(&write_suite("hostile", include_str!("hostile.spec")));
}
