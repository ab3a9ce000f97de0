//! What specc wrote into a folder, so that it can tell its own files from the user's.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Failure, HOME};
use crate::backend::{GeneratedFile, Owner};
use crate::explore::Effort;
use crate::folder::{Below, Folder};

/// The version of its format.
const VERSION: u32 = 1;
/// Its path below the folder.
pub(super) const PATH: &str = ".specc/manifest.json";

/// What a folder was made from, and for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The target's name
    pub target: String,
    /// The spec, below `spec/`
    pub spec: String,
    /// What was spent on exploring and proving it
    #[serde(default)]
    pub effort: Effort,
}

/// What is known about one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Whether it is the user's
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) user: bool,
    /// The hash of what was written
    pub(super) sha256: String,
}

/// The list of a folder's files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    version: u32,
    /// What the folder was made from.
    #[serde(flatten)]
    pub origin: Origin,
    pub(super) files: BTreeMap<String, Entry>,
}

impl Manifest {
    /// The manifest of files.
    pub(super) fn of(origin: &Origin, files: &[GeneratedFile]) -> Manifest {
        let entry = |file: &GeneratedFile| {
            let entry = Entry { user: file.owner == Owner::User, sha256: hash(file.text.as_bytes()) };
            (file.path.clone(), entry)
        };
        Manifest { version: VERSION, origin: origin.clone(), files: files.iter().map(entry).collect() }
    }

    /// The manifest of a folder, if there is one.
    pub(super) fn read(folder: &Folder) -> Result<Option<Manifest>, Failure> {
        let path = Below::new(PATH)?;
        let Some(text) = folder.read(&path)? else { return Ok(None) };
        parse(&text).map(Some).map_err(|why| Failure::Manifest { path: folder.path_of(&path), why })
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn parse(text: &[u8]) -> Result<Manifest, String> {
    let value: serde_json::Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    match value.get("version").and_then(serde_json::Value::as_u64) {
        Some(version) if version > u64::from(VERSION) => return Err("it was written by a newer specc".into()),
        Some(_) | None => {}
    }
    let manifest: Manifest = serde_json::from_value(value).map_err(|error| error.to_string())?;
    let strays = manifest.files.keys().chain([&manifest.origin.spec]).filter(|path| !is_below(path));
    let strays: Vec<String> = strays.cloned().collect();
    match strays.first() {
        Some(path) => Err(format!("`{path}` is no path of a file below the folder")),
        None => Ok(manifest),
    }
}

/// Whether a path stays below the folder that it is joined to, and out of what specc keeps there.
fn is_below(path: &str) -> bool {
    Below::new(path).is_ok_and(|path| path.first() != HOME)
}

/// The hash of a file.
pub(super) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str) -> String {
        format!(r#"{{"version": 1, "target": "t", "spec": "a.spec", "files": {{"{path}": {{"sha256": ""}}}}}}"#)
    }

    #[test]
    fn a_path_that_leaves_the_folder_is_refused() {
        for path in ["../x", "/etc/passwd", "a/../../x", "", ".specc/next/journal.json"] {
            assert!(parse(text(path).as_bytes()).is_err(), "{path}");
        }
        assert!(parse(text("tests/a.py").as_bytes()).is_ok());
    }

    #[test]
    fn a_newer_manifest_says_so() {
        let newer = text("a").replace("\"version\": 1", "\"version\": 2");
        assert_eq!(parse(newer.as_bytes()), Err("it was written by a newer specc".into()));
    }
}
