//! Migrations on real databases: from nothing, from one spec to the next, and back.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use specc::backend::PastError;

use crate::common::{extra_fixtures, fixtures, root};
use crate::project::{DATABASES, compile, folder, must_pass};

fn driver() -> String {
    root().join("tests/service/migrations.py").display().to_string()
}

fn cycle(database: &str, specs: Vec<(String, String)>) {
    let folders: Vec<PathBuf> = specs.iter().map(|(name, _)| folder(&format!("cycle/{database}_{name}"))).collect();
    for ((_, text), folder) in specs.iter().zip(&folders) {
        compile(folder, text, database).expect("files");
    }
    let driver = driver();
    let paths: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let arguments: Vec<&str> = [driver.as_str(), "cycle"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let told = must_pass(&root(), &arguments);
    assert_eq!(told.lines().count(), specs.len(), "{told}");
}

fn awkward() -> Vec<(String, String)> {
    vec![("awkward".into(), include_str!("awkward.spec").into())]
}

#[test]
fn sqlite_goes_up_and_down_with_values_at_the_limits() {
    cycle("sqlite", fixtures().into_iter().chain(extra_fixtures()).chain(awkward()).collect());
}

#[test]
fn postgres_goes_up_and_down_with_values_at_the_limits() {
    cycle("postgres", fixtures().into_iter().chain(awkward()).collect());
}

#[test]
fn mysql_goes_up_and_down_with_values_at_the_limits() {
    cycle("mysql", fixtures().into_iter().chain(awkward()).collect());
}

const BEFORE: &str = include_str!("before.spec");
const AFTER: &str = include_str!("after.spec");

/// Rows as they are before the spec changes.
fn rows() -> Value {
    json!({
        "items": [
            {"key": 1, "id": 1, "name": "a ", "note": null, "amount": -7, "phase": "OPEN", "gone": "x", "parts": [1, 2]},
            {"key": 2, "id": 2, "name": "\u{1f600}", "note": "n", "amount": 8, "phase": "CLOSED", "gone": "", "parts": []},
        ],
        "labels": [{"key": "A", "text": "upper"}, {"key": "a", "text": "lower"}, {"key": "a ", "text": "space"}],
        "extra": [{"value": 1}],
        "moved": [{"key": 1, "value": 2}],
        "scalars": [{"row": 1, "total": 99, "old": 5}],
    })
}

/// The same folder compiled twice, and the folder as it was after the first time.
fn changed(database: &str) -> (PathBuf, PathBuf) {
    let (before, after) = (folder(&format!("change/{database}_before")), folder(&format!("change/{database}_after")));
    compile(&before, BEFORE, database).expect("files");
    compile(&after, BEFORE, database).expect("files");
    std::fs::write(before.join("rows.json"), rows().to_string()).expect("a file");
    let added = compile(&after, AFTER, database).expect("files").expect("a migration");
    assert_eq!(added.name, "0002_remove_extra_remove_moved_change_items_and_more");
    (before, after)
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a new column holds in rows that are there: the smallest valid value.
fn made_up() -> Value {
    json!({
        "priority": 5, "seen": null, "made": 0, "tags": [], "ref": "00000000-0000-0000-0000-000000000000", "flag": false,
        "ratio": 1.0, "wait": 0,
    })
}

fn with(row: Value, more: &Value) -> Value {
    let (Value::Object(mut row), Value::Object(more)) = (row, more) else { panic!("objects") };
    row.extend(more.clone());
    Value::Object(row)
}

#[test]
fn rows_survive_a_changed_spec_and_the_way_back() {
    for database in DATABASES {
        let (before, after) = changed(database);
        let arguments = [driver(), "change".into(), before.display().to_string(), after.display().to_string()];
        let told = must_pass(&root(), &arguments.each_ref().map(String::as_str));
        let found: Value = serde_json::from_str(&told).expect("JSON");
        let first =
            json!({"key": 1, "id": 1, "name": "a ", "note": "", "amount": -7.0, "phase": "OPEN", "parts": [1, 2]});
        let second =
            json!({"key": 2, "id": 2, "name": "\u{1f600}", "note": "n", "amount": 8.0, "phase": "CLOSED", "parts": []});
        let labels =
            json!([{"key": "A", "text": "upper"}, {"key": "a", "text": "lower"}, {"key": "a ", "text": "space"}]);
        let up = json!({
            "items": [with(first, &made_up()), with(second, &made_up())],
            "stickers": labels,
            "fresh": [],
            "moved": [],
            "scalars": [{"row": 1, "total": 99, "most": 7}],
        });
        assert_eq!(found["up"], up, "{database}: {told}");
        let down = json!({
            "items": [
                {"key": 1, "id": 1, "name": "a ", "note": "", "amount": -7, "phase": "OPEN", "gone": "", "parts": [1, 2]},
                {"key": 2, "id": 2, "name": "\u{1f600}", "note": "n", "amount": 8, "phase": "CLOSED", "gone": "", "parts": []},
            ],
            "labels": labels,
            "extra": [],
            "moved": [],
            "scalars": [{"row": 1, "total": 99, "old": null}],
        });
        assert_eq!(found["down"], down, "{database}: {told}");
    }
}

#[test]
fn the_same_spec_needs_no_migration_and_changes_nothing() {
    let root = folder("same");
    assert_eq!(compile(&root, BEFORE, "sqlite").expect("files").expect("the first").name, "0001_initial");
    let manifest = text(&root.join(".specc/manifest.json"));
    assert_eq!(compile(&root, BEFORE, "sqlite"), Ok(None));
    assert_eq!(text(&root.join(".specc/manifest.json")), manifest);
}

#[test]
fn a_migration_belongs_to_the_user_once_it_is_written() {
    let root = folder("user");
    compile(&root, BEFORE, "sqlite").expect("files");
    let first = root.join("migrations/versions/0001_initial.py");
    let edited = text(&first) + "\n# Mine.\n";
    std::fs::write(&first, &edited).expect("a file");
    let own = "revision = \"abc\"\ndown_revision = \"0001\"\n\n\ndef upgrade():\n    pass\n";
    std::fs::write(root.join("migrations/versions/zz_own.py"), own).expect("a file");
    let added = compile(&root, AFTER, "sqlite").expect("files").expect("a migration");
    let second = text(&root.join(format!("migrations/versions/{}.py", added.name)));
    assert!(second.contains("down_revision: str | None = \"abc\""), "{second}");
    assert_eq!(text(&first), edited);
    assert!(
        added.lines.iter().any(|line| line.contains("items.priority is new: rows that are there get 5")),
        "{added:?}"
    );
    assert_eq!(compile(&root, AFTER, "sqlite"), Ok(None));
}

#[test]
fn what_cannot_be_continued_is_refused() {
    let root = folder("refused");
    compile(&root, BEFORE, "sqlite").expect("files");
    let refused = compile(&root, BEFORE, "postgres").expect_err("another database");
    assert_eq!(refused.to_string(), "the migrations are for SQLite: choose another folder for another database");
    std::fs::write(root.join("migrations/schema.json"), "{").expect("a file");
    assert!(matches!(compile(&root, BEFORE, "sqlite"), Err(PastError::Damaged(..))));
    std::fs::remove_file(root.join("migrations/schema.json")).expect("a file");
    assert_eq!(compile(&root, BEFORE, "sqlite"), Err(PastError::Missing("migrations/schema.json")));
}
