//! Which conditions of a spec can be reached, and how: a seeded, bounded search over the interpreter for states and
//! inputs that make each condition true, false, and just barely so.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "types are checked before values are made: the last arm over a value is for shapes that cannot come up"
)]

mod apart;
mod beside;
mod cone;
mod corpus;
mod crowd;
mod engine;
mod graft;
pub mod graph;
mod json;
mod lively;
mod lore;
mod machine;
mod make;
mod measure;
mod memory;
mod merge;
mod meter;
mod others;
mod pattern;
mod pool;
mod populate;
mod progress;
mod script;
mod seek;
mod sheet;
mod shrink;
mod sight;
mod site;
mod solve;
mod tape;
mod target;
mod text;
mod unit;
mod validity;
mod values;
mod violation;
mod walk;
mod weave;
mod wish;

use std::sync::Arc;

pub use beside::{Beside, Neighbour};
pub use corpus::{Corpus, Expect, Made, Stored, Trace, Witness};
pub use engine::Count;
pub(crate) use json::term_json;
pub use json::{CORPUS_VERSION, REPORT_VERSION, corpus_json, report_json};
pub use machine::declared;
pub use memory::{Memory, NoMemory};
pub use meter::Effort;
pub use pattern::Probe;
pub use pool::Step;
pub use progress::{Progress, Quiet};
pub use script::{Line, Place, Replay, Term, replay, resolve};
pub(crate) use script::{Writer, plain};
pub(crate) use shrink::refs;
pub use sight::{Sight, Wish, look_around};
pub use site::{Aim, Letters, Side};
pub use target::{Goal, Root, Target, TypeStep};
pub use text::{corpus_text, object_lines};

use graph::StateMachine;
use memory::{Keys, recalled};
use merge::Everything;
use progress::Teller;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use unit::{Beginning, Found, Parts, Unit, groundworks};

use crate::interp::{Finding, State, Value};
use crate::ir::Service;

/// The instant at which explorations begin: the first of January 2024.
pub const BEGINNING: i64 = 1_704_067_200_000;

/// How an exploration is bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The seed: the same one gives the same result everywhere.
    pub seed: u64,
    /// What it may spend.
    pub effort: Effort,
    /// How inputs are chosen.
    pub strategy: Strategy,
}

/// How inputs are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// So that they come nearer to a target
    Directed,
    /// At random, for so many calls, and nothing is searched for: what the other one is measured against
    Random(u64),
}

impl Default for Options {
    fn default() -> Options {
        Options { seed: 1, effort: Effort::Normal, strategy: Strategy::Directed }
    }
}

/// A promise that was broken, with the calls that led to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Violation {
    /// What was broken.
    pub finding: Finding,
    /// The calls, the last one being the one that broke it.
    pub trace: Vec<Step>,
}

/// What became of a target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
        /// The effort ended before the search did.
        cut: bool,
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
            (_, Goal::Holds | Goal::Part(Aim::Boundary(..) | Aim::Pattern(_) | Aim::Case(_) | Aim::Other(_))) => false,
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

/// Explores a service. What is wrong with the initial state already is an error.
pub fn explore(
    service: &Arc<Service>,
    options: &Options,
    finder: &dyn Finder,
    progress: &mut dyn Progress,
) -> Result<Exploration, Finding> {
    explore_again(service, options, (finder, &NoMemory), progress)
}

/// Explores a service, its parts beside each other, as far as they are not known from before.
pub fn explore_again(
    service: &Arc<Service>,
    options: &Options,
    (finder, memory): (&dyn Finder, &dyn Memory),
    progress: &mut dyn Progress,
) -> Result<Exploration, Finding> {
    let beginning = Beginning::of(service, options.seed)?;
    let teller = Teller::new(progress, beginning.targets.len());
    let everything = match options.strategy {
        Strategy::Directed => directed(&beginning, options, (finder, memory), &teller),
        Strategy::Random(calls) => {
            let Parts { units, .. } = Parts::whole(&beginning);
            let found = units.iter().map(|unit| unit.wander(&beginning, options.seed, calls, &teller)).collect();
            Everything { units, found, on_the_way: Vec::new() }
        }
    };
    Ok(merge::merged(beginning, everything))
}

fn directed(
    beginning: &Beginning,
    options: &Options,
    (finder, memory): (&dyn Finder, &dyn Memory),
    teller: &Teller<'_>,
) -> Everything {
    let service = beginning.machine.service();
    let parts = Parts::of(beginning);
    let keys = Keys::of(beginning, &parts, options);
    let recalled_unit = |unit: &Unit| recalled(memory, &keys.of_unit(unit), service, unit.told());
    let known: Vec<Option<Found>> = parts.units.par_iter().map(recalled_unit).collect();
    let known_bases: Vec<Option<Found>> =
        (0..parts.bases.len()).map(|base| recalled(memory, &keys.of_base(base), service, 0)).collect();
    let of_units = parts.units.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(unit, _)| unit.base);
    let unknown = known_bases.iter().enumerate().filter(|(_, known)| known.is_none()).map(|(base, _)| base);
    let bases = groundworks(beginning, &parts, &of_units.chain(unknown).collect(), options);
    let explored = |(unit, known): (&Unit, Option<Found>)| {
        if known.is_some() {
            teller.settles(unit.told(), "what is known from before");
            return known;
        }
        let (groundwork, _) = bases[unit.base].as_ref()?;
        let found = unit.explore(beginning, groundwork, options, (finder, teller));
        memory::keep(memory, &keys.of_unit(unit), &found);
        Some(found)
    };
    let found = parts.units.par_iter().zip(known).filter_map(explored).collect();
    let mut on_the_way = Vec::new();
    for (base, (known, made)) in known_bases.into_iter().zip(bases).enumerate() {
        let made = made.map(|(_, found)| found);
        if let (None, Some(made)) = (&known, &made) {
            memory::keep(memory, &keys.of_base(base), made);
        }
        on_the_way.extend(known.or(made));
    }
    Everything { units: parts.units, found, on_the_way }
}
