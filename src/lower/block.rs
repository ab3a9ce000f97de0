//! What of an expression becomes statements: each `let` at its top, where its value is read.

use serde::Serialize;

use super::{Lowered, Lowering, Variable};
use crate::ir::{Expr, ExprKind, Local, any};

/// An expression as statements: variables that are set one after the other, and what is given back.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Block {
    /// The variables with their values. They stay bound up to the result.
    pub lets: Vec<(Variable, Lowered)>,
    /// What is given back.
    pub result: Lowered,
}

impl Lowering<'_> {
    /// An expression as statements.
    pub fn block(&self, expr: &Expr) -> Block {
        let (mut lets, mut rest) = (Vec::new(), expr);
        while let (ExprKind::Let(local, value, body), false) = (&rest.kind, self.opaque.is_opaque(rest)) {
            // A value that nobody reads still has to be worked out, since it may be undefined.
            if !reads(body, local) {
                break;
            }
            lets.push((Variable { local: local.clone(), ty: value.ty.clone() }, self.expr(value)));
            rest = body;
        }
        Block { lets, result: self.expr(rest) }
    }
}

/// Whether an expression reads a variable.
fn reads(expr: &Expr, local: &Local) -> bool {
    any(expr, &|part| matches!(&part.kind, ExprKind::Local(found) if found.id == local.id))
}
