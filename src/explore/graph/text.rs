//! Names and guards as they can stand on one line of a drawing: made visible, measured and broken.

/// A text on one line. Line breaks become spaces; other characters that would act instead of being seen, or that XML
/// cannot hold, become escapes.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => out.push(' '),
            _ if acts(character) => out.extend(character.escape_unicode()),
            _ => out.push(character),
        }
    }
    out
}

/// Control characters, separators that end lines, marks that turn the direction of writing, and what is no character.
fn acts(character: char) -> bool {
    let turns =
        matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || character.is_control() || matches!(character, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// How many columns a text takes in a font of fixed width. Scripts that may be set wide count double: room to spare is
/// better than letters that overlap.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|character| if character < '\u{1100}' { 1 } else { 2 }).sum()
}

/// Breaks a text into lines of at most `width` columns, at spaces where there are any.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').flat_map(|word| pieces(word, width)) {
        if !line.is_empty() && columns(&line) + 1 + columns(&word) > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    lines.push(line);
    lines
}

/// A word in pieces that each fit.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for character in word.chars() {
        let wide = columns(character.encode_utf8(&mut [0; 4]));
        if used + wide > width {
            pieces.push(String::new());
            used = 0;
        }
        used += wide;
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
    }
    pieces
}

/// The first `most` lines; where there are more, the last one says so.
pub(super) fn at_most(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    lines
}
