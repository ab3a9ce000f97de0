//! Lowering the distance to a target: one input after the other takes the value that brings it nearest.

use super::lore::Lore;
use super::measure::{Measure, Ruler, Scene};
use super::target::Target;
use super::values::{Stock, Trial};
use crate::interp::{Accepted, Call, Random, State, Value, Verdict};
use crate::ir::Param;

/// The randomness with which a call is worked out while its inputs are looked for.
const TRIAL_SEED: u64 = 1;

/// How often a value is brought nearer by the gap that is left.
const CLOSING_ROUNDS: usize = 3;

/// Where a search for inputs takes place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) state: &'a State,
    /// The earliest instant of the call.
    pub(crate) now: i64,
    pub(crate) stock: &'a Stock,
    /// Values that come before all others.
    pub(crate) hints: Option<&'a Stock>,
    /// Whether the instant matters.
    pub(crate) timed: bool,
    /// Whether the state is valid, so that calls can be worked out in it.
    pub(crate) valid: bool,
}

/// The best that was found.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    pub(crate) inputs: Vec<Value>,
    pub(crate) now: i64,
    pub(crate) measure: Measure,
}

/// Looks for inputs.
#[derive(Debug)]
pub(crate) struct Solver<'m> {
    pub(crate) ruler: Ruler<'m>,
    pub(crate) lore: Lore,
}

impl Solver<'_> {
    /// How far a call in a state is from a target.
    pub(crate) fn measure(&self, target: &Target, state: &State, inputs: &[Value], now: i64) -> Measure {
        let scene = Scene { state, now, inputs };
        self.ruler.measure(target, scene, &mut || self.perform(target, scene))
    }

    /// The same as far as the state before tells.
    pub(crate) fn measure_before(&self, target: &Target, state: &State, inputs: &[Value], now: i64) -> Measure {
        self.ruler.measure(target, Scene { state, now, inputs }, &mut || None)
    }

    fn perform(&self, target: &Target, scene: Scene<'_>) -> Option<Accepted> {
        let call = Call { operation: target.operation?, inputs: scene.inputs.to_vec() };
        match self.ruler.machine.call(scene.state, &call, scene.now, &mut Random::seeded(TRIAL_SEED)) {
            Verdict::Accepted(accepted) => Some(accepted),
            Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_) => None,
        }
    }

    /// Searches for inputs, and for an instant where one matters, with so many measurements. It begins with the inputs
    /// that are given, if any.
    pub(crate) fn solve(
        &self,
        target: &Target,
        ground: Ground<'_>,
        start: Option<&[Value]>,
        effort: usize,
        random: &mut Random,
    ) -> Attempt {
        self.search(target, ground, effort, random).run(start, random)
    }

    /// Inputs that nobody looked for.
    pub(crate) fn any(&self, target: &Target, ground: Ground<'_>, random: &mut Random) -> Attempt {
        self.search(target, ground, 1, random).begin(random)
    }

    fn search<'a>(
        &'a self,
        target: &'a Target,
        ground: Ground<'a>,
        effort: usize,
        random: &mut Random,
    ) -> Search<'a, 'a> {
        let service = self.ruler.machine.service();
        let params: &[Param] = target.operation.map_or(&[], |id| &service.operation(id).inputs);
        let trial = Trial {
            service,
            lore: &self.lore,
            stock: ground.stock,
            hints: ground.hints,
            now: ground.now,
            operation: target.operation,
            turn: random.below(64) as usize,
        };
        let choices = params.iter().map(|param| trial.values(&param.ty)).collect();
        Search { solver: self, target, ground, trial, params, left: effort, choices }
    }
}

struct Search<'a, 'm> {
    solver: &'a Solver<'m>,
    target: &'a Target,
    ground: Ground<'a>,
    trial: Trial<'a>,
    params: &'a [Param],
    left: usize,
    /// For each input, the values that stand for themselves.
    choices: Vec<Vec<Value>>,
}

impl Search<'_, '_> {
    fn run(&mut self, start: Option<&[Value]>, random: &mut Random) -> Attempt {
        let first = match start {
            Some(inputs) => self.measured(inputs.to_vec(), self.ground.now),
            None => self.begin(random),
        };
        let mut best = self.descend(first, random);
        while !best.measure.is_perfect() && self.left > 0 && !self.params.is_empty() {
            let attempt = self.begin(random);
            let attempt = self.descend(attempt, random);
            if attempt.measure.beats(&best.measure) {
                best = attempt;
            }
        }
        best
    }

    fn measured(&mut self, inputs: Vec<Value>, now: i64) -> Attempt {
        self.left = self.left.saturating_sub(1);
        let Ground { state, valid, .. } = self.ground;
        let measure = if valid {
            self.solver.measure(self.target, state, &inputs, now)
        } else {
            self.solver.measure_before(self.target, state, &inputs, now)
        };
        Attempt { inputs, now, measure }
    }

    /// Begins with a random choice, in which what the state holds comes up more often.
    fn begin(&mut self, random: &mut Random) -> Attempt {
        let inputs = self.choices.iter().map(|values| pick(values, random)).collect();
        self.measured(inputs, self.ground.now)
    }

    /// Goes on while something brings it nearer.
    fn descend(&mut self, mut best: Attempt, random: &mut Random) -> Attempt {
        for round in 0.. {
            if best.measure.is_perfect() {
                break;
            }
            let mut improved = self.ground.timed && self.improve_instant(&mut best);
            let first = random.below(self.params.len() as u64) as usize;
            for offset in 0..self.params.len() {
                let at = (first + offset) % self.params.len();
                improved |= self.improve_input(&mut best, at, round);
                if best.measure.is_perfect() || self.left == 0 {
                    return best;
                }
            }
            if !improved || self.left == 0 {
                break;
            }
        }
        best
    }

    fn improve_input(&mut self, best: &mut Attempt, at: usize, round: usize) -> bool {
        let near = self.trial.neighbours(&self.params[at].ty, &best.inputs[at], &best.measure.gaps);
        let own: Vec<Value> = if round < 2 { self.choices[at].clone() } else { Vec::new() };
        let mut improved = self.try_inputs(best, at, own.into_iter().chain(near));
        for _ in 0..CLOSING_ROUNDS {
            if !improved || self.left == 0 || best.measure.is_perfect() || best.measure.gaps.is_empty() {
                break;
            }
            let near = self.trial.neighbours(&self.params[at].ty, &best.inputs[at], &best.measure.gaps);
            if !self.try_inputs(best, at, near.into_iter()) {
                break;
            }
            improved = true;
        }
        improved
    }

    fn try_inputs(&mut self, best: &mut Attempt, at: usize, values: impl Iterator<Item = Value>) -> bool {
        let mut improved = false;
        for value in values {
            if self.left == 0 || best.measure.is_perfect() {
                break;
            }
            let mut inputs = best.inputs.clone();
            inputs[at] = value;
            improved |= self.consider(best, inputs, best.now);
        }
        improved
    }

    /// Tries other instants. Once one is near, the gap that is left says where to go.
    fn improve_instant(&mut self, best: &mut Attempt) -> bool {
        let mut improved = false;
        for _ in 0..CLOSING_ROUNDS {
            let mut nearer = false;
            for now in self.trial.moments(best.now, &best.measure.gaps) {
                if self.left == 0 || best.measure.is_perfect() {
                    break;
                }
                nearer |= self.consider(best, best.inputs.clone(), now);
            }
            improved |= nearer;
            if !nearer {
                break;
            }
        }
        improved
    }

    fn consider(&mut self, best: &mut Attempt, inputs: Vec<Value>, now: i64) -> bool {
        let attempt = self.measured(inputs, now);
        let nearer = attempt.measure.beats(&best.measure);
        if nearer {
            *best = attempt;
        }
        nearer
    }
}

/// One of the values, the first ones more often.
fn pick(values: &[Value], random: &mut Random) -> Value {
    let reach = [2, 6, values.len()][random.below(3) as usize].min(values.len());
    values.get(random.below(reach as u64) as usize).cloned().unwrap_or(Value::None)
}
