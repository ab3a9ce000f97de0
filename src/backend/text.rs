//! Texts in quotes: what languages have in common. Everything else is written by its number, as each language does.

/// The quotes that leave the least to escape, `"` where it makes no difference.
pub(super) fn quote_for(text: &str) -> char {
    let count = |wanted: char| text.chars().filter(|found| *found == wanted).count();
    if count('"') <= count('\'') { '"' } else { '\'' }
}

/// A character as it stands between quotes.
pub(super) fn push_escaped(out: &mut String, character: char, quote: char, by_number: fn(char) -> String) {
    match character {
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        found if found == quote => {
            out.push('\\');
            out.push(found);
        }
        ' '..='~' => out.push(character),
        found => out.push_str(&by_number(found)),
    }
}

/// A text as lines of so many characters, with a `?` for whatever would not be seen.
pub(super) fn filled(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let word: String = word.chars().take(width).collect();
        if !line.is_empty() && line.chars().count() + word.chars().count() + 1 > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(|found| if found.is_control() { '?' } else { found }));
    }
    lines.push(line);
    lines
}
