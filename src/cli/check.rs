//! `specc check`.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::analyse::Analysis;
use super::{Outcome, Talk, colour, files, painted_to_stdout, to_stderr};
use crate::diag::{Diagnostic, Severity};
use crate::report::{Format, Options, render};
use crate::source::{FileId, SourceMap};

/// Checks everything below the paths and reports it as one.
pub(super) fn run(paths: &[PathBuf], strict: bool, format: Format, talk: Talk) -> Outcome {
    let (specs, problems) = files::specs(paths);
    let mut gathered = Gathered::default();
    for problem in problems {
        gathered.environment(&problem);
    }
    for spec in &specs {
        gathered.spec(spec, talk);
    }
    let options = Options { strict, colour: colour(), width: 100 };
    painted_to_stdout(&render(format, &gathered.diagnostics, &gathered.sources, &options));
    gathered.finish(specs.len(), strict, talk)
}

/// The findings of several specs, with all their sources in one map.
#[derive(Default)]
struct Gathered {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    seen: HashSet<(String, u32, u32, &'static str, String)>,
    unreadable: bool,
}

impl Gathered {
    fn environment(&mut self, problem: &str) {
        to_stderr(&format!("specc: {problem}"));
        self.unreadable = true;
    }

    fn spec(&mut self, path: &Path, talk: Talk) {
        match Analysis::of(path) {
            Ok(analysis) => {
                analysis.tell_timings(path, talk);
                self.add(analysis);
            }
            Err(error) => self.environment(&format!("cannot read {}: {error}", files::shown(path))),
        }
    }

    /// Takes over findings; one in a file that several specs import is kept once.
    fn add(&mut self, analysis: Analysis) {
        let offset = self.sources.append(analysis.sources);
        for mut diagnostic in analysis.diagnostics {
            shift(&mut diagnostic, offset);
            let span = diagnostic.primary.span;
            let file = self.sources.get(span.file).map(|file| file.name.clone()).unwrap_or_default();
            let key = (file, span.start, span.end, diagnostic.code.text(), diagnostic.message.clone());
            if self.seen.insert(key) {
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn finish(&self, specs: usize, strict: bool, talk: Talk) -> Outcome {
        let errors = self.count(Severity::Error);
        let warnings = self.count(Severity::Warning);
        talk.say(&summary(specs, errors, warnings));
        if self.unreadable {
            Outcome::Environment
        } else if errors > 0 || strict && warnings > 0 {
            Outcome::Findings
        } else {
            Outcome::Fine
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.code.severity() == severity).count()
    }
}

fn shift(diagnostic: &mut Diagnostic, offset: u32) {
    let move_file = |file: &mut FileId| file.0 = file.0.saturating_add(offset);
    move_file(&mut diagnostic.primary.span.file);
    diagnostic.related.iter_mut().for_each(|label| move_file(&mut label.span.file));
}

fn summary(specs: usize, errors: usize, warnings: usize) -> String {
    let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let specs = count(specs, "spec");
    match (errors, warnings) {
        (0, 0) => format!("{specs} checked, no problems"),
        (0, warnings) => format!("{specs} checked, {}", count(warnings, "warning")),
        (errors, 0) => format!("{specs} checked, {}", count(errors, "error")),
        (errors, warnings) => format!("{specs} checked, {}, {}", count(errors, "error"), count(warnings, "warning")),
    }
}
