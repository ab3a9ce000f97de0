//! What was found, for people and for machines.

use serde_json::{Value as Json, json};

use super::{Basis, Counterexample, Framed, Outcome, Situation, Subject, Verdict, solver_version};
use crate::interp::{Call, Clause, Value, wire};
use crate::ir::{Param, Service};

/// The version of the report's format.
pub const REPORT_VERSION: u32 = 2;

/// How many checks ended in which way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Those that hold.
    pub proved: usize,
    /// Of these, those that hold because nothing they read is changed.
    pub framed: usize,
    /// Of these, those that hold in small collections, and were not proved of larger ones.
    pub bounded: usize,
    /// Those that do not.
    pub violated: usize,
    /// Those of which nobody knows.
    pub unknown: usize,
    /// Those that were not made.
    pub not_checked: usize,
}

impl Counts {
    /// Of some outcomes, and of so many checks that the frame decides.
    pub fn of(outcomes: &[Outcome], framed: usize) -> Counts {
        let mut counts = Counts { proved: framed, framed, ..Counts::default() };
        for outcome in outcomes {
            match outcome.verdict {
                Verdict::Proved => counts.proved += 1,
                Verdict::Violated(_) => counts.violated += 1,
                Verdict::Unknown(_) => counts.unknown += 1,
                Verdict::NotChecked(_) => counts.not_checked += 1,
            }
            let is_proved = outcome.verdict == Verdict::Proved;
            counts.bounded += usize::from(is_proved && matches!(outcome.basis, Basis::Bounded(_)));
        }
        counts
    }
}

/// The report as JSON. It holds no times, so that the same verdicts are the same text.
pub fn report_json(service: &Service, outcomes: &[Outcome], framed: &[Framed]) -> Json {
    let counts = Counts::of(outcomes, framed.iter().map(|framed| framed.count).sum());
    let by_operation = framed.iter().map(|framed| {
        let name = &service.operation(framed.operation).name;
        json!({ "operation": name, "count": framed.count })
    });
    let checks: Vec<Json> = outcomes.iter().map(|outcome| check_json(service, outcome)).collect();
    json!({
        "version": REPORT_VERSION,
        "service": service.name,
        "solver": solver_version(),
        "counts": {
            "proved": counts.proved,
            "framed": counts.framed,
            "bounded": counts.bounded,
            "violated": counts.violated,
            "unknown": counts.unknown,
            "not_checked": counts.not_checked,
        },
        "framed": by_operation.collect::<Json>(),
        "checks": checks,
    })
}

fn check_json(service: &Service, outcome: &Outcome) -> Json {
    let subject = outcome.subject;
    let (verdict, why) = words(&outcome.verdict);
    let bound = if let Basis::Bounded(bound) = outcome.basis { Some(bound) } else { None };
    let counterexample = match &outcome.verdict {
        Verdict::Violated(found) => counterexample_json(service, found),
        Verdict::Proved | Verdict::Unknown(_) | Verdict::NotChecked(_) => Json::Null,
    };
    json!({
        "kind": subject.kind(),
        "operation": subject.operation(service).map(|id| service.operation(id).name.to_string()),
        "clause": subject.clause().map(|clause| clause.title(service)),
        "text": subject.clause().map(|clause| clause.text(service)),
        "claim": subject.title(service),
        "verdict": verdict,
        "basis": outcome.basis.word(),
        "bound": bound,
        "why": why,
        "notes": outcome.notes,
        "core": titles(service, &outcome.core),
        "counterexample": counterexample,
        "defect": outcome.defect.is_some(),
    })
}

fn titles(service: &Service, clauses: &[Clause]) -> Vec<String> {
    clauses.iter().map(|clause| format!("{}: {}", clause.title(service), clause.text(service))).collect()
}

fn words(verdict: &Verdict) -> (&'static str, Option<&str>) {
    match verdict {
        Verdict::Proved => ("proved", None),
        Verdict::Violated(_) => ("violated", None),
        Verdict::Unknown(why) => ("unknown", Some(why)),
        Verdict::NotChecked(why) => ("not checked", Some(why)),
    }
}

fn counterexample_json(service: &Service, found: &Counterexample) -> Json {
    json!({
        "before": found.situation.as_ref().map(|situation| wire::encode_state(service, &situation.state)),
        "call": found.call.as_ref().map(|call| call_json(service, call)),
        "now": found.situation.as_ref().map(|situation| wire::instant_text(situation.now)),
        "broken": found.finding.as_ref().map(|finding| finding.message(service)),
        "values": found.finding.as_ref().map(|finding| finding.values.clone()),
        "core": titles(service, &found.core),
    })
}

fn call_json(service: &Service, call: &Call) -> Json {
    let operation = service.operation(call.operation);
    let inputs = operation.inputs.iter().zip(&call.inputs);
    let inputs: serde_json::Map<String, Json> =
        inputs.map(|(param, value)| (param.name.to_string(), wire::encode(service, &param.ty.ty, value))).collect();
    json!({ "operation": operation.name, "inputs": inputs })
}

/// One outcome for people: a line, and for what is violated the steps that show it.
pub fn lines(service: &Service, outcome: &Outcome) -> Vec<String> {
    let (verdict, why) = words(&outcome.verdict);
    let mut told = vec![format!("{verdict}: {}", outcome.subject.title(service))];
    told.extend(why.map(|why| format!("  {why}")));
    match outcome.basis {
        Basis::Proof => {}
        Basis::Bounded(bound) => told.push(format!("  rests on collections of up to {bound} elements")),
        Basis::Approximation => told.push("  rests on exact numbers in the place of floats".to_string()),
    }
    told.extend(outcome.notes.iter().map(|note| format!("  {note}")));
    if let Verdict::Violated(found) = &outcome.verdict {
        counterexample_lines(service, found, &mut told);
    }
    if let (Subject::Overflow(operation), Some(found)) = (outcome.subject, &outcome.witness) {
        told.extend(situation_lines(service, found));
        told.push(call_line(service, &Call { operation, inputs: found.inputs.clone() }, found));
    }
    if outcome.defect.is_some() {
        told.push("  this is a defect of specc, not of your spec; please report it with the spec".to_string());
    }
    told.extend(titles(service, &outcome.core).into_iter().map(|title| format!("  uses {title}")));
    told
}

fn counterexample_lines(service: &Service, found: &Counterexample, told: &mut Vec<String>) {
    if let Some(situation) = &found.situation {
        told.extend(situation_lines(service, situation));
    }
    if let (Some(call), Some(situation)) = (&found.call, &found.situation) {
        told.push(call_line(service, call, situation));
    }
    if let Some(finding) = &found.finding {
        told.extend(finding.values.iter().map(|(name, value)| format!("  with    {name} = {value}")));
        told.push(format!("  then    {}", finding.message(service)));
    }
    if found.situation.is_none() && found.finding.is_none() {
        told.push("  nothing makes it true".to_string());
    }
}

fn call_line(service: &Service, call: &Call, situation: &Situation) -> String {
    let operation = service.operation(call.operation);
    let inputs = operation.inputs.iter().zip(&call.inputs);
    let shown =
        |(param, value): (&Param, &Value)| format!("{} = {}", param.name, wire::encode(service, &param.ty.ty, value));
    let inputs: Vec<String> = inputs.map(shown).collect();
    format!("  call    {}({}) at {}", operation.name, inputs.join(", "), wire::instant_text(situation.now))
}

fn situation_lines(service: &Service, situation: &Situation) -> Vec<String> {
    let fields = service.state.iter().zip(situation.state.fields());
    fields
        .map(|(field, value)| format!("  before  {} = {}", field.name, wire::encode(service, &field.ty.ty, value)))
        .collect()
}
