//! What is asked. What the answers are says the interpreter.

use serde_json::{Value as Json, json};
use specc::interp::wire::instant_text;
use specc::ir::{EntityId, EnumId, Service, Type};
use std::sync::Arc;

/// A function with its inputs, the state, and the instant or the window of the call.
#[derive(Clone)]
pub struct Case {
    pub function: &'static str,
    pub inputs: Vec<Json>,
    pub state: Json,
    pub now: Json,
}

/// An instant that the others are counted from.
const START: i64 = 1_714_564_800_000;
const TOP: i64 = i64::MAX;
const BOTTOM: i64 = i64::MIN;

/// A call as somebody answered it, and what was other than before in the state that it left.
pub struct Recorded {
    pub operation: &'static str,
    pub inputs: Json,
    pub outputs: Json,
    pub after: Vec<(&'static str, Json)>,
}

/// The state in which all calls begin.
pub fn state() -> Json {
    let item = |name: &str, price: i64, level: &str, note: Json| json!({ "name": name, "price": price, "level": level, "note": note, "sold": null });
    json!({
        "calls": 0,
        "stock": {
            "1": item("nail", 3, "LOW", json!("blunt")),
            "2": item("saw", 40, "HIGH", json!(null)),
            "3": item("bolt", 3, "HIGH", json!("")),
            "4": item("gift", 0, "LOW", json!("🎁🎁🎁")),
        },
        "links": { "1": [2, 3], "2": [2] },
        "names": { "nail": 1, "saw": 2 },
        "queue": [7, 5, 7],
    })
}

/// The same function with several lists of inputs.
fn each(function: &'static str, inputs: &[Json]) -> Vec<Case> {
    let case = |given: &Json| Case {
        function,
        inputs: given.as_array().expect("a list of inputs").clone(),
        state: state(),
        now: Json::Null,
    };
    inputs.iter().map(case).collect()
}

pub fn arithmetic() -> Vec<Case> {
    let at = |offset: i64| json!(instant_text(START + offset));
    let (first, last) = ("0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z");
    [
        each("plus", &[json!([TOP - 1, 1]), json!([TOP, 1]), json!([BOTTOM, -1]), json!([BOTTOM, TOP])]),
        each("less", &[json!([BOTTOM + 1, 1]), json!([BOTTOM, 1]), json!([0, BOTTOM]), json!([-1, BOTTOM])]),
        each("times", &[json!([3_037_000_500_i64, 3_037_000_500_i64]), json!([3_037_000_499_i64, 3_037_000_499_i64])]),
        each("times", &[json!([BOTTOM, -1]), json!([BOTTOM, 1]), json!([TOP, -1])]),
        each("quotient", &[json!([7, 2]), json!([-7, 2]), json!([7, -2]), json!([-7, -2]), json!([0, 5])]),
        each("quotient", &[json!([1, 0]), json!([0, 0]), json!([BOTTOM, -1]), json!([TOP, 2]), json!([BOTTOM, 2])]),
        each("quotient", &[json!([9_007_199_254_740_993_i64, 1]), json!([TOP, TOP]), json!([-1, TOP])]),
        each("negated", &[json!([BOTTOM]), json!([TOP]), json!([0])]),
        each("size", &[json!([BOTTOM]), json!([BOTTOM + 1]), json!([-5])]),
        each("ratio", &[json!([1.0, 4.0]), json!([1.0, 0.0]), json!([-0.0, 5.0]), json!([1.5e308, 0.1])]),
        each("product", &[json!([1e200, 1e200]), json!([5e-324, 0.5]), json!([-1.0, 0.0])]),
        each(
            "summed",
            &[json!([[]]), json!([[1, 1]]), json!([[TOP, 1]]), json!([[TOP, 1, -1]]), json!([[TOP, -1, 1]])],
        ),
        each("long", &[json!([1]), json!([106_751_991_167_i64]), json!([106_751_991_168_i64]), json!([-1])]),
        each("later", &[json!([at(0), 5]), json!([last, 0]), json!([last, 1]), json!([first, 0]), json!([first, -1])]),
        each("apart", &[json!([last, first]), json!([at(0), at(5)])]),
    ]
    .concat()
}

pub fn order() -> Vec<Case> {
    let texts = ["", "A", "B", "a", "aa", "\u{e9}", "\u{ff5e}", "\u{1f600}", "\u{1f600}a"];
    let pairs = || texts.iter().flat_map(|a| texts.iter().map(move |b| json!([a, b]))).collect::<Vec<_>>();
    [
        each("smaller", &pairs()),
        each("nomore", &pairs()),
        each("last", &[json!([["\u{ff5e}", "\u{1f600}"]]), json!([["b", "B"]]), json!([[]])]),
        each("first", &[json!([["\u{ff5e}", "\u{1f600}"]]), json!([["b", "B"]]), json!([["", "a"]])]),
        each("points", &[json!([""]), json!(["e\u{301}"]), json!(["\u{1f600}"]), json!(["a\nb"])]),
    ]
    .concat()
}

pub fn patterns() -> Vec<Case> {
    let texts = |texts: &[&str]| texts.iter().map(|text| json!([text])).collect::<Vec<_>>();
    [
        each("code", &texts(&["ab", "a", "abcd", "abcde", "ab\n", "aB", "", "\u{661}\u{662}"])),
        each("digit", &texts(&["7", "x7y", "\u{663}", "\u{ff17}", ""])),
        each("blank", &texts(&[" ", "\t\n\r\u{b}\u{c}", "\u{a0}", "\u{2003}", ""])),
        each("anything", &texts(&["a", "\n", "\r", "\u{2028}", "\u{1f600}", "ab", ""])),
        each("dollar", &texts(&["$", "$.$", "a", "$\n"])),
        each("either", &texts(&["ab", "abd", "ccc", "cccd", "abab", "d", "abd\n"])),
        each("uri", &texts(&["http://a", "https://a.b/c?d", "ftp://a", "http://", "http://a b", "http://a\n"])),
    ]
    .concat()
}

pub fn expressions() -> Vec<Case> {
    [
        each("price", &[json!([1]), json!([9])]),
        each("noted", &[json!([1]), json!([2]), json!([3]), json!([4]), json!([9])]),
        each("dear", &[json!([-1]), json!([1]), json!([0]), json!([3])]),
        each("cheap", &[json!([100]), json!([1])]),
        each("alone", &[json!([40]), json!([3]), json!([5])]),
        each("worth", &[json!([2]), json!([TOP])]),
        each("linked", &[json!([1]), json!([2]), json!([5])]),
        each("moved", &[json!([4])]),
        each("gone", &[json!(["nail"]), json!(["none"])]),
        each("place", &[json!([0]), json!([2]), json!([3]), json!([-1])]),
        each("priced", &[json!([4]), json!([0])]),
        each("highest", &[json!([[3, 12, -5]]), json!([[]])]),
        each("known", &[json!([1, 3]), json!([1, 4]), json!([9, 3])]),
        each("implied", &[json!([1]), json!([2]), json!([9])]),
    ]
    .concat()
}

/// A call of which something is left open: what is other than usual in its state, and answers of which some will do.
pub struct Open {
    pub operation: &'static str,
    pub inputs: Json,
    pub state: Vec<(&'static str, Json)>,
    pub answers: Vec<Json>,
}

fn open(operation: &'static str, inputs: Json, state: &[(&'static str, Json)], answers: Vec<Json>) -> Open {
    Open { operation, inputs, state: state.to_vec(), answers }
}

/// An object with one field for each of the values.
fn fields<T: Into<Json>>(name: &str, values: impl IntoIterator<Item = T>) -> Vec<Json> {
    values.into_iter().map(|value| json!({ name: value.into() })).collect()
}

pub fn choices() -> Vec<Open> {
    let without = |gone: i64, top: i64| ("/queue", (0..=top).filter(|n| *n != gone).collect::<Vec<_>>().into());
    let texts = || ["a", "b", "aa", "ab", "ba", "bb"];
    let named = |gone: &str| ("/names", texts().iter().filter(|text| **text != gone).map(|text| (*text, 1)).collect());
    let many = || (0..300).map(|n| (format!("n{n:03}"), n)).collect::<Vec<_>>();
    let names = ("/names", many().into_iter().collect());
    let numbers: Vec<i64> = (0..60).map(|n| n * n).collect();
    let sums = || numbers.iter().flat_map(|a| numbers.iter().map(move |b| json!({ "a": a, "b": b }))).collect();
    let squares = ("/queue", json!(numbers));
    let item = |name: &str, price: i64, level: &str| json!({ "item": { "name": name, "price": price, "level": level, "note": null, "sold": null } });
    let items = || vec![item("like saw", 40, "LOW"), item("like saw", 40, "HIGH"), item("saw", 40, "LOW")];
    vec![
        open("Spare", json!({ "top": 40 }), &[without(23, 40)], fields("n", 0..=41)),
        open("Spare", json!({ "top": 40 }), &[without(41, 40)], fields("n", 0..=41)),
        open("Spare", json!({ "top": -1 }), &[], fields("n", -3..=3)),
        open("Beyond", json!({ "top": 41 }), &[without(3, 40)], fields("n", 0..=50)),
        open("Beyond", json!({ "top": TOP }), &[("/queue", json!([TOP - 1, BOTTOM]))], fields("n", [TOP, 0, BOTTOM])),
        open("Beyond", json!({ "top": TOP }), &[("/queue", json!([TOP]))], fields("n", [TOP, 0, BOTTOM])),
        open("Tag", json!({}), &[named("ba")], fields("tag", texts())),
        open("Tag", json!({}), &[named("c")], fields("tag", texts())),
        open(
            "Rare",
            json!({ "number": 299 }),
            std::slice::from_ref(&names),
            fields("name", many().into_iter().map(|(name, _)| name)),
        ),
        open("Rare", json!({ "number": 300 }), &[names], fields("name", ["n299", "nail"])),
        open("Twins", json!({ "total": 3481 + 3364 }), std::slice::from_ref(&squares), sums()),
        open("Twins", json!({ "total": 3 }), &[squares], sums()),
        open("Rank", json!({ "other": "LOW" }), &[], fields("level", ["LOW", "HIGH"])),
        open("Rank", json!({ "other": "HIGH" }), &[], fields("level", ["LOW", "HIGH"])),
        open(
            "Pricey",
            json!({ "least": 3 }),
            &[],
            fields("found", [json!([1, 2, 3]), json!([2]), json!([1, 2, 3, 4])]),
        ),
        open("Like", json!({ "k": 2 }), &[], items()),
    ]
}

const SAW: &str = "/stock/2/price";
const NAIL: &str = "/stock/1/price";

fn mark(price: i64, old: i64, after: &[(&'static str, Json)]) -> Recorded {
    let (inputs, outputs) = (json!({ "k": 2, "price": price }), json!({ "old": old }));
    Recorded { operation: "Mark", inputs, outputs, after: after.to_vec() }
}

fn link(after: &[(&'static str, Json)]) -> Recorded {
    Recorded { operation: "Link", inputs: json!({ "a": 1, "b": 9 }), outputs: json!({}), after: after.to_vec() }
}

fn sell(after: &[(&'static str, Json)]) -> Recorded {
    Recorded { operation: "Sell", inputs: json!({ "k": 1 }), outputs: json!({}), after: after.to_vec() }
}

pub fn verdicts() -> Vec<Recorded> {
    let (sold, calls) = ("/stock/1/sold", ("/calls", json!(1)));
    vec![
        mark(7, 40, &[(SAW, json!(7))]),
        mark(7, 41, &[(SAW, json!(7))]),
        mark(7, 40, &[(SAW, json!(8))]),
        mark(7, 40, &[]),
        mark(40, 40, &[]),
        mark(-1, 40, &[(SAW, json!(-1))]),
        link(&[("/links/1", json!([2, 3, 9]))]),
        link(&[("/links/1", json!([2, 9]))]),
        link(&[]),
        sell(&[(sold, json!(instant_text(START))), calls.clone()]),
        sell(&[(sold, json!(instant_text(START + 1))), calls.clone()]),
        sell(&[(sold, json!(instant_text(START)))]),
        sell(&[calls]),
    ]
}

pub fn frames() -> Vec<Recorded> {
    vec![
        mark(7, 40, &[(SAW, json!(7))]),
        mark(7, 40, &[(SAW, json!(7)), (NAIL, json!(7))]),
        mark(7, 40, &[(SAW, json!(7)), ("/stock/2/note", json!("sharp"))]),
        mark(7, 40, &[(SAW, json!(7)), ("/calls", json!(1))]),
        mark(7, 40, &[(SAW, json!(7)), ("/queue", json!([7, 5]))]),
        mark(7, 40, &[(SAW, json!(7)), ("/names", json!({ "saw": 2 }))]),
        link(&[("/links/1", json!([2, 3, 9])), (NAIL, json!(4))]),
        link(&[("/links/1", json!([2, 3, 9])), ("/calls", json!(5))]),
    ]
}

/// A window that begins and ends so many milliseconds after an instant.
fn window(from: i64, to: i64) -> Json {
    let [from, to] = [from, to].map(|offset| instant_text(START + offset));
    if from == to { json!(from) } else { json!({ "from": from, "to": to }) }
}

pub fn windows() -> Vec<Case> {
    let spans = || (-2..=4).flat_map(|from| (0..=2).map(move |width| (from, from + width)));
    let mut cases = Vec::new();
    for (from, to) in spans() {
        for function in ["earlier", "until", "agree", "other"] {
            cases.extend(each(
                function,
                &[json!([window(0, 2), window(from, to)]), json!([window(1, 1), window(from, to)])],
            ));
        }
        cases.extend(each("near", &[json!([window(999 + from, 999 + to), window(0, 1)])]));
        let among = json!([window(from, to), [window(0, 0), window(5, 5)]]);
        cases.extend(each("among", &[among]));
        cases.extend(each("lasted", &[json!([window(from, to), window(0, 1), [0, 3]])]));
        cases.extend(each("unlike", &[json!([window(from, to), window(0, 1)])]));
        let expired = each("expired", &[json!([window(0, 0)])]);
        cases.extend(expired.into_iter().map(|case| Case { now: window(1000 + from, 1000 + to), ..case }));
    }
    cases
}

/// All ways in which the instants of windows can lie.
pub fn instants(given: &[Json]) -> Vec<Vec<Json>> {
    let ways = |one: &Json| match (one.get("from"), one.get("to")) {
        (Some(from), Some(to)) => (milliseconds(from)..=milliseconds(to)).map(|at| json!(instant_text(at))).collect(),
        _ => vec![one.clone()],
    };
    given.iter().fold(vec![Vec::new()], |all: Vec<Vec<Json>>, one| {
        all.iter().flat_map(|known| ways(one).into_iter().map(|way| [known.clone(), vec![way]].concat())).collect()
    })
}

/// The instant that a text of a vector stands for: they differ in the last digits alone.
pub fn milliseconds(instant: &Json) -> i64 {
    let text = instant.as_str().expect("an instant");
    (-5_000..5_000)
        .map(|offset| START + offset)
        .find(|at| instant_text(*at) == text)
        .expect("an instant near the others")
}

/// Types, and values of them as a corpus writes them.
pub fn corpus(service: &Service) -> Vec<(Type, Json)> {
    let of = |inner: Type| Arc::new(inner);
    let at = |offset: i64| json!({ "$at": offset });
    let id = |step: usize| json!({ "$ref": [step, ["id"]] });
    let name = json!({ "$ref": [0, ["item", "name"]] });
    let item = service.entities.iter().position(|one| one.name == "Item").expect("an entity");
    let sold = json!({ "name": name, "price": id(1), "level": "LOW", "note": null, "sold": at(0) });
    vec![
        (Type::DateTime, at(0)),
        (Type::DateTime, at(-86_400_001)),
        (Type::DateTime, json!(instant_text(START))),
        (Type::Option(of(Type::DateTime)), at(5)),
        (Type::Option(of(Type::DateTime)), Json::Null),
        (Type::Int, id(0)),
        (Type::String, name.clone()),
        (Type::String, json!("$at")),
        (Type::Seq(of(Type::Int)), json!([1, id(1), id(0)])),
        (Type::Map(of(Type::String), of(Type::Int)), json!({ "$at": 5, "$ref": 6 })),
        (Type::Map(of(Type::Int), of(Type::DateTime)), json!([[id(0), at(1)], [3, at(2)]])),
        (Type::Map(of(Type::DateTime), of(Type::Int)), json!([[at(1), id(1)]])),
        (Type::Entity(EntityId(item as u32)), sold),
    ]
}

/// Types, texts, and whether who reads exactly reads them as well.
pub fn wire(service: &Service) -> Vec<(Type, &'static str, bool)> {
    let of = |inner: Type| Arc::new(inner);
    let level = service.enums.iter().position(|one| one.name == "Level").expect("an enum");
    let item = service.entities.iter().position(|one| one.name == "Item").expect("an entity");
    let (level, item) = (Type::Enum(EnumId(level as u32)), Type::Entity(EntityId(item as u32)));
    let mut found = Vec::new();
    let mut add = |ty: Type, exact: &[&'static str], others: &[&'static str]| {
        found.extend(exact.iter().map(|text| (ty.clone(), *text, true)));
        found.extend(others.iter().map(|text| (ty.clone(), *text, false)));
    };
    add(Type::Bool, &["true", "false"], &["0", "1", "\"true\"", "null", "[]"]);
    add(
        Type::Int,
        &["0", "-5", "9223372036854775807", "-9223372036854775808"],
        &["9223372036854775808", "-9223372036854775809", "1.0", "1.5", "\"1\"", "true", "null"],
    );
    add(Type::Float, &["1.5", "-2.25", "0.0", "3"], &["\"1.5\"", "true", "null", "[]"]);
    add(Type::Duration, &["0", "-1"], &["1.0", "\"1\"", "true"]);
    add(Type::String, &["\"\"", "\"a\\\"b\"", "\"é😀\"", "\"\\ud83d\\ude00\""], &["\"a\\u0000b\"", "1", "null"]);
    add(
        Type::DateTime,
        &[
            "\"2024-05-01T12:00:00.123Z\"",
            "\"2024-05-01T14:00:00+02:00\"",
            "\"2024-05-01T12:00:00.1239Z\"",
            "\"0001-01-01T00:00:00Z\"",
        ],
        &[
            "\"2024-05-01\"",
            "\"2024-02-30T12:00:00Z\"",
            "\"2024-05-01T12:00:00\"",
            "1714564800000",
            "\"10000-01-01T00:00:00Z\"",
            "null",
        ],
    );
    let uuid = "\"0b7e1a52-0000-4000-8000-00000000000f\"";
    add(
        Type::Uuid,
        &[uuid],
        &["\"0B7E1A52-0000-4000-8000-00000000000F\"", "\"0b7e1a52000040008000000000000000f\"", "\"\"", "7"],
    );
    add(level.clone(), &["\"LOW\""], &["\"low\"", "\"\"", "0", "null"]);
    add(Type::Option(of(Type::Int)), &["null", "3"], &["\"3\"", "[]"]);
    add(Type::Seq(of(Type::Int)), &["[]", "[2,1,2]"], &["{}", "[1,null]", "null", "\"[]\""]);
    add(Type::Set(of(Type::Int)), &["[]", "[1,2,10]"], &["[1,1]", "{}", "[\"1\"]"]);
    add(
        Type::Map(of(Type::Int), of(Type::String)),
        &["{}", "{\"-3\":\"x\"}"],
        &["{\"01\":\"x\"}", "{\"+1\":\"x\"}", "{\"-0\":\"x\"}", "{\"9223372036854775808\":\"x\"}", "{\"1\":2}", "[]"],
    );
    add(
        Type::Map(of(Type::Bool), of(Type::Int)),
        &["[]", "[[true,1]]"],
        &["{\"true\":1}", "[[true,1],[true,2]]", "[[true]]", "[[1,1]]"],
    );
    add(
        Type::Multi(of(Type::Int), of(Type::Int)),
        &["{\"1\":[2,3]}", "{}", "{\"1\":[]}"],
        &["{\"1\":[2,2]}", "{\"1\":2}"],
    );
    add(
        item,
        &["{\"name\":\"a\",\"price\":1,\"level\":\"LOW\",\"note\":null,\"sold\":null}"],
        &[
            "{\"name\":\"a\",\"price\":1,\"level\":\"LOW\"}",
            "{\"name\":\"a\",\"price\":1,\"note\":null,\"sold\":null}",
            "{\"name\":\"a\",\"price\":1,\"level\":\"LOW\",\"note\":null,\"sold\":null,\"more\":1}",
            "[]",
            "null",
        ],
    );
    found
}
