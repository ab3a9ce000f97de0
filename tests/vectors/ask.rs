//! Asking the interpreter, and writing down what it says.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};
use specc::interp::{Accepted, Call, Clause, Machine, Random, Value, Verdict, wire};
use specc::ir::{Function, FunctionId, Param, Reads, Service, Type};

use crate::cases::{self, Case, Open, Recorded};
use crate::common::root;
use crate::common::walk::{machine, operation};

/// The first lines of every file.
const VERSION: u32 = 1;
/// An instant that does not matter: 2024-05-01T12:00:00Z.
const NOON: i64 = 1_714_564_800_000;

/// The spec of the vectors, with an operation for each function.
pub fn spec() -> String {
    let place = root().join("fixtures/vectors/vectors.spec");
    let text = std::fs::read_to_string(place).expect("the spec of the vectors");
    let operations: String = text.lines().filter_map(|line| line.strip_prefix("  function ")).map(asking).collect();
    let body = text.trim_end().strip_suffix('}').expect("a service");
    format!("{body}{operations}}}\n")
}

/// An operation that answers with what a function comes to. It changes something, so that its inputs are in a body.
fn asking(line: &str) -> String {
    let (signature, _) = line.split_once(" = ").expect("a body");
    let (head, result) = signature.rsplit_once("): ").expect("a result");
    let (name, inputs) = head.split_once('(').expect("parameters");
    let names: Vec<&str> = inputs.split(", ").filter_map(|one| one.split_once(": ")).map(|(name, _)| name).collect();
    format!(
        "\n  operation Ask{name} {{\n    input: {inputs}\n    output: result: {result}\n    ensures:\n      result = {name}({})\n      \
         calls' = calls + 1\n  }}\n",
        names.join(", ")
    )
}

/// JSON with other values at some places.
fn json_at(whole: &Json, changes: &[(&str, Json)]) -> Json {
    let mut whole = whole.clone();
    for (place, value) in changes {
        *whole.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = value.clone();
    }
    whole
}

/// An object of pairs; numbers become names.
fn object(pairs: Vec<(Json, Json)>) -> Json {
    let named = |(key, value): (Json, Json)| (key.as_str().map_or_else(|| key.to_string(), str::to_string), value);
    Json::Object(pairs.into_iter().map(named).collect())
}

/// What a step answered.
fn referred(reference: &Json, outputs: &Json) -> Json {
    let step = reference[0].as_u64().expect("a step") as usize;
    let way = reference[1].as_array().expect("a way").iter().filter_map(Json::as_str);
    way.fold(&outputs[step], |whole, name| &whole[name]).clone()
}

/// What a clause promises, in a word.
fn kind(clause: Clause) -> &'static str {
    match clause {
        Clause::Ensures(..) => "ensures",
        Clause::Invariant(_) => "invariant",
        Clause::Frame(..) => "frame",
        Clause::Requires(..)
        | Clause::Always(_)
        | Clause::EntityInvariant(..)
        | Clause::Alias(_)
        | Clause::Field(..)
        | Clause::State(_)
        | Clause::Transition(_)
        | Clause::Output(..)
        | Clause::Initial(_) => panic!("the spec of the vectors has no such clause"),
    }
}

/// The interpreter of the spec.
pub struct Asked {
    machine: Machine,
}

impl Asked {
    pub fn new() -> Asked {
        Asked { machine: machine(&spec()) }
    }

    fn service(&self) -> &Service {
        self.machine.service()
    }

    fn function(&self, name: &str) -> (FunctionId, &Function) {
        let functions = &self.service().functions;
        let at = functions.iter().position(|one| one.name == name).unwrap_or_else(|| panic!("no function `{name}`"));
        (FunctionId(at as u32), &functions[at])
    }

    /// A file: what its vectors call, and the vectors.
    pub fn file<'a>(&self, about: &str, functions: impl Iterator<Item = &'a str>, vectors: Vec<Json>) -> Json {
        let names: BTreeSet<&str> = functions.collect();
        let signature = |name: &&str| {
            let (_, function) = self.function(name);
            let inputs: Vec<Json> = function.params.iter().map(|param| self.told(&param.ty.ty)).collect();
            ((*name).to_string(), json!({ "inputs": inputs, "output": self.told(&function.result.ty) }))
        };
        let functions: Map<String, Json> = names.iter().map(signature).collect();
        let fields = self.service().state.iter().map(|field| (field.name.to_string(), self.told(&field.ty.ty)));
        let state: Map<String, Json> = fields.collect();
        json!({ "version": VERSION, "about": about, "functions": functions, "state": state, "vectors": vectors })
    }

    /// A type as data.
    fn told(&self, ty: &Type) -> Json {
        match ty {
            Type::Bool => json!("Bool"),
            Type::Int => json!("Int"),
            Type::Float => json!("Float"),
            Type::String => json!("String"),
            Type::DateTime => json!("DateTime"),
            Type::Duration => json!("Duration"),
            Type::Uuid => json!("UUID"),
            Type::Enum(id) => json!({ "enum": self.service().enums[id.index()].name }),
            Type::Entity(id) => json!({ "entity": self.service().entity(*id).name }),
            Type::Set(inner) => json!({ "set": self.told(inner) }),
            Type::Seq(inner) => json!({ "seq": self.told(inner) }),
            Type::Option(inner) => json!({ "option": self.told(inner) }),
            Type::Map(key, value) => json!({ "map": [self.told(key), self.told(value)] }),
            Type::Multi(key, value) => json!({ "multi": [self.told(key), self.told(value)] }),
            Type::Unknown => panic!("a value of an unknown type"),
        }
    }

    /// One call with its result, and with the state and the instant that it reads.
    pub fn call(&self, case: &Case) -> Json {
        let (id, function) = self.function(case.function);
        let mut vector = json!({ "function": case.function, "inputs": case.inputs });
        if function.reads_state {
            vector["state"] = case.state.clone();
        }
        if Reads::by(self.service(), id).clock {
            vector["now"] = json!(wire::instant_text(NOON));
        }
        vector["result"] = self.result(case, NOON);
        vector
    }

    /// What a function comes to: a value, or how it stops.
    fn result(&self, case: &Case, now: i64) -> Json {
        let service = self.service();
        let id = operation(service, &format!("Ask{}", case.function));
        let asked = service.operation(id);
        let inputs = asked.inputs.iter().zip(&case.inputs).map(|(param, given)| {
            wire::decode(service, &param.ty.ty, given).unwrap_or_else(|found| panic!("{}: {found}", case.function))
        });
        let call = Call { operation: id, inputs: inputs.collect() };
        let state = wire::decode_state(service, &case.state).unwrap_or_else(|found| panic!("{found}"));
        match self.machine.call(&state, &call, now, &mut Random::seeded(1)) {
            Verdict::Accepted(found) => {
                json!({ "value": wire::encode(service, &asked.outputs[0].ty.ty, &found.outputs[0]) })
            }
            Verdict::Refused(_) => json!({ "stop": "outside" }),
            Verdict::Broken(finding) if finding.why.is_some() => json!({ "stop": "undefined" }),
            Verdict::Broken(finding) => panic!("{}: {}", case.function, finding.message(service)),
            Verdict::Rejected(_) | Verdict::Hole(_) => panic!("{} is not asked as it should be", case.function),
        }
    }

    /// Truth tables: a condition between windows holds, does not hold, or may do either. All instants are tried.
    pub fn windows(&self) -> Json {
        let cases = cases::windows();
        let vectors = cases.iter().map(|case| self.truth(case)).collect();
        self.file(
            "Conditions on instants of which only the bounds are known.",
            cases.iter().map(|one| one.function),
            vectors,
        )
    }

    fn truth(&self, case: &Case) -> Json {
        let (id, _) = self.function(case.function);
        let reads_clock = Reads::by(self.service(), id).clock;
        let mut given = case.inputs.clone();
        given.extend(reads_clock.then(|| case.now.clone()));
        let results: BTreeSet<bool> = cases::instants(&given).into_iter().map(|one| self.holds(case, &one)).collect();
        let truth = match (results.contains(&true), results.contains(&false)) {
            (true, false) => "yes",
            (false, _) => "no",
            (true, true) => "unknown",
        };
        let mut vector = json!({ "for": ["suite"], "function": case.function, "inputs": case.inputs, "truth": truth });
        if reads_clock {
            vector["now"] = case.now.clone();
        }
        vector
    }

    /// Whether a condition holds at given instants; the last one is that of the call where there is one more.
    fn holds(&self, case: &Case, given: &[Json]) -> bool {
        let (inputs, rest) = given.split_at(case.inputs.len());
        let now = rest.first().map_or(NOON, cases::milliseconds);
        let case = Case { inputs: inputs.to_vec(), ..case.clone() };
        self.result(&case, now) == json!({ "value": true })
    }

    /// Calls that somebody answered: as the interpreter does, and then with other outputs or in another state.
    pub fn recorded(&self, about: &str, calls: &[Recorded]) -> Json {
        let vectors = calls.iter().map(|one| self.verdict(one)).collect();
        self.file(about, std::iter::empty(), vectors)
    }

    /// Calls that leave something open, with all answers that keep what is promised. The interpreter finds one where there is one.
    pub fn choices(&self) -> Json {
        let cases = cases::choices();
        let vectors = cases.iter().map(|one| self.choice(one)).collect();
        let mut file = self.file("What is left open, and has to be found.", std::iter::empty(), vectors);
        let names: BTreeSet<&str> = cases.iter().map(|one| one.operation).collect();
        file["operations"] = names.into_iter().map(|name| (name.to_string(), self.signature(name))).collect();
        file
    }

    /// What an operation takes and gives.
    fn signature(&self, name: &str) -> Json {
        let asked = self.service().operation(operation(self.service(), name));
        let told = |params: &[Param]| -> Json {
            params.iter().map(|param| (param.name.to_string(), self.told(&param.ty.ty))).collect()
        };
        json!({ "inputs": told(&asked.inputs), "outputs": told(&asked.outputs) })
    }

    fn choice(&self, one: &Open) -> Json {
        let service = self.service();
        let id = operation(service, one.operation);
        let asked = service.operation(id);
        let call = Call { operation: id, inputs: self.read(&asked.inputs, &one.inputs) };
        let state = json_at(&cases::state(), &one.state);
        let before = wire::decode_state(service, &state).expect("a state");
        let will_do = |answer: &&Json| {
            let accepted = Accepted { state: before.clone(), outputs: self.read(&asked.outputs, answer) };
            self.machine.judge(&before, &call, &accepted, NOON).is_ok()
        };
        let answers: Vec<&Json> = one.answers.iter().filter(will_do).collect();
        for seed in 0..8 {
            let found = match self.machine.call(&before, &call, NOON, &mut Random::seeded(seed)) {
                Verdict::Accepted(found) => Some(self.written(&asked.outputs, &found.outputs)),
                Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Rejected(_) | Verdict::Hole(_) => None,
            };
            let is_right = found.as_ref().map_or(answers.is_empty(), |found| answers.contains(&found));
            assert!(is_right, "{} {}: {found:?}, and not one of {answers:?}", one.operation, one.inputs);
        }
        json!({
            "for": ["service"], "choice": one.operation, "now": wire::instant_text(NOON), "inputs": one.inputs, "before": state,
            "answers": answers,
        })
    }

    /// Values by their names, from JSON.
    fn read(&self, params: &[Param], given: &Json) -> Vec<Value> {
        let read =
            |param: &Param| wire::decode(self.service(), &param.ty.ty, &given[param.name.as_str()]).expect("a value");
        params.iter().map(read).collect()
    }

    /// Values by their names, as JSON.
    fn written(&self, params: &[Param], values: &[Value]) -> Json {
        let written = |(param, value): (&Param, &Value)| {
            (param.name.to_string(), wire::encode(self.service(), &param.ty.ty, value))
        };
        Json::Object(params.iter().zip(values).map(written).collect())
    }

    fn verdict(&self, one: &Recorded) -> Json {
        let service = self.service();
        let id = operation(service, one.operation);
        let asked = service.operation(id);
        let call = Call { operation: id, inputs: self.read(&asked.inputs, &one.inputs) };
        let before = wire::decode_state(service, &cases::state()).expect("a state");
        let (state, outputs) = (json_at(&cases::state(), &one.after), &one.outputs);
        let accepted = Accepted {
            state: wire::decode_state(service, &state).expect("a state"),
            outputs: self.read(&asked.outputs, outputs),
        };
        let judged = self.machine.judge(&before, &call, &accepted, NOON);
        let breaks = judged.err().map(|finding| kind(finding.clause));
        json!({
            "for": ["suite"], "operation": one.operation, "now": wire::instant_text(NOON), "inputs": one.inputs,
            "outputs": outputs, "before": cases::state(), "after": state, "breaks": breaks,
        })
    }

    /// What values of a corpus stand for, counted from a moment and after some answers.
    pub fn corpus(&self) -> Json {
        let outputs = json!([{ "id": 7, "item": { "name": "saw" } }, { "id": 8 }]);
        let vectors = cases::corpus(self.service()).into_iter().map(|(ty, written)| {
            let plain = self.plain(&ty, &written, &outputs);
            wire::decode(self.service(), &ty, &plain).unwrap_or_else(|found| panic!("{plain}: {found}"));
            json!({
                "for": ["suite"], "type": self.told(&ty), "moment": NOON, "outputs": outputs, "corpus": written, "plain": plain,
            })
        });
        self.file("Instants and references in a corpus.", std::iter::empty(), vectors.collect())
    }

    /// The type decides what is an instant or a reference: an entry of a map may have the name of one.
    fn plain(&self, ty: &Type, written: &Json, outputs: &Json) -> Json {
        let below = |ty: &Type, written: &Json| self.plain(ty, written, outputs);
        match (ty, written) {
            (Type::Option(_), Json::Null) => Json::Null,
            (Type::Option(inner), _) => below(inner, written),
            (Type::Seq(inner) | Type::Set(inner), Json::Array(all)) => {
                all.iter().map(|one| below(inner, one)).collect()
            }
            (Type::Map(_, value), Json::Object(entries)) => {
                Json::Object(entries.iter().map(|(name, one)| (name.clone(), below(value, one))).collect())
            }
            (Type::Map(key, value), Json::Array(pairs)) => {
                let pairs: Vec<(Json, Json)> =
                    pairs.iter().map(|pair| (below(key, &pair[0]), below(value, &pair[1]))).collect();
                if wire::is_text_key(key) { object(pairs) } else { json!(pairs) }
            }
            (Type::Entity(id), Json::Object(fields)) => {
                let fields = self
                    .service()
                    .entity(*id)
                    .fields
                    .iter()
                    .map(|field| (field.name.to_string(), below(&field.ty.ty, &fields[field.name.as_str()])));
                Json::Object(fields.collect())
            }
            (Type::DateTime, Json::Object(at)) => {
                json!(wire::instant_text(NOON + at["$at"].as_i64().expect("an offset")))
            }
            (_, Json::Object(reference)) => referred(&reference["$ref"], outputs),
            (_, _) => written.clone(),
        }
    }

    /// What is read and what is refused, and what is written of it.
    pub fn wire(&self) -> Json {
        let service = self.service();
        let vectors = cases::wire(service).into_iter().map(|(ty, text, exact)| {
            let read = serde_json::from_str(text).ok().and_then(|json: Json| wire::decode(service, &ty, &json).ok());
            let reads = read.map(|value| wire::encode(service, &ty, &value).to_string());
            assert!(reads.is_some() || !exact, "{text} is not read");
            json!({ "type": self.told(&ty), "json": text, "reads": reads, "exact": exact })
        });
        self.file("Values as JSON, to the letter.", std::iter::empty(), vectors.collect())
    }
}
