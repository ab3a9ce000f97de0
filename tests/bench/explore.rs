//! How fast the explorer reaches what it reaches, and what a random walk of as many calls reaches beside it: over the
//! canonical fixtures, and over the specs in which hard targets are planted. Run by `make bench`.
//!
//! What a single call reaches can be told from outside for two kinds of targets only: that an operation succeeds, and
//! that a `requires` fails. So these are the ones that the explorer and the random walk are compared by.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

#[path = "../common/mod.rs"]
mod common;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use specc::explore::{
    BEGINNING, Exploration, Goal, NoFinder, Options, Outcome, Progress, Root, Stage, Target, explore,
};
use specc::interp::{Call, Machine, Random, Rejection, Verdict};
use specc::ir::Service;

use common::walk::{machine, random_call};

const FIXTURES: [&str; 6] = ["safe_counter", "url_shortener", "todo_list", "edge_cases", "ecommerce", "auth_service"];
/// How many steps the walk takes in a hard spec.
const HARD_BUDGET: u64 = 2000;
/// How long it may take to reach what is planted in a hard spec.
const WANTED: Duration = Duration::from_secs(1);
/// How far the clock of the random walk moves between two calls, at most.
const LONGEST_WAIT: u64 = 3_600_000;

fn main() {
    let shares: Vec<f64> = FIXTURES.into_iter().enumerate().map(|(at, name)| fixture(at == 0, name)).collect();
    let average = shares.iter().sum::<f64>() / shares.len() as f64;
    println!(
        "a random walk of as many calls reaches {average:.2} of the comparable targets that the explorer reaches\n"
    );
    hard();
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a readable spec")
}

/// An exploration, and how long it took until nothing was open but what stayed open.
struct Timed {
    found: Exploration,
    reached_after: Duration,
}

fn timed(service: &Arc<Service>, options: &Options) -> Timed {
    let open =
        explored(service, options, &mut Watch::until(0)).outcomes.iter().filter(|outcome| is_open(outcome)).count();
    let mut watch = Watch::until(open);
    let found = explored(service, options, &mut watch);
    let reached_after = watch.met.unwrap_or_else(|| watch.begun.elapsed());
    Timed { found, reached_after }
}

fn explored(service: &Arc<Service>, options: &Options, watch: &mut Watch) -> Exploration {
    explore(service, options, &NoFinder, watch).expect("a valid initial state")
}

fn is_open(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Missed { .. })
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
        let over = matches!(stage, Stage::Hunt | Stage::Corpus);
        if self.met.is_none() && (over || open <= self.open) {
            self.met = Some(self.begun.elapsed());
        }
    }
}

// The fixtures --------------------------------------------------------------------------------------------------------

/// Explores a fixture and walks through it at random; returns which share the walk reaches of what the explorer does.
fn fixture(first: bool, name: &str) -> f64 {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/spec/{name}.spec"));
    let machine = machine(&text(&path));
    let service = Arc::new(machine.service().clone());
    let Timed { found, reached_after } = timed(&service, &Options::default());
    let begun = Instant::now();
    let random = random_walk(&machine, &found);
    let walked = begun.elapsed();
    let directed: Vec<bool> = found.outcomes.iter().map(|outcome| !is_open(outcome)).collect();
    let comparable = |reached: &[bool]| {
        let both = found.targets.iter().zip(reached);
        both.filter(|(target, reached)| **reached && is_comparable(target)).count()
    };
    let (of, of_directed, of_random) =
        (comparable(&vec![true; directed.len()]), comparable(&directed), comparable(&random));
    if first {
        println!(
            "{:>14} {:>8} {:>8} {:>8} {:>11} | {:>10} {:>8} {:>7} {:>11} {:>7}",
            "fixture", "targets", "reached", "calls", "after", "comparable", "directed", "random", "after", "ratio"
        );
    }
    println!(
        "{name:>14} {:>8} {:>8} {:>8} {:>8.0} ms | {of:>10} {of_directed:>8} {of_random:>7} {:>8.0} ms {:>7}",
        found.targets.len(),
        found.reached(),
        found.steps,
        milliseconds(reached_after),
        milliseconds(walked),
        format!("x{:.2}", of_directed as f64 / of_random as f64),
    );
    of_random as f64 / of_directed as f64
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Makes as many calls as an exploration did, each at random, and says which of its targets they reach.
fn random_walk(machine: &Machine, found: &Exploration) -> Vec<bool> {
    let mut state = machine.initial().expect("an initial state");
    let mut random = Random::seeded(Options::default().seed);
    let mut now = BEGINNING;
    let mut reached = vec![false; found.targets.len()];
    for _ in 0..found.steps {
        now += random.below(LONGEST_WAIT) as i64;
        let call = random_call(machine, &state, now, &mut random);
        let verdict = machine.call(&state, &call, now, &mut random);
        for (reached, target) in reached.iter_mut().zip(&found.targets) {
            *reached |= is_comparable(target) && reaches(&call, &verdict, target);
        }
        if let Verdict::Accepted(accepted) = verdict {
            state = accepted.state;
        }
    }
    reached
}

/// Whether the verdict on a call tells if a target was reached.
fn is_comparable(target: &Target) -> bool {
    match (&target.root, target.goal) {
        (Root::Operation, _) => true,
        (Root::Requires(_), goal) => goal == Goal::Fails,
        (
            Root::Ensures(_)
            | Root::Guard(..)
            | Root::Rule(..)
            | Root::Source(..)
            | Root::Input(..)
            | Root::Invariant(_)
            | Root::Temporal(_)
            | Root::EntityInvariant(..),
            _,
        ) => false,
    }
}

fn reaches(call: &Call, verdict: &Verdict, target: &Target) -> bool {
    if target.operation != Some(call.operation) {
        return false;
    }
    match verdict {
        Verdict::Accepted(_) => target.root == Root::Operation,
        Verdict::Rejected(Rejection::Missing(clause, _) | Rejection::Requires(clause, _)) => {
            target.clause() == Some(*clause)
        }
        Verdict::Rejected(Rejection::Input(..) | Rejection::Transition(_))
        | Verdict::Refused(_)
        | Verdict::Broken(_)
        | Verdict::Hole(_) => false,
    }
}

// The hard specs ------------------------------------------------------------------------------------------------------

fn hard() {
    let paths = common::specs_in(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/explore/hard"));
    println!("{:>18} {:>8} {:>8} {:>8} {:>11}", "hard", "targets", "reached", "planted", "after");
    let times: Vec<(Duration, bool)> = paths.iter().map(|path| hard_spec(path)).collect();
    let slowest = times.iter().map(|(time, _)| *time).max().expect("a hard spec");
    let met = slowest < WANTED && times.iter().all(|(_, all)| *all);
    println!("slowest: {:.0} ms (wanted: all planted targets, each in less than a second)", milliseconds(slowest));
    println!("{}", if met { "met" } else { "MISSED" });
}

/// How long it takes to reach what is planted in a spec, and whether all of it is reached.
fn hard_spec(path: &Path) -> (Duration, bool) {
    let text = text(path);
    let service = Arc::new(machine(&text).service().clone());
    let Timed { found, reached_after } = timed(&service, &Options { budget: HARD_BUDGET, ..Options::default() });
    let planted: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("// reach: ")).collect();
    let is_reached = |name: &&&str| {
        let both = found.targets.iter().zip(&found.outcomes);
        both.clone().any(|(target, outcome)| target.name == **name && !is_open(outcome))
    };
    let reached = planted.iter().filter(is_reached).count();
    println!(
        "{:>18} {:>8} {:>8} {:>8} {:>8.0} ms",
        path.file_stem().expect("a name").to_string_lossy(),
        found.targets.len(),
        found.reached(),
        format!("{reached}/{}", planted.len()),
        milliseconds(reached_after),
    );
    (reached_after, reached == planted.len())
}
