//! The part of a Python suite that is the same for every spec: its own tests, and what its ecosystem's tools say of it.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn suite() -> PathBuf {
    root().join("templates/python/suite")
}

/// Runs a tool of the project's Python in a folder, without leaving anything there.
fn python_in(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(root().join(".venv/bin/python"));
    command.args(arguments).current_dir(folder);
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("SPECC", env!("CARGO_BIN_EXE_specc"));
    command.output().expect("`make setup` installs Python's tools")
}

fn passes(arguments: &[&str]) {
    judged(&python_in(&suite(), arguments));
}

fn judged(output: &Output) {
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{}", said.concat());
}

#[test]
fn its_own_tests_pass() {
    passes(&["-m", "pytest", "-q", "-p", "no:cacheprovider", "selftest"]);
}

#[test]
fn the_core_that_suites_and_services_share_passes_its_own_tests() {
    let templates = root().join("templates/python");
    judged(&python_in(&templates, &["-m", "pytest", "-q", "-p", "no:cacheprovider", "core/selftest"]));
}

#[test]
fn it_is_formatted_linted_and_typed() {
    let cache = tempfile::tempdir().expect("a folder");
    let cache = cache.path().to_str().expect("a path");
    let sample = tempfile::tempdir().expect("a folder");
    let folder = sample.path().to_str().expect("a path");
    passes(&["../assembled.py", "suite", folder]);
    for arguments in [
        &["-m", "ruff", "format", "--no-cache", "--line-length", "120", "--check", "tests"][..],
        &["-m", "ruff", "check", "--no-cache", "--line-length", "120", "--select", "E,F,W,I,UP,B", "tests"],
        &["-m", "mypy", "--strict", "--cache-dir", cache, "tests"],
    ] {
        judged(&python_in(sample.path(), arguments));
    }
}

#[test]
fn every_file_of_it_is_emitted() {
    let out = tempfile::tempdir().expect("a folder");
    let spec = root().join("fixtures/spec/safe_counter.spec");
    let mut compile = Command::new(env!("CARGO_BIN_EXE_specc"));
    let output = compile.args(["compile", "-q", "--tests-only", "--out"]).arg(out.path()).arg(spec).output();
    assert!(output.expect("specc runs").status.success());
    let core = root().join("templates/python/core");
    let shared = files(&core, &core).into_iter().map(|name| Path::new("tests/harness").join(name));
    let all = files(&suite(), &suite()).into_iter().chain(shared);
    let missing: Vec<PathBuf> = all.filter(|file| !out.path().join(file).is_file()).collect();
    assert_eq!(missing, Vec::<PathBuf>::new());
}

/// The files below a folder that suites carry.
fn files(folder: &Path, base: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name == "selftest" || name.starts_with("__pycache__") || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path, base));
        } else {
            found.insert(path.strip_prefix(base).expect("below the folder").to_path_buf());
        }
    }
    found
}
