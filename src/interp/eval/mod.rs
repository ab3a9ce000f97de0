//! The value of an expression: exactly what the language reference says, and nothing of operations.

mod arithmetic;
mod builtins;
mod collections;
mod distance;
mod iterate;
mod look;
mod reach;

use std::sync::Arc;

use super::model::Model;
use super::stop::{Stop, Undefined};
use super::value::{State, Value};
use crate::ir::{BinaryOp, Expr, ExprKind, FunctionBody, FunctionId, IndexKind, Local, Moment, UnaryOp};
use crate::source::Span;

pub(crate) use arithmetic::{EARLIEST, LATEST};
pub(crate) use collections::put;
pub(crate) use distance::{Gap, cost, difference};
pub(crate) use iterate::{Repetitions, Source};
pub(crate) use reach::{Reach, WayStep, part};

/// The value of an expression, or why there is none.
pub(crate) type Evaluated = Result<Value, Stop>;

/// How deep functions may call each other.
const MAX_CALLS: usize = 400;
/// The stack that an expression of the greatest depth needs.
const RED_ZONE: usize = 512 << 10;
/// How much stack to take at a time.
const STACK: usize = 4 << 20;

/// What an expression can see, beside its own variables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(crate) model: &'a Model,
    pub(crate) now: i64,
    pub(crate) before: &'a State,
    pub(crate) after: &'a State,
    pub(crate) inputs: &'a [Value],
    pub(crate) outputs: &'a [Value],
}

impl<'a> Sight<'a> {
    /// The sight of a condition on one state, such as an invariant.
    pub(crate) fn of_state(model: &'a Model, state: &'a State, now: i64) -> Sight<'a> {
        Sight { model, now, before: state, after: state, inputs: &[], outputs: &[] }
    }

    /// An evaluator with this sight.
    pub(crate) fn evaluator(self) -> Evaluator<'a> {
        Evaluator { sight: self, frame: Frame::default(), calls: 0, gaps: Vec::new() }
    }

    /// The value of an expression.
    pub(crate) fn value(self, expr: &Expr) -> Evaluated {
        self.evaluator().eval(expr)
    }
}

/// What a condition counts as where its value is unknown.
pub(crate) fn counted(truth: Result<bool, Stop>) -> Result<bool, Stop> {
    match truth {
        Err(Stop::Unknown) => Ok(true),
        Ok(_) | Err(Stop::Undefined(..) | Stop::Overflow(_) | Stop::TooLarge(_)) => truth,
    }
}

/// The variables of one function body or clause.
#[derive(Debug, Default)]
struct Frame {
    /// Whether the state of the place is the one after.
    after: bool,
    params: Vec<Value>,
    locals: Vec<(u32, Value)>,
    own_value: Option<Value>,
    own_fields: Option<Arc<[Value]>>,
}

/// Evaluates expressions.
#[derive(Debug)]
pub(crate) struct Evaluator<'a> {
    sight: Sight<'a>,
    frame: Frame,
    calls: usize,
    /// By how much comparisons were missed, while distances are measured.
    gaps: Vec<Gap>,
}

impl Evaluator<'_> {
    /// With the `value` of a refinement.
    pub(crate) fn with_value(mut self, value: &Value) -> Self {
        self.frame.own_value = Some(value.clone());
        self
    }

    /// With the fields of the entity that a condition is about.
    pub(crate) fn with_fields(mut self, fields: &Arc<[Value]>) -> Self {
        self.frame.own_fields = Some(Arc::clone(fields));
        self
    }

    /// Binds a variable for what follows.
    pub(crate) fn bind(&mut self, local: &Local, value: Value) {
        self.frame.locals.push((local.id, value));
    }

    /// How many variables are bound.
    pub(crate) fn bound(&self) -> usize {
        self.frame.locals.len()
    }

    /// Forgets the variables bound since there were this many.
    pub(crate) fn unbind_to(&mut self, count: usize) {
        self.frame.locals.truncate(count);
    }

    /// Whether a condition is true.
    pub(crate) fn truth(&mut self, expr: &Expr) -> Result<bool, Stop> {
        match &expr.kind {
            ExprKind::Binary(operator, left, right) => self.binary_truth(*operator, left, right),
            ExprKind::Unary(UnaryOp::Not, inner) => Ok(!self.truth(inner)?),
            ExprKind::Bool(value) => Ok(*value),
            ExprKind::Quantifier(quantifier, binders, body) => self.quantifier(*quantifier, binders, body),
            ExprKind::Let(local, value, body) => self.within(local, value, |this| this.truth(body)),
            ExprKind::If(condition, yes, no) => {
                let branch = if self.truth(condition)? { yes } else { no };
                self.truth(branch)
            }
            ExprKind::Int(_)
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
            | ExprKind::Instances(..)
            | ExprKind::Unary(UnaryOp::Negate | UnaryOp::Size | UnaryOp::Powerset, _)
            | ExprKind::Matches(..)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Call(..)
            | ExprKind::UndeclaredCall(..)
            | ExprKind::Builtin(..)
            | ExprKind::Sum(..)
            | ExprKind::With(..)
            | ExprKind::Construct(..)
            | ExprKind::The(..)
            | ExprKind::Comprehension(..)
            | ExprKind::Set(_)
            | ExprKind::Seq(_)
            | ExprKind::Map(_)
            | ExprKind::Some(_)
            | ExprKind::Unwrap(..) => Ok(self.eval(expr)? == Value::Bool(true)),
        }
    }

    /// The value of an expression.
    pub(crate) fn eval(&mut self, expr: &Expr) -> Evaluated {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::Int(value) => Ok(Value::Int(*value)),
            ExprKind::Float(value) => arithmetic::real(*value, span),
            ExprKind::Text(text) => Ok(Value::text(text)),
            ExprKind::None => Ok(Value::None),
            ExprKind::EnumValue(_, value) => Ok(Value::Enum(*value)),
            ExprKind::Local(local) => self.local(local, span),
            ExprKind::Input(index) => at(self.sight.inputs, index.index(), span),
            ExprKind::Output(index) => at(self.sight.outputs, index.index(), span),
            ExprKind::Param(index) => at(&self.frame.params, index.index(), span),
            ExprKind::OwnField(field) => at(self.frame.own_fields.as_deref().unwrap_or(&[]), field.index(), span),
            ExprKind::OwnValue => self.frame.own_value.clone().ok_or(Stop::Undefined(Undefined::NoValue, span)),
            ExprKind::State(id, moment) => decided(self.state(*moment).field(*id), span),
            ExprKind::Instances(entity, moment) => {
                Ok(Value::Set(self.sight.model.instances(self.state(*moment), *entity)))
            }
            ExprKind::Unary(operator, inner) => self.unary(*operator, inner, span),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right, expr),
            ExprKind::Matches(text, pattern) => self.matches(text, pattern),
            ExprKind::Field(base, field) => self.with_value_of(base, |base| match base {
                Value::Record(fields) => at(fields, field.index(), span),
                _ => Err(Stop::Undefined(Undefined::NoValue, span)),
            })?,
            ExprKind::Index(kind, base, key) => {
                self.with_values_of(base, key, |base, key| index(*kind, base, key, span))?
            }
            ExprKind::Call(id, args, moment) => self.call(*id, args, *moment, span),
            ExprKind::UndeclaredCall(_, args) => self.unknown(args),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, span),
            ExprKind::Sum(binder, body) => self.sum(binder, body, expr),
            ExprKind::With(base, changes) => self.with(base, changes, span),
            ExprKind::Construct(_, fields) => Ok(Value::Record(self.all(fields)?.into())),
            ExprKind::Quantifier(..) => self.truth(expr).map(Value::Bool),
            ExprKind::The(binder, body) => self.the(binder, body, span),
            ExprKind::Comprehension(binder, body) => self.comprehension(binder, body),
            ExprKind::If(condition, yes, no) => {
                let branch = if self.truth(condition)? { yes } else { no };
                self.eval(branch)
            }
            ExprKind::Let(local, value, body) => self.within(local, value, |this| this.eval(body)),
            ExprKind::Set(elements) => Ok(Value::Set(self.all(elements)?.into_iter().collect())),
            ExprKind::Seq(elements) => Ok(Value::Seq(self.all(elements)?.into_iter().collect())),
            ExprKind::Map(entries) => self.map(entries, &expr.ty),
            ExprKind::Some(inner) => self.eval(inner),
            ExprKind::Unwrap(inner, _) => match self.eval(inner)? {
                Value::None => Err(Stop::Undefined(Undefined::NoValue, span)),
                value => Ok(value),
            },
        }
    }

    fn all(&mut self, exprs: &[Expr]) -> Result<Vec<Value>, Stop> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    fn local(&self, local: &Local, span: Span) -> Evaluated {
        let found = self.frame.locals.iter().rev().find(|(id, _)| *id == local.id);
        found.map(|(_, value)| value.clone()).ok_or(Stop::Undefined(Undefined::NoValue, span))
    }

    fn state(&self, moment: Moment) -> &State {
        let after = match moment {
            Moment::Here => self.frame.after,
            Moment::Before => false,
            Moment::After => true,
        };
        if after { self.sight.after } else { self.sight.before }
    }

    fn within<R>(
        &mut self,
        local: &Local,
        value: &Expr,
        work: impl FnOnce(&mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        let value = self.eval(value)?;
        let bound = self.bound();
        self.bind(local, value);
        let result = work(self);
        self.unbind_to(bound);
        result
    }

    /// Left to right, stopping early. An unknown side leaves the other one to decide.
    fn binary_truth(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) -> Result<bool, Stop> {
        match operator {
            BinaryOp::And => self.decided_by(false, left, right, false),
            BinaryOp::Or => self.decided_by(true, left, right, false),
            BinaryOp::Implies => self.decided_by(true, left, right, true),
            BinaryOp::Iff => Ok(self.truth(left)? == self.truth(right)?),
            BinaryOp::Eq => self.with_values_of(left, right, |left, right| left == right),
            BinaryOp::Ne => self.with_values_of(left, right, |left, right| left != right),
            BinaryOp::Lt => self.ordered(left, right, |order| order.is_lt()),
            BinaryOp::Le => self.ordered(left, right, |order| order.is_le()),
            BinaryOp::Gt => self.ordered(left, right, |order| order.is_gt()),
            BinaryOp::Ge => self.ordered(left, right, |order| order.is_ge()),
            BinaryOp::In => self.contains(left, right),
            BinaryOp::NotIn => Ok(!self.contains(left, right)?),
            BinaryOp::Subset => self.subset(left, right),
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => Ok(false),
        }
    }

    /// A side that has the deciding value decides; the left one is negated for `implies`.
    fn decided_by(&mut self, deciding: bool, left: &Expr, right: &Expr, negate: bool) -> Result<bool, Stop> {
        let first = self.truth(left).map(|value| value != negate);
        match first {
            Ok(value) if value == deciding => Ok(deciding),
            Ok(_) => self.truth(right),
            Err(Stop::Unknown) => match self.truth(right) {
                Ok(value) if value == deciding => Ok(deciding),
                // The unknown side of an `or` may be true, and then the other one is not reached.
                Err(Stop::Undefined(..)) if deciding => Err(Stop::Unknown),
                Ok(_) => Err(Stop::Unknown),
                Err(stop) => Err(stop),
            },
            Err(stop @ (Stop::Undefined(..) | Stop::Overflow(_) | Stop::TooLarge(_))) => Err(stop),
        }
    }

    /// A comparison with `none` is false.
    fn ordered(
        &mut self,
        left: &Expr,
        right: &Expr,
        test: impl FnOnce(std::cmp::Ordering) -> bool,
    ) -> Result<bool, Stop> {
        self.with_values_of(left, right, |left, right| {
            let present = !left.is_none() && !right.is_none();
            present && test(left.cmp(right))
        })
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr, whole: &Expr) -> Evaluated {
        match operator {
            BinaryOp::Iff
            | BinaryOp::Implies
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::In
            | BinaryOp::NotIn
            | BinaryOp::Subset => self.binary_truth(operator, left, right).map(Value::Bool),
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                arithmetic::apply(operator, self.eval(left)?, self.eval(right)?, whole.span)
            }
            BinaryOp::Override => self.overridden(left, right, &whole.ty),
            BinaryOp::Concat | BinaryOp::Union | BinaryOp::Intersect | BinaryOp::Difference | BinaryOp::RemoveKeys => {
                Ok(collections::apply(operator, self.eval(left)?, self.eval(right)?))
            }
        }
    }

    fn unary(&mut self, operator: UnaryOp, inner: &Expr, span: Span) -> Evaluated {
        match operator {
            UnaryOp::Not => Ok(Value::Bool(!self.truth(inner)?)),
            UnaryOp::Negate => arithmetic::negate(self.eval(inner)?, span),
            UnaryOp::Size => self.with_value_of(inner, collections::size),
            UnaryOp::Powerset => collections::powerset(&self.eval(inner)?, span),
        }
    }

    fn matches(&mut self, text: &Expr, pattern: &str) -> Evaluated {
        let regex = self.sight.model.regex(pattern);
        self.with_value_of(text, |text| {
            let Value::Text(text) = text else { return Value::Bool(false) };
            Value::Bool(regex.is_some_and(|regex| regex.is_match(text)))
        })
    }

    fn with(&mut self, base: &Expr, changes: &[(crate::ir::FieldIndex, Expr)], span: Span) -> Evaluated {
        let Value::Record(fields) = self.eval(base)? else { return Err(Stop::Undefined(Undefined::NoValue, span)) };
        let mut fields = fields.to_vec();
        for (field, value) in changes {
            let value = self.eval(value)?;
            if let Some(slot) = fields.get_mut(field.index()) {
                *slot = value;
            }
        }
        Ok(Value::Record(fields.into()))
    }

    fn call(&mut self, id: FunctionId, args: &[Expr], moment: Moment, span: Span) -> Evaluated {
        let FunctionBody::Defined(body) = &self.sight.model.service.function(id).body else {
            return self.unknown(args);
        };
        self.inside_call(args, moment, span, |this| this.eval(body))
    }

    /// Works in the body of a function, with its arguments and nothing of the caller's.
    fn inside_call<R>(
        &mut self,
        args: &[Expr],
        moment: Moment,
        span: Span,
        work: impl FnOnce(&mut Self) -> Result<R, Stop>,
    ) -> Result<R, Stop> {
        let params = self.all(args)?;
        if self.calls >= MAX_CALLS {
            return Err(Stop::TooLarge(span));
        }
        let after = match moment {
            Moment::Here => self.frame.after,
            Moment::Before => false,
            Moment::After => true,
        };
        let caller = std::mem::replace(&mut self.frame, Frame { after, params, ..Frame::default() });
        self.calls += 1;
        let result = stacker::maybe_grow(RED_ZONE, STACK, || work(self));
        self.calls -= 1;
        self.frame = caller;
        result
    }

    /// A call of a function that nobody supplies. Its arguments are still evaluated.
    fn unknown(&mut self, args: &[Expr]) -> Evaluated {
        self.all(args)?;
        Err(Stop::Unknown)
    }
}

fn at(values: &[Value], index: usize, span: Span) -> Evaluated {
    decided(values.get(index).ok_or(Stop::Undefined(Undefined::NoValue, span))?, span)
}

/// The entry of a collection under a key.
fn index(kind: IndexKind, base: &Value, key: &Value, span: Span) -> Evaluated {
    match (kind, base) {
        (IndexKind::Value, Value::Map(map)) => {
            decided(map.get(key).ok_or(Stop::Undefined(Undefined::MissingKey, span))?, span)
        }
        (IndexKind::Values, Value::Map(map)) => Ok(map.get(key).cloned().unwrap_or_else(Value::empty_set)),
        (IndexKind::Element, Value::Seq(elements)) => {
            let position = if let Value::Int(position) = key { usize::try_from(*position).ok() } else { None };
            let found = position.and_then(|position| elements.get(position));
            found.cloned().ok_or(Stop::Undefined(Undefined::MissingPosition, span))
        }
        (IndexKind::Value | IndexKind::Values | IndexKind::Element, _) => {
            Err(Stop::Undefined(Undefined::MissingKey, span))
        }
    }
}

fn decided(value: &Value, span: Span) -> Evaluated {
    if value.is_open() { Err(Stop::Undefined(Undefined::Undecided, span)) } else { Ok(value.clone()) }
}
