//! The built-in functions.

use sha2::{Digest, Sha256};

use super::{Evaluated, Evaluator, arithmetic, collections};
use crate::interp::stop::{Stop, Undefined};
use crate::interp::value::Value;
use crate::ir::{Builtin, Expr, Type};
use crate::source::Span;

const SECOND: i64 = 1000;

impl Evaluator<'_> {
    pub(super) fn builtin(&mut self, builtin: Builtin, args: &[Expr], span: Span) -> Evaluated {
        let now = self.sight.now;
        let mut rest = args.iter();
        let mut next = || self.eval(rest.next().ok_or(Stop::Undefined(Undefined::NoValue, span))?);
        match builtin {
            Builtin::Now => Ok(Value::Instant(now)),
            Builtin::Len => Ok(collections::size(&next()?)),
            Builtin::Dom => Ok(collections::domain(&next()?)),
            Builtin::Ran => Ok(collections::range(&next()?, args.first().map_or(&Type::Unknown, |arg| &arg.ty))),
            Builtin::Max => Ok(next()?.max(next()?)),
            Builtin::Min => Ok(next()?.min(next()?)),
            Builtin::MaxOf => extreme(collections::elements(&next()?).max(), span),
            Builtin::MinOf => extreme(collections::elements(&next()?).min(), span),
            Builtin::Abs => arithmetic::absolute(next()?, span),
            Builtin::Days => times(next()?, 86_400 * SECOND, span),
            Builtin::Hours => times(next()?, 3_600 * SECOND, span),
            Builtin::Minutes => times(next()?, 60 * SECOND, span),
            Builtin::Seconds => times(next()?, SECOND, span),
            Builtin::Hash => Ok(hash(&next()?)),
        }
    }
}

fn extreme(found: Option<Value>, span: Span) -> Evaluated {
    found.ok_or(Stop::Undefined(Undefined::EmptyExtreme, span))
}

fn times(count: Value, unit: i64, span: Span) -> Evaluated {
    let count = if let Value::Int(count) = count { Some(count) } else { None };
    arithmetic::duration(count.and_then(|count| count.checked_mul(unit)), span)
}

fn hash(text: &Value) -> Value {
    let Value::Text(text) = text else { return Value::None };
    let digit = |number: u8| char::from_digit(u32::from(number), 16).unwrap_or('0');
    let digest = Sha256::digest(text.as_bytes());
    let mut hex = String::with_capacity(2 * digest.len());
    for byte in digest {
        hex.push(digit(byte >> 4));
        hex.push(digit(byte & 15));
    }
    Value::text(&hex)
}
