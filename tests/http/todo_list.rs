//! Things to do, one in each status.

use serde_json::{Value, json};

use super::json::gone;
use super::table::{
    Case, Fixture, SAME_AS_RULE, conflict, delete, get, inseparable, limits, missing, ok, patch, post, unruled,
};

const NOW: &str = "2024-05-01T12:00:00.000Z";
const LIFE: &str = "TodoLifecycle";

/// What is not said of a new entry.
fn todo(id: i64, status: &str) -> Value {
    json!({ "id": id, "title": format!("Number {id}"), "description": null, "status": status, "priority": "LOW",
            "tags": ["home", "urgent"], "due_at": null, "created_at": "2024-04-01T08:00:00.000Z",
            "updated_at": "2024-04-02T08:00:00.001Z", "completed_at": null, "resolution": null })
}

fn base() -> Value {
    let mut done = todo(3, "DONE");
    done["completed_at"] = json!("2024-04-02T08:00:00.000Z");
    done["resolution"] = json!("It is done");
    done["priority"] = json!("HIGH");
    done["tags"] = json!(["work"]);
    let mut archived = todo(4, "ARCHIVED");
    archived["tags"] = json!([]);
    json!({ "todos": { "1": todo(1, "TODO"), "2": todo(2, "IN_PROGRESS"), "3": done, "4": archived } })
}

fn tags(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("tag-{at:02}")).collect()
}

/// The operations of the life cycle: path, clause, where they do not start, and what they change where they do.
fn lifecycle(operation: &'static str, template: &'static str, clause: &'static str, wrong: &[i64]) -> Vec<Case> {
    let call = |id: i64| post(template, json!({ "id": id }));
    let mut cases: Vec<Case> =
        wrong.iter().map(|id| conflict(operation, call(*id), clause).without_rule(LIFE)).collect();
    cases.push(missing(operation, call(5), "id in todos"));
    cases
}

pub fn fixture() -> Fixture {
    let (is_todo, in_progress) = ("todos[id].status = Status.TODO", "todos[id].status = Status.IN_PROGRESS");
    let is_done = "todos[id].status = Status.DONE";
    let can_rest = "todos[id].status in {Status.TODO, Status.DONE}";
    let mut cases = entries();
    cases.extend(tagging());
    cases.extend(lifecycle("StartWork", "/todos/{id}/start", is_todo, &[2, 3, 4]));
    cases.extend(lifecycle("PauseWork", "/todos/{id}/pause", in_progress, &[1, 3, 4]));
    cases.extend(lifecycle("Complete", "/todos/{id}/complete", in_progress, &[1, 3, 4]));
    cases.extend(lifecycle("Reopen", "/todos/{id}/reopen", is_done, &[1, 2, 4]));
    cases.extend(lifecycle("Archive", "/todos/{id}/archive", can_rest, &[2, 4]));
    cases.extend(steps());
    Fixture {
        name: "todo_list",
        base: base(),
        clock: NOW,
        credentials: vec![],
        limits: vec![
            limits("TodoId", [json!(1), json!(999_999)], [json!(0), json!(-1)]),
            limits(
                "Title",
                [json!("x"), json!("x".repeat(200)), json!("\u{1F600}".repeat(200))],
                [json!(""), json!("x".repeat(201)), json!("\u{1F600}".repeat(201))],
            ),
            limits("Text", [json!(""), json!("x".repeat(2000))], [json!("x".repeat(2001))]),
            limits(
                "Tag",
                [json!("a"), json!("0-"), json!("a".repeat(30))],
                [json!("A"), json!("-a"), json!("a_b"), json!("a".repeat(31))],
            ),
        ],
        inseparable: vec![
            inseparable("StartWork", is_todo, SAME_AS_RULE),
            inseparable("PauseWork", in_progress, SAME_AS_RULE),
            inseparable("Complete", in_progress, SAME_AS_RULE),
            inseparable("Reopen", is_done, SAME_AS_RULE),
            inseparable("Archive", can_rest, SAME_AS_RULE),
        ],
        cases,
    }
}

/// Creating, reading, changing and deleting.
fn entries() -> Vec<Case> {
    let create = |changes: Value| {
        let mut inputs = json!({ "title": "New", "description": "More", "priority": "URGENT", "tags": ["a", "b"],
                                 "due_at": "2024-05-01T12:00:00.001Z" });
        inputs.as_object_mut().expect("inputs").extend(changes.as_object().expect("changes").clone());
        post("/todos", inputs)
    };
    let created = |changes: Value| {
        let mut entry = json!({ "id": "$id", "title": "New", "description": "More", "status": "TODO",
            "priority": "URGENT", "tags": ["a", "b"], "due_at": "2024-05-01T12:00:00.001Z", "created_at": NOW,
            "updated_at": NOW, "completed_at": null, "resolution": null });
        entry.as_object_mut().expect("a todo").extend(changes.as_object().expect("changes").clone());
        json!({ "todos": { "$id": entry } })
    };
    let made = |changes: Value| {
        ok("CreateTodo", create(changes.clone()), 201)
            .body(json!({ "id": "$id" }))
            .new_key("$id", "todos", "^[1-9][0-9]*$")
            .after(created(changes))
    };
    let read = |id: i64| get("/todos/{id}", json!({ "id": id }));
    let list = |inputs: Value| get("/todos", inputs);
    let update = |id: i64, changes: Value| {
        let mut inputs = json!({ "id": id });
        inputs.as_object_mut().expect("inputs").extend(changes.as_object().expect("changes").clone());
        patch("/todos/{id}", inputs)
    };
    let updated = |field: &str, value: Value| {
        ok("UpdateTodo", update(1, json!({ field: value })), 200)
            .shows("todos", "1")
            .after(json!({ "todos": { "1": { field: value, "updated_at": NOW } } }))
    };
    let remove = |id: i64| delete("/todos/{id}", json!({ "id": id }));
    vec![
        made(json!({})),
        made(json!({ "description": null, "due_at": null, "tags": [] })),
        made(json!({ "tags": tags(10) })),
        conflict("CreateTodo", create(json!({ "tags": tags(11) })), "#tags <= 10"),
        conflict("CreateTodo", create(json!({ "due_at": NOW })), "due_at = none or due_at > now()"),
        conflict("CreateTodo", create(json!({})), "due_at = none or due_at > now()").at("2024-05-01T12:00:00.001Z"),
        ok("GetTodo", read(3), 200).shows("todos", "3"),
        missing("GetTodo", read(5), "id in todos"),
        ok("ListTodos", list(json!({ "status": "DONE", "priority": "HIGH", "tag": "work" })), 200)
            .lists("todos", &["3"]),
        ok("ListTodos", list(json!({})), 200).lists("todos", &["1", "2", "3", "4"]),
        ok("ListTodos", list(json!({ "status": "TODO" })), 200).lists("todos", &["1"]),
        ok("ListTodos", list(json!({ "priority": "LOW" })), 200).lists("todos", &["1", "2", "4"]),
        ok("ListTodos", list(json!({ "tag": "home" })), 200).lists("todos", &["1", "2"]),
        ok("ListTodos", list(json!({ "tag": "home", "status": "DONE" })), 200).lists("todos", &[]),
        ok(
            "UpdateTodo",
            update(1, json!({ "title": "T", "description": "D", "priority": "HIGH", "due_at": NOW })),
            200,
        )
        .shows("todos", "1")
        .after(json!({ "todos": { "1": { "title": "T", "description": "D", "priority": "HIGH", "due_at": NOW,
                                             "updated_at": NOW } } })),
        updated("title", json!("T")),
        updated("description", json!("")),
        updated("priority", json!("MEDIUM")),
        updated("due_at", json!("2001-01-01T00:00:00.000Z")),
        missing("UpdateTodo", update(5, json!({ "title": "T" })), "id in todos"),
        conflict("UpdateTodo", update(4, json!({ "title": "T" })), "todos[id].status != Status.ARCHIVED"),
        conflict(
            "UpdateTodo",
            update(1, json!({})),
            "title != none or description != none or priority != none or due_at != none",
        ),
        ok("DeleteTodo", remove(1), 204).after(json!({ "todos": { "1": gone() } })),
        ok("DeleteTodo", remove(4), 204).after(json!({ "todos": { "4": gone() } })),
        missing("DeleteTodo", remove(5), "id in todos"),
        conflict("DeleteTodo", remove(2), "todos[id].status != Status.IN_PROGRESS"),
    ]
}

fn tagging() -> Vec<Case> {
    let add = |id: i64, tag: &str| post("/todos/{id}/tags", json!({ "id": id, "tag": tag }));
    let remove = |id: i64, tag: &str| delete("/todos/{id}/tags/{tag}", json!({ "id": id, "tag": tag }));
    let full = || json!({ "todos": { "1": { "tags": tags(10) } } });
    let open = "todos[id].status != Status.ARCHIVED";
    vec![
        ok("AddTag", add(1, "later"), 201)
            .shows("todos", "1")
            .after(json!({ "todos": { "1": { "tags": ["home", "later", "urgent"], "updated_at": NOW } } })),
        ok("AddTag", add(1, "home"), 201).shows("todos", "1").after(json!({ "todos": { "1": { "updated_at": NOW } } })),
        ok("AddTag", add(1, "tag-09"), 201)
            .given(json!({ "todos": { "1": { "tags": tags(9) } } }))
            .shows("todos", "1")
            .after(json!({ "todos": { "1": { "tags": tags(10), "updated_at": NOW } } })),
        ok("AddTag", add(1, "tag-03"), 201)
            .given(full())
            .shows("todos", "1")
            .after(json!({ "todos": { "1": { "updated_at": NOW } } })),
        missing("AddTag", add(5, "later"), "id in todos"),
        conflict("AddTag", add(4, "later"), open),
        conflict("AddTag", add(1, "tag-10"), "tag in todos[id].tags or #todos[id].tags < 10").given(full()),
        ok("RemoveTag", remove(1, "home"), 204)
            .after(json!({ "todos": { "1": { "tags": ["urgent"], "updated_at": NOW } } })),
        missing("RemoveTag", remove(5, "home"), "id in todos"),
        conflict("RemoveTag", remove(4, "home"), open).given(json!({ "todos": { "4": { "tags": ["home"] } } })),
        conflict("RemoveTag", remove(1, "work"), "tag in todos[id].tags"),
    ]
}

/// Each rule of the life cycle, and the guard of the last one on both sides.
fn steps() -> Vec<Case> {
    let step = |operation, template, id: &'static str, changes: Value| {
        let mut entry = changes;
        entry["updated_at"] = json!(NOW);
        ok(operation, post(template, json!({ "id": id.parse::<i64>().expect("an id") })), 200)
            .shows("todos", id)
            .after(json!({ "todos": { id: entry } }))
    };
    let complete = |resolution: Value| {
        ok("Complete", post("/todos/{id}/complete", json!({ "id": 2, "resolution": resolution })), 200)
            .shows("todos", "2")
            .after(json!({ "todos": { "2": {
                "status": "DONE", "completed_at": NOW, "resolution": resolution, "updated_at": NOW } } }))
    };
    let reopen = || post("/todos/{id}/reopen", json!({ "id": 3 }));
    let reopened = json!({ "status": "IN_PROGRESS", "completed_at": null, "resolution": null });
    vec![
        step("StartWork", "/todos/{id}/start", "1", json!({ "status": "IN_PROGRESS" })),
        step("PauseWork", "/todos/{id}/pause", "2", json!({ "status": "TODO" })),
        complete(json!("Well done")),
        complete(Value::Null),
        step("Archive", "/todos/{id}/archive", "1", json!({ "status": "ARCHIVED" })),
        step("Archive", "/todos/{id}/archive", "3", json!({ "status": "ARCHIVED" })),
        // Edited a millisecond after it was finished, at that very moment, and before.
        step("Reopen", "/todos/{id}/reopen", "3", reopened),
        unruled("Reopen", reopen(), LIFE)
            .given(json!({ "todos": { "3": { "updated_at": "2024-04-02T08:00:00.000Z" } } })),
        unruled("Reopen", reopen(), LIFE)
            .given(json!({ "todos": { "3": { "updated_at": "2024-04-02T07:59:59.999Z" } } })),
    ]
}
