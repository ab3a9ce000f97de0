//! Types: what a value is, and what a declaration adds to it.

use std::sync::Arc;

use serde::Serialize;

use super::{AliasId, EntityId, EnumId};

/// What a value is; cheap to copy, since parts are shared. An alias is its base type here; its refinement stays with the declaration, in [`TypeRef`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub enum Type {
    /// `Bool`
    Bool,
    /// `Int`: a signed 64-bit integer
    Int,
    /// `Float`: a finite double
    Float,
    /// `String`
    String,
    /// `DateTime`: a UTC instant in milliseconds
    DateTime,
    /// `Duration`: a number of milliseconds
    Duration,
    /// `UUID`
    Uuid,
    /// An enum
    Enum(EnumId),
    /// An entity
    Entity(EntityId),
    /// `Set[T]`
    Set(Arc<Type>),
    /// `Seq[T]`
    Seq(Arc<Type>),
    /// `Map[K, V]`, and the relations `K -> one V` and `K -> lone V`
    Map(Arc<Type>, Arc<Type>),
    /// The relations `K -> some V` and `K -> set V`: a key has a set of values, and an absent key the empty one
    Multi(Arc<Type>, Arc<Type>),
    /// `Option[T]`
    Option(Arc<Type>),
    /// The result of a call of an undeclared function where nothing decides it; fits everything
    Unknown,
}

impl Type {
    /// `Set[T]`
    pub fn set(element: Type) -> Type {
        Type::Set(Arc::new(element))
    }

    /// `Seq[T]`
    pub fn seq(element: Type) -> Type {
        Type::Seq(Arc::new(element))
    }

    /// `Map[K, V]`
    pub fn map(key: Type, value: Type) -> Type {
        Type::Map(Arc::new(key), Arc::new(value))
    }

    /// `Option[T]`
    pub fn option(inner: Type) -> Type {
        Type::Option(Arc::new(inner))
    }

    /// What an iteration over a value of this type goes over: elements of sets and sequences, keys of maps.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Set(element) | Type::Seq(element) => Some(element),
            Type::Map(key, _) | Type::Multi(key, _) => Some(key),
            Type::Unknown => Some(self),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Option(_) => None,
        }
    }

    /// Whether `<` and its relatives are defined on it.
    pub fn is_ordered(&self) -> bool {
        matches!(self, Type::Int | Type::Float | Type::String | Type::DateTime | Type::Duration | Type::Unknown)
    }

    /// Whether `sum` and `abs` are defined on it.
    pub fn is_quantity(&self) -> bool {
        matches!(self, Type::Int | Type::Float | Type::Duration | Type::Unknown)
    }

    /// How many types it is made of, itself included.
    pub fn size(&self) -> usize {
        match self {
            Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => 1 + inner.size(),
            Type::Map(key, value) | Type::Multi(key, value) => 1 + key.size() + value.size(),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Unknown => 1,
        }
    }

    /// Whether it holds [`Type::Unknown`] anywhere.
    pub fn has_unknown(&self) -> bool {
        match self {
            Type::Unknown => true,
            Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => inner.has_unknown(),
            Type::Map(key, value) | Type::Multi(key, value) => key.has_unknown() || value.has_unknown(),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_) => false,
        }
    }
}

/// How many values a key of a relation has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Multiplicity {
    /// One
    One,
    /// At most one
    Lone,
    /// At least one
    Some,
    /// Any number
    Set,
}

impl Multiplicity {
    /// Its word in a spec.
    pub fn word(self) -> &'static str {
        match self {
            Multiplicity::One => "one",
            Multiplicity::Lone => "lone",
            Multiplicity::Some => "some",
            Multiplicity::Set => "set",
        }
    }
}

/// A type as a declaration uses it: with the aliases it was written with, whose refinements bind its values.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct TypeRef {
    /// The type itself.
    pub ty: Type,
    /// The alias it was written as.
    pub alias: Option<AliasId>,
    /// The parts: the element of a set or sequence, key and value of a map or relation, the inner type of an option.
    pub args: Vec<TypeRef>,
    /// For a relation, how many values a key has.
    pub relation: Option<Multiplicity>,
}

impl TypeRef {
    /// A type without aliases, parts or relation.
    pub fn plain(ty: Type) -> TypeRef {
        TypeRef { ty, alias: None, args: Vec::new(), relation: None }
    }
}
