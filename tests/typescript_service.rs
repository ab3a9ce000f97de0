//! The TypeScript services that are emitted: what is written, whether its formatter would leave it so, and what runs of it show.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{expect_folder, files_below, root};

fn judged(output: &Output) {
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{}", said.concat());
}

/// Emits the service of a spec.
fn emitted(folder: &Path, spec: &Path, target: &str) -> PathBuf {
    let out = folder.join(format!("{}-{target}", spec.file_stem().expect("a name").to_string_lossy()));
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.args(["compile", "-q", "--no-tests", "--ignore-verify", "--target", target, "--out"]).arg(&out).arg(spec);
    judged(&command.output().expect("specc runs"));
    out
}

fn fixture(name: &str) -> PathBuf {
    root().join(format!("fixtures/spec/{name}.spec"))
}

fn tool(name: &str) -> Command {
    Command::new(root().join("target/node/node_modules/.bin").join(name))
}

/// The formatter changes nothing in what is made from a spec.
fn is_formatted(service: &Path) {
    let mut command = tool("oxfmt");
    command.args(["--check", "src/**/*.ts", "migrations/**/*.ts"]).current_dir(service);
    judged(&command.output().expect("`make setup` installs TypeScript's tools"));
}

/// What is written for a fixture; the files that are the same for every spec are in `templates/` as they are.
#[test]
fn the_service_is_the_golden_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = emitted(folder.path(), &fixture("url_shortener"), "ts-express-sqlite");
    let templates = root().join("templates/typescript");
    let files = ["src", "migrations/versions"].iter().flat_map(|part| files_below(&out.join(part))).map(|path| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path.strip_prefix(&out).expect("a file of the service").to_path_buf(), text)
    });
    let is_verbatim = |(path, text): &(PathBuf, String)| {
        let name = path.file_name().expect("a name");
        let places = [templates.join("service").join(path), templates.join("core").join(name)];
        let column = templates.join("service/databases/sqlite").join(name);
        let is_at = |place: &PathBuf| std::fs::read_to_string(place).is_ok_and(|template| template == *text);
        places.iter().chain([&column]).any(is_at)
    };
    // The document is among the files of the suite.
    let is_document = |path: &Path| path.ends_with("openapi.json");
    let files: Vec<(PathBuf, String)> = files.filter(|file| !is_verbatim(file) && !is_document(&file.0)).collect();
    expect_folder(&root().join("golden/url_shortener/ts-service"), &files);
}

#[test]
fn the_formatter_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["url_shortener", "todo_list"] {
        is_formatted(&emitted(folder.path(), &fixture(name), "ts-express-sqlite"));
    }
}

/// A spec whose words mean something in TypeScript.
#[test]
fn words_of_the_language_are_words_of_specs_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = root().join("tests/typescript_service/awkward.spec");
    for target in ["ts-express-sqlite", "ts-express-postgres", "ts-express-mysql"] {
        is_formatted(&emitted(folder.path(), &spec, target));
    }
}

/// Packages, types, migrations and the Python suite: with the network's registry, so at night.
#[test]
fn services_stand() {
    if std::env::var_os("NIGHTLY").is_none() {
        return;
    }
    let mut command = Command::new(root().join(".venv/bin/python"));
    command.args(["tests/service/run.py", "stands", "agree", "--quick", "--kinds", "ts-sqlite", "--specc"]);
    command.arg(env!("CARGO_BIN_EXE_specc")).current_dir(root());
    judged(&command.output().expect("`make setup` installs Python's tools"));
}
