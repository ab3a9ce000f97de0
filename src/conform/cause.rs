//! What explains failures: those with one cause come together, and the causes are put into an order and into words. Decided
//! here, for the results of all languages.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::results::{Failure, Kind};
use super::verdict::{Clause, Finding, Outcome, Subject, Test};

/// How many operations a title names.
const NAMED: usize = 3;
/// How much of an answer tells it from others.
const MAX_SIGNATURE: usize = 200;

/// What explains some failures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// What sort of failures these are.
    pub kind: Kind,
    /// What is wrong, in a line.
    pub title: String,
    /// The operations that it shows in.
    pub operations: Vec<String>,
    /// The clauses that it breaks.
    pub clauses: Vec<Broken>,
    /// Clauses that could not be tested because of it.
    pub blocked: Vec<String>,
    /// How many examples fail for it.
    pub examples: usize,
    /// The test that shows it, with its example.
    pub test: String,
    /// What that test says.
    pub failure: Failure,
}

/// A clause that is broken.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken {
    /// The position of its operation, and its own there.
    pub at: (usize, usize),
    /// Its identity.
    pub id: String,
    /// Where it stands in the spec.
    pub place: String,
}

/// What a failure has in common with others of the same cause.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Signature {
    /// Calls that must be rejected are answered with an error.
    ErrorForRejection(u16),
    /// The same error.
    Error(u16, String),
    /// What must be answered, and what is answered.
    Status(String, u16),
    /// An operation accepts what breaks these conditions.
    Accepted(String, Vec<String>),
    /// An operation rejects what it must accept.
    Refused(String, u16),
    /// A field has another value than it should.
    Field(String),
    /// An operation changes what it may not: one field, or several.
    Changed(String, Option<String>),
    /// Several operations change a field where they may not.
    ChangedField(String),
    /// A clause does not hold, of an operation or of all.
    Clause(String, String),
    /// Whatever says the same.
    Said(Kind, String, String),
}

/// A failing example, and the clause that it fails for.
struct Failed<'v> {
    at: (usize, usize),
    clause: &'v Clause,
    test: &'v Test,
    finding: &'v Finding,
    failure: &'v Failure,
}

/// The causes of what failed, the gravest first: 5xx, then what was wrongly accepted, then wrong values.
pub(super) fn causes(subjects: &[Subject]) -> Vec<Cause> {
    let failed = failed(subjects);
    let mut groups = Groups::new();
    let (own, others): (Vec<&Failed<'_>>, Vec<&Failed<'_>>) =
        failed.iter().partition(|one| signature(one.failure).is_some());
    for one in own {
        groups.entry(signature(one.failure).unwrap_or_else(|| said(one.failure))).or_default().push(one);
    }
    for one in others {
        // What a test of the document finds is mostly what other tests have found.
        let known = groups.iter().position(|(_, group)| group.iter().any(|other| is_alike(one.failure, other.failure)));
        match known.and_then(|at| groups.get_index_mut(at)) {
            Some((_, group)) => group.push(one),
            None => groups.entry(said(one.failure)).or_default().push(one),
        }
    }
    let groups = by_field(groups);
    let mut found: Vec<Cause> = groups.into_iter().filter_map(|(signature, group)| cause(&signature, &group)).collect();
    for cause in &mut found {
        cause.blocked = blocked(subjects, &cause.clauses);
    }
    found.sort_by_key(|cause| (cause.kind, std::cmp::Reverse(cause.clauses.len() + cause.blocked.len())));
    found
}

type Groups<'f, 'v> = IndexMap<Signature, Vec<&'f Failed<'v>>>;

/// A field that is wrong elsewhere, or that several operations change where they may not, is the cause of those changes.
fn by_field<'f, 'v>(groups: Groups<'f, 'v>) -> Groups<'f, 'v> {
    let changed = |field: &String| {
        groups.keys().filter(|key| matches!(key, Signature::Changed(_, Some(other)) if other == field)).count()
    };
    let cause = |signature: &Signature| match signature {
        Signature::Changed(_, Some(field)) if groups.contains_key(&Signature::Field(field.clone())) => {
            Signature::Field(field.clone())
        }
        Signature::Changed(_, Some(field)) if changed(field) > 1 => Signature::ChangedField(field.clone()),
        Signature::ErrorForRejection(_)
        | Signature::Error(..)
        | Signature::Status(..)
        | Signature::Accepted(..)
        | Signature::Refused(..)
        | Signature::Field(_)
        | Signature::Changed(..)
        | Signature::ChangedField(_)
        | Signature::Clause(..)
        | Signature::Said(..) => signature.clone(),
    };
    let mut found = Groups::new();
    for (signature, group) in &groups {
        found.entry(cause(signature)).or_default().extend(group);
    }
    found
}

fn failed(subjects: &[Subject]) -> Vec<Failed<'_>> {
    let mut found = Vec::new();
    for (subject, of) in subjects.iter().enumerate() {
        // What only tests of other clauses look at is blocked where they fail, and not broken.
        let broken = of.clauses.iter().enumerate().filter(|(_, clause)| clause.outcome == Outcome::Failed);
        for (number, clause) in broken {
            for test in &clause.tests {
                let failures = test.findings.iter().filter(|finding| finding.outcome == Outcome::Failed);
                found.extend(failures.filter_map(|finding| {
                    let failure = finding.failure.as_ref()?;
                    Some(Failed { at: (subject, number), clause, test, finding, failure })
                }));
            }
        }
    }
    found
}

/// What a failure has in common with others; nothing where it says too little about the service for that.
fn signature(failure: &Failure) -> Option<Signature> {
    let Failure { kind, operation, expected, answered, fields, clause, .. } = failure;
    let (operation, answered) = (operation.clone(), answered.unwrap_or(0));
    match kind {
        Kind::Error if expected.starts_with('4') => Some(Signature::ErrorForRejection(answered)),
        Kind::Error if !expected.is_empty() => Some(Signature::Error(answered, body(failure))),
        Kind::Status => Some(Signature::Status(expected.clone(), answered)),
        Kind::Accepted => Some(Signature::Accepted(operation, fields.clone())),
        Kind::Refused => Some(Signature::Refused(operation, answered)),
        Kind::Changed => Some(Signature::Changed(operation, field(fields))),
        Kind::Promise | Kind::Answer => Some(match field(fields) {
            Some(field) => Signature::Field(field),
            None if clause.is_empty() => said(failure),
            None => Signature::Clause(operation, clause.clone()),
        }),
        Kind::Load | Kind::Setup => Some(said(failure)),
        Kind::Error | Kind::Document | Kind::Vacuous | Kind::Other => None,
    }
}

fn said(failure: &Failure) -> Signature {
    Signature::Said(failure.kind, failure.operation.clone(), failure.headline.clone())
}

/// Whether an answer that is wrong for its document, or shows nothing, is one that is wrong for another reason as well.
fn is_alike(one: &Failure, other: &Failure) -> bool {
    let is_same = one.answered.is_some() && one.answered == other.answered;
    match one.kind {
        Kind::Error => is_same && other.kind == Kind::Error && body(one) == body(other),
        Kind::Document => {
            is_same && one.operation == other.operation && matches!(other.kind, Kind::Status | Kind::Answer)
        }
        Kind::Vacuous => is_same && one.operation == other.operation && other.kind == Kind::Refused,
        Kind::Load
        | Kind::Setup
        | Kind::Accepted
        | Kind::Refused
        | Kind::Status
        | Kind::Promise
        | Kind::Answer
        | Kind::Changed
        | Kind::Other => false,
    }
}

/// What an answer says, without what is different each time: numbers and identifiers.
fn body(failure: &Failure) -> String {
    let text = failure.response.split_once(' ').map_or("", |(_, body)| body);
    let words = text.split_inclusive(|character: char| !character.is_alphanumeric());
    let fixed = words.map(|word| if word.contains(|one: char| one.is_ascii_digit()) { "#" } else { word });
    fixed.collect::<String>().chars().take(MAX_SIGNATURE).collect()
}

/// The one field that places are about: `updatedAt` of `todos'[id].updatedAt`.
fn field(places: &[String]) -> Option<String> {
    let names: BTreeSet<String> = places.iter().map(|place| last_name(place)).collect();
    let mut names = names.into_iter();
    names.next().filter(|name| !name.is_empty() && names.next().is_none())
}

/// The last name of a place, without keys and primes.
fn last_name(place: &str) -> String {
    let mut depth = 0_usize;
    let mut name = String::new();
    for character in place.chars() {
        match character {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            '.' | ' ' if depth == 0 => name.clear(),
            '\'' => {}
            character if depth == 0 => name.push(character),
            _ => {}
        }
    }
    name
}

fn cause(signature: &Signature, group: &[&Failed<'_>]) -> Option<Cause> {
    let first = group.iter().min_by_key(|one| weight(one.failure))?;
    let mut clauses: Vec<Broken> = group.iter().map(|one| broken(one)).collect();
    clauses.sort();
    clauses.dedup();
    let mut operations: Vec<String> = Vec::new();
    for name in group.iter().map(|one| &one.failure.operation).filter(|name| !name.is_empty()) {
        if !operations.contains(name) {
            operations.push(name.clone());
        }
    }
    let examples: BTreeSet<(&str, &str)> =
        group.iter().map(|one| (one.test.name.as_str(), one.finding.example.as_str())).collect();
    let example = &first.finding.example;
    let test = if example.is_empty() { first.test.name.clone() } else { format!("{}[{example}]", first.test.name) };
    Some(Cause {
        kind: first.failure.kind,
        title: title(signature, &operations, first.failure),
        operations,
        clauses,
        blocked: Vec::new(),
        examples: examples.len(),
        test,
        failure: first.failure.clone(),
    })
}

/// How much there is to read in a failure. What shows a clause with its values comes first, what says nothing about its call last.
fn weight(failure: &Failure) -> (bool, bool, usize) {
    let setup: usize = failure.setup.iter().map(|call| call.body.as_ref().map_or(0, String::len)).sum();
    (failure.expected.is_empty(), failure.values.is_empty(), setup + failure.request.len() + failure.steps.len())
}

fn broken(one: &Failed<'_>) -> Broken {
    Broken { at: one.at, id: one.clause.id.clone(), place: one.clause.place.clone() }
}

/// The clauses that could not be tested because of others.
fn blocked(subjects: &[Subject], by: &[Broken]) -> Vec<String> {
    let is_by = |finding: &Finding| {
        let reasons = finding.why.strip_prefix("blocked by ").unwrap_or_default();
        finding.outcome == Outcome::Blocked && reasons.split(", ").any(|why| by.iter().any(|clause| clause.id == why))
    };
    let clauses = subjects.iter().flat_map(|subject| &subject.clauses);
    let found = clauses.filter(|clause| {
        clause.outcome == Outcome::Blocked && clause.tests.iter().flat_map(|test| &test.findings).any(is_by)
    });
    found.map(|clause| clause.id.clone()).collect()
}

fn title(signature: &Signature, operations: &[String], first: &Failure) -> String {
    let who = named(operations);
    match signature {
        Signature::ErrorForRejection(status) => {
            format!("Calls that must be rejected are {}: {who}", answered(*status))
        }
        Signature::Error(status, _) => format!("Calls that must be accepted are {}: {who}", answered(*status)),
        Signature::Status(expected, status) => {
            format!("{} must be answered, and {} is: {who}", status_words(expected), status)
        }
        Signature::Accepted(operation, conditions) if conditions.is_empty() => {
            format!("{operation} accepts requests that it must refuse with {}", status_words(&first.expected))
        }
        Signature::Accepted(operation, conditions) => {
            let verb = if conditions.len() == 1 { "does" } else { "do" };
            format!("{operation} accepts calls although {} {verb} not hold", conditions.join(" and "))
        }
        Signature::Refused(operation, status) => {
            format!("{operation} rejects calls that it must accept, with {status}")
        }
        Signature::Field(field) => format!("{field} is not what the spec says: {who}"),
        Signature::Changed(operation, Some(field)) => format!("{operation} changes {field} where it must not"),
        Signature::Changed(operation, None) => format!("{operation} changes what it must leave alone"),
        Signature::ChangedField(field) => format!("{field} changes where it must not: {who}"),
        Signature::Clause(operation, clause) if clause.starts_with(operation) => format!("{clause} does not hold"),
        Signature::Clause(operation, clause) => format!("{clause} does not hold after {operation}"),
        Signature::Said(_, _, headline) => headline.clone(),
    }
}

fn answered(status: u16) -> String {
    if status == 0 { "not answered".into() } else { format!("answered with {status}") }
}

fn status_words(expected: &str) -> &str {
    if expected.is_empty() { "4xx" } else { expected }
}

/// Some names: `A`, `A and B`, `A, B, C and 6 more operations`.
fn named(names: &[String]) -> String {
    match names {
        [] => "the service".into(),
        [one] => one.clone(),
        [rest @ .., last] if rest.len() < NAMED => format!("{} and {last}", rest.join(", ")),
        names => format!("{} and {} more operations", names[..NAMED].join(", "), names.len() - NAMED),
    }
}
