//! How an exploration is getting on: a line of a terminal that is written over again and again, or else a line now and then.

use std::time::Duration;

use super::super::status::{StatusLine, shortened};
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
}

impl Line {
    /// For a service. Nothing is shown where silence is wanted.
    pub(in crate::cli) fn new(service: &str, talk: Talk) -> Line {
        Line::on(StatusLine::new(talk), service)
    }

    fn on(line: StatusLine, service: &str) -> Line {
        Line { service: visible(service, MAX_NAME), line }
    }
}

impl Progress for Line {
    fn at(&mut self, about: &str, settled: usize, of: usize) {
        interrupt::is_at(settled, of);
        let Line { service, line } = self;
        let taken = line.elapsed();
        line.show(|| format!("exploring {service}: {}", status(about, settled, of, taken)));
    }
}

fn status(about: &str, settled: usize, of: usize, taken: Duration) -> String {
    let bar = bar(settled, of);
    let left = estimate(settled, of, taken).map_or_else(String::new, |left| format!(", about {left} s left"));
    format!("{bar} {settled} of {of} targets{left}; {}", visible(about, MAX_ABOUT))
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

fn visible(text: &str, most: usize) -> String {
    shortened(&crate::report::visible::name(text), most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::status::Kind;
    use crate::cli::status::tests::Desk;

    #[test]
    fn off_a_terminal_it_tells_every_ten_seconds_how_far_it_is() {
        let desk = Desk::default();
        let mut line = Line::on(desk.line(Kind::Lines), "Shop");
        for second in 0..=25 {
            desk.set(second * 1000);
            line.at("Enter accepts", second as usize, 40);
        }
        assert_eq!(
            desk.text(),
            "specc: exploring Shop: [###.........] 10 of 40 targets, about 30 s left; Enter accepts\n\
             specc: exploring Shop: [######......] 20 of 40 targets, about 20 s left; Enter accepts\n"
        );
    }

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
