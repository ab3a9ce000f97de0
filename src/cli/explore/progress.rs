//! How an exploration is getting on: one line of a terminal, written over again and again.

use super::super::Talk;
use super::super::status::StatusLine;
use crate::explore::{Progress, Stage};

/// How much of a service's name is shown, so that the line fits a narrow terminal.
const MAX_NAME: usize = 24;

/// The line; it goes away with its value.
pub(in crate::cli) struct Line {
    service: String,
    line: StatusLine,
}

impl Line {
    /// For a service. Nothing is shown off a terminal, or where silence is wanted.
    pub(in crate::cli) fn new(service: &str, talk: Talk) -> Line {
        Line { service: service.chars().take(MAX_NAME).collect(), line: StatusLine::new(talk) }
    }
}

impl Progress for Line {
    fn at(&mut self, stage: Stage, done: u64, of: u64, open: usize) {
        let Line { service, line } = self;
        line.show(|| format!("{service}: {}", status(stage, done, of, open)));
    }
}

fn status(stage: Stage, done: u64, of: u64, open: usize) -> String {
    match stage {
        Stage::Walk => format!("walking, step {done} of {of}, {}", open_targets(open)),
        Stage::Search => format!("searching, {done} of {of}, {}", open_targets(open)),
        Stage::Hunt => format!("trying to break invariants, {done} of {of}"),
        Stage::Corpus => format!("writing witnesses, {done} of {of}"),
    }
}

fn open_targets(open: usize) -> String {
    if open == 1 { "1 target open".into() } else { format!("{open} targets open") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_says_what_is_done_and_what_is_open() {
        assert_eq!(status(Stage::Walk, 20, 300, 1), "walking, step 20 of 300, 1 target open");
        assert_eq!(status(Stage::Search, 2, 5, 3), "searching, 2 of 5, 3 targets open");
    }
}
