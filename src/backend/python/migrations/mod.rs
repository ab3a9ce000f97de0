//! Migrations of a Python service, as revisions of Alembic. A revision is written once and then belongs to the user; what
//! the tables were like when the last one was written is kept beside them, in `migrations/schema.json`.

mod alter;
mod revision;
mod words;

use super::tables;
use crate::backend::{GeneratedFile, MigrationPlaces, Owner, Past, PastError, Surroundings, history};
use crate::plan::store::{Database, Store};

/// The files that are the same for every spec.
const INI: &str = include_str!("../../../../templates/python/service/alembic.ini");
const ENV: &str = include_str!("../../../../templates/python/service/migrations/env.py");
const MAKO: &str = include_str!("../../../../templates/python/service/migrations/script.py.mako");

/// Where everything is.
pub const PLACES: MigrationPlaces =
    MigrationPlaces { snapshot: "migrations/schema.json", folder: "migrations/versions", ending: ".py" };

/// The names in a revision of Alembic.
const WORDS: history::Words = history::Words { id: "revision", parent: "down_revision" };

/// The tables of a service and its migrations, after those that are there.
pub fn migrations(service: &str, store: &Store, database: Database, past: &Past) -> Result<Surroundings, PastError> {
    let write = |next: &history::Next<'_>| revision::text(next, database);
    let mut found = history::migrations((service, store, database), past, (PLACES, WORDS), write)?;
    let generated =
        |path: &str, text: &str| GeneratedFile { path: path.into(), text: text.into(), owner: Owner::Generated };
    found.files.extend(tables::files(service, store, database));
    found.files.extend([
        generated("alembic.ini", INI),
        generated("migrations/env.py", ENV),
        generated("migrations/script.py.mako", MAKO),
    ]);
    Ok(found)
}
