//! What all languages have to agree on, as data: made by the interpreter, kept in `fixtures/vectors/`, and put to the
//! runtimes that are emitted. `docs/vectors.md` says how a language takes part.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[path = "vectors/ask.rs"]
mod ask;
#[path = "vectors/cases.rs"]
mod cases;
mod common;
#[path = "vectors/runtimes.rs"]
mod runtimes;
#[path = "vectors/typescript.rs"]
mod typescript;

use std::path::PathBuf;

use ask::Asked;
use common::{expect_file, root};
use runtimes::{Runtime, emitted_service, emitted_suite, said};
use serde_json::{Value as Json, json};

/// The files of vectors, by name.
fn made() -> Vec<(&'static str, Json)> {
    let asked = Asked::new();
    let calls = |about: &str, cases: &[cases::Case]| {
        let vectors = cases.iter().map(|case| asked.call(case)).collect();
        asked.file(about, cases.iter().map(|case| case.function), vectors)
    };
    vec![
        ("arithmetic", calls("Numbers at the ends of their ranges.", &cases::arithmetic())),
        ("order", calls("Texts in the order of their code points.", &cases::order())),
        ("patterns", calls("Patterns, and texts in which they are found or not.", &cases::patterns())),
        ("expressions", calls("Expressions over states, with and without a value.", &cases::expressions())),
        ("windows", asked.windows()),
        ("wire", asked.wire()),
        ("verdicts", asked.recorded("Recorded calls, right and wrong.", &cases::verdicts())),
        ("frames", asked.recorded("Recorded calls that change what they must leave alone.", &cases::frames())),
        ("corpus", asked.corpus()),
        ("choices", asked.choices()),
    ]
}

fn path(name: &str) -> PathBuf {
    root().join("fixtures/vectors").join(format!("{name}.json"))
}

/// One vector in a line, so that a reader sees in a diff what changed.
fn written(file: &Json) -> String {
    let mut file = file.clone();
    let vectors: Vec<String> = file["vectors"].as_array().expect("vectors").iter().map(Json::to_string).collect();
    file["vectors"] = json!([]);
    let head = serde_json::to_string_pretty(&file).expect("a text");
    head.replace("\"vectors\": []", &format!("\"vectors\": [\n    {}\n  ]", vectors.join(",\n    "))) + "\n"
}

#[test]
fn the_interpreter_agrees() {
    for (name, file) in made() {
        expect_file(&path(name), &written(&file));
    }
}

#[test]
fn they_are_as_their_schema_says() {
    let files: Vec<PathBuf> = made().iter().map(|(name, _)| path(name)).collect();
    let schema = root().join("docs/vectors.schema.json");
    let mut command = runtimes::python();
    command.args(["-m", "check_jsonschema", "--schemafile"]).arg(schema).args(files);
    let output = command.output().expect("`make setup` installs Python's tools");
    assert!(output.status.success(), "{}", said(&output));
}

#[test]
fn the_suite_agrees() {
    let runtime = Runtime { program: "suite", folder: emitted_suite("suite") };
    let files: Vec<PathBuf> = made().iter().map(|(name, _)| path(name)).collect();
    assert_eq!(runtime.judged(&files), "");
}

#[test]
fn the_service_agrees() {
    let runtime = Runtime { program: "service", folder: emitted_service("service") };
    let files: Vec<PathBuf> = made().iter().map(|(name, _)| path(name)).collect();
    assert_eq!(runtime.judged(&files), "");
}

/// One small break for each file of vectors: in which file of the runtime, what stands there, and what instead.
const BREAKS: [(&str, &str, &str, &str); 10] = [
    ("arithmetic", "evaluating.py", "i64(a // b)", "i64(int(a / b))"),
    ("order", "evaluating.py", "return max(elements)", "return max(elements, key=lambda one: one.encode('utf-16-be'))"),
    ("patterns", "evaluating.py", "for part in parts), re.ASCII)", "for part in parts))"),
    ("expressions", "evaluating.py", "if len(found) != 1:", "if not found:"),
    ("windows", "windows.py", "return self.hi < lo or (self.lo < hi", "return self.hi <= lo or (self.lo < hi"),
    ("wire", "types.py", "-(2**63) <= found < 2**63", "-(2**63) <= found <= 2**63"),
    ("verdicts", "windows.py", "return Truth.YES if holds else Truth.NO", "return Truth.YES"),
    ("frames", "oracle.py", "kept = _grafted(kept, after, spot)", "kept = after"),
    ("corpus", "corpus.py", "moment + found", "found"),
    ("choices", "choices.py", "yield from _safely(one)", "yield from islice(_safely(one), 1)"),
];

#[test]
fn each_file_finds_a_runtime_that_is_broken() {
    assert_eq!(BREAKS.map(|(file, ..)| file).to_vec(), made().iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for (file, module, right, wrong) in BREAKS {
        let name = format!("broken_{file}");
        let (runtime, modules) = if file == "choices" {
            (Runtime { program: "service", folder: emitted_service(&name) }, "app/runtime")
        } else {
            (Runtime { program: "suite", folder: emitted_suite(&name) }, "tests/harness")
        };
        let place = runtime.folder.join(modules).join(module);
        let text = std::fs::read_to_string(&place).expect("a file of the runtime");
        assert!(text.contains(right), "{module} has no `{right}`");
        std::fs::write(&place, text.replace(right, wrong)).expect("a file");
        assert_ne!(runtime.judged(&[path(file)]), "", "{file} does not tell `{wrong}`");
    }
}
