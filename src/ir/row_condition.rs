//! The condition of an index over a part of the rows: the little of SQL that every database understands in the same way.
//! A spec gives it as text; it is read here and printed again, so that nothing reaches a database that was not understood.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smol_str::SmolStr;

/// What rows satisfy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowCondition {
    /// All rows, or none.
    Is(bool),
    /// `one < other`
    Compared(Operand, Comparison, Operand),
    /// `name is null`
    IsNull(SmolStr),
    /// `name in ('A', 'B')`
    OneOf(SmolStr, Vec<Value>),
    /// `not …`
    Not(Box<RowCondition>),
    /// `… and …`
    All(Vec<RowCondition>),
    /// `… or …`
    Any(Vec<RowCondition>),
}

/// What is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// A field, or a column
    Name(SmolStr),
    /// A value
    Value(Value),
}

impl Operand {
    fn name(&self) -> Option<&SmolStr> {
        match self {
            Operand::Name(name) => Some(name),
            Operand::Value(_) => None,
        }
    }
}

/// A value in a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// `true`, `false`
    Bool(bool),
    /// Digits, with a sign and a point where they have one
    Number(SmolStr),
    /// Between single quotes
    Text(String),
}

/// How two are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `<>`
    Different,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    const ALL: [Comparison; 6] = [
        Comparison::Different,
        Comparison::AtMost,
        Comparison::AtLeast,
        Comparison::Equal,
        Comparison::Less,
        Comparison::Greater,
    ];

    fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Different => "<>",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }
}

/// The longest condition, in bytes, and how deep it may be nested.
const LONGEST: usize = 2000;
const DEEPEST: usize = 16;

impl RowCondition {
    /// Reads a condition; none where it is none.
    pub fn parse(text: &str) -> Option<RowCondition> {
        let tokens = if text.len() <= LONGEST { tokens(text)? } else { return None };
        let mut reader = Reader { tokens: &tokens, at: 0, depth: 0 };
        let found = reader.any()?;
        (reader.at == tokens.len()).then_some(found)
    }

    /// The names in it, in order.
    pub fn names(&self) -> Vec<&SmolStr> {
        match self {
            RowCondition::Is(_) => Vec::new(),
            RowCondition::Compared(one, _, other) => [one, other].into_iter().filter_map(Operand::name).collect(),
            RowCondition::IsNull(name) | RowCondition::OneOf(name, _) => vec![name],
            RowCondition::Not(inner) => inner.names(),
            RowCondition::All(parts) | RowCondition::Any(parts) => parts.iter().flat_map(RowCondition::names).collect(),
        }
    }

    /// The same about other names; none where one has no other.
    pub fn renamed(&self, other: &dyn Fn(&str) -> Option<SmolStr>) -> Option<RowCondition> {
        let operand = |operand: &Operand| match operand {
            Operand::Name(name) => other(name).map(Operand::Name),
            Operand::Value(value) => Some(Operand::Value(value.clone())),
        };
        let all = |parts: &[RowCondition]| parts.iter().map(|part| part.renamed(other)).collect::<Option<Vec<_>>>();
        Some(match self {
            RowCondition::Is(truth) => RowCondition::Is(*truth),
            RowCondition::Compared(one, how, two) => RowCondition::Compared(operand(one)?, *how, operand(two)?),
            RowCondition::IsNull(name) => RowCondition::IsNull(other(name)?),
            RowCondition::OneOf(name, values) => RowCondition::OneOf(other(name)?, values.clone()),
            RowCondition::Not(inner) => RowCondition::Not(Box::new(inner.renamed(other)?)),
            RowCondition::All(parts) => RowCondition::All(all(parts)?),
            RowCondition::Any(parts) => RowCondition::Any(all(parts)?),
        })
    }
}

// Reading --------------------------------------------------------------------------------------------------------------

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// A word, with small letters where it is one of SQL
    Word(SmolStr),
    /// A name between double quotes
    Quoted(SmolStr),
    Number(SmolStr),
    Text(String),
    Compared(Comparison),
    Open,
    Close,
    Comma,
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let (token, after) = token(first, rest)?;
        found.push(token);
        rest = after.trim_start();
    }
    Some(found)
}

fn token(first: char, rest: &str) -> Option<(Token, &str)> {
    match first {
        '(' => Some((Token::Open, rest.strip_prefix('(')?)),
        ')' => Some((Token::Close, rest.strip_prefix(')')?)),
        ',' => Some((Token::Comma, rest.strip_prefix(',')?)),
        '\'' => quoted(rest, '\'').map(|(text, rest)| (Token::Text(text), rest)),
        '"' => {
            let (name, rest) = quoted(rest, '"')?;
            (!name.is_empty()).then_some((Token::Quoted(name.into()), rest))
        }
        '-' | '0'..='9' => number(rest),
        _ if first.is_ascii_alphabetic() || first == '_' => {
            let (word, rest) = split_while(rest, |letter| letter.is_ascii_alphanumeric() || letter == '_');
            Some((Token::Word(word.into()), rest))
        }
        _ => compared(rest),
    }
}

fn compared(rest: &str) -> Option<(Token, &str)> {
    if let Some(rest) = rest.strip_prefix("!=") {
        return Some((Token::Compared(Comparison::Different), rest));
    }
    Comparison::ALL.into_iter().find_map(|how| Some((Token::Compared(how), rest.strip_prefix(how.sign())?)))
}

/// What is between two quotes, of which two in a row mean one.
fn quoted(rest: &str, quote: char) -> Option<(String, &str)> {
    let (mut found, mut rest) = (String::new(), rest.strip_prefix(quote)?);
    loop {
        let (part, after) = rest.split_once(quote)?;
        found += part;
        match after.strip_prefix(quote) {
            Some(more) => {
                found.push(quote);
                rest = more;
            }
            None => return (!found.contains(char::is_control)).then_some((found, after)),
        }
    }
}

fn number(rest: &str) -> Option<(Token, &str)> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (sign, rest) = rest.strip_prefix('-').map_or(("", rest), |rest| ("-", rest));
    let (whole, rest) = split_while(rest, is_digit);
    let (part, rest) = rest.strip_prefix('.').map_or(("", rest), |rest| split_while(rest, is_digit));
    let point = if part.is_empty() { "" } else { "." };
    let is_joined = rest.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '.'));
    let fits = !whole.is_empty() && !is_joined && whole.len() + part.len() <= 19;
    fits.then(|| (Token::Number(format!("{sign}{whole}{point}{part}").into()), rest))
}

fn split_while(text: &str, wanted: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|letter| !wanted(letter)).unwrap_or(text.len()))
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<&Token> {
        self.at += 1;
        self.tokens.get(self.at - 1)
    }

    fn takes(&mut self, wanted: &Token) -> bool {
        let found = self.tokens.get(self.at) == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn takes_word(&mut self, wanted: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Word(word)) if word.eq_ignore_ascii_case(wanted));
        self.at += usize::from(found);
        found
    }

    fn any(&mut self) -> Option<RowCondition> {
        let mut parts = vec![self.all()?];
        while self.takes_word("or") {
            parts.push(self.all()?);
        }
        if parts.len() > 1 { Some(RowCondition::Any(parts)) } else { parts.pop() }
    }

    fn all(&mut self) -> Option<RowCondition> {
        let mut parts = vec![self.one()?];
        while self.takes_word("and") {
            parts.push(self.one()?);
        }
        if parts.len() > 1 { Some(RowCondition::All(parts)) } else { parts.pop() }
    }

    fn one(&mut self) -> Option<RowCondition> {
        self.depth += 1;
        let found = if self.depth > DEEPEST { None } else { self.one_within() };
        self.depth -= 1;
        found
    }

    fn one_within(&mut self) -> Option<RowCondition> {
        if self.takes_word("not") {
            return Some(RowCondition::Not(Box::new(self.one()?)));
        }
        if self.takes(&Token::Open) {
            let inner = self.any()?;
            return self.takes(&Token::Close).then_some(inner);
        }
        let one = self.operand()?;
        if self.compares() {
            return self.compared(one);
        }
        match one {
            Operand::Value(Value::Bool(truth)) => Some(RowCondition::Is(truth)),
            Operand::Value(Value::Number(_) | Value::Text(_)) => None,
            Operand::Name(name) => self.about(name),
        }
    }

    /// What follows the first of two that are compared; two values are a riddle and no condition.
    fn compared(&mut self, one: Operand) -> Option<RowCondition> {
        let Some(Token::Compared(how)) = self.next().cloned() else { return None };
        let other = self.operand()?;
        let has_name = one.name().or(other.name()).is_some();
        has_name.then_some(RowCondition::Compared(one, how, other))
    }

    fn compares(&self) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Compared(_)))
    }

    /// `is null` and `in (…)`, with or without a `not`.
    fn about(&mut self, name: SmolStr) -> Option<RowCondition> {
        let (found, is_not) = if self.takes_word("is") {
            let is_not = self.takes_word("not");
            (self.takes_word("null").then_some(RowCondition::IsNull(name))?, is_not)
        } else {
            let is_not = self.takes_word("not");
            self.takes_word("in").then_some(())?;
            (RowCondition::OneOf(name, self.values()?), is_not)
        };
        Some(if is_not { RowCondition::Not(Box::new(found)) } else { found })
    }

    fn values(&mut self) -> Option<Vec<Value>> {
        self.takes(&Token::Open).then_some(())?;
        let mut found = Vec::new();
        loop {
            let Operand::Value(value) = self.operand()? else { return None };
            found.push(value);
            match self.next()? {
                Token::Comma => {}
                Token::Close => return Some(found),
                Token::Word(_)
                | Token::Quoted(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Compared(_)
                | Token::Open => return None,
            }
        }
    }

    fn operand(&mut self) -> Option<Operand> {
        const WORDS: [&str; 6] = ["and", "or", "not", "is", "in", "null"];
        match self.next()?.clone() {
            Token::Word(word) if word.eq_ignore_ascii_case("true") => Some(Operand::Value(Value::Bool(true))),
            Token::Word(word) if word.eq_ignore_ascii_case("false") => Some(Operand::Value(Value::Bool(false))),
            Token::Word(word) if WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)) => None,
            Token::Word(name) | Token::Quoted(name) => Some(Operand::Name(name)),
            Token::Number(number) => Some(Operand::Value(Value::Number(number))),
            Token::Text(text) => Some(Operand::Value(Value::Text(text))),
            Token::Compared(_) | Token::Open | Token::Close | Token::Comma => None,
        }
    }
}

// Printing -------------------------------------------------------------------------------------------------------------

impl fmt::Display for RowCondition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowCondition::Is(truth) => write!(out, "{truth}"),
            RowCondition::Compared(one, how, other) => write!(out, "{one} {} {other}", how.sign()),
            RowCondition::IsNull(name) => write!(out, "{} is null", Operand::Name(name.clone())),
            RowCondition::OneOf(name, values) => {
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                write!(out, "{} in ({})", Operand::Name(name.clone()), values.join(", "))
            }
            RowCondition::Not(inner) => write!(out, "not ({inner})"),
            RowCondition::All(parts) => joined(out, parts, " and "),
            RowCondition::Any(parts) => joined(out, parts, " or "),
        }
    }
}

fn joined(out: &mut fmt::Formatter<'_>, parts: &[RowCondition], word: &str) -> fmt::Result {
    let part = |part: &RowCondition| match part {
        RowCondition::All(_) | RowCondition::Any(_) => format!("({part})"),
        RowCondition::Is(_)
        | RowCondition::Compared(..)
        | RowCondition::IsNull(_)
        | RowCondition::OneOf(..)
        | RowCondition::Not(_) => part.to_string(),
    };
    out.write_str(&parts.iter().map(part).collect::<Vec<_>>().join(word))
}

impl fmt::Display for Operand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Name(name) => write!(out, "\"{}\"", name.replace('"', "\"\"")),
            Operand::Value(value) => value.fmt(out),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(truth) => write!(out, "{truth}"),
            Value::Number(number) => out.write_str(number),
            Value::Text(text) => write!(out, "'{}'", text.replace('\'', "''")),
        }
    }
}

impl Serialize for RowCondition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RowCondition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RowCondition, D::Error> {
        let text = String::deserialize(deserializer)?;
        let unknown = || serde::de::Error::custom(format!("`{text}` is no condition of an index"));
        RowCondition::parse(&text).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Option<String> {
        RowCondition::parse(text).map(|condition| condition.to_string())
    }

    #[test]
    fn a_condition_is_read_and_printed() {
        for (text, expected) in [
            ("status <> 'ARCHIVED'", "\"status\" <> 'ARCHIVED'"),
            ("ratio > 0 and \"group\" <> ':x%y'", "\"ratio\" > 0 and \"group\" <> ':x%y'"),
            ("a=1 OR b!=-2.50 AND NOT c", "none"),
            ("a=1 OR b!=-2.50 AND NOT c = true", "\"a\" = 1 or (\"b\" <> -2.50 and not (\"c\" = true))"),
            ("(a = 1 or b = 2) and c is not null", "(\"a\" = 1 or \"b\" = 2) and not (\"c\" is null)"),
            ("a in ('x', 'it''s', 3)", "\"a\" in ('x', 'it''s', 3)"),
            ("a not in (1)", "not (\"a\" in (1))"),
            ("true", "true"),
        ] {
            assert_eq!(printed(text).unwrap_or("none".into()), expected, "{text}");
            if let Some(printed) = printed(text) {
                assert_eq!(RowCondition::parse(&printed), RowCondition::parse(text), "{text}");
            }
        }
    }

    #[test]
    fn what_is_more_than_a_condition_is_none() {
        for text in [
            "",
            " ",
            "1 = 1",
            "a = 1; drop table users",
            "a = 1 -- and more",
            "a = 1 /* x */",
            "a = 'x",
            "a = 'x' || 'y'",
            "a = (select 1)",
            "lower(a) = 'x'",
            "a = E'\\n'",
            "a = $$x$$",
            "a = 1)",
            "(a = 1",
            "a = b'1'",
            "a = 0x10",
            "a = 1e9",
            "a::text = '1'",
            "a = :name",
            "a = 'x\0'",
            "a = 'x\n'",
            "a in ()",
            "\"\" = 1",
            "a = null",
        ] {
            assert_eq!(RowCondition::parse(text), None, "{text}");
        }
        assert_eq!(RowCondition::parse(&"(".repeat(1000)), None);
        assert_eq!(RowCondition::parse(&("not ".repeat(400) + "a = 1")), None);
        assert_eq!(RowCondition::parse(&format!("a = '{}'", "x".repeat(3000))), None);
    }
}
