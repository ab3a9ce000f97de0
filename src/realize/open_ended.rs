//! Clauses about values that are chosen, and of which not all are tried: one that none of those satisfies may still be
//! satisfiable.

use super::{Action, Body};
use crate::effect::{Check, Place};
use crate::ir::{BinaryOp, Expr, ExprKind, Service, Type};

impl Body {
    /// Whether a clause, by position among the ensures, speaks of a record or a collection that is chosen and could be more than
    /// is tried. That something is new can be had from any value, so a choice of that kind excuses nothing.
    pub fn is_open_ended(&self, service: &Service, clause: usize) -> bool {
        let Some(clause) = service.operation(self.operation).ensures.get(clause) else { return false };
        let mut spoken_of = Vec::new();
        Place::each_named(&clause.expr, &mut |place| spoken_of.push(place));
        self.choices().any(|(place, checks)| {
            let is_only_new = checks.iter().all(|check| is_newness(&check.expr, place));
            !is_only_new && is_endless(&place.ty) && spoken_of.iter().any(|spoken| spoken.overlaps(place))
        })
    }

    /// Whether there is something to choose, and all that it could be is tried.
    pub fn tries_all(&self) -> bool {
        self.choices().next().is_some() && self.choices().all(|(place, _)| is_tried_whole(&place.ty))
    }

    /// The places that values are chosen for, with what has to hold then.
    fn choices(&self) -> impl Iterator<Item = (&Place, &Vec<Check>)> {
        self.steps.iter().filter_map(|step| match &step.action {
            Action::Choose(place, checks) => Some((place, checks)),
            Action::Assign(..) | Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) => {
                None
            }
        })
    }
}

/// Whether every value of a type is tried before a choice is given up.
fn is_tried_whole(ty: &Type) -> bool {
    matches!(inner(ty), Type::Bool | Type::Enum(_))
}

/// Whether only a few values of a type are tried, whatever is asked of them: of single values, those that conditions leave room
/// for are all tried, as long as these are not too many.
fn is_endless(ty: &Type) -> bool {
    matches!(inner(ty), Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Entity(_))
}

/// What an option is an option of.
fn inner(ty: &Type) -> &Type {
    if let Type::Option(inside) = ty { inner(inside) } else { ty }
}

/// Whether a condition says that a place is not among some others.
fn is_newness(condition: &Expr, place: &Place) -> bool {
    let ExprKind::Binary(BinaryOp::NotIn, element, _) = &condition.kind else { return false };
    Place::named(element).is_some_and(|found| found.is_same(place))
}
