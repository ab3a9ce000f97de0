//! What the grammar did not understand, in words.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use pest::Parser;

use super::grammar::{Rule, SpecParser};
use super::layout::Piece;
use super::lexer::{self, Token};
use super::words;
use crate::diag::{Code, Diagnostic, did_you_mean, list_of};
use crate::source::{FileId, Span};

/// Reads a piece that the grammar rejected once more, with the grammar's bookkeeping switched on, and says what it
/// expected where.
pub(super) fn explain(entry: Rule, id: FileId, piece: &Piece, text: &str) -> Diagnostic {
    let rejected = parse_with_detail(entry, text);
    let attempts = rejected.as_ref().and_then(|error| error.parse_attempts());
    let tokens = attempts.as_ref().map(|attempts| attempts.expected_tokens()).unwrap_or_default();
    let expected = Expected::new(tokens.iter().map(ToString::to_string).collect());
    let at = attempts.as_ref().map_or(0, |attempts| attempts.max_position);
    let place = Place::new(text, at);
    let span = Span::new(id, piece.start + place.start, piece.start + place.end);
    let wanted = expected.in_words();
    let message = match (wanted.is_empty(), place.found) {
        (false, "") => format!("expected {wanted}, but the declaration ends here"),
        (false, found) => format!("expected {wanted}, found `{found}`"),
        (true, _) => "this does not fit the grammar".to_string(),
    };
    Diagnostic::new(Code::Syntax, span, message)
        .label("not understood from here on")
        .maybe_help(help(&expected, &place))
}

/// pest keeps the switch for its bookkeeping in one place for all threads, so only one may use it at a time.
fn parse_with_detail(entry: Rule, text: &str) -> Option<pest::error::Error<Rule>> {
    static SWITCH: Mutex<()> = Mutex::new(());
    let _held = SWITCH.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let rejected = SpecParser::parse(entry, text).err();
    pest::set_error_detail(false);
    rejected
}

/// Where the grammar gave up, and the words around that place.
struct Place<'s> {
    start: u32,
    end: u32,
    found: &'s str,
    before: &'s str,
    before_that: &'s str,
    starts_line: bool,
}

impl<'s> Place<'s> {
    fn new(text: &'s str, at: usize) -> Place<'s> {
        let tokens = lexer::lex(FileId(0), text).tokens;
        let index = tokens.partition_point(|token| token.end as usize <= at);
        let token = tokens.get(index).copied();
        let word = |back: usize| {
            index.checked_sub(back).and_then(|index| tokens.get(index)).map_or("", |token| token.text(text))
        };
        let end = text.trim_end().len() as u32;
        let (start, end) = token.map_or((end.saturating_sub(1), end), |token| (token.start, token.end));
        let found = token.map_or("", |token: Token| token.text(text));
        let gap_start = index.checked_sub(1).and_then(|index| tokens.get(index)).map_or(0, |token| token.end);
        let gap = text.get(gap_start as usize..start as usize).unwrap_or("");
        Place { start, end, found, before: word(1), before_that: word(2), starts_line: gap.contains('\u{1e}') }
    }
}

/// What would have fitted.
struct Expected {
    literals: BTreeSet<String>,
    upper: bool,
    lower: bool,
}

impl Expected {
    /// Takes the tokens as pest shows them: literals as they are, ranges as `a..z`.
    fn new(tokens: BTreeSet<String>) -> Expected {
        let (upper, lower) = (tokens.contains("A..Z"), tokens.contains("a..z"));
        let literals = tokens.into_iter().filter(|token| !matches!(token.as_str(), "A..Z" | "a..z" | "0..9"));
        Expected { literals: literals.collect(), upper, lower }
    }

    fn has(&self, literal: &str) -> bool {
        self.literals.contains(literal)
    }

    fn an_operator(&self) -> bool {
        self.has("!=") && self.has("<=")
    }

    fn an_expression(&self) -> bool {
        self.has("#") && self.has("^")
    }

    fn a_type(&self) -> bool {
        self.upper && !self.lower && !self.an_expression() && !self.an_operator()
    }

    /// The words and symbols, without those that one of the summaries stands for.
    fn plain(&self) -> Vec<&str> {
        let summarised = |literal: &str| {
            let in_operator = words::is_operator(literal) || words::leaves_open(literal);
            let in_expression = matches!(literal, "\"" | "(" | "[" | "{" | "/" | "_") || in_operator;
            literal.trim().is_empty()
                || literal == "_"
                || literal.starts_with(['\u{1e}', '\u{2}'])
                || (self.an_operator() && ends_an_expression(literal))
                || (self.an_expression() && in_expression)
        };
        self.literals.iter().map(String::as_str).filter(|literal| !summarised(literal)).collect()
    }

    fn in_words(&self) -> String {
        let mut items: Vec<String> = Vec::new();
        if self.an_expression() {
            items.push("an expression".into());
        } else if self.an_operator() {
            items.push("an operator or the end of the expression".into());
        } else if self.upper && !self.lower {
            items.push("a name that begins with a capital letter".into());
        } else if self.lower && !self.upper {
            items.push("a name that begins with a small letter".into());
        }
        items.extend(self.plain().into_iter().map(|literal| format!("`{literal}`")));
        list_of(&items, "or")
    }
}

/// What may follow an expression wherever it stands, and so says nothing about what is missing.
fn ends_an_expression(literal: &str) -> bool {
    words::is_operator(literal)
        || words::CLAUSE_WORDS.contains(&literal)
        || matches!(literal, "(" | "[" | "=>" | "}" | "where")
}

const BASE_TYPES: [&str; 11] =
    ["String", "Int", "Bool", "Float", "DateTime", "Duration", "UUID", "Set", "Seq", "Map", "Option"];

/// What to write instead, for the mistakes that people make most.
fn help(expected: &Expected, place: &Place<'_>) -> Option<String> {
    let clause = |word: &str| words::CLAUSE_WORDS.contains(&word);
    if clause(place.before) && place.found == ":" {
        return Some(format!(
            "the expression before `{}:` is not finished: its last line ends in an operator",
            place.before
        ));
    }
    if clause(place.before) && expected.has(":") || clause(place.before) && expected.an_operator() {
        return Some(format!("a clause head ends with a colon: `{}:`", place.before));
    }
    if clause(place.before_that) && place.before == ":" && place.found == "}" {
        return Some(format!("`{}:` wants at least one line below it, or leave it out", place.before_that));
    }
    if place.before == "where" && expected.has(":") {
        return Some("give the refinement a name: `type Positive = Int where value > 0`".into());
    }
    match place.found {
        "," if expected.has("}") || expected.an_operator() => {
            return Some("fields and clauses stand on lines of their own, without commas".into());
        }
        "<" if expected.has("[") => return Some("type arguments stand in square brackets: `Set[String]`".into()),
        "'" if expected.an_expression() => return Some("strings are written with double quotes: `\"text\"`".into()),
        _ => {}
    }
    let near = did_you_mean(place.found, expected.literals.iter().map(String::as_str).filter(|word| word.len() > 2));
    if near.is_some() {
        return near;
    }
    if expected.a_type() {
        let type_wanted = matches!(place.before, ":" | "[" | "->" | ",");
        let near = if type_wanted { did_you_mean(place.found, BASE_TYPES) } else { None };
        return near.or_else(|| {
            Some("names of types, entities, enum values and operations begin with a capital letter".into())
        });
    }
    if expected.an_operator() && place.starts_line {
        return Some(
            "an expression goes on in the next line only after an operator or an infix word, or before one".into(),
        );
    }
    None
}
