//! Which conditions of a spec can be reached, and how: a seeded, bounded search over the interpreter for states and
//! inputs that make each condition true, false, and just barely so.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "types are checked before values are made: the last arm over a value is for shapes that cannot come up"
)]

mod corpus;
mod crowd;
mod engine;
pub mod graph;
mod json;
mod lively;
mod lore;
mod machine;
mod make;
mod measure;
mod pattern;
mod pool;
mod populate;
mod script;
mod seek;
mod shrink;
mod sight;
mod site;
mod solve;
mod tape;
mod target;
mod text;
mod values;
mod violation;
mod weave;
mod wish;

use std::sync::Arc;

pub use corpus::{Corpus, Expect, Made, Stored, Trace, Witness};
pub use engine::Count;
pub use json::{CORPUS_VERSION, REPORT_VERSION, corpus_json, report_json};
pub use machine::declared;
pub use pattern::Probe;
pub use pool::Step;
pub use script::{Line, Place, Replay, Term, replay, resolve};
pub use sight::{Sight, look_around};
pub use site::{Aim, Letters, Side};
pub use target::{Goal, Root, Target, TypeStep};
pub use text::corpus_text;

use engine::Engine;
use graph::StateMachine;
use lore::Lore;
use measure::Ruler;
use pattern::Texts;
use solve::Solver;

use crate::convention::Api;
use crate::interp::{Finding, Machine, Random, State, Value};
use crate::ir::Service;

/// The instant at which explorations begin: the first of January 2024.
pub const BEGINNING: i64 = 1_704_067_200_000;

/// How an exploration is bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The seed: the same one gives the same result everywhere.
    pub seed: u64,
    /// How many steps the walk takes.
    pub budget: u64,
    /// How inputs are chosen.
    pub strategy: Strategy,
}

/// How inputs are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// So that they come nearer to a target
    Directed,
    /// At random, and nothing is searched for: what the other one is measured against
    Random,
}

impl Default for Options {
    fn default() -> Options {
        Options { seed: 1, budget: 10_000, strategy: Strategy::Directed }
    }
}

/// A part of an exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Walking for states unlike the others
    Walk,
    /// Searching for single targets
    Search,
    /// Searching for what breaks an invariant
    Hunt,
    /// Choosing states and witnesses
    Corpus,
}

/// Hears how an exploration is getting on.
pub trait Progress {
    /// So much of a stage is done, and so many targets are open.
    fn at(&mut self, stage: Stage, done: u64, of: u64, open: usize);

    /// A target was reached for the first time.
    fn reached(&mut self, _: &Target) {}
}

/// Nobody listens.
#[derive(Debug, Clone, Copy)]
pub struct Quiet;

impl Progress for Quiet {
    fn at(&mut self, _: Stage, _: u64, _: u64, _: usize) {}
}

/// A promise that was broken, with the calls that led to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// What was broken.
    pub finding: Finding,
    /// The calls, the last one being the one that broke it.
    pub trace: Vec<Step>,
}

/// What became of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It was reached.
    Reached {
        /// Calls lead there; otherwise the state was made.
        traced: bool,
        /// Nothing else fails there.
        alone: bool,
    },
    /// It was not.
    Missed {
        /// How near the search came.
        why: String,
    },
}

/// What an exploration found.
#[derive(Debug)]
pub struct Exploration {
    /// The targets.
    pub targets: Vec<Target>,
    /// What became of each.
    pub outcomes: Vec<Outcome>,
    /// For each operation, how often the walk called it.
    pub counts: Vec<Count>,
    /// What was broken.
    pub violations: Vec<Violation>,
    /// How many calls were made, with those of the searches.
    pub steps: u64,
    /// States and witnesses.
    pub corpus: Corpus,
    /// The state machine of each transition, as far as it was reached.
    pub machines: Vec<StateMachine>,
}

impl Exploration {
    /// How many targets were reached.
    pub fn reached(&self) -> usize {
        self.outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Reached { .. })).count()
    }

    /// The targets without which a clause does nothing: an operation that never succeeds, a condition that never fails
    /// by itself, a branch that is never taken.
    pub fn dead(&self) -> Vec<usize> {
        let missed = |at: &usize| matches!(self.outcomes[*at], Outcome::Missed { .. });
        let dead = |at: &usize| match (&self.targets[*at].root, self.targets[*at].goal) {
            (Root::Operation | Root::Rule(..), _) => true,
            (_, Goal::Fails) => true,
            (_, Goal::Part(Aim::Truth(truth))) => truth,
            (_, Goal::Part(Aim::Elements(any))) => any,
            (_, Goal::Holds | Goal::Part(Aim::Boundary(..) | Aim::Pattern(_) | Aim::Case(_))) => false,
        };
        (0..self.targets.len()).filter(missed).filter(dead).collect()
    }
}

/// A promise of help with what the search does not reach: a solver, for instance.
pub trait Finder: Sync {
    /// A situation that may reach a target. It is a hint: it counts only where it proves right, and is made smaller.
    fn find(&self, service: &Service, target: &Target) -> Option<Hint>;
}

/// A situation that somebody else found.
#[derive(Debug, Clone)]
pub struct Hint {
    /// The state.
    pub state: State,
    /// The instant at which it is valid.
    pub now: i64,
    /// The inputs of the call, in their order.
    pub inputs: Vec<Value>,
    /// The instant of the call.
    pub at: i64,
}

/// Finds nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoFinder;

impl Finder for NoFinder {
    fn find(&self, _: &Service, _: &Target) -> Option<Hint> {
        None
    }
}

/// What an exploration begins with.
struct Beginning {
    machine: Machine,
    api: Api,
    initial: State,
    lore: Lore,
    targets: Vec<Target>,
}

impl Beginning {
    fn of(service: &Arc<Service>, seed: u64) -> Result<Beginning, Finding> {
        let machine = Machine::new(Arc::clone(service)).with_distinct_numbers();
        let (api, _) = crate::convention::routes(service);
        let initial = machine.initial()?;
        machine.check_state(&initial, BEGINNING)?;
        let lore = Lore::new(&machine, &initial, BEGINNING, &mut Random::seeded(seed));
        let texts = Texts { machine: &machine, state: &initial, now: BEGINNING };
        let targets = target::targets(service, &api, &texts);
        Ok(Beginning { machine, api, initial, lore, targets })
    }
}

/// Explores a service. What is wrong with the initial state already is an error.
pub fn explore(
    service: &Arc<Service>,
    options: &Options,
    finder: &dyn Finder,
    progress: &mut dyn Progress,
) -> Result<Exploration, Finding> {
    let Beginning { machine, api, initial, lore, mut targets } = Beginning::of(service, options.seed)?;
    let public = targets.len();
    targets.extend(target::failures(service));
    let solver = Solver { ruler: Ruler::new(&machine, &api), lore };
    let mut engine = Engine::new(&machine, solver, (&targets, public), initial, options.seed);
    let (counts, corpus) = match options.strategy {
        Strategy::Directed => {
            engine.walk(options, progress);
            let counts = engine.counts.clone();
            engine.search(progress);
            engine.ask(finder);
            engine.try_all();
            engine.hunt(progress);
            engine.shorten_violations();
            engine.tell(progress);
            (counts, corpus::build(&engine, options.seed, progress))
        }
        Strategy::Random => {
            engine.wander(options, progress);
            (engine.counts.clone(), Corpus::default())
        }
    };
    let outcomes = (0..public).map(|at| engine.outcome(at)).collect();
    let machines = machine::machines(service, &engine.pool);
    let Engine { violations, steps, .. } = engine;
    targets.truncate(public);
    Ok(Exploration { targets, outcomes, counts, violations, steps, corpus, machines })
}
