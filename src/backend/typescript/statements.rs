//! Statements around expressions: what a `let` at the top of a clause becomes.

use super::expr::TypeScriptExpr;
use super::piece::Piece;
use crate::backend::write;
use crate::ir::Local;
use crate::lower::Block;

/// The statements that give an expression back: a constant for each variable, then a `return`.
pub(super) fn returning(backend: &mut TypeScriptExpr<'_>, block: &Block) -> Vec<String> {
    let mut lines = Vec::new();
    for (variable, value) in &block.lets {
        let value = write(backend, value);
        lines.push(constant(backend, &variable.local, &value, 1));
    }
    lines.push(write(backend, &block.result).returned(1));
    block.lets.iter().rev().for_each(|(variable, _)| backend.release(&variable.local));
    lines
}

/// `const name = value;`; the name stays bound.
pub(super) fn constant(backend: &mut TypeScriptExpr<'_>, local: &Local, value: &Piece, nesting: usize) -> String {
    let name = backend.bind(local);
    value.assigned(&format!("const {name}"), nesting)
}
