//! Valid states that no call leads to: one that was reached, or the initial one, is changed until it fits a target and
//! every type, invariant and `always` holds in it.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::measure::{Measure, Scene};
use super::sheet::Rival;
use super::solve::{Attempt, Ground, Solver};
use super::target::Target;
use super::validity::Validity;
use super::values::{Stock, Trial};
use crate::interp::{Random, State, Value};
use crate::ir::StateId;

/// How many measurements are spent on the inputs each time the state changed.
const EFFORT_OF_INPUTS: usize = 50;
/// How many changes of one state field are tried at a time.
const MAX_CHANGES: usize = 300;
/// What judging a state counts for, in measurements, and how many are put together for one.
const COST_OF_STATE: u64 = 4;
const STATES_PER_COST: u64 = 4;
/// How often the search is shaken up.
const MAX_KICKS: usize = 6;

/// A state near a given one in which a target is reached, with its instant and the inputs.
pub(crate) fn make(
    solver: &Solver<'_>,
    target: &Target,
    fields: &BTreeSet<StateId>,
    ground: Ground<'_>,
    effort: usize,
    random: &mut Random,
) -> Option<(State, i64, Attempt)> {
    [Taste::TargetFirst, Taste::Even].into_iter().find_map(|taste| {
        let Ground { now, timed, hints, .. } = ground;
        let (target, left) = (Some(target), effort / 2);
        let mut maker =
            StateMaker { solver, target, fields, taste, now, timed, hints, avoided: None, kept: None, left };
        maker.run(ground.state.clone(), random)
    })
}

/// A valid state near a given one that is not, which holds all that another one does. Nothing new is under one of the keys to
/// avoid.
pub(crate) fn mend(
    solver: &Solver<'_>,
    (state, now): (&State, i64),
    kept: &State,
    avoided: &FxHashSet<Value>,
    effort: usize,
    random: &mut Random,
) -> Option<State> {
    let fields = BTreeSet::new();
    let taste = Taste::Even;
    let (timed, hints, avoided, kept, left) = (false, None, Some(avoided), Some(kept), effort);
    let mut maker = StateMaker { solver, target: None, fields: &fields, taste, now, timed, hints, avoided, kept, left };
    let draft = maker.begin(state.clone(), random);
    let draft = maker.descend(draft, random);
    draft.is_done().then_some(draft.state)
}

/// Which of two states is nearer.
#[derive(Clone, Copy)]
enum Taste {
    /// The one nearer to the target; what that breaks is mended afterwards.
    TargetFirst,
    /// The one that is nearer to the target and to being valid taken together.
    Even,
}

/// A state on its way.
#[derive(Clone)]
struct Draft {
    state: State,
    /// How far it is from being valid.
    validity: Validity,
    attempt: Attempt,
}

impl Draft {
    fn distance(&self, taste: Taste) -> (f64, f64, f64) {
        let Measure { hard, soft, .. } = self.attempt.measure;
        match taste {
            Taste::TargetFirst => (hard, self.validity.distance, soft),
            Taste::Even => (self.validity.distance + hard, soft, 0.0),
        }
    }

    fn is_done(&self) -> bool {
        self.validity.distance == 0.0 && self.attempt.measure.is_reached()
    }
}

struct StateMaker<'a, 'm> {
    solver: &'a Solver<'m>,
    target: Option<&'a Target>,
    /// What the target reads.
    fields: &'a BTreeSet<StateId>,
    taste: Taste,
    now: i64,
    timed: bool,
    /// Inputs that came near before: a state does not tell everything that led to it.
    hints: Option<&'a Stock>,
    /// Keys that nothing new is to have.
    avoided: Option<&'a FxHashSet<Value>>,
    /// What has to stay as it is.
    kept: Option<&'a State>,
    left: usize,
}

impl StateMaker<'_, '_> {
    fn run(&mut self, state: State, random: &mut Random) -> Option<(State, i64, Attempt)> {
        let mut draft = self.begin(state, random);
        for _ in 0..MAX_KICKS {
            draft = self.descend(draft, random);
            if draft.is_done() {
                return Some((draft.state, self.now, draft.attempt));
            }
            if self.left == 0 {
                break;
            }
            draft = self.kick(draft, random);
        }
        None
    }

    fn begin(&mut self, state: State, random: &mut Random) -> Draft {
        let validity = self.solver.ruler.validity(&state, self.now);
        let attempt = self.inputs(&state, &validity, random);
        Draft { state, validity, attempt }
    }

    fn inputs(&mut self, state: &State, validity: &Validity, random: &mut Random) -> Attempt {
        let Some(target) = self.target else { return nothing_wanted(self.now) };
        let stock = Stock::of_state(self.solver.ruler.machine.service(), state);
        let ground = Ground {
            state,
            now: self.now,
            stock: &stock,
            timed: self.timed,
            valid: validity.distance == 0.0,
            hints: self.hints,
        };
        self.left = self.left.saturating_sub(EFFORT_OF_INPUTS / 4);
        self.solver.solve(target, ground, None, EFFORT_OF_INPUTS, random)
    }

    /// Changes one state field after the other, and the inputs after each change.
    fn descend(&mut self, mut best: Draft, random: &mut Random) -> Draft {
        loop {
            let before = best.distance(self.taste);
            for id in self.order(&best) {
                best = self.improve(best, id, random);
                if best.is_done() || self.left == 0 {
                    return best;
                }
            }
            if best.distance(self.taste) >= before {
                return best;
            }
        }
    }

    /// What to change next: what the target reads, and what broken conditions speak of.
    fn order(&self, draft: &Draft) -> Vec<StateId> {
        self.fields.union(&draft.validity.suspects).copied().collect()
    }

    /// Other values of a state field that are worth a try.
    fn changes(&self, draft: &Draft, id: StateId) -> Vec<Value> {
        let service = self.solver.ruler.machine.service();
        let stock = Stock::of_state(service, &draft.state);
        let trial = Trial {
            service,
            lore: &self.solver.lore,
            stock: &stock,
            hints: None,
            asked: self.target.map_or(&[], |target| &target.texts),
            avoided: self.avoided,
            fixed: self
                .kept
                .and_then(|kept| if let Value::Map(entries) = kept.field(id) { Some(entries) } else { None }),
            now: self.now,
            operation: self.target.and_then(|target| target.operation),
            turn: self.left,
        };
        let gaps: Vec<_> = draft.validity.gaps.iter().chain(&draft.attempt.measure.gaps).copied().collect();
        let ty = &service.state_field(id).ty;
        let old = draft.state.field(id);
        let values = trial.neighbours(ty, old, &gaps).into_iter().chain(trial.values(ty));
        let keeps = |value: &Value| self.kept.is_none_or(|kept| holds_all(kept.field(id), value));
        values.filter(|value| value != old && keeps(value)).collect()
    }

    fn improve(&mut self, mut best: Draft, id: StateId, random: &mut Random) -> Draft {
        if self.solver.meter.is_over() {
            self.left = 0;
            return best;
        }
        let mut changes = self.changes(&best, id);
        self.solver.meter.count(changes.len() as u64 / STATES_PER_COST);
        thin(&mut changes, MAX_CHANGES, random);
        for value in changes {
            if self.left == 0 {
                break;
            }
            let draft = self.measured(changed(&best.state, id, value), id, &best);
            best = draft.filter(|draft| draft.distance(self.taste) < best.distance(self.taste)).unwrap_or(best);
            if best.is_done() {
                return best;
            }
        }
        if !best.attempt.measure.is_reached() {
            let attempt = self.inputs(&best.state, &best.validity.clone(), random);
            if attempt.measure.beats(&best.attempt.measure) {
                best.attempt = attempt;
            }
        }
        best
    }

    /// A draft with another value of one state field; none where it is no nearer.
    fn measured(&mut self, state: State, changed: StateId, from: &Draft) -> Option<Draft> {
        self.solver.meter.count(COST_OF_STATE);
        self.left = if self.solver.meter.is_over() { 0 } else { self.left.saturating_sub(1) };
        let known = (&from.validity, &from.state);
        let validity = self.solver.ruler.validity_after(known, (&state, self.now), changed, self.limit(from))?;
        let with = &from.attempt;
        let measure = match self.target {
            // What a call leaves is worth working out only in a valid state.
            Some(target) if validity.distance == 0.0 => self.solver.measure(target, &state, &with.inputs, with.now),
            Some(target) => {
                let scene = Scene { state: &state, now: with.now, inputs: &with.inputs };
                self.solver.measure_before(target, scene, Rival::NONE).0
            }
            None => with.measure.clone(),
        };
        Some(Draft { state, validity, attempt: Attempt { inputs: with.inputs.clone(), now: with.now, measure } })
    }

    /// How far from being valid a state may not be to be nearer than another one, where nothing else counts.
    fn limit(&self, best: &Draft) -> f64 {
        match (self.target, self.taste) {
            (None, Taste::Even) => best.validity.distance,
            (None | Some(_), Taste::TargetFirst | Taste::Even) => f64::INFINITY,
        }
    }

    /// Takes a change whatever it does, so that the descent can begin somewhere else.
    fn kick(&mut self, draft: Draft, random: &mut Random) -> Draft {
        let order = self.order(&draft);
        let Some(id) = order.get(random.below(order.len() as u64) as usize).copied() else { return draft };
        let changes = self.changes(&draft, id);
        match changes.get(random.below(changes.len() as u64) as usize) {
            Some(value) => self.begin(changed(&draft.state, id, value.clone()), random),
            None => draft,
        }
    }
}

/// The attempt at a target that there is not.
fn nothing_wanted(now: i64) -> Attempt {
    Attempt { inputs: Vec::new(), now, measure: Measure::default() }
}

/// A state with another value of a state field.
fn changed(state: &State, id: StateId, value: Value) -> State {
    let mut state = state.clone();
    *state.field_mut(id) = value;
    state
}

/// Keeps so many of a list: the first ones, and a random choice of the others.
fn thin(list: &mut Vec<Value>, most: usize, random: &mut Random) {
    if list.len() > most {
        let mut rest = list.split_off(most / 2);
        while list.len() < most {
            let at = random.below(rest.len() as u64) as usize;
            list.push(rest.swap_remove(at));
        }
    }
}

/// Whether a collection holds all that another one does.
pub(crate) fn holds_all(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Map(old), Value::Map(new)) => old.iter().all(|(key, value)| new.get(key) == Some(value)),
        (Value::Set(old), Value::Set(new)) => old.iter().all(|element| new.contains(element)),
        (Value::Seq(old), Value::Seq(new)) => old.iter().all(|element| new.contains(element)),
        _ => true,
    }
}
