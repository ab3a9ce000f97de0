//! Changes of a folder, all or none.
//!
//! A folder that is not there yet is made beside its place and renamed. In one that is there, everything new is first
//! written to `.specc/next`; the journal then says that it is complete, and from there on only renames are left, which
//! whoever comes next finishes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::manifest::{self, Manifest, inside};
use super::survey::{Change, Found};
use super::{Failure, HOME, Tree};

const NEXT: &str = ".specc/next";
const JOURNAL: &str = ".specc/next/journal.json";
const STAGED: &str = ".specc/next/files";

/// What is left to do once everything new is there.
#[derive(Debug, Serialize, Deserialize)]
struct Journal {
    moved: Vec<String>,
    removed: Vec<String>,
}

/// Makes a folder that is not there yet.
pub(super) fn create(tree: Tree<'_>, manifest: &Manifest, stop: &dyn Fn() -> bool) -> Result<(), Failure> {
    let beside = beside(tree.folder);
    let parent = beside.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(Failure::io("create", parent))?;
    let _lock = claim(&beside, tree.folder)?;
    clear(&beside)?;
    let written = fill(&beside, tree, |_| true, manifest, stop);
    let moved = written.and_then(|()| fs::rename(&beside, tree.folder).map_err(Failure::io("create", tree.folder)));
    moved.inspect_err(|_| discard(&beside))
}

/// Changes a folder that is there.
pub(super) fn update(
    tree: Tree<'_>,
    found: &[Found],
    manifest: &Manifest,
    stop: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    let text = manifest.text();
    let is_same = fs::read(tree.folder.join(manifest::PATH)).is_ok_and(|bytes| bytes == text.as_bytes());
    if is_same && !found.iter().any(|one| one.change.is_drift()) {
        return Ok(());
    }
    let next = tree.folder.join(NEXT);
    let _lock = claim(&next, tree.folder)?;
    clear(&next)?;
    let journal = Journal::of(found);
    let fresh: BTreeSet<&str> = journal.moved.iter().map(String::as_str).collect();
    let staged = fill(&tree.folder.join(STAGED), tree, |path| fresh.contains(path), manifest, stop);
    staged.and_then(|()| journal.write(tree.folder)).inspect_err(|_| discard(&next))?;
    journal.apply(tree.folder)
}

/// Finishes what was interrupted after it had been decided, and forgets what was interrupted before.
pub(super) fn finish_interrupted(folder: &Path) -> Result<(), Failure> {
    let (next, path) = (folder.join(NEXT), folder.join(JOURNAL));
    if !next.exists() {
        return Ok(());
    }
    let _lock = claim(&next, folder)?;
    match fs::read(&path) {
        Ok(text) => {
            let damaged = |why: String| Failure::Manifest { path: path.clone(), why };
            let journal: Journal = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
            journal.apply(folder)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            discard(&next);
            Ok(())
        }
        Err(error) => Err(Failure::io("read", &path)(error)),
    }
}

impl Journal {
    fn of(found: &[Found]) -> Journal {
        let paths = |wanted: &[Change]| -> Vec<String> {
            found.iter().filter(|one| wanted.contains(&one.change)).map(|one| one.path.clone()).collect()
        };
        let mut moved = paths(&[Change::Create, Change::Update]);
        moved.push(manifest::PATH.to_string());
        Journal { moved, removed: paths(&[Change::Remove]) }
    }

    /// Its appearance is what decides.
    fn write(&self, folder: &Path) -> Result<(), Failure> {
        let (path, draft) = (folder.join(JOURNAL), folder.join(NEXT).join("journal.draft"));
        let text = serde_json::to_string(self).unwrap_or_default();
        let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, &path));
        written.map_err(Failure::io("write", &path))
    }

    /// Does what is left; what is done already is passed over.
    fn apply(&self, folder: &Path) -> Result<(), Failure> {
        for path in &self.moved {
            let (from, to) = (folder.join(STAGED).join(path), inside(folder, path)?);
            if from.exists() {
                make_room(&to)?;
                fs::rename(&from, &to).map_err(Failure::io("write", &to))?;
            }
        }
        for path in &self.removed {
            remove(folder, path)?;
        }
        discard(&folder.join(NEXT));
        Ok(())
    }
}

/// Writes files of a tree below a folder, and the manifest.
fn fill(
    folder: &Path,
    tree: Tree<'_>,
    is_wanted: impl Fn(&str) -> bool,
    manifest: &Manifest,
    stop: &dyn Fn() -> bool,
) -> Result<(), Failure> {
    for file in tree.files.iter().filter(|file| is_wanted(&file.path)) {
        if stop() {
            return Err(Failure::Interrupted(tree.folder.into()));
        }
        put(&folder.join(&file.path), &file.text)?;
    }
    put(&folder.join(manifest::PATH), &manifest.text())
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    make_room(path)?;
    fs::write(path, text).map_err(Failure::io("write", path))
}

fn make_room(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(Failure::io("create", folder))
}

/// Removes a file, and the folders that it leaves empty.
fn remove(folder: &Path, path: &str) -> Result<(), Failure> {
    let path = inside(folder, path)?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Failure::io("remove", &path)(error)),
        Ok(()) | Err(_) => {}
    }
    let above = path.ancestors().skip(1).take_while(|above| *above != folder);
    for above in above {
        if fs::remove_dir(above).is_err() {
            break;
        }
    }
    Ok(())
}

/// Makes a folder for work in progress and keeps others out of it while the lock lives.
fn claim(work: &Path, folder: &Path) -> Result<File, Failure> {
    fs::create_dir_all(work).map_err(Failure::io("create", work))?;
    let lock = File::open(work).map_err(Failure::io("open", work))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(Failure::Busy(folder.into())),
        Err(fs::TryLockError::Error(error)) => Err(Failure::io("lock", work)(error)),
    }
}

/// Removes what an earlier attempt left in a folder for work in progress.
fn clear(work: &Path) -> Result<(), Failure> {
    for entry in fs::read_dir(work).map_err(Failure::io("read", work))? {
        let path = entry.map_err(Failure::io("read", work))?.path();
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(Failure::io("remove", &path))?;
    }
    Ok(())
}

/// Removes a folder for work in progress. One that stays is cleared by whoever comes next.
fn discard(work: &Path) {
    let _ = fs::remove_dir_all(work);
    if let Some(home) = work.parent().filter(|home| home.ends_with(HOME)) {
        // Goes only where it is empty.
        let _ = fs::remove_dir(home);
    }
}

/// Where a folder is made before it is there.
fn beside(folder: &Path) -> PathBuf {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    folder.with_file_name(format!(".{name}.specc-new"))
}
