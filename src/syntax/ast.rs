//! The tree of a file as it was written: every node with its place, nothing resolved.

use serde::Serialize;
use smol_str::SmolStr;

use crate::source::Span;

/// A name and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Name {
    /// The name.
    pub text: SmolStr,
    /// Its place.
    pub span: Span,
}

/// A file: its imports and its service.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct File {
    /// What it imports.
    pub imports: Vec<Import>,
    /// The service's name; none if the header could not be read.
    pub name: Option<Name>,
    /// The members that could be read.
    pub members: Vec<Member>,
}

/// `import "path"`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Import {
    /// The path as written.
    pub path: String,
    /// The place of the string.
    pub span: Span,
}

/// A declaration inside a service.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Member {
    /// `entity`
    Entity(Entity),
    /// `enum`
    Enum(Enum),
    /// `type`
    Alias(Alias),
    /// `state`
    State(State),
    /// `operation`
    Operation(Operation),
    /// `transition`
    Transition(Transition),
    /// `invariant`
    Invariant(Condition),
    /// `fact`
    Fact(Condition),
    /// `temporal`
    Temporal(Temporal),
    /// `function`, `predicate`, and their `extern` forms
    Function(Function),
    /// `conventions`
    Conventions(Vec<Convention>),
    /// `security`
    Security(Vec<Scheme>),
}

/// `entity Name extends Parent { … }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entity {
    /// Its name.
    pub name: Name,
    /// The entity it extends.
    pub extends: Option<Name>,
    /// Its own fields.
    pub fields: Vec<Field>,
    /// Its own invariants.
    pub invariants: Vec<Condition>,
}

/// A field, a state field or a parameter: a name and a type.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// The initial value; state fields only.
    pub initial: Option<Expr>,
    /// What `where` says.
    pub refinement: Option<Expr>,
}

/// `enum Name { A, B }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Enum {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub values: Vec<Name>,
}

/// `type Name = T where …`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alias {
    /// Its name.
    pub name: Name,
    /// What it stands for.
    pub ty: Type,
    /// What `where` says.
    pub refinement: Option<Expr>,
}

/// `state { … }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct State {
    /// Its fields.
    pub fields: Vec<Field>,
}

/// `operation Name { … }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Operation {
    /// Its name.
    pub name: Name,
    /// Its inputs.
    pub inputs: Vec<Field>,
    /// Its outputs.
    pub outputs: Vec<Field>,
    /// Its `requires` clauses.
    pub requires: Vec<Expr>,
    /// Its `ensures` clauses.
    pub ensures: Vec<Expr>,
    /// The schemes after `requires_auth:`.
    pub auth: Vec<Name>,
}

/// `transition Name { … }`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Transition {
    /// Its name.
    pub name: Name,
    /// The entity.
    pub entity: Name,
    /// The field that changes.
    pub field: Name,
    /// Its rules.
    pub rules: Vec<Rule>,
}

/// `FROM -> TO via Op when guard`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// The value before.
    pub from: Name,
    /// The value after.
    pub to: Name,
    /// The operation.
    pub via: Name,
    /// The condition.
    pub guard: Option<Expr>,
}

/// An invariant or a fact, of a service or an entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// Its name.
    pub name: Option<Name>,
    /// What it says.
    pub expr: Expr,
}

/// `temporal name: kind(expr)`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Temporal {
    /// Its name.
    pub name: Name,
    /// Which kind.
    pub kind: TemporalKind,
    /// What stands in the parentheses.
    pub expr: Expr,
}

/// The temporal operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum TemporalKind {
    /// After every step.
    Always,
    /// In some reachable state.
    Eventually,
    /// An operation that is not starved.
    Fairness,
}

/// A function or a predicate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Field>,
    /// The result's type; none for a predicate.
    pub result: Option<Type>,
    /// The body; none for an extern.
    pub body: Option<Expr>,
}

/// `Target.property "qualifier" = value`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Convention {
    /// What it is about.
    pub target: Name,
    /// The property; with two dots, the last word.
    pub property: Name,
    /// The field or header it is about, written either way.
    pub qualifier: Option<Name>,
    /// The value.
    pub value: Expr,
    /// The whole rule.
    pub span: Span,
}

/// `name: Kind(key: "value")`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scheme {
    /// Its name.
    pub name: Name,
    /// Its kind.
    pub kind: Name,
    /// Its arguments.
    pub args: Vec<(Name, String)>,
}

/// A type as written.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Its place.
    pub span: Span,
}

/// The forms of types.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum TypeKind {
    /// `Name` or `Name[T, …]`.
    Named(Name, Vec<Type>),
    /// `K -> m V`.
    Relation(Box<Type>, Multiplicity, Box<Type>),
}

/// How many values a key of a relation has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Multiplicity {
    /// One.
    One,
    /// At most one.
    Lone,
    /// At least one.
    Some,
    /// Any number.
    Set,
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

impl Expr {
    /// The operand, body or `else` branch that a clause ends with, which may be a `let` that goes on in the clauses
    /// below. A `let` itself has none: it may end with several bodies.
    pub fn right_edge(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Binary(_, _, right)
            | ExprKind::Unary(_, right)
            | ExprKind::Quantifier(_, _, right)
            | ExprKind::The(_, right)
            | ExprKind::If(_, _, right) => Some(right),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::Regex(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Name(_)
            | ExprKind::Prime(_)
            | ExprKind::Access(..)
            | ExprKind::Index(..)
            | ExprKind::Call(..)
            | ExprKind::With(..)
            | ExprKind::Let(..)
            | ExprKind::Lambda(..)
            | ExprKind::Construct(..)
            | ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Seq(_)
            | ExprKind::Comprehension(..)
            | ExprKind::Pre(_)
            | ExprKind::Some(_) => None,
        }
    }

    /// The same as [`Expr::right_edge`], to be changed.
    pub fn right_edge_mut(&mut self) -> Option<&mut Expr> {
        match &mut self.kind {
            ExprKind::Binary(_, _, right)
            | ExprKind::Unary(_, right)
            | ExprKind::Quantifier(_, _, right)
            | ExprKind::The(_, right)
            | ExprKind::If(_, _, right) => Some(right),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::Regex(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Name(_)
            | ExprKind::Prime(_)
            | ExprKind::Access(..)
            | ExprKind::Index(..)
            | ExprKind::Call(..)
            | ExprKind::With(..)
            | ExprKind::Let(..)
            | ExprKind::Lambda(..)
            | ExprKind::Construct(..)
            | ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Seq(_)
            | ExprKind::Comprehension(..)
            | ExprKind::Pre(_)
            | ExprKind::Some(_) => None,
        }
    }
}

/// The forms of expressions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum ExprKind {
    /// An integer; the sign is an operator, so the magnitude may be one larger than `Int`'s largest.
    Int(u64),
    /// A float.
    Float(f64),
    /// A string, its escapes resolved.
    Text(String),
    /// A regex, `\/` resolved.
    Regex(String),
    /// `true` or `false`.
    Bool(bool),
    /// `none`.
    None,
    /// A name, upper or lower.
    Name(SmolStr),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `e'`.
    Prime(Box<Expr>),
    /// `e.name`.
    Access(Box<Expr>, Name),
    /// `e[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `f(args)`.
    Call(Box<Expr>, Vec<Expr>),
    /// `e with { f = e, … }`.
    With(Box<Expr>, Vec<(Name, Expr)>),
    /// `all b1, b2 | e`, and its relatives.
    Quantifier(Quantifier, Vec<Binder>, Box<Expr>),
    /// `the b | e`.
    The(Box<Binder>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `let x = e in …`; more than one body where clauses follow that are indented below it.
    Let(Name, Box<Expr>, Vec<Expr>, LetForm),
    /// `x => e`.
    Lambda(Name, Box<Expr>),
    /// `E { f = e, … }`.
    Construct(Name, Vec<(Name, Expr)>),
    /// `{a, b}`; `{}` is also the empty map.
    Set(Vec<Expr>),
    /// `{k -> v, …}`.
    Map(Vec<(Expr, Expr)>),
    /// `[a, b]`.
    Seq(Vec<Expr>),
    /// `{ x in s | e }`.
    Comprehension(Name, Box<Expr>, Box<Expr>),
    /// `pre(e)`.
    Pre(Box<Expr>),
    /// `some(e)`.
    Some(Box<Expr>),
}

/// How a `let` found its `in`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum LetForm {
    /// No other `in` could have been meant.
    Plain,
    /// It took the first of several on one line.
    TookFirstIn,
}

/// `x in s` or `x: T`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Binder {
    /// The variable.
    pub name: Name,
    /// What it ranges over.
    pub range: Range,
}

/// What a binder ranges over.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Range {
    /// A collection.
    In(Expr),
    /// All values of a type.
    Of(Type),
}

/// The quantifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Quantifier {
    /// `all`
    All,
    /// `some` and `exists`
    Some,
    /// `no`
    No,
}

/// The prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Negate,
    /// `#`
    Size,
    /// `^`
    Powerset,
}

/// The infix operators, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    /// `matches`
    Matches,
    /// `union`
    Union,
    /// `intersect`
    Intersect,
    /// `minus`
    Minus,
    /// `+`
    Plus,
    /// `-`
    Dash,
    /// `*`
    Times,
    /// `/`
    Slash,
}
