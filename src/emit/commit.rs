//! Changes of a folder, all or none.
//!
//! A folder that is not there yet is made beside its place and renamed. In one that is there, everything new is first
//! written to `.specc/next`; the journal then says that it is complete, and from there on only renames are left, which
//! whoever comes next finishes.

use std::collections::BTreeSet;
use std::path::Path;

use super::journal::{self, Journal, NEXT};
use super::manifest::{self, Manifest};
use super::survey::Found;
use super::{Failure, HOME, Tree, home};
use crate::folder::{Below, Folder, Refused, Sharing};

/// What is to be done to a folder.
pub(super) struct Work<'a> {
    /// The folder, as the user named it.
    pub(super) path: &'a Path,
    pub(super) tree: Tree<'a>,
    pub(super) manifest: &'a Manifest,
    /// Whether to end.
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl Work<'_> {
    /// Makes a folder that is not there yet.
    pub(super) fn create(&self) -> Result<(), Failure> {
        let parent = self.path.parent().unwrap_or(Path::new(""));
        if !parent.as_os_str().is_empty() {
            Folder::make_named(parent)?;
        }
        let (around, name) = Folder::around(self.path)?;
        let beside = Below::new(&format!(".{}.specc-new", name.as_str()))?;
        let made = around.make(&beside)?;
        let _lock = around.lock(&beside, Sharing::Alone, self.path)?;
        made.clear()?;
        let written = self.fill(&made, |_| true);
        let moved = written.and_then(|()| Ok(around.rename(&beside, &name)?));
        // What stays of it is cleared by whoever comes next.
        moved.inspect_err(|_| drop(around.remove_all(&beside)))
    }

    /// Changes a folder that is there, and whether it is locked.
    pub(super) fn update(&self, folder: &Folder, found: &[Found], is_locked: bool) -> Result<(), Failure> {
        let text = self.manifest.text();
        let is_same = folder.read(&Below::new(manifest::PATH)?)?.is_some_and(|bytes| bytes == text.as_bytes());
        if is_same && !found.iter().any(|one| one.change.is_drift()) {
            return Ok(());
        }
        folder.make(&home()?)?;
        let _lock = if is_locked { None } else { folder.lock(&home()?, Sharing::Alone, self.path)? };
        discard(folder)?;
        let journal = Journal::of(found)?;
        let fresh: BTreeSet<&str> = journal.moved().collect();
        let staged = folder.make(&journal::staged()?)?;
        let staged = self.fill(&staged, |path| fresh.contains(path));
        staged.and_then(|()| Ok(journal.write(folder)?)).inspect_err(|_| drop(discard(folder)))?;
        journal.apply(folder)?;
        Ok(discard(folder)?)
    }

    /// Writes files below a folder, and the manifest.
    fn fill(&self, folder: &Folder, is_wanted: impl Fn(&str) -> bool) -> Result<(), Failure> {
        for file in self.tree.files.iter().filter(|file| is_wanted(&file.path)) {
            if (self.stop)() {
                return Err(Failure::Interrupted(self.path.into()));
            }
            folder.write(&Below::new(&file.path)?, file.text.as_bytes())?;
        }
        Ok(folder.write(&Below::new(manifest::PATH)?, self.manifest.text().as_bytes())?)
    }
}

/// Finishes what was interrupted after it had been decided, and forgets what was interrupted before.
pub(super) fn finish_interrupted(folder: &Folder) -> Result<(), Failure> {
    if let Some(journal) = Journal::read(folder)? {
        journal.apply(folder)?;
    }
    Ok(discard(folder)?)
}

/// Removes the work in progress. A journal that outlives its files has nothing left to do.
fn discard(folder: &Folder) -> Result<(), Refused> {
    let next = Below::new(NEXT)?;
    if folder.has(&next)? {
        folder.remove_all(&next)?;
        // Goes only where it is empty.
        folder.remove_if_empty(&Below::new(HOME)?)?;
    }
    Ok(())
}
