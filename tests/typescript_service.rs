//! The TypeScript services that are emitted: what is written, whether its formatter would leave it so, and what runs of it show.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::os::unix::fs::symlink;
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

/// A whole project: the tools of the language find nothing to complain about, and its suite passes on its service.
#[test]
fn projects_pass_their_own_suites() {
    let folder = tempfile::tempdir().expect("a folder");
    let fixtures = ["safe_counter", "url_shortener", "todo_list", "auth_service", "edge_cases", "ecommerce"];
    for name in if is_nightly() { &fixtures[..] } else { &fixtures[..1] } {
        let out = folder.path().join(name);
        let mut command = specc();
        command.args(["compile", "-q", "--target", "ts-express-sqlite", "--out"]).arg(&out).arg(fixture(name));
        judged(&command.output().expect("specc runs"));
        let packages = out.join("node_modules");
        symlink(root().join("target/node/node_modules"), &packages).expect("a link");
        for (name, arguments) in
            [("tsc", &["-p", "."][..]), ("oxlint", &["--deny-warnings", "src", "migrations", "tests"])]
        {
            let output = tool(name).args(arguments).current_dir(&out).output();
            judged(&output.expect("`make setup` installs TypeScript's tools"));
        }
        std::fs::remove_file(packages).expect("the link");
        judged(&specc().arg("test").arg(&out).args(["--profile", "smoke"]).output().expect("specc runs"));
    }
}

/// What else is asked of services in every language: calls compared with the reference server, migrations, and more, at night.
#[test]
fn services_stand() {
    let drivers: &[&str] = if is_nightly() { &["stands", "agree"] } else { &["agree"] };
    let mut command = Command::new(root().join(".venv/bin/python"));
    command.arg("tests/service/run.py").args(drivers).args(["--quick", "--kinds", "ts-sqlite"]);
    if !is_nightly() {
        command.args(["--fixtures", "safe_counter"]);
    }
    command.arg("--specc").arg(env!("CARGO_BIN_EXE_specc")).current_dir(root());
    judged(&command.output().expect("`make setup` installs Python's tools"));
}

fn is_nightly() -> bool {
    std::env::var_os("NIGHTLY").is_some()
}

fn specc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.current_dir(root()).env_remove("ENABLE_TEST_ADMIN").env_remove("TEST_ADMIN_TOKEN");
    // Packages are installed once for all tests.
    command.env("SPECC_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments"));
    command
}
