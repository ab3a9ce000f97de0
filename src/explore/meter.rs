//! What an exploration may spend. Everything it does is counted in measurements and calls, never in time, so that it ends
//! at the same place on every machine.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

/// How thoroughly a spec is explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// A first look
    Quick,
    /// What a suite is made from
    #[default]
    Normal,
    /// For what is hard to reach
    Deep,
}

impl Effort {
    /// Every effort, the least first.
    pub const ALL: [Effort; 3] = [Effort::Quick, Effort::Normal, Effort::Deep];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Normal => "normal",
            Effort::Deep => "deep",
        }
    }

    /// The effort of a name.
    pub fn parse(name: &str) -> Option<Effort> {
        Effort::ALL.into_iter().find(|effort| effort.name() == name)
    }

    /// How many calls are made to find states to begin from, for so many operations that are new there; at the very
    /// beginning some more.
    pub(crate) fn groundwork(self, operations: usize, is_first: bool) -> u64 {
        let operations = operations as u64;
        let first = if is_first { 1 } else { 0 };
        match self {
            Effort::Quick => 40 + 40 * first + 40 * operations,
            Effort::Normal => 200 + 1_500 * first + 250 * operations,
            Effort::Deep => 1_000 + 4_000 * first + 1_000 * operations,
        }
    }

    /// What so many calls may cost.
    pub(crate) fn of_calls(self, calls: u64) -> u64 {
        match self {
            Effort::Quick => 40 * calls,
            Effort::Normal | Effort::Deep => 60 * calls,
        }
    }

    /// What the search for ways to so many operations may cost.
    pub(crate) fn of_leading(self, operations: usize) -> u64 {
        let operations = operations as u64;
        match self {
            Effort::Quick => 2_000 * operations,
            Effort::Normal => 40_000 * operations,
            Effort::Deep => 200_000 * operations,
        }
    }

    /// How many calls are made for so many targets before single ones are searched for.
    pub(crate) fn walk(self, targets: usize) -> u64 {
        let targets = targets as u64;
        match self {
            Effort::Quick => 20 + 3 * targets,
            Effort::Normal => 60 + 12 * targets,
            Effort::Deep => 400 + 50 * targets,
        }
    }

    /// What the search for so many targets may cost.
    pub(crate) fn of_search(self, targets: usize) -> u64 {
        let targets = targets as u64;
        match self {
            Effort::Quick => 2_000 + 200 * targets,
            Effort::Normal => 150_000 + 7_000 * targets,
            Effort::Deep => 600_000 + 40_000 * targets,
        }
    }

    /// What the search for one target may cost, as long as it does not come nearer.
    pub(crate) fn of_target(self) -> u64 {
        match self {
            Effort::Quick => 10_000,
            Effort::Normal => 240_000,
            Effort::Deep => 400_000,
        }
    }

    /// What it may cost to write down so many targets: to make traces short, and to find bystanders.
    pub(crate) fn of_corpus(self, targets: usize) -> u64 {
        let targets = targets as u64;
        match self {
            Effort::Quick => 4_000 + 400 * targets,
            Effort::Normal => 120_000 + 12_000 * targets,
            Effort::Deep => 240_000 + 24_000 * targets,
        }
    }
}

/// Counts what is spent.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    spent: Cell<u64>,
    limit: Cell<u64>,
}

impl Meter {
    /// Counts something that is done.
    pub(crate) fn count(&self, by: u64) {
        self.spent.set(self.spent.get().saturating_add(by));
    }

    /// What was spent so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// From here on so much may be spent.
    pub(crate) fn allow(&self, more: u64) {
        self.limit.set(self.spent.get().saturating_add(more));
    }

    /// Some more may be spent.
    pub(crate) fn extend(&self, more: u64) {
        self.limit.set(self.limit.get().saturating_add(more));
    }

    /// What may still be spent.
    pub(crate) fn left(&self) -> u64 {
        self.limit.get().saturating_sub(self.spent.get())
    }

    /// Whether all that was allowed is spent.
    pub(crate) fn is_over(&self) -> bool {
        self.spent.get() >= self.limit.get()
    }
}
