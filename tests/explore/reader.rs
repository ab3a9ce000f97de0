//! The corpus as a suite in another language reads it: out of its text, with references and instants resolved here.

use std::sync::{Arc, OnceLock};

use serde_json::{Map, Value as Json};
use sha2::{Digest, Sha256};
use specc::convention::Api;
use specc::explore::{Options, corpus_json};
use specc::interp::{State, Value, wire};
use specc::ir::{AliasId, Field, Operation, OperationId, Param, Service, StateField, Type, TypeRef};

use crate::explored::{Explored, FIXTURES, explored};

/// A corpus with the service that it is about.
#[derive(Clone)]
pub struct Corpus {
    pub service: Arc<Service>,
    pub api: Api,
    /// What its text says.
    pub json: Json,
    /// How long the text is.
    pub size: usize,
}

/// A call as it is sent: its inputs hold no references any more.
pub struct Sent {
    pub operation: OperationId,
    pub inputs: Map<String, Json>,
}

/// The corpus of a fixture.
pub fn corpus(name: &str) -> &'static Corpus {
    static ALL: [OnceLock<Corpus>; FIXTURES.len()] = [const { OnceLock::new() }; FIXTURES.len()];
    let at = FIXTURES.iter().position(|fixture| *fixture == name).expect("a fixture");
    ALL[at].get_or_init(|| Corpus::of(explored(name)))
}

impl Corpus {
    /// Writes the corpus of an exploration, and reads it.
    fn of(explored: &Explored) -> Corpus {
        let Explored { service, api, exploration } = explored;
        let text = corpus_json(exploration, service, api, &Options::default()).to_string();
        let mut json: Json = serde_json::from_str(&text).expect("a document");
        let first = json["states"][0]["state"].as_object().expect("a state").clone();
        for state in json["states"].as_array_mut().expect("states") {
            let own = state["state"].as_object().expect("a state").clone();
            state["state"] = first.clone().into_iter().chain(own).collect::<Map<String, Json>>().into();
        }
        Corpus { service: Arc::clone(service), api: api.clone(), json, size: text.len() }
    }

    fn list(&self, name: &str) -> &[Json] {
        self.json[name].as_array().unwrap_or_else(|| panic!("no list of {name}"))
    }

    pub fn states(&self) -> &[Json] {
        self.list("states")
    }

    pub fn witnesses(&self) -> &[Json] {
        self.list("witnesses")
    }

    pub fn targets(&self) -> &[Json] {
        self.list("targets")
    }

    /// The calls that lead to a state; none where none are known to.
    pub fn trace(&self, state: usize) -> Option<&[Json]> {
        self.states()[state]["trace"].as_array().map(Vec::as_slice)
    }

    /// A state as the wire has it, at an instant.
    pub fn state(&self, at: usize, now: i64) -> Json {
        resolved(&self.states()[at]["state"], &[], now).expect("a state holds no references")
    }

    /// The answers that were recorded on the way to a state that is reached at an instant.
    pub fn recorded(&self, state: usize, end: i64) -> Vec<Json> {
        let trace = self.trace(state).unwrap_or_default();
        let mut now = end - trace.iter().map(wait).sum::<i64>();
        let mut answer = |step: &Json| {
            now += wait(step);
            resolved(&step["outputs"], &[], now).expect("an answer holds no references")
        };
        trace.iter().map(&mut answer).collect()
    }

    /// A call with the answers of earlier ones.
    pub fn sent(&self, call: &Json, answers: &[Json], now: i64) -> Result<Sent, String> {
        match resolved(&call["inputs"], answers, now)? {
            Json::Object(inputs) => Ok(Sent { operation: self.id(call), inputs }),
            other => Err(format!("the inputs are {other}")),
        }
    }

    /// The operation of a call.
    pub fn id(&self, call: &Json) -> OperationId {
        let at = self.service.operations.iter().position(|operation| call["operation"] == operation.name.as_str());
        OperationId(at.unwrap_or_else(|| panic!("no operation {}", call["operation"])) as u32)
    }

    pub fn operation(&self, id: OperationId) -> &Operation {
        self.service.operation(id)
    }

    pub fn decoded(&self, state: &Json) -> State {
        wire::decode_state(&self.service, state).unwrap_or_else(|found| panic!("{found} in {state}"))
    }

    /// Inputs or outputs by their names, in their order.
    pub fn values(&self, params: &[Param], named: &Json) -> Result<Vec<Value>, String> {
        let value = |param: &Param| {
            let json = named.get(param.name.as_str()).ok_or_else(|| format!("`{}` is missing", param.name))?;
            wire::decode(&self.service, &param.ty.ty, json).map_err(|found| found.below(&param.name).to_string())
        };
        params.iter().map(value).collect()
    }
}

/// How long after what came before a call is made.
pub fn wait(call: &Json) -> i64 {
    call["wait"].as_i64().expect("a wait")
}

/// A position in a list of the corpus.
pub fn position(json: &Json) -> usize {
    json.as_u64().expect("a position") as usize
}

/// A value with its references and instants resolved.
pub fn resolved(json: &Json, answers: &[Json], now: i64) -> Result<Json, String> {
    match json {
        Json::Object(fields) if fields.contains_key("$ref") => referred(&fields["$ref"], answers),
        Json::Object(fields) if fields.contains_key("$at") => {
            let offset = fields["$at"].as_i64().ok_or("an instant without an offset")?;
            Ok(Json::String(wire::instant_text(now + offset)))
        }
        Json::Object(fields) => {
            let field = |(name, value): (&String, &Json)| Ok((name.clone(), resolved(value, answers, now)?));
            fields.iter().map(field).collect::<Result<Map<String, Json>, String>>().map(Json::Object)
        }
        Json::Array(items) => items.iter().map(|item| resolved(item, answers, now)).collect(),
        _ => Ok(json.clone()),
    }
}

/// What a reference leads to: a step, and names from its answer on.
fn referred(reference: &Json, answers: &[Json]) -> Result<Json, String> {
    let lost = || format!("the reference {reference} leads nowhere");
    let step = reference[0].as_u64().ok_or_else(lost)? as usize;
    let names = reference[1].as_array().filter(|names| !names.is_empty()).ok_or_else(lost)?;
    let answer = answers.get(step).ok_or_else(lost)?;
    let found = names.iter().try_fold(answer, |value, name| value.get(name.as_str()?));
    found.cloned().ok_or_else(lost)
}

/// Which value of a replay stands for which recorded one.
pub struct Renaming<'c> {
    service: &'c Service,
    known: Vec<Renamed>,
}

/// A value that a service chose, and the one that was recorded.
struct Renamed {
    /// The types under whose names it was chosen; none where any will do.
    aliases: Vec<AliasId>,
    recorded: Json,
    found: Json,
}

impl Renamed {
    /// Whether a value of some types may be this one. A number of one type says nothing of the same number of another.
    fn is_of(&self, aliases: &[AliasId]) -> bool {
        let any = self.aliases.is_empty() || aliases.is_empty();
        any || self.aliases.iter().any(|alias| aliases.contains(alias))
    }
}

impl<'c> Renaming<'c> {
    pub fn new(service: &'c Service) -> Renaming<'c> {
        Renaming { service, known: Vec::new() }
    }

    /// Learns from a value that a service chose, and the one that was recorded. A hash is that of what was hashed.
    pub fn learn(&mut self, ty: &TypeRef, recorded: &Json, found: &Json) -> Result<(), String> {
        if let (Json::String(recorded), Json::String(found)) = (recorded, found) {
            self.note(Vec::new(), &hash(recorded).into(), &hash(found).into())?;
        }
        let aliases = self.aliases(ty).0;
        self.note(aliases, recorded, found)
    }

    /// Learns which instants stay where they are although a trace begins later: those of the initial state, and those that
    /// are counted from them.
    pub fn learn_fixed(&mut self, recorded: &Json, found: &Json, later: i64) -> Result<(), String> {
        match (recorded, found) {
            (Json::Object(recorded), Json::Object(found)) => {
                let shared = recorded.iter().filter_map(|(name, value)| Some((value, found.get(name)?)));
                shared.into_iter().try_for_each(|(recorded, found)| self.learn_fixed(recorded, found, later))
            }
            _ => match (instant(recorded), instant(found)) {
                (Some(at), Some(fixed)) if at - fixed == later => self.note(Vec::new(), recorded, found),
                _ => Ok(()),
            },
        }
    }

    fn note(&mut self, aliases: Vec<AliasId>, recorded: &Json, found: &Json) -> Result<(), String> {
        let (recorded, found) = (recorded.clone(), found.clone());
        match self.renamed(&aliases, &recorded) {
            Some(known) if *known != found => Err(format!("{recorded} stands for {known} and for {found}")),
            Some(_) => Ok(()),
            None => {
                self.known.push(Renamed { aliases, recorded, found });
                Ok(())
            }
        }
    }

    fn renamed(&self, aliases: &[AliasId], recorded: &Json) -> Option<&Json> {
        let known = self.known.iter().find(|known| known.recorded == *recorded && known.is_of(aliases));
        known.map(|known| &known.found)
    }

    /// The names of a type, from its own to that of what it is made of, and what that is.
    fn aliases<'t>(&self, ty: &'t TypeRef) -> (Vec<AliasId>, &'t TypeRef)
    where
        'c: 't,
    {
        let (mut found, mut ty) = (Vec::new(), ty);
        while let Some(alias) = ty.alias {
            found.push(alias);
            ty = &self.service.aliases[alias.index()].base;
        }
        (found, ty)
    }

    /// A recorded state with the values of the replay.
    pub fn state(&self, recorded: &Json) -> Json {
        let field =
            |field: &StateField| (field.name.to_string(), self.applied(&field.ty, &recorded[field.name.as_str()]));
        Json::Object(self.service.state.iter().map(field).collect())
    }

    /// A recorded value with the values of the replay.
    pub fn applied(&self, ty: &TypeRef, recorded: &Json) -> Json {
        let (aliases, ty) = self.aliases(ty);
        match (&ty.ty, recorded, &*ty.args) {
            (Type::Entity(id), Json::Object(fields), _) => {
                let declared = self.service.entity(*id).fields.iter();
                let field =
                    |field: &Field| (field.name.to_string(), self.applied(&field.ty, &fields[field.name.as_str()]));
                Json::Object(declared.map(field).collect())
            }
            (Type::Map(..), Json::Object(entries), [key, inner]) => {
                let entry = |(at, value): (&String, &Json)| (self.key(key, at), self.applied(inner, value));
                Json::Object(entries.iter().map(entry).collect())
            }
            (Type::Multi(..), Json::Object(entries), [key, inner]) => {
                let set =
                    |value: &Json| value.as_array().expect("a set").iter().map(|at| self.applied(inner, at)).collect();
                Json::Object(entries.iter().map(|(at, value)| (self.key(key, at), set(value))).collect())
            }
            (Type::Set(_) | Type::Seq(_), Json::Array(items), [inner]) => {
                items.iter().map(|item| self.applied(inner, item)).collect()
            }
            (Type::Option(_), value, [inner]) if !value.is_null() => self.applied(inner, value),
            (_, scalar, _) => self.renamed(&aliases, scalar).cloned().unwrap_or_else(|| self.composed(scalar)),
        }
    }

    /// A key of an object: a text, or a number that is written as one.
    fn key(&self, ty: &TypeRef, name: &str) -> String {
        let is_number = self.aliases(ty).1.ty == Type::Int;
        let key = if is_number { name.parse::<i64>().expect("a number").into() } else { Json::String(name.into()) };
        text(&self.applied(ty, &key))
    }

    /// A text that a chosen one is a part of. Where one chosen text begins with another, the longer one is meant.
    fn composed(&self, scalar: &Json) -> Json {
        let Json::String(text) = scalar else { return scalar.clone() };
        let (mut rest, mut composed) = (text.as_str(), String::new());
        while let Some(first) = rest.chars().next() {
            if let Some((recorded, found)) = self.beginning(rest) {
                composed.push_str(found);
                rest = rest.strip_prefix(recorded).unwrap_or_default();
            } else {
                composed.push(first);
                rest = rest.strip_prefix(first).unwrap_or_default();
            }
        }
        Json::String(composed)
    }

    /// The longest recorded text that a text begins with, and what stands for it.
    fn beginning<'t>(&'t self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let texts = self.known.iter().filter_map(|known| Some((known.recorded.as_str()?, known.found.as_str()?)));
        let here = texts.filter(|(recorded, _)| !recorded.is_empty() && text.starts_with(recorded));
        here.max_by_key(|(recorded, _)| recorded.len())
    }

    /// Whether inputs speak, without a reference, of something that the service happens to have chosen this time.
    pub fn coincide(&self, declared: &[Param], inputs: &Json) -> bool {
        let chosen = |aliases: &[AliasId], value: &Json| {
            self.known.iter().any(|known| known.found == *value && known.recorded != *value && known.is_of(aliases))
        };
        declared.iter().any(|param| chosen(&self.aliases(&param.ty).0, &inputs[param.name.as_str()]))
    }
}

fn instant(json: &Json) -> Option<i64> {
    Some(json.as_str()?.parse::<jiff::Timestamp>().ok()?.as_millisecond())
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A scalar as it stands in paths, queries and keys.
pub fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

#[test]
fn a_chosen_text_may_begin_with_another() {
    let corpus = corpus("url_shortener");
    let mut names = Renaming::new(&corpus.service);
    for (recorded, found) in [("abc", "xyz"), ("abcd", "abc")] {
        names.note(Vec::new(), &recorded.into(), &found.into()).expect("one name each");
    }
    assert_eq!(names.composed(&"to/abcd/abc/é".into()), Json::from("to/abc/xyz/é"));
}
