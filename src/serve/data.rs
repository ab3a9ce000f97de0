//! The data file: the state in a redb database. A file that does not hold this service's state is refused, with a way
//! out, and left as it was found.

#[cfg(test)]
#[allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
mod cuts;

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{
    Database, DatabaseError, ReadTransaction, ReadableDatabase, ReadableTable, StorageBackend, TableDefinition,
    TableError,
};
use thiserror::Error;

use super::records::{Change, Reader, changes};
use crate::interp::State;
use crate::ir::Service;

/// What the file is about.
const ABOUT: TableDefinition<'static, &str, &str> = TableDefinition::new("specc");

/// The records of the state, by field and key.
const RECORDS: TableDefinition<'static, (&str, &[u8]), &[u8]> = TableDefinition::new("state");

/// Rises when records are written in another way.
const FORMAT: &str = "1";

/// Why a data file cannot be used.
#[derive(Debug, Error)]
pub enum DataError {
    /// Another process has it open.
    #[error("{path} is in use by another process; stop that one, or give this one a file of its own")]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The operating system does not let us.
    #[error("cannot use {path}: {error}")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What it said.
        error: String,
    },
    /// It is no data file, or a damaged one.
    #[error(
        "{path} is no data file of specc, or it is damaged ({why}); it was left as it is. Give another file, or move it \
         away to begin with the initial state"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// It holds the state of another service.
    #[error(
        "{path} holds the state of the service {found}, not of {wanted}; it was left as it is. Give {wanted} a file of \
         its own"
    )]
    OtherService {
        /// The file.
        path: PathBuf,
        /// The service it belongs to.
        found: String,
        /// The service that was to be served.
        wanted: String,
    },
    /// The spec has changed too much.
    #[error(
        "the state in {path} does not fit the spec ({why}); it was left as it is. Serve it with the spec it was written \
         under, or move it away to begin with the initial state"
    )]
    DoesNotFit {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
}

/// An open data file, with what is in it.
pub(super) struct DataFile {
    database: Database,
}

/// What was found in a file.
type Found = Result<State, Refusal>;

/// Why what was found is not used.
enum Refusal {
    Damaged(String),
    OtherService(String),
    DoesNotFit(String),
}

impl DataFile {
    /// Opens a file, or makes one that holds the initial state. `check` says whether a state satisfies the spec.
    pub(super) fn open(
        path: &Path,
        service: &Service,
        initial: &State,
        check: &dyn Fn(&State) -> Result<(), String>,
    ) -> Result<(DataFile, State), DataError> {
        let unusable = |error: String| DataError::Unusable { path: path.into(), error };
        let found = fs::metadata(path).ok();
        if found.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return Err(unusable("it is not a regular file".into()));
        }
        if found.is_some_and(|metadata| metadata.len() > 0) {
            let state = inspect(path, service, check)?;
            let database = Database::open(path).map_err(|error| refused(path, error))?;
            return Ok((DataFile { database }, state));
        }
        create(path, service, initial).map_err(unusable)?;
        let database = Database::open(path).map_err(|error| refused(path, error))?;
        Ok((DataFile { database }, initial.clone()))
    }

    /// Writes what changed, and returns once it is on disk.
    pub(super) fn write(&self, service: &Service, before: &State, after: &State) -> Result<(), String> {
        let changes = changes(service, Some(before), after);
        if changes.is_empty() { Ok(()) } else { commit(&self.database, &changes, None) }
    }

    /// Writes all of a state, under another spec of the service.
    pub(super) fn rewrite(&self, service: &Service, state: &State) -> Result<(), String> {
        commit(&self.database, &changes(service, None, state), Some(service))
    }
}

fn refused(path: &Path, error: DatabaseError) -> DataError {
    if let DatabaseError::DatabaseAlreadyOpen = error {
        return DataError::InUse { path: path.into() };
    }
    DataError::Unusable { path: path.into(), error: error.to_string() }
}

/// Makes the file beside its place and moves it there, so that a half-made one is never found.
fn create(path: &Path, service: &Service, initial: &State) -> Result<(), String> {
    // Where the path is a link, the file belongs where it leads.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    let name = path.file_name().ok_or("it has no file name")?.to_string_lossy();
    let sibling = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let made = fill(&sibling, service, initial).and_then(|()| put(&sibling, path));
    let _ = fs::remove_file(&sibling);
    made.and_then(|()| sync_folder(path))
}

/// Gives a file its place, which is free or holds an empty file. Unlike a rename, a link never replaces what another
/// process has put there meanwhile; not every file system has links.
fn put(made: &Path, path: &Path) -> Result<(), String> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0) {
        return fs::rename(made, path).map_err(text);
    }
    match fs::hard_link(made, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err("another process has just made it".into()),
        Err(_) => fs::rename(made, path).map_err(text),
        Ok(()) => Ok(()),
    }
}

fn fill(path: &Path, service: &Service, initial: &State) -> Result<(), String> {
    let _ = fs::remove_file(path);
    let database = Database::create(path).map_err(text)?;
    commit(&database, &changes(service, None, initial), Some(service))
}

/// A rename is on disk once its folder is.
fn sync_folder(path: &Path) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()).map_err(text) } else { Ok(()) }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// One transaction. With a service, the file is written anew as that service's.
fn commit(database: &Database, changes: &[Change<'_>], anew: Option<&Service>) -> Result<(), String> {
    let transaction = database.begin_write().map_err(text)?;
    if let Some(service) = anew {
        transaction.delete_table(RECORDS).map_err(text)?;
        let mut about = transaction.open_table(ABOUT).map_err(text)?;
        about.insert("format", FORMAT).map_err(text)?;
        about.insert("service", service.name.as_str()).map_err(text)?;
    }
    {
        let mut records = transaction.open_table(RECORDS).map_err(text)?;
        for Change { field, key, value } in changes {
            match value {
                Some(value) => drop(records.insert((*field, key.as_slice()), value.as_slice()).map_err(text)?),
                None => drop(records.remove((*field, key.as_slice())).map_err(text)?),
            }
        }
    }
    transaction.commit().map_err(text)
}

/// Reads a file without touching it: opening one may repair it, so that is done to a copy in memory.
fn inspect(path: &Path, service: &Service, check: &dyn Fn(&State) -> Result<(), String>) -> Result<State, DataError> {
    let copy = copy(path)?;
    let found = quietly(|| examine(copy, service, check));
    let path = path.to_path_buf();
    found.unwrap_or_else(|| Err(Refusal::Damaged("its pages make no sense".into()))).map_err(|refusal| match refusal {
        Refusal::Damaged(why) => DataError::Damaged { path, why },
        Refusal::OtherService(found) => DataError::OtherService { path, found, wanted: service.name.to_string() },
        Refusal::DoesNotFit(why) => DataError::DoesNotFit { path, why },
    })
}

/// The database library may panic over a damaged file; here that is one more way to find out.
fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    std::panic::set_hook(hook);
    outcome.ok()
}

fn copy(path: &Path) -> Result<InMemoryBackend, DataError> {
    let unusable = |error: io::Error| DataError::Unusable { path: path.into(), error: error.to_string() };
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(unusable)?;
    let backend = FileBackend::new(file).map_err(|error| refused(path, error))?;
    let everything = (Bound::Unbounded, Bound::Unbounded);
    if let Ok(false) = backend.try_lock_range(everything.0, everything.1) {
        return Err(DataError::InUse { path: path.into() });
    }
    let copied = copy_all(&backend).map_err(unusable);
    let _ = backend.unlock_range(everything.0, everything.1);
    copied
}

fn copy_all(from: &FileBackend) -> io::Result<InMemoryBackend> {
    let length = from.len()?;
    let mut bytes = vec![0; usize::try_from(length).map_err(io::Error::other)?];
    from.read(0, &mut bytes)?;
    let copy = InMemoryBackend::new();
    copy.set_len(length)?;
    copy.write(0, &bytes)?;
    Ok(copy)
}

fn examine(copy: InMemoryBackend, service: &Service, check: &dyn Fn(&State) -> Result<(), String>) -> Found {
    let damaged = |error: &dyn ToString| Refusal::Damaged(error.to_string());
    let mut database = Database::builder().create_with_backend(copy).map_err(|error| damaged(&error))?;
    database.check_integrity().map_err(|error| damaged(&error))?;
    let transaction = database.begin_read().map_err(|error| damaged(&error))?;
    recognise(&transaction, service)?;
    let state = load(&transaction, service).map_err(Refusal::DoesNotFit)?;
    check(&state).map_err(Refusal::DoesNotFit)?;
    Ok(state)
}

fn recognise(transaction: &ReadTransaction, service: &Service) -> Result<(), Refusal> {
    let about = transaction.open_table(ABOUT).map_err(|error| Refusal::Damaged(error.to_string()))?;
    let entry = |name: &str| about.get(name).ok().flatten().map(|value| value.value().to_string());
    match (entry("format"), entry("service")) {
        (Some(format), Some(_)) if format != FORMAT => {
            Err(Refusal::Damaged(format!("its format is {format}, and this specc writes {FORMAT}")))
        }
        (Some(_), Some(name)) if name == service.name => Ok(()),
        (Some(_), Some(name)) => Err(Refusal::OtherService(name)),
        (_, _) => Err(Refusal::Damaged("it does not say whose state it holds".into())),
    }
}

fn load(transaction: &ReadTransaction, service: &Service) -> Result<State, String> {
    let mut reader = Reader::new(service);
    let records = match transaction.open_table(RECORDS) {
        Ok(records) => records,
        Err(TableError::TableDoesNotExist(_)) => return reader.finish(),
        Err(error) => return Err(error.to_string()),
    };
    for record in records.iter().map_err(text)? {
        let (key, value) = record.map_err(text)?;
        let (field, key) = key.value();
        reader.record(field, key, value.value())?;
    }
    reader.finish()
}
