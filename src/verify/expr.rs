//! Typed expressions: every condition as two, when it is defined and true and when it is defined and false; every value
//! with where it is defined. What is particular to collections, numbers, texts and functions is elsewhere.

use z3::ast::{Bool, Dynamic, Int};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, boolean, for_all, integer, real, there_is};
use super::function::Called;
use super::scalar::Order;
use super::truth::{Truth, and, implies};
use super::value::{Members, Out, Val};
use crate::ir::{BinaryOp, Binder, Expr, ExprKind, IndexKind, Quantifier, Type, UnaryOp};

impl Encoder<'_> {
    /// When a condition holds, and when it does not.
    pub(super) fn truth(&self, env: &Env, expr: &Expr) -> Encoded<Truth> {
        match &expr.kind {
            ExprKind::Bool(value) => Ok(Truth::constant(*value)),
            ExprKind::Binary(operator, left, right) if expr.ty == Type::Bool => {
                self.comparison(env, *operator, left, right)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => Ok(self.truth(env, inner)?.negated()),
            ExprKind::Quantifier(quantifier, binders, body) => self.quantifier(env, *quantifier, binders, body),
            ExprKind::Let(local, value, body) => {
                let out = self.value(env, value)?;
                let inner = self.truth(&env.with(local, out.val), body)?;
                Ok(Truth { yes: and(&[out.defined.clone(), inner.yes]), no: and(&[out.defined, inner.no]) })
            }
            ExprKind::If(condition, then, other) => {
                let condition = self.truth(env, condition)?;
                let then = self.given(&condition.yes, || self.truth(env, then))?;
                let other = self.given(&condition.no, || self.truth(env, other))?;
                Ok(condition.choose(then, other))
            }
            ExprKind::Matches(text, pattern) => {
                let out = self.value(env, text)?;
                let matched = self.matches(&self.scalar(&out.val)?, pattern)?;
                Ok(Truth::where_defined(&out.defined, matched))
            }
            ExprKind::Call(id, args, moment) if self.service.function(*id).result.ty == Type::Bool => {
                match self.call(env, *id, args, *moment)? {
                    Called::Truth(truth, defined) if super::truth::is_true(&defined) => Ok(truth),
                    Called::Truth(truth, defined) => {
                        Ok(Truth { yes: and(&[defined.clone(), truth.yes]), no: and(&[defined, truth.no]) })
                    }
                    Called::Value(out) => self.as_truth(&out),
                }
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
            | ExprKind::Binary(..)
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
            | ExprKind::Unwrap(..) => self.as_truth(&self.value(env, expr)?),
        }
    }

    fn as_truth(&self, out: &Out) -> Encoded<Truth> {
        Ok(Truth::where_defined(&out.defined, boolean(&self.scalar(&out.val)?)?))
    }

    fn comparison(&self, env: &Env, operator: BinaryOp, left: &Expr, right: &Expr) -> Encoded<Truth> {
        match operator {
            BinaryOp::And | BinaryOp::Implies => {
                let first = self.truth(env, left)?;
                let second = self.given(&first.yes, || self.truth(env, right))?;
                Ok(if operator == BinaryOp::And { first.and(second) } else { first.implies(second) })
            }
            BinaryOp::Or => {
                let first = self.truth(env, left)?;
                let second = self.given(&first.no, || self.truth(env, right))?;
                Ok(first.or(second))
            }
            BinaryOp::Iff => Ok(self.truth(env, left)?.iff(self.truth(env, right)?)),
            BinaryOp::Eq | BinaryOp::Ne if left.ty == Type::Bool => {
                let same = self.truth(env, left)?.iff(self.truth(env, right)?);
                Ok(if operator == BinaryOp::Eq { same } else { same.negated() })
            }
            BinaryOp::Eq => self.equation(env, left, right),
            BinaryOp::Ne => Ok(self.equation(env, left, right)?.negated()),
            BinaryOp::Lt => self.ordered(env, Order::Less, left, right),
            BinaryOp::Le => self.ordered(env, Order::AtMost, left, right),
            BinaryOp::Gt => self.ordered(env, Order::More, left, right),
            BinaryOp::Ge => self.ordered(env, Order::AtLeast, left, right),
            BinaryOp::In => self.membership(env, left, right),
            BinaryOp::NotIn => Ok(self.membership(env, left, right)?.negated()),
            BinaryOp::Subset => self.subset(env, left, right),
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => Err(Limit::new("an operator that is no condition")),
        }
    }

    fn equation(&self, env: &Env, left: &Expr, right: &Expr) -> Encoded<Truth> {
        let (a, b) = (self.value(env, left)?, self.value(env, right)?);
        let equal = self.equal(&left.ty, &a.val, &b.val)?;
        Ok(Truth::where_defined(&and(&[a.defined, b.defined]), equal))
    }

    fn membership(&self, env: &Env, element: &Expr, whole: &Expr) -> Encoded<Truth> {
        if let ExprKind::Unary(UnaryOp::Powerset, base) = &whole.kind {
            return self.subset(env, element, base);
        }
        let (element_out, whole_out) = (self.value(env, element)?, self.value(env, whole)?);
        let defined = and(&[element_out.defined.clone(), whole_out.defined.clone()]);
        let found = self.contains(&whole_out.val, &self.packed(&element.ty, &element_out.val)?)?;
        Ok(Truth::where_defined(&defined, found))
    }

    fn subset(&self, env: &Env, left: &Expr, right: &Expr) -> Encoded<Truth> {
        let (a, b) = (self.value(env, left)?, self.value(env, right)?);
        let (inner, outer) = (self.members(&a.val)?, self.members(&b.val)?);
        Ok(Truth::where_defined(&and(&[a.defined, b.defined]), self.included(&inner, &outer)))
    }

    /// Whether every element of one set is in another.
    pub(super) fn included(&self, inner: &Members, outer: &Members) -> Bool {
        let parts: Vec<Bool> = inner
            .fresh()
            .iter()
            .map(|alt| for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &outer.contains(&alt.element))))
            .collect();
        and(&parts)
    }

    fn quantifier(&self, env: &Env, quantifier: Quantifier, binders: &[Binder], body: &Expr) -> Encoded<Truth> {
        let Some((binder, rest)) = binders.split_first() else { return self.truth(env, body) };
        let over = |env: &Env| match quantifier {
            Quantifier::No if rest.is_empty() => Ok(self.truth(env, body)?.negated()),
            Quantifier::All | Quantifier::Some | Quantifier::No => self.quantifier(env, quantifier, rest, body),
        };
        match quantifier {
            Quantifier::All | Quantifier::No => self.all(env, binder, &over),
            Quantifier::Some => {
                let none = |env: &Env| Ok(over(env)?.negated());
                Ok(self.all(env, binder, &none)?.negated())
            }
        }
    }

    fn all(&self, env: &Env, binder: &Binder, body: &dyn Fn(&Env) -> Encoded<Truth>) -> Encoded<Truth> {
        let (source, defined) = self.source(env, binder)?;
        let (mut all, mut any) = (vec![defined.clone()], Vec::new());
        for alt in source.fresh() {
            let element = self.unpacked(&source.element, &alt.element)?;
            let truth = self.bound(&alt.vars, &alt.guard, || body(&env.with(&binder.local, element)))?;
            all.push(for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &truth.yes)));
            any.push(there_is(&alt.vars, &and(&[alt.guard.clone(), truth.no])));
        }
        Ok(Truth { yes: and(&all), no: and(&[defined, super::truth::or(&any)]) })
    }

    /// The value of an expression, and where it is defined.
    pub(super) fn value(&self, env: &Env, expr: &Expr) -> Encoded<Out> {
        self.note_float(&expr.ty);
        match &expr.kind {
            ExprKind::Int(value) => Ok(Out::term(Int::from_i64(*value))),
            ExprKind::Float(value) => Ok(Out::term(real(*value)?)),
            ExprKind::Text(text) => Ok(Out::term(self.literal(text)?)),
            ExprKind::None => Ok(Out::term(self.sorts.none(&expr.ty)?)),
            ExprKind::EnumValue(id, at) => Ok(Out::term(self.sorts.enum_value(*id, *at)?)),
            ExprKind::Local(local) => {
                let found = env.locals.iter().rev().find(|(id, _)| *id == local.id);
                known(found.map(|(_, value)| value))
            }
            ExprKind::Input(index) => known(env.inputs.get(index.index())),
            ExprKind::Output(index) => known(env.outputs.get(index.index())),
            ExprKind::Param(index) => known(env.params.get(index.index())),
            ExprKind::OwnField(field) => {
                let (entity, record) = env.own_fields.as_ref().ok_or_else(|| Limit::new("a field of nothing"))?;
                self.field(&Type::Entity(*entity), record, field.index(), &expr.ty).map(Out::total)
            }
            ExprKind::OwnValue => known(env.own_value.as_ref()),
            ExprKind::State(id, moment) => known(env.state(*moment).get(id.index())),
            ExprKind::Instances(entity, moment) => {
                Ok(Out::total(Val::Set(self.instances(env.state(*moment), *entity)?)))
            }
            ExprKind::Unary(operator, inner) => self.unary(env, *operator, inner, expr),
            ExprKind::Binary(operator, left, right) if expr.ty != Type::Bool => {
                self.combined(env, *operator, left, right, &expr.ty)
            }
            ExprKind::Field(base, field) => {
                let out = self.value(env, base)?;
                let val = self.field(&base.ty, &self.scalar(&out.val)?, field.index(), &expr.ty)?;
                Ok(Out { val, defined: out.defined })
            }
            ExprKind::Index(kind, base, key) => self.index(env, *kind, base, key),
            ExprKind::Call(id, args, moment) if expr.ty != Type::Bool => match self.call(env, *id, args, *moment)? {
                Called::Value(out) => Ok(out),
                Called::Truth(..) => Err(Limit::new("a predicate as a value")),
            },
            ExprKind::UndeclaredCall(name, _) => Err(Limit::new(&format!("`{name}`, which nobody supplies"))),
            ExprKind::Builtin(builtin, args) => self.builtin(env, *builtin, args, expr),
            ExprKind::Sum(binder, body) => self.sum(env, binder, body, &expr.ty),
            ExprKind::With(base, changes) => self.with(env, base, changes),
            ExprKind::Construct(id, fields) => self.construct(env, &Type::Entity(*id), fields),
            ExprKind::The(binder, body) => self.the(env, binder, body),
            ExprKind::Comprehension(binder, body) => self.comprehension(env, binder, body),
            ExprKind::If(condition, then, other) if expr.ty != Type::Bool => {
                let condition = self.truth(env, condition)?;
                let then = self.given(&condition.yes, || self.value(env, then))?;
                let other = self.given(&condition.no, || self.value(env, other))?;
                let defined =
                    condition.clone().choose(Truth::total(then.defined.clone()), Truth::total(other.defined.clone()));
                Ok(Out { val: self.either(&expr.ty, &condition.yes, &then.val, &other.val)?, defined: defined.yes })
            }
            ExprKind::Let(local, value, body) if expr.ty != Type::Bool => {
                let out = self.value(env, value)?;
                let inner = self.value(&env.with(local, out.val), body)?;
                Ok(Out { val: inner.val, defined: and(&[out.defined, inner.defined]) })
            }
            ExprKind::Set(elements) => self.set_literal(env, elements, &expr.ty),
            ExprKind::Seq(elements) => self.seq_literal(env, elements, &expr.ty),
            ExprKind::Map(entries) => self.map_literal(env, entries, &expr.ty),
            ExprKind::Some(inner) => {
                let out = self.value(env, inner)?;
                let some = self.sorts.construct(&expr.ty, &[self.packed(&inner.ty, &out.val)?])?;
                Ok(Out { val: Val::Term(some), defined: out.defined })
            }
            ExprKind::Unwrap(inner, _) => self.unwrapped(env, inner, &expr.ty),
            ExprKind::Bool(_)
            | ExprKind::Binary(..)
            | ExprKind::Matches(..)
            | ExprKind::Quantifier(..)
            | ExprKind::Call(..)
            | ExprKind::If(..)
            | ExprKind::Let(..) => {
                let truth = self.truth(env, expr)?;
                Ok(Out { defined: truth.defined(), val: Val::Term(truth.yes.into()) })
            }
        }
    }

    fn unwrapped(&self, env: &Env, inner: &Expr, ty: &Type) -> Encoded<Out> {
        let out = self.value(env, inner)?;
        if !matches!(inner.ty, Type::Option(_)) {
            return Ok(out);
        }
        let option = self.scalar(&out.val)?;
        let defined = and(&[out.defined, self.sorts.is_some(&inner.ty, &option)?]);
        let val = self.unpacked(ty, &self.sorts.part(&inner.ty, &option, 0)?)?;
        Ok(Out { val, defined })
    }

    fn field(&self, whole: &Type, record: &Dynamic, at: usize, ty: &Type) -> Encoded<Val> {
        self.unpacked(ty, &self.sorts.part(whole, record, at)?)
    }

    fn with(&self, env: &Env, base: &Expr, changes: &[(crate::ir::FieldIndex, Expr)]) -> Encoded<Out> {
        let out = self.value(env, base)?;
        let record = self.scalar(&out.val)?;
        let mut parts = self.parts(&base.ty, &record)?;
        let mut defined = vec![out.defined];
        for (field, value) in changes {
            let new = self.value(env, value)?;
            defined.push(new.defined.clone());
            if let Some(slot) = parts.get_mut(field.index()) {
                *slot = self.packed(&value.ty, &new.val)?;
            }
        }
        Ok(Out { val: Val::Term(self.sorts.construct(&base.ty, &parts)?), defined: and(&defined) })
    }

    /// The fields of a record.
    pub(super) fn parts(&self, ty: &Type, record: &Dynamic) -> Encoded<Vec<Dynamic>> {
        let Type::Entity(id) = ty else { return Err(Limit::new("the fields of what is no record")) };
        let count = self.service.entity(*id).fields.len();
        (0..count).map(|at| self.sorts.part(ty, record, at)).collect()
    }

    fn construct(&self, env: &Env, ty: &Type, fields: &[Expr]) -> Encoded<Out> {
        let mut defined = Vec::new();
        let mut parts = Vec::new();
        for field in fields {
            let out = self.value(env, field)?;
            defined.push(out.defined);
            parts.push(self.packed(&field.ty, &out.val)?);
        }
        Ok(Out { val: Val::Term(self.sorts.construct(ty, &parts)?), defined: and(&defined) })
    }

    fn index(&self, env: &Env, kind: IndexKind, base: &Expr, key: &Expr) -> Encoded<Out> {
        let (whole, at) = (self.value(env, base)?, self.value(env, key)?);
        let at_term = self.packed(&key.ty, &at.val)?;
        self.note_point(&at_term);
        let defined = and(&[whole.defined.clone(), at.defined.clone()]);
        match (kind, &whole.val) {
            (IndexKind::Value, Val::Map(entries)) => Ok(Out {
                defined: and(&[defined, entries.keys.contains(&at_term)]),
                val: self.unpacked(&entries.value, &entries.at(&at_term))?,
            }),
            (IndexKind::Values, Val::Multi(values)) => {
                let Type::Multi(_, value) = &base.ty else { return Err(Limit::new("values of no relation")) };
                Ok(Out { defined, val: self.unpacked(&Type::Set(value.clone()), &values.select(&at_term))? })
            }
            (IndexKind::Element, Val::Seq(line)) => {
                let position = integer(&at_term)?;
                let inside = and(&[position.ge(0), position.lt(&line.len)]);
                Ok(Out {
                    defined: and(&[defined, inside]),
                    val: self.unpacked(&line.element, &line.at.select(&position))?,
                })
            }
            (IndexKind::Value | IndexKind::Values | IndexKind::Element, _) => {
                Err(Limit::new("an index into something else"))
            }
        }
    }
}

fn known(value: Option<&Val>) -> Encoded<Out> {
    value.map(|value| Out::total(value.clone())).ok_or_else(|| Limit::new("a name without a value here"))
}
