//! What of the state an operation needs: entries by their keys where those are known before anything is worked out, those
//! that satisfy a condition where a call that changes nothing goes over no others, and else whole relations.

mod filter;
mod lookup;
mod narrow;
mod shape;
mod steps;
mod total;
mod variables;

pub use filter::{Comparison, Filter};
pub use lookup::{KeyVariables, Lookup, Search, Total, counted, key_variable, total};
pub(super) use lookup::{has_value, table_of};
pub(super) use narrow::{is_exact, refinements, relation_of};

use std::collections::BTreeSet;

use serde::Serialize;

use crate::convention::Column;
use crate::ir::{
    BinaryOp, Binder, Expr, ExprKind, Fresh, FunctionBody, IndexKind, Local, Moment, OperationId, Quantifier, Range,
    Reads, Service, StateId, Type, any, for_each_child, substitute,
};
use shape::{any_bare_relation, is_call, is_relation, relation, same_load};
use variables::Known;

/// How many calls of functions are looked into, one inside the other.
const MOST_CALLS: usize = 12;

/// A part of the state that is loaded.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Load {
    /// The state field.
    pub state: StateId,
    /// What of it.
    pub what: What,
}

/// Which part of a state field is loaded.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum What {
    /// All of it.
    Whole,
    /// The greatest key, after which new ones follow.
    Greatest,
    /// How many entries there are.
    Count,
    /// The sum of a column.
    Sum(Column),
    /// The entries under a key, one for each choice of some variables.
    Keys {
        /// The variables of the key, over collections that are inputs or loaded before.
        each: Vec<Binder>,
        /// The key, over the inputs and what is loaded before.
        key: Expr,
    },
    /// At least the entries that satisfy all of some conditions. Whoever goes over the state field looks for no others.
    Where(Vec<Filter>),
}

/// Gathers loads.
#[derive(Clone)]
pub(super) struct Loads<'s> {
    service: &'s Service,
    operation: OperationId,
    found: Vec<Load>,
    variables: Vec<(u32, Known)>,
    depth: usize,
    /// The state fields of which a condition may leave entries out.
    narrowed: BTreeSet<StateId>,
    /// Whether the rows that matter are loaded before anything is worked out.
    is_narrow: bool,
    /// What is looked up while a call is worked out.
    lookups: Vec<Lookup>,
}

impl<'s> Loads<'s> {
    pub(super) fn new(service: &'s Service, operation: OperationId) -> Loads<'s> {
        let (found, variables, lookups) = (Vec::new(), Vec::new(), Vec::new());
        Loads { service, operation, found, variables, depth: 0, narrowed: BTreeSet::new(), is_narrow: false, lookups }
    }

    /// The loads in an order in which each has what it needs; nothing twice.
    pub(super) fn finish(self) -> Vec<Load> {
        let of = |id: StateId| self.found.iter().filter(move |load| load.state == id);
        let narrow = |id: StateId| of(id).filter(|load| matches!(load.what, What::Where(_))).count();
        // What is gone over under several conditions is loaded once.
        let whole = |id: StateId| of(id).any(|load| load.what == What::Whole) || narrow(id) > 1;
        let mut kept: Vec<Load> = Vec::new();
        for load in &self.found {
            // What is loaded as a whole later on is loaded as a whole at once: others may need it in between.
            let what = if whole(load.state) { What::Whole } else { load.what.clone() };
            let load = Load { state: load.state, what };
            if !kept.iter().any(|other| same_load(other, &load)) {
                kept.push(load);
            }
        }
        kept
    }

    /// What a condition on an entry needs that is found when it is known which were touched.
    pub(super) fn entry_holds(&mut self, (relation, by_key): (StateId, bool), local: &Local, holds: &Expr) {
        self.with(local.id, Known::Few(by_key.then_some(relation)), |this| this.expr(holds));
    }

    /// The relations of which something needs everything, beside those that are loaded as a whole already.
    pub(super) fn wholly(&self, something: impl FnOnce(&mut Self)) -> BTreeSet<StateId> {
        let mut fresh = Loads::new(self.service, self.operation);
        something(&mut fresh);
        let is_relation = |id: StateId| matches!(self.service.state_field(id).ty.ty, Type::Map(..) | Type::Multi(..));
        let whole = |load: &&Load| load.what == What::Whole && is_relation(load.state);
        let known: BTreeSet<StateId> = self.found.iter().filter(whole).map(|load| load.state).collect();
        fresh.found.iter().filter(whole).map(|load| load.state).filter(|id| !known.contains(id)).collect()
    }

    /// Whether a state field is loaded as a whole.
    pub(super) fn is_whole(&self, id: StateId) -> bool {
        self.found.iter().any(|load| load.state == id && load.what == What::Whole)
    }

    /// What is looked up while a call is worked out.
    pub(super) fn lookups(&self) -> &[Lookup] {
        &self.lookups
    }

    /// Takes over what an expression needs.
    pub(super) fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Index(IndexKind::Value | IndexKind::Values, base, key) = &expr.kind
            && let ExprKind::State(id, _) = base.kind
        {
            self.expr(key);
            return self.entry(id, key);
        }
        if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, element, whole) = &expr.kind
            && let Some(id) = relation(whole)
        {
            self.expr(element);
            return self.entry(id, element);
        }
        if let ExprKind::State(id, _) = &expr.kind {
            self.whole(*id);
        } else if let ExprKind::Instances(..) = &expr.kind {
            self.everything();
        } else if let ExprKind::Call(id, args, moment) = &expr.kind {
            self.call(expr, *id, args, *moment);
        } else if let ExprKind::Let(local, value, body) = &expr.kind {
            self.expr(value);
            let value = self.inlined(value);
            self.with(local.id, Known::Value(value), |this| this.expr(body));
        } else if let ExprKind::Quantifier(quantifier, binders, body) = &expr.kind {
            self.quantified(binders, body, *quantifier != Quantifier::All);
        } else if let ExprKind::The(binder, body) | ExprKind::Comprehension(binder, body) = &expr.kind {
            self.among(binder, std::slice::from_ref(&**body), true);
        } else if let ExprKind::Sum(binder, body) = &expr.kind {
            self.summed(expr, binder, body);
        } else if let Some(id) = counted(expr) {
            self.push(id, What::Count);
        } else if !self.is_change(expr) {
            for_each_child(expr, &mut |part| self.expr(part));
        }
    }

    /// A relation with some entries more or less needs those entries alone.
    fn is_change(&mut self, expr: &Expr) -> bool {
        let ExprKind::Binary(operator @ (BinaryOp::Override | BinaryOp::RemoveKeys), left, right) = &expr.kind else {
            return false;
        };
        if !is_relation(left) {
            return false;
        }
        if *operator == BinaryOp::Override {
            self.laid_over(left, right)
        } else {
            self.removed(left, right)
        }
        true
    }

    fn with(&mut self, id: u32, known: Known, work: impl FnOnce(&mut Self)) {
        self.variables.push((id, known));
        work(self);
        self.variables.pop();
    }

    fn quantified(&mut self, binders: &[Binder], body: &Expr, wanted: bool) {
        let Some((binder, rest)) = binders.split_first() else { return };
        if rest.is_empty() {
            return self.among(binder, std::slice::from_ref(body), wanted);
        }
        let known = self.range(binder);
        self.with(binder.local.id, known, |this| this.quantified(rest, body, wanted));
    }

    fn summed(&mut self, whole: &Expr, binder: &Binder, term: &Expr) {
        if let Some(Total { state, column }) = total(self.service, whole) {
            return self.push(state, What::Sum(column));
        }
        let is_found = Search::of(whole).is_some_and(|search| self.looks_up(search, std::slice::from_ref(term)));
        if !is_found {
            let known = self.range(binder);
            self.with(binder.local.id, known, |this| this.expr(term));
        }
    }

    /// Takes over what is looked up, and what conditions on that need; false where everything is gone over.
    fn looks_up(&mut self, search: Search<'_>, parts: &[Expr]) -> bool {
        let Some(lookup) = search.lookup(self.service, &self.key_variables()) else { return false };
        lookup.columns.iter().for_each(|(_, value)| self.expr(value));
        let by_key = relation_of(search.binder).filter(|(_, by_key)| *by_key).map(|(id, _)| id);
        self.with(search.binder.local.id, Known::Few(by_key), |this| parts.iter().for_each(|part| this.expr(part)));
        if !self.lookups.contains(&lookup) {
            self.lookups.push(lookup);
        }
        true
    }

    /// What is known of a variable that goes over something.
    fn range(&mut self, binder: &Binder) -> Known {
        if binder.is_over_instances() {
            self.everything();
            return Known::Anything;
        }
        let Some(source) = binder.source() else { return Known::Anything };
        self.expr(source);
        let source = self.inlined(source);
        let reads_whole = any(&source, &|part| is_relation(part) || matches!(part.kind, ExprKind::Call(..)));
        if reads_whole || !self.is_at_hand(&source) {
            // A relation that is only looked into by key is at hand.
            let by_key = any(&source, &|part| matches!(&part.kind, ExprKind::Index(_, base, _) if is_relation(base)));
            let bare = any_bare_relation(&source) || any(&source, &|part| matches!(part.kind, ExprKind::Call(..)));
            if !bare && !self.is_at_hand(&source) && !self.is_over_anything(&source) {
                return Known::Few(None);
            }
            if bare || !by_key || !self.is_at_hand(&source) {
                let keys = relation_of(binder).filter(|(_, by_key)| *by_key);
                return keys.map_or(Known::Anything, |(id, _)| Known::KeyOf(id));
            }
        }
        let range = match &binder.range {
            Range::Elements(_) => Range::Elements(source),
            Range::Values(_) => Range::Values(source),
            Range::All(moment) => Range::All(*moment),
        };
        Known::Each(Binder { local: binder.local.clone(), ty: binder.ty.clone(), range })
    }

    fn call(&mut self, call: &Expr, id: crate::ir::FunctionId, args: &[Expr], moment: Moment) {
        args.iter().for_each(|arg| self.expr(arg));
        let FunctionBody::Defined(body) = &self.service.function(id).body else { return };
        if self.depth >= MOST_CALLS {
            let fields = Reads::by(self.service, id).fields;
            return fields.into_iter().for_each(|id| self.whole(id));
        }
        self.depth += 1;
        let unfolded = substitute(body, args, moment, &mut Fresh::above(call));
        self.expr(&unfolded);
        self.depth -= 1;
    }

    /// `rel + {k -> v}` needs the entries that are laid over.
    fn laid_over(&mut self, left: &Expr, right: &Expr) {
        let ExprKind::State(id, _) = left.kind else { return };
        let ExprKind::Map(entries) = &right.kind else {
            self.whole(id);
            return self.expr(right);
        };
        for (key, value) in entries {
            self.expr(key);
            self.expr(value);
            self.entry(id, key);
        }
    }

    /// `rel - keys` needs the entries that are taken away.
    fn removed(&mut self, left: &Expr, right: &Expr) {
        let ExprKind::State(id, _) = left.kind else { return };
        self.expr(right);
        if let ExprKind::Set(keys) = &right.kind {
            return keys.iter().for_each(|key| self.entry(id, key));
        }
        let source = self.inlined(right);
        let element = source.ty.element().cloned().unwrap_or(Type::Unknown);
        if !self.is_at_hand(&source) || any_bare_relation(&source) || any(&source, &is_call) {
            return;
        }
        let local = Local { id: u32::MAX, name: "key".into() };
        let key = Expr { kind: ExprKind::Local(local.clone()), ty: element.clone(), span: right.span };
        let each = vec![Binder { local, ty: element, range: Range::Elements(source) }];
        self.push(id, What::Keys { each, key });
    }

    fn whole(&mut self, id: StateId) {
        self.push(id, What::Whole);
    }

    fn everything(&mut self) {
        (0..self.service.state.len()).for_each(|at| self.whole(StateId(at as u32)));
    }

    /// The entry under a key, or everything where the key is not known before.
    fn entry(&mut self, id: StateId, key: &Expr) {
        if !matches!(self.service.state_field(id).ty.ty, Type::Map(..) | Type::Multi(..)) {
            return self.whole(id);
        }
        if self.is_gone_over(id, key) {
            return;
        }
        let key = self.inlined(key);
        if self.is_over_anything(&key) {
            return self.whole(id);
        }
        // A key that is chosen, or that a step works out, is asked for when it is known.
        if !self.is_at_hand(&key) || any(&key, &is_call) || any_bare_relation(&key) {
            return;
        }
        let each = self.binders_of(&key);
        self.push(id, What::Keys { each, key });
    }

    fn push(&mut self, state: StateId, what: What) {
        let load = Load { state, what };
        if !self.found.iter().any(|other| same_load(other, &load)) {
            self.found.push(load);
        }
    }
}
