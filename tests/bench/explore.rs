//! How fast the explorer reaches what it reaches, and what random calls reach, as many of them as it made: over the
//! canonical fixtures, and over the specs in which hard targets are planted. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use specc::explore::{Exploration, NoFinder, Options, Outcome, Progress, Stage, Strategy, explore};
use specc::ir::Service;
use specc::project::{NoFiles, open};

const FIXTURES: [&str; 6] = ["safe_counter", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service"];
/// How many steps the walk takes in a hard spec.
const HARD_BUDGET: u64 = 2000;
/// How long it may take to reach what is planted in a hard spec.
const WANTED: Duration = Duration::from_secs(1);

fn main() {
    fixtures();
    println!();
    hard();
}

fn below_root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn service(text: &str) -> Arc<Service> {
    let project = open("bench.spec", text.as_bytes(), &NoFiles);
    Arc::new(specc::sema::check(&project.files, true).service.expect("a sound spec"))
}

/// An exploration, and how long it took until nothing was open but what stays open.
struct Timed {
    found: Exploration,
    time: Duration,
}

/// Explores once to know what stays open, and then again against the clock.
fn timed(service: &Arc<Service>, options: &Options) -> Timed {
    let first = watched(service, options, &mut Watch::until(0));
    let mut watch = Watch::until(first.targets.len() - first.reached());
    let found = watched(service, options, &mut watch);
    Timed { found, time: watch.met.unwrap_or_else(|| watch.begun.elapsed()) }
}

fn watched(service: &Arc<Service>, options: &Options, watch: &mut Watch) -> Exploration {
    explore(service, options, &NoFinder, watch).expect("a valid initial state")
}

/// Notes the time at which no more than so many targets are open.
struct Watch {
    begun: Instant,
    open: usize,
    met: Option<Duration>,
}

impl Watch {
    fn until(open: usize) -> Watch {
        Watch { begun: Instant::now(), open, met: None }
    }
}

impl Progress for Watch {
    fn at(&mut self, stage: Stage, _: u64, _: u64, open: usize) {
        // After these two nothing more is reached.
        let is_over = !matches!(stage, Stage::Walk | Stage::Search);
        if self.met.is_none() && (is_over || open <= self.open) {
            self.met = Some(self.begun.elapsed());
        }
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1e3)
}

// The fixtures --------------------------------------------------------------------------------------------------------

fn fixtures() {
    println!(
        "{:>14} {:>8} {:>8} {:>9} {:>8} {:>8} {:>10} {:>10} {:>6}",
        "fixture", "targets", "calls", "directed", "random", "reached", "directed", "random", "time"
    );
    FIXTURES.into_iter().for_each(fixture);
}

/// Explores a fixture, and then makes as many calls at random.
fn fixture(name: &str) {
    let path = below_root("fixtures/spec").join(format!("{name}.spec"));
    let service = service(&std::fs::read_to_string(path).expect("the fixture"));
    let directed = timed(&service, &Options::default());
    let calls = directed.found.steps;
    let random = timed(&service, &Options { budget: calls, strategy: Strategy::Random, ..Options::default() });
    let (of_directed, of_random) = (directed.found.reached(), random.found.reached());
    println!(
        "{name:>14} {:>8} {calls:>8} {of_directed:>9} {of_random:>8} {:>8} {:>10} {:>10} {:>6}",
        directed.found.targets.len(),
        format!("x{:.2}", of_directed as f64 / of_random as f64),
        milliseconds(directed.time),
        milliseconds(random.time),
        format!("x{:.1}", directed.time.as_secs_f64() / random.time.as_secs_f64()),
    );
}

// The hard specs ------------------------------------------------------------------------------------------------------

fn hard() {
    println!("{:>20} {:>8} {:>8} {:>8} {:>10}", "hard", "targets", "reached", "planted", "time");
    let rows: Vec<(Duration, bool)> = hard_specs().iter().map(|path| hard_spec(path)).collect();
    let slow = rows.iter().filter(|(time, _)| *time >= WANTED).count();
    let slowest = rows.iter().map(|(time, _)| *time).max().expect("a hard spec");
    println!("slowest: {}; a second or more: {slow} of {} (wanted: none)", milliseconds(slowest), rows.len());
    println!("{}", if slow == 0 && rows.iter().all(|(_, all)| *all) { "met" } else { "MISSED" });
}

fn hard_specs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(below_root("tests/explore/hard")).expect("the hard specs");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

/// How long it takes to reach everything that is reached in a spec, and whether what is planted is part of it.
fn hard_spec(path: &Path) -> (Duration, bool) {
    let text = std::fs::read_to_string(path).expect("a readable spec");
    let Timed { found, time } = timed(&service(&text), &Options { budget: HARD_BUDGET, ..Options::default() });
    let planted: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("// reach: ")).collect();
    let reached = planted.iter().filter(|name| is_reached(&found, name)).count();
    println!(
        "{:>20} {:>8} {:>8} {:>8} {:>10}",
        path.file_stem().expect("a name").to_string_lossy(),
        found.targets.len(),
        found.reached(),
        format!("{reached}/{}", planted.len()),
        milliseconds(time),
    );
    (time, reached == planted.len())
}

fn is_reached(found: &Exploration, name: &str) -> bool {
    let mut both = found.targets.iter().zip(&found.outcomes);
    both.any(|(target, outcome)| target.name == name && matches!(outcome, Outcome::Reached { .. }))
}
