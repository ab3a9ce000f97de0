//! Calls of functions and predicates: by their bodies.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use z3::ast::{Ast, Bool, Dynamic};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, MAX_DEPTH, Mode};
use super::truth::{Truth, and, yes};
use super::value::{Out, Val};
use crate::ir::{Builtin, Expr, ExprKind, FunctionBody, FunctionId, Moment, Reads, Service, Type, UnaryOp};

/// A function's body, over variables that stand for its parameters.
pub(super) struct Unfolded {
    /// Kept, so that no other state takes its place in memory.
    _state: Rc<Vec<Val>>,
    params: Vec<Dynamic>,
    result: Unfolding,
}

#[derive(Clone)]
pub(super) enum Unfolding {
    Truth(Truth),
    Term(Dynamic, Bool),
}

/// What a call comes to; of a predicate, where its arguments are defined.
pub(super) enum Called {
    Truth(Truth, Bool),
    Value(Out),
}

impl Encoder<'_> {
    pub(super) fn call(&self, env: &Env, id: FunctionId, args: &[Expr], moment: Moment) -> Encoded<Called> {
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
        let shared = self.mode == Mode::Proof && !self.is_watching() && self.ground.is_adding(id) && is_plain(&body.ty);
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
        let result = self.bound(&params, &yes(), || {
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
}

fn is_plain(ty: &Type) -> bool {
    !matches!(ty, Type::Set(_) | Type::Map(..) | Type::Multi(..) | Type::Seq(_))
}

/// Whether a body counts or adds up, by itself or through what it calls.
pub(super) fn has_totals(service: &Service, body: &Expr) -> bool {
    totals_within(service, body, &RefCell::default())
}

/// A function may call itself, so each is looked into once.
fn totals_within(service: &Service, body: &Expr, known: &RefCell<BTreeSet<FunctionId>>) -> bool {
    crate::ir::any(body, &|part| {
        if let ExprKind::Call(id, ..) = &part.kind
            && let FunctionBody::Defined(inner) = &service.function(*id).body
        {
            let is_new = known.borrow_mut().insert(*id);
            return is_new && totals_within(service, inner, known);
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
