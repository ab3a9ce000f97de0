//! Which ensures the steps of a body make true by themselves, whatever the state and the inputs are.

use crate::effect::{Action as Said, Check, Effect, Place, Root, Scope, Step as PathStep};
use crate::ir::{Expr, ExprKind, Moment, ParamIndex, Reads, Service, any, for_each_child, same};
use crate::realize::{Action, Body, Rule};

/// Whether the steps make a clause true: each part of it has its place for itself, or was looked at when a value was chosen.
pub(super) fn is_made(service: &Service, body: &Body, clause: usize) -> bool {
    let maker = Maker { service, body };
    let effects: Vec<&Effect> = body.effects.effects.iter().filter(|effect| effect.clause == clause).collect();
    let checks: Vec<&Check> = body.effects.checks.iter().filter(|check| check.clause == clause).collect();
    let says_something = !effects.is_empty() || !checks.is_empty();
    says_something
        && effects.iter().all(|effect| effect.determines && maker.is_unrivalled(effect))
        && checks.iter().all(|check| maker.is_chosen(check))
}

struct Maker<'a> {
    service: &'a Service,
    body: &'a Body,
}

impl Maker<'_> {
    /// Whether nothing else is said of the place of an effect, and its value stays what it was when it was given.
    fn is_unrivalled(&self, effect: &Effect) -> bool {
        let others = self.body.effects.effects.iter().filter(|other| !std::ptr::eq(*other, effect));
        let rivals = others.filter(|other| other.place.overlaps(&effect.place));
        rivals.into_iter().all(|other| agree(effect, other) || exclude(effect, other))
            && !self.may_be_moved(effect)
            && is_once(effect)
            && !self.reads_itself(effect)
    }

    /// Whether a transition may give the place another value.
    fn may_be_moved(&self, effect: &Effect) -> bool {
        self.body.steps.iter().filter(|step| step.rule == Rule::Transition).any(|step| match &step.action {
            Action::Assign(place, _) => place.overlaps(&effect.place),
            Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) | Action::Choose(..) => {
                false
            }
        })
    }

    /// Whether what is said of a place depends on the place, or on what may be the same.
    fn reads_itself(&self, effect: &Effect) -> bool {
        let (Said::Equals(value) | Said::Contains(value) | Said::Lacks(value)) = &effect.action;
        let scopes = effect.scopes.iter().filter_map(Scope::expr);
        scopes.chain([value]).chain(effect.place.keys()).any(|expr| self.reads(expr, &effect.place))
    }

    /// Whether an expression reads what a place becomes.
    fn reads(&self, expr: &Expr, place: &Place) -> bool {
        if let Some(found) = Place::named(expr) {
            return found.overlaps(place) || found.keys().any(|key| self.reads(key, place));
        }
        let by_call = if let ExprKind::Call(id, _, Moment::After) = &expr.kind {
            matches!(place.root, Root::State(state) if Reads::by(self.service, *id).fields.contains(&state))
        } else {
            matches!(expr.kind, ExprKind::Instances(_, Moment::After))
        };
        let mut found = by_call;
        for_each_child(expr, &mut |part| found = found || self.reads(part, place));
        found
    }

    /// Whether a check was looked at when the one value was chosen that it depends on.
    fn is_chosen(&self, check: &Check) -> bool {
        let choosing = self.body.steps.iter().find_map(|step| match &step.action {
            Action::Choose(place, checks) => checks.contains(check).then_some(place),
            Action::Assign(..) | Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) => {
                None
            }
        });
        let Some(Place { root: Root::Output(output), path, .. }) = choosing else { return false };
        let is_given = self.body.effects.effects.iter().any(|effect| effect.place.root == Root::Output(*output));
        let exprs = || check.scopes.iter().filter_map(Scope::expr).chain([&check.expr]);
        let is_later = |part: &Expr| output_of(part).map_or_else(|| is_of_after(part), |found| found != *output);
        path.is_empty() && !is_given && !exprs().any(|expr| any(expr, &is_later))
    }
}

/// Whether both can be said of one place.
fn agree(one: &Effect, other: &Effect) -> bool {
    let deeper = |outer: &Effect, inner: &Effect| inner.place.path.len() > outer.place.path.len();
    match (&one.action, &other.action) {
        (Said::Contains(_), Said::Contains(_)) | (Said::Lacks(_), Said::Lacks(_)) => true,
        (Said::Contains(_), Said::Equals(_)) => deeper(one, other),
        (Said::Equals(_), Said::Contains(_)) => deeper(other, one),
        (Said::Contains(_) | Said::Equals(_) | Said::Lacks(_), _) => false,
    }
}

/// Whether one is said only where the other is not.
fn exclude(one: &Effect, other: &Effect) -> bool {
    let pairs = |scope: &Scope, opposite: &Scope| match (scope, opposite) {
        (Scope::If(condition), Scope::Unless(not)) | (Scope::Unless(not), Scope::If(condition)) => {
            same(condition, not) && !any(condition, &|part| is_after(part))
        }
        (Scope::If(_) | Scope::Unless(_) | Scope::Let(..) | Scope::Each(_), _) => false,
    };
    one.scopes.iter().any(|scope| other.scopes.iter().any(|opposite| pairs(scope, opposite)))
}

fn is_after(part: &Expr) -> bool {
    is_of_after(part) || output_of(part).is_some()
}

/// Whether something is read in the state after.
fn is_of_after(part: &Expr) -> bool {
    matches!(
        part.kind,
        ExprKind::State(_, Moment::After) | ExprKind::Call(_, _, Moment::After) | ExprKind::Instances(_, Moment::After)
    )
}

fn output_of(part: &Expr) -> Option<ParamIndex> {
    if let ExprKind::Output(index) = part.kind { Some(index) } else { None }
}

/// Whether the elements that an effect is said for have places of their own.
fn is_once(effect: &Effect) -> bool {
    let each: Vec<u32> = effect
        .scopes
        .iter()
        .filter_map(|scope| match scope {
            Scope::Each(binder) => Some(binder.local.id),
            Scope::Let(..) | Scope::If(_) | Scope::Unless(_) => None,
        })
        .collect();
    match (&*each, &effect.action) {
        ([], _) | (_, Said::Contains(_) | Said::Lacks(_)) => true,
        ([local], Said::Equals(_)) => {
            let key = effect.place.path.first();
            matches!(key, Some(PathStep::Key(Expr { kind: ExprKind::Local(found), .. })) if found.id == *local)
        }
        ([..], Said::Equals(_)) => false,
    }
}
