//! Clauses as suites name them: an identity, the text, and the place in the spec.

use serde::Serialize;

use crate::interp::Clause;
use crate::ir::{Condition, Expr, Names, Property, Service, Temporal, Type, print};
use crate::source::{FileId, SourceMap, Span};

/// A clause of a spec, as reports and coverage name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct ClauseId(pub String);

impl std::fmt::Display for ClauseId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl ClauseId {
    /// The identity of a clause that a step can break.
    pub fn of(service: &Service, clause: Clause) -> ClauseId {
        ClauseId(match clause {
            Clause::Requires(id, at) => format!("{}.requires[{at}]", service.operation(id).name),
            Clause::Ensures(id, at) => format!("{}.ensures[{at}]", service.operation(id).name),
            Clause::Invariant(at) => invariant(&service.invariants[at], at),
            Clause::Always(at) => format!("always {}", service.temporals[at].name),
            Clause::EntityInvariant(id, at) => {
                let entity = service.entity(id);
                let name = entity.invariants[at].name.as_deref();
                name.map_or_else(
                    || format!("{}.invariant[{at}]", entity.name),
                    |name| format!("{}.{name}", entity.name),
                )
            }
            Clause::Alias(id) => format!("{}.where", service.aliases[id.index()].name),
            Clause::Field(id, at) => {
                let entity = service.entity(id);
                format!("{}.{}.where", entity.name, entity.fields[at].name)
            }
            Clause::State(id) | Clause::Initial(id) => format!("state.{}.where", service.state_field(id).name),
            Clause::Transition(at) => format!("transition {}", service.transitions[at].name),
            Clause::Output(id, _) => format!("{}.output", service.operation(id).name),
            Clause::Frame(id, _) => format!("{}.frame", service.operation(id).name),
        })
    }

    /// The identity of a temporal property.
    pub fn of_temporal(temporal: &Temporal) -> ClauseId {
        let kind = match temporal.property {
            Property::Always(_) => "always",
            Property::Eventually(_) => "eventually",
            Property::Fairness(_) => "fairness",
        };
        ClauseId(format!("{kind} {}", temporal.name))
    }

    /// The identity of a rule of a transition.
    pub fn of_rule(service: &Service, transition: usize, rule: usize) -> ClauseId {
        let declared = &service.transitions[transition];
        let rule = &declared.rules[rule];
        ClauseId(format!("{} {} -> {} via {}", declared.name, rule.from, rule.to, rule.via))
    }

    /// What is broken where no rule of a transition leads on from a value.
    pub fn of_source(service: &Service, transition: usize, value: u32) -> ClauseId {
        ClauseId(format!("{} from {}", service.transitions[transition].name, source_name(service, transition, value)))
    }
}

/// The name of a value of the field that a transition is about.
pub(super) fn source_name(service: &Service, transition: usize, value: u32) -> &str {
    let declared = &service.transitions[transition];
    let field = &service.entity(declared.entity).fields[declared.field.index()];
    let Type::Enum(id) = field.ty.ty else { return "" };
    service.enumeration(id).values.get(value as usize).map_or("", |value| value.name.as_str())
}

fn invariant(condition: &Condition, at: usize) -> String {
    condition.name.as_deref().map_or_else(|| format!("invariant[{at}]"), |name| format!("invariant {name}"))
}

/// The text of a temporal property.
pub(super) fn temporal_text(service: &Service, temporal: &Temporal) -> String {
    match &temporal.property {
        Property::Always(expr) | Property::Eventually(expr) => print(expr, service, Names::default()),
        Property::Fairness(id) => service.operation(*id).name.to_string(),
    }
}

/// What is told of a clause, in suites and services of all languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What it is called in reports.
    pub id: ClauseId,
    /// What people call it.
    pub title: String,
    /// Its text in the spec, on one line.
    pub text: String,
    /// Its text in words of its own, as services tell it.
    pub said: String,
    /// Its place in the spec.
    pub place: String,
}

impl Told {
    /// What is told of a clause that a step can break.
    pub fn of(service: &Service, sources: &SourceMap, clause: Clause) -> Told {
        let (begins, stands) = spans(service, clause);
        let (id, title, said) = (ClauseId::of(service, clause), clause.title(service), clause.text(service));
        let (text, place) = (written(sources, stands, &said), Places::new(sources).of(begins));
        Told { id, title, text, said, place }
    }

    /// What is told of a temporal property.
    pub fn of_temporal(service: &Service, sources: &SourceMap, temporal: &Temporal) -> Told {
        let said = temporal_text(service, temporal);
        let stands = temporal.property.expr().map(|expr| expr.span);
        let text = stands.map_or_else(|| said.clone(), |stands| written(sources, stands, &said));
        let (id, title) = (ClauseId::of_temporal(temporal), format!("the property `{}`", temporal.name));
        Told { id, title, text, said, place: Places::new(sources).of(temporal.span) }
    }
}

/// What the spec says at a place, on one line; words of its own where comments are in between.
pub(super) fn written(sources: &SourceMap, span: Span, said: &str) -> String {
    let text = sources.text(span);
    if text.is_empty() || text.contains("//") || text.contains("/*") {
        return said.to_string();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a clause begins, and where its condition stands.
fn spans(service: &Service, clause: Clause) -> (Span, Span) {
    let whole = clause.span(service);
    let refinement = |expr: Option<&Expr>| expr.map_or((whole, whole), |expr| (expr.span, expr.span));
    match clause {
        Clause::Alias(id) => refinement(service.aliases[id.index()].refinement.as_ref()),
        Clause::Field(id, at) => refinement(service.entity(id).fields[at].refinement.as_ref()),
        Clause::State(id) => refinement(service.state_field(id).refinement.as_ref()),
        Clause::Invariant(at) => (whole, service.invariants[at].expr.span),
        Clause::EntityInvariant(id, at) => (whole, service.entity(id).invariants[at].expr.span),
        Clause::Always(at) => (whole, service.temporals[at].property.expr().map_or(whole, |expr| expr.span)),
        Clause::Requires(..)
        | Clause::Ensures(..)
        | Clause::Initial(_)
        | Clause::Frame(..)
        | Clause::Transition(_)
        | Clause::Output(..) => (whole, whole),
    }
}

/// Where things stand, for people: the name of the file and the line.
#[derive(Debug, Clone, Copy)]
pub struct Places<'s> {
    sources: &'s SourceMap,
}

impl<'s> Places<'s> {
    /// Places in these files.
    pub fn new(sources: &'s SourceMap) -> Places<'s> {
        Places { sources }
    }

    /// The place of a span, such as `todo_list.spec:31`, below the folder of the spec: others differ from machine to
    /// machine.
    pub fn of(&self, span: Span) -> String {
        let Some(file) = self.sources.get(span.file) else { return String::new() };
        format!("{}:{}", self.sources.path(span.file), file.position(span.start).line)
    }

    /// The name of the spec itself.
    pub fn spec(&self) -> String {
        self.sources.path(FileId(0)).to_string()
    }
}
