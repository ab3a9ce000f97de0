//! Undefined values: what they are, what reaches them, what becomes of the clause. And what nobody can know.

use specc::interp::{Accepted, Call, wire};
use specc::ir::OperationId;

use crate::probe::{NOW, Probe, context, fail, hold, json, overflow, undefined, undefined_conditions, values};

const KEY: &str = "there is no such key";
const POSITION: &str = "there is no such position";
const ZERO: &str = "a division by zero";
const NO_MATCH: &str = "`the` finds no element";
const SEVERAL: &str = "`the` finds several elements";
const NO_VALUE: &str = "the option is `none`";
const EMPTY: &str = "the largest or least element of an empty collection";

#[test]
fn what_is_undefined() {
    undefined(&[
        ("items[9]", KEY),
        ("items[9].name", KEY),
        ("loners[1]", KEY),
        ("ages[\"zed\"]", KEY),
        ("{1 -> 2}[3]", KEY),
        ("log[3]", POSITION),
        ("log[-1]", POSITION),
        ("log[top]", POSITION),
        ("log[bottom]", POSITION),
        ("noLog[0]", POSITION),
        ("n1 / n0", ZERO),
        ("n0 / n0", ZERO),
        ("bottom / n0", ZERO),
        ("half / f0", ZERO),
        ("half / -f0", ZERO),
        ("day / n0", ZERO),
        ("the x in ids | x > 3", NO_MATCH),
        ("the x in noInts | true", NO_MATCH),
        ("the x in ids | x > 1", SEVERAL),
        ("the k in ages | ages[k] = 30", SEVERAL),
        ("the x in log | x = 5", SEVERAL),
        ("max(noInts)", EMPTY),
        ("min(noInts)", EMPTY),
        ("max(noLog)", EMPTY),
        ("min(dom(noAges))", EMPTY),
        ("spot.x", NO_VALUE),
        ("spot with { x = 1 }", NO_VALUE),
        ("items[2].at.x", NO_VALUE),
        ("{n1, n1 / n0}", ZERO),
        ("[n1, n1 / n0]", ZERO),
        ("{n1 -> n1 / n0}", ZERO),
        ("{n1 / n0 -> n1}", ZERO),
        ("Point { x = 1, y = n1 / n0 }", ZERO),
        ("some(n1 / n0)", ZERO),
        ("double(n1 / n0)", ZERO),
        ("n1 + n1 / n0", ZERO),
        ("ids + {n1 / n0}", ZERO),
        ("sum(ids, x => x / n0)", ZERO),
        ("{ x in ids | n1 / (x - 1) > 0 }", ZERO),
        ("the x in ids | n1 / (x - 1) > 0", ZERO),
        ("max(n1, n1 / n0)", ZERO),
        ("let x = n1 / n0 in 5", ZERO),
        ("pre(items[9])", KEY),
        ("-(n1 / n0)", ZERO),
        ("abs(n1 / n0)", ZERO),
    ]);
}

#[test]
fn the_left_side_decides_first() {
    hold(&[
        "true or n1 / n0 = 1",
        "not (false and n1 / n0 = 1)",
        "false implies n1 / n0 = 1",
        "n0 = 0 or n1 / n0 > 3",
        "not (n0 != 0 and n1 / n0 > 3)",
        "n0 != 0 implies n1 / n0 > 3",
        "if n0 = 0 then true else n1 / n0 > 3",
        "if n0 != 0 then n1 / n0 > 3 else true",
        "9 not in items or items[9].id = 9",
        "9 in items implies items[9].id = 9",
    ]);
    fail(&["false and n1 / n0 = 1", "9 in items and items[9].id = 9"]);
    undefined_conditions(&[
        ("n1 / n0 = 1 or true", ZERO),
        ("n1 / n0 = 1 and false", ZERO),
        ("false or n1 / n0 = 1", ZERO),
        ("true and n1 / n0 = 1", ZERO),
        ("n1 / n0 = 1 implies true", ZERO),
        ("true implies n1 / n0 = 1", ZERO),
        ("n1 / n0 = 1 iff true", ZERO),
        ("true iff n1 / n0 = 1", ZERO),
        ("not (n1 / n0 = 1)", ZERO),
        ("if n1 / n0 = 1 then true else true", ZERO),
        ("if yes then n1 / n0 = 1 else true", ZERO),
        ("let x = n1 / n0 in true", ZERO),
        ("items[9] = items[9]", KEY),
        ("items[9] != items[9]", KEY),
        ("n1 / n0 != n1 / n0", ZERO),
        ("n1 / n0 < 1", ZERO),
        ("n1 / n0 in ids", ZERO),
        ("n1 / n0 not in ids", ZERO),
        ("{n1 / n0} subset ids", ZERO),
        ("spot.x = 1", NO_VALUE),
        ("items[9].id = 9 and 9 in items", KEY),
    ]);
}

#[test]
fn a_deciding_element_decides() {
    hold(&[
        "some x in ids | n2 / (x - 1) = 2",
        "some x in ids | n2 / (x - 3) = -1",
        "not (all x in ids | n2 / (x - 1) = 2)",
        "not (no x in ids | n2 / (x - 1) = 2)",
        "some x in ids, y in ids | x / (y - 1) = 3",
        "some x in {0, 1} | (some y in ids | y / x = 3)",
    ]);
    fail(&[
        "all x in ids | n2 / (x - 1) = 2",
        "no x in ids | n2 / (x - 1) = 2",
        "all x in ids, y in ids | x / (y - 1) = 3",
    ]);
    undefined_conditions(&[
        ("some x in ids | n2 / (x - 1) = 9", ZERO),
        ("all x in ids | n2 / (x - 1) < 9", ZERO),
        ("no x in ids | n2 / (x - 1) = 9", ZERO),
        ("all x in {n1 / n0} | true", ZERO),
        ("some x in {n1 / n0} | true", ZERO),
        ("some x in ids, y in {n1 / (x - 1)} | y = 9", ZERO),
        ("all x in ids | let y = n1 / (x - 1) in true", ZERO),
    ]);
    // Over nothing, nothing is reached.
    hold(&["all x in noInts | n1 / n0 = 1", "no x in noInts | n1 / n0 = 1", "sum(noInts, x => x / n0) = 0"]);
}

#[test]
fn an_overflow_counts_before_anything_undefined() {
    overflow(&["sum(ids, x => if x = 1 then n1 / n0 else top + x)", "#{ x in ids | (top + x) / (x - x) > 0 }"]);
    // What is not reached does not overflow.
    hold(&["true or top + n1 > 0", "not (false and top + n1 > 0)", "some x in {0, 1} | top + x > 0"]);
}

#[test]
fn an_undefined_requires_rejects_and_changes_nothing() {
    let mut probe = context("requires: n1 / n0 = 1\n    ensures: n1' = 5");
    assert_eq!(probe.call("Op", "{}"), "requires: n1 / n0 = 1 (a division by zero)");
    assert_eq!(probe.field("n1"), json("1"));
}

#[test]
fn an_undefined_invariant_is_a_violation() {
    let text = "service S {
      state { n: Int = 1 }
      operation Set { input: v: Int ensures: n' = v }
      invariant whole: 10 / n > 0
    }";
    let mut probe = Probe::new(text);
    assert_eq!(probe.call("Set", r#"{"v": 2}"#), "{}");
    assert_eq!(
        probe.call("Set", r#"{"v": 0}"#),
        "broken: the invariant `whole` does not hold: 10 / n > 0 (a division by zero)"
    );
    assert_eq!(probe.call("Set", r#"{"v": -2}"#), "broken: the invariant `whole` does not hold: 10 / n > 0");
    assert_eq!(probe.field("n"), json("2"));
}

#[test]
fn an_overflow_puts_the_call_outside_the_contract() {
    let text = "service S {
      state { n: Int }
      operation Add { input: v: Int requires: n + v >= 0 ensures: n' = n + v }
      operation Square { output: r: Int ensures: r = n * n * n }
      operation Grow { ensures: n' = 9223372036854775807 }
      invariant small: n + 1 > n
    }";
    let mut probe = Probe::new(text);
    assert_eq!(probe.call("Add", r#"{"v": 9223372036854775806}"#), "{}");
    assert_eq!(probe.call("Add", r#"{"v": 2}"#), "refused: a number leaves its range");
    assert_eq!(probe.call("Square", "{}"), "refused: a number leaves its range");
    assert_eq!(probe.call("Grow", "{}"), "refused: a number leaves its range");
    assert_eq!(probe.field("n"), json("9223372036854775806"));
}

#[test]
fn what_depends_on_an_unknown_function_counts_as_true() {
    hold(&[
        "nice(n1)",
        "not nice(n1)",
        "price(n1) = 3",
        "price(n1) != 3",
        "price(n1) < price(n2)",
        "missing(n1) = 4",
        "nice(n1) and true",
        "true and nice(n1)",
        "nice(n1) or false",
        "false or nice(n1)",
        "true or nice(n1)",
        "nice(n1) implies false",
        "true implies nice(n1)",
        "nice(n1) iff true",
        "all x in ids | nice(x)",
        "some x in ids | nice(x)",
        "no x in ids | nice(x)",
        "{ x in ids | nice(x) } = {}",
        "if nice(n1) then false else false",
        "price(n1) in ids",
        "price(n1) / n0 = 1",
        "nice(n1) or n1 / n0 = 1",
        "nice(n1) implies n1 / n0 = 1",
        "some x in ids | nice(x) or n1 / (x - 1) = 9",
        "some x in ids | if x = 1 then n1 / n0 = 1 else nice(x)",
    ]);
    // What is false whatever the function says.
    fail(&[
        "nice(n1) and false",
        "false and nice(n1)",
        "not (nice(n1) or true)",
        "all x in ids | nice(x) and x > 1",
        "no x in ids | nice(x) or x = 1",
        "some x in noInts | nice(x)",
        "not (false implies nice(n1))",
    ]);
    // Arguments are evaluated all the same.
    undefined_conditions(&[("nice(n1 / n0)", ZERO), ("nice(n1) and n1 / n0 = 1", ZERO)]);
    undefined_conditions(&[
        ("all x in ids | if x = 1 then n1 / n0 = 1 else nice(x)", ZERO),
        ("no x in ids | if x = 1 then n1 / n0 = 1 else nice(x)", ZERO),
    ]);
    overflow(&["price(top + n1)"]);
    values(&[("Int", "if true or nice(n1) then 1 else 2", "1")]);
}

#[test]
fn a_loose_clause_determines_nothing_and_the_rest_does() {
    let text = "service S {
      state { a: Int b: Int c: Int }
      extern function price(n: Int): Int
      extern predicate nice(n: Int)
      operation Whole { ensures: a' = price(1) }
      operation Beside { ensures: a' = 1 and nice(a') }
      operation Other { ensures: nice(1) and b' = 2 }
      operation Part { ensures: (a' = 3 and c' = 3) and b' = price(2) }
      operation Under { ensures: true implies (b' = 7 and nice(3)) }
      operation Impossible { ensures: a' = a + 1 and nice(3) and a' = a }
    }";
    let mut probe = Probe::new(text);
    let mut step = |name: &str, expected: &str| {
        assert_eq!(probe.call(name, "{}"), "{}", "{name}");
        assert_eq!(probe.json(), json(expected), "{name}");
    };
    step("Whole", r#"{"a": 0, "b": 0, "c": 0}"#);
    step("Beside", r#"{"a": 1, "b": 0, "c": 0}"#);
    step("Other", r#"{"a": 1, "b": 2, "c": 0}"#);
    step("Part", r#"{"a": 3, "b": 2, "c": 3}"#);
    step("Under", r#"{"a": 3, "b": 7, "c": 3}"#);
    let broken = probe.call_at("Impossible", "{}", NOW);
    assert!(broken.starts_with("broken: an ensures of `Impossible` does not hold"), "{broken}");
}

#[test]
fn a_service_may_do_what_a_loose_clause_leaves_to_it() {
    let text = "service S {
      state { a: Int b: Int }
      extern function price(n: Int): Int
      operation Set { ensures: a' = price(1) }
    }";
    let probe = Probe::new(text);
    let call = Call { operation: OperationId(0), inputs: Vec::new() };
    let judged = |state: &str| {
        let state = wire::decode_state(probe.machine.service(), &json(state)).expect("a state");
        probe.machine.judge(&probe.state, &call, &Accepted { state, outputs: Vec::new() }, NOW).is_ok()
    };
    assert!(judged(r#"{"a": 0, "b": 0}"#));
    assert!(judged(r#"{"a": 7, "b": 0}"#));
    assert!(!judged(r#"{"a": 7, "b": 1}"#));
}
