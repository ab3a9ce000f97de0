//! Numbers, instants, options in comparisons, and the built-in functions.

use z3::ast::{Ast, Bool, Dynamic, Int, Real};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, Mode, for_all, integer};
use super::total::MAX_SIZE;
use super::truth::{Truth, and, implies, not};
use super::value::{Members, Out, Val};
use crate::ir::{BinaryOp, Binder, Builtin, Expr, ExprKind, Type, UnaryOp};

const SECOND: i64 = 1000;
/// The first and the last instant.
pub(super) const EARLIEST: i64 = -62_135_596_800_000;
pub(super) const LATEST: i64 = 253_402_300_799_999;

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Encoder<'_> {
    /// `<` and its relatives. A comparison with `none` is false.
    pub(super) fn ordered(&self, env: &Env, order: Order, left: &Expr, right: &Expr) -> Encoded<Truth> {
        let (a, b) = (self.value(env, left)?, self.value(env, right)?);
        let (a_term, a_there) = self.present(&left.ty, &self.scalar(&a.val)?)?;
        let (b_term, b_there) = self.present(&right.ty, &self.scalar(&b.val)?)?;
        let compared = self.compared(order, &a_term, &b_term)?;
        Ok(Truth::where_defined(&and(&[a.defined, b.defined]), and(&[a_there, b_there, compared])))
    }

    /// The value of what may be an option, and whether it is there.
    fn present(&self, ty: &Type, term: &Dynamic) -> Encoded<(Dynamic, Bool)> {
        if let Type::Option(_) = ty {
            return Ok((self.sorts.part(ty, term, 0)?, self.sorts.is_some(ty, term)?));
        }
        Ok((term.clone(), Bool::from_bool(true)))
    }

    fn compared(&self, order: Order, a: &Dynamic, b: &Dynamic) -> Encoded<Bool> {
        if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
            return Ok(match order {
                Order::Less => a.lt(&b),
                Order::AtMost => a.le(&b),
                Order::More => a.gt(&b),
                Order::AtLeast => a.ge(&b),
            });
        }
        if let (Some(a), Some(b)) = (a.as_real(), b.as_real()) {
            return Ok(match order {
                Order::Less => a.lt(&b),
                Order::AtMost => a.le(&b),
                Order::More => a.gt(&b),
                Order::AtLeast => a.ge(&b),
            });
        }
        match order {
            Order::Less => self.text_before(a, b),
            Order::AtMost => Ok(not(&self.text_before(b, a)?)),
            Order::More => self.text_before(b, a),
            Order::AtLeast => Ok(not(&self.text_before(a, b)?)),
        }
    }

    pub(super) fn unary(&self, env: &Env, operator: UnaryOp, inner: &Expr, whole: &Expr) -> Encoded<Out> {
        match operator {
            UnaryOp::Not => {
                let truth = self.truth(env, whole)?;
                Ok(Out { defined: truth.defined(), val: Val::Term(truth.yes.into()) })
            }
            UnaryOp::Negate => {
                let out = self.value(env, inner)?;
                let term = self.scalar(&out.val)?;
                let negated: Dynamic = match term.as_int() {
                    Some(number) => number.unary_minus().into(),
                    None => real_of(&term)?.unary_minus().into(),
                };
                self.keep_in_range(&whole.ty, &negated);
                Ok(Out { val: Val::Term(negated), defined: out.defined })
            }
            UnaryOp::Size => self.size(env, inner),
            UnaryOp::Powerset => Err(Limit::new("a powerset outside of `in`")),
        }
    }

    /// Arithmetic, and `+` and `-` on collections and texts.
    pub(super) fn combined(&self, env: &Env, operator: BinaryOp, left: &Expr, right: &Expr, ty: &Type) -> Encoded<Out> {
        if let (BinaryOp::Override, Type::Multi(..), ExprKind::Map(entries)) = (operator, ty, &right.kind) {
            return self.laid_over(env, left, entries);
        }
        let (a, b) = (self.value(env, left)?, self.value(env, right)?);
        let defined = and(&[a.defined.clone(), b.defined.clone()]);
        match (operator, &a.val, &b.val) {
            (
                BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide,
                Val::Term(a),
                Val::Term(b),
            ) => {
                let (value, more) = self.arithmetic(operator, a, b)?;
                self.keep_in_range(ty, &value);
                Ok(Out { val: Val::Term(value), defined: and(&[defined, more]) })
            }
            (BinaryOp::Concat, Val::Term(a), Val::Term(b)) => {
                Ok(Out { val: Val::Term(self.text_joined(a, b)?), defined })
            }
            (_, a, b) => Ok(Out { val: self.joined(operator, ty, (&left.ty, a), (&right.ty, b))?, defined }),
        }
    }

    /// Entries that are written out are laid over even where they are empty, which takes the key away.
    fn laid_over(&self, env: &Env, left: &Expr, entries: &[(Expr, Expr)]) -> Encoded<Out> {
        let base = self.value(env, left)?;
        let Val::Multi(mut values) = base.val else { return Err(Limit::new("a relation that is none")) };
        let mut defined = vec![base.defined];
        for (key, value) in entries {
            let (key_out, value_out) = (self.value(env, key)?, self.value(env, value)?);
            let point = self.packed(&key.ty, &key_out.val)?;
            self.note_point(&point);
            values = values.store(&point, &self.packed(&value.ty, &value_out.val)?);
            defined.extend([key_out.defined, value_out.defined]);
        }
        Ok(Out { val: Val::Multi(values), defined: and(&defined) })
    }

    /// What is found has to stay in the range of its type: a call that leaves it is outside the contract. Where numbers
    /// are watched, that is the question.
    pub(super) fn keep_in_range(&self, ty: &Type, value: &Dynamic) {
        let Some(range) = value.as_int().and_then(|number| in_range(ty, &number)) else { return };
        if self.is_watching() {
            self.watch(&range);
        } else if self.mode != Mode::Proof {
            self.know(range, None);
        }
    }

    fn arithmetic(&self, operator: BinaryOp, a: &Dynamic, b: &Dynamic) -> Encoded<(Dynamic, Bool)> {
        let always = Bool::from_bool(true);
        if let (Some(a), Some(b)) = (a.as_int(), b.as_int()) {
            return Ok(if operator == BinaryOp::Add {
                (Int::add(&[a, b]).into(), always)
            } else if operator == BinaryOp::Subtract {
                (Int::sub(&[a, b]).into(), always)
            } else if operator == BinaryOp::Multiply {
                (Int::mul(&[a, b]).into(), always)
            } else {
                let rounded = b.gt(0).ite(&a.div(&b), &a.unary_minus().div(b.unary_minus()));
                (rounded.into(), not(&b.eq(0)))
            });
        }
        let (a, b) = (real_of(a)?, real_of(b)?);
        Ok(if operator == BinaryOp::Add {
            (Real::add(&[a, b]).into(), always)
        } else if operator == BinaryOp::Subtract {
            (Real::sub(&[a, b]).into(), always)
        } else if operator == BinaryOp::Multiply {
            (Real::mul(&[a, b]).into(), always)
        } else {
            (a.div(&b).into(), not(&b.eq(Real::from_rational(0, 1))))
        })
    }

    pub(super) fn builtin(&self, env: &Env, builtin: Builtin, args: &[Expr], whole: &Expr) -> Encoded<Out> {
        let first = || args.first().ok_or_else(|| Limit::new("a call without arguments"));
        match builtin {
            Builtin::Now => Ok(Out::term(env.now.clone())),
            Builtin::Len => self.size(env, first()?),
            Builtin::Dom => {
                let out = self.value(env, first()?)?;
                Ok(Out { val: Val::Set(self.typed_members(&first()?.ty, &out.val)?), defined: out.defined })
            }
            Builtin::Ran => {
                let out = self.value(env, first()?)?;
                Ok(Out { val: Val::Set(self.range(&first()?.ty, &out.val)?), defined: out.defined })
            }
            Builtin::Max | Builtin::Min => self.larger(env, builtin == Builtin::Max, args),
            Builtin::MaxOf | Builtin::MinOf => self.extreme(env, builtin == Builtin::MaxOf, first()?, &whole.ty),
            Builtin::Abs => {
                let out = self.value(env, first()?)?;
                let term = self.scalar(&out.val)?;
                let value: Dynamic = match term.as_int() {
                    Some(number) => number.ge(0).ite(&number, &number.unary_minus()).into(),
                    None => {
                        let number = real_of(&term)?;
                        number.ge(Real::from_rational(0, 1)).ite(&number, &number.unary_minus()).into()
                    }
                };
                self.keep_in_range(&whole.ty, &value);
                Ok(Out { val: Val::Term(value), defined: out.defined })
            }
            Builtin::Days => self.duration(env, first()?, 86_400 * SECOND),
            Builtin::Hours => self.duration(env, first()?, 3_600 * SECOND),
            Builtin::Minutes => self.duration(env, first()?, 60 * SECOND),
            Builtin::Seconds => self.duration(env, first()?, SECOND),
            Builtin::Hash => {
                let out = self.value(env, first()?)?;
                Ok(Out { val: Val::Term(self.hash(&self.scalar(&out.val)?)?), defined: out.defined })
            }
        }
    }

    fn duration(&self, env: &Env, count: &Expr, unit: i64) -> Encoded<Out> {
        let out = self.value(env, count)?;
        let count = integer(&self.scalar(&out.val)?)?;
        let span = Int::mul(&[count, Int::from_i64(unit)]).simplify();
        self.keep_in_range(&Type::Duration, &span.clone().into());
        Ok(Out { val: Val::Term(span.into()), defined: out.defined })
    }

    fn larger(&self, env: &Env, max: bool, args: &[Expr]) -> Encoded<Out> {
        let [left, right] = args else { return Err(Limit::new("`max` of other than two values")) };
        let (a, b) = (self.value(env, left)?, self.value(env, right)?);
        let (x, y) = (self.scalar(&a.val)?, self.scalar(&b.val)?);
        let first = self.compared(if max { Order::AtLeast } else { Order::AtMost }, &x, &y)?;
        Ok(Out { val: Val::Term(first.ite(&x, &y)), defined: and(&[a.defined, b.defined]) })
    }

    /// The largest or least element: one that is no less than any other.
    fn extreme(&self, env: &Env, max: bool, collection: &Expr, ty: &Type) -> Encoded<Out> {
        let out = self.value(env, collection)?;
        let members = self.typed_members(&collection.ty, &out.val)?;
        let found = self.skolem(if max { "max" } else { "min" }, &self.sorts.of(ty)?);
        let order = if max { Order::AtMost } else { Order::AtLeast };
        let mut some = Vec::new();
        for alt in members.fresh() {
            some.push(super::encode::there_is(&alt.vars, &alt.guard));
            let bounded = self.compared(order, &alt.element, &found)?;
            let inside = implies(&alt.guard, &and(&[bounded, members.contains(&found)]));
            self.know(for_all(&alt.vars, alt.trigger.as_ref(), &inside), None);
        }
        Ok(Out { val: Val::Term(found), defined: and(&[out.defined, super::truth::or(&some)]) })
    }

    /// `the x in s | e`.
    pub(super) fn the(&self, env: &Env, binder: &Binder, body: &Expr) -> Encoded<Out> {
        let (source, defined) = self.source(env, binder)?;
        let sort = self.sorts.of(&source.element)?;
        if self.mode != Mode::Proof {
            return self.the_listed(env, binder, body, (&source, defined));
        }
        let var = Dynamic::fresh_const("t", &sort);
        let element = self.unpacked(&source.element, &var)?;
        let (vars, inside) = (std::slice::from_ref(&var), source.contains(&var));
        let truth = self.bound(vars, &inside, || self.truth(&env.with(&binder.local, element), body))?;
        let found = self.skolem("the", &sort);
        let at = |condition: &Bool, value: &Dynamic| condition.substitute(&[(&var, value)]);
        let here = and(&[source.contains(&found), at(&truth.yes, &found)]);
        let mut only = vec![defined, here.clone()];
        let known = truth.defined();
        for alt in source.fresh() {
            let matching = and(&[alt.guard.clone(), at(&truth.yes, &alt.element)]);
            self.know(for_all(&alt.vars, None, &implies(&matching, &here)), None);
            let alone =
                and(&[implies(&matching, &alt.element.eq(&found)), implies(&alt.guard, &at(&known, &alt.element))]);
            only.push(for_all(&alt.vars, alt.trigger.as_ref(), &alone));
        }
        Ok(Out { val: self.unpacked(&source.element, &found)?, defined: and(&only) })
    }

    /// `the` over a small collection, element by element.
    fn the_listed(&self, env: &Env, binder: &Binder, body: &Expr, source: (&Members, Bool)) -> Encoded<Out> {
        let (source, defined) = source;
        let holds = |element: Val| self.truth(&env.with(&binder.local, element), body);
        let (picked, known) = self.picked(source, &holds)?;
        let found = self.skolem("the", &self.sorts.of(&source.element)?);
        let here = picked.contains(&found);
        let mut only = vec![defined, known, here.clone()];
        for alt in &picked.alts {
            self.know(implies(&alt.guard, &here), None);
            only.push(implies(&alt.guard, &alt.element.eq(&found)));
        }
        Ok(Out { val: self.unpacked(&source.element, &found)?, defined: and(&only) })
    }

    /// The size of a collection, or the length of a text.
    fn size(&self, env: &Env, inner: &Expr) -> Encoded<Out> {
        let out = self.value(env, inner)?;
        let size: Dynamic = match &out.val {
            Val::Term(text) => self.text_length(text)?.into(),
            Val::Seq(line) => line.len.clone().into(),
            Val::Set(_) | Val::Map(_) | Val::Multi(_) => {
                let members: Members = self.typed_members(&inner.ty, &out.val)?;
                self.cardinality(&members)?.into()
            }
        };
        if self.is_watching() {
            self.sized.set(true);
            self.know(integer(&size)?.le(MAX_SIZE), None);
        }
        Ok(Out { val: Val::Term(size), defined: out.defined })
    }
}

/// The range of a number's type.
pub(super) fn in_range(ty: &Type, number: &Int) -> Option<Bool> {
    let within = |low: i64, high: i64| Some(and(&[number.ge(low), number.le(high)]));
    match ty {
        Type::Int | Type::Duration => within(i64::MIN, i64::MAX),
        Type::DateTime => within(EARLIEST, LATEST),
        Type::Uuid => Some(and(&[number.ge(0), number.le(Int::from_u128(u128::MAX))])),
        Type::Bool
        | Type::Float
        | Type::String
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => None,
    }
}

fn real_of(term: &Dynamic) -> Encoded<Real> {
    match (term.as_real(), term.as_int()) {
        (Some(real), _) => Ok(real),
        (None, Some(number)) => Ok(number.to_real()),
        (None, None) => Err(Limit::new("a number that is none")),
    }
}
