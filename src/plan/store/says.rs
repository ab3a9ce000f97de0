//! Changes of tables in words, for the names and the comments of migrations.

use super::{Alteration, Change, StoredCheck, StoredColumn, StoredType, TableChange};

/// How long the words in a file's name may be.
const LONGEST_SLUG: usize = 40;

/// The words for a file's name.
pub fn slug(changes: &[TableChange]) -> String {
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
pub fn title(changes: &[TableChange]) -> String {
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
pub fn lines(changes: &[TableChange]) -> Vec<String> {
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
        Change::ColumnAdded(column) => Some(added(altered, column)),
        Change::ColumnRemoved(column) => Some(format!("{table}.{} goes, with its values.", column.name)),
        Change::ColumnRetyped(old, new) => Some(retyped(table, old, new)),
        Change::ShapeChanged(old, new) => Some(reshaped(table, old, new)),
        Change::NullableChanged(column) if column.nullable => Some(format!("{table}.{} may be empty.", column.name)),
        Change::NullableChanged(column) => {
            Some(format!("{table}.{} is never empty: where it was, it holds {}.", column.name, column.default))
        }
        Change::CheckAdded(check) => checked(altered, check),
        Change::IndexAdded(index) => Some(format!("Index {} is new.", index.name)),
        Change::IndexRemoved(index) => Some(format!("Index {} goes.", index.name)),
        Change::KeyAdded => Some(format!("{table} has another primary key.")),
        Change::CheckRemoved(check) => {
            let is_replaced = altered.after.checks.iter().any(|other| other.column == check.column);
            let is_gone = !altered.after.columns.iter().any(|column| column.name == check.column);
            (!is_replaced && !is_gone).then(|| format!("{table}.{} is checked no longer.", check.column))
        }
        Change::KeyRemoved => None,
    }
}

fn added(altered: &Alteration, column: &StoredColumn) -> String {
    let StoredColumn { name, nullable, default, .. } = column;
    let table = &altered.after.name;
    if *nullable {
        return format!("{table}.{name} is new, and empty in rows that are there.");
    }
    if default.is_null() {
        return format!("{table}.{name} is new.");
    }
    let why = if altered.after.holds.is_some() { "the smallest valid value" } else { "its initial value" };
    format!("{table}.{name} is new: rows that are there get {default}, {why}.")
}

fn retyped(table: &str, old: &StoredColumn, new: &StoredColumn) -> String {
    let rounds = old.ty == StoredType::Real && new.ty == StoredType::Integer;
    let values = if rounds { "its values are rounded" } else { "its values are kept" };
    format!("{table}.{} has another type; {values}.", new.name)
}

fn reshaped(table: &str, old: &StoredColumn, new: &StoredColumn) -> String {
    format!(
        "{table}.{} holds JSON of another shape. Its values are left as they are: where there are any, they have to be \
         brought from {} to {} here.",
        new.name, old.shape, new.shape
    )
}

/// A check of a column that is new needs no word: what is put there passes.
fn checked(altered: &Alteration, check: &StoredCheck) -> Option<String> {
    let was_there = altered.before.columns.iter().any(|column| column.name == check.column);
    let is_same = altered.before.checks.iter().any(|old| old.column == check.column && old.limits == check.limits);
    let table = &altered.after.name;
    (was_there && !is_same)
        .then(|| format!("{table}.{} has another check: a row that breaks it stops this migration.", check.column))
}
