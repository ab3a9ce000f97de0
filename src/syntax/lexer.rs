//! Text to tokens. The grammar itself is in `grammar/spec.pest`; tokens serve the layout rule, which must know
//! strings, regexes, comments and brackets before the grammar runs, and the formatter, which must keep comments.

use crate::diag::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// What a token is, as far as layout and formatting care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Word,
    /// An integer or a float.
    Number,
    /// A string with its quotes.
    Text,
    /// A regex with its slashes.
    Regex,
    /// A comment from `//` to the end of the line.
    LineComment,
    /// A comment from `/*` to `*/`.
    BlockComment,
    /// An operator, a bracket or other punctuation.
    Symbol,
}

impl TokenKind {
    /// Whether the grammar never sees it.
    pub fn is_comment(self) -> bool {
        matches!(self, TokenKind::LineComment | TokenKind::BlockComment)
    }
}

/// A token: its kind and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: u32,
    /// The byte after its last one.
    pub end: u32,
}

impl Token {
    /// Its text in the source it came from.
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// The tokens of a text, and what was wrong with it.
#[derive(Debug, Default)]
pub struct Lexed {
    /// All tokens, comments included.
    pub tokens: Vec<Token>,
    /// Lexical errors, in order.
    pub errors: Vec<Diagnostic>,
}

/// Splits a text into tokens. Every byte that is neither white space nor part of a token is reported.
pub fn lex(file: FileId, text: &str) -> Lexed {
    let mut lexer = Lexer { file, text, bytes: text.as_bytes(), at: 0, regex_next: false, out: Lexed::default() };
    lexer.out.tokens.reserve(text.len() / 5);
    lexer.skip_bom();
    while lexer.at < lexer.bytes.len() {
        lexer.step();
    }
    lexer.out
}

struct Lexer<'s> {
    file: FileId,
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    /// The last token that counts was `matches`, so a slash begins a regex.
    regex_next: bool,
    out: Lexed,
}

/// Symbols of two characters, the ones of other languages among them so that they can be named in messages.
const PAIRS: [&[u8; 2]; 10] = [b"->", b"=>", b"<=", b">=", b"!=", b"==", b"&&", b"||", b"<>", b":="];

const SINGLES: &[u8] = b"{}()[]:,.=<>+-*/#^|'!&;@$%?~`";

impl Lexer<'_> {
    fn skip_bom(&mut self) {
        if self.bytes.starts_with("\u{feff}".as_bytes()) {
            self.at = 3;
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn step(&mut self) {
        match self.peek(0) {
            b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'0'..=b'9' => self.number(),
            b'"' => self.string(),
            b'/' if self.peek(1) == b'/' && !self.regex_next => self.line_comment(),
            b'/' if self.peek(1) == b'*' && !self.regex_next => self.block_comment(),
            b'/' if self.regex_next || self.slash_for_operand() => self.regex(),
            _ => self.symbol(),
        }
    }

    /// After `=` or `!=` a slash cannot divide: somebody means a regex, and is told so later.
    fn slash_for_operand(&self) -> bool {
        let before = self.out.tokens.last().map_or("", |token| token.text(self.text));
        let line = self.text.get(self.at + 1..).and_then(|rest| rest.lines().next()).unwrap_or("");
        matches!(before, "=" | "!=") && line.contains('/')
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.out.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    fn error(&mut self, code: Code, start: usize, end: usize, message: impl Into<String>) -> &mut Diagnostic {
        let span = Span::new(self.file, start as u32, end as u32);
        self.out.errors.push(Diagnostic::new(code, span, message));
        let last = self.out.errors.len() - 1;
        &mut self.out.errors[last]
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.at < self.bytes.len() && keep(self.bytes[self.at]) {
            self.at += 1;
        }
    }

    fn word(&mut self) {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        self.regex_next = &self.bytes[start..self.at] == b"matches";
        self.push(TokenKind::Word, start);
    }

    fn number(&mut self) {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        self.regex_next = false;
        self.push(TokenKind::Number, start);
        self.number_with_letters(start);
    }

    /// `12ab` is neither a number nor a name.
    fn number_with_letters(&mut self, start: usize) {
        let end = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if self.at > end {
            let text = self.text.get(start..self.at).unwrap_or("").to_string();
            let (from, to) = (start, self.at);
            self.error(Code::BadNumber, from, to, format!("`{text}` is not a number")).help =
                Some("numbers are written `42` or `3.5`; names do not begin with a digit".into());
        }
    }

    fn string(&mut self) {
        let start = self.at;
        self.regex_next = false;
        self.at += 1;
        loop {
            match self.peek(0) {
                b'"' => break,
                b'\\' if self.peek(1) >= b' ' => self.at += 2,
                b'\n' => return self.unterminated_string(start),
                0 if self.at >= self.bytes.len() => return self.unterminated_string(start),
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.push(TokenKind::Text, start);
    }

    fn unterminated_string(&mut self, start: usize) {
        self.at = self.at.min(self.bytes.len());
        self.push(TokenKind::Text, start);
        let end = self.at;
        self.error(Code::UnterminatedString, start, end, "this string does not end").help =
            Some("close it with `\"` on the same line; write a line break as `\\n`".into());
    }

    fn line_comment(&mut self) {
        let start = self.at;
        self.skip_while(|byte| byte != b'\n');
        if self.at > start && self.bytes[self.at - 1] == b'\r' {
            self.at -= 1;
        }
        self.push(TokenKind::LineComment, start);
    }

    fn block_comment(&mut self) {
        let start = self.at;
        match self.text.get(start + 2..).and_then(|rest| rest.find("*/")) {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.bytes.len();
                self.error(Code::UnterminatedComment, start, start + 2, "this comment does not end").help =
                    Some("close it with `*/`; block comments do not nest".into());
            }
        }
        self.push(TokenKind::BlockComment, start);
    }

    fn regex(&mut self) {
        let start = self.at;
        self.regex_next = false;
        self.at += 1;
        let mut in_class = false;
        loop {
            match self.peek(0) {
                b'/' if !in_class => break,
                b'\\' if self.peek(1) >= b' ' => self.at += 2,
                b'\n' => return self.unterminated_regex(start),
                0 if self.at >= self.bytes.len() => return self.unterminated_regex(start),
                byte => {
                    in_class = (in_class || byte == b'[') && byte != b']';
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        self.push(TokenKind::Regex, start);
    }

    fn unterminated_regex(&mut self, start: usize) {
        self.at = self.at.min(self.bytes.len());
        self.push(TokenKind::Regex, start);
        let end = self.at;
        self.error(Code::UnterminatedRegex, start, end, "this regex does not end").help = Some(
            "close it with `/` on the same line; a slash inside is written `\\/`, a `[` that stands for itself `\\[`"
                .into(),
        );
    }

    fn symbol(&mut self) {
        let start = self.at;
        let pair = [self.peek(0), self.peek(1)];
        if PAIRS.contains(&&pair) {
            self.at += 2;
        } else if SINGLES.contains(&pair[0]) {
            self.at += 1;
        } else {
            return self.stray();
        }
        self.regex_next = false;
        self.push(TokenKind::Symbol, start);
        self.check_symbol(start);
    }

    /// Symbols that only other languages have get their own message, with the right spelling.
    fn check_symbol(&mut self, start: usize) {
        let end = self.at;
        let symbol = self.text.get(start..end).unwrap_or("").to_string();
        let right = match symbol.as_str() {
            "==" => "equality is `=`",
            "&&" | "&" => "write `and`",
            "||" => "write `or`",
            "!" => "write `not`",
            "<>" => "write `!=`",
            ":=" | "%" | "~" => "the operators are `+ - * /`, `= != < <= > >=`, and words such as `and`, `in`, `union`",
            ";" => "nothing stands between clauses or declarations but a new line",
            "@" | "$" | "?" | "`" => return self.stray_at(start, end),
            _ => return,
        };
        let code = if symbol == ";" { Code::StrayCharacter } else { Code::ForeignOperator };
        let message = format!("`{symbol}` is not an operator of this language");
        let message = if symbol == ";" { "`;` has no meaning here".to_string() } else { message };
        self.error(code, start, end, message).help = Some(right.into());
    }

    fn stray(&mut self) {
        let start = self.at;
        let length = self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        self.at += length;
        self.stray_at(start, start + length);
    }

    fn stray_at(&mut self, start: usize, end: usize) {
        let shown: String = self.text.get(start..end).unwrap_or("?").escape_debug().collect();
        self.error(Code::StrayCharacter, start, end, format!("`{shown}` has no meaning here")).help = Some(
            "names are ASCII letters, digits and `_`; other characters belong in strings, regexes and comments".into(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, String)> {
        lex(FileId(0), text).tokens.iter().map(|t| (t.kind, t.text(text).to_string())).collect()
    }

    fn codes(text: &str) -> Vec<Code> {
        lex(FileId(0), text).errors.iter().map(|e| e.code).collect()
    }

    #[test]
    fn a_slash_begins_a_regex_only_after_matches() {
        let found = kinds(r"a / b matches /[/]\/x/ // done");
        let regexes: Vec<_> = found.iter().filter(|(kind, _)| *kind == TokenKind::Regex).collect();
        assert_eq!(regexes, [&(TokenKind::Regex, r"/[/]\/x/".to_string())]);
        assert_eq!(found.last().map(|(kind, _)| *kind), Some(TokenKind::LineComment));
    }

    #[test]
    fn what_does_not_end_is_reported_once() {
        assert_eq!(codes("x = \"abc\ny"), [Code::UnterminatedString]);
        assert_eq!(codes("/* abc"), [Code::UnterminatedComment]);
        assert_eq!(codes("x matches /abc\ny"), [Code::UnterminatedRegex]);
        assert_eq!(codes("\"\\"), [Code::UnterminatedString]);
    }

    #[test]
    fn operators_of_other_languages_are_named() {
        assert_eq!(codes("a == b && !c || d <> e"), [Code::ForeignOperator; 5]);
        assert_eq!(codes("a != b"), []);
    }

    #[test]
    fn strange_characters_do_not_stop_the_lexer() {
        assert_eq!(codes("a € b \u{1e} c"), [Code::StrayCharacter, Code::StrayCharacter]);
        assert_eq!(kinds("\u{feff}a").len(), 1);
    }
}
