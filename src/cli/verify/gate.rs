//! The gate of `specc compile`: nothing is made of a spec that is violated.

use std::path::Path;

use super::super::{Outcome, Talk, to_stderr};

use super::entry::Entry;
use super::{Wanted, child};
use crate::explore::Effort;
use crate::interp::Machine;
use crate::source::SourceMap;

/// How many seconds a check may take at most; what it may take is counted in steps of the solver.
const LIMIT: u16 = 60;

/// Lets a spec through, or gives the outcome. What was found out before is not found out again, and where that is all of it,
/// no process is started for the solver.
pub(in crate::cli) fn pass(
    spec: &Path,
    (machine, sources): (&Machine, &SourceMap),
    effort: Effort,
    talk: Talk,
) -> Result<(), Outcome> {
    let known = Wanted::by_gate(spec, effort, LIMIT).remembered(machine);
    let entry = known.map_or_else(|| found_out(spec, sources, effort), Ok)?;
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
    let limit = LIMIT.to_string();
    let args = ["verify", "--entry", "--timeout", &limit, "--effort", effort.name()].map(AsRef::as_ref);
    let args = args.into_iter().chain([spec.as_os_str()]);
    let printed = child::printed(&args.collect::<Vec<_>>(), text)?;
    serde_json::from_slice(&printed).map_err(|error| {
        to_stderr(&format!("specc: the verdicts cannot be read: {error}"));
        Outcome::Internal
    })
}
