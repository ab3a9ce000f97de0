//! What can be said about constants before anything runs: refinements that no value satisfies, initial values that
//! break their own `where`, divisions by zero.

use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

use crate::ir::{Alias, BinaryOp, Builtin, Expr, ExprKind, Function, FunctionBody, Type, TypeRef, UnaryOp, conjuncts};

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
        if let Some((subject, comparison, bound)) = bounded(conjunct) {
            let integral = !matches!(subject.ty, Type::Float);
            let interval = if is_value(subject) { &mut value } else { &mut length };
            interval.restrict(comparison, bound, integral);
        }
    }
    value.is_empty() || length.is_empty()
}

/// A comparison of the value, or of its length, with a constant.
fn bounded(expr: &Expr) -> Option<(&Expr, Comparison, f64)> {
    let ExprKind::Binary(op, left, right) = &expr.kind else { return None };
    let comparison = Comparison::of(*op)?;
    if is_subject(left) {
        return Some((left, comparison, number(right)?));
    }
    if is_subject(right) {
        return Some((right, comparison.mirrored(), number(left)?));
    }
    None
}

fn is_subject(expr: &Expr) -> bool {
    if let ExprKind::Builtin(Builtin::Len, args) = &expr.kind {
        args.iter().all(is_value)
    } else if let ExprKind::Unary(UnaryOp::Size, inner) = &expr.kind {
        is_value(inner)
    } else {
        is_value(expr)
    }
}

fn is_value(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::OwnValue)
}

fn number(expr: &Expr) -> Option<f64> {
    match Evaluator::default().eval(expr)? {
        Constant::Int(value) => Some(value as f64),
        Constant::Float(value) => Some(value),
        Constant::Bool(_) | Constant::Text(_) | Constant::Enum(_) | Constant::None | Constant::Sized(_) => None,
    }
}

/// The operators that bound a number on their left by one on their right.
#[derive(Debug, Clone, Copy)]
enum Comparison {
    Eq,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// The comparison that an operator makes; none if it bounds nothing.
    fn of(op: BinaryOp) -> Option<Comparison> {
        match op {
            BinaryOp::Eq => Some(Comparison::Eq),
            BinaryOp::Lt => Some(Comparison::Lt),
            BinaryOp::Le => Some(Comparison::Le),
            BinaryOp::Gt => Some(Comparison::Gt),
            BinaryOp::Ge => Some(Comparison::Ge),
            BinaryOp::Iff
            | BinaryOp::Implies
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Ne
            | BinaryOp::In
            | BinaryOp::NotIn
            | BinaryOp::Subset
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => None,
        }
    }

    /// The same with the sides exchanged.
    fn mirrored(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Eq,
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        }
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
    fn restrict(&mut self, comparison: Comparison, at: f64, integral: bool) {
        if at.abs() > EXACT {
            return;
        }
        let step = if integral { 1.0 } else { 0.0 };
        match comparison {
            Comparison::Gt => self.raise(Bound { at: at + step, open: !integral }),
            Comparison::Ge => self.raise(Bound::at(at)),
            Comparison::Lt => self.lower(Bound { at: at - step, open: !integral }),
            Comparison::Le => self.lower(Bound::at(at)),
            Comparison::Eq => {
                self.raise(Bound::at(at));
                self.lower(Bound::at(at));
            }
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
            ExprKind::Set(items) => items.is_empty().then_some(Constant::Sized(0)),
            ExprKind::Map(entries) => entries.is_empty().then_some(Constant::Sized(0)),
            ExprKind::Seq(items) => Some(Constant::Sized(items.len())),
            ExprKind::Unary(op, inner) => self.unary(*op, inner),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Matches(text, pattern) => self.matches(text, pattern),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args),
            ExprKind::If(condition, yes, no) => self.branch(condition, yes, no),
            ExprKind::Call(id, args, _) => self.call(self.functions.get(id.index())?, args),
            ExprKind::Local(_)
            | ExprKind::Input(_)
            | ExprKind::Output(_)
            | ExprKind::OwnField(_)
            | ExprKind::State(..)
            | ExprKind::Instances(..)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::UndeclaredCall(..)
            | ExprKind::Sum(..)
            | ExprKind::With(..)
            | ExprKind::Construct(..)
            | ExprKind::Quantifier(..)
            | ExprKind::The(..)
            | ExprKind::Comprehension(..)
            | ExprKind::Let(..) => None,
        }
    }

    fn branch(&self, condition: &Expr, yes: &Expr, no: &Expr) -> Option<Constant> {
        let Constant::Bool(holds) = self.eval(condition)? else { return None };
        self.eval(if holds { yes } else { no })
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
            _ => combine(op, &left?, &right?),
        }
    }

    fn matches(&self, text: &Expr, pattern: &str) -> Option<Constant> {
        let Constant::Text(text) = self.eval(text)? else { return None };
        let regex = regex::Regex::new(pattern).ok().filter(|_| text.is_ascii())?;
        Some(Constant::Bool(regex.is_match(&text)))
    }

    fn builtin(&self, builtin: Builtin, args: &[Expr]) -> Option<Constant> {
        let arg = self.eval(args.first()?)?;
        let unit = |milliseconds: i64| {
            let Constant::Int(value) = &arg else { return None };
            value.checked_mul(milliseconds).map(Constant::Int)
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

fn combine(op: BinaryOp, left: &Constant, right: &Constant) -> Option<Constant> {
    match op {
        BinaryOp::And => connect(left, right, |a, b| a && b),
        BinaryOp::Or => connect(left, right, |a, b| a || b),
        BinaryOp::Implies => connect(left, right, |a, b| !a || b),
        BinaryOp::Iff => connect(left, right, |a, b| a == b),
        BinaryOp::Eq => equal(left, right).map(Constant::Bool),
        BinaryOp::Ne => equal(left, right).map(|equal| Constant::Bool(!equal)),
        BinaryOp::Lt => order(left, right).map(|order| Constant::Bool(order.is_lt())),
        BinaryOp::Le => order(left, right).map(|order| Constant::Bool(order.is_le())),
        BinaryOp::Gt => order(left, right).map(|order| Constant::Bool(order.is_gt())),
        BinaryOp::Ge => order(left, right).map(|order| Constant::Bool(order.is_ge())),
        BinaryOp::Add => calculate(left, right, i64::checked_add, |a, b| a + b),
        BinaryOp::Subtract => calculate(left, right, i64::checked_sub, |a, b| a - b),
        BinaryOp::Multiply => calculate(left, right, i64::checked_mul, |a, b| a * b),
        BinaryOp::Divide => calculate(left, right, floor_div, |a, b| a / b),
        BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Subset
        | BinaryOp::Concat
        | BinaryOp::Union
        | BinaryOp::Intersect
        | BinaryOp::Difference
        | BinaryOp::Override
        | BinaryOp::RemoveKeys => None,
    }
}

fn connect(left: &Constant, right: &Constant, connective: fn(bool, bool) -> bool) -> Option<Constant> {
    let (Constant::Bool(a), Constant::Bool(b)) = (left, right) else { return None };
    Some(Constant::Bool(connective(*a, *b)))
}

/// Whether two constants are equal; of collections too little is known.
fn equal(left: &Constant, right: &Constant) -> Option<bool> {
    (!matches!(left, Constant::Sized(_))).then(|| left == right)
}

fn order(left: &Constant, right: &Constant) -> Option<Ordering> {
    match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => Some(a.cmp(b)),
        (Constant::Float(a), Constant::Float(b)) => a.partial_cmp(b),
        (Constant::Text(a), Constant::Text(b)) => Some(a.chars().cmp(b.chars())),
        _ => None,
    }
}

/// Calculates with two integers or two floats; what overflows is unknown.
fn calculate(
    left: &Constant,
    right: &Constant,
    integers: fn(i64, i64) -> Option<i64>,
    floats: fn(f64, f64) -> f64,
) -> Option<Constant> {
    match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => integers(*a, *b).map(Constant::Int),
        (Constant::Float(a), Constant::Float(b)) => {
            Some(floats(*a, *b)).filter(|value| value.is_finite()).map(Constant::Float)
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
