//! Where a place that is chosen is stored: as the value of another place, or as the key of an entry.

use super::path::{At, declared};
use super::suggest::bare;
use super::value::Value;
use crate::effect::{Action, Effect, Effects, Place, Root, Step};
use crate::ir::{BinaryOp, EntityId, Expr, ExprKind, Service, TypeRef};

/// The refinements of the types under which a place is stored.
pub(crate) fn refinements<'s>(service: &'s Service, effects: &Effects, place: &Place) -> Vec<&'s Expr> {
    let mut found = Vec::new();
    for effect in &effects.effects {
        let Root::State(id) = effect.place.root else { continue };
        let relation = &service.state_field(id).ty;
        if keys(effect).any(|key| is_named(key, place)) {
            found.extend(relation.args.first().into_iter().flat_map(|key| of_type(service, key)));
        }
        if matches!(&effect.action, Action::Equals(value) if is_named(value, place)) {
            found.extend(of_place(service, relation, &effect.place));
        }
    }
    found
}

/// Whether a place is the key of an entry.
pub(crate) fn is_key(effects: &Effects, place: &Place) -> bool {
    effects.effects.iter().any(|effect| keys(effect).any(|key| is_named(key, place)))
}

fn is_named(expr: &Expr, place: &Place) -> bool {
    Place::named(bare(expr)).is_some_and(|found| found.is_same(place))
}

/// The keys of the entries that an effect writes.
fn keys(effect: &Effect) -> impl Iterator<Item = &Expr> {
    let on_the_way = effect.place.entry().map(|(_, key)| key);
    let member = if let Action::Contains(key) = &effect.action { Some(key) } else { None };
    let member = member.filter(|_| effect.place.path.is_empty());
    on_the_way.into_iter().chain(member).chain(added_keys(&effect.action))
}

/// The keys of `rel + {k -> v}`.
fn added_keys(action: &Action) -> impl Iterator<Item = &Expr> {
    let value = if let Action::Equals(value) = action { Some(&value.kind) } else { None };
    let added = if let Some(ExprKind::Binary(BinaryOp::Override, _, added)) = value { Some(&added.kind) } else { None };
    let entries = if let Some(ExprKind::Map(entries)) = added { &**entries } else { &[] };
    entries.iter().map(|(key, _)| key)
}

/// The declared type of a place in something of a type, and the field of an entity that it is.
pub(crate) fn declared_at<'s>(
    service: &'s Service,
    root: &'s TypeRef,
    place: &Place,
) -> Option<(&'s TypeRef, Option<(EntityId, usize)>)> {
    let at = |step: &Step| match step {
        Step::Key(_) => At::Key(Value::None),
        Step::Field(field) => At::Field(field.index()),
        Step::Position(_) => At::Position(0),
    };
    let way: Vec<At> = place.path.iter().map(at).collect();
    declared(service, root, &way)
}

fn of_place<'s>(service: &'s Service, root: &'s TypeRef, place: &Place) -> Vec<&'s Expr> {
    let Some((ty, field)) = declared_at(service, root, place) else { return Vec::new() };
    let own = field.and_then(|(entity, at)| service.entity(entity).fields[at].refinement.as_ref());
    own.into_iter().chain(of_type(service, ty)).collect()
}

/// The refinements of the aliases that a type is made of.
pub(crate) fn of_type<'s>(service: &'s Service, ty: &TypeRef) -> Vec<&'s Expr> {
    let (mut found, mut next) = (Vec::new(), ty.alias);
    while let Some(alias) = next.map(|id| &service.aliases[id.index()]) {
        found.extend(&alias.refinement);
        next = alias.base.alias;
    }
    found
}
