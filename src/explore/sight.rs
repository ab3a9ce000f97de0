//! A short look around: situations in which operations succeed, rules are taken and properties come true. Much less than an
//! exploration: no limits are looked for, and nothing is made smaller or written down.

use std::sync::Arc;

use super::engine::{Engine, Origin, Reached};
use super::measure::Ruler;
use super::solve::Solver;
use super::target::Target;
use super::{Beginning, Hint, Options, Quiet};
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
    wanted: &dyn Fn(&Target) -> bool,
) -> Result<Vec<Sight>, Finding> {
    let Beginning { machine, api, initial, lore, mut targets } = Beginning::of(service, options.seed)?;
    targets.retain(|target| matches!(target.kind(), "accepts" | "rule" | "eventually"));
    let solver = Solver { ruler: Ruler::new(&machine, &api), lore };
    let mut engine = Engine::new(&machine, solver, (&targets, targets.len()), initial, options.seed);
    walk(&mut engine, options);
    // What is wanted may lie behind something else that is open, and that comes first.
    let is_open = |engine: &Engine<'_>, at: usize| engine.reached[at].is_none();
    let last = (0..targets.len()).rfind(|at| wanted(&targets[*at]) && is_open(&engine, *at));
    for at in 0..last.map_or(0, |last| last + 1) {
        if is_open(&engine, at) {
            engine.search_for(at);
        }
    }
    let reached = targets.iter().zip(&engine.reached);
    Ok(reached.filter_map(|(target, reached)| sight(&engine, target, reached.as_ref()?)).collect())
}

/// Walks until nothing is open, or the steps are used up.
fn walk(engine: &mut Engine<'_>, options: &Options) {
    let mut last = None;
    while engine.open() > 0 && engine.steps < options.budget && last != Some(engine.steps) {
        last = Some(engine.steps);
        let budget = options.budget.min((2 * engine.steps).max(STRIDE));
        engine.walk(&Options { budget, ..options.clone() }, &mut Quiet);
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
