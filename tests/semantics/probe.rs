//! Running one call, or looking at one expression.

use serde_json::{Map, Value as Json};
use specc::interp::{Call, Machine, Random, Rejection, State, Stop, Value, Verdict, wire};
use specc::ir::Param;

use crate::common::walk::{machine, operation};

/// The instant of every call, unless a test says otherwise: 2024-05-01T12:00:00.123Z.
pub const NOW: i64 = 1_714_564_800_123;

/// JSON from text, so that tables stay short.
pub fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A service with its current state.
pub struct Probe {
    pub machine: Machine,
    pub state: State,
    random: Random,
}

impl Probe {
    /// Begins in the initial state.
    pub fn new(text: &str) -> Probe {
        let machine = machine(text);
        let state = machine.initial().unwrap_or_else(|finding| panic!("{}", finding.message(machine.service())));
        Probe { machine, state, random: Random::seeded(7) }
    }

    /// Begins in a state given as JSON.
    pub fn at(text: &str, state: &Json) -> Probe {
        let machine = machine(text);
        let state = wire::decode_state(machine.service(), state).unwrap_or_else(|found| panic!("{found}"));
        Probe { machine, state, random: Random::seeded(7) }
    }

    /// The same, with chosen integers that begin at another thousand for each operation.
    pub fn distinct(text: &str) -> Probe {
        let probe = Probe::new(text);
        Probe { machine: probe.machine.with_distinct_numbers(), ..probe }
    }

    /// Calls an operation with its inputs as JSON and keeps the state it leaves. What is accepted must be lawful.
    pub fn verdict(&mut self, name: &str, inputs: &str, now: i64) -> Verdict {
        let service = self.machine.service();
        let id = operation(service, name);
        let inputs = json(inputs);
        let input = |param: &Param| {
            let given = inputs.get(param.name.as_str()).unwrap_or(&Json::Null);
            wire::decode(service, &param.ty.ty, given).unwrap_or_else(|found| panic!("{}: {found}", param.name))
        };
        let inputs: Vec<Value> = service.operation(id).inputs.iter().map(input).collect();
        let call = Call { operation: id, inputs };
        let verdict = self.machine.call(&self.state, &call, now, &mut self.random);
        if let Verdict::Accepted(accepted) = &verdict {
            let judged = self.machine.judge(&self.state, &call, accepted, now);
            judged.unwrap_or_else(|finding| panic!("{name}: {}", finding.message(service)));
            self.state = accepted.state.clone();
        }
        verdict
    }

    /// The same in words: the outputs as JSON, or what became of the call.
    pub fn call(&mut self, name: &str, inputs: &str) -> String {
        self.call_at(name, inputs, NOW)
    }

    pub fn call_at(&mut self, name: &str, inputs: &str, now: i64) -> String {
        let verdict = self.verdict(name, inputs, now);
        self.told(name, &verdict)
    }

    fn told(&self, name: &str, verdict: &Verdict) -> String {
        let service = self.machine.service();
        let declared = service.operation(operation(service, name));
        match verdict {
            Verdict::Accepted(accepted) => {
                let named = declared.outputs.iter().zip(&accepted.outputs);
                let encoded =
                    named.map(|(param, value)| (param.name.to_string(), wire::encode(service, &param.ty.ty, value)));
                Json::Object(encoded.collect()).to_string()
            }
            Verdict::Rejected(Rejection::Input(at, clause)) => {
                format!("input {}: {}", declared.inputs[at.index()].name, clause.text(service))
            }
            Verdict::Rejected(Rejection::Missing(clause, why)) => {
                format!("missing: {}{}", clause.text(service), said(*why))
            }
            Verdict::Rejected(Rejection::Requires(clause, why)) => {
                format!("requires: {}{}", clause.text(service), said(*why))
            }
            Verdict::Rejected(Rejection::Transition(clause)) => clause.title(service),
            Verdict::Refused(stop) => format!("refused: {}", stop.message()),
            Verdict::Broken(finding) => format!("broken: {}", finding.message(service)),
            Verdict::Hole(hole) => format!("hole: {}", hole.reason),
        }
    }

    /// The whole state as JSON.
    pub fn json(&self) -> Json {
        wire::encode_state(self.machine.service(), &self.state)
    }

    /// One state field as JSON.
    pub fn field(&self, name: &str) -> Json {
        self.json().get(name).cloned().unwrap_or_else(|| panic!("no field `{name}`"))
    }
}

fn said(why: Option<Stop>) -> String {
    why.map_or_else(String::new, |stop| format!(" ({})", stop.message()))
}

/// A state with some fields replaced.
pub fn patched(state: &Json, changes: &Json) -> Json {
    let mut object: Map<String, Json> = state.as_object().expect("an object").clone();
    for (name, value) in changes.as_object().expect("an object") {
        object.insert(name.clone(), value.clone());
    }
    Json::Object(object)
}

const CONTEXT: &str = "service Context {
  enum Color { RED, GREEN, BLUE }

  entity Point {
    x: Int
    y: Int
  }

  entity Item {
    id: Int
    name: String
    note: Option[String]
    color: Color
    at: Option[Point]
    tags: Set[String]
  }

  entity Node {
    name: String
    kids: Seq[Node]
  }

  state {
    n0: Int
    n1: Int
    n2: Int
    n7: Int
    m1: Int
    m2: Int
    m7: Int
    top: Int
    bottom: Int
    f0: Float
    half: Float
    fmax: Float
    fmin: Float
    tiny: Float
    day: Duration
    ms: Duration
    mms: Duration
    longest: Duration
    shortest: Duration
    epoch: DateTime
    first: DateTime
    last: DateTime
    yes: Bool
    color: Color
    uuid: UUID
    text: String
    smile: String
    lines: String
    ids: Set[Int]
    noInts: Set[Int]
    noFloats: Set[Float]
    words: Set[String]
    log: Seq[Int]
    noLog: Seq[Int]
    spans: Seq[Duration]
    reals: Seq[Float]
    ages: Map[String, Int]
    noAges: Map[String, Int]
    items: Int -> one Item
    loners: Int -> lone Item
    tags: String -> set Int
    rows: Int -> some String
    gone: Option[Int]
    five: Option[Int]
    due: Option[DateTime]
    spot: Option[Point]
    here: Option[Point]
    tree: Seq[Node]
    routes: Map[Point, Set[Point]]
  }

  function double(n: Int): Int = n * 2
  function limit(): Int = #items + n7
  predicate known(n: Int) = n in items
  extern function price(n: Int): Int
  extern predicate nice(n: Int)

  operation Op {
    @PARTS@
  }
}
";

const STATE: &str = r#"{
  "n0": 0, "n1": 1, "n2": 2, "n7": 7, "m1": -1, "m2": -2, "m7": -7,
  "top": 9223372036854775807, "bottom": -9223372036854775808,
  "f0": 0.0, "half": 0.5, "fmax": 1.7976931348623157e308, "fmin": -1.7976931348623157e308, "tiny": 5e-324,
  "day": 86400000, "ms": 1, "mms": -1, "longest": 9223372036854775807, "shortest": -9223372036854775808,
  "epoch": "1970-01-01T00:00:00.000Z", "first": "0001-01-01T00:00:00.000Z", "last": "9999-12-31T23:59:59.999Z",
  "yes": true, "color": "GREEN", "uuid": "00000000-0000-4000-8000-000000000001",
  "text": "hello", "smile": "a😀é", "lines": "one\ntwo\n",
  "ids": [1, 2, 3], "noInts": [], "noFloats": [], "words": ["a", "b"],
  "log": [5, 3, 5], "noLog": [], "spans": [1000, 500], "reals": [0.5, 0.25],
  "ages": {"ann": 30, "bob": 30, "cid": 41}, "noAges": {},
  "items": {
    "1": {"id": 1, "name": "one", "note": null, "color": "RED", "at": {"x": 1, "y": 2}, "tags": ["a"]},
    "2": {"id": 2, "name": "two", "note": "n", "color": "BLUE", "at": null, "tags": []}
  },
  "loners": {},
  "tags": {"a": [1, 2], "b": [2, 3]},
  "rows": {"1": ["x"]},
  "gone": null, "five": 5, "due": null, "spot": null, "here": {"x": 3, "y": 4},
  "tree": [{"name": "root", "kids": [{"name": "leaf", "kids": []}]}],
  "routes": [[{"x": 5, "y": 6}, [{"x": 7, "y": 8}, {"x": 1, "y": 2}]]]
}"#;

/// The context with the clauses of its one operation, in the state above.
pub fn context(parts: &str) -> Probe {
    Probe::at(&CONTEXT.replace("@PARTS@", parts), &json(STATE))
}

/// Fails with every row that is not as it should be.
pub fn none_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

/// What became of a call of the context's operation, where it is not what it should be.
fn unlike(parts: &str, row: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    let found = context(parts).call("Op", "{}");
    (!fits(&found)).then(|| format!("{row}: {found}"))
}

/// An expression has a value: `(type, expression, JSON)`.
pub fn values(rows: &[(&str, &str, &str)]) {
    let wrong = rows.iter().filter_map(|(ty, expr, expected)| {
        let parts = format!("output: r: {ty}\n    ensures: r = ({expr})");
        let expected = format!("{{\"r\":{}}}", json(expected));
        unlike(&parts, expr, |found| found == expected)
    });
    none_wrong(&wrong.collect::<Vec<_>>());
}

/// Conditions that hold, as a `requires`.
pub fn hold(rows: &[&str]) {
    let wrong = rows.iter().filter_map(|expr| unlike(&format!("requires: {expr}"), expr, |found| found == "{}"));
    none_wrong(&wrong.collect::<Vec<_>>());
}

/// Conditions that are false, as a `requires`.
pub fn fail(rows: &[&str]) {
    let wrong = rows.iter().filter_map(|expr| unlike(&format!("requires: {expr}"), expr, is_plain));
    none_wrong(&wrong.collect::<Vec<_>>());
}

/// Whether a rejection gives no reason beside its clause.
fn is_plain(found: &str) -> bool {
    const REASONS: [&str; 8] = [
        "(there is no such key)",
        "(there is no such position)",
        "(a division by zero)",
        "(`the` finds no element)",
        "(`the` finds several elements)",
        "(the option is `none`)",
        "(the largest or least element of an empty collection)",
        "(a function that nobody supplies)",
    ];
    found.starts_with("requires: ") && !REASONS.iter().any(|reason| found.ends_with(reason))
}

/// Expressions that are undefined, with the reason: a `requires` rejects, an `ensures` is broken, and both say why.
pub fn undefined(rows: &[(&str, &str)]) {
    let conditions: Vec<(String, &str)> =
        rows.iter().map(|(expr, why)| (format!("let probe = ({expr}) in probe = probe"), *why)).collect();
    undefined_conditions(&conditions.iter().map(|(condition, why)| (condition.as_str(), *why)).collect::<Vec<_>>());
}

/// The same for conditions as they stand.
pub fn undefined_conditions(rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (condition, why) in rows {
        for (clause, verdict) in [("requires", "requires: "), ("ensures", "broken: an ensures of `Op`")] {
            let says = |found: &str| found.starts_with(verdict) && found.ends_with(&format!(" ({why})"));
            wrong.extend(unlike(&format!("{clause}: {condition}"), condition, says));
        }
    }
    none_wrong(&wrong);
}

/// Expressions that leave the range of their type: the call is outside the contract.
pub fn overflow(rows: &[&str]) {
    let mut wrong = Vec::new();
    for expr in rows {
        for clause in ["requires", "ensures"] {
            let parts = format!("{clause}: let probe = ({expr}) in probe = probe");
            wrong.extend(unlike(&parts, expr, |found| found == "refused: a number leaves its range"));
        }
    }
    none_wrong(&wrong);
}
