//! What an operation checks again when it is done: the promises that its steps do not make true by themselves, as far as
//! what is loaded can tell, and the invariants that bound what it chooses.

use std::collections::BTreeSet;

use serde::Serialize;

use super::PlannedStep;
use super::loads::Loads;
use crate::effect::{Place, Root, Step as PathStep};
use crate::ir::{
    BinaryOp, Binder, Expr, ExprKind, Fresh, Moment, Property, Quantifier, Range, Reads, Service, StateId, Type,
    substitute,
};
use crate::realize::{Action, Body};

/// A promise that is checked at the end.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Promise {
    /// An ensures, by position.
    Ensures(usize),
    /// An invariant of the service, by position; for one entry or as a whole.
    Invariant(usize, Option<Local>),
    /// An `always`, by position among the temporal properties; for one entry or as a whole.
    Always(usize, Option<Local>),
}

/// What an invariant `all x in rel | P` says of one entry: `P` with the key for `x`, where the entry is there.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Local {
    /// The relation.
    pub relation: StateId,
    /// The key.
    pub key: Expr,
    /// What holds, over the state after.
    pub holds: Expr,
}

/// The promises to check. What invariants that bound a choice need is added to the loads.
pub(super) fn promises(service: &Service, body: &Body, steps: &[PlannedStep], loads: &mut Loads<'_>) -> Vec<Promise> {
    let touched = touched(body);
    let is_open = steps.iter().any(|step| step.choice.is_some());
    // Where nothing is written and nothing is chosen, the steps are what the clauses say.
    let mut found = if touched.is_empty() && !is_open { Vec::new() } else { ensures(service, body, loads) };
    let chooses = steps.iter().filter_map(|step| step.choice.as_ref()).any(super::Choice::is_free);
    for (at, condition) in conditions(service) {
        let reads = Reads::of(service, condition).fields;
        if !touched.iter().any(|place| matches!(place.root, Root::State(id) if reads.contains(&id))) {
            continue;
        }
        let locals = localized(condition, &touched)
            .filter(|locals| locals.iter().all(|local| loads.has(&loads.of(&local.holds))));
        match locals {
            Some(locals) => found.extend(locals.into_iter().map(|local| at.promise(Some(local)))),
            // What goes over a collection costs more than the call itself; only a free choice is worth that.
            None if is_scalar(service, &reads) && loads.has(&loads.of(condition)) => found.push(at.promise(None)),
            None if chooses => {
                loads.expr(condition);
                found.push(at.promise(None));
            }
            None => {}
        }
    }
    found
}

/// Whether state fields are no collections.
fn is_scalar(service: &Service, fields: &BTreeSet<StateId>) -> bool {
    let is_collection = |id: &StateId| {
        matches!(service.state_field(*id).ty.ty, Type::Map(..) | Type::Multi(..) | Type::Set(_) | Type::Seq(_))
    };
    !fields.iter().any(is_collection)
}

/// A condition on every state.
#[derive(Clone, Copy)]
enum At {
    Invariant(usize),
    Always(usize),
}

impl At {
    fn promise(self, local: Option<Local>) -> Promise {
        match self {
            At::Invariant(at) => Promise::Invariant(at, local),
            At::Always(at) => Promise::Always(at, local),
        }
    }
}

fn conditions(service: &Service) -> Vec<(At, &Expr)> {
    let invariants = service.invariants.iter().enumerate().map(|(at, invariant)| (At::Invariant(at), &invariant.expr));
    let always = service.temporals.iter().enumerate().filter_map(|(at, temporal)| match &temporal.property {
        Property::Always(expr) => Some((At::Always(at), expr)),
        Property::Eventually(_) | Property::Fairness(_) => None,
    });
    invariants.chain(always).collect()
}

/// The ensures that no step is for, where what is loaded can tell.
fn ensures(service: &Service, body: &Body, loads: &Loads<'_>) -> Vec<Promise> {
    let clauses = &service.operation(body.operation).ensures;
    let made = |at: &usize| body.steps.iter().any(|step| step.clauses.contains(at));
    let open = (0..clauses.len()).filter(|at| !made(at));
    let judged = open.filter(|at| clauses.get(*at).is_some_and(|clause| loads.has(&loads.of(&clause.expr))));
    judged.map(Promise::Ensures).collect()
}

/// The places of the state that a body writes to.
fn touched(body: &Body) -> Vec<Place> {
    let whole = |id: &StateId| Place { root: Root::State(*id), path: Vec::new(), ty: Type::Unknown };
    let mut found: Vec<Place> = body.effects.open.iter().map(whole).collect();
    for step in &body.steps {
        found.extend(entries(&step.action));
    }
    found
}

/// The entries that an action writes to, as places of their own where their keys are known.
fn entries(action: &Action) -> Vec<Place> {
    let (place, cases) = match action {
        Action::Assign(place, cases) | Action::Insert(place, cases) | Action::Remove(place, cases) => (place, &**cases),
        Action::Create(place, _) | Action::Choose(place, _) => (place, &[][..]),
        Action::Collect(..) => return Vec::new(),
    };
    let Root::State(id) = place.root else { return Vec::new() };
    let entry = |key: &Expr| Place { root: Root::State(id), path: vec![PathStep::Key(key.clone())], ty: Type::Unknown };
    if let Some((_, key)) = place.entry() {
        return vec![entry(key)];
    }
    let values: Vec<&Expr> = cases.iter().map(|case| &case.value).collect();
    if let (Action::Remove(..), true) = (action, place.path.is_empty()) {
        return values.into_iter().map(entry).collect();
    }
    let keys: Option<Vec<Vec<&Expr>>> = values.iter().map(|value| changed_keys(value, id)).collect();
    match keys {
        Some(keys) if !keys.is_empty() => keys.into_iter().flatten().map(entry).collect(),
        Some(_) | None => vec![place.clone()],
    }
}

/// The keys that `rel + {k -> v}` and `rel - {k}` are about.
fn changed_keys(value: &Expr, id: StateId) -> Option<Vec<&Expr>> {
    if matches!(value.kind, ExprKind::State(found, Moment::Before) if found == id) {
        return Some(Vec::new());
    }
    let ExprKind::Binary(_, left, right) = &value.kind else { return None };
    let mut keys = changed_keys(left, id)?;
    if let ExprKind::Map(entries) = &right.kind {
        keys.extend(entries.iter().map(|(key, _)| key));
        return Some(keys);
    }
    if let ExprKind::Set(gone) = &right.kind {
        keys.extend(gone);
        return Some(keys);
    }
    None
}

/// What `all x in rel | P` says of the entries that were touched, where only those of `rel` were.
fn localized(condition: &Expr, touched: &[Place]) -> Option<Vec<Local>> {
    let ExprKind::Quantifier(Quantifier::All, binders, holds) = &condition.kind else { return None };
    let [Binder { local, range: Range::Elements(source), .. }] = &**binders else { return None };
    let ExprKind::State(relation, _) = source.kind else { return None };
    let mut found: Vec<Local> = Vec::new();
    for place in touched {
        let (of, key) = place.entry()?;
        if crate::ir::any(key, &|part| matches!(part.kind, ExprKind::Local(_))) {
            return None;
        }
        // Where another relation is read under the same key, that is where the two have to agree.
        if of != relation && !reads_at(holds, of, local.id) {
            continue;
        }
        let holds = with_key(holds, local.id, key);
        let next = Local { relation, key: key.clone(), holds };
        if !found.iter().any(|known| crate::ir::same(&known.key, key)) {
            found.push(next);
        }
    }
    Some(found)
}

/// Whether a condition reads a relation under the key that a variable is.
fn reads_at(holds: &Expr, relation: StateId, local: u32) -> bool {
    let is_relation = |expr: &Expr| matches!(expr.kind, ExprKind::State(id, _) if id == relation);
    let is_key = |expr: &Expr| matches!(&expr.kind, ExprKind::Local(found) if found.id == local);
    crate::ir::any(holds, &|part| {
        matches!(&part.kind, ExprKind::Index(_, base, key) if is_relation(base) && is_key(key))
            || matches!(&part.kind, ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, key, base)
                if is_relation(base) && is_key(key))
    })
}

/// A condition with a key in place of its variable, read after.
fn with_key(holds: &Expr, local: u32, key: &Expr) -> Expr {
    let mut holds = holds.clone();
    put(&mut holds, local, key);
    substitute(&holds, &[], Moment::After, &mut Fresh::above(&holds))
}

fn put(expr: &mut Expr, local: u32, key: &Expr) {
    if matches!(&expr.kind, ExprKind::Local(found) if found.id == local) {
        let span = expr.span;
        *expr = key.clone();
        expr.span = span;
        return;
    }
    crate::ir::for_each_child_mut(expr, &mut |part| put(part, local, key));
}
