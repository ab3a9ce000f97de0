//! Typing an expression. A hint carries the type that the context expects, for the forms that have none of their own
//! (`{}`, `[]`, `none`, an enum value that several enums share, a comprehension over a relation); it never makes a
//! value of another type pass.

use super::checker::{Checker, fits, lift, unknown};
use super::narrow::shown_present;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Expr, ExprKind, Type, UnaryOp};
use crate::source::Span;
use crate::syntax::ast::{self, LetForm};
use crate::syntax::took_first_in;

impl Checker<'_> {
    /// Types an expression; an option that was tested is its value.
    pub(super) fn infer(&mut self, source: &ast::Expr, hint: Option<&Type>) -> Expr {
        let expr = self.raw(source, hint);
        self.narrowed(expr)
    }

    /// Types an expression that must be of a type.
    pub(super) fn check(&mut self, source: &ast::Expr, expected: &Type) -> Expr {
        let expr = if matches!(expected, Type::Option(_)) {
            self.raw(source, Some(expected))
        } else {
            self.infer(source, Some(expected))
        };
        self.coerce(expr, expected, source)
    }

    /// Types a condition.
    pub(super) fn condition(&mut self, source: &ast::Expr) -> Expr {
        let expr = self.infer(source, Some(&Type::Bool));
        if fits(&expr.ty, &Type::Bool) {
            return Expr { ty: Type::Bool, ..expr };
        }
        let found = self.show(&expr.ty);
        let diagnostic = Diagnostic::new(Code::NotACondition, expr.span, "a condition must be true or false")
            .label(format!("this is a `{found}`"))
            .help("compare it with something: `… = …`, `… > 0`, `… != none`");
        self.fail(expr.span, diagnostic)
    }

    /// Types an expression without narrowing the result.
    pub(super) fn raw(&mut self, source: &ast::Expr, hint: Option<&Type>) -> Expr {
        let span = source.span;
        match &source.kind {
            ast::ExprKind::Int(value) => self.int(*value, false, hint, span),
            ast::ExprKind::Float(value) => node(ExprKind::Float(*value), Type::Float, span),
            ast::ExprKind::Text(text) => node(ExprKind::Text(text.clone()), Type::String, span),
            ast::ExprKind::Bool(value) => node(ExprKind::Bool(*value), Type::Bool, span),
            ast::ExprKind::None => self.none(hint, span),
            ast::ExprKind::Regex(_) => self.lone_regex(span),
            ast::ExprKind::Name(name) => self.name(name, hint, span),
            ast::ExprKind::Unary(op, inner) => self.unary(*op, inner, hint, span),
            ast::ExprKind::Binary(op, left, right) => self.binary(*op, left, right, hint, span),
            ast::ExprKind::Prime(inner) => self.prime(inner, hint, span),
            ast::ExprKind::Access(base, name) => self.access(base, name, span),
            ast::ExprKind::Index(base, index) => self.index(base, index, span),
            ast::ExprKind::Call(callee, args) => self.call(callee, args, hint, span),
            ast::ExprKind::With(base, fields) => self.with(base, fields, hint, span),
            ast::ExprKind::Quantifier(kind, binders, body) => self.quantifier(*kind, binders, body, span),
            ast::ExprKind::The(binder, body) => self.the(binder, body, span),
            ast::ExprKind::If(condition, yes, no) => self.choice(condition, yes, no, hint, span),
            ast::ExprKind::Let(name, value, body, form) => self.binding(name, value, body, *form, hint, span),
            ast::ExprKind::Lambda(..) => self.lone_lambda(span),
            ast::ExprKind::Construct(name, fields) => self.construct(name, fields, span),
            ast::ExprKind::Set(items) => self.set(items, hint, span),
            ast::ExprKind::Map(entries) => self.map(entries, hint, span),
            ast::ExprKind::Seq(items) => self.seq(items, hint, span),
            ast::ExprKind::Comprehension(name, from, body) => self.comprehension(name, from, body, hint, span),
            ast::ExprKind::Pre(inner) => self.pre(inner, hint, span),
            ast::ExprKind::Some(inner) => self.some(inner, hint, span),
        }
    }

    // Literals -------------------------------------------------------------------------------------------------

    pub(super) fn int(&mut self, magnitude: u64, negative: bool, hint: Option<&Type>, span: Span) -> Expr {
        if without_option(hint) == Some(&Type::Float) {
            let value = if negative { -(magnitude as f64) } else { magnitude as f64 };
            return node(ExprKind::Float(value), Type::Float, span);
        }
        let value = if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
        match value {
            Some(value) => node(ExprKind::Int(value), Type::Int, span),
            None => self.fail(
                span,
                Diagnostic::new(Code::BadNumber, span, format!("`{magnitude}` is out of range"))
                    .help(format!("the largest `Int` is {}", i64::MAX)),
            ),
        }
    }

    fn none(&mut self, hint: Option<&Type>, span: Span) -> Expr {
        match hint {
            Some(Type::Option(inner)) => node(ExprKind::None, Type::Option(inner.clone()), span),
            Some(Type::Unknown) => node(ExprKind::None, Type::option(Type::Unknown), span),
            Some(other) => node(ExprKind::None, Type::option(other.clone()), span),
            None => self.cannot_infer(span, "nothing says what this `none` is an option of"),
        }
    }

    fn some(&mut self, inner: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        let inner = self.infer(inner, without_option(hint));
        if matches!(inner.ty, Type::Option(_)) {
            return self.fail(
                span,
                Diagnostic::new(Code::NestedOption, span, "an option cannot hold an option")
                    .label(format!("`{}` is one already", self.show(&inner.ty)))
                    .help("leave `some(…)` out"),
            );
        }
        Expr { span, ..lift(inner) }
    }

    pub(super) fn cannot_infer(&mut self, span: Span, message: &str) -> Expr {
        let diagnostic = Diagnostic::new(Code::CannotInfer, span, message)
            .help("compare it with something of a known type, or pass it where one is declared");
        self.fail(span, diagnostic)
    }

    fn lone_regex(&mut self, span: Span) -> Expr {
        let diagnostic = Diagnostic::new(Code::MisplacedRegex, span, "`matches` and a regex go together");
        self.fail(span, diagnostic.help("write `text matches /pattern/`"))
    }

    fn lone_lambda(&mut self, span: Span) -> Expr {
        let diagnostic = Diagnostic::new(Code::MisplacedLambda, span, "this function takes no lambda");
        self.fail(span, diagnostic.help("only `sum` takes one: `sum(items, i => i.price)`"))
    }

    // Collections ----------------------------------------------------------------------------------------------

    fn set(&mut self, items: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let hint = without_option(hint);
        if items.is_empty() {
            return self.empty_braces(hint, span);
        }
        let element = match hint {
            Some(Type::Set(element)) => Some(element.as_ref()),
            _ => None,
        };
        let (items, element) = self.elements(&items.iter().collect::<Vec<_>>(), element);
        node(ExprKind::Set(items), Type::set(element), span)
    }

    /// `{}` is the empty set, map or relation.
    fn empty_braces(&mut self, hint: Option<&Type>, span: Span) -> Expr {
        match hint {
            Some(Type::Map(..) | Type::Multi(..)) => {
                node(ExprKind::Map(Vec::new()), hint.cloned().unwrap_or(Type::Unknown), span)
            }
            Some(Type::Set(_)) => node(ExprKind::Set(Vec::new()), hint.cloned().unwrap_or(Type::Unknown), span),
            Some(Type::Unknown) => unknown(span),
            Some(_) => node(ExprKind::Set(Vec::new()), Type::set(Type::Unknown), span),
            None => self.cannot_infer(span, "nothing says what this `{}` is an empty collection of"),
        }
    }

    fn seq(&mut self, items: &[ast::Expr], hint: Option<&Type>, span: Span) -> Expr {
        let element = match without_option(hint) {
            Some(Type::Seq(element)) => Some(element.as_ref()),
            _ => None,
        };
        if items.is_empty() && hint.is_none() {
            return self.cannot_infer(span, "nothing says what this `[]` is an empty sequence of");
        }
        let (items, element) = self.elements(&items.iter().collect::<Vec<_>>(), element);
        node(ExprKind::Seq(items), Type::seq(element), span)
    }

    /// Elements of one type: the expected one, or that of the first element that has one of its own.
    fn elements(&mut self, items: &[&ast::Expr], element: Option<&Type>) -> (Vec<Expr>, Type) {
        if let Some(element) = element {
            return (items.iter().map(|item| self.check(item, element)).collect(), element.clone());
        }
        let leader = items.iter().position(|item| !self.needs_context(item)).unwrap_or(0);
        let Some(mut lead) = items.get(leader).map(|item| self.infer(item, None)) else {
            return (Vec::new(), Type::Unknown);
        };
        let ty = lead.ty.clone();
        let typed = items.iter().enumerate().map(|(index, item)| {
            if index == leader { std::mem::replace(&mut lead, unknown(item.span)) } else { self.check(item, &ty) }
        });
        (typed.collect(), ty)
    }

    fn map(&mut self, entries: &[(ast::Expr, ast::Expr)], hint: Option<&Type>, span: Span) -> Expr {
        let (key, value) = match without_option(hint) {
            Some(Type::Map(key, value)) => (Some(key.as_ref().clone()), Some(value.as_ref().clone())),
            Some(Type::Multi(key, value)) => (Some(key.as_ref().clone()), Some(Type::Set(value.clone()))),
            _ => (None, None),
        };
        let (keys, values): (Vec<&ast::Expr>, Vec<&ast::Expr>) = entries.iter().map(|(k, v)| (k, v)).unzip();
        let (keys, key) = self.elements(&keys, key.as_ref());
        let (values, value) = self.elements(&values, value.as_ref());
        let ty = match without_option(hint) {
            Some(multi @ Type::Multi(..)) => multi.clone(),
            _ => Type::map(key, value),
        };
        node(ExprKind::Map(keys.into_iter().zip(values).collect()), ty, span)
    }

    // Control --------------------------------------------------------------------------------------------------

    fn choice(
        &mut self,
        condition: &ast::Expr,
        yes: &ast::Expr,
        no: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        let (if_true, if_false) = (shown_present(&condition, true), shown_present(&condition, false));
        let yes_first = hint.is_some() || !self.needs_context(yes);
        let (typed_yes, typed_no) = if yes_first {
            let typed_yes = self.knowing(if_true, |checker| checker.infer(yes, hint));
            let expected = hint.unwrap_or(&typed_yes.ty).clone();
            let typed_no = self.knowing(if_false, |checker| checker.infer(no, Some(&expected)));
            (typed_yes, typed_no)
        } else {
            let typed_no = self.knowing(if_false, |checker| checker.infer(no, None));
            let expected = typed_no.ty.clone();
            let typed_yes = self.knowing(if_true, |checker| checker.infer(yes, Some(&expected)));
            (typed_yes, typed_no)
        };
        let (typed_yes, typed_no) = self.join(typed_yes, typed_no, no);
        let ty = typed_yes.ty.clone();
        let parts = (Box::new(condition), Box::new(typed_yes), Box::new(typed_no));
        node(ExprKind::If(parts.0, parts.1, parts.2), ty, span)
    }

    /// Brings two branches to one type.
    fn join(&mut self, a: Expr, b: Expr, source: &ast::Expr) -> (Expr, Expr) {
        if matches!(b.ty, Type::Option(_)) && !matches!(a.ty, Type::Option(_) | Type::Unknown) {
            let ty = b.ty.clone();
            let lifted = if fits(&Type::option(a.ty.clone()), &ty) { lift(a) } else { a };
            let b = self.coerce(b, &lifted.ty.clone(), source);
            return (lifted, b);
        }
        let ty = if a.ty.has_unknown() { b.ty.clone() } else { a.ty.clone() };
        let b = self.coerce(b, &ty, source);
        (a, b)
    }

    fn binding(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        body: &[ast::Expr],
        form: LetForm,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let reported = self.diagnostics.len();
        let value = self.infer(value, None);
        let before = self.bound.len();
        let local = self.bind(name, value.ty.clone(), None);
        let Some(body) = body.first() else { return unknown(span) };
        let body = self.infer(body, hint);
        self.unbind(before);
        if form == LetForm::TookFirstIn {
            self.explain_first_in(reported, span);
        }
        let ty = body.ty.clone();
        node(ExprKind::Let(local, Box::new(value), Box::new(body)), ty, span)
    }

    /// A type error inside a one-line `let` with several `in`s most likely comes from the wrong `in`.
    fn explain_first_in(&mut self, reported: usize, span: Span) {
        let suspicious = |diagnostic: &Diagnostic| {
            matches!(
                diagnostic.code,
                Code::NotACollection | Code::NotACondition | Code::TypeMismatch | Code::BadOperand
            )
        };
        if self.diagnostics.get(reported).is_some_and(suspicious) {
            self.diagnostics.truncate(reported);
            self.report(took_first_in(span));
        }
    }

    fn pre(&mut self, inner: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        if !self.scope.place.has_before() {
            self.report(
                Diagnostic::new(Code::PreInInvariant, span, "`pre` changes nothing here")
                    .label("there is only one state to speak of")
                    .help("leave `pre(…)` out"),
            );
            return self.raw(inner, hint);
        }
        let outer = std::mem::replace(&mut self.inside_pre, true);
        let expr = self.raw(inner, hint);
        self.inside_pre = outer;
        Expr { span, ..expr }
    }

    /// Whether the type of an expression depends on its context.
    pub(super) fn needs_context(&self, source: &ast::Expr) -> bool {
        match &source.kind {
            ast::ExprKind::None | ast::ExprKind::Int(_) | ast::ExprKind::Comprehension(..) => true,
            ast::ExprKind::Set(items) | ast::ExprKind::Seq(items) => items.iter().all(|item| self.needs_context(item)),
            ast::ExprKind::Map(entries) => entries.iter().any(|(_, value)| self.needs_context(value)),
            ast::ExprKind::Name(name) => self.tables.enum_values.get(name).is_some_and(|found| found.len() > 1),
            ast::ExprKind::Some(inner)
            | ast::ExprKind::Pre(inner)
            | ast::ExprKind::Unary(ast::UnaryOp::Negate, inner) => self.needs_context(inner),
            ast::ExprKind::If(_, yes, no) => self.needs_context(yes) && self.needs_context(no),
            ast::ExprKind::Let(_, _, body, _) => body.first().is_some_and(|body| self.needs_context(body)),
            ast::ExprKind::Binary(op, left, right) => {
                is_arithmetic(*op) && self.needs_context(left) && self.needs_context(right)
            }
            ast::ExprKind::Call(callee, _) => self.is_undeclared(callee),
            ast::ExprKind::Float(_)
            | ast::ExprKind::Text(_)
            | ast::ExprKind::Regex(_)
            | ast::ExprKind::Bool(_)
            | ast::ExprKind::Unary(..)
            | ast::ExprKind::Prime(_)
            | ast::ExprKind::Access(..)
            | ast::ExprKind::Index(..)
            | ast::ExprKind::With(..)
            | ast::ExprKind::Quantifier(..)
            | ast::ExprKind::The(..)
            | ast::ExprKind::Lambda(..)
            | ast::ExprKind::Construct(..) => false,
        }
    }
}

fn is_arithmetic(op: ast::BinaryOp) -> bool {
    matches!(op, ast::BinaryOp::Plus | ast::BinaryOp::Dash | ast::BinaryOp::Times | ast::BinaryOp::Slash)
}

/// A typed expression.
pub(super) fn node(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// The type that a hint says a value has once it is present.
pub(super) fn without_option(hint: Option<&Type>) -> Option<&Type> {
    match hint {
        Some(Type::Option(inner)) => Some(inner),
        other => other,
    }
}

/// The operator of the IR for one of the source.
pub(super) fn unary_op(op: ast::UnaryOp) -> UnaryOp {
    match op {
        ast::UnaryOp::Not => UnaryOp::Not,
        ast::UnaryOp::Negate => UnaryOp::Negate,
        ast::UnaryOp::Size => UnaryOp::Size,
        ast::UnaryOp::Powerset => UnaryOp::Powerset,
    }
}
