//! How far a situation is from a target.

use std::collections::BTreeSet;

use super::sheet::{Named, Rival, Sheet};
use super::tape::{Reading, Tape};
use super::target::Target;
use crate::convention::{Api, InputPlace};
use crate::interp::{Accepted, Gap, Machine, Sight, State, Value, wire};
use crate::ir::{OperationId, Service};

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
    /// How far the part is that the target is about, whatever else is missing.
    pub(crate) part: f64,
}

impl Measure {
    pub(crate) fn is_reached(&self) -> bool {
        self.hard == 0.0
    }

    pub(crate) fn is_perfect(&self) -> bool {
        self.hard == 0.0 && self.soft == 0.0
    }

    /// How far it is altogether: what should be zero counts for less.
    pub(crate) fn distance(&self) -> f64 {
        self.hard + self.soft / 4.0
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
    /// For each operation, which inputs its conditions name.
    named: &'m [Named],
    words: BTreeSet<String>,
}

impl<'m> Ruler<'m> {
    pub(crate) fn new(machine: &'m Machine, api: &'m Api, named: &'m [Named]) -> Ruler<'m> {
        Ruler { machine, api, named, words: api.words() }
    }

    pub(crate) fn service(&self) -> &'m Service {
        self.machine.service()
    }

    /// How far a situation is from a target. `perform` works the call out, where the target speaks of what it leaves.
    pub(crate) fn measure(
        &self,
        target: &Target,
        scene: Scene<'_>,
        perform: &mut dyn FnMut() -> Option<Accepted>,
    ) -> Measure {
        self.measure_against(target, scene, Rival::NONE, perform).0
    }

    /// The same for a call that has to be nearer than another one: what is too far away is not measured to the end, nor is what
    /// is as it was. With it comes what was measured anew.
    pub(crate) fn measure_against(
        &self,
        target: &Target,
        scene: Scene<'_>,
        rival: Rival<'_>,
        perform: &mut dyn FnMut() -> Option<Accepted>,
    ) -> (Measure, Sheet) {
        let sight = Sight {
            model: &self.machine.model,
            now: scene.now,
            before: scene.state,
            after: scene.state,
            inputs: scene.inputs,
            outputs: &[],
        };
        let mut tape = Tape::new(self.service(), sight);
        let sheet = match target.operation {
            Some(id) => {
                tape.hard += self.unsendable(id, scene.inputs);
                let mut reading = Reading { id, named: &self.named[id.index()], rival, sheet: Sheet::default() };
                tape.of_call(target, &mut reading, perform);
                reading.sheet
            }
            None => {
                tape.of_state(target);
                Sheet::default()
            }
        };
        let Tape { hard, soft, gaps, missed_by, nearest: part, .. } = tape;
        (Measure { hard, soft, gaps, missed_by, part }, sheet)
    }

    /// What no suite sends in a path: nothing, dots, and the words of other routes.
    fn unsendable(&self, id: OperationId, inputs: &[Value]) -> f64 {
        let route = self.api.route(id);
        let declared = &self.service().operation(id).inputs;
        let in_path = route.inputs.iter().zip(declared).zip(inputs);
        let bad = in_path.filter(|((place, param), value)| {
            **place == InputPlace::Path
                && match value {
                    Value::Text(text) => is_unsendable(text, &self.words),
                    _ => is_unsendable(&wire::text_of(self.service(), &param.ty.ty, value), &self.words),
                }
        });
        bad.count() as f64
    }
}

fn is_unsendable(text: &str, words: &BTreeSet<String>) -> bool {
    text.is_empty() || text == "." || text == ".." || words.contains(text)
}
