//! Emitted programs in folders of their own, and the judge of their language.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use specc::backend::python::data_files;
use specc::convention::routes;

use crate::ask::spec;
use crate::common::{check, root};

/// A program that was emitted for the spec of the vectors.
pub struct Runtime {
    pub program: &'static str,
    pub folder: PathBuf,
}

impl Runtime {
    /// What the judge says; nothing where all is well.
    pub fn judged(&self, files: &[PathBuf]) -> String {
        let mut command = python();
        command.arg(root().join("tests/vectors/judge.py")).arg(self.program).arg(&self.folder).args(files);
        let output = command.output().expect("Python runs");
        let text = said(&output);
        assert_eq!(output.status.success(), text.is_empty(), "{text}");
        text
    }
}

pub fn python() -> Command {
    let mut command = Command::new(root().join(".venv/bin/python"));
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

pub fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}

/// Stands for the strategies that the table of operations names: nothing is drawn here.
const STRATEGIES: &str = "def __getattr__(name):\n    return lambda: None\n";

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vectors").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The files of a suite that expressions need.
pub fn emitted_suite(name: &str) -> PathBuf {
    let folder = folder(name);
    for part in ["suite/tests/harness", "core"] {
        copy(&root().join("templates/python").join(part), &folder.join("tests/harness"));
    }
    std::fs::write(folder.join("tests/__init__.py"), "").expect("a file");
    std::fs::write(folder.join("tests/strategies.py"), STRATEGIES).expect("a file");
    let found = check(&spec());
    let service = found.service.clone().unwrap_or_else(|| panic!("{}", found.messages()));
    let (api, _) = routes(&service);
    for (path, text) in data_files(&service, &api, &found.sources, "vectors.spec", &|_, _| false) {
        std::fs::write(folder.join(path), text).expect("a file");
    }
    folder
}

/// A whole service.
pub fn emitted_service(name: &str) -> PathBuf {
    emitted_for("python-fastapi-sqlite", name)
}

/// A whole service for a target.
pub fn emitted_for(target: &str, name: &str) -> PathBuf {
    let folder = folder(name);
    let place = folder.join("vectors.spec");
    std::fs::write(&place, spec()).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command
        .args(["compile", "-q", "--no-tests", "--ignore-verify", "--target", target, "--out"])
        .arg(folder.join("out"))
        .arg(place);
    let output = command.output().expect("specc runs");
    assert!(output.status.success(), "{}", said(&output));
    folder.join("out")
}

/// Copies the files of a folder.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder of templates").flatten() {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
}
