//! Where specc keeps what it found out before, and how much of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder, if anything is kept: `SPECC_CACHE`, or one in the user's cache.
pub(super) fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if std::env::var_os("SPECC_CACHE").is_some() {
        return set("SPECC_CACHE");
    }
    set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache"))).map(|cache| cache.join("specc"))
}

/// Removes the files that were not written for longest, where there are too many of a kind.
pub(super) fn tidy(folder: &Path, kind: &str, most: usize) {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let kept = entries.filter(|path| path.extension().is_some_and(|extension| extension == kind));
    let written =
        |path: &PathBuf| fs::metadata(path).and_then(|found| found.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut kept: Vec<(SystemTime, PathBuf)> = kept.map(|path| (written(&path), path)).collect();
    kept.sort();
    let many = kept.len().saturating_sub(most);
    kept.into_iter().take(many).for_each(|(_, path)| drop(fs::remove_file(path)));
}
