//! One line of a terminal that tells how something is getting on, written over again and again.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::Talk;

/// How long a text stays at least.
const PAUSE: Duration = Duration::from_millis(100);

/// The line; it goes away with its value.
pub(super) struct StatusLine {
    wanted: bool,
    written: Option<Instant>,
}

impl StatusLine {
    /// Nothing is shown off a terminal, or where silence is wanted.
    pub(super) fn new(talk: Talk) -> StatusLine {
        let plain = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let wanted = !talk.quiet && !plain && std::io::stderr().is_terminal();
        StatusLine { wanted, written: None }
    }

    /// Shows a text, unless the last one is very young.
    pub(super) fn show(&mut self, text: impl FnOnce() -> String) {
        if self.wanted && self.written.is_none_or(|written| written.elapsed() >= PAUSE) {
            self.written = Some(Instant::now());
            write(&text());
        }
    }

    /// Takes the text away.
    pub(super) fn clear(&mut self) {
        if self.written.take().is_some() {
            write("");
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}

fn write(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "\r\x1b[2K{text}").and_then(|()| out.flush());
}
