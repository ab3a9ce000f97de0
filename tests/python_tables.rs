//! The tables of a Python service: laid out, linted and typed without complaint on every database.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::{check, extra_fixtures, fixtures, root};
use specc::backend::GeneratedFile;
use specc::backend::python::tables;
use specc::interp::Machine;
use specc::ir::Service;
use specc::plan::store::{Database, Store};

const DATABASES: [(&str, Database); 3] =
    [("sqlite", Database::Sqlite), ("postgres", Database::Postgres), ("mysql", Database::Mysql)];

fn python() -> PathBuf {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs it", python.display());
    python
}

fn service(name: &str, text: &str) -> Service {
    let found = check(text);
    found.service.clone().unwrap_or_else(|| panic!("{name}: {}", found.messages()))
}

fn store(service: &Service, database: Database) -> Store {
    Store::of(service, &Machine::new(Arc::new(service.clone())), database)
}

fn write(folder: &Path, files: &[GeneratedFile]) {
    for file in files {
        let path = folder.join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, &file.text).expect("the file can be written");
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python_tables").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn must_pass(folder: &Path, args: &[&str]) {
    let output = Command::new(python()).args(args).current_dir(folder).output().expect("Python runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{}: {args:?}\n{out}\n{err}", folder.display());
}

/// Every fixture on every database, judged by one run of each tool.
#[test]
fn the_tables_of_the_fixtures_are_clean() {
    let root = folder("clean");
    for (name, text) in fixtures().into_iter().chain(extra_fixtures()) {
        let service = service(&name, &text);
        for (word, database) in DATABASES {
            let files = tables::files(&service.name, &store(&service, database), database);
            write(&root.join(format!("{word}_{name}")), &files);
        }
    }
    let width = ["--line-length", "120"];
    must_pass(&root, &[&["-m", "ruff", "format", "--isolated", "--diff"][..], &width, &["."]].concat());
    let rules = ["-m", "ruff", "check", "--isolated", "--select", "E,F,W,UP,B"];
    must_pass(&root, &[&rules[..], &width, &["."]].concat());
}
