//! Migrations that are there already, the tables that they lead to, and the one that has to follow.

use std::collections::BTreeSet;

use super::harness::{GeneratedFile, Owner};
use super::past::{AddedMigration, MigrationPlaces, Past, PastError, Surroundings};
use crate::plan::store::{Database, Snapshot, Store, TableChange, changes, says};

/// What a language calls the parts of a migration.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    /// Its name, which the next one refers to.
    pub(super) id: &'static str,
    /// The one that it follows.
    pub(super) parent: &'static str,
}

/// A migration that is to be written.
pub(super) struct Next<'n> {
    pub(super) id: &'n str,
    /// The one that it follows.
    pub(super) parent: Option<&'n str>,
    pub(super) title: &'n str,
    /// What it does, a sentence each.
    pub(super) lines: &'n [String],
    pub(super) changes: &'n [TableChange],
    /// How they are undone.
    pub(super) back: &'n [TableChange],
}

/// The migrations of a service after those that are there, and the tables that they lead to. `write` gives the text of one.
pub(super) fn migrations(
    (service, store, database): (&str, &Store, Database),
    past: &Past,
    (places, words): (MigrationPlaces, Words),
    write: impl Fn(&Next<'_>) -> String,
) -> Result<Surroundings, PastError> {
    let history = History::read(past, database, places.snapshot)?;
    let before = history.store();
    let (found, back) = (changes(&before, store), changes(store, &before));
    let is_first = history.is_empty();
    let own = |path: String, text: String| GeneratedFile { path, text, owner: Owner::User };
    let mut files: Vec<GeneratedFile> =
        history.revisions.iter().map(|(path, text)| own(path.clone(), text.clone())).collect();
    let mut added = None;
    if is_first || !found.is_empty() {
        let id = history.next_number();
        let name = format!("{id}_{}", if is_first { "initial".into() } else { says::slug(&found) });
        let title = if is_first { format!("Makes the tables of {service}.") } else { says::title(&found) };
        let lines = if is_first { Vec::new() } else { says::lines(&found) };
        let parent = history.head(words);
        let next = Next { id: &id, parent, title: &title, lines: &lines, changes: &found, back: &back };
        files.push(own(format!("{}/{name}{}", places.folder, places.ending), write(&next)));
        added = Some(AddedMigration { name, lines: lines.clone() });
    }
    let text = Snapshot::of(database, store).text();
    files.push(GeneratedFile { path: places.snapshot.into(), text, owner: Owner::Generated });
    Ok(Surroundings { files, added })
}

/// The migrations of a folder.
#[derive(Debug, Clone, PartialEq)]
struct History<'p> {
    snapshot: Option<Snapshot>,
    revisions: &'p [(String, String)],
}

impl<'p> History<'p> {
    /// What was found, if a next migration for the database can follow it.
    fn read(past: &'p Past, database: Database, place: &'static str) -> Result<History<'p>, PastError> {
        let revisions = past.migrations.as_slice();
        let Some(text) = &past.snapshot else {
            let none = revisions.is_empty();
            return if none { Ok(History { snapshot: None, revisions }) } else { Err(PastError::Missing(place)) };
        };
        let snapshot = Snapshot::parse(text).map_err(|why| PastError::Damaged(place, why))?;
        if snapshot.database != database {
            return Err(PastError::Database(snapshot.database));
        }
        Ok(History { snapshot: Some(snapshot), revisions })
    }

    fn is_empty(&self) -> bool {
        self.snapshot.is_none()
    }

    fn store(&self) -> Store {
        self.snapshot.as_ref().map_or_else(|| Store { tables: Vec::new() }, |found| found.store.clone())
    }

    /// The number after the greatest one that a file begins with.
    fn next_number(&self) -> String {
        let number = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path);
            let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        };
        let greatest = self.revisions.iter().filter_map(|(path, _)| number(path)).max();
        format!("{:04}", greatest.unwrap_or(0).saturating_add(1))
    }

    /// The revision that no other one follows. The user may have added some.
    fn head(&self, words: Words) -> Option<&'p str> {
        let parents: BTreeSet<&str> =
            self.revisions.iter().filter_map(|(_, text)| assigned(text, words.parent)).collect();
        let mut ids = self.revisions.iter().filter_map(|(_, text)| assigned(text, words.id));
        ids.rfind(|id| !parents.contains(id))
    }
}

/// The text that a module gives to a name, or to a property on a line of its own.
fn assigned<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let value = |line: &'t str| {
        let rest = line.trim_start().strip_prefix(name)?.trim_start();
        let value = match rest.split_once('=') {
            Some((kind, value)) if kind.trim().is_empty() || kind.starts_with(':') => value,
            _ => rest.strip_prefix(':')?,
        };
        let value = value.trim();
        let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''))?;
        value.get(1..)?.split(quote).next()
    };
    text.lines().find_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: &str = "migrations/schema.json";
    const WORDS: Words = Words { id: "revision", parent: "down_revision" };

    fn revision(id: &str, parent: &str) -> (String, String) {
        (format!("migrations/versions/{id}_x.py"), format!("revision: str = \"{id}\"\ndown_revision = {parent}\n"))
    }

    #[test]
    fn the_head_is_the_one_that_nobody_follows() {
        let revisions = vec![revision("0001", "None"), revision("0003", "'abc'"), revision("abc", "\"0001\"")];
        let history = History { snapshot: None, revisions: &revisions };
        assert_eq!(history.head(WORDS), Some("0003"));
        assert_eq!(history.next_number(), "0004");
    }

    #[test]
    fn properties_are_found_as_well() {
        let text = "export const migration: Migration = {\n  id: \"0002\",\n  after: null,\n  up: () => [],\n};\n";
        assert_eq!([assigned(text, "id"), assigned(text, "after")], [Some("0002"), None]);
    }

    #[test]
    fn revisions_without_a_snapshot_are_refused() {
        let past = Past { snapshot: None, migrations: vec![revision("0001", "None")] };
        assert_eq!(History::read(&past, Database::Sqlite, PLACE), Err(PastError::Missing(PLACE)));
        let past = Past { snapshot: Some(b"{".to_vec()), migrations: Vec::new() };
        assert!(matches!(History::read(&past, Database::Sqlite, PLACE), Err(PastError::Damaged(..))));
    }

    #[test]
    fn migrations_for_another_database_are_refused() {
        let text = Snapshot::of(Database::Mysql, &Store { tables: Vec::new() }).text();
        let past = Past { snapshot: Some(text.into_bytes()), migrations: Vec::new() };
        assert_eq!(History::read(&past, Database::Sqlite, PLACE), Err(PastError::Database(Database::Mysql)));
        assert!(History::read(&past, Database::Mysql, PLACE).is_ok());
    }
}
