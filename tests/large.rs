//! Specs of a real size. That they are clean is looked at in every run; with `NIGHTLY=1` they are explored, compiled and judged
//! on the services that are made of them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::{check, root, specs_in};
use specc::explore::{Effort, NoFinder, Options, Quiet, explore};
use specc::format::{Formatted, format};
use specc::source::SourceFile;

fn large() -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a readable spec"))
    };
    let found: Vec<(String, String)> = specs_in(&root().join("fixtures/large")).into_iter().map(read).collect();
    assert!(found.len() >= 3);
    found
}

fn is_nightly() -> bool {
    std::env::var_os("NIGHTLY").is_some()
}

/// All of them in a nightly run, and otherwise the first.
fn some() -> Vec<(String, String)> {
    let most = if is_nightly() { usize::MAX } else { 1 };
    large().into_iter().take(most).collect()
}

#[test]
fn they_are_clean_and_formatted_and_of_a_real_size() {
    for (name, text) in large() {
        let outcome = check(&text);
        assert!(outcome.diagnostics.is_empty(), "{name}: {}", outcome.messages());
        let service = outcome.service.expect("a service");
        assert!((15..=25).contains(&service.operations.len()), "{name}: {} operations", service.operations.len());
        let formatted = format(&SourceFile::new(name.as_str(), text.as_str()));
        assert_eq!(formatted, Formatted::Text(text), "{name} is not formatted");
    }
}

#[test]
fn nothing_is_broken_and_much_is_reached() {
    let effort = if is_nightly() { Effort::Normal } else { Effort::Quick };
    for (name, text) in some() {
        let service = Arc::new(check(&text).service.expect("a service"));
        let options = Options { effort, ..Options::default() };
        let found = explore(&service, &options, &NoFinder, &mut Quiet).expect("a valid beginning");
        assert!(found.violations.is_empty(), "{name}: {:?}", found.violations);
        assert!(found.reached() * 2 > found.targets.len(), "{name}: {} of {}", found.reached(), found.targets.len());
    }
}

fn specc(args: &[&str], folder: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_specc")).args(args).arg(folder).output().expect("specc runs");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{args:?}\n{said}");
}

#[test]
fn they_compile_and_their_services_pass_their_suites() {
    let effort = if is_nightly() { "normal" } else { "quick" };
    for (name, _) in some() {
        let home = tempfile::tempdir().expect("a folder");
        let (spec, out) = (root().join(format!("fixtures/large/{name}.spec")), home.path().join(&name));
        let spec = spec.to_string_lossy();
        specc(&["compile", "--ignore-verify", "--effort", effort, &spec, "--out"], &out);
        assert!(out.join("app").is_dir() && out.join("tests/corpus.json").is_file(), "{name}");
        if is_nightly() {
            specc(&["test"], &out);
        }
    }
}
