//! A corpus that lies is noticed: each kind of lie is told once, in the places where it could do harm.

use serde_json::{Value as Json, json};

use crate::properties::near_misses;
use crate::reader::{Corpus, corpus, position, resolved};
use crate::replay::{Interpreter, Judge, MOMENT};

/// The corpus with a change to it.
fn changed(corpus: &Corpus, change: impl FnOnce(&mut Json)) -> Corpus {
    let mut lying = corpus.clone();
    change(&mut lying.json);
    lying
}

fn loads(corpus: &Corpus, witness: usize) -> bool {
    Judge::new(corpus).loaded(&mut Interpreter::new(corpus), &corpus.witnesses()[witness]).is_ok()
}

fn replays(corpus: &Corpus, state: usize) -> bool {
    Judge::new(corpus).replay(&mut Interpreter::new(corpus), state).is_ok()
}

#[test]
fn another_status() {
    let corpus = corpus("todo_list");
    for at in (0..corpus.witnesses().len()).filter(|at| !corpus.witnesses()[*at]["call"].is_null()) {
        let status = position(&corpus.witnesses()[at]["expect"]["status"]);
        let wrong = if status == 409 { 404 } else { 409 };
        let lying = changed(corpus, |json| json["witnesses"][at]["expect"]["status"] = json!(wrong));
        assert!(loads(corpus, at) && !loads(&lying, at), "witness {at}");
    }
}

#[test]
fn another_clause() {
    let corpus = corpus("todo_list");
    for at in (0..corpus.witnesses().len()).filter(|at| corpus.witnesses()[*at]["expect"]["accepted"] == false) {
        let lying = changed(corpus, |json| json["witnesses"][at]["expect"]["clause"]["text"] = json!("true"));
        assert!(!loads(&lying, at), "witness {at}");
    }
}

/// Of a limit in time one witness is on either side, and the two are a millisecond apart: a wait that is off by one takes
/// one of them across.
#[test]
fn a_wait_that_is_off_by_a_millisecond() {
    for (name, limit) in [
        ("auth_service", "now() < sessions[session_id].expires_at"),
        ("auth_service", "now() < sessions[session_id].refresh_until"),
        ("edge_cases", "now() < retired_at"),
    ] {
        let corpus = corpus(name);
        for (side, shift) in [("below", 1), ("at", -1)] {
            let at = boundary(corpus, limit, side);
            let waits = corpus.witnesses()[at]["call"]["wait"].as_i64().expect("a wait");
            let lying = changed(corpus, |json| json["witnesses"][at]["call"]["wait"] = json!(waits + shift));
            assert!(loads(corpus, at) && !loads(&lying, at), "{limit} {side}, witness {at}");
        }
    }
}

/// The witness of a boundary.
fn boundary(corpus: &Corpus, limit: &str, side: &str) -> usize {
    let wanted = |target: &Json| target["text"] == limit && target["about"]["aim"] == side;
    let target = corpus.targets().iter().position(wanted).unwrap_or_else(|| panic!("no target {limit} {side}"));
    let serves = |witness: &Json| witness["targets"].as_array().expect("targets").contains(&json!(target));
    corpus.witnesses().iter().position(serves).unwrap_or_else(|| panic!("no witness of {limit} {side}"))
}

#[test]
fn a_value_instead_of_a_reference() {
    let corpus = corpus("todo_list");
    let mut count = 0;
    for state in 0..corpus.states().len() {
        let answers = corpus.recorded(state, MOMENT);
        for step in 0..corpus.trace(state).unwrap_or_default().len() {
            for (name, value) in corpus.states()[state]["trace"][step]["inputs"].as_object().expect("inputs") {
                if value.get("$ref").is_some() {
                    let recorded = resolved(value, &answers, MOMENT).expect("a reference");
                    let lying = changed(corpus, |json| json["states"][state]["trace"][step]["inputs"][name] = recorded);
                    assert!(replays(corpus, state) && !replays(&lying, state), "state {state}, step {step}: {name}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 20, "{count} references");
}

/// Every bystander is there for a field in which it alone differs, unless the state is not valid without it.
#[test]
fn a_bystander_less() {
    let corpus = corpus("todo_list");
    let with = near_misses(corpus);
    let witness = corpus.witnesses().iter().find(|witness| {
        let base = position(&witness["state"]);
        !witness["populated"].is_null()
            && corpus.states()[base]["state"]["todos"].as_object().is_some_and(|todos| !todos.is_empty())
    });
    let witness = witness.expect("a witness about a todo");
    let (small, large) = (position(&witness["state"]), position(&witness["populated"]));
    let subjects = corpus.states()[small]["state"]["todos"].as_object().expect("todos");
    let crowd = corpus.states()[large]["state"]["todos"].as_object().expect("todos");
    for bystander in crowd.keys().filter(|key| !subjects.contains_key(*key)) {
        let lying = changed(corpus, |json| {
            let todos = json["states"][large]["state"]["todos"].as_object_mut().expect("todos");
            todos.remove(bystander);
        });
        assert!(near_misses(&lying).0 < with.0, "nobody misses {bystander} in state {large}");
    }
}
