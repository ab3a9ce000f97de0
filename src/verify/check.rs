//! What there is to check of a service.

use std::cell::RefCell;
use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::ground::conditions;
use crate::effect::LooseCalls;
use crate::interp::Clause;
use crate::ir::{
    BinaryOp, Builtin, EntityId, Expr, ExprKind, FunctionBody, FunctionId, OperationId, Property, Reads, Rule, Service,
    StateId, Transition, Type, TypeRef, UnaryOp, any,
};
use crate::realize::{Action, Body};
use crate::source::Span;

/// One thing to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// There is an initial state, and it is valid.
    Initial,
    /// Types, invariants and `always` can hold together.
    Consistent,
    /// A `requires` can hold, by itself.
    Requires(OperationId, usize),
    /// The precondition can hold in a valid state.
    Reachable(OperationId),
    /// A rule of a transition can be taken: by the positions of its transition and of itself.
    Rule(usize, usize),
    /// A call keeps a clause.
    Keeps(OperationId, Clause),
    /// What a call leaves to the service can be chosen.
    Choice(OperationId),
    /// The numbers of a call stay within the ranges of their types.
    Overflow(OperationId),
    /// Some state that satisfies it can be reached.
    Eventually(usize),
    /// The operation is not starved.
    Fairness(usize),
}

impl Subject {
    /// The operation it is about.
    pub fn operation(self, service: &Service) -> Option<OperationId> {
        match self {
            Subject::Requires(id, _)
            | Subject::Reachable(id)
            | Subject::Keeps(id, _)
            | Subject::Choice(id)
            | Subject::Overflow(id) => Some(id),
            Subject::Rule(transition, rule) => {
                resolved(service, transition, rule).and_then(|rule| rule.resolved.as_ref().ok()).map(|rule| rule.via)
            }
            Subject::Initial | Subject::Consistent | Subject::Eventually(_) | Subject::Fairness(_) => None,
        }
    }

    /// The clause it is about.
    pub fn clause(self) -> Option<Clause> {
        match self {
            Subject::Requires(id, at) => Some(Clause::Requires(id, at)),
            Subject::Keeps(_, clause) => Some(clause),
            Subject::Rule(transition, _) => Some(Clause::Transition(transition)),
            Subject::Initial
            | Subject::Consistent
            | Subject::Reachable(_)
            | Subject::Choice(_)
            | Subject::Overflow(_)
            | Subject::Eventually(_)
            | Subject::Fairness(_) => None,
        }
    }

    /// In a word.
    pub fn kind(self) -> &'static str {
        match self {
            Subject::Initial => "initial",
            Subject::Consistent => "consistent",
            Subject::Requires(..) => "requires",
            Subject::Reachable(_) => "reachable",
            Subject::Rule(..) => "rule",
            Subject::Keeps(_, Clause::Ensures(..)) => "ensures",
            Subject::Keeps(_, Clause::Output(..)) => "output",
            Subject::Keeps(_, Clause::Transition(_)) => "transition",
            Subject::Keeps(_, Clause::Always(_)) => "always",
            Subject::Keeps(_, _) => "preserves",
            Subject::Choice(_) => "choice",
            Subject::Overflow(_) => "overflow",
            Subject::Eventually(_) => "eventually",
            Subject::Fairness(_) => "fairness",
        }
    }

    /// Where it stands.
    pub fn span(self, service: &Service) -> Option<Span> {
        match self {
            Subject::Initial | Subject::Consistent => None,
            Subject::Reachable(id) | Subject::Choice(id) | Subject::Overflow(id) => Some(service.operation(id).span),
            Subject::Rule(transition, rule) => resolved(service, transition, rule).map(|rule| rule.span),
            Subject::Eventually(at) | Subject::Fairness(at) => service.temporals.get(at).map(|found| found.span),
            Subject::Requires(id, at) => Some(Clause::Requires(id, at).span(service)),
            Subject::Keeps(_, clause) => Some(clause.span(service)),
        }
    }

    /// What is claimed, in one line.
    pub fn title(self, service: &Service) -> String {
        let name = |id: OperationId| &service.operation(id).name;
        let temporal = |at: usize| service.temporals.get(at).map_or("", |found| found.name.as_str());
        match self {
            Subject::Initial => "the initial state is valid".to_string(),
            Subject::Consistent => "the invariants can hold together".to_string(),
            Subject::Requires(id, at) => {
                format!("`{}` can be called: {}", name(id), Clause::Requires(id, at).text(service))
            }
            Subject::Reachable(id) => format!("`{}` can be called in a valid state", name(id)),
            Subject::Rule(transition, rule) => match resolved(service, transition, rule) {
                Some(rule) => format!("`{} -> {}` via `{}` can be taken", rule.from, rule.to, rule.via),
                None => "a rule can be taken".to_string(),
            },
            Subject::Keeps(id, clause @ Clause::Ensures(..)) => {
                format!("`{}` keeps: {}", name(id), clause.text(service))
            }
            Subject::Keeps(id, clause) => format!("`{}` keeps {}", name(id), clause.title(service)),
            Subject::Choice(id) => format!("`{}` finds values for what it leaves open", name(id)),
            Subject::Overflow(id) => format!("the numbers of `{}` stay within their ranges", name(id)),
            Subject::Eventually(at) => format!("`{}` is reached", temporal(at)),
            Subject::Fairness(at) => format!("`{}`", temporal(at)),
        }
    }
}

/// A rule by its position.
pub(super) fn resolved(service: &Service, transition: usize, rule: usize) -> Option<&Rule> {
    service.transitions.get(transition)?.rules.get(rule)
}

/// Everything there is to check of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agenda {
    /// What has to be looked at, in the order of the spec.
    pub subjects: Vec<Subject>,
    /// What needs no look, in the order of the operations.
    pub framed: Vec<Framed>,
}

impl Agenda {
    /// How many checks need no look.
    pub fn framed_count(&self) -> usize {
        self.framed.iter().map(|framed| framed.count).sum()
    }
}

/// How many clauses of the state an operation keeps since it changes nothing that they read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Framed {
    /// The operation.
    pub operation: OperationId,
    /// How many they are, never none.
    pub count: usize,
}

/// Says which checks are wanted.
pub type Fits<'f> = &'f dyn Fn(Subject) -> bool;

/// Everything there is to check, in the order of the spec.
pub fn subjects(service: &Service, bodies: &[Body]) -> Vec<Subject> {
    agenda(service, bodies, None).subjects
}

/// The checks that are wanted, or all. What a call does not touch is only counted: it grows with the operations times
/// the clauses.
pub fn agenda(service: &Service, bodies: &[Body], fits: Option<Fits<'_>>) -> Agenda {
    let clauses = StateClauses::of(service);
    let mut agenda = Agenda { subjects: vec![Subject::Initial, Subject::Consistent], framed: Vec::new() };
    for (at, body) in bodies.iter().enumerate() {
        let id = OperationId(at as u32);
        let touched = clauses.touched(body);
        of_operation(service, id, body, &mut agenda.subjects);
        agenda.subjects.extend(clauses.at(&touched).map(|clause| Subject::Keeps(id, clause)));
        of_transitions(service, id, &mut agenda.subjects);
        let count = clauses.untouched(&touched, fits.map(|fits| move |clause| fits(Subject::Keeps(id, clause))));
        agenda.framed.extend((count > 0).then_some(Framed { operation: id, count }));
    }
    for (transition, declared) in service.transitions.iter().enumerate() {
        agenda.subjects.extend((0..declared.rules.len()).map(|rule| Subject::Rule(transition, rule)));
    }
    for (at, temporal) in service.temporals.iter().enumerate() {
        match &temporal.property {
            Property::Always(_) => {}
            Property::Eventually(_) => agenda.subjects.push(Subject::Eventually(at)),
            Property::Fairness(_) => agenda.subjects.push(Subject::Fairness(at)),
        }
    }
    agenda.subjects.retain(|subject| fits.is_none_or(|fits| fits(*subject)));
    agenda
}

fn of_operation(service: &Service, id: OperationId, body: &Body, found: &mut Vec<Subject>) {
    let operation = service.operation(id);
    found.extend((0..operation.requires.len()).map(|at| Subject::Requires(id, at)));
    found.push(Subject::Reachable(id));
    found.extend((0..operation.ensures.len()).map(|at| Subject::Keeps(id, Clause::Ensures(id, at))));
    for (at, output) in operation.outputs.iter().enumerate() {
        if super::refine::has_claims(service, &output.ty) {
            found.push(Subject::Keeps(id, Clause::Output(id, at)));
        }
    }
    if body.steps.iter().any(|step| matches!(step.action, Action::Choose(..))) {
        found.push(Subject::Choice(id));
    }
    if reckons(service, id) {
        found.push(Subject::Overflow(id));
    }
}

fn of_transitions(service: &Service, id: OperationId, found: &mut Vec<Subject>) {
    for (at, transition) in service.transitions.iter().enumerate() {
        if takes_part(transition, id) {
            found.push(Subject::Keeps(id, Clause::Transition(at)));
        }
    }
}

/// Whether a rule of a transition is about an operation.
pub(super) fn takes_part(transition: &Transition, id: OperationId) -> bool {
    transition.rules.iter().any(|rule| rule.resolved.as_ref().is_ok_and(|rule| rule.via == id))
}

/// Whether a call works numbers out.
fn reckons(service: &Service, id: OperationId) -> bool {
    let operation = service.operation(id);
    let clauses = operation.requires.iter().chain(&operation.ensures);
    let known = RefCell::default();
    clauses.into_iter().any(|clause| reckons_within(service, &clause.expr, &known))
}

/// A function may call itself, so each is looked into once.
fn reckons_within(service: &Service, expr: &Expr, known: &RefCell<BTreeSet<FunctionId>>) -> bool {
    any(expr, &|part| {
        if let ExprKind::Call(function, ..) = &part.kind
            && let FunctionBody::Defined(body) = &service.function(*function).body
        {
            let is_new = known.borrow_mut().insert(*function);
            return is_new && reckons_within(service, body, known);
        }
        let bounded = matches!(part.ty, Type::Int | Type::Duration | Type::DateTime);
        bounded
            && matches!(
                part.kind,
                ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide, ..)
                    | ExprKind::Unary(UnaryOp::Negate, _)
                    | ExprKind::Sum(..)
                    | ExprKind::Builtin(
                        Builtin::Abs | Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds,
                        _
                    )
            )
    })
}

/// The clauses that every valid state satisfies, by what a call has to change to touch them.
struct StateClauses {
    clauses: Vec<Clause>,
    /// Those that read a state field, by the field.
    readers: Vec<Vec<usize>>,
    /// Those that every call touches: they read the clock, or nobody can say what they read.
    restless: Vec<usize>,
}

impl StateClauses {
    fn of(service: &Service) -> StateClauses {
        let loose = LooseCalls::of(service);
        let unsaid: FxHashSet<Clause> =
            conditions(service).into_iter().filter(|(_, expr)| loose.within(expr)).map(|(clause, _)| clause).collect();
        let mut readers = vec![Vec::new(); service.state.len()];
        let (mut clauses, mut restless) = (Vec::new(), Vec::new());
        for (at, (clause, reads)) in state_clauses(service).into_iter().enumerate() {
            clauses.push(clause);
            restless.extend((reads.clock || unsaid.contains(&clause)).then_some(at));
            for id in &reads.fields {
                readers.get_mut(id.index()).into_iter().for_each(|readers: &mut Vec<usize>| readers.push(at));
            }
        }
        StateClauses { clauses, readers, restless }
    }

    /// The positions of those that a call can touch. Nothing can be said where a body is not known.
    fn touched(&self, body: &Body) -> BTreeSet<usize> {
        if body.hole.is_some() || !body.effects.loose.is_empty() {
            return (0..self.clauses.len()).collect();
        }
        let changed = body.changes();
        let readers = changed.iter().filter_map(|id| self.readers.get(id.index())).flatten();
        readers.chain(&self.restless).copied().collect()
    }

    fn at(&self, positions: &BTreeSet<usize>) -> impl Iterator<Item = Clause> {
        positions.iter().filter_map(|at| self.clauses.get(*at).copied())
    }

    /// How many of the others there are, or how many of them are wanted.
    fn untouched(&self, touched: &BTreeSet<usize>, fits: Option<impl Fn(Clause) -> bool>) -> usize {
        let Some(fits) = fits else { return self.clauses.len() - touched.len() };
        let others = self.clauses.iter().enumerate().filter(|(at, _)| !touched.contains(at));
        others.filter(|(_, clause)| fits(**clause)).count()
    }
}

/// The clauses that every valid state satisfies, with what each reads.
fn state_clauses(service: &Service) -> Vec<(Clause, Reads)> {
    let mut found: IndexMap<Clause, Reads> = IndexMap::new();
    let mut add = |clause: Clause, reads: Reads| {
        let known = found.entry(clause).or_default();
        known.fields.extend(reads.fields);
        known.clock |= reads.clock;
    };
    for (at, field) in service.state.iter().enumerate() {
        let id = StateId(at as u32);
        let mut of_field = |clause: Clause, expr: &Expr| {
            let mut reads = Reads::of(service, expr);
            reads.fields.insert(id);
            add(clause, reads);
        };
        of_type(service, &field.ty, &mut Vec::new(), &mut of_field);
        if let Some(refinement) = &field.refinement {
            of_field(Clause::State(id), refinement);
        }
    }
    for (clause, expr) in conditions(service) {
        add(clause, Reads::of(service, expr));
    }
    found.into_iter().collect()
}

/// What the values of a type satisfy. An entity may hold its own kind, so each is looked into once.
pub(super) fn of_type(service: &Service, ty: &TypeRef, known: &mut Vec<EntityId>, add: &mut dyn FnMut(Clause, &Expr)) {
    if let Some(alias) = ty.alias {
        let declared = &service.aliases[alias.index()];
        if let Some(refinement) = &declared.refinement {
            add(Clause::Alias(alias), refinement);
        }
        return of_type(service, &declared.base, known, add);
    }
    ty.args.iter().for_each(|arg| of_type(service, arg, known, add));
    if let Type::Entity(id) = &ty.ty
        && !known.contains(id)
    {
        known.push(*id);
        let entity = service.entity(*id);
        for (at, field) in entity.fields.iter().enumerate() {
            if let Some(refinement) = &field.refinement {
                add(Clause::Field(*id, at), refinement);
            }
            of_type(service, &field.ty, known, add);
        }
        for (at, invariant) in entity.invariants.iter().enumerate() {
            add(Clause::EntityInvariant(*id, at), &invariant.expr);
        }
    }
}
