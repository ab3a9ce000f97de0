//! The frame of a generated module: its docstring, its imports, and functions one after the other.

use super::literal;
use super::piece::PAGE;
use super::uses::Uses;
use crate::backend::doc::Doc;

/// A function with its docstring and its statements.
pub(super) fn function(name: &str, params: &[(String, String)], result: &str, text: &str, body: &[String]) -> String {
    let params = params.iter().map(|(name, ty)| format!("{name}: {ty}")).collect::<Vec<_>>();
    let head = signature(name, &params, result, 0);
    format!("{head}\n    {}\n{}", literal::docstring(text, PAGE.width - PAGE.indent), body.join("\n"))
}

/// The first line of a function, broken where it is too long.
pub(super) fn signature(name: &str, params: &[String], result: &str, nesting: usize) -> String {
    let joined = Doc::join(params.iter().map(Doc::text), &Doc::concat([Doc::text(","), Doc::line()]));
    let comma = if params.len() > 1 { Doc::text(",").only_broken() } else { Doc::nil() };
    let list = Doc::bracketed("(", Doc::concat([joined, comma]).group(), ")");
    let head = Doc::concat([Doc::text(format!("def {name}")), list, Doc::text(format!(" -> {result}:"))]);
    let column = nesting * PAGE.indent;
    format!("{}{}", " ".repeat(column), PAGE.print(&head, column, nesting))
}

/// A module: its docstring, its imports, then its blocks. A block that defines something stands two lines apart.
pub(super) fn module(text: &str, future: bool, uses: &Uses, blocks: &[String]) -> String {
    let mut out = literal::docstring(text, PAGE.width);
    if future {
        out.push_str("\n\nfrom __future__ import annotations");
    }
    let imports = uses.imports();
    if !imports.is_empty() {
        out.push_str("\n\n");
        out.push_str(&imports);
    }
    let mut after_definition = false;
    for block in blocks {
        let defines = ["def ", "async def ", "class ", "@", "# "].iter().any(|word| block.starts_with(word));
        out.push_str(if defines || after_definition { "\n\n\n" } else { "\n\n" });
        out.push_str(block);
        after_definition = defines;
    }
    out.push('\n');
    out
}
