//! Random calls of a service, with inputs that have a chance: values of the type, and values the state holds.

use std::sync::Arc;

use specc::interp::{Call, Machine, Random, State, Value};
use specc::ir::{OperationId, Service, Type, TypeRef};

use super::check;

/// A machine for the text of a spec.
pub fn machine(text: &str) -> Machine {
    let outcome = check(text);
    let messages = outcome.messages();
    Machine::new(Arc::new(outcome.service.unwrap_or_else(|| panic!("the spec has errors: {messages}"))))
}

/// An operation by its name.
pub fn operation(service: &Service, name: &str) -> OperationId {
    let found = service.operations.iter().position(|operation| operation.name == name);
    OperationId(found.unwrap_or_else(|| panic!("no operation `{name}`")) as u32)
}

/// A random call.
pub fn random_call(machine: &Machine, state: &State, now: i64, random: &mut Random) -> Call {
    let count = machine.service().operations.len() as u64;
    call_of(machine, OperationId(random.below(count) as u32), state, now, random)
}

/// A random call of a service that may have no operations, or inputs that no value is found for.
pub fn possible_call(machine: &Machine, state: &State, now: i64, random: &mut Random) -> Option<Call> {
    let count = machine.service().operations.len() as u64;
    let id = OperationId(random.below(count) as u32);
    let operation = machine.service().operations.get(id.index())?;
    let has_value = |ty: &TypeRef, random: &mut Random| !machine.samples(ty, state, now, random).is_empty();
    let possible = operation.inputs.iter().all(|param| has_value(&param.ty, random));
    possible.then(|| call_of(machine, id, state, now, random))
}

/// A random call of one operation.
pub fn call_of(machine: &Machine, id: OperationId, state: &State, now: i64, random: &mut Random) -> Call {
    let inputs = &machine.service().operation(id).inputs;
    let inputs = inputs.iter().map(|param| input(machine, &param.ty, state, now, random)).collect();
    Call { operation: id, inputs }
}

fn input(machine: &Machine, ty: &TypeRef, state: &State, now: i64, random: &mut Random) -> Value {
    let mut known = Vec::new();
    for (field, value) in machine.service().state.iter().zip(state.fields()) {
        gather(machine.service(), &field.ty.ty, value, inner(&ty.ty), &mut known);
    }
    if matches!(ty.ty, Type::Option(_)) && random.below(2) == 0 {
        return Value::None;
    }
    if !known.is_empty() && random.below(4) > 0 {
        return known[random.below(known.len() as u64) as usize].clone();
    }
    let samples = machine.samples(ty, state, now, random);
    assert!(!samples.is_empty(), "no value of {ty:?}");
    samples[random.below(samples.len() as u64) as usize].clone()
}

fn inner(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}

/// The values of a type that a value holds.
fn gather(service: &Service, ty: &Type, value: &Value, wanted: &Type, found: &mut Vec<Value>) {
    if ty == wanted {
        found.push(value.clone());
    }
    match (ty, value) {
        (Type::Option(inner), value) if *value != Value::None => gather(service, inner, value, wanted, found),
        (Type::Entity(id), Value::Record(fields)) => {
            for (field, value) in service.entity(*id).fields.iter().zip(fields.iter()) {
                gather(service, &field.ty.ty, value, wanted, found);
            }
        }
        (Type::Set(inner), Value::Set(values)) => values.iter().for_each(|v| gather(service, inner, v, wanted, found)),
        (Type::Seq(inner), Value::Seq(values)) => values.iter().for_each(|v| gather(service, inner, v, wanted, found)),
        (Type::Map(key, inner), Value::Map(entries)) => {
            for (at, value) in entries {
                gather(service, key, at, wanted, found);
                gather(service, inner, value, wanted, found);
            }
        }
        (Type::Multi(key, inner), Value::Map(entries)) => {
            for (at, value) in entries {
                gather(service, key, at, wanted, found);
                gather(service, &Type::Set(Arc::clone(inner)), value, wanted, found);
            }
        }
        _ => {}
    }
}
