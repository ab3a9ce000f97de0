//! How something is getting on: on a terminal one line that is written over again and again, elsewhere a line now and then.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::{Talk, to_stderr};

/// How long a text stays on a terminal at least.
const PAUSE: Duration = Duration::from_millis(100);
/// How long it is until the next line where there is no terminal.
const LONG_PAUSE: Duration = Duration::from_secs(10);

/// The line; it goes away with its value.
pub(super) struct StatusLine {
    kind: Kind,
    written: Option<Instant>,
    began: Instant,
}

/// Where it is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// On one line of a terminal
    Terminal,
    /// On lines of their own
    Lines,
    /// Nowhere
    None,
}

impl StatusLine {
    /// Nothing is shown where silence is wanted.
    pub(super) fn new(talk: Talk) -> StatusLine {
        let plain = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let kind = match (talk.quiet, !plain && std::io::stderr().is_terminal()) {
            (true, _) => Kind::None,
            (false, true) => Kind::Terminal,
            (false, false) => Kind::Lines,
        };
        StatusLine { kind, written: None, began: Instant::now() }
    }

    /// Shows a text, unless the last one is very young.
    pub(super) fn show(&mut self, text: impl FnOnce() -> String) {
        let pause = match self.kind {
            Kind::Terminal => PAUSE,
            Kind::Lines => LONG_PAUSE,
            Kind::None => return,
        };
        let since = match (self.kind, self.written) {
            (Kind::Terminal, None) => Duration::MAX,
            (_, written) => written.unwrap_or(self.began).elapsed(),
        };
        if since >= pause {
            self.written = Some(Instant::now());
            match self.kind {
                Kind::Terminal => write(&text()),
                Kind::Lines | Kind::None => to_stderr(&format!("specc: {}", text())),
            }
        }
    }

    /// Takes the text away.
    pub(super) fn clear(&mut self) {
        if self.written.take().is_some() && self.kind == Kind::Terminal {
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
