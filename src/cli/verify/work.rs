//! Making many checks, several at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Instant;

use super::super::Talk;
use super::super::status::StatusLine;
use crate::interp::Machine;
use crate::verify::{self, Means, Subject};

/// The stack of a worker: nested conditions are encoded recursively.
const STACK: usize = 256 << 20;

/// Makes all checks, several at a time, each with a solver of its own. The outcomes are in the order of the subjects.
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

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Microseconds since specc began to measure.
pub(super) fn clock() -> u64 {
    u64::try_from(BEGIN.elapsed().as_micros()).unwrap_or(u64::MAX)
}
