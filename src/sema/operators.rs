//! Operators: what each one is defined on, and which operation of the IR it stands for.

use super::checker::{Checker, fits, is_literal, lift};
use super::expr::{node, unary_op};
use super::{constants, regex};
use crate::diag::{Code, Diagnostic};
use crate::ir::{BinaryOp, Expr, ExprKind, Type, UnaryOp};
use crate::source::Span;
use crate::syntax::ast;

use super::narrow::shown_present;

/// The operators of the source whose operation the types of both operands decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Plus,
    Dash,
    Times,
    Slash,
}

impl Arithmetic {
    fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Plus => "+",
            Arithmetic::Dash => "-",
            Arithmetic::Times => "*",
            Arithmetic::Slash => "/",
        }
    }
}

impl Checker<'_> {
    pub(super) fn unary(&mut self, op: ast::UnaryOp, inner: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        if op == ast::UnaryOp::Not {
            let inner = self.condition(inner);
            return node(ExprKind::Unary(UnaryOp::Not, Box::new(inner)), Type::Bool, span);
        }
        if let (ast::UnaryOp::Negate, ast::ExprKind::Int(magnitude)) = (op, &inner.kind) {
            return self.int(*magnitude, true, hint, span);
        }
        let passed = if op == ast::UnaryOp::Negate { hint } else { None };
        let operand = self.infer(inner, passed);
        let result = match (op, &operand.ty) {
            (_, Type::Option(_)) => return self.untested(&operand),
            (_, Type::Unknown) => Some(if op == ast::UnaryOp::Size { Type::Int } else { Type::Unknown }),
            (ast::UnaryOp::Negate, ty @ (Type::Int | Type::Float | Type::Duration)) => Some(ty.clone()),
            (ast::UnaryOp::Size, Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..)) => Some(Type::Int),
            (ast::UnaryOp::Powerset, ty @ Type::Set(_)) => Some(Type::set(ty.clone())),
            _ => None,
        };
        match result {
            Some(ty) => node(ExprKind::Unary(unary_op(op), Box::new(operand)), ty, span),
            None => self.bad_prefix(op, &operand, span),
        }
    }

    fn bad_prefix(&mut self, op: ast::UnaryOp, operand: &Expr, span: Span) -> Expr {
        let (symbol, help) = match op {
            ast::UnaryOp::Size if operand.ty == Type::String => ("#", "the length of a string is `len(s)`"),
            ast::UnaryOp::Size => ("#", "`#` takes a set, sequence, map or relation"),
            ast::UnaryOp::Powerset => ("^", "`^` takes a set"),
            ast::UnaryOp::Negate | ast::UnaryOp::Not => ("-", "`-` takes an `Int`, a `Float` or a `Duration`"),
        };
        let found = self.show(&operand.ty);
        let diagnostic = Diagnostic::new(Code::BadOperand, span, format!("`{symbol}` is not defined on `{found}`"));
        self.fail(span, diagnostic.help(help))
    }

    pub(super) fn binary(
        &mut self,
        op: ast::BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        match op {
            ast::BinaryOp::And => self.logic(BinaryOp::And, left, right, Some(true), span),
            ast::BinaryOp::Or => self.logic(BinaryOp::Or, left, right, Some(false), span),
            ast::BinaryOp::Implies => self.logic(BinaryOp::Implies, left, right, Some(true), span),
            ast::BinaryOp::Iff => self.logic(BinaryOp::Iff, left, right, None, span),
            ast::BinaryOp::Eq => self.equality(BinaryOp::Eq, left, right, span),
            ast::BinaryOp::Ne => self.equality(BinaryOp::Ne, left, right, span),
            ast::BinaryOp::Lt => self.order(BinaryOp::Lt, left, right, span),
            ast::BinaryOp::Le => self.order(BinaryOp::Le, left, right, span),
            ast::BinaryOp::Gt => self.order(BinaryOp::Gt, left, right, span),
            ast::BinaryOp::Ge => self.order(BinaryOp::Ge, left, right, span),
            ast::BinaryOp::In => self.membership(BinaryOp::In, left, right, span),
            ast::BinaryOp::NotIn => self.membership(BinaryOp::NotIn, left, right, span),
            ast::BinaryOp::Subset => self.sets(BinaryOp::Subset, left, right, None, span),
            ast::BinaryOp::Union => self.sets(BinaryOp::Union, left, right, hint, span),
            ast::BinaryOp::Intersect => self.sets(BinaryOp::Intersect, left, right, hint, span),
            ast::BinaryOp::Minus => self.sets(BinaryOp::Difference, left, right, hint, span),
            ast::BinaryOp::Matches => self.matches(left, right, span),
            ast::BinaryOp::Plus => self.arithmetic(Arithmetic::Plus, left, right, hint, span),
            ast::BinaryOp::Dash => self.arithmetic(Arithmetic::Dash, left, right, hint, span),
            ast::BinaryOp::Times => self.arithmetic(Arithmetic::Times, left, right, hint, span),
            ast::BinaryOp::Slash => self.arithmetic(Arithmetic::Slash, left, right, hint, span),
        }
    }

    /// Connectives. What the left side shows is known on the right where that is reached.
    fn logic(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, reached: Option<bool>, span: Span) -> Expr {
        let left = self.condition(left);
        let shown = reached.map(|truth| shown_present(&left, truth)).unwrap_or_default();
        let right = self.knowing(shown, |checker| checker.condition(right));
        both(op, left, right, Type::Bool, span)
    }

    /// Types two operands that should agree; the one that has a type of its own goes first.
    fn pair(&mut self, left: &ast::Expr, right: &ast::Expr, hint: Option<&Type>) -> (Expr, Expr) {
        if self.needs_context(left) && !self.needs_context(right) {
            let right = self.infer(right, hint);
            let left = self.infer(left, Some(&right.ty));
            return (left, right);
        }
        let left = self.infer(left, hint);
        let right = self.infer(right, Some(&left.ty));
        (left, right)
    }

    fn equality(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let against_none = |side: &ast::Expr| matches!(side.kind, ast::ExprKind::None);
        let (l, r) = if against_none(right) && !against_none(left) {
            let l = self.raw(left, None);
            let r = self.raw(right, Some(&l.ty));
            (l, r)
        } else if against_none(left) && !against_none(right) {
            let r = self.raw(right, None);
            let l = self.raw(left, Some(&r.ty));
            (l, r)
        } else {
            self.pair(left, right, None)
        };
        for (side, other) in [(&l, right), (&r, left)] {
            if against_none(other) && !matches!(side.ty, Type::Option(_) | Type::Unknown) {
                return self.never_none(side, span);
            }
        }
        let (l, r) = lifted(l, r);
        if !fits(&l.ty, &r.ty) {
            return self.incomparable(&l, &r, left, right);
        }
        both(op, l, r, Type::Bool, span)
    }

    fn never_none(&mut self, operand: &Expr, span: Span) -> Expr {
        let found = self.show(&operand.ty);
        let diagnostic = Diagnostic::new(Code::WrongLiteral, span, format!("a `{found}` is never `none`"))
            .help(format!("only an `Option[{found}]` can be `none`"));
        self.fail(span, diagnostic)
    }

    fn incomparable(&mut self, l: &Expr, r: &Expr, left: &ast::Expr, right: &ast::Expr) -> Expr {
        let span = l.span.to(r.span);
        let (a, b) = (self.show(&l.ty), self.show(&r.ty));
        let (code, help) = if is_literal(right) {
            (Code::WrongLiteral, self.literal_help(right, &l.ty))
        } else if is_literal(left) {
            (Code::WrongLiteral, self.literal_help(left, &r.ty))
        } else {
            (Code::TypeMismatch, None)
        };
        let diagnostic = Diagnostic::new(code, r.span, format!("cannot compare `{a}` with `{b}`"))
            .label(format!("this is a `{b}`"))
            .also(l.span, format!("this is a `{a}`"))
            .maybe_help(help);
        self.fail(span, diagnostic)
    }

    fn order(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (l, r) = self.pair(left, right, None);
        let (lt, rt) = (present(&l.ty), present(&r.ty));
        if !fits(lt, rt) {
            return self.incomparable(&l, &r, left, right);
        }
        if !lt.is_ordered() || !rt.is_ordered() {
            let found = self.show(lt);
            let diagnostic = Diagnostic::new(Code::BadOperand, span, format!("`{found}` has no order"))
                .help("`<`, `<=`, `>` and `>=` compare numbers, strings, instants and durations");
            return self.fail(span, diagnostic);
        }
        both(op, l, r, Type::Bool, span)
    }

    fn membership(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (l, r) = if self.needs_context(right) {
            let l = self.infer(left, None);
            let expected = Type::set(l.ty.clone());
            let r = self.infer(right, Some(&expected));
            (Some(l), r)
        } else {
            (None, self.infer(right, None))
        };
        if matches!(r.ty, Type::Option(_)) {
            return self.untested(&r);
        }
        let Some(element) = r.ty.element().cloned() else {
            return self.not_a_collection(&r, "`in` looks into a set, sequence, map or relation");
        };
        let l = match l {
            Some(l) => self.coerce(l, &element, left),
            None => self.check(left, &element),
        };
        both(op, l, r, Type::Bool, span)
    }

    pub(super) fn not_a_collection(&mut self, expr: &Expr, help: &str) -> Expr {
        let found = self.show(&expr.ty);
        let diagnostic = Diagnostic::new(Code::NotACollection, expr.span, format!("a `{found}` is not a collection"));
        self.fail(expr.span, diagnostic.help(help))
    }

    fn sets(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, hint: Option<&Type>, span: Span) -> Expr {
        let (l, r) = self.pair(left, right, hint);
        for side in [&l, &r] {
            if matches!(side.ty, Type::Option(_)) {
                return self.untested(side);
            }
            if !matches!(side.ty, Type::Set(_) | Type::Unknown) {
                let found = self.show(&side.ty);
                let diagnostic =
                    Diagnostic::new(Code::BadOperand, side.span, format!("expected a set, found `{found}`"));
                return self
                    .fail(span, diagnostic.help("the keys of a map or relation are `dom(r)`, its values `ran(r)`"));
            }
        }
        if !fits(&l.ty, &r.ty) {
            return self.incomparable(&l, &r, left, right);
        }
        let ty = if op == BinaryOp::Subset { Type::Bool } else { more_known(&l.ty, &r.ty) };
        both(op, l, r, ty, span)
    }

    fn matches(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let text = self.check(left, &Type::String);
        let ast::ExprKind::Regex(pattern) = &right.kind else { return node(ExprKind::Bool(true), Type::Bool, span) };
        if let Err(problem) = regex::validate(pattern) {
            self.report(problem.diagnostic(right.span));
        }
        node(ExprKind::Matches(Box::new(text), pattern.clone()), Type::Bool, span)
    }

    // Arithmetic -----------------------------------------------------------------------------------------------

    fn arithmetic(
        &mut self,
        op: Arithmetic,
        left: &ast::Expr,
        right: &ast::Expr,
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let (l, r) = self.operands(op, left, right, hint);
        for side in [&l, &r] {
            if matches!(side.ty, Type::Option(_)) {
                return self.untested(side);
            }
        }
        if op == Arithmetic::Slash {
            self.reject_zero(&r);
        }
        match combine(op, &l.ty, &r.ty) {
            Some((found, ty, false)) => both(found, l, r, ty, span),
            Some((found, ty, true)) => both(found, r, l, ty, span),
            None => self.no_such_sum(op, &l, &r, left, right),
        }
    }

    /// The operands of `+ - * /`; what is taken from a map is a set of its keys.
    fn operands(&mut self, op: Arithmetic, left: &ast::Expr, right: &ast::Expr, hint: Option<&Type>) -> (Expr, Expr) {
        if op != Arithmetic::Dash || self.needs_context(left) {
            return self.pair(left, right, hint);
        }
        let l = self.infer(left, hint);
        let expected =
            if let Type::Map(key, _) | Type::Multi(key, _) = &l.ty { Type::Set(key.clone()) } else { l.ty.clone() };
        let r = self.infer(right, Some(&expected));
        (l, r)
    }

    fn reject_zero(&mut self, divisor: &Expr) {
        if constants::is_zero(divisor) {
            self.report(
                Diagnostic::new(Code::DivisionByZero, divisor.span, "this divides by zero")
                    .help("a division by zero is undefined, so the clause could never hold"),
            );
        }
    }

    fn no_such_sum(&mut self, op: Arithmetic, l: &Expr, r: &Expr, left: &ast::Expr, right: &ast::Expr) -> Expr {
        let symbol = op.symbol();
        let (a, b) = (self.show(&l.ty), self.show(&r.ty));
        let literal = if is_literal(right) { Some((right, &l.ty)) } else { None };
        let literal = literal.or(if is_literal(left) { Some((left, &r.ty)) } else { None });
        let code = if literal.is_some() { Code::WrongLiteral } else { Code::BadOperand };
        let help = literal.and_then(|(source, expected)| self.literal_help(source, expected));
        let span = l.span.to(r.span);
        let diagnostic = Diagnostic::new(code, r.span, format!("`{a} {symbol} {b}` is not defined"))
            .label(format!("this is a `{b}`"))
            .also(l.span, format!("this is a `{a}`"))
            .help(help.unwrap_or_else(|| number_help(&l.ty, &r.ty)));
        self.fail(span, diagnostic)
    }
}

fn number_help(left: &Type, right: &Type) -> String {
    match (left, right) {
        (Type::Int, Type::Float) | (Type::Float, Type::Int) => {
            "`Int` and `Float` do not mix: declare both the same, or write the number with a fraction".into()
        }
        (Type::DateTime, Type::Int) => "add a duration: `… + days(7)`".into(),
        (Type::DateTime, Type::DateTime) => "two instants can be subtracted, not added".into(),
        _ => "see `specc explain E303` for what each operator takes".into(),
    }
}

/// What `+ - * /` do to two types: the operation, the result, and whether the operands change places.
fn combine(op: Arithmetic, left: &Type, right: &Type) -> Option<(BinaryOp, Type, bool)> {
    match op {
        Arithmetic::Plus => plus(left, right),
        Arithmetic::Dash => dash(left, right),
        Arithmetic::Times => times(left, right),
        Arithmetic::Slash => slash(left, right),
    }
}

fn plus(left: &Type, right: &Type) -> Option<(BinaryOp, Type, bool)> {
    let same = fits(left, right);
    match (left, right) {
        (Type::Unknown, _) | (_, Type::Unknown) => Some((BinaryOp::Add, more_known(left, right), false)),
        (Type::DateTime, Type::Duration) => Some((BinaryOp::Add, Type::DateTime, false)),
        (Type::Duration, Type::DateTime) => Some((BinaryOp::Add, Type::DateTime, true)),
        (Type::Int | Type::Float | Type::Duration, _) if same => Some((BinaryOp::Add, left.clone(), false)),
        (Type::String | Type::Seq(_), _) if same => Some((BinaryOp::Concat, more_known(left, right), false)),
        (Type::Set(_), _) if same => Some((BinaryOp::Union, more_known(left, right), false)),
        (Type::Map(..) | Type::Multi(..), _) if same => Some((BinaryOp::Override, more_known(left, right), false)),
        _ => None,
    }
}

fn dash(left: &Type, right: &Type) -> Option<(BinaryOp, Type, bool)> {
    match (left, right) {
        (Type::Unknown, _) | (_, Type::Unknown) => Some((BinaryOp::Subtract, more_known(left, right), false)),
        (Type::DateTime, Type::DateTime) => Some((BinaryOp::Subtract, Type::Duration, false)),
        (Type::DateTime, Type::Duration) => Some((BinaryOp::Subtract, Type::DateTime, false)),
        (Type::Int, Type::Int) | (Type::Float, Type::Float) | (Type::Duration, Type::Duration) => {
            Some((BinaryOp::Subtract, left.clone(), false))
        }
        (Type::Set(_), _) if fits(left, right) => Some((BinaryOp::Difference, more_known(left, right), false)),
        (Type::Map(key, _) | Type::Multi(key, _), Type::Set(element)) if fits(key, element) => {
            Some((BinaryOp::RemoveKeys, left.clone(), false))
        }
        _ => None,
    }
}

fn times(left: &Type, right: &Type) -> Option<(BinaryOp, Type, bool)> {
    match (left, right) {
        (Type::Unknown, _) | (_, Type::Unknown) => Some((BinaryOp::Multiply, more_known(left, right), false)),
        (Type::Int, Type::Int) | (Type::Float, Type::Float) | (Type::Duration, Type::Int) => {
            Some((BinaryOp::Multiply, left.clone(), false))
        }
        (Type::Int, Type::Duration) => Some((BinaryOp::Multiply, Type::Duration, true)),
        _ => None,
    }
}

fn slash(left: &Type, right: &Type) -> Option<(BinaryOp, Type, bool)> {
    match (left, right) {
        (Type::Unknown, _) | (_, Type::Unknown) => Some((BinaryOp::Divide, more_known(left, right), false)),
        (Type::Int, Type::Int) | (Type::Float, Type::Float) | (Type::Duration, Type::Int) => {
            Some((BinaryOp::Divide, left.clone(), false))
        }
        _ => None,
    }
}

/// The one of two fitting types that leaves less open.
fn more_known(left: &Type, right: &Type) -> Type {
    if left.has_unknown() { right.clone() } else { left.clone() }
}

fn both(op: BinaryOp, left: Expr, right: Expr, ty: Type, span: Span) -> Expr {
    node(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
}

/// A type, or what an option of it holds.
fn present(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}

/// The sides of an equation, a `T` beside an `Option[T]` lifted to one.
fn lifted(left: Expr, right: Expr) -> (Expr, Expr) {
    if fits(&left.ty, &right.ty) {
        return (left, right);
    }
    match (&left.ty, &right.ty) {
        (Type::Option(inner), other) if fits(inner, other) => (left, lift(right)),
        (other, Type::Option(inner)) if fits(inner, other) => (lift(left), right),
        _ => (left, right),
    }
}
