//! The tables of a Python service, in the words of SQLAlchemy: the module `app/tables.py`, and what migrations share with it.

use super::file::module;
use super::names::{Namespace, PyIdent, Space, snake};
use super::piece::{Argument, Piece, named};
use super::uses::Uses;
use crate::backend::{GeneratedFile, Owner};
use crate::plan::store::{
    Database, Filled, Limit, PREFIX, Store, StoredCheck, StoredColumn, StoredIndex, StoredTable, StoredType,
};

/// How the values of each database lie in columns.
const SQLITE: &str = include_str!("../../../templates/python/service/app/columns/sqlite.py");
const POSTGRES: &str = include_str!("../../../templates/python/service/app/columns/postgres.py");
const MYSQL: &str = include_str!("../../../templates/python/service/app/columns/mysql.py");

/// Where the types of columns come from.
const COLUMNS: &str = "app.columns";
const SQLALCHEMY: &str = "sqlalchemy";

/// What the module of the tables calls by name.
const TAKEN: [&str; 9] = ["and_", "column", "columns", "digest_of", "length", "metadata", "now", "tables", "text"];

/// The names of the tables in Python, in the order of the tables.
pub fn table_names(store: &Store) -> Vec<PyIdent> {
    let mut names = Namespace::of(Space::Variables);
    TAKEN.iter().for_each(|name| names.reserve(name));
    store.tables.iter().map(|table| names.take(&snake(&table.name.replace('-', "_")))).collect()
}

/// `app/tables.py` and the column types that it is made of.
pub fn files(service: &str, store: &Store, database: Database) -> Vec<GeneratedFile> {
    let columns = match database {
        Database::Sqlite => SQLITE,
        Database::Postgres => POSTGRES,
        Database::Mysql => MYSQL,
    };
    let file = |path: &str, text: String| GeneratedFile { path: path.into(), text, owner: Owner::Generated };
    vec![file("app/columns.py", columns.into()), file("app/tables.py", text(service, store, database))]
}

fn text(service: &str, store: &Store, database: Database) -> String {
    let mut printer = Tables { database, uses: Uses::default() };
    printer.uses.name(SQLALCHEMY, "MetaData");
    let mut blocks = vec!["metadata = MetaData()".to_string()];
    for (table, name) in store.tables.iter().zip(table_names(store)) {
        blocks.push(printer.table(table).statement(&format!("{name} = "), 0, ""));
    }
    let about =
        format!("The tables of {service}: one per collection of the state, and one with a single row for all scalars.");
    module(&about, false, &printer.uses, &blocks)
}

struct Tables {
    database: Database,
    uses: Uses,
}

impl Tables {
    fn sqlalchemy(&mut self, name: &'static str) -> &'static str {
        self.uses.name(SQLALCHEMY, name);
        name
    }

    fn own(&mut self, name: &'static str) -> &'static str {
        self.uses.name(COLUMNS, name);
        name
    }

    fn table(&mut self, table: &StoredTable) -> Piece {
        let StoredTable { name, holds: _, columns, primary_key, indexes, checks } = table;
        let mut parts: Vec<Argument> = vec![Piece::text(name).into(), Piece::atom("metadata").into()];
        for column in columns {
            parts.push(self.column(column, primary_key.contains(&column.name)).into());
        }
        for check in checks {
            parts.push(self.check(check).into());
        }
        for index in indexes {
            parts.push(self.index(table, index).into());
        }
        Piece::call(self.sqlalchemy("Table"), parts)
    }

    fn column(&mut self, column: &StoredColumn, in_key: bool) -> Piece {
        let StoredColumn { name, ty, nullable, filled, shape: _, default: _ } = column;
        let ty = self.ty(*ty, filled);
        let mut parts: Vec<Argument> = vec![Piece::text(name).into(), ty.into()];
        if in_key {
            parts.push(named("primary_key", Piece::atom("True")));
            // A number that the service gives is never one that the database counts.
            let counts = column.ty == StoredType::Integer && *filled != Filled::Counted;
            parts.extend(counts.then(|| named("autoincrement", Piece::atom("False"))));
        } else {
            parts.extend((!nullable).then(|| named("nullable", Piece::atom("False"))));
        }
        parts.extend(self.filled(filled));
        Piece::call(self.sqlalchemy("Column"), parts)
    }

    fn filled(&mut self, filled: &Filled) -> Vec<Argument> {
        match filled {
            Filled::ByService | Filled::Counted => Vec::new(),
            Filled::Created => vec![named("default", Piece::atom(self.own("now")))],
            Filled::Updated => {
                let now = Piece::atom(self.own("now"));
                vec![named("default", now.clone()), named("onupdate", now)]
            }
            Filled::DigestOf(other) => {
                vec![named("default", Piece::apply(self.own("digest_of"), [Piece::text(other)]))]
            }
        }
    }

    fn ty(&mut self, ty: StoredType, filled: &Filled) -> Piece {
        let plain = |name: &str| Piece::apply(name, []);
        let sized = |name: &str, size: usize| Piece::apply(name, [Piece::number(size.to_string())]);
        match ty {
            StoredType::Integer if *filled == Filled::Counted => plain(self.own("Counter")),
            StoredType::Integer => plain(self.own("Integer")),
            StoredType::Real => plain(self.own("Real")),
            StoredType::Text => plain(self.own("Text")),
            StoredType::Key(longest) => sized(self.own("Key"), longest),
            StoredType::Boolean => plain(self.own("Boolean")),
            StoredType::Timestamp => plain(self.own("Instant")),
            StoredType::Interval => plain(self.own("Milliseconds")),
            StoredType::Uuid => plain(self.own("Uuid")),
            StoredType::Word(longest) => sized(self.own("Word"), longest),
            StoredType::Json => plain(self.own("Json")),
            StoredType::JsonKey => plain(self.own("JsonKey")),
            StoredType::Digest => plain(self.own("Digest")),
        }
    }

    fn check(&mut self, check: &StoredCheck) -> Piece {
        let StoredCheck { name, column, limits } = check;
        let mut conditions: Vec<Piece> = Vec::new();
        for limit in limits {
            let subject = if limit.is_about_length() { self.length(column) } else { self.value(column) };
            conditions.push(condition(subject, limit));
        }
        if conditions.len() > 1 {
            conditions = vec![Piece::apply(self.sqlalchemy("and_"), conditions)];
        }
        let condition = conditions.into_iter().map(Argument::from);
        let parts = condition.chain([named("name", Piece::text(name))]).collect();
        Piece::call(self.sqlalchemy("CheckConstraint"), parts)
    }

    fn value(&mut self, column: &str) -> Piece {
        Piece::apply(self.sqlalchemy("column"), [Piece::text(column)])
    }

    fn length(&mut self, column: &str) -> Piece {
        Piece::apply(self.own("length"), [Piece::text(column)])
    }

    fn index(&mut self, table: &StoredTable, index: &StoredIndex) -> Piece {
        let mut parts: Vec<Argument> = vec![Piece::text(&index.name).into()];
        parts.extend(index.columns.iter().map(|column| Piece::text(column).into()));
        let text = index.condition.is_some() && self.database.has_partial_indexes();
        let text = if text { self.sqlalchemy("text") } else { "text" };
        parts.extend(index_options(self.database, table, index, text));
        Piece::call(self.sqlalchemy("Index"), parts)
    }
}

/// A limit of a value, or of its length.
pub(super) fn condition(subject: Piece, limit: &Limit) -> Piece {
    let compared = |operator: &'static str, number: String| subject.clone().compare(operator, Piece::number(number));
    match limit {
        Limit::Is(value) => compared("==", value.to_string()),
        Limit::AtLeast(value) => compared(">=", value.to_string()),
        Limit::Above(value) => compared(">", value.to_string()),
        Limit::AtMost(value) => compared("<=", value.to_string()),
        Limit::Below(value) => compared("<", value.to_string()),
        Limit::NoShorter(length) => compared(">=", length.to_string()),
        Limit::NoLonger(length) => compared("<=", length.to_string()),
        Limit::OneOf(words) => {
            let words = Piece::list(words.iter().map(Piece::text).collect());
            subject.attribute("in_").called(vec![words])
        }
    }
}

/// What an index needs beyond its columns. MySQL knows none over a part of the rows, so there it is over all. `text` is the
/// name of SQLAlchemy's function for a piece of SQL.
pub(super) fn index_options(database: Database, table: &StoredTable, index: &StoredIndex, text: &str) -> Vec<Argument> {
    let condition = |option: &str| {
        let condition = index.condition.as_ref()?;
        // A colon would begin the name of a parameter.
        let condition = Piece::text(condition.to_string().replace(':', "\\:"));
        Some(named(option, Piece::apply(text, [condition])))
    };
    match database {
        Database::Sqlite => condition("sqlite_where").into_iter().collect(),
        Database::Postgres => {
            let hash = index.long.then(|| named("postgresql_using", Piece::text("hash")));
            hash.into_iter().chain(condition("postgresql_where")).collect()
        }
        Database::Mysql => prefixes(table, index).into_iter().collect(),
    }
}

/// How much of each text an index of MySQL holds.
fn prefixes(table: &StoredTable, index: &StoredIndex) -> Option<Argument> {
    let lengths: Vec<(Piece, Piece)> =
        index.prefixed(table).into_iter().map(|name| (Piece::text(name), Piece::number(PREFIX.to_string()))).collect();
    (!lengths.is_empty()).then(|| named("mysql_length", Piece::dict(lengths)))
}
