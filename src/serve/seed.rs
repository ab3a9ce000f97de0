//! Rows that tests may insert: those of entities that take part in a transition.

use heck::ToSnakeCase;

use super::problem::Problem;
use super::spec::Spec;
use super::store::Held;
use crate::convention::key_field;
use crate::interp::wire;
use crate::interp::{State, Value};
use crate::ir::{EntityId, FieldIndex, Service, StateId, Type};
use axum::http::StatusCode;
use serde_json::Value as Json;

/// A relation that takes rows.
pub(super) struct Seed {
    /// The last segment of the path.
    pub(super) name: String,
    entity: EntityId,
    relation: StateId,
    key: Type,
    key_field: Option<FieldIndex>,
}

/// The rows that can be seeded, one relation per entity: the one that its first rule is about.
pub(super) fn seeds(service: &Service) -> Vec<Seed> {
    let mut found: Vec<Seed> = Vec::new();
    for transition in &service.transitions {
        let known = found.iter().any(|seed| seed.entity == transition.entity);
        let rule = transition.rules.iter().find_map(|rule| rule.resolved.as_ref().ok());
        if let Some(rule) = rule.filter(|_| !known) {
            found.extend(seed(service, transition.entity, rule.relation));
        }
    }
    found
}

fn seed(service: &Service, entity: EntityId, relation: StateId) -> Option<Seed> {
    let Type::Map(key, _) = &service.state_field(relation).ty.ty else { return None };
    let declared = service.entity(entity);
    let named_id = || declared.fields.iter().position(|field| field.name == "id" && field.ty.ty == **key);
    let key_field = key_field(service, relation).or_else(|| named_id().map(|at| FieldIndex(at as u32)));
    Some(Seed { name: declared.name.to_snake_case(), entity, relation, key: (**key).clone(), key_field })
}

/// A state with one more row, and the row's key on the wire.
pub(super) struct Seeded {
    pub(super) state: State,
    pub(super) id: Json,
}

impl Seed {
    /// Inserts a row. Whether the state still satisfies the spec is for the caller to check.
    pub(super) fn insert(&self, spec: &Spec, held: &Held, row: &Json) -> Result<Seeded, Problem> {
        let service = &spec.service;
        let row = wire::decode(service, &Type::Entity(self.entity), row);
        let row = row.map_err(|mismatch| Problem::unreadable(mismatch.to_string()))?;
        let key = self.key_of(&row).or_else(|| self.fresh_key(spec, held)).ok_or_else(no_key)?;
        let mut state = held.state().clone();
        let Value::Map(relation) = state.field_mut(self.relation) else {
            return Err(Problem::unreadable("The relation takes no rows."));
        };
        let id = wire::encode(service, &self.key, &key);
        if relation.contains_key(&key) {
            return Err(Problem::new(StatusCode::CONFLICT, format!("There is already a row with the key {id}.")));
        }
        relation.insert(key, row);
        Ok(Seeded { state, id })
    }

    fn key_of(&self, row: &Value) -> Option<Value> {
        let (Value::Record(fields), Some(at)) = (row, self.key_field) else { return None };
        fields.get(at.index()).cloned()
    }

    /// A key that is not in the relation yet, and satisfies the key's type.
    fn fresh_key(&self, spec: &Spec, held: &Held) -> Option<Value> {
        let (state, now) = (held.state(), held.now());
        let Value::Map(relation) = state.field(self.relation) else { return None };
        let declared = spec.service.state_field(self.relation).ty.args.first()?;
        let samples = spec.choices.lend(held.version(), |random| spec.machine.samples(declared, state, now, random));
        samples.into_iter().find(|key| !relation.contains_key(key))
    }
}

fn no_key() -> Problem {
    Problem::unreadable("The row does not say its key, and none can be made up.")
}
