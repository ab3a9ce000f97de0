//! Types: annotations of values, and the descriptors that read and write them on the wire.

use super::names::{PyIdent, PyNames};
use super::piece::{Piece, named};
use super::uses::Uses;
use crate::ir::{Multiplicity, Type, TypeRef};

/// The annotation of a value.
pub(super) fn annotation(ty: &Type, names: &PyNames, uses: &mut Uses) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int | Type::Duration => "int".into(),
        Type::Float => "float".into(),
        Type::String | Type::Uuid | Type::Enum(_) => "str".into(),
        Type::DateTime => helper("Instant", uses),
        Type::Entity(id) => {
            let class = names.entities.get(id.index()).map_or_else(|| "object".to_string(), PyIdent::to_string);
            uses.model(&class);
            class
        }
        Type::Set(inner) => format!("frozenset[{}]", annotation(inner, names, uses)),
        Type::Seq(inner) => format!("tuple[{}, ...]", annotation(inner, names, uses)),
        Type::Map(key, value) => pair("Map", key, value, names, uses),
        Type::Multi(key, value) => pair("Multi", key, value, names, uses),
        Type::Option(inner) => format!("{} | None", annotation(inner, names, uses)),
        Type::Unknown => "object".into(),
    }
}

fn helper(name: &str, uses: &mut Uses) -> String {
    uses.value(name);
    name.to_string()
}

fn pair(class: &str, key: &Type, value: &Type, names: &PyNames, uses: &mut Uses) -> String {
    uses.value(class);
    format!("{class}[{}, {}]", annotation(key, names, uses), annotation(value, names, uses))
}

/// Whether the descriptors of declared types are defined in the module at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    Here,
    Elsewhere,
}

/// The descriptor of a declared type.
pub(super) fn descriptor(ty: &TypeRef, names: &PyNames, uses: &mut Uses, home: Home) -> Piece {
    if let Some(alias) = ty.alias {
        return constant(&names.alias_types, alias.index(), uses, home);
    }
    match &ty.ty {
        Type::Bool => plain("BOOL", uses),
        Type::Int => plain("INT", uses),
        Type::Float => plain("FLOAT", uses),
        Type::String | Type::Unknown => plain("STRING", uses),
        Type::DateTime => plain("DATETIME", uses),
        Type::Duration => plain("DURATION", uses),
        Type::Uuid => plain("UUID", uses),
        Type::Enum(id) => constant(&names.enum_types, id.index(), uses, home),
        Type::Entity(id) => constant(&names.entity_types, id.index(), uses, home),
        Type::Set(_) => of_parts("SetOf", ty, names, (uses, home)),
        Type::Seq(_) => of_parts("SeqOf", ty, names, (uses, home)),
        Type::Option(_) => of_parts("Option", ty, names, (uses, home)),
        Type::Map(..) => of_parts("MapOf", ty, names, (uses, home)),
        Type::Multi(..) => of_parts("MultiOf", ty, names, (uses, home)),
    }
}

fn of_parts(class: &str, ty: &TypeRef, names: &PyNames, (uses, home): (&mut Uses, Home)) -> Piece {
    uses.types(class);
    let mut parts: Vec<_> = ty.args.iter().map(|part| descriptor(part, names, uses, home).into()).collect();
    if ty.relation == Some(Multiplicity::Some) {
        parts.push(named("some", Piece::atom("True")));
    }
    Piece::call(class, parts)
}

fn plain(name: &str, uses: &mut Uses) -> Piece {
    uses.types(name);
    Piece::atom(name)
}

fn constant(names: &[PyIdent], at: usize, uses: &mut Uses, home: Home) -> Piece {
    let name = names.get(at).map_or_else(|| "UNNAMED".to_string(), PyIdent::to_string);
    if home == Home::Elsewhere {
        uses.wire(&name);
    }
    Piece::atom(name)
}
