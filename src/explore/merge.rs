//! From what was found out about the parts of a service to what there is to say of all of it.

use rustc_hash::FxHashMap;

use super::corpus::{Corpus, Stored, Witness};
use super::machine::Seen;
use super::others::place_among_others;
use super::unit::{Beginning, Found, Unit};
use super::weave::weave;
use super::{Count, Exploration, Outcome, Violation, machine};
use crate::interp::State;

/// What was found out about the parts, and on the way to them.
pub(crate) struct Everything {
    pub(crate) units: Vec<Unit>,
    /// For each unit, what was found.
    pub(crate) found: Vec<Found>,
    /// What came up where states were looked for that units begin from.
    pub(crate) on_the_way: Vec<Found>,
}

/// Everything that was found, in the order of the parts.
pub(crate) fn merged(beginning: Beginning, everything: Everything) -> Exploration {
    let Everything { units, found, on_the_way } = everything;
    let mut sum = Sum::new(beginning.machine.service().operations.len());
    let never_tried = || Outcome::Missed { why: "it was never tried".to_string(), cut: true };
    let mut outcomes: Vec<Outcome> = beginning.targets.iter().map(|_| never_tried()).collect();
    on_the_way.into_iter().for_each(|found| drop(sum.add(found)));
    for (unit, mut found) in units.iter().zip(found) {
        for witness in &mut found.corpus.witnesses {
            witness.targets = witness.targets.iter().filter_map(|target| unit.position(*target)).collect();
        }
        let own = sum.add(found);
        unit.positions.iter().chain(&unit.beside).zip(own).for_each(|(at, outcome)| outcomes[*at] = outcome);
    }
    let Sum { counts, violations, steps, shelf, seen } = sum;
    let mut corpus = shelf.corpus;
    place_among_others(&beginning, &units, &mut corpus);
    weave(&beginning, &mut corpus);
    let machines = machine::machines(beginning.machine.service(), &seen);
    Exploration { targets: beginning.targets, outcomes, counts, violations, steps, corpus, machines }
}

/// What several parts come to.
struct Sum {
    counts: Vec<Count>,
    violations: Vec<Violation>,
    steps: u64,
    shelf: Shelf,
    /// What was seen of transitions, by position.
    seen: FxHashMap<usize, Seen>,
}

impl Sum {
    fn new(operations: usize) -> Sum {
        Sum {
            counts: vec![Count::default(); operations],
            violations: Vec::new(),
            steps: 0,
            shelf: Shelf::default(),
            seen: FxHashMap::default(),
        }
    }

    /// Adds what was found out about a part, and gives back what became of its targets.
    fn add(&mut self, found: Found) -> Vec<Outcome> {
        let Found { outcomes, counts, violations, steps, corpus, seen } = found;
        self.counts.iter_mut().zip(counts).for_each(|(all, own)| all.add(own));
        violations.into_iter().for_each(|violation| add_violation(&mut self.violations, violation));
        self.steps += steps;
        self.shelf.add(corpus);
        for (at, own) in seen {
            match self.seen.get_mut(&at) {
                Some(all) => all.add(&own),
                None => drop(self.seen.insert(at, own)),
            }
        }
        outcomes
    }
}

/// Of two violations of one clause the one with the shorter trace counts.
fn add_violation(violations: &mut Vec<Violation>, found: Violation) {
    match violations.iter_mut().find(|known| known.finding.clause == found.finding.clause) {
        Some(known) if known.trace.len() > found.trace.len() => *known = found,
        Some(_) => {}
        None => violations.push(found),
    }
}

/// States that are there once, though several parts found them.
#[derive(Default)]
struct Shelf {
    corpus: Corpus,
    known: FxHashMap<(State, i64), Vec<usize>>,
}

impl Shelf {
    fn add(&mut self, corpus: Corpus) {
        let Corpus { states, witnesses } = corpus;
        let mut places: Vec<usize> = Vec::new();
        for stored in states {
            let populates = stored.populates.and_then(|at| places.get(at).copied());
            places.push(self.place(Stored { populates, ..stored }));
        }
        let place = |at: usize| places.get(at).copied().unwrap_or(0);
        self.corpus.witnesses.extend(witnesses.into_iter().map(|witness| Witness {
            state: place(witness.state),
            populated: witness.populated.map(place),
            ..witness
        }));
    }

    fn place(&mut self, stored: Stored) -> usize {
        let states = &mut self.corpus.states;
        let places = self.known.entry((stored.state.clone(), stored.now)).or_default();
        let lines = |stored: &Stored| stored.trace.as_ref().map(|trace| trace.lines.clone());
        let same = |at: &&usize| states[**at].populates == stored.populates && lines(&states[**at]) == lines(&stored);
        if let Some(known) = places.iter().find(same).copied() {
            let new = stored.repeats.into_iter().filter(|id| !states[known].repeats.contains(id)).collect::<Vec<_>>();
            states[known].repeats.extend(new);
            return known;
        }
        places.push(states.len());
        states.push(stored);
        states.len() - 1
    }
}
