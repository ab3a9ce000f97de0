//! Values to try: those that the state and the calls before hold, those of the spec, and neighbours of a value.

use std::collections::BTreeSet;

use imbl::{OrdMap, OrdSet, Vector};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::lore::{LARGEST, Lore, closing};
use super::pool::Step;
use crate::interp::{EARLIEST, Gap, LATEST, Real, State, Value, fitted};
use crate::ir::{AliasId, EntityId, OperationId, Service, Type, TypeRef};

/// The longest text that is made.
pub(crate) const LONGEST: usize = 6000;
/// How many values of one type the stock keeps.
const MAX_STOCK: usize = 24;
/// How many values of one type are always taken from the palette, and how many in turns.
const ALWAYS_TRIED: usize = 4;
const FROM_PALETTE: usize = 10;
/// How many entries or elements of a collection are varied.
const MAX_VARIED: usize = 10;
/// How many entries of a map are copied, and how many values of a field are tried in the copy.
const MAX_CLONED: usize = 3;
const MAX_TURNS: usize = 5;
/// How many instants are tried.
const MAX_MOMENTS: usize = 60;
/// How many gaps texts of a pattern are made for.
const MAX_CLOSED: usize = 2;
/// How many neighbours a value has at most.
const MAX_NEIGHBOURS: usize = 1500;
const HOUR: i64 = 3_600_000;
/// A character outside the Basic Multilingual Plane that no regex class counts as a letter, digit or space.
pub(crate) const ASTRAL: char = '\u{1f600}';

/// The values that are about: in the state, and in the calls that led to it.
#[derive(Debug, Default)]
pub(crate) struct Stock {
    values: FxHashMap<Type, Vec<(Option<AliasId>, Value)>>,
}

impl Stock {
    pub(crate) fn add(&mut self, service: &Service, ty: &TypeRef, value: &Value) {
        if value.is_none() {
            return;
        }
        if let Some(alias) = ty.alias {
            let base = &service.aliases[alias.index()].base;
            if base.args.is_empty() && !matches!(base.ty, Type::Entity(_)) {
                return self.push(ty, value);
            }
            return self.add(service, base, value);
        }
        match (&ty.ty, value, &*ty.args) {
            (Type::Option(_), value, [inner]) => self.add(service, inner, value),
            (Type::Set(_), Value::Set(elements), [inner]) => {
                elements.iter().take(MAX_STOCK).for_each(|element| self.add(service, inner, element));
                self.push(ty, value);
            }
            (Type::Seq(_), Value::Seq(elements), [inner]) => {
                elements.iter().take(MAX_STOCK).for_each(|element| self.add(service, inner, element));
            }
            (Type::Map(..) | Type::Multi(..), Value::Map(entries), [key, inner]) => {
                for (at, value) in entries.iter().take(MAX_STOCK) {
                    self.add(service, key, at);
                    self.add_values(service, inner, value);
                }
            }
            (Type::Entity(id), Value::Record(fields), _) => {
                self.push(ty, value);
                for (field, value) in service.entity(*id).fields.iter().zip(fields.iter()) {
                    self.add(service, &field.ty, value);
                }
            }
            _ => self.push(ty, value),
        }
    }

    /// Adds the value of an entry; of a `some` or `set` relation it is a set.
    pub(crate) fn add_values(&mut self, service: &Service, ty: &TypeRef, value: &Value) {
        match value {
            Value::Set(elements) if !matches!(ty.ty, Type::Set(_)) => {
                elements.iter().for_each(|element| self.add(service, ty, element));
            }
            _ => self.add(service, ty, value),
        }
    }

    fn push(&mut self, ty: &TypeRef, value: &Value) {
        let list = self.values.entry(ty.ty.clone()).or_default();
        let known = list.iter().any(|(alias, other)| *alias == ty.alias && other == value);
        let full = list.iter().filter(|(alias, _)| *alias == ty.alias).count() >= MAX_STOCK;
        if !known && !full && !matches!(ty.ty, Type::Bool | Type::Enum(_)) {
            list.push((ty.alias, value.clone()));
        }
    }

    /// Adds those values of another stock that pass a test.
    pub(crate) fn add_all(&mut self, other: Stock, test: impl Fn(&Value) -> bool) {
        for (ty, values) in other.values {
            let fitting = values.into_iter().filter(|(_, value)| test(value));
            self.values.entry(ty).or_default().extend(fitting);
        }
    }

    /// Adds what a call answered, and then what it was given.
    pub(crate) fn add_step(&mut self, service: &Service, step: &Step) {
        let operation = service.operation(step.call.operation);
        let outputs = operation.outputs.iter().zip(&step.outputs);
        let inputs = operation.inputs.iter().zip(&step.call.inputs);
        outputs.chain(inputs).for_each(|(param, value)| self.add(service, &param.ty, value));
    }

    pub(crate) fn of_state(service: &Service, state: &State) -> Stock {
        let mut stock = Stock::default();
        for (field, value) in service.state.iter().zip(state.fields()) {
            stock.add(service, &field.ty, value);
        }
        stock
    }

    /// The values of a type, those declared with the same alias first.
    fn of(&self, ty: &TypeRef) -> impl Iterator<Item = &Value> {
        let all = self.values.get(&ty.ty).map_or(&[][..], Vec::as_slice);
        let own = all.iter().filter(|(alias, _)| *alias == ty.alias);
        let others = all.iter().filter(|(alias, _)| *alias != ty.alias);
        own.chain(others).map(|(_, value)| value)
    }
}

/// Makes values to try in a situation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trial<'a> {
    pub(crate) service: &'a Service,
    pub(crate) lore: &'a Lore,
    pub(crate) stock: &'a Stock,
    /// Values that come before all others.
    pub(crate) hints: Option<&'a Stock>,
    /// Texts that are asked for.
    pub(crate) asked: &'a [String],
    /// Keys that nothing new is to have.
    pub(crate) avoided: Option<&'a FxHashSet<Value>>,
    /// Entries that stay as they are.
    pub(crate) fixed: Option<&'a OrdMap<Value, Value>>,
    pub(crate) now: i64,
    pub(crate) operation: Option<OperationId>,
    /// Which values of a type have their turn.
    pub(crate) turn: usize,
}

/// Values without repetitions.
#[derive(Default)]
struct Values(IndexSet<Value, FxBuildHasher>);

impl Values {
    fn push(&mut self, value: Value) {
        if self.0.len() < MAX_NEIGHBOURS {
            self.0.insert(value);
        }
    }

    fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    fn into_vec(self) -> Vec<Value> {
        self.0.into_iter().collect()
    }
}

impl Trial<'_> {
    /// What the aliases of a type stand for.
    pub(crate) fn base<'t>(&'t self, ty: &'t TypeRef) -> &'t TypeRef {
        let mut ty = ty;
        while let Some(alias) = ty.alias {
            ty = &self.service.aliases[alias.index()].base;
        }
        ty
    }

    /// Values of a type that stand for themselves.
    pub(crate) fn values(&self, ty: &TypeRef) -> Vec<Value> {
        let mut found = Values::default();
        if let (Type::Option(_), [inner]) = (&self.base(ty).ty, &*self.base(ty).args) {
            found.push(Value::None);
            found.extend(self.values(inner));
            return found.into_vec();
        }
        if self.base(ty).ty == Type::String {
            found.extend(self.asked.iter().map(|text| Value::text(text)));
        }
        found.extend(self.hints.into_iter().flat_map(|hints| hints.of(ty)).cloned());
        found.extend(self.stock.of(ty).cloned());
        let palette = self.lore.palette(ty);
        found.extend(palette.iter().take(ALWAYS_TRIED).cloned());
        let turn = self.turn % palette.len().max(1);
        found.extend(palette.iter().cycle().skip(turn).take(FROM_PALETTE.min(palette.len())).cloned());
        match &self.base(ty).ty {
            Type::Int => found.extend(self.integers().into_iter().map(Value::Int)),
            Type::Float => found.extend(self.reals().into_iter().map(Value::Float)),
            Type::Duration => found.extend(near(&self.lore.spans).into_iter().map(Value::Span)),
            Type::DateTime => found.extend(self.instants().into_iter().map(Value::Instant)),
            Type::String => found.extend(self.lore.texts(self.operation).iter().cloned()),
            Type::Set(_) => {
                let elements = self.elements(ty);
                found.extend((0..=3).map(|size| Value::Set(elements.iter().take(size).cloned().collect())));
            }
            Type::Seq(_) => {
                let elements = self.elements(ty);
                found.extend((0..=2).map(|size| Value::Seq(elements.iter().take(size).cloned().collect())));
            }
            Type::Map(..) | Type::Multi(..) => {
                found.push(Value::Map(OrdMap::new()));
                found.extend(
                    self.entries(ty).into_iter().take(2).map(|(key, value)| Value::Map(OrdMap::unit(key, value))),
                );
            }
            Type::Bool | Type::Uuid | Type::Enum(_) | Type::Entity(_) | Type::Option(_) | Type::Unknown => {}
        }
        found.into_vec()
    }

    /// Values that elements of a set or sequence may take.
    fn elements(&self, ty: &TypeRef) -> Vec<Value> {
        match &*self.base(ty).args {
            [inner] => {
                let mut found = Values::default();
                found.extend(self.values(inner));
                found.extend(self.lore.palette(inner).iter().cloned());
                found.into_vec()
            }
            _ => Vec::new(),
        }
    }

    /// Entries that a map may take.
    fn entries(&self, ty: &TypeRef) -> Vec<(Value, Value)> {
        let base = self.base(ty);
        let [key, inner] = &*base.args else { return Vec::new() };
        let several = matches!(base.ty, Type::Multi(..));
        let mut values = Values::default();
        values.extend(self.lore.palette(inner).iter().take(1).cloned());
        values.extend(self.values(inner).into_iter().take(2));
        let values = values.into_vec();
        let wrap = |value: Value| if several { Value::Set(OrdSet::unit(value)) } else { value };
        let keys = self.values(key).into_iter().take(MAX_STOCK);
        keys.flat_map(|at| values.iter().map(move |value| (at.clone(), wrap(value.clone()))).collect::<Vec<_>>())
            .collect()
    }

    /// Copies of entries under a new key, as they are and with another value of an enum or a flag.
    fn clones(&self, ty: &TypeRef, entries: &OrdMap<Value, Value>) -> Vec<(Value, Value)> {
        let [_, inner] = &*ty.args else { return Vec::new() };
        let Some(key) = self.fresh_key(ty, entries) else { return Vec::new() };
        let mut found = Vec::new();
        for (old, value) in entries.iter().take(MAX_CLONED) {
            let copy = rekeyed(value, old, &key);
            if let (Value::Record(fields), Type::Entity(id)) = (&copy, &self.base(inner).ty) {
                found.extend(self.turned(*id, fields).into_iter().map(|record| (key.clone(), record)));
            }
            found.insert(0, (key.clone(), copy));
        }
        found
    }

    /// A key that a map does not have, and that is not to be avoided: one more than the greatest, or one of the type's.
    pub(crate) fn fresh_key(&self, ty: &TypeRef, entries: &OrdMap<Value, Value>) -> Option<Value> {
        let [key, _] = &*ty.args else { return None };
        let next = match entries.get_max() {
            Some((Value::Int(greatest), _)) => greatest.checked_add(1).map(Value::Int),
            _ => None,
        };
        let others = self.lore.palette(key).iter().cloned().chain(self.values(key));
        next.into_iter().chain(others).find(|key| !entries.contains_key(key) && !self.is_avoided(key))
    }

    fn is_avoided(&self, key: &Value) -> bool {
        self.avoided.is_some_and(|avoided| avoided.contains(key))
    }

    /// Records with one field changed: to another value of an enum, to the other truth value, or to a value that is about.
    fn turned(&self, id: EntityId, fields: &[Value]) -> Vec<Value> {
        let mut found = Vec::new();
        for (at, field) in self.service.entity(id).fields.iter().enumerate() {
            let Some(old) = fields.get(at) else { continue };
            let others = match old {
                Value::Enum(_) | Value::Bool(_) => self.neighbours(&field.ty, old, &[]),
                _ => self.values(&field.ty).into_iter().take(MAX_TURNS).collect(),
            };
            found.extend(others.into_iter().filter(|other| other != old).map(|other| with_field(fields, at, other)));
        }
        found
    }

    /// Entries under different keys that a map does not have yet.
    pub(crate) fn fresh_entries(&self, ty: &TypeRef, entries: &OrdMap<Value, Value>) -> Vec<(Value, Value)> {
        let [key, _] = &*ty.args else { return Vec::new() };
        let Some((_, value)) = self.entries(ty).into_iter().next() else { return Vec::new() };
        let value = entries.values().next().cloned().unwrap_or(value);
        let mut keys = Values::default();
        keys.extend(self.values(key));
        keys.extend(self.lore.palette(key).iter().cloned());
        let keys = keys.into_vec().into_iter().filter(|key| !entries.contains_key(key));
        keys.map(|key| (key, value.clone())).collect()
    }

    fn integers(&self) -> Vec<i64> {
        near(&self.lore.integers)
    }

    fn reals(&self) -> Vec<Real> {
        let mut found = Vec::new();
        let whole = self.lore.integers.iter().map(|number| *number as f64);
        for number in self.lore.reals.iter().map(|real| real.get()).chain(whole) {
            found.extend([number, number + 0.5, number - 0.5, number + 1.0, number - 1.0].map(Real::new));
        }
        found.into_iter().flatten().collect()
    }

    /// The present, and the instants that are as far away as the spec speaks of.
    pub(crate) fn instants(&self) -> Vec<i64> {
        let mut found = vec![self.now];
        for by in self.lore.spans.iter().copied().chain([HOUR, 0]) {
            for near in [by, by - 1, by + 1] {
                found.extend([self.now.saturating_add(near), self.now.saturating_sub(near)]);
            }
        }
        found.retain(|at| (EARLIEST..=LATEST).contains(at));
        found
    }

    /// Later instants at which something in the state comes due, or is over.
    pub(crate) fn moments(&self, current: i64, gaps: &[Gap]) -> Vec<i64> {
        let mut found = closing(current, gaps);
        found.extend([self.now, self.now + 1, self.now + 1000]);
        let stored = self.stock.values.get(&Type::DateTime).map_or(&[][..], Vec::as_slice);
        for at in stored.iter().rev().filter_map(|(_, value)| instant(value)) {
            for by in self.lore.spans.iter().copied().chain([0]) {
                found.extend([at + by - 1, at + by, at + by + 1]);
            }
        }
        found.retain(|at| *at >= self.now && *at <= self.now + 50 * 366 * 24 * HOUR);
        let mut seen = BTreeSet::new();
        found.retain(|at| seen.insert(*at));
        found.truncate(MAX_MOMENTS);
        found
    }

    /// Values that differ a little from a given one, and those that would close a gap.
    pub(crate) fn neighbours(&self, ty: &TypeRef, value: &Value, gaps: &[Gap]) -> Vec<Value> {
        let mut found = Values::default();
        let base = self.base(ty);
        if let (Type::Option(_), [inner]) = (&base.ty, &*base.args) {
            found.push(Value::None);
            if !value.is_none() {
                found.extend(self.neighbours(inner, value, gaps));
            }
            return found.into_vec();
        }
        match value {
            Value::Bool(flag) => found.push(Value::Bool(!flag)),
            Value::Int(number) => found.extend(self.numbers(*number, gaps).map(Value::Int)),
            Value::Span(number) => found.extend(self.numbers(*number, gaps).map(Value::Span)),
            Value::Instant(at) => {
                let instants = self.numbers(*at, gaps).filter(|at| (EARLIEST..=LATEST).contains(at));
                found.extend(instants.map(Value::Instant));
            }
            Value::Float(number) => found.extend(reals_near(*number, gaps).into_iter().map(Value::Float)),
            Value::Text(text) => {
                let fitting = self.texts_of_pattern(ty, text, gaps);
                found.extend(fitting.iter().chain(&texts_near(text, gaps)).map(|text| Value::text(text)));
            }
            Value::Enum(_) => {
                if let Type::Enum(id) = &base.ty {
                    found.extend((0..self.service.enumeration(*id).values.len() as u32).map(Value::Enum));
                }
            }
            Value::Record(fields) => {
                if let Type::Entity(id) = &base.ty {
                    found.extend(self.records_near(*id, fields, gaps));
                }
            }
            Value::Set(elements) => found.extend(self.sets_near(base, elements, gaps)),
            Value::Seq(elements) => found.extend(self.sequences_near(base, elements, gaps)),
            Value::Map(entries) => found.extend(self.maps_near(base, entries, gaps)),
            _ => {}
        }
        found.into_vec()
    }

    /// Texts that match what their type asks for, with lengths that would close a gap.
    fn texts_of_pattern(&self, ty: &TypeRef, text: &str, gaps: &[Gap]) -> Vec<String> {
        let patterns = self.lore.patterns(self.service, ty);
        let gaps = &gaps[..gaps.len().min(MAX_CLOSED)];
        let lengths = lengths_near(text.chars().count(), gaps);
        patterns.iter().flat_map(|hir| lengths.iter().filter_map(|length| fitted(hir, *length))).collect()
    }

    fn numbers(&self, number: i64, gaps: &[Gap]) -> impl Iterator<Item = i64> {
        let mut found = vec![number.saturating_add(1), number.saturating_sub(1)];
        found.extend(closing(number, gaps));
        found.extend([number / 2, number.saturating_mul(2), 0, 1]);
        let limit = self.lore.integers.iter().map(|constant| constant.saturating_abs().saturating_add(1)).max();
        let limit = limit.unwrap_or(0).max(LARGEST);
        found.into_iter().filter(move |found| found.saturating_abs() <= limit)
    }

    fn records_near(&self, id: EntityId, fields: &[Value], gaps: &[Gap]) -> Vec<Value> {
        let mut found = Values::default();
        for (at, field) in self.service.entity(id).fields.iter().enumerate() {
            let Some(old) = fields.get(at) else { continue };
            let others = self.neighbours(&field.ty, old, gaps).into_iter().chain(self.values(&field.ty));
            found.extend(others.filter(|other| other != old).map(|other| with_field(fields, at, other)));
        }
        found.into_vec()
    }

    fn sets_near(&self, ty: &TypeRef, elements: &OrdSet<Value>, gaps: &[Gap]) -> Vec<Value> {
        let mut found = Values::default();
        let fresh: Vec<Value> = self.elements(ty).into_iter().filter(|value| !elements.contains(value)).collect();
        for count in sizes(gaps) {
            found.push(Value::Set(elements.iter().chain(fresh.iter().take(count)).cloned().collect()));
            found.push(Value::Set(elements.iter().skip(count).cloned().collect()));
        }
        found.extend(fresh.iter().take(MAX_VARIED).map(|element| Value::Set(elements.update(element.clone()))));
        for element in elements.iter().take(MAX_VARIED) {
            found.push(Value::Set(elements.without(element)));
            if let [inner] = &*ty.args {
                let others = self.neighbours(inner, element, gaps);
                found.extend(others.into_iter().map(|other| Value::Set(elements.without(element).update(other))));
            }
        }
        found.into_vec()
    }

    fn sequences_near(&self, ty: &TypeRef, elements: &Vector<Value>, gaps: &[Gap]) -> Vec<Value> {
        let mut found = Values::default();
        let fresh = self.elements(ty);
        for count in sizes(gaps) {
            found.push(Value::Seq(elements.iter().chain(fresh.iter().cycle().take(count)).cloned().collect()));
            found.push(Value::Seq(elements.iter().skip(count).cloned().collect()));
        }
        found.extend(fresh.iter().take(MAX_VARIED).map(|element| {
            let mut longer = elements.clone();
            longer.push_back(element.clone());
            Value::Seq(longer)
        }));
        for (at, element) in elements.iter().enumerate().take(MAX_VARIED) {
            let mut shorter = elements.clone();
            shorter.remove(at);
            found.push(Value::Seq(shorter));
            let [inner] = &*ty.args else { continue };
            let others = self.neighbours(inner, element, gaps).into_iter().chain(self.values(inner));
            found.extend(others.map(|other| Value::Seq(elements.update(at, other))));
        }
        found.into_vec()
    }

    fn maps_near(&self, ty: &TypeRef, entries: &OrdMap<Value, Value>, gaps: &[Gap]) -> Vec<Value> {
        let mut found = Values::default();
        let [_, inner] = &*ty.args else { return found.into_vec() };
        let several = matches!(ty.ty, Type::Multi(..));
        found.extend(self.clones(ty, entries).into_iter().map(|(key, value)| Value::Map(entries.update(key, value))));
        for (key, value) in self.entries(ty).into_iter().filter(|(key, _)| !entries.contains_key(key)) {
            found.push(Value::Map(entries.update(key, value)));
        }
        let fresh = self.fresh_entries(ty, entries);
        for count in sizes(gaps).into_iter().filter(|count| *count > 1) {
            found.push(Value::Map(entries.clone().union(fresh.iter().take(count).cloned().collect())));
            found.push(Value::Map(entries.iter().skip(count).map(|(k, v)| (k.clone(), v.clone())).collect()));
        }
        let is_fixed = |key: &Value| self.fixed.is_some_and(|fixed| fixed.contains_key(key));
        for (key, value) in entries.iter().filter(|(key, _)| !is_fixed(key)).take(MAX_VARIED) {
            found.push(Value::Map(entries.without(key)));
            let others = match value {
                Value::Set(elements) if several => {
                    let set = TypeRef {
                        ty: Type::set(inner.ty.clone()),
                        alias: None,
                        args: vec![inner.clone()],
                        relation: None,
                    };
                    self.sets_near(&set, elements, gaps).into_iter().filter(|set| !set.is_empty_set()).collect()
                }
                _ => {
                    let mut others = self.neighbours(inner, value, gaps);
                    if !matches!(value, Value::Record(_)) {
                        others.extend(self.values(inner));
                    }
                    others
                }
            };
            found.extend(others.into_iter().map(|other| Value::Map(entries.update(key.clone(), other))));
        }
        found.into_vec()
    }
}

/// A record with another value in one field.
pub(crate) fn with_field(fields: &[Value], at: usize, value: Value) -> Value {
    let mut fields = fields.to_vec();
    if let Some(slot) = fields.get_mut(at) {
        *slot = value;
    }
    Value::Record(fields.into())
}

/// An entry for another key: the fields that repeat the key follow it.
pub(crate) fn rekeyed(value: &Value, old: &Value, new: &Value) -> Value {
    match value {
        Value::Record(fields) => {
            let follow = |field: &Value| if field == old { new.clone() } else { field.clone() };
            Value::Record(fields.iter().map(follow).collect())
        }
        other => other.clone(),
    }
}

fn instant(value: &Value) -> Option<i64> {
    if let Value::Instant(at) = value { Some(*at) } else { None }
}

/// Constants, their negatives, and what is next to them.
fn near(constants: &[i64]) -> Vec<i64> {
    let mut found = Vec::new();
    for constant in constants {
        for number in [*constant, constant.saturating_neg()] {
            found.extend([number, number.saturating_add(1), number.saturating_sub(1)]);
        }
    }
    found
}

/// How many elements more or less would close a gap.
fn sizes(gaps: &[Gap]) -> Vec<usize> {
    let mut found = vec![1];
    for gap in gaps {
        if let Gap::Whole(gap) = gap
            && let Ok(size) = usize::try_from(gap.unsigned_abs())
            && size <= 200
        {
            found.extend([size, size + 1, size.saturating_sub(1)]);
        }
    }
    found
}

fn reals_near(number: Real, gaps: &[Gap]) -> Vec<Real> {
    let number = number.get();
    let mut found =
        vec![number + 1.0, number - 1.0, number + 0.5, number - 0.5, number.next_up(), number.next_down(), 0.0];
    for gap in gaps {
        let by = match gap {
            Gap::Real(gap) => *gap,
            Gap::Whole(gap) => *gap as f64,
            Gap::Order(_) => continue,
        };
        found.extend([number - by, number + by]);
    }
    found.into_iter().filter_map(Real::new).collect()
}

/// Longer, shorter and stranger texts.
pub(crate) fn texts_near(text: &str, gaps: &[Gap]) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut found =
        vec![String::new(), format!("{text}!"), format!("{text} "), format!("{text}{ASTRAL}"), text.to_uppercase()];
    for length in lengths_near(characters.len(), gaps).into_iter().chain([characters.len()]) {
        found.extend(resized(&characters, length));
        found.push(std::iter::repeat_n(ASTRAL, length).collect());
    }
    found
}

/// Lengths that differ a little from a given one, and those that would close a gap.
fn lengths_near(length: usize, gaps: &[Gap]) -> Vec<usize> {
    let mut lengths: Vec<usize> = vec![length + 1, length.saturating_sub(1)];
    for gap in gaps {
        let Gap::Whole(gap) = gap else { continue };
        let Ok(by) = usize::try_from(gap.unsigned_abs()) else { continue };
        for by in [by, by.saturating_add(1), by.saturating_sub(1)] {
            lengths.extend([length.saturating_add(by), length.saturating_sub(by)]);
        }
    }
    lengths.retain(|length| *length <= LONGEST);
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// A text of another length: cut at the end or at the beginning, or with one of its characters repeated.
fn resized(characters: &[char], length: usize) -> Vec<String> {
    let count = characters.len();
    if length < count {
        let cut = &characters[..length];
        let tail = &characters[count - length..];
        let middle: Vec<char> =
            characters[..length - length / 2].iter().chain(&characters[count - length / 2..]).copied().collect();
        return [cut, tail, &middle].into_iter().map(|part| part.iter().collect()).collect();
    }
    let more = length - count;
    let mut found = Vec::new();
    for at in [0, 1, 2, count / 2, count.saturating_sub(1)] {
        let filler = characters.get(at).copied().unwrap_or('a');
        let at = at.min(count);
        let (before, after) = characters.split_at(at);
        let mut text: Vec<char> = before.to_vec();
        text.extend(std::iter::repeat_n(filler, more));
        text.extend(after);
        found.push(text.into_iter().collect());
        let mut strange: Vec<char> = before.to_vec();
        strange.extend(std::iter::repeat_n(ASTRAL, more));
        strange.extend(after);
        found.push(strange.into_iter().collect());
        if more == 0 && count > 0 {
            let mut swapped = characters.to_vec();
            if let Some(slot) = swapped.get_mut(at) {
                *slot = ASTRAL;
            }
            found.push(swapped.into_iter().collect());
        }
    }
    found
}
