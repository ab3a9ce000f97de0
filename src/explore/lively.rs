//! Calls that show more: one that succeeds should change what is there, one that is rejected should carry what is not there
//! yet, and both should come later than what they are about. Otherwise a service that does nothing, or does what it refuses
//! to do, looks the same.

use super::corpus::as_good;
use super::engine::Engine;
use super::solve::Attempt;
use crate::interp::{Call, Random, Rejection, State, Value, Verdict};
use crate::ir::{OperationId, Type};

/// How many values of an input are tried instead of the one that was found.
const MAX_OTHERS: usize = 6;
/// How much later than the state a call is made where it does not matter, in milliseconds: a test may have to wait so long.
const LATER: i64 = 20;
/// The randomness with which calls are worked out.
const LIVELY_SEED: u64 = 5;

/// What a call shows.
#[derive(PartialEq, Eq)]
struct Show {
    rejection: Option<Rejection>,
    /// How many things it changes, or would.
    worth: usize,
}

/// A call that reaches a target in a state.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a, 'm> {
    pub(crate) engine: &'a Engine<'m>,
    pub(crate) target: usize,
    pub(crate) state: &'a State,
}

impl Subject<'_, '_> {
    /// Whether a call succeeds and changes something.
    pub(crate) fn changes(&self, attempt: &Attempt) -> bool {
        let operation = self.engine.targets[self.target].operation;
        let show = operation.and_then(|operation| self.show(operation, attempt));
        show.is_some_and(|show| show.rejection.is_none() && show.worth > 0)
    }

    /// The same call with inputs that show more, later than what is in the state, as far as it still reaches the target.
    pub(crate) fn livelier(&self, attempt: Attempt) -> Attempt {
        let Some(operation) = self.engine.targets[self.target].operation else { return attempt };
        let Some(show) = self.show(operation, &attempt) else { return attempt };
        let (attempt, show) = self.later(operation, attempt, show);
        if self.engine.writes[operation.index()].is_empty() {
            return attempt;
        }
        self.other_inputs(operation, attempt, show)
    }

    fn show(&self, operation: OperationId, attempt: &Attempt) -> Option<Show> {
        let call = Call { operation, inputs: attempt.inputs.clone() };
        match self.engine.machine.call(self.state, &call, attempt.now, &mut Random::seeded(LIVELY_SEED)) {
            Verdict::Accepted(accepted) => Some(Show { rejection: None, worth: changes(self.state, &accepted.state) }),
            Verdict::Rejected(rejection) => Some(Show { rejection: Some(rejection), worth: news(self.state, &call) }),
            Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_) => None,
        }
    }

    /// A call instead of another one, if it comes to the same.
    fn instead(&self, inputs: Vec<Value>, now: i64, of: &Attempt) -> Option<Attempt> {
        let target = &self.engine.targets[self.target];
        let measure = self.engine.solver.measure(target, self.state, &inputs, now);
        as_good(&measure, of.measure.soft).then_some(Attempt { inputs, now, measure })
    }

    /// Time passes between what is in the state and the call, where nothing is said of it.
    fn later(&self, operation: OperationId, attempt: Attempt, show: Show) -> (Attempt, Show) {
        let recent = self.state.fields().iter().any(|value| is_recent(value, attempt.now));
        let later = recent.then(|| self.instead(attempt.inputs.clone(), attempt.now + LATER, &attempt)).flatten();
        let shown = later.and_then(|later| Some((self.show(operation, &later)?, later)));
        match shown {
            Some((found, later)) if found.rejection == show.rejection && found.worth >= show.worth => (later, found),
            Some(_) | None => (attempt, show),
        }
    }

    fn other_inputs(&self, operation: OperationId, mut best: Attempt, mut show: Show) -> Attempt {
        for at in 0..best.inputs.len() {
            for value in self.others(operation, at, &best.inputs[at]) {
                let mut inputs = best.inputs.clone();
                inputs[at] = value;
                let Some(other) = self.instead(inputs, best.now, &best) else { continue };
                let Some(found) = self.show(operation, &other) else { continue };
                if found.rejection == show.rejection && found.worth > show.worth {
                    (best, show) = (other, found);
                    break;
                }
            }
        }
        best
    }

    /// Other values of an input. What is not there shows nothing.
    fn others(&self, operation: OperationId, at: usize, value: &Value) -> Vec<Value> {
        let declared = &self.engine.machine.service().operation(operation).inputs[at].ty;
        let lore = &self.engine.solver.lore;
        let inner = declared.args.first().filter(|_| matches!(declared.ty, Type::Option(_)));
        let declared = inner.unwrap_or(declared);
        let asked = self.engine.targets[self.target].texts.iter().filter(|_| declared.ty == Type::String);
        let asked = asked.map(|text| Value::text(text)).take(MAX_OTHERS);
        let palette = lore.palette(declared).iter().filter(|other| *other != value && !other.is_none());
        asked.chain(palette.take(MAX_OTHERS).cloned()).collect()
    }
}

/// How many things differ between two states: entries and elements that came or went, and parts of entries that stayed.
fn changes(before: &State, after: &State) -> usize {
    before.fields().iter().zip(after.fields()).map(|(before, after)| differences(before, after)).sum()
}

fn differences(before: &Value, after: &Value) -> usize {
    match (before, after) {
        (Value::Map(before), Value::Map(after)) => {
            let gone = before.keys().filter(|key| !after.contains_key(*key)).count();
            let kept = |(key, value)| before.get(key).map_or(1, |old| differences(old, value));
            gone + after.iter().map(kept).sum::<usize>()
        }
        (Value::Record(before), Value::Record(after)) => {
            before.iter().zip(after.iter()).filter(|(before, after)| before != after).count()
        }
        _ => usize::from(before != after),
    }
}

/// How many inputs of a call are not in the entries that it is about.
fn news(state: &State, call: &Call) -> usize {
    let mut keys = Vec::new();
    let mut held = Vec::new();
    for value in state.fields() {
        let Value::Map(entries) = value else { continue };
        for input in &call.inputs {
            if let Some(entry) = entries.get(input) {
                keys.push(input);
                hold(entry, &mut held);
            }
        }
    }
    let is_new = |input: &&Value| !input.is_none() && !keys.contains(input) && !held.contains(input);
    if keys.is_empty() { 0 } else { call.inputs.iter().filter(is_new).count() }
}

fn hold<'v>(entry: &'v Value, held: &mut Vec<&'v Value>) {
    held.push(entry);
    if let Value::Record(fields) = entry {
        held.extend(fields.iter());
    }
}

/// Whether a value holds an instant that is not past.
fn is_recent(value: &Value, now: i64) -> bool {
    match value {
        Value::Instant(at) => *at >= now,
        Value::Record(fields) => fields.iter().any(|field| is_recent(field, now)),
        Value::Set(elements) => elements.iter().any(|element| is_recent(element, now)),
        Value::Seq(elements) => elements.iter().any(|element| is_recent(element, now)),
        Value::Map(entries) => entries.values().any(|entry| is_recent(entry, now)),
        _ => false,
    }
}
