//! From the tables of yesterday to those of today, as a list of changes. What to do with rows that are there is decided
//! here: which values are kept, which are made up, which are lost.

use super::{Database, Filled, Limit, Store, StoredCheck, StoredColumn, StoredIndex, StoredTable, StoredType};

/// What becomes of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableChange {
    /// It is new.
    Added(StoredTable),
    /// It goes, with its rows.
    Removed(StoredTable),
    /// It stays, with its rows, in another form.
    Altered(Box<Alteration>),
}

/// A table that changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Alteration {
    /// As it was.
    pub before: StoredTable,
    /// As it is to be.
    pub after: StoredTable,
    /// What that takes, in an order in which it can be done.
    pub changes: Vec<Change>,
}

/// What a column of a table that is made anew gets from a row of the old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// Nothing
    Empty,
    /// Its default
    Default,
    /// What was there
    Kept {
        /// Whether doubles become integers by rounding.
        rounded: bool,
        /// Whether the default stands where nothing was.
        filled: bool,
    },
}

impl Alteration {
    /// Whether the table is made anew, filled from the old one, and put in its place: SQLite can hardly alter one.
    pub fn makes_anew(&self, database: Database) -> bool {
        database == Database::Sqlite && self.changes.iter().any(needs_rebuild)
    }

    /// What a column gets where the table is made anew.
    pub fn carried(&self, new: &StoredColumn) -> Carried {
        let is_new = |change: &Change| matches!(change, Change::ColumnAdded(added) if added.name == new.name);
        if self.changes.iter().any(is_new) {
            return if new.nullable { Carried::Empty } else { Carried::Default };
        }
        let was_empty = |change: &Change| matches!(change, Change::NullableChanged(changed) if changed.name == new.name && !changed.nullable);
        let rounded = self.changes.iter().any(|change| rounds(change, &new.name));
        Carried::Kept { rounded, filled: self.changes.iter().any(was_empty) }
    }
}

/// Whether SQLite has no statement for a change.
fn needs_rebuild(change: &Change) -> bool {
    match change {
        Change::IndexAdded(_) | Change::IndexRemoved(_) | Change::Renamed | Change::ShapeChanged(..) => false,
        Change::ColumnAdded(column) => !column.nullable,
        Change::ColumnRemoved(_)
        | Change::ColumnRetyped(..)
        | Change::NullableChanged(_)
        | Change::KeyRemoved
        | Change::KeyAdded
        | Change::CheckAdded(_)
        | Change::CheckRemoved(_) => true,
    }
}

/// Whether a change makes integers of the doubles in a column. Other databases round by themselves.
fn rounds(change: &Change, column: &str) -> bool {
    let to_integer =
        |old: &StoredColumn, new: &StoredColumn| old.ty == StoredType::Real && new.ty == StoredType::Integer;
    matches!(change, Change::ColumnRetyped(old, new) if new.name == column && to_integer(old, new))
}

impl StoredTable {
    /// What a database calls its primary key.
    pub fn key_name(&self, database: Database) -> String {
        match database {
            Database::Mysql => "PRIMARY".into(),
            Database::Sqlite | Database::Postgres => format!("{}_pkey", self.name),
        }
    }

    /// The name under which it is made anew, until the old one is gone.
    pub fn next_name(&self) -> String {
        format!("{}__next", self.name)
    }
}

impl Limit {
    /// Whether it is about the length of a text.
    pub fn is_about_length(&self) -> bool {
        match self {
            Limit::NoShorter(_) | Limit::NoLonger(_) => true,
            Limit::Is(_)
            | Limit::AtLeast(_)
            | Limit::Above(_)
            | Limit::AtMost(_)
            | Limit::Below(_)
            | Limit::OneOf(_) => false,
        }
    }
}

impl StoredIndex {
    /// The columns of which MySQL can hold the beginning only.
    pub fn prefixed(&self, table: &StoredTable) -> Vec<&str> {
        let is_text = |name: &&str| {
            let column = table.columns.iter().find(|column| column.name == **name);
            column.is_some_and(|column| matches!(column.ty, StoredType::Text | StoredType::JsonKey))
        };
        self.columns.iter().map(String::as_str).filter(is_text).collect()
    }
}

/// How much of a text an index of MySQL holds.
pub const PREFIX: usize = 191;

/// A change of a table that stays.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// An index goes.
    IndexRemoved(StoredIndex),
    /// A check goes.
    CheckRemoved(StoredCheck),
    /// It has another name.
    Renamed,
    /// A column is new; its default is what it holds in rows that are there, unless it may be empty.
    ColumnAdded(StoredColumn),
    /// A column holds something else, and every value can be kept; where doubles become integers they are rounded.
    ColumnRetyped(StoredColumn, StoredColumn),
    /// A column holds JSON of another shape; its values are left as they are.
    ShapeChanged(StoredColumn, StoredColumn),
    /// A column may be empty now, or no longer: then its default stands where nothing was.
    NullableChanged(StoredColumn),
    /// The primary key goes, since other columns are to tell rows apart: a digest of the key has come or gone.
    KeyRemoved,
    /// The primary key is there again.
    KeyAdded,
    /// A column goes, with its values.
    ColumnRemoved(StoredColumn),
    /// A check is new.
    CheckAdded(StoredCheck),
    /// An index is new.
    IndexAdded(StoredIndex),
}

/// The changes between two days. Tables belong together by what they hold, else by name; columns by name.
pub fn changes(before: &Store, after: &Store) -> Vec<TableChange> {
    let pairs: Vec<(&StoredTable, Option<&StoredTable>)> =
        after.tables.iter().map(|table| (table, counterpart(before, after, table))).collect();
    let kept = |old: &StoredTable| pairs.iter().any(|(_, found)| found.is_some_and(|found| found.name == old.name));
    let removed = before.tables.iter().filter(|old| !kept(old)).cloned().map(TableChange::Removed);
    let mut found: Vec<TableChange> = removed.collect();
    for (after, before) in &pairs {
        found.extend(table(*before, after));
    }
    found
}

/// The table of yesterday that a table continues.
fn counterpart<'s>(before: &'s Store, after: &Store, table: &StoredTable) -> Option<&'s StoredTable> {
    let by_content = before.tables.iter().find(|old| old.holds == table.holds);
    let by_name = || {
        let old = before.tables.iter().find(|old| old.name == table.name)?;
        let is_taken = after.tables.iter().any(|other| other.holds == old.holds);
        (!is_taken && old.holds.is_some() == table.holds.is_some()).then_some(old)
    };
    by_content.or_else(by_name).filter(|old| can_continue(old, table))
}

/// Whether rows can be carried over: they are told apart by the same columns, with values that can be kept.
fn can_continue(before: &StoredTable, after: &StoredTable) -> bool {
    let [old, new] = [before, after].map(meant_key);
    let keeps = |(old, new): (&&StoredColumn, &&StoredColumn)| old.name == new.name && can_be_kept(old, new);
    old.len() == new.len() && old.iter().zip(&new).all(keeps)
}

/// The columns that tell rows apart, without the digests that stand for them.
fn meant_key(table: &StoredTable) -> Vec<&StoredColumn> {
    let column = |name: &str| table.columns.iter().find(|column| column.name == name);
    let meant = |name: &String| match column(name).map(|found| &found.filled) {
        Some(Filled::DigestOf(other)) => column(other),
        Some(Filled::ByService | Filled::Counted | Filled::Created | Filled::Updated) | None => column(name),
    };
    table.primary_key.iter().filter_map(meant).collect()
}

fn table(before: Option<&StoredTable>, after: &StoredTable) -> Option<TableChange> {
    let Some(before) = before else { return Some(TableChange::Added(after.clone())) };
    let changes = alterations(before, after);
    if changes.is_empty() {
        return None;
    }
    Some(TableChange::Altered(Box::new(Alteration { before: before.clone(), after: after.clone(), changes })))
}

fn alterations(before: &StoredTable, after: &StoredTable) -> Vec<Change> {
    let mut found = Vec::new();
    let gone = |old: &&StoredIndex| !after.indexes.contains(old);
    found.extend(before.indexes.iter().filter(gone).cloned().map(Change::IndexRemoved));
    let gone = |old: &&StoredCheck| !after.checks.contains(old);
    found.extend(before.checks.iter().filter(gone).cloned().map(Change::CheckRemoved));
    found.extend((before.name != after.name).then_some(Change::Renamed));
    found.extend(columns(before, after));
    let new = |check: &&StoredCheck| !before.checks.contains(check);
    found.extend(after.checks.iter().filter(new).cloned().map(Change::CheckAdded));
    let new = |index: &&StoredIndex| !before.indexes.contains(index);
    found.extend(after.indexes.iter().filter(new).cloned().map(Change::IndexAdded));
    found
}

fn columns(before: &StoredTable, after: &StoredTable) -> Vec<Change> {
    let other_key = before.primary_key != after.primary_key;
    let mut found = Vec::new();
    found.extend(other_key.then_some(Change::KeyRemoved));
    for new in &after.columns {
        match before.columns.iter().find(|old| old.name == new.name) {
            None => found.push(Change::ColumnAdded(new.clone())),
            Some(old) if !can_be_kept(old, new) => {
                found.push(Change::ColumnRemoved(old.clone()));
                found.push(Change::ColumnAdded(new.clone()));
            }
            Some(old) => found.extend(changed(old, new)),
        }
    }
    found.extend(other_key.then_some(Change::KeyAdded));
    let goes = |old: &&StoredColumn| !after.columns.iter().any(|new| new.name == old.name);
    found.extend(before.columns.iter().filter(goes).cloned().map(Change::ColumnRemoved));
    found
}

fn changed(old: &StoredColumn, new: &StoredColumn) -> Vec<Change> {
    let retyped = old.ty != new.ty && stored_as(old.ty) != stored_as(new.ty);
    let mut found = Vec::new();
    found.extend(retyped.then(|| Change::ColumnRetyped(old.clone(), new.clone())));
    let reshaped = !retyped && old.shape != new.shape;
    found.extend(reshaped.then(|| Change::ShapeChanged(old.clone(), new.clone())));
    found.extend((old.nullable != new.nullable).then(|| Change::NullableChanged(new.clone())));
    found
}

/// Types that lie in a database in the same way.
fn stored_as(ty: StoredType) -> StoredType {
    match ty {
        StoredType::Interval => StoredType::Integer,
        StoredType::Integer
        | StoredType::Real
        | StoredType::Text
        | StoredType::Key(_)
        | StoredType::Boolean
        | StoredType::Timestamp
        | StoredType::Uuid
        | StoredType::Word(_)
        | StoredType::Json
        | StoredType::JsonKey
        | StoredType::Digest => ty,
    }
}

/// Whether each value of a column has a counterpart in the other.
fn can_be_kept(old: &StoredColumn, new: &StoredColumn) -> bool {
    old.filled == new.filled
        && match new.ty {
            StoredType::Text | StoredType::Key(_) | StoredType::Word(_) => is_text(old.ty),
            StoredType::Real => matches!(old.ty, StoredType::Real | StoredType::Integer),
            StoredType::Integer => {
                matches!(old.ty, StoredType::Integer | StoredType::Interval | StoredType::Real)
            }
            StoredType::Interval => matches!(old.ty, StoredType::Integer | StoredType::Interval),
            StoredType::Boolean
            | StoredType::Timestamp
            | StoredType::Uuid
            | StoredType::Json
            | StoredType::JsonKey
            | StoredType::Digest => old.ty == new.ty,
        }
}

fn is_text(ty: StoredType) -> bool {
    match ty {
        StoredType::Text | StoredType::Key(_) | StoredType::Word(_) => true,
        StoredType::Integer
        | StoredType::Real
        | StoredType::Boolean
        | StoredType::Timestamp
        | StoredType::Interval
        | StoredType::Uuid
        | StoredType::Json
        | StoredType::JsonKey
        | StoredType::Digest => false,
    }
}
