//! Collections that a clause describes by their elements: `all t in out | t in ran(rel) and …`.

use super::Collection;
use crate::effect::Check;
use crate::ir::{BinaryOp, Binder, Expr, ExprKind, ParamIndex, Quantifier, Range, Type, any, conjuncts};

/// What a check says about the elements of an output that nothing defines, if it says what they come from.
pub(super) fn collection(check: &Check) -> Option<(ParamIndex, Collection)> {
    let ExprKind::Quantifier(Quantifier::All, binders, body) = &check.expr.kind else { return None };
    let [Binder { local, ty, range: Range::Elements(over) }] = &**binders else { return None };
    let ExprKind::Output(output) = over.kind else { return None };
    if !check.scopes.is_empty() || !matches!(over.ty, Type::Set(_) | Type::Seq(_)) {
        return None;
    }
    let parts = conjuncts(body);
    let source_at = parts.iter().position(|part| source(part, local.id).is_some())?;
    let range = Range::Elements(source(parts.get(source_at)?, local.id)?.clone());
    let others = parts.iter().enumerate().filter(|(at, _)| *at != source_at);
    let conditions = others.map(|(_, part)| (*part).clone()).collect();
    let binder = Binder { local: local.clone(), ty: ty.clone(), range };
    Some((output, Collection { binder, conditions }))
}

/// The `s` of `t in s`, where it does not depend on `t` or on an output.
fn source(part: &Expr, local: u32) -> Option<&Expr> {
    let ExprKind::Binary(BinaryOp::In, element, whole) = &part.kind else { return None };
    let is_element = matches!(&element.kind, ExprKind::Local(found) if found.id == local);
    let own = |part: &Expr| matches!(&part.kind, ExprKind::Local(found) if found.id == local);
    let depends = any(whole, &|part| own(part) || matches!(part.kind, ExprKind::Output(_)));
    (is_element && !depends).then_some(whole)
}
