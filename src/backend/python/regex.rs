//! Patterns of a spec as patterns of Python's `re`. The checker lets only the common core through; what is left is what
//! Python reads in another way, or warns about.

use super::literal::code_point;

/// The pattern for `re.search` with `re.ASCII`.
pub(super) fn translated(pattern: &str) -> String {
    let mut out = String::new();
    let mut characters = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => push_escape(&mut out, characters.next()),
            '[' if !in_class => {
                in_class = true;
                out.push('[');
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            // In Python `$` is also the place before a last line break.
            '$' if !in_class => out.push_str("\\Z"),
            // Python warns of what may become a set operation.
            '[' | '&' | '~' | '|' | '-' if in_class && characters.peek() == Some(&character) => {
                out.push('\\');
                out.push(character);
            }
            ' '..='~' => out.push(character),
            other => out.push_str(&code_point(other)),
        }
    }
    out
}

fn push_escape(out: &mut String, escaped: Option<char>) {
    match escaped {
        // Not special in Python, and so needs no backslash.
        Some(plain @ ('/' | '"' | '\'' | '`' | '!' | '%' | ',' | ':' | ';' | '=' | '@' | '_')) => out.push(plain),
        Some(other) => {
            out.push('\\');
            out.push(other);
        }
        None => out.push_str("\\\\"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_the_very_end() {
        assert_eq!(translated("^a$"), "^a\\Z");
        assert_eq!(translated("[$]\\$"), "[$]\\$");
    }

    #[test]
    fn classes_hold_nothing_that_python_warns_of() {
        assert_eq!(translated("[a&b|c~]"), "[a&b|c~]");
        assert_eq!(translated("[a&&b]"), "[a\\&&b]");
    }

    #[test]
    fn slashes_need_no_backslash_and_other_characters_get_one() {
        assert_eq!(translated("https?:\\/\\/\u{e4}\u{1f600}"), "https?://\\xe4\\U0001f600");
    }
}
