//! Clauses: a `let` with several clauses below it becomes one clause for each, with the binding in scope.

use std::borrow::Cow;

use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind};

/// How many bytes of source the clauses of one list may repeat, when each takes over the `let`s around it.
pub(super) const MAX_REPEATED_BYTES: usize = 4 * 1024 * 1024;

/// One clause of its own, and the place of what it says itself.
pub(super) struct Expanded<'a> {
    pub(super) expr: Cow<'a, Expr>,
    pub(super) span: Span,
}

/// The clauses that one entry of a list stands for.
pub(super) fn expand(expr: &Expr) -> Vec<Expanded<'_>> {
    let bodies = bodies(expr);
    if bodies.len() < 2 {
        return vec![Expanded { expr: Cow::Borrowed(expr), span: expr.span }];
    }
    bodies.into_iter().map(|path| single(expr, &path)).collect()
}

/// How many bytes the clauses of an entry repeat.
pub(super) fn repeated_bytes(expr: &Expr) -> usize {
    let bodies = bodies(expr);
    if bodies.len() < 2 { 0 } else { bodies.len() * expr.span.len() as usize }
}

/// The choices of bodies, from the outermost `let` with several to the innermost, that lead to each clause.
fn bodies(expr: &Expr) -> Vec<Vec<usize>> {
    let ExprKind::Let(_, _, body, _) = &expr.kind else {
        return expr.right_edge().map_or_else(|| vec![Vec::new()], bodies);
    };
    let inner = body.iter().enumerate().flat_map(|(index, body)| {
        bodies(body).into_iter().map(move |path| std::iter::once(index).chain(path).collect())
    });
    inner.collect()
}

/// The clause that one choice of bodies leaves.
fn single<'a>(expr: &Expr, path: &[usize]) -> Expanded<'a> {
    let mut copy = expr.clone();
    let span = choose(&mut copy, path);
    Expanded { expr: Cow::Owned(copy), span }
}

/// Keeps the chosen bodies, and returns the place of the innermost of those that had neighbours.
fn choose(expr: &mut Expr, path: &[usize]) -> Span {
    let whole = expr.span;
    if let ExprKind::Let(_, _, body, _) = &mut expr.kind {
        choose_body(body, path, whole)
    } else if let Some(right) = expr.right_edge_mut() {
        let inner = right.span;
        let span = choose(right, path);
        if span == inner { whole } else { span }
    } else {
        whole
    }
}

fn choose_body(body: &mut Vec<Expr>, path: &[usize], whole: Span) -> Span {
    let (Some((first, rest)), several) = (path.split_first(), body.len() > 1) else { return whole };
    let mut kept = body.swap_remove((*first).min(body.len().saturating_sub(1)));
    let span = choose(&mut kept, rest);
    let span = if several || span != kept.span { span } else { whole };
    *body = vec![kept];
    span
}
