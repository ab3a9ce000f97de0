//! A spec with everything it imports. Paths are worked out here, as text; reading them is left to a [`Loader`], so
//! that nothing before the command line touches the file system.

use rustc_hash::FxHashSet;

use crate::diag::{Code, Diagnostic, sort};
use crate::source::{FileId, SourceFile, SourceMap, Span};
use crate::syntax::ast::{File, Import};
use crate::syntax::limits::{MAX_FILE_BYTES, MAX_IMPORTS};
use crate::syntax::{self, Parsed};

/// Why a file could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It is not there.
    #[error("there is no such file")]
    NotFound,
    /// Its path leads out of the tree.
    #[error("the path leads out of the tree")]
    OutsideTree,
    /// This link is on the way, and might lead anywhere.
    #[error("{0} is a symbolic link")]
    Link(String),
    /// It is there, but cannot be read.
    #[error("{0}")]
    Unreadable(String),
}

/// Gives files by their path relative to the folder of the root file, written with `/`.
pub trait Loader {
    /// The bytes of a file.
    fn load(&self, path: &str) -> Result<Vec<u8>, LoadError>;
    /// The name under which messages show it.
    fn display_name(&self, path: &str) -> String;
}

/// A loader for texts that import nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&self, _path: &str) -> Result<Vec<u8>, LoadError> {
        Err(LoadError::NotFound)
    }

    fn display_name(&self, path: &str) -> String {
        path.to_string()
    }
}

/// A spec and its imports, parsed.
#[derive(Debug, Default)]
pub struct Project {
    /// The texts, the root first.
    pub sources: SourceMap,
    /// The trees in the order of dependence: a file comes after what it imports, the root last.
    pub files: Vec<File>,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a root file and all it imports.
pub fn open(name: &str, bytes: &[u8], loader: &dyn Loader) -> Project {
    let mut opener = Opener { loader, project: Project::default(), seen: FxHashSet::default() };
    let root = name.rsplit(['/', '\\']).next().unwrap_or(name);
    opener.seen.insert(root.to_string());
    opener.file(name, bytes, &mut vec![root.to_string()]);
    sort(&mut opener.project.diagnostics);
    opener.project
}

/// Decodes the bytes of a file; what cannot be decoded is a diagnostic.
pub fn decode(sources: &mut SourceMap, name: &str, bytes: &[u8]) -> Result<FileId, Box<Diagnostic>> {
    if bytes.len() > MAX_FILE_BYTES {
        let id = sources.add(SourceFile::new(name, ""));
        let message = format!("this file is larger than {} MiB", MAX_FILE_BYTES / (1024 * 1024));
        let diagnostic = Diagnostic::new(Code::FileTooLarge, Span::new(id, 0, 0), message);
        return Err(Box::new(diagnostic.help("split it into several files and `import` them")));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(sources.add(SourceFile::new(name, text))),
        Err(error) => {
            let at = error.valid_up_to();
            let id = sources.add(SourceFile::new(name, String::from_utf8_lossy(bytes)));
            let span = Span::new(id, at as u32, at as u32 + 3);
            let byte = bytes.get(at).copied().unwrap_or(0);
            let diagnostic = Diagnostic::new(Code::NotUtf8, span, "this file is not UTF-8 text")
                .label(format!("byte 0x{byte:02x} at offset {at}"))
                .help("save the file as UTF-8");
            Err(Box::new(diagnostic))
        }
    }
}

struct Opener<'l> {
    loader: &'l dyn Loader,
    project: Project,
    seen: FxHashSet<String>,
}

impl Opener<'_> {
    /// Parses a file and what it imports; `chain` holds the paths from the root to it.
    fn file(&mut self, name: &str, bytes: &[u8], chain: &mut Vec<String>) {
        let id = match decode(&mut self.project.sources, name, bytes) {
            Ok(id) => id,
            Err(diagnostic) => return self.project.diagnostics.push(*diagnostic),
        };
        let Some(parsed) = self.project.sources.get(id).map(|source| syntax::parse(id, source)) else { return };
        let Parsed { file, mut diagnostics, .. } = parsed;
        self.project.diagnostics.append(&mut diagnostics);
        for import in &file.imports {
            self.import(import, chain);
        }
        self.project.files.push(file);
    }

    fn import(&mut self, import: &Import, chain: &mut Vec<String>) {
        let from = chain.last().cloned().unwrap_or_default();
        let Some(path) = resolve(&from, &import.path) else { return self.outside(import) };
        if chain.contains(&path) {
            return self.cycle(import, &path, chain);
        }
        if self.seen.contains(&path) {
            return;
        }
        if self.seen.len() > MAX_IMPORTS {
            let message = format!("a spec may import {MAX_IMPORTS} files at the most");
            let diagnostic = Diagnostic::new(Code::TooManyImports, import.span, message);
            return self.project.diagnostics.push(diagnostic.help("join some of the files"));
        }
        self.seen.insert(path.clone());
        match self.loader.load(&path) {
            Ok(bytes) => {
                chain.push(path.clone());
                self.file(&self.loader.display_name(&path), &bytes, chain);
                chain.pop();
            }
            Err(LoadError::NotFound) => self.not_found(import, &path),
            Err(LoadError::OutsideTree) => self.outside(import),
            Err(LoadError::Link(link)) => self.link(import, &link),
            Err(LoadError::Unreadable(reason)) => self.unreadable(import, &reason),
        }
    }

    fn outside(&mut self, import: &Import) {
        self.project.diagnostics.push(
            Diagnostic::new(Code::ImportOutsideTree, import.span, "this import leads outside the tree of the spec")
                .help("imports are relative paths with `/` that stay inside the folder of the root file"),
        );
    }

    fn link(&mut self, import: &Import, link: &str) {
        self.project.diagnostics.push(
            Diagnostic::new(Code::ImportOutsideTree, import.span, "this import passes a symbolic link")
                .label(format!("`{link}` may lead anywhere"))
                .help("import the file itself, or copy it into the folder of the root file"),
        );
    }

    fn not_found(&mut self, import: &Import, path: &str) {
        let shown = self.loader.display_name(path);
        self.project.diagnostics.push(
            Diagnostic::new(Code::ImportNotFound, import.span, format!("there is no file `{shown}`"))
                .help("the path is relative to the importing file and includes `.spec`"),
        );
    }

    fn unreadable(&mut self, import: &Import, reason: &str) {
        self.project.diagnostics.push(
            Diagnostic::new(Code::Unreadable, import.span, "this import cannot be read")
                .label(reason)
                .help("import a readable `.spec` file"),
        );
    }

    fn cycle(&mut self, import: &Import, path: &str, chain: &[String]) {
        let start = chain.iter().position(|file| file == path).unwrap_or(0);
        let round: Vec<&str> = chain.iter().skip(start).map(String::as_str).chain([path]).collect();
        self.project.diagnostics.push(
            Diagnostic::new(Code::ImportCycle, import.span, "these files import each other")
                .label(round.join(" → "))
                .help("move what both need into a third file"),
        );
    }
}

/// The path that an import means, relative to the root's folder; none if it leads out of it.
fn resolve(from: &str, path: &str) -> Option<String> {
    if path.is_empty() || path.starts_with('/') || path.contains(['\\', ':', '\0']) {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn imports_are_relative_and_stay_inside() {
        assert_eq!(resolve("a.spec", "lib/b.spec").as_deref(), Some("lib/b.spec"));
        assert_eq!(resolve("lib/b.spec", "../c.spec").as_deref(), Some("c.spec"));
        assert_eq!(resolve("lib/b.spec", "./c.spec").as_deref(), Some("lib/c.spec"));
        for outside in ["../c.spec", "lib/../../c.spec", "/etc/passwd", "c:\\x.spec", ""] {
            assert_eq!(resolve("a.spec", outside), None, "{outside}");
        }
    }
}
