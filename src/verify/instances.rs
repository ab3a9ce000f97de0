//! Every instance of an entity that a state reaches.

use z3::ast::{Bool, Dynamic};

use super::collection::single;
use super::encode::{Encoded, Encoder, there_is};
use super::truth::{and, or, yes};
use super::value::{Alt, Members, Val};
use crate::ir::{EntityId, Type};

impl Encoder<'_> {
    /// Every instance of an entity that a state reaches.
    pub(super) fn instances(&self, state: &[Val], entity: EntityId) -> Encoded<Members> {
        let mut alts = Vec::new();
        for (field, value) in self.service.state.iter().zip(state) {
            self.reached(&field.ty.ty, value, entity, &mut alts)?;
        }
        let element = Type::Entity(entity);
        let var = Dynamic::fresh_const("v", &self.sorts.of(&element)?);
        let test: Vec<Bool> = alts
            .iter()
            .map(|alt: &Alt| there_is(&alt.vars, &and(&[alt.guard.clone(), alt.element.eq(&var)])))
            .collect();
        Ok(Members { element, var, test: or(&test), alts, array: None, distinct: false })
    }

    fn reached(&self, ty: &Type, val: &Val, entity: EntityId, found: &mut Vec<Alt>) -> Encoded<()> {
        match (ty, val) {
            (Type::Entity(id), Val::Term(record)) => {
                if *id == entity {
                    found.push(single(yes(), record.clone()));
                    return Ok(());
                }
                for (at, field) in self.service.entity(*id).fields.iter().enumerate() {
                    if mentions(self.service, &field.ty.ty, entity) {
                        let part = self.unpacked(&field.ty.ty, &self.sorts.part(ty, record, at)?)?;
                        self.reached(&field.ty.ty, &part, entity, found)?;
                    }
                }
                Ok(())
            }
            (Type::Option(inner), Val::Term(option)) if mentions(self.service, inner, entity) => {
                let value = self.unpacked(inner, &self.sorts.part(ty, option, 0)?)?;
                let is_some = self.sorts.is_some(ty, option)?;
                let from = found.len();
                self.reached(inner, &value, entity, found)?;
                found.iter_mut().skip(from).for_each(|alt| alt.guard = and(&[is_some.clone(), alt.guard.clone()]));
                Ok(())
            }
            (Type::Set(inner), Val::Set(members)) => self.each_reached(inner, members.fresh(), entity, found),
            (Type::Seq(inner), Val::Seq(line)) => {
                self.each_reached(inner, self.elements_of(line)?.fresh(), entity, found)
            }
            (Type::Map(key, value), Val::Map(entries)) => {
                self.each_reached(key, entries.keys.fresh(), entity, found)?;
                self.each_reached(value, self.range(ty, val)?.fresh(), entity, found)
            }
            (Type::Multi(key, value), Val::Multi(values)) => {
                self.each_reached(key, self.multi_keys(values, key, value)?.fresh(), entity, found)?;
                self.each_reached(value, self.range(ty, val)?.fresh(), entity, found)
            }
            _ => Ok(()),
        }
    }

    fn each_reached(&self, ty: &Type, alts: Vec<Alt>, entity: EntityId, found: &mut Vec<Alt>) -> Encoded<()> {
        if !mentions(self.service, ty, entity) {
            return Ok(());
        }
        for outer in alts {
            let value = self.unpacked(ty, &outer.element)?;
            let from = found.len();
            self.reached(ty, &value, entity, found)?;
            for alt in found.iter_mut().skip(from) {
                alt.vars.splice(0..0, outer.vars.iter().cloned());
                alt.guard = and(&[outer.guard.clone(), alt.guard.clone()]);
                let plain = alt.vars.len() == outer.vars.len();
                alt.trigger = outer.trigger.clone().filter(|_| plain);
            }
        }
        Ok(())
    }
}

/// Whether a type holds an entity anywhere. No value of an entity that holds its own kind gets here.
fn mentions(service: &crate::ir::Service, ty: &Type, entity: EntityId) -> bool {
    match ty {
        Type::Entity(id) => {
            *id == entity || service.entity(*id).fields.iter().any(|field| mentions(service, &field.ty.ty, entity))
        }
        Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => mentions(service, inner, entity),
        Type::Map(key, value) | Type::Multi(key, value) => {
            mentions(service, key, entity) || mentions(service, value, entity)
        }
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
