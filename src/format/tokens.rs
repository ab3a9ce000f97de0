//! Tokens with what the printer needs to know about each: what it begins, and how it is used.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::spacing::ends_operand;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::{Mark, words};

/// A token to print.
#[derive(Debug, Clone)]
pub(super) struct Piece<'s> {
    pub(super) text: Cow<'s, str>,
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    /// How many line breaks stand before it in the source.
    pub(super) newlines: usize,
    pub(super) mark: Option<Mark>,
    pub(super) item: Item,
    pub(super) room: Room,
    /// For a bracket: whether the source breaks lines inside it.
    pub(super) broken: bool,
}

impl Piece<'_> {
    pub(super) fn is_closer(&self) -> bool {
        self.kind == TokenKind::Symbol && matches!(self.text.as_ref(), ")" | "]" | "}")
    }
}

/// What a token is in the structure of a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Plain,
    /// A brace of the service or of a member.
    Block,
    /// The first token of a field, a rule or a scheme.
    Part,
}

/// How much room a token wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    Plain,
    /// A prefix operator: it clings to what follows.
    Clinging,
    /// A brace with spaces inside.
    Roomy,
}

/// Prepares the tokens of a text.
pub(super) fn pieces<'s>(
    text: &'s str,
    tokens: &[Token],
    marks: &[(u32, Mark)],
    parts: &HashSet<u32>,
) -> Vec<Piece<'s>> {
    let marks: HashMap<u32, Mark> = marks.iter().copied().collect();
    let mut pieces: Vec<Piece<'s>> = Vec::with_capacity(tokens.len());
    let mut before = 0;
    for token in tokens {
        let gap = text.get(before as usize..token.start as usize).unwrap_or("");
        let item = if parts.contains(&token.start) { Item::Part } else { Item::Plain };
        pieces.push(Piece {
            text: printed(token, text),
            kind: token.kind,
            start: token.start,
            newlines: gap.bytes().filter(|byte| *byte == b'\n').count(),
            mark: marks.get(&token.start).copied(),
            item,
            room: Room::Plain,
            broken: false,
        });
        before = token.end;
    }
    match_brackets(&mut pieces);
    prefixes(&mut pieces);
    pieces
}

fn printed<'s>(token: &Token, text: &'s str) -> Cow<'s, str> {
    let source = token.text(text);
    match token.kind {
        TokenKind::LineComment => Cow::Borrowed(source.trim_end()),
        TokenKind::BlockComment if source.contains('\r') => Cow::Owned(source.replace("\r\n", "\n")),
        TokenKind::BlockComment
        | TokenKind::Word
        | TokenKind::Number
        | TokenKind::Text
        | TokenKind::Regex
        | TokenKind::Symbol => Cow::Borrowed(source),
    }
}

const BLOCK_WORDS: [&str; 7] = ["entity", "enum", "state", "operation", "transition", "conventions", "security"];

/// Finds what each bracket closes, which braces are blocks, and which want room inside.
fn match_brackets(pieces: &mut [Piece<'_>]) {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut member_is_block = false;
    let mut lines = 0;
    for index in 0..pieces.len() {
        lines += pieces[index].newlines;
        if pieces[index].mark == Some(Mark::Member) {
            member_is_block = BLOCK_WORDS.contains(&pieces[index].text.as_ref());
        }
        if pieces[index].kind != TokenKind::Symbol {
            continue;
        }
        match pieces[index].text.as_ref() {
            "{" | "(" | "[" => {
                let block = pieces[index].text == "{" && (open.is_empty() || open.len() == 1 && member_is_block);
                if block {
                    pieces[index].item = Item::Block;
                }
                open.push((index, lines));
            }
            "}" | ")" | "]" => {
                if let Some((opener, line)) = open.pop() {
                    close(pieces, opener, index, lines > line || open.is_empty());
                }
            }
            _ => {}
        }
    }
}

fn close(pieces: &mut [Piece<'_>], opener: usize, closer: usize, broken: bool) {
    let roomy =
        pieces[opener].item == Item::Block || is_record(pieces, opener) || is_comprehension(pieces, opener, closer);
    let (item, room) = (pieces[opener].item, if roomy { Room::Roomy } else { Room::Plain });
    for index in [opener, closer] {
        pieces[index].broken = broken;
        pieces[index].room = room;
        pieces[index].item = item;
    }
}

/// `Name {` and `with {`.
fn is_record(pieces: &[Piece<'_>], opener: usize) -> bool {
    let before = significant_before(pieces, opener).map_or("", |before| &before.text);
    pieces[opener].text == "{" && (before == "with" || before.starts_with(|first: char| first.is_ascii_uppercase()))
}

/// `{ x in s | … }`.
fn is_comprehension(pieces: &[Piece<'_>], opener: usize, closer: usize) -> bool {
    let mut inside = pieces[opener + 1..closer].iter().filter(|piece| !piece.kind.is_comment());
    let first = inside.next().is_some_and(|piece| piece.kind == TokenKind::Word && !words::is_reserved(&piece.text));
    let second = inside.next().is_some_and(|piece| piece.text == "in");
    pieces[opener].text == "{" && first && second && inside.any(|piece| piece.text == "|")
}

fn significant_before<'p, 's>(pieces: &'p [Piece<'s>], index: usize) -> Option<&'p Piece<'s>> {
    pieces[..index].iter().rev().find(|piece| !piece.kind.is_comment())
}

/// Marks the operators that stand before their operand.
fn prefixes(pieces: &mut [Piece<'_>]) {
    for index in 0..pieces.len() {
        let prefix = match pieces[index].text.as_ref() {
            "#" | "^" => pieces[index].kind == TokenKind::Symbol,
            "-" => !significant_before(pieces, index).is_some_and(ends_operand) || pieces[index].mark.is_some(),
            _ => false,
        };
        if prefix {
            pieces[index].room = Room::Clinging;
        }
    }
}
