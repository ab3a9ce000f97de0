//! Small specs that are made up, small enough to look at every state and every call: what the solver says of them has to
//! be what looking at all of them says.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking, and makes up few types"
)]

mod common;

use std::sync::Arc;

use specc::interp::{Call, Machine, Random, State, Value, Verdict as Ran};
use specc::ir::{OperationId, Type};
use specc::verify::{Effort, Means, Prover, Subject, Verdict, subjects};

const MEANS: Means = Means { effort: Effort::Steps(40_000_000), explain: false, dump: false, clock: || 0, until: None };

/// How many specs are made up; many more at night.
fn rounds() -> u64 {
    if std::env::var_os("NIGHTLY").is_some() { 2_000 } else { 120 }
}

/// Writes specs over two small numbers, a flag, an enum, an option and a set of enum values.
struct Writer(Random);

impl Writer {
    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.0.below(texts.len() as u64) as usize]
    }

    fn number(&mut self, prime: &str) -> String {
        match self.0.below(6) {
            0 | 1 => format!("a{prime}"),
            2 => format!("b{prime}"),
            3 => self.0.below(4).to_string(),
            4 => format!("a{prime} + {}", 1 + self.0.below(2)),
            _ => format!("#held{prime}"),
        }
    }

    /// A condition on a state.
    fn condition(&mut self, prime: &str, depth: u32) -> String {
        if depth > 0 && self.0.below(3) > 0 {
            let (left, right) = (self.condition(prime, depth - 1), self.condition(prime, depth - 1));
            let word = self.one_of(&["and", "or", "implies", "iff"]);
            return format!("({left}) {word} ({right})");
        }
        match self.0.below(9) {
            0 => format!("on{prime}"),
            1 => format!("not on{prime}"),
            2 => format!("kind{prime} = {}", self.one_of(&["RED", "BLUE"])),
            3 => format!("{} in held{prime}", self.one_of(&["RED", "BLUE", "kind"])),
            4 => format!("last{prime} != none"),
            5 => format!("all k in held{prime} | k = kind{prime}"),
            6 => format!("some k in held{prime} | k != RED"),
            _ => {
                let (left, right) = (self.number(prime), self.number(prime));
                format!("{left} {} {right}", self.one_of(&["<", "<=", "=", "!=", ">"]))
            }
        }
    }

    fn effect(&mut self) -> String {
        match self.0.below(9) {
            0 => format!("a' = {}", self.number("")),
            1 => format!("b' = {}", self.one_of(&["n", "a", "b + n", "0"])),
            2 => format!("on' = {}", self.one_of(&["true", "false", "not on"])),
            3 => format!("kind' = {}", self.one_of(&["RED", "BLUE", "k"])),
            4 => format!("held' = held + {{{}}}", self.one_of(&["k", "kind", "RED"])),
            5 => format!("held' = held - {{{}}}", self.one_of(&["k", "kind", "BLUE"])),
            6 => format!("last' = {}", self.one_of(&["none", "some(n)", "some(a)"])),
            7 => {
                let condition = self.condition("", 0);
                format!("a' = if {condition} then a else {}", self.one_of(&["b", "n", "0"]))
            }
            _ => "a' = a".to_string(),
        }
    }

    fn operation(&mut self, name: &str) -> String {
        let mut effects: Vec<String> = Vec::new();
        for _ in 0..1 + self.0.below(3) {
            let effect = self.effect();
            let target = effect.split('\'').next().unwrap_or_default().to_string();
            if !effects.iter().any(|known| known.starts_with(&format!("{target}'"))) {
                effects.push(effect);
            }
        }
        let requires =
            if self.0.below(3) > 0 { format!("    requires: {}\n", self.condition("", 1)) } else { String::new() };
        let effects = effects.join("\n      ");
        format!("  operation {name} {{\n    input: n: Small, k: Kind\n{requires}    ensures:\n      {effects}\n  }}\n")
    }

    fn spec(&mut self) -> String {
        let invariants: String =
            (0..1 + self.0.below(2)).map(|at| format!("  invariant i{at}: {}\n", self.condition("", 1))).collect();
        let (one, two) = (self.operation("One"), self.operation("Two"));
        format!(
            "service Made {{
  enum Kind {{ RED, BLUE }}
  type Small = Int where value >= 0 and value <= 2
  state {{
    a: Small = 0
    b: Small = 0
    on: Bool = false
    kind: Kind = RED
    last: Option[Small]
    held: Set[Kind]
  }}
{one}{two}{invariants}}}
"
        )
    }
}

/// All values of a type.
fn values(ty: &Type) -> Vec<Value> {
    let kinds = [Value::Enum(0), Value::Enum(1)];
    match ty {
        Type::Int => (0..3).map(Value::Int).collect(),
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Enum(_) => kinds.to_vec(),
        Type::Option(inner) => std::iter::once(Value::None).chain(values(inner)).collect(),
        Type::Set(_) => (0..4_usize)
            .map(|bits| {
                Value::Set(
                    kinds
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| bits >> at & 1 == 1)
                        .map(|(_, kind)| kind.clone())
                        .collect(),
                )
            })
            .collect(),
        other => panic!("{other:?} has too many values"),
    }
}

/// All combinations of one value of each type.
fn combinations(types: &[Type]) -> Vec<Vec<Value>> {
    types.iter().fold(vec![Vec::new()], |found, ty| {
        let more = values(ty);
        let longer = |start: &Vec<Value>| {
            more.iter()
                .map(|value| start.iter().cloned().chain([value.clone()]).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        found.iter().flat_map(longer).collect()
    })
}

/// What looking at every valid state and every call says of an operation.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    accepts: bool,
    breaks: bool,
}

fn seen(machine: &Machine, id: OperationId) -> Seen {
    let service = machine.service();
    let fields: Vec<Type> = service.state.iter().map(|field| field.ty.ty.clone()).collect();
    let inputs: Vec<Type> = service.operation(id).inputs.iter().map(|input| input.ty.ty.clone()).collect();
    let mut found = Seen::default();
    let states = combinations(&fields).into_iter().map(State::new);
    for state in states.filter(|state| machine.check_state(state, 0).is_ok()) {
        for inputs in combinations(&inputs) {
            match machine.call(&state, &Call { operation: id, inputs }, 0, &mut Random::seeded(1)) {
                Ran::Accepted(_) => found.accepts = true,
                Ran::Broken(_) => (found.accepts, found.breaks) = (true, true),
                Ran::Rejected(_) => {}
                Ran::Refused(stop) => panic!("{stop:?}"),
                Ran::Hole(hole) => panic!("{hole:?}"),
            }
        }
    }
    found
}

/// What the solver says of an operation; nothing where it leaves something open.
fn proved(machine: &Machine, id: OperationId) -> Option<Seen> {
    let all = subjects(machine.service(), machine.bodies()).into_iter();
    let mut found = Seen { accepts: true, breaks: false };
    let prover = Prover::new(machine);
    for subject in all.filter(|subject| subject.operation(machine.service()) == Some(id)) {
        let outcome = prover.check(subject, &MEANS);
        assert!(outcome.defect.is_none(), "{subject:?}: a situation that does not replay");
        match (subject, outcome.verdict) {
            (Subject::Overflow(_), _) => {}
            (_, Verdict::Unknown(_) | Verdict::NotChecked(_)) => return None,
            (Subject::Reachable(_), Verdict::Violated(_)) => found.accepts = false,
            (Subject::Keeps(..) | Subject::Choice(_), Verdict::Violated(_)) => found.breaks = true,
            (_, Verdict::Proved | Verdict::Violated(_)) => {}
        }
    }
    Some(found)
}

#[test]
fn the_solver_says_what_looking_at_everything_says() {
    let (mut compared, mut broken, mut dead, mut open) = (0, 0, 0, 0);
    for round in 0..rounds() {
        let text = Writer(Random::seeded(round)).spec();
        let Some(service) = common::check(&text).service else { panic!("{text}\n{}", common::check(&text).messages()) };
        let machine = Machine::new(Arc::new(service));
        if machine.initial().is_err() {
            continue;
        }
        for id in [OperationId(0), OperationId(1)] {
            let right = seen(&machine, id);
            let Some(said) = proved(&machine, id) else {
                open += 1;
                continue;
            };
            assert_eq!(said, right, "round {round}, operation {id:?}:\n{text}");
            compared += 1;
            broken += u32::from(right.breaks);
            dead += u32::from(!right.accepts);
        }
    }
    assert!(broken > 10 && dead > 2, "{compared} compared, {broken} broken, {dead} dead, {open} open");
    assert!(open * 20 <= compared, "{open} of {compared} are left open");
}
