//! What holds of every corpus: it is small, nothing in it is there for nothing, its bystanders resemble the subject, and
//! it holds nothing that a suite may not load or send.

use std::collections::BTreeSet;
use std::sync::Arc;

use regex::Regex;
use serde_json::{Map, Value as Json};
use specc::convention::InputPlace;
use specc::explore::{Effort, Expect, Exploration, Made, Options, Witness, corpus_json};
use specc::interp::{Machine, Random, State, Value, Verdict};
use specc::ir::{EntityId, OperationId, Type};

use crate::common::root;
use crate::explored::{explored, explored_text};
use crate::reader::{Corpus, corpus, position, resolved, text, wait};
use crate::replay::{MOMENT, per_fixture};

const YEAR: i64 = 31_557_600_000;

per_fixture! {
    size => super::is_small,
    purpose => super::is_there_for_something,
    repetition => super::shows_every_operation_twice,
    bystanders => super::has_bystanders,
    near_misses => super::has_near_misses,
    values => super::holds_no_strange_values,
    paths => super::has_sendable_paths,
    limits => super::is_accepted_within_limits,
    patterns => super::tells_texts_that_match_from_others,
    changes => super::shows_every_change,
    crowds => super::has_bystanders_by_calls,
}

fn is_small(name: &str) {
    let corpus = corpus(name);
    assert!(corpus.size < 900_000, "{} bytes", corpus.size);
    assert!(corpus.states().len() <= 240, "{} states", corpus.states().len());
}

fn positions(json: &Json) -> Vec<usize> {
    json.as_array().expect("positions").iter().map(position).collect()
}

/// Every target that was reached has a witness, every witness a target, and every state a use.
fn is_there_for_something(name: &str) {
    let corpus = corpus(name);
    let mut witnessed = BTreeSet::new();
    for witness in corpus.witnesses() {
        let targets = positions(&witness["targets"]);
        assert!(!targets.is_empty(), "a witness of nothing: {witness}");
        witnessed.extend(targets);
    }
    let reached = |at: &usize| corpus.targets()[*at]["reached"] == true;
    let expected: BTreeSet<usize> = (0..corpus.targets().len()).filter(reached).collect();
    assert_eq!(witnessed, expected);
    for (at, state) in corpus.states().iter().enumerate() {
        let is_base = corpus.states().iter().any(|other| other["populates"] == at);
        let is_used = !positions(&state["serves"]).is_empty() || state.get("repeats").is_some() || is_base;
        assert!(is_used, "state {at} is of no use");
        assert_eq!(positions(&state["serves"]), served(corpus, at), "state {at}");
    }
}

/// The targets of the witnesses in a state.
fn served(corpus: &Corpus, state: usize) -> Vec<usize> {
    let here = |witness: &&Json| witness["state"] == state || witness["populated"] == state;
    let mut found: Vec<usize> =
        corpus.witnesses().iter().filter(here).flat_map(|witness| positions(&witness["targets"])).collect();
    found.sort_unstable();
    found
}

fn shows_every_operation_twice(name: &str) {
    let corpus = corpus(name);
    let often = |name: &str| (0..corpus.states().len()).any(|state| repeated(corpus, state, name) >= 2);
    let names = corpus.service.operations.iter().map(|operation| operation.name.as_str());
    let missing: Vec<&str> = names.filter(|name| !often(name)).collect();
    assert!(missing.is_empty(), "at most once in every trace: {missing:?}");
    for (at, state) in corpus.states().iter().enumerate() {
        let promised = state.get("repeats").and_then(Json::as_array).into_iter().flatten();
        let lies: Vec<&Json> =
            promised.filter(|name| repeated(corpus, at, name.as_str().expect("a name")) < 2).collect();
        assert!(lies.is_empty(), "the trace of state {at} does not repeat {lies:?}");
    }
}

/// How often a trace has an operation.
fn repeated(corpus: &Corpus, state: usize, operation: &str) -> usize {
    let trace = corpus.trace(state).unwrap_or_default();
    trace.iter().filter(|step| step["operation"] == operation).count()
}

/// The state fields that are relations or maps, with the entity that they hold, if it is one.
fn relations(corpus: &Corpus) -> Vec<(&str, Option<EntityId>)> {
    let relation = |field: &specc::ir::StateField| match &field.ty.ty {
        Type::Map(_, value) => Some(if let Type::Entity(id) = **value { Some(id) } else { None }),
        Type::Multi(..) => Some(None),
        _ => None,
    };
    corpus.service.state.iter().filter_map(|field| Some((field.name.as_str(), relation(field)?))).collect()
}

/// States with bystanders, each with the state that it enlarges.
fn crowds(corpus: &Corpus) -> impl Iterator<Item = (usize, &Json, &Json)> {
    let crowded = corpus.states().iter().enumerate();
    crowded.filter_map(|(at, large)| {
        let small = &corpus.states()[large.get("populates")?.as_u64()? as usize];
        large["trace"].is_null().then_some((at, &small["state"], &large["state"]))
    })
}

/// How many entries a relation has, and how many elements they hold.
fn count(relation: &Json) -> (usize, usize) {
    match relation {
        Json::Object(entries) => (entries.len(), entries.values().filter_map(Json::as_array).map(Vec::len).sum()),
        Json::Array(entries) => (entries.len(), 0),
        _ => (0, 0),
    }
}

/// Whether a collection holds all that another one does. A scalar may differ: it may have to count the bystanders.
fn holds_all(small: &Json, large: &Json) -> bool {
    match (small, large) {
        (Json::Object(small), Json::Object(large)) => small.iter().all(|(key, value)| {
            let is_set = value.is_array();
            large.get(key).is_some_and(|found| if is_set { holds_all(value, found) } else { found == value })
        }),
        (Json::Array(small), Json::Array(large)) => small.iter().all(|element| large.contains(element)),
        _ => true,
    }
}

/// For each relation that a minimal state has entries in, whether the populated one has more; and what is lost.
fn grown(corpus: &Corpus) -> (usize, Vec<String>, Vec<String>) {
    let (mut all, mut short, mut lost) = (0, Vec::new(), Vec::new());
    for (at, small, large) in crowds(corpus) {
        for (name, value) in small.as_object().expect("a state") {
            if !holds_all(value, &large[name]) {
                lost.push(format!("state {at}: {name}"));
            }
        }
        for (name, _) in relations(corpus) {
            let (before, after) = (count(&small[name]), count(&large[name]));
            if before.0 > 0 {
                all += 1;
                short.extend((after <= before).then(|| format!("state {at}: {name}")));
            }
        }
    }
    (all, short, lost)
}

/// The share of relations that may have no more entries among bystanders, in percent. A second session needs two fresh
/// tokens and an active owner; a second payment needs an order of its own that was placed and paid to the cent; and a
/// second sample needs readings, a label and a higher total at the same time, which mending seldom finds.
fn tolerated(name: &str) -> usize {
    match name {
        "auth_service" => 25,
        "ecommerce" => 16,
        "edge_cases" => 70,
        _ => 0,
    }
}

fn has_bystanders(name: &str) {
    let corpus = corpus(name);
    let (all, short, lost) = grown(corpus);
    assert!(lost.is_empty(), "a populated state lacks what the minimal one has: {lost:?}");
    let share = tolerated(name);
    assert!(short.len() * 100 <= all * share, "{} of {all} have no more entries: {short:?}", short.len());
    // A witness whose own state has nothing to resemble is put among the bystanders of another one.
    let strangers: Vec<usize> = (0..corpus.witnesses().len()).filter(|at| !is_among_its_own(corpus, *at)).collect();
    assert!(strangers.len() <= 2, "the populated state is about something else: {strangers:?}");
    let is_alone = |at: &usize| {
        let witness = &corpus.witnesses()[*at];
        let is_crowd = corpus.states()[position(&witness["state"])].get("populates").is_some();
        witness["populated"].is_null() && !is_crowd && !has_neighbours(corpus, *at)
    };
    let alone: Vec<usize> = (0..corpus.witnesses().len()).filter(is_alone).collect();
    // A counter has no room for bystanders; elsewhere few witnesses are spoilt by all of them.
    let bound = if relations(corpus).is_empty() { corpus.witnesses().len() } else { 5 };
    assert!(alone.len() <= bound, "witnesses without bystanders: {alone:?}");
}

/// Whether a witness was made for what is beside its call.
fn has_neighbours(corpus: &Corpus, witness: usize) -> bool {
    let targets = positions(&corpus.witnesses()[witness]["targets"]);
    targets.iter().all(|at| corpus.targets()[*at]["kind"] == "bystander")
}

/// Whether the populated state of a witness holds what the minimal one does.
fn is_among_its_own(corpus: &Corpus, witness: usize) -> bool {
    let witness = &corpus.witnesses()[witness];
    if witness["populated"].is_null() {
        return true;
    }
    let state = |name: &str| &corpus.states()[position(&witness[name])]["state"];
    let fields = state("state").as_object().expect("a state");
    fields.iter().all(|(name, value)| holds_all(value, &state("populated")[name]))
}

/// For the entries that witnesses are about, how many of their fields have a bystander that differs there alone, of how
/// many fields that are not the key.
pub fn near_misses(corpus: &Corpus) -> (usize, usize) {
    let mut found = (0, 0);
    for witness in corpus.witnesses().iter().filter(|witness| !witness["populated"].is_null()) {
        let state = position(&witness["state"]);
        let answers = corpus.recorded(state, MOMENT);
        let Ok(inputs) = resolved(&witness["call"]["inputs"], &answers, MOMENT) else { continue };
        let keys: Vec<String> = inputs.as_object().into_iter().flatten().map(|(_, value)| text(value)).collect();
        for (name, _) in relations(corpus).into_iter().filter(|(_, entity)| entity.is_some()) {
            let small = &corpus.states()[state]["state"][name];
            let large = &corpus.states()[position(&witness["populated"])]["state"][name];
            let Some(key) = keys.iter().find(|key| small.get(key).is_some()) else { continue };
            let (with, all) = near(key, large);
            found = (found.0 + with, found.1 + all);
        }
    }
    found
}

fn near(key: &str, relation: &Json) -> (usize, usize) {
    let subject = relation[key].as_object().expect("an entry");
    let others = relation.as_object().expect("a relation").iter().filter(|(other, _)| *other != key);
    let others: Vec<(&str, &Map<String, Json>)> =
        others.filter_map(|(other, entry)| Some((other.as_str(), entry.as_object()?))).collect();
    let fields: Vec<&String> = subject.iter().filter(|(_, value)| text(value) != key).map(|(name, _)| name).collect();
    let differs_alone = |name: &&&String| {
        others.iter().any(|(other, entry)| {
            let same = |field: &str| entry[field] == subject[field] || text(&entry[field]) == *other;
            entry[name.as_str()] != subject[name.as_str()] && subject.keys().all(|field| field == **name || same(field))
        })
    };
    (fields.iter().filter(differs_alone).count(), fields.len())
}

fn has_near_misses(name: &str) {
    let (with, all) = near_misses(corpus(name));
    // Where fields depend on each other (a status and its date, items and their total) none can differ alone; nor where
    // another one has to be unique, as the names of samples and the tokens of sessions have.
    let share = match name {
        "url_shortener" => 40,
        "todo_list" => 60,
        "ecommerce" | "auth_service" => 25,
        _ => 0,
    };
    assert!(with * 100 >= all * share, "{with} of {all} fields have a bystander that differs there alone");
}

/// Everything that is loaded or sent, each with where it is and whether it is loaded.
fn values(corpus: &Corpus) -> Vec<(String, &Json, bool)> {
    let mut found = Vec::new();
    for (at, state) in corpus.states().iter().enumerate() {
        let fields = state["state"].as_object().expect("a state").iter();
        found
            .extend(fields.map(|(name, value)| (format!("state {at}: {name}"), value, !begins_far_away(corpus, name))));
        let steps = corpus.trace(at).unwrap_or_default().iter();
        found.extend(steps.map(|step| (format!("trace of {at}"), &step["inputs"], false)));
    }
    let witnesses = corpus.witnesses().iter().enumerate();
    found.extend(witnesses.map(|(at, witness)| (format!("witness {at}"), &witness["call"]["inputs"], false)));
    found
}

/// Whether a state field is an instant that the spec leaves open, so that it begins with 1970: the corpus has no say in
/// that.
fn begins_far_away(corpus: &Corpus, name: &str) -> bool {
    corpus.states()[0]["state"][name]["$at"].as_i64().is_some_and(|offset| offset.abs() > 50 * YEAR)
}

/// Visits the scalars of a value; instants are objects here, and keys are texts.
fn scalars(json: &Json, visit: &mut dyn FnMut(&Json)) {
    match json {
        Json::Object(fields) if fields.contains_key("$at") => visit(json),
        Json::Object(fields) if fields.contains_key("$ref") => {}
        Json::Object(fields) => fields.iter().for_each(|(key, value)| {
            visit(&Json::String(key.clone()));
            scalars(value, visit);
        }),
        Json::Array(items) => items.iter().for_each(|item| scalars(item, visit)),
        other => visit(other),
    }
}

/// A number that other languages would round, where no type of the fixtures has bounds out there; an instant that a
/// database may not know; a text that regular expressions read differently from one language to the other.
fn holds_no_strange_values(name: &str) {
    let corpus = corpus(name);
    let strange = Regex::new(r"[[\s\d\w]--[\x00-\x7f]]|[\x0b\x1c-\x1f\x{feff}]").expect("a pattern");
    let mut found = Vec::new();
    for (place, json, is_loaded) in values(corpus) {
        scalars(json, &mut |scalar| {
            let large = scalar.as_i64().is_some_and(|number| number.abs() >= 1_000_000_000_000_000);
            let distant = is_loaded && scalar["$at"].as_i64().is_some_and(|offset| offset.abs() > 50 * YEAR);
            let odd = scalar.as_str().is_some_and(|text| strange.is_match(text));
            found.extend((large || distant || odd).then(|| format!("{place}: {scalar}")));
        });
    }
    assert!(found.is_empty(), "{found:?}");
}

/// No value in a path is empty, a step to another folder, or a word of a route.
fn has_sendable_paths(name: &str) {
    let corpus = corpus(name);
    let words = corpus.api.words();
    let mut found = Vec::new();
    for at in 0..corpus.states().len() {
        let answers = corpus.recorded(at, MOMENT);
        let steps = corpus.trace(at).unwrap_or_default().iter();
        let witnesses = corpus.witnesses().iter().filter(|witness| witness["state"] == at);
        let calls = witnesses.map(|witness| &witness["call"]).filter(|call| !call.is_null());
        for call in steps.chain(calls) {
            let sent = corpus.sent(call, &answers, MOMENT + wait(call)).expect("a call");
            let places = &corpus.api.route(sent.operation).inputs;
            let declared = corpus.operation(sent.operation).inputs.iter().zip(places);
            for (param, _) in declared.filter(|(_, place)| **place == InputPlace::Path) {
                let value = text(&sent.inputs[param.name.as_str()]);
                let unfit = value.is_empty() || value == "." || value == ".." || words.contains(&value);
                found.extend(unfit.then(|| format!("state {at}: {call}")));
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

/// The targets that a witness reaches.
fn targets_of<'c>(corpus: &'c Corpus, witness: &Json) -> Vec<&'c Json> {
    positions(&witness["targets"]).into_iter().map(|at| &corpus.targets()[at]).collect()
}

/// Where nothing fails beside it, a length within its limit is accepted: no other condition of the same clause stands in
/// its way.
fn is_accepted_within_limits(name: &str) {
    let corpus = corpus(name);
    let limit = Regex::new(r": len\(value\) (<=|>=) \d+$").expect("a pattern");
    let within = |target: &&Json| {
        let text = target["text"].as_str().expect("a text");
        limit.captures(text).is_some_and(|found| {
            let side = if &found[1] == "<=" { "below" } else { "above" };
            target["about"]["aim"] == "at" || target["about"]["aim"] == side
        })
    };
    for witness in corpus.witnesses().iter().filter(|witness| witness["alone"] == true) {
        let limits: Vec<&Json> = targets_of(corpus, witness).into_iter().filter(within).collect();
        assert!(limits.is_empty() || witness["expect"]["accepted"] == true, "{limits:?}: {witness}");
    }
}

/// A text grows to a limit of its length within its pattern, so that the length alone decides.
#[test]
fn the_length_of_an_address_decides_alone() {
    let corpus = corpus("url_shortener");
    for operation in ["Shorten", "Claim", "Retarget"] {
        let calls = corpus.witnesses().iter().filter(|witness| {
            let url = witness["call"]["inputs"]["url"].as_str().unwrap_or_default();
            witness["call"]["operation"] == operation && witness["alone"] == true && url.starts_with("http")
        });
        let long: BTreeSet<(usize, bool)> = calls
            .map(|witness| (text(&witness["call"]["inputs"]["url"]).len(), witness["expect"]["accepted"] == true))
            .filter(|(length, _)| *length > 1000)
            .collect();
        assert_eq!(long, BTreeSet::from([(2047, true), (2048, true), (2049, false)]), "{operation}");
    }
}

/// A text that a pattern of an input's type is probed with is accepted if it matches and nothing else fails, and rejected
/// if it does not match.
fn tells_texts_that_match_from_others(name: &str) {
    let corpus = corpus(name);
    let breaking = ["less", "more", "beyond", "line break", "first", "middle", "last"];
    for witness in corpus.witnesses() {
        for target in targets_of(corpus, witness).into_iter().filter(|target| target["about"]["input"].is_u64()) {
            let aim = target["about"]["aim"].as_str().unwrap_or_default();
            let accepted = witness["expect"]["accepted"] == true;
            let whole = !target["name"].as_str().expect("a name").contains("inside");
            assert!(!breaking.contains(&aim) || !accepted, "{aim}: {witness}");
            if (aim == "shortest" || aim == "longest") && witness["alone"] == true && whole {
                assert!(accepted, "{aim}: {witness}");
            }
        }
    }
}

/// The texts that calls of an operation send as an input, each with whether it is accepted.
fn sent(corpus: &Corpus, operation: &str, input: &str) -> BTreeSet<(String, bool)> {
    let calls = corpus.witnesses().iter().filter(|witness| witness["call"]["operation"] == operation);
    let values = calls.filter_map(|witness| {
        let value = witness["call"]["inputs"][input].as_str()?;
        Some((value.to_string(), witness["expect"]["accepted"] == true))
    });
    values.collect()
}

#[test]
fn patterns_are_met_from_both_sides() {
    for (name, operation, input, least, most) in
        [("url_shortener", "Claim", "code", 6, 10), ("todo_list", "AddTag", "tag", 1, 30)]
    {
        let sent = sent(corpus(name), operation, input);
        let has = |length: usize, accepted: bool| {
            sent.iter().any(|(text, found)| text.chars().count() == length && *found == accepted)
        };
        assert!(has(least, true) && has(most, true) && has(most + 1, false), "{operation}: {sent:?}");
        assert!(least == 1 || has(least - 1, false), "{operation}: {sent:?}");
        assert!(sent.iter().any(|(text, accepted)| text.ends_with('\n') && !accepted), "{operation}: {sent:?}");
    }
}

/// An address that goes on after the name of this host leads elsewhere.
#[test]
fn a_lookalike_is_accepted() {
    let sent = sent(corpus("url_shortener"), "Shorten", "url");
    let lookalike = |(url, accepted): &(String, bool)| {
        *accepted && url.strip_prefix("http://sho.rt").is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
    };
    assert!(sent.iter().any(lookalike), "{sent:?}");
}

/// What a call that succeeds makes of the state.
fn after(machine: &Machine, found: &Exploration, witness: &Witness) -> Option<State> {
    let made = witness.call.as_ref().filter(|made| made.expect == Expect::Accepted)?;
    let before = &found.corpus.states[witness.state].state;
    match machine.call(before, &made.call, made.now, &mut Random::seeded(1)) {
        Verdict::Accepted(accepted) => Some(accepted.state),
        _ => None,
    }
}

/// Every operation that can change something has a call that does, and the inputs of others do not undo that for no reason:
/// where one call changes nothing, some other one of the operation does.
fn shows_every_change(name: &str) {
    let found = explored(name);
    let machine = Machine::new(Arc::clone(&found.service));
    let changing: BTreeSet<usize> = found
        .exploration
        .corpus
        .witnesses
        .iter()
        .filter(|witness| {
            let before = &found.exploration.corpus.states[witness.state].state;
            after(&machine, &found.exploration, witness).is_some_and(|after| after != *before)
        })
        .filter_map(|witness| Some(witness.call.as_ref()?.call.operation.index()))
        .collect();
    let routes = (0..found.service.operations.len() as u32).map(OperationId);
    let idle: Vec<&str> = routes
        .filter(|id| !found.api.route(*id).kind.is_read_only() && !changing.contains(&id.index()))
        .map(|id| found.service.operation(id).name.as_str())
        .collect();
    assert!(idle.is_empty(), "never changes anything: {idle:?}");
}

/// A new target differs from the old one, and what is refused is not what is there already.
#[test]
fn calls_carry_what_is_not_there_yet() {
    let found = explored("url_shortener");
    let machine = Machine::new(Arc::clone(&found.service));
    let corpus = &found.exploration.corpus;
    let name = |made: &Made| found.service.operation(made.call.operation).name.as_str();
    for witness in &corpus.witnesses {
        let before = &corpus.states[witness.state].state;
        let Some(made) = &witness.call else { continue };
        if let ("Retarget", Some(after)) = (name(made), after(&machine, &found.exploration, witness)) {
            assert_ne!(*before, after, "{made:?}");
        }
        if let ("Claim", Value::Map(store)) = (name(made), &before.fields()[0]) {
            assert_ne!(store.get(&made.call.inputs[0]), Some(&made.call.inputs[1]), "{made:?}");
        }
    }
}

/// What was made at some instant is called about later.
#[test]
fn calls_come_after_what_they_are_about() {
    let corpus = corpus("todo_list");
    let about_something = |witness: &&Json| {
        let todos = &corpus.states()[position(&witness["state"])]["state"]["todos"];
        todos.as_object().is_some_and(|todos| !todos.is_empty()) && !witness["call"].is_null()
    };
    let waits: Vec<bool> =
        corpus.witnesses().iter().filter(about_something).map(|witness| wait(&witness["call"]) > 0).collect();
    let later = waits.iter().filter(|waits| **waits).count();
    assert!(later * 10 >= waits.len() * 9, "{later} of {}", waits.len());
}

/// Where something can be made by calls, some witnesses stand among others of its kind that calls made.
fn has_bystanders_by_calls(name: &str) {
    let corpus = corpus(name);
    let crowds = corpus.states().iter().filter(|state| !state["trace"].is_null() && state.get("populates").is_some());
    let mut found = 0;
    for crowd in crowds {
        let base = &corpus.states()[position(&crowd["populates"])];
        let grows = |name: &str| count(&crowd["state"][name]).0 >= count(&base["state"][name]).0 + 2;
        assert!(relations(corpus).iter().any(|(name, _)| grows(name)), "{crowd}");
        found += 1;
    }
    assert!(found > 0 || relations(corpus).is_empty(), "no crowd that calls lead to");
}

/// A key is read, written, read again, removed and used once more.
#[test]
fn a_key_is_used_again() {
    let corpus = corpus("url_shortener");
    let about = |step: &Json, code: &Json| step["inputs"]["code"] == *code;
    let shown = (0..corpus.states().len()).any(|at| {
        let trace = corpus.trace(at).unwrap_or_default();
        let claims: Vec<usize> = (0..trace.len()).filter(|step| trace[*step]["operation"] == "Claim").collect();
        claims.windows(2).any(|pair| {
            let code = &trace[pair[0]]["inputs"]["code"];
            let between: Vec<&str> = trace[pair[0]..pair[1]]
                .iter()
                .filter(|step| about(step, code))
                .map(|step| step["operation"].as_str().expect("a name"))
                .collect();
            let read = between.iter().filter(|name| **name == "Stats").count();
            about(&trace[pair[1]], code) && between.contains(&"Delete") && between.contains(&"Resolve") && read >= 2
        })
    });
    assert!(shown, "no trace claims a code, reads it, writes it, reads it, deletes it and claims it again");
}

/// The same options give the same bytes.
#[test]
fn the_same_bytes_twice() {
    let spec = std::fs::read_to_string(root().join("fixtures/spec/url_shortener.spec")).expect("the fixture");
    let options = Options { effort: Effort::Quick, ..Options::default() };
    let written = || {
        let found = explored_text(&spec, &options);
        corpus_json(&found.exploration, &found.service, &found.api, &options).to_string()
    };
    assert_eq!(written(), written());
}
