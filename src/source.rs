//! Source texts and places in them. Knows nothing of the language.

use serde::{Serialize, Serializer};

/// The name under which standard input is shown.
pub const STDIN: &str = "<stdin>";

/// Which file of a [`SourceMap`] a place is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct FileId(pub u32);

/// A half-open range of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of `file`.
    pub fn new(file: FileId, start: u32, end: u32) -> Span {
        Span { file, start, end }
    }

    /// The smallest range that covers both; `self` decides the file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// How many bytes it covers.
    pub fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether it covers nothing.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.file.0, self.start, self.end).serialize(serializer)
    }
}

/// A line and a column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// One text with the name it is shown under.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The name for messages: a path with `/`, or `<stdin>`.
    pub name: String,
    /// The text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// A file of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceFile {
        let text = text.into();
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(at, _)| at as u32 + 1)).collect();
        SourceFile { name: name.into(), text, line_starts }
    }

    /// How many lines there are, the last one counted even if it is empty.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The index, from 0, of the line that holds a byte.
    pub fn line_of(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Where a line, counted from 0, begins; the end of the text for lines that are not there.
    pub fn line_start(&self, line: usize) -> u32 {
        self.line_starts.get(line).copied().unwrap_or(self.text.len() as u32)
    }

    /// The line and column of a byte.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_of(offset);
        let before = self.slice(self.line_start(line), offset);
        Position { line: line + 1, column: before.chars().count() + 1 }
    }

    /// The text between two offsets, or nothing where they do not lie on characters.
    pub fn slice(&self, start: u32, end: u32) -> &str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }
}

/// All the files of one compilation.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file and gives it an identity.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    /// The file with this identity.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The path of a file below the folder of the first one, whatever machine that is on.
    pub fn path(&self, id: FileId) -> &str {
        let name = |id| self.get(id).map_or("", |file| file.name.as_str());
        let folder = name(FileId(0)).rsplit_once('/').map_or("", |(folder, _)| folder);
        let below = name(id).strip_prefix(folder).unwrap_or(name(id)).trim_start_matches('/');
        if below == STDIN { "stdin.spec" } else { below }
    }

    /// All files, in the order of their identities.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len() as u32).map(FileId)
    }

    /// The text that a place covers.
    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).map_or("", |file| file.slice(span.start, span.end))
    }

    /// Takes over the files of another map, and tells how far their identities moved.
    pub fn append(&mut self, other: SourceMap) -> u32 {
        let offset = self.files.len() as u32;
        self.files.extend(other.files);
        offset
    }

    /// How many lines all files have together.
    pub fn line_count(&self) -> usize {
        self.files.iter().map(SourceFile::line_count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = SourceFile::new("a.spec", "ab\nä𝄞c\n");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(3), Position { line: 2, column: 1 });
        assert_eq!(file.position(9), Position { line: 2, column: 3 });
        assert_eq!(file.position(11), Position { line: 3, column: 1 });
    }

    #[test]
    fn paths_are_below_the_folder_of_the_first_file() {
        let path = |root: &str, other: &str| {
            let mut sources = SourceMap::default();
            let ids = [root, other].map(|name| sources.add(SourceFile::new(name, "")));
            ids.map(|id| sources.path(id).to_string())
        };
        assert_eq!(path("a/b/root.spec", "a/b/c/part.spec"), ["root.spec", "c/part.spec"]);
        assert_eq!(path("/root.spec", "/c/part.spec"), ["root.spec", "c/part.spec"]);
        assert_eq!(path(STDIN, "c/part.spec"), ["stdin.spec", "c/part.spec"]);
    }

    #[test]
    fn a_slice_off_a_character_is_empty_and_does_not_panic() {
        let file = SourceFile::new("a.spec", "ä");
        assert_eq!(file.slice(0, 1), "");
        assert_eq!(file.slice(0, 99), "");
    }
}
