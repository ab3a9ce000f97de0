//! Two states in one: what another state holds comes along with all that it refers to, under keys of its own.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use imbl::OrdMap;

use super::values::Trial;
use crate::interp::{State, Value};
use crate::ir::{AliasId, Service, StateId, Type, TypeRef};

/// How two states are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joint {
    /// What both have under one key with the same value is the same thing
    Shared,
    /// All that the other one has is something else: it has keys and texts of its own
    Apart,
}

/// A state with all entries and elements of another one. What both have under one key gets another key there; of what is no
/// collection the first one counts. `said` are values that only the first one may have.
pub(crate) fn joined(trial: &Trial<'_>, own: &State, other: &State, (joint, said): (Joint, &[Value])) -> Option<State> {
    let other = match joint {
        Joint::Shared => under_own_keys(trial, own, other, joint)?,
        Joint::Apart => under_own_keys(trial, own, &with_own_texts(trial, own, other, said), joint)?,
    };
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

/// A state with other keys in place of those that the first one has, too: all, or those with something else.
fn under_own_keys(trial: &Trial<'_>, own: &State, other: &State, joint: Joint) -> Option<State> {
    let mut other = other.clone();
    for id in (0..own.fields().len() as u32).map(StateId) {
        let declared = &trial.service.state_field(id).ty;
        let (Value::Map(taken), Value::Map(entries)) = (own.field(id), other.field(id).clone()) else { continue };
        let alias = declared.args.first().and_then(|key| key.alias);
        let clashes =
            |key: &Value, value: &Value| taken.get(key).is_some_and(|own| joint == Joint::Apart || own != value);
        for (key, _) in entries.iter().filter(|(key, value)| clashes(key, value)) {
            let Value::Map(there) = other.field(id) else { continue };
            let fresh = trial.fresh_key(declared, &taken.clone().union(there.clone()))?;
            other = match alias {
                Some(alias) => {
                    let renamed = |of: AliasId, value: &Value| (of == alias && value == key).then(|| fresh.clone());
                    Rewriting { service: trial.service, changed: &renamed }.of_state(&other)
                }
                None => with_key(&other, id, key, &fresh),
            };
        }
    }
    Some(other)
}

/// A state with other texts in place of those that the first one has as well, as far as they are declared with an alias:
/// what must not be there twice mostly is one.
fn with_own_texts(trial: &Trial<'_>, own: &State, other: &State, said: &[Value]) -> State {
    let (own, there) = (texts(trial.service, own), texts(trial.service, other));
    let is_own = |text: &Value| said.contains(text) || own.iter().any(|(_, taken)| taken == text);
    let mut fresh: BTreeMap<(AliasId, Value), Value> = BTreeMap::new();
    for (alias, text) in there.iter().filter(|(_, text)| is_own(text)) {
        let declared = TypeRef { alias: Some(*alias), ..TypeRef::plain(Type::String) };
        let values = trial.lore.palette(&declared).iter().cloned().chain(trial.values(&declared));
        let is_there = |value: &Value| there.iter().any(|(_, taken)| taken == value);
        let is_free = |value: &Value| !is_own(value) && !is_there(value) && !fresh.values().any(|taken| taken == value);
        if let Some(value) = values.into_iter().find(is_free) {
            fresh.insert((*alias, text.clone()), value);
        }
    }
    let changed = |alias: AliasId, value: &Value| fresh.get(&(alias, value.clone())).cloned();
    Rewriting { service: trial.service, changed: &changed }.of_state(other)
}

/// The texts of a state that are declared with an alias.
fn texts(service: &Service, state: &State) -> BTreeSet<(AliasId, Value)> {
    let found = RefCell::new(BTreeSet::new());
    let noted = |alias: AliasId, value: &Value| {
        if matches!(value, Value::Text(_)) {
            found.borrow_mut().insert((alias, value.clone()));
        }
        None
    };
    Rewriting { service, changed: &noted }.of_state(state);
    found.into_inner()
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

/// Other values in place of some that are declared with an alias, wherever they are.
struct Rewriting<'a> {
    service: &'a Service,
    changed: &'a dyn Fn(AliasId, &Value) -> Option<Value>,
}

impl Rewriting<'_> {
    fn of_state(&self, state: &State) -> State {
        let mut renamed = state.clone();
        for (at, field) in self.service.state.iter().enumerate() {
            let id = StateId(at as u32);
            *renamed.field_mut(id) = self.of(&field.ty, state.field(id));
        }
        renamed
    }

    fn of(&self, ty: &TypeRef, value: &Value) -> Value {
        if let Some(alias) = ty.alias {
            let changed = (self.changed)(alias, value);
            return changed.unwrap_or_else(|| self.of(&self.service.aliases[alias.index()].base, value));
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
