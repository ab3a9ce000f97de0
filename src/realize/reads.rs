//! What an expression needs to know of the state after and of the outputs.

use rustc_hash::FxHashSet;

use crate::effect::{Place, Root, Scope};
use crate::ir::{
    Binder, Expr, ExprKind, FunctionBody, FunctionId, Moment, Range, Service, StateId, Type, for_each_child, walk,
};

/// The places of the outputs and of the state after that an expression reads.
pub(super) fn reads(service: &Service, expr: &Expr) -> Vec<Place> {
    let mut found = Vec::new();
    gather(service, expr, &mut found);
    found
}

fn gather(service: &Service, expr: &Expr, found: &mut Vec<Place>) {
    if let Some(place) = Place::named(expr) {
        keys(service, expr, found);
        found.push(place);
        return;
    }
    if let ExprKind::Call(id, _, Moment::After) = &expr.kind {
        found.extend(read_by(service, *id).into_iter().map(whole));
    }
    if is_over_everything(expr) {
        found.extend((0..service.state.len()).map(|index| whole(StateId(index as u32))));
    }
    for_each_child(expr, &mut |part| gather(service, part, found));
}

/// The keys on the way to a place are read as well.
fn keys(service: &Service, expr: &Expr, found: &mut Vec<Place>) {
    if let ExprKind::Index(_, base, key) = &expr.kind {
        keys(service, base, found);
        gather(service, key, found);
    } else if let ExprKind::Field(base, _) | ExprKind::Unwrap(base, _) = &expr.kind {
        keys(service, base, found);
    }
}

fn whole(id: StateId) -> Place {
    Place { root: Root::State(id), path: Vec::new(), ty: Type::Unknown }
}

/// Whether an expression goes over all instances of an entity after the operation.
fn is_over_everything(expr: &Expr) -> bool {
    let over = |binder: &Binder| matches!((&binder.range, &binder.ty), (Range::All(Moment::After), Type::Entity(_)));
    matches!(expr.kind, ExprKind::Instances(_, Moment::After)) || binders(expr).iter().any(over)
}

/// The state fields that a function reads, directly or through what it calls.
fn read_by(service: &Service, id: FunctionId) -> FxHashSet<StateId> {
    let (mut fields, mut seen, mut open) = (FxHashSet::default(), FxHashSet::default(), vec![id]);
    while let Some(id) = open.pop() {
        let FunctionBody::Defined(body) = &service.function(id).body else { continue };
        if seen.insert(id) {
            walk(body, &mut |part| {
                if let ExprKind::State(field, _) = &part.kind {
                    fields.insert(*field);
                } else if let ExprKind::Call(called, ..) = &part.kind {
                    open.push(*called);
                } else if reads_instances(part) {
                    fields.extend((0..service.state.len()).map(|index| StateId(index as u32)));
                }
            });
        }
    }
    fields
}

fn reads_instances(expr: &Expr) -> bool {
    let over = |binder: &Binder| matches!((&binder.range, &binder.ty), (Range::All(_), Type::Entity(_)));
    matches!(expr.kind, ExprKind::Instances(..)) || binders(expr).iter().any(over)
}

/// The variables that an expression binds by itself.
fn binders(expr: &Expr) -> &[Binder] {
    if let ExprKind::Quantifier(_, binders, _) = &expr.kind {
        return binders;
    }
    if let ExprKind::Sum(binder, _) | ExprKind::The(binder, _) | ExprKind::Comprehension(binder, _) = &expr.kind {
        return std::slice::from_ref(binder);
    }
    &[]
}

/// The places that surroundings read: conditions, values of variables, sources.
pub(super) fn scope_reads(service: &Service, scopes: &[Scope]) -> Vec<Place> {
    scopes.iter().filter_map(Scope::expr).flat_map(|expr| reads(service, expr)).collect()
}
