//! Sets, sequences, maps and relations.

use imbl::{OrdMap, OrdSet};

use super::{Evaluated, Evaluator};
use crate::interp::stop::Stop;
use crate::interp::value::Value;
use crate::ir::{BinaryOp, Builtin, Expr, ExprKind, Type, UnaryOp};
use crate::source::Span;

/// The largest set whose powerset is listed.
const MAX_POWERSET: usize = 14;

impl Evaluator<'_> {
    /// `x in s`. Domains, ranges and powersets are looked into without being listed.
    pub(super) fn contains(&mut self, element: &Expr, whole: &Expr) -> Result<bool, Stop> {
        if let ExprKind::Unary(UnaryOp::Powerset, set) = &whole.kind {
            return self.with_values_of(element, set, is_subset);
        }
        if let ExprKind::Builtin(builtin @ (Builtin::Dom | Builtin::Ran), args) = &whole.kind
            && let [relation] = &**args
        {
            let among_keys = *builtin == Builtin::Dom;
            return self.with_values_of(element, relation, |element, whole| {
                if among_keys { holds(whole, element) } else { is_value_of(whole, &relation.ty, element) }
            });
        }
        self.with_values_of(element, whole, |element, whole| holds(whole, element))
    }

    pub(super) fn subset(&mut self, left: &Expr, right: &Expr) -> Result<bool, Stop> {
        self.with_values_of(left, right, is_subset)
    }

    pub(super) fn map(&mut self, entries: &[(Expr, Expr)], ty: &Type) -> Evaluated {
        let mut map = OrdMap::new();
        for (key, value) in entries {
            let (key, value) = (self.eval(key)?, self.eval(value)?);
            put(&mut map, key, value, ty);
        }
        Ok(Value::Map(map))
    }

    /// `a + b`, where `b` wins.
    pub(super) fn overridden(&mut self, left: &Expr, right: &Expr, ty: &Type) -> Evaluated {
        let mut whole = self.eval(left)?;
        if let Value::Map(map) = &mut whole {
            self.lay_over(map, right, ty)?;
        }
        Ok(whole)
    }

    /// An entry that is written out is laid over even where it is an empty set, which takes the key away: as a value
    /// of its own, `{k -> {}}` would have no keys.
    fn lay_over(&mut self, map: &mut OrdMap<Value, Value>, over: &Expr, ty: &Type) -> Result<(), Stop> {
        if let ExprKind::Binary(BinaryOp::Override, first, second) = &over.kind {
            self.lay_over(map, first, ty)?;
            return self.lay_over(map, second, ty);
        }
        if let ExprKind::Map(entries) = &over.kind {
            for (key, value) in entries {
                let (key, value) = (self.eval(key)?, self.eval(value)?);
                put(map, key, value, ty);
            }
        } else if let Value::Map(entries) = self.eval(over)? {
            entries.iter().for_each(|(key, value)| put(map, key.clone(), value.clone(), ty));
        }
        Ok(())
    }
}

/// Whether a collection holds an element; a map holds its keys.
pub(super) fn holds(whole: &Value, element: &Value) -> bool {
    match whole {
        Value::Set(elements) => elements.contains(element),
        Value::Map(entries) => entries.contains_key(element),
        Value::Seq(elements) => elements.contains(element),
        _ => false,
    }
}

/// Whether something is a value of a map or relation.
fn is_value_of(relation: &Value, ty: &Type, wanted: &Value) -> bool {
    let Value::Map(entries) = relation else { return false };
    let several = matches!(ty, Type::Multi(..));
    entries.values().any(|value| if several { holds(value, wanted) } else { value == wanted })
}

fn is_subset(left: &Value, right: &Value) -> bool {
    elements(left).all(|element| holds(right, &element))
}

/// The elements of a set or sequence, the keys of a map.
pub(super) fn elements(whole: &Value) -> Box<dyn Iterator<Item = Value> + '_> {
    match whole {
        Value::Set(elements) => Box::new(elements.iter().cloned()),
        Value::Seq(elements) => Box::new(elements.iter().cloned()),
        Value::Map(entries) => Box::new(entries.keys().cloned()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Puts an entry into a map. In a `some` or `set` relation an empty set is an absent key.
pub(crate) fn put(map: &mut OrdMap<Value, Value>, key: Value, value: Value, ty: &Type) {
    if matches!(ty, Type::Multi(..)) && value.is_empty_set() {
        map.remove(&key);
    } else {
        map.insert(key, value);
    }
}

pub(super) fn size(whole: &Value) -> Value {
    let count = match whole {
        Value::Text(text) => text.chars().count(),
        Value::Set(elements) => elements.len(),
        Value::Seq(elements) => elements.len(),
        Value::Map(entries) => entries.len(),
        _ => 0,
    };
    Value::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

pub(super) fn domain(relation: &Value) -> Value {
    Value::Set(elements(relation).collect())
}

pub(super) fn range(relation: &Value, ty: &Type) -> Value {
    Value::Set(values(relation, ty).collect())
}

/// The values of a map or relation, with repetitions.
pub(super) fn values<'v>(relation: &'v Value, ty: &Type) -> Box<dyn Iterator<Item = Value> + 'v> {
    match (relation, ty) {
        (Value::Map(entries), Type::Multi(..)) => Box::new(entries.values().flat_map(elements)),
        (Value::Map(entries), _) => Box::new(entries.values().cloned()),
        _ => Box::new(std::iter::empty()),
    }
}

pub(super) fn powerset(set: &Value, span: Span) -> Evaluated {
    let elements: Vec<Value> = elements(set).collect();
    if elements.len() > MAX_POWERSET {
        return Err(Stop::TooLarge(span));
    }
    let mut subsets = vec![OrdSet::new()];
    for element in elements {
        let with: Vec<OrdSet<Value>> = subsets.iter().map(|subset| subset.update(element.clone())).collect();
        subsets.extend(with);
    }
    Ok(Value::Set(subsets.into_iter().map(Value::Set).collect()))
}

pub(super) fn apply(operator: BinaryOp, left: Value, right: Value) -> Value {
    match (operator, left, right) {
        (BinaryOp::Concat, Value::Text(a), Value::Text(b)) => Value::Text(format!("{a}{b}").into()),
        (BinaryOp::Concat, Value::Seq(mut a), Value::Seq(b)) => {
            a.append(b);
            Value::Seq(a)
        }
        (BinaryOp::Union, Value::Set(a), Value::Set(b)) => Value::Set(union(a, b)),
        (BinaryOp::Intersect, Value::Set(a), Value::Set(b)) => Value::Set(intersection(a, b)),
        (BinaryOp::Difference, Value::Set(mut a), Value::Set(b)) => {
            b.iter().for_each(|element| drop(a.remove(element)));
            Value::Set(a)
        }
        (BinaryOp::RemoveKeys, Value::Map(mut a), keys) => {
            elements(&keys).for_each(|key| drop(a.remove(&key)));
            Value::Map(a)
        }
        (_, left, _) => left,
    }
}

/// The smaller one is added to the larger one.
fn union(a: OrdSet<Value>, b: OrdSet<Value>) -> OrdSet<Value> {
    let (mut large, small) = if a.len() < b.len() { (b, a) } else { (a, b) };
    small.iter().for_each(|element| drop(large.insert(element.clone())));
    large
}

fn intersection(a: OrdSet<Value>, b: OrdSet<Value>) -> OrdSet<Value> {
    let (large, small) = if a.len() < b.len() { (b, a) } else { (a, b) };
    small.iter().filter(|element| large.contains(*element)).cloned().collect()
}
