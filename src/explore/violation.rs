//! What was broken, and the shortest way to it.

use std::collections::BTreeSet;

use super::engine::{Engine, spread};
use super::meter::Meter;
use super::pool::Step;
use super::shrink::{Scene, replays, shortest};
use super::{BEGINNING, Violation};
use crate::interp::{Call, Finding, Machine, Random, State, Verdict};
use crate::ir::OperationId;

/// From how many states a call that broke a promise is tried again, and how often.
const MAX_RETRIED: usize = 300;
const RETRIES: usize = 4;
/// How many states a search for shorter traces keeps at each depth, and how many calls it makes.
const MAX_WIDTH: usize = 120;
const MAX_WIDE_CALLS: usize = 6000;
/// The randomness with which a violation is shown again.
const REPLAY_SEED: u64 = 4;

impl Engine<'_> {
    /// Notes a promise that was broken, with the shortest trace that is found for it.
    pub(crate) fn violate(&mut self, node: usize, call: Call, now: i64, finding: Finding) {
        let known = self.violations.iter().position(|known| known.finding.clause == finding.clause);
        let depth = self.pool.nodes[node].depth;
        if known.is_some_and(|known| self.violations[known].trace.len() <= depth + 1) {
            return;
        }
        let trace = self.pool.trace(node);
        let violation =
            shortened(&self.solver.meter, (self.machine, &self.pool.nodes[0].state), &trace, (&call, now), finding);
        match known {
            Some(known) if self.violations[known].trace.len() > violation.trace.len() => {
                self.violations[known] = violation;
            }
            Some(_) => {}
            None => self.violations.push(violation),
        }
    }

    /// Looks for shorter ways to what was broken: first with few calls from the beginning, then with the calls that broke
    /// it from the states that were reached.
    pub(crate) fn shorten_violations(&mut self) {
        self.widen();
        for at in 0..self.violations.len() {
            let Some(operation) = self.violations[at].trace.last().map(|step| step.call.operation) else { continue };
            let mut places: Vec<usize> = (0..self.pool.nodes.len()).collect();
            places.sort_by_key(|node| self.pool.nodes[*node].depth);
            places.retain(|node| self.pool.nodes[*node].depth + 1 < self.violations[at].trace.len());
            spread(&mut places, MAX_RETRIED);
            for node in places {
                self.step(node, operation, None);
            }
        }
    }

    /// Goes through the states that are few calls away, all operations in each, as long as a trace could get shorter.
    fn widen(&mut self) {
        let mut front = vec![0];
        let mut seen: BTreeSet<State> = BTreeSet::new();
        let mut calls = 0;
        while !self.solver.meter.is_over()
            && self.violations.iter().any(|known| known.trace.len() > self.pool.nodes[front[0]].depth + 1)
        {
            let mut next = Vec::new();
            for node in front {
                for operation in self.operations() {
                    for _ in 0..self.tries(operation) {
                        calls += 1;
                        let reached = self.step(node, operation, None);
                        next.extend(reached.filter(|at| seen.insert(self.pool.nodes[*at].state.clone())));
                    }
                }
            }
            spread(&mut next, MAX_WIDTH);
            front = next;
            if front.is_empty() || calls > MAX_WIDE_CALLS {
                return;
            }
        }
    }

    /// How often an operation is tried in a state: once where it has no inputs to choose.
    fn tries(&self, operation: OperationId) -> usize {
        if self.service().operation(operation).inputs.is_empty() { 1 } else { RETRIES }
    }
}

/// A violation with what is left of its trace when all calls are taken out that it does without.
fn shortened(
    meter: &Meter,
    (machine, initial): (&Machine, &State),
    trace: &[Step],
    (call, now): (&Call, i64),
    finding: Finding,
) -> Violation {
    let clause = finding.clause;
    let replays = replays(machine, initial);
    let broken = |scene: &Scene| {
        let replay = scene.replay(&replays)?;
        let (call, now) = replay.next(scene.last.as_ref()?)?;
        let verdict = machine.call(&replay.state, &call, now, &mut Random::seeded(REPLAY_SEED));
        let Verdict::Broken(finding) = verdict else { return None };
        let mut trace = replay.steps;
        trace.push(Step { call, now, outputs: Vec::new() });
        (finding.clause == clause).then_some(Violation { finding: *finding, trace })
    };
    let scene = Scene::of(machine, trace, BEGINNING, Some((call, now)));
    let scene = shortest(scene, meter, &mut |scene| broken(scene).is_some());
    broken(&scene).unwrap_or_else(|| {
        let last = Step { call: call.clone(), now, outputs: Vec::new() };
        Violation { finding, trace: trace.iter().cloned().chain([last]).collect() }
    })
}
