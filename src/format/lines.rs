//! Lines: which token begins one, and how far it is indented.

use std::collections::{HashMap, HashSet};

use super::spacing::between;
use super::tokens::{Item, Piece};
use crate::syntax::Mark;
use crate::syntax::lexer::TokenKind;

const STEP: usize = 2;

/// An open bracket.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// The indentation of the line it was opened on.
    indent: usize,
    /// Whether it is the brace of the service or of a member.
    block: bool,
    /// Whether what is inside stands on lines of its own.
    broken: bool,
}

/// What the last clause head takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Head {
    None,
    Clauses,
    Names,
}

/// Prints pieces as lines.
pub(super) struct Printer<'s> {
    pub(super) pieces: &'s [Piece<'s>],
    /// For the first byte of each body of a `let` in a clause, the first byte of the `let`.
    pub(super) let_bodies: &'s HashMap<u32, u32>,
    out: String,
    open: Vec<Open>,
    /// The indentation of the line at hand.
    line_indent: usize,
    /// The indentation of the line that the expression at hand began on, and its column.
    base: usize,
    column: usize,
    in_expression: bool,
    head: Head,
    head_indent: usize,
    /// The indentation of the line that each `let` stands on.
    let_lines: HashMap<u32, usize>,
    /// Heads whose first clause begins the next line.
    spread: HashSet<usize>,
}

impl<'s> Printer<'s> {
    pub(super) fn new(pieces: &'s [Piece<'s>], let_bodies: &'s HashMap<u32, u32>) -> Printer<'s> {
        Printer {
            pieces,
            let_bodies,
            out: String::new(),
            open: Vec::new(),
            line_indent: 0,
            base: 0,
            column: 0,
            in_expression: false,
            head: Head::None,
            head_indent: 0,
            let_lines: HashMap::new(),
            spread: spread_heads(pieces),
        }
    }

    pub(super) fn run(mut self) -> String {
        for index in 0..self.pieces.len() {
            self.piece(index);
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn piece(&mut self, index: usize) {
        let piece = &self.pieces[index];
        match index.checked_sub(1).and_then(|before| self.pieces.get(before)) {
            None => self.begin_line(index),
            Some(before) if self.breaks(before, index) => {
                let blank =
                    piece.newlines > 1 && !piece.is_closer() && !(before.item == Item::Block && before.text == "{");
                self.out.push_str(if blank { "\n\n" } else { "\n" });
                self.begin_line(index);
            }
            Some(before) => self.out.push_str(between(before, piece)),
        }
        self.note_start(piece);
        self.out.push_str(&piece.text);
        self.track_brackets(piece);
    }

    fn begin_line(&mut self, index: usize) {
        self.line_indent = self.indent(index);
        self.out.extend(std::iter::repeat_n(' ', self.line_indent));
        if self.let_bodies.contains_key(&self.pieces[index].start) && self.in_block() {
            self.base = self.line_indent;
        }
    }

    // Breaks ---------------------------------------------------------------------------------------------------

    /// Whether a line begins here: where the source has one, and where the style wants one.
    fn breaks(&self, before: &Piece<'_>, index: usize) -> bool {
        let piece = &self.pieces[index];
        if before.kind == TokenKind::LineComment {
            return true;
        }
        if before.text == "{" && piece.text == "}" {
            return false;
        }
        piece.newlines > 0 || !piece.kind.is_comment() && self.wants_line(before, index)
    }

    fn wants_line(&self, before: &Piece<'_>, index: usize) -> bool {
        let piece = &self.pieces[index];
        let broken = self.open.last().is_some_and(|open| open.block && open.broken);
        let edge =
            (before.item == Item::Block && before.text == "{") || (piece.item == Item::Block && piece.text == "}");
        let begins = matches!(piece.item, Item::Part) || piece.mark == Some(Mark::Head);
        piece.mark == Some(Mark::Member) || broken && (edge || begins) || self.follows_spread_head(index)
    }

    fn follows_spread_head(&self, index: usize) -> bool {
        index.checked_sub(2).is_some_and(|head| self.spread.contains(&head)) && self.pieces[index - 1].text == ":"
    }

    // Indentation ----------------------------------------------------------------------------------------------

    fn indent(&self, index: usize) -> usize {
        let piece = &self.pieces[index];
        if piece.kind.is_comment() {
            return self.comment_indent(index);
        }
        let inner = self.open.last().map_or(0, |open| open.indent + STEP);
        if piece.is_closer() {
            return self.open.last().map_or(0, |open| open.indent);
        }
        if !self.in_block() {
            return inner;
        }
        if let Some(line) = self.let_bodies.get(&piece.start).and_then(|start| self.let_lines.get(start)) {
            return line + STEP;
        }
        match piece.mark {
            Some(Mark::Member | Mark::Head) => inner,
            Some(Mark::Clause) => self.head_indent + STEP,
            Some(Mark::Expression) => self.line_indent + STEP,
            None if piece.item == Item::Part => inner,
            None if self.in_expression => self.continuation(piece),
            None => self.outside_expression(index, inner),
        }
    }

    fn in_block(&self) -> bool {
        self.open.last().is_none_or(|open| open.block)
    }

    /// A line that carries an expression on. One that begins with `-`, `(` or `[` must stay right of its first token.
    fn continuation(&self, piece: &Piece<'_>) -> usize {
        let clings = matches!(piece.text.as_ref(), "-" | "(" | "[");
        if clings { self.base.max(self.column) + STEP } else { self.base + STEP }
    }

    /// Types, parameters and words that go on in the next line.
    fn outside_expression(&self, index: usize, inner: usize) -> usize {
        let piece = &self.pieces[index];
        let names_a_field = self.pieces.get(index + 1).is_some_and(|next| next.text == ":");
        let goes_on = matches!(piece.text.as_ref(), "where" | "when" | "via" | "=" | "->" | "extends");
        if goes_on && !names_a_field || self.head == Head::Names { inner + STEP } else { inner }
    }

    /// A comment stands like what follows it; at the end of a block, like what is inside it.
    fn comment_indent(&self, index: usize) -> usize {
        let next = (index + 1..self.pieces.len()).find(|next| !self.pieces[*next].kind.is_comment());
        match next {
            Some(next) if self.pieces[next].is_closer() => self.open.last().map_or(0, |open| open.indent + STEP),
            Some(next) => self.indent(next),
            None => 0,
        }
    }

    // State ----------------------------------------------------------------------------------------------------

    /// Remembers what begins with a piece, once its place on the line is known.
    fn note_start(&mut self, piece: &Piece<'_>) {
        match piece.mark {
            Some(Mark::Member) => {
                self.in_expression = false;
                self.head = Head::None;
            }
            Some(Mark::Head) => {
                self.in_expression = false;
                self.head_indent = self.line_indent;
                let names = matches!(piece.text.as_ref(), "input" | "output" | "requires_auth");
                self.head = if names { Head::Names } else { Head::Clauses };
            }
            Some(Mark::Clause | Mark::Expression) => {
                self.in_expression = true;
                self.base = self.line_indent;
                self.column = self.current_column();
            }
            None if piece.item == Item::Part => self.in_expression = false,
            None => {}
        }
        if piece.text == "let" {
            self.let_lines.insert(piece.start, self.line_indent);
        }
    }

    fn current_column(&self) -> usize {
        self.out.chars().rev().take_while(|character| *character != '\n').count()
    }

    fn track_brackets(&mut self, piece: &Piece<'_>) {
        if matches!(piece.text.as_ref(), "(" | "[" | "{") && piece.kind == TokenKind::Symbol {
            let open = Open { indent: self.line_indent, block: piece.item == Item::Block, broken: piece.broken };
            self.open.push(open);
        } else if piece.is_closer() {
            self.open.pop();
        }
    }
}

/// Heads with several clauses, or one that takes several lines: their clauses stand below them.
fn spread_heads(pieces: &[Piece<'_>]) -> HashSet<usize> {
    let mut spread = HashSet::new();
    let mut head: Option<usize> = None;
    let mut clauses = 0;
    for (index, piece) in pieces.iter().enumerate() {
        match piece.mark {
            Some(Mark::Head | Mark::Member) => {
                head = matches!(piece.text.as_ref(), "requires" | "ensures").then_some(index);
                clauses = 0;
                continue;
            }
            Some(Mark::Clause) => clauses += 1,
            Some(Mark::Expression) | None => {}
        }
        let Some(at) = head else { continue };
        let ends = piece.item == Item::Block;
        let goes_on = clauses == 1 && piece.mark.is_none() && piece.newlines > 0 && !ends;
        if clauses > 1 || goes_on {
            spread.insert(at);
        }
        if ends {
            head = None;
        }
    }
    spread
}
