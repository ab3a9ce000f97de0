//! What is there already: the revisions in a folder, and the tables that they lead to.

use std::collections::BTreeSet;

use super::PLACES;
use crate::backend::{Past, PastError};
use crate::plan::store::{Database, Snapshot, Store};

/// The migrations of a folder.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct History<'p> {
    snapshot: Option<Snapshot>,
    revisions: &'p [(String, String)],
}

impl<'p> History<'p> {
    /// What was found, if a next migration for the database can follow it.
    pub(super) fn read(past: &'p Past, database: Database) -> Result<History<'p>, PastError> {
        let revisions = past.migrations.as_slice();
        let Some(text) = &past.snapshot else {
            let none = revisions.is_empty();
            return if none {
                Ok(History { snapshot: None, revisions })
            } else {
                Err(PastError::Missing(PLACES.snapshot))
            };
        };
        let snapshot = Snapshot::parse(text).map_err(|why| PastError::Damaged(PLACES.snapshot, why))?;
        if snapshot.database != database {
            return Err(PastError::Database(snapshot.database));
        }
        Ok(History { snapshot: Some(snapshot), revisions })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.snapshot.is_none()
    }

    pub(super) fn store(&self) -> Store {
        self.snapshot.as_ref().map_or_else(|| Store { tables: Vec::new() }, |found| found.store.clone())
    }

    pub(super) fn revisions(&self) -> &'p [(String, String)] {
        self.revisions
    }

    /// The number after the greatest one that a file begins with.
    pub(super) fn next_number(&self) -> String {
        let number = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        };
        let greatest = self.revisions.iter().filter_map(|(path, _)| number(path)).max();
        format!("{:04}", greatest.unwrap_or(0).saturating_add(1))
    }

    /// The revision that no other one follows. The user may have added some.
    pub(super) fn head(&self) -> Option<&'p str> {
        let parents: BTreeSet<&str> =
            self.revisions.iter().filter_map(|(_, text)| assigned(text, "down_revision")).collect();
        let mut ids = self.revisions.iter().filter_map(|(_, text)| assigned(text, "revision"));
        ids.rfind(|id| !parents.contains(id))
    }
}

/// The text that a module gives to a name.
fn assigned<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let value = |line: &'t str| {
        let rest = line.strip_prefix(name)?;
        let (kind, value) = rest.split_once('=')?;
        let is_whole = kind.trim().is_empty() || kind.trim_start().starts_with(':');
        let value = value.trim();
        let quote = value.chars().next().filter(|first| is_whole && matches!(first, '"' | '\''))?;
        value.get(1..)?.split(quote).next()
    };
    text.lines().find_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn revision(id: &str, parent: &str) -> (String, String) {
        (format!("migrations/versions/{id}_x.py"), format!("revision: str = \"{id}\"\ndown_revision = {parent}\n"))
    }

    #[test]
    fn the_head_is_the_one_that_nobody_follows() {
        let revisions = vec![revision("0001", "None"), revision("0003", "'abc'"), revision("abc", "\"0001\"")];
        let history = History { snapshot: None, revisions: &revisions };
        assert_eq!(history.head(), Some("0003"));
        assert_eq!(history.next_number(), "0004");
    }

    #[test]
    fn revisions_without_a_snapshot_are_refused() {
        let past = Past { snapshot: None, migrations: vec![revision("0001", "None")] };
        assert_eq!(History::read(&past, Database::Sqlite), Err(PastError::Missing("migrations/schema.json")));
        let past = Past { snapshot: Some(b"{".to_vec()), migrations: Vec::new() };
        assert!(matches!(History::read(&past, Database::Sqlite), Err(PastError::Damaged(..))));
    }

    #[test]
    fn migrations_for_another_database_are_refused() {
        let text = Snapshot::of(Database::Mysql, &Store { tables: Vec::new() }).text();
        let past = Past { snapshot: Some(text.into_bytes()), migrations: Vec::new() };
        assert_eq!(History::read(&past, Database::Sqlite), Err(PastError::Database(Database::Mysql)));
        assert!(History::read(&past, Database::Mysql).is_ok());
    }
}
