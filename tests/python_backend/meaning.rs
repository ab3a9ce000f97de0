//! The printed clauses against the interpreter, over the states and calls that exploring the fixtures gives.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};
use specc::explore::{Effort, NoFinder, Options, Quiet, explore};
use specc::interp::{Accepted, Call, Clause, Machine, Random, Rejection, State, Value, Verdict, wire};
use specc::ir::{Param, Service};

use crate::common::{check, extra_fixtures, fixtures};
use crate::suite::{must_pass, run, write_suite};

/// A question, and what the interpreter says.
struct Case {
    question: Json,
    /// What is broken; `None` for a call that is outside the contract.
    answer: Option<Vec<String>>,
}

fn ident(service: &Service, clause: Clause) -> String {
    let condition = |kind: &str, name: Option<&str>, at: usize| {
        name.map_or_else(|| format!("{kind}[{at}]"), |name| format!("{kind} {name}"))
    };
    match clause {
        Clause::Requires(id, at) => format!("{}.requires[{at}]", service.operation(id).name),
        Clause::Ensures(id, at) => format!("{}.ensures[{at}]", service.operation(id).name),
        Clause::Invariant(at) => condition("invariant", service.invariants[at].name.as_deref(), at),
        Clause::Always(at) => format!("always {}", service.temporals[at].name),
        Clause::EntityInvariant(id, at) => {
            let entity = service.entity(id);
            let name = entity.invariants[at].name.as_ref();
            name.map_or_else(|| format!("{}.invariant[{at}]", entity.name), |name| format!("{}.{name}", entity.name))
        }
        Clause::Alias(id) => format!("{}.where", service.aliases[id.index()].name),
        Clause::Field(id, at) => {
            let entity = service.entity(id);
            format!("{}.{}.where", entity.name, entity.fields[at].name)
        }
        Clause::State(id) => format!("state.{}.where", service.state_field(id).name),
        Clause::Transition(at) => format!("transition {}", service.transitions[at].name),
        Clause::Output(..) | Clause::Initial(_) => "output".to_string(),
        Clause::Frame(..) => "frame".to_string(),
    }
}

fn values(service: &Service, params: &[Param], values: &[Value]) -> Json {
    let encode =
        |(param, value): (&Param, &Value)| (param.name.to_string(), wire::encode(service, &param.ty.ty, value));
    Json::Object(params.iter().zip(values).map(encode).collect::<Map<String, Json>>())
}

struct Asker {
    machine: Machine,
    cases: Vec<Case>,
}

impl Asker {
    fn question(&self, before: &State, call: &Call, now: i64) -> Json {
        let service = self.machine.service();
        let operation = service.operation(call.operation);
        json!({
            "operation": operation.name,
            "before": wire::encode_state(service, before),
            "given": values(service, &operation.inputs, &call.inputs),
            "now": now,
        })
    }

    fn precondition(&mut self, before: &State, call: &Call, now: i64) {
        let service = self.machine.service();
        let answer = match self.machine.precondition(before, call, now) {
            Ok(None) => Some("accepted".to_string()),
            Ok(Some(Rejection::Input(param, clause))) => Some(format!("input {} {}", param.0, ident(service, clause))),
            Ok(Some(Rejection::Missing(clause, _))) => Some(format!("missing {}", ident(service, clause))),
            Ok(Some(Rejection::Requires(clause, _) | Rejection::Transition(clause))) => Some(ident(service, clause)),
            Err(_) => None,
        };
        let question = self.question(before, call, now);
        self.cases.push(Case { question, answer: answer.map(|answer| vec![answer]) });
    }

    fn step(&mut self, before: &State, call: &Call, accepted: &Accepted, now: i64) {
        let service = self.machine.service();
        let operation = service.operation(call.operation);
        let answer = match self.machine.judge(before, call, accepted, now) {
            Ok(()) => Some(Vec::new()),
            Err(finding) if finding.why.as_deref() == Some("a number leaves its range") => None,
            Err(finding) => Some(vec![ident(service, finding.clause)]),
        };
        let mut question = self.question(before, call, now);
        question["after"] = wire::encode_state(service, &accepted.state);
        question["answer"] = values(service, &operation.outputs, &accepted.outputs);
        self.cases.push(Case { question, answer });
    }
}

/// Everything that is asked of one spec: lawful steps, and steps to states and with answers of other calls.
fn cases(text: &str) -> Vec<Case> {
    let service = Arc::new(check(text).service.expect("a sound spec"));
    let options = Options { effort: Effort::Quick, ..Options::default() };
    let Ok(found) = explore(&service, &options, &NoFinder, &mut Quiet) else { return Vec::new() };
    let mut asker = Asker { machine: Machine::new(service), cases: Vec::new() };
    let mut random = Random::seeded(5);
    let mut known: Vec<(Call, Accepted)> = Vec::new();
    for witness in &found.corpus.witnesses {
        let Some(made) = &witness.call else { continue };
        for at in [Some(witness.state), witness.populated].into_iter().flatten() {
            let before = &found.corpus.states[at].state;
            asker.precondition(before, &made.call, made.now);
            let verdict = asker.machine.call(before, &made.call, made.now, &mut random);
            let Verdict::Accepted(accepted) = verdict else { continue };
            asker.step(before, &made.call, &accepted, made.now);
            let unchanged = Accepted { state: before.clone(), outputs: accepted.outputs.clone() };
            asker.step(before, &made.call, &unchanged, made.now);
            let other = known.iter().rev().find(|(call, _)| call.operation == made.call.operation);
            if let Some((_, other)) = other {
                let answered = Accepted { state: accepted.state.clone(), outputs: other.outputs.clone() };
                asker.step(before, &made.call, &answered, made.now);
                let elsewhere = Accepted { state: other.state.clone(), outputs: accepted.outputs.clone() };
                asker.step(before, &made.call, &elsewhere, made.now);
            }
            known.push((made.call.clone(), accepted));
        }
    }
    asker.cases
}

/// The interpreter names the first thing that is broken, and Python all of them.
fn agree(expected: Option<&Vec<String>>, found: &[String]) -> bool {
    match expected {
        None => found == ["outside"],
        Some(expected) if expected.is_empty() => found.is_empty(),
        Some(expected) if expected == &["output"] => !found.is_empty(),
        Some(expected) => found.contains(&expected[0]) && !earlier(&expected[0], found),
    }
}

/// Whether an ensures before the expected one is broken too.
fn earlier(expected: &str, found: &[String]) -> bool {
    let number = |id: &str| id.split_once(".ensures[").and_then(|(_, rest)| rest.trim_end_matches(']').parse().ok());
    let wanted: Option<usize> = number(expected);
    found.iter().filter_map(|id| number(id)).any(|at: usize| wanted.is_none_or(|wanted| at < wanted))
}

/// Tells how much was asked, and how many steps were broken.
fn compare(name: &str, text: &str) -> (usize, usize) {
    let cases = cases(text);
    assert!(!cases.is_empty(), "{name}: nothing to ask");
    let folder = write_suite(&format!("meaning_{name}"), text);
    let questions: Vec<&Json> = cases.iter().map(|case| &case.question).collect();
    std::fs::write(folder.join("cases.json"), serde_json::to_string(&questions).expect("JSON")).expect("a file");
    std::fs::write(folder.join("judge.py"), include_str!("judge.py")).expect("a file");
    let output = run(&folder, &["judge.py", "cases.json"]);
    let answers = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<Vec<String>> = answers.lines().map(|line| serde_json::from_str(line).expect("a list")).collect();
    assert_eq!(answers.len(), cases.len());
    let mut broken = 0;
    for (case, found) in cases.iter().zip(&answers) {
        let is_step = case.question.get("after").is_some();
        broken += usize::from(is_step && case.answer.as_ref().is_some_and(|answer| !answer.is_empty()));
        assert!(agree(case.answer.as_ref(), found), "{name}: {:?} and {found:?}\n{}", case.answer, case.question);
    }
    (cases.len(), broken)
}

#[test]
fn clauses_mean_what_the_interpreter_says() {
    let (mut asked, mut broken) = (0, 0);
    let is_nightly = std::env::var_os("NIGHTLY").is_some();
    let long = |name: &str| ["auth_service", "ecommerce", "edge_cases"].contains(&name);
    for (name, text) in fixtures().into_iter().chain(extra_fixtures()).filter(|(name, _)| is_nightly || !long(name)) {
        let (cases, wrong) = compare(&name, &text);
        (asked, broken) = (asked + cases, broken + wrong);
    }
    assert!(asked > 500 && broken > 100, "{asked} cases, {broken} broken steps");
}

#[test]
fn the_judge_is_sound_python() {
    let folder = write_suite("judge", "service Empty {\n  operation Nothing {\n  }\n}\n");
    std::fs::write(folder.join("judge.py"), include_str!("judge.py")).expect("a file");
    std::fs::write(folder.join("cases.json"), "[]").expect("a file");
    must_pass(&folder, &["judge.py", "cases.json"]);
}
