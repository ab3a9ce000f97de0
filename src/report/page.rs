//! What became of a suite, as one HTML file that needs nothing else. The template escapes every text; what runs is the page's
//! own script alone, by its hash.

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::story::{CauseRow, TestRow, cause_row, test_row};
use super::summary::{exercised, remarks};
use super::visible;
use crate::conform::{Clause, Drawn, Outcome, Phase, Subject, Tally, Verdict};
use crate::explore::graph::figure;
use crate::source::{FileId, SourceFile, SourceMap};

/// The spec that a report quotes and draws from; may be empty.
#[derive(Debug, Clone, Default)]
pub struct Spec {
    /// Its text, with all it imports.
    pub sources: SourceMap,
    /// Its state machines.
    pub machines: Vec<Drawn>,
}

const STYLE: &str = include_str!("../../templates/report/style.css");
const SCRIPT: &str = include_str!("../../templates/report/script.js");
/// How many lines an excerpt has before and after the one it is about.
const AROUND: usize = 2;

/// The report on a verdict.
pub fn page(verdict: &Verdict, spec: &Spec) -> String {
    Page::of(verdict, spec).render().unwrap_or_default()
}

/// The page, with all decisions made.
#[derive(Template)]
#[template(path = "report/page.html")]
struct Page {
    style: &'static str,
    script: &'static str,
    policy: String,
    service: String,
    outcome: &'static str,
    headline: String,
    stopped: Option<String>,
    partial: Option<String>,
    remarks: Vec<String>,
    bar: Vec<Share>,
    facts: Vec<(&'static str, String)>,
    phases: Vec<Count>,
    counts: Vec<Count>,
    total: usize,
    causes: Vec<CauseRow>,
    subjects: Vec<Section>,
    machines: Vec<Figure>,
}

/// A part of the bar, in thousandths.
struct Share {
    class: &'static str,
    from: usize,
    width: usize,
}

/// An outcome, and how many had it.
struct Count {
    class: &'static str,
    name: String,
    count: String,
}

struct Section {
    id: usize,
    title: String,
    method: String,
    path: String,
    place: String,
    class: &'static str,
    summary: String,
    /// How often each phase called it.
    called: String,
    clauses: Vec<Row>,
}

struct Row {
    id: String,
    class: &'static str,
    outcome: &'static str,
    /// The sections of operations whose calls break it.
    broken_by: String,
    is_open: bool,
    is_written: bool,
    name: String,
    kind: String,
    text: String,
    place: String,
    amount: String,
    note: Option<String>,
    /// On how much it rests.
    rests: Option<String>,
    rests_on_less: bool,
    /// How often each phase exercised it.
    exercised: String,
    excerpt: Vec<Line>,
    tests: Vec<TestRow>,
}

struct Line {
    number: usize,
    text: String,
    is_meant: bool,
}

struct Figure {
    title: String,
    about: String,
    svg: String,
}

impl Page {
    fn of(verdict: &Verdict, spec: &Spec) -> Page {
        let tally = verdict.tally();
        let sections = verdict.subjects.iter().enumerate().filter(|(_, subject)| !subject.clauses.is_empty());
        Page {
            style: STYLE,
            script: SCRIPT,
            policy: policy(),
            service: shown(&verdict.service),
            outcome: whole(verdict),
            headline: headline(verdict, &tally),
            stopped: verdict.stopped.as_deref().map(shown),
            partial: verdict.partial.as_deref().map(shown),
            remarks: remarks(verdict),
            bar: bar(&tally),
            facts: facts(verdict, &tally),
            phases: phases(verdict),
            counts: tally.parts().map(|(outcome, count)| counted(outcome, count)).collect(),
            total: tally.total(),
            causes: verdict.causes.iter().map(|cause| cause_row(verdict, cause)).collect(),
            subjects: sections.map(|(id, subject)| section(verdict, spec, id, subject)).collect(),
            machines: spec.machines.iter().map(drawing).collect(),
        }
    }
}

/// What the page may do: show itself, and run its own script.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

/// A text as it can be looked at.
pub(super) fn shown(text: &str) -> String {
    visible::prose(text)
}

pub(super) fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Failed => "failed",
        Outcome::Blocked => "blocked",
        Outcome::Passed => "passed",
        Outcome::Skipped => "skipped",
        Outcome::NotRun => "not-run",
    }
}

fn whole(verdict: &Verdict) -> &'static str {
    let fine = if verdict.stopped.is_some() { "blocked" } else { "passed" };
    if verdict.is_failed() { "failed" } else { fine }
}

fn headline(verdict: &Verdict, tally: &Tally) -> String {
    let broken = tally.of(Outcome::Failed);
    match (verdict.is_failed(), &verdict.stopped) {
        (true, _) => {
            let clauses = if broken == 1 { "1 clause".into() } else { format!("{} clauses", grouped(broken as u64)) };
            format!("The service breaks {clauses} of its spec{}", reasons(verdict.causes.len(), broken))
        }
        (false, Some(_)) => "The run came to an early end".into(),
        (false, None) if verdict.partial.is_some() => "Nothing that was run is broken".into(),
        (false, None) if tally.of(Outcome::Passed) == tally.total() => "The service does what its spec says".into(),
        (false, None) => "Nothing that was tested is broken".into(),
    }
}

/// For how many reasons, where one explains several clauses.
fn reasons(causes: usize, broken: usize) -> String {
    match causes {
        causes if causes >= broken => String::new(),
        1 => ", for one reason".into(),
        causes => format!(", for {causes} reasons"),
    }
}

fn bar(tally: &Tally) -> Vec<Share> {
    let (total, mut before) = (tally.total().max(1), 0);
    let share = |(outcome, count): (Outcome, usize)| {
        let from = before * 1000 / total;
        before += count;
        Share { class: class(outcome), from, width: before * 1000 / total - from }
    };
    tally.parts().map(share).collect()
}

fn facts(verdict: &Verdict, tally: &Tally) -> Vec<(&'static str, String)> {
    let tests: usize = verdict.phases.iter().map(|phase| phase.tests.total()).sum();
    vec![
        ("clauses", grouped(tally.total() as u64)),
        ("tests", grouped(tests as u64)),
        ("calls", grouped(verdict.calls)),
        ("profile", shown(&verdict.profile)),
        ("seed", shown(&verdict.seed)),
    ]
}

fn phases(verdict: &Verdict) -> Vec<Count> {
    let phase = |phase: &Phase| {
        let outcome = phase.tests.outcome();
        Count { class: class(outcome), name: phase.name.into(), count: outcome.name().to_string() + &exercised(phase) }
    };
    verdict.phases.iter().map(phase).collect()
}

fn counted(outcome: Outcome, count: usize) -> Count {
    Count { class: class(outcome), name: outcome.name().into(), count: grouped(count as u64) }
}

/// The anchor of a clause.
pub(super) fn row_id(subject: usize, clause: usize) -> String {
    format!("c{subject}-{clause}")
}

fn section(verdict: &Verdict, spec: &Spec, id: usize, subject: &Subject) -> Section {
    let (operation, tally) = (subject.operation.as_ref(), subject.tally());
    let clauses = subject.clauses.iter().enumerate();
    Section {
        id,
        title: shown(subject.title()),
        method: operation.map_or_else(String::new, |operation| shown(&operation.method)),
        path: operation.map_or_else(String::new, |operation| shown(&operation.path)),
        place: operation.map_or_else(String::new, |operation| shown(&operation.place)),
        class: class(tally.outcome()),
        summary: amounts(&tally),
        called: operation.map_or_else(String::new, |operation| called(verdict, &operation.name)),
        clauses: clauses.map(|(at, clause)| row(verdict, spec, row_id(id, at), clause)).collect(),
    }
}

/// How often each phase called an operation: `structural 40 calls, 3 accepted; …`.
fn called(verdict: &Verdict, operation: &str) -> String {
    let by = |phase: &Phase| {
        let called = phase.called.iter().find(|called| called.operation == operation)?;
        let calls = if called.calls == 1 { "call" } else { "calls" };
        Some(format!("{} {} {calls}, {} accepted", phase.name, grouped(called.calls), grouped(called.accepted)))
    };
    verdict.phases.iter().filter_map(by).collect::<Vec<_>>().join("; ")
}

/// How many examples of each phase exercised a clause: `Exercised 3 times by structural, …`.
fn exercising(verdict: &Verdict, clause: &str) -> String {
    let by = |phase: &Phase| {
        let count = *phase.clauses.get(clause)?;
        let times = if count == 1 { "once".to_string() } else { format!("{} times", grouped(count)) };
        Some(format!("{times} by {}", phase.name))
    };
    let found: Vec<String> = verdict.phases.iter().filter_map(by).collect();
    if found.is_empty() { String::new() } else { format!("Exercised {}.", found.join(", ")) }
}

/// Such as `3 failed, 12 passed`.
pub(super) fn amounts(tally: &Tally) -> String {
    let parts = tally.parts().map(|(outcome, count)| format!("{} {}", grouped(count as u64), outcome.name()));
    parts.collect::<Vec<_>>().join(", ")
}

fn row(verdict: &Verdict, spec: &Spec, id: String, clause: &Clause) -> Row {
    Row {
        id,
        class: class(clause.outcome),
        outcome: clause.outcome.name(),
        broken_by: broken_by(verdict, clause),
        is_open: clause.outcome == Outcome::Failed,
        is_written: clause.is_written,
        name: shown(&clause.id),
        kind: shown(&clause.kind),
        text: shown(&clause.text),
        place: shown(&clause.place),
        amount: amount(clause),
        note: clause.note.as_deref().map(shown),
        rests: rests(clause, verdict.may_search_longer),
        rests_on_less: clause.cut_short > 0,
        exercised: exercising(verdict, &clause.id),
        excerpt: excerpt(&spec.sources, &clause.place),
        tests: clause.tests.iter().map(|test| test_row(verdict, test)).collect(),
    }
}

fn broken_by(verdict: &Verdict, clause: &Clause) -> String {
    let failing = clause.tests.iter().filter(|test| test.tally.of(Outcome::Failed) > 0);
    let names: Vec<&str> = failing.filter_map(|test| test.operation.as_deref()).collect();
    let subjects = verdict.subjects.iter().enumerate();
    let meant = subjects.filter(|(_, subject)| {
        subject.operation.as_ref().is_some_and(|operation| names.contains(&operation.name.as_str()))
    });
    meant.map(|(id, _)| id.to_string()).collect::<Vec<_>>().join(" ")
}

/// How much stands behind a clause: the examples that exercised it, or the tests where those are not counted.
fn amount(clause: &Clause) -> String {
    let tests = clause.tests.iter().map(|test| test.tally.total()).sum::<usize>() as u64;
    match clause.examples {
        Some(1) => "1 example".into(),
        Some(examples) => format!("{} examples", grouped(examples)),
        None if tests == 1 => "1 test".into(),
        None => format!("{} tests", grouped(tests)),
    }
}

/// On how many witnesses a clause rests, and whether there could be more.
fn rests(clause: &Clause, may_search_longer: bool) -> Option<String> {
    let many = |count: u64, word: &str, words: &str| {
        if count == 1 { format!("1 {word}") } else { format!("{} {words}", grouped(count)) }
    };
    let witnesses = many(clause.witnesses?, "witness", "witnesses");
    if clause.cut_short == 0 {
        return Some(format!("Rests on {witnesses}."));
    }
    let tests = many(clause.cut_short, "more test of it was", "more tests of it were");
    let help = if may_search_longer { "; specc compile --effort deep searches longer" } else { "" };
    Some(format!("Rests on less: on {witnesses}, and {tests} not found before the effort ended{help}."))
}

/// The lines of the spec around a place such as `todo_list.spec:31`.
fn excerpt(sources: &SourceMap, place: &str) -> Vec<Line> {
    let Some((name, line)) = place.rsplit_once(':') else { return Vec::new() };
    let (Some(file), Ok(line)) = (file(sources, name), line.parse::<usize>()) else { return Vec::new() };
    if line == 0 || line > file.line_count() {
        return Vec::new();
    }
    let last = (line + AROUND).min(file.line_count());
    let quoted = (line.saturating_sub(AROUND).max(1)..=last).map(|number| {
        let text = file.slice(file.line_start(number - 1), file.line_start(number));
        Line { number, text: shown(&text.trim_end().replace('\t', "    ")), is_meant: number == line }
    });
    let mut lines: Vec<Line> = quoted.collect();
    while lines.last().is_some_and(|line| line.text.is_empty() && !line.is_meant) {
        lines.pop();
    }
    dedented(lines)
}

/// Lines without the white space that all of them begin with.
fn dedented(mut lines: Vec<Line>) -> Vec<Line> {
    let indent = |line: &Line| line.text.len() - line.text.trim_start_matches(' ').len();
    let common = lines.iter().filter(|line| !line.text.is_empty()).map(indent).min().unwrap_or(0);
    for line in &mut lines {
        line.text = line.text.chars().skip(common).collect();
    }
    lines
}

/// The file that a place names: by its whole name, or else by the end of it.
fn file<'s>(sources: &'s SourceMap, name: &str) -> Option<&'s SourceFile> {
    let files = || (0..).map_while(|id| sources.get(FileId(id)));
    let ends =
        |file: &&SourceFile| file.name.rsplit('/').next() == Some(name) || file.name.ends_with(&format!("/{name}"));
    files().find(|file| file.name == name).or_else(|| files().find(ends))
}

fn drawing(drawn: &Drawn) -> Figure {
    let Drawn { machine, outcomes } = drawn;
    let marks: Vec<&str> = outcomes.iter().map(|outcome| class(*outcome)).collect();
    let tally: Tally = outcomes.iter().copied().collect();
    Figure {
        title: shown(&machine.name),
        about: format!("{}.{}: {}", shown(&machine.entity), shown(&machine.field), amounts(&tally)),
        svg: figure(machine, &marks),
    }
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}
