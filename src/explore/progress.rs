//! Telling somebody how an exploration is getting on, from all of its parts.

use std::sync::{Mutex, PoisonError};

use super::Target;

/// Hears how an exploration is getting on.
pub trait Progress: Send {
    /// This is being looked for, and so many targets of all are settled: reached, or searched for in vain.
    fn at(&mut self, about: &str, settled: usize, of: usize);

    /// A target was reached for the first time.
    fn reached(&mut self, _: &Target) {}
}

/// Nobody listens.
#[derive(Debug, Clone, Copy)]
pub struct Quiet;

impl Progress for Quiet {
    fn at(&mut self, _: &str, _: usize, _: usize) {}
}

/// Tells one listener about all parts.
pub(crate) struct Teller<'p> {
    told: Mutex<Told<'p>>,
}

struct Told<'p> {
    progress: &'p mut dyn Progress,
    settled: usize,
    of: usize,
}

impl<'p> Teller<'p> {
    pub(crate) fn new(progress: &'p mut dyn Progress, of: usize) -> Teller<'p> {
        Teller { told: Mutex::new(Told { progress, settled: 0, of }) }
    }

    /// This is being looked for.
    pub(crate) fn looks_for(&self, about: &str) {
        self.settles(0, about);
    }

    /// So many more targets are settled.
    pub(crate) fn settles(&self, more: usize, about: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.settled += more;
        let (settled, of) = (told.settled.min(told.of), told.of);
        told.progress.at(about, settled, of);
    }

    pub(crate) fn reached(&self, target: &Target) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).progress.reached(target);
    }
}
