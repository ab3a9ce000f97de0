//! Reading and writing files, and finding specs in folders.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::folder::{Below, Folder, Refused, open_named};
use crate::project::{LoadError, Loader};
use crate::source::STDIN;
use crate::syntax::limits::MAX_FILE_BYTES;

/// Whether a path means standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A path as messages show it.
pub(super) fn shown(path: &Path) -> String {
    if is_stdin(path) { STDIN.into() } else { path.to_string_lossy().replace('\\', "/") }
}

/// Reads a file or standard input; one byte more than the limit shows that there is too much.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if is_stdin(path) {
        return read_some(io::stdin().lock());
    }
    read_some(open_named(path).map_err(system_error)?)
}

/// Why the system refuses, without what messages say beside it.
fn system_error(refused: Refused) -> io::Error {
    match refused {
        Refused::Io { error, .. } => error,
        Refused::NotAFile(_) => io::Error::other("not a regular file"),
        Refused::Link(_) => io::Error::other("a symbolic link is in the way"),
        Refused::TooLarge(_) => io::Error::other("it is too large"),
        Refused::Outside(_) => io::Error::other("it is no path of a file there"),
        Refused::Busy(_) => io::Error::other("another specc is at work there"),
    }
}

fn read_some(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The spec files that paths stand for: files as they are, folders by what is in them, in order of name.
pub(super) fn specs(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<String>) {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        if is_stdin(path) || !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let before = found.len();
        found.extend(specs_below(path));
        if found.len() == before {
            problems.push(format!("there is no .spec file in {}", shown(path)));
        }
    }
    found.dedup();
    (found, problems)
}

fn specs_below(folder: &Path) -> Vec<PathBuf> {
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(move |entry| entry.depth() == 0 || !hidden(entry.file_name()));
    let is_spec = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "spec");
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.into_path())
        .filter(is_spec)
        .collect()
}

/// Writes a file whole or not at all: to a temporary sibling, then renamed. A link is not followed.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is no text.
pub(super) fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (folder, name) = Folder::around(path).map_err(system_error)?;
    folder.replace(&name, bytes).map_err(system_error)
}

/// Loads what a root file imports, from the root's folder.
pub(super) struct FolderLoader {
    /// The folder, if it can be opened.
    folder: Result<Option<Folder>, Refused>,
    /// As messages show it.
    path: PathBuf,
}

impl FolderLoader {
    /// For the imports of a root file.
    pub(super) fn new(root: &Path) -> FolderLoader {
        let path = if is_stdin(root) { None } else { root.parent() }.unwrap_or(Path::new(""));
        FolderLoader { folder: Folder::open(path), path: path.into() }
    }

    /// For the imports of a file in a folder that is open.
    pub(super) fn within(folder: Folder) -> FolderLoader {
        FolderLoader { path: folder.path().into(), folder: Ok(Some(folder)) }
    }

    /// Reads a file in the root's folder.
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        let below = Below::new(path).map_err(|refused| load_error(&refused))?;
        let folder = self.folder.as_ref().map_err(load_error)?.as_ref().ok_or(LoadError::NotFound)?;
        let file = folder.file(&below).map_err(|refused| load_error(&refused))?.ok_or(LoadError::NotFound)?;
        read_some(file).map_err(|error| LoadError::Unreadable(error.to_string()))
    }
}

impl Loader for FolderLoader {
    fn load(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        self.read(path)
    }

    fn display_name(&self, path: &str) -> String {
        shown(&self.path.join(path))
    }
}

fn load_error(refused: &Refused) -> LoadError {
    match refused {
        Refused::Outside(_) => LoadError::OutsideTree,
        Refused::Link(path) => LoadError::Link(shown(path)),
        Refused::Io { error, .. } => LoadError::Unreadable(error.to_string()),
        Refused::NotAFile(_) => LoadError::Unreadable("not a regular file".into()),
        Refused::TooLarge(_) | Refused::Busy(_) => LoadError::Unreadable(refused.to_string()),
    }
}
