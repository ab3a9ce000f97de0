//! What a folder already holds that the next files depend on.

use std::fs;
use std::io;
use std::path::Path;

use super::Failure;
use super::survey::content;
use crate::backend::{MigrationPlaces, Past};

/// The migrations of a folder; none where there is no folder.
pub fn past(folder: &Path, places: MigrationPlaces) -> Result<Past, Failure> {
    super::commit::finish_interrupted(folder)?;
    let snapshot = content(folder, places.snapshot)?;
    let mut migrations = Vec::new();
    for name in names(&folder.join(places.folder))? {
        let path = format!("{}/{name}", places.folder);
        if let Some(bytes) = content(folder, &path)?.filter(|_| name.ends_with(places.ending)) {
            migrations.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(Past { snapshot, migrations })
}

/// The names of the files in a folder, in order.
fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure::io("read", folder)(error)),
    };
    let files = entries.filter_map(Result::ok).filter(|entry| entry.path().is_file());
    let mut found: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    found.sort();
    Ok(found)
}
