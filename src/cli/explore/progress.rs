//! How an exploration is getting on: a line of a terminal that is written over again and again, or else a line now and then.

use std::time::{Duration, Instant};

use super::super::status::StatusLine;
use super::super::{Talk, interrupt};
use crate::explore::Progress;

/// How much of a service's name is shown, and of what is being looked for, so that the line fits a narrow terminal.
const MAX_NAME: usize = 24;
const MAX_ABOUT: usize = 36;
/// How long it takes until how long it will take can be told.
const EARLIEST_ESTIMATE: Duration = Duration::from_secs(2);

/// The line; it goes away with its value.
pub(in crate::cli) struct Line {
    service: String,
    line: StatusLine,
    began: Instant,
}

impl Line {
    /// For a service. Nothing is shown where silence is wanted.
    pub(in crate::cli) fn new(service: &str, talk: Talk) -> Line {
        Line { service: shortened(service, MAX_NAME), line: StatusLine::new(talk), began: Instant::now() }
    }
}

impl Progress for Line {
    fn at(&mut self, about: &str, settled: usize, of: usize) {
        interrupt::is_at(settled, of);
        let Line { service, line, began } = self;
        line.show(|| format!("exploring {service}: {}", status(about, settled, of, began.elapsed())));
    }
}

fn status(about: &str, settled: usize, of: usize, taken: Duration) -> String {
    let bar = bar(settled, of);
    let left = estimate(settled, of, taken).map_or_else(String::new, |left| format!(", about {left} s left"));
    format!("{bar} {settled} of {of} targets{left}; {}", shortened(about, MAX_ABOUT))
}

fn bar(settled: usize, of: usize) -> String {
    const WIDTH: usize = 12;
    let full = (WIDTH * settled).checked_div(of).unwrap_or(0).min(WIDTH);
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
}

/// How many seconds the rest takes, if it goes on like this.
fn estimate(settled: usize, of: usize, taken: Duration) -> Option<u64> {
    if settled == 0 || taken < EARLIEST_ESTIMATE {
        return None;
    }
    Some((taken.as_secs_f64() * of.saturating_sub(settled) as f64 / settled as f64).ceil() as u64)
}

fn shortened(text: &str, most: usize) -> String {
    let visible = crate::report::visible::name(text);
    if visible.chars().count() <= most {
        return visible;
    }
    visible.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_says_what_is_done_and_what_is_looked_for() {
        assert_eq!(
            status("Enter accepts", 5, 20, Duration::from_secs(1)),
            "[###.........] 5 of 20 targets; Enter accepts"
        );
        assert_eq!(
            status(&"x".repeat(50), 5, 20, Duration::from_secs(4)),
            format!("[###.........] 5 of 20 targets, about 12 s left; {}…", "x".repeat(35))
        );
        assert_eq!(status("", 0, 0, Duration::from_secs(4)), "[............] 0 of 0 targets; ");
    }
}
