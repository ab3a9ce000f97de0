//! Reading and writing files, and finding specs in folders.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

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
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    read_some(File::open(path)?)
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

/// Writes a file whole or not at all: to a temporary sibling, then renamed.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// The same for what is no text.
pub(super) fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let sibling = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let written = write_new(&sibling, bytes, fs::metadata(&target).ok()).and_then(|()| fs::rename(&sibling, &target));
    if written.is_err() {
        let _ = fs::remove_file(&sibling);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8], like: Option<fs::Metadata>) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    if let Some(metadata) = like {
        fs::set_permissions(path, metadata.permissions())?;
    }
    file.sync_all()
}

/// Loads what a root file imports, from the root's folder.
pub(super) struct FolderLoader {
    folder: PathBuf,
}

impl FolderLoader {
    /// For the imports of a root file.
    pub(super) fn new(root: &Path) -> FolderLoader {
        let folder = if is_stdin(root) { None } else { root.parent() };
        FolderLoader { folder: folder.map(Path::to_path_buf).unwrap_or_default() }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }
}

impl Loader for FolderLoader {
    fn load(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        let file = self.path(path);
        let real = fs::canonicalize(&file).map_err(load_error)?;
        let here = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        if !real.starts_with(fs::canonicalize(here).map_err(load_error)?) {
            return Err(LoadError::OutsideTree);
        }
        read(&file).map_err(load_error)
    }

    fn display_name(&self, path: &str) -> String {
        shown(&self.path(path))
    }
}

fn load_error(error: io::Error) -> LoadError {
    if error.kind() == io::ErrorKind::NotFound { LoadError::NotFound } else { LoadError::Unreadable(error.to_string()) }
}
