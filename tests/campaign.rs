//! Attacks that go on for as long as one likes, each made from a number: mutated specs for the front end, for the commands
//! and for emitted code. A few of each in every test run; `make campaign` runs as many as it is told to.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "a campaign says how far it is")]
#![allow(clippy::string_slice, reason = "texts are cut where a character begins")]

#[path = "campaign/hostile.rs"]
mod hostile;
#[path = "campaign/limited.rs"]
mod limited;
#[path = "campaign/mutate.rs"]
mod mutate;

mod common;

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::{check, root, survives};
use limited::{Ran, run};
use specc::diag::Severity;
use tempfile::TempDir;

/// How many findings a campaign goes on after.
const MOST: usize = 50;
/// How many attempts are made before it is said how far it is.
const PART: usize = 10_000;
const THREADS: usize = 4;
/// How many projects are looked at by one process.
const BATCH: usize = 10;

/// A number from the environment, with which `make campaign` says how much is done.
fn told(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// The first number of a campaign; each attempt has one, and is made from it alone.
fn first() -> u64 {
    told("CAMPAIGN_SEED", 1) * 1_000_000_000 + told("CAMPAIGN_FROM", 0)
}

/// Where what was found is kept.
fn findings() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("campaign");
    std::fs::create_dir_all(&folder).expect("a folder for findings");
    folder
}

/// Keeps the input of a finding.
fn keep(name: &str, number: u64, input: &[u8]) {
    let kept = findings().join(format!("{name}-{number}.spec"));
    std::fs::write(&kept, input).expect("a finding is kept");
    eprintln!("{name} {number} fails: {}", kept.display());
}

/// What an attempt has shown: how long it took, and whether all is well.
struct Attempt {
    number: u64,
    took: Duration,
    is_well: bool,
}

/// Makes an attempt; what it panics with is a finding, and its input is kept.
fn attempt(name: &str, number: u64, input: &[u8], attack: impl FnOnce(&[u8])) -> Attempt {
    let began = Instant::now();
    let is_well = catch_unwind(AssertUnwindSafe(|| attack(input))).is_ok();
    if !is_well {
        keep(name, number, input);
    }
    Attempt { number, took: began.elapsed(), is_well }
}

/// What attempts have shown so far.
struct Log {
    name: &'static str,
    began: Instant,
    done: usize,
    slowest: (Duration, u64),
    found: Vec<u64>,
}

impl Log {
    fn new(name: &'static str, count: u64) -> Log {
        eprintln!("{name}: {count} attempts from number {}", first());
        Log { name, began: Instant::now(), done: 0, slowest: (Duration::ZERO, 0), found: Vec::new() }
    }

    /// Adds attempts and says how far it is, so that what ends the process is known to lie behind the last line.
    fn add(&mut self, attempts: Vec<Attempt>) {
        self.done += attempts.len();
        self.slowest = attempts.iter().map(|one| (one.took, one.number)).fold(self.slowest, Ord::max);
        self.found.extend(attempts.iter().filter(|one| !one.is_well).map(|one| one.number));
        let ((took, number), since) = (self.slowest, self.began.elapsed());
        eprintln!(
            "{}: {} done, {} failed, {since:.0?}; slowest {took:?} ({number})",
            self.name,
            self.done,
            self.found.len()
        );
        self.found.sort_unstable();
        assert!(self.found.len() < MOST, "{}: {:?}", self.name, self.found);
    }

    fn end(self) {
        assert_eq!(self.found, Vec::<u64>::new(), "{}: each is made from its number", self.name);
    }
}

/// Makes the attempts of some numbers, beside each other: the front end waits for threads of its own most of the time.
fn attempts(numbers: Range<u64>, attack: impl Fn(u64) -> Attempt + Sync) -> Vec<Attempt> {
    let next = AtomicU64::new(numbers.start);
    let attack = || {
        let taken = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < numbers.end);
        std::iter::from_fn(taken).map(&attack).collect::<Vec<Attempt>>()
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS).map(|_| scope.spawn(attack)).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("attempts catch panics")).collect()
    })
}

#[test]
fn the_front_end_survives_mutated_specs() {
    let (seeds, count, first) = (mutate::seeds(), told("CAMPAIGN_INPUTS", 400), first());
    let mut log = Log::new("front_end", count);
    for part in (first..first + count).step_by(PART) {
        let numbers = part..(first + count).min(part + PART as u64);
        log.add(attempts(numbers, |number| attempt("front_end", number, &mutate::bytes(&seeds, number), survives)));
    }
    log.end();
}

/// Whether `check` lets a spec pass.
fn is_accepted(text: &str) -> bool {
    let outcome = check(text);
    outcome.service.is_some() && !outcome.diagnostics.iter().any(|one| one.code.severity() == Severity::Error)
}

/// A folder in which each accepted spec of a batch has one of its own, called by its number.
struct Batch(TempDir);

impl Batch {
    fn new() -> Batch {
        Batch(tempfile::tempdir().expect("a temporary folder"))
    }

    fn place(&self, number: u64, text: &[u8]) -> PathBuf {
        let folder = self.0.path().join(number.to_string());
        std::fs::create_dir(&folder).expect("a folder for the spec");
        std::fs::write(folder.join("a.spec"), text).expect("the spec is written");
        folder
    }

    fn projects(&self) -> usize {
        let folders = std::fs::read_dir(self.0.path()).expect("the folder is there");
        folders.filter(|folder| folder.as_ref().expect("an entry").path().join("out").is_dir()).count()
    }

    /// Looks at all emitted projects as their language does, and tells which do not stand.
    fn fallen(&self, how: &[&str]) -> BTreeSet<u64> {
        let script = root().join("tests/campaign/projects.py").to_string_lossy().into_owned();
        let args = [&[script.as_str()], how, &["."]].concat();
        let ran = run(&root().join(".venv/bin/python"), &args, self.0.path(), &[]);
        assert!(ran.is_well(), "projects.py: {}", ran.told());
        if ran.code != Some(0) {
            eprintln!("{}", ran.said);
        }
        let judged = ran.said.lines().filter(|line| line.starts_with("FAILS ") || line.starts_with("stands ")).count();
        assert_eq!(judged, self.projects(), "projects.py looks at every project: {}", ran.told());
        let fallen = ran.said.lines().filter_map(|line| line.strip_prefix("FAILS "));
        fallen.map(|name| name.trim().parse().expect("a project is called by its number")).collect()
    }
}

/// Runs specc in the folder of a spec; what is not as it should be fails.
fn specc(folder: &Path, args: &[&str]) -> Ran {
    let cache = folder.join("cache").to_string_lossy().into_owned();
    let ran = run(Path::new(env!("CARGO_BIN_EXE_specc")), args, folder, &[("SPECC_CACHE", &cache)]);
    assert!(ran.is_well(), "specc {}: {}", args.join(" "), ran.told());
    ran
}

/// Compiles the spec of a folder. Why an accepted spec gets no project a reader should see.
fn compile(folder: &Path) {
    let ran = specc(folder, &["compile", "--effort", "quick", "--ignore-verify", "-q", "--out", "out", "a.spec"]);
    if ran.code != Some(0) {
        assert!(!ran.said.trim().is_empty(), "compile gives no reason");
        eprintln!("{} is not compiled: {}", folder.display(), ran.told());
    }
}

/// Makes an attempt on each of the first specs that are accepted, and looks at the projects that came of them.
fn campaign(name: &'static str, count: u64, make: impl Fn(u64) -> String, attack: impl Fn(&Path), how: &[&str]) {
    let mut log = Log::new(name, count);
    let specs = (first()..).map(|number| (number, make(number))).filter(|(_, text)| is_accepted(text));
    let specs: Vec<(u64, String)> = specs.take(count as usize).collect();
    for part in specs.chunks(BATCH) {
        let batch = Batch::new();
        let tried = part
            .iter()
            .map(|(number, text)| attempt(name, *number, text.as_bytes(), |text| attack(&batch.place(*number, text))));
        let mut tried: Vec<Attempt> = tried.collect();
        let fallen = batch.fallen(how);
        for ((_, text), one) in part.iter().zip(&mut tried).filter(|(_, one)| fallen.contains(&one.number)) {
            keep(name, one.number, text.as_bytes());
            one.is_well = false;
        }
        log.add(tried);
    }
    log.end();
}

#[test]
fn commands_survive_mutated_specs() {
    let seeds = mutate::seeds();
    let sound: Vec<&String> = seeds.iter().filter(|text| is_accepted(text)).collect();
    let attack = |folder: &Path| {
        specc(folder, &["explore", "--effort", "quick", "--json", "a.spec"]);
        specc(folder, &["verify", "--effort", "quick", "a.spec"]);
        compile(folder);
    };
    campaign("commands", told("CAMPAIGN_RUNS", 2), |number| mutate::gently(&sound, number), attack, &[]);
}

#[test]
fn emitted_code_survives_hostile_specs() {
    campaign("hostile", told("CAMPAIGN_HOSTILE", 2), hostile::spec, compile, &["--run"]);
}
