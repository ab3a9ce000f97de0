//! The gate of `specc compile`: nothing is made of a spec that is violated.

use std::ffi::OsStr;
use std::path::Path;

use super::super::{Outcome, Talk, to_stderr};

use super::child;
use super::entry::Entry;
use crate::explore::Effort;
use crate::source::SourceMap;

/// How many seconds a check may take at most; what it may take is counted in steps of the solver.
const LIMIT: &str = "60";

/// Lets a spec through, or gives the outcome. What was found out before is not found out again.
pub(in crate::cli) fn pass(spec: &Path, sources: &SourceMap, effort: Effort, talk: Talk) -> Result<(), Outcome> {
    let entry = found_out(spec, sources, effort)?;
    for told in &entry.told {
        if entry.violated || !talk.quiet {
            to_stderr(told.text(sources).trim_end());
        }
    }
    if talk.verbose {
        let Entry { made, known, .. } = &entry;
        talk.say(&format!("verify: {made} of {} checks made, {known} known", made + known));
    }
    if talk.verbose || !entry.told.is_empty() {
        talk.say(entry.summary.trim_end());
    }
    if entry.violated {
        to_stderr("specc: nothing is written of a spec that is violated; `--ignore-verify` writes it nevertheless");
        return Err(Outcome::Findings);
    }
    Ok(())
}

/// Says that nothing was proved.
pub(in crate::cli) fn ignored() {
    to_stderr("specc: WARNING: NOT VERIFIED (--ignore-verify). Whatever is wrong with the spec is in what is written.");
}

fn found_out(spec: &Path, sources: &SourceMap, effort: Effort) -> Result<Entry, Outcome> {
    let text = sources.ids().next().and_then(|id| sources.get(id)).map_or("", |file| file.text.as_str());
    let args = ["verify", "--entry", "--timeout", LIMIT, "--effort", effort.name()]
        .map(OsStr::new)
        .into_iter()
        .chain([spec.as_os_str()]);
    let printed = child::printed(&args.collect::<Vec<_>>(), text)?;
    serde_json::from_slice(&printed).map_err(|error| {
        to_stderr(&format!("specc: the verdicts cannot be read: {error}"));
        Outcome::Internal
    })
}
