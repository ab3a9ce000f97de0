//! States that hold more than a call needs. Those of the corpus hold little else: dates at the moment of the call, options
//! without a value. An operation that clears an option, or forgets to set a date, shows only where there is something to
//! lose. So accepted witnesses are tried in states with as much changed as the call leaves room for.

use std::collections::BTreeSet;

use super::super::Ground;
use super::super::profile::MOST_RICHER;
use super::changes::{Change, Changer};
use super::known::Known;
use super::{Example, ExampleKind, call_in, is_accepted, spread};
use crate::explore::{Stored, Witness, plain};
use crate::interp::{Call, State, Value};
use crate::ir::{OperationId, StateId, Type};

/// How many states are looked at to find one that is rich and still suits the call.
const MAX_ATTEMPTS: usize = 48;

/// Accepted witnesses of an operation, each in a richer state: one for each state that there are some in.
pub(super) fn richer(ground: Ground<'_>, known: &Known, id: OperationId) -> Vec<Example> {
    let witnesses = &ground.exploration.corpus.witnesses;
    let accepted = ground.witnesses_calling(id).into_iter().filter(|at| is_accepted(&witnesses[*at]));
    let mut seen = BTreeSet::new();
    let one_each = accepted.filter(|at| seen.insert(state_of(&witnesses[*at]))).collect();
    spread(one_each, MOST_RICHER).into_iter().filter_map(|at| of_witness(ground, known, at)).collect()
}

fn state_of(witness: &Witness) -> usize {
    witness.populated.unwrap_or(witness.state)
}

/// A witness in its state with as many changes as can be made together; none where nothing can be changed.
fn of_witness(ground: Ground<'_>, known: &Known, number: usize) -> Option<Example> {
    let witness = &ground.exploration.corpus.witnesses[number];
    let state = state_of(witness);
    let stored = &ground.exploration.corpus.states[state];
    let (call, late) = call_in(ground, witness, state)?;
    let suits = |changed: &State| {
        matches!(ground.machine.precondition(changed, &call, late), Ok(None))
            && ground.machine.is_sound(changed, stored.now)
            && (late == stored.now || ground.machine.is_sound(changed, late))
    };
    let pool = Known::of_state(ground, stored);
    let changer = Changer { service: ground.service, pool: &pool, known, now: stored.now };
    let changes = changer.changes(&stored.state, &named(ground, &call));
    let fields = unlike(stored, &kept(&stored.state, changes, &suits));
    let (operation, kind) = (call.operation, ExampleKind::Richer);
    (!fields.is_empty()).then(|| {
        let fields = fields.into_iter().map(|(id, value)| (id, plain(&value, stored.now))).collect();
        Example { operation, kind, state, witness: Some(number), inputs: Vec::new(), fields }
    })
}

/// What a call names: only what has a name of its own refers to something.
fn named(ground: Ground<'_>, call: &Call) -> BTreeSet<Value> {
    let inputs = ground.service.operation(call.operation).inputs.iter().zip(&call.inputs);
    let names = inputs.filter(|(param, _)| param.ty.alias.is_some() || param.ty.ty == Type::Uuid);
    names.map(|(_, value)| value.clone()).collect()
}

/// The state with all changes, or with those of each half that can be made, and then with pairs of the others.
fn kept(base: &State, changes: Vec<Change>, suits: &dyn Fn(&State) -> bool) -> State {
    let (mut state, mut todo, mut alone) = (base.clone(), vec![changes], Vec::new());
    for _ in 0..MAX_ATTEMPTS {
        let Some(mut part) = todo.pop() else { break };
        let candidate = with(&state, &part);
        if suits(&candidate) {
            state = candidate;
        } else if part.len() > 1 {
            let second = part.split_off(part.len() / 2);
            todo.extend([second, part]);
        } else {
            alone.append(&mut part);
        }
    }
    for (one, other) in pairs(&alone).take(MAX_ATTEMPTS / 2) {
        let candidate = other.made_in(&one.made_in(&state));
        if suits(&candidate) {
            state = candidate;
        }
    }
    state
}

fn with(state: &State, changes: &[Change]) -> State {
    changes.iter().fold(state.clone(), |state, change| change.made_in(&state))
}

/// Two changes of the same entry at a time: what hangs together changes together.
fn pairs(changes: &[Change]) -> impl Iterator<Item = (&Change, &Change)> {
    let pairs =
        changes.iter().enumerate().flat_map(|(at, one)| changes[at + 1..].iter().map(move |other| (one, other)));
    pairs.filter(|(one, other)| one.is_beside(other))
}

/// The state fields in which a state is not as another one.
fn unlike(stored: &Stored, made: &State) -> Vec<(StateId, Value)> {
    let fields = stored.state.fields().iter().zip(made.fields()).enumerate();
    let changed = fields.filter(|(_, (before, after))| before != after);
    changed.map(|(at, (_, after))| (StateId(at as u32), after.clone())).collect()
}
