//! What was found out about specs before, by what they say and by the specc that found it out.

use std::fs::{self, File};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::super::files;
use crate::source::{FileId, SourceMap, Span};
use crate::verify;

/// What is kept of the checks of a spec: what there is to tell of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Whether something is violated.
    pub(super) violated: bool,
    /// What is not simply proved.
    pub(super) told: Vec<Told>,
    /// All of it in one line.
    pub(super) summary: String,
    /// Whether the clock stopped the solver before it knew: another time it may come further, so this is not kept.
    #[serde(default)]
    pub(super) hurried: bool,
}

/// What there is to tell of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Told {
    /// A file by its number, and an offset in it: the same text may lie elsewhere next time.
    place: Option<(u32, u32)>,
    lines: Vec<String>,
}

impl Told {
    pub(super) fn new(span: Option<Span>, lines: Vec<String>) -> Told {
        Told { place: span.map(|span| (span.file.0, span.start)), lines }
    }

    /// For people.
    pub(super) fn text(&self, sources: &SourceMap) -> String {
        let mut lines = self.lines.clone();
        if let (Some((file, start)), false) = (self.place, lines.is_empty()) {
            lines.insert(1, format!("  at {}", place(sources, FileId(file), start)));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

fn place(sources: &SourceMap, file: FileId, start: u32) -> String {
    let position = sources.get(file).map(|file| file.position(start));
    let at = position.map_or_else(String::new, |position| format!(":{}:{}", position.line, position.column));
    format!("{}{at}", sources.path(file))
}

/// Where one spec's entry is kept.
pub(super) struct Slot {
    entry: PathBuf,
    lock: PathBuf,
}

impl Slot {
    /// The place of a spec, if anything is kept: in `SPECC_CACHE`, or in the user's cache.
    pub(super) fn of(sources: &SourceMap) -> Option<Slot> {
        let folder = folder()?.join("verify");
        fs::create_dir_all(&folder).ok()?;
        let key = key(sources);
        let shelf: String = key.chars().take(2).collect();
        Some(Slot { entry: folder.join(format!("{key}.json")), lock: folder.join(format!("{shelf}.lock")) })
    }

    pub(super) fn read(&self) -> Option<Entry> {
        serde_json::from_slice(&fs::read(&self.entry).ok()?).ok()
    }

    /// Keeps what will be the same another time. What cannot be kept is found out again.
    pub(super) fn keep(&self, entry: &Entry) {
        if entry.hurried {
            return;
        }
        if let Ok(text) = serde_json::to_string(entry) {
            let _ = files::write(&self.entry, &text);
        }
    }

    /// Waits until nobody else is at work here. Where files cannot be locked, two may do the same work.
    pub(super) fn locked(&self) -> Option<File> {
        let file = File::create(&self.lock).ok()?;
        file.lock().ok()?;
        Some(file)
    }
}

fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if std::env::var_os("SPECC_CACHE").is_some() {
        return set("SPECC_CACHE");
    }
    set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache"))).map(|cache| cache.join("specc"))
}

/// What decides the verdicts: the texts, specc itself, and the solver.
fn key(sources: &SourceMap) -> String {
    let mut hasher = Sha256::new();
    let mut add = |text: &str| {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    [env!("CARGO_PKG_VERSION"), env!("SPECC_SOURCES"), &verify::solver_version()].into_iter().for_each(&mut add);
    sources.ids().filter_map(|id| sources.get(id)).for_each(|file| add(&file.text));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn what_the_clock_stopped_is_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let slot = Slot { entry: folder.path().join("entry.json"), lock: folder.path().join("lock") };
        let lasting = Entry { violated: false, told: Vec::new(), summary: "unknown".to_string(), hurried: false };
        slot.keep(&Entry { hurried: true, ..lasting.clone() });
        assert_eq!(slot.read(), None);
        slot.keep(&lasting);
        assert_eq!(slot.read(), Some(lasting));
    }
}
