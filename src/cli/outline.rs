//! Trees as indented text: one line per node, names and literals on the line of what they belong to, places left out.

use serde_json::Value;

use crate::format::without_places;
use crate::syntax::ast::File;

/// The tree of a file.
pub(super) fn outline(file: &File) -> String {
    let mut out = String::new();
    put("File", &without_places(file), 0, &mut out);
    out
}

fn put(label: &str, value: &Value, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    if is_nothing(value) {
        return;
    }
    if let Some(text) = inline(value) {
        out.push_str(&format!("{indent}{label}{}{text}\n", if label.is_empty() { "" } else { ": " }));
        return;
    }
    let (name, parts) = parts(value);
    let heading = match (label, name.as_str()) {
        ("", name) => name.to_string(),
        (label, "") => label.to_string(),
        (label, name) => format!("{label}: {name}"),
    };
    let deeper = if heading.is_empty() { depth } else { depth + 1 };
    if !heading.is_empty() {
        out.push_str(&format!("{indent}{heading}\n"));
    }
    for (label, part) in parts {
        put(label, part, deeper, out);
    }
}

/// A node with a name is headed by it.
fn named(fields: &serde_json::Map<String, Value>) -> (String, Vec<(&str, &Value)>) {
    let name = fields.get("name").and_then(inline);
    let shown = |label: &str| name.is_none() || label != "name";
    let parts = fields.iter().map(|(label, part)| (label.as_str(), part)).filter(|(label, _)| shown(label)).collect();
    (name.clone().unwrap_or_default(), parts)
}

/// What fits behind a label: literals, names, and variants that hold such.
fn inline(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(value) => Some(value.to_string()),
        Value::Number(value) => Some(value.to_string()),
        Value::String(text) => Some(text.clone()),
        Value::Array(_) => None,
        Value::Object(fields) => match (fields.get("text"), fields.get("kind"), fields.iter().next()) {
            (Some(text), None, _) if fields.len() == 1 => inline(text),
            (None, Some(kind), _) if fields.len() == 1 => inline(kind),
            (None, None, Some((name, held))) if is_variant(name, fields.len()) => {
                inline(held).map(|held| format!("{name} {held}"))
            }
            _ => None,
        },
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => false,
    }
}

fn is_variant(name: &str, fields: usize) -> bool {
    fields == 1 && name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// The name of a node, and its parts with their labels.
fn parts(value: &Value) -> (String, Vec<(&str, &Value)>) {
    match value {
        Value::Array(items) => match items.as_slice() {
            [first, rest @ ..] if rest.iter().all(is_nothing) && inline(first).is_some() => {
                (inline(first).unwrap_or_default(), Vec::new())
            }
            _ => (String::new(), items.iter().map(|item| ("", item)).collect()),
        },
        Value::Object(fields) => match (fields.get("kind"), fields.iter().next()) {
            (Some(kind), _) if fields.len() == 1 => parts(kind),
            (_, Some((name, held))) if is_variant(name, fields.len()) => {
                let (inner, parts) = parts(held);
                (if inner.is_empty() { name.clone() } else { format!("{name} {inner}") }, parts)
            }
            _ => named(fields),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => (String::new(), Vec::new()),
    }
}
