//! Spans as file, line and column, whatever the span and however long the line.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::source::{FileId, SourceFile, SourceMap, Span};

/// How far apart the counted points of a text are, in bytes: the most that is counted again for one column.
const BLOCK: usize = 4096;

/// The name of a file that is not in the map.
const UNKNOWN: &str = "<unknown>";

/// One point of a text; line and column count from 1, columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) offset: u32,
}

/// A span as a reader finds it; the end is the point after the last character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) file: &'a str,
    pub(super) start: Point,
    pub(super) end: Point,
}

/// Finds places. Remembers character counts, so that many places on one huge line do not cost a scan each.
pub(super) struct Locator<'a> {
    sources: &'a SourceMap,
    counts: FxHashMap<FileId, Vec<usize>>,
}

impl<'a> Locator<'a> {
    pub(super) fn new(sources: &'a SourceMap) -> Locator<'a> {
        Locator { sources, counts: FxHashMap::default() }
    }

    /// The place of a span; the top of an unknown file where the map does not have it.
    pub(super) fn place(&mut self, span: Span) -> Place<'a> {
        let Some(file) = self.sources.get(span.file) else {
            let top = Point { line: 1, column: 1, offset: 0 };
            return Place { file: UNKNOWN, start: top, end: top };
        };
        let range = clamp(file, span);
        let start = self.point(span.file, file, range.start);
        let end = self.point(span.file, file, range.end);
        Place { file: &file.name, start, end }
    }

    fn point(&mut self, id: FileId, file: &SourceFile, offset: u32) -> Point {
        let line = file.line_of(offset);
        let before = self.characters(id, file, file.line_start(line)..offset);
        Point { line: line + 1, column: before + 1, offset }
    }

    fn characters(&mut self, id: FileId, file: &SourceFile, range: Range<u32>) -> usize {
        let bytes = file.text.as_bytes();
        let range = range.start as usize..range.end as usize;
        if range.len() <= BLOCK {
            return count(bytes, range);
        }
        let counts = self.counts.entry(id).or_insert_with(|| count_blocks(bytes));
        characters_before(bytes, counts, range.end) - characters_before(bytes, counts, range.start)
    }
}

/// The span within its text and on whole characters.
pub(super) fn clamp(file: &SourceFile, span: Span) -> Range<u32> {
    let length = file.text.len() as u32;
    let start = floor(&file.text, span.start.min(length));
    let end = ceil(&file.text, span.end.min(length));
    start..end.max(start)
}

fn floor(text: &str, mut offset: u32) -> u32 {
    while !text.is_char_boundary(offset as usize) {
        offset -= 1;
    }
    offset
}

fn ceil(text: &str, mut offset: u32) -> u32 {
    while !text.is_char_boundary(offset as usize) {
        offset += 1;
    }
    offset
}

/// How many characters begin in a range of bytes.
fn count(bytes: &[u8], range: Range<usize>) -> usize {
    let begins = |byte: &&u8| !(0x80..0xC0).contains(*byte);
    bytes.get(range).map_or(0, |bytes| bytes.iter().filter(begins).count())
}

/// For every block, how many characters begin before it.
fn count_blocks(bytes: &[u8]) -> Vec<usize> {
    let starts = (0..=bytes.len()).step_by(BLOCK);
    let add = |sum: &mut usize, start: usize| {
        let before = *sum;
        *sum += count(bytes, start..bytes.len().min(start + BLOCK));
        Some(before)
    };
    starts.scan(0, add).collect()
}

fn characters_before(bytes: &[u8], counts: &[usize], offset: usize) -> usize {
    let block = offset / BLOCK;
    counts.get(block).copied().unwrap_or(0) + count(bytes, block * BLOCK..offset)
}
