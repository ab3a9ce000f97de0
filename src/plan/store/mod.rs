//! The tables of a service as a database is to have them: the tables of `convention::schema` with what the refinements of
//! the spec say about columns. Everything has a name and nothing points into the spec, so that tables can be kept beside
//! migrations and be compared with those of another day.

mod change;
mod database;
mod defaults;
mod limits;
pub mod says;
mod shape;
mod snapshot;

pub use change::{Alteration, Carried, Change, PREFIX, TableChange, changes};
pub use database::Database;
pub use snapshot::Snapshot;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::defaults::Defaults;
use self::limits::Limiter;
use self::shape::shape;
use crate::convention::{self, Column, ColumnRole, ColumnType, DatabaseNames, Rows, Table};
use crate::interp::Machine;
use crate::ir::{RowCondition, Service};
use crate::plan::service::ServicePlan;

/// The tables of a service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Store {
    /// In the order of `convention::schema`.
    pub tables: Vec<StoredTable>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredTable {
    /// Its name.
    pub name: String,
    /// What it holds: the name of a state field, or nothing for the scalars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// Its columns: those of `convention::schema`, then those that only the database needs.
    pub columns: Vec<StoredColumn>,
    /// The columns that tell rows apart.
    pub primary_key: Vec<String>,
    /// Its indexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indexes: Vec<StoredIndex>,
    /// What its rows satisfy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<StoredCheck>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredColumn {
    /// Its name.
    pub name: String,
    /// What it holds.
    #[serde(rename = "type")]
    pub ty: StoredType,
    /// Whether it may be empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nullable: bool,
    /// Who fills it.
    #[serde(default, skip_serializing_if = "Filled::is_by_service")]
    pub filled: Filled,
    /// What its JSON is made of.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shape: String,
    /// What it holds in rows that were there before it, as it is on the wire.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub default: Value,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredType {
    /// A signed 64-bit integer
    Integer,
    /// A finite double
    Real,
    /// Text of any length
    Text,
    /// Text of at most so many characters, which can be a key
    Key(usize),
    /// True or false
    Boolean,
    /// A UTC instant with milliseconds
    Timestamp,
    /// A number of milliseconds, as a 64-bit integer
    Interval,
    /// A UUID
    Uuid,
    /// The name of an enum's value
    Word(usize),
    /// JSON in the form it has on the wire
    Json,
    /// The same where it is a key: sets in order, names in order, no spaces
    JsonKey,
    /// The SHA-256 of another column
    Digest,
}

/// Who fills a column.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filled {
    /// Whoever writes the row
    #[default]
    ByService,
    /// The database, with a number that is new
    Counted,
    /// The store, with the moment at which the row is made
    Created,
    /// The store, with the moment at which the row is changed
    Updated,
    /// The store, with the digest of this column
    DigestOf(String),
}

impl Filled {
    fn is_by_service(&self) -> bool {
        *self == Filled::ByService
    }
}

/// An index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredIndex {
    /// Its name.
    pub name: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// Which rows it is about; all where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<RowCondition>,
    /// Whether its texts may be longer than an index of the database takes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub long: bool,
}

/// What a column of every row satisfies; an empty one satisfies everything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredCheck {
    /// Its name.
    pub name: String,
    /// The column.
    pub column: String,
    /// What holds of it, all together.
    pub limits: Vec<Limit>,
}

/// A condition that every database understands in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// `=`
    Is(i64),
    /// `>=`
    AtLeast(i64),
    /// `>`
    Above(i64),
    /// `<=`
    AtMost(i64),
    /// `<`
    Below(i64),
    /// At least so many characters
    NoShorter(usize),
    /// At most so many characters
    NoLonger(usize),
    /// One of these words
    OneOf(Vec<String>),
}

impl Store {
    /// The tables of a service in a database, with an index for what its operations look up.
    pub fn of(service: &Service, machine: &Machine, database: Database, plan: &ServicePlan) -> Store {
        let limiter = Limiter { service, machine };
        let defaults = Defaults { limiter: &limiter, initial: machine.initial().ok() };
        let mut names = DatabaseNames::default();
        let schema = convention::schema(service);
        schema.tables.iter().for_each(|table| drop(names.unique(&table.name)));
        let looked_up = plan.looked_up();
        let mut stored = |table: &Table| {
            let looked_up: Vec<&Column> = looked_up
                .iter()
                .filter(|(id, _)| table.rows == Rows::Entries(*id))
                .map(|(_, column)| *column)
                .collect();
            Builder { limiter: &limiter, defaults: &defaults, database, names: &mut names, table, looked_up }.build()
        };
        Store { tables: schema.tables.iter().map(&mut stored).collect() }
    }
}

/// Makes one table.
struct Builder<'b> {
    limiter: &'b Limiter<'b>,
    defaults: &'b Defaults<'b>,
    database: Database,
    names: &'b mut DatabaseNames,
    table: &'b Table,
    /// The columns that entries are looked up by.
    looked_up: Vec<&'b Column>,
}

impl Builder<'_> {
    fn build(mut self) -> StoredTable {
        let table = self.table;
        let digested = self.digested();
        let mut columns: Vec<StoredColumn> =
            table.columns.iter().enumerate().map(|(at, column)| self.column(at, column, &digested)).collect();
        columns.extend(digested.iter().filter_map(|at| Some(digest(table.columns.get(*at)?))));
        let primary_key = self.primary_key(&digested);
        let indexes = self.indexes(&digested);
        let checks = table.columns.iter().filter_map(|column| self.check(column)).collect();
        StoredTable { name: table.name.to_string(), holds: self.holds(), columns, primary_key, indexes, checks }
    }

    fn holds(&self) -> Option<String> {
        match self.table.rows {
            Rows::Entries(id) | Rows::Pairs(id) | Rows::Elements(id) | Rows::Positions(id) => {
                Some(self.limiter.service.state_field(id).name.to_string())
            }
            Rows::Scalars => None,
        }
    }

    /// The columns of the key that are too long for an index of the database, by position.
    fn digested(&self) -> Vec<usize> {
        let Some(most) = self.database.longest_key() else { return Vec::new() };
        let lengths: Vec<(usize, Option<usize>)> =
            self.table.primary_key.iter().filter_map(|at| Some((*at, self.length(*at)?))).collect();
        let together = lengths.iter().try_fold(0usize, |sum, (_, length)| Some(sum.saturating_add((*length)?)));
        if together.is_some_and(|sum| sum <= most) {
            Vec::new()
        } else {
            lengths.into_iter().map(|(at, _)| at).collect()
        }
    }

    /// The greatest length of a text, where there is one; nothing for what is no text.
    fn length(&self, at: usize) -> Option<Option<usize>> {
        let column = self.table.columns.get(at)?;
        match column.ty {
            ColumnType::Text => Some(self.limiter.longest(self.table, column)),
            ColumnType::Json => Some(None),
            ColumnType::Integer
            | ColumnType::Real
            | ColumnType::Boolean
            | ColumnType::Timestamp
            | ColumnType::Interval
            | ColumnType::Uuid
            | ColumnType::Enum(_) => None,
        }
    }

    fn column(&self, at: usize, column: &Column, digested: &[usize]) -> StoredColumn {
        let in_key = self.table.primary_key.contains(&at) && !digested.contains(&at);
        StoredColumn {
            name: column.name.to_string(),
            ty: self.ty(at, column, in_key),
            nullable: column.nullable,
            filled: self.filled(column.role),
            shape: self.shape(column),
            default: self.defaults.of(self.table, column),
        }
    }

    fn ty(&self, at: usize, column: &Column, in_key: bool) -> StoredType {
        match column.ty {
            ColumnType::Integer => StoredType::Integer,
            ColumnType::Real => StoredType::Real,
            ColumnType::Text => match self.length(at).flatten() {
                Some(most) if in_key && self.database.longest_key().is_some() => StoredType::Key(most.max(1)),
                Some(_) | None => StoredType::Text,
            },
            ColumnType::Boolean => StoredType::Boolean,
            ColumnType::Timestamp => StoredType::Timestamp,
            ColumnType::Interval => StoredType::Interval,
            ColumnType::Uuid => StoredType::Uuid,
            ColumnType::Enum(id) => StoredType::Word(self.limiter.longest_word(id)),
            ColumnType::Json if is_key(column.role) => StoredType::JsonKey,
            ColumnType::Json => StoredType::Json,
        }
    }

    fn shape(&self, column: &Column) -> String {
        let ty = (column.ty == ColumnType::Json).then(|| self.limiter.declared_type(self.table, column));
        ty.flatten().map_or_else(String::new, |ty| shape(self.limiter.service, ty, &mut Vec::new()))
    }

    fn filled(&self, role: ColumnRole) -> Filled {
        match role {
            ColumnRole::CreatedAt => Filled::Created,
            ColumnRole::UpdatedAt => Filled::Updated,
            ColumnRole::Row if self.table.rows != Rows::Scalars => Filled::Counted,
            ColumnRole::Row
            | ColumnRole::Key
            | ColumnRole::KeyField(_)
            | ColumnRole::Value
            | ColumnRole::Field(_)
            | ColumnRole::Position
            | ColumnRole::Scalar(_) => Filled::ByService,
        }
    }

    fn primary_key(&self, digested: &[usize]) -> Vec<String> {
        let name = |at: &usize| {
            let column = self.table.columns.get(*at)?;
            Some(if digested.contains(at) { digest_name(column) } else { column.name.to_string() })
        };
        self.table.primary_key.iter().filter_map(name).collect()
    }

    /// What the spec asks for, what a search by key needs where the primary key does not begin with it, and what operations
    /// look up.
    fn indexes(&mut self, digested: &[usize]) -> Vec<StoredIndex> {
        let table = self.table;
        let can_be = |at: usize| table.columns.get(at).is_some_and(|column| can_be_indexed(column.ty));
        let asked = table.indexes.iter().filter(|index| can_be(index.column));
        let mut found: Vec<StoredIndex> =
            asked.map(|index| self.index(&index.name, vec![index.column], Some(&index.condition))).collect();
        let keys: Vec<usize> =
            (0..table.columns.len()).filter(|at| table.columns.get(*at).is_some_and(|it| is_key(it.role))).collect();
        let leads = |at: &usize| table.primary_key.contains(at) && !digested.contains(at);
        if !keys.is_empty() && !keys.iter().all(leads) {
            found.push(self.index(&format!("{}_key_idx", table.name), keys, None));
        }
        for (at, column) in table.columns.iter().enumerate() {
            if self.looked_up.contains(&column) && !is_key(column.role) {
                found.push(self.index(&format!("{}_{}_idx", table.name, column.name), vec![at], None));
            }
        }
        found
    }

    /// An index; where its texts may be too long, it is about the first of them alone.
    fn index(&mut self, name: &str, columns: Vec<usize>, condition: Option<&RowCondition>) -> StoredIndex {
        let long = columns.iter().copied().find(|at| self.is_long(*at));
        let columns = if let Some(at) = long { vec![at] } else { columns };
        let columns = columns.iter().filter_map(|at| Some(self.table.columns.get(*at)?.name.to_string())).collect();
        let name = self.names.unique(name).to_string();
        StoredIndex { name, columns, condition: condition.cloned(), long: long.is_some() }
    }

    fn is_long(&self, at: usize) -> bool {
        let Some(most) = self.database.longest_key() else { return false };
        self.length(at).is_some_and(|length| length.is_none_or(|length| length > most))
    }

    fn check(&mut self, column: &Column) -> Option<StoredCheck> {
        let limits = self.limiter.limits(self.table, column);
        let name = || self.names.unique(&format!("{}_{}_check", self.table.name, column.name)).to_string();
        (!limits.is_empty()).then(name).map(|name| StoredCheck { name, column: column.name.to_string(), limits })
    }
}

fn is_key(role: ColumnRole) -> bool {
    matches!(role, ColumnRole::Key | ColumnRole::KeyField(_))
}

/// No database orders JSON in a way that is of use.
fn can_be_indexed(ty: ColumnType) -> bool {
    ty != ColumnType::Json
}

fn digest_name(column: &Column) -> String {
    // A name is at most as long as a database takes, and `__` is in none that a spec gives.
    let kept: String = column.name.chars().take(convention::LONGEST_NAME - "__digest".len()).collect();
    format!("{kept}__digest")
}

fn digest(column: &Column) -> StoredColumn {
    StoredColumn {
        name: digest_name(column),
        ty: StoredType::Digest,
        nullable: false,
        filled: Filled::DigestOf(column.name.to_string()),
        shape: String::new(),
        default: Value::Null,
    }
}
