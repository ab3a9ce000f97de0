//! Every file in `fixtures/bad` gives the diagnostics that stand beside it, as people see them.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{Folder, Outcome, expect_file, front_end, root, specs_in};
use specc::diag::Code;
use specc::report::{Format, Options, render};

fn run(path: &Path) -> Outcome {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let folder = path.parent().expect("a folder").to_path_buf();
    front_end(&name, &std::fs::read(path).expect("a readable fixture"), &Folder(folder))
}

fn promised(path: &Path) -> BTreeSet<String> {
    let bytes = std::fs::read(path).expect("a readable fixture");
    let text = String::from_utf8_lossy(&bytes);
    let first = text.lines().next().unwrap_or_default();
    let words = first.split(|character: char| !character.is_ascii_alphanumeric());
    words.filter(|word| Code::parse(word).is_some()).map(str::to_string).collect()
}

#[test]
fn bad_fixtures_give_what_stands_beside_them() {
    let fixtures = specs_in(&root().join("fixtures/bad"));
    assert!(fixtures.len() >= 60, "only {} bad fixtures", fixtures.len());
    for path in fixtures {
        let outcome = run(&path);
        assert!(!outcome.diagnostics.is_empty(), "{} gives no diagnostic", path.display());
        let options = Options { strict: false, colour: false, width: 100 };
        let shown = render(Format::Terminal, &outcome.diagnostics, &outcome.sources, &options);
        expect_file(&path.with_extension("expected"), &shown);
    }
}

#[test]
fn the_first_line_of_a_bad_fixture_names_its_codes() {
    for path in specs_in(&root().join("fixtures/bad")) {
        let found: BTreeSet<String> = run(&path).codes().into_iter().map(str::to_string).collect();
        assert_eq!(promised(&path), found, "{}", path.display());
    }
}

#[test]
fn every_code_has_a_bad_fixture() {
    let fixtures = specs_in(&root().join("fixtures/bad"));
    let covered: BTreeSet<&str> = fixtures.iter().flat_map(|path| run(path).codes()).collect();
    // These three need more than a small file; `tests/command_line.rs` makes what they need.
    let made_elsewhere = [Code::FileTooLarge, Code::Unreadable, Code::TooManyImports];
    let missing: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !made_elsewhere.contains(code))
        .map(|code| code.text())
        .filter(|code| !covered.contains(code))
        .collect();
    assert!(missing.is_empty(), "no bad fixture gives {missing:?}");
}

/// What the grammar would have taken is summed up in words; a list of operators helps nobody.
#[test]
fn syntax_errors_do_not_list_operators() {
    for path in specs_in(&root().join("fixtures/bad")) {
        for found in run(&path).diagnostics.iter().filter(|found| found.code == Code::Syntax) {
            let listed = ["`!=`", "`<=`", "`#`", "`^`"].iter().any(|operator| found.message.contains(operator));
            assert!(!listed, "{}: {}", path.display(), found.message);
        }
    }
}

#[test]
fn no_expectation_is_left_over() {
    let folder = root().join("fixtures/bad");
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "expected") {
            assert!(path.with_extension("spec").exists(), "{} belongs to no fixture", path.display());
        }
    }
}
