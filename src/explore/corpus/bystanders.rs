//! Witnesses among bystanders: what a call does must not depend on what else is there.

use rustc_hash::FxHashSet;

use super::build::Builder;
use super::{Stored, Witness, as_good};
use crate::explore::populate::{Vain, populate};
use crate::interp::{State, Value};
use crate::ir::StateId;

impl Builder<'_, '_> {
    /// Gives every witness a state with bystanders.
    pub(super) fn add_bystanders(&mut self) {
        let used: Vec<usize> = (0..self.corpus.states.len())
            .filter(|at| self.corpus.witnesses.iter().any(|witness| witness.state == *at))
            .collect();
        let (avoided, mut vain) = (self.named(), Vain::default());
        for state in used {
            let Stored { state: small, now, .. } = &self.corpus.states[state];
            let large = populate(&self.engine.solver, (small, *now), (&avoided, &mut vain), &mut self.random.split());
            for witness in 0..self.corpus.witnesses.len() {
                if self.corpus.witnesses[witness].state == state {
                    self.place_among(witness, state, &large);
                }
            }
        }
        for witness in 0..self.corpus.witnesses.len() {
            if self.corpus.witnesses[witness].populated.is_none() {
                self.place_among_others(witness);
            }
        }
    }

    /// What the calls of witnesses name: a bystander under such a key would be more than a bystander.
    fn named(&self) -> FxHashSet<Value> {
        let calls = self.corpus.witnesses.iter().filter_map(|witness| witness.call.as_ref());
        calls.flat_map(|made| made.call.inputs.iter().cloned()).collect()
    }

    /// Puts a witness among bystanders; those of a relation that spoil it are left out.
    fn place_among(&mut self, witness: usize, state: usize, large: &State) {
        let Stored { state: small, now, .. } = self.corpus.states[state].clone();
        let mut variants = vec![large.clone()];
        for index in 0..small.fields().len() {
            let id = StateId(index as u32);
            let mut variant = large.clone();
            *variant.field_mut(id) = small.field(id).clone();
            variants.push(variant);
        }
        let fits = |variant: &State| {
            *variant != small
                && self.engine.machine.check_state(variant, now).is_ok()
                && self.still_holds(&self.corpus.witnesses[witness], variant)
        };
        let Some(found) = variants.into_iter().find(|variant| fits(variant)) else { return };
        let known =
            self.corpus.states.iter().position(|stored| stored.populates == Some(state) && stored.state == found);
        let at = known.unwrap_or_else(|| {
            let stored = Stored { state: found, now, trace: None, populates: Some(state), repeats: Vec::new() };
            self.corpus.states.push(stored);
            self.corpus.states.len() - 1
        });
        self.corpus.witnesses[witness].populated = Some(at);
    }

    /// Where a state has nothing that bystanders could resemble, those of another one will do.
    fn place_among_others(&mut self, witness: usize) {
        let now = self.corpus.states[self.corpus.witnesses[witness].state].now;
        let fits = |stored: &Stored| {
            stored.populates.is_some()
                && stored.now == now
                && self.still_holds(&self.corpus.witnesses[witness], &stored.state)
        };
        self.corpus.witnesses[witness].populated = self.corpus.states.iter().position(fits);
    }

    /// Whether a witness does the same in another state.
    fn still_holds(&self, witness: &Witness, state: &State) -> bool {
        let (inputs, now): (&[Value], i64) = match &witness.call {
            Some(made) => (&made.call.inputs, made.now),
            None => (&[], self.corpus.states[witness.state].now),
        };
        let same = witness
            .call
            .as_ref()
            .is_none_or(|made| self.expected(state, &made.call, made.now).is_some_and(|expect| expect == made.expect));
        let reached = |target: &usize| {
            let measure = self.engine.solver.measure(self.target(*target), state, inputs, now);
            as_good(&measure, if witness.alone { 0.0 } else { 1.0 })
        };
        same && witness.targets.iter().all(reached)
    }
}
