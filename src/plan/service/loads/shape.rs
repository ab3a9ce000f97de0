//! Relations as they stand in expressions, and loads that say the same.

use super::{Filter, Load, What};
use crate::ir::{BinaryOp, Binder, Builtin, Expr, ExprKind, StateId, Type, for_each_child, same};

pub(super) fn is_call(part: &Expr) -> bool {
    matches!(part.kind, ExprKind::Call(..))
}

pub(super) fn is_relation(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::State(..)) && matches!(expr.ty, Type::Map(..) | Type::Multi(..))
}

/// The relation that something is looked for in, by its keys.
pub(super) fn relation(whole: &Expr) -> Option<StateId> {
    if let ExprKind::Builtin(Builtin::Dom, args) = &whole.kind {
        return args.first().and_then(relation);
    }
    if let (ExprKind::State(id, _), true) = (&whole.kind, is_relation(whole)) { Some(*id) } else { None }
}

/// Whether a relation is read other than by a key.
pub(super) fn any_bare_relation(expr: &Expr) -> bool {
    if is_relation(expr) {
        return true;
    }
    if let ExprKind::Index(_, base, key) = &expr.kind
        && is_relation(base)
    {
        return any_bare_relation(key);
    }
    if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, element, whole) = &expr.kind
        && relation(whole).is_some()
    {
        return any_bare_relation(element);
    }
    let mut found = false;
    for_each_child(expr, &mut |part| found |= any_bare_relation(part));
    found
}

pub(super) fn same_load(one: &Load, other: &Load) -> bool {
    let what = match (&one.what, &other.what) {
        (What::Keys { each, key }, What::Keys { each: others, key: at }) => {
            each.len() == others.len() && same(key, at) && each.iter().zip(others).all(same_binder)
        }
        (What::Where(filters), What::Where(others)) => Filter::are_same(filters, others),
        (What::Whole | What::Greatest | What::Count | What::Sum(_) | What::Keys { .. } | What::Where(_), _) => {
            one.what == other.what
        }
    };
    one.state == other.state && what
}

fn same_binder((one, other): (&Binder, &Binder)) -> bool {
    let sources = (one.source(), other.source());
    one.local.id == other.local.id && matches!(sources, (Some(a), Some(b)) if same(a, b))
}
