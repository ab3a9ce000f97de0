//! A shelf with three samples, one in each phase, and something in every other part of the state.

use serde_json::{Value, json};

use super::json::{gone, only};
use super::table::{
    Call, Case, Credential, Fixture, Inseparable, Limits, SAME_AS_RULE, conflict, delete, get, inseparable, limits,
    missing, ok, patch, post, put, unruled,
};

const NOW: &str = "2024-05-01T12:00:00.000Z";
const LIFE: &str = "SampleLife";
const TRACE: &str = "11111111-1111-4111-8111-111111111111";
const UUID: &str = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
/// The hash of `open sesame`.
const SESAME: &str = "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb";

fn sample(id: i64, name: &str, weight: f64, grade: &str, phase: &str, tags: Value) -> Value {
    json!({ "id": id, "created_at": "2024-04-30T12:00:00.000Z", "name": name, "path": "/a/b.c", "weight": weight,
            "type": grade, "state": phase, "tags": tags, "history": ["created"], "attributes": {}, "note": null,
            "trace": TRACE, "lifetime": 0, "retired_at": null, "seal_hash": null })
}

fn base() -> Value {
    let mut closed = sample(3, "gamma", 500.0, "HIGH", "CLOSED", json!(["RED", "GREEN", "BLUE"]));
    closed["retired_at"] = json!("2024-05-01T12:00:00.001Z");
    closed["lifetime"] = json!(77);
    json!({
        "samples": { "1": sample(1, "alpha", 5.0, "LOW", "DRAFT", json!(["RED"])),
                     "2": sample(2, "beta", 50.0, "ACTIVE", "ACTIVE", json!(["RED", "BLUE"])), "3": closed },
        "roots": { "1": { "id": 1, "created_at": "2024-04-01T00:00:00.000Z" } },
        "readings": { "1": [0], "2": [-5, 0, 7], "3": [0] },
        "links": { "1": [2], "2": [1, 3] },
        "total": 3, "budget": 10.5, "grace": 300_000, "labels": ["alpha", "beta", "gamma"], "log": ["- one", "- two"],
        "prefs": { "size": 3, "width": 4 }, "focus": 3, "paused": false, "opened_at": "2024-04-01T00:00:00.000Z",
        "marker": "00000000-0000-0000-0000-00000000000a"
    })
}

pub fn fixture() -> Fixture {
    let mut cases = creating();
    cases.extend(finding());
    cases.extend(changing());
    cases.extend(removing());
    cases.extend(lifecycle());
    cases.extend(relations());
    cases.extend(settings());
    Fixture {
        name: "edge_cases",
        base: base(),
        clock: NOW,
        credentials: credentials(),
        limits: all_limits(),
        inseparable: all_inseparable(),
        cases,
    }
}

fn credentials() -> Vec<Credential> {
    vec![
        Credential {
            scheme: "reader",
            value: "reading",
            header: "authorization",
            valid: "Bearer reading",
            invalid: &["Bearer writing", "Bearer reading2", "Bearer", "reading"],
        },
        Credential {
            scheme: "admin",
            value: "root:s3cret:x",
            header: "authorization",
            valid: "Basic cm9vdDpzM2NyZXQ6eA==",
            invalid: &["Basic cm9vdDp3cm9uZw==", "Basic root:s3cret:x", "Bearer cm9vdDpzM2NyZXQ6eA=="],
        },
        Credential {
            scheme: "robot",
            value: "beep",
            header: "X-Robot-Key",
            valid: "beep",
            invalid: &["Beep", "beepbeep", ""],
        },
    ]
}

fn all_limits() -> Vec<Limits> {
    let contact = |length: usize| json!(format!("https://{}", "x".repeat(length - 8)));
    vec![
        limits("ItemId", [json!(1), json!(999_999)], [json!(0), json!(-1)]),
        limits("Name", [json!("a"), json!("a".repeat(40))], [json!("a".repeat(41))]),
        limits("Label", [json!("z9_-")], [json!(""), json!("A"), json!("9a"), json!("a b"), json!("\u{e9}")]),
        limits(
            "Path",
            [json!("/"), json!("/a/b.c-9"), json!(format!("/{}", "a".repeat(30)))],
            [json!(""), json!("a"), json!("/A"), json!(format!("/{}", "a".repeat(31)))],
        ),
        limits(
            "Text",
            [json!("x".repeat(200)), json!("\u{1F512}".repeat(200))],
            [json!("x".repeat(201)), json!("\u{1F512}".repeat(201))],
        ),
        limits(
            "Secret",
            [json!("12345678"), json!("x".repeat(64))],
            [json!("1234567"), json!("\u{1F512}".repeat(7)), json!("x".repeat(65))],
        ),
        limits(
            "Contact",
            [json!("http://x"), json!("a@b.org"), contact(80)],
            [json!("nobody"), json!(""), contact(81)],
        ),
        limits("Weight", [json!(0), json!(0.0), json!(1000.0)], [json!(-0.001), json!(1000.001)]),
        limits("Cost", [json!(0.001), json!(100)], [json!(0), json!(-1.5), json!(100.001)]),
        limits("Reading", [json!(-100), json!(100)], [json!(-101), json!(101)]),
        limits("Grace", [json!(1000), json!(7_200_000)], [json!(999), json!(7_200_001), json!(-1000)]),
    ]
}

fn all_inseparable() -> Vec<Inseparable> {
    vec![
        inseparable("Activate", "samples[id].state = Phase.DRAFT", SAME_AS_RULE),
        inseparable("Close", "samples[id].state = Phase.ACTIVE", SAME_AS_RULE),
        inseparable("Revive", "samples[id].state = Phase.CLOSED", SAME_AS_RULE),
        inseparable(
            "Unlink",
            "source in samples",
            "the invariant linksLead lets only samples have links, so nothing is in the links of what is no sample",
        ),
    ]
}

fn creating() -> Vec<Case> {
    let create = |changes: Value| {
        let mut inputs = json!({ "name": "delta", "path": "/d", "weight": 10.5, "tags": ["RED", "BLUE"], "note": "N" });
        inputs.as_object_mut().expect("inputs").extend(changes.as_object().expect("changes").clone());
        post("/samples", inputs)
    };
    let created = |name: &str, weight: f64, grade: &str, tags: Value, note: Value, path: &str, labels: Value| {
        let mut entry = sample(0, name, weight, grade, "DRAFT", tags);
        let set = json!({ "id": "$id", "created_at": NOW, "trace": "$ticket", "note": note, "path": path });
        entry.as_object_mut().expect("a sample").extend(set.as_object().expect("fields").clone());
        json!({ "samples": { "$id": entry }, "readings": { "$id": [0] }, "labels": labels, "total": 4 })
    };
    let made = |call: Call, label: &'static str, after: Value| {
        ok("Create", call, 201)
            .body(json!({ "id": "$id", "ticket": "$ticket" }))
            .header("x-label", label)
            .new_key("$id", "samples", "^[1-9][0-9]*$")
            .new_text("$ticket", UUID)
            .after(after)
    };
    let labels = |name: &str| json!(["alpha", "beta", name, "gamma"]);
    let long = "d".repeat(40);
    let path = |length: usize| format!("/{}", "x".repeat(length - 1));
    vec![
        made(
            create(json!({})),
            "delta",
            created("delta", 10.5, "ACTIVE", json!(["RED", "BLUE"]), json!("N"), "/d", labels("delta")),
        ),
        made(
            create(json!({ "name": "e", "weight": 10, "tags": [], "note": null })),
            "e",
            created("e", 10.0, "LOW", json!([]), Value::Null, "/d", labels("e")),
        ),
        made(
            create(json!({ "weight": 100.5, "name": long, "path": path(20) })),
            "dddddddddddddddddddddddddddddddddddddddd",
            created(&long, 100.5, "HIGH", json!(["RED", "BLUE"]), json!("N"), &path(20), labels(&long)),
        ),
        conflict("Create", create(json!({ "name": "beta" })), "name not in labels"),
        conflict("Create", create(json!({ "name": long, "path": path(21) })), "len(name) + len(path) <= 60"),
        conflict("Create", create(json!({ "tags": ["GREY"] })), "tags subset palette()"),
        conflict("Create", create(json!({ "tags": ["RED", "GREEN", "BLUE"] })), "some c in palette() | c not in tags"),
    ]
}

fn finding() -> Vec<Case> {
    let read = |id: i64| get("/samples/{id}", json!({ "id": id }));
    let by_name = |name: &str| get("/samples/by-name/{name}", json!({ "name": name }));
    let search = |inputs: Value| get("/samples", inputs);
    let newer = || json!({ "samples": { "2": { "created_at": "2024-04-30T12:00:00.001Z" } } });
    let report = || get("/report", json!({}));
    let reach = |contact: &str| get("/reach", json!({ "contact": contact }));
    vec![
        ok("Get", read(2), 200).shows("samples", "2"),
        missing("Get", read(4), "id in samples"),
        ok("FindByName", by_name("gamma"), 200).shows("samples", "3"),
        missing("FindByName", by_name("delta"), "name in labels"),
        ok("Search", search(json!({ "type": "ACTIVE", "colours": ["RED", "BLUE"], "since": NOW })), 200)
            .given(json!({ "samples": { "2": { "created_at": NOW } } }))
            .lists("samples", &["2"]),
        ok("Search", search(json!({})), 200).lists("samples", &["1", "2", "3"]),
        ok("Search", search(json!({ "type": "HIGH" })), 200).lists("samples", &["3"]),
        ok("Search", search(json!({ "colours": ["RED", "BLUE"] })), 200).lists("samples", &["2", "3"]),
        ok("Search", search(json!({ "colours": ["GREY"] })), 200).lists("samples", &[]),
        ok("Search", search(json!({ "since": "2024-04-30T12:00:00.001Z" })), 200)
            .given(newer())
            .lists("samples", &["2"]),
        ok("Search", search(json!({ "since": "2024-04-30T12:00:00.000Z" })), 200)
            .given(newer())
            .lists("samples", &["1", "2", "3"]),
        ok("Reach", reach("https://example.org/?a=b&c=d"), 200).body(json!({ "secure": true })),
        ok("Reach", reach("http://example.org/https:"), 200).body(json!({ "secure": false })),
        ok("Reach", reach("someone+else@example.org"), 200).body(json!({ "secure": false })),
        ok("Report", report(), 200).body(json!({ "entries": 2, "lonely": 1, "tag_total": 6, "heavy": [2, 3],
            "banner": "running", "all_grades": true, "bounds": [-3, 3] })),
        ok("Report", report(), 200)
            .given(json!({ "paused": true, "log": [], "samples": { "3": { "weight": 11.0, "type": "ACTIVE" } } }))
            .body(json!({ "entries": 0, "lonely": 1, "tag_total": 6, "heavy": [2, 3], "banner": "paused\n",
                          "all_grades": false, "bounds": [-3, 3] })),
    ]
}

fn changing() -> Vec<Case> {
    let rename = |id: i64, name: &str| put("/samples/{id}/name", json!({ "id": id, "name": name }));
    let reweigh = |id: i64, weight: Value| put("/samples/{id}/weight", json!({ "id": id, "weight": weight }));
    let weighed = |given: Value, weight: f64, grade: &str| {
        ok("Reweigh", reweigh(2, given), 200)
            .body(json!({ "grade": grade }))
            .after(json!({ "samples": { "2": { "weight": weight, "type": grade } } }))
    };
    let retag =
        |id: i64, add: Value, drop: Value| patch("/samples/{id}/tags", json!({ "id": id, "add": add, "drop": drop }));
    let annotate = |id: i64, field: &str, amount: i64| {
        put("/samples/{entity}/attributes/{field}", json!({ "entity": id, "field": field, "amount": amount }))
    };
    let attributes = |count: usize| -> Value {
        let all = (0..count).map(|at| (format!("f{at}"), json!(at)));
        json!({ "samples": { "1": { "attributes": Value::Object(all.collect()) } } })
    };
    let seal = |id: i64| post("/samples/{id}/seal", json!({ "id": id, "secret": "open sesame" }));
    let long = "d".repeat(40);
    let path = |length: usize| json!({ "samples": { "1": { "path": format!("/{}", "x".repeat(length - 1)) } } });
    let open = "entity in samples and samples[entity].state != Phase.CLOSED";
    vec![
        ok("Rename", rename(1, "delta"), 200)
            .after(json!({ "samples": { "1": { "name": "delta" } }, "labels": ["beta", "delta", "gamma"] })),
        ok("Rename", rename(1, &long), 200)
            .given(path(20))
            .after(json!({ "samples": { "1": { "name": long } }, "labels": ["beta", long, "gamma"] })),
        missing("Rename", rename(4, "delta"), "id in samples"),
        conflict("Rename", rename(1, "beta"), "name not in labels"),
        conflict("Rename", rename(1, "alpha"), "name not in labels"),
        conflict("Rename", rename(1, &long), "len(name) + len(samples[id].path) <= 60").given(path(21)),
        weighed(json!(10.0), 10.0, "LOW"),
        weighed(json!(10.001), 10.001, "ACTIVE"),
        weighed(json!(100), 100.0, "ACTIVE"),
        weighed(json!(100.001), 100.001, "HIGH"),
        missing("Reweigh", reweigh(4, json!(1)), "isOpen(id)"),
        conflict("Reweigh", reweigh(3, json!(1)), "isOpen(id)"),
        ok("Retag", retag(1, json!(["GREEN", "BLUE"]), json!(["RED", "GREY"])), 200)
            .shows("samples", "1")
            .after(json!({ "samples": { "1": { "tags": ["GREEN", "BLUE"] } } })),
        ok("Retag", retag(2, json!([]), json!([])), 200).shows("samples", "2"),
        missing("Retag", retag(4, json!([]), json!([])), "id in samples"),
        conflict("Retag", retag(1, json!(["RED", "BLUE"]), json!(["RED"])), "add intersect drop = {}"),
        conflict("Retag", retag(1, json!(["GREY"]), json!([])), "add in ^palette()"),
        ok("Annotate", annotate(1, "f7", -100), 200)
            .given(attributes(7))
            .body(json!({ "size": 8 }))
            .after(json!({ "samples": { "1": { "attributes": { "f7": -100 } } } })),
        ok("Annotate", annotate(1, "f7", 100), 200)
            .given(attributes(8))
            .body(json!({ "size": 8 }))
            .after(json!({ "samples": { "1": { "attributes": { "f7": 100 } } } })),
        missing("Annotate", annotate(4, "f", 1), open),
        conflict("Annotate", annotate(3, "f", 1), open),
        conflict(
            "Annotate",
            annotate(1, "f8", 1),
            "#samples[entity].attributes < 8 or field in samples[entity].attributes",
        )
        .given(attributes(8)),
        ok("Seal", seal(1), 200).after(json!({ "samples": { "1": {
            "seal_hash": SESAME, "history": ["created", "sealed: \"\u{1F512}\"\t\\o/\r\n"] } } })),
        missing("Seal", seal(4), "id in samples"),
        conflict("Seal", seal(1), "samples[id].seal_hash = none")
            .given(json!({ "samples": { "1": { "seal_hash": "" } } })),
    ]
}

fn removing() -> Vec<Case> {
    let remove = |id: i64| delete("/samples/{id}", json!({ "id": id }));
    let unlinked = |root: Value, focus: Value| json!({ "links": { "2": [1], "3": [1, 2] }, "roots": { "3": root }, "focus": focus });
    let removed = |roots: Value, focus: Value| {
        json!({ "samples": { "3": gone() }, "readings": { "3": gone() }, "links": { "3": gone() }, "roots": roots,
                "labels": ["alpha", "beta"], "total": 2, "focus": focus })
    };
    let root = || json!({ "id": 3, "created_at": NOW });
    vec![
        ok("Remove", remove(3), 200)
            .given(unlinked(root(), json!(3)))
            .body(json!({ "left": 2 }))
            .after(removed(json!({ "3": gone() }), Value::Null)),
        ok("Remove", remove(3), 200)
            .given(json!({ "links": { "2": [1], "3": [1, 2] }, "focus": 1 }))
            .body(json!({ "left": 2 }))
            .after(removed(json!({}), json!(1))),
        missing("Remove", remove(4), "id in samples"),
        conflict("Remove", remove(3), "no a in links | id in links[a]"),
    ]
}

fn lifecycle() -> Vec<Case> {
    let step = |verb: &str, id: i64| match verb {
        "activate" => post("/samples/{id}/activate", json!({ "id": id })),
        "close" => post("/samples/{id}/close", json!({ "id": id })),
        _ => post("/samples/{id}/revive", json!({ "id": id })),
    };
    let draft = "samples[id].state = Phase.DRAFT";
    let active = "samples[id].state = Phase.ACTIVE";
    let closed = "samples[id].state = Phase.CLOSED";
    let retired = |at: &str| json!({ "samples": { "3": { "retired_at": at } } });
    vec![
        ok("Activate", step("activate", 1), 200)
            .shows("samples", "1")
            .after(json!({ "samples": { "1": { "state": "ACTIVE", "history": ["created", "activated"] } } })),
        missing("Activate", step("activate", 4), "id in samples"),
        conflict("Activate", step("activate", 2), draft).without_rule(LIFE),
        conflict("Activate", step("activate", 3), draft).without_rule(LIFE),
        unruled("Activate", step("activate", 1), LIFE).given(json!({ "samples": { "1": { "weight": 0.0 } } })),
        unruled("Activate", step("activate", 1), LIFE).given(json!({ "samples": { "1": { "tags": [] } } })),
        ok("Close", step("close", 2), 200).shows("samples", "2").after(json!({ "samples": { "2": {
            "state": "CLOSED", "retired_at": "2024-05-01T12:05:00.000Z", "lifetime": 86_400_000 } } })),
        ok("Close", step("close", 2), 200)
            .given(json!({ "grace": 1 }))
            .at("2024-04-30T12:00:00.001Z")
            .shows("samples", "2")
            .after(json!({ "samples": { "2": {
                "state": "CLOSED", "retired_at": "2024-04-30T12:00:00.002Z", "lifetime": 1 } } })),
        missing("Close", step("close", 4), "id in samples"),
        conflict("Close", step("close", 1), active).without_rule(LIFE),
        conflict("Close", step("close", 3), active).without_rule(LIFE),
        // The last millisecond of the grace period, the first after it, and much later.
        ok("Revive", step("revive", 3), 200)
            .shows("samples", "3")
            .after(json!({ "samples": { "3": { "state": "ACTIVE", "retired_at": null } } })),
        unruled("Revive", step("revive", 3), LIFE).given(retired(NOW)),
        unruled("Revive", step("revive", 3), LIFE).at("2024-05-01T12:00:00.001Z"),
        unruled("Revive", step("revive", 3), LIFE).at("2024-07-01T12:00:00.000Z"),
        missing("Revive", step("revive", 4), "id in samples"),
        conflict("Revive", step("revive", 1), closed).without_rule(LIFE),
        conflict("Revive", step("revive", 2), closed).without_rule(LIFE),
    ]
}

fn relations() -> Vec<Case> {
    let mark = |id: i64| post("/samples/{id}/root", json!({ "id": id }));
    let add = |id: i64, reading: i64| post("/samples/{id}/readings", json!({ "id": id, "reading": reading }));
    let readings = |count: i64| json!({ "readings": { "2": (0..count).collect::<Vec<i64>>() } });
    let link =
        |source: i64, target: i64| post("/samples/{source}/links", json!({ "source": source, "target": target }));
    let unlink = |source: i64, target: i64| {
        delete("/samples/{source}/links/{target}", json!({ "source": source, "target": target }))
    };
    vec![
        ok("MarkRoot", mark(2), 201).after(json!({ "roots": { "2": { "id": 2, "created_at": NOW } } })),
        missing("MarkRoot", mark(4), "id in samples"),
        conflict("MarkRoot", mark(1), "id not in roots"),
        ok("AddReading", add(2, 40), 201)
            .body(json!({ "highest": 40, "lowest": -5, "spread": 45, "middle": 17, "clamped": 50 }))
            .after(json!({ "readings": { "2": [-5, 0, 7, 40] } })),
        ok("AddReading", add(2, -20), 201)
            .body(json!({ "highest": 7, "lowest": -20, "spread": 27, "middle": -7, "clamped": -40 }))
            .after(json!({ "readings": { "2": [-20, -5, 0, 7] } })),
        ok("AddReading", add(2, -26), 201)
            .body(json!({ "highest": 7, "lowest": -26, "spread": 33, "middle": -10, "clamped": -50 }))
            .after(json!({ "readings": { "2": [-26, -5, 0, 7] } })),
        ok("AddReading", add(2, 9), 201)
            .given(readings(9))
            .body(json!({ "highest": 9, "lowest": 0, "spread": 9, "middle": 4, "clamped": 18 }))
            .after(json!({ "readings": { "2": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] } })),
        missing("AddReading", add(4, 1), "id in samples"),
        conflict("AddReading", add(2, 10), "#readings[id] < 10").given(readings(10)),
        ok("Link", link(1, 3), 201).body(json!([2, 3])).after(json!({ "links": { "1": [2, 3] } })),
        ok("Link", link(3, 1), 201).body(json!([1])).after(json!({ "links": { "3": [1] } })),
        missing("Link", link(4, 1), "source in samples"),
        missing("Link", link(1, 4), "target in samples"),
        missing("Link", link(4, 4), "source in samples").also("target in samples").also("source != target"),
        conflict("Link", link(1, 1), "source != target"),
        conflict("Link", link(2, 3), "target not in links[source]"),
        ok("Unlink", unlink(2, 1), 204).after(json!({ "links": { "2": [3] } })),
        // An empty set of links is none.
        ok("Unlink", unlink(1, 2), 204).after(json!({ "links": { "1": gone() } })),
        missing("Unlink", unlink(4, 2), "source in samples").also("target in links[source]"),
        missing("Unlink", unlink(1, 3), "target in links[source]"),
        missing("Unlink", unlink(3, 1), "target in links[source]"),
    ]
}

fn settings() -> Vec<Case> {
    let note = |message: &str| post("/log", json!({ "message": message }));
    let set = |key: &str, amount: i64| put("/prefs/{key}", json!({ "key": key, "amount": amount }));
    let drop = |keys: Value| post("/prefs/drop", json!({ "keys": keys }));
    let clear = || post("/clear", json!({}));
    let focus = |id: i64| put("/focus/{id}", json!({ "id": id }));
    let spend = |cost: Value| post("/spend", json!({ "cost": cost }));
    let grace = |span: i64, twice: bool| put("/grace", json!({ "span": span, "twice": twice }));
    let toggle = |stamp: &str| post("/toggle", json!({ "stamp": stamp }));
    let stamp = "22222222-2222-4222-8222-222222222222";
    let empty = |field: &str| json!({ field: if field == "log" { json!([]) } else { only(json!({})) } });
    vec![
        ok("Note", note("three"), 201)
            .body(json!({ "position": 2 }))
            .after(json!({ "log": ["- one", "- two", "- three"] })),
        ok("Note", note(" \u{1F512}\n"), 201)
            .given(empty("log"))
            .body(json!({ "position": 0 }))
            .after(json!({ "log": ["-  \u{1F512}\n"] })),
        conflict("Note", note(""), "not message matches /^\\s*$/"),
        conflict("Note", note(" \t\r\n"), "not message matches /^\\s*$/"),
        ok("SetPref", set("size", -7), 200).body(json!({ "previous": 3 })).after(json!({ "prefs": { "size": -7 } })),
        ok("SetPref", set("depth", 1), 200).body(json!({ "previous": null })).after(json!({ "prefs": { "depth": 1 } })),
        ok("DropPrefs", drop(json!(["size"])), 200)
            .body(json!({ "dropped": 1 }))
            .after(json!({ "prefs": { "size": gone() } })),
        ok("DropPrefs", drop(json!(["size", "width"])), 200)
            .body(json!({ "dropped": 2 }))
            .after(json!({ "prefs": only(json!({})) })),
        conflict("DropPrefs", drop(json!([])), "#keys > 0"),
        conflict("DropPrefs", drop(json!(["size", "depth"])), "keys subset dom(prefs)"),
        ok("Clear", clear(), 200).after(json!({ "log": [], "prefs": only(json!({})) })),
        ok("Clear", clear(), 200).given(empty("log")).after(json!({ "prefs": only(json!({})) })),
        ok("Clear", clear(), 200).given(empty("prefs")).after(json!({ "log": [] })),
        conflict("Clear", clear(), "#log > 0 or #prefs > 0").given(json!({ "log": [], "prefs": only(json!({})) })),
        ok("Focus", focus(1), 200).after(json!({ "focus": 1 })),
        ok("Focus", focus(2), 200).given(json!({ "focus": null })).after(json!({ "focus": 2 })),
        missing("Focus", focus(4), "id in samples"),
        ok("Spend", spend(json!(2.5)), 200).body(json!({ "rest": 8.0, "fee": 1.875 })).after(json!({ "budget": 8.0 })),
        ok("Spend", spend(json!(10.5)), 200).body(json!({ "rest": 0.0, "fee": 7.875 })).after(json!({ "budget": 0.0 })),
        conflict("Spend", spend(json!(10.500001)), "budget >= cost"),
        ok("SetGrace", grace(10_000, true), 200).body(json!({ "half": 10_000 })).after(json!({ "grace": 20_000 })),
        ok("SetGrace", grace(1001, false), 200).body(json!({ "half": 500 })).after(json!({ "grace": 1001 })),
        ok("Toggle", toggle(stamp), 200)
            .body(json!({ "warn_at": "2024-03-31T23:55:00.000Z" }))
            .after(json!({ "marker": stamp, "paused": true })),
        ok("Toggle", toggle(stamp), 200)
            .given(json!({ "paused": true, "grace": 1 }))
            .body(json!({ "warn_at": "2024-05-01T11:59:59.999Z" }))
            .after(json!({ "marker": stamp, "paused": false, "opened_at": NOW })),
        conflict("Toggle", toggle("00000000-0000-0000-0000-00000000000a"), "stamp != marker"),
    ]
}
