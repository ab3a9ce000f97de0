//! How much a run of a suite tries.

use serde::Serialize;

/// The size of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// How many examples are drawn for each property.
    pub examples: u32,
    /// How many near misses of an operation are tried beyond those that always are.
    pub further: usize,
    /// In how many richer states accepted calls of an operation are made.
    pub richer: usize,
    /// In how many states of others an operation that only reads is asked.
    pub visits: usize,
    /// How many steps the state machine takes.
    pub steps: u32,
    /// How many links are followed structurally.
    pub links: u32,
    /// After so many minutes it ends with what it has.
    pub minutes: u32,
}

/// How many of each a suite lists. Beyond these, drawing finds more than listing.
pub(super) const MOST_FURTHER: usize = 200;
pub(super) const MOST_RICHER: usize = 20;
pub(super) const MOST_VISITS: usize = 200;

/// All of them, the smallest first.
pub const PROFILES: [Profile; 3] = [
    Profile { name: "smoke", examples: 10, further: 20, richer: 2, visits: 20, steps: 25, links: 3, minutes: 60 },
    Profile {
        name: "thorough",
        examples: 100,
        further: MOST_FURTHER,
        richer: MOST_RICHER,
        visits: MOST_VISITS,
        steps: 40,
        links: 10,
        minutes: 240,
    },
    Profile {
        name: "exhaustive",
        examples: 1000,
        further: MOST_FURTHER,
        richer: MOST_RICHER,
        visits: MOST_VISITS,
        steps: 60,
        links: 25,
        minutes: 1440,
    },
];

/// The one that a run has where nobody says otherwise.
pub const DEFAULT_PROFILE: &str = "thorough";
