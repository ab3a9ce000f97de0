//! Bystanders that calls put there: what made the subject of a witness is done again with other values, so that a service
//! which cannot be put into a state has some, too.

use super::BEGINNING;
use super::corpus::{Corpus, Expect, Made, Stored, Trace, Witness, as_good};
use super::engine::Engine;
use super::pool::Step;
use super::script::{Line, Replay, Term, replay};
use super::shrink::size;
use crate::interp::{Call, Random, State, Value, Verdict};
use crate::ir::OperationId;

/// How often what made the subject is done again, and how many entries that adds to a relation at least.
const ROUNDS: usize = 3;
const FEWEST: usize = 2;
/// How many witnesses of an operation that come to the same are shown in a crowd.
const MAX_ALIKE: usize = 2;
/// The randomness of the calls.
const CROWD_SEED: u64 = 7;

/// Adds witnesses in crowds that calls lead to.
pub(crate) fn crowd(engine: &Engine<'_>, corpus: &mut Corpus) {
    let mut crowds: Vec<(usize, Option<usize>)> = Vec::new();
    for witness in chosen(corpus) {
        let base = corpus.witnesses[witness].state;
        let known = crowds.iter().find(|(of, _)| *of == base).map(|(_, crowd)| *crowd);
        let at = known.unwrap_or_else(|| {
            let added = around(engine, corpus, base).map(|crowd| add(corpus, crowd));
            crowds.push((base, added));
            added
        });
        let again = at.and_then(|at| again(engine, corpus, &corpus.witnesses[witness], at));
        corpus.witnesses.extend(again);
    }
    drop_unused(corpus, crowds.into_iter().filter_map(|(_, at)| at).collect());
}

fn add(corpus: &mut Corpus, stored: Stored) -> usize {
    corpus.states.push(stored);
    corpus.states.len() - 1
}

/// Crowds in which no witness came to the same. They are the last states, and nothing refers to them.
fn drop_unused(corpus: &mut Corpus, crowds: Vec<usize>) {
    for at in crowds.into_iter().rev() {
        if corpus.witnesses.iter().any(|witness| witness.state == at) {
            continue;
        }
        corpus.states.remove(at);
        for witness in corpus.witnesses.iter_mut().filter(|witness| witness.state > at) {
            witness.state -= 1;
        }
    }
}

/// For each operation and each thing that becomes of a call, the first few witnesses that are about something.
fn chosen(corpus: &Corpus) -> Vec<usize> {
    let mut seen: Vec<(OperationId, Expect, usize)> = Vec::new();
    let mut found = Vec::new();
    for (at, witness) in corpus.witnesses.iter().enumerate() {
        let Some(made) = &witness.call else { continue };
        let is_made = corpus.states[witness.state].trace.as_ref().is_some_and(|trace| !trace.lines.is_empty());
        let key = (made.call.operation, made.expect);
        let alike = seen.iter().filter(|(id, expect, _)| (*id, *expect) == key).count();
        let elsewhere = !seen.iter().any(|(id, expect, state)| (*id, *expect) == key && *state == witness.state);
        if is_made && elsewhere && alike < MAX_ALIKE {
            seen.push((key.0, key.1, witness.state));
            found.push(at);
        }
    }
    found
}

/// A state with others of what it holds.
fn around(engine: &Engine<'_>, corpus: &Corpus, base: usize) -> Option<Stored> {
    let trace = corpus.states[base].trace.as_ref()?;
    let initial = &engine.pool.nodes[0].state;
    let mut random = Random::seeded(CROWD_SEED);
    let mut found = replay(engine.machine, initial, BEGINNING, &trace.lines, &mut random)?;
    let before = found.state.clone();
    let mut lines = trace.lines.clone();
    for round in 1..=ROUNDS {
        let mut redone = vec![None; trace.lines.len()];
        for (at, line) in trace.lines.iter().enumerate() {
            for inputs in variants(others(engine, line, round), &trace.lines, &redone, round) {
                let line = Line { wait: 0, inputs, ..line.clone() };
                let adds = |after: &State| grown(&found.state, after) > 0;
                if let Some(next) = next(engine, &found, &line, &mut random).filter(|next| adds(&next.state)) {
                    found = next;
                    redone[at] = Some(lines.len());
                    lines.push(line);
                    break;
                }
            }
        }
    }
    let Replay { steps, state, now, .. } = found;
    let trace = Some(Trace { lines, steps });
    (grown(&before, &state) >= FEWEST).then(|| Stored { state, now, trace, populates: Some(base), repeats: Vec::new() })
}

/// The trace with one more call, if it succeeds.
fn next(engine: &Engine<'_>, replay: &Replay, line: &Line, random: &mut Random) -> Option<Replay> {
    let (call, now) = replay.next(line)?;
    let Verdict::Accepted(accepted) = engine.machine.call(&replay.state, &call, now, random) else { return None };
    let mut steps = replay.steps.clone();
    steps.push(Step { call, now, outputs: accepted.outputs });
    Some(Replay { steps, state: accepted.state, now, idle: replay.idle })
}

/// By how many entries and elements of sets the relation grew that grew most.
fn grown(before: &State, after: &State) -> usize {
    let pairs = before.fields().iter().zip(after.fields());
    let relations = pairs.filter(|(before, _)| matches!(before, Value::Map(_)));
    relations.map(|(before, after)| held(after).saturating_sub(held(before))).max().unwrap_or(0)
}

/// How many entries a relation has, or elements in all where each entry is a set.
fn held(relation: &Value) -> usize {
    let Value::Map(entries) = relation else { return 0 };
    entries.values().map(|value| if matches!(value, Value::Set(_)) { size(value) } else { 1 }).sum()
}

/// The inputs as they are, and with what was done again in place of one that they refer to: a second element beside the
/// first. Each round begins with another one, so that keys and what they lead to both get company.
fn variants(inputs: Vec<Term>, lines: &[Line], redone: &[Option<usize>], round: usize) -> Vec<Vec<Term>> {
    let mut found: Vec<Vec<Term>> = Vec::new();
    for (at, term) in inputs.iter().enumerate() {
        let Term::Ref(step, way) = term else { continue };
        if let Some(again) = done_again(*step, lines, redone) {
            let mut inputs = inputs.clone();
            inputs[at] = Term::Ref(again, way.clone());
            found.push(inputs);
        }
    }
    let first = round % found.len().max(1);
    found.rotate_left(first);
    found.insert(0, inputs);
    found
}

/// The line that does a step again, or else another step of the same operation.
fn done_again(step: usize, lines: &[Line], redone: &[Option<usize>]) -> Option<usize> {
    let operation = lines.get(step)?.operation;
    let alike = lines.iter().zip(redone).rev().filter(|(line, _)| line.operation == operation);
    redone.get(step).copied().flatten().or_else(|| alike.filter_map(|(_, again)| *again).next())
}

/// The inputs of a call with other texts, numbers and identifiers.
fn others(engine: &Engine<'_>, line: &Line, round: usize) -> Vec<Term> {
    let declared = &engine.machine.service().operation(line.operation).inputs;
    let other = |(term, param): (&Term, &crate::ir::Param)| {
        let Term::Value(value) = term else { return term.clone() };
        let palette = engine.solver.lore.palette(&param.ty);
        let others: Vec<&Value> = palette.iter().filter(|other| *other != value && !other.is_none()).collect();
        let changed = others.get(round % others.len().max(1)).filter(|_| !value.is_none());
        changed.map_or_else(|| term.clone(), |other| super::script::plain(other, BEGINNING))
    };
    line.inputs.iter().zip(declared).map(other).collect()
}

/// A witness in a crowd, if it comes to the same there.
fn again(engine: &Engine<'_>, corpus: &Corpus, witness: &Witness, at: usize) -> Option<Witness> {
    let Stored { state, now, trace, .. } = &corpus.states[at];
    let made = witness.call.as_ref()?;
    let replay = Replay { steps: trace.as_ref()?.steps.clone(), state: state.clone(), now: *now, idle: 0 };
    let (call, now) = replay.next(&made.line)?;
    let reaches = |target: &usize| {
        let measure = engine.solver.measure(&engine.targets[*target], state, &call.inputs, now);
        as_good(&measure, if witness.alone { 0.0 } else { 1.0 })
    };
    if !witness.targets.iter().all(reaches) || expected(engine, state, &call, now) != Some(made.expect) {
        return None;
    }
    let made = Made { line: made.line.clone(), call, now, expect: made.expect };
    Some(Witness {
        state: at,
        populated: None,
        call: Some(made),
        targets: witness.targets.clone(),
        alone: witness.alone,
    })
}

fn expected(engine: &Engine<'_>, state: &State, call: &Call, now: i64) -> Option<Expect> {
    Expect::of(engine.machine.call(state, call, now, &mut Random::seeded(CROWD_SEED)))
}
