//! Text to tree. `lexer` splits, `layout` applies the layout rule, the grammar reads one declaration at a time, and
//! `build` and `expr` make the tree. One run reports the errors of every declaration. Nothing is resolved here.

pub mod ast;
mod build;
mod error;
mod expr;
mod grammar;
mod layout;
pub mod lexer;
pub mod limits;
pub mod words;

use std::sync::OnceLock;

use pest::Parser;
use pest::iterators::Pair;
use rayon::prelude::*;

use self::ast::{File, Import, Member, Name};
use self::build::Builder;
pub(crate) use self::expr::took_first_in;
use self::grammar::{Rule, SpecParser};
pub use self::layout::Mark;
use self::layout::{Layout, Piece, PieceKind};
use crate::diag::{Code, Diagnostic, sort};
use crate::source::{FileId, SourceFile};

/// What became of a text.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The tree; incomplete where there were errors.
    pub file: File,
    /// What was wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// All tokens, comments included.
    pub tokens: Vec<lexer::Token>,
    /// What begins where, in order.
    pub marks: Vec<(u32, Mark)>,
}

/// Parses a file.
pub fn parse(id: FileId, source: &SourceFile) -> Parsed {
    let lexed = lexer::lex(id, &source.text);
    let mut layout = layout::lay_out(id, &source.text, &lexed.tokens);
    mark_broken(&mut layout.pieces, &lexed.errors);
    let mut parsed = Parsed { diagnostics: lexed.errors, tokens: lexed.tokens, ..Parsed::default() };
    if parsed.diagnostics.iter().any(|error| error.code == Code::UnterminatedComment) {
        layout.errors.retain(|error| error.code != Code::UnclosedBracket);
    }
    parsed.diagnostics.append(&mut layout.errors);
    for (node, mut errors) in parse_pieces(id, &source.text, &layout) {
        parsed.diagnostics.append(&mut errors);
        match node {
            Some(Node::Import(import)) => parsed.file.imports.push(import),
            Some(Node::Header(name)) => parsed.file.name = Some(name),
            Some(Node::Member(member)) => parsed.file.members.push(*member),
            None => {}
        }
    }
    parsed.marks = layout.marks;
    sort(&mut parsed.diagnostics);
    parsed
}

/// Only lexes, lays out and runs the grammar, and counts what it matched: the yardstick for `make bench`.
pub fn tokenize_with_grammar(id: FileId, source: &SourceFile) -> usize {
    let lexed = lexer::lex(id, &source.text);
    let layout = layout::lay_out(id, &source.text, &lexed.tokens);
    let count = |piece: &Piece| match SpecParser::parse(entry_rule(piece.kind), text_of(piece, &layout.prepared)) {
        Ok(pairs) => pairs.flatten().count(),
        Err(_) => 0,
    };
    on_deep_threads(|| layout.pieces.par_iter().with_min_len(PIECES_PER_TASK).map(count).sum())
}

enum Node {
    Import(Import),
    Header(Name),
    Member(Box<Member>),
}

const PIECES_PER_TASK: usize = 32;

fn entry_rule(kind: PieceKind) -> Rule {
    match kind {
        PieceKind::Import => Rule::import,
        PieceKind::Header => Rule::header,
        PieceKind::Member => Rule::member,
    }
}

fn text_of<'s>(piece: &Piece, prepared: &'s str) -> &'s str {
    prepared.get(piece.start as usize..piece.end as usize).unwrap_or("")
}

/// A piece in which the lexer found an error is not given to the grammar, which would only repeat it.
fn mark_broken(pieces: &mut [Piece], errors: &[Diagnostic]) {
    for error in errors {
        let at = error.primary.span.start;
        let index = pieces.partition_point(|piece| piece.end <= at);
        if let Some(piece) = pieces.get_mut(index).filter(|piece| piece.start <= at) {
            piece.broken = true;
        }
    }
}

type Outcome = (Option<Node>, Vec<Diagnostic>);

fn parse_pieces(id: FileId, original: &str, layout: &Layout) -> Vec<Outcome> {
    let whole = layout.pieces.iter().filter(|piece| !piece.broken).collect::<Vec<_>>();
    let parse = |piece: &&Piece| parse_piece(id, original, layout, piece);
    on_deep_threads(|| whole.par_iter().with_min_len(PIECES_PER_TASK).map(parse).collect())
}

fn parse_piece(id: FileId, original: &str, layout: &Layout, piece: &Piece) -> Outcome {
    let rule = entry_rule(piece.kind);
    let text = text_of(piece, &layout.prepared);
    let mut pairs = match SpecParser::parse(rule, text) {
        Ok(pairs) => pairs,
        Err(_) => return (None, vec![error::explain(rule, id, piece, text)]),
    };
    let mut builder = Builder::new(id, piece.start, original, &layout.ambiguous_lets);
    let node = pairs.next().and_then(|pair| build_node(&mut builder, piece.kind, pair));
    let sound = builder.errors.is_empty();
    (node.filter(|_| sound), builder.errors)
}

fn build_node(builder: &mut Builder<'_>, kind: PieceKind, pair: Pair<'_, Rule>) -> Option<Node> {
    match kind {
        PieceKind::Import => builder.import(pair).map(Node::Import),
        PieceKind::Header => builder.header(pair).map(Node::Header),
        PieceKind::Member => builder.member(pair).map(|member| Node::Member(Box::new(member))),
    }
}

/// Runs work on threads with enough stack for the deepest nesting that the limits allow.
pub(crate) fn on_deep_threads<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    static POOL: OnceLock<Option<rayon::ThreadPool>> = OnceLock::new();
    let build = || rayon::ThreadPoolBuilder::new().stack_size(limits::PARSER_STACK_BYTES).build().ok();
    match POOL.get_or_init(build) {
        Some(pool) => pool.install(work),
        None => work(),
    }
}
