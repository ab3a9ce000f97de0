//! Findings as workflow commands, which GitHub Actions turns into annotations: one line each.

use super::place::{Locator, Place};
use super::{Options, severity, word};
use crate::diag::Diagnostic;
use crate::source::SourceMap;

/// One command for every finding.
pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap, options: &Options) -> String {
    let mut locator = Locator::new(sources);
    diagnostics.iter().map(|diagnostic| command(diagnostic, &mut locator, options)).collect()
}

fn command(diagnostic: &Diagnostic, locator: &mut Locator<'_>, options: &Options) -> String {
    let command = word(severity(diagnostic, options));
    let place = region(&locator.place(diagnostic.primary.span));
    let title = property(&format!("{}: {}", diagnostic.code, diagnostic.code.title()));
    let message = data(&message(diagnostic));
    format!("::{command} {place},title={title}::{message}\n")
}

/// Where to annotate. GitHub allows columns only where the first line is also the last.
fn region(place: &Place<'_>) -> String {
    let Place { file, start, end } = place;
    let file = property(file);
    if start.line == end.line {
        let line = start.line;
        format!("file={file},line={line},col={},endLine={line},endColumn={}", start.column, end.column)
    } else {
        format!("file={file},line={},endLine={}", start.line, end.line)
    }
}

fn message(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{}\n{help}", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

/// Escapes what follows the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
