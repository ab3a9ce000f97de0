//! What a folder already holds that the next files depend on: migrations, and what becomes of them.

use super::harness::GeneratedFile;
use crate::plan::store::Database;

/// Where a language keeps migrations, below the project's folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MigrationPlaces {
    /// The file with the tables that all migrations lead to.
    pub snapshot: &'static str,
    /// The folder of the migrations.
    pub folder: &'static str,
    /// What their names end in.
    pub ending: &'static str,
}

/// The migrations of a folder, as they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Past {
    /// The text of the snapshot.
    pub snapshot: Option<Vec<u8>>,
    /// Each migration with its path below the project's folder.
    pub migrations: Vec<(String, String)>,
}

/// Why there can be no next migration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PastError {
    /// The snapshot makes no sense.
    #[error("{0}: {1}; restore the file, so that the next migration can be told from the last")]
    Damaged(&'static str, String),
    /// There are migrations, and no snapshot.
    #[error("there are migrations, but no {0}: restore it, so that the next one can be told from the last")]
    Missing(&'static str),
    /// The migrations are for another database.
    #[error("the migrations are for {}: choose another folder for another database", .0.name())]
    Database(Database),
}

/// A migration that a changed spec makes necessary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedMigration {
    /// Its name, such as `0002_add_tags`.
    pub name: String,
    /// What it does, a sentence each; nothing for the first one.
    pub lines: Vec<String>,
}

/// What stands around a service: tables, migrations, and how it is built and run.
#[derive(Debug, Clone, PartialEq)]
pub struct Surroundings {
    /// All files.
    pub files: Vec<GeneratedFile>,
    /// The migration that is new.
    pub added: Option<AddedMigration>,
}
