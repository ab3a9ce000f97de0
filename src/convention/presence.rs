//! Presence: the parts of `requires` that answer 404 where they fail.

use serde::Serialize;

use super::membership::memberships;
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
    let found = memberships(service, &operation.requires).into_iter().filter(|found| found.holds);
    let tests = found.filter_map(|found| {
        let (input, field) = (input(&found.element)?, place(&found.whole)?);
        Some(Presence { clause: found.clause, input, field, test: found.with_lets() })
    });
    tests.collect()
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
