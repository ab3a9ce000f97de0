//! What is left to do once everything new is there. Whoever comes next may have to do it, and whoever was there before may
//! have been a stranger: it is read like anything that others wrote.

use serde::{Deserialize, Serialize};

use super::survey::{Change, Found};
use super::{Failure, HOME, manifest};
use crate::folder::{Below, Folder, Refused};

/// Where new files wait, and the journal beside them.
pub(super) const NEXT: &str = ".specc/next";
const STAGED: &str = ".specc/next/files";
const PATH: &str = ".specc/next/journal.json";

/// The work that was decided on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Journal {
    moved: Vec<Below>,
    removed: Vec<Below>,
}

/// As it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    moved: Vec<String>,
    removed: Vec<String>,
}

/// Whether a change was decided on and not finished.
pub(super) fn is_there(folder: &Folder) -> Result<bool, Refused> {
    folder.has(&Below::new(PATH)?)
}

impl Journal {
    pub(super) fn of(found: &[Found]) -> Result<Journal, Refused> {
        let paths = |wanted: &[Change]| -> Result<Vec<Below>, Refused> {
            found.iter().filter(|one| wanted.contains(&one.change)).map(|one| Below::new(&one.path)).collect()
        };
        let mut moved = paths(&[Change::Create, Change::Update])?;
        moved.push(Below::new(manifest::PATH)?);
        Ok(Journal { moved, removed: paths(&[Change::Remove])? })
    }

    pub(super) fn read(folder: &Folder) -> Result<Option<Journal>, Failure> {
        let path = Below::new(PATH)?;
        let Some(bytes) = folder.read(&path)? else { return Ok(None) };
        let damaged = |why: String| Failure::Journal { path: folder.path_of(&path), why };
        parse(&bytes).map(Some).map_err(damaged)
    }

    /// Its appearance is what decides.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), Refused> {
        let texts = |paths: &[Below]| paths.iter().map(|path| path.as_str().to_string()).collect();
        let written = Written { moved: texts(&self.moved), removed: texts(&self.removed) };
        let text = serde_json::to_string(&written).unwrap_or_default();
        folder.replace(&Below::new(PATH)?, text.as_bytes())
    }

    /// The paths of new files.
    pub(super) fn moved(&self) -> impl Iterator<Item = &str> {
        self.moved.iter().map(Below::as_str)
    }

    /// Does what is left; what is done already is passed over.
    pub(super) fn apply(&self, folder: &Folder) -> Result<(), Refused> {
        if let Some(staged) = folder.folder(&staged()?)? {
            for path in &self.moved {
                staged.move_to(path, folder, path)?;
            }
        }
        for path in &self.removed {
            folder.remove_file(path)?;
            folder.remove_empty_above(path)?;
        }
        Ok(())
    }
}

/// Where new files wait.
pub(super) fn staged() -> Result<Below, Refused> {
    Below::new(STAGED)
}

fn parse(bytes: &[u8]) -> Result<Journal, String> {
    let written: Written = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let paths = |texts: Vec<String>| texts.iter().map(|text| ours(text)).collect::<Result<Vec<_>, String>>();
    Ok(Journal { moved: paths(written.moved)?, removed: paths(written.removed)? })
}

/// A path that a change may touch: below the folder, and of what specc keeps there only the manifest.
fn ours(text: &str) -> Result<Below, String> {
    let path = Below::new(text).map_err(|refused| refused.to_string())?;
    if path.first() == HOME && text != manifest::PATH {
        return Err(Refused::Outside(text.into()).to_string());
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_leaves_the_folder_is_refused_wherever_it_stands() {
        for path in ["../bashrc", "/etc/passwd", "a/../../b", "", ".specc/next/journal.json", ".git/config"] {
            for text in [
                serde_json::json!({"moved": [path], "removed": []}),
                serde_json::json!({"moved": [], "removed": [path]}),
            ] {
                assert!(parse(text.to_string().as_bytes()).is_err(), "{text}");
            }
        }
        let fine = serde_json::json!({"moved": ["tests/a.py", ".specc/manifest.json"], "removed": ["b"]});
        assert!(parse(fine.to_string().as_bytes()).is_ok());
    }
}
