//! The frame of a step: whether all that `effect` lets nobody change is as it was.

use imbl::OrdSet;

use super::eval::Sight;
use super::path::{At, read, write};
use super::stop::Stop;
use super::value::{State, Value};
use super::work::{Spot, spot, under};
use crate::effect::{Effects, Frame, Root};
use crate::ir::{OperationId, Service, StateId, Type};

/// The first state field that differs from the state before in a place that nothing determines.
pub(crate) fn broken_frame(sight: Sight<'_>, id: OperationId, effects: &Effects) -> Result<Option<StateId>, Stop> {
    let frame = Frame::of(&sight.model.service, id, effects);
    let spots = determined(sight, &frame)?;
    for index in 0..sight.model.service.state.len() {
        let id = StateId(index as u32);
        if !frame.free.contains(&id) && grafted(sight, id, &spots) != *sight.after.field(id) {
            return Ok(Some(id));
        }
    }
    Ok(None)
}

/// A place that a clause determines in this call: all of it, or whether one element is in it.
struct Determined {
    spot: Spot,
    element: Option<Value>,
}

fn determined(sight: Sight<'_>, frame: &Frame<'_>) -> Result<Vec<Determined>, Stop> {
    let mut found = Vec::new();
    for change in &frame.places {
        let result = under(&mut sight.evaluator(), change.scopes, &mut |evaluator| {
            let spot = spot(&change.place, evaluator)?;
            let element = change.element.map(|element| evaluator.eval(element)).transpose()?;
            found.push(Determined { spot, element });
            Ok(())
        });
        keep_outside(result)?;
    }
    Ok(found)
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
