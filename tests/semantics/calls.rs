//! What a call does: moments, the frame, transitions, and which rejection comes first.

use crate::probe::{NOW, Probe, json, patched};

// Moments ----------------------------------------------------------------------------------------------------------

#[test]
fn a_bare_name_is_before_and_a_prime_after() {
    let text = "service S {
      state { n: Int = 10 bonus: Int = 1 }
      function worth(k: Int): Int = n * k
      operation Step {
        output: before: Int, after: Int, old: Int, called: Int, calledAfter: Int, mixed: Int
        ensures:
          n' = n + 5
          bonus' = bonus + 1
          before = n
          after = n'
          old = pre(n)
          called = worth(bonus)
          calledAfter = worth(bonus)'
          mixed = worth(bonus')'
      }
      operation Inside {
        output: r: Int, s: Int
        ensures:
          n' = n + 1
          r = pre(worth(bonus)) + n'
          s = pre(n) + n
      }
      operation Local {
        input: n: Int
        output: r: Int
        ensures:
          n' = n + 1
          r = n' + n
      }
    }";
    let mut probe = Probe::new(text);
    // `worth(bonus)'` reads n after and bonus before: 15 * 1. With `bonus'` it is 15 * 2.
    assert_eq!(
        probe.call("Step", "{}"),
        r#"{"before":10,"after":15,"old":10,"called":10,"calledAfter":15,"mixed":30}"#
    );
    assert_eq!(probe.call("Inside", "{}"), r#"{"r":46,"s":30}"#);
    // A prime always means the state field, a bare name the input.
    assert_eq!(probe.call("Local", r#"{"n": 3}"#), r#"{"r":7}"#);
    assert_eq!(probe.field("n"), json("4"));
}

#[test]
fn a_call_with_a_prime_reads_after_and_its_argument_before() {
    let text = "service Meter {
      state { count: Int = 4 step: Int = 1 }
      function next(by: Int): Int = count + by
      operation Advance {
        output: before: Int, after: Int, reached: Int
        ensures:
          count' = next(step)
          step' = step + 1
          before = count
          after = count'
          reached = next(step)'
      }
    }";
    let mut probe = Probe::new(text);
    assert_eq!(probe.call("Advance", "{}"), r#"{"before":4,"after":5,"reached":6}"#);
    assert_eq!(probe.json(), json(r#"{"count": 5, "step": 2}"#));
}

#[test]
fn invariants_read_the_current_state() {
    let text = "service S {
      state { n: Int = 3 m: Int = 5 }
      function gap(): Int = m - n
      operation Up { ensures: n' = n + 1 }
      operation Both { ensures: n' = n + 1 and m' = m + 1 }
      invariant order: n < m
      invariant gapIsThere: gap() > 0
      temporal early: always(n < 6)
    }";
    let mut probe = Probe::new(text);
    assert_eq!(probe.call("Up", "{}"), "{}");
    assert_eq!(probe.call("Up", "{}"), "broken: the invariant `order` does not hold: n < m");
    assert_eq!(probe.call("Both", "{}"), "{}");
    assert_eq!(probe.call("Both", "{}"), "broken: the property `early` does not hold: n < 6");
    assert_eq!(probe.json(), json(r#"{"n": 5, "m": 6}"#));
}

#[test]
fn now_is_one_instant_per_call() {
    let text = "service S {
      state { at: Option[DateTime] }
      operation Tick {
        output: a: DateTime, b: DateTime
        requires: at = none or at <= now()
        ensures:
          a = now()
          b = now()
          at' = now()
      }
    }";
    let mut probe = Probe::new(text);
    let told = r#"{"a":"2024-05-01T12:00:00.123Z","b":"2024-05-01T12:00:00.123Z"}"#;
    assert_eq!(probe.call("Tick", "{}"), told);
    assert_eq!(probe.field("at"), json(r#""2024-05-01T12:00:00.123Z""#));
    let earlier = probe.call_at("Tick", "{}", NOW - 1);
    assert_eq!(earlier, "requires: at = none or at <= now()");
    assert_eq!(probe.call_at("Tick", "{}", NOW), told);
}

// The frame --------------------------------------------------------------------------------------------------------

const FRAME: &str = "service Frame {
  enum Status { OPEN, CLOSED }
  entity Item {
    name: String
    size: Int
    note: Option[String]
    status: Status
    tags: Set[String]
  }
  entity Box { label: String inner: Item }
  state {
    items: Int -> one Item
    boxes: Int -> one Box
    count: Int
    flag: Bool
    maybe: Option[Int]
    names: Set[String]
    lookup: Map[String, Int]
    nested: Map[String, Set[Int]]
    links: Int -> set String
    rows: Int -> some Int
    log: Seq[Int]
  }
  operation Op {
    input: k: Int, s: String, b: Bool
    output: @OUT@
    ensures:
      @ENSURES@
  }
}";

const BEFORE: &str = r#"{
  "items": {
    "1": {"name": "one", "size": 10, "note": "n", "status": "CLOSED", "tags": ["x"]},
    "2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []}
  },
  "boxes": {"1": {"label": "l", "inner": {"name": "in", "size": 1, "note": null, "status": "OPEN", "tags": []}}},
  "count": 3, "flag": true, "maybe": 4, "names": ["a", "b"], "lookup": {"a": 1, "b": 2}, "nested": {"a": [1]},
  "links": {"1": ["x", "y"], "2": ["z"]}, "rows": {"1": [7]}, "log": [1, 2]
}"#;

/// What a call changes, as `{field: new value}`; or, where it is no object, what became of it.
fn frame(clauses: &str, inputs: &str, changes: &str) {
    frame_with("r: Int", &format!("r = 0\n      {clauses}"), inputs, r#"{"r":0}"#, changes);
}

fn frame_with(outputs: &str, clauses: &str, inputs: &str, told: &str, changes: &str) {
    let text = FRAME.replace("@OUT@", outputs).replace("@ENSURES@", clauses);
    let before = json(BEFORE);
    let mut probe = Probe::at(&text, &before);
    let expected = patched(&probe.json(), &json(changes));
    let inputs = patched(&json(r#"{"k": 1, "s": "a", "b": true}"#), &json(inputs)).to_string();
    assert_eq!(probe.call("Op", &inputs), told, "{clauses} {inputs}");
    assert_eq!(probe.json(), expected, "{clauses} {inputs}");
}

#[test]
fn nothing_said_nothing_changed() {
    frame("", "{}", "{}");
    frame("count > 0", "{}", "{}");
    frame("pre(count) = 3", "{}", "{}");
    frame("items' = items", "{}", "{}");
}

#[test]
fn an_equation_gives_a_whole_field() {
    frame("count' = count + k", "{}", r#"{"count": 4}"#);
    frame("count + k = count'", "{}", r#"{"count": 4}"#);
    frame("flag'", "{}", "{}");
    frame("not flag'", "{}", r#"{"flag": false}"#);
    frame("flag' = not flag", "{}", r#"{"flag": false}"#);
    frame("flag' iff k = 2", "{}", r#"{"flag": false}"#);
    frame("maybe' = none", "{}", r#"{"maybe": null}"#);
    frame("maybe' = k", "{}", r#"{"maybe": 1}"#);
    frame("maybe' = some(k)", "{}", r#"{"maybe": 1}"#);
    frame("names' = names + {s, \"z\"}", "{}", r#"{"names": ["a", "b", "z"]}"#);
    frame("log' = log + [k]", "{}", r#"{"log": [1, 2, 1]}"#);
    frame("lookup' = lookup - {s}", "{}", r#"{"lookup": {"b": 2}}"#);
    frame(
        "items' = items - {k}",
        r#"{"k": 2}"#,
        r#"{"items": {"1": {"name": "one", "size": 10, "note": "n", "status": "CLOSED", "tags": ["x"]}}}"#,
    );
    frame("items' = {}", "{}", r#"{"items": {}}"#);
    frame("links' = links + {k -> {}}", "{}", r#"{"links": {"2": ["z"]}}"#);
    frame("links' = links + {5 -> {s}}", "{}", r#"{"links": {"1": ["x", "y"], "2": ["z"], "5": ["a"]}}"#);
    frame("count' = log'[0] and log' = [k + 5]", "{}", r#"{"log": [6], "count": 6}"#);
}

#[test]
fn an_equation_gives_an_entry() {
    frame("lookup'[s] = k + 7", "{}", r#"{"lookup": {"a": 8, "b": 2}}"#);
    frame("lookup'[s] = k + 7", r#"{"s": "new"}"#, r#"{"lookup": {"a": 1, "b": 2, "new": 8}}"#);
    frame("k = lookup'[s]", r#"{"k": 9}"#, r#"{"lookup": {"a": 9, "b": 2}}"#);
    frame("nested'[s] = {k, 5}", r#"{"s": "q"}"#, r#"{"nested": {"a": [1], "q": [1, 5]}}"#);
    frame("nested'[s] = {}", "{}", r#"{"nested": {"a": []}}"#);
    frame("links'[k] = {}", "{}", r#"{"links": {"2": ["z"]}}"#);
    frame("links'[k] = links[k] + {s}", r#"{"k": 3}"#, r#"{"links": {"1": ["x", "y"], "2": ["z"], "3": ["a"]}}"#);
    frame("links'[k] = links[k] - {\"x\"}", "{}", r#"{"links": {"1": ["y"], "2": ["z"]}}"#);
    frame("links'[k] = {} and links'[2] = {s}", "{}", r#"{"links": {"2": ["a"]}}"#);
    frame("rows'[k] = {1, 2}", r#"{"k": 4}"#, r#"{"rows": {"1": [7], "4": [1, 2]}}"#);
    frame(
        "items'[k] = items[2]",
        r#"{"k": 1}"#,
        r#"{"items": {"1": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []},
                      "2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
}

#[test]
fn an_equation_gives_a_field_of_an_entry() {
    let items = |one: &str| {
        format!(
            r#"{{"items": {{"1": {one}, "2": {{"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []}}}}}}"#
        )
    };
    frame(
        "items'[k].size = items[k].size + 1",
        "{}",
        &items(r#"{"name": "one", "size": 11, "note": "n", "status": "CLOSED", "tags": ["x"]}"#),
    );
    frame(
        "items'[k].size = 1 and items'[k].note = none",
        "{}",
        &items(r#"{"name": "one", "size": 1, "note": null, "status": "CLOSED", "tags": ["x"]}"#),
    );
    frame(
        "s in items'[k].tags",
        "{}",
        &items(r#"{"name": "one", "size": 10, "note": "n", "status": "CLOSED", "tags": ["a", "x"]}"#),
    );
    frame(
        "\"x\" not in items'[k].tags",
        "{}",
        &items(r#"{"name": "one", "size": 10, "note": "n", "status": "CLOSED", "tags": []}"#),
    );
    frame(
        "let it = items[k] in\n        items'[k].size = it.size * 2\n        items'[k].name = it.name + s",
        "{}",
        &items(r#"{"name": "onea", "size": 20, "note": "n", "status": "CLOSED", "tags": ["x"]}"#),
    );
    frame(
        "boxes'[k].inner.size = 5",
        "{}",
        r#"{"boxes": {"1": {"label": "l", "inner": {"name": "in", "size": 5, "note": null, "status": "OPEN", "tags": []}}}}"#,
    );
}

#[test]
fn an_absent_entry_is_created_and_completed() {
    frame(
        "items'[k].size = 5",
        r#"{"k": 7}"#,
        r#"{"items": {"1": {"name": "one", "size": 10, "note": "n", "status": "CLOSED", "tags": ["x"]},
                      "2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []},
                      "7": {"name": "", "size": 5, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
    frame("s in links'[k]", r#"{"k": 7}"#, r#"{"links": {"1": ["x", "y"], "2": ["z"], "7": ["a"]}}"#);
    frame("k in nested'[s]", r#"{"s": "q"}"#, r#"{"nested": {"a": [1], "q": [1]}}"#);
    frame("s in lookup' and lookup'[s] = 5", r#"{"s": "q"}"#, r#"{"lookup": {"a": 1, "b": 2, "q": 5}}"#);
    frame("s in lookup'", r#"{"s": "q"}"#, r#"{"lookup": {"a": 1, "b": 2, "q": 0}}"#);
    frame("s in lookup'", "{}", "{}");
}

#[test]
fn membership_determines_an_element() {
    frame("s not in lookup'", "{}", r#"{"lookup": {"b": 2}}"#);
    frame("not (s in lookup')", "{}", r#"{"lookup": {"b": 2}}"#);
    frame("s not in lookup'", r#"{"s": "q"}"#, "{}");
    frame(
        "k not in items'",
        r#"{"k": 1}"#,
        r#"{"items": {"2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
    frame("k not in links'", "{}", r#"{"links": {"2": ["z"]}}"#);
    frame("s in names'", r#"{"s": "q"}"#, r#"{"names": ["a", "b", "q"]}"#);
    frame("s in names'", "{}", "{}");
    frame("not (s not in names')", r#"{"s": "q"}"#, r#"{"names": ["a", "b", "q"]}"#);
    frame("s not in names'", "{}", r#"{"names": ["b"]}"#);
    frame("s in names' and \"b\" not in names'", r#"{"s": "q"}"#, r#"{"names": ["a", "q"]}"#);
    frame("\"y\" not in links'[k]", "{}", r#"{"links": {"1": ["x"], "2": ["z"]}}"#);
    frame("\"z\" not in links'[2]", "{}", r#"{"links": {"1": ["x", "y"]}}"#);
    frame("s not in lookup' and lookup'[\"b\"] = 9", "{}", r#"{"lookup": {"b": 9}}"#);
}

#[test]
fn only_the_branch_that_is_taken_determines() {
    frame("b implies count' = 9", "{}", r#"{"count": 9}"#);
    frame("b implies count' = 9", r#"{"b": false}"#, "{}");
    frame("if b then count' = 9 else flag' = false", "{}", r#"{"count": 9}"#);
    frame("if b then count' = 9 else flag' = false", r#"{"b": false}"#, r#"{"flag": false}"#);
    frame("count' = if b then 9 else count", "{}", r#"{"count": 9}"#);
    frame("count' = if b then 9 else count", r#"{"b": false}"#, "{}");
    frame("k > 0 implies (b implies s not in names')", "{}", r#"{"names": ["b"]}"#);
    frame("k > 0 implies (b implies s not in names')", r#"{"b": false}"#, "{}");
    frame("k > 0 implies (b implies s not in names')", r#"{"k": 0}"#, "{}");
    frame("b implies lookup'[s] = 5\n      not b implies lookup'[s] = 6", "{}", r#"{"lookup": {"a": 5, "b": 2}}"#);
    frame(
        "b implies lookup'[s] = 5\n      not b implies lookup'[s] = 6",
        r#"{"b": false}"#,
        r#"{"lookup": {"a": 6, "b": 2}}"#,
    );
    frame("k in items implies items'[k].size = 0", r#"{"k": 7}"#, "{}");
    frame("let n = k * 2 in b implies count' = n", "{}", r#"{"count": 2}"#);
    frame("let n = k * 2 in b implies count' = n", r#"{"b": false}"#, "{}");
    frame(
        "s in lookup implies s not in lookup'\n      s not in lookup implies lookup'[s] = k",
        r#"{"s": "q"}"#,
        r#"{"lookup": {"a": 1, "b": 2, "q": 1}}"#,
    );
    frame(
        "s in lookup implies s not in lookup'\n      s not in lookup implies lookup'[s] = k",
        "{}",
        r#"{"lookup": {"b": 2}}"#,
    );
}

#[test]
fn beside_a_whole_equation_the_rest_is_checked() {
    frame(
        "lookup' = lookup + {s -> 5}\n      lookup'[s] = 5\n      #lookup' = 2",
        "{}",
        r#"{"lookup": {"a": 5, "b": 2}}"#,
    );
    frame("names' = names + {s}\n      \"a\" in names'", r#"{"s": "q"}"#, r#"{"names": ["a", "b", "q"]}"#);
    let broken = |clause: &str| format!("broken: an ensures of `Op` does not hold: {clause}");
    for (clauses, told) in [
        ("lookup' = lookup\n      lookup'[s] = 9", broken("lookup'[s] = 9")),
        ("names' = names\n      \"q\" in names'", broken("\"q\" in names'")),
        ("count' = 1\n      count' = 2", broken("count' = 2")),
        ("count' = 1\n      b implies count' = 2", broken("b implies count' = 2")),
        ("lookup'[s] = 1\n      lookup'[s] = 2", broken("lookup'[s] = 2")),
        ("lookup'[s] = 1\n      #lookup' = 5", broken("#lookup' = 5")),
        ("s not in names'\n      s in names'", broken("s not in names'")),
        ("items'[k].size = 4\n      items' = items", broken("items'[k].size = 4")),
    ] {
        frame_with("r: Int", &format!("r = 0\n      {clauses}"), "{}", &told, "{}");
    }
}

#[test]
fn a_field_that_is_primed_in_checks_alone_is_open() {
    frame("count' > count", "{}", r#"{"count": 4}"#);
    frame("count' >= count", "{}", "{}");
    frame("count' < 0", "{}", r#"{"count": -1}"#);
    frame("flag' != flag", "{}", r#"{"flag": false}"#);
    frame("#names' = #names", "{}", "{}");
    frame("#names' = 1 and names' subset names", "{}", r#"{"names": ["b"]}"#);
    frame("names' subset {\"a\"}", "{}", r#"{"names": ["a"]}"#);
    frame("#log' = #log + 1", "{}", r#"{"log": [1, 2, 0]}"#);
    frame("#log' = 0", "{}", r#"{"log": []}"#);
    frame("#lookup' = 0", "{}", r#"{"lookup": {}}"#);
    frame("all n in lookup' | lookup'[n] = 0", "{}", r#"{"lookup": {"a": 0, "b": 0}}"#);
    frame(
        "all i in items | items'[i].size = items[i].size * 2",
        "{}",
        r#"{"items": {"1": {"name": "one", "size": 20, "note": "n", "status": "CLOSED", "tags": ["x"]},
                      "2": {"name": "two", "size": 40, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
}

#[test]
fn storing_an_output_keeps_what_no_clause_constrains() {
    frame_with(
        "out: Item",
        "out.size = 99\n      items' = pre(items) + {k -> out}",
        "{}",
        r#"{"out":{"name":"one","size":99,"note":"n","status":"CLOSED","tags":["x"]}}"#,
        r#"{"items": {"1": {"name": "one", "size": 99, "note": "n", "status": "CLOSED", "tags": ["x"]},
                      "2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
    frame_with(
        "out: Item",
        "out.size = 99\n      items' = items + {k -> out}",
        r#"{"k": 3}"#,
        r#"{"out":{"name":"","size":99,"note":null,"status":"OPEN","tags":[]}}"#,
        r#"{"items": {"1": {"name": "one", "size": 10, "note": "n", "status": "CLOSED", "tags": ["x"]},
                      "2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []},
                      "3": {"name": "", "size": 99, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
    frame_with(
        "out: Item",
        "out = items'[k]\n      items'[k].size = 99",
        "{}",
        r#"{"out":{"name":"one","size":99,"note":"n","status":"CLOSED","tags":["x"]}}"#,
        r#"{"items": {"1": {"name": "one", "size": 99, "note": "n", "status": "CLOSED", "tags": ["x"]},
                      "2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
    // Another base than the relation as it was: nothing is kept, and what the base lacks is gone.
    frame_with(
        "out: Item",
        "out.size = 99\n      items' = items - {1} + {k -> out}",
        r#"{"k": 3}"#,
        r#"{"out":{"name":"","size":99,"note":null,"status":"OPEN","tags":[]}}"#,
        r#"{"items": {"2": {"name": "two", "size": 20, "note": null, "status": "OPEN", "tags": []},
                      "3": {"name": "", "size": 99, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
    frame_with(
        "out: Item",
        "out.size = 99\n      items' = {} + {k -> out}",
        r#"{"k": 3}"#,
        r#"{"out":{"name":"","size":99,"note":null,"status":"OPEN","tags":[]}}"#,
        r#"{"items": {"3": {"name": "", "size": 99, "note": null, "status": "OPEN", "tags": []}}}"#,
    );
}

// Transitions ------------------------------------------------------------------------------------------------------

const LIFE: &str = "service Life {
  enum Status { OPEN, PAID, SENT, LOST }
  entity Order { status: Status total: Int paid: Int }
  state { orders: Int -> one Order limit: Int = 100 }
  operation Open {
    input: id: Int, total: Int
    requires: id not in orders
    ensures: orders'[id] = Order { status = OPEN, total = total, paid = 0 }
  }
  operation Pay {
    input: id: Int, amount: Int
    requires:
      id in orders
      amount > 0
    ensures: orders'[id].paid = orders[id].paid + amount
  }
  operation Move {
    input: id: Int, lose: Bool
    requires: id in orders
  }
  operation Wrong {
    input: id: Int
    requires: id in orders
    ensures: orders'[id].status = LOST
  }
  operation Right {
    input: id: Int
    requires: id in orders
    ensures: orders'[id].status = if orders[id].status = OPEN then PAID else LOST
  }
  transition Status {
    entity: Order
    field: status
    OPEN -> PAID via Pay when amount = total and paid = 0 and amount <= limit
    PAID -> SENT via Move when not lose
    PAID -> LOST via Move when lose
    OPEN -> PAID via Wrong
    OPEN -> PAID via Right
    PAID -> LOST via Right
  }
}";

#[test]
fn a_transition_needs_an_enabled_rule_and_sets_the_field() {
    let mut probe = Probe::new(LIFE);
    let steps = [
        ("Open", r#"{"id": 1, "total": 10}"#, "{}"),
        ("Move", r#"{"id": 1, "lose": false}"#, "the transition `Status`"),
        ("Move", r#"{"id": 2, "lose": false}"#, "missing: id in orders"),
        ("Pay", r#"{"id": 1, "amount": 0}"#, "requires: amount > 0"),
        ("Pay", r#"{"id": 2, "amount": 0}"#, "missing: id in orders"),
        ("Pay", r#"{"id": 1, "amount": 9}"#, "the transition `Status`"),
        ("Pay", r#"{"id": 1, "amount": 10}"#, "{}"),
        ("Pay", r#"{"id": 1, "amount": 10}"#, "the transition `Status`"),
        ("Wrong", r#"{"id": 1}"#, "the transition `Status`"),
        ("Open", r#"{"id": 2, "total": 200}"#, "{}"),
        ("Pay", r#"{"id": 2, "amount": 200}"#, "the transition `Status`"),
        ("Wrong", r#"{"id": 2}"#, "broken: the transition `Status` does not hold"),
        ("Right", r#"{"id": 2}"#, "{}"),
        ("Right", r#"{"id": 2}"#, "{}"),
        ("Right", r#"{"id": 2}"#, "the transition `Status`"),
        ("Move", r#"{"id": 1, "lose": false}"#, "{}"),
        ("Move", r#"{"id": 1, "lose": false}"#, "the transition `Status`"),
    ];
    for (at, (name, inputs, told)) in steps.iter().enumerate() {
        assert_eq!(probe.call(name, inputs), *told, "step {at}: {name} {inputs}");
    }
    let expected =
        r#"{"1": {"status": "SENT", "total": 10, "paid": 10}, "2": {"status": "LOST", "total": 200, "paid": 0}}"#;
    assert_eq!(probe.field("orders"), json(expected));
}

#[test]
fn a_guard_picks_among_rules_and_one_without_a_value_is_closed() {
    let text = "service S {
      enum Stage { A, B, C, D }
      entity Thing { stage: Stage n: Int next: Option[Int] }
      state { things: Int -> one Thing }
      operation Put { input: id: Int, n: Int ensures: things'[id] = Thing { stage = A, n = n } }
      operation Go { input: id: Int requires: id in things }
      transition Stages {
        entity: Thing
        field: stage
        A -> B via Go when 10 / n = 5
        A -> C via Go when n <= 0
        B -> D via Go
      }
    }";
    let mut probe = Probe::new(text);
    let mut go = |n: i64, told: &str, stage: &str| {
        assert_eq!(probe.call("Put", &format!(r#"{{"id": 1, "n": {n}}}"#)), "{}");
        assert_eq!(probe.call("Go", r#"{"id": 1}"#), told, "n = {n}");
        assert_eq!(probe.field("things")["1"]["stage"], stage, "n = {n}");
    };
    go(2, "{}", "B");
    go(-3, "{}", "C");
    go(4, "the transition `Stages`", "A");
    // The first guard is undefined, the second holds.
    go(0, "{}", "C");
}

#[test]
fn of_several_enabled_rules_one_that_keeps_every_promise_is_taken() {
    let text = "service S {
      enum Stage { A, B, C }
      entity Thing { stage: Stage }
      state { things: Int -> one Thing allowed: Stage = B }
      operation Put { input: id: Int ensures: things'[id] = Thing { stage = A } }
      operation Allow { input: s: Stage requires: #things = 0 ensures: allowed' = s }
      operation Go { input: id: Int requires: id in things }
      transition Stages {
        entity: Thing
        field: stage
        A -> B via Go
        A -> C via Go
      }
      invariant asAllowed: all id in things | things[id].stage in {A, allowed}
    }";
    for stage in ["B", "C"] {
        let mut probe = Probe::new(text);
        assert_eq!(probe.call("Allow", &format!(r#"{{"s": "{stage}"}}"#)), "{}");
        assert_eq!(probe.call("Put", r#"{"id": 1}"#), "{}");
        assert_eq!(probe.call("Go", r#"{"id": 1}"#), "{}", "{stage}");
        assert_eq!(probe.field("things")["1"]["stage"], stage);
    }
}

// Rejections -------------------------------------------------------------------------------------------------------

#[test]
fn rejections_come_in_their_order() {
    let text = "service S {
      type Positive = Int where value > 0
      type Name = String where len(value) >= 1
      enum Status { OPEN, DONE }
      entity Task { name: Name status: Status owner: Positive }
      state {
        tasks: Positive -> one Task
        team: Set[Positive]
        tags: Positive -> set String
        log: Seq[Positive]
        frozen: Bool
      }
      predicate member(p: Positive) = p in team and not frozen
      predicate there(t: Positive) = t in tasks
      operation Freeze { ensures: frozen' }
      operation Join { input: p: Positive ensures: p in team' }
      operation Add {
        input: id: Positive, name: Name, owner: Positive
        requires:
          id not in tasks
          member(owner)
        ensures: tasks'[id] = Task { name = name, status = OPEN, owner = owner }
      }
      operation Tag {
        input: id: Positive, tag: String
        requires: there(id)
        ensures: tag in tags'[id]
      }
      operation Untag {
        input: id: Positive, tag: String
        requires:
          not frozen
          there(id) and tag in tags[id]
        ensures: tag not in tags'[id]
      }
      operation Finish {
        input: id: Positive, owner: Positive
        requires:
          tasks[id].owner = owner
          id in tasks
      }
      operation Listed {
        input: id: Positive
        requires:
          id in log
          id in dom(tasks)
      }
      operation Either {
        input: id: Positive
        requires: id in tasks or id in team
      }
      operation Maybe {
        input: id: Option[Positive]
        requires: id != none and id in tasks
      }
      transition Life {
        entity: Task
        field: status
        OPEN -> DONE via Finish
      }
    }";
    let mut probe = Probe::new(text);
    let steps = [
        ("Add", r#"{"id": 0, "name": "", "owner": 0}"#, "input id: value > 0"),
        ("Add", r#"{"id": 1, "name": "", "owner": 0}"#, "input name: len(value) >= 1"),
        ("Add", r#"{"id": 1, "name": "a", "owner": 0}"#, "input owner: value > 0"),
        ("Add", r#"{"id": 1, "name": "a", "owner": 5}"#, "missing: member(owner)"),
        ("Join", r#"{"p": 5}"#, "{}"),
        ("Add", r#"{"id": 1, "name": "a", "owner": 5}"#, "{}"),
        ("Add", r#"{"id": 1, "name": "a", "owner": 5}"#, "requires: id not in tasks"),
        // The second clause answers 404, though the first one fails as well.
        ("Add", r#"{"id": 1, "name": "a", "owner": 6}"#, "missing: member(owner)"),
        ("Tag", r#"{"id": 2, "tag": "x"}"#, "missing: there(id)"),
        ("Tag", r#"{"id": 1, "tag": "x"}"#, "{}"),
        ("Untag", r#"{"id": 2, "tag": "x"}"#, "missing: there(id) and tag in tags[id]"),
        ("Untag", r#"{"id": 1, "tag": "y"}"#, "missing: there(id) and tag in tags[id]"),
        ("Finish", r#"{"id": 2, "owner": 5}"#, "missing: id in tasks"),
        ("Finish", r#"{"id": 1, "owner": 6}"#, "requires: tasks[id].owner = owner"),
        ("Finish", r#"{"id": 1, "owner": 5}"#, "{}"),
        ("Finish", r#"{"id": 1, "owner": 5}"#, "the transition `Life`"),
        ("Finish", r#"{"id": 1, "owner": 0}"#, "input owner: value > 0"),
        // A sequence, a domain and a disjunction are no presence.
        ("Listed", r#"{"id": 1}"#, "requires: id in log"),
        ("Either", r#"{"id": 9}"#, "requires: id in tasks or id in team"),
        ("Maybe", "{}", "requires: id != none and id in tasks"),
        ("Maybe", r#"{"id": 9}"#, "missing: id != none and id in tasks"),
        ("Maybe", r#"{"id": 0}"#, "input id: value > 0"),
        ("Maybe", r#"{"id": 1}"#, "{}"),
        ("Freeze", "{}", "{}"),
        ("Untag", r#"{"id": 1, "tag": "x"}"#, "requires: not frozen"),
        ("Untag", r#"{"id": 2, "tag": "x"}"#, "missing: there(id) and tag in tags[id]"),
        ("Add", r#"{"id": 2, "name": "a", "owner": 5}"#, "requires: member(owner)"),
    ];
    for (at, (name, inputs, told)) in steps.iter().enumerate() {
        let before = probe.json();
        assert_eq!(probe.call(name, inputs), *told, "step {at}: {name} {inputs}");
        if !told.starts_with('{') {
            assert_eq!(probe.json(), before, "step {at}: {name} {inputs}");
        }
    }
}

#[test]
fn refinements_of_inputs_are_checked_at_every_depth() {
    let text = "service S {
      type Small = Int where value < 10
      type Even = Small where value / 2 * 2 = value
      type Few = Set[Small] where #value <= 2
      entity Pair {
        a: Small
        b: Int where value >= a
        invariant apart: b - a < 5
      }
      operation One { input: v: Even }
      operation Maybe { input: v: Option[Even] }
      operation Many { input: v: Few }
      operation Row { input: v: Seq[Even] }
      operation Table { input: v: Map[Small, Set[Even]] }
      operation Both { input: v: Pair }
      operation All { input: v: Option[Seq[Pair]] }
      operation MaybeMany { input: v: Option[Set[Even]] }
      operation MaybeTable { input: v: Option[Map[Small, Even]] }
      operation Sets { input: v: Set[Set[Even]] }
    }";
    let mut probe = Probe::new(text);
    for (name, value, told) in [
        ("One", "4", "{}"),
        ("One", "5", "input v: value / 2 * 2 = value"),
        ("One", "12", "input v: value < 10"),
        ("Maybe", "null", "{}"),
        ("Maybe", "5", "input v: value / 2 * 2 = value"),
        ("Many", "[1, 2]", "{}"),
        ("Many", "[]", "{}"),
        ("Many", "[1, 2, 3]", "input v: #value <= 2"),
        ("Many", "[1, 12]", "input v: value < 10"),
        ("Row", "[2, 4, 2]", "{}"),
        ("Row", "[2, 3]", "input v: value / 2 * 2 = value"),
        ("Table", r#"{"1": [2, 4]}"#, "{}"),
        ("Table", r#"{"11": [2]}"#, "input v: value < 10"),
        ("Table", r#"{"1": [3]}"#, "input v: value / 2 * 2 = value"),
        ("Both", r#"{"a": 1, "b": 2}"#, "{}"),
        ("Both", r#"{"a": 11, "b": 12}"#, "input v: value < 10"),
        ("Both", r#"{"a": 2, "b": 1}"#, "input v: value >= a"),
        ("Both", r#"{"a": 1, "b": 6}"#, "input v: b - a < 5"),
        ("All", "null", "{}"),
        ("All", "[]", "{}"),
        ("MaybeMany", "null", "{}"),
        ("MaybeMany", "[4]", "{}"),
        ("MaybeMany", "[5]", "input v: value / 2 * 2 = value"),
        ("MaybeTable", r#"{"1": 4}"#, "{}"),
        ("MaybeTable", r#"{"1": 5}"#, "input v: value / 2 * 2 = value"),
        ("MaybeTable", r#"{"11": 4}"#, "input v: value < 10"),
        ("Sets", "[[2], [4, 6]]", "{}"),
        ("Sets", "[[2], [4, 5]]", "input v: value / 2 * 2 = value"),
        ("All", r#"[{"a": 1, "b": 2}, {"a": 1, "b": 6}]"#, "input v: b - a < 5"),
    ] {
        assert_eq!(probe.call(name, &format!(r#"{{"v": {value}}}"#)), told, "{name} {value}");
    }
}

// After each step --------------------------------------------------------------------------------------------------

#[test]
fn conditions_are_checked_for_what_a_step_touches() {
    let text = "service S {
      entity Account { owner: Int sum: Int invariant solvent: sum >= 0 }
      state { accounts: Int -> one Account owners: Set[Int] cap: Int = 100 share: Int -> set Int }
      operation Open {
        input: id: Int, owner: Int, sum: Int
        ensures: accounts'[id] = Account { owner = owner, sum = sum }
      }
      operation Own { input: o: Int ensures: o in owners' }
      operation Disown { input: o: Int ensures: o not in owners' }
      operation Cap { input: n: Int ensures: cap' = n }
      operation Share { input: id: Int, o: Int ensures: o in share'[id] }
      operation Close { input: id: Int ensures: id not in accounts' }
      invariant ownersAreKnown: all a in accounts | accounts[a].owner in owners
      invariant capped: all a in ran(accounts) | a.sum <= cap
      invariant total: sum(accounts, a => accounts[a].sum) <= 150
      invariant pairs: all a in accounts, b in accounts | a = b or accounts[a].sum != accounts[b].sum
      invariant shared: all s in share | s in accounts
    }";
    let mut probe = Probe::new(text);
    let broken = |name: &str, text: &str| format!("broken: the invariant `{name}` does not hold: {text}");
    let known = broken("ownersAreKnown", "all a in accounts | accounts[a].owner in owners");
    let capped = broken("capped", "all a in ran(accounts) | a.sum <= cap");
    let total = broken("total", "sum(accounts, a => accounts[a].sum) <= 150");
    let pairs = broken("pairs", "all a in accounts, b in accounts | a = b or accounts[a].sum != accounts[b].sum");
    let shared = broken("shared", "all s in share | s in accounts");
    let steps = [
        ("Open", r#"{"id": 1, "owner": 1, "sum": 5}"#, known.as_str()),
        ("Own", r#"{"o": 1}"#, "{}"),
        ("Open", r#"{"id": 1, "owner": 1, "sum": 5}"#, "{}"),
        (
            "Open",
            r#"{"id": 1, "owner": 1, "sum": -5}"#,
            "broken: the invariant `solvent` of `Account` does not hold: sum >= 0",
        ),
        ("Open", r#"{"id": 2, "owner": 1, "sum": 5}"#, &pairs),
        ("Open", r#"{"id": 2, "owner": 2, "sum": 6}"#, &known),
        ("Open", r#"{"id": 2, "owner": 1, "sum": 101}"#, &capped),
        ("Open", r#"{"id": 2, "owner": 1, "sum": 100}"#, "{}"),
        ("Open", r#"{"id": 3, "owner": 1, "sum": 50}"#, &total),
        ("Cap", r#"{"n": 99}"#, &capped),
        ("Disown", r#"{"o": 1}"#, &known),
        ("Share", r#"{"id": 9, "o": 1}"#, &shared),
        ("Share", r#"{"id": 2, "o": 1}"#, "{}"),
        ("Close", r#"{"id": 2}"#, &shared),
        ("Close", r#"{"id": 1}"#, "{}"),
        ("Open", r#"{"id": 3, "owner": 1, "sum": 50}"#, "{}"),
    ];
    for (at, (name, inputs, told)) in steps.iter().enumerate() {
        assert_eq!(probe.call(name, inputs), *told, "step {at}: {name} {inputs}");
        assert_eq!(probe.machine.check_state(&probe.state, NOW), Ok(()), "step {at}: {name} {inputs}");
    }
}

#[test]
fn what_speaks_of_the_clock_is_checked_after_every_step() {
    let text = "service S {
      entity Lease { until: DateTime @OWN@ }
      state { leases: Int -> one Lease n: Int }
      operation Take { input: id: Int, until: DateTime ensures: leases'[id] = Lease { until = until } }
      operation Tick { ensures: n' = n + 1 }
      @SERVICE@
    }";
    let own = text.replace("@OWN@", "invariant fresh: until > now()").replace("@SERVICE@", "");
    let service =
        text.replace("@OWN@", "").replace("@SERVICE@", "invariant fresh: all l in leases | leases[l].until > now()");
    let field = text
        .replace("@OWN@", "")
        .replacen("until: DateTime ", "until: DateTime where value > now() ", 1)
        .replace("@SERVICE@", "");
    for text in [own, service, field] {
        let mut probe = Probe::new(&text);
        assert_eq!(probe.call("Take", r#"{"id": 1, "until": "2024-05-01T12:00:01.000Z"}"#), "{}");
        assert_eq!(probe.call_at("Tick", "{}", NOW + 100), "{}", "{text}");
        let late = probe.call_at("Tick", "{}", NOW + 10_000);
        assert!(late.starts_with("broken: "), "{late}: {text}");
    }
}
