//! `specc report`, and what `specc test` ends with: the results of a suite as a summary and as a page.

use std::path::Path;

use super::analyse::Analysis;
use super::{Outcome, Talk, colour, files, to_stderr, to_stdout};
use crate::conform::{self, Verdict};
use crate::report::{self, Spec};

/// What the last whole run has shown.
const WHOLE: &str = "results";
/// What the last run has shown, where it was none of everything, or came to an early end.
const PARTIAL: &str = "results/partial";
const EXERCISED: &str = "exercised.json";

/// Shows what became of a suite that has run: the last whole run, where there was one.
pub(super) fn run(dir: &Path, talk: Talk) -> Outcome {
    let folder = if has_results(dir, WHOLE) || !has_results(dir, PARTIAL) { WHOLE } else { PARTIAL };
    match show_in(dir, folder, talk) {
        Ok(verdict) => outcome(&verdict),
        Err(why) => {
            to_stderr(&format!("specc: {why}"));
            Outcome::Environment
        }
    }
}

/// The same for the run that has just ended. A whole run leaves no results of a part.
pub(super) fn show(dir: &Path, talk: Talk) -> Result<Verdict, String> {
    show_in(dir, if has_results(dir, PARTIAL) { PARTIAL } else { WHOLE }, talk)
}

fn has_results(dir: &Path, folder: &str) -> bool {
    dir.join(folder).join(EXERCISED).is_file()
}

/// Writes `report.html` beside the results, prints the summary, and gives the verdict; or says why there is none.
fn show_in(dir: &Path, folder: &str, talk: Talk) -> Result<Verdict, String> {
    let listing = text(dir, "tests/_testgen_coverage.json")?;
    let results = text(dir, &format!("{folder}/{EXERCISED}"))?;
    let verdict = conform::verdict(&listing, &results).map_err(|error| format!("{}: {error}", files::shown(dir)))?;
    let verdict = Verdict { folder: dir.display().to_string(), ..verdict };
    let page = dir.join(folder).join("report.html");
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
