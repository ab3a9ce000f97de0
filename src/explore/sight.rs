//! A short look around: situations in which operations succeed, rules are taken and properties come true. Much less than an
//! exploration: no limits are looked for, and nothing is made smaller or written down.

use std::sync::Arc;

use rayon::prelude::*;

use super::engine::{Engine, Origin, Reached};
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

/// Looks around for operations that succeed, rules that are taken and properties that come true, and goes on searching
/// where one that is wanted is not among them. What is wrong with the initial state already is an error.
pub fn look_around(
    service: &Arc<Service>,
    options: &Options,
    wanted: &(dyn Fn(&Target) -> bool + Sync),
) -> Result<Vec<Sight>, Finding> {
    let mut beginning = Beginning::of(service, options.seed)?;
    beginning.targets.retain(|target| matches!(target.kind(), "accepts" | "rule" | "eventually"));
    let parts = Parts::of(&beginning);
    let needed = parts.units.iter().map(|unit| unit.base).collect();
    let bases = groundworks(&beginning, &parts, &needed, options);
    let looked = |unit: &Unit| {
        let Some((groundwork, _)) = &bases[unit.base] else { return Vec::new() };
        unit.with_engine(&beginning, groundwork, options.seed, |engine| look(engine, options.effort, wanted))
    };
    Ok(parts.units.par_iter().flat_map_iter(looked).collect())
}

fn look(engine: &mut Engine<'_>, effort: Effort, wanted: &dyn Fn(&Target) -> bool) -> Vec<Sight> {
    let is_open = |engine: &Engine<'_>, at: usize| engine.reached[at].is_none();
    engine.solver.meter.allow(effort.of_calls(effort.walk(engine.public)));
    engine.look_back();
    walk(engine, effort.walk(engine.public));
    let open: Vec<usize> =
        (0..engine.public).filter(|at| wanted(&engine.targets[*at]) && is_open(engine, *at)).collect();
    engine.each_in_turn(&open, effort.of_search(open.len()), u64::MAX, Engine::search_for);
    let reached = engine.targets.iter().zip(&engine.reached).take(engine.public);
    reached.filter_map(|(target, reached)| sight(engine, target, reached.as_ref()?)).collect()
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

fn sight(engine: &Engine<'_>, target: &Target, reached: &Reached) -> Option<Sight> {
    let (state, now, traced) = match &reached.place {
        Origin::Node(node) => {
            let place = engine.pool.nodes.get(*node)?;
            (place.state.clone(), place.now, true)
        }
        Origin::Made(state, now) => (state.clone(), *now, false),
    };
    let at = Hint { state, now, inputs: reached.inputs.clone(), at: reached.now };
    Some(Sight { target: target.clone(), at, traced })
}
