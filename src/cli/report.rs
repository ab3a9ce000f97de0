//! `specc report`, and what `specc test` ends with: the results of a suite as a summary and as a page.

use std::path::Path;

use super::analyse::Analysis;
use super::{Outcome, Talk, colour, files, to_stderr, to_stdout};
use crate::conform::{self, Verdict};
use crate::report::{self, Spec};

/// Shows what became of a suite that has run.
pub(super) fn run(dir: &Path, talk: Talk) -> Outcome {
    match show(dir, talk) {
        Ok(verdict) => outcome(&verdict),
        Err(why) => {
            to_stderr(&format!("specc: {why}"));
            Outcome::Environment
        }
    }
}

/// Writes `results/report.html` of a suite's folder, prints the summary, and gives the verdict; or says why there is none.
pub(super) fn show(dir: &Path, talk: Talk) -> Result<Verdict, String> {
    let listing = text(dir, "tests/_testgen_coverage.json")?;
    let results = text(dir, "results/exercised.json")?;
    let verdict = conform::verdict(&listing, &results).map_err(|error| format!("{}: {error}", files::shown(dir)))?;
    let page = dir.join("results/report.html");
    let written = files::write(&page, &report::page(&verdict, &spec(dir, &verdict)));
    written.map_err(|error| format!("cannot write {}: {error}", files::shown(&page)))?;
    to_stdout(&report::summary(&verdict, colour()));
    talk.say(&format!("report: {}", files::shown(&page)));
    Ok(verdict)
}

/// How a run ended that has this verdict.
pub(super) fn outcome(verdict: &Verdict) -> Outcome {
    if verdict.is_failed() {
        Outcome::Findings
    } else if verdict.stopped.is_some() {
        Outcome::Environment
    } else {
        Outcome::Fine
    }
}

fn text(dir: &Path, name: &str) -> Result<String, String> {
    let path = dir.join(name);
    let bytes = std::fs::read(&path).map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            format!("there is no {name}: {} holds no results of a suite", files::shown(dir))
        } else {
            format!("cannot read {}: {error}", files::shown(&path))
        }
    })?;
    String::from_utf8(bytes).map_err(|_| format!("{} is no text", files::shown(&path)))
}

/// The spec as the suite carries it. A report without it has no excerpts and no drawings.
fn spec(dir: &Path, verdict: &Verdict) -> Spec {
    let is_name = Path::new(&verdict.spec).file_name().is_some_and(|name| name == verdict.spec.as_str());
    let analysis = is_name.then(|| Analysis::of(&dir.join("spec").join(&verdict.spec))).and_then(Result::ok);
    let Some(Analysis { sources, service, .. }) = analysis else { return Spec::default() };
    let machines = service.map(|service| conform::machines(&service, verdict)).unwrap_or_default();
    Spec { sources, machines }
}
