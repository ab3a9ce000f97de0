//! Verification: small specs with known verdicts, what is shown of a violation, and the solver that is linked.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use common::root;
use specc::interp::Machine;
use specc::verify::{Basis, Effort, Means, Outcome, Subject, Verdict, check, subjects};

const MEANS: Means = Means { effort: Effort::Time(60_000), explain: false, dump: false, clock: || 0 };

fn specs() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(root().join("tests/verify"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "spec"))
        .collect();
    found.sort();
    found
}

fn machine(path: &Path) -> Machine {
    let text = std::fs::read_to_string(path).expect("a readable spec");
    let found = common::check(&text);
    Machine::new(Arc::new(found.service.unwrap_or_else(|| panic!("{}: {:?}", path.display(), found.diagnostics))))
}

/// What is not simply proved, in the words of the `// expect:` lines.
fn told(machine: &Machine, outcome: &Outcome) -> Option<String> {
    let service = machine.service();
    let verdict = match &outcome.verdict {
        Verdict::Proved => return None,
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(why) => return Some(format!("unknown {}: {why}", outcome.subject.title(service))),
        Verdict::NotChecked(_) => "not checked",
    };
    let mut words = format!("{verdict} {}", outcome.subject.kind());
    if let Some(id) = outcome.subject.operation(service) {
        words = format!("{words} {}", service.operation(id).name);
    }
    if let (Subject::Keeps(_, clause), "preserves" | "always") = (outcome.subject, outcome.subject.kind()) {
        words = format!("{words} {}", clause.title(service));
    }
    Some(words)
}

fn outcomes(machine: &Machine) -> Vec<Outcome> {
    let all = subjects(machine.service(), machine.bodies());
    all.into_iter().map(|subject| check(machine, subject, &MEANS)).collect()
}

#[test]
fn small_specs_have_the_verdicts_they_expect() {
    let specs = specs();
    assert!(specs.len() >= 40, "{}", specs.len());
    let mut wrong = Vec::new();
    for path in specs {
        let text = std::fs::read_to_string(&path).expect("a readable spec");
        let mut expected: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("// expect: ")).filter(|line| *line != "proved").collect();
        let machine = machine(&path);
        let mut found: Vec<String> = outcomes(&machine).iter().filter_map(|outcome| told(&machine, outcome)).collect();
        expected.sort_unstable();
        found.sort();
        found.dedup();
        if found != expected {
            wrong.push(format!("{}\n  expected {expected:?}\n  found    {found:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_float_is_an_approximation_and_says_so() {
    let machine = machine(&root().join("tests/verify/float_kept.spec"));
    let all = outcomes(&machine);
    assert!(all.iter().any(|outcome| outcome.basis == Basis::Approximation));
}

fn specc(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_specc")).args(args).current_dir(root()).output().expect("specc");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_solver_is_the_one_specc_is_made_for() {
    assert!(specc::verify::solver_version().contains("5.3"), "{}", specc::verify::solver_version());
    let (code, stdout, _) = specc(&["--version"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("Z3") && stdout.contains("5.3"), "{stdout}");
}

#[test]
fn a_violation_is_told_in_steps() {
    let (code, stdout, stderr) = specc(&["verify", "tests/verify/broken_decrement.spec"]);
    assert_eq!(code, 1, "{stderr}");
    for step in ["violated: `Down` keeps the invariant `low`", "before  count = 0", "call    Down()", "then    "] {
        assert!(stdout.contains(step), "{step}: {stdout}");
    }
}

#[test]
fn the_report_is_json_with_a_version() {
    let (code, stdout, stderr) = specc(&["verify", "--json", "--jobs", "2", "tests/verify/broken_decrement.spec"]);
    assert_eq!(code, 1, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((&report["version"], &report["counts"]["violated"]), (&1.into(), &1.into()));
    let (_, again, _) = specc(&["verify", "--json", "--jobs", "1", "tests/verify/broken_decrement.spec"]);
    assert_eq!(again, stdout, "the number of jobs changes nothing");
}

#[test]
fn the_z3_program_answers_as_specc_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_string_lossy().into_owned();
    let (code, _, stderr) = specc(&["verify", "--dump-smt", &at, "tests/verify/sum_kept.spec"]);
    assert_eq!(code, 0, "{stderr}");
    let files: Vec<PathBuf> =
        std::fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let answer = Command::new(root().join(".z3/bin/z3")).arg("-T:60").arg(&file).output().expect("z3");
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        assert!(text.starts_with("unsat"), "{}: {text}", file.display());
    }
}

#[test]
fn a_moved_binary_finds_the_library_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (bin, lib) = (folder.path().join("bin"), folder.path().join("lib"));
    std::fs::create_dir_all(&bin).and_then(|()| std::fs::create_dir_all(&lib)).expect("folders");
    std::fs::copy(env!("CARGO_BIN_EXE_specc"), bin.join("specc")).expect("a copy");
    std::fs::copy(root().join(".z3/z3/lib/libz3.so"), lib.join("libz3.so.5.3")).expect("a copy");
    let output =
        Command::new(bin.join("specc")).arg("--version").env("LD_DEBUG", "libs").output().expect("a moved specc");
    let trace = String::from_utf8_lossy(&output.stderr).into_owned();
    let loaded = trace.lines().find(|line| line.contains("calling init") && line.contains("libz3.so")).unwrap_or("");
    assert!(output.status.success() && loaded.contains("/lib/libz3.so.5.3"), "{loaded}");
    assert!(loaded.contains(&*folder.path().to_string_lossy()), "{loaded}");
}

#[test]
fn bad_arguments_and_specs_are_told() {
    for (args, code) in [
        (vec!["verify", "--timeout", "0", "tests/verify/sum_kept.spec"], 2),
        (vec!["verify", "--jobs", "0", "tests/verify/sum_kept.spec"], 2),
        (vec!["verify", "nowhere.spec"], 2),
        (vec!["verify", "tests/verify/sum_kept.spec", "--only", "nothing is called this"], 0),
    ] {
        let (found, _, stderr) = specc(&args);
        assert_eq!(found, code, "{args:?}: {stderr}");
    }
}

/// Two numbers that only arithmetic finds.
const LOCK: &str = "service Lock {
  state { open: Bool = false }
  operation Unlock {
    input: n: Int, m: Int
    requires:
      n > 0 and n < 2000 and m > 0 and m < 2000 and n * 7919 + m * 104729 = 11552439
    ensures: open' = true
  }
}
";

#[test]
fn the_explorer_is_helped_by_the_solver_and_gets_the_same_each_time() {
    use specc::explore::{Exploration, Finder, NoFinder, Options, Outcome, Quiet, Root, explore};
    let service = Arc::new(common::check(LOCK).service.expect("a sound spec"));
    let options = Options { budget: 200, ..Options::default() };
    let run = |finder: &dyn Finder| explore(&service, &options, finder, &mut Quiet).expect("an exploration");
    let reached = |found: &Exploration| {
        let accepts = found.targets.iter().position(|target| target.root == Root::Operation).expect("a target");
        matches!(found.outcomes[accepts], Outcome::Reached { .. })
    };
    let helper = specc::verify::SolverFinder;
    let (first, second, alone) = (run(&helper), run(&helper), run(&NoFinder));
    assert_eq!(format!("{:?}", first.corpus), format!("{:?}", second.corpus));
    assert_eq!((reached(&first), reached(&alone)), (true, false));
}
