//! The solver as a help for the explorer: situations that its search does not reach. The limit is in steps of the
//! solver, never in time, and the seed is fixed, so that the same spec gives the same situations everywhere.

use super::Means;
use super::goal::{callable, rejected, satisfying, takes};
use super::scene::Scene;
use super::search::{Question, SIZES, Searched, Sought, search_with};
use super::solve::Effort;
use super::sorts::Texts;
use crate::explore::{Finder, Goal, Hint, Root, Target};
use crate::ir::Service;

/// How many steps the solver takes for one target and size.
const STEPS: u32 = 2_000_000;

/// Asks the solver.
#[derive(Debug, Clone, Copy, Default)]
pub struct SolverFinder;

impl Finder for SolverFinder {
    fn find(&self, service: &Service, target: &Target) -> Option<Hint> {
        SIZES.into_iter().find_map(|size| find(service, target, size))
    }
}

fn find(service: &Service, target: &Target, size: usize) -> Option<Hint> {
    let id = target.operation;
    let means = Means { effort: Effort::Steps(STEPS), explain: false, dump: false, clock: || 0, until: None };
    let asked = |make: &(dyn Fn(&Scene<'_>) -> Result<super::goal::Puzzle, super::Limit> + Sync)| {
        search_with(service, Question::new(id, make), (size, Texts::Opaque), &means)
    };
    let found = match (&target.root, target.goal) {
        (Root::Operation, Goal::Holds) => asked(&|scene| callable(scene, id.ok_or_else(no_call)?, true, None)),
        (Root::Requires(at), Goal::Fails) => asked(&|scene| rejected(scene, id.ok_or_else(no_call)?, *at)),
        (Root::Rule(transition, rule), Goal::Holds) => asked(&|scene| takes(scene, *transition, *rule)),
        (Root::Temporal(at), Goal::Holds) => asked(&|scene| satisfying(scene, *at)),
        _ => return None,
    };
    match found {
        Ok(Sought { result: Searched::Found(found, _), .. }) => {
            Some(Hint { state: found.state, now: found.valid_at, inputs: found.inputs, at: found.now })
        }
        Ok(Sought { result: Searched::Nothing | Searched::GaveUp, .. }) | Err(_) => None,
    }
}

fn no_call() -> super::Limit {
    super::Limit::new("a call of no operation")
}
