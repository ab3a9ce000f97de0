//! The lines of a file that a finding is drawn on, cut out through the line index alone.
//!
//! What is drawn is bounded: no line of more than [`LONGEST_LINE`] bytes, no span of more than [`MOST_LINES`]
//! lines. So the cost of a finding does not depend on the size of its file.

use std::ops::{Range, RangeInclusive};

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::place::{self, Place};
use super::visible;
use crate::source::{SourceFile, Span};

/// The longest line that is drawn, in bytes.
const LONGEST_LINE: u32 = 400;

/// The most lines a span is drawn over; of a longer one only the first line is.
const MOST_LINES: usize = 10;

/// How many lines are shown before and after a place.
pub(super) const CONTEXT: usize = 1;

/// Neighbouring lines, ready to be shown. Offsets in `text` are those of the file, less `start`.
#[derive(Debug)]
struct Window {
    lines: RangeInclusive<usize>,
    start: u32,
    text: String,
}

/// The lines around some spans of one file.
#[derive(Debug)]
pub(super) struct Excerpt<'a> {
    file: &'a SourceFile,
    name: String,
    windows: Vec<Window>,
}

impl<'a> Excerpt<'a> {
    /// The lines around ranges that [`drawable`] gave.
    pub(super) fn new(file: &'a SourceFile, ranges: &[Range<u32>]) -> Excerpt<'a> {
        let around = |range: &Range<u32>| with_context(file, lines_of(file, range), CONTEXT, CONTEXT);
        let windows = join(ranges.iter().map(around).collect());
        let windows = windows.into_iter().map(|lines| window(file, lines)).collect();
        Excerpt { file, name: visible::name(&file.name), windows }
    }

    fn window(&self, lines: &RangeInclusive<usize>) -> Option<&Window> {
        let holds = |w: &&Window| w.lines.contains(lines.start()) && w.lines.contains(lines.end());
        self.windows.iter().find(holds)
    }

    /// The text of some lines of a window, and where it begins in the file.
    fn text<'w>(&self, window: &'w Window, lines: &RangeInclusive<usize>) -> Option<(u32, &'w str)> {
        let start = self.file.line_start(*lines.start());
        let from = start.checked_sub(window.start)? as usize;
        let to = match lines.end() == window.lines.end() {
            true => window.text.len(),
            false => self.file.line_start(lines.end() + 1).checked_sub(window.start)? as usize,
        };
        Some((start, window.text.get(from..to)?))
    }
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let range = span.offset() as u32..(span.offset() + span.len()) as u32;
        let lines = with_context(self.file, lines_of(self.file, &range), before, after);
        let window = self.window(&lines).ok_or(MietteError::OutOfBounds)?;
        let (start, text) = self.text(window, &lines).ok_or(MietteError::OutOfBounds)?;
        // miette asks without context for the point it names in the heading.
        let column = match before {
            0 => text.get(..(range.start - start) as usize).map_or(0, |text| text.chars().count()),
            _ => 0,
        };
        let shown = SourceSpan::from((start as usize, text.len()));
        let count = lines.end() - lines.start() + 1;
        let name = self.name.clone();
        let contents = MietteSpanContents::new_named(name, text.as_bytes(), shown, *lines.start(), column, count);
        Ok(Box::new(contents))
    }
}

/// A place without its text: miette draws the heading `path:line:column` and no line.
#[derive(Debug)]
pub(super) struct Heading {
    name: String,
    line: usize,
    column: usize,
}

impl Heading {
    pub(super) fn new(place: &Place<'_>) -> Heading {
        Heading { name: visible::name(place.file), line: place.start.line - 1, column: place.start.column - 1 }
    }
}

impl SourceCode for Heading {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let contents = MietteSpanContents::new_named(self.name.clone(), &[], *span, self.line, self.column, 0);
        Ok(Box::new(contents))
    }
}

/// The part of a span that is drawn, or nothing where that would need a line that is too long.
pub(super) fn drawable(file: &SourceFile, span: Span) -> Option<Range<u32>> {
    let range = shortened(file, place::clamp(file, span));
    lines_of(file, &range).all(|line| fits(file, line)).then_some(range)
}

/// Without the line end that a span may close with; only the first line of a span of very many.
fn shortened(file: &SourceFile, range: Range<u32>) -> Range<u32> {
    let lines = lines_of(file, &range);
    if lines.end() - lines.start() >= MOST_LINES {
        return range.start..line_end(file, *lines.start()).max(range.start);
    }
    let closes_line = file.line_start(*lines.end()) == range.end;
    if closes_line && !range.is_empty() { range.start..range.end - 1 } else { range }
}

fn lines_of(file: &SourceFile, range: &Range<u32>) -> RangeInclusive<usize> {
    file.line_of(range.start)..=file.line_of(range.end)
}

/// The lines with their neighbours, as far as those are worth showing.
fn with_context(file: &SourceFile, lines: RangeInclusive<usize>, before: usize, after: usize) -> RangeInclusive<usize> {
    let (first, last) = lines.into_inner();
    let above = (0..first).rev().take(before).take_while(|line| fits(file, *line)).count();
    let below = (last + 1..file.line_count()).take(after).take_while(|line| is_context(file, *line)).count();
    first - above..=last + below
}

fn fits(file: &SourceFile, line: usize) -> bool {
    line_end(file, line) - file.line_start(line) <= LONGEST_LINE
}

/// Whether a line is worth showing below another; the nothing after the last line end is not.
fn is_context(file: &SourceFile, line: usize) -> bool {
    fits(file, line) && file.line_start(line) < file.text.len() as u32
}

/// Where a line ends, its `\n` not counted.
fn line_end(file: &SourceFile, line: usize) -> u32 {
    let next = file.line_start(line + 1);
    if line + 1 < file.line_count() { next - 1 } else { next }
}

/// Runs of lines, in order, with those that touch made one.
fn join(mut runs: Vec<RangeInclusive<usize>>) -> Vec<RangeInclusive<usize>> {
    runs.sort_by_key(|run| *run.start());
    let mut joined: Vec<RangeInclusive<usize>> = Vec::with_capacity(runs.len());
    for run in runs {
        match joined.last_mut() {
            Some(last) if *run.start() <= last.end() + 1 => {
                *last = *last.start()..=*last.end().max(run.end());
            }
            Some(_) | None => joined.push(run),
        }
    }
    joined
}

/// The text of some lines. It always ends with a line end, for miette draws no mark behind the last byte.
fn window(file: &SourceFile, lines: RangeInclusive<usize>) -> Window {
    let start = file.line_start(*lines.start());
    let mut text = visible::source(file.slice(start, file.line_start(lines.end() + 1)));
    if lines.end() + 1 == file.line_count() {
        text.push('\n');
    }
    Window { lines, start, text }
}
