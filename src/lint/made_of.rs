//! What the values of some types are made of, through the fields of entities. Lints ask it; it reports nothing.

use rustc_hash::FxHashSet;

use crate::ir::{EntityId, EnumId, Service, Type};

/// The named types that values are made of.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) entities: FxHashSet<EntityId>,
    pub(super) enums: FxHashSet<EnumId>,
}

/// Everything that values of the given types are made of.
pub(super) fn made_of(service: &Service, types: Vec<Type>) -> Parts {
    let mut parts = Parts::default();
    let mut open = types;
    while let Some(ty) = open.pop() {
        match ty {
            Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => open.push(inner.as_ref().clone()),
            Type::Map(key, value) | Type::Multi(key, value) => {
                open.extend([key.as_ref().clone(), value.as_ref().clone()])
            }
            Type::Enum(id) => {
                parts.enums.insert(id);
            }
            Type::Entity(id) => {
                if parts.entities.insert(id) {
                    open.extend(service.entity(id).fields.iter().map(|field| field.ty.ty.clone()));
                }
            }
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Unknown => {}
        }
    }
    parts
}
