//! Refinements as keywords of JSON Schema: everything that JSON Schema can say, and nothing that is not meant.

use serde_json::Value;

use crate::ir::{BinaryOp, Builtin, Expr, ExprKind, Fresh, FunctionBody, Service, UnaryOp, substitute};

/// A constant of the language.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// An `Int`, or a `Duration` in milliseconds
    Int(i64),
    /// A `Float`
    Float(f64),
}

impl Number {
    /// As a double.
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }
}

/// An end of a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bound {
    pub(crate) at: Number,
    /// Whether the end itself is left out.
    pub(crate) exclusive: bool,
}

/// A range of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Bounds {
    pub(crate) low: Option<Bound>,
    pub(crate) high: Option<Bound>,
}

impl Bounds {
    /// Keeps the tighter of two low ends.
    fn raise(&mut self, bound: Bound) {
        let tighter = |old: Bound| {
            let (old_at, new_at) = (old.at.as_f64(), bound.at.as_f64());
            new_at > old_at || new_at == old_at && bound.exclusive
        };
        if self.low.is_none_or(tighter) {
            self.low = Some(bound);
        }
    }

    /// Keeps the tighter of two high ends.
    fn lower(&mut self, bound: Bound) {
        let tighter = |old: Bound| {
            let (old_at, new_at) = (old.at.as_f64(), bound.at.as_f64());
            new_at < old_at || new_at == old_at && bound.exclusive
        };
        if self.high.is_none_or(tighter) {
            self.high = Some(bound);
        }
    }

    fn restrict(&mut self, operator: BinaryOp, at: Number) {
        let bound = |exclusive| Bound { at, exclusive };
        if matches!(operator, BinaryOp::Ge | BinaryOp::Gt) {
            self.raise(bound(operator == BinaryOp::Gt));
        } else if matches!(operator, BinaryOp::Le | BinaryOp::Lt) {
            self.lower(bound(operator == BinaryOp::Lt));
        } else if operator == BinaryOp::Eq {
            self.raise(bound(false));
            self.lower(bound(false));
        }
    }
}

/// What refinements say of a value, as far as JSON Schema can say it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Keywords {
    /// Bounds of a number or duration.
    pub(crate) value: Bounds,
    /// Bounds of the length of a text, or the size of a collection.
    pub(crate) length: Bounds,
    /// Patterns that all match.
    pub(crate) patterns: Vec<String>,
    /// The only values, one list for each clause that says so.
    pub(crate) choices: Vec<Vec<Value>>,
    /// Alternatives, one list for each `or`.
    pub(crate) any_of: Vec<Vec<Keywords>>,
    /// What does not hold.
    pub(crate) not: Vec<Keywords>,
}

impl Keywords {
    /// Whether they say nothing.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Keywords::default()
    }
}

/// Adds what a refinement says of a value; tells whether that is all that it says.
pub(crate) fn keywords(service: &Service, refinement: &Expr, known: &mut Keywords) -> bool {
    Refinements { service }.read(refinement, known, 0)
}

/// Reads refinements.
pub(super) struct Refinements<'s> {
    pub(super) service: &'s Service,
}

/// How deep calls are unfolded.
const MOST_UNFOLDING: usize = 16;

impl Refinements<'_> {
    /// The keywords of a refinement. They never forbid what it allows.
    pub(super) fn keywords(&self, refinement: &Expr) -> Keywords {
        let mut keywords = Keywords::default();
        self.read(refinement, &mut keywords, 0);
        keywords
    }

    /// Adds what a condition says; tells whether that is all that it says.
    fn read(&self, expr: &Expr, keywords: &mut Keywords, depth: usize) -> bool {
        if let ExprKind::Binary(operator, left, right) = &expr.kind {
            return self.binary(*operator, left, right, keywords, depth);
        }
        if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind {
            return self.negated(inner, keywords, depth);
        }
        if let ExprKind::Matches(text, pattern) = &expr.kind {
            let own = is_value(text);
            keywords.patterns.extend(own.then(|| pattern.clone()));
            return own;
        }
        match self.unfold(expr, depth) {
            Some(body) => self.read(&body, keywords, depth + 1),
            None => matches!(expr.kind, ExprKind::Bool(true)),
        }
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr, keywords: &mut Keywords, depth: usize) -> bool {
        if operator == BinaryOp::And {
            let [left, right] = [left, right].map(|side| self.read(side, keywords, depth));
            return left && right;
        }
        if operator == BinaryOp::Or {
            return self.either(&[left, right], keywords, depth);
        }
        if operator == BinaryOp::Implies {
            let mut inner = Keywords::default();
            let exact = self.read(left, &mut inner, depth);
            let otherwise = Keywords { not: vec![inner], ..Keywords::default() };
            let mut then = Keywords::default();
            let exact_then = self.read(right, &mut then, depth);
            keywords.any_of.extend((exact && !then.is_empty()).then(|| vec![otherwise, then]));
            return exact && exact_then;
        }
        if matches!(operator, BinaryOp::In | BinaryOp::NotIn) && is_value(left) {
            return self.membership(operator == BinaryOp::In, right, keywords, depth);
        }
        let mirrored = is_subject(right);
        let (subject, other) = if mirrored { (right, left) } else { (left, right) };
        self.comparison(if mirrored { mirror(operator) } else { operator }, subject, other, keywords, depth)
    }

    /// An `or` says something only where each side does.
    fn either(&self, sides: &[&Expr], keywords: &mut Keywords, depth: usize) -> bool {
        let mut exact = true;
        let mut read = |side: &&Expr| {
            let mut found = Keywords::default();
            exact &= self.read(side, &mut found, depth);
            found
        };
        let found: Vec<Keywords> = sides.iter().map(&mut read).collect();
        if found.iter().any(Keywords::is_empty) {
            return false;
        }
        keywords.any_of.push(found);
        exact
    }

    /// A `not` says something only where all that it denies can be said.
    fn negated(&self, inner: &Expr, keywords: &mut Keywords, depth: usize) -> bool {
        let mut found = Keywords::default();
        let exact = self.read(inner, &mut found, depth);
        keywords.not.extend(exact.then_some(found));
        exact
    }

    fn membership(&self, holds: bool, whole: &Expr, keywords: &mut Keywords, depth: usize) -> bool {
        let unfolded = self.unfold(whole, depth);
        let whole = unfolded.as_ref().unwrap_or(whole);
        let (ExprKind::Set(items) | ExprKind::Seq(items)) = &whole.kind else { return false };
        let Some(values) = items.iter().map(|item| self.constant(item, depth)).collect::<Option<Vec<Value>>>() else {
            return false;
        };
        self.choose(holds, values, keywords)
    }

    fn choose(&self, holds: bool, values: Vec<Value>, keywords: &mut Keywords) -> bool {
        if holds {
            keywords.choices.push(values);
        } else {
            keywords.not.push(Keywords { choices: vec![values], ..Keywords::default() });
        }
        true
    }

    fn comparison(
        &self,
        operator: BinaryOp,
        subject: &Expr,
        other: &Expr,
        keywords: &mut Keywords,
        depth: usize,
    ) -> bool {
        let is_value = is_value(subject);
        if is_value && matches!(operator, BinaryOp::Eq | BinaryOp::Ne) {
            let value = self.constant(other, depth);
            return value.is_some_and(|value| self.choose(operator == BinaryOp::Eq, vec![value], keywords));
        }
        let bounds = if is_value { &mut keywords.value } else { &mut keywords.length };
        let compares = matches!(operator, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq);
        match self.number(other, depth).filter(|_| compares && is_subject(subject)) {
            Some(number) => bounds.restrict(operator, number),
            None => return false,
        }
        true
    }

    /// A call with the body of its function.
    fn unfold(&self, expr: &Expr, depth: usize) -> Option<Expr> {
        let ExprKind::Call(id, args, moment) = &expr.kind else { return None };
        let FunctionBody::Defined(body) = &self.service.function(*id).body else { return None };
        (depth < MOST_UNFOLDING).then(|| substitute(body, args, *moment, &mut Fresh::above(expr)))
    }

    /// The value of a constant as it is on the wire.
    fn constant(&self, expr: &Expr, depth: usize) -> Option<Value> {
        if let ExprKind::Text(text) = &expr.kind {
            return Some(Value::from(text.clone()));
        }
        if let ExprKind::Bool(value) = expr.kind {
            return Some(Value::from(value));
        }
        if let ExprKind::EnumValue(id, index) = expr.kind {
            let value = self.service.enumeration(id).values.get(index as usize)?;
            return Some(Value::from(value.name.as_str()));
        }
        match self.number(expr, depth)? {
            Number::Int(value) => Some(Value::from(value)),
            Number::Float(value) => Some(Value::from(value)),
        }
    }

    fn number(&self, expr: &Expr, depth: usize) -> Option<Number> {
        if let ExprKind::Int(value) = expr.kind {
            return Some(Number::Int(value));
        }
        if let ExprKind::Float(value) = expr.kind {
            return Some(Number::Float(value));
        }
        if let ExprKind::Unary(UnaryOp::Negate, inner) = &expr.kind {
            return match self.number(inner, depth)? {
                Number::Int(value) => value.checked_neg().map(Number::Int),
                Number::Float(value) => Some(Number::Float(-value)),
            };
        }
        if let ExprKind::Builtin(builtin, args) = &expr.kind {
            let [count] = args.as_slice() else { return None };
            let Number::Int(count) = self.number(count, depth)? else { return None };
            return count.checked_mul(milliseconds(*builtin)?).map(Number::Int);
        }
        self.number(&self.unfold(expr, depth)?, depth + 1)
    }
}

fn milliseconds(builtin: Builtin) -> Option<i64> {
    match builtin {
        Builtin::Days => Some(86_400_000),
        Builtin::Hours => Some(3_600_000),
        Builtin::Minutes => Some(60_000),
        Builtin::Seconds => Some(1_000),
        Builtin::Len
        | Builtin::Dom
        | Builtin::Ran
        | Builtin::Max
        | Builtin::Min
        | Builtin::MaxOf
        | Builtin::MinOf
        | Builtin::Abs
        | Builtin::Now
        | Builtin::Hash => None,
    }
}

fn is_value(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::OwnValue)
}

/// Whether an expression is the value, its length or its size.
fn is_subject(expr: &Expr) -> bool {
    if let ExprKind::Builtin(Builtin::Len, args) = &expr.kind {
        return args.iter().all(is_value);
    }
    if let ExprKind::Unary(UnaryOp::Size, inner) = &expr.kind {
        return is_value(inner);
    }
    is_value(expr)
}

/// The comparison with its sides exchanged.
fn mirror(operator: BinaryOp) -> BinaryOp {
    match operator {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Eq
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
        | BinaryOp::RemoveKeys => operator,
    }
}
