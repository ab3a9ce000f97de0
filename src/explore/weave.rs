//! Longer traces about one entry: reads before and after every write, and where the key can be chosen, the entry removed
//! and made again. What was remembered for too long shows only there.

use super::corpus::{Corpus, Expect, Made, Stored, Trace, Witness};
use super::pool::Step;
use super::script::{Line, Replay, Term, replay};
use super::shrink::size;
use super::unit::Beginning;
use crate::interp::{Random, State, Value, Verdict};
use crate::ir::{OperationId, StateId};

/// How many such traces there are at most for each relation, and how many calls each of them has after the entry was made.
const MAX_WOVEN: usize = 2;
const MAX_CALLS: usize = 24;
/// How many reads stand between two writes.
const MAX_READS: usize = 3;
/// The longest that one of the calls waits, in milliseconds.
const MAX_WAIT: i64 = 1000;
/// The randomness of the calls.
const WOVEN_SEED: u64 = 6;

/// An entry, the calls that make it, and how later calls name it.
#[derive(Debug, Clone, PartialEq)]
struct Entry {
    lines: Vec<Line>,
    relation: StateId,
    key: Term,
}

impl Entry {
    /// Whether a trace about it would tell the same. What was answered is another key after other calls.
    fn is_same(&self, other: &Entry) -> bool {
        self.key == other.key && (is_free(&self.key) || self.lines == other.lines)
    }
}

/// Adds such traces to a corpus.
pub(crate) fn weave(beginning: &Beginning, corpus: &mut Corpus) {
    let mut woven: Vec<Stored> = Vec::new();
    for entry in entries(beginning, corpus) {
        if woven.len() == MAX_WOVEN * beginning.initial.fields().len() {
            break;
        }
        let found = Loom::new(beginning, &entry).and_then(|loom| loom.run(beginning, corpus, &entry));
        woven.extend(found.filter(|found| !woven.iter().any(|known| known.state == found.state)));
    }
    corpus.states.extend(woven);
}

/// The entries that there is something to tell about: for each relation one under a key that the caller chose, and one that
/// is there in some state.
fn entries(beginning: &Beginning, corpus: &Corpus) -> Vec<Entry> {
    let count = beginning.machine.service().state.len() as u32;
    let afters: Vec<(&Witness, State)> =
        corpus.witnesses.iter().filter_map(|witness| after(beginning, corpus, witness)).collect();
    let of_relation = |relation: StateId| {
        let chosen = afters.iter().find_map(|after| chosen(corpus, after, relation));
        let there = corpus.witnesses.iter().find_map(|witness| there(corpus, witness, relation));
        chosen.into_iter().chain(there)
    };
    let mut found: Vec<Entry> = Vec::new();
    for entry in (0..count).map(StateId).flat_map(of_relation) {
        if !found.iter().any(|known| known.is_same(&entry)) {
            found.push(entry);
        }
    }
    found
}

fn accepted(witness: &Witness) -> Option<&Made> {
    witness.call.as_ref().filter(|made| made.expect == Expect::Accepted && made.line.wait <= MAX_WAIT)
}

fn lines_to<'c>(corpus: &'c Corpus, witness: &Witness) -> Option<&'c [Line]> {
    Some(&corpus.states[witness.state].trace.as_ref()?.lines)
}

/// The entry that a call makes under a key that it names.
fn chosen(corpus: &Corpus, (witness, after): &(&Witness, State), relation: StateId) -> Option<Entry> {
    let made = accepted(witness)?;
    let before = &corpus.states[witness.state].state;
    let is_new = |key: &&Value| !holds(before, relation, key) && holds(after, relation, key);
    let at = made.call.inputs.iter().position(|input| is_new(&input))?;
    let key = made.line.inputs[at].clone();
    let lines = lines_to(corpus, witness)?.iter().chain([&made.line]).cloned().collect();
    Some(Entry { lines, relation, key })
}

/// The state after the call of a witness that succeeds.
fn after<'c>(beginning: &Beginning, corpus: &'c Corpus, witness: &'c Witness) -> Option<(&'c Witness, State)> {
    let made = accepted(witness)?;
    let before = &corpus.states[witness.state].state;
    match beginning.machine.call(before, &made.call, made.now, &mut Random::seeded(WOVEN_SEED)) {
        Verdict::Accepted(accepted) => Some((witness, accepted.state)),
        Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_) => None,
    }
}

/// The entry that a call is about.
fn there(corpus: &Corpus, witness: &Witness, relation: StateId) -> Option<Entry> {
    let made = accepted(witness)?;
    let at = key_of(&corpus.states[witness.state].state, made, relation)?;
    Some(Entry { lines: lines_to(corpus, witness)?.to_vec(), relation, key: made.line.inputs[at].clone() })
}

fn holds(state: &State, relation: StateId, key: &Value) -> bool {
    matches!(state.field(relation), Value::Map(entries) if entries.contains_key(key))
}

/// Which input of a call is the key of an entry.
fn key_of(state: &State, made: &Made, relation: StateId) -> Option<usize> {
    made.call.inputs.iter().position(|input| holds(state, relation, input))
}

/// A trace that grows.
struct Loom {
    lines: Vec<Line>,
    replay: Replay,
    random: Random,
    most: usize,
}

impl Loom {
    fn new(beginning: &Beginning, entry: &Entry) -> Option<Loom> {
        let (initial, begin) = (&beginning.initial, super::BEGINNING);
        let mut random = Random::seeded(WOVEN_SEED);
        let replay = replay(&beginning.machine, initial, begin, &entry.lines, &mut random)?;
        Some(Loom { most: entry.lines.len() + MAX_CALLS, lines: entry.lines.clone(), replay, random })
    }

    /// Makes a call, if it succeeds.
    fn add(&mut self, beginning: &Beginning, line: &Line) -> bool {
        if self.lines.len() >= self.most {
            return false;
        }
        let Some((call, now)) = self.replay.next(line) else { return false };
        let verdict = beginning.machine.call(&self.replay.state, &call, now, &mut self.random);
        let Verdict::Accepted(accepted) = verdict else { return false };
        self.replay.steps.push(Step { call, now, outputs: accepted.outputs });
        (self.replay.state, self.replay.now) = (accepted.state, now);
        self.lines.push(line.clone());
        true
    }

    fn add_all(&mut self, beginning: &Beginning, lines: &[Line]) {
        for line in lines {
            self.add(beginning, line);
        }
    }

    /// Reads, then each write twice with reads after it, and at last what removes the entry and makes it again.
    fn run(mut self, beginning: &Beginning, corpus: &Corpus, entry: &Entry) -> Option<Stored> {
        let calls = calls_about(corpus, entry);
        let (mut reads, writes): (Vec<Line>, Vec<Line>) =
            calls.into_iter().partition(|line| beginning.influence.writes[line.operation.index()].is_empty());
        reads.truncate(MAX_READS);
        self.add_all(beginning, &reads);
        let mut last = Vec::new();
        for line in writes {
            if self.removes(beginning, &line, entry) {
                last.push(line);
            } else if self.add(beginning, &line) {
                self.add(beginning, &line);
                self.add_all(beginning, &reads);
            }
        }
        // There has to be room for the end.
        self.most += entry.lines.len() + 1 + 2 * reads.len();
        if last.first().is_some_and(|line| self.add(beginning, line)) {
            self.add_all(beginning, &reads);
            self.add_all(beginning, &entry.lines);
            self.add_all(beginning, &reads);
        }
        self.stored(entry)
    }

    fn removes(&self, beginning: &Beginning, line: &Line, entry: &Entry) -> bool {
        let Some((call, now)) = self.replay.next(line) else { return false };
        match beginning.machine.call(&self.replay.state, &call, now, &mut Random::seeded(WOVEN_SEED)) {
            Verdict::Accepted(after) => {
                size(after.state.field(entry.relation)) < size(self.replay.state.field(entry.relation))
            }
            Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_) => false,
        }
    }

    /// The trace, if something happens twice in it.
    fn stored(self, entry: &Entry) -> Option<Stored> {
        let mut repeats: Vec<OperationId> = self.lines.iter().map(|line| line.operation).collect();
        repeats.sort_by_key(|id| id.index());
        let twice = |pair: &[OperationId]| (pair[0] == pair[1]).then_some(pair[0]);
        let mut repeats: Vec<OperationId> = repeats.windows(2).filter_map(twice).collect();
        repeats.dedup();
        if repeats.is_empty() || self.lines.len() < entry.lines.len() + 3 {
            return None;
        }
        let Replay { steps, state, now, .. } = self.replay;
        let trace = Some(Trace { lines: self.lines, steps });
        Some(Stored { state, now, trace, populates: None, repeats })
    }
}

/// For each operation a call that succeeded, about this entry instead of the one that it was about. Calls that need others
/// as well are left out.
fn calls_about(corpus: &Corpus, entry: &Entry) -> Vec<Line> {
    let mut found: Vec<Line> = Vec::new();
    for witness in &corpus.witnesses {
        let Some(made) = accepted(witness) else { continue };
        if found.iter().any(|line| line.operation == made.line.operation) {
            continue;
        }
        let mut line = made.line.clone();
        let at = key_of(&corpus.states[witness.state].state, made, entry.relation);
        if names_another(&corpus.states[witness.state], made, at) {
            continue;
        }
        if let Some(at) = at {
            line.inputs[at] = entry.key.clone();
        }
        if line.inputs.iter().all(|term| *term == entry.key || is_free(term)) {
            found.push(line);
        }
    }
    found
}

/// Whether a call names a further entry of a state that was made: no call puts it there, or only by chance.
fn names_another(stored: &Stored, made: &Made, own: Option<usize>) -> bool {
    let fields = stored.state.fields();
    let is_key =
        |input: &Value| fields.iter().any(|field| matches!(field, Value::Map(entries) if entries.contains_key(input)));
    let others = made.call.inputs.iter().enumerate().filter(|(at, _)| Some(*at) != own);
    stored.trace.is_none() && others.map(|(_, input)| input).any(is_key)
}

/// Whether a term refers to no answer.
fn is_free(term: &Term) -> bool {
    match term {
        Term::Value(_) | Term::At(_) => true,
        Term::Ref(..) => false,
        Term::Record(terms) | Term::Set(terms) | Term::Seq(terms) => terms.iter().all(is_free),
        Term::Map(entries) => entries.iter().all(|(key, value)| is_free(key) && is_free(value)),
    }
}
