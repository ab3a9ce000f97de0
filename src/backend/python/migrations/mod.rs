//! Migrations of a Python service, as revisions of Alembic. A revision is written once and then belongs to the user; what
//! the tables were like when the last one was written is kept beside them, in `migrations/schema.json`.

mod alter;
mod history;
mod revision;
mod words;

use self::history::History;
use super::tables;
use crate::backend::{AddedMigration, GeneratedFile, MigrationPlaces, Owner, Past, PastError, Surroundings};
use crate::plan::store::{Database, Snapshot, Store, TableChange, changes, says};

/// The files that are the same for every spec.
const INI: &str = include_str!("../../../../templates/python/service/alembic.ini");
const ENV: &str = include_str!("../../../../templates/python/service/migrations/env.py");
const MAKO: &str = include_str!("../../../../templates/python/service/migrations/script.py.mako");

/// Where everything is.
pub const PLACES: MigrationPlaces =
    MigrationPlaces { snapshot: "migrations/schema.json", folder: "migrations/versions", ending: ".py" };

/// The tables of a service and its migrations, after those that are there.
pub fn migrations(service: &str, store: &Store, database: Database, past: &Past) -> Result<Surroundings, PastError> {
    let history = &History::read(past, database)?;
    let before = history.store();
    let found = changes(&before, store);
    let back = changes(store, &before);
    let is_first = history.is_empty();
    let next = (is_first || !found.is_empty()).then(|| next(service, database, history, &found, &back));
    let mut files = tables::files(service, store, database);
    let generated = |path: &str, text: String| GeneratedFile { path: path.into(), text, owner: Owner::Generated };
    files.extend([
        generated("alembic.ini", INI.into()),
        generated("migrations/env.py", ENV.into()),
        generated("migrations/script.py.mako", MAKO.into()),
    ]);
    let own = |path: String, text: String| GeneratedFile { path, text, owner: Owner::User };
    files.extend(history.revisions().iter().map(|(path, text)| own(path.clone(), text.clone())));
    files.extend(next.iter().map(|(added, text)| own(format!("{}/{}.py", PLACES.folder, added.name), text.clone())));
    files.push(generated(PLACES.snapshot, Snapshot::of(database, store).text()));
    Ok(Surroundings { files, added: next.map(|(added, _)| added) })
}

fn next(
    service: &str,
    database: Database,
    history: &History<'_>,
    found: &[TableChange],
    back: &[TableChange],
) -> (AddedMigration, String) {
    let id = history.next_number();
    let is_first = history.is_empty();
    let words = if is_first { "initial".into() } else { says::slug(found) };
    let title = if is_first { format!("Makes the tables of {service}.") } else { says::title(found) };
    let lines = if is_first { Vec::new() } else { says::lines(found) };
    let revision = revision::Revision { id: &id, parent: history.head(), title: &title, lines: &lines };
    (AddedMigration { name: format!("{id}_{words}"), lines: lines.clone() }, revision.text(database, found, back))
}
