//! From a model of the solver to values: a state, the inputs of a call, and the instants.

use std::cell::RefCell;
use std::collections::BTreeSet;

use regex::Regex;
use sha2::{Digest, Sha256};
use z3::Model;
use z3::ast::{Bool, Dynamic};

use super::encode::{Env, integer};
use super::example::{drawn, written};
use super::scene::Scene;
use super::sorts::Texts;
use super::text::unescaped;
use super::value::{Members, Val};
use crate::interp::{Real, State, Value, with_ascii_classes};
use crate::ir::{OperationId, StateId, Type};

/// A situation that the solver found.
#[derive(Debug, Clone, PartialEq)]
pub struct Situation {
    /// The state.
    pub state: State,
    /// The instant at which the state is valid.
    pub valid_at: i64,
    /// The inputs of the call, if there is one.
    pub inputs: Vec<Value>,
    /// The instant of the call.
    pub now: i64,
}

/// Reads a situation out of a model.
pub(super) fn situation(scene: &Scene<'_>, model: &Model, call: Option<(OperationId, &Env)>) -> Option<Situation> {
    let reader = Reader { scene, model, opaque: RefCell::default() };
    let service = scene.encoder.service;
    let mut fields = Vec::new();
    for (at, (field, val)) in service.state.iter().zip(scene.before.iter()).enumerate() {
        let id = StateId(at as u32);
        let other = scene.encoder.ground.regions.as_ref().filter(|_| !scene.matters(id));
        fields.push(match other {
            Some(regions) => regions.initial().field(id).clone(),
            None => reader.value(&field.ty.ty, val)?,
        });
    }
    let mut inputs = Vec::new();
    if let Some((id, env)) = call {
        for (param, val) in service.operation(id).inputs.iter().zip(env.inputs.iter()) {
            inputs.push(reader.value(&param.ty.ty, val)?);
        }
    }
    let hashes = match scene.encoder.sorts.texts {
        Texts::Opaque => reader.concrete()?,
        Texts::Native => reader.hashes(),
    };
    let fields: Vec<Value> = fields.into_iter().map(|value| with_hashes(value, &hashes)).collect();
    let inputs = inputs.into_iter().map(|value| with_hashes(value, &hashes)).collect();
    let now = reader.number(&scene.now.clone().into())?;
    let valid_at = reader.number(&scene.valid_at.clone().into())?;
    Some(Situation { state: State::new(fields), valid_at, inputs, now })
}

/// Letters for texts of which nothing is said but their length.
const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

struct Reader<'e, 's> {
    scene: &'e Scene<'s>,
    model: &'e Model,
    /// The opaque texts that came up.
    opaque: RefCell<Vec<(String, Dynamic)>>,
}

impl Reader<'_, '_> {
    fn eval(&self, term: &Dynamic) -> Option<Dynamic> {
        self.model.eval(term, true)
    }

    fn holds(&self, condition: &Bool) -> bool {
        self.model.eval(condition, true).and_then(|value| value.as_bool()) == Some(true)
    }

    fn number(&self, term: &Dynamic) -> Option<i64> {
        self.eval(term)?.as_int()?.as_i64()
    }

    fn value(&self, ty: &Type, val: &Val) -> Option<Value> {
        match val {
            Val::Term(term) => self.term(ty, term),
            Val::Set(members) => Some(Value::Set(self.elements(members)?.into_iter().collect())),
            Val::Map(entries) => {
                let encoder = &self.scene.encoder;
                let mut found = imbl::OrdMap::new();
                for key in self.present(&entries.keys) {
                    let held = encoder.unpacked(&entries.value, &entries.at(&key)).ok()?;
                    let key = encoder.unpacked(&entries.keys.element, &key).ok()?;
                    found.insert(self.value(&entries.keys.element, &key)?, self.value(&entries.value, &held)?);
                }
                Some(Value::Map(found))
            }
            Val::Multi(values) => {
                let Type::Multi(key, inner) = ty else { return None };
                let encoder = &self.scene.encoder;
                let mut found = imbl::OrdMap::new();
                for at in self.present(&encoder.typed_members(ty, val).ok()?) {
                    let set = Type::Set(inner.clone());
                    let held = encoder.unpacked(&set, &values.select(&at)).ok()?;
                    let at = encoder.unpacked(key, &at).ok()?;
                    found.insert(self.value(key, &at)?, self.value(&set, &held)?);
                }
                Some(Value::Map(found))
            }
            Val::Seq(line) => {
                let len = self.number(&line.len.clone().into())?;
                let mut found = imbl::Vector::new();
                for at in 0..len {
                    let element = line.at.select(&z3::ast::Int::from_i64(at));
                    let element = self.scene.encoder.unpacked(&line.element, &element).ok()?;
                    found.push_back(self.value(&line.element, &element)?);
                }
                Some(Value::Seq(found))
            }
        }
    }

    fn present(&self, members: &Members) -> Vec<Dynamic> {
        members.alts.iter().filter(|alt| self.holds(&alt.guard)).map(|alt| alt.element.clone()).collect()
    }

    fn elements(&self, members: &Members) -> Option<Vec<Value>> {
        let element = |term: Dynamic| {
            let val = self.scene.encoder.unpacked(&members.element, &term).ok()?;
            self.value(&members.element, &val)
        };
        self.present(members).into_iter().map(element).collect()
    }

    fn term(&self, ty: &Type, term: &Dynamic) -> Option<Value> {
        let sorts = &self.scene.encoder.sorts;
        match ty {
            Type::Bool => Some(Value::Bool(self.holds(&term.as_bool()?))),
            Type::Int => self.number(term).map(Value::Int),
            Type::DateTime => self.number(term).map(Value::Instant),
            Type::Duration => self.number(term).map(Value::Span),
            Type::Uuid => integer(&self.eval(term)?).ok()?.as_u128().map(Value::Uuid),
            Type::Float => {
                let number = self.eval(term)?.as_real()?;
                let exact = number.as_rational().map(|(over, under)| over as f64 / under as f64);
                Real::new(exact.unwrap_or_else(|| number.approx_f64())).map(Value::Float)
            }
            Type::String => self.text(term),
            Type::Enum(id) => {
                let found = self.eval(term)?;
                let at = sorts.enum_values(*id).iter().position(|value| value.ast_eq(&found))?;
                Some(Value::Enum(at as u32))
            }
            Type::Entity(id) => {
                let mut fields = Vec::new();
                for (at, field) in self.scene.encoder.service.entity(*id).fields.iter().enumerate() {
                    let part = self.scene.encoder.unpacked(&field.ty.ty, &sorts.part(ty, term, at).ok()?).ok()?;
                    fields.push(self.value(&field.ty.ty, &part)?);
                }
                Some(Value::Record(fields.into()))
            }
            Type::Option(inner) => {
                if !self.holds(&sorts.is_some(ty, term).ok()?) {
                    return Some(Value::None);
                }
                let part = self.scene.encoder.unpacked(inner, &sorts.part(ty, term, 0).ok()?).ok()?;
                self.value(inner, &part)
            }
            Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Unknown => None,
        }
    }

    /// A text; an opaque one by the name that the solver gave it, until it gets a text of its own.
    fn text(&self, term: &Dynamic) -> Option<Value> {
        let found = self.eval(term)?;
        if let Some(text) = found.as_string() {
            return Some(Value::text(&unescaped(&text.as_string()?)));
        }
        let name = format!("\0{found}");
        let mut opaque = self.opaque.borrow_mut();
        if !opaque.iter().any(|(known, _)| *known == name) {
            opaque.push((name.clone(), found));
        }
        Some(Value::text(&name))
    }

    /// Texts for the opaque ones: as long as they are said to be, and matching what they are said to match.
    fn concrete(&self) -> Option<Vec<(Value, Value)>> {
        let encoder = &self.scene.encoder;
        let mut made: Vec<(Value, Value)> = Vec::new();
        let literals = encoder.literals.borrow().clone();
        for (text, known) in &literals {
            let Value::Text(name) = self.text(known)? else { return None };
            made.push((Value::Text(name), Value::text(text)));
        }
        let hashes: Vec<(Value, Value)> = encoder
            .hashes
            .borrow()
            .iter()
            .filter_map(|(plain, hashed)| Some((self.text(plain)?, self.text(hashed)?)))
            .collect();
        let mut at = 0;
        loop {
            let Some((name, term)) = self.opaque.borrow().get(at).cloned() else { break };
            at += 1;
            let name = Value::text(&name);
            let is_hash = hashes.iter().any(|(_, hashed)| *hashed == name);
            if is_hash || made.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let text = self.made_text(&term, &made)?;
            made.push((name, Value::text(&text)));
        }
        for (plain, hashed) in hashes {
            let (_, Value::Text(text)) = made.iter().find(|(known, _)| *known == plain)? else { return None };
            let hash = Value::text(&hash(text));
            made.push((hashed, hash));
        }
        Some(made)
    }

    /// The patterns that a text was matched with.
    fn patterns_of(&self, text: &Dynamic) -> BTreeSet<String> {
        let matched = self.scene.encoder.matched.borrow();
        let is_it = |asked: &Dynamic| self.eval(asked).is_some_and(|found| found.ast_eq(text));
        matched.iter().filter(|(asked, _)| is_it(asked)).map(|(_, pattern)| pattern.clone()).collect()
    }

    fn made_text(&self, term: &Dynamic, others: &[(Value, Value)]) -> Option<String> {
        let encoder = &self.scene.encoder;
        let length = self.number(&encoder.text_length(term).ok()?.into())?;
        let (mut wanted, mut unwanted) = (Vec::new(), Vec::new());
        for pattern in self.patterns_of(term) {
            let matched = self.holds(&encoder.opaque_match(term, &pattern).ok()?);
            if matched { wanted.push(pattern) } else { unwanted.push(pattern) }
        }
        let taken = |text: &str| others.iter().any(|(_, other)| matches!(other, Value::Text(other) if other == text));
        let refused: Option<Vec<Regex>> =
            unwanted.iter().map(|pattern| Regex::new(&with_ascii_classes(pattern)).ok()).collect();
        let refused = refused?;
        let fits = |text: &String| !taken(text) && !refused.iter().any(|pattern| pattern.is_match(text));
        let length = usize::try_from(length).ok()?;
        let plain = || PLAIN.chars().map(|letter| letter.to_string().repeat(length)).find(fits);
        if wanted.is_empty() {
            return plain();
        }
        // Of a text that nothing reads the solver says what it likes: then less has to do, and the replay decides.
        drawn(&wanted, length)
            .into_iter()
            .find(fits)
            .or_else(|| written(&wanted, &[], Some(length), others).filter(fits))
            .or_else(|| written(&wanted, &unwanted, Some(length), others))
            .or_else(|| written(&wanted, &[], None, others))
            .or_else(plain)
    }

    /// The solver does not know what a hash is: the texts that it chose, and the hashes that belong there.
    fn hashes(&self) -> Vec<(Value, Value)> {
        let text = |term: &Dynamic| self.term(&Type::String, term);
        let pairs = self.scene.encoder.hashes.borrow();
        pairs
            .iter()
            .filter_map(|(plain, hashed)| {
                let Value::Text(plain) = text(plain)? else { return None };
                Some((text(hashed)?, Value::text(&hash(&plain))))
            })
            .collect()
    }
}

fn hash(text: &str) -> String {
    let digit = |number: u8| char::from_digit(u32::from(number), 16).unwrap_or('0');
    Sha256::digest(text.as_bytes()).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn with_hashes(value: Value, hashes: &[(Value, Value)]) -> Value {
    if let Some((_, hash)) = hashes.iter().find(|(chosen, _)| *chosen == value) {
        return hash.clone();
    }
    let inner = |value: &Value| with_hashes(value.clone(), hashes);
    match &value {
        Value::Record(fields) => Value::Record(fields.iter().map(inner).collect::<Vec<_>>().into()),
        Value::Set(elements) => Value::Set(elements.iter().map(inner).collect()),
        Value::Seq(elements) => Value::Seq(elements.iter().map(inner).collect()),
        Value::Map(entries) => Value::Map(entries.iter().map(|(key, value)| (inner(key), inner(value))).collect()),
        Value::None
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::Text(_)
        | Value::Instant(_)
        | Value::Span(_)
        | Value::Uuid(_)
        | Value::Enum(_)
        | Value::Open => value,
    }
}
