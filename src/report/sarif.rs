//! Findings as SARIF 2.1.0, the format that code scanning services read.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::place::{Locator, Place};
use super::{Options, severity, word};
use crate::diag::{Code, Diagnostic, Label};
use crate::source::SourceMap;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// One run with the rules that occur and the findings.
pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap, options: &Options) -> String {
    let codes: BTreeSet<Code> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let mut locator = Locator::new(sources);
    let results: Vec<Value> = diagnostics.iter().map(|d| result(d, &codes, &mut locator, options)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver(&codes) },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn driver(codes: &[Code]) -> Value {
    let rules: Vec<Value> = codes.iter().map(|code| rule(*code)).collect();
    json!({ "name": "specc", "version": env!("CARGO_PKG_VERSION"), "rules": rules })
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.text(),
        "shortDescription": { "text": code.title() },
        "defaultConfiguration": { "level": word(code.severity()) },
    })
}

fn result(diagnostic: &Diagnostic, codes: &[Code], locator: &mut Locator<'_>, options: &Options) -> Value {
    let rule_index = codes.partition_point(|code| *code < diagnostic.code);
    let place = locator.place(diagnostic.primary.span);
    let related = diagnostic.related.iter().enumerate();
    let related: Vec<Value> = related.map(|(id, label)| location(id, label, locator)).collect();
    json!({
        "ruleId": diagnostic.code.text(),
        "ruleIndex": rule_index,
        "level": word(severity(diagnostic, options)),
        "message": { "text": message(diagnostic) },
        "locations": [{ "physicalLocation": physical(&place) }],
        "relatedLocations": related,
    })
}

fn message(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    if !diagnostic.primary.text.is_empty() {
        text.push_str(" — ");
        text.push_str(&diagnostic.primary.text);
    }
    if let Some(help) = &diagnostic.help {
        text.push('\n');
        text.push_str(help);
    }
    text
}

fn location(id: usize, label: &Label, locator: &mut Locator<'_>) -> Value {
    let place = physical(&locator.place(label.span));
    match label.text.is_empty() {
        true => json!({ "id": id, "physicalLocation": place }),
        false => json!({ "id": id, "physicalLocation": place, "message": { "text": label.text } }),
    }
}

fn physical(place: &Place<'_>) -> Value {
    json!({
        "artifactLocation": { "uri": uri(place.file) },
        "region": {
            "startLine": place.start.line,
            "startColumn": place.start.column,
            "endLine": place.end.line,
            "endColumn": place.end.column,
        },
    })
}

/// A path as a URI reference: relative paths stay relative, absolute ones become `file:` URIs.
fn uri(path: &str) -> String {
    match path.as_bytes() {
        [b'/', ..] => format!("file://{}", encoded(path)),
        [drive, b':', b'/', rest @ ..] if drive.is_ascii_alphabetic() => {
            let rest = encoded(&String::from_utf8_lossy(rest));
            format!("file:///{}:/{rest}", char::from(*drive))
        }
        _ => encoded(path),
    }
}

/// Percent-encodes what a path in a URI cannot hold, and `:`, which would make its first part a scheme.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
