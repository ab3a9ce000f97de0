//! What declarations mention by name, directly or through others: types, and functions.

use std::collections::BTreeSet;

use super::{AliasId, EntityId, Expr, ExprKind, FunctionBody, FunctionId, Service, Type, TypeRef, walk};

/// The aliases and entities that types are made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedTypes {
    /// The aliases.
    pub aliases: BTreeSet<AliasId>,
    /// The entities.
    pub entities: BTreeSet<EntityId>,
}

impl NamedTypes {
    /// Adds what a declared type is made of.
    pub fn add(&mut self, service: &Service, ty: &TypeRef) {
        if let Some(alias) = ty.alias {
            if self.aliases.insert(alias) {
                self.add(service, &service.aliases[alias.index()].base);
            }
            return;
        }
        ty.args.iter().for_each(|arg| self.add(service, arg));
        if let Type::Entity(id) = ty.ty
            && self.entities.insert(id)
        {
            service.entity(id).fields.iter().for_each(|field| self.add(service, &field.ty));
        }
    }

    /// What values of these types have to satisfy.
    pub fn refinements<'s>(&self, service: &'s Service) -> Vec<&'s Expr> {
        let aliases = self.aliases.iter().filter_map(|id| service.aliases[id.index()].refinement.as_ref());
        let entities = self.entities.iter().map(|id| service.entity(*id));
        let of_entities = entities.flat_map(|entity| {
            let fields = entity.fields.iter().filter_map(|field| field.refinement.as_ref());
            fields.chain(entity.invariants.iter().map(|invariant| &invariant.expr))
        });
        aliases.chain(of_entities).collect()
    }
}

/// Expressions, and after them the bodies of all functions that they call.
pub fn with_functions<'s>(service: &'s Service, expressions: Vec<&'s Expr>) -> Vec<&'s Expr> {
    let mut found = expressions;
    let mut seen: BTreeSet<FunctionId> = BTreeSet::new();
    let mut at = 0;
    while let Some(expr) = found.get(at).copied() {
        at += 1;
        walk(expr, &mut |part| {
            if let ExprKind::Call(id, ..) = &part.kind
                && let FunctionBody::Defined(body) = &service.function(*id).body
                && seen.insert(*id)
            {
                found.push(body);
            }
        });
    }
    found
}
