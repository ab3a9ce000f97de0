//! What an expression is once everything is settled that is not spelling. A language prints this tree.

use serde::Serialize;

use super::compare::Compared;
use crate::ir::{EntityId, EnumId, FieldIndex, FunctionId, Local, ParamIndex, StateId, Tested, Type};

/// An expression as languages get it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lowered {
    /// What it is.
    pub form: Form,
    /// The type of its value.
    pub ty: Type,
}

impl Lowered {
    pub(super) fn new(form: Form, ty: Type) -> Lowered {
        Lowered { form, ty }
    }

    pub(super) fn truth(form: Form) -> Lowered {
        Lowered { form, ty: Type::Bool }
    }
}

/// A variable that an expression binds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variable {
    /// Its name and number.
    pub local: Local,
    /// The type of its values.
    pub ty: Type,
}

/// The forms of expressions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Form {
    /// `true`, `false`
    Truth(bool),
    /// An integer
    Int(i64),
    /// A float
    Float(f64),
    /// A string
    Text(String),
    /// `none`, of the type of the node
    None,
    /// A value of an enum, by its position
    EnumValue(EnumId, u32),
    /// A variable
    Local(Local),
    /// An input of the operation
    Input(ParamIndex),
    /// An output of the operation
    Output(ParamIndex),
    /// A parameter of the function
    Param(ParamIndex),
    /// A field of the entity that the condition is about
    OwnField(FieldIndex),
    /// The value that the refinement is about
    OwnValue,
    /// A state field
    State(StateId, When),
    /// Every instance of an entity that the state reaches
    Instances(EntityId, When),
    /// Every value of an enum
    ValuesOfEnum(EnumId),
    /// `false` and `true`
    BothTruths,
    /// The instant of the call
    Now,
    /// A condition that depends on a function nobody supplies, as its text
    Unknown(String),
    /// `not`
    Not(Box<Lowered>),
    /// `and`, `or`, `implies`, `iff`
    Connected(Connective, Box<Lowered>, Box<Lowered>),
    /// `=`, `!=`
    Equal(Sign, Compared, Box<Lowered>, Box<Lowered>),
    /// `x = none`, `x != none`
    IsNone(Sign, Box<Lowered>),
    /// `o = some(true)` and its like, where `o` is an option
    IsTruth(Sign, Box<Lowered>, bool),
    /// `<` and its relatives, of two values that are there
    Ordered(Order, Compared, Box<Lowered>, Box<Lowered>),
    /// `<` and its relatives, where the type of one side or both is an option: false for `none`
    OrderedOption(Order, Compared, Box<Lowered>, Box<Lowered>),
    /// `in`, `not in`
    Member(Sign, Compared, Each, Box<Lowered>, Box<Lowered>),
    /// `in`, `not in` one of these, which are not all; there is at least one
    Among(Sign, Compared, Box<Lowered>, Vec<Lowered>),
    /// `subset` of sets
    Subset(Compared, Box<Lowered>, Box<Lowered>),
    /// `matches`, with the pattern as the spec writes it
    Matches(Box<Lowered>, String),
    /// `-x`
    Negate(Reckoned, Box<Lowered>),
    /// `abs(x)`
    Absolute(Reckoned, Box<Lowered>),
    /// `+`, `-` and `*` on quantities
    Arithmetic(Arithmetic, Reckoned, Box<Lowered>, Box<Lowered>),
    /// `/` of an integer or a duration by an integer, to minus infinity; undefined for zero
    FloorDivide(Reckoned, Box<Lowered>, Box<Lowered>),
    /// `/` of floats; undefined for zero
    Divide(Bound, Box<Lowered>, Box<Lowered>),
    /// `max(a, b)`, `min(a, b)`
    Extreme(Extreme, Compared, Box<Lowered>, Box<Lowered>),
    /// `max(s)`, `min(s)`; undefined where there is nothing
    ExtremeOf(Extreme, Compared, Each, Box<Lowered>),
    /// `days(n)` and its like
    Duration(Unit, Bound, Box<Lowered>),
    /// `hash(s)`: SHA-256 of the text in UTF-8, in hexadecimal
    Digest(Box<Lowered>),
    /// Text and collections made of two
    Joined(Joint, Box<Lowered>, Box<Lowered>),
    /// How many
    Size(Counted, Box<Lowered>),
    /// All subsets
    Powerset(Box<Lowered>),
    /// The keys of a map or relation, as a set
    Domain(Box<Lowered>),
    /// The values of a map, each once
    Range(Box<Lowered>),
    /// The values of a map, where it does not matter whether one comes twice
    Listed(Box<Lowered>),
    /// The values of a relation with several for a key, each once
    RangeOfMulti(Box<Lowered>),
    /// A field of a record
    Field(Box<Lowered>, EntityId, FieldIndex),
    /// The value at a key; undefined where there is none
    Entry(Box<Lowered>, Box<Lowered>),
    /// The set of values at a key
    Entries(Box<Lowered>, Box<Lowered>),
    /// The element at a position; undefined where there is none
    Element(Box<Lowered>, Box<Lowered>),
    /// A call of a function of the spec
    Call(Call),
    /// The entries of a relation that hold values in columns, which may have to be looked up
    LookedUp(Box<Lowered>, Vec<(String, Lowered)>),
    /// The sum of a column over all entries of a relation, which may have to be looked up
    ColumnTotal(Box<ColumnTotal>),
    /// What goes over a collection
    Over(Box<Over>),
    /// A record with some fields replaced
    With(Box<Lowered>, EntityId, Vec<(FieldIndex, Lowered)>),
    /// A record
    Construct(EntityId, Vec<Lowered>),
    /// `if … then … else …`
    Choice(Box<Lowered>, Box<Lowered>, Box<Lowered>),
    /// `let x = … in …`
    Let(Variable, Box<Lowered>, Box<Lowered>),
    /// A set; no element is written twice
    Set(Vec<Lowered>),
    /// A sequence
    Seq(Vec<Lowered>),
    /// A map; no key is written twice
    Map(Vec<(Lowered, Lowered)>),
    /// A relation with several values for a key, from the set of each; no key is written twice
    Multi(Vec<(Lowered, Lowered)>),
    /// An option as a value of the type inside; undefined for `none`
    Opened(Box<Lowered>, Tested),
    /// A value as an option
    Lifted(Box<Lowered>),
}

/// Which state a name is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum When {
    /// The only state there is: that of an invariant, a refinement, or the body of a function.
    Current,
    /// The state before the operation.
    Before,
    /// The state after the operation.
    After,
}

/// Which range a result can leave, and so is checked to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

/// Which numbers are reckoned with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Quantity {
    /// Integers, and durations and instants that are known.
    Integers,
    /// Doubles.
    Floats,
    /// Durations and instants, of which some may be known as windows alone.
    Windows,
}

/// How something is reckoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Reckoned {
    /// With which numbers.
    pub quantity: Quantity,
    /// The range that the result can leave.
    pub bound: Bound,
}

/// The connectives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Connective {
    /// `and`
    And,
    /// `or`
    Or,
    /// `implies`
    Implies,
    /// `iff`
    Iff,
}

/// The operations on numbers, durations and instants that can leave their range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// The comparisons by order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Sign {
    /// It does.
    Is,
    /// It does not.
    IsNot,
}

/// Which end of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Extreme {
    /// `max`
    Largest,
    /// `min`
    Smallest,
}

/// The units that durations are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Unit {
    /// `days`
    Days,
    /// `hours`
    Hours,
    /// `minutes`
    Minutes,
    /// `seconds`
    Seconds,
}

/// The operations on collections and text that make another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    /// A relation with several values for a key, and a map from some keys to all their values, which wins; an empty set
    /// takes its key away
    OverrideSets,
    /// The entries whose keys are not in the set
    RemoveKeys,
}

/// What of a collection is gone over or looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Each {
    /// The elements of a set or sequence.
    Element,
    /// The keys of a map or relation.
    Key,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Counted {
    /// The characters of a text, by code point.
    Characters,
    /// The elements of a set or sequence.
    Elements,
    /// The keys of a map or relation.
    Keys,
    /// The keys of a relation that may be held in part: its store can count them.
    StoredKeys,
}

/// A call of a function.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Call {
    /// The function.
    pub function: FunctionId,
    /// Its arguments.
    pub args: Vec<Lowered>,
    /// The state that it reads, where it reads one.
    pub state: Option<When>,
    /// Whether it reads the instant of the call.
    pub clock: bool,
}

/// The sum of a column over all entries of a relation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ColumnTotal {
    /// The relation.
    pub relation: Lowered,
    /// The column.
    pub column: String,
    /// An entry of the relation.
    pub variable: Variable,
    /// What the column holds of it.
    pub term: Lowered,
    /// The range that the sum can leave.
    pub bound: Bound,
}

/// Something that goes over a collection.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Over {
    /// What is done.
    pub what: Iteration,
    /// What the variable stands for.
    pub each: Each,
    /// The variable.
    pub variable: Variable,
    /// The collection.
    pub source: Lowered,
    /// The condition or term.
    pub body: Lowered,
}

/// What is done with the elements of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Iteration {
    /// `all`
    All,
    /// `some`
    Some,
    /// `no`
    No,
    /// `the`: undefined unless there is exactly one
    The,
    /// A comprehension
    Those,
    /// A sum; the range is checked at each addition
    Sum(Reckoned),
}
