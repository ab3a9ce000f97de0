//! `specc explain`, and the pages of `docs/diagnostics/`, which are the same text.

use super::{Outcome, to_stderr, to_stdout};
use crate::diag::{Code, Page, Severity, did_you_mean};
use crate::lint;

/// Prints the page of a code, or the list of all codes.
pub(super) fn run(code: Option<&str>) -> Outcome {
    let Some(text) = code else {
        to_stdout(&list());
        return Outcome::Fine;
    };
    match Code::parse(text) {
        Some(code) => {
            to_stdout(&page(code));
            Outcome::Fine
        }
        None => {
            let near = did_you_mean(&text.to_uppercase(), Code::ALL.iter().map(|code| code.text()));
            let help = near.unwrap_or_else(|| "`specc explain` lists them all".into());
            to_stderr(&format!("specc: there is no code `{text}`; {help}"));
            Outcome::Environment
        }
    }
}

fn list() -> String {
    Code::ALL.iter().map(|code| format!("{code}  {}\n", code.title())).collect()
}

/// The page of a code, as Markdown.
fn page(code: Code) -> String {
    let body = match code.page() {
        Page::Text(text) => text.to_string(),
        Page::InLint => lint::page(code).unwrap_or_default(),
    };
    let severity = match code.severity() {
        Severity::Error => "An error.",
        Severity::Warning => "A warning; an error with `--strict`.",
    };
    format!("# {code}: {}\n\n{severity}\n\n{}\n", code.title(), body.trim())
}

/// A generated page of the documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its path below `docs/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The pages of all codes, and their index.
pub fn documents() -> Vec<Document> {
    let pages = Code::ALL.iter().map(|code| Document { path: format!("diagnostics/{code}.md"), text: page(*code) });
    std::iter::once(index()).chain(pages).collect()
}

fn index() -> Document {
    let rows = Code::ALL.iter().map(|code| format!("| [{code}]({code}.md) | {} |\n", code.title()));
    let text = format!(
        "# Diagnostics\n\nEvery message of specc has a code. `specc explain CODE` prints its page.\n\n| code | stands for |\n|---|---|\n{}",
        rows.collect::<String>()
    );
    Document { path: "diagnostics/README.md".into(), text }
}
