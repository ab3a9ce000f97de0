//! Statements around expressions: what a `let` at the top of a clause becomes.

use super::expr::PythonExpr;
use super::piece::Piece;
use crate::backend::write;
use crate::ir::Local;
use crate::lower::Block;

/// The statements that give an expression back: an assignment for each variable, then a `return`.
pub(super) fn returning(backend: &mut PythonExpr<'_>, block: &Block, nesting: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for (variable, value) in &block.lets {
        let value = write(backend, value);
        lines.push(assignment(backend, &variable.local, &value, nesting));
    }
    lines.push(write(backend, &block.result).statement("return ", nesting, ""));
    block.lets.iter().rev().for_each(|(variable, _)| backend.release(&variable.local));
    lines
}

/// `name = value`; the name stays bound.
pub(super) fn assignment(backend: &mut PythonExpr<'_>, local: &Local, value: &Piece, nesting: usize) -> String {
    let name = backend.bind(local);
    value.statement(&format!("{name} = "), nesting, "")
}
