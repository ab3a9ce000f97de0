//! What the types of values promise: refinements of aliases and fields, and the invariants of entities. For a search,
//! also that every value is one that specc can hold.

use z3::ast::{Bool, Dynamic};

use super::encode::{Encoded, Encoder, Env, Mode, for_all, integer};
use super::scalar::in_range;
use super::text::valid_text;
use super::truth::{and, implies, yes};
use super::value::{Alt, Val};
use crate::interp::Clause;
use crate::ir::{EntityId, Expr, Service, StateId, Type, TypeRef};

/// Conditions, each with the clause it comes from.
pub(super) type Claims = Vec<(Clause, Bool)>;

/// How long texts are in a search.
const MAX_LENGTH: i64 = 4000;

/// Which clauses are wanted.
pub(super) type Wanted<'w> = &'w dyn Fn(Clause, &Expr) -> bool;

impl Encoder<'_> {
    /// What a value of a declared type satisfies.
    pub(super) fn refined(&self, env: &Env, ty: &TypeRef, val: &Val, wanted: Wanted<'_>) -> Encoded<Claims> {
        if !has_claims(self.service, ty) {
            return Ok(Vec::new());
        }
        if let Some(alias) = ty.alias {
            let declared = &self.service.aliases[alias.index()];
            let mut found = self.refined(env, &declared.base, val, wanted)?;
            if let Some(refinement) = &declared.refinement
                && wanted(Clause::Alias(alias), refinement)
            {
                let env = Env { own_value: Some(val.clone()), own_fields: None, ..env.clone() };
                let holds = self.truth(&env, refinement)?.yes;
                found.push((Clause::Alias(alias), self.unless_none(&ty.ty, val, holds)?));
            }
            return Ok(found);
        }
        self.refined_parts(env, ty, val, wanted)
    }

    fn unless_none(&self, ty: &Type, val: &Val, holds: Bool) -> Encoded<Bool> {
        match (ty, val) {
            (Type::Option(_), Val::Term(option)) => Ok(implies(&self.sorts.is_some(ty, option)?, &holds)),
            _ => Ok(holds),
        }
    }

    fn refined_parts(&self, env: &Env, ty: &TypeRef, val: &Val, wanted: Wanted<'_>) -> Encoded<Claims> {
        match (&ty.ty, val, &*ty.args) {
            (Type::Option(inner), Val::Term(option), [arg]) => {
                let value = self.unpacked(inner, &self.sorts.part(&ty.ty, option, 0)?)?;
                let there = self.sorts.is_some(&ty.ty, option)?;
                let inner = self.refined(env, arg, &value, wanted)?;
                Ok(inner.into_iter().map(|(clause, holds)| (clause, implies(&there, &holds))).collect())
            }
            (Type::Set(_), Val::Set(members), [arg]) => self.each_refined(env, arg, members.fresh(), wanted),
            (Type::Seq(_), Val::Seq(line), [arg]) => {
                self.each_refined(env, arg, self.elements_of(line)?.fresh(), wanted)
            }
            (Type::Map(..) | Type::Multi(..), _, [key, value]) => {
                let mut found = self.each_refined(env, key, self.typed_members(&ty.ty, val)?.fresh(), wanted)?;
                found.extend(self.each_refined(env, value, self.range(&ty.ty, val)?.fresh(), wanted)?);
                Ok(found)
            }
            (Type::Entity(id), Val::Term(record), _) => self.refined_record(env, *id, record, wanted),
            _ => Ok(Vec::new()),
        }
    }

    fn each_refined(&self, env: &Env, ty: &TypeRef, alts: Vec<Alt>, wanted: Wanted<'_>) -> Encoded<Claims> {
        let mut found = Vec::new();
        if !has_claims(self.service, ty) {
            return Ok(found);
        }
        for alt in alts {
            let element = self.unpacked(&ty.ty, &alt.element)?;
            let inner = self.bound(&alt.vars, &alt.guard, || self.refined(env, ty, &element, wanted))?;
            for (clause, holds) in inner {
                found.push((clause, for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &holds))));
            }
        }
        Ok(found)
    }

    fn refined_record(&self, env: &Env, id: EntityId, record: &Dynamic, wanted: Wanted<'_>) -> Encoded<Claims> {
        let mut found = Vec::new();
        for at in 0..self.service.entity(id).fields.len() {
            found.extend(self.refined_field(env, id, record, at, wanted)?);
        }
        for at in 0..self.service.entity(id).invariants.len() {
            let clause = Clause::EntityInvariant(id, at);
            if wanted(clause, &self.service.entity(id).invariants[at].expr) {
                found.push((clause, self.entity_invariant(env, id, record, at)?));
            }
        }
        Ok(found)
    }

    /// What a field of a record satisfies by itself.
    pub(super) fn refined_field(
        &self,
        env: &Env,
        id: EntityId,
        record: &Dynamic,
        at: usize,
        wanted: Wanted<'_>,
    ) -> Encoded<Claims> {
        let field = &self.service.entity(id).fields[at];
        let part = self.unpacked(&field.ty.ty, &self.sorts.part(&Type::Entity(id), record, at)?)?;
        let mut found = self.refined(env, &field.ty, &part, wanted)?;
        if let Some(refinement) = &field.refinement
            && wanted(Clause::Field(id, at), refinement)
        {
            let own = Some((id, record.clone()));
            let env = Env { own_value: Some(part.clone()), own_fields: own, ..env.clone() };
            let holds = self.truth(&env, refinement)?.yes;
            found.push((Clause::Field(id, at), self.unless_none(&field.ty.ty, &part, holds)?));
        }
        Ok(found)
    }

    pub(super) fn entity_invariant(&self, env: &Env, id: EntityId, record: &Dynamic, at: usize) -> Encoded<Bool> {
        let invariant = &self.service.entity(id).invariants[at];
        let env = Env { own_value: None, own_fields: Some((id, record.clone())), ..env.clone() };
        Ok(self.truth(&env, &invariant.expr)?.yes)
    }

    /// What a state field satisfies.
    pub(super) fn refined_state(&self, env: &Env, id: StateId, val: &Val, wanted: Wanted<'_>) -> Encoded<Claims> {
        let field = self.service.state_field(id);
        let mut found = self.refined(env, &field.ty, val, wanted)?;
        if let Some(refinement) = &field.refinement
            && wanted(Clause::State(id), refinement)
        {
            let env = Env { own_value: Some(val.clone()), own_fields: None, ..env.clone() };
            let holds = self.truth(&env, refinement)?.yes;
            found.push((Clause::State(id), self.unless_none(&field.ty.ty, val, holds)?));
        }
        Ok(merged(found))
    }

    /// That a value is one that specc can hold.
    pub(super) fn decent(&self, ty: &Type, val: &Val) -> Encoded<Bool> {
        match (ty, val) {
            (Type::Int | Type::Duration | Type::DateTime | Type::Uuid, Val::Term(term)) => {
                Ok(in_range(ty, &integer(term)?).unwrap_or_else(yes))
            }
            (Type::String, _) if self.mode == Mode::Proof => Ok(yes()),
            (Type::String, Val::Term(text)) => match text.as_string() {
                Some(text) => Ok(valid_text(&text)),
                None => Ok(self.text_length(text)?.le(MAX_LENGTH)),
            },
            (Type::Option(inner), Val::Term(option)) => {
                let value = self.unpacked(inner, &self.sorts.part(ty, option, 0)?)?;
                Ok(implies(&self.sorts.is_some(ty, option)?, &self.decent(inner, &value)?))
            }
            (Type::Entity(id), Val::Term(record)) => {
                let mut parts = Vec::new();
                for (at, field) in self.service.entity(*id).fields.iter().enumerate() {
                    let part = self.unpacked(&field.ty.ty, &self.sorts.part(ty, record, at)?)?;
                    parts.push(self.decent(&field.ty.ty, &part)?);
                }
                Ok(and(&parts))
            }
            (Type::Set(inner), Val::Set(members)) => self.each_decent(inner, members.fresh()),
            (Type::Seq(inner), Val::Seq(line)) => self.each_decent(inner, self.elements_of(line)?.fresh()),
            (Type::Map(key, value) | Type::Multi(key, value), val) => Ok(and(&[
                self.each_decent(key, self.typed_members(ty, val)?.fresh())?,
                self.each_decent(value, self.range(ty, val)?.fresh())?,
            ])),
            _ => Ok(yes()),
        }
    }

    fn each_decent(&self, ty: &Type, alts: Vec<Alt>) -> Encoded<Bool> {
        let mut parts = Vec::new();
        for alt in alts {
            let element = self.unpacked(ty, &alt.element)?;
            let decent = implies(&alt.guard, &self.decent(ty, &element)?);
            parts.push(for_all(&alt.vars, alt.trigger.as_ref(), &decent));
        }
        Ok(and(&parts))
    }
}

/// The claims of one clause as one.
pub(super) fn merged(claims: Claims) -> Claims {
    let mut found: Claims = Vec::new();
    for (clause, holds) in claims {
        match found.iter_mut().find(|(known, _)| *known == clause) {
            Some((_, all)) => *all = and(&[all.clone(), holds]),
            None => found.push((clause, holds)),
        }
    }
    found
}

/// Whether a declared type promises anything.
pub(super) fn has_claims(service: &Service, ty: &TypeRef) -> bool {
    claims_within(service, ty, &mut Vec::new())
}

/// An entity may hold its own kind, so each is looked into once.
fn claims_within(service: &Service, ty: &TypeRef, known: &mut Vec<EntityId>) -> bool {
    if let Some(alias) = ty.alias {
        let declared = &service.aliases[alias.index()];
        if declared.refinement.is_some() || claims_within(service, &declared.base, known) {
            return true;
        }
    }
    if let Type::Entity(id) = &ty.ty
        && !known.contains(id)
    {
        known.push(*id);
        let entity = service.entity(*id);
        let mut fields = entity.fields.iter();
        let claims = |field: &crate::ir::Field| field.refinement.is_some() || claims_within(service, &field.ty, known);
        if !entity.invariants.is_empty() || fields.any(claims) {
            return true;
        }
    }
    ty.args.iter().any(|arg| claims_within(service, arg, known))
}
