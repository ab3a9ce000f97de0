//! Changes of tables that stay, as statements. PostgreSQL and MySQL alter a table step by step. SQLite hardly can, so there
//! the table is made anew, filled from the old one, and put in its place.

use super::super::piece::{Argument, Piece, named};
use super::words::Words;
use crate::plan::store::{Alteration, Carried, Change, Database, StoredColumn, StoredTable};

/// The statements of an alteration.
pub(super) fn statements(words: Words, altered: &Alteration) -> Vec<Piece> {
    if altered.makes_anew(words.0) {
        return rebuild(words, altered);
    }
    altered.changes.iter().flat_map(|change| step(words, altered, change)).collect()
}

fn text(value: &str) -> Piece {
    Piece::text(value)
}

fn truth(value: bool) -> Piece {
    Piece::atom(if value { "True" } else { "False" })
}

fn column(name: &str) -> Piece {
    Piece::apply("sa.column", [text(name)])
}

/// `sa.table(…)` with columns.
fn table<'n>(name: &str, columns: impl Iterator<Item = &'n str>) -> Piece {
    Piece::apply("sa.table", std::iter::once(text(name)).chain(columns.map(column)))
}

fn rebuild(words: Words, altered: &Alteration) -> Vec<Piece> {
    let Alteration { before, after, .. } = altered;
    let next = after.next_name();
    let names: Vec<&str> = after.columns.iter().map(|column| column.name.as_str()).collect();
    let values = after.columns.iter().map(|column| carried(words, altered, column));
    let old = table(&before.name, std::iter::empty());
    let rows = Piece::apply("sa.select", values).attribute("select_from").called(vec![old]);
    let listed = Piece::list(names.iter().map(|name| text(name)).collect());
    let into = Piece::apply("sa.insert", [table(&next, names.iter().copied())]);
    let copy = into.attribute("from_select").called(vec![listed, rows]);
    let mut found = vec![
        words.create(&next, after),
        Piece::apply("op.execute", [copy]),
        Piece::apply("op.drop_table", [text(&before.name)]),
        Piece::apply("op.rename_table", [text(&next), text(&after.name)]),
    ];
    found.extend(after.indexes.iter().map(|index| words.index(after, index)));
    found
}

/// What a column of the new table gets from a row of the old one.
fn carried(words: Words, altered: &Alteration, new: &StoredColumn) -> Piece {
    let (rounded, filled) = match altered.carried(new) {
        Carried::Empty => return Piece::apply("sa.null", []),
        Carried::Default => return words.default(new),
        Carried::Kept { rounded, filled } => (rounded, filled),
    };
    let mut kept = column(&new.name);
    if rounded {
        kept = Piece::apply("sa.cast", [Piece::apply("sa.func.round", [kept]), words.ty(new)]);
    }
    if filled { Piece::apply("sa.func.coalesce", [kept, words.default(new)]) } else { kept }
}

fn step(words: Words, altered: &Alteration, change: &Change) -> Vec<Piece> {
    let Alteration { before, after, .. } = altered;
    match change {
        Change::IndexRemoved(index) => {
            vec![Piece::call("op.drop_index", vec![text(&index.name).into(), named("table_name", text(&before.name))])]
        }
        Change::CheckRemoved(check) => vec![drop_constraint(&check.name, &before.name, "check")],
        Change::Renamed => renamed(words, before, after),
        Change::ColumnAdded(column) => added(words, after, column),
        Change::ColumnRemoved(column) => vec![Piece::apply("op.drop_column", [text(&after.name), text(&column.name)])],
        Change::ColumnRetyped(old, new) => vec![retyped(words, after, old, new)],
        Change::NullableChanged(column) => nullable_changed(words, after, column),
        Change::ShapeChanged(..) => Vec::new(),
        Change::KeyRemoved => vec![drop_constraint(&after.key_name(words.0), &after.name, "primary")],
        Change::KeyAdded => {
            let columns = Piece::list(after.primary_key.iter().map(|name| text(name)).collect());
            vec![Piece::apply("op.create_primary_key", [text(&after.key_name(words.0)), text(&after.name), columns])]
        }
        Change::CheckAdded(check) => {
            let parts = [text(&check.name), text(&after.name), words.holds(check)];
            vec![Piece::apply("op.create_check_constraint", parts)]
        }
        Change::IndexAdded(index) => vec![words.index(after, index)],
    }
}

fn drop_constraint(name: &str, table: &str, kind: &str) -> Piece {
    Piece::call("op.drop_constraint", vec![text(name).into(), text(table).into(), named("type_", text(kind))])
}

/// PostgreSQL leaves the name of the key behind, under which it is found the next time.
fn renamed(words: Words, before: &StoredTable, after: &StoredTable) -> Vec<Piece> {
    let mut found = vec![Piece::apply("op.rename_table", [text(&before.name), text(&after.name)])];
    if words.0 == Database::Postgres {
        let [old, new] = [before, after].map(|table| table.key_name(words.0));
        let command = format!("ALTER TABLE \"{}\" RENAME CONSTRAINT \"{old}\" TO \"{new}\"", after.name);
        found.push(Piece::apply("op.execute", [text(&command)]));
    }
    found
}

/// A column that is never empty is empty for a moment, so that rows that are there can be given a value.
fn added(words: Words, table: &StoredTable, column: &StoredColumn) -> Vec<Piece> {
    let mut found = vec![Piece::apply("op.add_column", [text(&table.name), words.column(column, false, true)])];
    if !column.nullable {
        found.push(fill(words, table, column));
        found.push(never_empty(words, table, column));
    }
    found
}

fn fill(words: Words, stored: &StoredTable, column: &StoredColumn) -> Piece {
    let update = Piece::apply("sa.update", [table(&stored.name, std::iter::once(column.name.as_str()))]);
    let values = Piece::dict(vec![(text(&column.name), words.default(column))]);
    let missing = Piece::apply("sa.column", [text(&column.name)]).attribute("is_").called(vec![Piece::atom("None")]);
    let update = update.attribute("where").called(vec![missing]).attribute("values").called(vec![values]);
    Piece::apply("op.execute", [update])
}

fn never_empty(words: Words, table: &StoredTable, column: &StoredColumn) -> Piece {
    alter(table, column, vec![named("nullable", truth(false)), named("existing_type", words.ty(column))])
}

fn alter(table: &StoredTable, column: &StoredColumn, what: Vec<Argument>) -> Piece {
    let subject = [text(&table.name).into(), text(&column.name).into()];
    Piece::call("op.alter_column", subject.into_iter().chain(what).collect())
}

fn retyped(words: Words, table: &StoredTable, old: &StoredColumn, new: &StoredColumn) -> Piece {
    let what = vec![
        named("type_", words.ty(new)),
        named("existing_type", words.ty(old)),
        named("existing_nullable", truth(old.nullable)),
    ];
    alter(table, new, what)
}

fn nullable_changed(words: Words, table: &StoredTable, column: &StoredColumn) -> Vec<Piece> {
    if column.nullable {
        let what = vec![named("nullable", truth(true)), named("existing_type", words.ty(column))];
        return vec![alter(table, column, what)];
    }
    vec![fill(words, table, column), never_empty(words, table, column)]
}
