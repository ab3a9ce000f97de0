//! What a folder already holds that the next files depend on.

use super::survey::content;
use super::{Failure, View};
use crate::backend::{MigrationPlaces, Past};
use crate::folder::{Below, Folder, Refused};

impl View {
    /// The migrations of a folder; none where there is no folder.
    pub fn past(&self, places: MigrationPlaces) -> Result<Past, Failure> {
        let snapshot = content(self.folder(), places.snapshot)?;
        let mut migrations = Vec::new();
        for name in self.folder().map_or(Ok(Vec::new()), |folder| files_in(folder, places.folder))? {
            if !name.ends_with(places.ending) {
                continue;
            }
            let path = format!("{}/{name}", places.folder);
            let bytes = content(self.folder(), &path)?.unwrap_or_default();
            migrations.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
        Ok(Past { snapshot, migrations })
    }
}

/// The names of the files in a folder, in order.
fn files_in(folder: &Folder, path: &str) -> Result<Vec<String>, Refused> {
    let Some(inner) = folder.folder(&Below::new(path)?)? else { return Ok(Vec::new()) };
    let mut found = inner.names()?;
    let is_file = |name: &String| Below::new(name).and_then(|path| inner.has_file(&path));
    found.retain(|name| is_file(name).unwrap_or(false));
    Ok(found)
}
