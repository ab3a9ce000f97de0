//! How values of a type are made that may fit where a choice is open, the likeliest first.

use serde::Serialize;

use super::choices::{Choice, Known, known_of};
use crate::ir::{EntityId, EnumId, Service, Type, TypeRef};

/// How deep values are made inside values.
const MAX_DEPTH: usize = 4;

/// What values are tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Recipe {
    /// None
    Nothing,
    /// `false` and `true`
    Truths,
    /// The values of an enum
    Names(EnumId),
    /// Small numbers, and those around these
    Integers(Vec<i64>),
    /// Small numbers, and those around these
    Floats(Vec<f64>),
    /// The instant of the call, and those around it
    Instants,
    /// Texts
    Texts(Texts),
    /// Identifiers; random ones first where nobody should guess them
    Uuids(bool),
    /// None, and these
    Options(Box<Recipe>),
    /// Sets of these
    Sets(Box<Made>),
    /// Sequences of these
    Sequences(Box<Made>),
    /// A map without entries
    EmptyMap,
    /// A relation without entries
    EmptyMulti,
    /// Records of an entity, with the values of their fields
    Records(EntityId, Vec<Made>),
}

/// What texts are tried.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Texts {
    /// Those that match these patterns.
    pub patterns: Vec<String>,
    /// Those of lengths around these.
    pub lengths: Vec<i64>,
    /// These.
    pub known: Vec<String>,
    /// Random ones first: nobody should guess them.
    pub is_fresh: bool,
}

/// Values of a declared type. Those that do not satisfy it are left out.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Made {
    /// What is tried.
    pub of: Recipe,
    /// What they have to satisfy.
    pub ty: TypeRef,
}

impl Choice {
    /// Values of its type, where they are tried.
    pub fn recipe(&self, service: &Service) -> Recipe {
        if self.tries_its_type() { recipe(service, &self.ty, &self.known, self.is_fresh, 0) } else { Recipe::Nothing }
    }

    /// What may come into the collection that it is, or leave it: elements, or keys and what they lead to.
    pub fn parts(&self, service: &Service) -> Vec<Made> {
        let count = if matches!(self.ty.ty, Type::Map(..) | Type::Multi(..)) { 2 } else { 1 };
        (0..count).map(|at| made(service, part(service, &self.ty, at).unwrap_or_else(unknown), 1)).collect()
    }
}

/// Values for keys that are made up: of types without parts.
pub(super) fn fresh_keys(service: &Service, key: &TypeRef) -> Recipe {
    let found = recipe(service, key, &known_of(service, key, None), true, 0);
    match found {
        Recipe::Truths
        | Recipe::Names(_)
        | Recipe::Integers(_)
        | Recipe::Floats(_)
        | Recipe::Instants
        | Recipe::Texts(_)
        | Recipe::Uuids(_) => found,
        Recipe::Nothing
        | Recipe::Options(_)
        | Recipe::Sets(_)
        | Recipe::Sequences(_)
        | Recipe::EmptyMap
        | Recipe::EmptyMulti
        | Recipe::Records(..) => Recipe::Nothing,
    }
}

fn recipe(service: &Service, ty: &TypeRef, known: &Known, is_fresh: bool, depth: usize) -> Recipe {
    match &ty.ty {
        Type::Bool => Recipe::Truths,
        Type::Int | Type::Duration => Recipe::Integers(known.constants.clone()),
        Type::Float => Recipe::Floats(reals(known)),
        Type::DateTime => Recipe::Instants,
        Type::String => Recipe::Texts(texts(known, is_fresh)),
        Type::Uuid => Recipe::Uuids(is_fresh),
        Type::Enum(id) => Recipe::Names(*id),
        Type::Option(_) => {
            let inner = part(service, ty, 0).unwrap_or_else(unknown);
            Recipe::Options(Box::new(recipe(service, &inner, known, is_fresh, depth + 1)))
        }
        Type::Set(_) => elements(service, ty, depth).map_or(Recipe::Nothing, Recipe::Sets),
        Type::Seq(_) => elements(service, ty, depth).map_or(Recipe::Nothing, Recipe::Sequences),
        Type::Map(..) => Recipe::EmptyMap,
        Type::Multi(..) => Recipe::EmptyMulti,
        Type::Entity(id) if depth <= MAX_DEPTH => Recipe::Records(*id, fields(service, *id, depth)),
        Type::Entity(_) | Type::Unknown => Recipe::Nothing,
    }
}

fn reals(known: &Known) -> Vec<f64> {
    known.reals.iter().copied().chain(known.constants.iter().map(|number| *number as f64)).collect()
}

fn texts(known: &Known, is_fresh: bool) -> Texts {
    let Known { patterns, constants, texts, .. } = known.clone();
    Texts { patterns, lengths: constants, known: texts, is_fresh }
}

fn elements(service: &Service, ty: &TypeRef, depth: usize) -> Option<Box<Made>> {
    let inner = part(service, ty, 0).filter(|_| depth <= MAX_DEPTH)?;
    Some(Box::new(made(service, inner, depth + 1)))
}

fn fields(service: &Service, id: EntityId, depth: usize) -> Vec<Made> {
    let fields = service.entity(id).fields.iter();
    let made = fields.map(|field| {
        let known = known_of(service, &field.ty, field.refinement.as_ref());
        Made { of: recipe(service, &field.ty, &known, false, depth + 1), ty: field.ty.clone() }
    });
    made.collect()
}

fn made(service: &Service, ty: TypeRef, depth: usize) -> Made {
    let known = known_of(service, &ty, None);
    Made { of: recipe(service, &ty, &known, false, depth), ty }
}

/// A part of a composite type.
fn part(service: &Service, ty: &TypeRef, at: usize) -> Option<TypeRef> {
    if let Some(alias) = ty.alias {
        return part(service, &service.aliases.get(alias.index())?.base, at);
    }
    ty.args.get(at).cloned()
}

fn unknown() -> TypeRef {
    TypeRef::plain(Type::Unknown)
}
