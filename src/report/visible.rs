//! Characters that would act on a terminal instead of being seen on it, made visible.

/// Prose with such characters written as escapes. Line breaks stay.
pub(super) fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character != '\n' && acts(character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

/// Text of many lines, with such characters written as escapes. Tabs stay as well.
pub(crate) fn text(text: &str) -> String {
    let lines = text.split('\t').map(prose);
    lines.collect::<Vec<_>>().join("\t")
}

/// A name with such characters written as escapes, on one line.
pub(crate) fn name(text: &str) -> String {
    prose(text).replace('\n', "\\n")
}

/// Lines of a source with every such character replaced by one of the same size, so that offsets still hold.
/// Tabs and line ends stay.
pub(super) fn source(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let ends_line = character == '\r' && rest.peek() == Some(&'\n');
        let stays = ends_line || matches!(character, '\n' | '\t') || !acts(character);
        out.push(if stays { character } else { stand_in(character) });
    }
    out
}

fn stand_in(character: char) -> char {
    match character.len_utf8() {
        1 => '?',
        2 => '¿',
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Control characters, separators that end lines, and marks that turn the direction of writing.
fn acts(character: char) -> bool {
    let turns =
        matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}
