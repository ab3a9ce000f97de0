//! How fast the explorer reaches what it reaches, and what random calls reach, as many of them as it made: over the
//! canonical fixtures, and over the specs in which hard targets are planted. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use specc::explore::{Exploration, NoFinder, Options, Progress, Strategy, Target, explore};
use specc::ir::Service;
use specc::project::{NoFiles, open};

const FIXTURES: [&str; 6] = ["safe_counter", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service"];
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

/// An exploration, and how long it took to reach each target.
struct Timed {
    found: Exploration,
    reached: Vec<(String, Duration)>,
}

impl Timed {
    /// How long it took to reach all that was reached.
    fn time(&self) -> Duration {
        self.reached.last().map_or(Duration::ZERO, |(_, time)| *time)
    }

    /// How long it took to reach one target.
    fn time_to(&self, name: &str) -> Option<Duration> {
        self.reached.iter().find(|(reached, _)| reached == name).map(|(_, time)| *time)
    }
}

fn timed(service: &Arc<Service>, options: &Options) -> Timed {
    let mut watch = Watch { begun: Instant::now(), reached: Vec::new() };
    let found = explore(service, options, &NoFinder, &mut watch).expect("a valid initial state");
    Timed { found, reached: watch.reached }
}

/// Notes the time at which each target is reached.
struct Watch {
    begun: Instant,
    reached: Vec<(String, Duration)>,
}

impl Progress for Watch {
    fn at(&mut self, _: &str, _: usize, _: usize) {}

    fn reached(&mut self, target: &Target) {
        self.reached.push((target.name.clone(), self.begun.elapsed()));
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
    let random = timed(&service, &Options { strategy: Strategy::Random(calls), ..Options::default() });
    let (of_directed, of_random) = (directed.found.reached(), random.found.reached());
    println!(
        "{name:>14} {:>8} {calls:>8} {of_directed:>9} {of_random:>8} {:>8} {:>10} {:>10} {:>6}",
        directed.found.targets.len(),
        format!("x{:.2}", of_directed as f64 / of_random as f64),
        milliseconds(directed.time()),
        milliseconds(random.time()),
        format!("x{:.1}", directed.time().as_secs_f64() / random.time().as_secs_f64()),
    );
}

// The hard specs ------------------------------------------------------------------------------------------------------

fn hard() {
    println!("{:>20} {:>8} {:>8} {:>8} {:>10} {:>10}", "hard", "targets", "reached", "planted", "planted", "all");
    let rows: Vec<Option<Duration>> = hard_specs().iter().map(|path| hard_spec(path)).collect();
    let slow = rows.iter().flatten().filter(|time| **time >= WANTED).count();
    let slowest = rows.iter().flatten().max().expect("a hard spec");
    println!("slowest: {}; a second or more: {slow} of {} (wanted: none)", milliseconds(*slowest), rows.len());
    println!("{}", if slow == 0 && rows.iter().all(Option::is_some) { "met" } else { "MISSED" });
}

fn hard_specs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(below_root("tests/explore/hard")).expect("the hard specs");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

/// How long it takes to reach the last of what is planted in a spec; none where something is not reached at all.
fn hard_spec(path: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(path).expect("a readable spec");
    let timed = timed(&service(&text), &Options::default());
    let planted: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("// reach: ")).collect();
    let times: Vec<Duration> = planted.iter().filter_map(|name| timed.time_to(name)).collect();
    let last = times.iter().max().copied().filter(|_| times.len() == planted.len());
    println!(
        "{:>20} {:>8} {:>8} {:>8} {:>10} {:>10}",
        path.file_stem().expect("a name").to_string_lossy(),
        timed.found.targets.len(),
        timed.found.reached(),
        format!("{}/{}", times.len(), planted.len()),
        last.map_or("-".to_string(), milliseconds),
        milliseconds(timed.time()),
    );
    last
}
