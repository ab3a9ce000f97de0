//! A short look around: situations in which operations succeed, rules are taken and properties come true. Much less than an
//! exploration: no limits are looked for, and nothing is made smaller or written down. What was seen of a part before is
//! remembered, as it is of explorations.

use std::sync::Arc;

use rayon::prelude::*;

use super::engine::{Engine, Origin, Reached};
use super::memory::{self, Keys, Memory};
use super::progress::Teller;
use super::target::Target;
use super::unit::{Beginning, Parts, Unit, groundworks};
use super::{Effort, Hint, Options, Quiet};
use crate::interp::Finding;
use crate::ir::Service;

/// How many steps the walk takes before it looks at what is still open; then twice as many.
const STRIDE: u64 = 50;

/// A target, and a situation in which it is reached.
#[derive(Debug, Clone)]
pub struct Sight {
    /// What is reached.
    pub target: Target,
    /// Where.
    pub at: Hint,
    /// Whether calls lead there; otherwise the state was made.
    pub traced: bool,
}

/// What somebody looks around for.
pub struct Wish<'w> {
    /// Where one of these is among the targets of a part, the part is looked at.
    pub asked: &'w (dyn Fn(&Target) -> bool + Sync),
    /// Where one of these is not come by, it is searched for.
    pub sought: &'w (dyn Fn(&Target) -> bool + Sync),
}

/// What is kept of a part: for each target that was come by its place among those of the part, the situation, and whether
/// calls lead there.
type Seen = Vec<(usize, Hint, bool)>;

/// Looks around for operations that succeed, rules that are taken and properties that come true. What is wrong with the
/// initial state already is an error.
pub fn look_around(
    service: &Arc<Service>,
    options: &Options,
    wish: &Wish<'_>,
    memory: &dyn Memory,
) -> Result<Vec<Sight>, Finding> {
    let mut beginning = Beginning::of(service, options.seed)?;
    beginning.targets.retain(|target| matches!(target.kind(), "accepts" | "rule" | "eventually"));
    let parts = Parts::of(&beginning);
    let keys = Keys::of(&beginning, &parts, options);
    let is_asked = |unit: &&Unit| unit.positions.iter().any(|at| (wish.asked)(&beginning.targets[*at]));
    let asked: Vec<&Unit> = parts.units.iter().filter(is_asked).collect();
    let places: Vec<String> = asked.iter().map(|unit| keys.of_look(unit, &sought(&beginning, unit, wish))).collect();
    let recalled = |(unit, key): (&&Unit, &String)| memory::recalled_sights(memory, key, &beginning, unit);
    let known: Vec<Option<Seen>> = asked.par_iter().zip(&places).map(recalled).collect();
    let open = asked.iter().zip(&known).filter(|(_, known)| known.is_none());
    let bases = groundworks(&beginning, &parts, &open.map(|(unit, _)| unit.base).collect(), options);
    let looked = |((unit, key), known): ((&&Unit, &String), Option<Seen>)| {
        let seen = known.unwrap_or_else(|| {
            let Some((groundwork, _)) = &bases[unit.base] else { return Seen::new() };
            let searched = sought(&beginning, unit, wish);
            let work = |engine: &mut Engine<'_>| look(engine, options.effort, &searched);
            let seen = unit.with_engine(&beginning, groundwork, options.seed, work);
            memory::keep(memory, key, &seen);
            seen
        });
        let sight = |(at, hint, traced): (usize, Hint, bool)| Sight {
            target: beginning.targets[unit.positions[at]].clone(),
            at: hint,
            traced,
        };
        seen.into_iter().map(sight).collect::<Vec<_>>()
    };
    Ok(asked.par_iter().zip(&places).zip(known).flat_map_iter(looked).collect())
}

/// The targets of a part that are searched for, by their places among those of the part.
fn sought(beginning: &Beginning, unit: &Unit, wish: &Wish<'_>) -> Vec<usize> {
    let targets = unit.positions.iter().map(|at| &beginning.targets[*at]);
    targets.enumerate().filter(|(_, target)| (wish.sought)(target)).map(|(at, _)| at).collect()
}

fn look(engine: &mut Engine<'_>, effort: Effort, sought: &[usize]) -> Seen {
    engine.solver.meter.allow(effort.of_calls(effort.walk(engine.public)));
    engine.look_back();
    walk(engine, effort.walk(engine.public));
    let open: Vec<usize> = sought.iter().copied().filter(|at| engine.reached[*at].is_none()).collect();
    engine.each_in_turn(&open, effort.of_search(open.len()), u64::MAX, Engine::search_for);
    let reached = engine.reached.iter().take(engine.public).enumerate();
    reached.filter_map(|(at, reached)| seen(engine, at, reached.as_ref()?)).collect()
}

/// Walks until nothing is open, or so many calls are made.
fn walk(engine: &mut Engine<'_>, calls: u64) {
    let mut quiet = Quiet;
    let teller = Teller::new(&mut quiet, 0);
    let mut last = None;
    while engine.open() > 0 && engine.steps < calls && last != Some(engine.steps) {
        last = Some(engine.steps);
        engine.walk(calls.min((2 * engine.steps).max(STRIDE)), &teller);
    }
}

fn seen(engine: &Engine<'_>, target: usize, reached: &Reached) -> Option<(usize, Hint, bool)> {
    let (state, now, traced) = match &reached.place {
        Origin::Node(node) => {
            let place = engine.pool.nodes.get(*node)?;
            (place.state.clone(), place.now, true)
        }
        Origin::Made(state, now) => (state.clone(), *now, false),
    };
    Some((target, Hint { state, now, inputs: reached.inputs.clone(), at: reached.now }, traced))
}
