//! What an expression needs to know of the state after and of the outputs.

use crate::effect::{Place, Root, Scope};
use crate::ir::{Binder, Expr, ExprKind, Moment, Range, Reads, Service, StateId, Type, binders, for_each_child};

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
        found.extend(Reads::by(service, *id).fields.into_iter().map(whole));
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

/// The places that surroundings read: conditions, values of variables, sources.
pub(super) fn scope_reads(service: &Service, scopes: &[Scope]) -> Vec<Place> {
    scopes.iter().filter_map(Scope::expr).flat_map(|expr| reads(service, expr)).collect()
}
