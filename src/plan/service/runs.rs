//! Steps that belong together: the fields of one entry are given at once.

use super::PlannedStep;
use crate::effect::{Place, Scope, Step as PathStep};
use crate::ir::{Binder, Expr, ExprKind, Local, Moment, Range, Service, Type, any, for_each_child_mut};
use crate::realize::{Action, Case, Rule};

/// How many steps from here on give fields of one entry, which can be written as one.
pub(crate) fn run_length(service: &Service, steps: &[PlannedStep]) -> usize {
    let Some(first) = steps.first().and_then(part_of_entry) else { return 0 };
    let creates = matches!(steps.first().map(|s| &s.step.action), Some(Action::Create(_, cases)) if cases.iter().all(Vec::is_empty));
    let is_create = matches!(steps.first().map(|s| &s.step.action), Some(Action::Create(..)));
    if is_create && !creates {
        return 0;
    }
    let entry = entry_of(first);
    let mut count = usize::from(is_create);
    let mut given = 0;
    for planned in steps.iter().skip(count) {
        let Action::Assign(place, cases) = &planned.step.action else { break };
        let fits = planned.step.rule != Rule::Transition
            && planned.partial.is_none()
            && place.path.len() == 2
            && entry_of(place).is_same(&entry)
            && matches!(place.path.get(1), Some(PathStep::Field(_)))
            && cases.iter().all(|case| single(case) && !reads_after(case, &entry));
        if !fits || (creates && !cases.first().is_some_and(is_certain)) {
            break;
        }
        count += 1;
        given += 1;
    }
    if creates {
        let Type::Entity(id) = &first.ty else { return 0 };
        return if given == service.entity(*id).fields.len() { count } else { 0 };
    }
    count
}

/// Whether a case applies whatever the state.
pub(crate) fn is_certain(case: &Case) -> bool {
    case.scopes.iter().all(|scope| matches!(scope, Scope::Let(..)))
}

fn single(case: &Case) -> bool {
    !case.scopes.iter().any(|scope| matches!(scope, Scope::Each(_)))
}

/// The entry that a place is a part of.
pub(crate) fn entry_of(place: &Place) -> Place {
    Place { root: place.root, path: place.path.iter().take(1).cloned().collect(), ty: place.ty.clone() }
}

/// The place that a step gives a value to, where it is in an entry.
pub(crate) fn part_of_entry(planned: &PlannedStep) -> Option<&Place> {
    let place = match &planned.step.action {
        Action::Assign(place, _) | Action::Create(place, _) => place,
        Action::Insert(..) | Action::Remove(..) | Action::Collect(..) | Action::Choose(..) => return None,
    };
    place.entry().map(|_| place)
}

/// Whether a case reads the entry, or its relation, as it is after.
fn reads_after(case: &Case, entry: &Place) -> bool {
    let reads = |expr: &Expr| {
        any(expr, &|part| {
            let place = Place::named(part).is_some_and(|found| found.root == entry.root);
            place || matches!(part.kind, ExprKind::Call(_, _, Moment::After))
        })
    };
    reads(&case.value) || case.scopes.iter().filter_map(Scope::expr).any(reads)
}

/// A case with the values of its variables in their place.
pub(crate) fn inlined(case: &Case) -> Case {
    let mut values: Vec<(u32, Expr)> = Vec::new();
    let mut scopes = Vec::new();
    for scope in &case.scopes {
        match scope {
            Scope::Let(local, value) => values.push((local.id, with_values(value, &values))),
            Scope::If(condition) => scopes.push(Scope::If(with_values(condition, &values))),
            Scope::Unless(condition) => scopes.push(Scope::Unless(with_values(condition, &values))),
            Scope::Each(binder) => {
                let range = match &binder.range {
                    Range::Elements(expr) => Range::Elements(with_values(expr, &values)),
                    Range::Values(expr) => Range::Values(with_values(expr, &values)),
                    Range::All(moment) => Range::All(*moment),
                };
                scopes.push(Scope::Each(Binder { range, ..binder.clone() }));
            }
        }
    }
    Case { clause: case.clause, scopes, value: with_values(&case.value, &values) }
}

/// An expression with values in the place of variables.
pub(crate) fn with_values(expr: &Expr, values: &[(u32, Expr)]) -> Expr {
    let mut expr = expr.clone();
    put_in(&mut expr, values);
    expr
}

fn put_in(expr: &mut Expr, values: &[(u32, Expr)]) {
    if let ExprKind::Local(Local { id, .. }) = &expr.kind {
        if let Some((_, value)) = values.iter().find(|(known, _)| known == id) {
            *expr = value.clone();
        }
        return;
    }
    for_each_child_mut(expr, &mut |part| put_in(part, values));
}
