//! The state as records: one per entry of a relation, element of a set, index of a sequence, and one for any other
//! field. What a call touched is the difference between two states, and that is all that has to be written.

use imbl::ordmap::DiffItem as MapDiff;
use imbl::ordset::DiffItem as SetDiff;
use imbl::{OrdMap, OrdSet, Vector};
use serde_json::Value as Json;

use crate::interp::wire;
use crate::interp::{State, Value};
use crate::ir::{Service, StateField, Type};

/// A record to write, or to remove where it has no value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change<'s> {
    /// The state field.
    pub(super) field: &'s str,
    /// The key within the field.
    pub(super) key: Vec<u8>,
    /// The value.
    pub(super) value: Option<Vec<u8>>,
}

/// The records that turn one state into another; without a state before, all records of the state after.
pub(super) fn changes<'s>(service: &'s Service, before: Option<&State>, after: &State) -> Vec<Change<'s>> {
    let mut found = Vec::new();
    for (index, (field, after)) in service.state.iter().zip(after.fields()).enumerate() {
        let before = before.and_then(|state| state.fields().get(index));
        Writer { service, field: &field.name, found: &mut found }.field(&field.ty.ty, before, after);
    }
    found
}

struct Writer<'s, 'f> {
    service: &'s Service,
    field: &'s str,
    found: &'f mut Vec<Change<'s>>,
}

impl Writer<'_, '_> {
    fn field(&mut self, ty: &Type, before: Option<&Value>, after: &Value) {
        match (ty, after) {
            (Type::Map(key, value), Value::Map(after)) => self.map(key, value, &map_of(before), after),
            (Type::Multi(key, value), Value::Map(after)) => self.multi(key, value, &map_of(before), after),
            (Type::Set(element), Value::Set(after)) => self.set(element, &set_of(before), after),
            (Type::Seq(element), Value::Seq(after)) => self.seq(element, &seq_of(before), after),
            (ty, after) if before != Some(after) => {
                let value = self.bytes(ty, after);
                self.put(Vec::new(), Some(value));
            }
            (_, _) => {}
        }
    }

    fn map(&mut self, key: &Type, value: &Type, before: &OrdMap<Value, Value>, after: &OrdMap<Value, Value>) {
        for change in before.diff(after) {
            let (at, value) = match change {
                MapDiff::Add(at, new) | MapDiff::Update { new: (at, new), .. } => (at, Some(self.bytes(value, new))),
                MapDiff::Remove(at, _) => (at, None),
            };
            let key = self.bytes(key, at);
            self.put(key, value);
        }
    }

    fn multi(&mut self, key: &Type, value: &Type, before: &OrdMap<Value, Value>, after: &OrdMap<Value, Value>) {
        let empty = Value::empty_set();
        for change in before.diff(after) {
            let (at, old, new) = match change {
                MapDiff::Add(at, new) => (at, &empty, new),
                MapDiff::Update { old: (_, old), new: (at, new) } => (at, old, new),
                MapDiff::Remove(at, old) => (at, old, &empty),
            };
            let at = wire::encode(self.service, key, at);
            for (element, present) in set_changes(&set_of(Some(old)), &set_of(Some(new))) {
                let pair = Json::Array(vec![at.clone(), wire::encode(self.service, value, &element)]);
                self.put(pair.to_string().into_bytes(), present.then(Vec::new));
            }
        }
    }

    fn set(&mut self, ty: &Type, before: &OrdSet<Value>, after: &OrdSet<Value>) {
        for (element, present) in set_changes(before, after) {
            let key = self.bytes(ty, &element);
            self.put(key, present.then(Vec::new));
        }
    }

    /// A sequence has no cheap difference, so a changed one is compared element by element.
    fn seq(&mut self, ty: &Type, before: &Vector<Value>, after: &Vector<Value>) {
        if before.ptr_eq(after) {
            return;
        }
        for (at, new) in after.iter().enumerate() {
            if before.get(at) != Some(new) {
                let value = self.bytes(ty, new);
                self.put(position(at), Some(value));
            }
        }
        (after.len()..before.len()).for_each(|at| self.put(position(at), None));
    }

    fn bytes(&self, ty: &Type, value: &Value) -> Vec<u8> {
        wire::encode(self.service, ty, value).to_string().into_bytes()
    }

    fn put(&mut self, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.found.push(Change { field: self.field, key, value });
    }
}

fn set_changes(before: &OrdSet<Value>, after: &OrdSet<Value>) -> Vec<(Value, bool)> {
    let change = |change: SetDiff<'_, '_, Value>| match change {
        SetDiff::Add(element) => (element.clone(), true),
        SetDiff::Remove(element) => (element.clone(), false),
    };
    before.diff(after).map(change).collect()
}

/// Indexes in the order of their bytes.
fn position(at: usize) -> Vec<u8> {
    (at as u64).to_be_bytes().to_vec()
}

fn map_of(value: Option<&Value>) -> OrdMap<Value, Value> {
    if let Some(Value::Map(map)) = value { map.clone() } else { OrdMap::new() }
}

fn set_of(value: Option<&Value>) -> OrdSet<Value> {
    if let Some(Value::Set(set)) = value { set.clone() } else { OrdSet::new() }
}

fn seq_of(value: Option<&Value>) -> Vector<Value> {
    if let Some(Value::Seq(seq)) = value { seq.clone() } else { Vector::new() }
}

/// Puts a state together from its records.
pub(super) struct Reader<'s> {
    service: &'s Service,
    fields: Vec<Option<Value>>,
}

impl<'s> Reader<'s> {
    /// A state without records: collections are empty, everything else is missing.
    pub(super) fn new(service: &'s Service) -> Reader<'s> {
        Reader { service, fields: service.state.iter().map(|field| empty(&field.ty.ty)).collect() }
    }

    /// Takes a record. Those of a sequence come in the order of their keys.
    pub(super) fn record(&mut self, field: &str, key: &[u8], value: &[u8]) -> Result<(), String> {
        let service = self.service;
        let found = service.state.iter().zip(&mut self.fields).find(|(declared, _)| declared.name == field);
        let (declared, slot) = found.ok_or_else(|| format!("the spec has no state field `{field}`"))?;
        take(service, declared, slot, key, value).map_err(|why| format!("state field `{field}`: {why}"))
    }

    /// The state, if no field is missing.
    pub(super) fn finish(self) -> Result<State, String> {
        let named = self.service.state.iter().zip(self.fields);
        let present = |(field, value): (&StateField, Option<Value>)| {
            value.ok_or_else(|| format!("it has no value for the state field `{}`", field.name))
        };
        named.map(present).collect::<Result<Vec<Value>, String>>().map(State::new)
    }
}

fn empty(ty: &Type) -> Option<Value> {
    match ty {
        Type::Map(..) | Type::Multi(..) => Some(Value::Map(OrdMap::new())),
        Type::Set(_) => Some(Value::empty_set()),
        Type::Seq(_) => Some(Value::Seq(Vector::new())),
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Option(_)
        | Type::Unknown => None,
    }
}

fn take(
    service: &Service,
    field: &StateField,
    slot: &mut Option<Value>,
    key: &[u8],
    value: &[u8],
) -> Result<(), String> {
    let read = |ty: &Type, bytes: &[u8]| decode(service, ty, bytes);
    match (&field.ty.ty, slot) {
        (Type::Map(key_type, value_type), Some(Value::Map(map))) => {
            map.insert(read(key_type, key)?, read(value_type, value)?);
        }
        (Type::Multi(key_type, value_type), Some(Value::Map(map))) => {
            let (at, element) = pair(service, key_type, value_type, key)?;
            let mut set = set_of(map.get(&at));
            set.insert(element);
            map.insert(at, Value::Set(set));
        }
        (Type::Set(element), Some(Value::Set(set))) => {
            set.insert(read(element, key)?);
        }
        (Type::Seq(element), Some(Value::Seq(seq))) if key == position(seq.len()) => {
            seq.push_back(read(element, value)?);
        }
        (Type::Seq(_), Some(Value::Seq(seq))) => return Err(format!("there is no element {}", seq.len())),
        (ty, slot) if key.is_empty() => *slot = Some(read(ty, value)?),
        (_, _) => return Err("it is stored as a collection, and the spec says otherwise".into()),
    }
    Ok(())
}

fn pair(service: &Service, key: &Type, value: &Type, bytes: &[u8]) -> Result<(Value, Value), String> {
    let json: Json = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let Some([at, element]) = json.as_array().map(Vec::as_slice) else {
        return Err(format!("expected a pair of key and value, found {json}"));
    };
    let read = |ty, json| wire::decode(service, ty, json).map_err(|mismatch| mismatch.to_string());
    Ok((read(key, at)?, read(value, element)?))
}

fn decode(service: &Service, ty: &Type, bytes: &[u8]) -> Result<Value, String> {
    let json: Json = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    wire::decode(service, ty, &json).map_err(|mismatch| mismatch.to_string())
}
