//! Pieces of Python with their precedence, and how they are laid out: as `ruff format` leaves them.

use super::literal;
use crate::backend::doc::{Doc, Page};

/// The page of generated Python.
pub(super) const PAGE: Page = Page { width: 120, indent: 4 };

/// How tightly a piece holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `lambda`
    Lambda,
    /// `a if c else b`
    Choice,
    /// `or`
    Or,
    /// `and`
    And,
    /// `not`
    Not,
    /// `==`, `in` and their like, which do not chain here
    Comparison,
    /// `|`
    Union,
    /// `&`
    Intersection,
    /// `+`, `-`
    Sum,
    /// `*`
    Product,
    /// `-x`
    Prefix,
    /// Names, calls, literals
    Atom,
}

/// A piece of Python.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Piece {
    node: Node,
    level: Level,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Atom(String),
    Text(String),
    Attribute(Box<Piece>, String),
    Item(Box<Piece>, Box<Piece>),
    Call(Box<Piece>, Vec<Argument>),
    Display(&'static str, Vec<Piece>, &'static str),
    Dict(Vec<(Piece, Piece)>),
    Parens(Box<Piece>),
    Prefix(&'static str, Box<Piece>),
    Chain(Box<Piece>, Vec<(&'static str, Piece)>),
    Choice(Box<Piece>, Box<Piece>, Box<Piece>),
    Lambda(String, Box<Piece>),
}

/// An argument of a call, by position or by name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Argument {
    name: Option<String>,
    value: Piece,
}

impl From<Piece> for Argument {
    fn from(value: Piece) -> Argument {
        Argument { name: None, value }
    }
}

/// An argument by name.
pub(super) fn named(name: impl Into<String>, value: Piece) -> Argument {
    Argument { name: Some(name.into()), value }
}

impl Piece {
    fn new(node: Node, level: Level) -> Piece {
        Piece { node, level }
    }

    /// A name, a number, or another piece without parts.
    pub(super) fn atom(text: impl Into<String>) -> Piece {
        Piece::new(Node::Atom(text.into()), Level::Atom)
    }

    /// A number, which binds less where it is negative.
    pub(super) fn number(text: String) -> Piece {
        let level = if text.starts_with('-') { Level::Prefix } else { Level::Atom };
        Piece::new(Node::Atom(text), level)
    }

    /// A string.
    pub(super) fn text(text: impl Into<String>) -> Piece {
        Piece::new(Node::Text(text.into()), Level::Atom)
    }

    /// `base.name`
    pub(super) fn attribute(self, name: impl Into<String>) -> Piece {
        Piece::new(Node::Attribute(Box::new(self.at(Level::Atom)), name.into()), Level::Atom)
    }

    /// `base[key]`
    pub(super) fn item(self, key: Piece) -> Piece {
        Piece::new(Node::Item(Box::new(self.at(Level::Atom)), Box::new(key)), Level::Atom)
    }

    /// `function(arguments)`
    pub(super) fn call(function: &str, arguments: Vec<Argument>) -> Piece {
        Piece::new(Node::Call(Box::new(Piece::atom(function)), arguments), Level::Atom)
    }

    /// `function(arguments)`, all by position
    pub(super) fn apply(function: &str, arguments: impl IntoIterator<Item = Piece>) -> Piece {
        Piece::call(function, arguments.into_iter().map(Argument::from).collect())
    }

    /// `Annotated[a, b]`
    pub(super) fn annotated(parts: Vec<Piece>) -> Piece {
        Piece::new(Node::Display("Annotated[", parts, "]"), Level::Atom)
    }

    /// `{a, b}`
    pub(super) fn set(elements: Vec<Piece>) -> Piece {
        Piece::new(Node::Display("{", elements, "}"), Level::Atom)
    }

    /// `(a, b)`
    pub(super) fn tuple(elements: Vec<Piece>) -> Piece {
        Piece::new(Node::Display("(", elements, ")"), Level::Atom)
    }

    /// `[a, b]`
    pub(super) fn list(elements: Vec<Piece>) -> Piece {
        Piece::new(Node::Display("[", elements, "]"), Level::Atom)
    }

    /// `piece(arguments)`
    pub(super) fn called(self, arguments: Vec<Piece>) -> Piece {
        Piece::new(Node::Call(Box::new(self), arguments.into_iter().map(Argument::from).collect()), Level::Atom)
    }

    /// `{k: v}`
    pub(super) fn dict(entries: Vec<(Piece, Piece)>) -> Piece {
        Piece::new(Node::Dict(entries), Level::Atom)
    }

    /// `not a`
    pub(super) fn not(self) -> Piece {
        if let (Node::Chain(left, rest), Level::Comparison) = (&self.node, self.level)
            && let [(operator, right)] = rest.as_slice()
            && let Some(opposite) = opposite(operator)
        {
            return Piece::new(Node::Chain(left.clone(), vec![(opposite, right.clone())]), Level::Comparison);
        }
        Piece::new(Node::Prefix("not ", Box::new(self.at(Level::Not))), Level::Not)
    }

    /// `-a`
    pub(super) fn negated(self) -> Piece {
        Piece::new(Node::Prefix("-", Box::new(self.at(Level::Prefix))), Level::Prefix)
    }

    /// `a and b`, `a + b` and their like: a chain of one level
    pub(super) fn chain(self, operator: &'static str, level: Level, other: Piece) -> Piece {
        let joins_right = matches!(level, Level::And | Level::Or);
        let mut links = self.linked(level, level);
        let (_, first) = links.remove(0);
        let mut others =
            if joins_right { other.linked(level, above(level)) } else { vec![("", other.at(above(level)))] };
        if let Some((joint, _)) = others.first_mut() {
            *joint = operator;
        }
        let (first, rest) = (Box::new(first), links.into_iter().chain(others).collect());
        Piece::new(Node::Chain(first, rest), level)
    }

    /// The links of a chain of a level, or the piece as the only one.
    fn linked(self, level: Level, least: Level) -> Vec<(&'static str, Piece)> {
        if self.level != level {
            return vec![("", self.at(least))];
        }
        if let Node::Chain(first, rest) = self.node {
            return std::iter::once(("", *first)).chain(rest).collect();
        }
        vec![("", self)]
    }

    /// `a == b` and its like
    pub(super) fn compare(self, operator: &'static str, other: Piece) -> Piece {
        let [left, right] = [self, other].map(|side| side.at(Level::Union));
        Piece::new(Node::Chain(Box::new(left), vec![(operator, right)]), Level::Comparison)
    }

    /// `yes if condition else no`
    pub(super) fn choice(condition: Piece, yes: Piece, no: Piece) -> Piece {
        let [condition, yes] = [condition, yes].map(|part| Box::new(part.at(Level::Or)));
        Piece::new(Node::Choice(condition, yes, Box::new(no.at(Level::Choice))), Level::Choice)
    }

    /// `lambda name: body`
    pub(super) fn lambda(name: &str, body: Piece) -> Piece {
        Piece::new(Node::Lambda(name.to_string(), Box::new(body)), Level::Lambda)
    }

    /// The piece where something that binds at least so tightly is wanted.
    fn at(self, least: Level) -> Piece {
        if self.level < least { Piece::new(Node::Parens(Box::new(self)), Level::Atom) } else { self }
    }

    fn parts(&self) -> Vec<&Piece> {
        match &self.node {
            Node::Atom(_) | Node::Text(_) => Vec::new(),
            Node::Attribute(inner, _) | Node::Parens(inner) | Node::Prefix(_, inner) | Node::Lambda(_, inner) => {
                vec![inner]
            }
            Node::Item(base, key) => vec![base, key],
            Node::Call(function, arguments) => {
                std::iter::once(&**function).chain(arguments.iter().map(|one| &one.value)).collect()
            }
            Node::Display(_, elements, _) => elements.iter().collect(),
            Node::Dict(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
            Node::Chain(first, rest) => std::iter::once(&**first).chain(rest.iter().map(|(_, link)| link)).collect(),
            Node::Choice(condition, yes, no) => vec![condition, yes, no],
        }
    }

    /// Whether it is `base.a.b`, which a type checker follows when it narrows.
    pub(super) fn is_path(&self) -> bool {
        match &self.node {
            Node::Atom(text) => text.starts_with(|first: char| first.is_ascii_alphabetic()),
            Node::Attribute(base, _) => base.is_path(),
            Node::Text(_)
            | Node::Item(..)
            | Node::Call(..)
            | Node::Display(..)
            | Node::Dict(_)
            | Node::Parens(_)
            | Node::Prefix(..)
            | Node::Chain(..)
            | Node::Choice(..)
            | Node::Lambda(..) => false,
        }
    }

    /// Whether a lambda in it reads one of some variables that are set around it.
    pub(super) fn has_lambda_over(&self, names: &[String]) -> bool {
        let inside = |part: &&Piece| part.has_lambda_over(names);
        if let Node::Lambda(params, body) = &self.node {
            let is_free = |name: &&String| !params.split(", ").any(|param| param == name.as_str());
            return names.iter().filter(is_free).any(|name| body.mentions(name)) || inside(&&**body);
        }
        self.parts().iter().any(inside)
    }

    /// Whether it reads a variable.
    pub(super) fn mentions(&self, name: &str) -> bool {
        matches!(&self.node, Node::Atom(text) if text == name) || self.parts().iter().any(|part| part.mentions(name))
    }

    /// Whether it is a single name.
    pub(super) fn is_name(&self) -> bool {
        matches!(self.node, Node::Atom(_)) && self.is_path()
    }

    /// A statement that begins with some words and ends in this piece.
    pub(super) fn statement(&self, words: &str, nesting: usize, end: &str) -> String {
        let column = nesting * PAGE.indent + words.len();
        let doc = Doc::concat([self.standing(column, nesting), Doc::text(end)]);
        let indent = " ".repeat(nesting * PAGE.indent);
        format!("{indent}{words}{}", PAGE.print(&doc, column, nesting))
    }

    /// `return a, b`, in parentheses where it does not fit on its line with them.
    pub(super) fn returned(elements: Vec<Piece>, nesting: usize) -> String {
        let whole = Piece::tuple(elements.clone());
        let column = nesting * PAGE.indent + "return ".len();
        if !PAGE.fits_flat(&whole.doc(false), column) {
            return whole.statement("return ", nesting, "");
        }
        let bare = Doc::join(elements.iter().map(|element| element.doc(false)), &Doc::text(", "));
        format!("{}return {}", " ".repeat(nesting * PAGE.indent), PAGE.print(&bare, column, nesting))
    }

    /// Laid out where nothing brackets it: it may be put in parentheses, or broken inside its own brackets.
    fn standing(&self, column: usize, nesting: usize) -> Doc {
        let bare = self.doc(false);
        if PAGE.fits_flat(&bare, column) || self.has_own_brackets() {
            return bare;
        }
        if self.may_stand_bare() && PAGE.fits_broken(&bare, column, nesting) {
            return bare;
        }
        if self.is_whole() { bare } else { optional_parens(self.doc(true)) }
    }

    /// Whether nothing but its own brackets could be broken.
    fn has_own_brackets(&self) -> bool {
        match &self.node {
            Node::Call(..) | Node::Display(..) | Node::Dict(_) | Node::Item(..) | Node::Parens(_) => true,
            Node::Text(_) => true,
            Node::Atom(_)
            | Node::Attribute(..)
            | Node::Prefix(..)
            | Node::Chain(..)
            | Node::Choice(..)
            | Node::Lambda(..) => false,
        }
    }

    /// Whether there is no place to break it at.
    fn is_whole(&self) -> bool {
        matches!(self.node, Node::Atom(_) | Node::Attribute(..))
    }

    /// Whether it may be broken inside brackets of its last or first part, without parentheses around the whole.
    fn may_stand_bare(&self) -> bool {
        let mut weakest = Weakest::default();
        weakest.visit(self);
        let first = self.first();
        let begins = first.has_full_brackets() && !matches!(first.node, Node::Call(..));
        weakest.brackets && weakest.count <= 1 && (weakest.count == 0 || begins || self.last().has_full_brackets())
    }

    fn last(&self) -> &Piece {
        match &self.node {
            Node::Chain(first, rest) => rest.last().map_or(&**first, |(_, last)| last).last(),
            Node::Choice(_, _, no) => no.last(),
            Node::Prefix(_, inner) => inner.last(),
            Node::Lambda(_, body) => body.last(),
            Node::Atom(_)
            | Node::Text(_)
            | Node::Attribute(..)
            | Node::Item(..)
            | Node::Call(..)
            | Node::Display(..)
            | Node::Dict(_)
            | Node::Parens(_) => self,
        }
    }

    fn first(&self) -> &Piece {
        match &self.node {
            Node::Chain(first, _) => first.first(),
            Node::Choice(_, yes, _) => yes.first(),
            Node::Prefix(..)
            | Node::Lambda(..)
            | Node::Atom(_)
            | Node::Text(_)
            | Node::Attribute(..)
            | Node::Item(..)
            | Node::Call(..)
            | Node::Display(..)
            | Node::Dict(_)
            | Node::Parens(_) => self,
        }
    }

    fn has_full_brackets(&self) -> bool {
        match &self.node {
            Node::Call(_, arguments) => !arguments.is_empty(),
            Node::Display(_, elements, _) => !elements.is_empty(),
            Node::Dict(entries) => !entries.is_empty(),
            Node::Parens(_) => true,
            Node::Text(text) => is_long(text),
            Node::Atom(_)
            | Node::Attribute(..)
            | Node::Item(..)
            | Node::Prefix(..)
            | Node::Chain(..)
            | Node::Choice(..)
            | Node::Lambda(..) => false,
        }
    }

    /// The layout, inside of brackets or not. Operators are places for a break only inside.
    pub(super) fn doc(&self, inside: bool) -> Doc {
        match &self.node {
            Node::Atom(text) => Doc::text(text),
            Node::Text(text) => text_doc(text),
            Node::Attribute(base, name) => Doc::concat([base.doc(inside), Doc::text(format!(".{name}"))]),
            Node::Item(base, key) => Doc::concat([base.doc(inside), Doc::bracketed("[", key.doc(true), "]")]),
            Node::Call(function, arguments) => Doc::concat([function.doc(inside), arguments_doc(arguments)]),
            Node::Display(open, elements, close) => display_doc(open, elements, close),
            Node::Dict(entries) => {
                let entry =
                    |(key, value): &(Piece, Piece)| Doc::concat([key.doc(true), Doc::text(": "), value.doc(true)]);
                Doc::bracketed("{", comma_separated(entries.iter().map(entry).collect()), "}")
            }
            Node::Parens(inner) => Doc::bracketed("(", inner.doc(true), ")"),
            Node::Prefix(operator, inner) => Doc::concat([Doc::text(*operator), inner.doc(inside)]),
            Node::Chain(..) => Doc::concat(self.links(inside)).group(),
            Node::Choice(..) => Doc::concat(self.branches(inside)).group(),
            Node::Lambda(name, body) => {
                let head = if name.is_empty() { "lambda: ".to_string() } else { format!("lambda {name}: ") };
                Doc::concat([Doc::text(head), body.body_doc()])
            }
        }
    }

    /// The operands of a chain with their operators. `and` inside `or` is broken together with it.
    fn links(&self, inside: bool) -> Vec<Doc> {
        let Node::Chain(first, rest) = &self.node else { return vec![self.doc(inside)] };
        let is_logic = |level: Level| matches!(level, Level::And | Level::Or);
        let operand = |piece: &Piece| {
            if is_logic(self.level) && is_logic(piece.level) { piece.links(inside) } else { vec![piece.doc(inside)] }
        };
        let mut parts = operand(first);
        for (operator, piece) in rest {
            let space = if inside { Doc::line() } else { Doc::text(" ") };
            parts.extend([space, Doc::text(format!("{operator} "))]);
            parts.extend(operand(piece));
        }
        parts
    }

    /// The branches of a choice. Another choice in its last branch is broken together with it.
    fn branches(&self, inside: bool) -> Vec<Doc> {
        let Node::Choice(condition, yes, no) = &self.node else { return vec![self.doc(inside)] };
        let space = || if inside { Doc::line() } else { Doc::text(" ") };
        let mut parts = vec![yes.doc(inside), space(), Doc::text("if "), condition.doc(inside)];
        parts.extend([space(), Doc::text("else ")]);
        parts.extend(no.branches(inside));
        parts
    }

    /// The body of a lambda: in parentheses where it is broken, unless it has brackets of its own.
    fn body_doc(&self) -> Doc {
        let is_unbreakable = matches!(self.node, Node::Atom(_)) || self.is_path();
        if self.has_own_brackets() || is_unbreakable || matches!(self.node, Node::Lambda(..)) {
            return self.doc(true);
        }
        optional_parens(self.doc(true))
    }
}

/// Which operators bind least, and whether there are brackets.
#[derive(Default)]
struct Weakest {
    level: Option<Level>,
    count: usize,
    brackets: bool,
}

impl Weakest {
    fn note(&mut self, level: Level, count: usize) {
        let level = if matches!(level, Level::And | Level::Or) { Level::Or } else { level };
        if self.level.is_none_or(|known| level < known) {
            (self.level, self.count) = (Some(level), count);
        } else if self.level == Some(level) {
            self.count += count;
        }
    }

    fn visit(&mut self, piece: &Piece) {
        match &piece.node {
            Node::Atom(_) => {}
            Node::Text(text) => self.brackets |= is_long(text),
            Node::Attribute(base, _) => self.visit(base),
            Node::Item(base, _) | Node::Call(base, _) => {
                self.brackets = true;
                self.visit(base);
            }
            Node::Display(..) | Node::Dict(_) | Node::Parens(_) => self.brackets = true,
            Node::Prefix(_, inner) => self.visit(inner),
            Node::Chain(first, rest) => {
                self.note(piece.level, rest.len());
                self.visit(first);
                rest.iter().for_each(|(_, piece)| self.visit(piece));
            }
            Node::Choice(condition, yes, no) => {
                self.note(Level::Choice, 2);
                [yes, condition, no].into_iter().for_each(|part| self.visit(part));
            }
            Node::Lambda(_, body) => self.visit(body),
        }
    }
}

/// The operator that stands for `not` with this one, where Python has one that people expect.
fn opposite(operator: &str) -> Option<&'static str> {
    match operator {
        "==" => Some("!="),
        "!=" => Some("=="),
        "in" => Some("not in"),
        "not in" => Some("in"),
        "is" => Some("is not"),
        "is not" => Some("is"),
        _ => None,
    }
}

fn above(level: Level) -> Level {
    match level {
        Level::Lambda => Level::Choice,
        Level::Choice => Level::Or,
        Level::Or => Level::And,
        Level::And => Level::Not,
        Level::Not => Level::Comparison,
        Level::Comparison => Level::Union,
        Level::Union => Level::Intersection,
        Level::Intersection => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product => Level::Prefix,
        Level::Prefix | Level::Atom => Level::Atom,
    }
}

/// Parentheses that are there only where the inside is broken.
fn optional_parens(inside: Doc) -> Doc {
    let [open, close] = ["(", ")"].map(|bracket| Doc::text(bracket).only_broken());
    Doc::concat([open, Doc::concat([Doc::softline(), inside]).nest(), Doc::softline(), close]).group()
}

/// Things with commas between them, and one at the end where there are several and they are on lines of their own.
fn comma_separated(parts: Vec<Doc>) -> Doc {
    let several = parts.len() > 1;
    let joined = Doc::join(parts, &Doc::concat([Doc::text(","), Doc::line()]));
    if several { Doc::concat([joined, Doc::text(",").only_broken()]) } else { joined }
}

fn arguments_doc(arguments: &[Argument]) -> Doc {
    if arguments.is_empty() {
        return Doc::text("()");
    }
    let argument = |argument: &Argument| match &argument.name {
        Some(name) => Doc::concat([Doc::text(format!("{name}=")), argument.value.doc(true)]),
        None => argument.value.doc(true),
    };
    Doc::bracketed("(", comma_separated(arguments.iter().map(argument).collect()).group(), ")")
}

fn display_doc(open: &str, elements: &[Piece], close: &str) -> Doc {
    match elements {
        [] => Doc::text(format!("{open}{close}")),
        [only] if open == "(" => Doc::bracketed(open, Doc::concat([only.doc(true), Doc::text(",")]), close),
        _ => Doc::bracketed(open, comma_separated(elements.iter().map(|element| element.doc(true)).collect()), close),
    }
}

/// Whether a string may be written as several literals.
fn is_long(text: &str) -> bool {
    literal::chunks(text).len() > 1
}

/// A string: one literal where that fits, otherwise several that Python joins.
fn text_doc(text: &str) -> Doc {
    let whole = Doc::text(literal::string(text));
    let chunks = literal::chunks(text);
    if chunks.len() < 2 {
        return whole;
    }
    let chunks = Doc::join(chunks.into_iter().map(Doc::text), &Doc::Hard);
    let broken = Doc::concat([Doc::text("("), Doc::concat([Doc::Hard, chunks]).nest(), Doc::Hard, Doc::text(")")]);
    Doc::IfBroken(Box::new(broken), Box::new(whole)).group()
}
