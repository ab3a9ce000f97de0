//! Tables in the words of a migration. They stand on their own: a migration means the same when the service has changed.

use serde_json::Value;

use super::super::literal;
use super::super::piece::{Argument, Piece, named};
use super::super::tables::{condition, index_options};
use crate::plan::store::{Database, Filled, StoredCheck, StoredColumn, StoredIndex, StoredTable, StoredType};

/// Prints for one database.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words(pub(super) Database);

fn called(name: &str) -> Piece {
    Piece::apply(name, [])
}

fn text(value: &str) -> Piece {
    Piece::text(value)
}

fn truth(value: bool) -> Piece {
    Piece::atom(if value { "True" } else { "False" })
}

impl Words {
    /// `op.create_table(…)`, under a name of its own.
    pub(super) fn create(self, name: &str, table: &StoredTable) -> Piece {
        let mut parts: Vec<Argument> = vec![text(name).into()];
        let in_key = |column: &StoredColumn| table.primary_key.contains(&column.name);
        parts.extend(table.columns.iter().map(|column| self.column(column, in_key(column), column.nullable).into()));
        parts.extend(table.checks.iter().map(|check| self.check(check).into()));
        if self.0 == Database::Mysql {
            parts.push(named("mysql_engine", text("InnoDB")));
            parts.push(named("mysql_charset", text("utf8mb4")));
        }
        Piece::call("op.create_table", parts)
    }

    /// `sa.Column(…)`
    pub(super) fn column(self, column: &StoredColumn, in_key: bool, nullable: bool) -> Piece {
        let mut parts: Vec<Argument> = vec![text(&column.name).into(), self.ty(column).into()];
        if in_key {
            parts.push(named("primary_key", truth(true)));
            let given = column.ty == StoredType::Integer && column.filled != Filled::Counted;
            parts.extend(given.then(|| named("autoincrement", truth(false))));
        } else {
            parts.push(named("nullable", truth(nullable)));
        }
        Piece::call("sa.Column", parts)
    }

    /// The type of a column.
    pub(super) fn ty(self, column: &StoredColumn) -> Piece {
        match column.ty {
            StoredType::Integer if column.filled == Filled::Counted && self.0 == Database::Sqlite => {
                called("sa.Integer")
            }
            StoredType::Integer | StoredType::Interval => called("sa.BigInteger"),
            StoredType::Real => called("sa.Double"),
            StoredType::Boolean => called("sa.Boolean"),
            StoredType::Uuid => self.uuid(),
            StoredType::Json => called("sa.JSON"),
            StoredType::Text | StoredType::JsonKey => self.text(),
            StoredType::Key(longest) | StoredType::Word(longest) => self.short_text(longest),
            StoredType::Timestamp => self.timestamp(),
            StoredType::Digest => self.digest_type(),
        }
    }

    fn text(self) -> Piece {
        match self.0 {
            Database::Sqlite => called("sa.Text"),
            Database::Postgres => Piece::call("sa.Text", vec![named("collation", text("C"))]),
            Database::Mysql => Piece::call("mysql.LONGTEXT", mysql_text()),
        }
    }

    fn short_text(self, longest: usize) -> Piece {
        let longest: Argument = Piece::number(longest.to_string()).into();
        match self.0 {
            Database::Sqlite => called("sa.Text"),
            Database::Postgres => Piece::call("sa.String", vec![longest, named("collation", text("C"))]),
            Database::Mysql => Piece::call("mysql.VARCHAR", std::iter::once(longest).chain(mysql_text()).collect()),
        }
    }

    fn uuid(self) -> Piece {
        match self.0 {
            Database::Sqlite => called("sa.Text"),
            Database::Postgres => Piece::call("sa.Uuid", vec![named("as_uuid", truth(false))]),
            Database::Mysql => mysql_ascii(36),
        }
    }

    fn digest_type(self) -> Piece {
        match self.0 {
            Database::Sqlite | Database::Postgres => self.short_text(64),
            Database::Mysql => mysql_ascii(64),
        }
    }

    fn timestamp(self) -> Piece {
        let three = || Piece::number("3".into());
        match self.0 {
            Database::Sqlite => called("sa.Text"),
            Database::Postgres => {
                Piece::call("postgresql.TIMESTAMP", vec![named("timezone", truth(true)), named("precision", three())])
            }
            Database::Mysql => Piece::call("mysql.DATETIME", vec![named("fsp", three())]),
        }
    }

    /// `sa.CheckConstraint(…)`
    pub(super) fn check(self, check: &StoredCheck) -> Piece {
        Piece::call("sa.CheckConstraint", vec![self.holds(check).into(), named("name", text(&check.name))])
    }

    /// What a check says.
    pub(super) fn holds(self, check: &StoredCheck) -> Piece {
        let column = || Piece::apply("sa.column", [text(&check.column)]);
        let length = || Piece::apply(self.length(), [column()]);
        let limits = check.limits.iter();
        let mut conditions: Vec<Piece> =
            limits.map(|limit| condition(if limit.is_about_length() { length() } else { column() }, limit)).collect();
        if conditions.len() == 1 { conditions.remove(0) } else { Piece::apply("sa.and_", conditions) }
    }

    fn length(self) -> &'static str {
        match self.0 {
            Database::Sqlite => "sa.func.length",
            Database::Postgres | Database::Mysql => "sa.func.char_length",
        }
    }

    /// `op.create_index(…)`
    pub(super) fn index(self, table: &StoredTable, index: &StoredIndex) -> Piece {
        let columns = Piece::list(index.columns.iter().map(|column| text(column)).collect());
        let mut parts: Vec<Argument> = vec![text(&index.name).into(), text(&table.name).into(), columns.into()];
        parts.extend(index_options(self.0, table, index, "sa.text"));
        Piece::call("op.create_index", parts)
    }

    /// What a column holds in rows that were there before it.
    pub(super) fn default(self, column: &StoredColumn) -> Piece {
        if let Filled::DigestOf(other) = &column.filled {
            return self.digest(other);
        }
        let literal = |value: Piece, ty: Piece| Piece::apply("sa.literal", [value, ty]);
        match (&column.default, column.ty) {
            (Value::Null, _) => called("sa.null"),
            (Value::String(found), StoredType::Timestamp) => self.instant(column, found),
            (Value::String(found), StoredType::Uuid) => literal(text(found), self.ty(column)),
            (found, StoredType::Json | StoredType::JsonKey) => self.json(column, found),
            (Value::String(found), _) => literal(text(found), called("sa.Text")),
            (Value::Bool(found), _) => literal(truth(*found), called("sa.Boolean")),
            (Value::Number(found), StoredType::Real) => {
                let number = literal::float(found.as_f64().unwrap_or(0.0));
                literal(Piece::number(number), called("sa.Double"))
            }
            (Value::Number(found), _) => literal(Piece::number(found.to_string()), called("sa.BigInteger")),
            (Value::Array(_) | Value::Object(_), _) => called("sa.null"),
        }
    }

    fn digest(self, other: &str) -> Piece {
        let other = Piece::apply("sa.column", [text(other)]);
        match self.0 {
            Database::Mysql => Piece::apply("sa.func.sha2", [other, Piece::number("256".into())]),
            Database::Sqlite | Database::Postgres => {
                let bytes = Piece::apply("sa.func.convert_to", [other, text("UTF8")]);
                Piece::apply("sa.func.encode", [Piece::apply("sa.func.sha256", [bytes]), text("hex")])
            }
        }
    }

    fn instant(self, column: &StoredColumn, found: &str) -> Piece {
        let plain = found.replace('T', " ").trim_end_matches('Z').to_string();
        match self.0 {
            Database::Sqlite | Database::Mysql => Piece::apply("sa.literal", [text(&plain), called("sa.Text")]),
            Database::Postgres => {
                let utc = Piece::apply("sa.literal", [text(&format!("{plain}+00")), called("sa.Text")]);
                Piece::apply("sa.cast", [utc, self.ty(column)])
            }
        }
    }

    fn json(self, column: &StoredColumn, found: &Value) -> Piece {
        let value = Piece::apply("sa.literal", [text(&found.to_string()), called("sa.Text")]);
        match (self.0, column.ty) {
            (Database::Postgres, StoredType::Json) => Piece::apply("sa.cast", [value, self.ty(column)]),
            (Database::Sqlite | Database::Postgres | Database::Mysql, _) => value,
        }
    }
}

/// How text of MySQL is written and compared.
fn mysql_text() -> Vec<Argument> {
    vec![named("charset", text("utf8mb4")), named("collation", Piece::apply("collation", []))]
}

/// Text of MySQL that is ASCII, and of one length.
fn mysql_ascii(length: usize) -> Piece {
    let length: Argument = Piece::number(length.to_string()).into();
    Piece::call("mysql.CHAR", vec![length, named("charset", text("ascii")), named("collation", text("ascii_bin"))])
}
