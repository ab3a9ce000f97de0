//! Binders: quantifiers, comprehensions, `the` and `sum`.

use super::checker::{Checker, fits};
use super::expr::{node, without_option};
use super::resolve::resolve_type;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Binder, Expr, ExprKind, Quantifier, Range, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    pub(super) fn quantifier(
        &mut self,
        kind: ast::Quantifier,
        binders: &[ast::Binder],
        body: &ast::Expr,
        span: Span,
    ) -> Expr {
        let before = self.bound.len();
        let binders: Vec<Binder> = binders.iter().map(|binder| self.binder(binder)).collect();
        let body = self.condition(body);
        self.unbind(before);
        let kind = match kind {
            ast::Quantifier::All => Quantifier::All,
            ast::Quantifier::Some => Quantifier::Some,
            ast::Quantifier::No => Quantifier::No,
        };
        node(ExprKind::Quantifier(kind, binders, Box::new(body)), Type::Bool, span)
    }

    pub(super) fn the(&mut self, binder: &ast::Binder, body: &ast::Expr, span: Span) -> Expr {
        let before = self.bound.len();
        let binder = self.binder(binder);
        let body = self.condition(body);
        self.unbind(before);
        let ty = binder.ty.clone();
        node(ExprKind::The(Box::new(binder), Box::new(body)), ty, span)
    }

    fn binder(&mut self, binder: &ast::Binder) -> Binder {
        match &binder.range {
            ast::Range::In(source) => self.binder_in(&binder.name, source),
            ast::Range::Of(ty) => self.binder_of(&binder.name, ty),
        }
    }

    fn binder_in(&mut self, name: &Name, source: &ast::Expr) -> Binder {
        let (source, text) = (self.infer(source, None), source);
        let source = self.collection(source);
        let ty = source.ty.element().cloned().unwrap_or(Type::Unknown);
        let key_of = key_of(text, &source.ty);
        let local = self.bind(name, ty.clone(), key_of);
        Binder { local, ty, range: Range::Elements(source) }
    }

    fn collection(&mut self, source: Expr) -> Expr {
        if matches!(source.ty, Type::Option(_)) {
            return self.untested(&source);
        }
        if source.ty.element().is_none() {
            return self.not_a_collection(&source, "iterate over a set, sequence, map or relation");
        }
        source
    }

    /// `x: T` ranges over every value of an enum or `Bool`, or every instance of an entity.
    fn binder_of(&mut self, name: &Name, ty: &ast::Type) -> Binder {
        let span = ty.span;
        let ty = resolve_type(self.tables, ty, &mut self.diagnostics).ty;
        if !matches!(ty, Type::Bool | Type::Enum(_) | Type::Entity(_) | Type::Unknown) {
            let found = self.show(&ty);
            self.report(
                Diagnostic::new(Code::UnboundedBinder, span, format!("`{found}` has no end"))
                    .help("`x: T` takes an entity, an enum or `Bool`; otherwise write `x in collection`"),
            );
        }
        let local = self.bind(name, ty.clone(), None);
        Binder { local, ty, range: Range::All(self.moment) }
    }

    /// Over a map or relation a comprehension takes keys, unless only the values fit what is expected.
    pub(super) fn comprehension(
        &mut self,
        name: &Name,
        source: &ast::Expr,
        body: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let (typed, text) = (self.infer(source, None), source);
        let typed = self.collection(typed);
        let key = typed.ty.element().cloned().unwrap_or(Type::Unknown);
        let (ty, range) = match (wanted_values(&typed.ty, &key, hint), typed) {
            (Some(value), source) => (value, Range::Values(source)),
            (None, source) => (key, Range::Elements(source)),
        };
        let key_of = match &range {
            Range::Elements(source) => key_of(text, &source.ty),
            Range::Values(_) | Range::All(_) => None,
        };
        let before = self.bound.len();
        let local = self.bind(name, ty.clone(), key_of);
        let body = self.condition(body);
        self.unbind(before);
        let binder = Binder { local, ty: ty.clone(), range };
        node(ExprKind::Comprehension(Box::new(binder), Box::new(body)), Type::set(ty), span)
    }

    /// `sum(s, x => e)`.
    pub(super) fn sum(&mut self, source: &ast::Expr, lambda: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        let ast::ExprKind::Lambda(name, body) = &lambda.kind else { return self.lambda_expected(lambda.span) };
        let before = self.bound.len();
        let binder = self.binder_in(name, source);
        let body = self.infer(body, hint);
        self.unbind(before);
        if matches!(body.ty, Type::Option(_)) {
            return self.untested(&body);
        }
        if !body.ty.is_quantity() {
            let found = self.show(&body.ty);
            let diagnostic = Diagnostic::new(Code::BadOperand, body.span, format!("`sum` cannot add a `{found}`"));
            return self.fail(span, diagnostic.help("`sum` adds `Int`s, `Float`s or `Duration`s"));
        }
        let ty = body.ty.clone();
        node(ExprKind::Sum(Box::new(binder), Box::new(body)), ty, span)
    }

    fn lambda_expected(&mut self, span: Span) -> Expr {
        let diagnostic = Diagnostic::new(Code::LambdaExpected, span, "`sum` wants a lambda here");
        self.fail(span, diagnostic.help("write `sum(items, i => i.price)`; to add the items themselves, `i => i`"))
    }
}

/// The value type, if only that is what the context expects elements of.
fn wanted_values(source: &Type, key: &Type, hint: Option<&Type>) -> Option<Type> {
    let Some(Type::Set(expected)) = without_option(hint) else { return None };
    let (Type::Map(_, value) | Type::Multi(_, value)) = source else { return None };
    (!fits(key, expected) && fits(value, expected)).then(|| value.as_ref().clone())
}

/// What a variable over the keys of a named collection is a key of.
fn key_of(source: &ast::Expr, ty: &Type) -> Option<(String, Type)> {
    let (Type::Map(_, value) | Type::Multi(_, value)) = ty else { return None };
    let ast::ExprKind::Name(name) = &source.kind else { return None };
    Some((name.to_string(), value.as_ref().clone()))
}
