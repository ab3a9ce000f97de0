//! How something is getting on: on a terminal one line that is written over again and again, elsewhere a line now and then.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use super::Talk;

/// How long a text stays on a terminal at least.
const PAUSE: Duration = Duration::from_millis(100);
/// How long it is until the next line where there is no terminal.
const LONG_PAUSE: Duration = Duration::from_secs(10);
/// How wide a terminal is that does not say.
const COLUMNS: usize = 80;
/// How many of these are left to what the terminal itself writes there for a Ctrl-C.
const LEFT: usize = 3;
/// Takes away what stands on a line.
const CLEAR: &str = "\r\x1b[2K";

/// The line; it goes away with its value.
pub(super) struct StatusLine {
    kind: Kind,
    written: Option<Duration>,
    surroundings: Surroundings,
}

/// Where it is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// On one line of a terminal
    Terminal,
    /// On lines of their own
    Lines,
    /// Nowhere
    None,
}

/// What a line is written to, and when.
pub(super) struct Surroundings {
    pub(super) out: Box<dyn Write + Send>,
    /// How long it is since the beginning.
    pub(super) clock: Box<dyn Fn() -> Duration + Send>,
    /// How many letters fit on a line.
    pub(super) columns: fn() -> usize,
}

impl StatusLine {
    /// Nothing is shown where silence is wanted.
    pub(super) fn new(talk: Talk) -> StatusLine {
        let kind = match (talk.quiet, is_terminal()) {
            (true, _) => Kind::None,
            (false, true) => Kind::Terminal,
            (false, false) => Kind::Lines,
        };
        let began = Instant::now();
        let clock = Box::new(move || began.elapsed());
        StatusLine::within(kind, Surroundings { out: Box::new(stderr()), clock, columns })
    }

    /// Somewhere else.
    pub(super) fn within(kind: Kind, surroundings: Surroundings) -> StatusLine {
        StatusLine { kind, written: None, surroundings }
    }

    /// How long it is since the beginning.
    pub(super) fn elapsed(&self) -> Duration {
        (self.surroundings.clock)()
    }

    /// Shows a text, unless the last one is very young.
    pub(super) fn show(&mut self, text: impl FnOnce() -> String) {
        let now = self.elapsed();
        if self.is_due(now) {
            self.written = Some(now);
            self.write(&text());
        }
    }

    fn is_due(&self, now: Duration) -> bool {
        match (self.kind, self.written) {
            (Kind::Terminal, None) => true,
            (Kind::Terminal, Some(written)) => now.saturating_sub(written) >= PAUSE,
            (Kind::Lines, written) => now.saturating_sub(written.unwrap_or_default()) >= LONG_PAUSE,
            (Kind::None, _) => false,
        }
    }

    fn write(&mut self, text: &str) {
        let Surroundings { out, columns, .. } = &mut self.surroundings;
        let _ = match self.kind {
            // A text that goes on in the next line could not be written over.
            Kind::Terminal => write!(out, "{CLEAR}{}", shortened(text, columns().saturating_sub(LEFT))),
            Kind::Lines => writeln!(out, "specc: {text}"),
            Kind::None => Ok(()),
        }
        .and_then(|()| out.flush());
    }

    /// Takes the text away.
    pub(super) fn clear(&mut self) {
        if self.written.take().is_some() && self.kind == Kind::Terminal {
            let out = &mut self.surroundings.out;
            let _ = write!(out, "{CLEAR}").and_then(|()| out.flush());
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What takes a line off the terminal, whichever process has written it.
pub(super) fn cleared() -> &'static str {
    if is_terminal() { CLEAR } else { "" }
}

/// Whether what is written can be written over.
fn is_terminal() -> bool {
    let plain = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    !plain && stderr().is_terminal()
}

fn columns() -> usize {
    let found = rustix::termios::tcgetwinsize(stderr()).map_or(0, |size| usize::from(size.ws_col));
    if found == 0 { COLUMNS } else { found }
}

/// A text that has at most so many letters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Arc, Mutex, PoisonError};

    use super::*;

    /// A line that is written to memory, by a clock that is set.
    #[derive(Clone, Default)]
    pub(in crate::cli) struct Desk {
        written: Arc<Mutex<Vec<u8>>>,
        milliseconds: Arc<AtomicU64>,
    }

    impl Desk {
        pub(in crate::cli) fn line(&self, kind: Kind) -> StatusLine {
            let clock = Arc::clone(&self.milliseconds);
            let clock = Box::new(move || Duration::from_millis(clock.load(Ordering::Relaxed)));
            StatusLine::within(kind, Surroundings { out: Box::new(self.clone()), clock, columns: || 20 })
        }

        pub(in crate::cli) fn set(&self, milliseconds: u64) {
            self.milliseconds.store(milliseconds, Ordering::Relaxed);
        }

        pub(in crate::cli) fn text(&self) -> String {
            String::from_utf8_lossy(&self.written.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
        }
    }

    impl Write for Desk {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.written.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn shown(kind: Kind, at: &[u64]) -> String {
        let desk = Desk::default();
        let mut line = desk.line(kind);
        for milliseconds in at {
            desk.set(*milliseconds);
            line.show(|| format!("at {milliseconds}"));
        }
        drop(line);
        desk.text()
    }

    #[test]
    fn off_a_terminal_there_is_a_line_every_ten_seconds() {
        assert_eq!(
            shown(Kind::Lines, &[0, 9_999, 10_000, 10_001, 19_999, 20_500, 30_400, 30_500]),
            "specc: at 10000\nspecc: at 20500\nspecc: at 30500\n"
        );
    }

    #[test]
    fn on_a_terminal_one_line_is_written_over_and_taken_away() {
        let clear = "\r\x1b[2K";
        assert_eq!(
            shown(Kind::Terminal, &[0, 50, 99, 100, 150, 250]),
            format!("{clear}at 0{clear}at 100{clear}at 250{clear}")
        );
    }

    #[test]
    fn silence_is_kept() {
        assert_eq!(shown(Kind::None, &[0, 100, 10_000, 100_000]), "");
    }

    #[test]
    fn a_line_is_no_wider_than_the_terminal() {
        let desk = Desk::default();
        desk.line(Kind::Terminal).show(|| "a text of more than twenty letters".to_string());
        assert!(desk.text().contains("a text of more t…\r"), "{:?}", desk.text());
    }
}
