//! The planted violations are found, and nothing else is: with a trace that is about as short as can be, and that breaks
//! the same clause when its calls are made again. In sound specs nothing is found.

use std::collections::BTreeMap;
use std::sync::Arc;

use specc::explore::{BEGINNING, Options, Step, Violation};
use specc::interp::{Call, Clause, Machine, Random, Value, Verdict};

use crate::common::{root, specs_in};
use crate::explored::{Explored, explored_text};

/// How many calls longer than need be a trace may be.
const SLACK: usize = 1;
/// How many traces must not be longer at all.
const EXACT: usize = 20;
/// The randomness of replays, which is not the explorer's.
const REPLAY_SEED: u64 = 77;

fn explored_folder(folder: &str) -> Vec<(String, String, Explored)> {
    let explored = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable spec");
        let explored = explored_text(&text, &Options::default());
        (name, text, explored)
    };
    specs_in(&root().join("tests/explore").join(folder)).into_iter().map(explored).collect()
}

/// What comes after a head on one of the first lines.
fn line<'t>(text: &'t str, head: &str) -> &'t str {
    text.lines().find_map(|line| line.strip_prefix(head)).unwrap_or_else(|| panic!("a line `{head}…`"))
}

/// What is broken, for a message.
fn titles(explored: &Explored) -> Vec<String> {
    explored.exploration.violations.iter().map(|found| found.finding.clause.title(&explored.service)).collect()
}

/// How many calls the trace has beyond the fewest that are needed, or what is wrong with what was found.
fn judge(text: &str, explored: &Explored) -> Result<usize, String> {
    let (breaks, steps) = (line(text, "// breaks: "), line(text, "// steps: "));
    let titles = titles(explored);
    let [violation] = &*explored.exploration.violations else { return Err(format!("found {titles:?}")) };
    if titles != [breaks] {
        return Err(format!("found {titles:?}"));
    }
    let fewest: usize = steps.parse().expect("a number of steps");
    let length = violation.trace.len();
    if length < fewest || length > fewest + SLACK {
        return Err(format!("the trace has {length} calls, where {fewest} are enough: {:#?}", violation.trace));
    }
    replayed(explored, violation)?;
    Ok(length - fewest)
}

/// Makes the calls of a trace again, with whatever a fresh interpreter chooses.
fn replayed(explored: &Explored, violation: &Violation) -> Result<(), String> {
    let machine = Machine::new(Arc::clone(&explored.service));
    let mut state = machine.initial().expect("an initial state");
    let mut random = Random::seeded(REPLAY_SEED);
    let mut chosen = BTreeMap::new();
    let mut before = BEGINNING;
    let (last, first) = violation.trace.split_last().expect("a call");
    for step in first {
        assert!(step.now >= before, "time goes on");
        before = step.now;
        let Verdict::Accepted(accepted) = machine.call(&state, &again(step, &chosen), step.now, &mut random) else {
            return Err(format!("a call of the trace does not succeed: {step:?}"));
        };
        step.outputs.iter().zip(&accepted.outputs).for_each(|(then, now)| pair(then, now, &mut chosen));
        state = accepted.state;
    }
    let call = again(last, &chosen);
    breaks(&machine.call(&state, &call, last.now, &mut random), violation.finding.clause)
}

/// Notes what was answered now for what was answered then, field by field.
fn pair(then: &Value, now: &Value, chosen: &mut BTreeMap<Value, Value>) {
    if let (Value::Record(then), Value::Record(now)) = (then, now) {
        then.iter().zip(now.iter()).for_each(|(then, now)| pair(then, now, chosen));
    } else {
        chosen.insert(then.clone(), now.clone());
    }
}

/// A call with the values that were chosen now in place of those that were chosen then.
fn again(step: &Step, chosen: &BTreeMap<Value, Value>) -> Call {
    let now = |value: &Value| chosen.get(value).unwrap_or(value).clone();
    Call { operation: step.call.operation, inputs: step.call.inputs.iter().map(now).collect() }
}

fn breaks(verdict: &Verdict, clause: Clause) -> Result<(), String> {
    match verdict {
        Verdict::Broken(finding) if finding.clause == clause => Ok(()),
        other => Err(format!("the last call of the trace does not break the clause: {other:?}")),
    }
}

#[test]
fn every_planted_violation_is_found_with_a_short_trace_and_nothing_else() {
    let found = explored_folder("violations");
    let judged = found.iter().map(|(name, text, explored)| (name, judge(text, explored)));
    let (mut wrong, mut extra) = (Vec::new(), Vec::new());
    for (name, verdict) in judged {
        match verdict {
            Ok(calls) => extra.push((name, calls)),
            Err(message) => wrong.push(format!("{name}: {message}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let longer: Vec<_> = extra.iter().filter(|(_, calls)| *calls > 0).collect();
    assert!(extra.len() - longer.len() >= EXACT, "not the shortest: {longer:?}");
}

#[test]
fn nothing_is_found_in_a_sound_spec() {
    for (name, _, explored) in explored_folder("sound") {
        assert!(explored.exploration.violations.is_empty(), "{name}: {:#?}", explored.exploration.violations);
    }
}
