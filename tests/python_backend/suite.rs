//! A suite in a folder of its own, and the tools that judge it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use specc::backend::python::data_files;
use specc::convention::routes;

use crate::common::{check, root};

/// The tools and the harness that the generated files are tried with.
pub fn python() -> PathBuf {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs it", python.display());
    python
}

/// Writes the generated files of a spec, beside the harness.
pub fn write_suite(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python_backend").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    copy(&root().join("templates/python/suite/tests/harness"), &folder.join("tests/harness"));
    copy(&root().join("templates/python/core"), &folder.join("tests/harness"));
    std::fs::write(folder.join("tests/__init__.py"), "").expect("a file");
    let found = check(text);
    let service = found.service.clone().unwrap_or_else(|| panic!("{name}: {}", found.messages()));
    let (api, _) = routes(&service);
    let files = data_files(&service, &api, &found.sources, &format!("{name}.spec"), &|_, _| false);
    for (path, text) in &files {
        std::fs::write(folder.join(path), text).expect("a file");
    }
    std::fs::write(folder.join("tests/strategies.py"), strategies(&files)).expect("a file");
    folder
}

/// Stands for the module of strategies: a function for each one that the table names.
fn strategies(files: &[(String, String)]) -> String {
    let words = files.iter().flat_map(|(_, text)| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let names: BTreeSet<&str> = words.filter(|word| word.starts_with("strategy_")).collect();
    let functions = names.iter().map(|name| {
        format!("\n\ndef {name}() -> st.SearchStrategy[Any]:\n    \"\"\"Nothing.\"\"\"\n    return st.nothing()\n")
    });
    let head =
        "\"\"\"Stands for the strategies.\"\"\"\n\nfrom typing import Any\n\nfrom hypothesis import strategies as st\n";
    format!("{head}{}", functions.collect::<String>())
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "py") {
            std::fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
}

/// Runs a module of Python in a folder.
pub fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(python()).args(args).current_dir(folder).output().expect("Python runs")
}

/// Runs a module of Python in a folder, and shows what it says where it fails.
pub fn must_pass(folder: &Path, args: &[&str]) {
    let output = run(folder, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{}: {args:?}\n{}\n{}",
        folder.display(),
        text(&output.stdout),
        text(&output.stderr)
    );
}
