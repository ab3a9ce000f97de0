//! What was broken: the clause, the values, and how it came to it.

use serde::{Deserialize, Serialize};

use super::call::Call;
use super::stop::Stop;
use crate::ir::{self, AliasId, EntityId, Names, OperationId, Service, StateId};
use crate::source::Span;

/// A part of a spec that a step can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Clause {
    /// A `requires` of an operation, by position
    Requires(OperationId, usize),
    /// An `ensures` of an operation, by position
    Ensures(OperationId, usize),
    /// An invariant of the service, by position
    Invariant(usize),
    /// An `always`, by position among the temporal properties
    Always(usize),
    /// An invariant of an entity, by position
    EntityInvariant(EntityId, usize),
    /// The refinement of an alias
    Alias(AliasId),
    /// The refinement of a field of an entity
    Field(EntityId, usize),
    /// The refinement of a state field
    State(StateId),
    /// That a transition's field ends up at the target of an enabled rule, by position
    Transition(usize),
    /// That an output has a value of its type; of an operation without outputs, that what it leaves open has one
    Output(OperationId, usize),
    /// That a state field has an initial value
    Initial(StateId),
    /// That an operation leaves what it does not speak of in a state field as it was
    Frame(OperationId, StateId),
}

impl Clause {
    /// Where it stands.
    pub fn span(self, service: &Service) -> Span {
        match self {
            Clause::Requires(id, at) => service.operation(id).requires[at].span,
            Clause::Ensures(id, at) => service.operation(id).ensures[at].span,
            Clause::Invariant(at) => service.invariants[at].span,
            Clause::Always(at) => service.temporals[at].span,
            Clause::EntityInvariant(id, at) => service.entity(id).invariants[at].span,
            Clause::Alias(id) => service.aliases[id.index()].span,
            Clause::Field(id, at) => service.entity(id).fields[at].span,
            Clause::State(id) | Clause::Initial(id) => service.state_field(id).span,
            Clause::Frame(id, _) => service.operation(id).span,
            Clause::Transition(at) => service.transitions[at].span,
            Clause::Output(id, at) => {
                let operation = service.operation(id);
                operation.outputs.get(at).map_or(operation.span, |output| output.span)
            }
        }
    }

    /// What kind of clause it is, and its name where it has one.
    pub fn title(self, service: &Service) -> String {
        let named = |kind: &str, name: Option<&str>| name.map_or(kind.to_string(), |name| format!("{kind} `{name}`"));
        match self {
            Clause::Requires(id, _) => format!("a requires of `{}`", service.operation(id).name),
            Clause::Ensures(id, _) => format!("an ensures of `{}`", service.operation(id).name),
            Clause::Invariant(at) => named("the invariant", service.invariants[at].name.as_deref()),
            Clause::Always(at) => named("the property", Some(&service.temporals[at].name)),
            Clause::EntityInvariant(id, at) => {
                let entity = service.entity(id);
                format!("{} of `{}`", named("the invariant", entity.invariants[at].name.as_deref()), entity.name)
            }
            Clause::Alias(id) => format!("the refinement of `{}`", service.aliases[id.index()].name),
            Clause::Field(id, at) => {
                let entity = service.entity(id);
                format!("the refinement of `{}.{}`", entity.name, entity.fields[at].name)
            }
            Clause::State(id) => format!("the refinement of `{}`", service.state_field(id).name),
            Clause::Transition(at) => format!("the transition `{}`", service.transitions[at].name),
            Clause::Output(id, at) => {
                let operation = service.operation(id);
                let output = operation.outputs.get(at);
                output.map_or_else(
                    || format!("what `{}` leaves open", operation.name),
                    |output| format!("the output `{}`", output.name),
                )
            }
            Clause::Initial(id) => format!("the initial value of `{}`", service.state_field(id).name),
            Clause::Frame(id, field) => {
                format!("the frame of `{}` around `{}`", service.operation(id).name, service.state_field(field).name)
            }
        }
    }

    /// Its text, where it has one.
    pub fn text(self, service: &Service) -> String {
        let plain = |expr: Option<&ir::Expr>, names: Names<'_>| {
            expr.map_or_else(String::new, |expr| ir::print(expr, service, names))
        };
        let of = |id: OperationId| Names { operation: Some(service.operation(id)), ..Names::default() };
        let entity = |id: EntityId| Names { entity: Some(service.entity(id)), ..Names::default() };
        match self {
            Clause::Requires(id, at) => plain(Some(&service.operation(id).requires[at].expr), of(id)),
            Clause::Ensures(id, at) => plain(Some(&service.operation(id).ensures[at].expr), of(id)),
            Clause::Invariant(at) => plain(Some(&service.invariants[at].expr), Names::default()),
            Clause::Always(at) => plain(always(&service.temporals[at].property), Names::default()),
            Clause::EntityInvariant(id, at) => plain(Some(&service.entity(id).invariants[at].expr), entity(id)),
            Clause::Alias(id) => plain(service.aliases[id.index()].refinement.as_ref(), Names::default()),
            Clause::Field(id, at) => plain(service.entity(id).fields[at].refinement.as_ref(), entity(id)),
            Clause::State(id) => plain(service.state_field(id).refinement.as_ref(), Names::default()),
            Clause::Transition(_) | Clause::Output(..) | Clause::Initial(_) | Clause::Frame(..) => String::new(),
        }
    }
}

/// The condition of an `always`.
pub(crate) fn always(property: &ir::Property) -> Option<&ir::Expr> {
    match property {
        ir::Property::Always(expr) => Some(expr),
        ir::Property::Eventually(_) | ir::Property::Fairness(_) => None,
    }
}

/// A violation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What was broken.
    pub clause: Clause,
    /// Why, where it is more than that the clause is false.
    pub why: Option<String>,
    /// What the clause speaks of, and the values it had.
    pub values: Vec<(String, String)>,
    /// The calls that led to it, the last one being the one that broke the clause.
    pub trace: Vec<Call>,
}

impl Finding {
    /// A violation without values and trace.
    pub fn new(clause: Clause, stop: Option<Stop>) -> Finding {
        let why = stop.map(|stop| stop.message().to_string());
        Finding { clause, why, values: Vec::new(), trace: Vec::new() }
    }

    /// In one line: what was broken, its text, and why.
    pub fn message(&self, service: &Service) -> String {
        let mut line = format!("{} does not hold", self.clause.title(service));
        let text = self.clause.text(service);
        if !text.is_empty() {
            line = format!("{line}: {text}");
        }
        if let Some(why) = &self.why {
            line = format!("{line} ({why})");
        }
        line
    }
}
