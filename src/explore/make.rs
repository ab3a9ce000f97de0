//! Valid states that no call leads to: one that was reached, or the initial one, is changed until it fits a target and
//! every type, invariant and `always` holds in it.

use std::collections::BTreeSet;

use super::measure::Measure;
use super::solve::{Attempt, Ground, Solver};
use super::target::Target;
use super::values::{Stock, Trial};
use crate::interp::{Random, State};
use crate::ir::StateId;

/// How many measurements are spent on the inputs each time the state changed.
const EFFORT_OF_INPUTS: usize = 50;
/// How many changes of one state field are tried at a time.
const MAX_CHANGES: usize = 220;
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
    let mut maker = StateMaker { solver, target, fields, now: ground.now, timed: ground.timed, left: effort };
    let mut draft = maker.begin(ground.state.clone(), random);
    for _ in 0..MAX_KICKS {
        draft = maker.descend(draft, random);
        if draft.is_done() {
            return Some((draft.state, maker.now, draft.attempt));
        }
        if maker.left == 0 {
            break;
        }
        draft = maker.kick(draft, random);
    }
    None
}

/// A state on its way.
#[derive(Clone)]
struct Draft {
    state: State,
    /// How far it is from being valid.
    validity: Measure,
    attempt: Attempt,
}

impl Draft {
    fn distance(&self) -> (f64, f64) {
        (self.validity.hard + self.attempt.measure.hard, self.attempt.measure.soft)
    }

    fn is_done(&self) -> bool {
        self.validity.is_reached() && self.attempt.measure.is_reached()
    }
}

struct StateMaker<'a, 'm> {
    solver: &'a Solver<'m>,
    target: &'a Target,
    /// What the target reads.
    fields: &'a BTreeSet<StateId>,
    now: i64,
    timed: bool,
    left: usize,
}

impl StateMaker<'_, '_> {
    fn begin(&mut self, state: State, random: &mut Random) -> Draft {
        let validity = self.solver.ruler.measure_state(&state, self.now);
        let attempt = self.inputs(&state, &validity, random);
        Draft { state, validity, attempt }
    }

    fn inputs(&mut self, state: &State, validity: &Measure, random: &mut Random) -> Attempt {
        let stock = Stock::of_state(self.solver.ruler.machine.service(), state);
        let ground = Ground { state, now: self.now, stock: &stock, timed: self.timed, valid: validity.is_reached(), hints: None };
        self.left = self.left.saturating_sub(EFFORT_OF_INPUTS / 4);
        self.solver.solve(self.target, ground, EFFORT_OF_INPUTS, random)
    }

    /// Changes one state field after the other, and the inputs after each change.
    fn descend(&mut self, mut best: Draft, random: &mut Random) -> Draft {
        loop {
            let before = best.distance();
            for id in self.order(&best) {
                best = self.improve(best, id, random);
                if best.is_done() || self.left == 0 {
                    return best;
                }
            }
            if best.distance() >= before {
                return best;
            }
        }
    }

    /// What to change next: what the target reads, and where the state is not valid, everything else too.
    fn order(&self, draft: &Draft) -> Vec<StateId> {
        let all = (0..draft.state.fields().len()).map(|index| StateId(index as u32));
        let others = all.filter(|id| !self.fields.contains(id) && !draft.validity.is_reached());
        self.fields.iter().copied().chain(others).collect()
    }

    fn changes(&self, draft: &Draft, id: StateId) -> Vec<State> {
        let service = self.solver.ruler.machine.service();
        let stock = Stock::of_state(service, &draft.state);
        let trial = Trial {
            service,
            lore: &self.solver.lore,
            stock: &stock,
            hints: None,
            now: self.now,
            operation: self.target.operation,
        };
        let gaps: Vec<_> = draft.validity.gaps.iter().chain(&draft.attempt.measure.gaps).copied().collect();
        let ty = &service.state_field(id).ty;
        let old = draft.state.field(id);
        let values = trial.neighbours(ty, old, &gaps).into_iter().chain(trial.values(ty));
        let changed = |value| {
            let mut state = draft.state.clone();
            *state.field_mut(id) = value;
            state
        };
        values.filter(|value| value != old).map(changed).collect()
    }

    fn improve(&mut self, mut best: Draft, id: StateId, random: &mut Random) -> Draft {
        let mut changes = self.changes(&best, id);
        thin(&mut changes, MAX_CHANGES, random);
        for state in changes {
            if self.left == 0 {
                break;
            }
            let draft = self.measured(state, &best.attempt);
            if draft.distance() < best.distance() {
                best = draft;
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

    fn measured(&mut self, state: State, with: &Attempt) -> Draft {
        self.left = self.left.saturating_sub(1);
        let validity = self.solver.ruler.measure_state(&state, self.now);
        // What a call leaves is worth working out only in a valid state.
        let measure = if validity.is_reached() {
            self.solver.measure(self.target, &state, &with.inputs, with.now)
        } else {
            self.solver.measure_before(self.target, &state, &with.inputs, with.now)
        };
        Draft { state, validity, attempt: Attempt { inputs: with.inputs.clone(), now: with.now, measure } }
    }

    /// Takes a change whatever it does, so that the descent can begin somewhere else.
    fn kick(&mut self, draft: Draft, random: &mut Random) -> Draft {
        let order = self.order(&draft);
        let Some(id) = order.get(random.below(order.len() as u64) as usize).copied() else { return draft };
        let changes = self.changes(&draft, id);
        match changes.get(random.below(changes.len() as u64) as usize) {
            Some(state) => self.begin(state.clone(), random),
            None => draft,
        }
    }
}

/// Keeps so many of a list: the first ones, and a random choice of the others.
fn thin(list: &mut Vec<State>, most: usize, random: &mut Random) {
    if list.len() > most {
        let mut rest = list.split_off(most / 2);
        while list.len() < most {
            let at = random.below(rest.len() as u64) as usize;
            list.push(rest.swap_remove(at));
        }
    }
}
