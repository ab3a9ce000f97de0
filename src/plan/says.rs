//! When a condition says something: where it does not hold merely because there is nothing it speaks of.

use std::sync::Arc;

use crate::ir::{BinaryOp, Binder, Expr, ExprKind, Quantifier, Range, Type, UnaryOp};

/// When a condition says something, for one that can hold vacuously; none where it always does.
///
/// `a implies b` says something where `a` holds and `b` says something, `all x in s | p` where `p` does for some `x`,
/// and a conjunction where one of its parts does.
pub fn says(condition: &Expr) -> Option<Expr> {
    if let ExprKind::Binary(BinaryOp::Implies, left, right) = &condition.kind {
        return Some(both((**left).clone(), says(right)));
    }
    if let ExprKind::Binary(BinaryOp::And, left, right) = &condition.kind {
        return Some(binary(BinaryOp::Or, says(left)?, says(right)?));
    }
    if let ExprKind::Let(local, value, body) = &condition.kind {
        let body = says(body)?;
        return Some(like(condition, ExprKind::Let(local.clone(), value.clone(), Box::new(body))));
    }
    if let ExprKind::If(test, yes, no) = &condition.kind {
        return either(condition, test, says(yes), says(no));
    }
    if let ExprKind::Quantifier(Quantifier::All, binders, body) = &condition.kind {
        return Some(for_some(condition, binders, says(body)));
    }
    None
}

fn like(condition: &Expr, kind: ExprKind) -> Expr {
    Expr { kind, ty: Type::Bool, span: condition.span }
}

fn truth(condition: &Expr, value: bool) -> Expr {
    like(condition, ExprKind::Bool(value))
}

fn binary(operator: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty: Type::Bool, span }
}

fn both(first: Expr, second: Option<Expr>) -> Expr {
    match second {
        Some(second) => binary(BinaryOp::And, first, second),
        None => first,
    }
}

fn either(whole: &Expr, test: &Expr, yes: Option<Expr>, no: Option<Expr>) -> Option<Expr> {
    if yes.is_none() && no.is_none() {
        return None;
    }
    let [yes, no] = [yes, no].map(|part| Box::new(part.unwrap_or_else(|| truth(whole, true))));
    Some(like(whole, ExprKind::If(Box::new(test.clone()), yes, no)))
}

fn for_some(whole: &Expr, binders: &[Binder], body: Option<Expr>) -> Expr {
    if let (None, [binder]) = (&body, binders) {
        return is_not_empty(whole, binder);
    }
    let body = body.unwrap_or_else(|| truth(whole, true));
    like(whole, ExprKind::Quantifier(Quantifier::Some, binders.to_vec(), Box::new(body)))
}

/// That a variable has something to range over.
fn is_not_empty(whole: &Expr, binder: &Binder) -> Expr {
    let source = match (&binder.range, &binder.ty) {
        (Range::Elements(source) | Range::Values(source), _) => source.clone(),
        (Range::All(moment), Type::Entity(id)) => Expr {
            kind: ExprKind::Instances(*id, *moment),
            ty: Type::Set(Arc::new(binder.ty.clone())),
            span: whole.span,
        },
        (Range::All(_), _) => return truth(whole, true),
    };
    let number = |kind| Box::new(Expr { kind, ty: Type::Int, span: whole.span });
    let size = number(ExprKind::Unary(UnaryOp::Size, Box::new(source)));
    like(whole, ExprKind::Binary(BinaryOp::Gt, size, number(ExprKind::Int(0))))
}
