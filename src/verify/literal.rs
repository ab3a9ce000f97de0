//! Collections that are written out, and those that are picked from others.

use z3::Sort;
use z3::ast::{Array, Ast, Bool, Dynamic, Int};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, Mode, for_all};
use super::truth::{Truth, and, implies, is_true, or};
use super::value::{Alt, Entries, Line, Members, Out, Val};
use crate::ir::{Binder, Expr, Type};

impl Encoder<'_> {
    pub(super) fn set_literal(&self, env: &Env, elements: &[Expr], ty: &Type) -> Encoded<Out> {
        let Type::Set(element) = ty else { return self.empty(ty) };
        let (terms, defined) = self.terms(env, elements)?;
        Ok(Out { val: Val::Set(self.listed(element, terms)?), defined })
    }

    /// `{}` as the empty map or relation.
    fn empty(&self, ty: &Type) -> Encoded<Out> {
        if let Type::Map(key, value) = ty {
            return Ok(Out::total(Val::Map(self.no_entries(key, value)?)));
        }
        let Type::Multi(key, value) = ty else { return Err(Limit::new("an empty collection of an unknown type")) };
        let nothing = self.nothing(value)?;
        Ok(Out::total(Val::Multi(Array::const_array(&self.sorts.of(key)?, &nothing))))
    }

    fn no_entries(&self, key: &Type, value: &Type) -> Encoded<Entries> {
        let values = Array::const_array(&self.sorts.of(key)?, &self.sorts.default_of(value)?);
        Ok(Entries { keys: self.listed(key, Vec::new())?, value: value.clone(), values })
    }

    fn terms(&self, env: &Env, exprs: &[Expr]) -> Encoded<(Vec<Dynamic>, Bool)> {
        let (mut terms, mut defined) = (Vec::new(), Vec::new());
        for expr in exprs {
            let out = self.value(env, expr)?;
            terms.push(self.packed(&expr.ty, &out.val)?);
            defined.push(out.defined);
        }
        Ok((terms, and(&defined)))
    }

    pub(super) fn seq_literal(&self, env: &Env, elements: &[Expr], ty: &Type) -> Encoded<Out> {
        let Type::Seq(element) = ty else { return Err(Limit::new("a sequence of an unknown type")) };
        let (terms, defined) = self.terms(env, elements)?;
        let mut at = Array::const_array(&Sort::int(), &self.sorts.default_of(element)?);
        for (position, term) in terms.iter().enumerate() {
            at = at.store(&Int::from_i64(position as i64), term);
        }
        let len = Int::from_i64(terms.len() as i64);
        Ok(Out { val: Val::Seq(Line { element: (**element).clone(), len, at }), defined })
    }

    pub(super) fn map_literal(&self, env: &Env, entries: &[(Expr, Expr)], ty: &Type) -> Encoded<Out> {
        let mut defined = Vec::new();
        let mut pairs = Vec::new();
        for (key, value) in entries {
            let (key_out, value_out) = (self.value(env, key)?, self.value(env, value)?);
            pairs.push((self.packed(&key.ty, &key_out.val)?, self.packed(&value.ty, &value_out.val)?));
            defined.extend([key_out.defined, value_out.defined]);
        }
        let val = if let Type::Map(key, value) = ty {
            let mut made = self.no_entries(key, value)?;
            made.keys = self.listed(key, pairs.iter().map(|(key, _)| key.clone()).collect())?;
            made.values = pairs.iter().fold(made.values, |values, (key, value)| values.store(key, value));
            Val::Map(made)
        } else if let Type::Multi(key, value) = ty {
            let none = Array::const_array(&self.sorts.of(key)?, &self.nothing(value)?);
            pairs.iter().for_each(|(key, _)| self.note_point(key));
            Val::Multi(pairs.iter().fold(none, |values, (key, value)| values.store(key, value)))
        } else {
            return Err(Limit::new("a map of an unknown type"));
        };
        Ok(Out { val, defined: and(&defined) })
    }

    pub(super) fn comprehension(&self, env: &Env, binder: &Binder, body: &Expr) -> Encoded<Out> {
        let (source, defined) = self.source(env, binder)?;
        if self.mode != Mode::Proof {
            let (picked, known) =
                self.picked(&source, &|element| self.truth(&env.with(&binder.local, element), body))?;
            return Ok(Out { val: Val::Set(picked), defined: and(&[defined, known]) });
        }
        let var = Dynamic::fresh_const("c", &self.sorts.of(&source.element)?);
        let element = self.unpacked(&source.element, &var)?;
        let (vars, inside) = (std::slice::from_ref(&var), source.contains(&var));
        let truth = self.bound(vars, &inside, || self.truth(&env.with(&binder.local, element), body))?;
        let mut all = vec![defined];
        let is_defined = truth.defined();
        if !is_true(&is_defined) {
            for alt in source.fresh() {
                let here = is_defined.substitute(&[(&var, &alt.element)]);
                all.push(for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &here)));
            }
        }
        Ok(Out { val: Val::Set(source.filtered(&var, &truth.yes, None)), defined: and(&all) })
    }

    /// The elements of a small set for which a condition holds, and where it is defined for all. Each is looked at by
    /// itself: what is known of small collections is not true of all values that a variable stands for.
    pub(super) fn picked(
        &self,
        source: &Members,
        condition: &dyn Fn(Val) -> Encoded<Truth>,
    ) -> Encoded<(Members, Bool)> {
        let (mut alts, mut defined) = (Vec::new(), Vec::new());
        for alt in &source.alts {
            let element = self.unpacked(&source.element, &alt.element)?;
            let truth = self.given(&alt.guard, || condition(element))?;
            defined.push(implies(&alt.guard, &truth.defined()));
            alts.push(Alt { guard: and(&[alt.guard.clone(), truth.yes]), ..alt.clone() });
        }
        let is_there = |alt: &Alt| and(&[alt.guard.clone(), alt.element.eq(&source.var)]);
        let test = or(&alts.iter().map(is_there).collect::<Vec<_>>());
        Ok((Members { test, alts, array: None, ..source.clone() }, and(&defined)))
    }
}
