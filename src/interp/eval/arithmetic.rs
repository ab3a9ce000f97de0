//! Numbers, durations and instants. A result out of range is an overflow, never a wrapped number.

use super::Evaluated;
use crate::interp::stop::{Stop, Undefined};
use crate::interp::value::{Real, Value};
use crate::ir::BinaryOp;
use crate::source::Span;

/// The first instant: the beginning of the year 1.
pub(crate) const EARLIEST: i64 = -62_135_596_800_000;
/// The last instant: the end of the year 9999.
pub(crate) const LATEST: i64 = 253_402_300_799_999;

pub(super) fn real(number: f64, span: Span) -> Evaluated {
    Real::new(number).map(Value::Float).ok_or(Stop::Overflow(span))
}

pub(super) fn instant(milliseconds: Option<i64>, span: Span) -> Evaluated {
    let inside = milliseconds.filter(|at| (EARLIEST..=LATEST).contains(at));
    inside.map(Value::Instant).ok_or(Stop::Overflow(span))
}

pub(super) fn int(number: Option<i64>, span: Span) -> Evaluated {
    number.map(Value::Int).ok_or(Stop::Overflow(span))
}

pub(super) fn duration(milliseconds: Option<i64>, span: Span) -> Evaluated {
    milliseconds.map(Value::Span).ok_or(Stop::Overflow(span))
}

pub(super) fn apply(operator: BinaryOp, left: Value, right: Value, span: Span) -> Evaluated {
    match operator {
        BinaryOp::Add => add(left, right, span),
        BinaryOp::Subtract => subtract(left, right, span),
        BinaryOp::Multiply => multiply(left, right, span),
        BinaryOp::Divide => divide(left, right, span),
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
        | BinaryOp::Subset
        | BinaryOp::Concat
        | BinaryOp::Union
        | BinaryOp::Intersect
        | BinaryOp::Difference
        | BinaryOp::Override
        | BinaryOp::RemoveKeys => Err(no_number(span)),
    }
}

/// An operand that the checker would not have let through.
fn no_number(span: Span) -> Stop {
    Stop::Undefined(Undefined::NoValue, span)
}

fn add(left: Value, right: Value, span: Span) -> Evaluated {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_add(b), span),
        (Value::Float(a), Value::Float(b)) => real(a.get() + b.get(), span),
        (Value::Span(a), Value::Span(b)) => duration(a.checked_add(b), span),
        (Value::Instant(a), Value::Span(b)) => instant(a.checked_add(b), span),
        _ => Err(no_number(span)),
    }
}

fn subtract(left: Value, right: Value, span: Span) -> Evaluated {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_sub(b), span),
        (Value::Float(a), Value::Float(b)) => real(a.get() - b.get(), span),
        (Value::Span(a), Value::Span(b)) => duration(a.checked_sub(b), span),
        (Value::Instant(a), Value::Span(b)) => instant(a.checked_sub(b), span),
        (Value::Instant(a), Value::Instant(b)) => duration(a.checked_sub(b), span),
        _ => Err(no_number(span)),
    }
}

fn multiply(left: Value, right: Value, span: Span) -> Evaluated {
    match (left, right) {
        (Value::Int(a), Value::Int(b)) => int(a.checked_mul(b), span),
        (Value::Float(a), Value::Float(b)) => real(a.get() * b.get(), span),
        (Value::Span(a), Value::Int(b)) => duration(a.checked_mul(b), span),
        _ => Err(no_number(span)),
    }
}

fn divide(left: Value, right: Value, span: Span) -> Evaluated {
    let by_zero = Stop::Undefined(Undefined::DivisionByZero, span);
    match (left, right) {
        (_, Value::Int(0)) => Err(by_zero),
        (_, Value::Float(b)) if b.get() == 0.0 => Err(by_zero),
        (Value::Int(a), Value::Int(b)) => int(floor_divide(a, b), span),
        (Value::Float(a), Value::Float(b)) => real(a.get() / b.get(), span),
        (Value::Span(a), Value::Int(b)) => duration(floor_divide(a, b), span),
        _ => Err(no_number(span)),
    }
}

/// Division that rounds to minus infinity.
fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a.checked_rem(b)? != 0;
    Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

pub(super) fn negate(value: Value, span: Span) -> Evaluated {
    match value {
        Value::Int(number) => int(number.checked_neg(), span),
        Value::Float(number) => real(-number.get(), span),
        Value::Span(milliseconds) => duration(milliseconds.checked_neg(), span),
        _ => Err(no_number(span)),
    }
}

pub(super) fn absolute(value: Value, span: Span) -> Evaluated {
    match value {
        Value::Int(number) => int(number.checked_abs(), span),
        Value::Float(number) => real(number.get().abs(), span),
        Value::Span(milliseconds) => duration(milliseconds.checked_abs(), span),
        _ => Err(no_number(span)),
    }
}
