//! What there is to tell of the checks of a spec: by `specc verify`, and by it to the gate of `specc compile`.

use serde::{Deserialize, Serialize};

use crate::ir::Service;
use crate::source::{FileId, SourceMap, Span};
use crate::verify::{self, Counts, Outcome, Verdict};

/// What there is to tell of the checks of a spec.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Whether something is violated.
    pub(super) violated: bool,
    /// What is not simply proved.
    pub(super) told: Vec<Told>,
    /// All of it in one line.
    pub(super) summary: String,
    /// How many checks were made.
    pub(super) made: usize,
    /// How many were known from before.
    pub(super) known: usize,
}

/// How much is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// Every check
    All,
    /// What is not proved
    Unproved,
    /// What is violated or unknown
    Doubts,
}

impl Telling {
    fn covers(self, verdict: &Verdict) -> bool {
        match verdict {
            Verdict::Violated(_) | Verdict::Unknown(_) => true,
            Verdict::NotChecked(_) => self != Telling::Doubts,
            Verdict::Proved => self == Telling::All,
        }
    }
}

impl Entry {
    /// Of checks, of which so many were made, and of so many more that the frame decides.
    pub(super) fn of(
        service: &Service,
        outcomes: &[Outcome],
        (made, framed): (usize, usize),
        telling: Telling,
    ) -> Entry {
        let told = |outcome: &Outcome| Told::new(outcome.subject.span(service), verify::lines(service, outcome));
        Entry {
            violated: outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Violated(_))),
            told: outcomes.iter().filter(|outcome| telling.covers(&outcome.verdict)).map(told).collect(),
            summary: summary(service, outcomes, framed),
            made,
            known: outcomes.len().saturating_sub(made),
        }
    }
}

/// What there is to tell of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    /// A file by its number, and an offset in it.
    place: Option<(u32, u32)>,
    lines: Vec<String>,
}

impl Told {
    fn new(span: Option<Span>, lines: Vec<String>) -> Told {
        Told { place: span.map(|span| (span.file.0, span.start)), lines }
    }

    /// For people.
    pub(super) fn text(&self, sources: &SourceMap) -> String {
        let mut lines = self.lines.clone();
        if let (Some((file, start)), false) = (self.place, lines.is_empty()) {
            lines.insert(1, format!("  at {}", place(sources, FileId(file), start)));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

fn place(sources: &SourceMap, file: FileId, start: u32) -> String {
    let position = sources.get(file).map(|file| file.position(start));
    let at = position.map_or_else(String::new, |position| format!(":{}:{}", position.line, position.column));
    format!("{}{at}", sources.path(file))
}

fn summary(service: &Service, outcomes: &[Outcome], framed: usize) -> String {
    let counts = Counts::of(outcomes, framed);
    let all = outcomes.len() + framed;
    let made = all - counts.not_checked;
    let share = if made == 0 { 100.0 } else { counts.proved as f64 * 100.0 / made as f64 };
    format!(
        "{}: {all} checks: {} proved ({} by the frame alone, {} in small collections), {} violated, {} unknown, {} not checked; {share:.1} % proved\n",
        service.name, counts.proved, counts.framed, counts.bounded, counts.violated, counts.unknown, counts.not_checked,
    )
}
