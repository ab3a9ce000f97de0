//! Where a corpus can be written to.

use std::path::Path;

use super::super::files;

/// Why no corpus can be written to a path, as far as that is known beforehand.
pub(super) fn obstacle(path: &Path) -> Option<String> {
    let shown = files::shown(path);
    if path.is_dir() {
        return Some(format!("{shown} is a folder; name the file for the corpus"));
    }
    if path.exists() && !path.is_file() {
        return Some(format!("{shown} is no regular file; `--corpus -` prints to standard output"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    (!folder.is_dir()).then(|| format!("cannot write {shown}: there is no folder {}", files::shown(folder)))
}
