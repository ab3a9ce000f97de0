//! Bodies from ensures: which rule makes which step, what becomes a hole, and that a wrong body does not go unnoticed.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::wildcard_enum_match_arm, reason = "every other verdict fails the test")]

mod common;

use common::walk::{machine, operation, random_call};
use common::{check, expect_file, extra_fixtures, fixtures, root};
use serde_json::{Value as Json, json};
use specc::effect::Place;
use specc::interp::{Accepted, Call, Clause, Finding, Machine, Random, Run, State, Value, Verdict, wire};
use specc::ir::{Expr, ExprKind, OperationId, StateId};
use specc::realize::{Action, Body, Rule, Step, realize, show};

const NOW: i64 = 1_700_000_000_000;

const SHOP: &str = "service Shop {
  type Id = Int where value > 0
  enum Phase { OPEN, SHUT, GONE }
  entity Door {
    id: Id
    label: String
    phase: Phase
    width: Int where value >= 5
    created_at: DateTime
    note: Option[String]
    invariant shutIsNoted: phase = SHUT implies note != none
  }
  state {
    doors: Id -> one Door
    marks: Set[Int]
    total: Int = 0
    last: Int = 0
  }
  operation Build {
    input: label: String
    output: id: Id
    ensures:
      id not in doors
      doors'[id].id = id
      total' = total + 1
  }
  operation Keep {
    input: label: String, phase: Phase
    output: door: Door
    ensures:
      door.id not in doors
      doors' = doors + {door.id -> door}
      door.label = label
  }
  operation Close {
    input: id: Id, why: String
    requires: id in doors
    ensures:
      doors'[id].note = why
  }
  operation Wide {
    input: least: Int
    output: found: Set[Door]
    ensures:
      all d in found | d in ran(doors) and d.width >= least
  }
  operation Mark {
    input: n: Int, on: Bool
    output: size: Int
    ensures:
      if on then n in marks' else n not in marks'
      n > 10 implies total' = n
      n <= 10 implies total' = 0
      size = #marks'
  }
  operation Guess {
    input: low: Int
    output: n: Int
    ensures:
      n > low
      n != low + 1
  }
  operation Rename {
    input: text: String
    ensures:
      all k in doors | doors'[k].label = text
  }
  operation Step {
    ensures:
      last' > last
  }
  transition Life {
    entity: Door
    field: phase
    OPEN -> SHUT via Close
    SHUT -> GONE via Close when note = none
  }
  invariant keys: all k in doors | doors[k].id = k
}
";

fn state(machine: &Machine, json: &Json) -> State {
    wire::decode_state(machine.service(), json).unwrap_or_else(|found| panic!("{found}"))
}

fn door(id: i64, phase: &str) -> Json {
    json!({"id": id, "label": "old", "phase": phase, "width": 5, "created_at": "2024-01-01T00:00:00.000Z", "note": "n"})
}

fn two_doors() -> Json {
    json!({"doors": {"1": door(1, "OPEN"), "2": door(2, "OPEN")}, "marks": [1, 2], "total": 3, "last": 4})
}

fn call(machine: &Machine, name: &str, inputs: &[Json]) -> Call {
    let id = operation(machine.service(), name);
    let params = &machine.service().operation(id).inputs;
    let decode = |(param, json): (&specc::ir::Param, &Json)| {
        wire::decode(machine.service(), &param.ty.ty, json).unwrap_or_else(|found| panic!("{name}: {found}"))
    };
    Call { operation: id, inputs: params.iter().zip(inputs).map(decode).collect() }
}

/// Makes a call that must succeed, and gives its outputs and what is left of the state.
fn accepted(machine: &Machine, before: &State, name: &str, inputs: &[Json]) -> (Json, Json) {
    let call = call(machine, name, inputs);
    let Accepted { state, outputs } = match machine.call(before, &call, NOW, &mut Random::seeded(1)) {
        Verdict::Accepted(accepted) => accepted,
        other => panic!("{name}: {other:?}"),
    };
    let params = &machine.service().operation(call.operation).outputs;
    let outputs = params
        .iter()
        .zip(&outputs)
        .map(|(param, value)| (param.name.to_string(), wire::encode(machine.service(), &param.ty.ty, value)));
    (outputs.collect(), wire::encode_state(machine.service(), &state))
}

#[test]
fn every_fixture_has_a_body_for_every_operation() {
    for (name, text) in fixtures() {
        let service = check(&text).service.expect("a sound fixture");
        let bodies = realize(&service);
        for body in &bodies {
            assert_eq!(body.hole, None, "{name}.{}", service.operation(body.operation).name);
        }
        expect_file(&root().join(format!("tests/expected/bodies/{name}.txt")), &show(&service, &bodies));
    }
}

#[test]
fn each_rule_makes_what_it_should() {
    let shop = machine(SHOP);
    let before = state(&shop, &two_doors());
    let (out, after) = accepted(&shop, &before, "Build", &[json!("front")]);
    assert_eq!(out, json!({"id": 3}), "the least free key above all others");
    let made = json!({"id": 3, "label": "front", "phase": "OPEN", "width": 5,
        "created_at": "2023-11-14T22:13:20.000Z", "note": null});
    assert_eq!(after["doors"]["3"], made, "the input of the same name, the first phase, the least width, now, none");
    assert_eq!(after["total"], json!(4));

    let (out, after) = accepted(&shop, &before, "Keep", &[json!("side"), json!("GONE")]);
    assert_eq!(after["doors"][out["door"]["id"].to_string()], out["door"], "what is returned is what is stored");
    assert_eq!((&out["door"]["label"], &out["door"]["phase"]), (&json!("side"), &json!("GONE")));

    let (_, after) = accepted(&shop, &before, "Close", &[json!(1), json!("late")]);
    assert_eq!((&after["doors"]["1"]["phase"], &after["doors"]["1"]["note"]), (&json!("SHUT"), &json!("late")));
    assert_eq!(after["doors"]["2"], two_doors()["doors"]["2"], "the neighbour is left alone");

    assert_eq!(accepted(&shop, &before, "Wide", &[json!(5)]).0["found"].as_array().map(Vec::len), Some(2));
    assert_eq!(accepted(&shop, &before, "Wide", &[json!(6)]).0, json!({"found": []}));

    let (out, after) = accepted(&shop, &before, "Mark", &[json!(7), json!(true)]);
    assert_eq!((out, &after["marks"], &after["total"]), (json!({"size": 3}), &json!([1, 2, 7]), &json!(0)));
    let (out, after) = accepted(&shop, &before, "Mark", &[json!(12), json!(false)]);
    assert_eq!((out, &after["marks"], &after["total"]), (json!({"size": 2}), &json!([1, 2]), &json!(12)));

    let (out, _) = accepted(&shop, &before, "Guess", &[json!(40)]);
    assert!(out["n"].as_i64() > Some(41), "{out}");

    let (_, after) = accepted(&shop, &before, "Rename", &[json!("new")]);
    assert_eq!((&after["doors"]["1"]["label"], &after["doors"]["2"]["label"]), (&json!("new"), &json!("new")));
    assert!(accepted(&shop, &before, "Step", &[]).1["last"].as_i64() > Some(4));
}

#[test]
fn secrets_that_are_left_open_cannot_be_guessed() {
    let text = "service Keys {
  entity Ticket {
    id: Int
    name: String
    access_token: String where len(value) >= 20
  }
  state {
    tickets: Int -> one Ticket
  }
  operation Issue {
    output: id: Int
    ensures:
      id not in tickets
      tickets'[id].id = id
  }
}
";
    let keys = machine(text);
    let before = keys.initial().expect("an initial state");
    let token = |seed: u64| {
        let call = call(&keys, "Issue", &[]);
        let Verdict::Accepted(found) = keys.call(&before, &call, NOW, &mut Random::seeded(seed)) else { panic!("no") };
        let state = wire::encode_state(keys.service(), &found.state);
        let ticket = state["tickets"].as_object().expect("tickets").values().next().expect("a ticket").clone();
        assert_eq!(ticket["name"], json!(""));
        ticket["access_token"].as_str().expect("a token").to_string()
    };
    assert!(token(1).len() >= 20 && token(1) == token(1) && token(1) != token(2));
}

#[test]
fn a_text_that_must_be_new_says_nothing_of_the_next_one() {
    let text = "service Keys {
  state {
    keys: Set[String]
  }
  operation Issue {
    output: key: String
    ensures:
      key not in pre(keys)
      keys' = pre(keys) union {key}
      len(key) >= 8
  }
}
";
    let keys = machine(text);
    let (mut state, mut random) = (keys.initial().expect("an initial state"), Random::seeded(7));
    let mut issue = || {
        let Verdict::Accepted(found) = keys.call(&state, &call(&keys, "Issue", &[]), NOW, &mut random) else {
            panic!("no key")
        };
        state = found.state;
        let mut known = wire::encode_state(keys.service(), &state)["keys"].as_array().expect("keys").clone();
        known.sort_by_key(|key| key.as_str().map(str::len));
        known
    };
    let known = (0..5).map(|_| issue()).last().expect("five keys");
    let starts = |one: &Json, other: &Json| one.as_str().expect("text").starts_with(other.as_str().expect("text"));
    let foreseen = known.iter().any(|one| known.iter().any(|other| one != other && starts(one, other)));
    assert!(known.len() == 5 && !foreseen, "{known:?}");
}

#[test]
fn choices_that_depend_on_each_other_are_found() {
    let text = "service Pair {
  type Small = Int where value >= 0 and value <= 2
  state {
    m: Small -> one Small
  }
  operation Op {
    input: k: Small
    output: r: Small, q: Small
    ensures:
      m'[k] = r
      q not in m'
      r > m[q]
  }
}
";
    let pair = machine(text);
    let before = state(&pair, &json!({"m": {"0": 0, "1": 1}}));
    let (out, after) = accepted(&pair, &before, "Op", &[json!(0)]);
    assert_eq!((out, after), (json!({"r": 2, "q": 1}), json!({"m": {"0": 2}})), "no other pair will do");
}

const VIEWS: &str = "service Views {
  type Id = Int where value > 0
  entity Task {
    id: Id
    title: String
    done: Bool
    weight: Int where value > 0
  }
  entity Summary {
    id: Id
    title: String
    note: Option[String]
  }
  entity Answer {
    shown: Summary
  }
  entity Split {
    size: Id
    parts: Set[Int]
  }
  state {
    tasks: Id -> one Task
    splits: Id -> lone Split
  }
  function show(id: Id): Summary = Summary { id = id, title = tasks[id].title, note = none }
  operation Open {
    output: out: Set[Summary]
    ensures:
      all s in out | s.id in tasks and not tasks[s.id].done and s.title = tasks[s.id].title
      all k in tasks | tasks[k].done or (some s in out | s.id = k)
  }
  operation Titles {
    output: out: Seq[Summary]
    ensures:
      all s in out | some t in ran(tasks) | s.title = t.title and t.done and s.id = t.id
  }
  operation Shown {
    output: out: Set[Summary]
    ensures:
      all s in out | s.id in tasks and s = show(s.id)
  }
  operation Add {
    input: title: String
    output: answer: Answer
    ensures:
      answer.shown.id not in tasks
      tasks' = tasks + {answer.shown.id -> Task { id = answer.shown.id, title = title, done = false, weight = 1 }}
      answer.shown = show(answer.shown.id)'
  }
  operation Cubes {
    input: n: Int
    output: picked: Set[Int]
    ensures:
      #picked = 3 and sum(picked, p => p * p * p) = n
  }
  operation Split {
    input: size: Id
    output: split: Split
    ensures:
      split.size = size
      #split.parts = 3 and sum(split.parts, p => p * p * p) = size * size * size
      splits' = splits + {size -> split}
  }
  operation Decide {
    input: n: Int
    output: flag: Bool
    ensures:
      flag or n > 3
      (not flag) or n > 3
  }
  operation Weigh {
    output: id: Id
    ensures:
      id not in tasks
      tasks' = tasks + {id -> Task { id = id, title = \"t\", done = false, weight = 1 - #tasks }}
  }
}
";

fn two_tasks() -> Json {
    let task = |id: i64, title: &str, done: bool| json!({"id": id, "title": title, "done": done, "weight": 1});
    json!({"tasks": {"1": task(1, "one", false), "2": task(2, "two", true)}, "splits": {}})
}

#[test]
fn elements_that_are_made_of_others_are_collected() {
    let views = machine(VIEWS);
    let before = state(&views, &two_tasks());
    let one = json!({"id": 1, "title": "one", "note": null});
    let two = json!({"id": 2, "title": "two", "note": null});
    assert_eq!(accepted(&views, &before, "Open", &[]).0, json!({"out": [one]}));
    assert_eq!(accepted(&views, &before, "Titles", &[]).0, json!({"out": [two]}));
    assert_eq!(accepted(&views, &before, "Shown", &[]).0, json!({"out": [one, two]}));
}

#[test]
fn a_value_inside_an_output_is_chosen_before_the_output_is_made_of_it() {
    let views = machine(VIEWS);
    let before = state(&views, &two_tasks());
    let (out, after) = accepted(&views, &before, "Add", &[json!("three")]);
    assert_eq!(out, json!({"answer": {"shown": {"id": 3, "title": "three", "note": null}}}));
    assert_eq!(after["tasks"]["3"]["title"], json!("three"));
}

#[test]
fn only_what_no_value_keeps_is_broken() {
    let views = machine(VIEWS);
    let before = state(&views, &two_tasks());
    let verdict =
        |name: &str, inputs: &[Json]| views.call(&before, &call(&views, name, inputs), NOW, &mut Random::seeded(1));
    let unfound = verdict("Cubes", &[json!(42_000)]);
    assert!(matches!(unfound, Verdict::Hole(_)), "there are more sets than were tried: {unfound:?}");
    let inside = verdict("Split", &[json!(42_000)]);
    assert!(matches!(inside, Verdict::Hole(_)), "the clause has another name for what is chosen: {inside:?}");
    let tried = verdict("Decide", &[json!(0)]);
    assert!(matches!(tried, Verdict::Broken(_)), "both truth values were tried: {tried:?}");
    let new = verdict("Weigh", &[]);
    assert!(matches!(new, Verdict::Broken(_)), "no other key makes it heavier: {new:?}");
}

fn rules_of(name: &str) -> Vec<Rule> {
    let shop = machine(SHOP);
    let id = operation(shop.service(), name);
    shop.bodies()[id.index()].steps.iter().map(|step| step.rule).collect()
}

#[test]
fn steps_name_their_rule() {
    let build = rules_of("Build");
    assert!(build.contains(&Rule::Choice) && build.contains(&Rule::Definition) && build.contains(&Rule::Completion));
    assert!(rules_of("Close").contains(&Rule::Transition));
    assert_eq!(rules_of("Wide"), [Rule::Collection]);
    assert_eq!(rules_of("Step"), [Rule::Choice]);
    let all = ["Build", "Close", "Wide"].into_iter().flat_map(rules_of).collect::<std::collections::BTreeSet<Rule>>();
    assert_eq!(all.len(), Rule::ALL.len());
}

/// A service whose body for one operation was tampered with.
fn tampered(name: &str, tamper: impl FnOnce(&mut Body)) -> Machine {
    let shop = machine(SHOP);
    let id = operation(shop.service(), name);
    let mut bodies = shop.bodies().to_vec();
    tamper(&mut bodies[id.index()]);
    shop.with_bodies(bodies)
}

fn step_of(body: &mut Body, rule: Rule) -> &mut Step {
    body.steps.iter_mut().find(|step| step.rule == rule).expect("a step of the rule")
}

fn place_of(action: &Action) -> Place {
    match action {
        Action::Assign(place, _)
        | Action::Insert(place, _)
        | Action::Remove(place, _)
        | Action::Create(place, _)
        | Action::Choose(place, _) => place.clone(),
        Action::Collect(..) => panic!("no place"),
    }
}

fn broken(machine: &Machine, name: &str, inputs: &[Json]) -> Finding {
    let before = state(machine, &two_doors());
    let call = call(machine, name, inputs);
    match machine.call(&before, &call, NOW, &mut Random::seeded(1)) {
        Verdict::Broken(finding) => *finding,
        other => panic!("{name} was not noticed: {other:?}"),
    }
}

fn number(value: i64) -> Expr {
    let ty = specc::ir::Type::Int;
    Expr { kind: ExprKind::Int(value), ty, span: specc::source::Span::default() }
}

fn instead(place: Place, value: Expr) -> Action {
    Action::Assign(place, vec![specc::realize::Case { clause: None, scopes: Vec::new(), value }])
}

#[test]
fn a_wrong_definition_is_noticed() {
    let shop = tampered("Build", |body| {
        let step = body.steps.iter_mut().find(|step| step.clauses == [2]).expect("the step for the total");
        step.action = instead(place_of(&step.action), number(9));
    });
    let finding = broken(&shop, "Build", &[json!("front")]);
    assert_eq!(finding.clause, Clause::Ensures(operation(shop.service(), "Build"), 2));
    assert!(finding.message(shop.service()).contains("total' = total + 1"), "{finding:?}");
    assert!(finding.values.contains(&("total'".into(), "9".into())), "{:?}", finding.values);
    assert!(finding.values.contains(&("label".into(), "\"front\"".into())), "{:?}", finding.values);
    assert_eq!(finding.trace, [call(&shop, "Build", &[json!("front")])]);
}

#[test]
fn a_wrong_collection_is_noticed() {
    let shop = tampered("Wide", |body| {
        if let Action::Collect(_, collection) = &mut step_of(body, Rule::Collection).action {
            collection.conditions.clear();
        }
    });
    assert_eq!(broken(&shop, "Wide", &[json!(6)]).clause, Clause::Ensures(operation(shop.service(), "Wide"), 0));
}

#[test]
fn a_wrong_choice_is_noticed() {
    let shop = tampered("Build", |body| {
        let step = step_of(body, Rule::Choice);
        step.action = instead(place_of(&step.action), number(2));
    });
    let finding = broken(&shop, "Build", &[json!("front")]);
    assert_eq!(finding.clause, Clause::Ensures(operation(shop.service(), "Build"), 0));
}

#[test]
fn a_wrong_completion_is_noticed() {
    let shop = tampered("Build", |body| {
        let width = |step: &&mut Step| {
            step.rule == Rule::Completion
                && matches!(&step.action, Action::Choose(place, _) if place.ty == specc::ir::Type::Int)
        };
        let step = body.steps.iter_mut().find(width).expect("the step for the width");
        step.action = instead(place_of(&step.action), number(1));
    });
    let finding = broken(&shop, "Build", &[json!("front")]);
    assert!(finding.message(shop.service()).contains("the refinement of `Door.width`"), "{finding:?}");
}

#[test]
fn a_wrong_transition_is_noticed() {
    let shop = tampered("Close", |body| {
        if let Action::Assign(_, cases) = &mut step_of(body, Rule::Transition).action
            && let ExprKind::EnumValue(_, value) = &mut cases[0].value.kind
        {
            *value = 2;
        }
    });
    assert_eq!(broken(&shop, "Close", &[json!(1), json!("late")]).clause, Clause::Transition(0));
}

#[test]
fn steps_in_the_wrong_order_are_noticed() {
    let shop = tampered("Mark", |body| body.steps.reverse());
    let finding = broken(&shop, "Mark", &[json!(7), json!(true)]);
    assert!(finding.message(shop.service()).contains("size = #marks'"), "{finding:?}");
}

#[test]
fn a_step_that_touches_too_much_breaks_the_frame() {
    let shop = tampered("Step", |body| {
        let place = Place { root: specc::effect::Root::State(StateId(2)), path: Vec::new(), ty: specc::ir::Type::Int };
        let action = instead(place, number(77));
        body.steps.push(Step { rule: Rule::Definition, clauses: Vec::new(), action });
    });
    let before = state(&shop, &two_doors());
    let call = call(&shop, "Step", &[]);
    let Verdict::Accepted(found) = shop.call(&before, &call, NOW, &mut Random::seeded(1)) else { panic!("accepted") };
    let judged = shop.judge(&before, &call, &found, NOW).expect_err("the frame is broken");
    assert_eq!(judged.clause, Clause::Frame(call.operation, StateId(2)));
}

/// Calls that succeed, a few for each operation, with the state before and the time.
fn examples(machine: &Machine) -> Vec<(State, Call, i64)> {
    let mut run = Run::new(machine, 3).expect("an initial state");
    let (mut random, mut now) = (Random::seeded(4), NOW);
    let mut found: Vec<(State, Call, i64)> = Vec::new();
    for _ in 0..1500 {
        now += 1000 * random.below(100) as i64;
        let (before, call) = (run.state().clone(), random_call(machine, run.state(), now, &mut random));
        let accepted = matches!(run.call(call.clone(), now), Verdict::Accepted(_));
        if accepted && found.iter().filter(|(_, known, _)| known.operation == call.operation).count() < 6 {
            found.push((before, call, now));
        }
    }
    found
}

/// Leaves out one step after the other, of the operations that a random walk gets to. The walk does not get to all of
/// them, and in its few examples some steps have nothing to do: how many may not grow unseen.
#[test]
fn a_missing_step_is_noticed_where_the_walk_gets_to() {
    let (mut dropped, mut idle, mut unreached) = (0, 0, 0);
    for (name, text) in fixtures() {
        let examples = examples(&machine(&text));
        let bodies = machine(&text).bodies().to_vec();
        for (index, body) in bodies.iter().enumerate() {
            let id = OperationId(index as u32);
            let own: Vec<&(State, Call, i64)> = examples.iter().filter(|(_, call, _)| call.operation == id).collect();
            unreached += usize::from(own.is_empty());
            for at in 0..if own.is_empty() { 0 } else { body.steps.len() } {
                // An entry comes into being with the first of its fields, too.
                if matches!(body.steps[at].action, Action::Create(..)) {
                    continue;
                }
                let mut bodies = bodies.clone();
                bodies[index].steps.remove(at);
                let without = machine(&text).with_bodies(bodies);
                let notices = |(before, call, now): &&(State, Call, i64)| {
                    !matches!(without.call(before, call, *now, &mut Random::seeded(1)), Verdict::Accepted(_))
                };
                let same = |(before, call, now): &&(State, Call, i64)| is_idle(&text, &without, before, call, *now);
                let missed = own.iter().any(notices);
                let noticed = missed || own.iter().all(same);
                let operation = &without.service().operation(id).name;
                assert!(noticed, "{name}.{operation}: nobody misses {:?}", body.steps[at]);
                idle += usize::from(!missed);
                dropped += 1;
            }
        }
    }
    assert!(dropped >= 188 && idle <= 24 && unreached <= 17, "{dropped} left out, {idle} idle, {unreached} unreached");
}

/// Whether a call does the same with and without the step: it had nothing to do there.
fn is_idle(text: &str, without: &Machine, before: &State, call: &Call, now: i64) -> bool {
    let with = machine(text).call(before, call, now, &mut Random::seeded(1));
    with == without.call(before, call, now, &mut Random::seeded(1))
}

fn hole_of(ensures: &str) -> Option<(usize, String)> {
    let text = format!(
        "service Holes {{\n  state {{\n    a: Int = 0\n    b: Int = 0\n  }}\n  operation Op {{\n    output: r: Int\n    \
         ensures:\n{ensures}  }}\n  operation Fine {{\n    ensures:\n      a' = 1\n  }}\n}}\n"
    );
    let machine = machine(&text);
    let run = Run::new(&machine, 1).expect("an initial state");
    let fine = call(&machine, "Fine", &[]);
    let verdict = machine.call(run.state(), &fine, NOW, &mut Random::seeded(1));
    assert!(matches!(verdict, Verdict::Accepted(_)), "the rest still works: {verdict:?}");
    let call = call(&machine, "Op", &[]);
    match machine.call(run.state(), &call, NOW, &mut Random::seeded(1)) {
        Verdict::Hole(hole) => Some((hole.clause, hole.reason)),
        Verdict::Accepted(_) => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn circles_are_holes_with_their_clause() {
    let (clause, reason) = hole_of("      a' = b' + 1\n      b' = a' - 1\n      r = a'\n").expect("a hole");
    assert_eq!((clause, reason.as_str()), (0, "it and other clauses define each other in a circle"));
    assert_eq!(hole_of("      a' = b' + 1\n      b' = 2\n      r = a'\n"), None);
}

#[test]
fn the_machine_can_be_shared() {
    fn shared<T: Send + Sync>(_: &T) {}
    let shop = machine(SHOP);
    shared(&shop);
    let before = state(&shop, &two_doors());
    shared(&before);
    assert_eq!(before.field(StateId(2)), &Value::Int(3));
}

#[test]
fn further_specs_have_no_holes() {
    for (name, text) in extra_fixtures() {
        let outcome = check(&text);
        assert_eq!(outcome.messages(), "", "{name}");
        let service = outcome.service.unwrap();
        for body in realize(&service) {
            assert_eq!(body.hole, None, "{name}.{}", service.operation(body.operation).name);
        }
    }
}

const CLUB: &str = "service Club {
  type Code = String where value matches /^C-[0-9]{4}$/
  enum Phase { NEW, PAID }
  entity Card {
    code: String
    phase: Phase
    version: Int
    until: DateTime
    note: String
    log: Seq[String]
    words: Set[Code]
    invariant: #words >= 2
  }
  state {
    cards: Code -> one Card
    secret: String
  }
  operation Issue {
    output: card: Card
    ensures:
      card.code not in cards
      cards' = cards + {card.code -> card}
      card.phase = NEW
  }
  operation Extend {
    input: code: Code, note: String
    output: card: Card
    requires: code in cards
    ensures:
      cards' = cards + {code -> card}
      card.note = note
      card.until > now()
      cards'[code].version > cards[code].version
  }
  operation Pay {
    input: code: Code
    requires: code in cards
    ensures: cards'[code].log = cards[code].log + [\"paid\"]
  }
  operation Rotate {
    output: token: String
    ensures:
      len(token) >= 40
      secret' = token
  }
  transition Life {
    entity: Card
    field: phase
    NEW -> PAID via Pay
  }
}
";

#[test]
fn a_chosen_value_fits_where_it_is_stored_and_what_is_asked_of_it() {
    let machine = machine(CLUB);
    let empty = state(&machine, &json!({"cards": {}, "secret": ""}));
    let (_, after) = accepted(&machine, &empty, "Issue", &[]);
    let code = after["cards"].as_object().unwrap().keys().next().unwrap().clone();
    assert!(code.starts_with("C-") && code != "C-0000", "{code}");
    let (_, after) = accepted(&machine, &empty, "Rotate", &[]);
    assert!(after["secret"].as_str().unwrap().len() >= 40, "{after}");
}

#[test]
fn a_part_of_an_entry_that_only_checks_name_is_open() {
    let machine = machine(CLUB);
    let card = json!({"code": "C-0001", "phase": "NEW", "version": 3, "until": "2020-01-01T00:00:00.000Z",
        "note": "n", "log": [], "words": ["C-0001", "C-0002"]});
    let before = state(&machine, &json!({"cards": {"C-0001": card}, "secret": ""}));
    let inputs = [json!("C-0001"), json!("new")];
    let (_, after) = accepted(&machine, &before, "Extend", &inputs);
    let card = &after["cards"]["C-0001"];
    assert_eq!((&card["version"], &card["note"], &card["phase"]), (&json!(4), &json!("new"), &json!("NEW")));
    assert!(card["until"].as_str().unwrap() > "2023-11", "{card}");
}

#[test]
fn the_frame_allows_what_a_transition_sets() {
    let machine = machine(CLUB);
    let card = json!({"code": "C-0001", "phase": "NEW", "version": 3, "until": "2020-01-01T00:00:00.000Z",
        "note": "n", "log": [], "words": ["C-0001", "C-0002"]});
    let before = state(&machine, &json!({"cards": {"C-0001": card}, "secret": ""}));
    let pay = call(&machine, "Pay", &[json!("C-0001")]);
    let Verdict::Accepted(found) = machine.call(&before, &pay, NOW, &mut Random::seeded(1)) else {
        panic!("it is accepted");
    };
    machine.judge(&before, &pay, &found, NOW).unwrap();
}
