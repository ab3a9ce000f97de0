//! What was found out about specs before: one file for each name of a service, which holds verdicts by what they depend on.
//! What cannot be read or written is found out again.

use std::fs::{self, File};
use std::path::PathBuf;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::super::{cache, files};
use crate::verify::Kept;

/// The version of the files; others are not read.
const VERSION: u32 = 1;
/// How many verdicts a file holds beside those of the last run: enough to go back and forth between some versions.
const OTHERS: usize = 4096;
/// How large a file may be to be read.
const MAX_BYTES: u64 = 64 << 20;
/// How many files there are at most.
const MAX_FILES: usize = 256;

/// Verdicts by their keys, the latest first.
pub(super) type Verdicts = IndexMap<String, Kept>;

/// Where the verdicts of a service are kept.
pub(super) struct Store {
    folder: PathBuf,
    name: String,
}

#[derive(Serialize)]
struct Written<'v> {
    version: u32,
    verdicts: &'v Verdicts,
}

#[derive(Deserialize)]
struct Found {
    version: u32,
    verdicts: IndexMap<String, Json>,
}

impl Store {
    /// The place of a service, if anything is kept: in `SPECC_CACHE`, or in the user's cache.
    pub(super) fn of(service: &str) -> Option<Store> {
        Store::within(cache::folder()?.join("verify"), service)
    }

    fn within(folder: PathBuf, service: &str) -> Option<Store> {
        fs::create_dir_all(&folder).ok()?;
        let name = Sha256::digest(service.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Some(Store { folder, name })
    }

    fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.name))
    }

    /// What is known; of a file, whatever can be read of it.
    pub(super) fn read(&self) -> Verdicts {
        let path = self.path();
        if fs::metadata(&path).map_or(true, |found| found.len() > MAX_BYTES) {
            return Verdicts::new();
        }
        let found = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Found>(&bytes).ok());
        let verdicts = found.filter(|found| found.version == VERSION).map(|found| found.verdicts).unwrap_or_default();
        verdicts.into_iter().filter_map(|(key, json)| Some((key, serde_json::from_value(json).ok()?))).collect()
    }

    /// Keeps what a run found out or used, and of the rest what was used last.
    pub(super) fn keep(&self, mut run: Verdicts) {
        let _lock = self.locked("keep", &self.name);
        let others: Vec<(String, Kept)> =
            self.read().into_iter().filter(|(key, _)| !run.contains_key(key)).take(OTHERS).collect();
        run.extend(others);
        if let Ok(text) = serde_json::to_string(&Written { version: VERSION, verdicts: &run }) {
            let _ = files::write(&self.path(), &text);
        }
        cache::tidy(&self.folder, "json", MAX_FILES);
    }

    /// Waits until nobody else does some work on what has a name, of which the first letters count. Where files cannot be
    /// locked, two may do the same work.
    pub(super) fn locked(&self, work: &str, name: &str) -> Option<File> {
        let shelf: String = name.chars().take(2).collect();
        let file = File::create(self.folder.join(format!("{work}-{shelf}.lock"))).ok()?;
        file.lock().ok()?;
        Some(file)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    const PROVED: &str = r#"{"verdict":"Proved","basis":"Proof"}"#;

    fn verdicts(keys: impl IntoIterator<Item = String>) -> Verdicts {
        let kept: Kept = serde_json::from_str(PROVED).expect("a verdict");
        keys.into_iter().map(|key| (key, kept.clone())).collect()
    }

    fn store(folder: &tempfile::TempDir) -> Store {
        Store::within(folder.path().join("verify"), "Shop").expect("a store")
    }

    #[test]
    fn what_a_run_used_comes_first_and_the_rest_is_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(&folder);
        store.keep(verdicts((0..OTHERS + 9).map(|at| format!("old{at}"))));
        assert_eq!(store.read().len(), OTHERS + 9);
        store.keep(verdicts(["new".to_string(), "old5".to_string()]));
        let found = store.read();
        assert_eq!(found.len(), OTHERS + 2);
        assert_eq!(found.keys().take(3).collect::<Vec<_>>(), ["new", "old5", "old0"]);
    }

    #[test]
    fn what_cannot_be_read_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(&folder);
        for text in ["", "{", "[]", "{\"version\":1}", "\u{0}\u{1}", "{\"version\":99,\"verdicts\":{}}"] {
            fs::write(store.path(), text).expect("written");
            assert_eq!(store.read(), Verdicts::new(), "{text}");
        }
        let mixed = format!(r#"{{"version":1,"verdicts":{{"a":{PROVED},"b":7,"c":{{"verdict":"Perhaps"}}}}}}"#);
        fs::write(store.path(), mixed).expect("written");
        assert_eq!(store.read(), verdicts(["a".to_string()]));
        fs::remove_file(store.path()).and_then(|()| fs::create_dir(store.path())).expect("a folder in its place");
        assert_eq!(store.read(), Verdicts::new());
        store.keep(verdicts(["a".to_string()]));
    }

    #[test]
    fn the_oldest_files_go_where_there_are_too_many() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = store(&folder);
        for at in 0..MAX_FILES + 3 {
            fs::write(store.folder.join(format!("{at}.json")), "").expect("written");
        }
        store.keep(verdicts(["a".to_string()]));
        let many = fs::read_dir(&store.folder).expect("the folder").filter_map(Result::ok);
        let many = many.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "json")).count();
        assert_eq!((many, store.read().len()), (MAX_FILES, 1));
    }
}
