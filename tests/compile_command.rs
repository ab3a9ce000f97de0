//! `specc compile` and `specc diff` as a user meets them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::root;
use tempfile::TempDir;

const COUNTER: &str = "fixtures/spec/safe_counter.spec";

fn specc(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.args(args).current_dir(root());
    command
}

/// The exit code, and what was printed.
fn run(args: &[&str]) -> (i32, String, String) {
    told(&specc(args).output().expect("specc starts"))
}

fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_string_lossy().into_owned()
    }
}

/// Every file below a folder.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        if entry.is_dir() {
            found.extend(content(&entry).into_iter().map(|(path, text)| (format!("{name}/{path}"), text)));
        } else {
            found.insert(name, fs::read(&entry).expect("readable"));
        }
    }
    found
}

#[test]
fn compiling_says_what_it_did_and_a_second_time_changes_nothing() {
    let home = Home::new();
    let out = home.text("suite");
    let (code, stdout, stderr) = run(&["compile", "--out", &out, COUNTER]);
    assert_eq!((code, stdout.as_str()), (0, ""), "{stderr}");
    assert!(stderr.contains(" create)"), "{stderr}");
    let first = content(&home.path("suite"));
    assert!(first.contains_key("spec/safe_counter.spec") && first.contains_key(".specc/manifest.json"));
    let (code, _, stderr) = run(&["compile", "--with-tests", "--out", &out, COUNTER]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains(" unchanged, 3 preserve)"), "{stderr}");
    assert_eq!(content(&home.path("suite")), first);
}

#[test]
fn the_effort_is_kept_with_the_folder() {
    let home = Home::new();
    let out = home.text("suite");
    let todo_list = "fixtures/spec/todo_list.spec";
    let (code, _, stderr) = run(&["compile", "--ignore-verify", "--effort", "quick", "--out", &out, todo_list]);
    assert_eq!(code, 0, "{stderr}");
    let manifest = fs::read_to_string(home.path("suite").join(".specc/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"effort\": \"quick\""), "{manifest}");
    let (code, stdout, stderr) = run(&["compile", "--ignore-verify", "--check", "--out", &out, todo_list]);
    assert_eq!(code, 0, "like is compared with like: {stdout}{stderr}");
    let (code, stdout, _) =
        run(&["compile", "--ignore-verify", "--check", "--effort", "normal", "--out", &out, todo_list]);
    assert_eq!(code, 1, "another effort finds more");
    assert!(stdout.contains("tests/corpus.json"), "{stdout}");
}

#[test]
fn drift_is_listed_checked_and_shown() {
    let home = Home::new();
    let out = home.text("suite");
    assert_eq!(run(&["compile", "--tests-only", "--out", &out, COUNTER]).0, 0);
    let same = ["compile", "--check", "--out", &out, COUNTER];
    assert_eq!(run(&same).0, 0);
    assert_eq!(run(&["diff", "--out", &out, COUNTER]), (0, String::new(), String::new()));
    fs::write(home.path("suite/pytest.ini"), "[pytest]\n").expect("written");
    fs::remove_file(home.path("suite/tests/wire.py")).expect("removed");
    let before = content(&home.path("suite"));
    let (code, stdout, stderr) = run(&same);
    assert_eq!((code, stdout.as_str()), (1, "update     pytest.ini  (edited)\ncreate     tests/wire.py\n"));
    assert!(stderr.contains("2 files differ"), "{stderr}");
    let (code, stdout, _) = run(&["diff", "--out", &out, COUNTER]);
    assert_eq!(code, 1);
    for part in ["--- a/pytest.ini\n+++ b/pytest.ini\n", "+pythonpath = .\n", "--- /dev/null\n+++ b/tests/wire.py\n"] {
        assert!(stdout.contains(part), "{part}\n{stdout}");
    }
    let (code, stdout, _) = run(&["compile", "--dry-run", "--out", &out, COUNTER]);
    assert_eq!(code, 0);
    for line in ["update     pytest.ini  (edited)\n", "unchanged  Makefile\n", "preserve   tests/strategies_user.py\n"]
    {
        assert!(stdout.contains(line), "{line}\n{stdout}");
    }
    assert_eq!(content(&home.path("suite")), before, "none of them writes");
}

#[test]
fn a_dry_run_into_a_folder_that_is_not_there_makes_none() {
    let home = Home::new();
    let (code, stdout, _) = run(&["compile", "--dry-run", "--out", &home.text("suite"), COUNTER]);
    assert_eq!(code, 0);
    assert!(stdout.lines().all(|line| line.starts_with("create ")), "{stdout}");
    assert!(content(home.0.path()).is_empty());
}

#[test]
fn targets_are_chosen_whole_or_by_part() {
    let home = Home::new();
    let out = home.text("suite");
    let dry = |more: &[&str]| run(&[&["compile", "--dry-run", "--out", &out, COUNTER], more].concat());
    assert_eq!(dry(&["--target", "python-fastapi-postgres"]).0, 0);
    assert_eq!(dry(&["--lang", "python", "--framework", "fastapi", "--db", "mysql"]).0, 0);
    let (code, _, stderr) = dry(&["--lang", "python", "--db", "oracle"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("no target with python and oracle: choose from python-fastapi-sqlite, "), "{stderr}");
    let (code, _, stderr) = dry(&["--target", "cobol-cics-db2"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("python-fastapi-sqlite"), "{stderr}");
    assert_eq!(dry(&["--target", "python-fastapi-mysql", "--db", "mysql"]).0, 2);
}

#[test]
fn strict_strategies_want_every_refinement_understood() {
    let home = Home::new();
    let strict = |spec: &str| run(&["compile", "--strict-strategies", "--dry-run", "--out", &home.text("suite"), spec]);
    assert_eq!(strict(COUNTER).0, 0);
    let odd = home.text("odd.spec");
    let text = "service Odd {\n  type Even = Int where value * value != 2 and value - value / 2 * 2 = 0\n\n  \
                state {\n    n: Even = 0\n  }\n\n  operation Put {\n    input: to: Even\n    ensures: n' = to\n  }\n}\n";
    fs::write(&odd, text).expect("written");
    let (code, _, stderr) = strict(&odd);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("Even: ") && stderr.contains("strategy of your own"), "{stderr}");
}

#[test]
fn bad_input_is_told_and_leaves_nothing() {
    let home = Home::new();
    let out = home.text("suite");
    let cases: [(&[&str], i32, &str); 5] = [
        (&["compile", "--out", &out, "missing.spec"], 2, "cannot read missing.spec"),
        (&["compile", "--out", &out, "fixtures/bad/option_in_arithmetic.spec"], 1, ""),
        (&["compile", "--out", "/proc/specc/suite", COUNTER], 2, "cannot create /proc/specc"),
        (&["compile", "--out", "/dev/null", COUNTER], 2, "cannot read /dev/null"),
        (&["compile", "--out", "src", COUNTER], 2, "src is not empty, and specc did not write it"),
    ];
    for (args, wanted, part) in cases {
        let (code, _, stderr) = run(args);
        assert_eq!(code, wanted, "{args:?}\n{stderr}");
        assert!(stderr.contains(part), "{args:?}\n{stderr}");
    }
    assert!(content(home.0.path()).is_empty());
}

/// A limit on the size of files stands for a full disk: a write fails in the middle.
#[test]
fn a_disk_that_is_full_leaves_the_old_files() {
    let home = Home::new();
    let out = home.text("suite");
    let limited = |spec: &str| {
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
        let command = ["-c", script, "-", env!("CARGO_BIN_EXE_specc"), "compile", "--out", &out, spec];
        told(&Command::new("bash").args(command).current_dir(root()).output().expect("bash starts"))
    };
    let (code, _, stderr) = limited(COUNTER);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("cannot write "), "{stderr}");
    assert!(content(home.0.path()).is_empty(), "{:?}", content(home.0.path()).keys());
    assert_eq!(run(&["compile", "--out", &out, COUNTER]).0, 0);
    let before = content(home.0.path());
    assert_eq!(limited(&moved_down(&home)).0, 2);
    assert_eq!(content(&home.path("suite")), content_of(&before, "suite/"));
}

fn content_of(all: &BTreeMap<String, Vec<u8>>, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let below = |(path, text): (&String, &Vec<u8>)| Some((path.strip_prefix(folder)?.to_string(), text.clone()));
    all.iter().filter_map(below).collect()
}

/// The counter, with every clause a line further down.
fn moved_down(home: &Home) -> String {
    let path = home.path("other/safe_counter.spec");
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    let text = fs::read_to_string(root().join(COUNTER)).expect("the fixture");
    fs::write(&path, format!("\n{text}")).expect("written");
    path.to_string_lossy().into_owned()
}

#[test]
fn the_bytes_depend_on_the_spec_alone() {
    let home = Home::new();
    let (one, other, copy) = (home.text("one"), home.text("some where/else"), home.text("copied/safe_counter.spec"));
    fs::create_dir_all(home.path("copied")).expect("made");
    fs::copy(root().join(COUNTER), &copy).expect("copied");
    assert_eq!(run(&["compile", "--out", &one, COUNTER]).0, 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.args(["compile", "--out", &other, "safe_counter.spec"]).current_dir(home.path("copied"));
    command.envs([("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8"), ("TZ", "Asia/Kathmandu"), ("USER", "nobody")]);
    command.envs([("HOME", "/nowhere"), ("SOURCE_DATE_EPOCH", "1")]);
    assert!(command.status().expect("specc starts").success());
    assert_eq!(content(Path::new(&one)), content(Path::new(&other)));
}

/// A service is the same whether its suite is written beside it or not.
#[test]
fn a_service_alone_is_the_same_service() {
    let home = Home::new();
    let (both, alone) = (home.text("both"), home.text("alone"));
    assert_eq!(run(&["compile", "--out", &both, COUNTER]).0, 0);
    let (code, _, stderr) = run(&["compile", "--no-tests", "--verbose", "--out", &alone, COUNTER]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("explore"), "{stderr}");
    let (both, alone) = (content(Path::new(&both)), content(Path::new(&alone)));
    for folder in ["app/", "migrations/"] {
        assert!(!content_of(&alone, folder).is_empty());
        assert_eq!(content_of(&both, folder), content_of(&alone, folder), "{folder}");
    }
}

/// Neither a hole nor a value that is not found stops a suite; both are named, and the clause that is in the way.
#[test]
fn what_specc_cannot_do_itself_is_named_and_stops_no_suite() {
    let home = Home::new();
    let out = home.text("suite");
    let (code, _, said) = run(&["compile", "--tests-only", "--out", &out, "tests/conformance/specs/open_ends.spec"]);
    assert_eq!(code, 0, "{said}");
    let named: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("specc: warning: ")).collect();
    assert_eq!(named.len(), 2, "{said}");
    for clause in ["MakeSplit.ensures[1]: specc cannot do it itself", "Overtake.ensures["] {
        assert!(named.iter().any(|line| line.starts_with(clause)), "{clause}\n{said}");
    }
    let skips = fs::read_to_string(home.path("suite/tests/_testgen_skips.json")).expect("what is skipped");
    assert_eq!(skips.matches("tested by what can be drawn alone").count(), 2, "{skips}");
}

/// What takes a whole relation to check is told when it is compiled, and nothing else is.
#[test]
fn costly_promises_are_told() {
    let home = Home::new();
    let spec = home.text("shop.spec");
    let text = "service Shop {
  state {
    prices: Int -> one Int
    least: Int
  }
  operation Price {
    input: id: Int, price: Int
    requires: price >= least
    ensures: prices'[id] = price
  }
  operation Lower {
    requires: least > -100
    ensures: least' = least - 1
  }
  invariant low: all p in prices | prices[p] >= least
}
";
    fs::write(&spec, text).expect("written");
    let (code, _, stderr) = run(&["compile", "--no-tests", "--ignore-verify", "--out", &home.text("out"), &spec]);
    let warned: Vec<&str> = stderr.lines().filter_map(|line| line.strip_prefix("specc: warning: ")).collect();
    assert_eq!((code, warned), (0, vec!["Lower reads all of prices to check `low`"]), "{stderr}");
}

/// A small linear congruential generator: where to interrupt.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Interrupts a compile after a while: most of the time once it has begun to write.
fn interrupt(out: &str, spec: &str, chance: &mut Chance, usual: Duration) {
    let signal = ["INT", "TERM", "KILL"][chance.below(3) as usize];
    let mut child = specc(&["compile", "--out", out, spec]).stderr(Stdio::null()).spawn().expect("specc starts");
    let began = Instant::now();
    let writes = |out: &str| Path::new(out).join(".specc/next").exists();
    if chance.below(4) > 0 {
        while !writes(out) && began.elapsed() < usual * 3 {
            sleep(Duration::from_micros(50));
        }
        sleep(Duration::from_micros(chance.below(4000)));
    } else {
        sleep(usual.mul_f64(chance.below(1000) as f64 / 1000.0));
    }
    let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    child.wait().expect("it ends");
}

#[test]
fn interrupted_a_hundred_times_it_leaves_the_old_tree_or_the_new_one() {
    let home = Home::new();
    let specs = [root().join(COUNTER).to_string_lossy().into_owned(), moved_down(&home)];
    let trees = [0, 1].map(|at| {
        let out = home.text(&format!("whole-{at}"));
        assert_eq!(run(&["compile", "--out", &out, &specs[at]]).0, 0);
        content(Path::new(&out))
    });
    assert_ne!(trees[0], trees[1]);
    let out = home.text("suite");
    let began = Instant::now();
    assert_eq!(run(&["compile", "--out", &out, &specs[0]]).0, 0);
    let usual = began.elapsed();
    fs::write(home.path("suite/tests/strategies_user.py"), "mine").expect("written");
    fs::write(home.path("suite/notes.txt"), "mine, too").expect("written");
    let mine = |mut tree: BTreeMap<String, Vec<u8>>| {
        tree.insert("tests/strategies_user.py".into(), "mine".into());
        tree.insert("notes.txt".into(), "mine, too".into());
        tree
    };
    let trees = trees.map(mine);
    let (mut chance, mut seen, mut now) = (Chance(7), [0, 0], 0);
    for round in 0..100 {
        interrupt(&out, &specs[1 - now], &mut chance, usual);
        // What was decided is finished by whoever writes next.
        specc::emit::claim(Path::new(&out)).expect("a folder of ours");
        let found = content(Path::new(&out));
        let which = trees.iter().position(|tree| *tree == found);
        let Some(which) = which else { panic!("round {round}: neither tree: {:?}", found.keys()) };
        seen[usize::from(which != now)] += 1;
        now = which;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "at times the old tree was left, at times the new one: {seen:?}");
}

/// What a file imports is what its code uses: a name that only looks like it does not count.
#[test]
fn a_state_machine_imports_what_it_uses() {
    let home = Home::new();
    let (spec, out) = (home.text("bells.spec"), home.text("suite"));
    let text =
        "service Bells {\n  state {\n    n: Int = 0\n  }\n\n  operation RingAny {\n    ensures: n' = n + 1\n  }\n}\n";
    fs::write(&spec, text).expect("written");
    let (code, _, stderr) =
        run(&["compile", "--tests-only", "--ignore-verify", "--effort", "quick", "--out", &out, &spec]);
    assert_eq!(code, 0, "{stderr}");
    let machine = fs::read_to_string(home.path("suite/tests/test_stateful_bells.py")).expect("the state machine");
    assert!(
        machine.contains("def ring_any(self) -> None:") && !machine.contains("from typing import Any"),
        "{machine}"
    );
}
