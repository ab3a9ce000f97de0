//! Explorations beside each other: a Markdown table with a row per spec.

use std::path::Path;

use super::super::files;
use super::Explored;
use crate::explore::Outcome;

const HEADING: &str = "\
| spec | operations | targets | reached | not reached | by trace / made | states | witnesses | corpus bytes | steps | least successes of an operation |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
";

/// The numbers of one spec.
pub(super) struct Row {
    spec: String,
    operations: usize,
    targets: usize,
    reached: usize,
    traced: usize,
    states: usize,
    witnesses: usize,
    bytes: usize,
    steps: u64,
    least: Option<u64>,
}

impl Row {
    /// The numbers of a spec that was explored.
    pub(super) fn of(path: &Path, found: &Explored) -> Row {
        let exploration = &found.exploration;
        let traced = |outcome: &&Outcome| matches!(outcome, Outcome::Reached { traced: true, .. });
        Row {
            spec: name(path),
            operations: found.service.operations.len(),
            targets: exploration.targets.len(),
            reached: exploration.reached(),
            traced: exploration.outcomes.iter().filter(traced).count(),
            states: exploration.corpus.states.len(),
            witnesses: exploration.corpus.witnesses.len(),
            bytes: found.corpus().len(),
            steps: exploration.steps,
            least: exploration.counts.iter().map(|count| count.accepted).min(),
        }
    }

    fn text(&self) -> String {
        let Row { spec, operations, targets, reached, traced, states, witnesses, bytes, steps, least } = self;
        let (missed, made) = (targets - reached, reached - traced);
        let least = least.map_or("–".to_string(), |least| least.to_string());
        format!(
            "| {spec} | {operations} | {targets} | {reached} | {missed} | {traced} / {made} | {states} | {witnesses} | \
             {bytes} | {steps} | {least} |\n"
        )
    }
}

/// The name of a spec's file, as a cell can hold it.
fn name(path: &Path) -> String {
    let stem = if files::is_stdin(path) { None } else { path.file_stem() };
    let name = stem.map_or_else(|| files::shown(path), |stem| stem.to_string_lossy().into_owned());
    name.replace('|', "\\|").replace('\n', " ")
}

/// The table.
pub(super) fn table(rows: &[Row]) -> String {
    rows.iter().fold(HEADING.to_string(), |table, row| table + &row.text())
}
