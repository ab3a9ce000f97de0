//! What became of a suite, for the terminal: operations with their counts, what is broken in full, and a line for the whole.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::paint::Paint;
use super::visible;
use crate::conform::{Clause, Failure, Outcome, Phase, Subject, Tally, Test, Verdict};

/// How much of a text is shown.
const MAX_TEXT: usize = 160;

/// How many lines of a text are shown.
const MAX_LINES: usize = 4;

/// The summary of a verdict: complete lines.
pub fn summary(verdict: &Verdict, colour: bool) -> String {
    let paint = if colour { Paint::COLOURED } else { Paint::PLAIN };
    let width = verdict.subjects.iter().map(|subject| label(subject).chars().count()).max().unwrap_or(0);
    let subjects = verdict.subjects.iter().filter(|subject| !subject.clauses.is_empty());
    let mut text: String = subjects.map(|subject| part(subject, width, paint)).collect();
    text.extend(remarks(verdict).iter().map(|remark| format!("{}\n", paint.dim(remark))));
    let _ = writeln!(text, "\n{}", total(verdict, paint));
    text.extend(rest_on_less(verdict).map(|line| format!("{}\n", paint.dim(&line))));
    text
}

/// An operation with its counts, and below it what is broken.
fn part(subject: &Subject, width: usize, paint: Paint) -> String {
    let (label, tally) = (label(subject), subject.tally());
    let gap = " ".repeat(width - label.chars().count());
    let mut text = format!("{}{gap}  {}\n", paint.bold(&label), counts(&tally, paint));
    for clause in subject.clauses.iter().filter(|clause| clause.outcome == Outcome::Failed) {
        text.push_str(&failed(clause, paint));
    }
    for (why, clauses) in blocked(subject) {
        let _ = writeln!(text, "  {}  {} by {}", paint.warn("blocked"), named(&clauses), cut(why));
    }
    text
}

fn label(subject: &Subject) -> String {
    let route = subject.operation.as_ref().map(|operation| format!("  {} {}", operation.method, operation.path));
    visible::name(subject.title()) + &visible::name(&route.unwrap_or_default())
}

fn counts(tally: &Tally, paint: Paint) -> String {
    let parts = tally.parts().map(|(outcome, count)| painted(outcome, &format!("{count} {}", outcome.name()), paint));
    parts.collect::<Vec<_>>().join(", ")
}

fn painted(outcome: Outcome, text: &str, paint: Paint) -> String {
    match outcome {
        Outcome::Failed => paint.bad(text),
        Outcome::Blocked => paint.warn(text),
        Outcome::Passed => paint.good(text),
        Outcome::Skipped | Outcome::NotRun => paint.dim(text),
    }
}

/// A broken clause: where it stands, what it says, what the first failing test says, and how to see it again.
fn failed(clause: &Clause, paint: Paint) -> String {
    let place = if clause.place.is_empty() { String::new() } else { visible::name(&clause.place) + "  " };
    let kind = if clause.is_written { format!("{} ", clause.kind) } else { String::new() };
    let mut text =
        format!("  {}   {}{}{}\n", paint.bad("failed"), paint.dim(&place), visible::name(&kind), cut(&clause.text));
    let failing: Vec<&Test> = clause.tests.iter().filter(|test| test.tally.of(Outcome::Failed) > 0).collect();
    let failures = failing.iter().flat_map(|test| &test.findings).filter_map(|finding| finding.failure.as_ref());
    if let Some(failure) = failures.clone().next() {
        text.extend(lines(failure).iter().map(|line| format!("           {line}\n")));
    }
    let more = failures.count().saturating_sub(1);
    if more > 0 {
        let words = if more == 1 { "1 more example fails".into() } else { format!("{more} more examples fail") };
        let _ = writeln!(text, "           {}", paint.dim(&words));
    }
    text
}

fn lines(failure: &Failure) -> Vec<String> {
    let why = if failure.why.is_empty() { failure.changed.as_str() } else { failure.why.as_str() };
    let mut lines = vec![cut(&failure.headline)];
    for (name, text) in [("", why), ("request: ", &failure.request), ("response: ", &failure.response)] {
        let shown = text.lines().filter(|line| !line.is_empty()).take(MAX_LINES).enumerate();
        let before = |at| if at == 0 || name.is_empty() { name } else { "  " };
        lines.extend(shown.map(|(at, line)| format!("{}{}", before(at), cut(line))));
    }
    let again = visible::name(&failure.reproduce);
    lines.extend((!again.is_empty()).then(|| format!("reproduce: {again}")));
    lines
}

/// The blocked clauses by what blocks them.
fn blocked(subject: &Subject) -> BTreeMap<&str, Vec<&Clause>> {
    let mut found: BTreeMap<&str, Vec<&Clause>> = BTreeMap::new();
    for clause in subject.clauses.iter().filter(|clause| clause.outcome == Outcome::Blocked) {
        let findings = clause.tests.iter().flat_map(|test| &test.findings);
        let mut reasons = findings.filter(|finding| finding.outcome == Outcome::Blocked).map(|finding| &finding.why);
        let failing = clause.tests.iter().find(|test| test.tally.of(Outcome::Failed) > 0);
        let why = reasons.next().map(|why| why.trim_start_matches("blocked by "));
        let why = why.or_else(|| failing.map(|test| test.name.as_str())).unwrap_or("another failure");
        found.entry(why).or_default().push(clause);
    }
    found
}

fn named(clauses: &[&Clause]) -> String {
    match clauses {
        [clause] => visible::name(&clause.id),
        [clause, rest @ ..] => format!("{} and {} more", visible::name(&clause.id), rest.len()),
        [] => String::new(),
    }
}

/// What there is to know about a run besides its outcome: what it did not exercise, and what it asked for again.
pub(super) fn remarks(verdict: &Verdict) -> Vec<String> {
    let mut lines = Vec::new();
    // Of some tests it is known that they leave something out.
    for phase in verdict.phases.iter().filter(|_| verdict.partial.is_none()) {
        let mut never: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for called in phase.called.iter().filter(|called| called.accepted == 0) {
            never.entry(&called.why).or_default().push(visible::name(&called.operation));
        }
        lines.extend(never.into_iter().map(|(why, names)| {
            let why = if why.is_empty() { String::new() } else { format!(" ({})", cut(why)) };
            format!("{} had no accepted call of {}{why}", phase.name, names.join(", "))
        }));
    }
    let again = verdict.retried.iter().map(|(status, count)| format!("{count} of {}", visible::name(status)));
    let again = again.collect::<Vec<_>>().join(", ");
    lines.extend((!again.is_empty()).then(|| format!("answers that were asked for again: {again}")));
    lines
}

/// The line for the whole.
fn total(verdict: &Verdict, paint: Paint) -> String {
    let ran = verdict.phases.iter().filter(|phase| phase.tests.total() > 0);
    let phases = ran.map(|phase| format!("{} {}{}", phase.name, phase.tests.outcome().name(), exercised(phase)));
    let mut parts = vec![counts(&verdict.tally(), paint)];
    parts.extend(phases);
    parts.push(format!("{} calls, profile {}, seed {}", verdict.calls, visible::name(&verdict.profile), verdict.seed));
    let word = match (&verdict.stopped, verdict.is_failed(), &verdict.partial) {
        (Some(why), _, _) => paint.bad(&format!("stopped ({})", cut(why))),
        (None, true, _) => paint.bad("does not conform"),
        (None, false, Some(_)) => paint.good("passed in part"),
        (None, false, None) => paint.good("conforms"),
    };
    parts.extend(verdict.partial.as_deref().map(cut));
    format!("{} {word}: {}", paint.bold(&visible::name(&verdict.service)), parts.join("; "))
}

/// That clauses rest on less than they could, where some do.
fn rest_on_less(verdict: &Verdict) -> Option<String> {
    let rest = match verdict.rest_on_less() {
        0 => return None,
        1 => "1 clause rests".to_string(),
        many => format!("{many} clauses rest"),
    };
    let help = "`specc compile --effort deep` searches longer";
    Some(format!("{rest} on less: the effort ended before all tests were found; {help}"))
}

/// How many of the operations a phase had accepted, where that was counted.
pub(super) fn exercised(phase: &Phase) -> String {
    let accepted = phase.called.iter().filter(|called| called.accepted > 0).count();
    if phase.called.is_empty() {
        return String::new();
    }
    format!(" ({} clauses, {accepted} of {} operations accepted)", phase.clauses, phase.called.len())
}

/// A text on one line that is not too long.
fn cut(text: &str) -> String {
    let text = visible::name(text);
    if text.chars().count() <= MAX_TEXT {
        return text;
    }
    text.chars().take(MAX_TEXT).chain(['…']).collect()
}
