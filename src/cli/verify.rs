//! `specc verify`: proves what can be proved of a spec before anything is made of it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Instant;

use clap::Args;

use super::analyse::Analysis;
use super::inspect::report_errors;
use super::status::StatusLine;
use super::{Outcome, Talk, files, to_stderr, to_stdout};
use crate::explore::{self, Exploration, NoFinder, Quiet};
use crate::interp::Machine;
use crate::ir::{Property, Service};
use crate::source::{SourceMap, Span};
use crate::verify::{self, Counts, Means, Subject, Verdict};

/// How many calls the exploration makes that looks for what should be reached.
const BUDGET: u64 = 500;

/// What is asked of `specc verify`.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// A spec file, or `-` for standard input
    spec: PathBuf,
    /// How long the solver may take for one check, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,
    /// How many checks are made at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Only checks whose claim or kind contains this; may be given several times
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write each check that was put to the solver into this folder, for the z3 program
    #[arg(long, value_name = "DIR")]
    dump_smt: Option<PathBuf>,
    /// List what was proved, too, with the clauses that each proof used
    #[arg(long)]
    explain: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        Ok(_) | Err(_) => Err("a number of seconds, more than none and at most a day".to_string()),
    }
}

/// Verifies a spec.
pub(super) fn run(wanted: &Wanted, talk: Talk) -> Outcome {
    let analysis = match Analysis::of(&wanted.spec) {
        Ok(analysis) => analysis,
        Err(error) => {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(&wanted.spec)));
            return Outcome::Environment;
        }
    };
    let outcome = report_errors(&analysis);
    let Analysis { sources, service, .. } = analysis;
    let (Outcome::Fine, Some(service)) = (outcome, service) else { return outcome };
    if !verify::solver_version().starts_with(SOLVER) {
        to_stderr(&format!("specc: linked with Z3 {}, and needs {SOLVER}", verify::solver_version()));
        return Outcome::Internal;
    }
    let began = Instant::now();
    let machine = Machine::new(Arc::new(service));
    let outcomes = wanted.checked(&machine, talk);
    if let Some(Err(error)) = wanted.dump_smt.as_deref().map(|folder| dump(folder, &outcomes)) {
        to_stderr(&format!("specc: cannot write the checks: {error}"));
        return Outcome::Environment;
    }
    wanted.tell(machine.service(), &sources, &outcomes);
    if talk.verbose {
        talk.say(&times(&outcomes, began));
    }
    conclusion(&outcomes)
}

/// The version of the solver that specc is made for.
pub(super) const SOLVER: &str = "5.3";

impl Wanted {
    fn checked(&self, machine: &Machine, talk: Talk) -> Vec<verify::Outcome> {
        let service = machine.service();
        let fits = |subject: &Subject| {
            let claim = format!("[{}] {}", subject.kind(), subject.title(service));
            self.only.is_empty() || self.only.iter().any(|text| claim.contains(text))
        };
        let subjects: Vec<Subject> = verify::subjects(service, machine.bodies()).into_iter().filter(fits).collect();
        let means = Means {
            timeout: (self.timeout * 1000.0) as u32,
            explain: self.explain,
            dump: self.dump_smt.is_some(),
            clock,
        };
        let mut outcomes = all(machine, &subjects, &means, self.jobs(), talk);
        if subjects.iter().any(|subject| matches!(subject, Subject::Eventually(_))) {
            let reached = exploration(service);
            outcomes.iter_mut().for_each(|outcome| verify::look_up(outcome, reached.as_ref()));
        }
        outcomes
    }

    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }

    fn tell(&self, service: &Service, sources: &SourceMap, outcomes: &[verify::Outcome]) {
        if self.json {
            to_stdout(&format!("{:#}\n", verify::report_json(service, outcomes)));
            return;
        }
        let mut page = String::new();
        for outcome in outcomes.iter().filter(|outcome| self.explain || outcome.verdict != Verdict::Proved) {
            let place = outcome.subject.span(service).map(|span| place(sources, span));
            for line in verify::lines(service, outcome, place.as_deref()) {
                page.push_str(&line);
                page.push('\n');
            }
        }
        page.push_str(&summary(service, outcomes));
        to_stdout(&page);
    }
}

/// Makes all checks, several at a time, each with a solver of its own.
pub(super) fn all(
    machine: &Machine,
    subjects: &[Subject],
    means: &Means,
    jobs: usize,
    talk: Talk,
) -> Vec<verify::Outcome> {
    let next = AtomicUsize::new(0);
    let done: Mutex<(Vec<(usize, verify::Outcome)>, StatusLine)> = Mutex::new((Vec::new(), StatusLine::new(talk)));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(subject) = subjects.get(at) else { break };
            let outcome = verify::check(machine, *subject, means);
            let Ok(mut done) = done.lock() else { break };
            done.0.push((at, outcome));
            let count = done.0.len();
            done.1.show(|| format!("{}: {count} of {} checks", machine.service().name, subjects.len()));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, subjects.len().max(1)) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            if worker.spawn_scoped(scope, work).is_err() {
                work();
            }
        }
    });
    let mut outcomes = done.into_inner().map(|(outcomes, _)| outcomes).unwrap_or_default();
    outcomes.sort_by_key(|(at, _)| *at);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

/// The stack of a worker: nested conditions are encoded recursively.
const STACK: usize = 256 << 20;

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn clock() -> u64 {
    u64::try_from(BEGIN.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// What can be reached, for what should be.
fn exploration(service: &Service) -> Option<Exploration> {
    let needed = service.temporals.iter().any(|temporal| matches!(temporal.property, Property::Eventually(_)));
    let options = explore::Options { budget: BUDGET, ..explore::Options::default() };
    let found = needed.then(|| explore::explore(&Arc::new(service.clone()), &options, &NoFinder, &mut Quiet));
    found.and_then(Result::ok)
}

fn dump(folder: &Path, outcomes: &[verify::Outcome]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (at, outcome) in outcomes.iter().enumerate() {
        if let Some(text) = &outcome.smt {
            std::fs::write(folder.join(format!("{at:04}-{}.smt2", outcome.subject.kind())), text)?;
        }
    }
    Ok(())
}

fn place(sources: &SourceMap, span: Span) -> String {
    let position = sources.get(span.file).map(|file| file.position(span.start));
    let at = position.map_or_else(String::new, |position| format!(":{}:{}", position.line, position.column));
    format!("{}{at}", sources.path(span.file))
}

fn summary(service: &Service, outcomes: &[verify::Outcome]) -> String {
    let counts = Counts::of(outcomes);
    let made = outcomes.len() - counts.not_checked;
    let share = if made == 0 { 100.0 } else { counts.proved as f64 * 100.0 / made as f64 };
    format!(
        "{}: {} checks: {} proved ({} by the frame alone), {} violated, {} unknown, {} not checked; {share:.1} % proved\n",
        service.name,
        outcomes.len(),
        counts.proved,
        counts.framed,
        counts.violated,
        counts.unknown,
        counts.not_checked,
    )
}

fn times(outcomes: &[verify::Outcome], began: Instant) -> String {
    let sum = |of: fn(&verify::Outcome) -> u64| outcomes.iter().map(of).sum::<u64>() as f64 / 1e6;
    let (all, solver) = (sum(|outcome| outcome.spent.all), sum(|outcome| outcome.spent.solver));
    let took = began.elapsed().as_secs_f64();
    format!("verify {took:.1} s; {all:.1} s of work, {solver:.1} s of it in the solver")
}

fn conclusion(outcomes: &[verify::Outcome]) -> Outcome {
    if outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Violated(_))) {
        Outcome::Findings
    } else if outcomes.iter().any(|outcome| outcome.defect.is_some()) {
        Outcome::Internal
    } else {
        Outcome::Fine
    }
}
