//! The frame: what a call may change. All that no clause determines stays as it was.

use imbl::OrdSet;
use rustc_hash::FxHashSet;

use super::eval::Sight;
use super::path::{At, read, write};
use super::stop::Stop;
use super::value::{State, Value};
use super::work::{Spot, spot, under};
use crate::effect::{Action, Effects, Root};
use crate::ir::{Expr, ExprKind, Moment, OperationId, Service, StateId, Type, walk};

/// The first state field that differs from the state before in a place that nothing determines.
pub(crate) fn broken_frame(sight: Sight<'_>, id: OperationId, effects: &Effects) -> Result<Option<StateId>, Stop> {
    let operation = sight.model.service.operation(id);
    let mut free = free_fields(effects);
    for clause in &effects.loose {
        add_primed(&operation.ensures[*clause].expr, &mut free);
    }
    let mut spots = determined(sight, effects)?;
    spots.extend(moved_by_transitions(sight, id));
    for index in 0..sight.model.service.state.len() {
        let id = StateId(index as u32);
        if !free.contains(&id) && grafted(sight, id, &spots) != *sight.after.field(id) {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// The fields that are primed in checks and determined by nothing.
fn free_fields(effects: &Effects) -> FxHashSet<StateId> {
    let mut free = FxHashSet::default();
    for check in effects.checks.iter().filter(|check| check.opens) {
        add_primed(&check.expr, &mut free);
    }
    free.retain(|id| !effects.effects.iter().any(|effect| effect.determines && effect.state() == Some(*id)));
    free
}

/// The fields that an expression primes. Where it is loose, nobody can tell what they become.
fn add_primed(expr: &Expr, fields: &mut FxHashSet<StateId>) {
    walk(expr, &mut |part| {
        if let ExprKind::State(id, Moment::After) = &part.kind {
            fields.insert(*id);
        }
    });
}

/// A place that a clause determines in this call: all of it, or whether one element is in it.
struct Determined {
    spot: Spot,
    element: Option<Value>,
}

fn determined(sight: Sight<'_>, effects: &Effects) -> Result<Vec<Determined>, Stop> {
    let mut found = Vec::new();
    for effect in effects.effects.iter().filter(|effect| effect.determines) {
        let result = under(&mut sight.evaluator(), &effect.scopes, &mut |evaluator| {
            let spot = spot(&effect.place, evaluator)?;
            let element = match &effect.action {
                Action::Equals(_) => None,
                Action::Contains(element) | Action::Lacks(element) => Some(evaluator.eval(element)?),
            };
            found.push(Determined { spot, element });
            Ok(())
        });
        keep_outside(result)?;
    }
    for opening in &effects.open_parts {
        let result = under(&mut sight.evaluator(), &opening.scopes, &mut |evaluator| {
            found.push(Determined { spot: spot(&opening.place, evaluator)?, element: None });
            Ok(())
        });
        keep_outside(result)?;
    }
    Ok(found)
}

/// The fields that a transition sets. That they hold the target of a rule is checked by itself.
fn moved_by_transitions(sight: Sight<'_>, operation: OperationId) -> Vec<Determined> {
    let mut found = Vec::new();
    for transition in &sight.model.service.transitions {
        for rule in transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok()) {
            if rule.via == operation {
                let key = sight.inputs[rule.key.index()].clone();
                let way = vec![At::Key(key), At::Field(transition.field.index())];
                found.push(Determined { spot: Spot { root: Root::State(rule.relation), way }, element: None });
            }
        }
    }
    found
}

/// A condition without a value determines nothing; its clause is found broken by itself.
fn keep_outside(result: Result<(), Stop>) -> Result<(), Stop> {
    match result {
        Err(stop) if stop.is_outside() => Err(stop),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// The field before, with what is determined taken from the field after.
fn grafted(sight: Sight<'_>, id: StateId, spots: &[Determined]) -> Value {
    let mut state: State = sight.before.clone();
    for determined in spots.iter().filter(|determined| determined.spot.root == Root::State(id)) {
        graft(sight, id, determined, state.field_mut(id));
    }
    state.field(id).clone()
}

fn graft(sight: Sight<'_>, id: StateId, determined: &Determined, field: &mut Value) {
    let after = sight.after.field(id);
    let service = &sight.model.service;
    let ty = &service.state_field(id).ty.ty;
    let mut way = determined.spot.way.clone();
    if let Some(element) = &determined.element {
        if let (Some(before), Some(after)) = (set_at(ty, field, &way), set_at(ty, after, &way)) {
            let changed =
                if after.contains(element) { before.update(element.clone()) } else { before.without(element) };
            write(service, ty, field, &way, Value::Set(changed));
            return;
        }
        if !matches!(read(after, &way), Some(Value::Set(_))) {
            way.push(At::Key(element.clone()));
        }
    }
    way.truncate(known_part(field, &way));
    match read(after, &way).cloned() {
        Some(value) => drop(write(service, ty, field, &way, value)),
        None => remove(service, ty, field, &way),
    }
}

/// The set at the end of a way. In a relation with several values for a key an absent key has none.
fn set_at(ty: &Type, root: &Value, way: &[At]) -> Option<OrdSet<Value>> {
    match (read(root, way), ty, way) {
        (Some(Value::Set(elements)), ..) => Some(elements.clone()),
        (None, Type::Multi(..), [At::Key(_)]) => Some(OrdSet::new()),
        _ => None,
    }
}

/// How far a way leads through entries that are there, and the next one: a new entry is free in all its parts.
fn known_part(field: &Value, way: &[At]) -> usize {
    let is_new =
        |length: &usize| matches!(way.get(length - 1), Some(At::Key(_))) && read(field, &way[..*length]).is_none();
    (1..=way.len()).find(is_new).unwrap_or(way.len())
}

/// Takes away an entry that is not there after.
fn remove(service: &Service, ty: &Type, field: &mut Value, way: &[At]) {
    let Some((At::Key(key), outside)) = way.split_last() else { return };
    if let Some(Value::Map(entries)) = read(field, outside) {
        let without = Value::Map(entries.without(key));
        write(service, ty, field, outside, without);
    }
}
