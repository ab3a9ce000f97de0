//! Conditions on the state, checked after a step for what the step touched. `all x in rel | P` needs to be looked at
//! again only for the keys whose entries changed, as long as `P` reads nothing else that did.

use std::collections::BTreeSet;

use imbl::ordmap::DiffItem;
use rustc_hash::FxHashSet;

use super::eval::{Evaluator, Sight};
use super::finding::{Clause, always};
use super::refine::failed;
use super::stop::Stop;
use super::value::{State, Value};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Local, Quantifier, Range, Reads, Service, StateId, Type, conjuncts,
    for_each_child, goes_over_instances,
};

/// A condition that must hold in every state.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) clause: Clause,
    /// What must hold.
    expr: Expr,
    /// What it depends on.
    reads: Reads,
    /// How it can be checked for single entries.
    by_entry: Option<ByEntry>,
}

/// A condition on all entries: each binder ranges over a relation, the body reads the rest at the binders' keys.
#[derive(Debug)]
struct ByEntry {
    binders: Vec<Binder>,
    body: Expr,
    /// What the body must not be: false for `all`, true for `no`.
    broken_if: bool,
    /// For each binder the relation it ranges over, and whether over keys or values.
    over: Vec<(StateId, Part)>,
    /// For each binder the fields that are read at its key.
    keyed: Vec<FxHashSet<StateId>>,
    /// The fields that are read in other ways.
    others: BTreeSet<StateId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Keys,
    Values,
}

/// The invariants and `always` properties of a service.
pub(crate) fn watches(service: &Service) -> Vec<Watch> {
    let mut found = Vec::new();
    for (at, invariant) in service.invariants.iter().enumerate() {
        found.extend(parts(service, Clause::Invariant(at), &invariant.expr));
    }
    for (at, temporal) in service.temporals.iter().enumerate() {
        found.extend(always(&temporal.property).into_iter().flat_map(|expr| parts(service, Clause::Always(at), expr)));
    }
    found
}

fn parts(service: &Service, clause: Clause, expr: &Expr) -> Vec<Watch> {
    let split = conjuncts(expr).into_iter().flat_map(domains_by_key);
    split.map(|expr| Watch::new(service, clause, expr)).collect()
}

impl Watch {
    fn new(service: &Service, clause: Clause, expr: Expr) -> Watch {
        let reads = Reads::of(service, &expr);
        let by_entry = ByEntry::of(service, &expr);
        Watch { clause, expr, reads, by_entry }
    }

    /// What must hold.
    pub(crate) fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The state fields that it depends on.
    pub(crate) fn fields(&self) -> impl Iterator<Item = StateId> + '_ {
        self.reads.fields.iter().copied()
    }

    /// Whether it depends on a state field.
    pub(crate) fn reads(&self, id: StateId) -> bool {
        self.reads.fields.contains(&id)
    }

    /// Whether it fails in a state, and why where it is undefined.
    pub(crate) fn fails(&self, sight: Sight<'_>) -> Result<Option<Option<Stop>>, Stop> {
        failed(sight.evaluator().truth(&self.expr))
    }

    /// The same, known to hold before the step.
    pub(crate) fn fails_after(&self, sight: Sight<'_>, changes: &Changes) -> Result<Option<Option<Stop>>, Stop> {
        if !self.reads.clock && !changes.touch(&self.reads.fields) {
            return Ok(None);
        }
        match &self.by_entry {
            Some(by_entry) if !self.reads.clock && !changes.touch(&by_entry.others) => by_entry.fails(sight, changes),
            Some(_) | None => self.fails(sight),
        }
    }
}

/// `dom(a) = dom(b)` and `dom(a) subset dom(b)` as conditions on all keys.
pub(crate) fn domains_by_key(expr: &Expr) -> Vec<Expr> {
    if let ExprKind::Binary(operator @ (BinaryOp::Eq | BinaryOp::Subset), left, right) = &expr.kind
        && let (Some(a), Some(b)) = (domain(left), domain(right))
    {
        let one_way = keys_within(a, b, expr);
        return if *operator == BinaryOp::Eq { vec![one_way, keys_within(b, a, expr)] } else { vec![one_way] };
    }
    vec![expr.clone()]
}

fn domain(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Builtin(Builtin::Dom, args) = &expr.kind else { return None };
    args.first().filter(|arg| matches!(arg.kind, ExprKind::State(..)))
}

/// `all k in a | k in b`.
fn keys_within(a: &Expr, b: &Expr, whole: &Expr) -> Expr {
    let ty = a.ty.element().cloned().unwrap_or(Type::Unknown);
    let local = Local { id: u32::MAX, name: "key".into() };
    let key = Expr { kind: ExprKind::Local(local.clone()), ty: ty.clone(), span: whole.span };
    let test = ExprKind::Binary(BinaryOp::In, Box::new(key), Box::new(b.clone()));
    let test = Expr { kind: test, ty: Type::Bool, span: whole.span };
    let binder = Binder { local, ty, range: Range::Elements(a.clone()) };
    Expr { kind: ExprKind::Quantifier(Quantifier::All, vec![binder], Box::new(test)), ty: Type::Bool, span: whole.span }
}

impl ByEntry {
    fn of(service: &Service, expr: &Expr) -> Option<ByEntry> {
        let ExprKind::Quantifier(quantifier @ (Quantifier::All | Quantifier::No), binders, body) = &expr.kind else {
            return None;
        };
        let over: Vec<(StateId, Part)> = binders.iter().map(relation).collect::<Option<_>>()?;
        let mut found = ByEntry {
            binders: binders.clone(),
            body: (**body).clone(),
            broken_if: *quantifier == Quantifier::No,
            over,
            keyed: vec![FxHashSet::default(); binders.len()],
            others: BTreeSet::new(),
        };
        found.sort_reads(service, body);
        Some(found)
    }

    fn sort_reads(&mut self, service: &Service, expr: &Expr) {
        if let Some((binder, id)) = self.keyed_read(expr) {
            self.keyed[binder].insert(id);
        } else if let ExprKind::State(id, _) = &expr.kind {
            self.others.insert(*id);
        } else if matches!(expr.kind, ExprKind::Call(..)) || goes_over_instances(expr) {
            self.others.extend(Reads::of(service, expr).fields);
        } else {
            for_each_child(expr, &mut |part| self.sort_reads(service, part));
        }
    }

    /// `rel[x]`, `x in rel` or `x not in rel`, for a binder `x` over keys.
    fn keyed_read(&self, expr: &Expr) -> Option<(usize, StateId)> {
        let (key, relation) = if let ExprKind::Index(_, relation, key) = &expr.kind {
            (key, relation)
        } else if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, key, relation) = &expr.kind {
            (key, relation)
        } else {
            return None;
        };
        let (ExprKind::Local(local), ExprKind::State(id, _)) = (&key.kind, &relation.kind) else { return None };
        let binder = self.binders.iter().position(|binder| binder.local.id == local.id)?;
        (self.over[binder].1 == Part::Keys).then_some((binder, *id))
    }

    /// A combination can only have come to fail if the entry of one of its binders was touched.
    fn fails(&self, sight: Sight<'_>, changes: &Changes) -> Result<Option<Option<Stop>>, Stop> {
        for pinned in 0..self.binders.len() {
            let touched = self.touched(pinned, sight.after, changes);
            if touched.is_empty() {
                continue;
            }
            let mut evaluator = sight.evaluator();
            if let Some(stop) = self.search(&mut evaluator, 0, pinned, &touched)? {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    fn touched(&self, binder: usize, after: &State, changes: &Changes) -> Vec<Value> {
        let (id, part) = self.over[binder];
        let Value::Map(entries) = after.field(id) else { return Vec::new() };
        let mut keys: FxHashSet<Value> = changes.keys(id).cloned().collect();
        keys.extend(self.keyed[binder].iter().flat_map(|id| changes.keys(*id)).cloned());
        let present = keys.into_iter().filter_map(|key| entries.get(&key).map(|value| (key.clone(), value.clone())));
        present.map(|(key, value)| if part == Part::Keys { key } else { value }).collect()
    }

    fn search(
        &self,
        evaluator: &mut Evaluator<'_>,
        at: usize,
        pinned: usize,
        touched: &[Value],
    ) -> Result<Option<Option<Stop>>, Stop> {
        let Some(binder) = self.binders.get(at) else {
            let truth = evaluator.truth(&self.body).map(|value| value != self.broken_if);
            return failed(truth);
        };
        let elements: Vec<Value> = if at == pinned { touched.to_vec() } else { evaluator.range_of(binder)? };
        let bound = evaluator.bound();
        for element in elements {
            evaluator.bind(&binder.local, element);
            let found = self.search(evaluator, at + 1, pinned, touched);
            evaluator.unbind_to(bound);
            if let Some(stop) = found? {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }
}

/// The relation that a binder ranges over, where it is just that.
fn relation(binder: &Binder) -> Option<(StateId, Part)> {
    let Range::Elements(source) = &binder.range else { return None };
    let state = |expr: &Expr| match (&expr.kind, &expr.ty) {
        (ExprKind::State(id, _), Type::Map(..)) => Some((*id, false)),
        (ExprKind::State(id, _), Type::Multi(..)) => Some((*id, true)),
        _ => None,
    };
    if let ExprKind::Builtin(builtin @ (Builtin::Dom | Builtin::Ran), args) = &source.kind {
        let (id, several) = state(args.first()?)?;
        let part = if *builtin == Builtin::Dom { Part::Keys } else { Part::Values };
        return (part == Part::Keys || !several).then_some((id, part));
    }
    state(source).map(|(id, _)| (id, Part::Keys))
}

/// How many keys that were written to are listed one by one.
const MAX_LISTED: usize = 32;

/// What a step changed.
#[derive(Debug)]
pub(crate) struct Changes {
    /// For each state field the keys or elements that differ; none where the field is the same.
    fields: Vec<Option<Vec<Value>>>,
}

impl Changes {
    pub(crate) fn between(before: &State, after: &State) -> Changes {
        let pairs = before.fields().iter().zip(after.fields());
        Changes { fields: pairs.map(|(before, after)| differing(before, after)).collect() }
    }

    /// The changes of a step that is known to have written to these fields or entries alone.
    pub(crate) fn among(before: &State, after: &State, touched: &[(StateId, Option<Value>)]) -> Changes {
        let mut fields: Vec<Option<Vec<Value>>> = vec![None; before.fields().len()];
        let mut compare: FxHashSet<StateId> = FxHashSet::default();
        for (id, key) in touched {
            let keys = fields[id.index()].get_or_insert_default();
            match key {
                Some(key) if keys.len() < MAX_LISTED => keys.push(key.clone()),
                Some(_) | None => drop(compare.insert(*id)),
            }
        }
        for id in compare {
            fields[id.index()] = differing(before.field(id), after.field(id));
        }
        fields.iter_mut().flatten().for_each(|keys| {
            keys.sort();
            keys.dedup();
        });
        Changes { fields }
    }

    pub(crate) fn touch(&self, fields: &BTreeSet<StateId>) -> bool {
        fields.iter().any(|id| self.has(*id))
    }

    pub(crate) fn has(&self, id: StateId) -> bool {
        self.fields[id.index()].is_some()
    }

    /// The keys that differ.
    pub(crate) fn keys(&self, id: StateId) -> impl Iterator<Item = &Value> {
        self.fields[id.index()].iter().flatten()
    }
}

fn differing(before: &Value, after: &Value) -> Option<Vec<Value>> {
    if let (Value::Map(before), Value::Map(after)) = (before, after) {
        let keys: Vec<Value> = before.diff(after).map(|item| key_of(&item).clone()).collect();
        return (!keys.is_empty()).then_some(keys);
    }
    (before != after).then(Vec::new)
}

fn key_of<'v>(item: &DiffItem<'v, 'v, Value, Value>) -> &'v Value {
    match item {
        DiffItem::Add(key, _) | DiffItem::Remove(key, _) => key,
        DiffItem::Update { new: (key, _), .. } => key,
    }
}
