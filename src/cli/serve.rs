//! `specc serve`: loads the spec, follows it where that is wanted, and prints what the server says.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::analyse::Analysis;
use super::{Outcome, Talk, colour, files, painted_to_stderr, to_stderr, to_stdout};
use crate::diag::Diagnostic;
use crate::report::{Format, Options as ReportOptions, render};
use crate::serve::{self, Line, Loaded, Options, Reload, ServeError, Voice, Watch};
use crate::source::FileId;

/// Serves a spec until a signal ends it.
pub(super) fn run(path: &Path, options: &Options, watch: bool, talk: Talk) -> Outcome {
    if watch && files::is_stdin(path) {
        to_stderr("specc: standard input cannot be watched; give a file");
        return Outcome::Environment;
    }
    let analysis = match Analysis::of(path) {
        Ok(analysis) => analysis,
        Err(error) => {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(path)));
            return Outcome::Environment;
        }
    };
    analysis.tell_timings(path, talk);
    let watcher = watch.then(|| Watcher::new(path, &analysis));
    match loaded(analysis) {
        Ok(loaded) => outcome(serve::run(loaded, options, watcher.map(Watcher::into_watch), &voice(talk))),
        Err(report) => {
            painted_to_stderr(report.trim_end());
            Outcome::Findings
        }
    }
}

fn voice(talk: Talk) -> Voice {
    Arc::new(move |line| match line {
        Line::Listening(text) => to_stdout(&format!("specc: {text}\n")),
        Line::Note(text) => talk.say(&format!("specc: {}", text.trim_end())),
    })
}

fn outcome(served: Result<(), ServeError>) -> Outcome {
    let Err(error) = served else { return Outcome::Fine };
    to_stderr(&format!("specc: {error}"));
    match error {
        ServeError::NoInitialState(_) => Outcome::Findings,
        ServeError::Data(_) | ServeError::Unwritten(_) | ServeError::Listen { .. } | ServeError::System(_) => {
            Outcome::Environment
        }
    }
}

/// What can be served, or a report of what is wrong.
fn loaded(analysis: Analysis) -> Result<Loaded, String> {
    let errors: Vec<Diagnostic> = analysis.diagnostics.iter().filter(|found| found.is_error()).cloned().collect();
    match (analysis.service, analysis.api) {
        (Some(service), Some(api)) if errors.is_empty() => Ok(Loaded { service, api }),
        (_, _) => {
            let options = ReportOptions { strict: false, colour: colour(), width: 100 };
            Err(render(Format::Terminal, &errors, &analysis.sources, &options))
        }
    }
}

/// Follows a spec and what it imports by their content.
struct Watcher {
    path: PathBuf,
    /// The files that were read, with what was in them.
    seen: Vec<(PathBuf, String)>,
    /// The report on the spec as it is, where it cannot be served.
    report: Option<String>,
}

impl Watcher {
    fn new(path: &Path, analysis: &Analysis) -> Watcher {
        Watcher { path: path.into(), seen: seen(analysis), report: None }
    }

    fn into_watch(mut self) -> Watch {
        Box::new(move || self.look())
    }

    fn look(&mut self) -> Reload {
        if self.report.is_none() && self.is_unchanged() {
            return Reload::Unchanged;
        }
        let analysis = match Analysis::of(&self.path) {
            Ok(analysis) => analysis,
            Err(error) => return self.unusable(format!("cannot read {}: {error}", files::shown(&self.path))),
        };
        self.seen = seen(&analysis);
        match loaded(analysis) {
            Ok(loaded) => {
                self.report = None;
                Reload::Changed(Box::new(loaded))
            }
            Err(report) => self.unusable(report),
        }
    }

    /// A broken spec is looked at again each time, since a missing import may turn up; the same report is made once.
    fn unusable(&mut self, report: String) -> Reload {
        if self.report.as_ref() == Some(&report) {
            return Reload::Unchanged;
        }
        self.report = Some(report.clone());
        Reload::Unusable(report)
    }

    fn is_unchanged(&self) -> bool {
        self.seen.iter().all(|(path, text)| files::read(path).is_ok_and(|bytes| is_same(&bytes, text)))
    }
}

/// The files of a spec; their names are their paths.
fn seen(analysis: &Analysis) -> Vec<(PathBuf, String)> {
    let ids = (0..).map(FileId);
    let sources = ids.map_while(|id| analysis.sources.get(id));
    sources.map(|file| (PathBuf::from(&file.name), file.text.clone())).collect()
}

/// Whether a file holds a text, its byte order mark apart.
fn is_same(bytes: &[u8], text: &str) -> bool {
    let now = String::from_utf8_lossy(bytes);
    now.trim_start_matches('\u{feff}') == text.trim_start_matches('\u{feff}')
}
