//! Where the randomness of what the service chooses comes from.

use std::cell::RefCell;

use crate::interp::Random;

thread_local! {
    static UNFORESEEN: RefCell<Option<Random>> = const { RefCell::new(None) };
}

/// A source of randomness: one that nobody can predict, or a seed that makes a sequence of calls repeatable.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Choices {
    /// The seed, if the choices need not be secret.
    pub(super) seed: Option<u64>,
}

impl Choices {
    /// Lends randomness for a call in a version of the state.
    pub(super) fn lend<T>(self, version: u64, work: impl FnOnce(&mut Random) -> T) -> T {
        match self.seed {
            Some(seed) => work(&mut Random::seeded(seed.wrapping_add(version))),
            None => UNFORESEEN.with_borrow_mut(|random| work(random.get_or_insert_with(unforeseen))),
        }
    }
}

fn unforeseen() -> Random {
    let mut key = [0; 32];
    // The system's source fails only where there is none at all; a seed from the process is then the best there is.
    if getrandom::fill(&mut key).is_err() {
        return Random::seeded(u64::from(std::process::id()));
    }
    Random::from_key(key)
}
