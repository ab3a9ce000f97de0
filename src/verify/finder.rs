//! The solver as a help for the explorer: situations that its search does not reach. The limit is in steps of the
//! solver, never in time, and the seed is fixed, so that the same spec gives the same situations everywhere.

use serde::{Deserialize, Serialize};

use super::Means;
use super::goal::{Puzzle, callable, rejected, satisfying, takes};
use super::ground::Ground;
use super::scene::Scene;
use super::search::{Question, SIZES, Searched, Sought, search_with};
use super::solve::Effort;
use super::sorts::Texts;
use crate::explore::{Finder, Goal, Hint, Root, Target};
use crate::ir::{OperationId, Service};

/// How many steps the solver takes for one target and size.
const STEPS: u32 = 2_000_000;

/// Asks the solver, in this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct SolverFinder;

impl Finder for SolverFinder {
    fn find(&self, service: &Service, target: &Target) -> Option<Hint> {
        Asked::of(target)?.find(service)
    }
}

/// A target that the solver can look for: operations and clauses by their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// An operation succeeds.
    Succeeds(u32),
    /// An operation is rejected by one `requires` alone.
    Rejected(u32, usize),
    /// A rule of a transition is taken, by the positions of its operation, its transition and itself.
    Taken(u32, usize, usize),
    /// A temporal property is true.
    True(usize),
}

impl Asked {
    /// What a target asks for, if that is something for the solver.
    pub fn of(target: &Target) -> Option<Asked> {
        let operation = target.operation.map(|id| id.0);
        match (&target.root, target.goal) {
            (Root::Operation, Goal::Holds) => operation.map(Asked::Succeeds),
            (Root::Requires(at), Goal::Fails) => operation.map(|id| Asked::Rejected(id, *at)),
            (Root::Rule(transition, rule), Goal::Holds) => operation.map(|id| Asked::Taken(id, *transition, *rule)),
            (Root::Temporal(at), Goal::Holds) => Some(Asked::True(*at)),
            _ => None,
        }
    }

    /// A situation like that, if the solver finds one.
    pub fn find(self, service: &Service) -> Option<Hint> {
        let ground = Ground::of(service);
        SIZES.into_iter().find_map(|size| self.find_in(&ground, size))
    }

    fn find_in(self, ground: &Ground<'_>, size: usize) -> Option<Hint> {
        let means = Means { effort: Effort::Steps(STEPS), explain: false, dump: false, clock: || 0, until: None };
        let make = |scene: &Scene<'_>| self.puzzle(scene);
        let question = Question::new(self.operation(), &make);
        match search_with(ground, question, (size, Texts::Opaque), &means) {
            Ok(Sought { result: Searched::Found(found, _), .. }) => {
                Some(Hint { state: found.state, now: found.valid_at, inputs: found.inputs, at: found.now })
            }
            Ok(Sought { result: Searched::Nothing | Searched::GaveUp | Searched::RanOut, .. }) | Err(_) => None,
        }
    }

    /// The operation that is called.
    pub fn operation(self) -> Option<OperationId> {
        match self {
            Asked::Succeeds(id) | Asked::Rejected(id, _) | Asked::Taken(id, _, _) => Some(OperationId(id)),
            Asked::True(_) => None,
        }
    }

    fn puzzle(self, scene: &Scene<'_>) -> Result<Puzzle, super::Limit> {
        match self {
            Asked::Succeeds(id) => callable(scene, OperationId(id), true, None),
            Asked::Rejected(id, at) => rejected(scene, OperationId(id), at),
            Asked::Taken(_, transition, rule) => takes(scene, transition, rule),
            Asked::True(at) => satisfying(scene, at),
        }
    }
}
