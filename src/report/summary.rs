//! What became of a suite, for the terminal: operations with their counts, what is broken by its causes, and a line for the
//! whole.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::paint::Paint;
use super::visible;
use crate::conform::{Broken, Cause, Clause, Outcome, Phase, Subject, Tally, Verdict, by_hand, command};

/// How much of a text is shown.
const MAX_TEXT: usize = 160;

/// How many lines of a text are shown.
const MAX_LINES: usize = 6;

/// How many causes are shown, and how many of the clauses that one of them breaks.
const MAX_CAUSES: usize = 10;
const MAX_CLAUSES: usize = 6;

/// How long the calls of a failure may be for all of them to be shown.
const MAX_BY_HAND: usize = 1500;

/// The summary of a verdict: complete lines.
pub fn summary(verdict: &Verdict, colour: bool) -> String {
    let paint = if colour { Paint::COLOURED } else { Paint::PLAIN };
    let width = verdict.subjects.iter().map(|subject| label(subject).chars().count()).max().unwrap_or(0);
    let subjects = verdict.subjects.iter().filter(|subject| !subject.clauses.is_empty());
    let mut text: String = subjects.map(|subject| part(subject, width, paint)).collect();
    let causes = verdict.causes.iter().take(MAX_CAUSES).enumerate();
    text.extend(causes.map(|(at, one)| cause(at + 1, one, verdict, paint)));
    let more = verdict.causes.len().saturating_sub(MAX_CAUSES);
    text.extend((more > 0).then(|| format!("\n{}\n", paint.dim(&format!("{more} more causes are in the report")))));
    let remarks = remarks(verdict);
    text.extend((!verdict.causes.is_empty() && !remarks.is_empty()).then_some("\n"));
    text.extend(remarks.iter().map(|remark| format!("{}\n", paint.dim(remark))));
    let _ = writeln!(text, "\n{}", total(verdict, paint));
    text.extend(rest_on_less(verdict).map(|line| format!("{}\n", paint.dim(&line))));
    text
}

/// An operation with its counts, and below it what could not be tested.
fn part(subject: &Subject, width: usize, paint: Paint) -> String {
    let (label, tally) = (label(subject), subject.tally());
    let gap = " ".repeat(width - label.chars().count());
    let mut text = format!("{}{gap}  {}\n", paint.bold(&label), counts(&tally, paint));
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

/// A cause with its evidence: what is wrong, where that shows, what one test says, and how to see it again.
fn cause(number: usize, cause: &Cause, verdict: &Verdict, paint: Paint) -> String {
    let mut text = format!("\n{} {}\n", paint.bad(&format!("{number}.")), paint.bold(&cut(&cause.title)));
    let mut line = |words: String| {
        let _ = writeln!(text, "   {words}");
    };
    line(extent(cause));
    line(format!("broken: {}", paint.dim(&clauses(&cause.clauses))));
    lines(cause).into_iter().for_each(&mut line);
    line(format!("reproduce: {}", visible::name(&command(verdict, &verdict.folder, &cause.test))));
    let calls = by_hand(&cause.failure);
    if calls.iter().map(String::len).sum::<usize>() <= MAX_BY_HAND {
        calls.iter().for_each(|call| line(format!("  {}", visible::name(call))));
    } else {
        line(paint.dim("its calls as curl lines are in the report"));
    }
    text
}

/// Such as `breaks 14 clauses of 3 operations, blocks 2, 43 examples fail`.
pub(super) fn extent(cause: &Cause) -> String {
    let count = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let of =
        if cause.operations.len() > 1 { format!(" of {} operations", cause.operations.len()) } else { String::new() };
    let blocked = if cause.blocked.is_empty() { String::new() } else { format!(", blocks {}", cause.blocked.len()) };
    let fail = if cause.examples == 1 { "fails" } else { "fail" };
    let examples = count(cause.examples, "example");
    format!("breaks {}{of}{blocked}; {examples} {fail}", count(cause.clauses.len(), "clause"))
}

fn clauses(broken: &[Broken]) -> String {
    let shown = broken.iter().take(MAX_CLAUSES).map(|clause| {
        let place = if clause.place.is_empty() { String::new() } else { format!(" ({})", clause.place) };
        visible::name(&(clause.id.clone() + &place))
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = broken.len().saturating_sub(MAX_CLAUSES);
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

fn lines(cause: &Cause) -> Vec<String> {
    let failure = &cause.failure;
    let mut lines = Vec::new();
    if failure.headline != cause.title {
        lines.push(cut(&failure.headline));
    }
    let said = if failure.clause.is_empty() { String::new() } else { format!("{}: {}", failure.clause, failure.says) };
    let values: Vec<String> = failure.values.iter().map(|(part, value)| format!("{part} = {value}")).collect();
    let values = values.join("\n");
    let parts = [
        ("clause: ", said.as_str()),
        ("where: ", &values),
        ("expected: ", &failure.expected),
        ("", &failure.why),
        ("request: ", &failure.request),
        ("response: ", &failure.response),
        ("state: ", &failure.changed),
        ("", &failure.text),
    ];
    for (name, text) in parts {
        let shown = text.lines().filter(|line| !line.trim().is_empty()).take(MAX_LINES).enumerate();
        let before = |at| if at == 0 || name.is_empty() { name } else { "  " };
        lines.extend(shown.map(|(at, line)| format!("{}{}", before(at), cut(line))));
    }
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
    let help = if verdict.may_search_longer { "; `specc compile --effort deep` searches longer" } else { "" };
    Some(format!("{rest} on less: the effort ended before all tests were found{help}"))
}

/// How many of the operations a phase had accepted, where that was counted.
pub(super) fn exercised(phase: &Phase) -> String {
    let accepted = phase.called.iter().filter(|called| called.accepted > 0).count();
    if phase.called.is_empty() {
        return String::new();
    }
    format!(" ({} clauses, {accepted} of {} operations accepted)", phase.clauses.len(), phase.called.len())
}

/// A text on one line that is not too long.
fn cut(text: &str) -> String {
    let text = visible::name(text);
    if text.chars().count() <= MAX_TEXT {
        return text;
    }
    text.chars().take(MAX_TEXT).chain(['…']).collect()
}
