//! The reference server as its callers meet it: a real process, real sockets.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use common::http::{Client, Response, Start, read_response};
use serde_json::{Value, json};
use tempfile::TempDir;

const ADMIN: &str = "/__test_admin__";
const JSON: (&str, &str) = ("content-type", "application/json");
const TODO: &str = r#"{"title": "Write", "priority": "LOW", "tags": ["a", "b"]}"#;

/// Asserts a problem document of a status, and gives its detail and its clause.
fn problem(response: &Response, status: u16) -> (String, Option<String>) {
    assert_eq!(response.status, status, "{}", response.text());
    assert_eq!(response.header("content-type"), Some("application/problem+json"));
    let document = response.json();
    assert_eq!(document["status"], json!(status));
    assert!(document["type"].is_string() && document["title"].is_string(), "{document}");
    let fields: Vec<&String> = document.as_object().expect("an object").keys().collect();
    assert!(fields.iter().all(|name| ["type", "title", "status", "detail", "clause"].contains(&name.as_str())));
    let detail = document["detail"].as_str().expect("a detail").to_string();
    assert!(!detail.is_empty());
    (detail, document.get("clause").map(|clause| clause.as_str().expect("a text").to_string()))
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn create(client: &mut Client) -> i64 {
    let response = client.send("POST", "/todos", TODO);
    assert_eq!(response.status, 201, "{}", response.text());
    response.json()["id"].as_i64().expect("an id")
}

// The wire ----------------------------------------------------------------------------------------------------------

#[test]
fn operations_answer_in_the_wire_format() {
    let server = Start::fixture("todo_list").admin().run();
    let mut client = server.client();
    let id = create(&mut client);
    let todo = client.get(&format!("/todos/{id}"));
    assert_eq!((todo.status, todo.header("content-type")), (200, Some("application/json")));
    let todo = todo.json();
    assert_eq!((&todo["id"], &todo["status"], &todo["tags"]), (&json!(id), &json!("TODO"), &json!(["a", "b"])));
    assert_eq!(todo["description"], Value::Null);
    assert_eq!(todo["created_at"].as_str().map(str::len), Some("2024-05-01T12:00:00.000Z".len()));
    assert_eq!(client.state(), json!({ "todos": { id.to_string(): todo } }));
    let list = client.get("/todos?status=TODO&tag=a&unknown=x").json();
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    assert_eq!(client.get("/todos?status=DONE").json(), json!([]));
    let gone = client.request("DELETE", &format!("/todos/{id}"), &[], b"");
    assert_eq!((gone.status, gone.body.len(), gone.header("content-type")), (204, 0, None));
}

#[test]
fn a_redirect_carries_its_header_and_its_body() {
    let server = Start::fixture("url_shortener").run();
    let mut client = server.client();
    let url = "https://example.org/a?b=c";
    let made = client.send("POST", "/shorten", &json!({ "url": url }).to_string());
    assert_eq!(made.status, 201, "{}", made.text());
    let code = made.json()["code"].as_str().expect("a code").to_string();
    let found = client.get(&format!("/{code}"));
    assert_eq!((found.status, found.header("location")), (302, Some(url)));
    assert_eq!(found.json(), json!({ "url": url }));
    assert_eq!(client.get(&format!("/{code}/stats")).json()["click_count"], json!(1));
    assert_eq!(client.get("/urls/total").json(), json!({ "codes": 1, "clicks": 1 }));
}

#[test]
fn the_server_tells_about_itself() {
    let server = Start::fixture("todo_list").run();
    let mut client = server.client();
    assert_eq!(client.get("/health").json(), json!({ "status": "ok" }));
    assert_eq!(client.get("/ready").status, 200);
    let document = client.get("/openapi.json").json();
    assert!(document["paths"]["/todos/{id}"]["get"].is_object(), "{document}");
    let head = client.request("HEAD", "/health", &[], b"");
    assert_eq!((head.status, head.header("content-length")), (200, Some("15")));
    assert_eq!(client.request("HEAD", "/todos", &[], b"").status, 200);
    problem(&client.send("POST", "/health", "{}"), 405);
}

#[test]
fn several_servers_do_not_disturb_each_other() {
    let servers: Vec<_> = (0..3).map(|_| Start::fixture("safe_counter").admin().run()).collect();
    for (at, server) in servers.iter().enumerate() {
        for _ in 0..at {
            assert_eq!(server.client().send("POST", "/increment", "{}").status, 200);
        }
    }
    let counts: Vec<Value> = servers.iter().map(|server| server.client().state()["count"].clone()).collect();
    assert_eq!(counts, [json!(0), json!(1), json!(2)]);
}

// Errors ------------------------------------------------------------------------------------------------------------

#[test]
fn every_error_is_a_problem_document_and_changes_nothing() {
    let server = Start::fixture("todo_list").admin().run();
    let mut client = server.client();
    let id = create(&mut client);
    let before = client.state();
    let path = format!("/todos/{id}");
    let body = |fields: &str| format!(r#"{{"title": "T", "priority": "LOW", "tags": []{fields}}}"#);

    problem(&client.get("/nothing"), 404);
    problem(&client.get("/todos/"), 404);
    let wrong = client.send("PUT", "/todos", "{}");
    problem(&wrong, 405);
    assert_eq!(wrong.header("allow"), Some("GET, POST, HEAD"));
    problem(&client.request("OPTIONS", "/todos", &[], b""), 405);

    problem(&client.request("POST", "/todos", &[], body("").as_bytes()), 415);
    problem(&client.request("POST", "/todos", &[("content-type", "text/plain")], body("").as_bytes()), 415);
    let parameters = ("content-type", "application/json; charset=utf-8");
    problem(&client.request("POST", "/todos", &[parameters], b"{"), 422);

    for broken in [
        "{".to_string(),
        String::new(),
        "[]".into(),
        "null".into(),
        "\"text\"".into(),
        body("").replace("\"LOW\"", "\"NONE\""),
        body("").replace("\"LOW\"", "1"),
        body("").replace("\"T\"", "true"),
        body("").replace("\"T\"", "null"),
        body("").replace("\"T\"", "\"\""),
        body("").replace("[]", "[\"x\", \"x\"]"),
        body("").replace("[]", "{}"),
        body(", \"extra\": 1"),
        body(", \"title\": \"T\""),
        body(", \"due_at\": \"yesterday\""),
        r#"{"title": "T", "tags": []}"#.into(),
        format!("{}1{}", "[".repeat(5000), "]".repeat(5000)),
    ] {
        problem(&client.send("POST", "/todos", &broken), 422);
    }
    problem(&client.request("POST", "/todos", &[JSON], b"{\"title\": \"\xff\"}"), 422);
    for target in
        ["/todos/x", "/todos/01", "/todos/0", "/todos/1.0", "/todos/%", "/todos/%ff", "/todos/99999999999999999999"]
    {
        problem(&client.get(target), 422);
    }
    for query in ["status=NONE", "status=TODO&status=DONE", "tag=%zz", "tag=%ff", "tag=UPPER"] {
        problem(&client.get(&format!("/todos?{query}")), 422);
    }
    let (_, clause) = problem(&client.get("/todos/4711"), 404);
    assert_eq!(clause.as_deref(), Some("id in todos"));
    let (_, clause) = problem(&client.send("POST", &format!("{path}/pause"), "{}"), 409);
    assert_eq!(clause.as_deref(), Some("todos[id].status = Status.IN_PROGRESS"));
    let past = body(", \"due_at\": \"2001-01-01T00:00:00.000Z\"");
    let (_, clause) = problem(&client.send("POST", "/todos", &past), 409);
    assert_eq!(clause.as_deref(), Some("due_at = none or due_at > now()"));
    assert_eq!(client.state(), before);
}

#[test]
fn checks_come_in_their_order() {
    let server = Start::fixture("auth_service").env("SPEC_AUTH_MEMBER", "m").arg("--max-body").arg("100").run();
    let mut client = server.client();
    let bearer = ("authorization", "Bearer m");
    // Not even the path is looked at before the credentials.
    problem(&client.send("PUT", "/users/x/password", "nonsense"), 401);
    problem(&client.request("PUT", "/users/x/password", &[bearer, ("content-type", "text/plain")], b"nonsense"), 415);
    problem(&client.request("PUT", "/users/x/password", &[bearer, JSON], &[b' '; 101]), 413);
    problem(&client.request("PUT", "/users/x/password", &[bearer, JSON], b"{}"), 422);
    let passwords = br#"{"password": "0123456789", "new_password": "0123456789"}"#;
    problem(&client.request("PUT", "/users/7/password", &[bearer, JSON], passwords), 404);
}

/// The codes that a server hands out.
fn codes(start: Start) -> Vec<String> {
    let server = start.run();
    let mut client = server.client();
    let mut shorten = |at: usize| {
        let answer = client.send("POST", "/shorten", &format!("{{\"url\": \"https://a.example/{at}\"}}"));
        answer.json()["code"].as_str().expect("a code").to_string()
    };
    (0..4).map(&mut shorten).collect()
}

#[test]
fn choices_are_the_same_again_with_the_same_seed_and_only_then() {
    let seeded = |seed: &str| codes(Start::fixture("url_shortener").arg("--seed").arg(seed));
    assert_eq!(seeded("7"), seeded("7"));
    assert_ne!(seeded("7"), seeded("8"));
    assert_ne!(codes(Start::fixture("url_shortener")), codes(Start::fixture("url_shortener")));
}

#[test]
fn an_operation_without_body_takes_none_or_an_empty_object() {
    let server = Start::fixture("todo_list").run();
    let mut client = server.client();
    let id = create(&mut client);
    let path = format!("/todos/{id}");
    assert_eq!(client.request("POST", &format!("{path}/start"), &[], b"").status, 200);
    assert_eq!(client.send("POST", &format!("{path}/pause"), "{}").status, 200);
    problem(&client.send("POST", &format!("{path}/start"), "{\"x\": 1}"), 422);
    problem(&client.send("POST", &format!("{path}/start"), "nonsense"), 422);
    problem(&client.request("POST", &format!("{path}/start"), &[], b"x=1"), 415);
    // An empty body is none, whatever it is called.
    for media in ["application/json", "text/plain", "application/x-www-form-urlencoded"] {
        let started = client.request("POST", &format!("{path}/start"), &[("content-type", media)], b"");
        assert_eq!(started.status, 200, "{media}");
        assert_eq!(client.request("POST", &format!("{path}/pause"), &[("content-type", media)], b"").status, 200);
    }
    problem(&client.request("POST", "/todos", &[JSON], b""), 422);
    // GET has no body that means anything.
    assert_eq!(client.request("GET", &path, &[("content-type", "text/plain")], b"x").status, 200);
    // All inputs are optional: no body at all stands for an object without fields.
    assert_eq!(client.request("POST", &format!("{path}/start"), &[], b"").status, 200);
    assert_eq!(client.request("POST", &format!("{path}/complete"), &[], b"").status, 200);
}

#[test]
fn queries_take_sets_and_sequences() {
    let folder = folder();
    let spec = write(
        &folder,
        "q.spec",
        "service Q {\n  state { n: Int = 0 }\n\n  operation Echo {\n    input: tags: Set[String], items: Seq[Int], \
         on: Bool\n    output: all_tags: Set[String], all_items: Seq[Int], off: Bool\n    ensures:\n      \
         all_tags = tags\n      all_items = items\n      off = not on\n  }\n}\n",
    );
    let server = Start::spec(spec).run();
    let mut client = server.client();
    let echo = client.get("/echo?tags=b%20c&items=2&on=true&items=1&tags=a+b").json();
    assert_eq!(echo, json!({ "all_tags": ["a b", "b c"], "all_items": [2, 1], "off": false }));
    let nothing = client.get("/echo?on=false").json();
    assert_eq!(nothing, json!({ "all_tags": [], "all_items": [], "off": true }));
    problem(&client.get("/echo?on=1"), 422);
    problem(&client.get("/echo"), 422);
    problem(&client.get("/echo?on=true&on=true"), 422);
    problem(&client.get("/echo?on=true&tags=a&tags=a"), 422);
}

#[test]
fn a_spec_that_promises_the_impossible_answers_500_with_the_clause() {
    let folder = folder();
    let spec = write(
        &folder,
        "i.spec",
        "service I {\n  state { n: Int = 0 }\n\n  operation Bump {\n    ensures: n' = n + 1\n  }\n\n  \
         invariant small: n <= 1\n}\n",
    );
    let server = Start::spec(spec).admin().run();
    let mut client = server.client();
    assert_eq!(client.send("POST", "/bump", "{}").status, 200);
    let (_, clause) = problem(&client.send("POST", "/bump", "{}"), 500);
    assert_eq!(clause.as_deref(), Some("n <= 1"));
    assert_eq!(client.state(), json!({ "n": 1 }));
}

#[test]
fn arithmetic_that_overflows_is_refused() {
    let folder = folder();
    let spec = write(
        &folder,
        "o.spec",
        "service O {\n  state { n: Int = 9223372036854775807 }\n\n  operation Bump {\n    ensures: n' = n + 1\n  }\n}\n",
    );
    let server = Start::spec(spec).admin().run();
    let mut client = server.client();
    problem(&client.send("POST", "/bump", "{}"), 422);
    assert_eq!(client.state(), json!({ "n": i64::MAX }));
}

// Security ----------------------------------------------------------------------------------------------------------

#[test]
fn credentials_come_from_the_environment() {
    let server = Start::fixture("auth_service")
        .env("SPEC_AUTH_MEMBER", "secret")
        .env("SPEC_AUTH_OPERATOR", "root:pässword")
        .env("SPEC_AUTH_GATEWAY", "key")
        .run();
    let mut client = server.client();
    let mut get = |headers: &[(&str, &str)]| client.request("GET", "/users/7", headers, b"");
    for headers in [
        &[][..],
        &[("authorization", "Bearer wrong")],
        &[("authorization", "Bearer ")],
        &[("authorization", "secret")],
        &[("authorization", "Basic cm9vdDp3cm9uZw==")],
        &[("authorization", "Basic !!")],
        &[("x-gateway-key", "key")],
    ] {
        let refused = get(headers);
        problem(&refused, 401);
        let challenges = refused.headers.iter().filter(|(name, _)| name == "www-authenticate");
        let schemes: Vec<&str> = challenges.filter_map(|(_, text)| text.split(' ').next()).collect();
        assert_eq!(schemes, ["Bearer", "Basic"]);
    }
    problem(&get(&[("authorization", "Bearer secret")]), 404);
    problem(&get(&[("authorization", "bearer secret")]), 404);
    problem(&get(&[("authorization", "Basic cm9vdDpww6Rzc3dvcmQ=")]), 404);
    let clear = |client: &mut Client, key| client.request("DELETE", "/login-failures", &[("authorization", key)], b"");
    problem(&clear(&mut client, "Bearer secret"), 401);
    assert!(clear(&mut client, "Basic cm9vdDpww6Rzc3dvcmQ=").status < 300);
    let reset = r#"{"email": "a@example.org"}"#;
    problem(&client.send("POST", "/password-resets", reset), 401);
    let keyed = client.request("POST", "/password-resets", &[JSON, ("X-Gateway-Key", "key")], reset.as_bytes());
    problem(&keyed, 409);
}

#[test]
fn keys_may_travel_in_queries_and_cookies() {
    let folder = folder();
    let spec = write(
        &folder,
        "k.spec",
        "service K {\n  state { n: Int = 0 }\n\n  security {\n    q: ApiKey(query: \"key\")\n    c: ApiKey(cookie: \
         \"session\")\n  }\n\n  operation Bump {\n    requires_auth: q, c\n    ensures: n' = n + 1\n  }\n}\n",
    );
    let server = Start::spec(spec).env("SPEC_AUTH_Q", "a b").env("SPEC_AUTH_C", "s").run();
    let mut client = server.client();
    problem(&client.request("POST", "/bump", &[], b""), 401);
    problem(&client.request("POST", "/bump?key=a", &[], b""), 401);
    assert_eq!(client.request("POST", "/bump?key=a%20b", &[], b"").status, 200);
    problem(&client.request("POST", "/bump", &[("cookie", "x=s; sess=s")], b""), 401);
    assert_eq!(client.request("POST", "/bump", &[("cookie", "x=1; session=s")], b"").status, 200);
}

#[test]
fn without_a_credential_nobody_passes() {
    let server = Start::fixture("auth_service").env("SPEC_AUTH_MEMBER", "").run();
    server.hear("SPEC_AUTH_MEMBER is not set");
    problem(&server.client().request("DELETE", "/login-failures", &[("authorization", "Basic Og==")], b""), 401);
    problem(&server.client().request("GET", "/users/7", &[("authorization", "Bearer ")], b""), 401);
}

// The admin contract ------------------------------------------------------------------------------------------------

#[test]
fn the_admin_contract_is_closed_by_default() {
    for start in [Start::fixture("todo_list"), Start::fixture("todo_list").env("ENABLE_TEST_ADMIN", "true")] {
        let server = start.run();
        let mut client = server.client();
        for (method, path) in
            [("GET", "state"), ("GET", "capabilities"), ("POST", "reset"), ("GET", "nothing"), ("DELETE", "state")]
        {
            problem(&client.request(method, &format!("{ADMIN}/{path}"), &[], b""), 403);
        }
        problem(&client.get(ADMIN), 403);
        problem(&client.get("/__test_admin__x"), 404);
    }
}

#[test]
fn the_admin_contract_may_want_a_token() {
    let server = Start::fixture("todo_list").admin().env("TEST_ADMIN_TOKEN", "t").run();
    let mut client = server.client();
    let path = format!("{ADMIN}/capabilities");
    let refused = client.get(&path);
    problem(&refused, 401);
    assert!(refused.header("www-authenticate").is_some_and(|text| text.starts_with("Bearer")));
    problem(&client.request("GET", &path, &[("authorization", "Bearer x")], b""), 401);
    assert_eq!(client.request("GET", &path, &[("authorization", "Bearer t")], b"").status, 200);
}

#[test]
fn capabilities_reset_and_state() {
    let server = Start::fixture("todo_list").admin().run();
    let mut client = server.client();
    let found = client.get(&format!("{ADMIN}/capabilities")).json();
    let all = ["reset", "state", "load", "seed", "clock", "status"];
    assert_eq!(found, json!({ "version": 1, "service": "TodoList", "capabilities": all }));
    create(&mut client);
    let full = client.state();
    let reset = client.request("POST", &format!("{ADMIN}/reset"), &[], b"");
    assert_eq!((reset.status, reset.json()), (200, json!({ "todos": {} })));
    assert_eq!(client.state(), json!({ "todos": {} }));
    let loaded = client.send("PUT", &format!("{ADMIN}/state"), &full.to_string());
    assert_eq!((loaded.status, loaded.json()), (200, full.clone()));
    assert_eq!(client.state(), full);
    problem(&client.get(&format!("{ADMIN}/nothing")), 404);
    problem(&client.get(&format!("{ADMIN}/state/more")), 404);
    let wrong = client.send("POST", &format!("{ADMIN}/state"), "{}");
    problem(&wrong, 405);
    assert_eq!(wrong.header("allow"), Some("GET, HEAD, PUT"));
    problem(&client.get(&format!("{ADMIN}/reset")), 405);
}

#[test]
fn a_state_that_breaks_a_type_or_an_invariant_is_not_loaded() {
    let server = Start::fixture("todo_list").admin().run();
    let mut client = server.client();
    let id = create(&mut client).to_string();
    let before = client.state();
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut state = before.clone();
        change(&mut state);
        state.to_string()
    };
    for (at, state) in [
        "{}".to_string(),
        "[]".into(),
        "nonsense".into(),
        broken(&|state| state["more"] = json!(1)),
        broken(&|state| state["todos"] = json!([])),
        broken(&|state| state["todos"][&id]["title"] = json!(1)),
        broken(&|state| state["todos"][&id]["title"] = json!("")),
        broken(&|state| state["todos"][&id]["id"] = json!(4711)),
        broken(&|state| state["todos"][&id]["status"] = json!("DONE")),
        broken(&|state| drop(state["todos"][&id].as_object_mut().unwrap().remove("tags"))),
        broken(&|state| state["todos"][&id]["extra"] = json!(1)),
    ]
    .into_iter()
    .enumerate()
    {
        let refused = client.send("PUT", &format!("{ADMIN}/state"), &state);
        let (_, clause) = problem(&refused, 422);
        if at == 7 {
            assert_eq!(clause.as_deref(), Some("all k in todos | todos[k].id = k"));
        }
    }
    problem(&client.request("PUT", &format!("{ADMIN}/state"), &[], before.to_string().as_bytes()), 415);
    assert_eq!(client.state(), before);
}

#[test]
fn rows_are_seeded_under_their_key() {
    let server = Start::fixture("todo_list").admin().run();
    let mut client = server.client();
    let now = "2024-05-01T12:00:00.000Z";
    let row = |id: i64, status: &str| {
        json!({ "id": id, "title": "T", "status": status, "priority": "LOW", "tags": [], "created_at": now,
                "updated_at": now })
    };
    let path = format!("{ADMIN}/seed/todo");
    let seeded = client.send("POST", &path, &row(7, "TODO").to_string());
    assert_eq!((seeded.status, seeded.json()), (201, json!({ "id": 7 })));
    assert_eq!(client.get("/todos/7").json()["title"], json!("T"));
    let before = client.state();
    problem(&client.send("POST", &path, &row(7, "TODO").to_string()), 409);
    problem(&client.send("POST", &path, &row(8, "DONE").to_string()), 422);
    problem(&client.send("POST", &path, &row(0, "TODO").to_string()), 422);
    problem(&client.send("POST", &path, &row(8, "NONE").to_string()), 422);
    problem(&client.send("POST", &path, r#"{"id": 9}"#), 422);
    problem(&client.send("POST", &path, "[]"), 422);
    problem(&client.send("POST", &format!("{ADMIN}/seed/status"), "{}"), 404);
    problem(&client.get(&path), 405);
    assert_eq!(client.state(), before);
}

/// A key that is in no field is made up, also where the relation's type has a name and where its keys are few.
#[test]
fn rows_without_a_key_get_one_that_is_free() {
    let folder = folder();
    let spec = write(
        &folder,
        "lamps.spec",
        "service Lamps {\n  enum Room { KITCHEN, HALL }\n  enum Light { OFF, ON }\n  entity Lamp { light: Light }\n  \
         type ByRoom = Map[Room, Lamp]\n  state { lamps: ByRoom = {} }\n\n  operation Switch {\n    input: room: Room\n    \
         requires: room in lamps\n    ensures: lamps'[room].light = ON\n  }\n\n  \
         transition Lighting {\n    entity: Lamp\n    field: light\n    OFF -> ON via Switch\n  }\n}\n",
    );
    let server = Start::spec(spec).admin().run();
    let mut client = server.client();
    let seeded: Vec<_> =
        (0..2).map(|_| client.send("POST", &format!("{ADMIN}/seed/lamp"), r#"{"light": "OFF"}"#).json()).collect();
    assert_eq!(seeded, [json!({ "id": "KITCHEN" }), json!({ "id": "HALL" })]);
    problem(&client.send("POST", &format!("{ADMIN}/seed/lamp"), r#"{"light": "OFF"}"#), 422);
}

#[test]
fn the_clock_can_be_stopped() {
    let server = Start::fixture("todo_list").admin().run();
    let mut client = server.client();
    let clock = format!("{ADMIN}/clock");
    let now = "2031-02-03T04:05:06.789Z";
    let frozen = client.send("PUT", &clock, &json!({ "now": now }).to_string());
    assert_eq!((frozen.status, frozen.json()), (200, json!({ "now": now })));
    let created = |client: &mut Client| {
        let id = create(client);
        client.get(&format!("/todos/{id}")).json()["created_at"].as_str().expect("an instant").to_string()
    };
    assert_eq!(created(&mut client), now);
    for broken in ["{}", r#"{"now": 1}"#, r#"{"now": "soon"}"#, r#"{"now": null, "then": 1}"#, "[]"] {
        problem(&client.send("PUT", &clock, broken), 422);
    }
    // Loading leaves the clock as it is, resetting does not.
    let state = client.state().to_string();
    assert_eq!(client.send("PUT", &format!("{ADMIN}/state"), &state).status, 200);
    assert_eq!(created(&mut client), now);
    assert_eq!(client.request("DELETE", &clock, &[], b"").status, 204);
    assert_ne!(created(&mut client), now);
    client.send("PUT", &clock, &json!({ "now": now }).to_string());
    client.request("POST", &format!("{ADMIN}/reset"), &[], b"");
    assert_ne!(created(&mut client), now);
    problem(&client.get(&clock), 405);
}

// Limits ------------------------------------------------------------------------------------------------------------

#[test]
fn bodies_are_bounded() {
    let server = Start::fixture("todo_list").run();
    let mut client = server.client();
    let padded = |length: usize| " ".repeat(length - TODO.len()) + TODO;
    assert_eq!(client.send("POST", "/todos", &padded(1 << 20)).status, 201);
    problem(&client.send("POST", "/todos", &padded((1 << 20) + 1)), 413);
    problem(&client.send("POST", "/todos", &padded(10 << 20)), 413);
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, " ".repeat(1 << 20));
    let head =
        "POST /todos HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunked = client.try_send(head, format!("{chunk}{chunk}0\r\n\r\n").as_bytes()).expect("an answer");
    problem(&chunked, 413);
    assert_eq!(client.get("/health").status, 200);
}

#[test]
fn heads_are_bounded() {
    let server = Start::fixture("todo_list").run();
    let mut client = server.client();
    let large = "x".repeat(40 << 10);
    problem(&client.request("GET", "/health", &[("x-large", &large)], b""), 431);
    problem(&client.request("GET", &format!("/todos?{large}"), &[], b""), 431);
    let many: Vec<(String, String)> = (0..120).map(|at| (format!("x-{at}"), "1".into())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    problem(&client.request("GET", "/health", &many, b""), 431);
    let more: Vec<(String, String)> = (0..500).map(|at| (format!("x-{at}"), "1".into())).collect();
    let more: Vec<(&str, &str)> = more.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(client.request("GET", "/health", &more, b"").status, 431);
    assert_eq!(client.get("/health").status, 200);
}

#[test]
fn what_is_no_http_gets_an_answer_or_nothing() {
    let server = Start::fixture("todo_list").run();
    for bytes in [&b"nonsense\r\n\r\n"[..], b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET  / \r\n\r\n"] {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        stream.write_all(bytes).expect("sent");
        stream.shutdown(std::net::Shutdown::Write).expect("closed");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&answer));
    }
    assert_eq!(server.client().get("/health").status, 200);
}

#[test]
fn parallel_calls_are_atomic() {
    let server = Start::fixture("todo_list").admin().run();
    let id = create(&mut server.client());
    let winners: usize = std::thread::scope(|scope| {
        let address = server.address;
        let call = move || Client::new(address).send("POST", &format!("/todos/{id}/start"), "{}").status;
        let threads: Vec<_> = (0..16).map(|_| scope.spawn(call)).collect();
        threads.into_iter().map(|thread| usize::from(thread.join().expect("a status") == 200)).sum()
    });
    assert_eq!(winners, 1);
}

// Starting and stopping ---------------------------------------------------------------------------------------------

fn write(folder: &TempDir, name: &str, text: &str) -> std::path::PathBuf {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn start_up_problems_have_their_exit_codes() {
    let folder = folder();
    let (code, said) = Start::spec(write(&folder, "a.spec", "service A { state { n: Nothing } }")).fail();
    assert!(code == 1 && said.contains("E2"), "{code} {said}");
    let (code, said) = Start::spec(folder.path().join("missing.spec")).fail();
    assert!(code == 2 && said.contains("cannot read"), "{code} {said}");
    let none = "service A {\n  state { n: Int }\n\n  invariant never: n != n\n\n  operation B { ensures: n' = n }\n}\n";
    let (code, said) = Start::spec(write(&folder, "b.spec", none)).fail();
    assert!(code == 1 && said.contains("initial"), "{code} {said}");
    let (code, said) = Start::fixture("todo_list").arg("--host").arg("no.such.host.invalid").fail();
    assert!(code == 2 && said.contains("cannot listen"), "{code} {said}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let (code, said) = Start::fixture("todo_list").port(port).fail();
    assert!(code == 2 && said.contains("cannot listen") && said.contains("--port 0"), "{code} {said}");
}

#[test]
fn a_signal_ends_it_at_once_whatever_idle_callers_do() {
    for signal in ["TERM", "INT"] {
        let mut server = Start::fixture("todo_list").run();
        let mut used = server.client();
        assert_eq!(used.get("/health").status, 200);
        let _unused = TcpStream::connect(server.address).expect("a connection");
        std::thread::sleep(Duration::from_millis(50));
        let begun = Instant::now();
        server.signal(signal);
        assert_eq!(server.wait().code(), Some(0));
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
}

#[test]
fn calls_that_run_are_finished_and_new_ones_refused() {
    let mut server = Start::fixture("todo_list").run();
    let mut running = TcpStream::connect(server.address).expect("a connection");
    let mut late = TcpStream::connect(server.address).expect("a connection");
    let head = format!(
        "POST /todos HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        TODO.len()
    );
    running.write_all(head.as_bytes()).expect("sent");
    late.write_all(b"GET /ready HTTP/1.1\r\nhost:").expect("sent");
    std::thread::sleep(Duration::from_millis(200));
    server.signal("TERM");
    std::thread::sleep(Duration::from_millis(200));
    assert!(TcpStream::connect(server.address).is_err(), "nobody new is let in");
    running.write_all(TODO.as_bytes()).expect("sent");
    late.write_all(b" t\r\n\r\n").expect("sent");
    let finished = read_response(&mut BufReader::new(running), false).expect("an answer");
    assert_eq!(finished.status, 201);
    problem(&read_response(&mut BufReader::new(late), false).expect("an answer"), 503);
    assert_eq!(server.wait().code(), Some(0));
}

// Watching ----------------------------------------------------------------------------------------------------------

const COUNTER: &str = "service C {\n  state { n: Int = 0 }\n\n  operation Bump { ensures: n' = n + 1 }\n}\n";

#[test]
fn an_edit_is_served_and_the_state_goes_along() {
    let folder = folder();
    let spec = write(&folder, "c.spec", COUNTER);
    let server = Start::spec(&spec).admin().arg("--watch").run();
    let mut client = server.client();
    assert_eq!(client.send("POST", "/bump", "{}").status, 200);

    write(&folder, "c.spec", &COUNTER.replace("n + 1", "n + 10"));
    assert!(server.hear("reloaded").contains("carried over"));
    assert_eq!(client.send("POST", "/bump", "{}").status, 200);
    assert_eq!(client.state(), json!({ "n": 11 }));

    write(&folder, "c.spec", &COUNTER.replace("n + 1", "m + 1"));
    server.hear("the old spec goes on");
    assert_eq!(client.send("POST", "/bump", "{}").status, 200);
    assert_eq!(client.state(), json!({ "n": 21 }));

    write(&folder, "c.spec", &COUNTER.replace("n: Int = 0", "n: Int = 0 where value < 20"));
    assert!(server.hear("reloaded").contains("reset to the initial one"));
    assert_eq!(client.state(), json!({ "n": 0 }));

    write(&folder, "c.spec", &COUNTER.replace("n: Int = 0", "n: Int = 0, more: Set[Int]").replace(", ", "\n    "));
    assert!(server.hear("reloaded").contains("carried over"));
    assert_eq!(client.state(), json!({ "n": 0, "more": [] }));
}

#[test]
fn an_edit_of_what_is_imported_counts() {
    let folder = folder();
    let spec = write(&folder, "a.spec", &format!("import \"parts/b.spec\"\n{COUNTER}"));
    write(&folder, "parts/b.spec", "service B {\n  function step(): Int = 1\n}\n");
    let root = std::fs::read_to_string(&spec).expect("readable").replace("n + 1", "n + step()");
    write(&folder, "a.spec", &root);
    let server = Start::spec(&spec).admin().arg("--watch").run();
    let mut client = server.client();
    client.send("POST", "/bump", "{}");
    write(&folder, "parts/b.spec", "service B {\n  function step(): Int = 5\n}\n");
    server.hear("carried over");
    client.send("POST", "/bump", "{}");
    assert_eq!(client.state(), json!({ "n": 6 }));
}

// The data file -----------------------------------------------------------------------------------------------------

#[test]
fn the_state_outlives_the_server() {
    let folder = folder();
    let file = folder.path().join("todo.data");
    let start = || Start::fixture("todo_list").admin().data(&file);
    let server = start().run();
    let mut client = server.client();
    let (first, second) = (create(&mut client), create(&mut client));
    assert_eq!(client.send("POST", &format!("/todos/{first}/start"), "{}").status, 200);
    assert_eq!(client.request("DELETE", &format!("/todos/{second}"), &[], b"").status, 204);
    let state = client.state();
    server.stop();
    let server = start().run();
    assert_eq!(server.client().state(), state);
    server.kill();
    let server = start().run();
    let mut client = server.client();
    assert_eq!(client.state(), state);
    client.request("POST", &format!("{ADMIN}/reset"), &[], b"");
    server.kill();
    assert_eq!(start().run().client().state(), json!({ "todos": {} }));
}

const KINDS: &str = "service Kinds {\n  entity Item {\n    name: String\n    at: DateTime\n  }\n\n  state {\n    \
     items: Int -> one Item\n    many: String -> set Int\n    pairs: Map[Item, Float]\n    elements: Set[String]\n    \
     line: Seq[Item]\n    maybe: Option[UUID]\n    flag: Bool\n    length: Duration\n  }\n\n  operation Flip {\n    \
     ensures: flag' = not flag\n  }\n}\n";

#[test]
fn every_kind_of_state_field_is_stored() {
    let folder = folder();
    let spec = write(&folder, "kinds.spec", KINDS);
    let file = folder.path().join("kinds.data");
    let start = || Start::spec(&spec).admin().data(&file);
    let item = |name: &str| json!({ "name": name, "at": "2024-05-01T12:00:00.000Z" });
    let states = [
        json!({ "items": { "1": item("a"), "-2": item("b") }, "many": { "x": [1, 2], "y": [3] },
                "pairs": [[item("p"), 1.5]], "elements": ["", "\u{1f600}"], "line": [item("1"), item("2"), item("3")],
                "maybe": "00000000-0000-0000-0000-000000000001", "flag": true, "length": 5 }),
        json!({ "items": { "1": item("c") }, "many": { "x": [2, 4] }, "pairs": [], "elements": ["\u{1f600}", "z"],
                "line": [item("2")], "maybe": null, "flag": false, "length": -5 }),
        json!({ "items": {}, "many": { "z": [0] }, "pairs": [[item("q"), -0.25]], "elements": [],
                "line": (0..300).map(|at| item(&at.to_string())).collect::<Vec<_>>(), "maybe": null, "flag": false,
                "length": 0 }),
    ];
    let mut server = start().run();
    for state in states {
        let loaded = server.client().send("PUT", &format!("{ADMIN}/state"), &state.to_string());
        assert_eq!(loaded.status, 200, "{}", loaded.text());
        let held = server.client().state();
        server.kill();
        server = start().run();
        assert_eq!(server.client().state(), held);
    }
}

fn refused(start: Start, file: &Path, part: &str) {
    let before = std::fs::read(file).expect("the file");
    let (code, said) = start.data(file).fail();
    assert!(code == 2 && said.contains(part), "{code} {said}");
    assert!(std::fs::read(file).expect("the file") == before, "the file was touched");
}

#[test]
fn a_file_that_does_not_fit_is_refused_and_left_alone() {
    let folder = folder();
    let file = folder.path().join("todo.data");
    let server = Start::fixture("todo_list").data(&file).run();
    create(&mut server.client());
    server.kill();
    let crashed = std::fs::read(&file).expect("the file");
    let todo = std::fs::read_to_string(common::root().join("fixtures/spec/todo_list.spec")).expect("the fixture");

    refused(Start::fixture("safe_counter"), &file, "holds the state of the service TodoList");
    let changed = write(&folder, "type.spec", &todo.replace("LOW,", "LOWEST,"));
    refused(Start::spec(&changed), &file, "does not fit the spec");
    let stricter = write(&folder, "strict.spec", &todo.replace("len(value) >= 1 and", "len(value) >= 100 and"));
    refused(Start::spec(&stricter), &file, "does not fit the spec");
    let renamed = write(&folder, "renamed.spec", COUNTER.replace("service C", "service TodoList").as_str());
    refused(Start::spec(&renamed), &file, "does not fit the spec");

    let text = write(&folder, "text.data", "this is no database, and never was one");
    refused(Start::fixture("todo_list"), &text, "no data file of specc, or it is damaged");
    let half = folder.path().join("half.data");
    std::fs::write(&half, &crashed[..crashed.len() / 2]).expect("written");
    refused(Start::fixture("todo_list"), &half, "no data file of specc, or it is damaged");
    let (code, said) = Start::fixture("todo_list").data(folder.path()).fail();
    assert!(code == 2 && said.contains("cannot use"), "{code} {said}");
    let (code, said) = Start::fixture("todo_list").data(folder.path().join("no/such/folder")).fail();
    assert!(code == 2 && said.contains("cannot use"), "{code} {said}");
    Start::fixture("todo_list").data(&file).run().stop();
}

#[test]
fn a_damaged_page_never_serves_nonsense() {
    let folder = folder();
    let file = folder.path().join("todo.data");
    let server = Start::fixture("todo_list").admin().data(&file).run();
    let mut client = server.client();
    for _ in 0..50 {
        create(&mut client);
    }
    let state = client.state();
    server.stop();
    let sound = std::fs::read(&file).expect("the file");
    let broken = folder.path().join("broken.data");
    for at in (0..sound.len()).step_by(sound.len() / 23) {
        let mut bytes = sound.clone();
        bytes[at..].iter_mut().take(600).for_each(|byte| *byte ^= 0x5a);
        std::fs::write(&broken, &bytes).expect("written");
        let start = Start::fixture("todo_list").admin().data(&broken);
        match start.try_run() {
            Ok(server) => assert_eq!(server.client().state(), state, "at {at}"),
            Err(said) => assert!(said.contains("it was left as it is"), "at {at}: {said}"),
        }
    }
}

#[test]
fn a_file_has_one_server() {
    let folder = folder();
    let file = folder.path().join("todo.data");
    let server = Start::fixture("todo_list").data(&file).run();
    create(&mut server.client());
    let (code, said) = Start::fixture("todo_list").data(&file).fail();
    assert!(code == 2 && said.contains("in use by another process"), "{code} {said}");
    create(&mut server.client());
    server.stop();
    Start::fixture("todo_list").data(&file).run().stop();
}

/// Four servers that all find no file: one makes it and serves, and none takes it from another.
#[test]
fn servers_that_start_together_do_not_share_a_new_file() {
    let folder = folder();
    let file = folder.path().join("new.data");
    let start = || Start::fixture("safe_counter").data(&file).try_run();
    let started: Vec<Result<_, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
        threads.into_iter().map(|thread| thread.join().expect("an outcome")).collect()
    });
    let refusals: Vec<&String> = started.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert_eq!(refusals.len(), 3, "{refusals:?}");
    assert!(refusals.iter().all(|said| said.contains("another process")), "{refusals:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_never_replaced_by_one() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder();
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
    let (code, said) = Start::fixture("safe_counter").data(&socket).fail();
    assert!(code == 2 && said.contains("not a regular file"), "{said}");
    assert!(std::fs::metadata(&socket).expect("it is there").file_type().is_socket());

    let (empty, link) = (write(&folder, "empty.data", ""), folder.path().join("link.data"));
    symlink(&empty, &link).expect("a link");
    Start::fixture("safe_counter").data(&link).run().stop();
    assert!(link.is_symlink() && std::fs::metadata(&empty).expect("it is there").len() > 0);
}

#[test]
fn a_body_with_an_encoding_is_refused() {
    let server = Start::fixture("todo_list").run();
    let mut client = server.client();
    let gzip = client.request("POST", "/todos", &[JSON, ("content-encoding", "gzip")], TODO.as_bytes());
    problem(&gzip, 415);
    let plain = client.request("POST", "/todos", &[JSON, ("content-encoding", "identity")], TODO.as_bytes());
    assert_eq!(plain.status, 201, "{}", plain.text());
}

#[test]
fn an_edit_never_empties_a_data_file() {
    let folder = folder();
    let spec = write(&folder, "c.spec", COUNTER);
    let file = folder.path().join("c.data");
    let start = || Start::spec(&spec).admin().data(&file).arg("--watch");
    let server = start().run();
    let mut client = server.client();
    client.send("POST", "/bump", "{}");
    write(&folder, "c.spec", &COUNTER.replace("n: Int = 0", "n: Int = 0 where value < 1"));
    server.hear("the old spec goes on");
    client.send("POST", "/bump", "{}");
    write(&folder, "c.spec", &COUNTER.replace("n: Int = 0", "n: Int = 0\n    more: Set[Int]"));
    server.hear("carried over");
    client.send("POST", "/bump", "{}");
    assert_eq!(client.state(), json!({ "n": 3, "more": [] }));
    server.kill();
    assert_eq!(start().run().client().state(), json!({ "n": 3, "more": [] }));
}
