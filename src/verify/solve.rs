//! Putting a puzzle to the solver: with a limit, a fixed seed, and a text of it that the z3 program answers the same way.

use z3::ast::Bool;
use z3::{Config, Model, Params, SatResult, Solver, with_z3_config};

use super::encode::Mode;
use super::goal::{Puzzle, Said};
use super::scene::Scene;
use super::{Clock, Cost};
use crate::interp::Clause;

/// So that the same puzzle gets the same answer.
const SEED: u32 = 1;

/// More steps than the solver makes in a millisecond. It can miss its own alarm where that rings at once, and would then
/// never end.
const STEPS_PER_MILLISECOND: u32 = 20_000;

/// How many times as long a step takes where texts are real ones and everything is quantified over.
const SLOWER: u32 = 16;

/// What the solver says where the clock stopped it.
const CLOCK: &str = "timeout";
/// What it says where its limit stopped it, of whichever kind that was.
const STOPPED: &str = "canceled";

/// How long the solver may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// So many milliseconds: for answers to people
    Time(u32),
    /// So many of its own steps: the same on every machine
    Steps(u32),
    /// So many of its own steps, unless that takes too many milliseconds
    StepsWithin(u32, u32),
}

impl Effort {
    /// A part of it.
    pub(super) fn share(self, parts: u32) -> Effort {
        match self {
            Effort::Time(limit) => Effort::Time((limit / parts).max(1)),
            Effort::Steps(steps) => Effort::Steps((steps / parts).max(1)),
            Effort::StepsWithin(steps, limit) => Effort::StepsWithin((steps / parts).max(1), (limit / parts).max(1)),
        }
    }

    /// With fewer steps in the same time, for what takes the solver long for each of them: so that the steps end before the
    /// clock does, and what is not found out is the same another time.
    pub(super) fn with_slow_steps(self) -> Effort {
        let fewer = |steps: u32| (steps / SLOWER).max(1);
        match self {
            Effort::Time(_) => self,
            Effort::Steps(steps) => Effort::Steps(fewer(steps)),
            Effort::StepsWithin(steps, limit) => Effort::StepsWithin(fewer(steps), limit),
        }
    }

    /// How many steps, and how many milliseconds.
    fn limits(self) -> (Option<u32>, Option<u32>) {
        match self {
            Effort::Time(limit) => (Some(limit.saturating_mul(STEPS_PER_MILLISECOND)), Some(limit)),
            Effort::Steps(steps) => (Some(steps), None),
            Effort::StepsWithin(steps, limit) => (Some(steps), Some(limit)),
        }
    }

    /// What to say where it was not enough.
    pub(super) fn advice(self) -> String {
        match self {
            Effort::Time(limit) => {
                let seconds = f64::from(limit) / 1000.0;
                format!("the solver gave up within {seconds} s; `--timeout` gives it longer")
            }
            Effort::Steps(_) | Effort::StepsWithin(..) => {
                "the solver gave up; `specc verify --timeout` gives it longer".to_string()
            }
        }
    }
}

/// What the solver says.
pub(super) enum Answer {
    /// Nothing makes all of it true.
    Never,
    /// This does.
    Found(Model),
    /// It gave up: it knows no way on.
    GaveUp,
    /// It was stopped at its limit.
    RanOut,
}

/// A solver with a puzzle, and the time it took.
pub(super) struct Put {
    solver: Solver,
    labels: Vec<(Bool, Clause)>,
    /// How long the solver took to be told and to answer, in microseconds.
    spent: u64,
    hurried: bool,
    /// How many milliseconds it may take.
    limit: Option<u32>,
    /// How many claims are denied at the moment: none or one.
    denied: u32,
}

/// How a puzzle is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tracking {
    /// As it is
    Off,
    /// With a name for every clause, so that it can be told which ones were used
    On,
}

/// Works with a solver that knows nothing yet. Also what it took the solver to begin and to end, in microseconds.
pub(super) fn afresh<T: Send + Sync>(clock: Clock, work: impl FnOnce() -> T + Send + Sync) -> (T, u64) {
    let begin = clock();
    let (result, inside) = with_z3_config(&Config::new(), || {
        let begin = clock();
        let result = work();
        (result, clock().saturating_sub(begin))
    });
    (result, clock().saturating_sub(begin).saturating_sub(inside))
}

impl Put {
    pub(super) fn new(scene: &Scene<'_>, puzzle: &Puzzle, (effort, clock): (Effort, Clock), tracking: Tracking) -> Put {
        let begin = clock();
        let solver = Solver::new();
        solver.set_params(&params(scene.encoder.mode, effort));
        // What is asserted after a push goes to the solver proper, without tactics that choose for themselves.
        solver.push();
        let (_, limit) = effort.limits();
        let mut put = Put { solver, labels: Vec::new(), spent: 0, hurried: false, limit, denied: 0 };
        for fact in scene.encoder.about_totals().into_iter().chain(scene.encoder.take_side()) {
            put.solver.assert(&fact);
        }
        for said in &puzzle.said {
            put.say(said, tracking);
        }
        put.spent = clock().saturating_sub(begin);
        put
    }

    fn say(&mut self, said: &Said, tracking: Tracking) {
        match said.clause.filter(|_| tracking == Tracking::On) {
            Some(clause) => {
                let label = Bool::new_const(format!("clause{}", self.labels.len()));
                self.solver.assert_and_track(&said.holds, &label);
                self.labels.push((label, clause));
            }
            None => self.solver.assert(&said.holds),
        }
    }

    /// Denies a claim, until another one is denied.
    pub(super) fn deny(&mut self, denied: &Bool) {
        self.solver.pop(self.denied);
        self.solver.push();
        self.denied = 1;
        self.solver.assert(denied);
    }

    /// Says one thing more.
    pub(super) fn also(&self, condition: &Bool) {
        self.solver.assert(condition);
    }

    /// The text of it, for the z3 program, with the answer that was given.
    pub(super) fn smt2(&self, mode: Mode, answer: &Answer) -> String {
        let options = match mode {
            Mode::Proof => "(set-option :smt.mbqi false)\n(set-option :auto_config false)\n",
            Mode::Bounded(_) => "",
        };
        let answer = match answer {
            Answer::Never => "unsat",
            Answer::Found(_) => "sat",
            Answer::GaveUp | Answer::RanOut => "unknown",
        };
        // The same seed, and the solver proper, as above.
        format!("; {answer}\n{options}(set-option :smt.random_seed {SEED})\n(push 1)\n{}", self.solver.to_smt2())
    }

    pub(super) fn answer(&mut self, clock: Clock) -> Answer {
        let begin = clock();
        let result = self.solver.check();
        let took = clock().saturating_sub(begin);
        self.spent += took;
        match result {
            SatResult::Unsat => Answer::Never,
            SatResult::Sat => match self.solver.get_model() {
                Some(model) => Answer::Found(model),
                None => Answer::GaveUp,
            },
            SatResult::Unknown => {
                let why = self.solver.get_reason_unknown().unwrap_or_default();
                let is_over = self.limit.is_some_and(|limit| took >= u64::from(limit) * 1000) || why.contains(CLOCK);
                self.hurried |= is_over;
                if is_over || why.contains(STOPPED) { Answer::RanOut } else { Answer::GaveUp }
            }
        }
    }

    /// What it took, with its text where that is asked for.
    pub(super) fn cost(&self, smt: Option<String>) -> Cost {
        Cost { spent: self.spent, smt, hurried: self.hurried }
    }

    /// The clauses without which the answer would not be `Never`, as far as they have names.
    pub(super) fn core(&self) -> Vec<Clause> {
        let core = self.solver.get_unsat_core();
        let used = |label: &Bool| core.iter().any(|found| found.ast_eq(label));
        self.labels.iter().filter(|(label, _)| used(label)).map(|(_, clause)| *clause).collect()
    }
}

fn params(mode: Mode, effort: Effort) -> Params {
    let mut params = Params::new();
    params.set_u32("random_seed", SEED);
    match mode {
        Mode::Proof => {
            params.set_bool("mbqi", false);
            params.set_bool("auto_config", false);
        }
        Mode::Bounded(_) => {}
    }
    let (steps, limit) = effort.limits();
    steps.into_iter().for_each(|steps| params.set_u32("rlimit", steps));
    limit.into_iter().for_each(|limit| params.set_u32("timeout", limit.max(1)));
    params
}
