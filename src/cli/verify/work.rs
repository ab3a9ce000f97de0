//! Making many checks, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Instant;

use super::super::Talk;
use super::super::explore::Known;
use super::super::status::StatusLine;
use crate::explore::{self, Effort, Sight, Wish};
use crate::interp::Machine;
use crate::verify::{self, Means, Prover, Subject, Verdict};

/// The stack of a worker: nested conditions are encoded recursively.
const STACK: usize = 256 << 20;

/// The outcomes of checks, in the order of their subjects, and what it took to look around for them, in microseconds.
pub(super) struct Done {
    pub(super) outcomes: Vec<verify::Outcome>,
    pub(super) looked: u64,
    /// How many of them were made now.
    pub(super) made: usize,
}

/// Makes all checks: what exploring comes by decides some of them, the solver the others, and what it leaves open is
/// searched for.
pub(super) fn all(prover: &Prover<'_>, subjects: &[Subject], means: &Means, jobs: usize, talk: Talk) -> Done {
    let begin = clock();
    let sights = look_around(prover.machine(), subjects, |subject| matches!(subject, Subject::Eventually(_)));
    let mut looked = clock().saturating_sub(begin);
    let mut outcomes = solved(prover, subjects, (means, &sights), jobs, talk);
    let open: Vec<Subject> =
        outcomes.iter().filter(|outcome| is_open(outcome)).map(|outcome| outcome.subject).collect();
    let begin = clock();
    let sights = look_around(prover.machine(), &open, |_| true);
    for outcome in outcomes.iter_mut().filter(|outcome| is_open(outcome)) {
        if let Some(decided) = prover.seen(outcome.subject, &sights, means) {
            *outcome = verify::Outcome { spent: outcome.spent, smt: outcome.smt.take(), ..decided };
        }
    }
    looked += clock().saturating_sub(begin);
    Done { made: outcomes.len(), outcomes, looked }
}

/// Whether a search could still show that something can be.
fn is_open(outcome: &verify::Outcome) -> bool {
    let is_possible = matches!(outcome.subject, Subject::Requires(..) | Subject::Reachable(_) | Subject::Rule(..));
    is_possible && matches!(outcome.verdict, Verdict::Unknown(_))
}

/// What exploring comes by where that can decide a check, with a search for those that are sought; nothing where the initial
/// state is not valid. What was seen before is remembered.
fn look_around(machine: &Machine, subjects: &[Subject], is_sought: impl Fn(Subject) -> bool) -> Vec<Sight> {
    let sought: Vec<Subject> = subjects.iter().copied().filter(|subject| is_sought(*subject)).collect();
    let wish = Wish {
        asked: &|target| subjects.iter().any(|subject| verify::is_asked(*subject, target)),
        sought: &|target| sought.iter().any(|subject| verify::is_wanted(*subject, target)),
    };
    if !subjects.iter().any(|subject| verify::is_seen(*subject)) {
        return Vec::new();
    }
    let service = std::sync::Arc::new(machine.service().clone());
    let options = explore::Options { effort: Effort::Quick, ..explore::Options::default() };
    explore::look_around(&service, &options, &wish, &Known::new()).unwrap_or_default()
}

/// Decides one check. Where it is to be written down as it was put to the solver, the solver is always asked.
fn decided(prover: &Prover<'_>, subject: Subject, means: &Means, sights: &[Sight]) -> verify::Outcome {
    let seen = if means.dump { None } else { prover.seen(subject, sights, means) };
    seen.unwrap_or_else(|| prover.check(subject, means))
}

/// Makes checks, several at a time, each with a solver of its own.
fn solved(
    prover: &Prover<'_>,
    subjects: &[Subject],
    (means, sights): (&Means, &[Sight]),
    jobs: usize,
    talk: Talk,
) -> Vec<verify::Outcome> {
    let name = &prover.machine().service().name;
    let next = AtomicUsize::new(0);
    let done: Mutex<(Vec<(usize, verify::Outcome)>, StatusLine)> = Mutex::new((Vec::new(), StatusLine::new(talk)));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(subject) = subjects.get(at) else { break };
            let outcome = decided(prover, *subject, means, sights);
            let Ok(mut done) = done.lock() else { break };
            done.0.push((at, outcome));
            let count = done.0.len();
            done.1.show(|| format!("{name}: {count} of {} checks", subjects.len()));
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

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Microseconds since specc began to measure.
pub(super) fn clock() -> u64 {
    u64::try_from(BEGIN.elapsed().as_micros()).unwrap_or(u64::MAX)
}
