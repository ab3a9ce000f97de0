//! The values of each declared type that states and calls hold.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::super::Ground;
use super::is_accepted;
use crate::explore::{Stored, Term, plain, resolve, term_json};
use crate::interp::Value;
use crate::ir::{AliasId, Service, Type, TypeRef};

/// Values by the types that they were declared with, the shortest first; their instants are counted from the moment that they
/// were seen at.
#[derive(Default)]
pub(super) struct Known(FxHashMap<(Option<AliasId>, Type), ByLength>);

/// Values by their length as JSON, and then by that JSON.
type ByLength = BTreeMap<(usize, String), Term>;

impl Known {
    /// What the states of a corpus and its accepted calls hold.
    pub(super) fn of_corpus(ground: Ground<'_>) -> Known {
        let corpus = &ground.exploration.corpus;
        let mut known = Known::default();
        corpus.states.iter().for_each(|stored| known.add_state(ground, stored));
        for made in corpus.witnesses.iter().filter(|witness| is_accepted(witness)).filter_map(|one| one.call.as_ref()) {
            let inputs = ground.service.operation(made.call.operation).inputs.iter().zip(&made.call.inputs);
            inputs.for_each(|(param, value)| known.add(ground, &param.ty, value, made.now));
        }
        known
    }

    /// What a state holds.
    pub(super) fn of_state(ground: Ground<'_>, stored: &Stored) -> Known {
        let mut known = Known::default();
        known.add_state(ground, stored);
        known
    }

    fn add_state(&mut self, ground: Ground<'_>, stored: &Stored) {
        let fields = ground.service.state.iter().zip(stored.state.fields());
        fields.for_each(|(field, value)| self.add(ground, &field.ty, value, stored.now));
    }

    fn add(&mut self, ground: Ground<'_>, ty: &TypeRef, value: &Value, now: i64) {
        walk(ground.service, ty, value, &mut |ty, value| {
            let term = plain(value, now);
            let text = term_json(ground.service, ground.api, &ty.ty, &term).to_string();
            self.0.entry((ty.alias, ty.ty.clone())).or_default().entry((text.len(), text)).or_insert(term);
        });
    }

    /// The values of a type, with instants counted from a moment.
    pub(super) fn of(&self, ty: &TypeRef, now: i64) -> Vec<Value> {
        let terms = self.0.get(&(ty.alias, ty.ty.clone())).into_iter().flat_map(BTreeMap::values);
        terms.filter_map(|term| resolve(term, &[], now)).collect()
    }
}

/// Goes over a value and all that is in it, with the types that these were declared with. Maps and options are passed by.
fn walk(service: &Service, ty: &TypeRef, value: &Value, visit: &mut dyn FnMut(&TypeRef, &Value)) {
    if let Some(alias) = ty.alias {
        if !value.is_none() {
            visit(ty, value);
        }
        return walk(service, &service.aliases[alias.index()].base, value, visit);
    }
    match (&ty.ty, value, &*ty.args) {
        (_, Value::None, _) => {}
        (Type::Option(_), value, [inner]) => walk(service, inner, value, visit),
        (Type::Set(_), Value::Set(elements), [inner]) => {
            elements.iter().for_each(|element| walk(service, inner, element, visit));
        }
        (Type::Seq(_), Value::Seq(elements), [inner]) => {
            elements.iter().for_each(|element| walk(service, inner, element, visit));
        }
        (Type::Map(..), Value::Map(entries), [key, inner]) => {
            for (at, value) in entries {
                walk(service, key, at, visit);
                walk(service, inner, value, visit);
            }
        }
        (Type::Multi(..), Value::Map(entries), [key, inner]) => {
            for (at, values) in entries {
                walk(service, key, at, visit);
                let Value::Set(values) = values else { continue };
                values.iter().for_each(|value| walk(service, inner, value, visit));
            }
        }
        (Type::Entity(id), Value::Record(fields), _) => {
            visit(ty, value);
            let declared = service.entity(*id).fields.iter().zip(fields.iter());
            declared.for_each(|(field, value)| walk(service, &field.ty, value, visit));
        }
        _ => visit(ty, value),
    }
}
