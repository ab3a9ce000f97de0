//! What `specc verify` takes: how much of it outside the solver, by the size of the spec, and what a second core brings.
//! Also the share of checks that is proved. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

use std::path::Path;
use std::process::Command;

const FIXTURES: [&str; 6] = ["safe_counter", "url_shortener", "todo_list", "edge_cases", "auth_service", "ecommerce"];
/// How much time may be spent outside the solver, for the time inside it.
const WANTED: f64 = 0.10;

/// How long one run took, in seconds.
struct Run {
    all: f64,
    work: f64,
    solver: f64,
    /// The last line of the report.
    summary: String,
}

fn main() {
    println!(
        "{:>14} {:>6} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "fixture", "lines", "proved", "1 job", "2 jobs", "faster", "solver", "outside"
    );
    for name in FIXTURES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/spec/{name}.spec"));
        let lines = std::fs::read_to_string(&path).expect("the fixture").lines().count();
        let (one, two) = (run(&path, "1"), run(&path, "2"));
        // Times are told in tenths of a second: what takes less in the solver is no ground for a ratio.
        let outside = (one.work - one.solver) / one.solver.max(0.1);
        let verdict = if outside <= WANTED { "met" } else { "missed" };
        println!(
            "{name:>14} {lines:>6} {:>7} {:>7.1}s {:>7.1}s {:>7.2}x {:>7.1}s {:>7.0}% (wanted: {:.0}%, {verdict})",
            share(&one.summary),
            one.all,
            two.all,
            one.all / two.all,
            one.solver,
            outside * 100.0,
            WANTED * 100.0,
        );
    }
}

fn run(spec: &Path, jobs: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    let output = command.args(["verify", "--verbose", "--jobs", jobs]).arg(spec).output().expect("specc starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let times = said.lines().find(|line| line.starts_with("verify ")).expect("the times");
    let mut seconds = times.split(' ').filter_map(|word| word.parse::<f64>().ok());
    let mut next = || seconds.next().expect("a number of seconds");
    let (all, work, solver) = (next(), next(), next());
    let summary = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_string();
    Run { all, work, solver, summary }
}

/// `99.2 % proved`, at the end of a summary.
fn share(summary: &str) -> String {
    let share = summary.rsplit("; ").next().and_then(|end| end.split(' ').next());
    format!("{}%", share.unwrap_or("?"))
}
