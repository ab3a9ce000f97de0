//! Changes in words.

use crate::plan::store::{Alteration, Change, StoredColumn, TableChange};

/// How long the words in a file's name may be.
const LONGEST_SLUG: usize = 40;

/// The words for a file's name.
pub(super) fn slug(changes: &[TableChange]) -> String {
    let words: Vec<String> = changes.iter().map(|change| brief(change).join("_")).collect();
    let mut slug = String::new();
    for word in words {
        if !slug.is_empty() && slug.len() + word.len() >= LONGEST_SLUG {
            return slug + "_and_more";
        }
        slug += if slug.is_empty() { "" } else { "_" };
        slug += &word.replace('-', "_");
    }
    slug.chars().take(2 * LONGEST_SLUG).collect()
}

/// One line about all.
pub(super) fn title(changes: &[TableChange]) -> String {
    let words: Vec<String> = changes.iter().map(|change| brief(change).join(" ")).collect();
    let text = words.join(", ");
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("{}.", first.into_iter().chain(letters).collect::<String>())
}

fn brief(change: &TableChange) -> [String; 2] {
    match change {
        TableChange::Added(table) => ["add".into(), table.name.clone()],
        TableChange::Removed(table) => ["remove".into(), table.name.clone()],
        TableChange::Altered(altered) => ["change".into(), altered.after.name.clone()],
    }
}

/// What is done, and what becomes of rows that are there.
pub(super) fn lines(changes: &[TableChange]) -> Vec<String> {
    changes.iter().flat_map(line).collect()
}

fn line(change: &TableChange) -> Vec<String> {
    match change {
        TableChange::Added(table) => vec![format!("Table {} is new.", table.name)],
        TableChange::Removed(table) => vec![format!("Table {} goes, with all its rows.", table.name)],
        TableChange::Altered(altered) => {
            altered.changes.iter().filter_map(|change| alteration(altered, change)).collect()
        }
    }
}

fn alteration(altered: &Alteration, change: &Change) -> Option<String> {
    let table = &altered.after.name;
    match change {
        Change::Renamed => Some(format!("Table {} is called {table} now.", altered.before.name)),
        Change::ColumnAdded(column) => Some(added(table, column)),
        Change::ColumnRemoved(column) => Some(format!("{table}.{} goes, with its values.", column.name)),
        Change::ColumnRetyped(_, new) => Some(format!("{table}.{} has another type; its values are kept.", new.name)),
        Change::ShapeChanged(old, new) => Some(format!(
            "{table}.{} holds JSON of another shape. Its values are left as they are: where there are any, they have to be \
             brought from {} to {} here.",
            new.name, old.shape, new.shape
        )),
        Change::NullableChanged(column) if column.nullable => Some(format!("{table}.{} may be empty.", column.name)),
        Change::NullableChanged(column) => {
            Some(format!("{table}.{} is never empty: where it was, it holds {}.", column.name, column.default))
        }
        Change::CheckAdded(check) => {
            Some(format!("{table}.{} is checked ({}); a row that breaks it stops this.", check.column, check.name))
        }
        Change::IndexAdded(index) => Some(format!("Index {} is new.", index.name)),
        Change::IndexRemoved(index) => Some(format!("Index {} goes.", index.name)),
        Change::KeyAdded => Some(format!("{table} has another primary key.")),
        Change::CheckRemoved(check) => Some(format!("Check {} goes.", check.name)),
        Change::KeyRemoved => None,
    }
}

fn added(table: &str, column: &StoredColumn) -> String {
    let StoredColumn { name, nullable, default, .. } = column;
    if *nullable {
        return format!("{table}.{name} is new, and empty in rows that are there.");
    }
    if default.is_null() {
        return format!("{table}.{name} is new.");
    }
    format!("{table}.{name} is new: rows that are there get {default}, the smallest valid value.")
}
