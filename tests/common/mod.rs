//! What several tests share: running the front end, and making specs up.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::wildcard_enum_match_arm,
    clippy::panic,
    reason = "each test binary uses a part of this"
)]

pub mod generate;
pub mod http;
pub mod walk;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use specc::diag::Diagnostic;
use specc::format::{Formatted, format, without_places};
use specc::ir::Service;
use specc::project::{LoadError, Loader, NoFiles, open};
use specc::source::{SourceFile, SourceMap};

/// A spec with everything the front end says about it.
pub struct Outcome {
    pub sources: SourceMap,
    pub service: Option<Service>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Outcome {
    pub fn codes(&self) -> Vec<&'static str> {
        self.diagnostics.iter().map(|diagnostic| diagnostic.code.text()).collect()
    }

    pub fn messages(&self) -> String {
        let line = |found: &Diagnostic| format!("{} {} | {:?}\n", found.code, found.message, found.help);
        self.diagnostics.iter().map(line).collect()
    }
}

/// Runs the whole front end over bytes.
pub fn front_end(name: &str, bytes: &[u8], loader: &dyn Loader) -> Outcome {
    let project = open(name, bytes, loader);
    let checked = specc::sema::check(&project.files, project.diagnostics.is_empty());
    let mut diagnostics = project.diagnostics;
    diagnostics.extend(checked.diagnostics);
    diagnostics.extend(checked.service.iter().flat_map(specc::lint::run));
    diagnostics.extend(checked.service.iter().flat_map(|service| specc::convention::routes(service).1));
    specc::diag::sort(&mut diagnostics);
    Outcome { sources: project.sources, service: checked.service, diagnostics }
}

/// Runs the whole front end over a text that imports nothing.
pub fn check(text: &str) -> Outcome {
    front_end("test.spec", text.as_bytes(), &NoFiles)
}

/// Runs every stage that takes text; that it comes back is the point.
pub fn survives(bytes: &[u8]) {
    let outcome = front_end("hostile.spec", bytes, &NoFiles);
    let options = specc::report::Options { strict: true, colour: false, width: 100 };
    for how in [specc::report::Format::Terminal, specc::report::Format::Json] {
        let shown = specc::report::render(how, &outcome.diagnostics, &outcome.sources, &options);
        assert!(outcome.diagnostics.is_empty() || !shown.is_empty());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        formats_as(text, outcome.service);
    }
}

/// Formatting keeps the tree and the IR, and doing it twice changes nothing.
pub fn formats_well(text: &str) {
    formats_as(text, check(text).service);
}

/// The same for a text whose meaning is known.
fn formats_as(text: &str, meaning: Option<Service>) {
    let Formatted::Text(once) = format(&SourceFile::new("a.spec", text)) else { return };
    let twice = format(&SourceFile::new("a.spec", once.as_str()));
    assert_eq!(twice, Formatted::Text(once.clone()), "formatting twice changes something:\n{once}");
    let after = if once == text { meaning.clone() } else { check(&once).service };
    assert_eq!(
        meaning.map(|service| without_places(&service)),
        after.map(|service| without_places(&service)),
        "formatting changes the meaning:\n{text}\n---\n{once}"
    );
}

/// Loads imports from a folder.
pub struct Folder(pub PathBuf);

impl Loader for Folder {
    fn load(&self, path: &str) -> Result<Vec<u8>, LoadError> {
        std::fs::read(self.0.join(path)).map_err(|_| LoadError::NotFound)
    }

    fn display_name(&self, path: &str) -> String {
        path.to_string()
    }
}

/// The root of the project.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The spec files of a folder, in order of name.
pub fn specs_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "spec"));
    found.sort();
    found
}

/// The fixtures that must be sound.
pub fn fixtures() -> Vec<(String, String)> {
    named_texts("fixtures/spec")
}

/// Further sound specs, each written in another manner.
pub fn extra_fixtures() -> Vec<(String, String)> {
    named_texts("fixtures/extra")
}

fn named_texts(folder: &str) -> Vec<(String, String)> {
    let named = |path: PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read_to_string(&path).expect("a readable fixture"))
    };
    specs_in(&root().join(folder)).into_iter().map(named).collect()
}

/// Whether generated files are to be rewritten.
pub fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Compares a generated text with the file that holds it; `UPDATE=1` writes the file instead.
pub fn expect_file(path: &Path, text: &str) {
    const SHOWN: usize = 200;
    if is_update() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
        return;
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    if found != text {
        let difference = similar::TextDiff::from_lines(&found, text).unified_diff().to_string();
        let shown: Vec<&str> = difference.lines().take(SHOWN).collect();
        panic!("{} is not up to date; `make update` rewrites it\n{}", path.display(), shown.join("\n"));
    }
}

/// Compares generated files, by their paths in a folder, with those that it holds: it holds no others.
pub fn expect_folder(folder: &Path, files: &[(PathBuf, String)]) {
    let wanted: BTreeSet<PathBuf> = files.iter().map(|(path, _)| folder.join(path)).collect();
    files.iter().for_each(|(path, text)| expect_file(&folder.join(path), text));
    let unreferenced: Vec<PathBuf> = files_below(folder).difference(&wanted).cloned().collect();
    if is_update() {
        unreferenced.iter().for_each(|path| std::fs::remove_file(path).expect("removed"));
    } else {
        assert_eq!(unreferenced, Vec::<PathBuf>::new(), "nothing generates these files");
    }
}

/// All files of a folder and of those in it.
pub fn files_below(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { BTreeSet::from([path]) }).collect()
}
