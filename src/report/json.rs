//! Findings as one JSON object. The keys and their order are a promise to scripts: `version` counts changes.

use serde_json::{Value, json};

use super::place::{Locator, Point};
use super::{Options, severity, word};
use crate::diag::{Diagnostic, Label, Severity};
use crate::source::SourceMap;

const VERSION: u32 = 1;

/// The findings and how many there are of each severity.
pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap, options: &Options) -> String {
    let mut locator = Locator::new(sources);
    let is_error = |diagnostic: &&Diagnostic| severity(diagnostic, options) == Severity::Error;
    let errors = diagnostics.iter().filter(is_error).count();
    let findings: Vec<Value> = diagnostics.iter().map(|d| finding(d, &mut locator, options)).collect();
    let report = json!({
        "version": VERSION,
        "diagnostics": findings,
        "errors": errors,
        "warnings": diagnostics.len() - errors,
    });
    format!("{report:#}\n")
}

fn finding(diagnostic: &Diagnostic, locator: &mut Locator<'_>, options: &Options) -> Value {
    let Diagnostic { code, message, primary, related, help } = diagnostic;
    let place = locator.place(primary.span);
    let related: Vec<Value> = related.iter().map(|label| elsewhere(label, locator)).collect();
    json!({
        "code": code.text(),
        "severity": word(severity(diagnostic, options)),
        "title": code.title(),
        "message": message,
        "file": place.file,
        "start": point(place.start),
        "end": point(place.end),
        "label": primary.text,
        "help": help,
        "related": related,
    })
}

fn elsewhere(label: &Label, locator: &mut Locator<'_>) -> Value {
    let place = locator.place(label.span);
    json!({
        "file": place.file,
        "start": point(place.start),
        "end": point(place.end),
        "label": label.text,
    })
}

fn point(point: Point) -> Value {
    json!({ "line": point.line, "column": point.column, "offset": point.offset })
}
