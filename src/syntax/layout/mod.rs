//! The layout rule. Finds the declarations of a file, decides where each expression ends and which `in` closes
//! which `let`, and writes both decisions into a copy of the text, width for width, so that the grammar stays a
//! plain PEG and spans stay true. Brackets that do not match and nesting that is too deep are found here, before
//! the grammar could recurse on them.

mod expressions;
mod file;
mod members;
mod walk;

use self::walk::Walker;
use super::lexer::Token;
use crate::diag::Diagnostic;
use crate::source::FileId;

/// The character that ends an expression, in place of its newline.
const SEPARATOR: u8 = 0x1e;
/// What a `let`'s `in` is replaced by, twice.
const LET_IN: u8 = 0x02;

/// Which rule of the grammar reads a piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// `import "…"`.
    Import,
    /// `service Name {`.
    Header,
    /// A member of the service.
    Member,
}

/// What a token begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// An import, the service, or a member of it.
    Member,
    /// `requires:`, `input:` and the like, or an entity's `invariant:`.
    Head,
    /// One clause of a list.
    Clause,
    /// An expression that is not one of a list.
    Expression,
}

/// A part of the text that the grammar reads on its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// What it holds.
    pub(super) kind: PieceKind,
    /// Its first byte.
    pub(super) start: u32,
    /// The byte after its last one.
    pub(super) end: u32,
    /// An error was already reported in it, so the grammar need not look.
    pub(super) broken: bool,
}

/// The file, prepared for the grammar.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The text with comments blanked, separators and `let`-`in` marks written in.
    pub(super) prepared: String,
    /// The pieces, in order.
    pub(super) pieces: Vec<Piece>,
    /// Where `let`s stand that left another `in` behind them on their own level.
    pub(super) ambiguous_lets: Vec<u32>,
    /// Where expressions end by layout.
    pub(super) separators: Vec<u32>,
    /// What begins where, in order.
    pub(super) marks: Vec<(u32, Mark)>,
    /// What was wrong.
    pub(super) errors: Vec<Diagnostic>,
}

/// Applies the layout rule to a text and its tokens.
pub(super) fn lay_out(file: FileId, text: &str, tokens: &[Token]) -> Layout {
    let significant: Vec<Token> = tokens.iter().copied().filter(|token| !token.kind.is_comment()).collect();
    let mut walker = Walker::new(file, text, &significant);
    walker.file();
    let mut layout = walker.out;
    layout.ambiguous_lets.sort_unstable();
    layout.marks.sort_unstable_by_key(|(start, _)| *start);
    layout.prepared = prepare(text, tokens, &layout.separators, &walker.let_ins);
    layout
}

/// Copies the text with comments and line breaks blanked and the marks written in.
fn prepare(text: &str, tokens: &[Token], separators: &[u32], let_ins: &[u32]) -> String {
    let blank = |byte: &u8| if matches!(byte, b'\n' | b'\t' | b'\r') { b' ' } else { *byte };
    let mut bytes: Vec<u8> = text.as_bytes().iter().map(blank).collect();
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes[..3].fill(b' ');
    }
    for comment in tokens.iter().filter(|token| token.kind.is_comment()) {
        bytes[comment.start as usize..comment.end as usize].fill(b' ');
    }
    for at in separators {
        bytes[*at as usize] = SEPARATOR;
    }
    for at in let_ins {
        bytes[*at as usize..*at as usize + 2].fill(LET_IN);
    }
    String::from_utf8(bytes).unwrap_or_default()
}
