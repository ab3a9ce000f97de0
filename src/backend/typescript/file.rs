//! The frame of a generated module: what it says of itself, its imports, and its declarations one after the other.

use super::literal;
use super::piece::PAGE;
use super::uses::Uses;
use crate::backend::doc::Doc;

/// What makes a file a module that has nothing in it.
pub(super) const EMPTY: &str = "export {};";

/// A function with what is said of it and its statements.
pub(super) fn function(name: &str, params: &[String], result: &str, text: &str, body: &[String]) -> String {
    declared(&format!("export function {name}"), params, result, text, body)
}

/// The same, with the words that it begins with.
pub(super) fn declared(words: &str, params: &[String], result: &str, text: &str, body: &[String]) -> String {
    let joined = Doc::join(params.iter().map(Doc::text), &Doc::concat([Doc::text(","), Doc::line()]));
    let list = if params.is_empty() {
        Doc::text("()")
    } else {
        Doc::bracketed("(", Doc::concat([joined, Doc::text(",").only_broken()]), ")")
    };
    let head = Doc::concat([Doc::text(words), list, Doc::text(format!(": {result} {{"))]);
    format!("{}\n{}\n{}\n}}", literal::comment(text, PAGE.width), PAGE.print(&head, 0, 0), body.join("\n"))
}

/// A module under its own name: what it says of itself, its imports, then its blocks.
pub(super) fn module(text: &str, uses: &Uses, own: &str, blocks: &[String]) -> String {
    let imports = uses.imports(own);
    let head = [literal::comment(text, PAGE.width), imports.trim_end().to_string()];
    let empty = [EMPTY.to_string()];
    let blocks = if blocks.is_empty() { &empty } else { blocks };
    let parts = head.iter().chain(blocks).filter(|part| !part.is_empty());
    parts.map(String::as_str).collect::<Vec<_>>().join("\n\n") + "\n"
}

/// A file of tests: what it says of itself, its imports, then its blocks.
pub(super) fn tests(text: &str, uses: &Uses, blocks: &[String]) -> String {
    module(text, uses, "", blocks)
}
