//! The text of a revision.

use super::super::literal;
use super::super::piece::{PAGE, Piece};
use super::alter;
use super::words::Words;
use crate::backend::history::Next;
use crate::plan::store::{Database, TableChange, says};

/// Finds the collation in which `a` and `a ` are two texts.
const COLLATION: &str = r#"def collation() -> str:
    """The order of code points, in which `a` and `a ` are two texts: MariaDB has another name for it."""
    is_mariadb = getattr(op.get_context().dialect, "is_mariadb", False)
    return "utf8mb4_nopad_bin" if is_mariadb else "utf8mb4_0900_bin""#;

/// The text of a revision.
pub(super) fn text(next: &Next<'_>, database: Database) -> String {
    let up = function("upgrade", "Makes the changes.", database, next.changes);
    let down = function("downgrade", "Takes them back. What was lost stays lost.", database, next.back);
    let parent = next.parent.map_or_else(|| "None".to_string(), literal::string);
    let mut blocks = vec![
        docstring(next),
        imports(database, &format!("{up}{down}")),
        format!(
            "revision: str = {}\ndown_revision: str | None = {parent}\nbranch_labels: str | None = None\n\
             depends_on: str | None = None\n",
            literal::string(next.id)
        ),
    ];
    if up.contains("collation()") || down.contains("collation()") {
        blocks.push(format!("\n{COLLATION}\n"));
    }
    blocks.extend([format!("\n{up}\n"), format!("\n{down}\n")]);
    blocks.join("\n")
}

fn docstring(next: &Next<'_>) -> String {
    let mut lines = vec![next.title.to_string(), String::new()];
    lines.extend(next.lines.iter().map(|line| format!("- {line}")));
    lines.extend((!next.lines.is_empty()).then(String::new));
    lines.push(format!("Revision ID: {}", next.id));
    lines.push(format!("Revises: {}", next.parent.unwrap_or("nothing")));
    let wrapped: Vec<String> = lines.iter().flat_map(|line| wrap(&plain(line))).collect();
    format!("\"\"\"{}\n\"\"\"\n", wrapped.join("\n"))
}

/// Nothing in a docstring can end it, or stand for another character.
fn plain(line: &str) -> String {
    line.replace('\\', "/").replace('"', "'").chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' }).collect()
}

/// Breaks a line between words.
fn wrap(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in line.split(' ') {
        let Some(last) = found.last_mut() else { break };
        if !last.trim().is_empty() && last.len() + 1 + word.len() > PAGE.width {
            found.push(format!("  {}", cut(word)));
        } else {
            *last += if last.is_empty() { "" } else { " " };
            *last += &cut(word);
        }
    }
    found
}

/// A word that is longer than a line is cut: nobody reads it.
fn cut(word: &str) -> String {
    const LONGEST: usize = 100;
    if word.len() <= LONGEST {
        word.to_string()
    } else {
        format!("{}...", word.chars().take(LONGEST).collect::<String>())
    }
}

fn imports(database: Database, body: &str) -> String {
    let dialect = match database {
        Database::Sqlite => "",
        Database::Postgres => "postgresql",
        Database::Mysql => "mysql",
    };
    let dialects = if !dialect.is_empty() && body.contains(&format!("{dialect}.")) {
        format!("from sqlalchemy.dialects import {dialect}\n")
    } else {
        String::new()
    };
    let sa = if body.contains("sa.") { "import sqlalchemy as sa\n" } else { "" };
    format!("{sa}from alembic import op\n{dialects}")
}

fn function(name: &str, about: &str, database: Database, changes: &[TableChange]) -> String {
    let words = Words(database);
    let statements = changes.iter().flat_map(|change| statements(words, change));
    let mut lines: Vec<String> = statements.map(|statement| statement.statement("", 1, "")).collect();
    if lines.is_empty() {
        let notes = says::lines(changes);
        lines.extend((!notes.is_empty()).then(|| "    # Nothing that a database has to know.".to_string()));
    }
    let body = lines.join("\n");
    let gap = if body.is_empty() { "" } else { "\n" };
    format!("def {name}() -> None:\n    \"\"\"{about}\"\"\"{gap}{body}")
}

fn statements(words: Words, change: &TableChange) -> Vec<Piece> {
    match change {
        TableChange::Added(table) => {
            let indexes = table.indexes.iter().map(|index| words.index(table, index));
            std::iter::once(words.create(&table.name, table)).chain(indexes).collect()
        }
        TableChange::Removed(table) => vec![Piece::apply("op.drop_table", [Piece::text(&table.name)])],
        TableChange::Altered(altered) => alter::statements(words, altered),
    }
}
