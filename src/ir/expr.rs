//! Typed expressions. Every name is resolved, every node has a type, and what the source leaves to context (which
//! state, which operator, which coercion) is explicit.

use serde::Serialize;
use smol_str::SmolStr;

use super::{EntityId, EnumId, FieldIndex, FunctionId, ParamIndex, StateId, Type};
use crate::source::Span;

/// A typed expression.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// Which state a name is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Moment {
    /// The current state of an invariant, or the state of the place a function is called from.
    Here,
    /// The state before the operation.
    Before,
    /// The state after the operation.
    After,
}

/// A variable that an expression binds; the number is unique within its clause.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Local {
    /// Tells variables of one name apart.
    pub id: u32,
    /// The name as written.
    pub name: SmolStr,
}

/// The forms of typed expressions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ExprKind {
    /// `true`, `false`
    Bool(bool),
    /// An integer
    Int(i64),
    /// A float, or an integer that stands for one
    Float(f64),
    /// A string
    Text(String),
    /// `none`
    None,
    /// An enum's value, by its index
    EnumValue(EnumId, u32),
    /// A variable bound inside the expression
    Local(Local),
    /// An input of the operation
    Input(ParamIndex),
    /// An output of the operation
    Output(ParamIndex),
    /// A parameter of the function
    Param(ParamIndex),
    /// A field of the entity that the refinement, invariant or guard is about
    OwnField(FieldIndex),
    /// The `value` that a refinement is about
    OwnValue,
    /// A state field
    State(StateId, Moment),
    /// Every instance of an entity that the state reaches
    Instances(EntityId, Moment),
    /// A prefix operator
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `text matches /pattern/`
    Matches(Box<Expr>, String),
    /// A field of an entity
    Field(Box<Expr>, FieldIndex),
    /// An entry of a collection
    Index(IndexKind, Box<Expr>, Box<Expr>),
    /// A call of a declared function; the arguments are read before, the body at the moment
    Call(FunctionId, Vec<Expr>, Moment),
    /// A call of a function that nobody declared
    UndeclaredCall(SmolStr, Vec<Expr>),
    /// A call of a built-in function
    Builtin(Builtin, Vec<Expr>),
    /// `sum(s, x => e)`
    Sum(Box<Binder>, Box<Expr>),
    /// A record with some fields replaced
    With(Box<Expr>, Vec<(FieldIndex, Expr)>),
    /// A record: one expression per field of the entity, in its order
    Construct(EntityId, Vec<Expr>),
    /// `all`, `some`, `no`
    Quantifier(Quantifier, Vec<Binder>, Box<Expr>),
    /// `the x in s | e`
    The(Box<Binder>, Box<Expr>),
    /// `{ x in s | e }`
    Comprehension(Box<Binder>, Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let x = e in e`
    Let(Local, Box<Expr>, Box<Expr>),
    /// A set of elements
    Set(Vec<Expr>),
    /// A sequence of elements
    Seq(Vec<Expr>),
    /// A map of entries; of type [`Type::Multi`] it gives each key its whole set
    Map(Vec<(Expr, Expr)>),
    /// A `T` as an `Option[T]`, written `some(e)` or lifted
    Some(Box<Expr>),
    /// An `Option[T]` as a `T`: undefined for `none`
    Unwrap(Box<Expr>, Tested),
}

/// Whether something before an unwrapped option rules `none` out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Tested {
    /// Yes: a test that was found
    Yes,
    /// No
    No,
}

/// The prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-` on `Int`, `Float` and `Duration`
    Negate,
    /// `#` on sets, sequences, maps and relations
    Size,
    /// `^` on sets
    Powerset,
}

/// The infix operators, told apart by what they do rather than how they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum BinaryOp {
    /// `iff`
    Iff,
    /// `implies`
    Implies,
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `subset`
    Subset,
    /// `+` on numbers, durations and instants
    Add,
    /// `-` on numbers, durations and instants
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `+` on strings and sequences
    Concat,
    /// `union` and `+` on sets
    Union,
    /// `intersect`
    Intersect,
    /// `minus` and `-` on sets
    Difference,
    /// `+` on maps and relations, the right side winning
    Override,
    /// `-` of a set of keys from a map or relation
    RemoveKeys,
}

/// What an index looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum IndexKind {
    /// The value at a key of a map or a `one` or `lone` relation
    Value,
    /// The set of values at a key of a `some` or `set` relation
    Values,
    /// The element at a position, from 0
    Element,
}

/// The quantifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Quantifier {
    /// `all`
    All,
    /// `some`, `exists`
    Some,
    /// `no`
    No,
}

/// A variable and what it ranges over.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Binder {
    /// The variable.
    pub local: Local,
    /// Its type.
    pub ty: Type,
    /// What it ranges over.
    pub range: Range,
}

/// What a binder ranges over.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Range {
    /// The elements of a set or sequence, or the keys of a map or relation
    Elements(Expr),
    /// The values of a map or relation, where context asked for them
    Values(Expr),
    /// Every value of an enum or of `Bool`, or every instance of an entity
    All(Moment),
}

/// The built-in functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Builtin {
    /// `len(x)` of a string or collection
    Len,
    /// `dom(r)`
    Dom,
    /// `ran(r)`
    Ran,
    /// `max(a, b)`
    Max,
    /// `min(a, b)`
    Min,
    /// `max(s)`
    MaxOf,
    /// `min(s)`
    MinOf,
    /// `abs(x)`
    Abs,
    /// `now()`
    Now,
    /// `days(n)`
    Days,
    /// `hours(n)`
    Hours,
    /// `minutes(n)`
    Minutes,
    /// `seconds(n)`
    Seconds,
    /// `hash(s)`
    Hash,
}

impl Builtin {
    /// Its name in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Len => "len",
            Builtin::Dom => "dom",
            Builtin::Ran => "ran",
            Builtin::Max | Builtin::MaxOf => "max",
            Builtin::Min | Builtin::MinOf => "min",
            Builtin::Abs => "abs",
            Builtin::Now => "now",
            Builtin::Days => "days",
            Builtin::Hours => "hours",
            Builtin::Minutes => "minutes",
            Builtin::Seconds => "seconds",
            Builtin::Hash => "hash",
        }
    }
}
