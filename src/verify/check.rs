//! What there is to check of a service.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::scene::conditions;
use crate::effect::{Action as Said, Effects, Root};
use crate::interp::Clause;
use crate::ir::{
    BinaryOp, Builtin, EntityId, Expr, ExprKind, FunctionBody, FunctionId, OperationId, Property, Reads, Rule, Service,
    StateId, Type, TypeRef, UnaryOp, any,
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

/// Everything there is to check, in the order of the spec.
pub fn subjects(service: &Service, bodies: &[Body]) -> Vec<Subject> {
    let mut found = vec![Subject::Initial, Subject::Consistent];
    for (at, body) in bodies.iter().enumerate() {
        of_operation(service, OperationId(at as u32), body, &mut found);
    }
    for (transition, declared) in service.transitions.iter().enumerate() {
        found.extend((0..declared.rules.len()).map(|rule| Subject::Rule(transition, rule)));
    }
    for (at, temporal) in service.temporals.iter().enumerate() {
        match &temporal.property {
            Property::Always(_) => {}
            Property::Eventually(_) => found.push(Subject::Eventually(at)),
            Property::Fairness(_) => found.push(Subject::Fairness(at)),
        }
    }
    found
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
    found.extend(state_clauses(service).into_iter().map(|(clause, _)| Subject::Keeps(id, clause)));
    for (at, transition) in service.transitions.iter().enumerate() {
        let takes = |rule: &Rule| rule.resolved.as_ref().is_ok_and(|rule| rule.via == id);
        if transition.rules.iter().any(takes) {
            found.push(Subject::Keeps(id, Clause::Transition(at)));
        }
    }
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

/// The clauses that every valid state satisfies, with what each reads.
pub(super) fn state_clauses(service: &Service) -> Vec<(Clause, Reads)> {
    let mut found: Vec<(Clause, Reads)> = Vec::new();
    let mut add = |clause: Clause, reads: Reads| match found.iter_mut().find(|(known, _)| *known == clause) {
        Some((_, known)) => {
            known.fields.extend(reads.fields);
            known.clock |= reads.clock;
        }
        None => found.push((clause, reads)),
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
    found
}

/// What the values of a type satisfy. An entity may hold its own kind, so each is looked into once.
fn of_type(service: &Service, ty: &TypeRef, known: &mut Vec<EntityId>, add: &mut dyn FnMut(Clause, &Expr)) {
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

/// The state fields that a body can change.
pub(super) fn changes(body: &Body) -> BTreeSet<StateId> {
    let mut found: BTreeSet<StateId> = body.effects.open.iter().copied().collect();
    let mut add = |root: Root| {
        if let Root::State(id) = root {
            found.insert(id);
        }
    };
    for step in &body.steps {
        match &step.action {
            Action::Assign(place, _)
            | Action::Insert(place, _)
            | Action::Remove(place, _)
            | Action::Create(place, _)
            | Action::Choose(place, _) => add(place.root),
            Action::Collect(..) => {}
        }
    }
    body.effects.open_parts.iter().for_each(|part| add(part.place.root));
    add_said(&body.effects, &mut add);
    found
}

fn add_said(effects: &Effects, add: &mut dyn FnMut(Root)) {
    for effect in &effects.effects {
        match &effect.action {
            Said::Equals(_) | Said::Contains(_) | Said::Lacks(_) => add(effect.place.root),
        }
    }
}
