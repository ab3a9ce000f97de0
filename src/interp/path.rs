//! Ways into a value, with their keys worked out: reading and writing what is at the end.

use std::sync::Arc;

use super::eval::put;
use super::value::Value;
use crate::ir::{EntityId, Field, Service, Type, TypeRef};

/// One step into a value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum At {
    Key(Value),
    Field(usize),
    Position(usize),
}

/// The value at the end of a way, if there is one.
pub(crate) fn read<'v>(root: &'v Value, way: &[At]) -> Option<&'v Value> {
    let Some((step, rest)) = way.split_first() else { return Some(root) };
    let part = match (step, root) {
        (At::Key(key), Value::Map(entries)) => entries.get(key),
        (At::Field(field), Value::Record(fields)) => fields.get(*field),
        (At::Field(_), Value::Open) => Some(&Value::Open),
        (At::Position(position), Value::Seq(elements)) => elements.get(*position),
        (At::Key(_) | At::Field(_) | At::Position(_), _) => None,
    };
    part.and_then(|part| read(part, rest))
}

/// Puts a value at the end of a way. A missing entry is created, with its other fields open. Tells whether it could.
pub(crate) fn write(service: &Service, ty: &Type, root: &mut Value, way: &[At], value: Value) -> bool {
    let Some((step, rest)) = way.split_first() else {
        *root = value;
        return true;
    };
    let ty = if let Type::Option(inner) = ty { inner } else { ty };
    match step {
        At::Key(key) => write_entry(service, ty, root, (key, rest), value),
        At::Field(field) => write_field(service, ty, root, (*field, rest), value),
        At::Position(position) => {
            let (Type::Seq(element), Value::Seq(elements)) = (ty, root) else { return false };
            elements.get_mut(*position).is_some_and(|part| write(service, element, part, rest, value))
        }
    }
}

fn write_entry(service: &Service, ty: &Type, root: &mut Value, (key, rest): (&Value, &[At]), value: Value) -> bool {
    if root.is_open() {
        *root = Value::Map(imbl::OrdMap::new());
    }
    let Value::Map(entries) = root else { return false };
    if let (Type::Map(_, inner), Some(part)) = (ty, entries.get_mut(key)) {
        return write(service, inner, part, rest, value);
    }
    let mut part = entries.get(key).cloned().unwrap_or(Value::Open);
    let done = write(service, &entry_type(ty), &mut part, rest, value);
    put(entries, key.clone(), part, ty);
    done
}

fn write_field(service: &Service, ty: &Type, root: &mut Value, (field, rest): (usize, &[At]), value: Value) -> bool {
    let Type::Entity(id) = ty else { return false };
    if root.is_open() {
        *root = open_record(service, *id);
    }
    let Value::Record(fields) = root else { return false };
    let declared = &service.entity(*id).fields;
    let part = Arc::make_mut(fields).get_mut(field);
    let (Some(part), Some(Field { ty, .. })) = (part, declared.get(field)) else { return false };
    write(service, &ty.ty, part, rest, value)
}

/// A record with every field open.
pub(crate) fn open_record(service: &Service, id: EntityId) -> Value {
    Value::Record(service.entity(id).fields.iter().map(|_| Value::Open).collect())
}

/// The type of the values of a map or relation.
pub(crate) fn entry_type(ty: &Type) -> Type {
    match ty {
        Type::Map(_, value) => (**value).clone(),
        Type::Multi(_, value) => Type::Set(Arc::clone(value)),
        other => other.clone(),
    }
}

/// The declared type at the end of a way, and the field of an entity that it is the type of.
pub(crate) fn declared<'s>(
    service: &'s Service,
    ty: &'s TypeRef,
    way: &[At],
) -> Option<(&'s TypeRef, Option<(EntityId, usize)>)> {
    let Some((step, rest)) = way.split_first() else { return Some((ty, None)) };
    if let Some(alias) = ty.alias {
        return declared(service, &service.aliases[alias.index()].base, way);
    }
    match (step, &*ty.args, &ty.ty) {
        (At::Key(_), [_, value], _) => declared(service, value, rest),
        (At::Position(_), [element], _) => declared(service, element, rest),
        (At::Field(_), [inner], _) => declared(service, inner, way),
        (At::Field(at), _, Type::Entity(id)) => {
            let field = service.entity(*id).fields.get(*at)?;
            let (ty, deeper) = declared(service, &field.ty, rest)?;
            Some((ty, if rest.is_empty() { Some((*id, *at)) } else { deeper }))
        }
        (At::Key(_) | At::Field(_) | At::Position(_), _, _) => None,
    }
}
