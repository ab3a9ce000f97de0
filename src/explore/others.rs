//! Bystanders of other parts: where a witness has none in its own part, since nothing is there yet, those that another part
//! put beside what the operation reads will do.

use rustc_hash::FxHashMap;

use super::corpus::{Corpus, Expect, Stored, Witness, as_good};
use super::measure::{Ruler, Scene};
use super::unit::{Beginning, Unit};
use crate::interp::{Call, Random, State, Verdict};
use crate::ir::StateId;

/// How many states are tried for one witness.
const MAX_TRIED: usize = 24;
/// The randomness with which calls are worked out.
const OTHERS_SEED: u64 = 9;

/// Puts witnesses that are among no bystanders among those of other parts.
pub(crate) fn place_among_others(beginning: &Beginning, units: &[Unit], corpus: &mut Corpus) {
    let crowded = crowded(beginning, corpus);
    let ruler = Ruler::new(&beginning.machine, &beginning.api, &beginning.named);
    for at in 0..corpus.witnesses.len() {
        let witness = &corpus.witnesses[at];
        let is_crowd = corpus.states[witness.state].populates.is_some() || witness.populated.is_some();
        let Some(made) = witness.call.as_ref().filter(|_| !is_crowd) else { continue };
        let fields = units.get(made.call.operation.index()).map(|unit| &unit.cone.fields);
        let places = fields.into_iter().flatten().filter_map(|id| crowded.get(id)).flatten();
        let now = corpus.states[witness.state].now;
        let fits = |place: &&usize| {
            let Stored { state, now: its, .. } = &corpus.states[**place];
            *its == now && comes_to_the_same(beginning, &ruler, witness, state)
        };
        let found = places.take(MAX_TRIED).find(fits).copied();
        corpus.witnesses[at].populated = found;
    }
}

/// For each state field, the states with bystanders in which it is not as at the beginning.
fn crowded(beginning: &Beginning, corpus: &Corpus) -> FxHashMap<StateId, Vec<usize>> {
    let mut found: FxHashMap<StateId, Vec<usize>> = FxHashMap::default();
    for (at, stored) in corpus.states.iter().enumerate().filter(|(_, stored)| is_loaded_crowd(stored)) {
        let fields = stored.state.fields().iter().zip(beginning.initial.fields()).enumerate();
        for (index, _) in fields.filter(|(_, (value, initial))| value != initial) {
            found.entry(StateId(index as u32)).or_default().push(at);
        }
    }
    found
}

/// Whether a state has bystanders that no call put there.
fn is_loaded_crowd(stored: &Stored) -> bool {
    stored.populates.is_some() && stored.trace.is_none()
}

/// Whether the call of a witness does the same in another state, and reaches the same.
fn comes_to_the_same(beginning: &Beginning, ruler: &Ruler<'_>, witness: &Witness, state: &State) -> bool {
    let Some(made) = &witness.call else { return false };
    let soft = if witness.alone { 0.0 } else { 1.0 };
    let scene = Scene { state, now: made.now, inputs: &made.call.inputs };
    let reaches = |target: &usize| {
        let accepted = &mut || match worked_out(beginning, state, &made.call, made.now) {
            Verdict::Accepted(accepted) => Some(accepted),
            Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_) => None,
        };
        as_good(&ruler.measure(&beginning.targets[*target], scene, accepted), soft)
    };
    Expect::of(worked_out(beginning, state, &made.call, made.now)) == Some(made.expect)
        && witness.targets.iter().all(reaches)
}

fn worked_out(beginning: &Beginning, state: &State, call: &Call, now: i64) -> Verdict {
    beginning.machine.call(state, call, now, &mut Random::seeded(OTHERS_SEED))
}
