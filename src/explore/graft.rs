//! Two states in one: what another state holds comes along with all that it refers to, under keys of its own.

use imbl::OrdMap;

use super::values::Trial;
use crate::interp::{State, Value};
use crate::ir::{AliasId, Service, StateId, Type, TypeRef};

/// A state with all entries and elements of another one. What both have under one key gets another key there; of what is no
/// collection the first one counts.
pub(crate) fn joined(trial: &Trial<'_>, own: &State, other: &State) -> Option<State> {
    let other = under_own_keys(trial, own, other)?;
    let mut found = own.clone();
    for id in (0..own.fields().len() as u32).map(StateId) {
        let sum = match (own.field(id), other.field(id)) {
            (Value::Map(own), Value::Map(other)) => Value::Map(own.clone().union(other.clone())),
            (Value::Set(own), Value::Set(other)) => Value::Set(own.clone().union(other.clone())),
            (own, _) => own.clone(),
        };
        *found.field_mut(id) = sum;
    }
    Some(found)
}

/// A state with other keys in place of those that the first one has with something else.
fn under_own_keys(trial: &Trial<'_>, own: &State, other: &State) -> Option<State> {
    let mut other = other.clone();
    for id in (0..own.fields().len() as u32).map(StateId) {
        let declared = &trial.service.state_field(id).ty;
        let (Value::Map(taken), Value::Map(entries)) = (own.field(id), other.field(id).clone()) else { continue };
        let alias = declared.args.first().and_then(|key| key.alias);
        for (key, _) in entries.iter().filter(|(key, value)| taken.get(*key).is_some_and(|own| own != *value)) {
            let Value::Map(there) = other.field(id) else { continue };
            let fresh = trial.fresh_key(declared, &taken.clone().union(there.clone()))?;
            other = match alias {
                Some(alias) => Renaming { service: trial.service, alias, old: key, new: &fresh }.of_state(&other),
                None => with_key(&other, id, key, &fresh),
            };
        }
    }
    Some(other)
}

fn with_key(state: &State, id: StateId, old: &Value, new: &Value) -> State {
    let mut state = state.clone();
    if let Value::Map(entries) = state.field_mut(id)
        && let Some(entry) = entries.remove(old)
    {
        entries.insert(new.clone(), entry);
    }
    state
}

/// Another value in place of one that is declared with an alias, wherever that is.
struct Renaming<'a> {
    service: &'a Service,
    alias: AliasId,
    old: &'a Value,
    new: &'a Value,
}

impl Renaming<'_> {
    fn of_state(&self, state: &State) -> State {
        let mut renamed = state.clone();
        for (at, field) in self.service.state.iter().enumerate() {
            let id = StateId(at as u32);
            *renamed.field_mut(id) = self.of(&field.ty, state.field(id));
        }
        renamed
    }

    fn of(&self, ty: &TypeRef, value: &Value) -> Value {
        if ty.alias == Some(self.alias) {
            return if value == self.old { self.new.clone() } else { value.clone() };
        }
        if let Some(alias) = ty.alias {
            return self.of(&self.service.aliases[alias.index()].base, value);
        }
        match (&ty.ty, value, &*ty.args) {
            (Type::Option(_), Value::None, _) => Value::None,
            (Type::Option(_), value, [inner]) => self.of(inner, value),
            (_, Value::Set(elements), [inner]) => {
                Value::Set(elements.iter().map(|element| self.of(inner, element)).collect())
            }
            (_, Value::Seq(elements), [inner]) => {
                Value::Seq(elements.iter().map(|element| self.of(inner, element)).collect())
            }
            (_, Value::Map(entries), [key, inner]) => Value::Map(self.of_entries((key, inner), entries)),
            (Type::Entity(id), Value::Record(fields), _) => {
                let declared = self.service.entity(*id).fields.iter();
                Value::Record(declared.zip(fields.iter()).map(|(field, value)| self.of(&field.ty, value)).collect())
            }
            (_, value, _) => value.clone(),
        }
    }

    /// Of a `some` or `set` relation each value is a set of what the type says.
    fn of_entries(&self, (key, inner): (&TypeRef, &TypeRef), entries: &OrdMap<Value, Value>) -> OrdMap<Value, Value> {
        let of_value = |value: &Value| match value {
            Value::Set(elements) if !matches!(inner.ty, Type::Set(_)) => {
                Value::Set(elements.iter().map(|element| self.of(inner, element)).collect())
            }
            _ => self.of(inner, value),
        };
        entries.iter().map(|(at, value)| (self.of(key, at), of_value(value))).collect()
    }
}
