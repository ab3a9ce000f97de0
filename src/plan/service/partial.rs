//! Steps that may have no value: a division, an entry that may be absent. The clause that such a step is for does not hold
//! then, and is named.

use super::loads::key_variable;
use crate::effect::Scope;
use crate::ir::{
    BinaryOp, Builtin, Expr, ExprKind, Fresh, FunctionBody, IndexKind, Service, StateId, Tested, binders, conjuncts,
    for_each_child, same, substitute,
};
use crate::realize::{Action, Case, Step};

/// How many calls of functions are looked into, one inside the other.
const MOST_CALLS: usize = 12;

/// Where a step stands: in a service, after requires that say which entries are there.
pub(super) struct Ground<'a> {
    service: &'a Service,
    present: Vec<(StateId, &'a Expr)>,
}

impl<'a> Ground<'a> {
    pub(super) fn of(service: &'a Service, requires: impl Iterator<Item = &'a Expr>) -> Ground<'a> {
        Ground { service, present: requires.flat_map(conjuncts).filter_map(member).collect() }
    }

    /// The clause that does not hold where a step has no value, if that can be.
    pub(super) fn partial(&self, step: &Step) -> Option<usize> {
        let cases: &[Case] = match &step.action {
            Action::Assign(_, cases) | Action::Insert(_, cases) | Action::Remove(_, cases) => cases,
            Action::Create(..) | Action::Collect(..) | Action::Choose(..) => &[],
        };
        let partial = cases.iter().find(|case| {
            let scopes = case.scopes.iter().filter_map(Scope::expr);
            scopes.chain([&case.value]).any(|expr| self.may_lack(expr, &mut Vec::new(), 0))
        });
        partial.and_then(|case| case.clause)
    }

    /// Whether an expression may have no value.
    fn may_lack(&self, expr: &Expr, keys: &mut Vec<(StateId, u32)>, depth: usize) -> bool {
        let lacks = if let ExprKind::Binary(operator, _, divisor) = &expr.kind {
            *operator == BinaryOp::Divide && !matches!(divisor.kind, ExprKind::Int(1..))
        } else if let ExprKind::Index(kind, whole, key) = &expr.kind {
            *kind != IndexKind::Values && !self.is_present(whole, key) && !is_key_of(keys, whole, key)
        } else if let ExprKind::Call(id, args, moment) = &expr.kind {
            let FunctionBody::Defined(body) = &self.service.function(*id).body else { return false };
            let unfolded = || substitute(body, args, *moment, &mut Fresh::above(expr));
            depth >= MOST_CALLS || self.may_lack(&unfolded(), keys, depth + 1)
        } else {
            matches!(
                expr.kind,
                ExprKind::The(..)
                    | ExprKind::Unwrap(_, Tested::No)
                    | ExprKind::Builtin(Builtin::MaxOf | Builtin::MinOf, _)
            )
        };
        let (mut found, before) = (lacks, keys.len());
        keys.extend(binders(expr).iter().filter_map(key_variable));
        for_each_child(expr, &mut |part| found = found || self.may_lack(part, keys, depth));
        keys.truncate(before);
        found
    }

    fn is_present(&self, whole: &Expr, key: &Expr) -> bool {
        let ExprKind::State(id, _) = whole.kind else { return false };
        self.present.iter().any(|(found, at)| *found == id && same(at, key))
    }
}

/// Whether a key is a variable that goes over the keys of the relation.
fn is_key_of(keys: &[(StateId, u32)], whole: &Expr, key: &Expr) -> bool {
    let (ExprKind::State(id, _), ExprKind::Local(local)) = (&whole.kind, &key.kind) else { return false };
    keys.contains(&(*id, local.id))
}

/// The relation and the key of `k in rel`.
fn member(test: &Expr) -> Option<(StateId, &Expr)> {
    let ExprKind::Binary(BinaryOp::In, key, whole) = &test.kind else { return None };
    let ExprKind::State(id, _) = whole.kind else { return None };
    Some((id, key))
}
