//! Lowering the distance to a target: one input after the other takes the value that brings it nearest.

use super::lore::Lore;
use super::measure::{Measure, Ruler, Scene};
use super::meter::Meter;
use super::sheet::{Inputs, Rival, Sheet};
use super::target::Target;
use super::values::{Stock, Trial};
use crate::interp::{Accepted, Call, Random, State, Value, Verdict};
use crate::ir::Param;

/// The randomness with which a call is worked out while its inputs are looked for.
const TRIAL_SEED: u64 = 1;

/// What working out a call counts for, in measurements, and what each further attempt at it.
pub(crate) const COST_OF_CALL: u64 = 4;
const COST_OF_ATTEMPT: u64 = 10;

/// What working out a call counts for that took so many attempts.
pub(crate) fn cost_of(attempts: u64) -> u64 {
    COST_OF_CALL + COST_OF_ATTEMPT * attempts.saturating_sub(1)
}

/// How often in a row a search for inputs may end where it ended before.
const MAX_AGAIN: usize = 2;

/// How often a value is brought nearer by the gap that is left.
const CLOSING_ROUNDS: usize = 3;
/// How far a call that does not succeed is from leading anywhere.
const FAR: f64 = 1e9;

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

/// What a call is made for: to bring another one nearer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose<'a> {
    pub(crate) target: &'a Target,
    pub(crate) inputs: &'a [Value],
}

/// Looks for inputs.
#[derive(Debug)]
pub(crate) struct Solver<'m> {
    pub(crate) ruler: Ruler<'m>,
    pub(crate) lore: Lore,
    pub(crate) meter: Meter,
}

impl Solver<'_> {
    /// How far a call in a state is from a target.
    pub(crate) fn measure(&self, target: &Target, state: &State, inputs: &[Value], now: i64) -> Measure {
        self.measure_against(target, Scene { state, now, inputs }, Rival::NONE).0
    }

    /// The same for a call that has to be nearer than another one, and what was measured anew.
    fn measure_against(&self, target: &Target, scene: Scene<'_>, rival: Rival<'_>) -> (Measure, Sheet) {
        self.meter.count(1);
        self.ruler.measure_against(target, scene, rival, &mut || self.perform(target, scene))
    }

    /// The same as far as the state before tells.
    pub(crate) fn measure_before(&self, target: &Target, scene: Scene<'_>, rival: Rival<'_>) -> (Measure, Sheet) {
        self.meter.count(1);
        self.ruler.measure_against(target, scene, rival, &mut || None)
    }

    fn perform(&self, target: &Target, scene: Scene<'_>) -> Option<Accepted> {
        let call = Call { operation: target.operation?, inputs: scene.inputs.to_vec() };
        let random = &mut Random::seeded(TRIAL_SEED);
        let (verdict, attempts) = self.ruler.machine.call_and_count(scene.state, &call, scene.now, random);
        self.meter.count(cost_of(attempts));
        match verdict {
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

    /// Searches for inputs with which a call brings another one nearer, from those with which it succeeds.
    pub(crate) fn lead(
        &self,
        target: &Target,
        purpose: Purpose<'_>,
        ground: Ground<'_>,
        start: &[Value],
        effort: usize,
        random: &mut Random,
    ) -> Attempt {
        let mut search = Search { purpose: Some(purpose), ..self.search(target, ground, effort, random) };
        let first = search.measured(start.to_vec(), ground.now);
        search.descend(first, random)
    }

    /// How far a call is from another target, once it is made.
    fn measure_led(
        &self,
        target: &Target,
        purpose: Purpose<'_>,
        scene: Scene<'_>,
        rival: Rival<'_>,
    ) -> (Measure, Sheet) {
        self.meter.count(1);
        // What does not succeed is further away than all that does.
        let limit = if rival.limit < FAR { 0.0 } else { f64::INFINITY };
        let (own, sheet) = self.ruler.measure_against(target, scene, Rival { limit, ..rival }, &mut || None);
        if !own.is_reached() {
            return (Measure { hard: FAR + own.hard, ..own }, sheet);
        }
        let measure = match self.perform(target, scene) {
            Some(accepted) => {
                let after = Scene { state: &accepted.state, now: scene.now, inputs: purpose.inputs };
                let (found, _) = self.measure_against(purpose.target, after, Rival { sheet: None, ..rival });
                Measure { hard: found.distance(), soft: 0.0, ..found }
            }
            None => Measure { hard: FAR, ..own },
        };
        (measure, sheet)
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
            asked: &target.texts,
            avoided: None,
            fixed: None,
            now: ground.now,
            operation: target.operation,
            turn: random.below(64) as usize,
        };
        let choices = params.iter().map(|param| trial.values(&param.ty)).collect();
        let sheet = Sheet::default();
        Search { solver: self, target, purpose: None, ground, trial, params, left: effort, choices, sheet }
    }
}

struct Search<'a, 'm> {
    solver: &'a Solver<'m>,
    target: &'a Target,
    purpose: Option<Purpose<'a>>,
    ground: Ground<'a>,
    trial: Trial<'a>,
    params: &'a [Param],
    left: usize,
    /// For each input, the values that stand for themselves.
    choices: Vec<Vec<Value>>,
    /// What was measured of the best so far.
    sheet: Sheet,
}

impl Search<'_, '_> {
    fn run(&mut self, start: Option<&[Value]>, random: &mut Random) -> Attempt {
        let first = match start {
            Some(inputs) => self.measured(inputs.to_vec(), self.ground.now),
            None => self.begin(random),
        };
        let mut best = self.descend(first, random);
        let mut again = 0;
        // Where other beginnings lead to the same, there is nothing else to be found.
        while !best.measure.is_perfect() && self.left > 0 && !self.params.is_empty() && again < MAX_AGAIN {
            let attempt = self.begin(random);
            let attempt = self.descend(attempt, random);
            let is_same = attempt.measure.hard == best.measure.hard && attempt.measure.soft == best.measure.soft;
            again = if is_same { again + 1 } else { 0 };
            if attempt.measure.beats(&best.measure) {
                best = attempt;
            }
        }
        best
    }

    fn measured(&mut self, inputs: Vec<Value>, now: i64) -> Attempt {
        self.left = self.one_less();
        let (measure, sheet) = self.measure((&inputs, now), Rival::NONE);
        self.sheet = sheet;
        Attempt { inputs, now, measure }
    }

    /// What is left after one measurement more.
    fn one_less(&self) -> usize {
        if self.solver.meter.is_over() { 0 } else { self.left.saturating_sub(1) }
    }

    fn measure(&self, (inputs, now): (&[Value], i64), rival: Rival<'_>) -> (Measure, Sheet) {
        let Search { solver, target, ground: Ground { state, valid, .. }, .. } = *self;
        let scene = Scene { state, now, inputs };
        match self.purpose {
            Some(purpose) => solver.measure_led(target, purpose, scene, rival),
            None if valid => solver.measure_against(target, scene, rival),
            None => solver.measure_before(target, scene, rival),
        }
    }

    fn is_over(&self, best: &Attempt) -> bool {
        self.left == 0 || best.measure.is_perfect()
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
                if self.is_over(&best) {
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
        let (old, gaps) = (best.inputs[at].clone(), best.measure.gaps.clone());
        let mut improved = round < 2 && self.try_choices(best, at);
        // Neighbours are many, and often one of the others does.
        if !self.is_over(best) {
            let near = self.trial.neighbours(&self.params[at].ty, &old, &gaps);
            improved |= self.try_inputs(best, at, near);
        }
        for _ in 0..CLOSING_ROUNDS {
            if !improved || self.is_over(best) || best.measure.gaps.is_empty() {
                break;
            }
            let near = self.trial.neighbours(&self.params[at].ty, &best.inputs[at], &best.measure.gaps);
            if !self.try_inputs(best, at, near) {
                break;
            }
            improved = true;
        }
        improved
    }

    /// Tries the values that stand for themselves.
    fn try_choices(&mut self, best: &mut Attempt, at: usize) -> bool {
        let mut improved = false;
        for choice in 0..self.choices[at].len() {
            if self.is_over(best) {
                break;
            }
            let value = self.choices[at][choice].clone();
            improved |= self.try_input(best, at, value);
        }
        improved
    }

    fn try_inputs(&mut self, best: &mut Attempt, at: usize, values: Vec<Value>) -> bool {
        let mut improved = false;
        for value in values {
            if self.is_over(best) {
                break;
            }
            improved |= self.try_input(best, at, value);
        }
        improved
    }

    /// Takes another value for an input, if that is nearer.
    fn try_input(&mut self, best: &mut Attempt, at: usize, value: Value) -> bool {
        let old = std::mem::replace(&mut best.inputs[at], value);
        self.left = self.one_less();
        let rival = Rival { limit: best.measure.hard, sheet: Some((&self.sheet, Inputs::one(at))) };
        let (measure, sheet) = self.measure((&best.inputs, best.now), rival);
        let nearer = measure.beats(&best.measure);
        if nearer {
            best.measure = measure;
            self.sheet.update(sheet);
        } else {
            best.inputs[at] = old;
        }
        nearer
    }

    /// Tries other instants. Once one is near, the gap that is left says where to go.
    fn improve_instant(&mut self, best: &mut Attempt) -> bool {
        let mut improved = false;
        for _ in 0..CLOSING_ROUNDS {
            let mut nearer = false;
            for now in self.trial.moments(best.now, &best.measure.gaps) {
                if self.is_over(best) {
                    break;
                }
                nearer |= self.try_instant(best, now);
            }
            improved |= nearer;
            if !nearer {
                break;
            }
        }
        improved
    }

    /// Takes another instant, if that is nearer.
    fn try_instant(&mut self, best: &mut Attempt, now: i64) -> bool {
        self.left = self.one_less();
        let rival = Rival { limit: best.measure.hard, sheet: None };
        let (measure, sheet) = self.measure((&best.inputs, now), rival);
        let nearer = measure.beats(&best.measure);
        if nearer {
            (best.now, best.measure, self.sheet) = (now, measure, sheet);
        }
        nearer
    }
}

/// One of the values, the first ones more often.
fn pick(values: &[Value], random: &mut Random) -> Value {
    let reach = [2, 6, values.len()][random.below(3) as usize].min(values.len());
    values.get(random.below(reach as u64) as usize).cloned().unwrap_or(Value::None)
}
