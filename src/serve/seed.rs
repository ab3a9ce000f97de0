//! Rows that tests may insert: those of entities that take part in a transition.

use super::problem::Problem;
use super::spec::Spec;
use super::store::Held;
use crate::interp::wire;
use crate::interp::{State, Value};
use crate::ir::Type;
use crate::plan::service::Seed;
use axum::http::StatusCode;
use serde_json::Value as Json;

/// Inserts rows into a relation.
pub(super) struct Sowing<'s>(pub(super) &'s Seed);

/// A state with one more row, and the row's key on the wire.
pub(super) struct Seeded {
    pub(super) state: State,
    pub(super) id: Json,
}

impl Sowing<'_> {
    /// Inserts a row. Whether the state still satisfies the spec is for the caller to check.
    pub(super) fn insert(&self, spec: &Spec, held: &Held, row: &Json) -> Result<Seeded, Problem> {
        let service = &spec.service;
        let row = wire::decode(service, &Type::Entity(self.0.entity), row);
        let row = row.map_err(|mismatch| Problem::unreadable(mismatch.to_string()))?;
        let key = self.key_of(&row).or_else(|| self.fresh_key(spec, held)).ok_or_else(no_key)?;
        let mut state = held.state().clone();
        let Value::Map(relation) = state.field_mut(self.0.relation) else {
            return Err(Problem::unreadable("The relation takes no rows."));
        };
        let id = wire::encode(service, &self.0.key.ty, &key);
        if relation.contains_key(&key) {
            return Err(Problem::new(StatusCode::CONFLICT, format!("There is already a row with the key {id}.")));
        }
        relation.insert(key, row);
        Ok(Seeded { state, id })
    }

    fn key_of(&self, row: &Value) -> Option<Value> {
        let (Value::Record(fields), Some(at)) = (row, self.0.key_field) else { return None };
        fields.get(at.index()).cloned()
    }

    /// A key that is not in the relation yet, and satisfies the key's type.
    fn fresh_key(&self, spec: &Spec, held: &Held) -> Option<Value> {
        let (state, now) = (held.state(), held.now());
        let Value::Map(relation) = state.field(self.0.relation) else { return None };
        let key = &self.0.key;
        let samples = spec.choices.lend(held.version(), |random| spec.machine.samples(key, state, now, random));
        samples.into_iter().find(|key| !relation.contains_key(key))
    }
}

fn no_key() -> Problem {
    Problem::unreadable("The row does not say its key, and none can be made up.")
}
