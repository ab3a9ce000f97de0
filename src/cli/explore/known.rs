//! What explorations found out before, a file for each part of a spec, by what it depends on. What cannot be read is found
//! out again.

use std::fs;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::super::{cache, files};
use crate::explore::Memory;
use crate::verify;

/// How large a file may be to be read.
const MAX_BYTES: u64 = 64 << 20;
/// How many files there are at most.
const MAX_FILES: usize = 8192;
/// How their names end.
const KIND: &str = "found";
/// How long the hash is that a file begins with.
const HASH: usize = 32;

/// What is kept, if anything is.
pub(in crate::cli) struct Known {
    folder: Option<PathBuf>,
    /// What decides beside the spec: specc itself, and the solver that it asks.
    salt: String,
}

impl Known {
    pub(in crate::cli) fn new() -> Known {
        let folder = cache::folder().map(|folder| folder.join("explore"));
        let folder = folder.filter(|folder| fs::create_dir_all(folder).is_ok());
        let salt = [env!("CARGO_PKG_VERSION"), env!("SPECC_SOURCES"), &verify::solver_version()].join("\n");
        Known { folder, salt }
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        let mut hasher = Sha256::new();
        hasher.update(&self.salt);
        hasher.update(key);
        let name: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Some(self.folder.as_ref()?.join(format!("{name}.{KIND}")))
    }
}

impl Memory for Known {
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        let path = self.path(key)?;
        if fs::metadata(&path).ok()?.len() > MAX_BYTES {
            return None;
        }
        let bytes = fs::read(&path).ok()?;
        let (hash, found) = bytes.split_at_checked(HASH)?;
        (Sha256::digest(found).as_slice() == hash).then(|| found.to_vec())
    }

    fn keep(&self, key: &str, found: &[u8]) {
        let Some(path) = self.path(key) else { return };
        let bytes = [Sha256::digest(found).as_slice(), found].concat();
        // What cannot be kept is found out again.
        let _ = files::write_bytes(&path, &bytes);
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            cache::tidy(folder, KIND, MAX_FILES);
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_comes_back_and_what_was_damaged_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let known = Known { folder: Some(folder.path().to_path_buf()), salt: "one".to_string() };
        known.keep("key", b"found");
        assert_eq!(known.recall("key"), Some(b"found".to_vec()));
        assert_eq!(known.recall("other"), None);
        let another = Known { folder: Some(folder.path().to_path_buf()), salt: "two".to_string() };
        assert_eq!(another.recall("key"), None, "another specc found it out");
        let path = known.path("key").expect("a path");
        let mut bytes = fs::read(&path).expect("a file");
        if let Some(last) = bytes.last_mut() {
            *last ^= 1;
        }
        fs::write(&path, &bytes).expect("written");
        assert_eq!(known.recall("key"), None);
        fs::write(&path, b"short").expect("written");
        assert_eq!(known.recall("key"), None);
    }
}
