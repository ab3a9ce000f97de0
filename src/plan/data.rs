//! `suite.json`: what harnesses of all languages know of a suite as data. The types and how their values travel, the
//! operations and how they are called, the cases of each test, and how much a run tries. Clauses, models, generators and
//! tests are no part of it: these are code, which people read. `docs/suite.md` describes it.

use serde_json::{Map, Value as Json, json};

use super::broken::{Breach, Broken};
use super::cases::Case;
use super::clause::{ClauseId, Told};
use super::examples::Example;
use super::malformed::{Defect, Malformed, UNKNOWN_FIELD};
use super::profile::{DEFAULT_PROFILE, PROFILES};
use super::strategy::{Secrecy, secrecy};
use super::test::{Calls, PlannedTest};
use super::{SuitePlan, reading};
use crate::convention::{Api, InputPlace, Presence, ResponseShape, Segment, presence};
use crate::explore::{object_lines, term_json};
use crate::interp::{Clause, Rejection};
use crate::ir::{
    AliasId, EntityId, Multiplicity, Operation, OperationId, Param, Property, Scheme, Service, StateId, Type, TypeRef,
};
use crate::source::SourceMap;

/// The version of the format.
pub const DATA_VERSION: u32 = 1;

/// The statuses of requests that are refused before a clause is looked at.
const MALFORMED: u16 = 422;
const UNAUTHORIZED: u16 = 401;

/// The data of a suite.
pub fn data(plan: &SuitePlan, service: &Service, api: &Api, sources: &SourceMap) -> Json {
    let data = Data { service, api, sources };
    json!({
        "version": DATA_VERSION,
        "service": service.name.as_str(),
        "spec": plan.spec,
        "types": data.types(),
        "state": data.state(),
        "schemes": service.schemes.iter().map(scheme).collect::<Vec<_>>(),
        "operations": data.ids().map(|id| data.operation(id)).collect::<Vec<_>>(),
        "invariants": data.rules((0..service.invariants.len()).map(Clause::Invariant)),
        "temporals": data.temporals(),
        "examples": data.examples(&plan.examples),
        "tests": plan.tests.iter().map(|test| data.test(test)).collect::<Vec<_>>(),
        "broken": plan.structural.broken.iter().map(|broken| data.broken(broken)).collect::<Vec<_>>(),
        "profiles": PROFILES.iter().map(|profile| json!(profile)).collect::<Vec<_>>(),
        "default_profile": DEFAULT_PROFILE,
    })
}

/// The same as a file: one operation or test per line.
pub fn data_text(plan: &SuitePlan, service: &Service, api: &Api, sources: &SourceMap) -> String {
    object_lines(&data(plan, service, api, sources))
}

struct Data<'s> {
    service: &'s Service,
    api: &'s Api,
    sources: &'s SourceMap,
}

impl Data<'_> {
    fn ids(&self) -> impl Iterator<Item = OperationId> + use<> {
        (0..self.service.operations.len()).map(|at| OperationId(at as u32))
    }

    // Types -----------------------------------------------------------------------------------------------------

    fn types(&self) -> Json {
        let service = self.service;
        let enums = service.enums.iter().map(|found| {
            json!({"name": found.name.as_str(), "values": found.values.iter().map(|value| value.name.as_str()).collect::<Vec<_>>()})
        });
        json!({
            "enums": enums.collect::<Vec<_>>(),
            "aliases": (0..service.aliases.len()).map(|at| self.alias(at)).collect::<Vec<_>>(),
            "entities": (0..service.entities.len()).map(|at| self.entity(at)).collect::<Vec<_>>(),
        })
    }

    fn alias(&self, at: usize) -> Json {
        let alias = &self.service.aliases[at];
        let rule = alias.refinement.as_ref().map(|_| self.rule(Clause::Alias(AliasId(at as u32))));
        with(json!({"name": alias.name.as_str(), "base": self.ty(&alias.base)}), "rule", rule)
    }

    fn entity(&self, at: usize) -> Json {
        let (id, entity) = (EntityId(at as u32), &self.service.entities[at]);
        let fields = entity.fields.iter().enumerate().map(|(number, field)| {
            let rule = field.refinement.as_ref().map(|_| self.rule(Clause::Field(id, number)));
            with(self.named(&field.name, &field.ty), "rule", rule)
        });
        let invariants = (0..entity.invariants.len()).map(|number| Clause::EntityInvariant(id, number));
        json!({
            "name": entity.name.as_str(),
            "fields": fields.collect::<Vec<_>>(),
            "invariants": self.rules(invariants),
        })
    }

    fn state(&self) -> Vec<Json> {
        let fields = self.service.state.iter().enumerate();
        let of = |(at, field): (usize, &crate::ir::StateField)| {
            let rule = field.refinement.as_ref().map(|_| self.rule(Clause::State(StateId(at as u32))));
            with(self.named(&field.name, &field.ty), "rule", rule)
        };
        fields.map(of).collect()
    }

    /// Something with a name in the spec, one on the wire, and a type.
    fn named(&self, name: &str, ty: &TypeRef) -> Json {
        json!({"name": name, "wire": name, "type": self.ty(ty)})
    }

    /// A type: the name of a plain one, or what it is made of.
    fn ty(&self, ty: &TypeRef) -> Json {
        if let Some(alias) = ty.alias {
            return json!({"alias": self.service.aliases[alias.index()].name.as_str()});
        }
        let word = match &ty.ty {
            Type::Bool => return "Bool".into(),
            Type::Int => return "Int".into(),
            Type::Float => return "Float".into(),
            Type::String | Type::Unknown => return "String".into(),
            Type::DateTime => return "DateTime".into(),
            Type::Duration => return "Duration".into(),
            Type::Uuid => return "Uuid".into(),
            Type::Enum(id) => return json!({"enum": self.service.enumeration(*id).name.as_str()}),
            Type::Entity(id) => return json!({"entity": self.service.entity(*id).name.as_str()}),
            Type::Set(_) => "set",
            Type::Seq(_) => "seq",
            Type::Option(_) => "option",
            Type::Map(..) => "map",
            Type::Multi(..) => "multi",
        };
        let parts: Vec<Json> = ty.args.iter().map(|part| self.ty(part)).collect();
        let some = (ty.relation == Some(Multiplicity::Some)).then_some(true);
        with(json!({ word: parts }), "some", some.map(Json::from))
    }

    // Clauses ---------------------------------------------------------------------------------------------------

    fn rule(&self, clause: Clause) -> Json {
        let Told { id, title, text, place, .. } = Told::of(self.service, self.sources, clause);
        json!({"id": id, "title": title, "text": text, "place": place})
    }

    fn rules(&self, clauses: impl Iterator<Item = Clause>) -> Vec<Json> {
        clauses.map(|clause| self.rule(clause)).collect()
    }

    fn temporals(&self) -> Vec<Json> {
        let told = self.service.temporals.iter().map(|temporal| {
            let kind = match &temporal.property {
                Property::Always(_) => "always",
                Property::Eventually(_) => "eventually",
                Property::Fairness(_) => "fairness",
            };
            let Told { id, title, text, place, .. } = Told::of_temporal(self.service, self.sources, temporal);
            json!({"kind": kind, "id": id, "title": title, "text": text, "place": place})
        });
        told.collect()
    }

    // Operations ------------------------------------------------------------------------------------------------

    fn operation(&self, id: OperationId) -> Json {
        let (operation, route) = (self.service.operation(id), self.api.route(id));
        let inputs = (0..operation.inputs.len()).map(|at| self.input(id, at, route.inputs[at]));
        json!({
            "name": operation.name.as_str(),
            "method": route.method.name(),
            "path": route.template.0.iter().map(|segment| part(segment, operation)).collect::<Vec<_>>(),
            "siblings": reading::siblings(self.api, route),
            "inputs": inputs.collect::<Vec<_>>(),
            "status": route.status,
            "shape": shape(route.response),
            "outputs": operation.outputs.iter().map(|output| self.output(output)).collect::<Vec<_>>(),
            "headers": route.headers.iter().map(|header| header.name.as_str()).collect::<Vec<_>>(),
            "auth": operation.auth.iter().map(|at| self.service.schemes[*at].name.as_str()).collect::<Vec<_>>(),
            "read_only": reading::only_reads(self.service, id),
            "requires": self.requires(id),
            "ensures": self.rules((0..operation.ensures.len()).map(|at| Clause::Ensures(id, at))),
            "moves": self.moves(id),
            "refusals": refusals(operation),
        })
    }

    /// An input, and where it travels under which name.
    fn input(&self, id: OperationId, at: usize, place: InputPlace) -> Json {
        let input = &self.service.operation(id).inputs[at];
        let mut found = self.named(&input.name, &input.ty);
        found["place"] = place.name().into();
        found["sensitive"] = (secrecy(self.service, id, &input.name) != Secrecy::Open).into();
        found
    }

    fn output(&self, output: &Param) -> Json {
        let mut found = self.named(&output.name, &output.ty);
        found["place"] = "body".into();
        found
    }

    /// What an operation needs, each with the status of a call that breaks it, and the inputs that name what has to be there.
    fn requires(&self, id: OperationId) -> Vec<Json> {
        let operation = self.service.operation(id);
        let tests = presence(self.service, operation);
        let of = |at: usize| {
            let clause = Clause::Requires(id, at);
            let missing = tests.iter().filter(|test| test.clause == at).map(|test| absent(operation, clause, test));
            let mut rule = self.rule(clause);
            rule["status"] = Rejection::Requires(clause, None).status().into();
            rule["missing"] = missing.collect::<Vec<_>>().into();
            rule
        };
        (0..operation.requires.len()).map(of).collect()
    }

    /// The rules of transitions that an operation can follow.
    fn moves(&self, id: OperationId) -> Vec<Json> {
        let mut found = Vec::new();
        for (number, transition) in self.service.transitions.iter().enumerate() {
            for (position, rule) in transition.rules.iter().enumerate() {
                let Some(resolved) = rule.resolved.as_ref().ok().filter(|resolved| resolved.via == id) else {
                    continue;
                };
                let entity = self.service.entity(transition.entity);
                found.push(json!({
                    "id": ClauseId::of_rule(self.service, number, position),
                    "transition": transition.name.as_str(),
                    "place": super::Places::new(self.sources).of(rule.span),
                    "relation": self.service.state_field(resolved.relation).name.as_str(),
                    "key": self.service.operation(id).inputs[resolved.key.index()].name.as_str(),
                    "field": entity.fields[transition.field.index()].name.as_str(),
                    "from": rule.from.as_str(),
                    "to": rule.to.as_str(),
                    "guarded": resolved.guard.is_some(),
                }));
            }
        }
        found
    }

    // Tests -----------------------------------------------------------------------------------------------------

    /// The examples, one after the other; those that differ from the call before in their inputs alone are told together.
    fn examples(&self, examples: &[Example]) -> Vec<Json> {
        let mut found: Vec<Json> = Vec::new();
        for example in examples {
            let mut told = self.example(example);
            let inputs = self.changed_inputs(example);
            if let Some(last) = found.last_mut().filter(|last| is_same_call(last, &told)) {
                last["inputs"].as_array_mut().into_iter().for_each(|all| all.push(inputs.clone()));
                continue;
            }
            told["inputs"] = vec![inputs].into();
            found.push(told);
        }
        found
    }

    fn example(&self, example: &Example) -> Json {
        let fields = example.fields.iter().map(|(id, term)| {
            let field = self.service.state_field(*id);
            (field.name.to_string(), term_json(self.service, self.api, &field.ty.ty, term))
        });
        let fields = (!example.fields.is_empty()).then(|| Json::Object(fields.collect()));
        let told = json!({
            "operation": self.service.operation(example.operation).name.as_str(),
            "kind": example.kind,
            "state": example.state,
        });
        with(with(told, "witness", example.witness.map(Json::from)), "fields", fields)
    }

    fn changed_inputs(&self, example: &Example) -> Json {
        let declared = &self.service.operation(example.operation).inputs;
        let inputs = example.inputs.iter().map(|(at, term)| {
            let param = &declared[at.index()];
            (param.name.to_string(), term_json(self.service, self.api, &param.ty.ty, term))
        });
        Json::Object(inputs.collect())
    }

    fn test(&self, test: &PlannedTest) -> Json {
        json!({
            "id": test.id(),
            "kind": test.kind.name(),
            "operation": test.operation().map(|id| self.service.operation(id).name.as_str()),
            "input": self.wrong_input(test),
            "clauses": test.clauses,
            "cases": test.cases.iter().map(case).collect::<Vec<_>>(),
        })
    }

    /// A request that breaks the document.
    fn broken(&self, broken: &Broken) -> Json {
        let (word, value) = match broken.breach {
            Breach::Media(text) => ("media", text),
            Breach::Method(method) => ("method", method.name()),
            Breach::Below(text) => ("below", text),
        };
        json!({
            "operation": self.service.operation(broken.operation).name.as_str(),
            "name": broken.breach.name(),
            word: value,
            "status": broken.breach.status(),
        })
    }

    /// The input that the cases of a test get wrong.
    fn wrong_input(&self, test: &PlannedTest) -> Option<&str> {
        let Calls::Malformed(id, Some(at)) = test.calls else { return None };
        Some(&self.service.operation(id).inputs[at.index()].name)
    }
}

/// An object with one more member, where there is something for it.
fn with(mut object: Json, name: &str, value: Option<Json>) -> Json {
    if let Some(value) = value {
        object[name] = value;
    }
    object
}

/// Whether two examples are the same but for their inputs.
fn is_same_call(one: &Json, other: &Json) -> bool {
    ["operation", "kind", "state", "witness", "fields"].iter().all(|name| one.get(name) == other.get(name))
}

fn part(segment: &Segment, operation: &Operation) -> Json {
    match segment {
        Segment::Literal(text) => json!({"word": text.as_str()}),
        Segment::Param(at) => json!({"input": operation.inputs[at.index()].name.as_str()}),
    }
}

/// What the body of a success is.
pub fn shape(response: ResponseShape) -> &'static str {
    match response {
        ResponseShape::NoContent => "none",
        ResponseShape::Empty => "empty",
        ResponseShape::Whole(_) => "whole",
        ResponseShape::Object => "object",
    }
}

fn absent(operation: &Operation, clause: Clause, test: &Presence) -> Json {
    let input = operation.inputs[test.input.index()].name.as_str();
    json!({"input": input, "status": Rejection::Missing(clause, None).status()})
}

/// The statuses of calls that are refused for what is no `requires`.
fn refusals(operation: &Operation) -> Json {
    let unauthorized = (!operation.auth.is_empty()).then(|| UNAUTHORIZED.into());
    let refusals = json!({
        "malformed": MALFORMED,
        "input": Rejection::Input(crate::ir::ParamIndex(0), Clause::Alias(AliasId(0))).status(),
        "transition": Rejection::Transition(Clause::Transition(0)).status(),
    });
    with(refusals, "unauthorized", unauthorized)
}

fn scheme(scheme: &Scheme) -> Json {
    let (kind, place) = scheme.kind.place();
    with(json!({"name": scheme.name.as_str(), "kind": kind}), "where", place.map(Json::from))
}

fn case(case: &Case) -> Json {
    let mut found = Map::from_iter([("name".to_string(), Json::from(case.name()))]);
    match case {
        Case::Minimal(witness, state) | Case::Populated(witness, state) => {
            found.insert("witness".into(), (*witness).into());
            found.insert("state".into(), (*state).into());
        }
        Case::Called(witness) => drop(found.insert("witness".into(), (*witness).into())),
        Case::Malformed(wrong) => found.extend(defect(wrong)),
        Case::WithoutCredentials => drop(found.insert("credentials".into(), "missing".into())),
        Case::WrongCredentials => drop(found.insert("credentials".into(), "wrong".into())),
        Case::Trace(state) => drop(found.insert("trace".into(), (*state).into())),
    }
    Json::Object(found)
}

/// What is wrong with a request, and what is there instead.
fn defect(wrong: &Malformed) -> Map<String, Json> {
    let (word, value) = match &wrong.defect {
        Defect::Missing => ("missing", json!(true)),
        Defect::Value(value) => ("value", value.clone()),
        Defect::Text(text) => ("text", json!(text)),
        Defect::Body(text) => ("body", json!(text)),
        Defect::Unknown => ("unknown", json!({UNKNOWN_FIELD.0: UNKNOWN_FIELD.1})),
    };
    Map::from_iter([(word.to_string(), value)])
}
