//! Findings and verdicts as people and machines read them. Which there are, and in what order, is decided before.

mod excerpt;
mod github;
mod json;
mod page;
pub(crate) mod paint;
mod place;
mod sarif;
mod story;
mod summary;
mod terminal;
pub(crate) mod visible;

pub use page::{Spec, page};
pub use summary::summary;

use std::str::FromStr;

use clap::ValueEnum;
use thiserror::Error;

use crate::diag::{Diagnostic, Severity};
use crate::source::SourceMap;

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum Format {
    /// For people, with the text of the spec and the places marked in it.
    #[default]
    Terminal,
    /// One JSON object with everything that is known.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands that GitHub Actions shows as annotations.
    Github,
}

/// A format that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown format `{0}`: use terminal, json, sarif or github")]
pub struct UnknownFormat(
    /// What was asked for.
    pub String,
);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        <Format as ValueEnum>::from_str(text, true).map_err(|_| UnknownFormat(text.to_string()))
    }
}

/// What the caller may choose about a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Whether warnings count as errors.
    pub strict: bool,
    /// Whether the terminal format may use ANSI colours.
    pub colour: bool,
    /// How many columns the terminal format fills with prose.
    pub width: usize,
}

/// The findings in a format: complete lines, or nothing at all where the format has nothing to say.
pub fn render(format: Format, diagnostics: &[Diagnostic], sources: &SourceMap, options: &Options) -> String {
    match format {
        Format::Terminal => terminal::render(diagnostics, sources, options),
        Format::Json => json::render(diagnostics, sources, options),
        Format::Sarif => sarif::render(diagnostics, sources, options),
        Format::Github => github::render(diagnostics, sources, options),
    }
}

/// How bad a finding is once `--strict` has had its say.
fn severity(diagnostic: &Diagnostic, options: &Options) -> Severity {
    if options.strict { Severity::Error } else { diagnostic.code.severity() }
}

/// The word that JSON, SARIF and GitHub all use.
fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
