//! Spaces between two tokens of one line.

use super::tokens::{Piece, Room};
use crate::syntax::lexer::TokenKind;
use crate::syntax::words;

/// The space between two tokens of a line.
pub(super) fn between(left: &Piece<'_>, right: &Piece<'_>) -> &'static str {
    if right.kind == TokenKind::LineComment {
        return "  ";
    }
    if left.kind.is_comment() || right.kind.is_comment() {
        return " ";
    }
    if left.room == Room::Clinging || clings_left(right) || clings_right(left) {
        return "";
    }
    match (left.text.as_ref(), right.text.as_ref()) {
        ("{", "}") => "",
        ("{", _) if left.room != Room::Roomy => "",
        (_, "}") if right.room != Room::Roomy => "",
        (_, "(" | "[") if ends_operand(left) => "",
        _ => " ",
    }
}

/// Whether a token can end an operand, so that a bracket or a minus after it belongs to it.
pub(super) fn ends_operand(piece: &Piece<'_>) -> bool {
    let text = piece.text.as_ref();
    match piece.kind {
        TokenKind::Word => text == "some" || !(words::leaves_open(text) || matches!(text, "where" | "when")),
        TokenKind::Number | TokenKind::Text | TokenKind::Regex => true,
        TokenKind::Symbol => matches!(text, ")" | "]" | "}" | "'"),
        TokenKind::LineComment | TokenKind::BlockComment => false,
    }
}

/// Tokens with no space before them.
fn clings_left(piece: &Piece<'_>) -> bool {
    piece.kind == TokenKind::Symbol && matches!(piece.text.as_ref(), ")" | "]" | "," | ":" | "." | "'")
}

/// Tokens with no space after them.
fn clings_right(piece: &Piece<'_>) -> bool {
    piece.kind == TokenKind::Symbol && matches!(piece.text.as_ref(), "(" | "[" | ".")
}
