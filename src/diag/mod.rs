//! Diagnostics as data: a code, a message, labelled places, and a way out. How they look is decided in `report`.

mod code;
mod suggest;

pub use code::{Code, Page, Severity};
pub use suggest::{did_you_mean, list_of, names};

use serde::Serialize;

use crate::source::Span;

/// A place with a few words about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say there.
    pub text: String,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Which kind of finding.
    pub code: Code,
    /// What is wrong, in one line.
    pub message: String,
    /// Where, and what is there.
    pub primary: Label,
    /// Other places that matter.
    pub related: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding at a place.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        let primary = Label { span, text: String::new() };
        Diagnostic { code, message: message.into(), primary, related: Vec::new(), help: None }
    }

    /// With words at the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// With one more place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// With a way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// With a way out, where there is one.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Diagnostic {
        self.help = text.or(self.help);
        self
    }

    /// Whether it is an error before `--strict`.
    pub fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }
}

/// Brings findings into the order of the text, and drops exact repetitions.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.primary.span.file, d.primary.span.start, d.code);
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
    diagnostics.dedup();
}
