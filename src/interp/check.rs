//! Whether all promises were kept: every ensures, every type, every invariant, every transition.

use super::call::{Call, Machine, enabled};
use super::eval::Sight;
use super::finding::Clause;
use super::refine::{Broken, Refiner, failed};
use super::stop::Stop;
use super::value::Value;
use super::watch::Changes;
use super::work::Failure;
use crate::ir::{OperationId, Reads, Service, StateField, StateId, TypeRef};

/// The first promise that a worked-out call does not keep.
pub(crate) fn kept(machine: &Machine, sight: Sight<'_>, call: &Call, changes: &Changes) -> Result<(), Failure> {
    ensures(sight, call.operation)?;
    outputs(sight, call.operation)?;
    // Refinements and invariants speak of the state after alone.
    let after = Sight { before: sight.after, ..sight };
    types(machine, sight, after, changes)?;
    for watch in &machine.watches {
        outcome(watch.clause, watch.fails_after(after, changes))?;
    }
    transitions(sight, call)
}

fn outcome(clause: Clause, failed: Result<Option<Option<Stop>>, Stop>) -> Result<(), Failure> {
    match failed {
        Ok(None) => Ok(()),
        Ok(Some(stop)) => Err(Failure { clause, stop }),
        Err(stop) => Err(Failure { clause, stop: Some(stop) }),
    }
}

fn broken(found: Result<Option<Broken>, Stop>, clause: Clause) -> Result<(), Failure> {
    match found {
        Ok(None) => Ok(()),
        Ok(Some((clause, stop))) => Err(Failure { clause, stop }),
        Err(stop) => Err(Failure { clause, stop: Some(stop) }),
    }
}

fn ensures(sight: Sight<'_>, operation: OperationId) -> Result<(), Failure> {
    for (at, ensures) in sight.model.service.operation(operation).ensures.iter().enumerate() {
        outcome(Clause::Ensures(operation, at), failed(sight.evaluator().truth(&ensures.expr)))?;
    }
    Ok(())
}

fn outputs(sight: Sight<'_>, operation: OperationId) -> Result<(), Failure> {
    let declared = sight.model.service.operation(operation).outputs.iter().zip(sight.outputs);
    let refiner = Refiner::new(Sight { before: sight.after, ..sight });
    for (at, (param, value)) in declared.enumerate() {
        let clause = Clause::Output(operation, at);
        if value.is_open() {
            return Err(Failure { clause, stop: None });
        }
        broken(refiner.broken(&param.ty, value), clause)?;
    }
    Ok(())
}

/// The types of what changed; of everything, where a refinement depends on the state or the clock.
fn types(machine: &Machine, sight: Sight<'_>, after: Sight<'_>, changes: &Changes) -> Result<(), Failure> {
    let service = machine.service();
    let all = machine.types_depend_on_more;
    for (index, field) in service.state.iter().enumerate() {
        let id = StateId(index as u32);
        if all || changes.has(id) {
            let only_changed = (!all).then_some((changes, sight.before.field(id)));
            state_field(after, id, field, only_changed)?;
        }
    }
    Ok(())
}

/// Whether a refinement or an invariant of an entity reads the state or the clock.
pub(crate) fn types_depend_on_more(service: &Service) -> bool {
    let aliases = service.aliases.iter().filter_map(|alias| alias.refinement.as_ref());
    let fields =
        service.entities.iter().flat_map(|entity| &entity.fields).filter_map(|field| field.refinement.as_ref());
    let invariants = service.entities.iter().flat_map(|entity| &entity.invariants).map(|invariant| &invariant.expr);
    let states = service.state.iter().filter_map(|field| field.refinement.as_ref());
    aliases.chain(fields).chain(invariants).chain(states).any(|expr| !Reads::of(service, expr).is_empty())
}

fn state_field(
    sight: Sight<'_>,
    id: StateId,
    field: &StateField,
    only_changed: Option<(&Changes, &Value)>,
) -> Result<(), Failure> {
    let refiner = Refiner::new(sight);
    let (value, clause) = (sight.after.field(id), Clause::State(id));
    if let Some(refinement) = &field.refinement
        && !value.is_none()
    {
        outcome(clause, refiner.fails(refinement, value))?;
    }
    let args: &[TypeRef] = if field.ty.alias.is_none() { &field.ty.args } else { &[] };
    match (value, args, only_changed) {
        (Value::Map(entries), [key, inner], Some((changes, _))) => {
            for at in changes.keys(id) {
                if let Some(value) = entries.get(at) {
                    broken(refiner.broken_entry((key, inner), at, value), clause)?;
                }
            }
            Ok(())
        }
        (Value::Seq(elements), [element], Some((_, Value::Seq(before)))) => {
            for (at, value) in elements.iter().enumerate() {
                if before.get(at) != Some(value) {
                    broken(refiner.broken(element, value), clause)?;
                }
            }
            Ok(())
        }
        (Value::Set(elements), [element], Some((_, Value::Set(before)))) => {
            for item in before.diff(elements) {
                if let imbl::ordset::DiffItem::Add(value) = item {
                    broken(refiner.broken(element, value), clause)?;
                }
            }
            Ok(())
        }
        _ => broken(refiner.broken(&field.ty, value), clause),
    }
}

fn transitions(sight: Sight<'_>, call: &Call) -> Result<(), Failure> {
    for (at, transition) in sight.model.service.transitions.iter().enumerate() {
        let clause = Clause::Transition(at);
        let rules = enabled(sight, transition, call).map_err(|stop| Failure { clause, stop: Some(stop) })?;
        let Some(rules) = rules else { continue };
        let reached = rules.iter().any(|rule| {
            let Value::Map(entries) = sight.after.field(rule.relation) else { return false };
            let entry = call.inputs.get(rule.key.index()).and_then(|key| entries.get(key));
            matches!(entry, Some(Value::Record(fields))
                if fields.get(transition.field.index()) == Some(&Value::Enum(rule.to)))
        });
        if !reached {
            return Err(Failure { clause, stop: None });
        }
    }
    Ok(())
}

/// The first thing that a state breaks.
pub(crate) fn state_holds(machine: &Machine, sight: Sight<'_>) -> Result<(), Failure> {
    for (index, field) in machine.service().state.iter().enumerate() {
        state_field(sight, StateId(index as u32), field, None)?;
    }
    machine.watches.iter().try_for_each(|watch| outcome(watch.clause, watch.fails(sight)))
}
