//! How fast the front end checks, how that grows, and how much of it is the grammar. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

#[path = "../common/generate.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod generate;

use std::time::{Duration, Instant};

use specc::project::{NoFiles, open};
use specc::source::{FileId, SourceFile};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const WANTED_LINES_PER_SECOND: f64 = 200_000.0;
const WANTED_GROWTH: f64 = 11.0;

fn main() {
    println!("{:>8} {:>12} {:>14} {:>12} {:>16}", "lines", "check", "lines/s", "growth", "check/tokenize");
    let mut before: Option<f64> = None;
    let mut slow = false;
    for size in SIZES {
        let text = generate::large(size);
        let lines = text.lines().count();
        let check = best(|| check(&text));
        let tokenize = best(|| tokenize(&text));
        let seconds = check.as_secs_f64();
        let growth = before.map(|before| seconds / before);
        let rate = lines as f64 / seconds;
        println!(
            "{lines:>8} {:>9.2} ms {rate:>14.0} {:>12} {:>16.2}",
            seconds * 1e3,
            growth.map_or("-".into(), |growth| format!("x{growth:.1}")),
            seconds / tokenize.as_secs_f64(),
        );
        slow |= rate < WANTED_LINES_PER_SECOND || growth.is_some_and(|growth| growth > WANTED_GROWTH);
        before = Some(seconds);
    }
    println!("wanted: {WANTED_LINES_PER_SECOND} lines/s, growth x{WANTED_GROWTH} at the most for 10 times the lines");
    println!("{}", if slow { "MISSED" } else { "met" });
}

/// Everything `specc check` does with a text, from bytes to lints.
fn check(text: &str) {
    let project = open("large.spec", text.as_bytes(), &NoFiles);
    let checked = specc::sema::check(&project.files, project.diagnostics.is_empty());
    let service = checked.service.expect("the generated spec is sound");
    let lints = specc::lint::run(&service);
    assert!(lints.is_empty(), "the generated spec has no lints: {:?}", lints.first());
}

/// Only what the grammar does.
fn tokenize(text: &str) {
    let count = specc::syntax::tokenize_with_grammar(FileId(0), &SourceFile::new("large.spec", text));
    assert!(count > 0);
}

/// The best of several runs, which is what the code costs without the machine's other work.
fn best(work: impl Fn()) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
    }
    best
}
