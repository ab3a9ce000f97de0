//! The corpus and the report as JSON. `docs/corpus.md` describes the corpus.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::corpus::{Corpus, Expect, Made, Stored, Witness};
use super::pool::Step;
use super::script::{Line, Place, Term, plain};
use super::shrink::refs;
use super::target::{Goal, Root, Target};
use super::{Exploration, Options, Outcome, Violation};
use crate::convention::Api;
use crate::interp::{Clause, State, Value, wire};
use crate::ir::{OperationId, Param, Service, Type};

/// The version of the corpus format.
pub const CORPUS_VERSION: u32 = 2;
/// The version of the report format.
pub const REPORT_VERSION: u32 = 2;

/// Writes parts of an exploration as JSON.
struct Writer<'s> {
    service: &'s Service,
    api: &'s Api,
}

/// The corpus of an exploration.
pub fn corpus_json(exploration: &Exploration, service: &Service, api: &Api, options: &Options) -> Json {
    let writer = Writer { service, api };
    let Corpus { states, witnesses } = &exploration.corpus;
    let targets = exploration.targets.iter().zip(&exploration.outcomes);
    json!({
        "version": CORPUS_VERSION,
        "service": service.name.as_str(),
        "seed": options.seed,
        "effort": options.effort.name(),
        "targets": targets.map(|(target, outcome)| writer.target(target, outcome)).collect::<Vec<_>>(),
        "states": (0..states.len()).map(|at| writer.state(at, states, witnesses)).collect::<Vec<_>>(),
        "witnesses": witnesses.iter().map(|witness| writer.witness(witness)).collect::<Vec<_>>(),
    })
}

/// What an exploration found, without the corpus.
pub fn report_json(exploration: &Exploration, service: &Service, api: &Api, options: &Options) -> Json {
    let writer = Writer { service, api };
    let targets = exploration.targets.iter().zip(&exploration.outcomes);
    let operations = service.operations.iter().zip(&exploration.counts);
    json!({
        "version": REPORT_VERSION,
        "service": service.name.as_str(),
        "seed": options.seed,
        "effort": options.effort.name(),
        "steps": exploration.steps,
        "operations": operations.map(|(operation, count)| json!({
            "name": operation.name.as_str(), "accepted": count.accepted, "rejected": count.rejected,
        })).collect::<Vec<_>>(),
        "targets": targets.map(|(target, outcome)| writer.target(target, outcome)).collect::<Vec<_>>(),
        "dead": exploration.dead().iter().map(|at| exploration.targets[*at].name.as_str()).collect::<Vec<_>>(),
        "violations": exploration.violations.iter().map(|violation| writer.violation(violation)).collect::<Vec<_>>(),
        "machines": exploration.machines,
    })
}

/// A value of the corpus, which may refer to answers.
pub(crate) fn term_json(service: &Service, api: &Api, ty: &Type, term: &Term) -> Json {
    Writer { service, api }.term(ty, term)
}

impl Writer<'_> {
    fn name(&self, id: OperationId) -> &str {
        &self.service.operation(id).name
    }

    fn target(&self, target: &Target, outcome: &Outcome) -> Json {
        let mut found = Map::new();
        found.insert("name".into(), target.name.as_str().into());
        found.insert("kind".into(), target.kind().into());
        found.insert("operation".into(), target.operation.map_or(Json::Null, |id| self.name(id).into()));
        found.insert("about".into(), self.about(target));
        found.insert("text".into(), target.text.as_str().into());
        match outcome {
            Outcome::Reached { traced, alone } => {
                found.insert("reached".into(), true.into());
                found.insert("traced".into(), (*traced).into());
                found.insert("alone".into(), (*alone).into());
            }
            Outcome::Missed { why, .. } => {
                found.insert("reached".into(), false.into());
                found.insert("why".into(), why.as_str().into());
            }
        }
        Json::Object(found)
    }

    /// What a target is about, by positions in the spec.
    fn about(&self, target: &Target) -> Json {
        let aim = match target.goal {
            Goal::Holds if target.is_beside() => json!(self.beside(target)),
            Goal::Part(super::Aim::Boundary(side, _)) => json!(side.name()),
            Goal::Part(super::Aim::Pattern(probe)) => json!(probe.name()),
            Goal::Part(super::Aim::Truth(truth)) => json!(truth),
            Goal::Part(super::Aim::Case(_) | super::Aim::Other(_)) => json!(target.case),
            Goal::Part(super::Aim::Elements(any)) => json!(if any { "elements" } else { "no elements" }),
            Goal::Holds => json!("holds"),
            Goal::Fails => json!("fails"),
        };
        let mut found = match &target.root {
            Root::Operation => json!({"operation": true}),
            Root::Requires(at) => json!({"requires": at}),
            Root::Ensures(at) => json!({"ensures": at}),
            Root::Guard(transition, rule) => json!({"transition": transition, "guard": rule}),
            Root::Rule(transition, rule) => json!({"transition": transition, "rule": rule}),
            Root::Source(transition, value) => json!({"transition": transition, "source": value}),
            Root::Input(param, _, clause) => json!({"input": param.index(), "clause": self.clause(*clause)}),
            Root::Invariant(at) => json!({"invariant": at}),
            Root::Temporal(at) => json!({"temporal": at}),
            Root::Beside(wish) => {
                json!({"state": wish.state.index(), "field": wish.field.map(crate::ir::FieldIndex::index)})
            }
            Root::EntityInvariant(id, at) => {
                json!({"entity": self.service.entity(*id).name.as_str(), "invariant": at})
            }
        };
        found["aim"] = aim;
        found
    }

    /// What has to be beside a write, in a word.
    fn beside(&self, target: &Target) -> String {
        let Root::Beside(wish) = target.root else { return String::new() };
        match wish.what {
            super::Neighbour::Changeable => "changeable".to_string(),
            super::Neighbour::With(_) => format!("with {}", target.case.as_deref().unwrap_or_default()),
            super::Neighbour::Filled => "filled".to_string(),
            super::Neighbour::Kept => "kept".to_string(),
            super::Neighbour::Outside => "outside".to_string(),
            super::Neighbour::Inside => "inside".to_string(),
        }
    }

    fn clause(&self, clause: Clause) -> Json {
        json!({"title": clause.title(self.service), "text": clause.text(self.service)})
    }

    fn state(&self, at: usize, states: &[Stored], witnesses: &[Witness]) -> Json {
        let Stored { state, now, trace, populates, repeats } = &states[at];
        let mut found = Map::new();
        let calls = |trace: &super::corpus::Trace| {
            let needed = self.needed(at, &trace.lines, witnesses);
            let steps = trace.lines.iter().zip(&trace.steps).enumerate();
            steps.map(|(at, (line, step))| self.step(line, step, !needed.contains(&at))).collect::<Vec<_>>()
        };
        found.insert("trace".into(), trace.as_ref().map_or(Json::Null, |trace| calls(trace).into()));
        if let Some(of) = populates {
            found.insert("populates".into(), (*of).into());
        }
        if !repeats.is_empty() {
            let names: Vec<&str> = repeats.iter().map(|id| self.name(*id)).collect();
            found.insert("repeats".into(), names.into());
        }
        let mut serves: Vec<usize> = witnesses
            .iter()
            .filter(|witness| witness.state == at || witness.populated == Some(at))
            .flat_map(|witness| witness.targets.iter().copied())
            .collect();
        serves.sort_unstable();
        serves.dedup();
        found.insert("serves".into(), serves.into());
        let initial = if at == 0 { None } else { states.first() };
        found.insert("state".into(), Json::Object(self.unlike(state, *now, initial)));
        Json::Object(found)
    }

    /// The state fields that are not written as in another state; all of them where there is none.
    fn unlike(&self, state: &State, now: i64, other: Option<&Stored>) -> Map<String, Json> {
        let fields = self.service.state.iter().zip(state.fields()).enumerate();
        let written = fields.filter_map(|(at, (field, value))| {
            let other = other.and_then(|other| Some((other.state.fields().get(at)?, other.now)));
            let is_same = other.is_some_and(|(other, its)| plain(other, its) == plain(value, now));
            (!is_same).then(|| (field.name.to_string(), self.value(&field.ty.ty, value, now)))
        });
        written.collect()
    }

    /// The calls of a trace without which its state is not reached, or nobody knows how to name what is in it.
    fn needed(&self, at: usize, lines: &[Line], witnesses: &[Witness]) -> BTreeSet<usize> {
        let writes = |line: &Line| !self.api.route(line.operation).kind.is_read_only();
        let mut found: BTreeSet<usize> = (0..lines.len()).filter(|at| writes(&lines[*at])).collect();
        let own = witnesses.iter().filter(|witness| witness.state == at || witness.populated == Some(at));
        own.filter_map(|witness| witness.call.as_ref())
            .for_each(|made| made.line.inputs.iter().for_each(|term| refs(term, &mut found)));
        for (at, line) in lines.iter().enumerate().rev() {
            if found.contains(&at) {
                line.inputs.iter().for_each(|term| refs(term, &mut found));
            }
        }
        found
    }

    fn step(&self, line: &Line, step: &Step, is_idle: bool) -> Json {
        let mut call = self.call(line);
        if is_idle {
            call["idle"] = true.into();
        }
        let outputs = &self.service.operation(line.operation).outputs;
        call["outputs"] = self.values(outputs, &step.outputs, step.now);
        call
    }

    fn call(&self, line: &Line) -> Json {
        let operation = self.service.operation(line.operation);
        let inputs = operation.inputs.iter().zip(&line.inputs);
        let inputs: Map<String, Json> =
            inputs.map(|(param, term)| (param.name.to_string(), self.term(&param.ty.ty, term))).collect();
        json!({"operation": operation.name.as_str(), "wait": line.wait, "inputs": inputs})
    }

    fn values(&self, params: &[Param], values: &[Value], now: i64) -> Json {
        let pairs = params.iter().zip(values);
        Json::Object(
            pairs.map(|(param, value)| (param.name.to_string(), self.value(&param.ty.ty, value, now))).collect(),
        )
    }

    fn witness(&self, witness: &Witness) -> Json {
        let Witness { targets, state, populated, call, alone } = witness;
        json!({
            "targets": targets,
            "state": state,
            "populated": populated,
            "call": call.as_ref().map(|made| self.call(&made.line)),
            "expect": call.as_ref().map(|made| self.expect(made)),
            "alone": alone,
        })
    }

    fn expect(&self, made: &Made) -> Json {
        match made.expect {
            Expect::Accepted => json!({"accepted": true, "status": self.api.route(made.call.operation).status}),
            Expect::Rejected(rejection) => {
                let clause = made.expect.clause().map(|clause| self.clause(clause));
                json!({"accepted": false, "status": rejection.status(), "clause": clause})
            }
        }
    }

    fn violation(&self, violation: &Violation) -> Json {
        let Violation { finding, trace } = violation;
        json!({
            "clause": self.clause(finding.clause),
            "why": finding.why,
            "values": finding.values.iter().map(|(name, value)| json!([name, value])).collect::<Vec<_>>(),
            "trace": trace.iter().map(|step| self.made_step(step)).collect::<Vec<_>>(),
        })
    }

    fn made_step(&self, step: &Step) -> Json {
        let operation = self.service.operation(step.call.operation);
        let encoded = |params: &[Param], values: &[Value]| {
            let pairs = params.iter().zip(values);
            let named =
                pairs.map(|(param, value)| (param.name.to_string(), wire::encode(self.service, &param.ty.ty, value)));
            Json::Object(named.collect())
        };
        json!({
            "operation": operation.name.as_str(),
            "at": wire::instant_text(step.now),
            "inputs": encoded(&operation.inputs, &step.call.inputs),
            "outputs": encoded(&operation.outputs, &step.outputs),
        })
    }

    /// A value with its instants counted from another one.
    fn value(&self, ty: &Type, value: &Value, now: i64) -> Json {
        self.term(ty, &plain(value, now))
    }

    fn term(&self, ty: &Type, term: &Term) -> Json {
        if let Type::Option(inner) = ty
            && *term != Term::Value(Value::None)
        {
            return self.term(inner, term);
        }
        match term {
            Term::Ref(step, way) => json!({"$ref": [step, names(way)]}),
            Term::At(offset) => json!({"$at": offset}),
            Term::Value(value) => wire::encode(self.service, ty, value),
            Term::Set(terms) | Term::Seq(terms) => {
                let inner = ty.element().unwrap_or(&Type::Unknown);
                terms.iter().map(|term| self.term(inner, term)).collect()
            }
            Term::Record(terms) => self.record(ty, terms),
            Term::Map(entries) => self.map(ty, entries),
        }
    }

    fn record(&self, ty: &Type, terms: &[Term]) -> Json {
        let Type::Entity(id) = ty else { return Json::Null };
        let fields = self.service.entity(*id).fields.iter().zip(terms);
        Json::Object(fields.map(|(field, term)| (field.name.to_string(), self.term(&field.ty.ty, term))).collect())
    }

    fn map(&self, ty: &Type, entries: &[(Term, Term)]) -> Json {
        if let Type::Multi(key, element) = ty {
            return self.entries(key, &Type::Set(element.clone()), entries);
        }
        let Type::Map(key, inner) = ty else { return Json::Null };
        self.entries(key, inner, entries)
    }

    fn entries(&self, key: &Type, inner: &Type, entries: &[(Term, Term)]) -> Json {
        let texts = wire::is_text_key(key) && entries.iter().all(|(at, _)| matches!(at, Term::Value(_)));
        if texts {
            let named = entries.iter().map(|(at, value)| {
                let text = if let Term::Value(at) = at { wire::text_of(self.service, key, at) } else { String::new() };
                (text, self.term(inner, value))
            });
            return Json::Object(named.collect());
        }
        entries.iter().map(|(at, value)| json!([self.term(key, at), self.term(inner, value)])).collect()
    }
}

/// The way to a value inside of an answer, by names.
fn names(way: &[Place]) -> Vec<&str> {
    way.iter().map(|place| place.name.as_str()).collect()
}
