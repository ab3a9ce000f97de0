//! What is asked of declared types: in which order they are described, which hold themselves, and which say something of values.

use std::collections::BTreeSet;

use crate::ir::{AliasId, EntityId, EnumId, Service, Type, TypeRef};

/// A declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declared {
    /// An alias
    Alias(AliasId),
    /// An enum
    Enum(EnumId),
    /// An entity
    Entity(EntityId),
}

/// The declared types of a service, each after those it is made of. Of entities that hold each other one has to come first.
pub fn types_in_order(service: &Service) -> Vec<Declared> {
    let mut walk = Walk { service, seen: BTreeSet::new(), order: Vec::new() };
    (0..service.enums.len()).for_each(|at| walk.visit(Declared::Enum(EnumId(at as u32))));
    (0..service.aliases.len()).for_each(|at| walk.visit(Declared::Alias(AliasId(at as u32))));
    (0..service.entities.len()).for_each(|at| walk.visit(Declared::Entity(EntityId(at as u32))));
    walk.order
}

struct Walk<'s> {
    service: &'s Service,
    seen: BTreeSet<Declared>,
    order: Vec<Declared>,
}

impl Walk<'_> {
    fn visit(&mut self, what: Declared) {
        if !self.seen.insert(what) {
            return;
        }
        let service = self.service;
        match what {
            Declared::Enum(_) => {}
            Declared::Alias(id) => self.visit_parts(&service.aliases[id.index()].base),
            Declared::Entity(id) => service.entity(id).fields.iter().for_each(|field| self.visit_parts(&field.ty)),
        }
        self.order.push(what);
    }

    fn visit_parts(&mut self, ty: &TypeRef) {
        if let Some(alias) = ty.alias {
            return self.visit(Declared::Alias(alias));
        }
        if let Type::Entity(id) = &ty.ty {
            self.visit(Declared::Entity(*id));
        }
        ty.args.iter().for_each(|part| self.visit_parts(part));
    }
}

/// Whether a value of an entity can hold another one of it.
pub fn holds_itself(service: &Service, id: EntityId) -> bool {
    let mut seen: Vec<EntityId> = Vec::new();
    let mut open = vec![id];
    while let Some(next) = open.pop() {
        for found in service.entity(next).fields.iter().flat_map(|field| entities_in(&field.ty.ty)) {
            if found == id {
                return true;
            }
            if !seen.contains(&found) {
                seen.push(found);
                open.push(found);
            }
        }
    }
    false
}

/// The entities that a type mentions.
pub fn entities_in(ty: &Type) -> Vec<EntityId> {
    match ty {
        Type::Entity(id) => vec![*id],
        Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => entities_in(inner),
        Type::Map(key, value) | Type::Multi(key, value) => {
            [key, value].into_iter().flat_map(|ty| entities_in(ty)).collect()
        }
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Unknown => Vec::new(),
    }
}

/// Whether a refinement or an invariant speaks of values of a type.
pub fn is_refined(service: &Service, ty: &TypeRef) -> bool {
    refined(service, ty, &mut Vec::new())
}

fn refined(service: &Service, ty: &TypeRef, seen: &mut Vec<EntityId>) -> bool {
    if let Some(alias) = ty.alias.and_then(|id| service.aliases.get(id.index())) {
        return alias.refinement.is_some() || refined(service, &alias.base, seen);
    }
    if let Type::Entity(id) = &ty.ty {
        if seen.contains(id) {
            return false;
        }
        seen.push(*id);
        let entity = service.entity(*id);
        return !entity.invariants.is_empty()
            || entity.fields.iter().any(|field| field.refinement.is_some() || refined(service, &field.ty, seen));
    }
    ty.args.iter().any(|part| refined(service, part, seen))
}
