//! What would become of each file of a folder.

use std::collections::BTreeSet;

use super::manifest::{Entry, Manifest, hash};
use super::{Failure, HOME};
use crate::backend::{GeneratedFile, Owner};
use crate::folder::{Below, Folder, Refused};

/// What becomes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It is new.
    Create,
    /// It has another text now.
    Update,
    /// It is written no longer.
    Remove,
    /// It has this text already.
    Unchanged,
    /// It is the user's.
    Preserve,
}

impl Change {
    /// All of them, in the order in which they are told.
    pub const ALL: [Change; 5] = [Change::Create, Change::Update, Change::Remove, Change::Unchanged, Change::Preserve];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Change::Create => "create",
            Change::Update => "update",
            Change::Remove => "remove",
            Change::Unchanged => "unchanged",
            Change::Preserve => "preserve",
        }
    }

    /// Whether the folder is not as it would be written.
    pub fn is_drift(self) -> bool {
        match self {
            Change::Create | Change::Update | Change::Remove => true,
            Change::Unchanged | Change::Preserve => false,
        }
    }
}

/// A file, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its path below the folder.
    pub path: String,
    /// What becomes of it.
    pub change: Change,
    /// Whether somebody has changed a file that is specc's.
    pub edited: bool,
}

/// The manifest of a folder that may be written to: none where it is empty.
pub(super) fn known(folder: &Folder) -> Result<Option<Manifest>, Failure> {
    let found = Manifest::read(folder)?;
    let is_foreign = found.is_none() && folder.names()?.iter().any(|name| name != HOME);
    if is_foreign { Err(Failure::NotOurs(folder.path().into())) } else { Ok(found) }
}

/// What becomes of each file, in order of path.
pub(super) fn survey(
    folder: Option<&Folder>,
    files: &[GeneratedFile],
    known: Option<&Manifest>,
) -> Result<Vec<Found>, Failure> {
    let entry = |path: &str| known.and_then(|manifest| manifest.files.get(path));
    let mut found = Vec::new();
    for file in files {
        found.push(wanted(folder, file, entry(&file.path))?);
    }
    let wanted: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    for (path, entry) in known.iter().flat_map(|manifest| &manifest.files) {
        if !wanted.contains(path.as_str()) {
            found.extend(stale(folder, path, entry)?);
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

fn wanted(folder: Option<&Folder>, file: &GeneratedFile, entry: Option<&Entry>) -> Result<Found, Failure> {
    let there = content(folder, &file.path)?;
    let (change, edited) = match there {
        None => (Change::Create, false),
        Some(_) if file.owner == Owner::User => (Change::Preserve, false),
        Some(bytes) if bytes == file.text.as_bytes() => (Change::Unchanged, false),
        Some(bytes) => (Change::Update, entry.is_some_and(|entry| entry.sha256 != hash(&bytes))),
    };
    Ok(Found { path: file.path.clone(), change, edited })
}

/// A file that is written no longer goes, unless somebody has made it their own.
fn stale(folder: Option<&Folder>, path: &str, entry: &Entry) -> Result<Option<Found>, Failure> {
    let Some(bytes) = content(folder, path)? else { return Ok(None) };
    let edited = entry.sha256 != hash(&bytes);
    let change = if entry.user || edited { Change::Preserve } else { Change::Remove };
    Ok(Some(Found { path: path.to_string(), change, edited: edited && !entry.user }))
}

/// What is in a file, if it is there.
pub(super) fn content(folder: Option<&Folder>, path: &str) -> Result<Option<Vec<u8>>, Refused> {
    let path = Below::new(path)?;
    folder.map_or(Ok(None), |folder| folder.read(&path))
}
