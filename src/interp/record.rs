//! Records made of values for each field, such that the refinements and invariants of the entity hold.

use std::sync::Arc;

use super::refine::{Broken, Refiner, decided};
use super::stop::Stop;
use super::value::Value;
use crate::ir::{EntityId, Service};

/// How many values are tried, over all fields.
const MAX_TRIES: usize = 20_000;

/// The first records, fields in their order, each with the first of its values that fits.
pub(crate) fn records(
    service: &Service,
    refiner: Refiner<'_>,
    entity: EntityId,
    choices: &[Vec<Value>],
    wanted: usize,
) -> Vec<Value> {
    let invariants = service.entity(entity).invariants.len();
    let mut filler = Filler { refiner, entity, invariants, choices, wanted, tries: 0, found: Vec::new() };
    filler.fill(&mut vec![Value::Open; choices.len()], 0);
    filler.found
}

struct Filler<'a> {
    refiner: Refiner<'a>,
    entity: EntityId,
    invariants: usize,
    choices: &'a [Vec<Value>],
    wanted: usize,
    tries: usize,
    found: Vec<Value>,
}

impl Filler<'_> {
    fn fill(&mut self, fields: &mut Vec<Value>, at: usize) {
        let Some(values) = self.choices.get(at) else {
            self.found.push(Value::Record(fields.as_slice().into()));
            return;
        };
        for value in values {
            self.tries += 1;
            if self.found.len() >= self.wanted || self.tries > MAX_TRIES {
                break;
            }
            fields[at] = value.clone();
            if self.fits(&fields.as_slice().into(), at) {
                self.fill(fields, at + 1);
            }
        }
        fields[at] = Value::Open;
    }

    /// Whether nothing is broken so far. What speaks of fields that are still open says nothing yet.
    fn fits(&self, fields: &Arc<[Value]>, last: usize) -> bool {
        let kept = |broken: Result<Option<Broken>, Stop>| broken.is_ok_and(|broken| decided(broken).is_none());
        let each = fields.iter().enumerate().take(last + 1);
        let mut each = each.map(|(at, value)| self.refiner.broken_field(self.entity, at, value, fields));
        let mut whole = (0..self.invariants).map(|at| self.refiner.broken_invariant(self.entity, at, fields));
        each.all(kept) && whole.all(kept)
    }
}
