//! `specc verify`, and the gate of `specc compile`, as a user meets them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::root;

/// Runs specc from the project's folder: its code, and what it printed and said.
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
    assert_eq!((&report["version"], &report["counts"]["violated"]), (&2.into(), &1.into()));
    let (_, again, _) = specc(&["verify", "--json", "--jobs", "1", "tests/verify/broken_decrement.spec"]);
    assert_eq!(again, stdout, "the number of jobs changes nothing");
}

#[test]
fn the_z3_program_answers_as_specc_does() {
    let mut answers = BTreeMap::new();
    for name in ["sum_kept", "broken_decrement", "dead_operation", "unique_kept", "relation_set_broken"] {
        let folder = tempfile::tempdir().expect("a folder");
        let at = folder.path().to_string_lossy().into_owned();
        let (code, _, stderr) = specc(&["verify", "--dump-smt", &at, &format!("tests/verify/{name}.spec")]);
        assert!(code <= 1, "{stderr}");
        for entry in fs::read_dir(folder.path()).expect("the folder") {
            let file = entry.expect("an entry").path();
            let text = fs::read_to_string(&file).expect("a readable check");
            let specc_said = text.lines().next().unwrap_or_default().trim_start_matches("; ").to_string();
            let answer = Command::new(root().join(".z3/bin/z3")).arg("-T:60").arg(&file).output().expect("z3");
            let z3_said = String::from_utf8_lossy(&answer.stdout).lines().next().unwrap_or_default().to_string();
            assert_eq!(z3_said, specc_said, "{name}: {}", file.display());
            *answers.entry(z3_said).or_insert(0) += 1;
        }
    }
    assert!(answers["unsat"] >= 10 && answers["sat"] >= 5, "{answers:?}");
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

/// A copy of specc that was built elsewhere: it knows no place of the solver but its own folder.
struct Moved(tempfile::TempDir);

impl Moved {
    fn new() -> Moved {
        let folder = tempfile::tempdir().expect("a folder");
        let mut program = fs::read(env!("CARGO_BIN_EXE_specc")).expect("specc");
        let built = root().join(".z3/z3/lib").to_string_lossy().into_owned().into_bytes();
        let at = program.windows(built.len()).position(|part| part == built).expect("where the library was built");
        program[at..at + built.len()].fill(b'x');
        let path = folder.path().join("specc");
        fs::write(&path, program).expect("written");
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a program");
        Moved(folder)
    }

    /// One with a library beside it that is not the real one.
    fn with_library(text: &str) -> Moved {
        let moved = Moved::new();
        let source = moved.0.path().join("fake.c");
        fs::write(&source, text).expect("written");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).arg(moved.0.path().join("libz3.so.5.3")).arg(&source);
        assert!(compiler.status().expect("a C compiler").success());
        moved
    }

    /// The code, and what it printed and said.
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(self.0.path().join("specc"));
        let output = command.args(args).current_dir(root()).env("SPECC_CACHE", "").output().expect("specc");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    }

    /// Compiles something: the code, what it said, and whether it wrote anything.
    fn compile(&self, more: &[&str]) -> (Option<i32>, String, bool) {
        let out = self.0.path().join("out");
        let at = out.to_string_lossy().into_owned();
        let (code, said) = self.run(&[&["compile", "--out", &at, LOCK], more].concat());
        (code, said, out.exists())
    }
}

/// A spec in which only arithmetic finds a call, so that exploring it asks the solver.
const LOCK: &str = "tests/verify/locked.spec";

#[test]
fn without_its_library_specc_says_what_is_missing_and_does_the_rest() {
    let moved = Moved::new();
    for args in [vec!["verify", LOCK], vec!["explore", LOCK]] {
        let (code, said) = moved.run(&args);
        assert_eq!(code, Some(3), "{args:?}: {said}");
        assert!(said.contains("the solver is missing: libz3.so.5.3") && said.contains("pip install"), "{said}");
    }
    let (code, said, wrote) = moved.compile(&[]);
    assert_eq!((code, wrote), (Some(3), false), "{said}");
    assert!(said.contains("the solver is missing"), "{said}");
    assert_eq!(moved.run(&["check", LOCK]).0, Some(0));
    let (code, said) = moved.run(&["--version"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Z3 missing"), "{said}");
}

#[test]
fn another_version_of_the_library_is_refused() {
    let old = Moved::with_library("const char *Z3_get_full_version(void) { return \"4.8.12.0\"; }\n");
    for args in [vec!["verify", LOCK], vec!["explore", LOCK]] {
        let (code, said) = old.run(&args);
        assert_eq!(code, Some(3), "{args:?}: {said}");
        assert!(said.contains("the solver is Z3 4.8.12.0; specc needs Z3 5.3.x"), "{said}");
    }
    // One that knows no version at all is no Z3.
    let (code, said) = Moved::with_library("int nothing;\n").run(&["verify", LOCK]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the solver is missing: it is another version of Z3"), "{said}");
}

#[test]
fn a_solver_that_crashes_while_specc_explores_is_told_as_such() {
    let crashing = "#include <stdlib.h>\nconst char *Z3_get_full_version(void) { return \"5.3.2.0\"; }\n\
                    void *Z3_mk_config(void) { abort(); }\n";
    let moved = Moved::with_library(crashing);
    let (code, said) = moved.run(&["explore", LOCK]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the solver ended with signal"), "{said}");
    let (code, said, wrote) = moved.compile(&["--ignore-verify"]);
    assert_eq!((code, wrote), (Some(3), false), "{said}");
    assert!(said.contains("the solver ended with signal"), "{said}");
    let (code, said) = moved.run(&["verify", LOCK]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the solver ended with signal"), "{said}");
}

#[test]
fn bad_arguments_and_specs_are_told() {
    for (args, code) in [
        (vec!["verify", "--timeout", "0", "tests/verify/sum_kept.spec"], 2),
        (vec!["verify", "--jobs", "0", "tests/verify/sum_kept.spec"], 2),
        (vec!["verify", "nowhere.spec"], 2),
        (vec!["verify", "--only", "[initial]", "tests/python_backend/hostile.spec"], 0),
        (vec!["verify", "tests/verify/sum_kept.spec", "--only", "nothing is called this"], 0),
    ] {
        let (found, _, stderr) = specc(&args);
        assert_eq!(found, code, "{args:?}: {stderr}");
    }
}

#[test]
fn an_explanation_names_the_clauses_that_a_proof_used() {
    let (code, stdout, stderr) = specc(&["verify", "--explain", "--only", "Down", "tests/verify/counter_proved.spec"]);
    assert_eq!(code, 0, "{stderr}");
    let lines: Vec<&str> = stdout.lines().collect();
    let claim = lines.iter().position(|line| line.starts_with("proved: `Down` keeps the invariant"));
    let after = lines.iter().skip(claim.expect("a proved invariant") + 1).take_while(|line| line.starts_with("  "));
    let used: Vec<&&str> = after.filter(|line| line.contains("uses a requires of `Down`")).collect();
    assert_eq!(used.len(), 1, "{stdout}");
}

#[test]
fn what_should_come_true_is_proved_by_calls_that_lead_there() {
    let place = Place::new();
    let text = "service Up {
  state { count: Int = 0 }
  operation Add { requires: count < 3 ensures: count' = count + 1 }
  temporal full: eventually(count = 3)
  temporal over: eventually(count = 4)
}
";
    let spec = place.write("up.spec", text).to_string_lossy().into_owned();
    let (code, stdout, stderr) = specc(&["verify", "--json", "--only", "[eventually]", &spec]);
    assert_eq!(code, 0, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let verdicts: Vec<&str> = (0..2).filter_map(|at| report["checks"][at]["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["proved", "unknown"], "{stdout}");
}

#[test]
fn only_what_is_asked_for_is_checked() {
    let count = |only: &[&str]| {
        let args: Vec<&str> = [&["verify", "tests/verify/broken_decrement.spec"], only].concat();
        let (_, stdout, _) = specc(&args);
        stdout.lines().last().and_then(|line| line.split(' ').nth(1)?.parse::<u32>().ok()).expect("a count")
    };
    let (all, rules, up) = (count(&[]), count(&["--only", "[initial]"]), count(&["--only", "`Up`"]));
    assert!(rules == 1 && up > 1 && up < all, "{all} {rules} {up}");
}

#[test]
fn what_takes_too_long_is_unknown_and_there_is_advice() {
    let (code, stdout, _) = specc(&["verify", "--timeout", "0.2", "--only", "noOverselling", HARD]);
    assert_eq!(code, 0);
    assert!(stdout.contains("the solver gave up within 0.2 s; `--timeout` gives it longer"), "{stdout}");
}

/// A spec that keeps the solver busy.
const HARD: &str = "fixtures/spec/ecommerce.spec";

/// Begins to verify something hard: the process, and the one in which the solver works.
fn begun() -> (Child, String) {
    // Whoever runs the tests in the background may ignore interrupts, and what they start would as well.
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_specc"), "verify", "--timeout", "1000", HARD]);
    command.current_dir(root()).stdout(Stdio::null());
    let process = command.stderr(Stdio::piped()).spawn().expect("specc starts");
    let child = child_of(process.id());
    (process, child)
}

/// The process that another one started, once it is at work.
fn child_of(id: u32) -> String {
    loop {
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        if let Some(child) = children.split_whitespace().next().filter(|child| is_at_work(child)) {
            return child.to_string();
        }
        std::thread::yield_now();
    }
}

#[test]
fn what_the_clock_stopped_is_tried_again_and_the_rest_is_known() {
    let place = Place::new();
    let again = |timeout: &str, spec: &str| {
        let entry = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
            command.args(["verify", "--entry", "--timeout", timeout, spec]).current_dir(root());
            let output = command.env("SPECC_CACHE", place.0.path().join("cache")).output().expect("specc");
            let entry: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an entry");
            assert!(entry["summary"].as_str().is_some_and(|text| !text.contains(" 0 unknown")), "{entry}");
            (entry["made"].as_u64().expect("a number"), entry["known"].as_u64().expect("a number"))
        };
        let ((all, none), again) = (entry(), entry());
        assert_eq!((none, again.0 + again.1), (0, all));
        again
    };
    let doubt = place.write("doubt.spec", DOUBTFUL).to_string_lossy().into_owned();
    let (made, known) = again("0.001", HARD);
    assert!(made > 0 && known > 100, "{made} made, {known} known");
    assert_eq!(again("600", &doubt).0, 0);
}

/// Whether a process has begun to do what it is for: it has threads.
fn is_at_work(id: &str) -> bool {
    fs::read_dir(format!("/proc/{id}/task")).is_ok_and(|threads| threads.count() > 1)
}

fn signal(name: &str, id: &str) {
    let sent = Command::new("kill").args(["-s", name, id]).status().expect("kill");
    assert!(sent.success());
}

#[test]
fn a_solver_that_crashes_is_told_as_such() {
    let (process, child) = begun();
    signal("ABRT", &child);
    let output = process.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("the solver ended with signal"), "{said}");
}

#[test]
fn an_interrupt_ends_all_of_it() {
    let (process, child) = begun();
    signal("INT", &process.id().to_string());
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), None, "ended by the signal itself");
    // What was inherited is closed, so the other process is gone, or about to go.
    let state = || fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
    while state().contains(") R") || state().contains(") S") {
        std::thread::yield_now();
    }
}

/// A folder for what is written, and one for what is kept.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn out(&self) -> PathBuf {
        self.0.path().join("out")
    }

    /// Compiles: the code, and what was said.
    fn compile(&self, spec: &Path, more: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
        command.args(["compile", "--no-tests", "--out"]).arg(self.out()).arg(spec).args(more);
        let output = command.env("SPECC_CACHE", self.0.path().join("cache")).output().expect("specc");
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn kept(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path().join("cache/verify")).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("written");
        path
    }
}

#[test]
fn nothing_is_written_of_a_spec_that_is_violated() {
    let (place, spec) = (Place::new(), root().join("tests/verify/broken_decrement.spec"));
    let (code, said) = place.compile(&spec, &[]);
    assert_eq!(code, 1, "{said}");
    for part in ["violated: `Down` keeps the invariant `low`", "at broken_decrement.spec:6:18", "--ignore-verify"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!place.out().exists());
    let (code, again) = place.compile(&spec, &[]);
    assert_eq!((code, again), (1, said), "the same from what was kept");
    let (code, said) = place.compile(&spec, &["--ignore-verify", "--quiet"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("WARNING: NOT VERIFIED"), "{said}");
    assert!(place.out().join("app").exists());
}

#[test]
fn with_tests_a_violated_spec_is_written_only_where_that_is_asked_for() {
    let (place, spec) = (Place::new(), root().join("tests/verify/broken_decrement.spec"));
    let compile = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
        command.args(["compile", "--out"]).arg(place.out()).arg(&spec).args(more);
        command.output().expect("specc").status.code()
    };
    assert_eq!(compile(&[]), Some(1));
    assert!(!place.out().exists());
    assert_eq!(compile(&["--ignore-verify"]), Some(0));
    assert!(place.out().join("tests/corpus.json").exists());
}

/// How many checks were made and how many were known, as a verbose run says.
fn made_and_known(said: &str) -> (usize, usize) {
    let line = said.lines().find(|line| line.starts_with("verify: ")).expect("a line about the checks");
    let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [made, all, known] = numbers[..] else { panic!("{line}") };
    assert_eq!(made + known, all, "{line}");
    (made, known)
}

const SHOP: &str = "service Shop {
  state {
    stock: Int = 0
    sold: Int = 0
  }
  operation Buy {
    requires: stock > 0
    ensures:
      stock' = stock - 1
      sold' = sold + 1
  }
  operation Fill {
    requires: stock < 100
    ensures: stock' = stock + 5
  }
  invariant low: stock >= 0
  invariant fair: sold >= 0
}
";

#[test]
fn where_all_is_known_no_process_is_started() {
    let place = Place::new();
    // A program that is gone from its place cannot start itself again.
    let compile_once_gone = || {
        let link = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("specc-{}", std::process::id()));
        fs::hard_link(env!("CARGO_BIN_EXE_specc"), &link).expect("a link");
        let mut command = Command::new(&link);
        command.args(["compile", "--no-tests", "--out"]).arg(place.out()).arg("-");
        command.env("SPECC_CACHE", place.0.path().join("cache")).stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("specc starts");
        fs::remove_file(&link).expect("the link goes");
        process.stdin.take().expect("a pipe").write_all(SHOP.as_bytes()).expect("it reads");
        let output = process.wait_with_output().expect("it ends");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = compile_once_gone();
    assert!(code == Some(3) && said.contains("could not be started"), "{said}");
    assert_eq!(place.compile(&place.write("shop.spec", SHOP), &[]).0, 0);
    let (code, said) = compile_once_gone();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn after_an_edit_only_the_checks_that_it_can_change_are_made() {
    let place = Place::new();
    let run = |text: &str| {
        let (code, said) = place.compile(&place.write("shop.spec", text), &["--verbose"]);
        assert_eq!(code, 0, "{said}");
        made_and_known(&said)
    };
    let (all, known) = run(SHOP);
    assert!(all > 10 && known == 0, "{all} {known}");
    assert_eq!(run(SHOP), (0, all));
    assert_eq!(run(&SHOP.replace("  operation", "\n  // A line more.\n  operation")), (0, all), "only places changed");
    let fill = place.write("fill.spec", SHOP).to_string_lossy().into_owned();
    let (_, report, _) = specc(&["verify", "--json", "--only", "`Fill`", &fill]);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let of_fill = report["checks"].as_array().expect("checks").len();
    assert!(of_fill > 2 && of_fill < all);
    assert_eq!(run(&SHOP.replace("stock + 5", "stock + 6")), (of_fill, all - of_fill), "only `Fill` changed");
    assert_eq!(run(SHOP), (0, all), "what was known before the edit still is");
    let other = SHOP.replace("sold >= 0", "sold >= -1");
    assert_eq!(run(&other), (all - of_fill, of_fill), "`Fill` has nothing to do with what is sold");
    assert_eq!(run(&SHOP.replace("stock >= 0", "stock >= -1")), (all, 0), "everything else assumes the invariant");
}

#[test]
fn what_was_found_out_is_believed_and_what_cannot_be_read_is_found_out_again() {
    let place = Place::new();
    let spec = place.write("shop.spec", SHOP);
    assert_eq!(place.compile(&spec, &[]).0, 0);
    let [file] = &place.kept()[..] else { panic!("{:?}", place.kept()) };
    let kept = fs::read_to_string(file).expect("a readable file");
    // A lie shows that nothing was solved; elsewhere as well, since the spec is the same.
    fs::write(file, kept.replacen("\"Proved\"", "\"Violated\"", 1)).expect("written");
    assert_eq!(place.compile(&spec, &[]).0, 1);
    assert_eq!(place.compile(&place.write("other.spec", SHOP), &[]).0, 1);
    let half: String = kept.chars().take(kept.len() / 2).collect();
    for damaged in ["", "{", "null", "{\"version\":1,\"verdicts\":[]}", &half] {
        fs::write(file, damaged).expect("written");
        let (code, said) = place.compile(&spec, &["--verbose"]);
        assert_eq!((code, made_and_known(&said).1), (0, 0), "{damaged}: {said}");
    }
    assert_eq!(made_and_known(&place.compile(&spec, &["--verbose"]).1).0, 0, "it is mended");
}

#[test]
fn what_is_known_to_be_violated_is_told_of_the_spec_at_hand() {
    let place = Place::new();
    let text = fs::read_to_string(root().join("tests/verify/broken_decrement.spec")).expect("a readable spec");
    let (code, first) = place.compile(&place.write("one.spec", &text), &["--verbose"]);
    assert!(code == 1 && first.contains("at one.spec:6:18") && made_and_known(&first).1 == 0, "{first}");
    let (code, again) = place.compile(&place.write("one.spec", &format!("\n\n{text}")), &["--verbose"]);
    assert_eq!((code, made_and_known(&again).0), (1, 0), "{again}");
    for part in ["at one.spec:8:18", "before  count = 0", "call    Down()", "then    "] {
        assert!(again.contains(part), "{part}: {again}");
    }
}

#[test]
fn what_the_frame_decides_is_counted_by_operation() {
    let place = Place::new();
    let spec = place.write("shop.spec", SHOP).to_string_lossy().into_owned();
    let (code, stdout, stderr) = specc(&["verify", "--json", &spec]);
    assert_eq!(code, 0, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(report["framed"], serde_json::json!([{ "operation": "Fill", "count": 1 }]));
    assert_eq!(report["counts"]["framed"], 1);
    let checks = report["checks"].as_array().expect("checks").len();
    let (_, stdout, _) = specc(&["verify", &spec]);
    assert!(stdout.contains(&format!("Shop: {} checks: ", checks + 1)), "{stdout}");
    assert!(stdout.contains("(1 by the frame alone"), "{stdout}");
    let (_, stdout, _) = specc(&["verify", "--only", "`Fill` keeps the invariant", &spec]);
    assert!(stdout.contains("Shop: 2 checks: 2 proved (1 by the frame alone"), "{stdout}");
}

/// A choice that is always possible, for a reason that specc does not see.
const DOUBTFUL: &str = "service Doubt {
  state { count: Int = 0 }
  operation Guess {
    output: n: Int
    ensures:
      n * n = n + 6
      count' = n
  }
}
";

#[test]
fn what_is_unknown_is_shown_and_stops_nothing() {
    let place = Place::new();
    let spec = place.write("doubt.spec", DOUBTFUL);
    let (code, said) = place.compile(&spec, &[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("unknown: `Guess` finds values for what it leaves open"), "{said}");
    assert!(place.out().join("app").exists());
}

#[test]
fn the_library_is_not_looked_for_in_the_working_folder() {
    let (moved, working) = (Moved::new(), tempfile::tempdir().expect("a folder"));
    let source = working.path().join("fake.c");
    fs::write(&source, "const char *Z3_get_full_version(void) { return \"5.3 of a stranger\"; }").expect("written");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(working.path().join("libz3.so.5.3")).arg(&source);
    assert!(compiler.status().expect("a C compiler").success());
    for path in ["", ":", ".", &*working.path().to_string_lossy()] {
        let mut command = Command::new(moved.0.path().join("specc"));
        let output = command.arg("--version").current_dir(working.path()).env("LD_LIBRARY_PATH", path).output();
        let said = String::from_utf8_lossy(&output.expect("specc").stdout).into_owned();
        assert!(said.contains("missing: libz3.so.5.3"), "{path}: {said}");
    }
}
