//! Rows that tests may insert one by one: those of entities that take part in a transition.

use serde::Serialize;

use super::recipe::{Recipe, fresh_keys};
use crate::convention::{key_field, names};
use crate::ir::{EntityId, FieldIndex, Service, StateId, Type, TypeRef};

/// A relation that takes single rows from tests: the one that the first rule of an entity's transition is about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Seed {
    /// What the admin contract calls it.
    pub name: String,
    /// The entity.
    pub entity: EntityId,
    /// The relation.
    pub relation: StateId,
    /// The type of its keys.
    pub key: TypeRef,
    /// The field that is the key, where one is.
    pub key_field: Option<FieldIndex>,
    /// Keys to try where none is.
    pub fresh: Recipe,
}

/// The relations that take single rows, at most one per entity.
pub fn seeds(service: &Service) -> Vec<Seed> {
    let mut found: Vec<Seed> = Vec::new();
    for transition in &service.transitions {
        let rule = transition.rules.iter().find_map(|rule| rule.resolved.as_ref().ok());
        let known = found.iter().any(|seed| seed.entity == transition.entity);
        found.extend(rule.filter(|_| !known).and_then(|rule| seed(service, transition.entity, rule.relation)));
    }
    found
}

fn seed(service: &Service, entity: EntityId, relation: StateId) -> Option<Seed> {
    let Type::Map(of, _) = &service.state_field(relation).ty.ty else { return None };
    let declared = service.entity(entity);
    let named_id = || declared.fields.iter().position(|field| field.name == "id" && field.ty.ty == **of);
    let key_field = key_field(service, relation).or_else(|| named_id().map(|at| FieldIndex(at as u32)));
    let key = key_type(service, relation)?.clone();
    let fresh = fresh_keys(service, &key);
    Some(Seed { name: names::snake(&declared.name), entity, relation, key, key_field, fresh })
}

/// The declared type of a relation's keys, also where the relation's own type has a name.
fn key_type(service: &Service, relation: StateId) -> Option<&TypeRef> {
    let mut declared = &service.state_field(relation).ty;
    while let Some(alias) = declared.alias {
        declared = &service.aliases.get(alias.index())?.base;
    }
    declared.args.first()
}
