//! Values to try for a place that the spec leaves open, the likeliest first.

use std::sync::{Mutex, MutexGuard, PoisonError};

use imbl::{OrdMap, OrdSet, Vector};
use rustc_hash::FxHashMap;

use super::eval::{EARLIEST, LATEST, Sight};
use super::model::Model;
use super::random::Random;
use super::record::records;
use super::refine::Refiner;
use super::spread::Spread;
use super::text;
use super::value::{Real, Value};
use crate::ir::{Builtin, Expr, ExprKind, Field, FunctionBody, Type, TypeRef, walk};

const HOUR: i64 = 3_600_000;
/// How many random values are tried.
const DRAWS: usize = 96;
/// How deep records are made inside records.
const MAX_DEPTH: usize = 4;
/// How many records of one entity are tried.
const MAX_RECORDS: usize = 4;
/// How many elements sets and sequences have at most.
const MAX_ELEMENTS: usize = 3;
/// How many values are tried for each field of a record whose fields have to go together.
const MAX_OF_FIELD: usize = 60;
/// How many lists of elements are remembered.
const MAX_REMEMBERED: usize = 4096;

/// Which values come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Taste {
    /// The smallest: for what nobody asked about.
    Least,
    /// Values that are not in use: for what the service hands out.
    Fresh,
}

/// What is known of the values of a type from its refinements.
#[derive(Debug, Default)]
struct Known {
    patterns: Vec<String>,
    /// Constants that values or their lengths are compared with.
    constants: Vec<i64>,
    reals: Vec<f64>,
    texts: Vec<String>,
}

/// What the elements that are made of a type depend on, where types read neither state nor clock.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Asked {
    key: [u8; 32],
    ty: TypeRef,
    taste: Taste,
    depth: usize,
    now: i64,
}

/// Elements that were made before: who tries one call after the other asks for the same ones time and again.
#[derive(Debug, Default)]
pub(crate) struct Elements(Mutex<FxHashMap<Asked, Vec<Value>>>);

impl Elements {
    fn recall(&self, asked: Asked, make: impl FnOnce() -> Vec<Value>) -> Vec<Value> {
        if let Some(known) = self.known().get(&asked) {
            return known.clone();
        }
        // Elements may hold sets, whose elements are asked for while these are made.
        let made = make();
        let mut known = self.known();
        if known.len() >= MAX_REMEMBERED {
            known.clear();
        }
        known.insert(asked, made.clone());
        made
    }

    fn known(&self) -> MutexGuard<'_, FxHashMap<Asked, Vec<Value>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes values of declared types.
pub(crate) struct Maker<'a> {
    pub(crate) sight: Sight<'a>,
    pub(crate) random: Random,
    pub(crate) taste: Taste,
}

impl<'a> Maker<'a> {
    fn model(&self) -> &'a Model {
        self.sight.model
    }

    /// Values of a type, the likeliest first. Not all of them satisfy the refinements.
    pub(crate) fn values(self, ty: &TypeRef, refinements: &[&Expr]) -> Box<dyn Iterator<Item = Value> + 'a> {
        self.values_at(ty, refinements, 0)
    }

    /// The texts of the patterns that a type must match, all of them where there are few.
    pub(crate) fn all_texts(&self, ty: &TypeRef, refinements: &[&Expr]) -> Vec<Spread> {
        let known = self.known(ty, refinements);
        let patterns = known.patterns.iter().filter_map(|pattern| self.sight.model.hir(pattern));
        patterns.filter_map(Spread::texts).collect()
    }

    fn known(&self, ty: &TypeRef, refinements: &[&Expr]) -> Known {
        let mut known = Known::default();
        refinements.iter().for_each(|refinement| self.learn(refinement, &mut known));
        self.learn_aliases(ty, &mut known);
        known
    }

    fn values_at(mut self, ty: &TypeRef, refinements: &[&Expr], depth: usize) -> Box<dyn Iterator<Item = Value> + 'a> {
        let known = self.known(ty, refinements);
        let fixed = self.fixed(ty, &known, depth);
        let ty = ty.clone();
        let draws = (0..DRAWS).filter_map(move |at| self.draw(&ty, &known, at));
        match fixed {
            Fixed::First(values) => Box::new(values.into_iter().chain(draws)),
            Fixed::Last(values) => Box::new(draws.chain(values)),
        }
    }

    fn learn_aliases(&self, ty: &TypeRef, known: &mut Known) {
        let mut next = ty.alias;
        while let Some(alias) = next.map(|id| &self.model().service.aliases[id.index()]) {
            alias.refinement.iter().for_each(|refinement| self.learn(refinement, known));
            next = alias.base.alias;
        }
        if let (None, [inner], Type::Option(_)) = (ty.alias, &*ty.args, &ty.ty) {
            self.learn_aliases(inner, known);
        }
    }

    /// Gathers patterns and constants from a condition and from the predicates it calls.
    fn learn(&self, expr: &Expr, known: &mut Known) {
        walk(expr, &mut |part| match &part.kind {
            ExprKind::Matches(_, pattern) => known.patterns.push(pattern.clone()),
            ExprKind::Int(number) => known.constants.push(*number),
            ExprKind::Float(number) => known.reals.push(*number),
            ExprKind::Text(text) => known.texts.push(text.clone()),
            ExprKind::Builtin(Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds, _) => {
                if let Ok(Value::Span(span)) = self.sight.value(part) {
                    known.constants.push(span);
                }
            }
            ExprKind::Call(id, ..) => {
                if let FunctionBody::Defined(body) = &self.model().service.function(*id).body
                    && !self.model().service.function(*id).reads_state
                    && !calls(body)
                {
                    self.learn(body, known);
                }
            }
            _ => {}
        });
    }

    /// The values that are always tried.
    fn fixed(&mut self, ty: &TypeRef, known: &Known, depth: usize) -> Fixed {
        let of = |values: Vec<Value>| Fixed::First(values);
        match &ty.ty {
            Type::Bool => of(vec![Value::Bool(false), Value::Bool(true)]),
            Type::Int => of(integers(&known.constants).into_iter().map(Value::Int).collect()),
            Type::Duration => of(integers(&known.constants).into_iter().map(Value::Span).collect()),
            Type::Float => of(reals(known).into_iter().map(Value::Float).collect()),
            Type::DateTime => of(self.instants()),
            Type::String => self.texts(known),
            Type::Uuid if self.taste == Taste::Fresh => Fixed::Last(vec![Value::Uuid(0)]),
            Type::Uuid => of(vec![Value::Uuid(0)]),
            Type::Enum(id) => {
                let count = self.model().service.enumeration(*id).values.len();
                of((0..count as u32).map(Value::Enum).collect())
            }
            Type::Option(_) => {
                let inner = self.inner(ty, known, depth);
                of(std::iter::once(Value::None).chain(inner).collect())
            }
            Type::Set(_) => {
                let inner = self.elements(ty, depth);
                let sizes = (0..=inner.len().min(3)).map(|size| inner.iter().take(size).cloned().collect());
                of(sizes.map(Value::Set).collect())
            }
            Type::Seq(_) => {
                let inner = self.elements(ty, depth);
                let sizes = (0..=inner.len().min(3)).map(|size| inner.iter().take(size).cloned().collect());
                of(sizes.map(Value::Seq).collect())
            }
            Type::Map(..) | Type::Multi(..) => of(vec![Value::Map(OrdMap::new())]),
            Type::Entity(id) if depth <= MAX_DEPTH => {
                let entity = self.model().service.entity(*id);
                let is_free =
                    entity.invariants.is_empty() && entity.fields.iter().all(|field| field.refinement.is_none());
                let most = if is_free { MAX_RECORDS } else { MAX_OF_FIELD };
                let choices: Vec<Vec<Value>> =
                    entity.fields.iter().map(|field| self.of_field(field, depth + 1, most)).collect();
                of(records(&self.model().service, Refiner::new(self.sight), *id, &choices, MAX_RECORDS))
            }
            Type::Entity(_) => of(Vec::new()),
            Type::Unknown => of(Vec::new()),
        }
    }

    fn inner(&mut self, ty: &TypeRef, known: &Known, depth: usize) -> Vec<Value> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        match &*ty.args {
            [inner] => self.fixed(inner, known, depth + 1).into_values(),
            _ => self.through_alias(ty).map_or_else(Vec::new, |base| self.inner(&base, known, depth)),
        }
    }

    /// Values that the elements of a set or sequence may take.
    fn elements(&mut self, ty: &TypeRef, depth: usize) -> Vec<Value> {
        if depth > MAX_DEPTH {
            return Vec::new();
        }
        let [inner] = &*ty.args else {
            return self.through_alias(ty).map_or_else(Vec::new, |base| self.elements(&base, depth));
        };
        let key = self.random.key();
        let make = || self.elements_of(inner, key, depth);
        match &self.model().elements {
            Some(known) => {
                let asked = Asked { key, ty: inner.clone(), taste: self.taste, depth, now: self.sight.now };
                known.recall(asked, make)
            }
            None => make(),
        }
    }

    fn elements_of(&self, inner: &TypeRef, key: [u8; 32], depth: usize) -> Vec<Value> {
        let refiner = Refiner::new(self.sight);
        let maker = Maker { sight: self.sight, random: Random::from_key(key), taste: self.taste };
        let mut found: Vec<Value> = Vec::new();
        for value in maker.values_at(inner, &[], depth + 1) {
            if !found.contains(&value) && matches!(refiner.broken(inner, &value), Ok(None)) {
                found.push(value);
            }
            if found.len() == MAX_ELEMENTS {
                break;
            }
        }
        found
    }

    fn through_alias(&self, ty: &TypeRef) -> Option<TypeRef> {
        ty.alias.map(|id| self.model().service.aliases[id.index()].base.clone())
    }

    /// Values for a field of a record that satisfy its type.
    fn of_field(&mut self, field: &Field, depth: usize, most: usize) -> Vec<Value> {
        let refiner = Refiner::new(self.sight);
        let maker = Maker { sight: self.sight, random: self.random.split(), taste: self.taste };
        let refinements: Vec<&Expr> = field.refinement.iter().collect();
        let values = maker.values_at(&field.ty, &refinements, depth);
        values.filter(|value| matches!(refiner.broken(&field.ty, value), Ok(None))).take(most).collect()
    }

    fn instants(&self) -> Vec<Value> {
        let now = self.sight.now;
        [now, now.saturating_add(HOUR), now.saturating_sub(HOUR), 0]
            .into_iter()
            .filter(|at| (EARLIEST..=LATEST).contains(at))
            .map(Value::Instant)
            .collect()
    }

    fn texts(&mut self, known: &Known) -> Fixed {
        let mut texts: Vec<String> = vec![String::new()];
        let patterns = known.patterns.iter().filter_map(|pattern| self.sight.model.hir(pattern));
        texts.extend(patterns.flat_map(|hir| text::growing(hir, 8)));
        let lengths = integers(&known.constants).into_iter().filter(|length| (1..=4096).contains(length));
        texts.extend(lengths.map(|length| "a".repeat(length as usize)));
        texts.extend(known.texts.iter().cloned());
        let values = texts.iter().map(|text| Value::text(text)).collect();
        if self.taste == Taste::Fresh { Fixed::Last(values) } else { Fixed::First(values) }
    }

    /// A random value, where the type has ones that differ.
    fn draw(&mut self, ty: &TypeRef, known: &Known, at: usize) -> Option<Value> {
        match &ty.ty {
            Type::Int => Some(Value::Int((self.random.number() >> (1 + at % 60)) as i64)),
            Type::String => Some(Value::text(&self.random_text(known, at))),
            Type::Uuid => Some(Value::Uuid(self.random_uuid())),
            Type::Option(_) => match &*ty.args {
                [inner] => self.draw(inner, known, at),
                _ => None,
            },
            Type::Bool
            | Type::Float
            | Type::DateTime
            | Type::Duration
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Set(_)
            | Type::Seq(_)
            | Type::Map(..)
            | Type::Multi(..)
            | Type::Unknown => None,
        }
    }

    fn random_text(&mut self, known: &Known, at: usize) -> String {
        let stretch = [8, 8, 32, 128, 512][at % 5];
        let pattern = known.patterns.get(at % known.patterns.len().max(1));
        if let Some(hir) = pattern.and_then(|pattern| self.sight.model.hir(pattern)) {
            return text::sample(hir, stretch, &mut self.random);
        }
        let length = match known.constants.get(at % (known.constants.len() + 1)) {
            Some(length) if (1..=4096).contains(length) => *length as usize,
            Some(_) | None => 22,
        };
        let alphabet: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
        (0..length).filter_map(|_| alphabet.get(self.random.below(62) as usize)).collect()
    }

    /// A UUID of version 4.
    fn random_uuid(&mut self) -> u128 {
        let bits = (u128::from(self.random.number()) << 64) | u128::from(self.random.number());
        let versioned = (bits & !(0xf << 76)) | (0x4 << 76);
        (versioned & !(0x3 << 62)) | (0x2 << 62)
    }
}

/// Whether an expression calls a function; such predicates are not looked into any further.
fn calls(expr: &Expr) -> bool {
    crate::ir::any(expr, &|part| matches!(part.kind, ExprKind::Call(..)))
}

/// Values that go before or after random ones.
enum Fixed {
    First(Vec<Value>),
    Last(Vec<Value>),
}

impl Fixed {
    fn into_values(self) -> Vec<Value> {
        match self {
            Fixed::First(values) | Fixed::Last(values) => values,
        }
    }
}

/// Small integers and the neighbours of constants, the nearest to zero first, positive before negative.
fn integers(constants: &[i64]) -> Vec<i64> {
    integers_within(20, constants)
}

/// The integers up to a distance from zero and the neighbours of constants, in the same order.
pub(crate) fn integers_within(distance: i64, constants: &[i64]) -> Vec<i64> {
    let mut found: Vec<i64> = (-distance..=distance).collect();
    for constant in constants {
        for number in [*constant, constant.saturating_neg()] {
            found.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
        }
    }
    found.sort_by_key(|number| (number.unsigned_abs(), *number < 0));
    found.dedup();
    found
}

fn reals(known: &Known) -> Vec<Real> {
    let constants = known.constants.iter().map(|number| *number as f64);
    let mut found: Vec<f64> = vec![0.0, 1.0, 0.5, -1.0];
    for number in known.reals.iter().copied().chain(constants) {
        found.extend([number, number + 0.5, number - 0.5, number + 1.0, number - 1.0, number / 2.0]);
    }
    found.into_iter().filter_map(Real::new).collect()
}

/// Values for an open collection: as it was, a little larger, a little smaller, empty.
pub(crate) fn near(old: &Value, fresh: &[Value], entry: Option<&Value>) -> Vec<Value> {
    let mut found = vec![old.clone()];
    match old {
        Value::Set(elements) => {
            found.extend(fresh.iter().map(|element| Value::Set(elements.update(element.clone()))));
            found.extend(elements.iter().take(8).map(|element| Value::Set(elements.without(element))));
            found.push(Value::Set(OrdSet::new()));
        }
        Value::Seq(elements) => {
            found.extend(fresh.iter().map(|element| {
                let mut longer = elements.clone();
                longer.push_back(element.clone());
                Value::Seq(longer)
            }));
            found.extend((0..elements.len()).rev().take(8).map(|at| {
                let mut shorter = elements.clone();
                shorter.remove(at);
                Value::Seq(shorter)
            }));
            found.push(Value::Seq(Vector::new()));
        }
        Value::Map(entries) => {
            if let Some(value) = entry {
                found.extend(fresh.iter().map(|key| Value::Map(entries.update(key.clone(), value.clone()))));
            }
            found.extend(entries.keys().take(8).map(|key| Value::Map(entries.without(key))));
            found.push(Value::Map(OrdMap::new()));
        }
        _ => {}
    }
    found
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::interp::Machine;
    use crate::project::{NoFiles, open};

    const POSTS: &str = "service Posts {
      type Word = String where value matches /^[a-z]{3,9}$/
      entity Post {
        title: Word
        tags: Set[Word]
        at: DateTime
      }
      state {
        posts: Seq[Post]
      }
      operation Look {
        output: found: Seq[Post]
        ensures: found = posts
      }
    }";

    fn machine() -> Machine {
        let project = open("a.spec", POSTS.as_bytes(), &NoFiles);
        let checked = crate::sema::check(&project.files, project.diagnostics.is_empty());
        Machine::new(Arc::new(checked.service.expect("a sound spec")))
    }

    #[test]
    fn what_is_remembered_is_what_would_be_made() {
        let (forgetful, remembering) = (machine(), machine().with_memory());
        let state = forgetful.initial().expect("a valid beginning");
        let ty = &forgetful.service().state[0].ty;
        let samples = |machine: &Machine, now: i64| machine.samples(ty, &state, now, &mut Random::seeded(1));
        let known = || remembering.model.elements.as_ref().map(|elements| elements.known().len());
        for now in [7, 8] {
            let made = samples(&forgetful, now);
            assert!(made.len() > 2, "{made:?}");
            assert_eq!(samples(&remembering, now), made);
            let before = known();
            assert_eq!(samples(&remembering, now), made);
            assert_eq!(known(), before, "nothing was made again");
        }
        assert_ne!(samples(&remembering, 7), samples(&remembering, 8));
        assert!(known() > Some(2), "{:?}", known());
    }
}
