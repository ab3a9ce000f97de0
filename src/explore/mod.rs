//! Which conditions of a spec can be reached, and how: a seeded, bounded search over the interpreter for states and
//! inputs that make each condition true, false, and just barely so.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "types are checked before values are made: the last arm over a value is for shapes that cannot come up"
)]

mod corpus;
mod engine;
pub mod graph;
mod lore;
mod make;
mod measure;
mod pool;
mod populate;
mod script;
mod shrink;
mod site;
mod solve;
mod target;
mod values;

use std::sync::Arc;

pub use corpus::{Corpus, Expect, Made, Stored, Trace, Witness};
pub use engine::Count;
pub use pool::Step;
pub use script::{Line, Replay, Term, replay, resolve};
pub use site::{Aim, Letters, Side};
pub use target::{Goal, Root, Target, TypeStep};

use engine::Engine;
use lore::Lore;
use measure::Ruler;
use solve::Solver;

use crate::interp::{Finding, Machine, Random, State, Value};
use crate::ir::{Service, TypeRef};

/// The instant at which explorations begin: the first of January 2024.
pub const BEGINNING: i64 = 1_704_067_200_000;

/// How an exploration is bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The seed: the same one gives the same result everywhere.
    pub seed: u64,
    /// How many steps the walk takes.
    pub budget: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { seed: 1, budget: 10_000 }
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

/// What an exploration found.
#[derive(Debug)]
pub struct Exploration {
    /// The targets.
    pub targets: Vec<Target>,
    /// For each target, whether it was reached.
    pub reached: Vec<bool>,
    /// For each operation, how often it was called.
    pub counts: Vec<Count>,
    /// What was broken.
    pub violations: Vec<Violation>,
    /// How many calls were made.
    pub steps: u64,
    /// States and witnesses.
    pub corpus: Corpus,
    /// For each target, a line for debugging.
    pub debug: Vec<String>,
}

/// Explores a service.
pub fn explore(service: &Arc<Service>, options: &Options, progress: &mut dyn Progress) -> Result<Exploration, Finding> {
    let machine = Machine::new(Arc::clone(service)).with_distinct_numbers();
    let (api, _) = crate::convention::routes(service);
    let initial = machine.initial()?;
    let mut random = Random::seeded(options.seed);
    let lore = Lore::new(&machine, &initial, BEGINNING, &mut random);
    let mut targets = target::targets(service, &api, &|ty| admits_astral(&machine, &initial, ty));
    let public = targets.len();
    targets.extend(target::failures(service));
    let solver = Solver { ruler: Ruler::new(&machine, &api), lore };
    let mut engine = Engine::new(&machine, solver, (&targets, public), initial, BEGINNING, options.seed);
    engine.walk(options, progress);
    engine.search(progress);
    engine.try_all();
    engine.hunt(progress);
    engine.shorten_violations();
    let corpus = corpus::build(&engine, options.seed, progress);
    let reached = engine.reached.iter().map(Option::is_some).collect();
    let debug = (0..targets.len())
        .map(|at| {
            format!(
                "{:?} {:?}",
                engine.reached[at].as_ref().map(|r| (&r.inputs, r.soft)),
                engine.missed[at].as_ref().map(|m| (&m.attempt.inputs, &m.attempt.measure))
            )
        })
        .collect();
    let (counts, violations, steps) = (engine.counts, engine.violations, engine.steps);
    targets.truncate(public);
    Ok(Exploration { targets, reached, counts, violations, steps, corpus, debug })
}

/// Whether text of a declared type can hold characters outside the Basic Multilingual Plane.
fn admits_astral(machine: &Machine, initial: &State, ty: &TypeRef) -> bool {
    let samples = machine.samples(ty, initial, BEGINNING, &mut Random::seeded(0));
    let texts =
        samples.iter().take(8).filter_map(|value| if let Value::Text(text) = value { Some(text) } else { None });
    let strange = texts.flat_map(|text| values::texts_near(text, &[]));
    let astral = strange.filter(|text| text.chars().any(|character| character > '\u{ffff}'));
    astral.into_iter().any(|text| machine.fits(ty, &Value::text(&text), initial, BEGINNING))
}
