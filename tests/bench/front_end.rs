//! How fast the front end checks, how that grows, and how much of it is the grammar. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

#[path = "../common/generate.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod generate;

use std::time::{Duration, Instant};

use specc::ir::Service;
use specc::project::{NoFiles, Project, open};
use specc::source::{FileId, SourceFile};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const WANTED_LINES_PER_SECOND: f64 = 200_000.0;
const WANTED_GROWTH: f64 = 11.0;

/// How often each size is measured; the best time is what the code costs without the machine's other work.
const ROUNDS: usize = 9;

/// One size, with the best times so far.
struct Row {
    text: String,
    check: Duration,
    tokenize: Duration,
}

fn main() {
    let row = |size| Row { text: generate::large(size), check: Duration::MAX, tokenize: Duration::MAX };
    let mut rows: Vec<Row> = SIZES.into_iter().map(row).collect();
    for _ in 0..ROUNDS {
        for row in &mut rows {
            row.check = row.check.min(time(|| check(&row.text)));
            row.tokenize = row.tokenize.min(time(|| tokenize(&row.text)));
        }
    }
    println!("{:>8} {:>12} {:>10} {:>8} {:>16}", "lines", "check", "lines/s", "growth", "check/tokenize");
    let mut before: Option<f64> = None;
    for row in &rows {
        report(row, before);
        before = Some(row.check.as_secs_f64());
    }
    judge(&rows);
}

fn report(row: &Row, before: Option<f64>) {
    let seconds = row.check.as_secs_f64();
    println!(
        "{:>8} {:>9.2} ms {:>10.0} {:>8} {:>16.2}",
        row.text.lines().count(),
        seconds * 1e3,
        rate(row),
        before.map_or("-".into(), |before| format!("x{:.1}", seconds / before)),
        seconds / row.tokenize.as_secs_f64(),
    );
}

fn rate(row: &Row) -> f64 {
    row.text.lines().count() as f64 / row.check.as_secs_f64()
}

/// Judges the slowest size, and the growth for 10 times the lines over the whole range: a single step depends on
/// what just fits into a cache.
fn judge(rows: &[Row]) {
    let slowest = rows.iter().map(rate).fold(f64::INFINITY, f64::min);
    let [first, .., last] = rows else { return };
    let steps = (rows.len() - 1) as f64;
    let growth = (last.check.as_secs_f64() / first.check.as_secs_f64()).powf(1.0 / steps);
    println!("slowest: {slowest:.0} lines/s (wanted: {WANTED_LINES_PER_SECOND} or more)");
    println!("growth for 10 times the lines: x{growth:.1} (wanted: x{WANTED_GROWTH} at the most)");
    println!("{}", if slowest >= WANTED_LINES_PER_SECOND && growth <= WANTED_GROWTH { "met" } else { "MISSED" });
}

/// The time until the answer is there; giving its memory back is not part of it.
fn time<R>(work: impl FnOnce() -> R) -> Duration {
    let start = Instant::now();
    let answer = work();
    let taken = start.elapsed();
    drop(answer);
    taken
}

/// Everything `specc check` does with a text, from bytes to lints.
fn check(text: &str) -> (Project, Service) {
    let project = open("large.spec", text.as_bytes(), &NoFiles);
    let checked = specc::sema::check(&project.files, project.diagnostics.is_empty());
    let service = checked.service.expect("the generated spec is sound");
    let lints = specc::lint::run(&service);
    assert!(lints.is_empty(), "the generated spec has no lints: {:?}", lints.first());
    (project, service)
}

/// Only what the grammar does.
fn tokenize(text: &str) {
    let count = specc::syntax::tokenize_with_grammar(FileId(0), &SourceFile::new("large.spec", text));
    assert!(count > 0);
}
