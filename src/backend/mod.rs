//! From the typed service to text of a target language. What is the same for every language is decided here and in
//! `lower`: which state a name is read in, which conditions nobody can evaluate, where a number can leave its range,
//! where instants that are only known as windows can hide in sets. A language says how each construct is written.

pub mod doc;
mod harness;
mod lower;
mod opaque;
mod past;
pub mod python;
mod service;
mod startup;
mod strategy;
mod target;

pub use harness::{GeneratedFile, HarnessBackend, Owner, Suite};
pub use lower::{Lowering, Reach, View};
pub use opaque::Opaque;
pub use past::{AddedMigration, MigrationPlaces, Past, PastError, Surroundings};
pub use service::{Project, ServiceBackend};
pub use startup::Startup;
pub use strategy::StrategyBackend;
pub use target::{Around, Target};

use self::strategy::strategy;
use crate::ir::{Builtin, EntityId, EnumId, FieldIndex, FunctionId, Local, ParamIndex, StateId, Type};

/// Which state a name is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// The only state there is: that of an invariant, a refinement, or the body of a function.
    Current,
    /// The state before the operation.
    Before,
    /// The state after the operation.
    After,
}

/// Which range a result must stay in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// It cannot leave its range.
    None,
    /// That of 64-bit integers.
    Int,
    /// That of finite doubles.
    Float,
    /// That of instants.
    Instant,
}

/// The operations on numbers, durations and instants that can leave their range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// The comparisons by order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// Whether something holds or does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// It does.
    Is,
    /// It does not.
    IsNot,
}

/// How values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Matching {
    /// By equality.
    Exact,
    /// So that an instant that is only known as a window is found in a set or among keys.
    Windows,
}

/// The operations on collections and text that make another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// Texts or sequences, one after the other
    Concat,
    /// All elements
    Union,
    /// The common elements
    Intersect,
    /// The elements of the first that are not in the second
    Difference,
    /// The entries of both, the second winning
    Override,
    /// The entries whose keys are not in the set
    RemoveKeys,
}

/// What goes over a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// `all`
    All,
    /// `some`
    Some,
    /// `no`
    No,
    /// `the`
    The,
    /// A comprehension
    Those,
    /// A sum of integers or durations
    Sum,
    /// A sum of floats
    SumOfFloats,
}

/// A language that expressions are written in. There is one method for each construct and no default, so that a new one
/// is missed by no language.
pub trait ExprBackend {
    /// A piece of text that knows how tightly it holds together.
    type Piece: Clone;
    /// The name of a variable.
    type Name: Clone;

    /// A name for a variable that is now bound.
    fn bind(&mut self, local: &Local) -> Self::Name;
    /// The variable is no longer bound.
    fn release(&mut self, local: &Local);

    /// `true`, `false`
    fn truth(&mut self, value: bool) -> Self::Piece;
    /// An integer
    fn int(&mut self, value: i64) -> Self::Piece;
    /// A float
    fn float(&mut self, value: f64) -> Self::Piece;
    /// A string
    fn text(&mut self, value: &str) -> Self::Piece;
    /// `none`
    fn none(&mut self) -> Self::Piece;
    /// A value of an enum
    fn enum_value(&mut self, id: EnumId, value: u32) -> Self::Piece;
    /// A variable
    fn local(&mut self, local: &Local) -> Self::Piece;
    /// An input of the operation
    fn input(&mut self, index: ParamIndex) -> Self::Piece;
    /// An output of the operation
    fn output(&mut self, index: ParamIndex) -> Self::Piece;
    /// A parameter of the function
    fn param(&mut self, index: ParamIndex) -> Self::Piece;
    /// A field of the entity that the condition is about
    fn own_field(&mut self, field: FieldIndex) -> Self::Piece;
    /// The value that the refinement is about
    fn own_value(&mut self) -> Self::Piece;
    /// A state field
    fn state(&mut self, id: StateId, when: When) -> Self::Piece;
    /// Every instance of an entity that the state reaches
    fn instances(&mut self, id: EntityId, when: When) -> Self::Piece;
    /// Every value of an enum
    fn values_of_enum(&mut self, id: EnumId) -> Self::Piece;
    /// `false` and `true`
    fn both_truths(&mut self) -> Self::Piece;
    /// The instant of the call
    fn now(&mut self) -> Self::Piece;

    /// `not`
    fn not(&mut self, inner: Self::Piece) -> Self::Piece;
    /// `and`
    fn and(&mut self, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `or`
    fn or(&mut self, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `implies`
    fn implies(&mut self, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `iff`
    fn iff(&mut self, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// A condition that depends on a function nobody supplies, as its text
    fn unknown(&mut self, text: &str) -> Self::Piece;

    /// `=`, `!=`
    fn equal(&mut self, sign: Sign, matching: Matching, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `x = none`, `x != none`
    fn is_none(&mut self, sign: Sign, inner: Self::Piece) -> Self::Piece;
    /// `o = some(true)` and its like, where `o` is an option
    fn is_truth(&mut self, sign: Sign, inner: Self::Piece, value: bool) -> Self::Piece;
    /// `<` and its relatives
    fn ordered(&mut self, order: Order, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `<` and its relatives, false for `none` on a side that is an option
    fn ordered_option(&mut self, order: Order, left: (Self::Piece, bool), right: (Self::Piece, bool)) -> Self::Piece;
    /// `in`, `not in`
    fn member(&mut self, sign: Sign, matching: Matching, element: Self::Piece, whole: Self::Piece) -> Self::Piece;
    /// `in`, `not in` one of these
    fn among(&mut self, sign: Sign, element: Self::Piece, those: Vec<Self::Piece>) -> Self::Piece;
    /// `subset` of sets
    fn subset(&mut self, matching: Matching, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `matches`
    fn matches(&mut self, text: Self::Piece, pattern: &str) -> Self::Piece;

    /// `-x`
    fn negate(&mut self, bound: Bound, inner: Self::Piece) -> Self::Piece;
    /// `abs(x)`
    fn absolute(&mut self, bound: Bound, inner: Self::Piece) -> Self::Piece;
    /// `+`, `-` and `*` on quantities
    fn arithmetic(&mut self, operation: Arithmetic, bound: Bound, left: Self::Piece, right: Self::Piece)
    -> Self::Piece;
    /// `/` of integers and durations, to minus infinity
    fn floor_divide(&mut self, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// `/` of floats
    fn divide(&mut self, left: Self::Piece, right: Self::Piece) -> Self::Piece;

    /// Text and collections made of two
    fn joined(&mut self, joint: Joint, left: Self::Piece, right: Self::Piece) -> Self::Piece;
    /// How many: characters, elements, keys
    fn size(&mut self, inner: Self::Piece) -> Self::Piece;
    /// All subsets
    fn powerset(&mut self, inner: Self::Piece) -> Self::Piece;
    /// The keys of a map or relation, as a set
    fn domain(&mut self, inner: Self::Piece) -> Self::Piece;
    /// The values of a map
    fn range(&mut self, inner: Self::Piece) -> Self::Piece;
    /// The values of a map, where it does not matter whether one comes twice
    fn listed(&mut self, inner: Self::Piece) -> Self::Piece;
    /// The values of a relation with several for a key
    fn range_of_multi(&mut self, inner: Self::Piece) -> Self::Piece;
    /// A field of a record
    fn field(&mut self, base: Self::Piece, entity: EntityId, field: FieldIndex) -> Self::Piece;
    /// The value at a key
    fn entry(&mut self, base: Self::Piece, key: Self::Piece) -> Self::Piece;
    /// The set of values at a key
    fn entries(&mut self, base: Self::Piece, key: Self::Piece) -> Self::Piece;
    /// The element at a position
    fn element(&mut self, base: Self::Piece, position: Self::Piece) -> Self::Piece;
    /// A call of a function of the spec
    fn call(&mut self, id: FunctionId, args: Vec<Self::Piece>, when: When) -> Self::Piece;
    /// A call of a built-in that takes values and gives one: `max`, `min`, `days`, `hash` and their like
    fn builtin(&mut self, builtin: Builtin, args: Vec<Self::Piece>) -> Self::Piece;
    /// The entries of a relation that hold values in columns, which may have to be looked up
    fn looked_up(&mut self, relation: Self::Piece, columns: Vec<(&str, Self::Piece)>) -> Self::Piece;
    /// The sum of a column over all entries of a relation, which may have to be looked up
    fn column_total(&mut self, relation: Self::Piece, column: &str, name: Self::Name, term: Self::Piece)
    -> Self::Piece;
    /// What goes over a collection
    fn over(&mut self, over: Over, source: Self::Piece, name: Self::Name, body: Self::Piece) -> Self::Piece;
    /// A record with some fields replaced
    fn with(&mut self, base: Self::Piece, entity: EntityId, fields: Vec<(FieldIndex, Self::Piece)>) -> Self::Piece;
    /// A record
    fn construct(&mut self, entity: EntityId, fields: Vec<Self::Piece>) -> Self::Piece;
    /// `if … then … else …`
    fn choice(&mut self, condition: Self::Piece, yes: Self::Piece, no: Self::Piece) -> Self::Piece;
    /// `let x = … in …`
    fn with_local(&mut self, name: Self::Name, value: Self::Piece, body: Self::Piece) -> Self::Piece;
    /// A set of elements
    fn set(&mut self, elements: Vec<Self::Piece>, element: &Type) -> Self::Piece;
    /// A sequence of elements
    fn seq(&mut self, elements: Vec<Self::Piece>, element: &Type) -> Self::Piece;
    /// A map of entries
    fn map(&mut self, entries: Vec<(Self::Piece, Self::Piece)>, key: &Type, value: &Type) -> Self::Piece;
    /// A relation with several values for a key
    fn multi(&mut self, entries: Vec<(Self::Piece, Self::Piece)>, key: &Type, value: &Type) -> Self::Piece;
    /// An option as a value of the type inside
    fn opened(&mut self, inner: Self::Piece) -> Self::Piece;
    /// A value as an option
    fn lifted(&mut self, inner: Self::Piece) -> Self::Piece;
}
