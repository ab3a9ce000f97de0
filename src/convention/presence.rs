//! Presence: the parts of `requires` that answer 404 where they fail.

use serde::Serialize;

use super::membership::{Membership, conjuncts, memberships};
use crate::ir::{Expr, ExprKind, IndexKind, Operation, ParamIndex, Service, StateId, Type};

/// A top-level conjunct `<input> in e`, with `e` a relation, a state set or `rel[k]`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Presence {
    /// The position of its clause among the requires.
    pub clause: usize,
    /// The input that must be present.
    pub input: ParamIndex,
    /// The state field it must be present in.
    pub field: StateId,
    /// The test, inside the `let`s that stand around it. Predicates are unfolded.
    pub test: Expr,
}

/// The tests of an operation that answer 404 where they fail, in the order of its requires.
pub fn presence(service: &Service, operation: &Operation) -> Vec<Presence> {
    memberships(service, &operation.requires).iter().filter_map(test).collect()
}

/// Whether something beside the presence tests can reject a call with 409: another part of the requires, or a transition.
pub fn can_conflict(service: &Service, operation: &Operation) -> bool {
    let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
    let mut vias = rules.filter_map(|rule| rule.resolved.as_ref().ok()).map(|rule| service.operation(rule.via));
    let other = |part: &Option<Membership>| part.as_ref().and_then(test).is_none();
    vias.any(|via| via.name == operation.name) || conjuncts(service, &operation.requires).iter().any(other)
}

fn test(found: &Membership) -> Option<Presence> {
    let (input, field) = (input(&found.element)?, place(&found.whole)?);
    found.holds.then(|| Presence { clause: found.clause, input, field, test: found.with_lets() })
}

/// The input that an expression is, tested for `none` or not.
pub(super) fn input(expr: &Expr) -> Option<ParamIndex> {
    if let ExprKind::Unwrap(inner, _) = &expr.kind {
        return input(inner);
    }
    if let ExprKind::Input(index) = expr.kind { Some(index) } else { None }
}

/// The state field, where an expression is a relation, a state set, or an entry of a relation.
fn place(expr: &Expr) -> Option<StateId> {
    if let ExprKind::Index(IndexKind::Value | IndexKind::Values, base, _) = &expr.kind {
        return state(base);
    }
    state(expr).filter(|_| !matches!(expr.ty, Type::Seq(_)))
}

/// The state field that an expression names.
pub(super) fn state(expr: &Expr) -> Option<StateId> {
    if let ExprKind::State(id, _) = expr.kind { Some(id) } else { None }
}
