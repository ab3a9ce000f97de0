//! What is known of the variables around an expression, and so of the values that it has before anything is worked out.

use super::Loads;
use crate::ir::{Binder, Builtin, Expr, ExprKind, Moment, StateId, any, for_each_child_mut};

/// A variable, and what is known of it while loads are looked for.
#[derive(Clone)]
pub(super) enum Known {
    /// It goes over a collection that is at hand.
    Each(Binder),
    /// It goes over something that is loaded as a whole.
    Anything,
    /// It goes over the keys of a relation, and what is under them is loaded with them.
    KeyOf(StateId),
    /// It goes over a few entries that are looked up; by their keys, where a relation is named.
    Few(Option<StateId>),
    /// It stands for a value.
    Value(Expr),
}

impl Loads<'_> {
    /// Whether it depends on a variable that goes over something unknown.
    pub(super) fn is_over_anything(&self, expr: &Expr) -> bool {
        any(expr, &|part| {
            let ExprKind::Local(local) = &part.kind else { return false };
            !matches!(self.known(local.id), Some(Known::Each(_) | Known::Few(_)))
        })
    }

    /// Whether a key is one of those that its relation is gone over by.
    pub(super) fn is_gone_over(&self, relation: StateId, key: &Expr) -> bool {
        let ExprKind::Local(local) = &key.kind else { return false };
        matches!(self.known(local.id), Some(Known::KeyOf(id) | Known::Few(Some(id))) if *id == relation)
    }

    /// The variables that go over the keys of relations.
    pub(super) fn key_variables(&self) -> Vec<(StateId, u32)> {
        let keys = self.variables.iter().filter_map(|(id, known)| match known {
            Known::KeyOf(state) | Known::Few(Some(state)) => Some((*state, *id)),
            Known::Each(_) | Known::Anything | Known::Few(None) | Known::Value(_) => None,
        });
        keys.collect()
    }

    /// Whether an expression has a value before anything is worked out: it reads inputs and the state before alone.
    pub(super) fn is_at_hand(&self, expr: &Expr) -> bool {
        !any(expr, &|part| {
            let is_later = matches!(
                part.kind,
                ExprKind::Output(_)
                    | ExprKind::Param(_)
                    | ExprKind::OwnField(_)
                    | ExprKind::OwnValue
                    | ExprKind::Builtin(Builtin::Now, _)
                    | ExprKind::UndeclaredCall(..)
                    | ExprKind::Instances(..)
            );
            let is_unknown = matches!(&part.kind, ExprKind::Local(local)
                if !matches!(self.known(local.id), Some(Known::Each(_)) | None));
            is_later || is_unknown
        })
    }

    pub(super) fn known(&self, id: u32) -> Option<&Known> {
        self.variables.iter().rev().find(|(known, _)| *known == id).map(|(_, known)| known)
    }

    /// The variables that a key depends on, from the outside in.
    pub(super) fn binders_of(&self, key: &Expr) -> Vec<Binder> {
        let mut wanted: Vec<Expr> = vec![key.clone()];
        let mut found: Vec<Binder> = Vec::new();
        for (id, known) in self.variables.iter().rev() {
            let Known::Each(binder) = known else { continue };
            let mentions = |expr: &Expr| any(expr, &|part| matches!(&part.kind, ExprKind::Local(l) if l.id == *id));
            if wanted.iter().any(mentions) {
                wanted.extend(binder.source().cloned());
                found.insert(0, binder.clone());
            }
        }
        found
    }

    /// The same with the values of `let` variables in their place, read before.
    pub(super) fn inlined(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        self.inline(&mut expr);
        expr
    }

    fn inline(&self, expr: &mut Expr) {
        if let ExprKind::Local(local) = &expr.kind {
            if let Some(Known::Value(value)) = self.known(local.id) {
                *expr = value.clone();
            }
            return;
        }
        if let ExprKind::State(_, moment) = &mut expr.kind {
            *moment = Moment::Before;
        }
        for_each_child_mut(expr, &mut |part| self.inline(part));
    }
}
