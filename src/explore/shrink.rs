//! Shorter traces and smaller states that still do what is wanted.

use std::collections::BTreeSet;

use imbl::OrdMap;

use super::BEGINNING;
use super::meter::Meter;
use super::pool::Step;
use super::script::{Line, Replay, Replays, Term, Writer, shifted, without};
use super::solve::COST_OF_CALL;
use crate::interp::{Call, Machine, State, Value};
use crate::ir::{OperationId, StateId};

/// The randomness of replays.
const REPLAY_SEED: u64 = 2;
/// How many attempts at a shorter trace are made.
const MAX_ATTEMPTS: usize = 400;

/// Makes traces again from the beginning.
pub(crate) fn replays<'m>(machine: &'m Machine, initial: &'m State) -> Replays<'m> {
    Replays::new(machine, initial, BEGINNING, REPLAY_SEED)
}

/// A trace with a call after it, as a script.
#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) lines: Vec<Line>,
    pub(crate) last: Option<Line>,
}

impl Scene {
    /// Of a trace that was made, and a call at the end.
    pub(crate) fn of(machine: &Machine, trace: &[Step], begin: i64, call: Option<(&Call, i64)>) -> Scene {
        let mut writer = Writer::new(machine);
        let lines = writer.lines(trace, begin);
        let end = trace.last().map_or(begin, |step| step.now);
        Scene { lines, last: call.map(|(call, now)| writer.line(call, now, end)) }
    }

    /// A line of the trace, or the last call after them.
    fn line(&self, at: usize) -> Option<&Line> {
        if at == self.lines.len() { self.last.as_ref() } else { self.lines.get(at) }
    }

    fn line_mut(&mut self, at: usize) -> Option<&mut Line> {
        if at == self.lines.len() { self.last.as_mut() } else { self.lines.get_mut(at) }
    }

    /// Without one of the lines of the trace.
    fn without(&self, at: usize) -> Option<Scene> {
        let lines = without(&self.lines, at)?;
        let last = match &self.last {
            Some(line) => {
                let inputs = line.inputs.iter().map(|term| shifted(term, at)).collect::<Option<Vec<_>>>()?;
                let extra = if at + 1 == self.lines.len() { self.lines[at].wait } else { 0 };
                Some(Line { inputs, wait: line.wait + extra, ..line.clone() })
            }
            None => None,
        };
        Some(Scene { lines, last })
    }

    /// With those calls alone that are about the same answers as the last one, directly or through others.
    fn related(&self) -> Option<Scene> {
        let mut kept: BTreeSet<usize> = BTreeSet::new();
        self.last.as_ref()?.inputs.iter().for_each(|term| refs(term, &mut kept));
        for (at, line) in self.lines.iter().enumerate().rev() {
            let mut own = BTreeSet::new();
            line.inputs.iter().for_each(|term| refs(term, &mut own));
            if kept.contains(&at) || !own.is_disjoint(&kept) {
                kept.insert(at);
                kept.extend(own);
            }
        }
        (0..self.lines.len())
            .rev()
            .filter(|at| !kept.contains(at))
            .try_fold(self.clone(), |scene, at| scene.without(at))
    }

    /// Without the waiting before one of the lines; the last call counts as one more.
    fn at_once(&self, at: usize) -> Option<Scene> {
        let mut scene = self.clone();
        let line = scene.line_mut(at)?;
        if line.wait == 0 {
            return None;
        }
        line.wait = 0;
        Some(scene)
    }

    /// Makes the calls of the trace again.
    pub(crate) fn replay(&self, replays: &Replays<'_>) -> Option<Replay> {
        replays.replay(&self.lines)
    }
}

/// The shortest trace that removing calls and waits leads to, for which a test passes after a replay: first what is about
/// something else, then long stretches, then single calls.
pub(crate) fn shortest(scene: Scene, meter: &Meter, test: &mut dyn FnMut(&Scene) -> bool) -> Scene {
    let mut best = scene;
    let mut left = MAX_ATTEMPTS;
    if let Some(related) = best.related()
        && related.lines.len() < best.lines.len()
        && test(&related)
    {
        best = related;
    }
    let mut length = best.lines.len() / 2;
    while length > 1 {
        drop_stretches(&mut best, length, &mut left, meter, test);
        length /= 2;
    }
    loop {
        let before = best.lines.len();
        drop_stretches(&mut best, 1, &mut left, meter, test);
        if left == 0 || meter.is_over() {
            return best;
        }
        // A call and the one that undoes it go only together.
        if best.lines.len() == before && !drop_pair(&mut best, &mut left, meter, test) {
            break;
        }
    }
    for at in 0..=best.lines.len() {
        if let Some(quicker) = best.at_once(at).filter(|quicker| test(quicker)) {
            best = quicker;
        }
    }
    best
}

/// Takes out every stretch of so many calls that the trace does without, from the end on.
fn drop_stretches(
    best: &mut Scene,
    length: usize,
    left: &mut usize,
    meter: &Meter,
    test: &mut dyn FnMut(&Scene) -> bool,
) {
    let mut end = best.lines.len();
    while end >= length {
        if *left == 0 || meter.is_over() {
            return;
        }
        let shorter = (end - length..end).rev().try_fold(best.clone(), |scene, at| scene.without(at));
        if let Some(shorter) = shorter {
            *left -= 1;
            meter.count(COST_OF_CALL * shorter.lines.len() as u64);
            if test(&shorter) {
                *best = shorter;
            }
        }
        end = end.min(best.lines.len() + length) - length;
    }
}

/// Takes out the first two calls that the trace does without together.
fn drop_pair(best: &mut Scene, left: &mut usize, meter: &Meter, test: &mut dyn FnMut(&Scene) -> bool) -> bool {
    for later in (1..best.lines.len()).rev() {
        for earlier in (0..later).rev() {
            if *left == 0 || meter.is_over() {
                return false;
            }
            *left -= 1;
            meter.count(COST_OF_CALL * best.lines.len() as u64);
            let shorter = best.without(later).and_then(|scene| scene.without(earlier));
            if let Some(shorter) = shorter.filter(|shorter| test(shorter)) {
                *best = shorter;
                return true;
            }
        }
    }
    false
}

/// The trace with simpler values in its calls, as far as a test still passes.
pub(crate) fn simplest(
    scene: Scene,
    meter: &Meter,
    simpler: &dyn Fn(OperationId, usize) -> Vec<Term>,
    test: &mut dyn FnMut(&Scene) -> bool,
) -> Scene {
    let mut best = scene;
    for line in 0..=best.lines.len() {
        let inputs = best.line(line).map_or(0, |line| line.inputs.len());
        for at in 0..inputs {
            let Some(operation) = best.line(line).map(|line| line.operation) else { continue };
            for term in simpler(operation, at) {
                if meter.is_over() {
                    return best;
                }
                meter.count(COST_OF_CALL * best.lines.len() as u64);
                if best.line(line).is_some_and(|line| line.inputs[at] == term) {
                    break;
                }
                let mut changed = best.clone();
                if let Some(line) = changed.line_mut(line) {
                    line.inputs[at] = term;
                }
                if test(&changed) {
                    best = changed;
                    break;
                }
            }
        }
    }
    best
}

/// The smallest state that taking away single entries and elements leads to, for which a test passes.
pub(crate) fn smallest(state: State, test: &mut dyn FnMut(&State) -> bool) -> State {
    let mut best = state;
    for index in 0..best.fields().len() {
        let id = StateId(index as u32);
        for at in (0..size(best.field(id))).rev() {
            let mut smaller = best.clone();
            *smaller.field_mut(id) = less(best.field(id), at);
            if test(&smaller) {
                best = smaller;
            }
        }
    }
    best
}

/// The calls whose answers a term refers to.
pub(crate) fn refs(term: &Term, found: &mut BTreeSet<usize>) {
    match term {
        Term::Value(_) | Term::At(_) => {}
        Term::Ref(step, _) => drop(found.insert(*step)),
        Term::Record(terms) | Term::Set(terms) | Term::Seq(terms) => terms.iter().for_each(|term| refs(term, found)),
        Term::Map(entries) => entries.iter().for_each(|(key, value)| {
            refs(key, found);
            refs(value, found);
        }),
    }
}

/// How many entries or elements a collection has.
pub(crate) fn size(value: &Value) -> usize {
    match value {
        Value::Map(entries) => entries.len(),
        Value::Set(elements) => elements.len(),
        Value::Seq(elements) => elements.len(),
        _ => 0,
    }
}

/// A collection without one of its parts.
fn less(value: &Value, at: usize) -> Value {
    let others = |index: &usize| *index != at;
    match value {
        Value::Map(entries) => {
            let kept = entries.iter().enumerate().filter(|(index, _)| others(index));
            Value::Map(kept.map(|(_, (key, value))| (key.clone(), value.clone())).collect::<OrdMap<_, _>>())
        }
        Value::Set(elements) => {
            Value::Set(elements.iter().enumerate().filter(|(index, _)| others(index)).map(|(_, v)| v.clone()).collect())
        }
        Value::Seq(elements) => {
            Value::Seq(elements.iter().enumerate().filter(|(index, _)| others(index)).map(|(_, v)| v.clone()).collect())
        }
        other => other.clone(),
    }
}
