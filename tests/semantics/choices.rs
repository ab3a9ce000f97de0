//! What a spec leaves open: the service chooses, and what it chooses keeps every promise.

use serde_json::Value as Json;

use crate::probe::{NOW, Probe, json};

fn outputs(told: &str) -> Json {
    assert!(told.starts_with('{'), "{told}");
    json(told)
}

#[test]
fn an_id_is_fresh_and_fits_its_type() {
    for (ty, fits) in [
        ("Int", (|id: &Json| id.is_i64()) as fn(&Json) -> bool),
        ("Positive", |id| id.as_i64().is_some_and(|id| id > 0)),
        ("Coded", |id| id.as_str().is_some_and(|id| id.len() == 6 && id.bytes().all(|b| b.is_ascii_uppercase()))),
        ("Short", |id| id.as_str().is_some_and(|id| (2..=4).contains(&id.chars().count()))),
        ("String", |id| id.as_str().is_some_and(|id| !id.is_empty())),
        ("UUID", |id| id.as_str().is_some_and(|id| id.len() == 36)),
    ] {
        let text = format!(
            "service S {{
              type Positive = Int where value > 0
              type Coded = String where value matches /^[A-Z]{{6}}$/
              type Short = String where len(value) >= 2 and len(value) <= 4
              entity Thing {{ name: String }}
              state {{ things: {ty} -> one Thing }}
              operation Add {{
                input: name: String
                output: id: {ty}
                ensures:
                  id not in things
                  things' = things + {{id -> Thing {{ name = name }}}}
                  #things' = #things + 1
              }}
            }}"
        );
        let mut probe = Probe::new(&text);
        for count in 1..=30 {
            let found = outputs(&probe.call("Add", r#"{"name": "n"}"#));
            assert!(fits(&found["id"]), "{ty}: {found}");
            let stored = probe.field("things");
            assert_eq!(stored.as_object().expect("an object").len(), count, "{ty}");
        }
    }
}

#[test]
fn an_output_that_is_only_constrained_satisfies_every_clause() {
    let text = "service S {
      type Percent = Int where value >= 0 and value <= 100
      enum Level { LOW, MID, HIGH }
      state { taken: Set[Int] = {0, 1, 2} used: Seq[Percent] }
      operation Free { output: n: Int ensures: n not in taken and n > 1 }
      operation Later { output: at: DateTime ensures: at > now() }
      operation LaterStill { output: at: DateTime ensures: at >= now() + days(1) }
      operation Between { output: n: Int ensures: n > 41 and n < 43 }
      operation Below { input: max: Int output: n: Int ensures: n < max and n > max - 3 }
      operation Other { input: n: Int output: m: Int ensures: m != n }
      operation Pick { output: n: Int ensures: n in taken and n != 0 }
      operation Level { output: l: Level ensures: l != LOW }
      operation Flag { output: b: Bool ensures: b != false }
      operation Part { output: s: Set[Int] ensures: s subset taken and #s = 2 }
      operation Maybe { output: o: Option[Int] ensures: o != none }
      operation Nothing { output: o: Option[Int], s: Set[Int], q: Seq[Int], m: Map[Int, Int] }
      operation Two { output: a: Int, b: Int ensures: a < b and a + b = 3 and a >= 0 }
      operation Typed { output: p: Percent ensures: p >= 50 }
      operation Long { output: s: String ensures: len(s) = 12 }
      operation Real { output: f: Float ensures: f > 0.5 and f < 1 }
      operation Wait { output: d: Duration ensures: d > hours(1) }
    }";
    let mut probe = Probe::new(text);
    let mut check = |name: &str, inputs: &str, fits: &dyn Fn(&Json) -> bool| {
        let found = outputs(&probe.call(name, inputs));
        assert!(fits(&found), "{name}: {found}");
    };
    let int = |found: &Json, name: &str| found[name].as_i64().expect("an integer");
    check("Free", "{}", &|found| int(found, "n") > 2);
    check("Later", "{}", &|found| found["at"].as_str().expect("a text") > "2024-05-01T12:00:00.123Z");
    check("LaterStill", "{}", &|found| found["at"].as_str().expect("a text") >= "2024-05-02T12:00:00.123Z");
    check("Between", "{}", &|found| int(found, "n") == 42);
    check("Below", r#"{"max": 1000000}"#, &|found| [999_998, 999_999].contains(&int(found, "n")));
    check("Other", r#"{"n": 0}"#, &|found| int(found, "m") != 0);
    check("Pick", "{}", &|found| [1, 2].contains(&int(found, "n")));
    check("Level", "{}", &|found| found["l"] != "LOW");
    check("Flag", "{}", &|found| found["b"] == true);
    check("Part", "{}", &|found| found["s"].as_array().expect("an array").len() == 2);
    check("Maybe", "{}", &|found| found["o"].is_i64());
    check("Nothing", "{}", &|found| *found == json(r#"{"o": null, "s": [], "q": [], "m": {}}"#));
    check("Two", "{}", &|found| [(0, 3), (1, 2)].contains(&(int(found, "a"), int(found, "b"))));
    check("Typed", "{}", &|found| (50..=100).contains(&int(found, "p")));
    check("Long", "{}", &|found| found["s"].as_str().expect("a text").chars().count() == 12);
    check("Real", "{}", &|found| found["f"].as_f64().is_some_and(|f| f > 0.5 && f < 1.0));
    check("Wait", "{}", &|found| int(found, "d") > 3_600_000);
}

#[test]
fn choices_keep_entity_and_service_invariants() {
    let text = "service S {
      enum Status { NEW, OLD }
      entity Task {
        id: Int
        status: Status
        low: Int
        high: Int where value > 10
        done_at: Option[DateTime]
        created_at: DateTime
        invariant order: low > high
        invariant dated: status = OLD iff done_at != none
      }
      state { tasks: Int -> one Task last: Int }
      operation Add {
        output: id: Int
        ensures:
          id not in tasks
          id in tasks'
          tasks'[id].id = id
      }
      operation AddOld {
        output: id: Int
        ensures:
          id not in tasks
          tasks'[id].status = OLD
          last' = id
      }
      invariant keys: all id in tasks | tasks[id].id = id
      invariant few: all id in tasks | id > 100
      invariant known: last = 0 or last in tasks
    }";
    let mut probe = Probe::new(text);
    for name in ["Add", "AddOld", "Add", "AddOld"] {
        let found = outputs(&probe.call(name, "{}"));
        let id = found["id"].as_i64().expect("an id");
        assert!(id > 100, "{name}: {id}");
        let task = probe.field("tasks")[id.to_string()].clone();
        assert_eq!(task["id"], id);
        assert_eq!(task["created_at"], "2024-05-01T12:00:00.123Z");
        assert_eq!(task["status"], if name == "Add" { "NEW" } else { "OLD" });
        assert_eq!(task["done_at"].is_null(), name == "Add", "{task}");
    }
    assert_eq!(probe.machine.check_state(&probe.state, NOW), Ok(()));
}

#[test]
fn what_no_clause_speaks_of_is_completed() {
    let text = "service S {
      type Code = String where value matches /^[b-d]{2}[0-9]$/
      type Big = Int where value >= 7
      enum Kind { FIRST, SECOND }
      entity Inner { n: Big }
      entity Full {
        id: Int
        name: String
        again: Option[String]
        created_at: DateTime
        updated_at: Option[DateTime]
        seen_at: Option[DateTime]
        kind: Kind
        flag: Bool
        size: Big
        code: Code
        weight: Float
        wait: Duration
        trace: UUID
        tags: Set[String]
        list: Seq[Int]
        table: Map[String, Int]
        inner: Inner
        other: Option[Inner]
      }
      state { all_of: Int -> one Full }
      operation Add {
        input: key: Int, name: String
        requires: key not in all_of
        ensures: all_of'[key].flag = true
      }
      operation Make {
        input: name: String
        output: made: Full
        ensures: made.id = 4
      }
    }";
    let mut probe = Probe::new(text);
    assert_eq!(probe.call("Add", r#"{"key": 5, "name": "ann"}"#), "{}");
    let expected = json(
        r#"{"id": 5, "name": "ann", "again": null, "created_at": "2024-05-01T12:00:00.123Z",
            "updated_at": "2024-05-01T12:00:00.123Z", "seen_at": null, "kind": "FIRST", "flag": true, "size": 7,
            "code": "bb0", "weight": 0.0, "wait": 0, "trace": "00000000-0000-0000-0000-000000000000", "tags": [],
            "list": [], "table": {}, "inner": {"n": 7}, "other": null}"#,
    );
    assert_eq!(probe.field("all_of")["5"], expected);
    let made = outputs(&probe.call("Make", r#"{"name": "bob"}"#))["made"].clone();
    assert_eq!(made["id"], 4);
    assert_eq!(made["name"], "bob");
    assert_eq!(made["kind"], "FIRST");
    assert_eq!(made["inner"], json(r#"{"n": 7}"#));
}

#[test]
fn values_inside_values_fit_as_well() {
    let text = "service S {
      type Odd = Int where value / 2 * 2 != value
      entity Span {
        from: Odd
        to: Int where value > from
        invariant wide: to - from > 3
      }
      entity Node { name: String span: Span next: Option[Node] kids: Seq[Node] }
      entity Holder { at: Option[Span] all_of: Seq[Span] }
      state { nodes: Int -> one Node spans: Map[Int, Span] }
      operation Make { output: n: Node }
      operation Store { input: k: Int ensures: nodes'[k].name = \"a\" }
      operation Span { input: k: Int ensures: k in spans' }
      operation Hold { output: h: Holder ensures: #h.all_of = 1 and h.at != none }
      operation Maybe { output: s: Option[Span], all_of: Set[Span] ensures: s != none and #all_of = 1 }
    }";
    let mut probe = Probe::new(text);
    let span = json(r#"{"from": 1, "to": 5}"#);
    assert_eq!(outputs(&probe.call("Make", "{}"))["n"]["span"], span);
    assert_eq!(probe.call("Store", r#"{"k": 1}"#), "{}");
    assert_eq!(
        probe.field("nodes")["1"],
        json(r#"{"name": "a", "span": {"from": 1, "to": 5}, "next": null, "kids": []}"#)
    );
    assert_eq!(probe.call("Span", r#"{"k": 2}"#), "{}");
    assert_eq!(probe.field("spans")["2"], span);
    let held = outputs(&probe.call("Hold", "{}"));
    assert_eq!(held["h"], json(r#"{"at": {"from": 1, "to": 5}, "all_of": [{"from": 1, "to": 5}]}"#));
    let maybe = outputs(&probe.call("Maybe", "{}"));
    assert_eq!(maybe, json(r#"{"s": {"from": 1, "to": 5}, "all_of": [{"from": 1, "to": 5}]}"#));
}

#[test]
fn an_open_state_field_takes_a_value_that_passes() {
    let text = "service S {
      state { maybe: Option[Int] = 4 rate: Float = 0.5 at: DateTime wait: Duration tags: Int -> set Int names: Set[String] }
      operation Other { ensures: maybe' != maybe }
      operation Rate { ensures: rate' > rate and rate' < 0.6 }
      operation Later { ensures: at' > at }
      operation Wait { ensures: wait' > wait }
      operation Tagged { ensures: #tags' = #tags + 1 }
      operation Named { ensures: #names' = 2 }
      invariant low: rate < 1
    }";
    let mut probe = Probe::new(text);
    for name in ["Other", "Rate", "Later", "Wait", "Tagged"] {
        let before = probe.json();
        assert_eq!(probe.call(name, "{}"), "{}", "{name}");
        assert_ne!(probe.json(), before, "{name}");
    }
}

#[test]
fn an_equation_of_two_places_determines_the_left_one() {
    let text = "service S {
      state { last: Int seen: Set[Int] best: Option[Int] entries: Map[Int, Int] }
      operation Next { output: n: Int ensures: last' = n and n > last }
      operation Fresh { output: n: Int ensures: n not in seen and n in seen' and best' = n }
      operation Enter { input: k: Int output: n: Int ensures: entries'[k] = n and n > 5 and n < 7 }
      operation Read { output: n: Int ensures: n = last' }
      operation Add { output: n: Int ensures: last' = last + 1 and n = last' and n > 0 }
    }";
    let mut probe = Probe::new(text);
    for name in ["Next", "Fresh", "Fresh", "Next"] {
        let before = probe.json();
        let n = outputs(&probe.call(name, "{}"))["n"].clone();
        let follows = if name == "Fresh" { "best" } else { "last" };
        assert_eq!(probe.field(follows), n, "{name}");
        assert_ne!(probe.json(), before, "{name}");
    }
    assert_eq!(probe.call("Enter", r#"{"k": 3}"#), r#"{"n":6}"#);
    assert_eq!(probe.field("entries"), json(r#"{"3": 6}"#));
    let last = probe.field("last").as_i64().expect("an integer");
    assert_eq!(probe.call("Read", "{}"), format!("{{\"n\":{last}}}"));
    assert_eq!(probe.call("Add", "{}"), format!("{{\"n\":{}}}", last + 1));
}

#[test]
fn a_described_collection_holds_everything_that_fits() {
    let text = "service S {
      entity Item { id: Int size: Int }
      state { items: Int -> one Item }
      operation Put { input: id: Int, size: Int ensures: items'[id] = Item { id = id, size = size } }
      operation Large {
        input: min: Int
        output: found: Set[Item]
        ensures: all i in found | i in ran(items) and i.size >= min
      }
      operation Keys {
        output: found: Seq[Int]
        ensures: all i in found | i in items
      }
    }";
    let mut probe = Probe::new(text);
    for size in [10, 20, 30] {
        assert_eq!(probe.call("Put", &format!(r#"{{"id": {size}, "size": {size}}}"#)), "{}");
    }
    assert_eq!(probe.call("Large", r#"{"min": 20}"#), r#"{"found":[{"id":20,"size":20},{"id":30,"size":30}]}"#);
    assert_eq!(probe.call("Large", r#"{"min": 99}"#), r#"{"found":[]}"#);
    assert_eq!(probe.call("Keys", "{}"), r#"{"found":[10,20,30]}"#);
}

#[test]
fn where_no_choice_exists_the_clause_is_named_and_nothing_changes() {
    let text = "service S {
      type Digit = Int where value >= 0 and value <= 9
      entity Slot { n: Digit }
      state { slots: Digit -> one Slot n: Int }
      operation Fill {
        output: d: Digit
        ensures:
          d not in slots
          slots'[d].n = d
      }
      operation Never { output: x: Int ensures: x > 3 and x < 3 }
      operation Clash { ensures: n' = n + 1 and n' = n }
      operation Unkept { ensures: n' = 100 }
      operation Badly { input: v: Int ensures: slots'[1].n = v }
      operation Typed { input: v: Int output: d: Digit ensures: d = v }
      operation Undefined { output: s: Slot ensures: s = slots[5] }
      invariant small: n < 100
    }";
    let mut probe = Probe::new(text);
    let before = probe.json();
    for (name, inputs, told) in [
        ("Never", "{}", "broken: an ensures of `Never` does not hold: x > 3 and x < 3"),
        ("Clash", "{}", "broken: an ensures of `Clash` does not hold: n' = n + 1 and n' = n"),
        ("Unkept", "{}", "broken: the invariant `small` does not hold: n < 100"),
        ("Badly", r#"{"v": 10}"#, "broken: the refinement of `Digit` does not hold: value >= 0 and value <= 9"),
        ("Typed", r#"{"v": 10}"#, "broken: the refinement of `Digit` does not hold: value >= 0 and value <= 9"),
        ("Undefined", "{}", "broken: an ensures of `Undefined` does not hold: s = slots[5] (there is no such key)"),
    ] {
        assert_eq!(probe.call(name, inputs), told, "{name}");
        assert_eq!(probe.json(), before, "{name}");
    }
    for _ in 0..10 {
        outputs(&probe.call("Fill", "{}"));
    }
    assert_eq!(probe.call("Fill", "{}"), "broken: an ensures of `Fill` does not hold: d not in slots");
}

#[test]
fn clauses_that_define_each_other_in_a_circle_leave_a_hole() {
    for (clauses, reason) in [
        ("a' = b' + 1\n b' = a' - 1", "it and other clauses define each other in a circle"),
        ("a' = a' * 1", "it defines a value by that value itself"),
    ] {
        let text = format!("service S {{ state {{ a: Int b: Int }} operation Op {{ ensures:\n {clauses} }} }}");
        let told = Probe::new(&text).call("Op", "{}");
        assert!(told == format!("hole: {reason}") || told == "{}", "{clauses}: {told}");
    }
}

#[test]
fn the_same_seed_chooses_the_same() {
    let text = "service S {
      state { codes: Set[String] }
      operation Draw { output: code: String ensures: code not in codes and code in codes' }
    }";
    let draw = || {
        let mut probe = Probe::new(text);
        (0..5).map(|_| probe.call("Draw", "{}")).collect::<Vec<_>>()
    };
    assert_eq!(draw(), draw());
}
