//! Small expressions whose value the semantics page states, in Python.

use specc::interp::wire;

use crate::common::check;
use crate::suite::{run, write_suite};

/// Conditions, and whether they hold; `None` where a number leaves its range.
const TABLE: &[(&str, Option<bool>)] = &[
    ("-7 / 2 = -4 and 7 / -2 = -4 and -7 / -2 = 3 and 7 / 2 = 3", Some(true)),
    ("n = 0 or 10 / n > 3", Some(true)),
    ("10 / n > 3 or n = 0", Some(false)),
    ("9 in users and users[9].active", Some(false)),
    ("not (users[9].active)", Some(false)),
    ("some x in {0, 5} | 10 / x = 2", Some(true)),
    ("all x in {0, 5} | 10 / x = 2", Some(false)),
    ("all x in {0, 5} | 10 / x = 3", Some(false)),
    ("not (all x in {0, 5} | 10 / x = 3)", Some(true)),
    ("no x in {0, 5} | 10 / x = 3", Some(false)),
    ("let r = 10 / n in true", Some(false)),
    ("len(\"\u{1f600}\") = 1", Some(true)),
    ("\"\\u{ff5e}\" < \"\\u{1f600}\"", Some(true)),
    ("not (\"ab\\n\" matches /ab$/)", Some(true)),
    ("\"ab\" matches /b$/ and \"xaby\" matches /ab/ and not (\"ab\" matches /^b/)", Some(true)),
    ("not (\"\\u{661}\" matches /\\d/) and not (\"\\u{e9}\" matches /\\w/)", Some(true)),
    ("sum(users, u => users[u].age) = 60", Some(true)),
    ("sum(ran(users), u => u.age) = 60", Some(true)),
    ("sum([1, 1, 2], x => x) = 4 and sum({1, 1, 2}, x => x) = 3", Some(true)),
    ("(the x in [1, 1, 2] | x = 2) = 2", Some(true)),
    ("(the x in [1, 1, 2] | x = 1) = 1", Some(false)),
    ("(the x in {1, 2} | x > 5) = 1", Some(false)),
    ("max(links[9]) > 0 or true", Some(false)),
    ("max({3, 1}) = 3 and min({3, 1}) = 1 and max(2, 5) = 5", Some(true)),
    ("links[7] = {} and #links = 1 and links[1] = {2, 3}", Some(true)),
    ("links + {1 -> {}} = {}", Some(true)),
    ("#(links + {1 -> {}} + {4 -> {5}}) = 1", Some(true)),
    ("ran(links) = {2, 3}", Some(true)),
    ("7 not in links and 1 in links", Some(true)),
    ("[5, 6][1] = 6", Some(true)),
    ("[5, 6][2] = 6 or true", Some(false)),
    ("maybe < 3", Some(false)),
    ("not (maybe < 3)", Some(true)),
    ("maybe = none and maybe != 4", Some(true)),
    ("9223372036854775807 + n >= 0", Some(true)),
    ("9223372036854775807 + n + 1 > 0", None),
    ("big * 2 > 0", None),
    ("-(-9223372036854775807 - 1) > 0", None),
    ("true or big * 2 > 0", Some(true)),
    (
        "days(1) = hours(24) and minutes(60) = seconds(3600) and hours(1) / 7 = seconds(514) + seconds(2) / 7",
        Some(true),
    ),
    ("0.1 + 0.2 != 0.3 and 1.5 / 0.5 = 3.0", Some(true)),
    ("1.0 / f > 1.0 or true", Some(false)),
    ("hash(\"abc\") = \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"", Some(true)),
    ("{ u in users | users[u].active } = {1, 2}", Some(true)),
    ("{1} in ^{1, 2} and #(^{1, 2, 3}) = 8", Some(true)),
    ("{1, 2} - {2} + {3} = {1, 3} and {1, 2} intersect {2, 5} = {2}", Some(true)),
    ("dom(users - {1}) = {2, 3}", Some(true)),
    ("(if n > 0 then 1 / n else 5) = 5", Some(true)),
    ("all b: Bool, c: Colour | b or not b and c in {RED, BLUE}", Some(true)),
    ("users[1] with { age = 11 } != users[1] and (users[1] with { age = 10 }) = users[1]", Some(true)),
    ("#User = 3 and (some u: User | u.age = 20)", Some(true)),
    ("\"a\" + \"b\" = \"ab\" and [1] + [2] = [1, 2] and [1] + [2] != [2, 1]", Some(true)),
    ("(n = 0) = true and (n = 1) = false and (n = 0 iff true)", Some(true)),
];

const HEAD: &str = "service Small {
  enum Colour { RED, BLUE }
  entity User {
    age: Int
    active: Bool
  }
  state {
    n: Int
    big: Int
    f: Float
    users: Int -> one User
    links: Int -> set Int
    maybe: Option[Int]
  }
  operation Nothing {
  }
";

const STATE: &str = r#"{"n": 0, "big": 9223372036854775807, "f": 0.0, "maybe": null, "links": {"1": [2, 3]},
    "users": {"1": {"age": 10, "active": true}, "2": {"age": 20, "active": true}, "3": {"age": 30, "active": false}}}"#;

const SCRIPT: &str = "
import json
from tests.harness.values import Instant, Outside, Truth, verdict
from tests.service import SERVICE

found = json.load(open('state.json'))
s = SERVICE.state_type(**{field.attr: field.type.decode(found[field.name]) for field in SERVICE.state})
for rule in SERVICE.invariants:
    try:
        print(verdict(lambda: rule.holds(s, Instant(0))).value)
    except Outside:
        print('outside')
";

#[test]
fn small_expressions_have_the_value_that_the_semantics_states() {
    let invariants = TABLE.iter().map(|(text, _)| format!("  invariant: {text}\n"));
    let text = format!("{HEAD}{}}}\n", invariants.collect::<String>());
    let folder = write_suite("expressions", &text);
    let service = check(&text).service.expect("a sound spec");
    wire::decode_state(&service, &serde_json::from_str(STATE).expect("JSON")).expect("a state");
    std::fs::write(folder.join("state.json"), STATE).expect("a file");
    std::fs::write(folder.join("values.py"), SCRIPT).expect("a file");
    let output = run(&folder, &["values.py"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8_lossy(&output.stdout).into_owned();
    let name = |wanted: Option<bool>| wanted.map_or("outside", |wanted| if wanted { "yes" } else { "no" });
    let wrong: Vec<String> = TABLE
        .iter()
        .zip(found.lines())
        .filter(|((_, wanted), found)| name(*wanted) != *found)
        .map(|((text, wanted), found)| format!("{text}: {found}, not {}", name(*wanted)))
        .collect();
    assert_eq!(found.lines().count(), TABLE.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
