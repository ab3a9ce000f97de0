//! How far a state is from being valid, part by part: a change costs what it touches.

use std::collections::BTreeSet;

use super::measure::Ruler;
use super::tape::{MAX_GAPS, Tape};
use crate::interp::{Changes, Gap, Sight, State, Value, Watch};
use crate::ir::{StateField, StateId};

/// How far a state is from satisfying every type, invariant and `always`.
#[derive(Debug, Clone)]
pub(crate) struct Validity {
    /// Of the type of each state field, then of each condition.
    parts: Vec<Part>,
    pub(crate) distance: f64,
    pub(crate) gaps: Vec<Gap>,
    /// The state fields that broken conditions speak of.
    pub(crate) suspects: BTreeSet<StateId>,
}

/// How far one type or condition is from holding.
#[derive(Debug, Clone, Default)]
struct Part {
    distance: f64,
    gaps: Vec<Gap>,
}

impl Part {
    fn holds(&self) -> bool {
        self.distance == 0.0
    }
}

impl Ruler<'_> {
    /// How far a state is from being valid.
    pub(crate) fn validity(&self, state: &State, now: i64) -> Validity {
        let sight = Sight::of_state(&self.machine.model, state, now);
        let types = (0..self.service().state.len()).map(|at| self.of_field(sight, StateId(at as u32)));
        let conditions = self.machine.watches.iter().map(|watch| self.of_condition(sight, watch));
        self.summed(types.chain(conditions).collect())
    }

    /// The same after a change of one state field, from what is known of the state before. None as soon as it is at least as
    /// far as a limit.
    pub(crate) fn validity_after(
        &self,
        (known, before): (&Validity, &State),
        (state, now): (&State, i64),
        changed: StateId,
        limit: f64,
    ) -> Option<Validity> {
        let sight = Sight::of_state(&self.machine.model, state, now);
        let changes = Changes::among(before, state, &[(changed, None)]);
        let affected = (0..known.parts.len()).filter(|at| self.is_affected(*at, changed));
        // What was broken is likely to be so still.
        let (holding, broken): (Vec<usize>, Vec<usize>) = affected.partition(|at| known.parts[*at].holds());
        let mut parts = known.parts.clone();
        broken.iter().chain(&holding).for_each(|at| parts[*at] = Part::default());
        for at in broken.into_iter().chain(holding) {
            parts[at] = self.part_after(at, &known.parts[at], sight, &changes);
            // No part is less than nothing, so the others can only add to it.
            if distance_of(&parts) >= limit {
                return None;
            }
        }
        Some(self.summed(parts))
    }

    fn watch(&self, part: usize) -> Option<&Watch> {
        part.checked_sub(self.service().state.len()).map(|at| &self.machine.watches[at])
    }

    /// Whether a change of a state field can make a difference to a part.
    fn is_affected(&self, part: usize, changed: StateId) -> bool {
        match self.watch(part) {
            Some(watch) => watch.reads(changed),
            None => self.machine.types_depend_on_more || StateId(part as u32) == changed,
        }
    }

    fn part_after(&self, at: usize, known: &Part, sight: Sight<'_>, changes: &Changes) -> Part {
        let Some(watch) = self.watch(at) else {
            return self.of_changed_field(sight, StateId(at as u32), known, changes);
        };
        let still_holds = known.holds() && matches!(watch.fails_after(sight, changes), Ok(None));
        if still_holds { Part::default() } else { self.of_condition(sight, watch) }
    }

    fn of_condition(&self, sight: Sight<'_>, watch: &Watch) -> Part {
        if matches!(watch.fails(sight), Ok(None)) {
            return Part::default();
        }
        let mut tape = Tape::new(self.service(), sight);
        let distance = tape.distance(sight.evaluator(), watch.expr(), true);
        Part { distance, gaps: tape.gaps }
    }

    fn of_field(&self, sight: Sight<'_>, id: StateId) -> Part {
        let StateField { ty, refinement, .. } = self.service().state_field(id);
        let value = sight.before.field(id);
        let mut tape = Tape::new(self.service(), sight);
        let mut distance = tape.of_type(ty, value, None);
        if let Some(refinement) = refinement.as_ref().filter(|_| !value.is_none()) {
            distance += tape.distance(sight.evaluator().with_value(value), refinement, true);
        }
        Part { distance, gaps: tape.gaps }
    }

    /// Where all entries of a relation had their type before, those that changed decide.
    fn of_changed_field(&self, sight: Sight<'_>, id: StateId, known: &Part, changes: &Changes) -> Part {
        let StateField { ty, refinement, .. } = self.service().state_field(id);
        let (Value::Map(entries), [key, inner]) = (sight.before.field(id), &*ty.args) else {
            return self.of_field(sight, id);
        };
        let is_plain = known.holds() && refinement.is_none() && ty.alias.is_none();
        if !is_plain || self.machine.types_depend_on_more {
            return self.of_field(sight, id);
        }
        let mut tape = Tape::new(self.service(), sight);
        let touched = changes.keys(id).filter_map(|at| entries.get_key_value(at));
        let distance = touched.map(|(at, value)| tape.of_entry((key, inner), at, value, None)).sum();
        Part { distance, gaps: tape.gaps }
    }

    fn summed(&self, parts: Vec<Part>) -> Validity {
        let distance = distance_of(&parts);
        let gaps = parts.iter().flat_map(|part| &part.gaps).take(MAX_GAPS).copied().collect();
        let broken = parts.iter().enumerate().filter(|(_, part)| !part.holds());
        let mut suspects = BTreeSet::new();
        for (at, _) in broken {
            match at.checked_sub(self.service().state.len()) {
                None => drop(suspects.insert(StateId(at as u32))),
                Some(at) => suspects.extend(self.machine.watches[at].fields()),
            }
        }
        Validity { parts, distance, gaps, suspects }
    }
}

fn distance_of(parts: &[Part]) -> f64 {
    parts.iter().map(|part| part.distance).sum()
}
