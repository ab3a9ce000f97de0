//! The planted specs of `tests/explore`: a plain breadth-first search over the interpreter finds each defect at the
//! depth its file states, none before it, and no other beside it. In the sound ones it finds nothing. Inputs come from
//! small domains: samples of the type, what the state holds, and the constants of the spec with their neighbours. What
//! a call leaves open is as the interpreter chooses it: these specs leave open only new keys, and any will do.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use common::walk::machine;
use common::{check, root, specs_in};
use specc::format::{Formatted, format};
use specc::interp::{Call, Finding, Machine, Random, State, Value, Verdict};
use specc::ir::{Builtin, ExprKind, OperationId, Type, all_expressions, walk};
use specc::source::SourceFile;

/// The instant at which every search begins.
const START: i64 = 1_700_000_000_000;
/// How many samples of a type are taken, and how many of a type whose values are all alike.
const SAMPLES: usize = 8;
const FEW_SAMPLES: usize = 4;
/// How many calls deep the sound specs are searched, as far as no level has more points than this.
const SOUND_DEPTH: usize = 8;
const WIDEST: usize = 2000;

/// What breaks after so many calls, where nothing does before.
struct Expected {
    breaks: Vec<String>,
    steps: usize,
}

/// What the head of a file says.
fn planted(text: &str) -> Expected {
    let mut lines = text.lines();
    let mut line = |head: &str| {
        let found = lines.next().and_then(|line| line.strip_prefix(head));
        found.unwrap_or_else(|| panic!("a line `{head}…`")).to_string()
    };
    let (breaks, steps) = (line("// breaks: "), line("// steps: "));
    line("// ");
    Expected { breaks: vec![breaks], steps: steps.parse().expect("a number of steps") }
}

/// A state and the instant it was reached at, since a condition may read the clock.
type Point = (State, i64);

/// A search of all calls from all points of a level, one level after the other.
struct Search<'m> {
    machine: &'m Machine,
    /// For each operation and each input values of its type.
    samples: Vec<Vec<Vec<Value>>>,
    /// Numbers in the spec and their neighbours.
    constants: BTreeSet<Value>,
    /// How far the clock may move before a call.
    advances: BTreeSet<i64>,
    seen: HashSet<(Vec<Value>, i64)>,
    level: Vec<Point>,
}

impl<'m> Search<'m> {
    fn new(machine: &'m Machine) -> Search<'m> {
        let initial = machine.initial().expect("an initial state");
        let mut search = Search {
            machine,
            samples: samples(machine, &initial),
            constants: constants(machine),
            advances: advances(machine),
            seen: HashSet::new(),
            level: Vec::new(),
        };
        search.reach((initial, START));
        search
    }

    /// Adds a point to the current level, where it is new. What was accepted must hold as a whole.
    fn reach(&mut self, (state, now): Point) {
        if self.seen.insert((state.fields().to_vec(), now)) {
            let held = self.machine.check_state(&state, now);
            held.unwrap_or_else(|finding| panic!("accepted, but {}", finding.message(self.machine.service())));
            self.level.push((state, now));
        }
    }

    /// Makes every call from every point of the level, and goes on to the next one. What was broken, with a witness.
    fn step(&mut self) -> BTreeMap<String, Box<Finding>> {
        let mut broken = BTreeMap::new();
        for (state, now) in std::mem::take(&mut self.level) {
            for now in self.advances.clone().into_iter().map(|advance| now + advance) {
                for call in self.calls(&state, now) {
                    self.make(&state, now, &call, &mut broken);
                }
            }
        }
        broken
    }

    fn make(&mut self, state: &State, now: i64, call: &Call, broken: &mut BTreeMap<String, Box<Finding>>) {
        let service = self.machine.service();
        match self.machine.call(state, call, now, &mut Random::seeded(1)) {
            Verdict::Accepted(accepted) => self.reach((accepted.state, now)),
            Verdict::Broken(finding) => drop(broken.entry(finding.clause.title(service)).or_insert(finding)),
            Verdict::Rejected(_) | Verdict::Refused(_) => {}
            Verdict::Hole(hole) => panic!("{hole:?}"),
        }
    }

    fn calls(&self, state: &State, now: i64) -> Vec<Call> {
        let mut held = BTreeSet::new();
        state.fields().iter().for_each(|value| leaves(value, &mut held));
        held.extend(self.advances.iter().flat_map(|advance| [now + advance, now - advance]).map(Value::Instant));
        let operations = self.machine.service().operations.iter().zip(&self.samples).enumerate();
        let calls = operations.flat_map(|(at, (operation, samples))| {
            let types = operation.inputs.iter().map(|input| &input.ty.ty);
            let domains = types.zip(samples).map(|(ty, samples)| self.domain(ty, samples, &held));
            let inputs = combinations(domains.collect());
            inputs.into_iter().map(move |inputs| Call { operation: OperationId(at as u32), inputs })
        });
        calls.collect()
    }

    fn domain(&self, ty: &Type, samples: &[Value], held: &BTreeSet<Value>) -> BTreeSet<Value> {
        let fitting = held.iter().chain(&self.constants).filter(|value| fits(ty, value));
        samples.iter().chain(fitting).cloned().collect()
    }
}

fn samples(machine: &Machine, initial: &State) -> Vec<Vec<Vec<Value>>> {
    let of_type = |ty| {
        let mut found: Vec<Value> = Vec::new();
        for value in machine.samples(ty, initial, START, &mut Random::seeded(1)) {
            let enough = if matches!(ty.ty, Type::String | Type::Uuid) { FEW_SAMPLES } else { SAMPLES };
            if found.len() < enough && !found.contains(&value) {
                found.push(value);
            }
        }
        found
    };
    let operations = machine.service().operations.iter();
    operations.map(|operation| operation.inputs.iter().map(|input| of_type(&input.ty)).collect()).collect()
}

fn constants(machine: &Machine) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    for (expr, _) in all_expressions(machine.service()) {
        walk(expr, &mut |part| {
            if let ExprKind::Int(number) = part.kind {
                found.extend([number - 1, number, number + 1].map(Value::Int));
            }
        });
    }
    found
}

/// Where the clock is read: none, a second, and every span in the spec with its neighbours.
fn advances(machine: &Machine) -> BTreeSet<i64> {
    let (mut found, mut reads_clock) = (BTreeSet::from([0, 1000]), false);
    for (expr, _) in all_expressions(machine.service()) {
        walk(expr, &mut |part| {
            let ExprKind::Builtin(builtin, args) = &part.kind else { return };
            reads_clock |= *builtin == Builtin::Now;
            if let (Some(unit), Some(ExprKind::Int(count))) = (unit(*builtin), args.first().map(|arg| &arg.kind)) {
                found.extend([count * unit - 1, count * unit, count * unit + 1]);
            }
        });
    }
    if reads_clock { found } else { BTreeSet::from([0]) }
}

/// The milliseconds of a unit of time.
fn unit(builtin: Builtin) -> Option<i64> {
    let units = [
        (Builtin::Days, 86_400_000),
        (Builtin::Hours, 3_600_000),
        (Builtin::Minutes, 60_000),
        (Builtin::Seconds, 1000),
    ];
    units.into_iter().find_map(|(known, unit)| (known == builtin).then_some(unit))
}

/// The values inside a value that have no parts.
fn leaves(value: &Value, found: &mut BTreeSet<Value>) {
    match value {
        Value::Record(fields) => fields.iter().for_each(|field| leaves(field, found)),
        Value::Set(elements) => elements.iter().for_each(|element| leaves(element, found)),
        Value::Seq(elements) => elements.iter().for_each(|element| leaves(element, found)),
        Value::Map(entries) => entries.iter().for_each(|(key, value)| {
            leaves(key, found);
            leaves(value, found);
        }),
        Value::None
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Instant(_)
        | Value::Span(_)
        | Value::Uuid(_)
        | Value::Enum(_)
        | Value::Open => drop(found.insert(value.clone())),
    }
}

/// Whether a value without parts is of a type. Of enums the samples have all values.
fn fits(ty: &Type, value: &Value) -> bool {
    let ty = if let Type::Option(inner) = ty { inner } else { ty };
    matches!(
        (ty, value),
        (Type::Int, Value::Int(_))
            | (Type::Float, Value::Float(_))
            | (Type::String, Value::Text(_))
            | (Type::DateTime, Value::Instant(_))
            | (Type::Duration, Value::Span(_))
            | (Type::Uuid, Value::Uuid(_))
    )
}

fn combinations(domains: Vec<BTreeSet<Value>>) -> Vec<Vec<Value>> {
    domains.into_iter().fold(vec![Vec::new()], |begun, domain| {
        let longer = |begin: Vec<Value>| {
            domain.clone().into_iter().map(move |value| begin.iter().cloned().chain([value]).collect())
        };
        begun.into_iter().flat_map(longer).collect()
    })
}

fn texts(folder: &str) -> Vec<(String, String)> {
    let named = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a readable spec"))
    };
    specs_in(&root().join("tests/explore").join(folder)).into_iter().map(named).collect()
}

/// What is found in a spec other than expected.
fn surprise(text: &str, expected: &Expected) -> Option<String> {
    let machine = machine(text);
    let mut search = Search::new(&machine);
    for depth in 1..=expected.steps {
        if search.level.len() > WIDEST {
            return (!expected.breaks.is_empty()).then(|| format!("there is too much to search after {depth} calls"));
        }
        let broken = search.step();
        let breaks: &[String] = if depth == expected.steps { &expected.breaks } else { &[] };
        if !broken.keys().eq(breaks) {
            return Some(format!("call {depth} should break {breaks:?}, and this is broken: {broken:#?}"));
        }
    }
    None
}

fn surprises(folder: &str, expected: impl Fn(&str) -> Expected) -> Vec<String> {
    let found = texts(folder).into_iter().filter_map(|(name, text)| {
        let found = surprise(&text, &expected(&text))?;
        Some(format!("{name}: {found}"))
    });
    found.collect()
}

#[test]
fn every_planted_defect_shows_after_the_steps_its_file_states() {
    assert!(texts("violations").len() >= 16);
    let found = surprises("violations", planted);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_breaks_a_sound_spec() {
    assert!(texts("sound").len() >= 6);
    let found = surprises("sound", |_| Expected { breaks: Vec::new(), steps: SOUND_DEPTH });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_specs_are_clean_and_formatted() {
    for (name, text) in texts("violations").into_iter().chain(texts("sound")) {
        let outcome = check(&text);
        assert!(outcome.diagnostics.is_empty(), "{name}: {}", outcome.messages());
        let formatted = format(&SourceFile::new(name.as_str(), text.as_str()));
        assert_eq!(formatted, Formatted::Text(text), "{name} is not formatted");
    }
}
