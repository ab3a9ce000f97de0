//! Walking and comparing typed expressions.

use super::{Binder, Expr, ExprKind, Range, Type};
use crate::source::Span;

/// The direct parts of an expression, in the order they are written; `$iter` and `$source` say how they are borrowed.
macro_rules! visit_parts {
    ($kind:expr, $visit:ident, $iter:ident, $source:ident) => {
        match $kind {
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
            | ExprKind::Unwrap(inner, _) => $visit(inner),
            ExprKind::Binary(_, left, right) | ExprKind::Index(_, left, right) | ExprKind::Let(_, left, right) => {
                $visit(left);
                $visit(right);
            }
            ExprKind::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| $visit(part)),
            ExprKind::Call(_, parts, _)
            | ExprKind::UndeclaredCall(_, parts)
            | ExprKind::Builtin(_, parts)
            | ExprKind::Construct(_, parts)
            | ExprKind::Set(parts)
            | ExprKind::Seq(parts) => parts.$iter().for_each($visit),
            ExprKind::Map(entries) => entries.$iter().flat_map(|(key, value)| [key, value]).for_each($visit),
            ExprKind::With(base, fields) => {
                $visit(base);
                fields.$iter().for_each(|(_, value)| $visit(value));
            }
            ExprKind::Sum(binder, body) | ExprKind::The(binder, body) | ExprKind::Comprehension(binder, body) => {
                binder.$source().into_iter().for_each(&mut *$visit);
                $visit(body);
            }
            ExprKind::Quantifier(_, binders, body) => {
                binders.$iter().filter_map(|binder| binder.$source()).for_each(&mut *$visit);
                $visit(body);
            }
        }
    };
}

/// Calls `visit` with each direct part of an expression, in the order they are written.
pub fn for_each_child<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit_parts!(&expr.kind, visit, iter, source);
}

/// Calls `visit` with each direct part of an expression, so that it can be changed.
pub fn for_each_child_mut(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit_parts!(&mut expr.kind, visit, iter_mut, source_mut);
}

impl Binder {
    /// The collection that it ranges over, if it is one.
    pub fn source(&self) -> Option<&Expr> {
        match &self.range {
            Range::Elements(source) | Range::Values(source) => Some(source),
            Range::All(_) => None,
        }
    }

    fn source_mut(&mut self) -> Option<&mut Expr> {
        match &mut self.range {
            Range::Elements(source) | Range::Values(source) => Some(source),
            Range::All(_) => None,
        }
    }

    /// Whether it ranges over all instances of an entity, and so over the whole state.
    pub fn is_over_instances(&self) -> bool {
        matches!((&self.range, &self.ty), (Range::All(_), Type::Entity(_)))
    }
}

/// The variables that an expression binds by itself.
pub fn binders(expr: &Expr) -> &[Binder] {
    if let ExprKind::Quantifier(_, binders, _) = &expr.kind {
        return binders;
    }
    if let ExprKind::Sum(binder, _) | ExprKind::The(binder, _) | ExprKind::Comprehension(binder, _) = &expr.kind {
        return std::slice::from_ref(binder);
    }
    &[]
}

/// Whether an expression goes over all instances of an entity.
pub fn goes_over_instances(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Instances(..)) || binders(expr).iter().any(Binder::is_over_instances)
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
