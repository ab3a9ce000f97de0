//! Clauses about values that are chosen, and of which not all are tried: one that none of those satisfies may still be
//! satisfiable.

use super::{Action, Body};
use crate::effect::{Check, Place, Root, Step};
use crate::ir::{BinaryOp, Expr, ExprKind, FunctionBody, Operation, Service, Type, TypeRef};

/// How deep predicates are looked into.
const MAX_CALLS: usize = 4;

impl Body {
    /// Whether a clause, by position among the ensures, speaks of a record or a collection that is chosen and could be more than
    /// is tried. That something is new can be had from any value, so a choice of that kind excuses nothing.
    pub fn is_open_ended(&self, service: &Service, clause: usize) -> bool {
        self.chosen_in(service, clause)
            .any(|(place, checks)| is_endless(&place.ty) && !checks.iter().all(|check| is_newness(&check.expr, place)))
    }

    /// Whether a clause speaks of a single value that is chosen, and for which not everything was tried. What only has to be new
    /// is to blame for nothing but that it is not.
    pub fn hangs_on(&self, service: &Service, clause: usize, is_unfinished: &dyn Fn(&Place) -> bool) -> bool {
        self.chosen_in(service, clause).any(|(place, checks)| {
            let is_blamed = |check: &Check| check.clause == clause || !is_newness(&check.expr, place);
            !is_tried_whole(&place.ty) && checks.iter().any(is_blamed) && is_unfinished(place)
        })
    }

    /// Whether a clause may fail for want of a single value, whatever the call: nothing that is said of the value when the spec
    /// is read leaves few enough to try all. Something new can always be had where there is no end of values.
    pub fn may_lack_value(&self, service: &Service, clause: usize) -> bool {
        let operation = service.operation(self.operation);
        self.chosen_in(service, clause).any(|(place, checks)| {
            let is_only_new = checks.iter().all(|check| is_newness(&check.expr, place));
            !is_tried_whole(&place.ty) && !is_only_new && !Room::of(service, operation, place, checks).is_small()
        })
    }

    /// Whether a call may be answered with nothing but that no value was found.
    pub fn may_find_nothing(&self, service: &Service) -> bool {
        let count = service.operation(self.operation).ensures.len();
        let may = |clause: usize| self.is_open_ended(service, clause) || self.may_lack_value(service, clause);
        self.hole.is_some() || (0..count).any(may)
    }

    /// The choices of which a clause speaks, by their names or by other ones for the same value: it is among what is checked then.
    fn chosen_in<'b>(&'b self, service: &Service, clause: usize) -> impl Iterator<Item = (&'b Place, &'b Vec<Check>)> {
        let ensures = service.operation(self.operation).ensures.get(clause);
        let mut spoken_of = Vec::new();
        ensures.into_iter().for_each(|ensures| Place::each_named(&ensures.expr, &mut |place| spoken_of.push(place)));
        self.choices().filter(move |(place, checks)| {
            spoken_of.iter().any(|spoken| spoken.overlaps(place)) || checks.iter().any(|check| check.clause == clause)
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

/// Whether only a few values of a type are tried, whatever is asked of them. Of single values, those that conditions leave room
/// for are all tried, as long as these are not too many: that shows when it is done.
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

/// What is said of the values that a place can have, as far as it can be read off the spec.
#[derive(Default)]
struct Room {
    has_least: bool,
    has_greatest: bool,
    /// It is one of something, or matches a pattern.
    is_listed: bool,
}

impl Room {
    fn of(service: &Service, operation: &Operation, place: &Place, checks: &[Check]) -> Room {
        let mut room = Room::default();
        let is_place = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(place));
        checks.iter().for_each(|check| room.note(service, &check.expr, &is_place, MAX_CALLS));
        let is_value = |expr: &Expr| matches!(expr.kind, ExprKind::OwnValue);
        let mut next = declared(service, operation, place).and_then(|ty| ty.alias);
        while let Some(alias) = next.map(|id| &service.aliases[id.index()]) {
            alias.refinement.iter().for_each(|refinement| room.note(service, refinement, &is_value, MAX_CALLS));
            next = alias.base.alias;
        }
        room
    }

    fn is_small(&self) -> bool {
        self.is_listed || (self.has_least && self.has_greatest)
    }

    fn note(&mut self, service: &Service, condition: &Expr, is_slot: &dyn Fn(&Expr) -> bool, calls: usize) {
        if let ExprKind::Matches(text, _) = &condition.kind {
            self.is_listed |= is_slot(text);
        }
        if let ExprKind::Call(id, args, _) = &condition.kind
            && let FunctionBody::Defined(body) = &service.function(*id).body
            && calls > 0
        {
            let slots: Vec<bool> = args.iter().map(is_slot).collect();
            let is_param = |expr: &Expr| matches!(expr.kind, ExprKind::Param(at) if slots.get(at.index()).copied().unwrap_or(false));
            return self.note(service, body, &is_param, calls - 1);
        }
        let ExprKind::Binary(operator, left, right) = &condition.kind else { return };
        if *operator == BinaryOp::And {
            self.note(service, left, is_slot, calls);
            return self.note(service, right, is_slot, calls);
        }
        let (on_left, on_right) = (is_slot(left), is_slot(right));
        let is_more = matches!(operator, BinaryOp::Gt | BinaryOp::Ge);
        let is_less = matches!(operator, BinaryOp::Lt | BinaryOp::Le);
        self.has_least |= (on_left && is_more) || (on_right && is_less);
        self.has_greatest |= (on_left && is_less) || (on_right && is_more);
        self.is_listed |=
            (on_left && *operator == BinaryOp::In) || ((on_left || on_right) && *operator == BinaryOp::Eq);
    }
}

/// The declared type of a place.
fn declared<'s>(service: &'s Service, operation: &'s Operation, place: &Place) -> Option<&'s TypeRef> {
    let root = match place.root {
        Root::Output(at) => &operation.outputs.get(at.index())?.ty,
        Root::State(id) => &service.state_field(id).ty,
    };
    place.path.iter().try_fold(root, |ty, step| {
        let ty = unaliased(service, ty);
        match (step, &ty.ty) {
            (Step::Key(_), _) => ty.args.get(1),
            (Step::Position(_), _) => ty.args.first(),
            (Step::Field(field), Type::Entity(id)) => Some(&service.entity(*id).fields.get(field.index())?.ty),
            (Step::Field(_), _) => None,
        }
    })
}

fn unaliased<'s>(service: &'s Service, ty: &'s TypeRef) -> &'s TypeRef {
    ty.alias.map_or(ty, |alias| unaliased(service, &service.aliases[alias.index()].base))
}
