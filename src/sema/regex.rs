//! Regexes: the common core of Python's `re`, ECMAScript and Go's RE2. A construct that one of them lacks, or reads
//! in another way, is named.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Why a pattern is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    code: Code,
    what: String,
    help: String,
}

impl Problem {
    fn new(code: Code, what: impl Into<String>, help: impl Into<String>) -> Problem {
        Problem { code, what: what.into(), help: help.into() }
    }

    fn not_portable(what: &str, help: &str) -> Problem {
        let what = format!("{what} is not common to Python, JavaScript and Go");
        Problem::new(Code::RegexNotPortable, what, help)
    }

    fn bad(what: impl Into<String>, help: &str) -> Problem {
        Problem::new(Code::BadRegex, what, help)
    }

    /// The diagnostic for a pattern at a place.
    pub(super) fn diagnostic(&self, span: Span) -> Diagnostic {
        Diagnostic::new(self.code, span, self.what.clone()).help(self.help.clone())
    }
}

/// The largest count that Go accepts in a repetition.
const MAX_REPEAT: u32 = 1000;

/// Accepts a pattern of the common core.
pub(super) fn validate(pattern: &str) -> Result<(), Problem> {
    let mut scanner = Scanner { rest: pattern, repeatable: false };
    while let Some(character) = scanner.next() {
        scanner.outside_class(character)?;
    }
    // What is left to check is structure: groups, ranges, repetitions.
    match regex_syntax::Parser::new().parse(pattern) {
        Ok(_) => Ok(()),
        Err(error) => Err(Problem::bad(format!("this regex cannot be read: {}", reason(&error)), "mend the pattern")),
    }
}

fn reason(error: &regex_syntax::Error) -> String {
    match error {
        regex_syntax::Error::Parse(error) => error.kind().to_string(),
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        _ => "its structure is not valid".to_string(),
    }
}

struct Scanner<'p> {
    rest: &'p str,
    /// What came before can be repeated.
    repeatable: bool,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn outside_class(&mut self, character: char) -> Result<(), Problem> {
        match character {
            '\\' => self.escape(false)?,
            '[' => self.class()?,
            '(' => return self.group(),
            '*' | '+' | '?' => return self.repetition(),
            '{' => return self.counted(),
            '|' | '^' => self.repeatable = false,
            '}' | ']' => {
                let what = format!("a bare `{character}`");
                return Err(Problem::not_portable(&what, &format!("write `\\{character}` for the character itself")));
            }
            _ => self.repeatable = true,
        }
        Ok(())
    }

    fn group(&mut self) -> Result<(), Problem> {
        self.repeatable = false;
        let Some(rest) = self.rest.strip_prefix('?') else { return Ok(()) };
        if let Some(rest) = rest.strip_prefix(':') {
            self.rest = rest;
            return Ok(());
        }
        let (what, help) = if rest.starts_with("P<") || rest.starts_with("P=") || named(rest) {
            ("a named group", "write `( … )` or `(?: … )`")
        } else if rest.starts_with('=') || rest.starts_with('!') {
            ("a look-ahead", "state the condition in a clause of its own, or with `and`")
        } else if rest.starts_with("<=") || rest.starts_with("<!") {
            ("a look-behind", "state the condition in a clause of its own, or with `and`")
        } else if rest.starts_with('>') {
            ("an atomic group", "write `(?: … )`")
        } else if rest.starts_with('(') {
            ("a conditional group", "write both cases with `|`")
        } else if rest.starts_with('#') {
            ("a comment inside a regex", "use a `//` comment beside it")
        } else {
            ("an inline flag", "spell both cases out, such as `[Aa]`")
        };
        Err(Problem::not_portable(what, help))
    }

    fn repetition(&mut self) -> Result<(), Problem> {
        if !self.repeatable {
            return Err(Problem::bad("there is nothing to repeat", "put a character, class or group before it"));
        }
        self.after_repetition()
    }

    /// A lazy `?` may follow a repetition, another repetition may not.
    fn after_repetition(&mut self) -> Result<(), Problem> {
        self.repeatable = false;
        match self.peek() {
            Some('?') => {
                self.next();
                Ok(())
            }
            Some('+') => Err(Problem::not_portable("a possessive repetition", "leave the second `+` out")),
            Some('*' | '{') => Err(Problem::bad("a repetition is repeated", "put the first one into a group")),
            _ => Ok(()),
        }
    }

    fn counted(&mut self) -> Result<(), Problem> {
        let help = "write `{3}`, `{3,}` or `{3,5}`, or `\\{` for the character itself";
        let Some((counts, rest)) = self.rest.split_once('}') else {
            return Err(Problem::not_portable("a bare `{`", help));
        };
        let (low, high) = counts.split_once(',').unwrap_or((counts, counts));
        let is_count =
            |text: &str| !text.is_empty() && text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_count(low) || !(high.is_empty() || is_count(high)) {
            return Err(Problem::not_portable("a bare `{`", help));
        }
        if !self.repeatable {
            return Err(Problem::bad("there is nothing to repeat", "put a character, class or group before it"));
        }
        if [low, high].iter().any(|text| text.parse::<u32>().is_ok_and(|count| count > MAX_REPEAT)) {
            let what = format!("a repetition of more than {MAX_REPEAT}");
            return Err(Problem::not_portable(&what, "bound the length with `len(value) <= …` instead"));
        }
        self.rest = rest;
        self.after_repetition()
    }

    fn class(&mut self) -> Result<(), Problem> {
        self.repeatable = true;
        if self.peek() == Some('^') {
            self.next();
        }
        if self.peek() == Some(']') {
            return Err(Problem::not_portable("a class that begins with `]`", "write `\\]` inside the class"));
        }
        let mut before = None;
        loop {
            match (self.next(), self.peek()) {
                (None, _) => return Err(Problem::bad("a class is not closed", "add the missing `]`")),
                (Some(']'), _) => return Ok(()),
                (Some('['), _) => {
                    return Err(Problem::not_portable("a `[` inside a class", "write `\\[` for the character itself"));
                }
                (Some(character @ ('&' | '~' | '|')), Some(next)) if character == next => {
                    return Err(Problem::not_portable("a set operation in a class", "write the characters out"));
                }
                (Some('-'), Some('-')) if before.is_some() => {
                    return Err(Problem::not_portable("a set operation in a class", "write the characters out"));
                }
                (Some('\\'), next) => {
                    self.escape(true)?;
                    let is_class = next.is_some_and(|next| "dDwWsS".contains(next));
                    if is_class && self.rest.starts_with('-') && !self.rest.starts_with("-]") {
                        return Err(Problem::not_portable("a range that begins with a class", "put the `-` last"));
                    }
                    before = next;
                }
                (Some(character), _) => before = Some(character),
            }
        }
    }

    fn escape(&mut self, in_class: bool) -> Result<(), Problem> {
        self.repeatable = true;
        let Some(character) = self.next() else {
            return Err(Problem::bad("the regex ends in a `\\`", "write `\\\\` for a backslash"));
        };
        match character {
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'n' | 't' | 'r' | 'f' | 'v' => Ok(()),
            'b' | 'B' if !in_class => {
                self.repeatable = false;
                Ok(())
            }
            '0'..='9' if !in_class => Err(Problem::not_portable("a back-reference", "write the repeated part out")),
            'k' => Err(Problem::not_portable("a back-reference", "write the repeated part out")),
            'p' | 'P' => Err(Problem::not_portable("a Unicode property", "write a class such as `[a-zA-Z]`")),
            'A' | 'Z' | 'z' | 'G' => {
                Err(Problem::not_portable("this anchor", "use `^` and `$`; `$` means the very end"))
            }
            'x' | 'u' | 'U' | 'c' | 'N' | 'Q' | 'E' => {
                Err(Problem::not_portable("this escape", "write the character itself"))
            }
            other if other.is_ascii_punctuation() && other != '<' && other != '>' => Ok(()),
            other => Err(Problem::bad(format!("`\\{other}` has no meaning in a regex"), "leave the backslash out")),
        }
    }
}

/// `<name>` after `(?`.
fn named(rest: &str) -> bool {
    rest.strip_prefix('<').is_some_and(|rest| !rest.starts_with(['=', '!']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(pattern: &str) -> Option<Code> {
        validate(pattern).err().map(|problem| problem.code)
    }

    #[test]
    fn the_common_core_is_accepted() {
        for pattern in [
            r"^https?://[!-~]+$",
            r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
            r"^[A-Za-z0-9_-]{6,10}$",
            r"(?:a|b)*?c+",
            r"\bword\b",
            r"^\d{3}-\d{4}$",
            r"[/]",
            r"a{3,}",
            r"\{x\}",
            r"[\]\[]",
            r"^$",
            r"x{0,1000}",
            "[a-z\\-]",
            "ä𝄞",
        ] {
            assert_eq!(code(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_one_engine_lacks_is_named() {
        for pattern in [
            r"(?=a)",
            r"(?!a)",
            r"(?<=a)",
            r"(?<!a)",
            r"(a)\1",
            r"(?P<n>a)",
            r"(?<n>a)",
            r"(?i)a",
            r"\p{L}",
            r"a++",
            r"(?>a)",
            r"\Aa\z",
            r"\x41",
            r"[[:alpha:]]",
            r"[]a]",
            r"a{,3}",
            r"x{1001}",
            r"a}",
            r"[\w-z]",
            r"[a&&b]",
        ] {
            assert_eq!(code(pattern), Some(Code::RegexNotPortable), "{pattern}");
        }
    }

    #[test]
    fn what_no_engine_reads_is_reported() {
        for pattern in [r"(a", r"a)", r"*a", r"a**", r"[a", r"[z-a]", "a\\", r"a{3,2}", r"\y", r"{2}"] {
            assert_eq!(code(pattern), Some(Code::BadRegex), "{pattern}");
        }
    }
}
