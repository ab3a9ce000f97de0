//! The verdict: each clause with what became of the tests behind it.
//!
//! A test is counted at the clause it is about. A test that fails for another clause is counted as a failure there, so that
//! the clause that is broken is red wherever it was found out, and as blocked by it at its own. A clause that only tests of
//! other clauses look at has passed with them, and is blocked where they failed.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::cause::{Cause, causes};
use super::listing::{Covered, Listed, Listing, Promise};
use super::results::{Counted, Exercised, Failure, Record, Results, Told};
use super::{Unreadable, listing};

/// What became of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The name of the service.
    pub service: String,
    /// The file name of its spec.
    pub spec: String,
    /// The profile of the run.
    pub profile: String,
    /// Its seed.
    pub seed: String,
    /// How many calls it made.
    pub calls: u64,
    /// Why it came to an early end, if it did.
    pub stopped: Option<String>,
    /// What was run, where it is not everything.
    pub partial: Option<String>,
    /// Answers that said that the service was busy, and were asked for again: their status, and how many.
    pub retried: Vec<(String, u64)>,
    /// Its phases, in their order.
    pub phases: Vec<Phase>,
    /// The operations, and last the service as a whole.
    pub subjects: Vec<Subject>,
    /// What explains the failures, the gravest first.
    pub causes: Vec<Cause>,
    /// Whether more can be spent on the search for tests than was.
    pub may_search_longer: bool,
    /// The folder of the suite, as a command names it.
    pub folder: String,
    /// How a command says which service was tested.
    pub against: String,
}

/// A phase of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// What became of its tests, each example of one counted.
    pub tests: Tally,
    /// The operations that it called, as far as that was counted.
    pub called: Vec<Called>,
    /// The clauses that it exercised, with how many examples did.
    pub clauses: IndexMap<String, u64>,
}

/// How often a phase called an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The operation.
    pub operation: String,
    /// How many calls were made.
    pub calls: u64,
    /// How many of these were accepted.
    pub accepted: u64,
    /// Why none can be expected to be, where that is so.
    pub why: String,
}

/// An operation, or the service as a whole, with its clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The operation; none for the service as a whole.
    pub operation: Option<Operation>,
    /// What it promises.
    pub clauses: Vec<Clause>,
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its name.
    pub name: String,
    /// The method of its route.
    pub method: String,
    /// The path of its route.
    pub path: String,
    /// Where it stands in the spec.
    pub place: String,
}

/// A clause of the spec, or something that the language promises of every service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Its identity.
    pub id: String,
    /// What it is: `ensures`, `frame`, …
    pub kind: String,
    /// Whether the spec says it in these words.
    pub is_written: bool,
    /// What it says.
    pub text: String,
    /// Where it stands in the spec; of what is not written there, where its operation does.
    pub place: String,
    /// What became of it.
    pub outcome: Outcome,
    /// How many examples exercised it, where that was counted.
    pub examples: Option<u64>,
    /// What there is to say about its tests.
    pub note: Option<String>,
    /// How many witnesses its tests call, where that is known.
    pub witnesses: Option<u64>,
    /// How many tests of it were not found before the effort ended: it rests on less than it could.
    pub cut_short: u64,
    /// The tests behind it.
    pub tests: Vec<Test>,
}

/// A test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// The operation that it calls.
    pub operation: Option<String>,
    /// What became of its examples, or of itself.
    pub tally: Tally,
    /// What there is to say about those that did not pass.
    pub findings: Vec<Finding>,
}

/// An example that did not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which example of the test, where it has several.
    pub example: String,
    /// What became of it.
    pub outcome: Outcome,
    /// Why.
    pub why: String,
    /// What it says, if it failed.
    pub failure: Option<Failure>,
}

/// What became of something. Ordered by what decides where several things come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Nothing looked at it in this run.
    NotRun,
    /// It cannot be tested on this service.
    Skipped,
    /// It holds.
    Passed,
    /// It could not be tested, because of something else that failed.
    Blocked,
    /// It is broken.
    Failed,
}

impl Outcome {
    /// All of them, the worst first.
    pub const ALL: [Outcome; 5] =
        [Outcome::Failed, Outcome::Blocked, Outcome::Passed, Outcome::Skipped, Outcome::NotRun];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::NotRun => "not run",
            Outcome::Skipped => "skipped",
            Outcome::Passed => "passed",
            Outcome::Blocked => "blocked",
            Outcome::Failed => "failed",
        }
    }

    fn of(told: Told) -> Outcome {
        match told {
            Told::Passed => Outcome::Passed,
            Told::Failed => Outcome::Failed,
            Told::Blocked => Outcome::Blocked,
            Told::Skipped => Outcome::Skipped,
        }
    }
}

/// How many of each outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally(BTreeMap<Outcome, usize>);

impl Tally {
    /// How many had an outcome.
    pub fn of(&self, outcome: Outcome) -> usize {
        self.0.get(&outcome).copied().unwrap_or(0)
    }

    /// How many there are.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// The outcomes that there are, the worst first, with how many had each.
    pub fn parts(&self) -> impl Iterator<Item = (Outcome, usize)> {
        Outcome::ALL.into_iter().map(|outcome| (outcome, self.of(outcome))).filter(|(_, count)| *count > 0)
    }

    /// What became of the whole.
    pub fn outcome(&self) -> Outcome {
        self.0.keys().next_back().copied().unwrap_or(Outcome::NotRun)
    }
}

impl FromIterator<Outcome> for Tally {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Tally {
        let mut tally = Tally::default();
        outcomes.into_iter().for_each(|outcome| *tally.0.entry(outcome).or_default() += 1);
        tally
    }
}

impl Verdict {
    /// What became of the clauses.
    pub fn tally(&self) -> Tally {
        self.clauses().map(|clause| clause.outcome).collect()
    }

    /// All clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.subjects.iter().flat_map(|subject| &subject.clauses)
    }

    /// How many clauses rest on less than they could.
    pub fn rest_on_less(&self) -> usize {
        self.clauses().filter(|clause| clause.cut_short > 0).count()
    }

    /// What became of a clause, by its identity.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses().find(|clause| clause.id == id)
    }

    /// Whether something failed.
    pub fn is_failed(&self) -> bool {
        self.phases.iter().any(|phase| phase.tests.of(Outcome::Failed) > 0)
    }
}

impl Subject {
    /// What it is called.
    pub fn title(&self) -> &str {
        self.operation.as_ref().map_or("The service as a whole", |operation| &operation.name)
    }

    /// What became of its clauses.
    pub fn tally(&self) -> Tally {
        self.clauses.iter().map(|clause| clause.outcome).collect()
    }
}

/// The verdict on a service, from the text of `tests/_testgen_coverage.json` and of `results/exercised.json`.
pub fn verdict(listing: &str, results: &str) -> Result<Verdict, Unreadable> {
    let (listing, results) = (Listing::read(listing)?, Results::read(results)?);
    if listing.service != results.service {
        return Err(Unreadable::Service { suite: listing.service, results: results.service });
    }
    let ran = Ran::new(&listing, &results);
    let subjects = ran.subjects();
    Ok(Verdict {
        phases: ran.phases(),
        causes: causes(&subjects),
        subjects,
        may_search_longer: true,
        folder: ".".into(),
        service: listing.service,
        spec: listing.spec,
        profile: results.profile,
        seed: results.seed.to_string(),
        calls: results.calls,
        stopped: results.stopped,
        partial: results.partial,
        against: results.against,
        retried: results.retried.into_iter().collect(),
    })
}

/// A clause or promise as tests refer to it: promises of several operations may have one name.
type Home<'r> = (Option<&'r str>, &'r str);

/// The tests of a run by what they are about.
struct Ran<'r> {
    listing: &'r Listing,
    results: &'r Results,
    /// The records of each test, in the order of the listing.
    tests: IndexMap<&'r str, Vec<Example<'r>>>,
    /// What each test of the listing is, by name.
    listed: BTreeMap<&'r str, &'r Listed>,
    /// Records that the listing knows nothing of.
    others: IndexMap<&'r str, Vec<Example<'r>>>,
}

/// A record of a test, with what tells it from the others.
type Example<'r> = (&'r str, &'r Record);

const PHASES: [&str; 3] = ["structural", "behavioral", "stateful"];
const NOT_RUN: &str = "No test of it was run.";
/// What a service promises that can be loaded, under the name that harnesses have for it.
const LOADING: &str = "load";

impl<'r> Ran<'r> {
    fn new(listing: &'r Listing, results: &'r Results) -> Ran<'r> {
        let listed: BTreeMap<&str, &Listed> = listing.tests.iter().map(|test| (test.test.as_str(), test)).collect();
        let tests = listing.tests.iter().map(|test| (test.test.as_str(), Vec::new())).collect();
        let mut ran = Ran { listing, results, tests, listed, others: IndexMap::new() };
        for (name, record) in &results.tests {
            let (test, example) = parted(name, &ran.listed);
            let known = ran.tests.get_mut(test);
            known.unwrap_or_else(|| ran.others.entry(test).or_default()).push((example, record));
        }
        ran
    }

    fn phases(&self) -> Vec<Phase> {
        let phase = |name: &'static str| {
            let of = |test: &&str| self.listed.get(test).map_or("behavioral", |listed| phase_of(&listed.kind)) == name;
            let tests = self.tests.iter().chain(&self.others).filter(|(test, _)| of(test));
            let records = tests.flat_map(|(_, examples)| examples);
            let tests = records.map(|(_, record)| Outcome::of(record.outcome)).collect();
            let exercised = self.results.phases.get(name);
            let called = exercised.map(called).unwrap_or_default();
            Phase { name, tests, called, clauses: exercised.map(|phase| phase.clauses.clone()).unwrap_or_default() }
        };
        PHASES.into_iter().map(phase).collect()
    }

    fn subjects(&self) -> Vec<Subject> {
        let operations = self.listing.operations.iter().map(Some).chain([None]);
        operations
            .map(|operation| {
                let name = operation.map(|operation| operation.name.as_str());
                Subject { operation: operation.map(described), clauses: self.clauses_of(name) }
            })
            .collect()
    }

    fn clauses_of(&self, operation: Option<&str>) -> Vec<Clause> {
        let written = self.listing.clauses.iter().filter(|clause| self.owner(clause.operation.as_deref()) == operation);
        let promises = self.listing.promises.iter().filter(|promise| promise.operation.as_deref() == operation);
        let mut found: Vec<Clause> = written.map(|clause| self.written(clause)).collect();
        found.extend(promises.map(|promise| self.promised(promise)));
        if operation.is_none() {
            found.extend(self.loading());
            found.extend(self.other());
        }
        found
    }

    /// The operation of a clause, if the listing has it.
    fn owner<'n>(&self, operation: Option<&'n str>) -> Option<&'n str> {
        operation.filter(|name| self.listing.operations.iter().any(|operation| operation.name == *name))
    }

    fn written(&self, clause: &'r Covered) -> Clause {
        let own = self.tests_at(|home| home.1 == clause.clause, &clause.clause);
        let (tests, outcome) = if own.is_empty() { self.looked_at(clause) } else { judged(own) };
        let untested = clause.tests.is_empty().then(|| "There is no test of it.".to_string());
        let not_run = || (outcome == Outcome::NotRun).then(|| NOT_RUN.to_string());
        Clause {
            id: clause.clause.clone(),
            kind: clause.kind.clone(),
            is_written: true,
            text: clause.text.clone(),
            place: clause.place.clone(),
            outcome,
            examples: self.results.clauses.get(&clause.clause).copied(),
            note: clause.note.clone().or(untested).or_else(not_run),
            witnesses: clause.witnesses,
            cut_short: clause.cut_short,
            tests,
        }
    }

    fn promised(&self, promise: &'r Promise) -> Clause {
        let home = (promise.operation.as_deref(), promise.clause.as_str());
        let (tests, outcome) = judged(self.tests_at(|other| other == home, &promise.clause));
        let is_own = promise.operation.as_ref().is_none_or(|name| promise.clause.starts_with(&format!("{name}.")));
        Clause {
            id: promise.clause.clone(),
            kind: promise.kind.clone(),
            is_written: false,
            text: promise.text.clone(),
            place: promise.place.clone(),
            outcome,
            examples: self.results.clauses.get(&promise.clause).copied().filter(|_| is_own),
            note: (outcome == Outcome::NotRun).then(|| NOT_RUN.to_string()),
            witnesses: None,
            cut_short: 0,
            tests,
        }
    }

    /// That what is loaded is held then, where a test found that it is not.
    fn loading(&self) -> Option<Clause> {
        let (tests, outcome) = judged(self.tests_at(|_| false, LOADING));
        (!tests.is_empty()).then(|| Clause {
            id: LOADING.to_string(),
            kind: "admin".to_string(),
            is_written: false,
            text: "A state that is loaded is the one that the service holds then.".to_string(),
            place: String::new(),
            outcome,
            examples: None,
            note: None,
            witnesses: None,
            cut_short: 0,
            tests,
        })
    }

    /// What the suite was given besides its own tests.
    fn other(&self) -> Option<Clause> {
        if self.others.is_empty() {
            return None;
        }
        let test = |(name, examples): (&&str, &Vec<Example<'_>>)| {
            let findings = examples.iter().map(|(example, record)| finding(example, record, None)).collect();
            test((*name).into(), String::new(), None, findings)
        };
        let (tests, outcome) = judged(self.others.iter().map(test).collect());
        let text = "Tests that are not in the list of the suite.".to_string();
        let (id, kind) = ("other".to_string(), "other".to_string());
        let (place, examples, note, witnesses) = (String::new(), None, None, None);
        let (is_written, cut_short) = (false, 0);
        Some(Clause { id, kind, is_written, text, place, outcome, examples, note, witnesses, cut_short, tests })
    }

    /// The tests that are about a clause, and the examples of others that found it broken.
    fn tests_at(&self, is_home: impl Fn(Home<'r>) -> bool, clause: &str) -> Vec<Test> {
        let mut found = Vec::new();
        for (name, examples) in &self.tests {
            let Some(listed) = self.listed.get(name) else { continue };
            let blames = |record: &Record| record.failure.as_ref().is_some_and(|failure| failure.clause == clause);
            let here = |(example, record): &&Example<'r>| is_home(self.home(listed, example)) || blames(record);
            let counted: Vec<Finding> = examples
                .iter()
                .filter(here)
                .map(|(example, record)| finding(example, record, self.blamed(record, clause)))
                .collect();
            if !counted.is_empty() || is_home((listed.operation.as_deref(), &listed.clause)) && examples.is_empty() {
                found.push(test(listed.test.clone(), listed.says.clone(), listed.operation.clone(), counted));
            }
        }
        found
    }

    /// The other clause that a test found broken on its way to this one.
    fn blamed<'n>(&self, record: &'n Record, clause: &str) -> Option<&'n str> {
        let blamed = record.failure.as_ref().map(|failure| failure.clause.as_str())?;
        let is_known = blamed == LOADING
            || self.listing.clauses.iter().any(|known| known.clause == blamed)
            || self.listing.promises.iter().any(|known| known.clause == blamed);
        (is_known && blamed != clause).then_some(blamed)
    }

    /// What an example of a test is about. Structural tests go route by route, and say which in their examples.
    fn home(&self, listed: &'r Listed, example: &str) -> Home<'r> {
        let is_route = |operation: &&listing::Operation| example == format!("{} {}", operation.method, operation.path);
        let operation = self.listing.operations.iter().find(is_route).filter(|_| listed.kind == "structural");
        let promise = operation.and_then(|operation| {
            let is_own = |promise: &&Promise| {
                promise.kind == "structural" && promise.operation.as_deref() == Some(operation.name.as_str())
            };
            self.listing.promises.iter().find(is_own)
        });
        match promise {
            Some(promise) => (promise.operation.as_deref(), &promise.clause),
            None => (listed.operation.as_deref(), &listed.clause),
        }
    }

    /// What became of a clause that no test is about: as the tests that look at it besides say.
    fn looked_at(&self, clause: &Covered) -> (Vec<Test>, Outcome) {
        let listed = clause.tests.iter().filter_map(|name| self.listed.get(name.as_str()));
        let tests: Vec<Test> = listed
            .map(|listed| {
                let examples = self.tests.get(listed.test.as_str()).map_or(&[][..], Vec::as_slice);
                let found =
                    |(example, record): &Example<'_>| finding(example, record, self.blamed(record, &clause.clause));
                let findings = examples.iter().map(found).collect();
                test(listed.test.clone(), listed.says.clone(), listed.operation.clone(), findings)
            })
            .collect();
        let (tests, outcome) = judged(tests);
        (tests, if outcome == Outcome::Failed { Outcome::Blocked } else { outcome })
    }
}

fn called(phase: &Exercised) -> Vec<Called> {
    let one = |(operation, counted): (&String, &Counted)| {
        let Counted { calls, accepted, why } = counted;
        Called { operation: operation.clone(), calls: *calls, accepted: *accepted, why: why.clone() }
    };
    phase.operations.iter().map(one).collect()
}

fn described(operation: &listing::Operation) -> Operation {
    let listing::Operation { name, method, path, place } = operation;
    Operation { name: name.clone(), method: method.clone(), path: path.clone(), place: place.clone() }
}

/// The name of a test, and what is in brackets behind it.
fn parted<'n>(name: &'n str, listed: &BTreeMap<&str, &Listed>) -> (&'n str, &'n str) {
    if listed.contains_key(name) {
        return (name, "");
    }
    let whole = (name, "");
    name.split_once('[').map_or(whole, |(test, rest)| (test, rest.strip_suffix(']').unwrap_or(rest)))
}

fn phase_of(kind: &str) -> &'static str {
    PHASES.into_iter().find(|phase| *phase == kind).unwrap_or("behavioral")
}

fn judged(tests: Vec<Test>) -> (Vec<Test>, Outcome) {
    let outcome = tests.iter().map(|test| test.tally.outcome()).max().unwrap_or(Outcome::NotRun);
    (tests, outcome)
}

/// What became of an example; one that failed for another clause is blocked by it, unless it has shown its own all the same.
fn finding(example: &str, record: &Record, blamed: Option<&str>) -> Finding {
    let is_shown = record.failure.as_ref().is_some_and(|failure| failure.shown);
    let (outcome, why) = match blamed {
        Some(_) if record.outcome == Told::Failed && is_shown => (Outcome::Passed, String::new()),
        Some(other) if record.outcome == Told::Failed => (Outcome::Blocked, format!("blocked by {other}")),
        Some(_) | None => (Outcome::of(record.outcome), record.why.clone()),
    };
    let failure = record.failure.clone().or_else(|| unsaid(record)).filter(|_| outcome == Outcome::Failed);
    Finding { example: example.to_string(), outcome, why, failure }
}

fn test(name: String, says: String, operation: Option<String>, examples: Vec<Finding>) -> Test {
    let tally = examples.iter().map(|finding| finding.outcome).collect();
    let findings = examples.into_iter().filter(|finding| finding.outcome != Outcome::Passed).collect();
    Test { name, says, operation, findings, tally }
}

/// A failure that says no more than its first line.
fn unsaid(record: &Record) -> Option<Failure> {
    let headline = record.why.clone();
    (record.outcome == Told::Failed).then(|| Failure { headline, ..Failure::default() })
}
