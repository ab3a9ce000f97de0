//! How far a condition is from being true, or from being false: zero where it is, and less the closer a small change
//! of the values would bring it. The explorer lowers these numbers.
//!
//! Only additions, multiplications and divisions are used, so the numbers are the same on every machine.

use std::cmp::Ordering;

use super::{Evaluator, collections};
use crate::interp::stop::Stop;
use crate::interp::value::Value;
use crate::ir::{BinaryOp, Binder, Builtin, Expr, ExprKind, FunctionBody, Quantifier, UnaryOp, binders};

/// The distance of a condition without a value.
const UNDEFINED: f64 = 2.0;
/// The distance of a condition that runs out of range.
pub(super) const OUTSIDE: f64 = 4.0;
/// The distance of an element from a collection that is empty.
pub(super) const NOTHING_THERE: f64 = 1.5;
/// How many gaps are noted.
const MAX_GAPS: usize = 12;

/// By how much the left side of a comparison exceeds the right one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Gap {
    /// Of integers, instants and durations
    Whole(i128),
    /// Of floats
    Real(f64),
    /// Of texts: only which one comes first
    Order(Ordering),
}

impl Gap {
    /// The gap of two values that are ordered.
    pub(crate) fn between(left: &Value, right: &Value) -> Option<Gap> {
        match (left, right) {
            (Value::Int(a), Value::Int(b))
            | (Value::Instant(a), Value::Instant(b))
            | (Value::Span(a), Value::Span(b)) => Some(Gap::Whole(i128::from(*a) - i128::from(*b))),
            (Value::Float(a), Value::Float(b)) => Some(Gap::Real(a.get() - b.get())),
            (Value::Text(a), Value::Text(b)) => Some(Gap::Order(a.cmp(b))),
            _ => None,
        }
    }

    /// Its size and sign.
    fn number(self) -> f64 {
        match self {
            Gap::Whole(gap) => gap as f64,
            Gap::Real(gap) => gap,
            Gap::Order(order) => f64::from(order as i8),
        }
    }
}

/// A positive amount as a number from 0 to 1 that grows with its logarithm.
pub(crate) fn cost(amount: f64) -> f64 {
    if amount <= 0.0 {
        return 0.0;
    }
    let bits = (amount + 1.0).to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as f64 - 1023.0;
    let mantissa = (bits & ((1 << 52) - 1)) as f64 / (1_u64 << 52) as f64;
    let level = exponent + mantissa;
    // A whole step is never free, and nothing costs as much as a missing value.
    (0.05 + level) / (level + 8.0)
}

fn flag(met: bool) -> f64 {
    if met { 0.0 } else { 1.0 }
}

/// How different two values are.
pub(crate) fn difference(a: &Value, b: &Value) -> f64 {
    if a == b {
        return 0.0;
    }
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => {
            let same = a.chars().zip(b.chars()).filter(|(a, b)| a == b).count();
            cost((a.chars().count().max(b.chars().count()) - same) as f64)
        }
        (Value::Set(a), Value::Set(b)) => {
            let missing = a.iter().filter(|element| !b.contains(*element)).count();
            let added = b.iter().filter(|element| !a.contains(*element)).count();
            cost((missing + added) as f64)
        }
        (Value::Seq(a), Value::Seq(b)) => {
            let differing = a.iter().zip(b.iter()).filter(|(a, b)| a != b).count();
            cost((differing + a.len().abs_diff(b.len())) as f64)
        }
        (Value::Map(a), Value::Map(b)) => {
            let missing = a.keys().filter(|key| !b.contains_key(*key)).count();
            let added = b.keys().filter(|key| !a.contains_key(*key)).count();
            let changed: f64 = a.iter().filter_map(|(key, value)| Some(difference(value, b.get(key)?))).sum();
            cost((missing + added) as f64 + changed)
        }
        (Value::Record(a), Value::Record(b)) => {
            cost(a.iter().zip(b.iter()).map(|(a, b)| difference(a, b)).sum::<f64>())
        }
        _ => Gap::between(a, b).map_or(1.0, |gap| cost(gap.number().abs())),
    }
}

/// By how much the distance to one of two things falls, at the most, as the farther one comes nearer.
const SHARE_OF_THE_FAR: f64 = 0.1;

impl Evaluator<'_> {
    /// How far a condition is from a truth value.
    pub(crate) fn distance(&mut self, expr: &Expr, wanted: bool) -> f64 {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.distance(inner, !wanted),
            ExprKind::Binary(operator, left, right) => self.binary_distance(*operator, left, right, wanted, expr),
            ExprKind::Quantifier(quantifier, binders, body) => {
                self.quantifier_distance(*quantifier, binders, body, wanted)
            }
            ExprKind::Let(local, value, body) => match self.eval(value) {
                Ok(value) => {
                    let bound = self.bound();
                    self.bind(local, value);
                    let found = self.distance(body, wanted);
                    self.unbind_to(bound);
                    found
                }
                Err(stop) => of_stop(stop, wanted),
            },
            ExprKind::If(condition, yes, no) => {
                let first = self.distance(condition, true) + self.distance(yes, wanted);
                one_of_two(first, self.distance(condition, false) + self.distance(no, wanted))
            }
            ExprKind::Call(id, args, moment) => {
                let FunctionBody::Defined(body) = &self.sight.model.service.function(*id).body else {
                    return of_stop(Stop::Unknown, wanted);
                };
                self.inside_call(args, *moment, expr.span, |this| Ok(this.distance(body, wanted)))
                    .unwrap_or_else(|stop| of_stop(stop, wanted))
            }
            _ => self.plain(expr, wanted),
        }
    }

    /// The distance of a condition that has no parts to go by.
    fn plain(&mut self, expr: &Expr, wanted: bool) -> f64 {
        match self.truth(expr) {
            Ok(truth) => flag(truth == wanted),
            Err(stop) => of_stop(stop, wanted),
        }
    }

    fn binary_distance(&mut self, operator: BinaryOp, left: &Expr, right: &Expr, wanted: bool, whole: &Expr) -> f64 {
        match operator {
            BinaryOp::And => self.junction((left, true), (right, true), wanted),
            // `a or b` is `not (not a and not b)`, and `a implies b` is `not (a and not b)`.
            BinaryOp::Or => self.junction((left, false), (right, false), !wanted),
            BinaryOp::Implies => self.junction((left, true), (right, false), !wanted),
            BinaryOp::Iff => {
                let yes = self.distance(left, true) + self.distance(right, wanted);
                one_of_two(yes, self.distance(left, false) + self.distance(right, !wanted))
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let compared = self.with_values_of(left, right, |left, right| compared(operator, left, right, wanted));
                match compared {
                    Ok((distance, gap)) => {
                        self.note(gap.filter(|_| distance > 0.0));
                        distance
                    }
                    Err(stop) => of_stop(stop, wanted),
                }
            }
            BinaryOp::In => self.membership_distance(left, right, wanted),
            BinaryOp::NotIn => self.membership_distance(left, right, !wanted),
            BinaryOp::Subset => {
                let missing = self.with_values_of(left, right, |left, right| {
                    collections::elements(left).filter(|part| !collections::holds(right, part)).count()
                });
                match missing {
                    Ok(missing) if wanted => cost(missing as f64),
                    Ok(missing) => flag(missing > 0),
                    Err(stop) => of_stop(stop, wanted),
                }
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => self.plain(whole, wanted),
        }
    }

    /// How far it is that both sides have their value, or that not both have: then the left one, or only the right one.
    fn junction(&mut self, (left, a): (&Expr, bool), (right, b): (&Expr, bool), both: bool) -> f64 {
        let holds = self.distance(left, a);
        if both {
            return holds + self.distance(right, b);
        }
        one_of_two(self.distance(left, !a), holds + self.distance(right, !b))
    }

    /// Remembers by how much a comparison was missed.
    fn note(&mut self, gap: Option<Gap>) {
        if let Some(gap @ (Gap::Whole(_) | Gap::Real(_))) = gap
            && self.gaps.len() < MAX_GAPS
            && !self.gaps.contains(&gap)
        {
            self.gaps.push(gap);
        }
    }

    /// By how much the comparisons were missed that were looked at so far.
    pub(crate) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    fn membership_distance(&mut self, element: &Expr, whole: &Expr, wanted: bool) -> f64 {
        match self.contains(element, whole) {
            Ok(found) if found == wanted => 0.0,
            Ok(true) => 1.0,
            Ok(false) => self.way_into(element, whole).unwrap_or_else(|stop| of_stop(stop, wanted)),
            Err(stop) => of_stop(stop, wanted),
        }
    }

    /// How far an element is from the nearest one of a collection.
    fn way_into(&mut self, element: &Expr, whole: &Expr) -> Result<f64, Stop> {
        if matches!(whole.kind, ExprKind::Unary(UnaryOp::Powerset, _)) {
            return Ok(1.0);
        }
        if let ExprKind::Builtin(Builtin::Ran, args) = &whole.kind
            && let [relation] = &**args
        {
            return self.with_values_of(element, relation, |element, values| {
                nearest(element, collections::values(values, &relation.ty))
            });
        }
        self.with_values_of(element, whole, |element, whole| nearest(element, collections::elements(whole)))
    }

    fn quantifier_distance(&mut self, quantifier: Quantifier, binders: &[Binder], body: &Expr, wanted: bool) -> f64 {
        let (every, of_body) = match quantifier {
            Quantifier::All => (wanted, wanted),
            Quantifier::Some => (!wanted, wanted),
            Quantifier::No => (wanted, !wanted),
        };
        let mut distances = Vec::new();
        self.for_each_choice(binders, &mut |this| distances.push(this.distance(body, of_body)));
        if every {
            return distances.iter().sum();
        }
        distances.into_iter().min_by(f64::total_cmp).unwrap_or(NOTHING_THERE)
    }

    /// Binds every choice for the variables in turn.
    pub(super) fn for_each_choice(&mut self, binders: &[Binder], visit: &mut dyn FnMut(&mut Self)) {
        let Some((binder, rest)) = binders.split_first() else { return visit(self) };
        let Ok(elements) = self.range_of(binder) else { return };
        let bound = self.bound();
        for element in elements {
            self.bind(&binder.local, element);
            self.for_each_choice(rest, visit);
            self.unbind_to(bound);
        }
    }

    /// How many choices there are for the variables of a quantifier, a comprehension, a `sum` or a `the`.
    pub(crate) fn choices(&mut self, expr: &Expr) -> usize {
        let mut count = 0;
        self.for_each_choice(binders(expr), &mut |_| count += 1);
        count
    }
}

/// How far a comparison of two values is from a truth value, and the gap between them.
fn compared(operator: BinaryOp, left: &Value, right: &Value, wanted: bool) -> (f64, Option<Gap>) {
    let gap = Gap::between(left, right);
    let found = match (operator, gap) {
        (BinaryOp::Eq, _) | (BinaryOp::Ne, _) => {
            let equal = (operator == BinaryOp::Eq) == wanted;
            if equal { difference(left, right) } else { flag(left != right) }
        }
        (_, None) => flag(!wanted),
        (BinaryOp::Lt, Some(gap)) => ordered(gap, -1.0, wanted),
        (BinaryOp::Le, Some(gap)) => ordered(gap, 0.0, wanted),
        (BinaryOp::Gt, Some(gap)) => ordered(gap, 0.0, !wanted),
        (_, Some(gap)) => ordered(gap, -1.0, !wanted),
    };
    (found, gap)
}

/// How far it is to one of two things. The nearer one counts, and a little of the other, since the nearer one may be out of reach.
fn one_of_two(one: f64, other: f64) -> f64 {
    let (near, far) = if one < other { (one, other) } else { (other, one) };
    near * (1.0 - SHARE_OF_THE_FAR / (1.0 + far))
}

/// The distance of a condition without a value. One that nobody can know counts as met.
pub(super) fn of_stop(stop: Stop, wanted: bool) -> f64 {
    match stop {
        Stop::Unknown => flag(wanted),
        Stop::Undefined(..) => UNDEFINED,
        Stop::Overflow(_) | Stop::TooLarge(_) => OUTSIDE,
    }
}

/// The distance of `left <= right + offset`, or of the contrary.
fn ordered(gap: Gap, offset: f64, wanted: bool) -> f64 {
    let (excess, step) = match gap {
        Gap::Whole(gap) => (gap as f64 - offset, 1.0),
        // Between neighbouring floats there is no whole step.
        Gap::Real(gap) => return real_ordered(gap, offset < 0.0, wanted),
        Gap::Order(order) => (f64::from(order as i8) - offset, 1.0),
    };
    if wanted { cost(excess) } else { cost(step - excess) }
}

fn real_ordered(gap: f64, strict: bool, wanted: bool) -> f64 {
    let met = if strict { gap < 0.0 } else { gap <= 0.0 };
    if met == wanted { 0.0 } else { cost(gap.abs()).max(0.001) }
}

fn nearest(element: &Value, others: impl Iterator<Item = Value>) -> f64 {
    // Being near to a key is worth little: an entry is there, or it is not.
    let nearest = others.map(|other| difference(element, &other)).min_by(f64::total_cmp);
    nearest.map_or(NOTHING_THERE, |nearest| 0.8 + nearest / 5.0)
}
