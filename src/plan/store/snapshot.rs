//! The tables that all migrations of a folder lead to, as they are kept beside them.

use serde::{Deserialize, Serialize};

use super::{Database, Store};

/// The version of its format.
const VERSION: u32 = 1;

/// Tables, and the database that they are for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    version: u32,
    /// The database.
    pub database: Database,
    /// The tables.
    #[serde(flatten)]
    pub store: Store,
}

impl Snapshot {
    /// The tables of today.
    pub fn of(database: Database, store: &Store) -> Snapshot {
        Snapshot { version: VERSION, database, store: store.clone() }
    }

    /// What was kept, or what is wrong with it.
    pub fn parse(text: &[u8]) -> Result<Snapshot, String> {
        let snapshot: Snapshot = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if snapshot.version == VERSION { Ok(snapshot) } else { Err("it was written by another specc".into()) }
    }

    /// Its text.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
