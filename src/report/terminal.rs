//! Findings for people, drawn by miette on the text of the spec.

use std::fmt::{self, Write};
use std::ops::Range;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::excerpt::{self, Excerpt, Heading};
use super::place::Locator;
use super::{Options, severity, visible};
use crate::diag::{Diagnostic, Label, Severity};
use crate::source::{SourceFile, SourceMap};

/// How many findings are shown: nobody reads more of them in a terminal.
const MOST_SHOWN: usize = 100;

/// Narrower than this, wrapping makes prose unreadable.
const LEAST_WIDTH: usize = 20;

const TAB_WIDTH: usize = 4;

/// The findings with their source lines.
pub(super) fn render(diagnostics: &[Diagnostic], sources: &SourceMap, options: &Options) -> String {
    let mut printer = Printer::new(sources, options);
    let shown = diagnostics.iter().take(MOST_SHOWN);
    let mut parts: Vec<String> = shown.map(|diagnostic| printer.print(diagnostic)).collect();
    let more = diagnostics.len() - parts.len();
    if more > 0 {
        parts.push(format!("… and {more} more; use --format json to see all\n"));
    }
    parts.join("\n")
}

struct Printer<'a> {
    sources: &'a SourceMap,
    options: &'a Options,
    locator: Locator<'a>,
    theme: GraphicalTheme,
    handler: GraphicalReportHandler,
}

impl<'a> Printer<'a> {
    fn new(sources: &'a SourceMap, options: &'a Options) -> Printer<'a> {
        let theme = match options.colour {
            true => GraphicalTheme::unicode(),
            false => GraphicalTheme::unicode_nocolor(),
        };
        let handler = GraphicalReportHandler::new_themed(theme.clone())
            .with_width(options.width.max(LEAST_WIDTH))
            .with_context_lines(excerpt::CONTEXT)
            .with_break_words(false)
            .tab_width(TAB_WIDTH)
            .without_syntax_highlighting();
        Printer { sources, options, locator: Locator::new(sources), theme, handler }
    }

    fn print(&mut self, diagnostic: &Diagnostic) -> String {
        let (drawn, apart) = self.split(diagnostic);
        let view = self.view(diagnostic, drawn);
        let mut out = String::new();
        if self.handler.render_report(&mut out, &view).is_err() {
            out = format!("{} {view}\n", view.code);
        }
        for label in apart {
            out.push_str(&self.note(label));
        }
        out
    }

    /// The places drawn on the primary file's text, the primary one first, and the related ones shown apart.
    /// Nothing is drawn where the primary place cannot be.
    fn split<'d>(&self, diagnostic: &'d Diagnostic) -> (Option<Drawing<'a, 'd>>, Vec<&'d Label>) {
        let Some(mut drawing) = self.primary(diagnostic) else {
            return (None, diagnostic.related.iter().collect());
        };
        let mut apart = Vec::new();
        for label in &diagnostic.related {
            match self.range(diagnostic, label, drawing.file) {
                Some(range) => drawing.places.push((range, label)),
                None => apart.push(label),
            }
        }
        (Some(drawing), apart)
    }

    fn primary<'d>(&self, diagnostic: &'d Diagnostic) -> Option<Drawing<'a, 'd>> {
        let label = &diagnostic.primary;
        let file = self.sources.get(label.span.file)?;
        let range = excerpt::drawable(file, label.span)?;
        Some(Drawing { file, places: vec![(range, label)] })
    }

    fn range(&self, diagnostic: &Diagnostic, label: &Label, file: &SourceFile) -> Option<Range<u32>> {
        let same_file = label.span.file == diagnostic.primary.span.file;
        if same_file { excerpt::drawable(file, label.span) } else { None }
    }

    fn view(&mut self, diagnostic: &Diagnostic, drawing: Option<Drawing<'a, '_>>) -> View<'a> {
        let severity = match severity(diagnostic, self.options) {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        };
        let code = diagnostic.code.text();
        let help = diagnostic.help.as_deref().map(visible::prose);
        let (message, labels, source) = match drawing {
            Some(drawing) => (visible::prose(&diagnostic.message), drawing.labels(), drawing.source()),
            None => self.bare(diagnostic),
        };
        View { code, severity, message, help, labels, source }
    }

    /// A finding without source lines: its label joins the message, a heading says where it is.
    fn bare(&mut self, diagnostic: &Diagnostic) -> (String, Vec<LabeledSpan>, Source<'a>) {
        let Diagnostic { message, primary, .. } = diagnostic;
        let message = match primary.text.is_empty() {
            true => visible::prose(message),
            false => visible::prose(&format!("{message} — {}", primary.text)),
        };
        let heading = Heading::new(&self.locator.place(primary.span));
        (message, vec![LabeledSpan::new_primary_with_span(None, 0..0)], Source::Heading(heading))
    }

    fn note(&mut self, label: &Label) -> String {
        let place = self.locator.place(label.span);
        let mut out = format!("  {} see also ", self.theme.styles.help.style("note:"));
        let _ = write!(out, "{}:{}:{}", visible::name(place.file), place.start.line, place.start.column);
        if !label.text.is_empty() {
            out.push_str(": ");
            out.push_str(&visible::name(&label.text));
        }
        out.push('\n');
        out
    }
}

/// Places on the text of one file, the primary one first.
struct Drawing<'a, 'd> {
    file: &'a SourceFile,
    places: Vec<(Range<u32>, &'d Label)>,
}

impl<'a> Drawing<'a, '_> {
    fn source(&self) -> Source<'a> {
        let ranges: Vec<Range<u32>> = self.places.iter().map(|(range, _)| range.clone()).collect();
        Source::Excerpt(Excerpt::new(self.file, &ranges))
    }

    fn labels(&self) -> Vec<LabeledSpan> {
        self.places.iter().enumerate().map(|(index, (range, label))| labelled(index == 0, range, label)).collect()
    }
}

fn labelled(primary: bool, range: &Range<u32>, label: &Label) -> LabeledSpan {
    let text = (!label.text.is_empty()).then(|| visible::prose(&label.text));
    let range = range.start as usize..range.end as usize;
    match primary {
        true => LabeledSpan::new_primary_with_span(text, range),
        false => LabeledSpan::new_with_span(text, range),
    }
}

#[derive(Debug)]
enum Source<'a> {
    Excerpt(Excerpt<'a>),
    Heading(Heading),
}

/// A finding in the shape miette asks for.
#[derive(Debug)]
struct View<'a> {
    code: &'static str,
    severity: miette::Severity,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    source: Source<'a>,
}

impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for View<'_> {}

impl miette::Diagnostic for View<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display + 'a>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        match &self.source {
            Source::Excerpt(excerpt) => Some(excerpt),
            Source::Heading(heading) => Some(heading),
        }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
