//! A language that expressions are written in, and how a lowered tree is handed to it.

use crate::ir::{EntityId, EnumId, FieldIndex, Local, ParamIndex, StateId, Tested, Type};
use crate::lower::{
    Arithmetic, Bound, Call, ColumnTotal, Compared, Connective, Counted, Each, Extreme, Form, Joint, Lowered, Order,
    Over, Reckoned, Sign, Unit, Variable, When,
};

/// Whose inputs, parameters and fields an expression reads, each by position.
#[derive(Debug, Clone, Copy, Default)]
pub struct Whose {
    /// The operation.
    pub operation: Option<usize>,
    /// The function.
    pub function: Option<usize>,
    /// The entity.
    pub entity: Option<usize>,
}

/// A language that expressions are written in. There is one method for each form and no default, so that a new one is
/// missed by no language. Parts are handed over as trees: the language has each written where it needs it, with [`write`].
pub trait ExprBackend: Sized {
    /// A piece of text that knows how tightly it holds together.
    type Piece;

    /// `true`, `false`
    fn truth(&mut self, value: bool) -> Self::Piece;
    /// An integer
    fn int(&mut self, value: i64) -> Self::Piece;
    /// A float
    fn float(&mut self, value: f64) -> Self::Piece;
    /// A string
    fn text(&mut self, value: &str) -> Self::Piece;
    /// `none` of a type
    fn none(&mut self, ty: &Type) -> Self::Piece;
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
    /// A condition that depends on a function nobody supplies, as its text
    fn unknown(&mut self, text: &str, ty: &Type) -> Self::Piece;

    /// `not`
    fn not(&mut self, inner: &Lowered) -> Self::Piece;
    /// `and`, `or`, `implies`, `iff`
    fn connected(&mut self, connective: Connective, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `=`, `!=`
    fn equal(&mut self, sign: Sign, compared: &Compared, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `x = none`, `x != none`
    fn is_none(&mut self, sign: Sign, inner: &Lowered) -> Self::Piece;
    /// `o = some(true)` and its like, where `o` is an option
    fn is_truth(&mut self, sign: Sign, inner: &Lowered, value: bool) -> Self::Piece;
    /// `<` and its relatives
    fn ordered(&mut self, order: Order, compared: &Compared, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `<` and its relatives, false for `none` on a side that is an option
    fn ordered_option(&mut self, order: Order, compared: &Compared, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `in`, `not in`
    fn member(&mut self, sign: Sign, how: (&Compared, Each), element: &Lowered, whole: &Lowered) -> Self::Piece;
    /// `in`, `not in` one of these
    fn among(&mut self, sign: Sign, compared: &Compared, element: &Lowered, those: &[Lowered]) -> Self::Piece;
    /// `subset` of sets
    fn subset(&mut self, compared: &Compared, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `matches`
    fn matches(&mut self, text: &Lowered, pattern: &str) -> Self::Piece;

    /// `-x`
    fn negate(&mut self, how: Reckoned, inner: &Lowered) -> Self::Piece;
    /// `abs(x)`
    fn absolute(&mut self, how: Reckoned, inner: &Lowered) -> Self::Piece;
    /// `+`, `-` and `*` on quantities
    fn arithmetic(&mut self, operation: Arithmetic, how: Reckoned, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `/` of integers and durations, to minus infinity
    fn floor_divide(&mut self, how: Reckoned, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `/` of floats
    fn divide(&mut self, bound: Bound, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `max(a, b)`, `min(a, b)`
    fn extreme(&mut self, extreme: Extreme, compared: &Compared, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// `max(s)`, `min(s)`
    fn extreme_of(&mut self, extreme: Extreme, how: (&Compared, Each), collection: &Lowered) -> Self::Piece;
    /// `days(n)` and its like
    fn duration(&mut self, unit: Unit, bound: Bound, count: &Lowered) -> Self::Piece;
    /// `hash(s)`
    fn digest(&mut self, text: &Lowered) -> Self::Piece;

    /// Text and collections made of two
    fn joined(&mut self, joint: Joint, left: &Lowered, right: &Lowered) -> Self::Piece;
    /// How many: characters, elements, keys
    fn size(&mut self, counted: Counted, inner: &Lowered) -> Self::Piece;
    /// All subsets
    fn powerset(&mut self, inner: &Lowered) -> Self::Piece;
    /// The keys of a map or relation, as a set
    fn domain(&mut self, inner: &Lowered) -> Self::Piece;
    /// The values of a map
    fn range(&mut self, inner: &Lowered) -> Self::Piece;
    /// The values of a map, where it does not matter whether one comes twice
    fn listed(&mut self, inner: &Lowered) -> Self::Piece;
    /// The values of a relation with several for a key
    fn range_of_multi(&mut self, inner: &Lowered) -> Self::Piece;
    /// A field of a record
    fn field(&mut self, base: &Lowered, entity: EntityId, field: FieldIndex) -> Self::Piece;
    /// The value at a key
    fn entry(&mut self, base: &Lowered, key: &Lowered) -> Self::Piece;
    /// The set of values at a key
    fn entries(&mut self, base: &Lowered, key: &Lowered) -> Self::Piece;
    /// The element at a position
    fn element(&mut self, base: &Lowered, position: &Lowered) -> Self::Piece;
    /// A call of a function of the spec
    fn call(&mut self, call: &Call) -> Self::Piece;
    /// The entries of a relation that hold values in columns, which may have to be looked up
    fn looked_up(&mut self, relation: &Lowered, columns: &[(String, Lowered)]) -> Self::Piece;
    /// The sum of a column over all entries of a relation, which may have to be looked up
    fn column_total(&mut self, total: &ColumnTotal) -> Self::Piece;
    /// What goes over a collection, with the type of what it gives
    fn over(&mut self, over: &Over, ty: &Type) -> Self::Piece;
    /// A record with some fields replaced
    fn with(&mut self, base: &Lowered, entity: EntityId, fields: &[(FieldIndex, Lowered)]) -> Self::Piece;
    /// A record
    fn construct(&mut self, entity: EntityId, fields: &[Lowered]) -> Self::Piece;
    /// `if … then … else …`, with the type of both
    fn choice(&mut self, condition: &Lowered, yes: &Lowered, no: &Lowered, ty: &Type) -> Self::Piece;
    /// `let x = … in …`
    fn with_local(&mut self, variable: &Variable, value: &Lowered, body: &Lowered) -> Self::Piece;
    /// A set of a type
    fn set(&mut self, elements: &[Lowered], ty: &Type) -> Self::Piece;
    /// A sequence of a type
    fn seq(&mut self, elements: &[Lowered], ty: &Type) -> Self::Piece;
    /// A map of a type
    fn map(&mut self, entries: &[(Lowered, Lowered)], ty: &Type) -> Self::Piece;
    /// A relation of a type, with several values for a key
    fn multi(&mut self, entries: &[(Lowered, Lowered)], ty: &Type) -> Self::Piece;
    /// An option as a value of the type inside
    fn opened(&mut self, inner: &Lowered, tested: Tested) -> Self::Piece;
    /// A value as an option
    fn lifted(&mut self, inner: &Lowered) -> Self::Piece;
}

/// Has a language write a lowered expression.
pub fn write<B: ExprBackend>(b: &mut B, lowered: &Lowered) -> B::Piece {
    let ty = &lowered.ty;
    match &lowered.form {
        Form::Truth(value) => b.truth(*value),
        Form::Int(value) => b.int(*value),
        Form::Float(value) => b.float(*value),
        Form::Text(text) => b.text(text),
        Form::None => b.none(ty),
        Form::EnumValue(id, value) => b.enum_value(*id, *value),
        Form::Local(local) => b.local(local),
        Form::Input(index) => b.input(*index),
        Form::Output(index) => b.output(*index),
        Form::Param(index) => b.param(*index),
        Form::OwnField(field) => b.own_field(*field),
        Form::OwnValue => b.own_value(),
        Form::State(id, when) => b.state(*id, *when),
        Form::Instances(id, when) => b.instances(*id, *when),
        Form::ValuesOfEnum(id) => b.values_of_enum(*id),
        Form::BothTruths => b.both_truths(),
        Form::Now => b.now(),
        Form::Unknown(text) => b.unknown(text, ty),
        Form::Not(inner) => b.not(inner),
        Form::Connected(connective, left, right) => b.connected(*connective, left, right),
        Form::Equal(sign, compared, left, right) => b.equal(*sign, compared, left, right),
        Form::IsNone(sign, inner) => b.is_none(*sign, inner),
        Form::IsTruth(sign, inner, value) => b.is_truth(*sign, inner, *value),
        Form::Ordered(order, compared, left, right) => b.ordered(*order, compared, left, right),
        Form::OrderedOption(order, compared, left, right) => b.ordered_option(*order, compared, left, right),
        Form::Member(sign, compared, each, element, whole) => b.member(*sign, (compared, *each), element, whole),
        Form::Among(sign, compared, element, those) => b.among(*sign, compared, element, those),
        Form::Subset(compared, left, right) => b.subset(compared, left, right),
        Form::Matches(text, pattern) => b.matches(text, pattern),
        Form::Negate(how, inner) => b.negate(*how, inner),
        Form::Absolute(how, inner) => b.absolute(*how, inner),
        Form::Arithmetic(operation, how, left, right) => b.arithmetic(*operation, *how, left, right),
        Form::FloorDivide(how, left, right) => b.floor_divide(*how, left, right),
        Form::Divide(bound, left, right) => b.divide(*bound, left, right),
        Form::Extreme(extreme, compared, left, right) => b.extreme(*extreme, compared, left, right),
        Form::ExtremeOf(extreme, compared, each, collection) => b.extreme_of(*extreme, (compared, *each), collection),
        Form::Duration(unit, bound, count) => b.duration(*unit, *bound, count),
        Form::Digest(text) => b.digest(text),
        Form::Joined(joint, left, right) => b.joined(*joint, left, right),
        Form::Size(counted, inner) => b.size(*counted, inner),
        Form::Powerset(inner) => b.powerset(inner),
        Form::Domain(inner) => b.domain(inner),
        Form::Range(inner) => b.range(inner),
        Form::Listed(inner) => b.listed(inner),
        Form::RangeOfMulti(inner) => b.range_of_multi(inner),
        Form::Field(base, entity, field) => b.field(base, *entity, *field),
        Form::Entry(base, key) => b.entry(base, key),
        Form::Entries(base, key) => b.entries(base, key),
        Form::Element(base, position) => b.element(base, position),
        Form::Call(call) => b.call(call),
        Form::LookedUp(relation, columns) => b.looked_up(relation, columns),
        Form::ColumnTotal(total) => b.column_total(total),
        Form::Over(over) => b.over(over, ty),
        Form::With(base, entity, fields) => b.with(base, *entity, fields),
        Form::Construct(entity, fields) => b.construct(*entity, fields),
        Form::Choice(condition, yes, no) => b.choice(condition, yes, no, ty),
        Form::Let(variable, value, body) => b.with_local(variable, value, body),
        Form::Set(elements) => b.set(elements, ty),
        Form::Seq(elements) => b.seq(elements, ty),
        Form::Map(entries) => b.map(entries, ty),
        Form::Multi(entries) => b.multi(entries, ty),
        Form::Opened(inner, tested) => b.opened(inner, *tested),
        Form::Lifted(inner) => b.lifted(inner),
    }
}
