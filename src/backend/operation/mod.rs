//! The body of an operation as a pure function, for every language: the steps of its plan as statements, each beside the clauses
//! it is for. What the statements are is settled here; a language says how each is written.

mod body;
mod choices;
mod promises;
mod requires;
mod statement;
mod steps;

pub(super) use body::{Body, inner_type};
pub(super) use statement::Statement;

use super::ExprBackend;
use super::names::Ident;
use crate::ir::{EntityId, Local, Type, TypeRef};
use crate::lower::Lowered;
use crate::plan::service::{Recipe, Relation};

/// What bodies call that is the same for every spec. Each language has these under a name of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Helper {
    /// `let x = value in body`
    Bind,
    /// Whether a condition holds for all
    Every,
    /// The value of an option that is there
    Opened,
    /// The element at a position
    Element,
    /// A sequence with another element at a position
    WithElement,
    /// Those for which a condition holds, as a set
    Select,
    /// The same as a sequence
    SelectInOrder,
    /// What is made of each, as a set
    MadeOf,
    /// The same as a sequence
    MadeInOrder,
    /// The keys, or other parts, of the entries that changed
    Touched,
    /// By how much a relation has grown
    Grown,
    /// Whether a value is one of a type
    Fits,
    /// Checks a promise
    Promised,
    /// Whether a rule of a transition leads from where an entry is
    MayMove,
    /// Whether an entry has come to where a rule leads
    Moved,
    /// The value that one of the enabled rules gives
    Enabled,
    /// Whether a text can be a part of a path of its own
    IsProper,
    /// Values around the one that was there
    Around,
    /// None, then values
    Options,
    /// Sets of values
    Sets,
    /// Sequences of values
    Sequences,
}

/// A choice, in the words of a language.
#[derive(Debug)]
pub(super) struct Choosing<P> {
    /// The clause that is told where nothing fits: its title and its text.
    pub(super) clause: [String; 2],
    /// What is likely to fit.
    pub(super) near: Vec<P>,
    /// Values of the type.
    pub(super) of: P,
    /// Whether a value fits.
    pub(super) fits: P,
    /// What is tried after the likeliest value of the type.
    pub(super) then: Vec<P>,
}

/// How a language writes what bodies say beyond the expressions of the spec. There is one method for each form and no default.
pub(super) trait BodyBackend: ExprBackend<Piece: Clone> {
    /// An identifier.
    type Name: Ident + Clone;

    /// A name for a variable that is now bound, in an expression or a loop
    fn bind(&mut self, local: &Local) -> Self::Name;
    /// The variable is no longer bound
    fn release(&mut self, local: &Local);
    /// The variable of a statement is no longer bound, but what it was called is still there
    fn leave(&mut self, local: &Local);
    /// Writes something about an entity, whose record is called `own`
    fn about(&mut self, entity: EntityId, work: &mut dyn FnMut(&mut Self) -> Self::Piece) -> Self::Piece;
    /// What the state after is called from here on
    fn call_after(&mut self, name: &'static str);

    /// What a variable goes over: of a relation, its keys
    fn gone_over(&mut self, source: &Lowered) -> Self::Piece;
    /// A name
    fn named(&mut self, name: &str) -> Self::Piece;
    /// A text
    fn quoted(&mut self, text: &str) -> Self::Piece;
    /// A part of a record, by its property
    fn part(&mut self, base: Self::Piece, name: &str) -> Self::Piece;
    /// A function without a name
    fn function(&mut self, params: &str, body: Self::Piece) -> Self::Piece;
    /// `a and b`
    fn both(&mut self, one: Self::Piece, other: Self::Piece) -> Self::Piece;
    /// `a or b`
    fn either(&mut self, one: Self::Piece, other: Self::Piece) -> Self::Piece;
    /// `not a`
    fn opposite(&mut self, piece: Self::Piece) -> Self::Piece;
    /// `if condition then yes else no`
    fn chosen(&mut self, condition: Self::Piece, yes: Self::Piece, no: Self::Piece) -> Self::Piece;
    /// Several values of one kind
    fn list_of(&mut self, parts: Vec<Self::Piece>) -> Self::Piece;
    /// Several things that belong together
    fn grouped(&mut self, parts: Vec<Self::Piece>) -> Self::Piece;
    /// Whether two scalars are the same
    fn same(&mut self, one: Self::Piece, other: Self::Piece) -> Self::Piece;
    /// Whether an option is none
    fn is_absent(&mut self, piece: Self::Piece) -> Self::Piece;
    /// Whether a key is in a relation
    fn is_in(&mut self, key: Self::Piece, relation: Self::Piece) -> Self::Piece;
    /// What a relation holds at a key
    fn item(&mut self, relation: Self::Piece, key: Self::Piece) -> Self::Piece;
    /// A relation with another value at a key
    fn put(&mut self, relation: Self::Piece, key: Self::Piece, value: Self::Piece) -> Self::Piece;
    /// A record with other values in some properties
    fn replaced(&mut self, base: Self::Piece, values: Vec<(String, Self::Piece)>) -> Self::Piece;
    /// A record of an entity
    fn record(&mut self, entity: EntityId, values: Vec<(String, Self::Piece)>) -> Self::Piece;
    /// A record of which everything is open
    fn open_record(&mut self, entity: EntityId, names: Vec<String>) -> Self::Piece;
    /// A value that is still open
    fn open(&mut self) -> Self::Piece;
    /// Whether a place is still open
    fn is_open(&mut self, piece: Self::Piece) -> Self::Piece;
    /// A set or map with an element or key more
    fn with_one(&mut self, whole: Self::Piece, ty: &Type, one: Self::Piece) -> Self::Piece;
    /// A set or map with an element or key less
    fn without_one(&mut self, whole: Self::Piece, ty: &Type, one: Self::Piece) -> Self::Piece;
    /// The described type
    fn described(&mut self, ty: &TypeRef) -> Self::Piece;
    /// A helper that is called
    fn helped(&mut self, helper: Helper, arguments: Vec<Self::Piece>) -> Self::Piece;

    /// The entries of a relation under some keys, or with some values in a column: their keys, or what they hold
    fn pinned(&mut self, relation: Self::Piece, column: Option<&str>, values: Self::Piece, by_key: bool)
    -> Self::Piece;
    /// Lets a call pass for which all conditions hold: each is its text with a function
    fn required(
        &mut self,
        clauses: Vec<Self::Piece>,
        moves: Vec<Self::Piece>,
        present: Vec<Self::Piece>,
    ) -> Self::Piece;
    /// A value that fits
    fn choose(&mut self, ty: &TypeRef, choosing: Choosing<Self::Piece>) -> Self::Piece;
    /// What stands in a relation to a value of a type
    fn suggested(&mut self, relation: Relation, ty: &Type, value: Self::Piece) -> Self::Piece;
    /// Checks the types of what changed and of what goes out
    fn settled(&mut self, after: Self::Piece, answer: Self::Piece) -> Self::Piece;
    /// Values of a type without parts, or without entries
    fn scalars(&mut self, recipe: &Recipe) -> Self::Piece;
    /// Records of an entity, from the values of each field
    fn records(&mut self, entity: EntityId, fields: Vec<Self::Piece>) -> Self::Piece;
    /// What an operation gives, from its outputs
    fn answer(&mut self, operation: usize, outputs: Vec<(String, Self::Piece)>) -> Self::Piece;
}
