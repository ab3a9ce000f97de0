//! The initial state.

use crate::common::walk::machine;
use crate::probe::{Probe, json};

/// A state block, what else the service has, and the state it starts in.
fn starts(state: &str, rest: &str, expected: &str) {
    let text = format!("service S {{\n state {{\n {state}\n }}\n {rest}\n}}");
    assert_eq!(Probe::new(&text).json(), json(expected), "{state} {rest}");
}

/// There is no initial state, and the message says what to do.
fn asks(state: &str, rest: &str, message: &str) {
    let machine = machine(&format!("service S {{\n state {{\n {state}\n }}\n {rest}\n}}"));
    let finding = machine.initial().expect_err(state);
    assert_eq!(finding.message(machine.service()), message, "{state} {rest}");
}

#[test]
fn collections_are_empty_and_options_none() {
    starts(
        "r: Int -> one String\n l: Int -> lone String\n s: Int -> set String\n q: Int -> some String\n m: Map[Int, Int]\n \
         c: Set[Int]\n e: Seq[Int]\n o: Option[Int]",
        "",
        r#"{"r": {}, "l": {}, "s": {}, "q": {}, "m": {}, "c": [], "e": [], "o": null}"#,
    );
}

#[test]
fn scalars_take_the_value_that_is_given() {
    starts("n: Int = 5", "", r#"{"n": 5}"#);
    starts("n: Int = 2 * 3 + 1 where value > 0", "", r#"{"n": 7}"#);
    starts(
        "s: Set[Int] = {1, 2}\n o: Option[Int] = 4\n q: Seq[String] = [\"a\"]",
        "",
        r#"{"s": [1, 2], "o": 4, "q": ["a"]}"#,
    );
    starts("m: Map[String, Int] = {\"a\" -> 1}", "", r#"{"m": {"a": 1}}"#);
    starts("d: Duration = days(1)", "", r#"{"d": 86400000}"#);
    starts("n: Int = double(4)", "function double(x: Int): Int = x * 2", r#"{"n": 8}"#);
}

#[test]
fn scalars_take_the_first_value_that_fits() {
    starts("n: Int", "", r#"{"n": 0}"#);
    starts("n: Int where value > 0", "", r#"{"n": 1}"#);
    starts("n: Int where value < 0", "", r#"{"n": -1}"#);
    starts("n: Int where value != 0", "", r#"{"n": 1}"#);
    starts("n: Int where value != 0 and value != 1", "", r#"{"n": -1}"#);
    starts("n: Int where abs(value) > 2", "", r#"{"n": 3}"#);
    starts("n: Int where value >= 1000", "", r#"{"n": 1000}"#);
    starts("n: Int where value < -1000", "", r#"{"n": -1001}"#);
    starts("n: Int where value > 2 and value / 5 * 5 = value", "", r#"{"n": 5}"#);
    starts("n: Int where value * value = 2500", "", r#"{"n": 50}"#);
    starts("n: Positive", "type Positive = Int where value > 0", r#"{"n": 1}"#);
    starts("n: Big", "type Positive = Int where value > 0\n type Big = Positive where value > 9", r#"{"n": 10}"#);
    starts("b: Bool", "", r#"{"b": false}"#);
    starts("b: Bool where value", "", r#"{"b": true}"#);
    starts("c: Color", "enum Color { RED, GREEN }", r#"{"c": "RED"}"#);
    starts("c: Color where value != RED", "enum Color { RED, GREEN }", r#"{"c": "GREEN"}"#);
    starts("t: DateTime", "", r#"{"t": "1970-01-01T00:00:00.000Z"}"#);
    starts("u: UUID", "", r#"{"u": "00000000-0000-0000-0000-000000000000"}"#);
    starts("d: Duration", "", r#"{"d": 0}"#);
    starts("d: Duration where value > minutes(1)", "", r#"{"d": 60001}"#);
    starts("f: Float", "", r#"{"f": 0.0}"#);
    starts("f: Float where value >= 2.5", "", r#"{"f": 2.5}"#);
    starts("f: Float where value <= -2.5", "", r#"{"f": -2.5}"#);
    starts("f: Float where abs(value) >= 2", "", r#"{"f": 2.0}"#);
}

#[test]
fn text_is_the_least_by_length_and_then_by_code_point() {
    starts("s: String", "", r#"{"s": ""}"#);
    starts("s: String where len(value) >= 2", "", r#"{"s": "\u0001\u0001"}"#);
    starts("s: String where value != \"\"", "", r#"{"s": "\u0001"}"#);
    starts("s: String where value matches /^[c-z]{2}$/", "", r#"{"s": "cc"}"#);
    starts("s: String where value matches /^(zz|bbb|aa)$/", "", r#"{"s": "aa"}"#);
    starts("s: String where value = \"on\" or value = \"off\"", "", r#"{"s": "on"}"#);
    starts("s: String where value > \"m\"", "", r#"{"s": "n"}"#);
    starts("s: String where value >= \"m\"", "", r#"{"s": "m"}"#);
    starts("s: String where value matches /^[b-z]+$/ and len(value) >= 3", "", r#"{"s": "bbb"}"#);
    starts("s: Code", "type Code = String where value matches /^[A-Z]{3}$/", r#"{"s": "AAA"}"#);
}

#[test]
fn records_take_the_first_value_of_each_field() {
    starts(
        "p: Point",
        "entity Point { x: Int y: Int where value > 0 note: Option[String] tags: Set[Int] }",
        r#"{"p": {"x": 0, "y": 1, "note": null, "tags": []}}"#,
    );
    starts("p: Span", "entity Span { from: Int to: Int invariant order: from < to }", r#"{"p": {"from": 0, "to": 1}}"#);
}

#[test]
fn invariants_take_part_in_the_order_of_declaration() {
    starts("a: Int\n b: Int", "invariant i: a < b", r#"{"a": 0, "b": 1}"#);
    starts("a: Int\n b: Int", "invariant i: a > b", r#"{"a": 0, "b": -1}"#);
    starts("b: Int\n a: Int", "invariant i: a > b", r#"{"a": 1, "b": 0}"#);
    starts("a: Int where value >= 0\n b: Int where value >= 0", "invariant i: a > b", r#"{"a": 1, "b": 0}"#);
    starts("a: Int = 7\n b: Int", "invariant i: b = a", r#"{"a": 7, "b": 7}"#);
    starts("a: Int\n b: Int = 7", "invariant i: b = a", r#"{"a": 7, "b": 7}"#);
    starts("a: Int\n b: Int\n c: Int", "invariant i: a + b + c = 3", r#"{"a": 0, "b": 0, "c": 3}"#);
    starts(
        "a: Int\n b: Int\n c: Int\n d: Int\n e: Int",
        "invariant i: a > 15",
        r#"{"a": 16, "b": 0, "c": 0, "d": 0, "e": 0}"#,
    );
    starts(
        "a: Int\n b: Int\n c: Int\n d: Int",
        "invariant i: a > 12\n invariant j: b > a + 1\n invariant k: c = b + 1 and d < -9",
        r#"{"a": 13, "b": 15, "c": 16, "d": -10}"#,
    );
    starts(
        "a: Int\n items: Int -> one Int",
        "invariant i: #items = a\n invariant j: all k in items | k > 0",
        r#"{"a": 0, "items": {}}"#,
    );
    starts(
        "on: Bool\n c: Color",
        "enum Color { RED, GREEN }\n invariant i: on iff c = RED",
        r#"{"on": false, "c": "GREEN"}"#,
    );
    starts(
        "low: Int where value > 3\n high: Int\n name: String where len(value) >= 1\n ready: Bool",
        "invariant order: high > low + 1\n invariant readiness: ready iff high > 5",
        r#"{"low": 4, "high": 6, "name": "\u0001", "ready": true}"#,
    );
    starts("n: Int", "temporal big: always(n > 4)", r#"{"n": 5}"#);
    starts("n: Int", "invariant whole: 10 / n = 5", r#"{"n": 2}"#);
}

#[test]
fn where_nothing_fits_a_value_is_asked_for() {
    asks("f: Float where value > 0", "", "the initial value of `f` does not hold (give it one: `f: … = …`)");
    asks(
        "n: Int where value > 3 and value * 2 = 5",
        "",
        "the initial value of `n` does not hold (give it one: `n: … = …`)",
    );
    asks(
        "n: Int where value > 0\n m: Int where value > 0",
        "invariant none_of_them: n + m < 0",
        "the invariant `none_of_them` does not hold: n + m < 0 (in the initial state; give `n`, `m` a value: `= …`)",
    );
    asks(
        "items: Int -> one Int",
        "invariant some_item: #items > 0",
        "the invariant `some_item` does not hold: #items > 0 (in the initial state)",
    );
    asks("n: Int = 3", "invariant small: n < 3", "the invariant `small` does not hold: n < 3 (in the initial state)");
}

#[test]
fn an_undefined_or_broken_given_value_is_reported() {
    asks(
        "n: Int = half(0)",
        "function half(x: Int): Int = 4 / x",
        "the initial value of `n` does not hold (a division by zero)",
    );
    asks(
        "n: Int = len(hash(\"a\")) where value > 100",
        "",
        "the refinement of `n` does not hold: value > 100 (in the initial state)",
    );
}
