//! How far a situation is from a target.

use std::collections::BTreeSet;

use super::tape::Tape;
use super::target::Target;
use crate::convention::{Api, InputPlace};
use crate::interp::{Accepted, Gap, Machine, Sight, State, Value, wire};
use crate::ir::{Expr, OperationId, Property, Reads, Service, StateId};

/// How far a situation is from a target.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Measure {
    /// What has to be zero.
    pub(crate) hard: f64,
    /// What should be zero, and cannot always be: two clauses that say the same fail together.
    pub(crate) soft: f64,
    /// By how much comparisons were missed, whichever clause they are of.
    pub(crate) gaps: Vec<Gap>,
    /// By how much the comparison that the target is about was missed.
    pub(crate) missed_by: Option<Gap>,
}

impl Measure {
    pub(crate) fn is_reached(&self) -> bool {
        self.hard == 0.0
    }

    pub(crate) fn is_perfect(&self) -> bool {
        self.hard == 0.0 && self.soft == 0.0
    }

    /// Whether this one is nearer than another.
    pub(crate) fn beats(&self, other: &Measure) -> bool {
        (self.hard, self.soft) < (other.hard, other.soft)
    }
}

/// A state, an instant and the inputs of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) state: &'a State,
    pub(crate) now: i64,
    pub(crate) inputs: &'a [Value],
}

/// Measures situations of a service.
#[derive(Debug)]
pub(crate) struct Ruler<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) api: &'m Api,
    words: BTreeSet<String>,
    /// For each invariant and each `always` of the service, what it reads.
    conditions: Vec<(&'m Expr, BTreeSet<StateId>)>,
}

impl<'m> Ruler<'m> {
    pub(crate) fn new(machine: &'m Machine, api: &'m Api) -> Ruler<'m> {
        let service = machine.service();
        let invariants = service.invariants.iter().map(|invariant| &invariant.expr);
        let always = service.temporals.iter().filter_map(|temporal| match &temporal.property {
            Property::Always(expr) => Some(expr),
            Property::Eventually(_) | Property::Fairness(_) => None,
        });
        let conditions = invariants.chain(always).map(|expr| (expr, Reads::of(service, expr).fields)).collect();
        Ruler { machine, api, words: api.words(), conditions }
    }

    fn service(&self) -> &'m Service {
        self.machine.service()
    }

    /// How far a situation is from a target. `perform` works the call out, where the target speaks of what it leaves.
    pub(crate) fn measure(
        &self,
        target: &Target,
        scene: Scene<'_>,
        perform: &mut dyn FnMut() -> Option<Accepted>,
    ) -> Measure {
        let sight = Sight {
            model: &self.machine.model,
            now: scene.now,
            before: scene.state,
            after: scene.state,
            inputs: scene.inputs,
            outputs: &[],
        };
        let mut tape = Tape::new(self.service(), sight);
        match target.operation {
            Some(id) => {
                tape.hard += self.unsendable(id, scene.inputs);
                tape.of_call(target, id, perform);
            }
            None => tape.of_state(target),
        }
        Measure { hard: tape.hard, soft: tape.soft, gaps: tape.gaps, missed_by: tape.missed_by }
    }

    /// What no suite sends in a path: nothing, dots, and the words of other routes.
    fn unsendable(&self, id: OperationId, inputs: &[Value]) -> f64 {
        let route = self.api.route(id);
        let declared = &self.service().operation(id).inputs;
        let in_path = route.inputs.iter().zip(declared).zip(inputs);
        let bad = in_path.filter(|((place, param), value)| {
            let text = || wire::text_of(self.service(), &param.ty.ty, value);
            **place == InputPlace::Path && is_unsendable(&text(), &self.words)
        });
        bad.count() as f64
    }
}

fn is_unsendable(text: &str, words: &BTreeSet<String>) -> bool {
    text.is_empty() || text == "." || text == ".." || words.contains(text)
}

#[derive(Debug, Clone)]
pub(crate) struct Validity {
    pub(crate) distance: f64,
    pub(crate) gaps: Vec<Gap>,
    /// The state fields that broken conditions speak of.
    pub(crate) suspects: BTreeSet<StateId>,
}

impl Ruler<'_> {
    /// How far a state is from satisfying every type, invariant and `always`.
    pub(crate) fn validity(&self, state: &State, now: i64) -> Validity {
        let sight = Sight::of_state(&self.machine.model, state, now);
        let mut tape = Tape::new(self.service(), sight);
        let mut suspects = BTreeSet::new();
        for (at, (field, value)) in self.service().state.iter().zip(state.fields()).enumerate() {
            let mut distance = tape.of_type(&field.ty, value, None);
            if let Some(refinement) = field.refinement.as_ref().filter(|_| *value != Value::None) {
                distance += tape.distance(sight.evaluator().with_value(value), refinement, true);
            }
            tape.hard += distance;
            suspects.extend((distance > 0.0).then_some(StateId(at as u32)));
        }
        for (condition, fields) in &self.conditions {
            let distance = tape.distance(sight.evaluator(), condition, true);
            tape.hard += distance;
            suspects.extend(fields.iter().filter(|_| distance > 0.0));
        }
        Validity { distance: tape.hard, gaps: tape.gaps, suspects }
    }
}
