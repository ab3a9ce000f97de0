//! Places that a body writes: where they are, under which conditions, and what a state is with one of them changed.

use std::rc::Rc;

use z3::ast::{Bool, Dynamic};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, integer};
use super::truth::{and, is_true, yes};
use super::value::{Entries, Line, Members, Val};
use crate::effect::{Place, Root, Scope, Step as PathStep};
use crate::ir::{Operation, Type};

/// Where something is written: a step of a path with its key worked out.
pub(super) enum At {
    Key(Dynamic),
    Field(usize),
    Position(Dynamic),
}

/// A call on its way: the state as far as it is changed, and what is known of the choices.
pub(super) struct Walk<'e, 's> {
    pub(super) encoder: &'e Encoder<'s>,
    pub(super) operation: &'s Operation,
    pub(super) env: Env,
    pub(super) after: Vec<Val>,
    pub(super) outputs: Vec<Val>,
    pub(super) called: Vec<Bool>,
}

/// What to do where the entry is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Anyway,
    IfThere,
}

impl Walk<'_, '_> {
    pub(super) fn current(&self) -> Env {
        Env { after: Rc::new(self.after.clone()), outputs: Rc::new(self.outputs.clone()), ..self.env.clone() }
    }

    /// Does something wherever all conditions hold: with the condition, and the variables bound.
    pub(super) fn under(
        &mut self,
        env: Env,
        scopes: &[Scope],
        condition: Bool,
        work: &mut dyn FnMut(&mut Self, &Env, &Bool) -> Encoded<()>,
    ) -> Encoded<()> {
        let Some((scope, rest)) = scopes.split_first() else { return work(self, &env, &condition) };
        match scope {
            Scope::Let(local, value) => {
                let out = self.encoder.value(&env, value)?;
                self.under(env.with(local, out.val), rest, condition, work)
            }
            Scope::If(test) => {
                let test = self.encoder.truth(&env, test)?.yes;
                self.given(env, rest, (condition, test), work)
            }
            Scope::Unless(test) => {
                let test = self.encoder.truth(&env, test)?.no;
                self.given(env, rest, (condition, test), work)
            }
            Scope::Each(binder) => {
                let (source, defined) = self.encoder.source(&env, binder)?;
                for alt in source.fresh() {
                    if !alt.vars.is_empty() {
                        return Err(Limit::new("a change of every element of a collection"));
                    }
                    let element = self.encoder.unpacked(&source.element, &alt.element)?;
                    let here = and(&[condition.clone(), defined.clone(), alt.guard.clone()]);
                    self.under(env.with(&binder.local, element), rest, here, work)?;
                }
                Ok(())
            }
        }
    }

    fn given(
        &mut self,
        env: Env,
        rest: &[Scope],
        (condition, test): (Bool, Bool),
        work: &mut dyn FnMut(&mut Self, &Env, &Bool) -> Encoded<()>,
    ) -> Encoded<()> {
        let both = and(&[condition, test.clone()]);
        let encoder = self.encoder;
        encoder.given(&test, || self.under(env, rest, both, work))
    }

    pub(super) fn write_under(
        &mut self,
        place: &Place,
        scopes: &[Scope],
        value: &mut dyn FnMut(&Env) -> Encoded<Val>,
        writing: Writing,
    ) -> Encoded<()> {
        self.under(self.current(), scopes, yes(), &mut |walk, env, condition| {
            let way = walk.way(env, place)?;
            let value = value(env)?;
            walk.write(place.root, &way, &value, condition, writing)
        })
    }

    pub(super) fn way(&self, env: &Env, place: &Place) -> Encoded<Vec<At>> {
        let mut way = Vec::new();
        for step in &place.path {
            way.push(match step {
                PathStep::Key(key) => {
                    let out = self.encoder.value(env, key)?;
                    let point = self.encoder.packed(&key.ty, &out.val)?;
                    self.encoder.note_point(&point);
                    At::Key(point)
                }
                PathStep::Field(field) => At::Field(field.index()),
                PathStep::Position(at) => {
                    let out = self.encoder.value(env, at)?;
                    At::Position(self.encoder.packed(&at.ty, &out.val)?)
                }
            });
        }
        Ok(way)
    }

    pub(super) fn root(&self, root: Root) -> (Val, Type) {
        match root {
            Root::State(id) => (self.after[id.index()].clone(), self.encoder.service.state_field(id).ty.ty.clone()),
            Root::Output(index) => {
                (self.outputs[index.index()].clone(), self.operation.outputs[index.index()].ty.ty.clone())
            }
        }
    }

    pub(super) fn write(
        &mut self,
        root: Root,
        way: &[At],
        value: &Val,
        condition: &Bool,
        writing: Writing,
    ) -> Encoded<()> {
        let (whole, ty) = self.root(root);
        let written = self.written(&ty, &whole, way, value, condition, writing)?;
        match root {
            Root::State(id) => self.after[id.index()] = written,
            Root::Output(index) => self.outputs[index.index()] = written,
        }
        Ok(())
    }

    /// A value with a part replaced, where a condition holds.
    pub(super) fn written(
        &self,
        ty: &Type,
        whole: &Val,
        way: &[At],
        value: &Val,
        condition: &Bool,
        writing: Writing,
    ) -> Encoded<Val> {
        let encoder = self.encoder;
        let Some((at, rest)) = way.split_first() else { return encoder.either(ty, condition, value, whole) };
        match (at, whole, ty) {
            (At::Key(key), Val::Map(entries), _) => {
                let old = encoder.unpacked(&entries.value, &entries.at(key))?;
                let there = entries.keys.contains(key);
                let condition =
                    if writing == Writing::IfThere { and(&[condition.clone(), there]) } else { condition.clone() };
                let new = self.written(&entries.value, &old, rest, value, &condition, writing)?;
                let creates = rest.is_empty() && writing == Writing::Anyway;
                let keys = if creates { self.with_key(entries, key, &condition)? } else { entries.keys.clone() };
                let values = entries.values.store(key, &encoder.packed(&entries.value, &new)?);
                Ok(Val::Map(Entries { keys, value: entries.value.clone(), values }))
            }
            (At::Key(key), Val::Multi(values), Type::Multi(_, inner)) => {
                let inner = Type::Set(inner.clone());
                let old = encoder.unpacked(&inner, &values.select(key))?;
                let new = self.written(&inner, &old, rest, value, condition, writing)?;
                Ok(Val::Multi(values.store(key, &encoder.packed(&inner, &new)?)))
            }
            (At::Position(position), Val::Seq(line), _) => {
                let position = integer(position)?;
                let old = encoder.unpacked(&line.element, &line.at.select(&position))?;
                let new = self.written(&line.element, &old, rest, value, condition, writing)?;
                let at = line.at.store(&position, &encoder.packed(&line.element, &new)?);
                Ok(Val::Seq(Line { at, ..line.clone() }))
            }
            (At::Field(field), Val::Term(record), Type::Entity(id)) => {
                let mut parts = encoder.parts(ty, record)?;
                let declared = &encoder.service.entity(*id).fields[*field].ty.ty;
                let old = encoder.unpacked(declared, &parts[*field])?;
                let new = self.written(declared, &old, rest, value, condition, writing)?;
                parts[*field] = encoder.packed(declared, &new)?;
                Ok(Val::Term(encoder.sorts.construct(ty, &parts)?))
            }
            (_, Val::Term(option), Type::Option(inner)) => {
                let old = encoder.unpacked(inner, &encoder.sorts.part(ty, option, 0)?)?;
                let new = self.written(inner, &old, way, value, condition, writing)?;
                let some = encoder.sorts.construct(ty, &[encoder.packed(inner, &new)?])?;
                Ok(Val::Term(encoder.sorts.is_some(ty, option)?.ite(&some, option)))
            }
            _ => Err(Limit::new("a place that cannot be written")),
        }
    }

    fn with_key(&self, entries: &Entries, key: &Dynamic, condition: &Bool) -> Encoded<Members> {
        let one = self.encoder.listed(&entries.keys.element, vec![key.clone()])?;
        let more = self.encoder.union(&entries.keys, &one);
        if is_true(condition) {
            return Ok(more);
        }
        let both = more.array.as_ref().zip(entries.keys.array.as_ref()).map(|(a, b)| condition.ite(a, b));
        let only = one.filtered(&one.var, condition, None);
        Ok(entries.keys.union(&only, both))
    }

    pub(super) fn read(&self, root: Root, way: &[At]) -> Encoded<Val> {
        let (mut val, mut ty) = self.root(root);
        for at in way {
            let encoder = self.encoder;
            let (next, next_ty) = match (at, &val, &ty) {
                (At::Key(key), Val::Map(entries), _) => (entries.at(key), entries.value.clone()),
                (At::Key(key), Val::Multi(values), Type::Multi(_, inner)) => {
                    (values.select(key), Type::Set(inner.clone()))
                }
                (At::Position(position), Val::Seq(line), _) => {
                    (line.at.select(&integer(position)?), line.element.clone())
                }
                (At::Field(field), Val::Term(record), Type::Entity(id)) => {
                    let declared = encoder.service.entity(*id).fields[*field].ty.ty.clone();
                    (encoder.sorts.part(&ty, record, *field)?, declared)
                }
                _ => return Err(Limit::new("a place that cannot be read")),
            };
            val = encoder.unpacked(&next_ty, &next)?;
            ty = next_ty;
        }
        Ok(val)
    }
}
