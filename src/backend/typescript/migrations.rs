//! Migrations of a TypeScript service: modules with statements of SQL. A migration is written once and then belongs to the user;
//! what the tables were like when the last one was written is kept beside them, in `migrations/schema.json`.

use super::literal;
use super::piece::PAGE;
use crate::backend::history::{self, Next, Words};
use crate::backend::{MigrationPlaces, Past, PastError, Surroundings, sql};
use crate::plan::store::{Database, Store, TableChange};

/// Where everything is.
pub(in crate::backend) const PLACES: MigrationPlaces =
    MigrationPlaces { snapshot: "migrations/schema.json", folder: "migrations/versions", ending: ".ts" };

const WORDS: Words = Words { id: "id", parent: "after" };

/// The migrations of a service, after those that are there.
pub(super) fn migrations(
    service: &str,
    store: &Store,
    database: Database,
    past: &Past,
) -> Result<Surroundings, PastError> {
    history::migrations((service, store, database), past, (PLACES, WORDS), |next| text(next, database))
}

fn text(next: &Next<'_>, database: Database) -> String {
    let parent = next.parent.map_or_else(|| "null".to_string(), literal::string);
    let lines = [
        about(next),
        String::new(),
        "import type { Migration } from \"../../src/runtime/migrating.ts\";".to_string(),
        String::new(),
        "export const migration: Migration = {".to_string(),
        format!("  id: {},", literal::string(next.id)),
        format!("  after: {parent},"),
        statements("up", database, next.changes),
        "  // What was lost stays lost.".to_string(),
        statements("down", database, next.back),
        "};".to_string(),
    ];
    lines.join("\n") + "\n"
}

/// What it does, in words.
fn about(next: &Next<'_>) -> String {
    if next.lines.is_empty() {
        return literal::comment(next.title, PAGE.width);
    }
    let mut lines = vec!["/**".to_string(), format!(" * {}", plain(next.title)), " *".to_string()];
    for line in next.lines {
        for (at, part) in crate::backend::text::filled(&plain(line), PAGE.width - 5).into_iter().enumerate() {
            lines.push(format!(" * {}{part}", if at == 0 { "- " } else { "  " }));
        }
    }
    lines.push(" */".to_string());
    lines.join("\n")
}

/// Nothing in a comment can end it.
fn plain(line: &str) -> String {
    literal::visible(&line.replace("*/", "* /"))
}

fn statements(name: &str, database: Database, changes: &[TableChange]) -> String {
    let found: Vec<String> = changes.iter().flat_map(|change| sql::statements(database, change)).collect();
    let collates = found.iter().any(|statement| statement.contains(sql::COLLATION));
    let params = if collates { "{ collation }" } else { "" };
    if found.is_empty() {
        return format!("  {name}: ({params}) => [],");
    }
    let found: Vec<String> = found.iter().map(|statement| template(statement)).collect();
    let line = format!("  {name}: ({params}) => [{}],", found.join(", "));
    if line.len() <= PAGE.width && !line.contains('\n') {
        return line;
    }
    let lines: String = found.iter().map(|statement| format!("    {statement},\n")).collect();
    format!("  {name}: ({params}) => [\n{lines}  ],")
}

/// A statement as a template, in which the collation may stand.
fn template(statement: &str) -> String {
    let mut out = String::from("`");
    for found in statement.chars() {
        match found {
            sql::COLLATION => out.push_str("${collation}"),
            '`' | '\\' | '$' => out.extend(['\\', found]),
            '\n' => out.push_str("\n    "),
            ' '..='~' => out.push(found),
            other => out.push_str(&literal::code_point(other)),
        }
    }
    out.push('`');
    out
}
