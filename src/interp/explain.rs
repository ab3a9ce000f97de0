//! The values that a broken clause speaks of.

use super::call::Call;
use super::eval::{Evaluator, Sight};
use super::finding::{Clause, always};
use super::value::Value;
use super::wire;
use crate::ir::{Binder, Expr, ExprKind, Names, Quantifier, Service, any, binders, for_each_child, print};

/// How many values are shown.
const MAX_VALUES: usize = 12;
/// How much of a value is shown.
const MAX_TEXT: usize = 200;

/// The inputs of a call, and what the clause it broke speaks of.
pub(crate) fn values(sight: Sight<'_>, clause: Clause, call: &Call) -> Vec<(String, String)> {
    let service = &sight.model.service;
    let operation = service.operation(call.operation);
    let inputs = operation.inputs.iter().zip(&call.inputs);
    let mut found: Vec<(String, String)> =
        inputs.map(|(param, value)| (param.name.to_string(), shown(service, &param.ty.ty, value))).collect();
    let names = Names { operation: Some(operation), ..Names::default() };
    let own = if is_of_state(clause) { Sight { before: sight.after, ..sight } } else { sight };
    found.extend(spoken_of(own, clause, names));
    found.dedup();
    found.truncate(MAX_VALUES);
    found
}

/// What a condition on a state speaks of.
pub(crate) fn condition_values(sight: Sight<'_>, clause: Clause) -> Vec<(String, String)> {
    let mut found = spoken_of(sight, clause, Names::default());
    found.truncate(MAX_VALUES);
    found
}

fn is_of_state(clause: Clause) -> bool {
    !matches!(clause, Clause::Requires(..) | Clause::Ensures(..))
}

fn spoken_of(sight: Sight<'_>, clause: Clause, names: Names<'_>) -> Vec<(String, String)> {
    let mut teller = Teller { service: &sight.model.service, names, found: Vec::new() };
    if let Some(expr) = expression(&sight.model.service, clause) {
        teller.tell(&mut sight.evaluator(), expr);
    }
    teller.found
}

fn expression(service: &Service, clause: Clause) -> Option<&Expr> {
    match clause {
        Clause::Requires(id, at) => Some(&service.operation(id).requires[at].expr),
        Clause::Ensures(id, at) => Some(&service.operation(id).ensures[at].expr),
        Clause::Invariant(at) => Some(&service.invariants[at].expr),
        Clause::Always(at) => always(&service.temporals[at].property),
        Clause::State(_)
        | Clause::EntityInvariant(..)
        | Clause::Alias(_)
        | Clause::Field(..)
        | Clause::Transition(_)
        | Clause::Output(..)
        | Clause::Initial(_)
        | Clause::Frame(..) => None,
    }
}

struct Teller<'s> {
    service: &'s Service,
    names: Names<'s>,
    found: Vec<(String, String)>,
}

impl Teller<'_> {
    fn tell(&mut self, evaluator: &mut Evaluator<'_>, expr: &Expr) {
        if self.found.len() >= MAX_VALUES {
            return;
        }
        if let ExprKind::Quantifier(Quantifier::All | Quantifier::No, binders, body) = &expr.kind {
            return self.counterexample(evaluator, expr, binders, body);
        }
        if let ExprKind::Let(local, value, body) = &expr.kind {
            if let Ok(value) = evaluator.eval(value) {
                let bound = evaluator.bound();
                evaluator.bind(local, value);
                self.tell(evaluator, body);
                evaluator.unbind_to(bound);
            }
            return;
        }
        if is_name(expr) {
            return self.add(evaluator, expr);
        }
        if let Some(binder) = binders(expr).first() {
            // Its variable has no value outside.
            return binder.source().into_iter().for_each(|source| self.tell(evaluator, source));
        }
        for_each_child(expr, &mut |part| self.tell(evaluator, part));
    }

    /// The first elements for which a quantifier fails, and what its body speaks of there.
    fn counterexample(&mut self, evaluator: &mut Evaluator<'_>, whole: &Expr, binders: &[Binder], body: &Expr) {
        let Some((binder, rest)) = binders.split_first() else { return self.tell(evaluator, body) };
        let Ok(elements) = evaluator.range_of(binder) else { return };
        let bound = evaluator.bound();
        for element in elements {
            let text = shown(self.service, &binder.ty, &element);
            evaluator.bind(&binder.local, element);
            if self.fails(evaluator, whole, rest, body) {
                self.found.push((binder.local.name.to_string(), text));
                self.counterexample(evaluator, whole, rest, body);
                evaluator.unbind_to(bound);
                return;
            }
            evaluator.unbind_to(bound);
        }
    }

    fn fails(&self, evaluator: &mut Evaluator<'_>, whole: &Expr, rest: &[Binder], body: &Expr) -> bool {
        let ExprKind::Quantifier(quantifier, ..) = &whole.kind else { return false };
        let truth = if rest.is_empty() {
            evaluator.truth(body).map(|value| value != (*quantifier == Quantifier::No))
        } else {
            let kind = ExprKind::Quantifier(*quantifier, rest.to_vec(), Box::new(body.clone()));
            evaluator.truth(&Expr { kind, ty: whole.ty.clone(), span: whole.span })
        };
        truth != Ok(true)
    }

    fn add(&mut self, evaluator: &mut Evaluator<'_>, expr: &Expr) {
        let name = print(expr, self.service, self.names);
        let value = match evaluator.eval(expr) {
            Ok(value) => shown(self.service, &expr.ty, &value),
            Err(stop) => format!("undefined: {}", stop.message()),
        };
        if !self.found.iter().any(|(known, _)| *known == name) {
            self.found.push((name, value));
        }
    }
}

/// Whether an expression names a value rather than computing one.
fn is_name(expr: &Expr) -> bool {
    let names = |part: &Expr| {
        matches!(
            part.kind,
            ExprKind::State(..)
                | ExprKind::Input(_)
                | ExprKind::Output(_)
                | ExprKind::Local(_)
                | ExprKind::Field(..)
                | ExprKind::Index(..)
                | ExprKind::Unwrap(..)
                | ExprKind::Some(_)
                | ExprKind::Int(_)
                | ExprKind::Text(_)
                | ExprKind::EnumValue(..)
        )
    };
    let literal = matches!(expr.kind, ExprKind::Int(_) | ExprKind::Text(_) | ExprKind::EnumValue(..));
    names(expr) && !literal && !any(expr, &|part| !names(part))
}

/// A value as JSON, cut where it is long.
pub(crate) fn shown(service: &Service, ty: &crate::ir::Type, value: &Value) -> String {
    let text = wire::encode(service, ty, value).to_string();
    if text.chars().count() <= MAX_TEXT {
        return text;
    }
    let cut: String = text.chars().take(MAX_TEXT).collect();
    format!("{cut}…")
}
