//! Values as TypeScript writes them. Everything is ASCII, so that a line is as wide as it looks and nothing can hide in it.

use crate::backend::text::{push_escaped, quote_for};

/// A string literal.
pub(super) fn string(text: &str) -> String {
    let quote = quote_for(text);
    let mut out = String::from(quote);
    text.chars().for_each(|character| push_escaped(&mut out, character, quote, code_point));
    out.push(quote);
    out
}

/// The escape of a character by its number.
pub(super) fn code_point(character: char) -> String {
    match u32::from(character) {
        number @ 0..=0xff => format!("\\x{number:02x}"),
        number @ 0x100..=0xffff => format!("\\u{number:04x}"),
        number => format!("\\u{{{number:x}}}"),
    }
}

/// A float literal.
pub(super) fn float(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// The one line of a comment on what follows it, in so many characters.
pub(super) fn comment(text: &str, width: usize) -> String {
    // Nothing in it may end the comment.
    let text = shortened(&text.replace("*/", "* /"), width.saturating_sub("/**  */".len()));
    format!("/** {text} */")
}

/// A text in which everything can be seen.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::new();
    let plain: Vec<&str> = text.split_whitespace().collect();
    plain.join(" ").chars().for_each(|character| push_visible(&mut out, character));
    out
}

/// The same inside a function.
pub(super) fn remark(text: &str, width: usize) -> String {
    format!("// {}", shortened(text, width.saturating_sub("// ".len())))
}

/// The beginning of a text on one line, in so many characters.
fn shortened(text: &str, room: usize) -> String {
    let out = visible(text);
    if out.len() <= room {
        return out;
    }
    let kept = out.get(..room.saturating_sub(3)).unwrap_or(&out);
    let cut = kept.rfind(' ').filter(|at| *at > kept.len() / 2).and_then(|at| kept.get(..at)).unwrap_or(kept);
    format!("{}...", cut.trim_end())
}

fn push_visible(out: &mut String, character: char) {
    if matches!(character, ' '..='~') {
        out.push(character);
    } else {
        out.push_str(&code_point(character));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(string("a\"b"), "'a\"b'");
        assert_eq!(string("${a}`"), "\"${a}`\"");
        assert_eq!(string("\\\n\u{1}\u{e9}\u{20ac}\u{1f600}"), r#""\\\n\x01\xe9\u20ac\u{1f600}""#);
    }

    #[test]
    fn comments_end_where_they_should() {
        assert_eq!(comment("a */ b", 80), "/** a * / b */");
        assert!(comment(&"word ".repeat(60), 80).len() <= 80);
        assert_eq!(remark("a\nb \u{2028}", 80), "// a b");
    }

    #[test]
    fn floats_are_as_short_as_they_can_be() {
        assert_eq!([1.0, 1.5, -0.25, 1e300].map(float), ["1", "1.5", "-0.25", "1e300"]);
    }
}
