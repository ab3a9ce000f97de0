//! How a folder differs from what would be written, as a diff.

use similar::TextDiff;

use super::survey::{Change, Found, content};
use super::{Failure, Tree, View};

impl View {
    /// A unified diff from the folder to what would be written; nothing where they are the same.
    pub fn drift(&self, tree: Tree<'_>, found: &[Found]) -> Result<String, Failure> {
        let mut text = String::new();
        for one in found.iter().filter(|one| one.change.is_drift()) {
            let there = content(self.folder(), &one.path)?.unwrap_or_default();
            let wanted = tree.files.iter().find(|file| file.path == one.path).map_or("", |file| &file.text);
            text += &difference(one, &String::from_utf8_lossy(&there), wanted);
        }
        Ok(text)
    }
}

fn difference(found: &Found, there: &str, wanted: &str) -> String {
    let path = &found.path;
    let (from, to) = match found.change {
        Change::Create => ("/dev/null".to_string(), format!("b/{path}")),
        Change::Remove => (format!("a/{path}"), "/dev/null".to_string()),
        Change::Update | Change::Unchanged | Change::Preserve => (format!("a/{path}"), format!("b/{path}")),
    };
    TextDiff::from_lines(there, wanted).unified_diff().header(&from, &to).to_string()
}
