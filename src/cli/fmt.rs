//! `specc fmt`.

use std::path::{Path, PathBuf};

use super::{Outcome, Talk, colour, files, painted_to_stderr, to_stderr, to_stdout};
use crate::diag::Diagnostic;
use crate::format::{Formatted, format};
use crate::project::decode;
use crate::report::{Format, Options, render};
use crate::source::SourceMap;
use crate::syntax;

/// Formats everything below the paths, or says what would change.
pub(super) fn run(paths: &[PathBuf], check: bool, talk: Talk) -> Outcome {
    let (specs, problems) = files::specs(paths);
    let mut worst = Outcome::Fine;
    for problem in problems {
        to_stderr(&format!("specc: {problem}"));
        worst = Outcome::Environment;
    }
    for spec in specs {
        worst = worst.max(format_one(&spec, check, talk));
    }
    worst
}

fn format_one(path: &Path, check: bool, talk: Talk) -> Outcome {
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            to_stderr(&format!("specc: cannot read {}: {error}", files::shown(path)));
            return Outcome::Environment;
        }
    };
    let mut sources = SourceMap::default();
    let id = match decode(&mut sources, &files::shown(path), &bytes) {
        Ok(id) => id,
        Err(diagnostic) => return report(&[*diagnostic], &sources),
    };
    let Some(source) = sources.get(id) else { return Outcome::Internal };
    match format(source) {
        Formatted::Text(text) => deliver(path, &source.text, &text, check, talk),
        Formatted::HasErrors => {
            let diagnostics = syntax::parse(id, source).diagnostics;
            report(&diagnostics, &sources)
        }
        Formatted::Unchanged => {
            talk.say(&format!("{}: left as it is; no layout was found that keeps its meaning", files::shown(path)));
            deliver(path, &source.text, &source.text, check, talk)
        }
    }
}

/// Syntax errors keep a file from being formatted.
fn report(diagnostics: &[Diagnostic], sources: &SourceMap) -> Outcome {
    let options = Options { strict: false, colour: colour(), width: 100 };
    painted_to_stderr(render(Format::Terminal, diagnostics, sources, &options).trim_end());
    Outcome::Findings
}

fn deliver(path: &Path, before: &str, after: &str, check: bool, talk: Talk) -> Outcome {
    let changed = before != after;
    if check {
        if changed {
            to_stdout(&format!("{} would change\n", files::shown(path)));
        }
        return if changed { Outcome::Findings } else { Outcome::Fine };
    }
    if files::is_stdin(path) {
        to_stdout(after);
        return Outcome::Fine;
    }
    if !changed {
        return Outcome::Fine;
    }
    match files::write(path, after) {
        Ok(()) => {
            talk.say(&format!("formatted {}", files::shown(path)));
            Outcome::Fine
        }
        Err(error) => {
            to_stderr(&format!("specc: cannot write {}: {error}", files::shown(path)));
            Outcome::Environment
        }
    }
}
