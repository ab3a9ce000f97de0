//! The formatter. It works on tokens, so nothing is lost: comments stay, and so do line breaks inside expressions.
//! What it decides is indentation, spaces, blank lines, and where clauses and declarations begin a line. The result is
//! parsed again; where it would not mean the same, the text is left as it was. It is printed until nothing changes any more,
//! so that formatting twice is formatting once.

mod lines;
mod spacing;
mod tokens;

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use self::lines::Printer;
use crate::source::{FileId, SourceFile};
use crate::syntax::ast::{Expr, ExprKind, File, Member};
use crate::syntax::{self, Parsed};

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formatted {
    /// It is formatted now, and may have been before.
    Text(String),
    /// It has errors, which must be mended first.
    HasErrors,
    /// No layout was found that keeps its meaning; it stays as it is.
    Unchanged,
}

/// Formats a file.
pub fn format(source: &SourceFile) -> Formatted {
    let first = syntax::parse(FileId(0), source);
    if !first.diagnostics.is_empty() {
        return Formatted::HasErrors;
    }
    let meaning = without_places(&first.file);
    let (mut text, mut parsed) = (source.text.clone(), first);
    for _ in 0..ROUNDS {
        let next = print(&text, &parsed);
        if next == text {
            return Formatted::Text(text);
        }
        let after = syntax::parse(FileId(0), &SourceFile::new("", next.as_str()));
        if !is_same(&parsed, &after, &meaning) {
            return Formatted::Unchanged;
        }
        (text, parsed) = (next, after);
    }
    Formatted::Unchanged
}

/// How often a text is printed until nothing changes any more: a line that is begun may make others begin one.
const ROUNDS: usize = 8;

fn print(text: &str, parsed: &Parsed) -> String {
    let pieces = tokens::pieces(text, &parsed.tokens, &parsed.marks, &parts(&parsed.file));
    Printer::new(&pieces, &let_bodies(&parsed.file)).run()
}

/// Whether a text has the same tree as the one that is meant, places aside, and all comments of the one before.
fn is_same(before: &Parsed, after: &Parsed, meaning: &serde_json::Value) -> bool {
    let comments = |parsed: &Parsed| parsed.tokens.iter().filter(|token| token.kind.is_comment()).count();
    after.diagnostics.is_empty() && comments(before) == comments(after) && without_places(&after.file) == *meaning
}

/// A tree or a service as data, without places.
pub fn without_places(tree: &impl Serialize) -> serde_json::Value {
    let mut value = serde_json::to_value(tree).unwrap_or_default();
    strip(&mut value);
    value
}

fn strip(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => {
            fields.shift_remove("span");
            fields.values_mut().for_each(strip);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(strip),
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => {}
    }
}

/// For the first byte of each body of a `let` in a clause, the first byte of the `let`.
fn let_bodies(file: &File) -> HashMap<u32, u32> {
    let mut found = HashMap::new();
    for member in &file.members {
        if let Member::Operation(operation) = member {
            operation.requires.iter().chain(&operation.ensures).for_each(|clause| lets_of(clause, &mut found));
        }
    }
    found
}

fn lets_of(expr: &Expr, found: &mut HashMap<u32, u32>) {
    if let ExprKind::Let(_, _, bodies, _) = &expr.kind {
        for body in bodies {
            found.insert(body.span.start, expr.span.start);
            lets_of(body, found);
        }
    } else if let Some(right) = expr.right_edge() {
        lets_of(right, found);
    }
}

/// The first bytes of fields, rules and schemes, which begin a line where their block has several.
fn parts(file: &File) -> HashSet<u32> {
    let mut found = HashSet::new();
    for member in &file.members {
        match member {
            Member::Entity(entity) => found.extend(entity.fields.iter().map(|field| field.name.span.start)),
            Member::State(state) => found.extend(state.fields.iter().map(|field| field.name.span.start)),
            Member::Transition(transition) => found.extend(transition.rules.iter().map(|rule| rule.from.span.start)),
            Member::Conventions(rules) => found.extend(rules.iter().map(|rule| rule.span.start)),
            Member::Security(schemes) => found.extend(schemes.iter().map(|scheme| scheme.name.span.start)),
            Member::Enum(_)
            | Member::Alias(_)
            | Member::Operation(_)
            | Member::Invariant(_)
            | Member::Fact(_)
            | Member::Temporal(_)
            | Member::Function(_) => {}
        }
    }
    found
}
