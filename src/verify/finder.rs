//! The solver as a help for the explorer: situations that its search does not reach. The limit is in steps of the
//! solver, never in time, and the seed is fixed, so that the same spec gives the same situations everywhere.

use super::goal::{callable, rejected, satisfying, takes};
use super::judge::{Searched, search};
use super::scene::Scene;
use super::solve::Effort;
use crate::explore::{Finder, Goal, Hint, Root, Target};
use crate::ir::Service;

/// How many steps the solver takes for one target and size.
const STEPS: u32 = 5_000_000;
/// How large collections are.
const SIZES: [usize; 3] = [1, 2, 3];

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
    let effort = (Effort::Steps(STEPS), (|| 0) as super::Clock);
    let asked = |make: &(dyn Fn(&Scene<'_>) -> Result<super::goal::Puzzle, super::Limit> + Sync)| {
        search(service, make, id, size, effort)
    };
    let found = match (&target.root, target.goal) {
        (Root::Operation, Goal::Holds) => asked(&|scene| callable(scene, id.ok_or_else(no_call)?, true, None)),
        (Root::Requires(at), Goal::Fails) => asked(&|scene| rejected(scene, id.ok_or_else(no_call)?, *at)),
        (Root::Rule(transition, rule), Goal::Holds) => asked(&|scene| takes(scene, *transition, *rule)),
        (Root::Temporal(at), Goal::Holds) => asked(&|scene| satisfying(scene, *at)),
        _ => return None,
    };
    match found {
        Ok((Searched::Found(found, _), _)) => {
            Some(Hint { state: found.state, now: found.valid_at, inputs: found.inputs, at: found.now })
        }
        Ok((Searched::Nothing | Searched::GaveUp, _)) | Err(_) => None,
    }
}

fn no_call() -> super::Limit {
    super::Limit::new("a call of no operation")
}
