//! From generated files to a folder. A folder belongs to specc by its manifest; what is the same stays untouched, what
//! belongs to the user is left alone, and an interruption leaves either the old files or the new ones.
//!
//! Who only looks has a [`View`], which cannot write; a [`Desk`] can, and finishes first what was interrupted. Both keep
//! others from writing meanwhile.

mod commit;
mod drift;
mod journal;
mod manifest;
mod past;
mod survey;

use std::path::{Path, PathBuf};

pub use self::manifest::{Manifest, Origin};
pub use self::survey::{Change, Found};
use crate::backend::GeneratedFile;
use crate::folder::{Below, Folder, Lock, Refused, Sharing};

/// Where specc keeps what it knows about a folder.
pub const HOME: &str = ".specc";

/// Something that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something in the folder is in the way.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The folder has things in it, and no manifest.
    #[error(
        "{} is not empty, and specc did not write it (there is no {HOME}/manifest.json): choose another folder, \
         or one that is not there yet",
        .0.display()
    )]
    NotOurs(PathBuf),
    /// There is no manifest where one is needed.
    #[error("{} was not written by `specc compile` (there is no {HOME}/manifest.json)", .0.display())]
    NoManifest(PathBuf),
    /// The manifest makes no sense.
    #[error("{}: {why}; restore the file, or compile into a new folder", path.display())]
    Manifest {
        /// The manifest
        path: PathBuf,
        /// What is wrong with it
        why: String,
    },
    /// What was left of an interrupted change makes no sense.
    #[error("{}: {why}; specc writes no such thing: remove {HOME}/next", path.display())]
    Journal {
        /// The journal
        path: PathBuf,
        /// What is wrong with it
        why: String,
    },
    /// The folder is between two states, and who looks does not write.
    #[error("a change of {} was interrupted: `specc compile` finishes it", .0.display())]
    Unfinished(PathBuf),
    /// Somebody wanted it to end.
    #[error("interrupted; {} is as it was", .0.display())]
    Interrupted(PathBuf),
}

/// What a folder is to hold.
#[derive(Debug, Clone, Copy)]
pub struct Tree<'a> {
    /// What it was made from, and for.
    pub origin: &'a Origin,
    /// All files.
    pub files: &'a [GeneratedFile],
}

/// A folder that is looked at. Nobody writes to it meanwhile.
#[derive(Debug)]
pub struct View {
    path: PathBuf,
    /// None where it is not there yet.
    folder: Option<Folder>,
    lock: Option<Lock>,
}

/// Opens a folder to look at it. One that is between two states is refused.
pub fn look(path: &Path) -> Result<View, Failure> {
    View::open(path, Sharing::Shared)?.finished()
}

/// The same for as long as something is run in it: nobody else may even look.
pub fn occupy(path: &Path) -> Result<View, Failure> {
    View::open(path, Sharing::Alone)?.finished()
}

impl View {
    fn open(path: &Path, sharing: Sharing) -> Result<View, Failure> {
        let folder = Folder::open(path)?;
        let lock = folder.as_ref().map_or(Ok(None), |folder| folder.lock(&home()?, sharing, path))?;
        Ok(View { path: path.into(), folder, lock })
    }

    fn finished(self) -> Result<View, Failure> {
        let is_unfinished = self.folder.as_ref().map_or(Ok(false), journal::is_there)?;
        if is_unfinished { Err(Failure::Unfinished(self.path)) } else { Ok(self) }
    }

    /// The folder itself, if it is there.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// What it was made from, if specc wrote it.
    pub fn origin(&self) -> Result<Option<Origin>, Failure> {
        Ok(self.manifest_if_any()?.map(|manifest| manifest.origin))
    }

    /// The manifest of a folder that specc wrote.
    pub fn manifest(&self) -> Result<Manifest, Failure> {
        self.manifest_if_any()?.ok_or_else(|| Failure::NoManifest(self.path.clone()))
    }

    fn manifest_if_any(&self) -> Result<Option<Manifest>, Failure> {
        self.folder.as_ref().map_or(Ok(None), Manifest::read)
    }

    /// Whether there is a file or a folder in it.
    pub fn has(&self, path: &str) -> Result<bool, Failure> {
        let Some(folder) = &self.folder else { return Ok(false) };
        Ok(folder.has(&Below::new(path)?)?)
    }

    /// What would become of each file: those that are to be written, and those that are written no longer.
    pub fn survey(&self, tree: Tree<'_>) -> Result<Vec<Found>, Failure> {
        let known = self.folder.as_ref().map_or(Ok(None), survey::known)?;
        survey::survey(self.folder.as_ref(), tree.files, known.as_ref())
    }
}

/// A folder that may be written to, by nobody else meanwhile.
#[derive(Debug)]
pub struct Desk {
    view: View,
}

/// Opens a folder to write to it, and finishes what was interrupted. One that is not there yet is not made.
pub fn claim(path: &Path) -> Result<Desk, Failure> {
    let view = View::open(path, Sharing::Alone)?;
    if let Some(folder) = &view.folder {
        commit::finish_interrupted(folder)?;
    }
    Ok(Desk { view })
}

impl Desk {
    /// For looking.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Writes what is new or has changed, and removes what is written no longer. `stop` is asked whether to end before
    /// anything is changed.
    pub fn write(&self, tree: Tree<'_>, stop: &dyn Fn() -> bool) -> Result<Vec<Found>, Failure> {
        let View { path, folder, lock } = &self.view;
        let found = self.view.survey(tree)?;
        let manifest = Manifest::of(tree.origin, tree.files);
        let work = commit::Work { path, tree, manifest: &manifest, stop };
        match folder {
            Some(folder) => work.update(folder, &found, lock.is_some())?,
            None => work.create()?,
        }
        Ok(found)
    }
}

fn home() -> Result<Below, Refused> {
    Below::new(HOME)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;
    use crate::backend::Owner;
    use crate::explore::Effort;
    use crate::folder::trial::cut_off;

    type Content = BTreeMap<String, String>;

    fn files(text: &str, paths: &[&str]) -> Vec<GeneratedFile> {
        let file = |path: &&str| GeneratedFile { path: (*path).into(), text: text.into(), owner: Owner::Generated };
        paths.iter().map(file).collect()
    }

    fn old() -> Vec<GeneratedFile> {
        files("old text", &["Makefile", "a/b/c.py", "a/b/d.py", "gone/deep/x.py", "gone/y.py", "same.txt"])
    }

    fn new() -> Vec<GeneratedFile> {
        let mut all = files("new text, and longer", &["Makefile", "a/b/c.py", "a/b/d.py", "a/new/e.py", "f/g/h.py"]);
        all.extend(files("old text", &["same.txt"]));
        all
    }

    fn write(folder: &Path, files: &[GeneratedFile]) -> Result<(), Failure> {
        let origin = Origin { target: "t".into(), spec: "a.spec".into(), effort: Effort::Normal };
        claim(folder)?.write(Tree { origin: &origin, files }, &|| false).map(drop)
    }

    fn content(folder: &Path) -> Content {
        let entries = walkdir::WalkDir::new(folder).min_depth(1).into_iter().map(|entry| entry.expect("an entry"));
        let text = |path: &Path| if path.is_dir() { String::new() } else { fs::read_to_string(path).expect("text") };
        let name = |path: &Path| path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
        entries.map(|entry| (name(entry.path()), text(entry.path()))).collect()
    }

    /// What a folder holds once it was written whole, first the one and then the other.
    fn whole(rounds: &[Vec<GeneratedFile>]) -> Content {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("out");
        rounds.iter().for_each(|files| write(&folder, files).expect("written"));
        content(&folder)
    }

    /// A process that ends before any one of its changes leaves what was or what was to be, and nobody who looks writes.
    #[test]
    fn cut_off_at_every_step_a_folder_is_the_old_one_or_the_new_one() {
        let (before, after) = (whole(&[old()]), whole(&[old(), new()]));
        let (mut seen_old, mut seen_new) = (0, 0);
        for step in 0.. {
            let home = tempfile::tempdir().expect("a folder");
            let folder = home.path().join("out");
            write(&folder, &old()).expect("written");
            let (_, is_done) = cut_off(step, || write(&folder, &new()));
            let left = content(&folder);
            drop(look(&folder));
            assert_eq!(content(&folder), left, "looking wrote something after step {step}");
            // Whoever finishes may be cut off as well.
            let _ = cut_off(step % 7, || claim(&folder).map(drop));
            drop(claim(&folder).expect("finished"));
            let found = content(&folder);
            seen_old += usize::from(found == before);
            seen_new += usize::from(found == after);
            assert!(found == before || found == after, "step {step}: {found:#?}");
            if is_done {
                break;
            }
        }
        assert!(seen_old > 20 && seen_new > 10, "{seen_old} old, {seen_new} new");
    }

    #[test]
    fn cut_off_at_every_step_a_new_folder_is_there_or_not() {
        let whole = whole(&[old()]);
        for step in 0.. {
            let home = tempfile::tempdir().expect("a folder");
            let folder = home.path().join("out");
            let (_, is_done) = cut_off(step, || write(&folder, &old()));
            assert!(!folder.exists() || content(&folder) == whole, "step {step}");
            write(&folder, &old()).expect("what was left is no obstacle");
            assert_eq!(content(home.path()).keys().filter(|name| !name.contains('/')).count(), 1);
            if is_done {
                assert!(step > 10);
                break;
            }
        }
    }
}
