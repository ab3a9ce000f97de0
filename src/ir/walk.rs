//! Walking and comparing typed expressions.

use super::{Binder, Expr, ExprKind, Range};
use crate::source::Span;

/// Calls `visit` with each direct part of an expression, in the order they are written.
pub fn for_each_child<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Text(_)
        | ExprKind::None
        | ExprKind::EnumValue(..)
        | ExprKind::Local(_)
        | ExprKind::Input(_)
        | ExprKind::Output(_)
        | ExprKind::Param(_)
        | ExprKind::OwnField(_)
        | ExprKind::OwnValue
        | ExprKind::State(..)
        | ExprKind::Instances(..) => {}
        ExprKind::Unary(_, inner)
        | ExprKind::Matches(inner, _)
        | ExprKind::Field(inner, _)
        | ExprKind::Some(inner)
        | ExprKind::Unwrap(inner, _) => visit(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Index(_, left, right) | ExprKind::Let(_, left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| visit(part)),
        ExprKind::Call(_, parts, _)
        | ExprKind::UndeclaredCall(_, parts)
        | ExprKind::Builtin(_, parts)
        | ExprKind::Construct(_, parts)
        | ExprKind::Set(parts)
        | ExprKind::Seq(parts) => parts.iter().for_each(visit),
        ExprKind::Map(entries) => entries.iter().flat_map(|(key, value)| [key, value]).for_each(visit),
        ExprKind::With(base, fields) => {
            visit(base);
            fields.iter().for_each(|(_, value)| visit(value));
        }
        ExprKind::Sum(binder, body) | ExprKind::The(binder, body) | ExprKind::Comprehension(binder, body) => {
            source(binder).into_iter().for_each(&mut *visit);
            visit(body);
        }
        ExprKind::Quantifier(_, binders, body) => {
            binders.iter().filter_map(source).for_each(&mut *visit);
            visit(body);
        }
    }
}

fn source(binder: &Binder) -> Option<&Expr> {
    match &binder.range {
        Range::Elements(source) | Range::Values(source) => Some(source),
        Range::All(_) => None,
    }
}

/// Visits an expression and all its parts, from the outside in.
pub fn walk<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    for_each_child(expr, &mut |child| walk(child, visit));
}

/// Whether any part of an expression, or the whole, passes a test.
pub fn any(expr: &Expr, test: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk(expr, &mut |part| found |= test(part));
    found
}

/// Calls `visit` with each direct part of an expression, so that it can be changed.
pub fn for_each_child_mut(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut expr.kind {
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Text(_)
        | ExprKind::None
        | ExprKind::EnumValue(..)
        | ExprKind::Local(_)
        | ExprKind::Input(_)
        | ExprKind::Output(_)
        | ExprKind::Param(_)
        | ExprKind::OwnField(_)
        | ExprKind::OwnValue
        | ExprKind::State(..)
        | ExprKind::Instances(..) => {}
        ExprKind::Unary(_, inner)
        | ExprKind::Matches(inner, _)
        | ExprKind::Field(inner, _)
        | ExprKind::Some(inner)
        | ExprKind::Unwrap(inner, _) => visit(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Index(_, left, right) | ExprKind::Let(_, left, right) => {
            visit(left);
            visit(right);
        }
        ExprKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| visit(part)),
        ExprKind::Call(_, parts, _)
        | ExprKind::UndeclaredCall(_, parts)
        | ExprKind::Builtin(_, parts)
        | ExprKind::Construct(_, parts)
        | ExprKind::Set(parts)
        | ExprKind::Seq(parts) => parts.iter_mut().for_each(visit),
        ExprKind::Map(entries) => entries.iter_mut().flat_map(|(key, value)| [key, value]).for_each(visit),
        ExprKind::With(base, fields) => {
            visit(base);
            fields.iter_mut().for_each(|(_, value)| visit(value));
        }
        ExprKind::Sum(binder, body) | ExprKind::The(binder, body) | ExprKind::Comprehension(binder, body) => {
            source_mut(binder).into_iter().for_each(&mut *visit);
            visit(body);
        }
        ExprKind::Quantifier(_, binders, body) => {
            binders.iter_mut().filter_map(source_mut).for_each(&mut *visit);
            visit(body);
        }
    }
}

fn source_mut(binder: &mut Binder) -> Option<&mut Expr> {
    match &mut binder.range {
        Range::Elements(source) | Range::Values(source) => Some(source),
        Range::All(_) => None,
    }
}

/// Whether two expressions say the same, wherever they are written.
pub fn same(a: &Expr, b: &Expr) -> bool {
    std::mem::discriminant(&a.kind) == std::mem::discriminant(&b.kind) && without_places(a) == without_places(b)
}

fn without_places(expr: &Expr) -> Expr {
    let mut expr = expr.clone();
    forget_place(&mut expr);
    expr
}

fn forget_place(expr: &mut Expr) {
    expr.span = Span::default();
    for_each_child_mut(expr, &mut forget_place);
}
