//! Values as Python writes them. Everything is ASCII, so that a line is as wide as it looks and nothing can hide in it.

use std::fmt::Write;

use crate::backend::text::{push_escaped, quote_for};

/// A line of a long text ends after a word that brings it to so many characters.
const ENOUGH: usize = 80;

/// No line of a long text has more characters than this: deep inside of brackets there is room for no more.
const MOST: usize = 92;

/// A string literal.
pub(super) fn string(text: &str) -> String {
    let quote = quote_for(text);
    format!("{quote}{}{quote}", escaped(text, quote))
}

fn escaped(text: &str, quote: char) -> String {
    text.chars().fold(String::new(), |mut out, character| {
        push_escaped(&mut out, character, quote, code_point);
        out
    })
}

/// The escape of a character by its number.
pub(super) fn code_point(character: char) -> String {
    match u32::from(character) {
        number @ 0..=0xff => format!("\\x{number:02x}"),
        number @ 0x100..=0xffff => format!("\\u{number:04x}"),
        number => format!("\\U{number:08x}"),
    }
}

/// A long text as literals that Python joins: broken between words, and inside of those that are too long for a line.
pub(super) fn chunks(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let last = chunks.last().map_or("", String::as_str);
        let is_over = !last.is_empty() && (width(last) >= ENOUGH || width(last) + width(word) > MOST);
        if is_over {
            chunks.push(String::new());
        }
        word.chars().for_each(|character| push(&mut chunks, character));
    }
    chunks.iter().filter(|chunk| !chunk.is_empty()).map(|chunk| string(chunk)).collect()
}

/// Adds a character to the last chunk, or to a new one where that is full.
fn push(chunks: &mut Vec<String>, character: char) {
    match chunks.last_mut().filter(|last| width(last) + width(character.encode_utf8(&mut [0; 4])) <= MOST) {
        Some(last) => last.push(character),
        None => chunks.push(character.to_string()),
    }
}

/// How many characters a text takes between quotes.
fn width(text: &str) -> usize {
    escaped(text, '"').len()
}

/// A float literal.
pub(super) fn float(value: f64) -> String {
    let text = format!("{value:?}");
    // Rust writes `1e16` where Python writes `1e16` too, and `1e-7` as `1e-7`.
    text
}

/// The one line of a docstring, with quotes, in so many characters.
pub(super) fn docstring(text: &str, width: usize) -> String {
    let room = width.saturating_sub(6);
    let plain = one_line(text);
    let inside = inside_docstring(&plain);
    if inside.len() <= room {
        return format!("\"\"\"{inside}\"\"\"");
    }
    let mut kept = String::new();
    for character in plain.chars() {
        let mut next = kept.clone();
        next.push(character);
        if inside_docstring(&next).len() + 3 > room {
            break;
        }
        kept = next;
    }
    let cut = kept.rfind(' ').filter(|at| *at > kept.len() / 2).and_then(|at| kept.get(..at)).unwrap_or(&kept);
    format!("\"\"\"{}...\"\"\"", inside_docstring(cut.trim_end()).trim_end())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text between the quotes of a docstring. A quote at its end is kept apart from the closing ones.
fn inside_docstring(text: &str) -> String {
    let mut out = String::new();
    let mut quotes = 0;
    for character in text.chars() {
        quotes = if character == '"' { quotes + 1 } else { 0 };
        match character {
            '"' if quotes == 3 => {
                out.push_str("\\\"");
                quotes = 0;
            }
            '"' => out.push('"'),
            other => push_escaped(&mut out, other, '\0', code_point),
        }
    }
    if out.ends_with('"') || out.ends_with('\\') {
        out.push(' ');
    }
    if out.starts_with('"') { format!(" {out}") } else { out }
}

/// A pattern as a raw string.
pub(super) fn raw(pattern: &str) -> String {
    let quote = if pattern.contains('"') && !pattern.contains('\'') { '\'' } else { '"' };
    let mut out = String::from("r");
    out.push(quote);
    for character in pattern.chars() {
        match character {
            found if found == quote => {
                let _ = write!(out, "\\x{:02x}", u32::from(found));
            }
            found => out.push(found),
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"b"), "'a\"b'");
        assert_eq!(string("a\"b'c"), "\"a\\\"b'c\"");
        assert_eq!(string("\\\n\t\r\u{1}\u{e9}\u{20ac}\u{1f600}"), r#""\\\n\t\r\x01\xe9\u20ac\U0001f600""#);
    }

    #[test]
    fn long_texts_are_broken_between_words_and_fit_their_lines() {
        let text = format!("{} {} end", "word".repeat(20), "another".repeat(30));
        let found = chunks(&text);
        assert!(found.iter().all(|chunk| chunk.len() <= MOST + 2), "{found:?}");
        let joined: String = found.iter().map(|chunk| chunk.trim_matches('"')).collect();
        assert_eq!(joined, text);
        assert_eq!(found.first().map(String::len), Some("word".len() * 20 + 3), "{found:?}");
    }

    #[test]
    fn docstrings_keep_to_their_line() {
        assert_eq!(docstring("a = \"b\"", 120), "\"\"\"a = \"b\" \"\"\"");
        assert_eq!(docstring("x \"\"\" y", 120), "\"\"\"x \"\"\\\" y\"\"\"");
        let long = docstring(&"word ".repeat(60), 116);
        assert!(long.len() <= 116 && long.ends_with("word...\"\"\""), "{long}");
    }
}
