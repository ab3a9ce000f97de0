//! Collections side by side: whether they are equal, one or the other, and what operators make of two.

use z3::ast::{Array, Ast, Bool, Dynamic, Int, lambda_const};

use super::Limit;
use super::encode::{Encoded, Encoder, for_all};
use super::truth::{and, implies, is_true, not, yes};
use super::value::{Entries, Line, Members, Val};
use crate::ir::{BinaryOp, Type};

impl Encoder<'_> {
    /// Whether two values are equal.
    pub(super) fn equal(&self, ty: &Type, a: &Val, b: &Val) -> Encoded<Bool> {
        match (a, b) {
            (Val::Term(a), Val::Term(b)) => {
                if let (Type::Option(_), Some(a), Some(b)) = (ty, a.as_bool(), b.as_bool()) {
                    return Ok(a.iff(&b));
                }
                Ok(a.eq(b))
            }
            (Val::Set(a), Val::Set(b)) => Ok(self.same_elements(a, b)),
            (Val::Map(a), Val::Map(b)) => Ok(and(&[self.same_elements(&a.keys, &b.keys), self.same_values(a, b)])),
            (Val::Multi(a), Val::Multi(b)) => Ok(a.eq(b)),
            (Val::Seq(a), Val::Seq(b)) => {
                let parts = self.positions(a).into_iter().map(|alt| {
                    let same = a.at.select(&alt.element).eq(b.at.select(&alt.element));
                    for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &same))
                });
                let same: Vec<Bool> = std::iter::once(a.len.eq(&b.len)).chain(parts).collect();
                Ok(and(&same))
            }
            _ => Err(Limit::new("an equation of unlike values")),
        }
    }

    fn same_elements(&self, a: &Members, b: &Members) -> Bool {
        match (&a.array, &b.array) {
            (Some(a), Some(b)) => a.eq(b),
            _ => and(&[self.included(a, b), self.included(b, a)]),
        }
    }

    fn same_values(&self, a: &Entries, b: &Entries) -> Bool {
        if a.values.ast_eq(&b.values) {
            return yes();
        }
        let parts: Vec<Bool> = a
            .keys
            .fresh()
            .iter()
            .map(|alt| {
                let same = a.at(&alt.element).eq(b.at(&alt.element));
                for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &same))
            })
            .collect();
        and(&parts)
    }

    /// One value or the other.
    pub(super) fn either(&self, ty: &Type, condition: &Bool, a: &Val, b: &Val) -> Encoded<Val> {
        if let Some(known) = condition.as_bool() {
            return Ok(if known { a.clone() } else { b.clone() });
        }
        Ok(match (a, b) {
            (Val::Term(a), Val::Term(b)) => Val::Term(condition.ite(a, b)),
            (Val::Set(a), Val::Set(b)) => Val::Set(self.either_set(condition, a, b)),
            (Val::Map(a), Val::Map(b)) => Val::Map(Entries {
                keys: self.either_set(condition, &a.keys, &b.keys),
                value: a.value.clone(),
                values: either_array(condition, &a.values, &b.values),
            }),
            (Val::Multi(a), Val::Multi(b)) => Val::Multi(either_array(condition, a, b)),
            (Val::Seq(a), Val::Seq(b)) => Val::Seq(Line {
                element: a.element.clone(),
                len: condition.ite(&a.len, &b.len),
                at: either_array(condition, &a.at, &b.at),
            }),
            _ => {
                let (a, b) = (self.packed(ty, a)?, self.packed(ty, b)?);
                self.unpacked(ty, &condition.ite(&a, &b))?
            }
        })
    }

    fn either_set(&self, condition: &Bool, a: &Members, b: &Members) -> Members {
        if let (Some(x), Some(y)) = (&a.array, &b.array)
            && x.ast_eq(y)
        {
            return a.clone();
        }
        let array = match (&a.array, &b.array) {
            (Some(a), Some(b)) => Some(condition.ite(a, b)),
            _ => None,
        };
        a.either(condition, b, array)
    }

    /// `+`, `-` and their relatives on collections.
    pub(super) fn joined(
        &self,
        operator: BinaryOp,
        ty: &Type,
        left: (&Type, &Val),
        right: (&Type, &Val),
    ) -> Encoded<Val> {
        match (operator, left.1, right.1) {
            (BinaryOp::Union, Val::Set(a), Val::Set(b)) => Ok(Val::Set(self.union(a, b))),
            (BinaryOp::Difference, Val::Set(a), b) => Ok(Val::Set(self.without(a, &self.typed_members(right.0, b)?))),
            (BinaryOp::Intersect, Val::Set(a), Val::Set(b)) => Ok(Val::Set(a.filtered(&b.var, &b.test, None))),
            (BinaryOp::Override, Val::Map(a), Val::Map(b)) => Ok(Val::Map(self.overridden(a, b)?)),
            (BinaryOp::Override, Val::Multi(a), Val::Multi(b)) => self.multi_overridden(ty, a, b),
            (BinaryOp::RemoveKeys, Val::Map(a), b) => {
                let gone = self.typed_members(right.0, b)?;
                let nothing = self.sorts.default_of(&a.value)?;
                let values = patched(&a.values, &gone, &|_| nothing.clone()).unwrap_or_else(|| a.values.clone());
                Ok(Val::Map(Entries { keys: self.without(&a.keys, &gone), value: a.value.clone(), values }))
            }
            (BinaryOp::RemoveKeys, Val::Multi(a), b) => self.multi_without(ty, a, &self.typed_members(right.0, b)?),
            (BinaryOp::Concat, Val::Seq(a), Val::Seq(b)) => Ok(Val::Seq(self.concatenated(a, b)?)),
            _ => Err(Limit::new("an operator on unlike collections")),
        }
    }

    pub(super) fn union(&self, a: &Members, b: &Members) -> Members {
        let array = match (&a.array, b.listed()) {
            (Some(base), Some(elements)) => Some(stored(base, &elements, true)),
            _ => None,
        };
        a.union(b, array)
    }

    pub(super) fn without(&self, a: &Members, b: &Members) -> Members {
        let array = match (&a.array, b.listed()) {
            (Some(base), Some(elements)) => Some(stored(base, &elements, false)),
            _ => None,
        };
        a.filtered(&b.var, &not(&b.test), array)
    }

    fn overridden(&self, a: &Entries, b: &Entries) -> Encoded<Entries> {
        let values = match patched(&a.values, &b.keys, &|key| b.at(key)) {
            Some(values) => values,
            None => {
                let key = Dynamic::fresh_const("k", &self.sorts.of(&a.keys.element)?);
                lambda_const(&[&key], &b.keys.contains(&key).ite(&b.at(&key), &a.at(&key)))
            }
        };
        Ok(Entries { keys: self.union(&a.keys, &b.keys), value: a.value.clone(), values })
    }

    fn multi_overridden(&self, ty: &Type, a: &Array, b: &Array) -> Encoded<Val> {
        let Type::Multi(key, value) = ty else { return Err(Limit::new("a relation that is none")) };
        let keys = self.multi_keys(b, key, value)?;
        if let Some(values) = patched(a, &keys, &|key| b.select(key)) {
            return Ok(Val::Multi(values));
        }
        let point = Dynamic::fresh_const("k", &self.sorts.of(key)?);
        let held = keys.contains(&point).ite(&b.select(&point), &a.select(&point));
        Ok(Val::Multi(lambda_const(&[&point], &held)))
    }

    fn multi_without(&self, ty: &Type, a: &Array, keys: &Members) -> Encoded<Val> {
        let Type::Multi(key, value) = ty else { return Err(Limit::new("a relation that is none")) };
        let nothing = self.nothing(value)?;
        if let Some(values) = patched(a, keys, &|_| nothing.clone().into()) {
            return Ok(Val::Multi(values));
        }
        let point = Dynamic::fresh_const("k", &self.sorts.of(key)?);
        let held = keys.contains(&point).ite(&Dynamic::from(nothing), &a.select(&point));
        Ok(Val::Multi(lambda_const(&[&point], &held)))
    }

    fn concatenated(&self, a: &Line, b: &Line) -> Encoded<Line> {
        let len = Int::add(&[a.len.clone(), b.len.clone()]);
        let short = b.len.simplify().as_i64().filter(|len| *len <= 8);
        let at = match short {
            Some(count) => (0..count).fold(a.at.clone(), |at, offset| {
                let position = Int::add(&[a.len.clone(), Int::from_i64(offset)]);
                self.note_point(&position.clone().into());
                at.store(&position, &b.at.select(&Int::from_i64(offset)))
            }),
            None => {
                let point = Int::fresh_const("i");
                let later = b.at.select(&Int::sub(&[point.clone(), a.len.clone()]));
                let held = point.lt(&a.len).ite(&a.at.select(&point), &later);
                let held = and(&[point.ge(0), point.lt(&len)]).ite(&held, &self.sorts.default_of(&a.element)?);
                lambda_const(&[&point], &held)
            }
        };
        Ok(Line { element: a.element.clone(), len, at })
    }
}

/// A total map with other values at keys, where those can be listed.
fn patched(base: &Array, keys: &Members, value: &dyn Fn(&Dynamic) -> Dynamic) -> Option<Array> {
    if keys.alts.iter().any(|alt| !alt.vars.is_empty()) {
        return None;
    }
    Some(keys.alts.iter().fold(base.clone(), |values, alt| {
        let new = value(&alt.element);
        let new = if is_true(&alt.guard) { new } else { alt.guard.ite(&new, &values.select(&alt.element)) };
        values.store(&alt.element, &new)
    }))
}

pub(super) fn stored(base: &Array, elements: &[Dynamic], present: bool) -> Array {
    elements.iter().fold(base.clone(), |set, element| set.store(element, &Bool::from_bool(present)))
}

fn either_array(condition: &Bool, a: &Array, b: &Array) -> Array {
    if a.ast_eq(b) { a.clone() } else { condition.ite(a, b) }
}
