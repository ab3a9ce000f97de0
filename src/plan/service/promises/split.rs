//! Conditions in parts that hold together exactly where the whole does. A part says less, so that it is easier to tell which
//! entries it has to be looked at for.

use super::super::loads::{has_value, key_variable};
use crate::interp::domains_by_key;
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Local, Quantifier, Range, Service, StateId, Type, conjuncts,
};

/// The parts of a condition on every state.
pub(super) fn parts(service: &Service, condition: &Expr) -> Vec<Expr> {
    let conditions = conjuncts(condition).into_iter().flat_map(domains_by_key);
    conditions.flat_map(|condition| over_entries(service, condition)).collect()
}

/// `all x | A and B` as two conditions.
fn over_entries(service: &Service, condition: Expr) -> Vec<Expr> {
    let ExprKind::Quantifier(Quantifier::All, binders, body) = &condition.kind else { return vec![condition] };
    let keys: Vec<(StateId, u32)> = binders.iter().filter_map(key_variable).collect();
    let parts = conclusions(service, &keys, body);
    let make = |body: Expr| {
        let span = condition.span;
        Expr { kind: ExprKind::Quantifier(Quantifier::All, binders.clone(), Box::new(body)), ty: Type::Bool, span }
    };
    parts.into_iter().map(make).collect()
}

/// What has to hold, one by one: `A implies B and C` is `A implies B` and `A implies C`.
fn conclusions(service: &Service, keys: &[(StateId, u32)], body: &Expr) -> Vec<Expr> {
    if let ExprKind::Binary(BinaryOp::And, left, right) = &body.kind {
        return [left, right].into_iter().flat_map(|part| conclusions(service, keys, part)).collect();
    }
    if let ExprKind::Binary(BinaryOp::Subset, part, whole) = &body.kind {
        return vec![members(part, whole, body).unwrap_or_else(|| body.clone())];
    }
    let ExprKind::Binary(BinaryOp::Implies, premise, conclusion) = &body.kind else { return vec![body.clone()] };
    let conclusions = conclusions(service, keys, conclusion);
    let implies = |premise: &Expr, conclusion: &Expr| {
        let kind = ExprKind::Binary(BinaryOp::Implies, Box::new(premise.clone()), Box::new(conclusion.clone()));
        Expr { kind, ty: Type::Bool, span: body.span }
    };
    let premises = premises(service, keys, premise);
    premises.iter().flat_map(|premise| conclusions.iter().map(|part| implies(premise, part))).collect()
}

/// When something has to hold, one by one: `A or B` where both have a value, so that neither has to be asked first.
fn premises(service: &Service, keys: &[(StateId, u32)], premise: &Expr) -> Vec<Expr> {
    if let ExprKind::Binary(BinaryOp::Or, left, right) = &premise.kind
        && has_value(service, keys, right)
        && has_value(service, keys, left)
    {
        return [left, right].into_iter().flat_map(|part| premises(service, keys, part)).collect();
    }
    vec![premise.clone()]
}

/// `s subset dom(rel)` as a condition on each element of `s`.
fn members(part: &Expr, whole: &Expr, condition: &Expr) -> Option<Expr> {
    let ExprKind::Builtin(Builtin::Dom, args) = &whole.kind else { return None };
    let relation = args.first().filter(|arg| matches!(arg.kind, ExprKind::State(..)))?;
    let Type::Set(element) = &part.ty else { return None };
    let ty = (**element).clone();
    let local = Local { id: u32::MAX - 1, name: "element".into() };
    let element = Expr { kind: ExprKind::Local(local.clone()), ty: ty.clone(), span: condition.span };
    let kind = ExprKind::Binary(BinaryOp::In, Box::new(element), Box::new(relation.clone()));
    let test = Expr { kind, ty: Type::Bool, span: condition.span };
    let binder = Binder { local, ty, range: Range::Elements(part.clone()) };
    let kind = ExprKind::Quantifier(Quantifier::All, vec![binder], Box::new(test));
    Some(Expr { kind, ty: Type::Bool, span: condition.span })
}
