//! Patterns of a spec as patterns of JavaScript, with the flag `u`. The checker lets only the common core through; what is
//! left is what JavaScript reads in another way, or refuses.

use super::literal::code_point;

/// White space, as it stands in a class: JavaScript's own knows more of it.
const SPACE: &str = "\\t-\\r ";
/// Everything else.
const NO_SPACE: &str = "\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}";

/// The pattern as a literal.
pub(super) fn literal(pattern: &str) -> String {
    if pattern.is_empty() {
        return "/(?:)/u".to_string();
    }
    let mut out = String::from("/");
    let mut characters = pattern.chars();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        match character {
            '\\' => push_escape(&mut out, characters.next().unwrap_or('\\'), in_class),
            '[' | ']' => {
                in_class = character == '[';
                out.push(character);
            }
            // JavaScript leaves out more than the end of a line.
            '.' if !in_class => out.push_str("[^\\n]"),
            '/' if !in_class => out.push_str("\\/"),
            ' '..='~' => out.push(character),
            other => out.push_str(&code_point(other)),
        }
    }
    out + "/u"
}

fn push_escape(out: &mut String, escaped: char, in_class: bool) {
    match escaped {
        's' if in_class => out.push_str(SPACE),
        'S' if in_class => out.push_str(NO_SPACE),
        's' => out.push_str(&format!("[{SPACE}]")),
        'S' => out.push_str(&format!("[^{SPACE}]")),
        '-' if !in_class => out.push('-'),
        // Those that mean something, and so keep their backslash.
        'a'..='z'
        | 'A'..='Z'
        | '-'
        | '^'
        | '$'
        | '\\'
        | '.'
        | '*'
        | '+'
        | '?'
        | '('
        | ')'
        | '['
        | ']'
        | '{'
        | '}'
        | '|'
        | '/' => {
            out.push('\\');
            out.push(escaped);
        }
        plain => out.push(plain),
    }
}

/// The method that tells the same as a pattern that only says how a text begins or ends, and how that is.
pub(super) fn end_of(pattern: &str) -> Option<(&'static str, String)> {
    let (method, words) = match (pattern.strip_prefix('^'), pattern.strip_suffix('$')) {
        (Some(words), None) => ("startsWith", words),
        (None, Some(words)) => ("endsWith", words),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let words = words.replace("\\/", "/");
    let is_plain = |one: char| one.is_ascii_alphanumeric() || " _-:/@,;=&%#!'\"<>".contains(one);
    (!words.is_empty() && words.chars().all(is_plain)).then_some((method, words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_else_is_spelled_out() {
        assert_eq!(literal("^.$"), "/^[^\\n]$/u");
        assert_eq!(literal("\\s[^@\\s]\\S"), "/[\\t-\\r ][^@\\t-\\r ][^\\t-\\r ]/u");
        assert_eq!(literal("[.]"), "/[.]/u");
    }

    #[test]
    fn how_a_text_begins_or_ends_needs_no_pattern() {
        assert_eq!(end_of("^https:\\/\\/"), Some(("startsWith", "https://".into())));
        assert_eq!(end_of("-x$"), Some(("endsWith", "-x".into())));
        for pattern in ["^a$", "a", "^", "^a.", "a\\$", "^a|b"] {
            assert_eq!(end_of(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn only_what_needs_a_backslash_has_one() {
        assert_eq!(literal("https?:\\/\\/a/\\-\\:[\\-a]"), "/https?:\\/\\/a\\/-:[\\-a]/u");
        assert_eq!(literal("\u{e4}\u{1f600}"), "/\\xe4\\u{1f600}/u");
    }
}
