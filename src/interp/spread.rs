//! Many values, listed one by one: the numbers between two bounds, the texts of a pattern. Neighbours in the list lie
//! far apart, so that its beginning is a fair sample of what is too much to list.

use regex_syntax::hir::Hir;

use super::eval::{EARLIEST, LATEST};
use super::suggest::Bounds;
use super::text;
use super::value::{Real, Value};
use crate::ir::Type;

/// How many values are listed.
const MOST: u64 = 4096;
/// Into how many steps the way from one float to another is divided.
const STEPS: u64 = 1 << 16;
/// How many texts a pattern may have; of more, random ones are as good.
const MOST_TEXTS: u64 = 1 << 40;

/// A long list of values.
pub(crate) struct Spread {
    count: u64,
    values: Values,
}

enum Values {
    /// The integers from the first one on.
    Numbers(i64, fn(i64) -> Value),
    /// The floats from one to another.
    Reals(f64, f64),
    /// The texts of a pattern.
    Texts(Hir),
}

impl Spread {
    /// The positions of a sequence.
    pub(crate) fn positions(length: usize) -> Spread {
        Spread { count: length as u64, values: Values::Numbers(0, Value::Int) }
    }

    /// The values of a type between bounds. Where one of them is missing, those next to the other one.
    pub(crate) fn between(ty: &Type, bounds: &Bounds) -> Option<Spread> {
        let (low, high) = (bounds.low.as_ref(), bounds.high.as_ref());
        match ty {
            Type::Int => numbers(window(low, high).unwrap_or((-(MOST as i64) / 2, MOST as i64 / 2)), Value::Int),
            Type::Duration => numbers(window(low, high)?, Value::Span),
            Type::DateTime => {
                let (low, high) = window(low, high)?;
                numbers((low.max(EARLIEST), high.min(LATEST)), Value::Instant)
            }
            Type::Float => match (low?, high?) {
                (Value::Float(low), Value::Float(high)) => {
                    Some(Spread { count: STEPS, values: Values::Reals(low.get(), high.get()) })
                }
                _ => None,
            },
            Type::Option(inner) => Spread::between(inner, bounds),
            Type::Bool
            | Type::String
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Set(_)
            | Type::Seq(_)
            | Type::Map(..)
            | Type::Multi(..)
            | Type::Unknown => None,
        }
    }

    /// Whether the values of a type between bounds can be listed as a whole: bounds that leave none can, and so can types with
    /// few values.
    pub(crate) fn covers(ty: &Type, bounds: &Bounds) -> bool {
        let (low, high) = (bounds.low.as_ref(), bounds.high.as_ref());
        if low.zip(high).is_some_and(|(low, high)| low >= high) {
            return true;
        }
        let number = |value: Option<&Value>, limit: i64| match value {
            Some(Value::Int(number) | Value::Span(number) | Value::Instant(number)) => Some(*number),
            Some(_) => None,
            None => Some(limit),
        };
        let (least, greatest) = match ty {
            Type::Bool | Type::Enum(_) => return true,
            Type::Int | Type::Duration => (i64::MIN, i64::MAX),
            Type::DateTime => (EARLIEST, LATEST),
            Type::Float
            | Type::String
            | Type::Uuid
            | Type::Option(_)
            | Type::Entity(_)
            | Type::Set(_)
            | Type::Seq(_)
            | Type::Map(..)
            | Type::Multi(..)
            | Type::Unknown => return false,
        };
        let ends = number(low, least).zip(number(high, greatest));
        ends.is_some_and(|(low, high)| low > high || high.abs_diff(low) < MOST)
    }

    /// Whether every value of the list is listed.
    pub(crate) fn is_whole(&self) -> bool {
        self.count <= MOST
    }

    /// The texts of a pattern, unless there are too many for a list to be of use.
    pub(crate) fn texts(pattern: &Hir) -> Option<Spread> {
        let count = text::count(pattern);
        (count <= MOST_TEXTS).then(|| Spread { count, values: Values::Texts(pattern.clone()) })
    }

    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        let (count, stride) = (u128::from(self.count), u128::from(stride(self.count)));
        let places = (0..self.count.min(MOST)).map(move |at| (u128::from(at) * stride % count) as u64);
        Box::new(places.filter_map(|place| self.at(place)))
    }

    fn at(&self, place: u64) -> Option<Value> {
        match &self.values {
            Values::Numbers(first, make) => first.checked_add_unsigned(place).map(make),
            Values::Reals(low, high) => {
                let share = place as f64 / STEPS as f64;
                Real::new(low * (1.0 - share) + high * share).map(Value::Float)
            }
            Values::Texts(pattern) => text::nth(pattern, place).map(|text| Value::text(&text)),
        }
    }
}

fn numbers((low, high): (i64, i64), make: fn(i64) -> Value) -> Option<Spread> {
    (low <= high).then(|| Spread { count: high.abs_diff(low).saturating_add(1), values: Values::Numbers(low, make) })
}

fn window(low: Option<&Value>, high: Option<&Value>) -> Option<(i64, i64)> {
    let number = |value: &Value| match value {
        Value::Int(number) | Value::Span(number) | Value::Instant(number) => Some(*number),
        _ => None,
    };
    match (low.and_then(number), high.and_then(number)) {
        (Some(low), Some(high)) => Some((low, high)),
        (Some(low), None) => Some((low, low.saturating_add(MOST as i64))),
        (None, Some(high)) => Some((high.saturating_sub(MOST as i64), high)),
        (None, None) => None,
    }
}

/// A step with which every place is met once, near the golden section, where any beginning is spread the most evenly.
fn stride(count: u64) -> u64 {
    let golden = (u128::from(count) * 618 / 1000) as u64;
    (golden.max(1)..=count.max(1)).find(|step| divisor(*step, count) == 1).unwrap_or(1)
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
