//! From generated files to a folder. Each file is written beside its place and then moved there, so that none is ever half
//! there; what is the same stays untouched, and what belongs to the user is left alone.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::backend::{GeneratedFile, Owner};

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It is new.
    Create,
    /// It has another text now.
    Update,
    /// It has this text already.
    Unchanged,
    /// It is the user's.
    Preserve,
}

impl Change {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Change::Create => "create",
            Change::Update => "update",
            Change::Unchanged => "unchanged",
            Change::Preserve => "preserve",
        }
    }
}

/// Something that could not be done with a file.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} {}: {error}", path.display())]
pub struct Failure {
    what: &'static str,
    path: PathBuf,
    error: io::Error,
}

/// What becomes of each file, in their order.
pub fn changes(folder: &Path, files: &[GeneratedFile]) -> Result<Vec<Change>, Failure> {
    files.iter().map(|file| change(&folder.join(&file.path), file)).collect()
}

fn change(path: &Path, file: &GeneratedFile) -> Result<Change, Failure> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Change::Create),
        Err(error) => Err(Failure { what: "read", path: path.into(), error }),
        Ok(_) if file.owner == Owner::User => Ok(Change::Preserve),
        Ok(found) if found == file.text.as_bytes() => Ok(Change::Unchanged),
        Ok(_) => Ok(Change::Update),
    }
}

/// Writes what is new or has changed.
pub fn write(folder: &Path, files: &[GeneratedFile]) -> Result<Vec<Change>, Failure> {
    let changes = changes(folder, files)?;
    for (file, change) in files.iter().zip(&changes) {
        if matches!(change, Change::Create | Change::Update) {
            put(&folder.join(&file.path), &file.text)?;
        }
    }
    Ok(changes)
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let fail = |what, path: &Path| {
        let path = path.to_path_buf();
        move |error| Failure { what, path, error }
    };
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(fail("create", folder))?;
    let mut beside = path.as_os_str().to_os_string();
    beside.push(".specc-new");
    let beside = PathBuf::from(beside);
    let written = fs::File::create(&beside).and_then(|mut file| file.write_all(text.as_bytes()));
    let moved = written.and_then(|()| fs::rename(&beside, path));
    moved.map_err(|error| {
        // What is left of an attempt is of no use to anybody.
        let _ = fs::remove_file(&beside);
        fail("write", path)(error)
    })
}
