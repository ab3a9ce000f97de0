//! What conditions say about the values of an open place: which to try, and between which bounds they lie.

use std::borrow::Cow;

use super::eval::{EARLIEST, Evaluator, LATEST, Repetitions, Source};
use super::spread::Spread;
use super::value::{Real, Value};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Fresh, FunctionBody, Quantifier, Service, Type, UnaryOp, any, conjuncts,
    for_each_child, for_each_child_mut, substitute,
};

const HOUR: i64 = 3_600_000;
/// How many calls in one condition are unfolded.
const MOST_UNFOLDED: usize = 16;
/// How many values are noted one by one.
const MOST_NOTED: usize = 4096;

/// Values to try. What may be long is listed only as far as it is looked at.
pub(crate) enum Tries {
    One(Value),
    Elements(Source),
    /// A part of each element, by the fields on the way to it.
    Parts(Source, Vec<usize>),
    Spread(Spread),
}

impl Tries {
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = Value> + '_> {
        match self {
            Tries::One(value) => Box::new(std::iter::once(value.clone())),
            Tries::Elements(source) => source.iter(),
            Tries::Parts(source, fields) => Box::new(source.iter().filter_map(|element| part(element, fields))),
            Tries::Spread(spread) => spread.iter(),
        }
    }

    /// A part of each element.
    pub(crate) fn parts(self, fields: &[usize]) -> Option<Tries> {
        if let Tries::Elements(source) = self { Some(Tries::Parts(source, fields.to_vec())) } else { None }
    }

    /// The integer, where it is a single one.
    pub(crate) fn integer(&self) -> Option<i64> {
        if let Tries::One(Value::Int(number)) = self { Some(*number) } else { None }
    }
}

fn part(whole: Value, fields: &[usize]) -> Option<Value> {
    fields.iter().try_fold(whole, |whole, field| match whole {
        Value::Record(parts) => parts.get(*field).cloned(),
        _ => None,
    })
}

/// The least and the greatest value that a place may have, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) low: Option<Value>,
    pub(crate) high: Option<Value>,
}

impl Bounds {
    fn note(&mut self, operator: BinaryOp, value: &Value) {
        if matches!(operator, BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq) {
            self.low = self.low.take().max(Some(value.clone()));
        }
        if matches!(operator, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq) {
            let high = self.high.take().filter(|high| high < value);
            self.high = high.or_else(|| Some(value.clone()));
        }
    }
}

/// All that conditions tell about a place, where what they say outright was not enough.
pub(crate) struct Hints {
    pub(crate) tries: Vec<Tries>,
    pub(crate) bounds: Bounds,
    /// Whether a condition says outright what the place is one of, and all of that is tried.
    pub(crate) lists_all: bool,
    /// How many elements of collections may still be gone over.
    pub(crate) left: usize,
}

impl Hints {
    pub(crate) fn new(left: usize) -> Hints {
        Hints { tries: Vec::new(), bounds: Bounds::default(), lists_all: false, left }
    }

    /// Bounds from what a condition says outright; values from all its parts, those of `or`, `if` and `not` too.
    pub(crate) fn note(&mut self, condition: &Expr, about: &mut About<'_, '_>) {
        self.note_bounds(condition, about);
        self.note_values(condition, about);
    }

    fn note_bounds(&mut self, condition: &Expr, about: &mut About<'_, '_>) {
        for part in conjuncts(condition) {
            if let ExprKind::Quantifier(Quantifier::All, binders, body) = &part.kind {
                self.for_each(binders, body, about, Hints::note_bounds);
            } else if let Some((operator, other)) = comparison(part, about.is_slot) {
                if operator == BinaryOp::In {
                    self.lists_all |= members(&other, about).is_some();
                } else if let Some(value) = about.value_of(&other) {
                    self.bounds.note(operator, &value);
                }
            }
        }
    }

    fn note_values(&mut self, condition: &Expr, about: &mut About<'_, '_>) {
        if self.tries.len() >= MOST_NOTED {
            return;
        }
        if let ExprKind::Quantifier(_, binders, body) = &condition.kind {
            return self.for_each(binders, body, about, Hints::note_values);
        }
        self.tries.extend(compared(condition, about));
        self.tries.extend(looked_up(condition, about));
        for_each_child(condition, &mut |part| self.note_values(part, about));
    }

    /// What a condition on many says of the place for each of them: to be above all is to be next to one.
    fn for_each(
        &mut self,
        binders: &[Binder],
        body: &Expr,
        about: &mut About<'_, '_>,
        note: fn(&mut Hints, &Expr, &mut About<'_, '_>),
    ) {
        let Some((binder, rest)) = binders.split_first() else { return note(self, body, about) };
        if !any(body, about.is_slot) {
            return;
        }
        let Ok(source) = about.evaluator.source(binder, Repetitions::Allowed) else { return };
        let bound = about.evaluator.bound();
        for element in source.iter() {
            let Some(left) = self.left.checked_sub(1) else { break };
            self.left = left;
            about.evaluator.bind(&binder.local, element);
            self.for_each(rest, body, about, note);
            about.evaluator.unbind_to(bound);
        }
    }
}

/// What a condition is asked about: which expression is the place, and what the others are worth.
pub(crate) struct About<'a, 'e> {
    pub(crate) is_slot: &'a dyn Fn(&Expr) -> bool,
    pub(crate) evaluator: &'a mut Evaluator<'e>,
}

impl About<'_, '_> {
    /// What has no value yet says nothing.
    fn value_of(&mut self, expr: &Expr) -> Option<Value> {
        self.evaluator.eval(expr).ok()
    }
}

/// Values that the comparisons of a condition suggest for one of their sides. Where nobody should guess the value, what
/// must not be taken yet suggests nothing: the one after the greatest can be guessed.
pub(crate) fn suggested(condition: &Expr, mut about: About<'_, '_>, is_fresh: bool) -> Vec<Tries> {
    let parts = conjuncts(condition).into_iter().filter_map(|part| comparison(part, about.is_slot));
    let parts: Vec<_> = parts.filter(|(operator, _)| !(is_fresh && *operator == BinaryOp::NotIn)).collect();
    parts.iter().flat_map(|(operator, other)| beside(*operator, other, &mut about)).collect()
}

/// What the comparisons of a condition say of one of their sides: how it stands to what.
pub(crate) fn comparisons(condition: &Expr, is_slot: &dyn Fn(&Expr) -> bool) -> Vec<(BinaryOp, Expr)> {
    let parts = conjuncts(condition).into_iter().filter_map(|part| comparison(part, is_slot));
    parts.map(|(operator, other)| (operator, other.into_owned())).collect()
}

fn compared(part: &Expr, about: &mut About<'_, '_>) -> Vec<Tries> {
    let found = comparison(part, about.is_slot);
    found.map_or_else(Vec::new, |(operator, other)| beside(operator, &other, about))
}

/// A place by which something is looked up is one of its keys or positions.
fn looked_up(part: &Expr, about: &mut About<'_, '_>) -> Option<Tries> {
    let ExprKind::Index(_, whole, key) = &part.kind else { return None };
    if !(about.is_slot)(bare(key)) {
        return None;
    }
    match about.value_of(whole)? {
        Value::Seq(elements) => Some(Tries::Spread(Spread::positions(elements.len()))),
        whole => Some(Tries::Elements(Source::Elements(whole))),
    }
}

/// A condition with the bodies of the predicates that it calls.
pub(crate) fn unfolded<'e>(service: &Service, condition: &'e Expr) -> Cow<'e, Expr> {
    if !any(condition, &|part| matches!(part.kind, ExprKind::Call(..))) {
        return Cow::Borrowed(condition);
    }
    let mut unfolded = condition.clone();
    unfold(service, &mut unfolded, &mut Fresh::above(condition), &mut { MOST_UNFOLDED });
    Cow::Owned(unfolded)
}

fn unfold(service: &Service, expr: &mut Expr, fresh: &mut Fresh, left: &mut usize) {
    while let ExprKind::Call(id, args, moment) = &expr.kind
        && let FunctionBody::Defined(body) = &service.function(*id).body
        && *left > 0
    {
        *left -= 1;
        *expr = substitute(body, args, *moment, fresh);
    }
    for_each_child_mut(expr, &mut |child| unfold(service, child, fresh, left));
}

/// The comparison of a slot with something else, as seen from the slot.
fn comparison<'e>(part: &'e Expr, is_slot: &dyn Fn(&Expr) -> bool) -> Option<(BinaryOp, Cow<'e, Expr>)> {
    if let ExprKind::Unary(UnaryOp::Not, inner) = &part.kind {
        let (operator, other) = comparison(inner, is_slot)?;
        return (operator == BinaryOp::In).then_some((BinaryOp::NotIn, other));
    }
    let ExprKind::Binary(operator, left, right) = &part.kind else { return None };
    let from_left = solved(*operator, left, Cow::Borrowed(right), is_slot);
    from_left.or_else(|| solved(mirrored(*operator)?, right, Cow::Borrowed(left), is_slot))
}

/// The same for a side that is the slot, or adds something to it or takes something from it.
fn solved<'e>(
    operator: BinaryOp,
    side: &Expr,
    other: Cow<'e, Expr>,
    is_slot: &dyn Fn(&Expr) -> bool,
) -> Option<(BinaryOp, Cow<'e, Expr>)> {
    if is_slot(bare(side)) {
        return Some((operator, other));
    }
    if let ExprKind::Binary(BinaryOp::Multiply, a, b) = &side.kind {
        return divided(operator, (a, b), &other, side, is_slot);
    }
    let ExprKind::Binary(sign @ (BinaryOp::Add | BinaryOp::Subtract), a, b) = &side.kind else { return None };
    // Only what orders can be solved; for `in` there is no mirrored form.
    let turned = mirrored(operator)?;
    let in_first = any(a, is_slot);
    if !in_first && !any(b, is_slot) {
        return None;
    }
    match (*sign == BinaryOp::Add, in_first) {
        (true, true) => solved(operator, a, combined(BinaryOp::Subtract, &other, b, side), is_slot),
        (true, false) => solved(operator, b, combined(BinaryOp::Subtract, &other, a, side), is_slot),
        // An instant stands on the left of what is added to it.
        (false, true) if b.ty == Type::DateTime => {
            solved(operator, a, combined(BinaryOp::Add, b, &other, side), is_slot)
        }
        (false, true) => solved(operator, a, combined(BinaryOp::Add, &other, b, side), is_slot),
        (false, false) => solved(turned, b, combined(BinaryOp::Subtract, a, &other, side), is_slot),
    }
}

/// A product is solved where it is equal to something: with a negative factor, less would be more.
fn divided<'e>(
    operator: BinaryOp,
    (a, b): (&Expr, &Expr),
    other: &Expr,
    whole: &Expr,
    is_slot: &dyn Fn(&Expr) -> bool,
) -> Option<(BinaryOp, Cow<'e, Expr>)> {
    if operator != BinaryOp::Eq {
        return None;
    }
    let (part, factor) = if any(a, is_slot) { (a, b) } else { (b, a) };
    solved(operator, part, combined(BinaryOp::Divide, other, factor, whole), is_slot)
}

/// A sum or the like. What it is worth does not depend on the type that is noted.
fn combined<'e>(sign: BinaryOp, left: &Expr, right: &Expr, whole: &Expr) -> Cow<'e, Expr> {
    let kind = ExprKind::Binary(sign, Box::new(left.clone()), Box::new(right.clone()));
    Cow::Owned(Expr { kind, ty: whole.ty.clone(), span: whole.span })
}

/// Without the coercions between an option and its value.
pub(crate) fn bare(expr: &Expr) -> &Expr {
    if let ExprKind::Some(inner) | ExprKind::Unwrap(inner, _) = &expr.kind { bare(inner) } else { expr }
}

fn mirrored(operator: BinaryOp) -> Option<BinaryOp> {
    match operator {
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Iff => Some(operator),
        BinaryOp::Lt => Some(BinaryOp::Gt),
        BinaryOp::Le => Some(BinaryOp::Ge),
        BinaryOp::Gt => Some(BinaryOp::Lt),
        BinaryOp::Ge => Some(BinaryOp::Le),
        BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
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

/// Values that stand in a relation to what an expression is worth.
fn beside(operator: BinaryOp, other: &Expr, about: &mut About<'_, '_>) -> Vec<Tries> {
    if operator == BinaryOp::In {
        return members(other, about).map(Tries::Elements).into_iter().collect();
    }
    let other = if operator == BinaryOp::NotIn { domain(other).unwrap_or(other) } else { other };
    let values = about.value_of(other).map_or_else(Vec::new, |value| beside_value(operator, &value));
    values.into_iter().map(Tries::One).collect()
}

/// The members of a collection. Domains and ranges are not made sets first.
fn members(whole: &Expr, about: &mut About<'_, '_>) -> Option<Source> {
    if let ExprKind::Builtin(Builtin::Ran, args) = &whole.kind
        && let [relation] = &**args
    {
        return Some(Source::Values(about.value_of(relation)?, relation.ty.clone()));
    }
    about.value_of(domain(whole).unwrap_or(whole)).map(Source::Elements)
}

/// The relation whose keys an expression lists.
fn domain(expr: &Expr) -> Option<&Expr> {
    if let ExprKind::Builtin(Builtin::Dom, args) = &expr.kind { args.first() } else { None }
}

fn beside_value(operator: BinaryOp, value: &Value) -> Vec<Value> {
    match operator {
        BinaryOp::Eq | BinaryOp::Iff | BinaryOp::Le | BinaryOp::Subset => vec![value.clone()],
        BinaryOp::Ge => [at_ease(value), Some(value.clone())].into_iter().flatten().collect(),
        BinaryOp::Gt => [at_ease(value), moved(value, 1), next_to(value, f64::next_up)].into_iter().flatten().collect(),
        BinaryOp::Lt | BinaryOp::Ne => {
            [moved(value, -1), next_to(value, f64::next_down)].into_iter().flatten().collect()
        }
        BinaryOp::NotIn => greatest(value).and_then(|value| moved(&value, 1)).into_iter().collect(),
        BinaryOp::In
        | BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Concat
        | BinaryOp::Union
        | BinaryOp::Intersect
        | BinaryOp::Difference
        | BinaryOp::Override
        | BinaryOp::RemoveKeys => Vec::new(),
    }
}

/// An instant with a lower bound takes that bound and an hour.
fn at_ease(value: &Value) -> Option<Value> {
    let Value::Instant(at) = value else { return None };
    instant(at.saturating_add(HOUR))
}

fn instant(at: i64) -> Option<Value> {
    (EARLIEST..=LATEST).contains(&at).then_some(Value::Instant(at))
}

/// The nearest number above or below, where a whole step may be too much.
fn next_to(value: &Value, step: fn(f64) -> f64) -> Option<Value> {
    let Value::Float(number) = value else { return None };
    Real::new(step(number.get())).map(Value::Float)
}

/// The value one step up or down. Of an enum only what is before is known to exist; all its values are tried anyway.
fn moved(value: &Value, by: i64) -> Option<Value> {
    match value {
        Value::Int(number) => number.checked_add(by).map(Value::Int),
        Value::Span(number) => number.checked_add(by).map(Value::Span),
        Value::Instant(number) => number.checked_add(by).and_then(instant),
        Value::Float(number) => Real::new(number.get() + by as f64).map(Value::Float),
        Value::Text(text) if by > 0 => Some(Value::text(&format!("{text}a"))),
        Value::Enum(at) if by < 0 => at.checked_add_signed(i32::try_from(by).ok()?).map(Value::Enum),
        Value::Text(_)
        | Value::Enum(_)
        | Value::None
        | Value::Bool(_)
        | Value::Uuid(_)
        | Value::Record(_)
        | Value::Set(_)
        | Value::Seq(_)
        | Value::Open
        | Value::Map(_) => None,
    }
}

fn greatest(value: &Value) -> Option<Value> {
    match value {
        Value::Set(elements) => elements.get_max().cloned(),
        Value::Map(entries) => entries.get_max().map(|(key, _)| key.clone()),
        Value::Seq(elements) => elements.iter().max().cloned(),
        _ => None,
    }
}
