//! `specc report`, and what `specc test` ends with: the results of a suite as a summary and as a page.

use std::path::Path;

use super::analyse::Analysis;
use super::{Outcome, Talk, colour, compile, files, painted_to_stdout, to_stderr};
use crate::conform::{self, Verdict};
use crate::emit::{self, View};
use crate::explore::Effort;
use crate::folder::{Below, Folder, Refused};
use crate::report::{self, Spec};

/// What the last whole run has shown.
const WHOLE: &str = "results";
/// What the last run has shown, where it was none of everything, or came to an early end.
const PARTIAL: &str = "results/partial";
const EXERCISED: &str = "exercised.json";

/// Shows what became of a suite that has run: the last whole run, where there was one.
pub(super) fn run(dir: &Path, talk: Talk) -> Outcome {
    let view = match emit::look(dir) {
        Ok(view) => view,
        Err(failure) => return compile::failed(failure),
    };
    let folder = if has_results(dir, WHOLE) || !has_results(dir, PARTIAL) { WHOLE } else { PARTIAL };
    match show_in(dir, folder, &view, talk) {
        Ok(verdict) => outcome(&verdict),
        Err(why) => {
            to_stderr(&format!("specc: {why}"));
            Outcome::Environment
        }
    }
}

/// The same for the run that has just ended. A whole run leaves no results of a part.
pub(super) fn show(dir: &Path, view: &View, talk: Talk) -> Result<Verdict, String> {
    show_in(dir, if has_results(dir, PARTIAL) { PARTIAL } else { WHOLE }, view, talk)
}

fn has_results(dir: &Path, folder: &str) -> bool {
    let path = Below::new(&format!("{folder}/{EXERCISED}"));
    let found = path.and_then(|path| Folder::open(dir)?.map_or(Ok(false), |dir| dir.has_file(&path)));
    found.unwrap_or(false)
}

/// Writes `report.html` beside the results, prints the summary, and gives the verdict; or says why there is none.
fn show_in(dir: &Path, folder: &str, view: &View, talk: Talk) -> Result<Verdict, String> {
    let listing = text(dir, "tests/_testgen_coverage.json")?;
    let results = text(dir, &format!("{folder}/{EXERCISED}"))?;
    let verdict = conform::verdict(&listing, &results).map_err(|error| format!("{}: {error}", files::shown(dir)))?;
    let verdict = Verdict { folder: dir.display().to_string(), may_search_longer: may_search_longer(view), ..verdict };
    let page = dir.join(folder).join("report.html");
    write(dir, &format!("{folder}/report.html"), &report::page(&verdict, &spec(dir, &verdict)))
        .map_err(|refused| refused.to_string())?;
    painted_to_stdout(&report::summary(&verdict, colour()));
    talk.say(&format!("report: {}", files::shown(&page)));
    Ok(verdict)
}

/// Whether a folder was written with less effort than there is.
fn may_search_longer(view: &View) -> bool {
    let origin = view.origin().unwrap_or_default();
    origin.is_none_or(|origin| origin.effort != Effort::Deep)
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

fn write(dir: &Path, name: &str, text: &str) -> Result<(), Refused> {
    let path = Below::new(name)?;
    Folder::open(dir)?.map_or(Ok(()), |dir| dir.replace(&path, text.as_bytes()))
}

fn text(dir: &Path, name: &str) -> Result<String, String> {
    let read = || Folder::open(dir)?.map_or(Ok(None), |dir| dir.read(&Below::new(name)?));
    let bytes: Option<Vec<u8>> = read().map_err(|refused: Refused| refused.to_string())?;
    let absent = || format!("there is no {name}: {} holds no results of a suite", files::shown(dir));
    String::from_utf8(bytes.ok_or_else(absent)?).map_err(|_| format!("{} is no text", files::shown(&dir.join(name))))
}

/// The spec as the suite carries it. A report without it has no excerpts and no drawings.
fn spec(dir: &Path, verdict: &Verdict) -> Spec {
    let folder = || Folder::open(dir)?.map_or(Ok(None), |dir| dir.folder(&Below::new("spec")?));
    let folder: Option<Folder> = folder().unwrap_or_else(|_: Refused| None);
    let analysis = folder.and_then(|folder| Analysis::below(folder, &verdict.spec).ok());
    let Some(Analysis { sources, service, .. }) = analysis else { return Spec::default() };
    let machines = service.map(|service| conform::machines(&service, verdict)).unwrap_or_default();
    Spec { sources, machines }
}
