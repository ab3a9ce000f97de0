//! Randomness that is the same everywhere for the same seed.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random numbers, fit for secrets when its key is.
#[derive(Debug, Clone)]
pub struct Random(ChaCha20Rng);

impl Random {
    /// The source of a seed.
    pub fn seeded(seed: u64) -> Random {
        Random(ChaCha20Rng::seed_from_u64(seed))
    }

    /// The source of a secret key.
    pub fn from_key(key: [u8; 32]) -> Random {
        Random(ChaCha20Rng::from_seed(key))
    }

    /// A source of its own, that takes nothing more from this one.
    pub fn split(&mut self) -> Random {
        Random::from_key(self.key())
    }

    /// What a source of its own is made of.
    pub(crate) fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        self.0.fill_bytes(&mut key);
        key
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below a bound, or zero where there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The bias of the remainder is below 2^-32 for every bound that is used here.
        if bound == 0 { 0 } else { self.number() % bound }
    }
}
