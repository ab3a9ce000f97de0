//! From generated files to a folder. A folder belongs to specc by its manifest; what is the same stays untouched, what
//! belongs to the user is left alone, and an interruption leaves either the old files or the new ones.

mod commit;
mod drift;
mod manifest;
mod past;
mod survey;

use std::io;
use std::path::{Path, PathBuf};

pub use self::drift::drift;
pub use self::manifest::{Manifest, Origin};
pub use self::past::past;
pub use self::survey::{Change, Found};
use crate::backend::GeneratedFile;

/// What a folder was made from, if specc wrote it.
pub fn origin(folder: &Path) -> Result<Option<Origin>, Failure> {
    Ok(Manifest::read(folder)?.map(|manifest| manifest.origin))
}

/// Where specc keeps what it knows about a folder.
pub const HOME: &str = ".specc";

/// Something that could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The operating system refuses.
    #[error("cannot {what} {}: {error}", path.display())]
    Io {
        /// What was tried
        what: &'static str,
        /// With which file or folder
        path: PathBuf,
        /// Why not
        error: io::Error,
    },
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
    /// A file would land elsewhere.
    #[error("{} is a symbolic link, and specc writes only below its folder: remove the link", .0.display())]
    Link(PathBuf),
    /// Two at once.
    #[error("another specc is writing to {}: try again when it has finished", .0.display())]
    Busy(PathBuf),
    /// Somebody wanted it to end.
    #[error("interrupted; {} is as it was", .0.display())]
    Interrupted(PathBuf),
}

impl Failure {
    /// How an error of the operating system becomes one of these.
    fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure + use<> {
        let path = path.to_path_buf();
        move |error| Failure::Io { what, path, error }
    }
}

/// What a folder is to hold.
#[derive(Debug, Clone, Copy)]
pub struct Tree<'a> {
    /// The folder.
    pub folder: &'a Path,
    /// What it was made from, and for.
    pub origin: &'a Origin,
    /// All files.
    pub files: &'a [GeneratedFile],
}

/// What would become of each file: those that are to be written, and those that are written no longer.
pub fn survey(tree: Tree<'_>) -> Result<Vec<Found>, Failure> {
    commit::finish_interrupted(tree.folder)?;
    survey::survey(tree.folder, tree.files, survey::known(tree.folder)?.as_ref())
}

/// Writes what is new or has changed, and removes what is written no longer. `stop` is asked whether to end before
/// anything is changed.
pub fn write(tree: Tree<'_>, stop: &dyn Fn() -> bool) -> Result<Vec<Found>, Failure> {
    let found = survey(tree)?;
    let manifest = Manifest::of(tree.origin, tree.files);
    if tree.folder.exists() {
        commit::update(tree, &found, &manifest, stop)?;
    } else {
        commit::create(tree, &manifest, stop)?;
    }
    Ok(found)
}

/// The manifest of a folder that specc wrote.
pub fn manifest(folder: &Path) -> Result<Manifest, Failure> {
    commit::finish_interrupted(folder)?;
    Manifest::read(folder)?.ok_or_else(|| Failure::NoManifest(folder.into()))
}
