//! Changes to JSON documents, and documents with names for what a service chooses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// Stands for nothing: the key is taken out.
pub fn gone() -> Value {
    json!("$gone")
}

/// Replaces what is there, where an object would be joined with it.
pub fn only(value: Value) -> Value {
    json!({ "$only": value })
}

/// A document with parts changed: objects are joined, key by key, and everything else is replaced.
pub fn patched(document: &Value, patch: &Value) -> Value {
    let (Value::Object(old), Value::Object(changes)) = (document, patch) else { return replaced(patch) };
    if let Some(whole) = changes.get("$only") {
        return whole.clone();
    }
    let mut new = old.clone();
    for (key, change) in changes {
        if *change == gone() {
            assert!(new.shift_remove(key).is_some(), "`{key}` is taken out and was never there");
        } else {
            let value = old.get(key).map_or_else(|| replaced(change), |value| patched(value, change));
            new.insert(key.clone(), value);
        }
    }
    Value::Object(new)
}

fn replaced(patch: &Value) -> Value {
    patch.get("$only").unwrap_or(patch).clone()
}

/// What a service chose, by the names that a table gives it.
pub type Chosen = BTreeMap<String, Value>;

/// Whether a document is the expected one, and what the names in that stand for.
pub fn fits(expected: &Value, found: &Value, chosen: &mut Chosen) -> bool {
    match (expected, found) {
        (Value::String(name), _) if name.starts_with('$') => {
            chosen.entry(name.clone()).or_insert_with(|| found.clone()) == found
        }
        // A text around a choice that was made before.
        (Value::String(text), Value::String(found)) if text.contains('$') => {
            let named = chosen.iter().fold(text.clone(), |text, (name, value)| text.replace(name, &self::text(value)));
            named == *found
        }
        (Value::Object(expected), Value::Object(found)) => {
            let field =
                |(key, value): (&String, &Value)| found.get(key).is_some_and(|found| fits(value, found, chosen));
            expected.len() == found.len() && expected.iter().all(field)
        }
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(left, right)| fits(left, right, chosen))
        }
        _ => expected == found,
    }
}

/// A document with the names in its keys and texts replaced by what they stand for.
pub fn filled(document: &Value, chosen: &Chosen) -> Value {
    match document {
        Value::String(name) => match name.strip_prefix("$hash ") {
            Some(name) => json!(hash(&text(&chosen[name]))),
            None => chosen.get(name).unwrap_or(document).clone(),
        },
        Value::Array(items) => items.iter().map(|item| filled(item, chosen)).collect(),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                (chosen.get(key).map_or_else(|| key.clone(), text), filled(value, chosen))
            };
            Value::Object(fields.iter().map(field).collect::<Map<String, Value>>())
        }
        _ => document.clone(),
    }
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A scalar as it stands in paths, queries and keys.
pub fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}
