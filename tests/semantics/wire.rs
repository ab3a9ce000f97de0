//! Values as JSON, and back.

use serde_json::Value as Json;
use specc::interp::{Machine, Value, wire};
use specc::ir::Type;

use crate::common::walk::machine;
use crate::probe::json;

const TYPES: &str = "service Types {
  enum Color { RED, GREEN }
  type Code = String where len(value) = 2
  entity Point { x: Int y: Option[Int] }
  entity Deep { p: Point ps: Seq[Point] more: Option[Deep] }
  state {
    bool: Bool
    int: Int
    float: Float
    string: String
    datetime: DateTime
    duration: Duration
    uuid: UUID
    enum_: Color
    code: Code
    point: Point
    deep: Deep
    option: Option[Int]
    maybePoint: Option[Point]
    set_: Set[Int]
    sets: Set[Set[Int]]
    options: Set[Option[Int]]
    seq: Seq[Int]
    byText: Map[String, Int]
    byCode: Map[Code, Int]
    byInt: Map[Int, String]
    byEnum: Map[Color, Int]
    byUuid: Map[UUID, Int]
    byBool: Map[Bool, Int]
    byFloat: Map[Float, Int]
    byTime: Map[DateTime, Int]
    byDuration: Map[Duration, Int]
    byPoint: Map[Point, Set[Int]]
    byOption: Map[Option[Int], Int]
    one_: Int -> one Point
    lone_: Int -> lone Int
    many: Int -> set Int
    some_: Color -> some String
    manyByPoint: Point -> set Int
    nested: Map[String, Map[Int, Seq[Color]]]
  }
}";

fn field<'m>(machine: &'m Machine, name: &str) -> &'m Type {
    let found = machine.service().state.iter().find(|field| field.name == name);
    &found.unwrap_or_else(|| panic!("no field `{name}`")).ty.ty
}

fn decode(machine: &Machine, name: &str, text: &Json) -> Result<Value, String> {
    wire::decode(machine.service(), field(machine, name), text).map_err(|found| found.to_string())
}

/// Texts that mean themselves: read and written again they are the same.
#[test]
fn values_survive_the_wire() {
    let machine = machine(TYPES);
    for (name, text) in [
        ("bool", "true"),
        ("bool", "false"),
        ("int", "0"),
        ("int", "-1"),
        ("int", "9223372036854775807"),
        ("int", "-9223372036854775808"),
        ("float", "0.0"),
        ("float", "1.5"),
        ("float", "-0.1"),
        ("float", "1.7976931348623157e308"),
        ("float", "5e-324"),
        ("string", "\"\""),
        ("string", "\"a😀é\\n\\\"\""),
        ("string", "\"\\u0001\""),
        ("datetime", "\"1970-01-01T00:00:00.000Z\""),
        ("datetime", "\"2024-02-29T23:59:59.999Z\""),
        ("datetime", "\"0001-01-01T00:00:00.000Z\""),
        ("datetime", "\"9999-12-31T23:59:59.999Z\""),
        ("datetime", "\"1969-12-31T23:59:59.999Z\""),
        ("duration", "0"),
        ("duration", "-9223372036854775808"),
        ("uuid", "\"00000000-0000-0000-0000-000000000000\""),
        ("uuid", "\"ffffffff-ffff-4fff-bfff-ffffffffffff\""),
        ("uuid", "\"01234567-89ab-cdef-0123-456789abcdef\""),
        ("enum_", "\"GREEN\""),
        ("code", "\"no matter\""),
        ("point", r#"{"x":1,"y":null}"#),
        ("point", r#"{"x":1,"y":2}"#),
        ("deep", r#"{"p":{"x":1,"y":2},"ps":[{"x":3,"y":null}],"more":null}"#),
        ("deep", r#"{"p":{"x":1,"y":2},"ps":[],"more":{"p":{"x":1,"y":2},"ps":[],"more":null}}"#),
        ("option", "null"),
        ("option", "3"),
        ("maybePoint", "null"),
        ("maybePoint", r#"{"x":1,"y":null}"#),
        ("set_", "[]"),
        ("set_", "[-1,2,30]"),
        ("sets", "[[],[1],[1,2]]"),
        ("options", "[null,1]"),
        ("seq", "[]"),
        ("seq", "[3,1,3]"),
        ("byText", "{}"),
        ("byText", r#"{"":0,"a":1,"é":2}"#),
        ("byCode", r#"{"ab":1}"#),
        ("byInt", r#"{"-5":"x","7":"y"}"#),
        ("byEnum", r#"{"RED":1,"GREEN":2}"#),
        ("byUuid", r#"{"00000000-0000-0000-0000-000000000001":1}"#),
        ("byBool", "[[false,1],[true,2]]"),
        ("byFloat", "[[0.5,1]]"),
        ("byTime", "[[\"1970-01-01T00:00:00.000Z\",1]]"),
        ("byDuration", "[[1000,1]]"),
        ("byPoint", r#"[[{"x":1,"y":null},[1,2]],[{"x":2,"y":1},[]]]"#),
        ("byOption", "[[null,0],[1,1]]"),
        ("byPoint", "[]"),
        ("one_", r#"{"1":{"x":1,"y":2}}"#),
        ("lone_", r#"{"1":5}"#),
        ("many", r#"{"1":[1,2]}"#),
        ("some_", r#"{"RED":["a"]}"#),
        ("manyByPoint", r#"[[{"x":1,"y":null},[3]]]"#),
        ("nested", r#"{"a":{"1":["RED","RED"]},"b":{}}"#),
    ] {
        let text = json(text);
        let value = decode(&machine, name, &text).unwrap_or_else(|found| panic!("{name} {text}: {found}"));
        assert_eq!(wire::encode(machine.service(), field(&machine, name), &value), text, "{name}");
    }
}

/// Texts that are read as something that is written differently.
#[test]
fn some_texts_have_a_canonical_form() {
    let machine = machine(TYPES);
    for (name, text, canonical) in [
        ("set_", "[3,1,2]", "[1,2,3]"),
        ("float", "2", "2.0"),
        ("float", "-0.0", "0.0"),
        ("point", r#"{"y":2,"x":1}"#, r#"{"x":1,"y":2}"#),
        ("point", r#"{"x":1}"#, r#"{"x":1,"y":null}"#),
        ("many", r#"{"1":[],"2":[1]}"#, r#"{"2":[1]}"#),
        ("some_", r#"{"RED":[]}"#, "{}"),
        ("byInt", r#"{"7":"y","-5":"x"}"#, r#"{"-5":"x","7":"y"}"#),
        ("datetime", "\"2024-05-01T12:00:00Z\"", "\"2024-05-01T12:00:00.000Z\""),
        ("datetime", "\"2024-05-01T12:00:00.1239Z\"", "\"2024-05-01T12:00:00.123Z\""),
        ("datetime", "\"1969-12-31T23:59:59.9999Z\"", "\"1969-12-31T23:59:59.999Z\""),
    ] {
        let value = decode(&machine, name, &json(text)).unwrap_or_else(|found| panic!("{name} {text}: {found}"));
        let encoded = wire::encode(machine.service(), field(&machine, name), &value);
        assert_eq!(encoded.to_string(), json(canonical).to_string(), "{name} {text}");
    }
}

#[test]
fn what_is_no_value_is_refused_with_its_place() {
    let machine = machine(TYPES);
    for (name, text, message) in [
        ("bool", "1", "expected true or false, found 1"),
        ("bool", "\"true\"", "expected true or false, found a text"),
        ("bool", "null", "expected true or false, found null"),
        ("int", "1.0", "expected a 64-bit integer, found 1.0"),
        ("int", "1.5", "expected a 64-bit integer, found 1.5"),
        ("int", "1e3", "expected a 64-bit integer, found 1000.0"),
        ("int", "true", "expected a 64-bit integer, found true"),
        ("int", "\"1\"", "expected a 64-bit integer, found a text"),
        ("int", "null", "expected a 64-bit integer, found null"),
        ("int", "[1]", "expected a 64-bit integer, found an array"),
        ("int", "9223372036854775808", "expected a 64-bit integer, found 9223372036854775808"),
        ("int", "-9223372036854775809", "expected a 64-bit integer, found -9.223372036854776e+18"),
        ("float", "\"1\"", "expected a number, found a text"),
        ("float", "true", "expected a number, found true"),
        ("string", "1", "expected a text without U+0000, found 1"),
        ("string", "\"a\\u0000b\"", "expected a text without U+0000"),
        ("string", "null", "expected a text without U+0000, found null"),
        ("datetime", "\"yesterday\"", "expected an instant such as 2024-05-01T12:00:00.000Z, found `yesterday`"),
        (
            "datetime",
            "\"2024-02-30T00:00:00.000Z\"",
            "expected an instant such as 2024-05-01T12:00:00.000Z, found `2024-02-30T00:00:00.000Z`",
        ),
        (
            "datetime",
            "\"2024-05-01T12:00:00.000\"",
            "expected an instant such as 2024-05-01T12:00:00.000Z, found `2024-05-01T12:00:00.000`",
        ),
        (
            "datetime",
            "\"0000-12-31T23:59:59.999Z\"",
            "expected an instant such as 2024-05-01T12:00:00.000Z, found `0000-12-31T23:59:59.999Z`",
        ),
        ("datetime", "0", "expected an instant such as 2024-05-01T12:00:00.000Z, found 0"),
        ("duration", "1.5", "expected a 64-bit integer, found 1.5"),
        ("duration", "\"PT1S\"", "expected a whole number of milliseconds, found a text"),
        ("uuid", "\"\"", "expected a UUID, found ``"),
        (
            "uuid",
            "\"0000000000000000000000000000000000000\"",
            "expected a UUID, found `0000000000000000000000000000000000000`",
        ),
        (
            "uuid",
            "\"00000000-0000-0000-0000-00000000000g\"",
            "expected a UUID, found `00000000-0000-0000-0000-00000000000g`",
        ),
        (
            "uuid",
            "\"00000000-0000-0000-000-0000000000000\"",
            "expected a UUID, found `00000000-0000-0000-000-0000000000000`",
        ),
        (
            "uuid",
            "\"{00000000-0000-0000-0000-000000000000}\"",
            "expected a UUID, found `{00000000-0000-0000-0000-000000000000}`",
        ),
        ("enum_", "\"BLUE\"", "expected one of RED, GREEN, found `BLUE`"),
        ("enum_", "\"red\"", "expected one of RED, GREEN, found `red`"),
        ("enum_", "0", "expected one of RED, GREEN, found 0"),
        ("point", r#"{"y": 1}"#, "x: is missing"),
        ("point", r#"{"x": null, "y": 1}"#, "x: expected a 64-bit integer, found null"),
        ("point", r#"{"x": 1, "y": 2, "z": 3}"#, "z: there is no such field"),
        ("point", r#"{"x": 1, "X": 2}"#, "X: there is no such field"),
        ("point", "[1, 2]", "expected an object, a `Point`, found an array"),
        ("point", "null", "expected an object, a `Point`, found null"),
        (
            "deep",
            r#"{"p": {"x": 1}, "ps": [{"x": 1}, {"x": "a"}]}"#,
            "ps[1].x: expected a 64-bit integer, found a text",
        ),
        ("option", "\"a\"", "expected a 64-bit integer, found a text"),
        ("set_", "[1, 1]", "[1]: a set holds each element once"),
        ("set_", "[1, 2.0]", "[1]: expected a 64-bit integer, found 2.0"),
        ("set_", "{}", "expected an array, found an object"),
        ("set_", "null", "expected an array, found null"),
        ("sets", "[[1, 2], [2, 1]]", "[1]: a set holds each element once"),
        ("options", "[null, null]", "[1]: a set holds each element once"),
        ("seq", "[1, null]", "[1]: expected a 64-bit integer, found null"),
        ("byText", "[]", "expected an object, found an array"),
        ("byText", r#"{"a": "b"}"#, "[a]: expected a 64-bit integer, found a text"),
        ("byText", "{\"\\u0000\": 1}", "[\0]: expected a text without U+0000"),
        ("byInt", r#"{"a": "x"}"#, "[a]: expected a 64-bit integer, found `a`"),
        ("byInt", r#"{"01": "x"}"#, "[01]: expected a 64-bit integer, found `01`"),
        ("byInt", r#"{"+1": "x"}"#, "[+1]: expected a 64-bit integer, found `+1`"),
        ("byInt", r#"{"-0": "x"}"#, "[-0]: expected a 64-bit integer, found `-0`"),
        ("byEnum", r#"{"BLUE": 1}"#, "[BLUE]: expected one of RED, GREEN, found `BLUE`"),
        ("byPoint", "{}", "expected an array of pairs, found an object"),
        ("byPoint", r#"[[{"x": 1}]]"#, "[0]: expected a pair of key and value"),
        ("byPoint", r#"[[{"x": 1}, [], 1]]"#, "[0]: expected a pair of key and value"),
        ("byPoint", r#"[[{"x": "a"}, []]]"#, "[0][0].x: expected a 64-bit integer, found a text"),
        (
            "byPoint",
            r#"[[{"x": 1}, []], [{"x": 1, "y": null}, [1]]]"#,
            "[{\"x\":1,\"y\":null}]: a map holds each key once",
        ),
        ("many", r#"{"1": 5}"#, "[1]: expected an array, found 5"),
        ("many", r#"{"1": [5, 5]}"#, "[1][1]: a set holds each element once"),
        ("manyByPoint", r#"[[{"x": 1}, []], [{"x": 1}, [1]]]"#, "[{\"x\":1}]: a map holds each key once"),
        ("nested", r#"{"a": {"1": ["BLUE"]}}"#, "[a][1][0]: expected one of RED, GREEN, found `BLUE`"),
    ] {
        assert_eq!(decode(&machine, name, &json(text)), Err(message.to_string()), "{name} {text}");
    }
}

#[test]
fn scalars_in_paths_and_queries_are_their_text() {
    let machine = machine(TYPES);
    let service = machine.service();
    for (name, text) in [
        ("bool", "true"),
        ("int", "-42"),
        ("float", "0.5"),
        ("string", "a b"),
        ("string", "42"),
        ("datetime", "1970-01-01T00:00:00.000Z"),
        ("duration", "1000"),
        ("uuid", "00000000-0000-0000-0000-000000000001"),
        ("enum_", "RED"),
        ("option", "5"),
    ] {
        let ty = field(&machine, name);
        let value = wire::decode_text(service, ty, text).unwrap_or_else(|found| panic!("{name} {text}: {found}"));
        assert_eq!(wire::text_of(service, ty, &value), text, "{name}");
    }
    for (name, text) in [
        ("bool", "1"),
        ("bool", "True"),
        ("bool", ""),
        ("int", "1.0"),
        ("int", "+1"),
        ("int", "01"),
        ("int", "-0"),
        ("int", " 1"),
        ("int", ""),
        ("int", "9223372036854775808"),
        ("float", "NaN"),
        ("float", "inf"),
        ("float", "infinity"),
        ("float", "1e400"),
        ("float", ""),
        ("string", "a\0"),
        ("datetime", "now"),
        ("duration", "1.5"),
        ("uuid", "1"),
        ("enum_", "red"),
        ("option", "x"),
    ] {
        let found = wire::decode_text(service, field(&machine, name), text);
        assert!(found.is_err(), "{name} {text}: {found:?}");
    }
}

#[test]
fn a_state_has_every_field_and_no_other() {
    let machine = machine("service S { state { n: Int o: Option[Int] s: Set[Int] r: Int -> set Int } }");
    let service = machine.service();
    for text in [r#"{"n":1,"o":null,"s":[1],"r":{}}"#, r#"{"n":1,"o":2,"s":[],"r":{"1":[2]}}"#] {
        let state = wire::decode_state(service, &json(text)).expect(text);
        assert_eq!(wire::encode_state(service, &state), json(text));
    }
    assert!(wire::decode_state(service, &json(r#"{"n": 1, "s": [], "r": {}}"#)).is_ok());
    for (text, message) in [
        (r#"{"o": null, "s": [], "r": {}}"#, "n: is missing"),
        (r#"{"n": 1, "o": null, "s": [], "r": {}, "x": 1}"#, "x: there is no such field"),
        (r#"{"n": 1, "o": null, "s": [1, 1], "r": {}}"#, "s[1]: a set holds each element once"),
        (r#"{"n": 1, "o": null, "s": [], "r": {"1": [true]}}"#, "r[1][0]: expected a 64-bit integer, found true"),
        ("[]", "expected an object with every state field, found an array"),
    ] {
        let found = wire::decode_state(service, &json(text)).map_err(|found| found.to_string());
        assert_eq!(found.map(|_| ()), Err(message.to_string()), "{text}");
    }
}
