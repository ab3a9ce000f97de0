//! From typed expressions to terms. Every condition becomes two: when it is defined and true, and when it is defined and
//! false.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use z3::ast::{Array, Ast, Bool, Dynamic, Int, Real, forall_const};
use z3::{FuncDecl, Pattern, Sort};

use super::Limit;
use super::scalar::Order;
use super::sorts::{Sorts, Texts};
use super::total::Total;
use super::truth::{Truth, and, implies, yes};
use super::value::{Members, Out, Val};
use crate::effect::LooseCalls;
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, FunctionBody, FunctionId, IndexKind, Moment, Quantifier, Reads, Service,
    Type, UnaryOp,
};

/// How collections are gone over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// With quantifiers: what is refuted is refuted for collections of every size
    Proof,
    /// Element by element, in collections of at most so many: what is found is a situation
    Bounded(usize),
}

/// The values that the names of an expression stand for.
#[derive(Debug, Clone)]
pub(super) struct Env {
    pub(super) before: Rc<Vec<Val>>,
    pub(super) after: Rc<Vec<Val>>,
    /// Whether a name without a prime is read in the state after.
    pub(super) here_is_after: bool,
    pub(super) now: Int,
    pub(super) inputs: Rc<Vec<Val>>,
    pub(super) outputs: Rc<Vec<Val>>,
    pub(super) params: Vec<Val>,
    pub(super) locals: Vec<(u32, Val)>,
    pub(super) own_fields: Option<(crate::ir::EntityId, Dynamic)>,
    pub(super) own_value: Option<Val>,
    /// Tells environments with different states apart.
    pub(super) id: u32,
}

impl Env {
    /// The state that a moment speaks of.
    pub(super) fn state(&self, moment: Moment) -> &Rc<Vec<Val>> {
        if self.is_after(moment) { &self.after } else { &self.before }
    }

    fn is_after(&self, moment: Moment) -> bool {
        match moment {
            Moment::Here => self.here_is_after,
            Moment::Before => false,
            Moment::After => true,
        }
    }

    pub(super) fn with(&self, local: &crate::ir::Local, value: Val) -> Env {
        let mut env = self.clone();
        env.locals.push((local.id, value));
        env
    }
}

/// A function's body, over variables that stand for its parameters.
struct Unfolded {
    /// Kept, so that no other state takes its place in memory.
    _state: Rc<Vec<Val>>,
    params: Vec<Dynamic>,
    result: Unfolding,
}

#[derive(Clone)]
enum Unfolding {
    Truth(Truth),
    Term(Dynamic, Bool),
}

/// Makes terms of expressions, and collects what has to be known about them.
pub(super) struct Encoder<'s> {
    pub(super) service: &'s Service,
    pub(super) sorts: Sorts<'s>,
    pub(super) mode: Mode,
    pub(super) loose: LooseCalls,
    /// What is known beside the conditions themselves.
    side: RefCell<Vec<Bool>>,
    /// The variables that are bound around the current expression.
    pub(super) scope: RefCell<Vec<Dynamic>>,
    count: Cell<u32>,
    pub(super) totals: RefCell<Vec<Rc<Total>>>,
    /// Keys at which something is written or named.
    pub(super) points: RefCell<Vec<Dynamic>>,
    /// Texts and their hashes.
    pub(super) hashes: RefCell<Vec<(Dynamic, Dynamic)>>,
    /// Texts that were compared with literals.
    pub(super) literals: RefCell<BTreeMap<String, Dynamic>>,
    /// Patterns that texts were matched with, where texts are opaque.
    pub(super) patterns: RefCell<std::collections::BTreeSet<String>>,
    /// Whether texts were joined or ordered, which says more of them than opaque ones can hold.
    pub(super) composed: Cell<bool>,
    pub(super) floats: Cell<bool>,
    /// What was said once and for all.
    said: RefCell<std::collections::BTreeSet<&'static str>>,
    unfolded: RefCell<BTreeMap<(FunctionId, usize, u32), Rc<Unfolded>>>,
    depth: Cell<u32>,
}

/// How deep functions may call each other.
const MAX_DEPTH: u32 = 24;

pub(super) type Encoded<T> = Result<T, Limit>;

impl<'s> Encoder<'s> {
    pub(super) fn new(service: &'s Service, mode: Mode, texts: Texts) -> Encoder<'s> {
        Encoder {
            service,
            sorts: Sorts::new(service, texts),
            mode,
            loose: LooseCalls::of(service),
            side: RefCell::default(),
            scope: RefCell::default(),
            count: Cell::new(0),
            totals: RefCell::default(),
            points: RefCell::default(),
            hashes: RefCell::default(),
            literals: RefCell::default(),
            patterns: RefCell::default(),
            composed: Cell::new(false),
            floats: Cell::new(false),
            said: RefCell::default(),
            unfolded: RefCell::default(),
            depth: Cell::new(0),
        }
    }

    /// Takes what is known so far.
    pub(super) fn take_side(&self) -> Vec<Bool> {
        std::mem::take(&mut self.side.borrow_mut())
    }

    /// Remembers something that is known, for all values of the variables around it.
    pub(super) fn know(&self, fact: Bool, trigger: Option<&Dynamic>) {
        let scope = self.scope.borrow();
        let quantified = if scope.is_empty() { fact } else { for_all(&scope, trigger, &fact) };
        self.side.borrow_mut().push(quantified);
    }

    /// Remembers something that is known of all values, once.
    pub(super) fn know_once(&self, name: &'static str, fact: impl FnOnce() -> Bool) {
        if self.said.borrow_mut().insert(name) {
            let fact = fact();
            self.side.borrow_mut().push(fact);
        }
    }

    pub(super) fn number(&self) -> u32 {
        self.count.set(self.count.get() + 1);
        self.count.get()
    }

    /// A new symbol that depends on the variables around it.
    pub(super) fn skolem(&self, name: &str, sort: &Sort) -> Dynamic {
        let scope = self.scope.borrow();
        let name = format!("{name}!{}", self.number());
        let sorts: Vec<Sort> = scope.iter().map(|var| var.get_sort()).collect();
        let domain: Vec<&Sort> = sorts.iter().collect();
        let args: Vec<&dyn Ast> = scope.iter().map(|var| var as &dyn Ast).collect();
        FuncDecl::new(name, &domain, sort).apply(&args)
    }

    /// A new value of a type.
    pub(super) fn unknown(&self, name: &str, ty: &Type) -> Encoded<Val> {
        let term = Dynamic::new_const(format!("{name}!{}", self.number()), &self.sorts.of(ty)?);
        self.note_float(ty);
        self.unpacked(ty, &term)
    }

    pub(super) fn note_float(&self, ty: &Type) {
        if *ty == Type::Float {
            self.floats.set(true);
        }
    }

    /// Works under variables that are bound.
    pub(super) fn bound<R>(&self, vars: &[Dynamic], work: impl FnOnce() -> R) -> R {
        let depth = self.scope.borrow().len();
        self.scope.borrow_mut().extend(vars.iter().cloned());
        let result = work();
        self.scope.borrow_mut().truncate(depth);
        result
    }

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
                Ok(condition.choose(self.truth(env, then)?, self.truth(env, other)?))
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
            BinaryOp::And => Ok(self.truth(env, left)?.and(self.truth(env, right)?)),
            BinaryOp::Or => Ok(self.truth(env, left)?.or(self.truth(env, right)?)),
            BinaryOp::Implies => Ok(self.truth(env, left)?.implies(self.truth(env, right)?)),
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
            let truth = self.bound(&alt.vars, || body(&env.with(&binder.local, element)))?;
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
                let (then, other) = (self.value(env, then)?, self.value(env, other)?);
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

    /// Remembers a key that something is said about.
    pub(super) fn note_point(&self, key: &Dynamic) {
        if self.scope.borrow().is_empty() && !self.points.borrow().iter().any(|known| known.ast_eq(key)) {
            self.points.borrow_mut().push(key.clone());
        }
    }

    fn call(&self, env: &Env, id: FunctionId, args: &[Expr], moment: Moment) -> Encoded<Called> {
        let function = self.service.function(id);
        let FunctionBody::Defined(body) = &function.body else {
            return Err(Limit::new(&format!("`{}`, which nobody supplies", function.name)));
        };
        if self.depth.get() >= MAX_DEPTH {
            return Err(Limit::new("a function that calls itself"));
        }
        let mut defined = Vec::new();
        let mut params = Vec::new();
        for arg in args {
            let out = self.value(env, arg)?;
            defined.push(out.defined);
            params.push(out.val);
        }
        self.depth.set(self.depth.get() + 1);
        let result = self.unfold(env, id, body, params, env.is_after(moment));
        self.depth.set(self.depth.get() - 1);
        let defined = and(&defined);
        Ok(match result? {
            Called::Truth(truth, _) => Called::Truth(truth, defined),
            Called::Value(out) => Called::Value(Out { val: out.val, defined: and(&[defined, out.defined]) }),
        })
    }

    fn unfold(&self, env: &Env, id: FunctionId, body: &Expr, params: Vec<Val>, after: bool) -> Encoded<Called> {
        let inside = |params: Vec<Val>| Env {
            params,
            locals: Vec::new(),
            own_fields: None,
            own_value: None,
            here_is_after: after,
            ..env.clone()
        };
        let shared = self.mode == Mode::Proof && has_totals(self.service, body) && is_plain(&body.ty);
        if !shared {
            return if body.ty == Type::Bool {
                Ok(Called::Truth(self.truth(&inside(params), body)?, yes()))
            } else {
                Ok(Called::Value(self.value(&inside(params), body)?))
            };
        }
        let unfolded = self.unfolded(env, id, body, after, &inside)?;
        let function = self.service.function(id);
        let mut given = Vec::new();
        for (param, value) in function.params.iter().zip(&params) {
            given.push(self.packed(&param.ty.ty, value)?);
        }
        let pairs: Vec<(&Dynamic, &Dynamic)> = unfolded.params.iter().zip(&given).collect();
        Ok(match &unfolded.result {
            Unfolding::Truth(truth) => Called::Truth(truth.substitute(&pairs), yes()),
            Unfolding::Term(term, defined) => Called::Value(Out {
                val: self.unpacked(&body.ty, &term.substitute(&pairs))?,
                defined: defined.substitute(&pairs),
            }),
        })
    }

    /// A body that counts or adds up is made once for each state: so that equal arguments give equal sums.
    fn unfolded(
        &self,
        env: &Env,
        id: FunctionId,
        body: &Expr,
        after: bool,
        inside: &dyn Fn(Vec<Val>) -> Env,
    ) -> Encoded<Rc<Unfolded>> {
        let state = if after { &env.after } else { &env.before };
        let clock = Reads::of(self.service, body).clock;
        let key = (id, Rc::as_ptr(state) as usize, if clock { env.id } else { 0 });
        if let Some(found) = self.unfolded.borrow().get(&key) {
            return Ok(Rc::clone(found));
        }
        let function = self.service.function(id);
        let mut params = Vec::new();
        let mut values = Vec::new();
        for param in &function.params {
            let term = Dynamic::fresh_const(&param.name, &self.sorts.of(&param.ty.ty)?);
            values.push(self.unpacked(&param.ty.ty, &term)?);
            params.push(term);
        }
        let outer = std::mem::take(&mut *self.scope.borrow_mut());
        let result = self.bound(&params, || {
            let env = inside(values);
            if body.ty == Type::Bool {
                return Ok(Unfolding::Truth(self.truth(&env, body)?));
            }
            let out = self.value(&env, body)?;
            Ok(Unfolding::Term(self.packed(&body.ty, &out.val)?, out.defined))
        });
        *self.scope.borrow_mut() = outer;
        let made = Rc::new(Unfolded { _state: Rc::clone(state), params, result: result? });
        self.unfolded.borrow_mut().insert(key, Rc::clone(&made));
        Ok(made)
    }

    /// A value that is one term.
    pub(super) fn scalar(&self, val: &Val) -> Encoded<Dynamic> {
        match val {
            Val::Term(term) => Ok(term.clone()),
            Val::Set(_) | Val::Map(_) | Val::Multi(_) | Val::Seq(_) => Err(Limit::new("a collection as a scalar")),
        }
    }
}

enum Called {
    Truth(Truth, Bool),
    Value(Out),
}

fn is_plain(ty: &Type) -> bool {
    !matches!(ty, Type::Set(_) | Type::Map(..) | Type::Multi(..) | Type::Seq(_))
}

/// Whether a body counts or adds up, by itself or through what it calls.
pub(super) fn has_totals(service: &Service, body: &Expr) -> bool {
    totals_within(service, body, 0)
}

fn totals_within(service: &Service, body: &Expr, depth: u32) -> bool {
    crate::ir::any(body, &|part| {
        if let ExprKind::Call(id, ..) = &part.kind
            && let FunctionBody::Defined(inner) = &service.function(*id).body
        {
            return depth < MAX_DEPTH && totals_within(service, inner, depth + 1);
        }
        matches!(
            part.kind,
            ExprKind::Sum(..)
                | ExprKind::Unary(UnaryOp::Size, _)
                | ExprKind::The(..)
                | ExprKind::Builtin(Builtin::MaxOf | Builtin::MinOf | Builtin::Len, _)
        )
    })
}

fn known(value: Option<&Val>) -> Encoded<Out> {
    value.map(|value| Out::total(value.clone())).ok_or_else(|| Limit::new("a name without a value here"))
}

pub(super) fn boolean(term: &Dynamic) -> Encoded<Bool> {
    term.as_bool().ok_or_else(|| Limit::new("a condition that is none"))
}

pub(super) fn integer(term: &Dynamic) -> Encoded<Int> {
    term.as_int().ok_or_else(|| Limit::new("a number that is none"))
}

pub(super) fn array(term: &Dynamic) -> Encoded<Array> {
    term.as_array().ok_or_else(|| Limit::new("a collection that is none"))
}

/// The exact value of a double.
pub(super) fn real(value: f64) -> Encoded<Real> {
    let text = format!("{value}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let denominator = format!("1{}", "0".repeat(fraction.len()));
    Real::from_rational_str(&format!("{whole}{fraction}"), &denominator).ok_or_else(|| Limit::new("a number too large"))
}

/// For all values of variables.
pub(super) fn for_all(vars: &[Dynamic], trigger: Option<&Dynamic>, body: &Bool) -> Bool {
    if vars.is_empty() || body.as_bool().is_some() {
        return body.clone();
    }
    let bounds: Vec<&dyn Ast> = vars.iter().map(|var| var as &dyn Ast).collect();
    match trigger.filter(|trigger| is_pattern(trigger, vars)) {
        Some(trigger) => forall_const(&bounds, &[&Pattern::new(&[trigger as &dyn Ast])], body),
        None => forall_const(&bounds, &[], body),
    }
}

/// Whether a term can show the solver when to look at a quantifier: no connectives, and all of the variables.
pub(super) fn is_pattern(term: &Dynamic, vars: &[Dynamic]) -> bool {
    const UNFIT: [&str; 14] =
        ["if", "and", "or", "not", "=", "=>", "distinct", "<=", "<", ">=", ">", "xor", "true", "false"];
    fn fits(term: &Dynamic) -> bool {
        let named = term.is_app() && term.safe_decl().is_ok_and(|decl| !UNFIT.contains(&decl.name().as_str()));
        named && term.children().iter().all(fits)
    }
    let holds =
        |var: &Dynamic| !term.substitute(&[(var, &Dynamic::fresh_const("other", &var.get_sort()))]).ast_eq(term);
    term.num_children() > 0 && fits(term) && vars.iter().all(holds)
}

/// For some values of variables.
pub(super) fn there_is(vars: &[Dynamic], body: &Bool) -> Bool {
    if vars.is_empty() || body.as_bool().is_some() {
        return body.clone();
    }
    let bounds: Vec<&dyn Ast> = vars.iter().map(|var| var as &dyn Ast).collect();
    z3::ast::exists_const(&bounds, &[], body)
}
