//! The state of the walk over the tokens, and what each token is.

use std::cell::OnceCell;

use super::{Layout, Mark, Piece, PieceKind};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::lexer::Token;
use crate::syntax::words::DeclWord;

/// How the body of a member is written, which decides where its expressions begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `operation X { … }`: clauses with heads.
    Operation,
    /// `entity X { … }`: `where` and `invariant`.
    Entity,
    /// `state { … }`: `=` and `where`.
    State,
    /// `transition X { … }`: `when`.
    Transition,
    /// `conventions { … }`: `=`.
    Conventions,
    /// A block without expressions.
    PlainBlock,
    /// `function …` and `predicate …`: after the first `=`.
    Definition,
    /// `type …`: after `where`.
    Alias,
    /// `invariant …:` and `fact …:`: after the colon.
    Condition,
    /// A line without expressions that layout would have to end.
    PlainLine,
}

impl Shape {
    pub(super) fn of(word: DeclWord) -> Shape {
        match word {
            DeclWord::Operation => Shape::Operation,
            DeclWord::Entity => Shape::Entity,
            DeclWord::State => Shape::State,
            DeclWord::Transition => Shape::Transition,
            DeclWord::Conventions => Shape::Conventions,
            DeclWord::Enum | DeclWord::Security => Shape::PlainBlock,
            DeclWord::Function | DeclWord::Predicate => Shape::Definition,
            DeclWord::Type => Shape::Alias,
            DeclWord::Invariant | DeclWord::Fact => Shape::Condition,
            DeclWord::Temporal | DeclWord::Extern => Shape::PlainLine,
        }
    }

    pub(super) fn is_block(self) -> bool {
        match self {
            Shape::Operation
            | Shape::Entity
            | Shape::State
            | Shape::Transition
            | Shape::Conventions
            | Shape::PlainBlock => true,
            Shape::Definition | Shape::Alias | Shape::Condition | Shape::PlainLine => false,
        }
    }
}

/// One open bracket, or the level of an expression outside all brackets.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) opener: usize,
    pub(super) closer: &'static str,
    pub(super) lets: Vec<usize>,
    pub(super) ins: Vec<usize>,
    /// Words and operators that nest, so far.
    pub(super) words: usize,
    pub(super) operators: usize,
}

impl Group {
    pub(super) fn depth(&self) -> usize {
        1 + self.words + self.operators
    }
}

/// The expression that is being walked over.
#[derive(Debug)]
pub(super) struct Running {
    /// How many brackets were open where it began.
    pub(super) level: usize,
    /// Its first token.
    pub(super) first: usize,
    /// The column of that token, once somebody asked.
    pub(super) column: OnceCell<usize>,
}

/// The state of the walk through one member.
pub(super) struct MemberWalk {
    pub(super) shape: Shape,
    /// Open brackets; the first group stands for the level outside all of them.
    pub(super) groups: Vec<Group>,
    pub(super) depth_of_outer: usize,
    pub(super) running: Option<Running>,
    /// The next token begins an expression.
    pub(super) pending: bool,
    /// Expressions follow one another until the next clause head.
    pub(super) list: bool,
    pub(super) broken: bool,
}

impl MemberWalk {
    pub(super) fn new(shape: Shape) -> MemberWalk {
        MemberWalk {
            shape,
            groups: vec![Group::default()],
            depth_of_outer: 0,
            running: None,
            pending: false,
            list: false,
            broken: false,
        }
    }

    /// How many brackets are open.
    pub(super) fn level(&self) -> usize {
        self.groups.len() - 1
    }

    /// The bracket level at which this member's fields, clauses and rules stand.
    pub(super) fn home(&self) -> usize {
        usize::from(self.shape.is_block())
    }

    pub(super) fn in_expression_at_home(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.level == self.level())
    }

    /// Among fields, types and heads, where one does not nest in the other.
    pub(super) fn is_between_expressions(&self) -> bool {
        self.level() <= self.home() && self.running.is_none()
    }

    pub(super) fn group(&mut self) -> Option<&mut Group> {
        self.groups.last_mut()
    }
}

pub(super) struct Walker<'s> {
    pub(super) file: FileId,
    pub(super) text: &'s str,
    pub(super) tokens: &'s [Token],
    pub(super) at: usize,
    pub(super) let_ins: Vec<u32>,
    pub(super) out: Layout,
}

impl<'s> Walker<'s> {
    pub(super) fn new(file: FileId, text: &'s str, tokens: &'s [Token]) -> Walker<'s> {
        Walker { file, text, tokens, at: 0, let_ins: Vec::new(), out: Layout::default() }
    }

    // Tokens ---------------------------------------------------------------------------------------------------

    pub(super) fn word(&self, at: usize) -> &'s str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    pub(super) fn is_name(&self, at: usize, upper: bool) -> bool {
        let first = self.word(at).bytes().next().unwrap_or(0);
        if upper { first.is_ascii_uppercase() } else { first.is_ascii_lowercase() || first == b'_' }
    }

    pub(super) fn span(&self, at: usize) -> Span {
        let end = self.text.len() as u32;
        self.tokens.get(at).map_or(Span::new(self.file, end, end), |token| Span::new(self.file, token.start, token.end))
    }

    /// Where the newline before a token is, if it is the first on its line.
    pub(super) fn newline_before(&self, at: usize) -> Option<u32> {
        let start = at.checked_sub(1).and_then(|before| self.tokens.get(before)).map_or(0, |token| token.end);
        let end = self.tokens.get(at)?.start;
        let gap = self.text.get(start as usize..end as usize)?;
        gap.find('\n').map(|offset| start + offset as u32)
    }

    pub(super) fn column(&self, at: usize) -> usize {
        let Some(before) = self.tokens.get(at).and_then(|token| self.text.get(..token.start as usize)) else {
            return 0;
        };
        before.chars().rev().take_while(|character| *character != '\n').count()
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.out.errors.push(diagnostic);
    }

    pub(super) fn mark(&mut self, mark: Mark) {
        let start = self.span(self.at).start;
        self.out.marks.push((start, mark));
    }

    pub(super) fn push_piece(&mut self, kind: PieceKind, from: usize, to: usize, broken: bool) {
        if from < to {
            let (start, end) = (self.span(from).start, self.span(to - 1).end);
            self.out.marks.push((start, Mark::Member));
            self.out.pieces.push(Piece { kind, start, end, broken });
        }
    }
}
