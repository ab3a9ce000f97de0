//! 'Did you mean' for the many unknown names that a lint may find. Lints ask it; it reports nothing.

use rustc_hash::FxHashMap;

use crate::diag::did_you_mean;

/// How many different names get a suggestion: each costs a look at all candidates, and nobody reads more.
const MOST_SUGGESTIONS: usize = 100;

/// Suggests names, once for each misspelt one.
pub(super) struct Meant<'s> {
    candidates: Vec<&'s str>,
    known: FxHashMap<&'s str, Option<String>>,
}

impl<'s> Meant<'s> {
    pub(super) fn new(candidates: impl Iterator<Item = &'s str>) -> Meant<'s> {
        Meant { candidates: candidates.collect(), known: FxHashMap::default() }
    }

    /// The help line for a name, where one of the candidates is near.
    pub(super) fn help(&mut self, name: &'s str) -> Option<String> {
        if !self.known.contains_key(name) && self.known.len() < MOST_SUGGESTIONS {
            self.known.insert(name, did_you_mean(name, self.candidates.iter().copied()));
        }
        self.known.get(name).cloned().flatten()
    }
}
