//! What to try for a place that a call leaves open: what clauses, types and names suggest, then other values of its type,
//! then all there are.

use std::sync::Arc;

use imbl::OrdSet;

use super::candidates::{Maker, Taste, near};
use super::path::{At, declared, read};
use super::refine::Refiner;
use super::spread::Spread;
use super::storage;
use super::suggest::{About, Hints, Tries, bare, suggested, unfolded};
use super::value::Value;
use super::work::{Spot, Work, is_own_field, under};
use crate::convention::names::is_sensitive;
use crate::effect::{Check, Place, Root, Step as PathStep};
use crate::ir::{EntityId, Expr, ExprKind, Param, Type, TypeRef, any};

/// How many candidates for one open place are looked at.
const MAX_CANDIDATES: usize = 400;

/// Which values to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The likeliest.
    Near,
    /// The others of the type.
    Far,
    /// All there are, as far as they can be listed.
    Last,
}

impl<'a> Work<'a> {
    /// The likeliest values, or all the others, or all there are.
    pub(crate) fn candidates(
        &self,
        spot: &Spot,
        (place, checks): (Option<&Place>, &[Check]),
        slot: usize,
        reach: Reach,
    ) -> Vec<Tries> {
        let Some((ty, field)) = declared(&self.model.service, self.root(spot.root).1, &spot.way) else {
            return Vec::new();
        };
        let whole =
            if let (Root::State(id), []) = (spot.root, &*spot.way) { Some(self.before.field(id)) } else { None };
        match (reach, whole) {
            (Reach::Near, Some(old)) => {
                std::iter::once(Tries::One(old.clone())).chain(self.suggestions(place, checks, false)).collect()
            }
            (Reach::Near, None) => self.likeliest(spot, (place, checks), (ty, field), slot),
            (Reach::Far, Some(old)) => ones(self.near_before(old, ty, slot)),
            (Reach::Far, None) => ones(self.others(spot, (place, checks), (ty, field), slot)),
            (Reach::Last, _) => self.all_there_are(spot, (place, checks), (ty, field), slot),
        }
    }

    fn likeliest(
        &self,
        spot: &Spot,
        (place, checks): (Option<&Place>, &[Check]),
        (ty, field): (&TypeRef, Option<(EntityId, usize)>),
        slot: usize,
    ) -> Vec<Tries> {
        let old = self.value_before(spot).cloned().map(Tries::One);
        let is_fresh = self.taste(spot, place) == Taste::Fresh && *inner(&ty.ty) == Type::String;
        let suggestions = self.suggestions(place, checks, is_fresh);
        let mut found: Vec<Tries> = old.into_iter().chain(suggestions).collect();
        found.extend(self.parts_of_members(place));
        if let (Some(first), Type::Int, true) = (self.first_number, &ty.ty, self.is_handed_out(spot, place)) {
            let next = found.iter().filter_map(Tries::integer).max();
            found.insert(0, Tries::One(Value::Int(next.unwrap_or(first).max(first))));
        }
        let named = ones(self.named(spot, field, ty));
        if field.is_some_and(|field| self.is_timestamp(field)) {
            found.splice(0..0, named);
        } else {
            found.extend(named);
        }
        let refinements = self.refinements(place, checks, field);
        found.extend(self.maker(spot, place, slot).values(ty, &refinements).next().map(Tries::One));
        if let (Some((entity, index)), Some(fields)) = (field, self.record_around(spot)) {
            found.extend(self.suggested_by_invariants(entity, index, fields));
        }
        found
    }

    fn others(
        &self,
        spot: &Spot,
        (place, checks): (Option<&Place>, &[Check]),
        (ty, field): (&TypeRef, Option<(EntityId, usize)>),
        slot: usize,
    ) -> Vec<Value> {
        let near = self.value_before(spot).map_or_else(Vec::new, |old| self.near_before(old, ty, slot));
        let refinements = self.refinements(place, checks, field);
        let values = self.maker(spot, place, slot).values(ty, &refinements);
        near.into_iter().chain(values.take(MAX_CANDIDATES)).collect()
    }

    /// What any part of a condition on the place suggests, and everything between the bounds that they set.
    fn all_there_are(
        &self,
        spot: &Spot,
        (place, checks): (Option<&Place>, &[Check]),
        (ty, field): (&TypeRef, Option<(EntityId, usize)>),
        slot: usize,
    ) -> Vec<Tries> {
        let mut hints = Hints::new(self.lasting.from_lists.get());
        self.hints_of_checks(place, checks, &mut hints);
        self.hints_of_types(spot, (ty, field), place, &mut hints);
        self.lasting.from_lists.set(hints.left);
        let mut found = hints.tries;
        found.extend(Spread::between(&ty.ty, &hints.bounds).map(Tries::Spread));
        let mut lists_all = hints.lists_all || Spread::covers(inner(&ty.ty), &hints.bounds);
        if *inner(&ty.ty) == Type::String {
            let refinements = self.refinements(place, checks, field);
            let texts = self.maker(spot, place, slot).all_texts(ty, &refinements);
            lists_all |= texts.iter().any(Spread::is_whole);
            found.extend(texts.into_iter().map(Tries::Spread));
        }
        self.lasting.lists_all.set(lists_all);
        found
    }

    fn hints_of_checks(&self, place: Option<&Place>, checks: &[Check], hints: &mut Hints) {
        let Some(place) = place else { return };
        let is_slot = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(place));
        for check in checks {
            let condition = unfolded(&self.model.service, &check.expr);
            // A condition that cannot be evaluated yet says nothing; the check itself comes later.
            let _ = under(&mut self.sight().evaluator(), &check.scopes, &mut |evaluator| {
                hints.note(&condition, &mut About { is_slot: &is_slot, evaluator });
                Ok(())
            });
        }
    }

    /// What refinements say of the value of a place, and the invariants of an entity of its field.
    fn hints_of_types(
        &self,
        spot: &Spot,
        (ty, field): (&TypeRef, Option<(EntityId, usize)>),
        place: Option<&Place>,
        hints: &mut Hints,
    ) {
        let service = &self.model.service;
        let mut evaluator = self.sight().evaluator();
        if let Some(fields) = self.record_around(spot) {
            evaluator = evaluator.with_fields(fields);
        }
        let is_value = |expr: &Expr| matches!(expr.kind, ExprKind::OwnValue);
        let declared = ty.args.first().filter(|_| matches!(ty.ty, Type::Option(_))).unwrap_or(ty);
        let refinements = self.refinements(place, &[], field).into_iter().chain(storage::of_type(service, declared));
        for refinement in refinements {
            hints.note(&unfolded(service, refinement), &mut About { is_slot: &is_value, evaluator: &mut evaluator });
        }
        let Some((entity, index)) = field else { return };
        let is_field = |expr: &Expr| is_own_field(expr, index);
        for at in self.invariants_of(entity, index) {
            let condition = unfolded(service, &service.entity(entity).invariants[at].expr);
            hints.note(&condition, &mut About { is_slot: &is_field, evaluator: &mut evaluator });
        }
    }

    /// The conditions on a place that tell something about its values.
    fn refinements<'b>(
        &self,
        place: Option<&Place>,
        checks: &'b [Check],
        field: Option<(EntityId, usize)>,
    ) -> Vec<&'b Expr>
    where
        'a: 'b,
    {
        let own = field.and_then(|(id, at)| self.model.service.entity(id).fields[at].refinement.as_ref());
        let demands = place.map_or_else(Vec::new, |place| self.demands(place, checks));
        own.into_iter().chain(demands).collect()
    }

    /// The record that a place is a field of.
    fn record_around(&self, spot: &Spot) -> Option<&Arc<[Value]>> {
        let (_, way) = spot.way.split_last()?;
        if let Some(Value::Record(fields)) = read(self.root(spot.root).0, way) { Some(fields) } else { None }
    }

    /// What a part of an entry was before.
    fn value_before(&self, spot: &Spot) -> Option<&Value> {
        let Root::State(id) = spot.root else { return None };
        read(self.before.field(id), &spot.way)
    }

    /// Conditions on a place beside its own type: checks that name it, and the types of where it is stored.
    fn demands<'b>(&self, place: &Place, checks: &'b [Check]) -> Vec<&'b Expr>
    where
        'a: 'b,
    {
        let names = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(place));
        let naming = checks.iter().map(|check| &check.expr).filter(|expr| any(expr, &names));
        let stored =
            self.effects.map_or_else(Vec::new, |effects| storage::refinements(&self.model.service, effects, place));
        naming.chain(stored).collect()
    }

    /// Whether a place goes out to callers as a value of its own: an output, or a key inside of one.
    pub(crate) fn is_handed_out(&self, spot: &Spot, place: Option<&Place>) -> bool {
        let is_key =
            || matches!((place, self.effects), (Some(place), Some(effects)) if storage::is_key(effects, place));
        matches!(spot.root, Root::Output(_)) && (spot.way.is_empty() || is_key())
    }

    fn maker(&self, spot: &Spot, place: Option<&Place>, slot: usize) -> Maker<'_> {
        let taste = self.taste(spot, place);
        Maker { sight: self.sight(), random: self.lasting.seeds[slot].clone(), taste }
    }

    fn taste(&self, spot: &Spot, place: Option<&Place>) -> Taste {
        if self.is_handed_out(spot, place) || self.is_secret(spot) { Taste::Fresh } else { Taste::Least }
    }

    /// Whether a field's name says that nobody should guess its value.
    fn is_secret(&self, spot: &Spot) -> bool {
        let declared = declared(&self.model.service, self.root(spot.root).1, &spot.way);
        let Some((_, Some((entity, index)))) = declared else { return false };
        is_sensitive(&self.model.service.entity(entity).fields[index].name)
    }

    /// Values near the old one of a place that is open.
    fn near_before(&self, old: &Value, ty: &TypeRef, slot: usize) -> Vec<Value> {
        let maker = |taste| Maker { sight: self.sight(), random: self.lasting.seeds[slot].clone(), taste };
        let refiner = Refiner::new(self.sight());
        let some = |ty: Option<&TypeRef>| {
            let fitting = |ty: &TypeRef| {
                let values = maker(Taste::Least).values(ty, &[]);
                values.filter(|value| matches!(refiner.broken(ty, value), Ok(None))).take(12).collect::<Vec<_>>()
            };
            ty.map_or_else(Vec::new, fitting)
        };
        let (first, second) = (some(ty.args.first()), some(ty.args.get(1)));
        let entry = second.first().map(|value| match &ty.ty {
            Type::Multi(..) => Value::Set(OrdSet::unit(value.clone())),
            _ => value.clone(),
        });
        let mut found = near(old, &first, entry.as_ref());
        if ty.args.is_empty() || matches!(ty.ty, Type::Option(_)) {
            found.extend(maker(Taste::Least).values(ty, &[]).take(MAX_CANDIDATES));
        }
        found
    }

    /// What an input, an output or the key of the same name offers; the time for `created_at` and `updated_at`.
    fn named(&self, spot: &Spot, field: Option<(EntityId, usize)>, ty: &TypeRef) -> Vec<Value> {
        let Some((entity, index)) = field else { return Vec::new() };
        let name = &self.model.service.entity(entity).fields[index].name;
        let mut found = Vec::new();
        let fits = |param: &Param| param.name == *name && inner(&param.ty.ty) == inner(&ty.ty);
        let inputs = self.declaration().inputs.iter().zip(self.inputs);
        let outputs = self.declaration().outputs.iter().zip(&self.outputs);
        let params = inputs.chain(outputs).filter(|(param, value)| fits(param) && !value.is_open());
        found.extend(params.map(|(_, value)| value.clone()));
        if self.is_timestamp((entity, index)) {
            found.push(Value::Instant(self.now));
        }
        if let (Some(At::Key(key)), Type::Map(of, _)) = (spot.way.first(), &self.root(spot.root).1.ty)
            && **of == ty.ty
        {
            found.push(key.clone());
        }
        found
    }

    fn is_timestamp(&self, (entity, index): (EntityId, usize)) -> bool {
        let field = &self.model.service.entity(entity).fields[index];
        matches!(field.name.as_str(), "created_at" | "updated_at") && *inner(&field.ty.ty) == Type::DateTime
    }

    fn suggestions(&self, place: Option<&Place>, checks: &[Check], is_fresh: bool) -> Vec<Tries> {
        let Some(place) = place else { return Vec::new() };
        let is_slot = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(place));
        let mut found = Vec::new();
        for check in checks {
            // A condition that cannot be evaluated yet suggests nothing; the check itself comes later.
            let _ = under(&mut self.sight().evaluator(), &check.scopes, &mut |evaluator| {
                found.extend(suggested(&check.expr, About { is_slot: &is_slot, evaluator }, is_fresh));
                Ok(())
            });
        }
        found
    }

    /// Where an output must be a member of something and its parts are chosen one by one: that part of each member.
    fn parts_of_members(&self, place: Option<&Place>) -> Vec<Tries> {
        let (Some(place @ Place { root: Root::Output(_), .. }), Some(effects)) = (place, self.effects) else {
            return Vec::new();
        };
        let Some(fields) = fields_of(place).filter(|fields| !fields.is_empty()) else { return Vec::new() };
        let is_whole =
            |expr: &Expr| Place::named(expr).is_some_and(|found| found.root == place.root && found.path.is_empty());
        let mut found = Vec::new();
        for check in &effects.checks {
            let _ = under(&mut self.sight().evaluator(), &check.scopes, &mut |evaluator| {
                let about = About { is_slot: &is_whole, evaluator };
                found.extend(suggested(&check.expr, about, false).into_iter().filter_map(|tries| tries.parts(&fields)));
                Ok(())
            });
        }
        found
    }

    fn suggested_by_invariants(&self, entity: EntityId, index: usize, fields: &Arc<[Value]>) -> Vec<Tries> {
        let invariants = &self.model.service.entity(entity).invariants;
        let is_slot = |expr: &Expr| is_own_field(bare(expr), index);
        let mut evaluator = self.sight().evaluator().with_fields(fields);
        let mut found = Vec::new();
        for at in self.invariants_of(entity, index) {
            let about = About { is_slot: &is_slot, evaluator: &mut evaluator };
            found.extend(suggested(&invariants[at].expr, about, false));
        }
        found
    }
}

/// The fields on the way to a part of a record, where there is nothing else on it.
fn fields_of(place: &Place) -> Option<Vec<usize>> {
    let field = |step: &PathStep| if let PathStep::Field(field) = step { Some(field.index()) } else { None };
    place.path.iter().map(field).collect()
}

fn ones(values: Vec<Value>) -> Vec<Tries> {
    values.into_iter().map(Tries::One).collect()
}

fn inner(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}
