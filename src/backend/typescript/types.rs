//! Types: annotations of values, and the descriptors that read and write them on the wire.

use super::names::{TsIdent, TsNames};
use super::piece::{Piece, Property};
use super::uses::Uses;
use crate::ir::{Multiplicity, Type, TypeRef};
use crate::lower::Instants;

/// The annotation of a value.
pub(super) fn annotation(ty: &Type, names: &TsNames, uses: &mut Uses) -> String {
    match ty {
        Type::Bool => "boolean".into(),
        Type::Int => "bigint".into(),
        Type::Float => "number".into(),
        Type::String | Type::Uuid => "string".into(),
        Type::Duration => quantity("Duration", uses),
        Type::DateTime => quantity("Instant", uses),
        Type::Enum(id) => declared(&names.enums, id.index(), uses),
        Type::Entity(id) => declared(&names.all.entities, id.index(), uses),
        Type::Set(inner) => of("ValueSet", &[inner], names, uses),
        Type::Map(key, value) => of("ValueMap", &[key, value], names, uses),
        Type::Multi(key, value) => of("MultiMap", &[key, value], names, uses),
        Type::Seq(inner) if matches!(**inner, Type::Option(_)) => {
            format!("readonly ({})[]", annotation(inner, names, uses))
        }
        Type::Seq(inner) if matches!(**inner, Type::Seq(_)) => {
            format!("readonly ({})[]", annotation(inner, names, uses))
        }
        Type::Seq(inner) => format!("readonly {}[]", annotation(inner, names, uses)),
        Type::Option(inner) => format!("{} | null", annotation(inner, names, uses)),
        Type::Unknown => "unknown".into(),
    }
}

/// What may be known as a window alone has a type of its own; what is known is a number of milliseconds.
fn quantity(name: &str, uses: &mut Uses) -> String {
    match uses.program.instants {
        Instants::Known => "bigint".into(),
        Instants::Windows => {
            uses.value_type(name);
            name.to_string()
        }
    }
}

fn declared(names: &[TsIdent], at: usize, uses: &mut Uses) -> String {
    let name = names.get(at).map_or_else(|| "unknown".to_string(), TsIdent::to_string);
    uses.model_type(&name);
    name
}

fn of(class: &str, parts: &[&Type], names: &TsNames, uses: &mut Uses) -> String {
    uses.value_type(class);
    format!("{class}<{}>", all(parts, names, uses))
}

/// Several types with commas between them.
pub(super) fn all(parts: &[&Type], names: &TsNames, uses: &mut Uses) -> String {
    parts.iter().map(|part| annotation(part, names, uses)).collect::<Vec<_>>().join(", ")
}

/// Whether a literal of a type tells its type: there are no types of fewer values, as enums are.
pub(super) fn tells_its_type(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int | Type::Float | Type::String | Type::Uuid => true,
        Type::DateTime
        | Type::Duration
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => false,
    }
}

/// The descriptor of a declared type.
pub(super) fn descriptor(ty: &TypeRef, names: &TsNames, uses: &mut Uses) -> Piece {
    if let Some(alias) = ty.alias {
        return constant(&names.all.alias_types, alias.index(), uses);
    }
    match &ty.ty {
        Type::Bool => plain("BOOL", uses),
        Type::Int => plain("INT", uses),
        Type::Float => plain("FLOAT", uses),
        Type::String | Type::Unknown => plain("STRING", uses),
        Type::DateTime => plain("DATETIME", uses),
        Type::Duration => plain("DURATION", uses),
        Type::Uuid => plain("UUID", uses),
        Type::Enum(id) => constant(&names.all.enum_types, id.index(), uses),
        Type::Entity(id) => constant(&names.all.entity_types, id.index(), uses),
        Type::Set(_) => of_parts("SetOf", ty, names, uses),
        Type::Seq(_) => of_parts("SeqOf", ty, names, uses),
        Type::Option(_) => of_parts("OptionOf", ty, names, uses),
        Type::Map(..) => of_parts("MapOf", ty, names, uses),
        Type::Multi(..) => of_parts("MultiOf", ty, names, uses),
    }
}

/// A type without names for it, as it would be declared.
pub(super) fn unnamed(ty: &Type) -> TypeRef {
    let parts = match ty {
        Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => vec![unnamed(inner)],
        Type::Map(key, value) | Type::Multi(key, value) => vec![unnamed(key), unnamed(value)],
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Unknown => Vec::new(),
    };
    TypeRef { args: parts, ..TypeRef::plain(ty.clone()) }
}

fn of_parts(class: &str, ty: &TypeRef, names: &TsNames, uses: &mut Uses) -> Piece {
    uses.types(class);
    let mut parts: Vec<Piece> = ty.args.iter().map(|part| descriptor(part, names, uses)).collect();
    if ty.relation == Some(Multiplicity::Some) {
        parts.push(Piece::object(vec![Property::Named("some".into(), Piece::atom("true"))]));
    }
    Piece::call(format!("new {class}"), parts)
}

fn plain(name: &str, uses: &mut Uses) -> Piece {
    uses.types(name);
    Piece::atom(name)
}

fn constant(names: &[TsIdent], at: usize, uses: &mut Uses) -> Piece {
    let name = names.get(at).map_or_else(|| "UNNAMED".to_string(), TsIdent::to_string);
    uses.wire(&name);
    Piece::atom(name)
}
