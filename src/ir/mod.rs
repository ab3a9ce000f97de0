//! The typed form of a service: every name resolved, every expression typed, narrowing applied. All later stages
//! read this and nothing of the source text but its spans.

mod expr;
mod fingerprint;
mod mention;
mod print;
mod query;
mod reads;
mod row_condition;
mod show;
mod substitute;
mod trace;
mod types;
mod walk;

pub use expr::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, IndexKind, Local, Moment, Quantifier, Range, Tested, UnaryOp,
};
pub use fingerprint::{Fingerprints, Part};
pub use mention::{NamedTypes, with_functions};
pub use print::{Names, print, quote, type_name};
pub use query::{all_expressions, conjuncts};
pub use reads::Reads;
pub use row_condition::RowCondition;
pub use show::show;
pub use substitute::{Fresh, substitute};
pub use types::{Multiplicity, Type, TypeRef};
pub use walk::{any, binders, for_each_child, for_each_child_mut, goes_over_instances, same, walk};

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::source::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the list it counts.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// An entity of the service.
    EntityId;
    /// An enum of the service.
    EnumId;
    /// An alias of the service.
    AliasId;
    /// A state field of the service.
    StateId;
    /// An operation of the service.
    OperationId;
    /// A function, predicate or extern of the service.
    FunctionId;
    /// A field of an entity.
    FieldIndex;
    /// A parameter of an operation or function.
    ParamIndex;
}

/// A service.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Service {
    /// Its name.
    pub name: SmolStr,
    /// Its enums.
    pub enums: Vec<Enum>,
    /// Its aliases.
    pub aliases: Vec<Alias>,
    /// Its entities.
    pub entities: Vec<Entity>,
    /// Its state fields.
    pub state: Vec<StateField>,
    /// Its functions, predicates and externs; those of the preamble come last.
    pub functions: Vec<Function>,
    /// Its operations.
    pub operations: Vec<Operation>,
    /// Its transitions.
    pub transitions: Vec<Transition>,
    /// What always holds.
    pub invariants: Vec<Condition>,
    /// What may be assumed.
    pub facts: Vec<Condition>,
    /// Its temporal properties.
    pub temporals: Vec<Temporal>,
    /// Its conventions.
    pub conventions: Vec<Convention>,
    /// Its security schemes.
    pub schemes: Vec<Scheme>,
}

/// An enum.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Enum {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Its values.
    pub values: Vec<EnumValue>,
}

/// A value of an enum.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EnumValue {
    /// Its name.
    pub name: SmolStr,
    /// Its place.
    pub span: Span,
}

/// An alias.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alias {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// What it stands for.
    pub base: TypeRef,
    /// What its values satisfy, over [`ExprKind::OwnValue`].
    pub refinement: Option<Expr>,
}

/// An entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entity {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// The entity it extends.
    pub extends: Option<EntityId>,
    /// Its fields, the inherited ones first.
    pub fields: Vec<Field>,
    /// Its invariants, the inherited ones first, over [`ExprKind::OwnField`].
    pub invariants: Vec<Condition>,
}

/// A field of an entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Field {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Its type.
    pub ty: TypeRef,
    /// What its values satisfy, over [`ExprKind::OwnValue`] and [`ExprKind::OwnField`].
    pub refinement: Option<Expr>,
}

/// A state field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StateField {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Its type.
    pub ty: TypeRef,
    /// Its initial value.
    pub initial: Option<Expr>,
    /// What its values satisfy, over [`ExprKind::OwnValue`] and the state.
    pub refinement: Option<Expr>,
}

/// An input, an output or a parameter.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Param {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Its type.
    pub ty: TypeRef,
}

/// A function, a predicate or an extern.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Function {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Whether it was declared as a predicate.
    pub is_predicate: bool,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of its result.
    pub result: TypeRef,
    /// Where its value comes from.
    pub body: FunctionBody,
    /// Whether its value depends on the state, directly or through what it calls.
    pub reads_state: bool,
    /// Whether it comes from the preamble.
    pub from_preamble: bool,
}

/// Where the value of a function comes from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum FunctionBody {
    /// The spec says.
    Defined(Expr),
    /// The user supplies it.
    Extern,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Operation {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Its inputs.
    pub inputs: Vec<Param>,
    /// Its outputs.
    pub outputs: Vec<Param>,
    /// What it needs.
    pub requires: Vec<Clause>,
    /// What it promises.
    pub ensures: Vec<Clause>,
    /// The schemes that are alternatives for its callers, by position; empty for a public operation.
    pub auth: Vec<usize>,
}

/// One `requires` or `ensures`: tested, proved and reported on its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Clause {
    /// What it says. The bindings of an enclosing `let` are part of it.
    pub expr: Expr,
    /// Its place, without the enclosing `let`.
    pub span: Span,
}

/// An invariant or a fact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Condition {
    /// Its name.
    pub name: Option<SmolStr>,
    /// What it says.
    pub expr: Expr,
    /// Its place.
    pub span: Span,
}

/// A temporal property.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Temporal {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// What it says.
    pub property: Property,
}

/// What a temporal property says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Property {
    /// It holds after every step.
    Always(Expr),
    /// Some reachable state satisfies it.
    Eventually(Expr),
    /// The operation is not starved; accepted, never checked.
    Fairness(OperationId),
}

impl Property {
    /// The condition on states that it is about.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Property::Always(expr) | Property::Eventually(expr) => Some(expr),
            Property::Fairness(_) => None,
        }
    }
}

/// A transition: how a field of an entity may change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Transition {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// The entity.
    pub entity: EntityId,
    /// The field.
    pub field: FieldIndex,
    /// Its rules.
    pub rules: Vec<Rule>,
}

/// One rule of a transition.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Rule {
    /// The value before, as written.
    pub from: SmolStr,
    /// The value after, as written.
    pub to: SmolStr,
    /// The operation, as written.
    pub via: SmolStr,
    /// The place of the rule.
    pub span: Span,
    /// What the names stand for, or why the rule is skipped.
    pub resolved: Result<ResolvedRule, SkippedRule>,
}

/// A rule whose names all stand for something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResolvedRule {
    /// The value before.
    pub from: u32,
    /// The value after.
    pub to: u32,
    /// The operation.
    pub via: OperationId,
    /// The relation that holds the entry.
    pub relation: StateId,
    /// The input that is the entry's key.
    pub key: ParamIndex,
    /// The guard, over [`ExprKind::OwnField`], the operation's inputs and the state before.
    pub guard: Option<Expr>,
}

/// Why a rule is skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum SkippedRule {
    /// The transition's field is no enum.
    FieldIsNoEnum,
    /// The `via` names no operation.
    UnknownOperation,
    /// No input is the key of a relation that holds the entity.
    NoKey,
    /// Several inputs are.
    SeveralKeys(Vec<SmolStr>),
}

/// A convention rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Convention {
    /// What it is about.
    pub target: Target,
    /// What it sets.
    pub property: ConventionProperty,
    /// The input, field, column or header it is about.
    pub qualifier: Option<SmolStr>,
    /// The value.
    pub value: Expr,
    /// The place of the rule.
    pub span: Span,
}

/// What a convention is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Target {
    /// An operation
    Operation(OperationId),
    /// An entity
    Entity(EntityId),
    /// An alias
    Alias(AliasId),
    /// An enum
    Enum(EnumId),
}

/// What a convention sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ConventionProperty {
    /// `http_method`
    HttpMethod,
    /// `http_path`
    HttpPath,
    /// `http_status_success`
    HttpStatusSuccess,
    /// `http_header "Name"`
    HttpHeader,
    /// `test_strategy "input"`
    TestStrategy,
    /// `db_table`
    DbTable,
    /// `plural`
    Plural,
    /// `partial_index "column"`
    PartialIndex,
    /// `db_timestamps`
    DbTimestamps,
    /// `strategy`
    Strategy,
}

/// A security scheme.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scheme {
    /// Its name.
    pub name: SmolStr,
    /// The place of its name.
    pub span: Span,
    /// Its kind.
    pub kind: SchemeKind,
}

/// How a caller shows who they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum SchemeKind {
    /// `Authorization: Bearer …`, with the token's format if given
    Bearer(Option<String>),
    /// `Authorization: Basic …`
    Basic,
    /// A key in a header
    ApiKeyHeader(String),
    /// A key in the query
    ApiKeyQuery(String),
    /// A key in a cookie
    ApiKeyCookie(String),
}

impl SchemeKind {
    /// Where credentials travel, in a word, and for an API key under which name.
    pub fn place(&self) -> (&'static str, Option<&str>) {
        match self {
            SchemeKind::Bearer(_) => ("bearer", None),
            SchemeKind::Basic => ("basic", None),
            SchemeKind::ApiKeyHeader(name) => ("header", Some(name)),
            SchemeKind::ApiKeyQuery(name) => ("query", Some(name)),
            SchemeKind::ApiKeyCookie(name) => ("cookie", Some(name)),
        }
    }
}

impl Service {
    /// An entity by its identity.
    pub fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.index()]
    }

    /// An enum by its identity.
    pub fn enumeration(&self, id: EnumId) -> &Enum {
        &self.enums[id.index()]
    }

    /// A state field by its identity.
    pub fn state_field(&self, id: StateId) -> &StateField {
        &self.state[id.index()]
    }

    /// An operation by its identity.
    pub fn operation(&self, id: OperationId) -> &Operation {
        &self.operations[id.index()]
    }

    /// A function by its identity.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// The clauses that the suites account for: requires, ensures, invariants of the service and of entities, and
    /// temporal properties.
    pub fn clause_count(&self) -> usize {
        let operations: usize = self.operations.iter().map(|op| op.requires.len() + op.ensures.len()).sum();
        let entities: usize = self.entities.iter().map(|entity| entity.invariants.len()).sum();
        operations + entities + self.invariants.len() + self.temporals.len()
    }
}
