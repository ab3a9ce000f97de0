//! What can be said about constants before anything runs: refinements that no value satisfies, initial values that
//! break their own `where`, divisions by zero.

use std::cell::Cell;
use std::rc::Rc;

use crate::ir::{
    Alias, BinaryOp, Builtin, Expr, ExprKind, Function, FunctionBody, Type, TypeRef, UnaryOp, conjuncts,
};

/// A value known without running anything. Durations are milliseconds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Constant {
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Enum(u32),
    None,
    /// A collection of which only the size is known.
    Sized(usize),
}

/// Whether an expression is the constant zero.
pub(super) fn is_zero(expr: &Expr) -> bool {
    match Evaluator::default().eval(expr) {
        Some(Constant::Int(value)) => value == 0,
        Some(Constant::Float(value)) => value == 0.0,
        _ => false,
    }
}

/// The refinements that bind a value of a declared type: those of its aliases, outermost first.
pub(super) fn refinements<'a>(ty: &TypeRef, aliases: &'a [Alias]) -> Vec<&'a Expr> {
    let mut found = Vec::new();
    let mut next = ty.alias;
    while let Some(alias) = next.and_then(|id| aliases.get(id.index())) {
        found.extend(&alias.refinement);
        next = alias.base.alias;
    }
    found
}

/// Whether no value at all satisfies these refinements together.
pub(super) fn is_empty(refinements: &[&Expr]) -> bool {
    let mut value = Interval::default();
    let mut length = Interval { low: Some(Bound::at(0.0)), high: None };
    for conjunct in refinements.iter().flat_map(|refinement| conjuncts(refinement)) {
        if Evaluator::default().eval(conjunct) == Some(Constant::Bool(false)) {
            return true;
        }
        if let Some((subject, op, bound)) = comparison(conjunct) {
            let integral = !matches!(subject.ty, Type::Float);
            let interval = if matches!(subject.kind, ExprKind::OwnValue) { &mut value } else { &mut length };
            interval.restrict(op, bound, integral);
        }
    }
    value.is_empty() || length.is_empty()
}

/// A comparison of the value, or of its length, with a constant.
fn comparison(expr: &Expr) -> Option<(&Expr, BinaryOp, f64)> {
    let ExprKind::Binary(op, left, right) = &expr.kind else { return None };
    if is_subject(left) {
        return Some((left, *op, number(right)?));
    }
    if is_subject(right) {
        return Some((right, mirrored(*op), number(left)?));
    }
    None
}

fn is_subject(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::OwnValue => true,
        ExprKind::Builtin(Builtin::Len, args) => args.iter().all(|arg| matches!(arg.kind, ExprKind::OwnValue)),
        ExprKind::Unary(UnaryOp::Size, inner) => matches!(inner.kind, ExprKind::OwnValue),
        _ => false,
    }
}

fn number(expr: &Expr) -> Option<f64> {
    match Evaluator::default().eval(expr)? {
        Constant::Int(value) => Some(value as f64),
        Constant::Float(value) => Some(value),
        Constant::Bool(_) | Constant::Text(_) | Constant::Enum(_) | Constant::None | Constant::Sized(_) => None,
    }
}

fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

#[derive(Debug, Clone, Copy)]
struct Bound {
    at: f64,
    open: bool,
}

impl Bound {
    fn at(at: f64) -> Bound {
        Bound { at, open: false }
    }
}

/// The numbers that are left.
#[derive(Debug, Default)]
struct Interval {
    low: Option<Bound>,
    high: Option<Bound>,
}

impl Interval {
    fn restrict(&mut self, op: BinaryOp, at: f64, integral: bool) {
        if at.abs() > EXACT {
            return;
        }
        let step = if integral { 1.0 } else { 0.0 };
        match op {
            BinaryOp::Gt => self.raise(Bound { at: at + step, open: !integral }),
            BinaryOp::Ge => self.raise(Bound::at(at)),
            BinaryOp::Lt => self.lower(Bound { at: at - step, open: !integral }),
            BinaryOp::Le => self.lower(Bound::at(at)),
            BinaryOp::Eq => {
                self.raise(Bound::at(at));
                self.lower(Bound::at(at));
            }
            _ => {}
        }
    }

    fn raise(&mut self, bound: Bound) {
        if self.low.is_none_or(|low| bound.at > low.at || (bound.at == low.at && bound.open)) {
            self.low = Some(bound);
        }
    }

    fn lower(&mut self, bound: Bound) {
        if self.high.is_none_or(|high| bound.at < high.at || (bound.at == high.at && bound.open)) {
            self.high = Some(bound);
        }
    }

    fn is_empty(&self) -> bool {
        match (self.low, self.high) {
            (Some(low), Some(high)) => low.at > high.at || (low.at == high.at && (low.open || high.open)),
            _ => false,
        }
    }
}

/// How deep, and how often, functions are unfolded for one constant.
const MAX_DEPTH_OF_CALLS: usize = 16;
const MAX_CALLS: usize = 1_000;

/// Beyond this, doubles no longer hold every integer, and bounds are left alone.
const EXACT: f64 = (1u64 << 52) as f64;

/// Evaluates what is constant; anything else is unknown, and so `None`.
#[derive(Debug, Default)]
pub(super) struct Evaluator<'a> {
    /// What `value` stands for.
    value: Option<Constant>,
    /// The functions whose bodies may be unfolded.
    functions: &'a [Function],
    args: Vec<Option<Constant>>,
    depth: usize,
    /// How many calls were unfolded so far.
    unfolded: Rc<Cell<usize>>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates with a known `value`, or without one.
    pub(super) fn new(value: Option<Constant>, functions: &'a [Function]) -> Evaluator<'a> {
        Evaluator { value, functions, ..Evaluator::default() }
    }

    pub(super) fn eval(&self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Bool(value) => Some(Constant::Bool(*value)),
            ExprKind::Int(value) => Some(Constant::Int(*value)),
            ExprKind::Float(value) => Some(Constant::Float(*value)),
            ExprKind::Text(text) => Some(Constant::Text(text.clone())),
            ExprKind::EnumValue(_, index) => Some(Constant::Enum(*index)),
            ExprKind::None => Some(Constant::None),
            ExprKind::Some(inner) | ExprKind::Unwrap(inner, _) => self.eval(inner),
            ExprKind::OwnValue => self.value.clone(),
            ExprKind::Param(index) => self.args.get(index.index()).cloned().flatten(),
            ExprKind::Set(items) if items.is_empty() => Some(Constant::Sized(0)),
            ExprKind::Map(entries) if entries.is_empty() => Some(Constant::Sized(0)),
            ExprKind::Seq(items) => Some(Constant::Sized(items.len())),
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Matches(text, pattern) => self.matches(text, pattern),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args),
            ExprKind::If(condition, yes, no) => match self.eval(condition)? {
                Constant::Bool(true) => self.eval(yes),
                Constant::Bool(false) => self.eval(no),
                _ => None,
            },
            ExprKind::Call(id, args, _) => self.call(self.functions.get(id.index())?, args),
            _ => None,
        }
    }

    fn unary(&self, op: UnaryOp, inner: &Expr) -> Option<Constant> {
        match (op, self.eval(inner)?) {
            (UnaryOp::Not, Constant::Bool(value)) => Some(Constant::Bool(!value)),
            (UnaryOp::Negate, Constant::Int(value)) => value.checked_neg().map(Constant::Int),
            (UnaryOp::Negate, Constant::Float(value)) => Some(Constant::Float(-value)),
            (UnaryOp::Size, Constant::Sized(size)) => i64::try_from(size).ok().map(Constant::Int),
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Constant> {
        let (left, right) = (self.eval(left), self.eval(right));
        match (op, &left, &right) {
            (BinaryOp::And, Some(Constant::Bool(false)), _) | (BinaryOp::And, _, Some(Constant::Bool(false))) => {
                Some(Constant::Bool(false))
            }
            (BinaryOp::Or, Some(Constant::Bool(true)), _) | (BinaryOp::Or, _, Some(Constant::Bool(true))) => {
                Some(Constant::Bool(true))
            }
            _ => combine(op, left?, right?),
        }
    }

    fn matches(&self, text: &Expr, pattern: &str) -> Option<Constant> {
        let Constant::Text(text) = self.eval(text)? else { return None };
        let regex = regex::Regex::new(pattern).ok().filter(|_| text.is_ascii())?;
        Some(Constant::Bool(regex.is_match(&text)))
    }

    fn builtin(&self, builtin: Builtin, args: &[Expr]) -> Option<Constant> {
        let arg = self.eval(args.first()?)?;
        let unit = |milliseconds: i64| match &arg {
            Constant::Int(value) => value.checked_mul(milliseconds).map(Constant::Int),
            _ => None,
        };
        match (builtin, &arg) {
            (Builtin::Len, Constant::Text(text)) => i64::try_from(text.chars().count()).ok().map(Constant::Int),
            (Builtin::Len, Constant::Sized(size)) => i64::try_from(*size).ok().map(Constant::Int),
            (Builtin::Seconds, _) => unit(1_000),
            (Builtin::Minutes, _) => unit(60_000),
            (Builtin::Hours, _) => unit(3_600_000),
            (Builtin::Days, _) => unit(86_400_000),
            _ => None,
        }
    }

    fn call(&self, function: &Function, args: &[Expr]) -> Option<Constant> {
        let FunctionBody::Defined(body) = &function.body else { return None };
        self.unfolded.set(self.unfolded.get() + 1);
        if self.depth >= MAX_DEPTH_OF_CALLS || self.unfolded.get() > MAX_CALLS {
            return None;
        }
        let args = args.iter().map(|arg| self.eval(arg)).collect();
        let unfolded = Rc::clone(&self.unfolded);
        Evaluator { value: None, functions: self.functions, args, depth: self.depth + 1, unfolded }.eval(body)
    }
}

fn combine(op: BinaryOp, left: Constant, right: Constant) -> Option<Constant> {
    match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff => {
            let (Constant::Bool(a), Constant::Bool(b)) = (left, right) else { return None };
            Some(Constant::Bool(match op {
                BinaryOp::And => a && b,
                BinaryOp::Or => a || b,
                BinaryOp::Implies => !a || b,
                _ => a == b,
            }))
        }
        BinaryOp::Eq if !matches!(left, Constant::Sized(_)) => Some(Constant::Bool(left == right)),
        BinaryOp::Ne if !matches!(left, Constant::Sized(_)) => Some(Constant::Bool(left != right)),
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => compare(op, &left, &right),
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => calculate(op, &left, &right),
        _ => None,
    }
}

fn compare(op: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    let order = match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => a.cmp(b),
        (Constant::Float(a), Constant::Float(b)) => a.partial_cmp(b)?,
        (Constant::Text(a), Constant::Text(b)) => a.chars().cmp(b.chars()),
        _ => return None,
    };
    Some(Constant::Bool(match op {
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        _ => order.is_ge(),
    }))
}

fn calculate(op: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => {
            let value = match op {
                BinaryOp::Add => a.checked_add(*b),
                BinaryOp::Subtract => a.checked_sub(*b),
                BinaryOp::Multiply => a.checked_mul(*b),
                _ => floor_div(*a, *b),
            };
            value.map(Constant::Int)
        }
        (Constant::Float(a), Constant::Float(b)) => {
            let value = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Subtract => a - b,
                BinaryOp::Multiply => a * b,
                _ => a / b,
            };
            value.is_finite().then_some(Constant::Float(value))
        }
        _ => None,
    }
}

/// Division that rounds to minus infinity.
fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a.checked_rem(b)? != 0;
    if inexact && (a < 0) != (b < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}
