//! Statements around expressions: what a `let` at the top of a clause becomes.

use super::expr::PythonExpr;
use crate::backend::{ExprBackend, Lowering};
use crate::ir::{Expr, ExprKind, Local, any};

/// The statements that give an expression back: an assignment for each `let` around it, then a `return`.
pub(super) fn returning(
    lowering: &Lowering<'_>,
    backend: &mut PythonExpr<'_>,
    expr: &Expr,
    nesting: usize,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut bound: Vec<&Local> = Vec::new();
    let mut rest = expr;
    while let (ExprKind::Let(local, value, body), false) = (&rest.kind, lowering.opaque.is_opaque(rest)) {
        // A value that nobody reads still has to be worked out, since it may be undefined.
        if !reads(body, local) {
            break;
        }
        lines.push(assignment(lowering, backend, (local, value), nesting));
        bound.push(local);
        rest = body;
    }
    let result = lowering.expr(backend, rest);
    lines.push(result.statement("return ", nesting, ""));
    bound.into_iter().rev().for_each(|local| backend.release(local));
    lines
}

/// Whether an expression reads a variable.
pub(super) fn reads(expr: &Expr, local: &Local) -> bool {
    any(expr, &|part| matches!(&part.kind, ExprKind::Local(found) if found.id == local.id))
}

/// `name = value`; the name stays bound.
pub(super) fn assignment(
    lowering: &Lowering<'_>,
    backend: &mut PythonExpr<'_>,
    (local, value): (&Local, &Expr),
    nesting: usize,
) -> String {
    let value = lowering.expr(backend, value);
    let name = backend.bind(local);
    value.statement(&format!("{name} = "), nesting, "")
}
