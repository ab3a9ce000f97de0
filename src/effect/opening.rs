//! What is left open: state fields and parts of entries that only checks speak of.

use super::{Action, Check, Effect, Opening, Place, Root, Step};
use crate::ir::{Expr, ExprKind, Moment, StateId, Type, any, for_each_child, for_each_child_mut, walk};

/// The state fields that are primed in checks, and that no effect is about.
pub(super) fn open_fields(effects: &[Effect], checks: &[Check]) -> Vec<StateId> {
    let mut open = Vec::new();
    for check in checks.iter().filter(|check| check.opens) {
        walk(&check.expr, &mut |part| {
            if let ExprKind::State(id, Moment::After) = part.kind {
                open.push(id);
            }
        });
    }
    open.sort();
    open.dedup();
    open.retain(|id| !effects.iter().any(|effect| effect.state() == Some(*id)));
    open
}

/// The parts of entries that checks name, and that no effect is about, in fields that effects are about.
pub(super) fn open_parts(effects: &[Effect], checks: &[Check], open: &[StateId]) -> Vec<Opening> {
    let mut found: Vec<Opening> = Vec::new();
    for check in checks.iter().filter(|check| check.opens) {
        named(&check.expr, &mut |place| {
            let opening = Opening { scopes: check.scopes.clone(), place };
            let is_free = matches!(opening.place.root, Root::State(id) if !open.contains(&id));
            let is_said = effects.iter().any(|effect| speaks_of(effect, &opening.place));
            let is_known = found.iter().any(|known| known.is_same(&opening));
            if is_free && !is_said && is_part(&opening.place) && !is_known {
                found.push(opening);
            }
        });
    }
    found
}

/// Visits the places that an expression names, each as far as it goes.
fn named(expr: &Expr, visit: &mut dyn FnMut(Place)) {
    match Place::named(expr) {
        Some(place) => visit(place),
        None => for_each_child(expr, &mut |part| named(part, visit)),
    }
}

/// That an element is in a field, or is not, says nothing of the value under a key.
fn speaks_of(effect: &Effect, place: &Place) -> bool {
    let is_membership = matches!(effect.action, Action::Contains(_) | Action::Lacks(_));
    effect.place.overlaps(place) && !(is_membership && effect.place.path.is_empty())
}

/// Whether it is a field of an entry, or an entry that is no record, under a key that is known before.
fn is_part(place: &Place) -> bool {
    let is_entry = matches!(&*place.path, [Step::Key(_)]) && !matches!(place.ty, Type::Entity(_));
    let is_field = matches!(&*place.path, [Step::Key(_), Step::Field(_)]);
    (is_entry || is_field) && !place.keys().any(|key| any(key, &is_unknown))
}

fn is_unknown(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Local(_)
            | ExprKind::Output(_)
            | ExprKind::State(_, Moment::After)
            | ExprKind::Call(_, _, Moment::After)
    )
}

/// What checks say of an output that is read from an entry, they say of the entry.
pub(super) fn speak_of_entries(effects: &[Effect], checks: &mut [Check]) {
    for effect in effects.iter().filter(|effect| effect.is_whole() && effect.scopes.is_empty()) {
        let (Root::Output(_), Action::Equals(value)) = (effect.place.root, &effect.action) else { continue };
        if Place::named(value).is_some_and(|home| matches!(home.root, Root::State(_))) {
            checks.iter_mut().for_each(|check| replace(&mut check.expr, &effect.place, value));
        }
    }
}

fn replace(expr: &mut Expr, place: &Place, value: &Expr) {
    if matches!(expr.kind, ExprKind::Output(found) if Root::Output(found) == place.root) {
        *expr = value.clone();
    } else {
        for_each_child_mut(expr, &mut |part| replace(part, place, value));
    }
}
