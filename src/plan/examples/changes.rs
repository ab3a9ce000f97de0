//! What can be changed in a state: other values of the same types in the places of scalars, values where there are none,
//! further elements, and twins of the entries that a call names.

use std::collections::BTreeSet;

use super::known::Known;
use crate::interp::{Real, State, Value};
use crate::ir::{FieldIndex, Service, StateId, Type, TypeRef};

/// How long before the moment of the call other dates are: no whole number of days, hours, minutes or seconds.
const AGO: i64 = 90_061_007;
/// How many further elements are tried in a collection.
const MOST_ELEMENTS: usize = 2;

/// Another value for a place in a state.
#[derive(Debug, Clone)]
pub(super) struct Change {
    field: StateId,
    way: Vec<Step>,
    value: Value,
}

/// A step on the way to a place below a state field.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    Key(Value),
    At(FieldIndex),
}

impl Change {
    /// The state with this change.
    pub(super) fn made_in(&self, state: &State) -> State {
        let mut changed = state.clone();
        *changed.field_mut(self.field) = put(state.field(self.field), &self.way, &self.value);
        changed
    }

    /// Whether another change is within the same entry.
    pub(super) fn is_beside(&self, other: &Change) -> bool {
        let is_within = self.way.len() > 1 && other.way.len() > 1;
        is_within && self.field == other.field && self.way.first() == other.way.first()
    }

    fn is_about(&self, named: &BTreeSet<Value>) -> bool {
        self.way.iter().any(|step| matches!(step, Step::Key(key) if named.contains(key)))
    }
}

fn put(whole: &Value, way: &[Step], value: &Value) -> Value {
    let Some((step, rest)) = way.split_first() else { return value.clone() };
    match (step, whole) {
        (Step::Key(key), Value::Map(entries)) => {
            let below = put(entries.get(key).unwrap_or(&Value::None), rest, value);
            Value::Map(entries.update(key.clone(), below))
        }
        (Step::At(at), Value::Record(fields)) => {
            let part = |(each, field): (usize, &Value)| {
                if each == at.index() { put(field, rest, value) } else { field.clone() }
            };
            Value::Record(fields.iter().enumerate().map(part).collect())
        }
        _ => whole.clone(),
    }
}

/// Finds what can be changed: where other values come from, and the moment of the state.
pub(super) struct Changer<'a> {
    pub(super) service: &'a Service,
    /// What the state holds.
    pub(super) pool: &'a Known,
    /// What all states and calls hold.
    pub(super) known: &'a Known,
    pub(super) now: i64,
}

impl Changer<'_> {
    /// What can be changed in a state: first in what the call names, then elsewhere.
    pub(super) fn changes(&self, state: &State, named: &BTreeSet<Value>) -> Vec<Change> {
        let (mut twins, mut found) = (Vec::new(), Vec::new());
        for (at, field) in self.service.state.iter().enumerate() {
            let (id, mut below) = (StateId(at as u32), Vec::new());
            self.below(&field.ty, state.field(id), &mut Vec::new(), &mut below);
            found.extend(below.into_iter().map(|(way, value)| Change { field: id, way, value }));
            let new = self.twins(&field.ty, state.field(id), named).into_iter();
            twins.extend(new.map(|(key, value)| Change { field: id, way: vec![Step::Key(key)], value }));
        }
        found.sort_by_key(|change| !change.is_about(named));
        twins.extend(found);
        twins
    }

    /// Further entries that differ from those that the call names in their key alone, or in their texts as well.
    fn twins(&self, ty: &TypeRef, entries: &Value, named: &BTreeSet<Value>) -> Vec<(Value, Value)> {
        let (Type::Map(_, inner), Value::Map(entries)) = (&ty.ty, entries) else { return Vec::new() };
        let Type::Entity(id) = **inner else { return Vec::new() };
        let mut found = Vec::new();
        for (key, entry) in entries.iter().filter(|(key, _)| named.contains(key)) {
            for which in [1, 2] {
                let Some(other) = other_key(key, which).filter(|other| !entries.contains_key(other)) else { continue };
                let types = self.service.entity(id).fields.iter().map(|field| &field.ty.ty);
                found.push((other.clone(), twin(types, entry, (key, &other), which == 2)));
            }
        }
        found
    }

    fn below(&self, ty: &TypeRef, value: &Value, way: &mut Vec<Step>, found: &mut Vec<(Vec<Step>, Value)>) {
        if let Some(alias) = ty.alias.filter(|_| has_parts(&ty.ty)) {
            return self.below(&self.service.aliases[alias.index()].base, value, way, found);
        }
        match (&ty.ty, value, &*ty.args) {
            (Type::Option(_), Value::None, [inner]) => self.changed(inner, None, way, found),
            (Type::Option(_), value, [inner]) => self.below(inner, value, way, found),
            (Type::Map(..), Value::Map(entries), [key, inner]) if entries.is_empty() => {
                if let Some(key) = self.values(key).into_iter().next() {
                    stepping(Step::Key(key), way, |way| self.changed(inner, None, way, found));
                }
            }
            (Type::Map(..), Value::Map(entries), [_, inner]) => {
                for (key, value) in entries {
                    stepping(Step::Key(key.clone()), way, |way| self.below(inner, value, way, found));
                }
            }
            (Type::Multi(..), Value::Map(entries), [_, inner]) => {
                for (key, values) in entries {
                    stepping(Step::Key(key.clone()), way, |way| self.longer(inner, values, way, found));
                }
            }
            (Type::Set(_) | Type::Seq(_), value, [inner]) => self.longer(inner, value, way, found),
            (Type::Entity(id), Value::Record(fields), _) => {
                for (at, (field, value)) in self.service.entity(*id).fields.iter().zip(fields.iter()).enumerate() {
                    stepping(Step::At(FieldIndex(at as u32)), way, |way| self.below(&field.ty, value, way, found));
                }
            }
            _ => self.changed(ty, Some(value), way, found),
        }
    }

    fn changed(&self, ty: &TypeRef, value: Option<&Value>, way: &[Step], found: &mut Vec<(Vec<Step>, Value)>) {
        // What names entries stays: another name would be another entry.
        if !self.is_key(ty)
            && let Some(other) = self.other(ty, value)
        {
            found.push((way.to_vec(), other));
        }
    }

    /// Whether relations find their entries by values of a type.
    fn is_key(&self, ty: &TypeRef) -> bool {
        let keys = self.service.state.iter().filter(|field| matches!(field.ty.ty, Type::Map(..) | Type::Multi(..)));
        let mut keys = keys.filter_map(|field| field.ty.args.first());
        keys.any(|key| (key.alias, &key.ty) == (ty.alias, &ty.ty))
    }

    fn longer(&self, inner: &TypeRef, value: &Value, way: &[Step], found: &mut Vec<(Vec<Step>, Value)>) {
        let longer = self.values(inner).into_iter().filter_map(|one| with_element(value, one));
        found.extend(longer.take(MOST_ELEMENTS).map(|value| (way.to_vec(), value)));
    }

    /// The values of a type: those of the state first.
    fn values(&self, ty: &TypeRef) -> Vec<Value> {
        [self.pool.of(ty, self.now), self.known.of(ty, self.now)].concat()
    }

    /// Another value of a type, or one where there is none; none where nothing comes to mind.
    pub(super) fn other(&self, ty: &TypeRef, value: Option<&Value>) -> Option<Value> {
        match (&ty.ty, value) {
            (Type::DateTime, Some(Value::Instant(at))) => at.checked_sub(AGO).map(Value::Instant),
            (Type::DateTime, _) => self.now.checked_sub(AGO).map(Value::Instant),
            (Type::Bool, value) => Some(Value::Bool(value != Some(&Value::Bool(true)))),
            (Type::Int, Some(Value::Int(number))) => number.checked_add(1).map(Value::Int),
            (Type::Int, _) => Some(Value::Int(1)),
            (Type::Duration, Some(Value::Span(number))) => number.checked_add(1).map(Value::Span),
            (Type::Duration, _) => Some(Value::Span(1)),
            (Type::Float, Some(Value::Float(number))) => Real::new(number.get() + 0.5).map(Value::Float),
            (Type::Float, _) => Real::new(0.5).map(Value::Float),
            (Type::Enum(id), value) => {
                let count = self.service.enumeration(*id).values.len() as u32;
                let next = if let Some(Value::Enum(at)) = value { at + 1 } else { 0 };
                next.checked_rem(count).map(Value::Enum)
            }
            (of, value) => self.another_known(ty, value).or_else(|| other_text(of, value)),
        }
    }

    fn another_known(&self, ty: &TypeRef, value: Option<&Value>) -> Option<Value> {
        self.known.of(ty, self.now).into_iter().find(|one| Some(one) != value)
    }
}

/// Does something one step further on the way.
fn stepping(step: Step, way: &mut Vec<Step>, work: impl FnOnce(&mut Vec<Step>)) {
    way.push(step);
    work(way);
    way.pop();
}

fn has_parts(ty: &Type) -> bool {
    match ty {
        Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Option(_) | Type::Entity(_) => true,
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Unknown => false,
    }
}

/// A collection with one more element, where it does not have it.
fn with_element(whole: &Value, element: Value) -> Option<Value> {
    if let Value::Set(elements) = whole {
        return (!elements.contains(&element)).then(|| Value::Set(elements.update(element)));
    }
    let Value::Seq(elements) = whole else { return None };
    let mut longer = elements.clone();
    longer.push_back(element.clone());
    (!elements.contains(&element)).then_some(Value::Seq(longer))
}

/// An entry under another key, and with other texts where these are asked for.
fn twin<'t>(types: impl Iterator<Item = &'t Type>, entry: &Value, key: (&Value, &Value), texts: bool) -> Value {
    let Value::Record(fields) = entry else { return entry.clone() };
    let part = |(ty, value): (&Type, &Value)| match value {
        value if value == key.0 => key.1.clone(),
        value if texts && *ty == Type::String => other_key(value, 2).unwrap_or_else(|| value.clone()),
        value => value.clone(),
    };
    Value::Record(types.zip(fields.iter()).map(part).collect())
}

/// A key, or a text, that is much like another one.
fn other_key(key: &Value, which: i64) -> Option<Value> {
    if let Value::Int(number) = key {
        return number.checked_add(10 * which).map(Value::Int);
    }
    let Value::Text(text) = key else { return None };
    let last = text.chars().last().filter(|last| last.is_alphanumeric())?;
    let other = match last {
        '0' => "7",
        '1' => "6",
        _ if which == 1 => "1",
        _ => "0",
    };
    Some(Value::text(&format!("{}{other}", text.strip_suffix(last)?)))
}

fn other_text(ty: &Type, value: Option<&Value>) -> Option<Value> {
    let text = if let Some(Value::Text(text)) = value { text.as_str() } else { "" };
    (*ty == Type::String).then(|| Value::text(&format!("{text}x")))
}

#[cfg(test)]
mod tests {
    use imbl::OrdMap;

    use super::*;

    #[test]
    fn keys_that_are_much_alike() {
        assert_eq!(other_key(&Value::Int(3), 2), Some(Value::Int(23)));
        assert_eq!(other_key(&Value::text("ab"), 1), Some(Value::text("a1")));
        assert_eq!(other_key(&Value::text("a0"), 2), Some(Value::text("a7")));
        assert_eq!(other_key(&Value::text("a-"), 1), None);
        assert_eq!(other_key(&Value::Bool(true), 1), None);
    }

    #[test]
    fn a_place_below_a_state_is_put_in_its_place() {
        let entry = |number: i64| Value::Record([Value::Int(number), Value::None].into_iter().collect());
        let state = State::new(vec![Value::Map(OrdMap::unit(Value::text("k"), entry(1)))]);
        let way = vec![Step::Key(Value::text("k")), Step::At(FieldIndex(0))];
        let change = Change { field: StateId(0), way, value: Value::Int(2) };
        assert_eq!(change.made_in(&state), State::new(vec![Value::Map(OrdMap::unit(Value::text("k"), entry(2)))]));
    }
}
