//! The OpenAPI documents: of the fixtures as a whole, judged by a validator that is not ours, and of small specs.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::process::{Command, Output};

use common::{check, expect_file, fixtures, root};
use serde_json::{Value, json};
use specc::convention::routes;
use specc::ir::OperationId;
use specc::openapi::{document, document_without, to_json, to_yaml};

fn document_of(text: &str) -> openapiv3::OpenAPI {
    let found = check(text);
    let service = found.service.clone().unwrap_or_else(|| panic!("{}\n{text}", found.messages()));
    let (api, problems) = routes(&service);
    assert_eq!(problems, []);
    document(&service, &api)
}

fn json_of(members: &str) -> Value {
    serde_json::from_str(&to_json(&document_of(&format!("service T {{\n{members}\n}}")))).expect("JSON")
}

/// The schema of `type A = <ty>`.
fn schema_of(ty: &str) -> Value {
    json_of(&format!(
        "enum Colour {{ RED, GREEN, BLUE }}
         type Money = Int where value >= 0
         predicate polite(text: String) = text matches /^please/ and len(text) <= most()
         function most(): Int = 80
         type A = {ty}"
    ))["components"]["schemas"]["A"]
        .clone()
}

#[test]
fn documents_of_the_fixtures() {
    for (name, text) in fixtures() {
        let document = document_of(&text);
        expect_file(&root().join(format!("tests/expected/openapi/{name}.yaml")), &to_yaml(&document));
    }
}

/// Asks `openapi-spec-validator`.
fn validate(document: &str) -> Output {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs the validator", python.display());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("openapi.yaml");
    std::fs::write(&file, document).expect("a writable file");
    let mut command = Command::new(python);
    command.args(["-m", "openapi_spec_validator", "--schema", "3.0"]).arg(&file);
    command.output().expect("the validator runs")
}

#[test]
fn an_independent_validator_accepts_the_documents() {
    for (name, text) in fixtures() {
        let output = validate(&to_yaml(&document_of(&text)));
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn an_independent_validator_accepts_the_admin_contract() {
    let text = std::fs::read_to_string(root().join("docs/admin-contract.openapi.yaml")).expect("the contract");
    let output = validate(&text);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_validator_rejects_a_document_that_is_wrong() {
    let (_, text) = fixtures().into_iter().find(|(name, _)| name == "todo_list").expect("the fixture");
    let right = to_yaml(&document_of(&text));
    for (from, to) in [("description: Every ensures holds.", "x-note: none"), ("in: path", "in: pathway")] {
        assert!(right.contains(from));
        assert!(!validate(&right.replacen(from, to, 1)).status.success(), "{from} -> {to}");
    }
}

#[test]
fn refinements_become_keywords() {
    let text = |more: Value| merged(json!({ "type": "string" }), more);
    let int = |more: Value| {
        merged(json!({ "type": "integer", "format": "int64", "minimum": i64::MIN, "maximum": i64::MAX }), more)
    };
    let float = |more: Value| merged(json!({ "type": "number", "format": "double" }), more);
    let cases = [
        ("String", text(json!({}))),
        ("String where len(value) >= 1 and len(value) <= 9", text(json!({ "minLength": 1, "maxLength": 9 }))),
        ("String where len(value) > 1 and 9 > len(value)", text(json!({ "minLength": 2, "maxLength": 8 }))),
        ("String where len(value) = 4", text(json!({ "minLength": 4, "maxLength": 4 }))),
        ("String where value.length <= most()", text(json!({ "maxLength": 80 }))),
        ("String where value matches /^a\\/b$/", text(json!({ "pattern": "^a/b$" }))),
        ("String where polite(value)", text(json!({ "pattern": "^please", "maxLength": 80 }))),
        ("String where isValidURI(value)", text(json!({ "pattern": "^https?://[!-~]+$" }))),
        (
            "String where value matches /a/ and value matches /b/",
            json!({ "allOf": [{ "type": "string", "pattern": "a" }, { "pattern": "b" }] }),
        ),
        (
            "String where value matches /a/ or value matches /b/",
            json!({ "allOf": [{ "type": "string" }, { "anyOf": [{ "pattern": "a" }, { "pattern": "b" }] }] }),
        ),
        (
            "String where not (value matches /a/)",
            json!({ "allOf": [{ "type": "string" }, { "not": { "pattern": "a" } }] }),
        ),
        ("String where value != \"x\"", json!({ "allOf": [{ "type": "string" }, { "not": { "enum": ["x"] } }] })),
        ("String where value in {\"x\", \"y\"}", text(json!({ "enum": ["x", "y"] }))),
        ("String where value = hash(value)", text(json!({}))),
        ("String where value matches /a/ or value = hash(value)", text(json!({}))),
        ("String where not (value matches /a/ and value = hash(value))", text(json!({}))),
        ("Int", int(json!({}))),
        ("Int where value > 0", int(json!({ "minimum": 0, "exclusiveMinimum": true }))),
        ("Int where -5 <= value and value < 7", int(json!({ "minimum": -5, "maximum": 7, "exclusiveMaximum": true }))),
        ("Int where value >= 1 and value > 1 and value >= 0", int(json!({ "minimum": 1, "exclusiveMinimum": true }))),
        ("Int where value = 3", int(json!({ "enum": [3] }))),
        (
            "Money where value > 0",
            json!({ "allOf": [
            { "$ref": "#/components/schemas/Money" },
            { "type": "integer", "format": "int64", "minimum": 0, "exclusiveMinimum": true }
        ] }),
        ),
        ("Money", json!({ "allOf": [{ "$ref": "#/components/schemas/Money" }] })),
        (
            "Float where value >= 0 and value < 1.5",
            float(json!({ "minimum": 0.0, "maximum": 1.5, "exclusiveMaximum": true })),
        ),
        ("Bool", json!({ "type": "boolean" })),
        ("Duration where value >= seconds(1)", int(json!({ "minimum": 1000 }))),
        ("UUID", text(json!({ "format": "uuid" }))),
        (
            "Set[Int] where #value <= 3",
            json!({
                "type": "array", "uniqueItems": true, "maxItems": 3,
                "items": { "type": "integer", "format": "int64", "minimum": i64::MIN, "maximum": i64::MAX }
            }),
        ),
        ("Seq[String] where #value > 0", json!({ "type": "array", "minItems": 1, "items": { "type": "string" } })),
        (
            "Map[String, Bool] where #value >= 2",
            json!({
                "type": "object", "minProperties": 2, "additionalProperties": { "type": "boolean" }
            }),
        ),
        (
            "Map[Bool, String]",
            json!({ "type": "array", "uniqueItems": true, "items": {
            "type": "array", "minItems": 2, "maxItems": 2,
            "items": { "anyOf": [{ "type": "boolean" }, { "type": "string" }] }
        } }),
        ),
        ("Option[String]", json!({ "type": "string", "nullable": true })),
        ("Option[Colour]", json!({ "type": "string", "nullable": true, "enum": ["RED", "GREEN", "BLUE", null] })),
        (
            "Option[Money]",
            json!({
                "type": "integer", "format": "int64", "nullable": true, "minimum": 0, "maximum": i64::MAX
            }),
        ),
        (
            "Colour where value in {RED, BLUE}",
            json!({ "allOf": [
            { "$ref": "#/components/schemas/Colour" }, { "type": "string", "enum": ["RED", "BLUE"] }
        ] }),
        ),
    ];
    for (ty, expected) in cases {
        assert_eq!(schema_of(ty), expected, "{ty}");
    }
    let instant = schema_of("DateTime");
    let pattern = regex::Regex::new(instant["pattern"].as_str().expect("a pattern")).expect("a regex");
    assert_eq!(instant["format"], "date-time");
    assert!(pattern.is_match("2024-02-29T12:00:00.000Z") && !pattern.is_match("2024-02-29T12:00:00Z"));
}

fn merged(base: Value, more: Value) -> Value {
    let (Value::Object(mut base), Value::Object(more)) = (base, more) else { panic!("objects") };
    base.extend(more);
    Value::Object(base)
}

const ITEMS: &str = "
  type Name = String where len(value) >= 1
  entity Item { id: Int\n name: Name\n note: Option[Name]\n size: Int where value > 0 }
  state { items: Int -> one Item\n count: Int }
  invariant keys: all k in items | items[k].id = k
  temporal grows: eventually(count > 3)
  security { user: Bearer(format: \"JWT\")\n key: ApiKey(query: \"api_key\") }
  operation Store {
    input: item: Item
    output: stored: Item
    requires_auth: user, key
    ensures:
      stored.id not in items
      items' = items + {stored.id -> stored}
      stored.name = item.name
  }
  operation Claim {
    input: code: Int, name: Name
    requires: code not in items
    ensures:
      items'[code].name = name
  }
  operation GetItem {
    input: id: Int
    output: item: Item
    requires: id in items
    ensures: item = items[id]
  }
  operation Drop {
    input: key: Int
    requires: key in items and #items > 1
    ensures: key not in items'
  }
  operation Find {
    input: name: Option[Name], sizes: Set[Int], most: Int
    output: found: Set[Item]
    ensures: found = { i in ran(items) | i.size in sizes and (name = none or i.name = name) and i.size < most }
  }
  operation Tick { ensures: count' = count + 1 }
  conventions { Tick.http_header \"X-By\" = \"specc\" }";

#[test]
fn parameters_with_other_names_share_a_path() {
    let found = json_of(ITEMS);
    let item = &found["paths"]["/items/{id}"];
    assert_eq!(item["get"]["parameters"][0]["name"], "id");
    assert_eq!(item["delete"]["parameters"][0]["name"], "id");
}

#[test]
fn options_may_be_absent_in_requests_only() {
    let found = json_of(ITEMS);
    let schemas = &found["components"]["schemas"];
    assert_eq!(schemas["Item"]["required"], json!(["id", "name", "note", "size"]));
    assert_eq!(schemas["ItemInput"]["required"], json!(["id", "name", "size"]));
    assert_eq!(schemas["Item"]["additionalProperties"], false);
    assert_eq!(schemas["Item"]["properties"]["size"]["exclusiveMinimum"], true);
    let store = &found["paths"]["/items"]["post"];
    let body = &store["requestBody"];
    assert_eq!(body["required"], true);
    let schema = &body["content"]["application/json"]["schema"];
    assert_eq!(schema["properties"]["item"]["$ref"], "#/components/schemas/ItemInput");
    assert_eq!(schema["additionalProperties"], false);
    let answer = &store["responses"]["201"]["content"]["application/json"]["schema"];
    assert_eq!(answer["$ref"], "#/components/schemas/Item");
}

#[test]
fn a_query_has_optional_parameters_and_no_null() {
    let found = json_of(ITEMS);
    let parameters = found["paths"]["/items"]["get"]["parameters"].as_array().expect("parameters").clone();
    let [name, sizes, most] = parameters.as_slice() else { panic!("three") };
    assert_eq!((&name["required"], &name["schema"]), (&Value::Null, &json!({ "$ref": "#/components/schemas/Name" })));
    assert_eq!((&sizes["required"], &sizes["style"], &sizes["explode"]), (&Value::Null, &json!("form"), &json!(true)));
    assert_eq!(most["required"], true);
}

#[test]
fn problems_are_those_that_can_occur() {
    let found = json_of(ITEMS);
    let statuses = |path: &str, method: &str| -> Vec<String> {
        found["paths"][path][method]["responses"].as_object().expect("responses").keys().cloned().collect()
    };
    assert_eq!(statuses("/items", "post"), ["201", "401", "413", "415", "422", "500"]);
    assert_eq!(statuses("/items/{id}", "get"), ["200", "404", "422", "500"]);
    assert_eq!(statuses("/items/{id}", "delete"), ["204", "404", "409", "413", "415", "422", "500"]);
    assert_eq!(statuses("/items", "get"), ["200", "422", "500"]);
    assert_eq!(statuses("/tick", "post"), ["200", "413", "415", "422", "500"]);
    let gone = &found["paths"]["/items/{id}"]["delete"]["responses"]["204"];
    assert_eq!(gone["content"], Value::Null);
    let ticked = &found["paths"]["/tick"]["post"]["responses"]["200"];
    assert_eq!(ticked["headers"]["X-By"]["schema"]["type"], "string");
}

#[test]
fn what_is_not_realized_says_so() {
    let service = check(&format!("service T {{\n{ITEMS}\n}}")).service.expect("a sound spec");
    let (api, _) = routes(&service);
    let at = service.operations.iter().position(|operation| operation.name == "Tick").expect("an operation");
    let found = json!(document_without(&service, &api, &[OperationId(at as u32)]));
    assert!(found["paths"]["/tick"]["post"]["responses"]["501"].is_object());
    assert!(found["paths"]["/items"]["post"]["responses"]["501"].is_null());
    assert!(found["components"]["responses"]["NotImplemented"].is_object());
    assert!(json!(document(&service, &api))["components"]["responses"]["NotImplemented"].is_null());
}

#[test]
fn a_body_of_options_may_be_left_out() {
    let found = json_of("state { count: Int } operation Add { input: by: Option[Int] ensures: count' = count + 1 }");
    let body = &found["paths"]["/add"]["post"]["requestBody"];
    assert!(body["content"].is_object() && body["required"] != true, "{body}");
}

#[test]
fn a_read_without_inputs_is_unreadable_only_where_a_number_may_overflow() {
    let found = json_of(
        "state { count: Int }
         operation Plain { output: n: Int ensures: n = count }
         operation More { output: n: Int ensures: n = count + 1 }",
    );
    let listed = |path: &str| found["paths"][path]["get"]["responses"]["422"].is_object();
    assert!(!listed("/plain") && listed("/more"));
}

#[test]
fn creates_link_to_what_needs_the_key() {
    let found = json_of(ITEMS);
    let links = &found["paths"]["/items"]["post"]["responses"]["201"]["links"];
    assert_eq!(links["getItem"]["parameters"], json!({ "id": "$response.body#/id" }));
    assert_eq!(links["drop"]["operationId"], "drop");
    assert_eq!(links["drop"]["parameters"], json!({ "id": "$response.body#/id" }));
    let claimed = &found["paths"]["/claim"]["post"]["responses"]["201"]["links"];
    assert_eq!(claimed["getItem"]["parameters"], json!({ "id": "$request.body#/code" }));
}

#[test]
fn security_and_what_the_spec_says_beyond() {
    let found = json_of(ITEMS);
    let schemes = &found["components"]["securitySchemes"];
    assert_eq!(schemes["user"], json!({ "type": "http", "scheme": "bearer", "bearerFormat": "JWT" }));
    assert_eq!(schemes["key"], json!({ "type": "apiKey", "in": "query", "name": "api_key" }));
    let store = &found["paths"]["/items"]["post"];
    assert_eq!(store["security"], json!([{ "user": [] }, { "key": [] }]));
    assert_eq!(store["operationId"], "store");
    assert_eq!(store["tags"], json!(["items"]));
    assert_eq!(found["paths"]["/items/{id}"]["delete"]["x-requires"], json!(["key in items and #items > 1"]));
    assert_eq!(found["x-invariant"], json!([{ "name": "keys", "text": "all k in items | items[k].id = k" }]));
    assert_eq!(found["x-temporal"], json!([{ "name": "grows", "kind": "eventually", "text": "count > 3" }]));
}

#[test]
fn yaml_and_json_say_the_same() {
    for (name, text) in fixtures() {
        let document = document_of(&text);
        let yaml: Value = serde_yaml::from_str(&to_yaml(&document)).expect("YAML");
        let json: Value = serde_json::from_str(&to_json(&document)).expect("JSON");
        assert_eq!(yaml, json, "{name}");
    }
}
