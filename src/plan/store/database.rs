//! The databases, and what differs between them that tables depend on.

use serde::{Deserialize, Serialize};

/// A database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Database {
    /// SQLite
    Sqlite,
    /// PostgreSQL
    Postgres,
    /// MySQL and MariaDB
    Mysql,
}

impl Database {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Database::Sqlite => "SQLite",
            Database::Postgres => "PostgreSQL",
            Database::Mysql => "MySQL",
        }
    }

    /// How many characters a key of text may have in all, so that an index takes it whatever they are. PostgreSQL stops
    /// at 2704 bytes, MySQL at 3072, and a character has up to four.
    pub fn longest_key(self) -> Option<usize> {
        match self {
            Database::Sqlite => None,
            Database::Postgres | Database::Mysql => Some(640),
        }
    }

    /// Whether an index can be about a part of the rows.
    pub fn has_partial_indexes(self) -> bool {
        match self {
            Database::Sqlite | Database::Postgres => true,
            Database::Mysql => false,
        }
    }
}
