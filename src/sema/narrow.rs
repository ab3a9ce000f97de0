//! Narrowing: which options a condition shows to be present.

use crate::ir::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The paths that are present when `condition` has the given truth.
pub(super) fn shown_present(condition: &Expr, truth: bool) -> Vec<Expr> {
    let mut found = Vec::new();
    collect(condition, truth, &mut found);
    found
}

fn collect(condition: &Expr, truth: bool, found: &mut Vec<Expr>) {
    if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind {
        collect(inner, !truth, found);
    } else if let ExprKind::Let(_, _, body) = &condition.kind {
        collect(body, truth, found);
    } else if let ExprKind::Binary(op, left, right) = &condition.kind {
        binary(*op, left, right, truth, found);
    }
}

fn binary(op: BinaryOp, left: &Expr, right: &Expr, truth: bool, found: &mut Vec<Expr>) {
    match (op, truth) {
        (BinaryOp::And, true) | (BinaryOp::Or, false) => {
            collect(left, truth, found);
            collect(right, truth, found);
        }
        (BinaryOp::Implies, false) => {
            collect(left, true, found);
            collect(right, false, found);
        }
        (BinaryOp::Eq, _) | (BinaryOp::Ne, _) => {
            let equal = (op == BinaryOp::Eq) == truth;
            compared(left, right, equal, found);
            compared(right, left, equal, found);
        }
        (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, true) => {
            found.extend([left, right].into_iter().filter(|side| is_path(side)).cloned());
        }
        _ => {}
    }
}

/// A path that differs from `none`, or equals something present, is present.
fn compared(path: &Expr, other: &Expr, equal: bool, found: &mut Vec<Expr>) {
    let present = if equal { matches!(other.kind, ExprKind::Some(_)) } else { matches!(other.kind, ExprKind::None) };
    if present && is_path(path) {
        found.push(path.clone());
    }
}

/// Whether an expression names a place that a later expression can name again.
fn is_path(expr: &Expr) -> bool {
    if let ExprKind::Field(base, _) | ExprKind::Index(_, base, _) | ExprKind::Unwrap(base, _) = &expr.kind {
        return is_path(base);
    }
    matches!(
        expr.kind,
        ExprKind::Local(_)
            | ExprKind::Input(_)
            | ExprKind::Output(_)
            | ExprKind::Param(_)
            | ExprKind::OwnField(_)
            | ExprKind::OwnValue
            | ExprKind::State(..)
    )
}

/// Whether two expressions name the same place; coercions and spans aside.
pub(super) fn same_path(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Unwrap(a, _), _) => same_path(a, b),
        (_, ExprKind::Unwrap(b, _)) => same_path(a, b),
        (ExprKind::Local(a), ExprKind::Local(b)) => a.id == b.id,
        (ExprKind::Input(a), ExprKind::Input(b))
        | (ExprKind::Output(a), ExprKind::Output(b))
        | (ExprKind::Param(a), ExprKind::Param(b)) => a == b,
        (ExprKind::OwnField(a), ExprKind::OwnField(b)) => a == b,
        (ExprKind::OwnValue, ExprKind::OwnValue) => true,
        (ExprKind::State(a, at), ExprKind::State(b, bt)) => a == b && at == bt,
        (ExprKind::Field(a, f), ExprKind::Field(b, g)) => f == g && same_path(a, b),
        (ExprKind::Index(_, a, i), ExprKind::Index(_, b, j)) => same_path(a, b) && same_path(i, j),
        (ExprKind::Binary(o, a, x), ExprKind::Binary(p, b, y)) => o == p && same_path(a, b) && same_path(x, y),
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Text(a), ExprKind::Text(b)) => a == b,
        (ExprKind::EnumValue(a, i), ExprKind::EnumValue(b, j)) => a == b && i == j,
        _ => false,
    }
}
