//! What is chosen where the spec leaves a value open: what clauses and names suggest, and how values of the type are made.

use serde::Serialize;

use crate::convention::names::is_sensitive;
use crate::effect::{Check, Place, Root, Scope};
use crate::interp::{comparisons, declared_at, is_stored_as_key, of_alias, stored_refinements};
use crate::ir::{
    BinaryOp, Builtin, EntityId, Expr, ExprKind, FunctionBody, Param, ParamIndex, Service, StateId, Type, TypeRef, any,
    walk,
};
use crate::realize::{Action, Body, Step};

/// How a value is chosen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choice {
    /// The place.
    pub place: Place,
    /// Its declared type.
    pub ty: TypeRef,
    /// The field of an entity that it is.
    pub field: Option<(EntityId, usize)>,
    /// The clause that it is for, by position among the ensures.
    pub clause: Option<usize>,
    /// Whether callers get it as a value of its own: it may become a part of a path.
    pub is_handed_out: bool,
    /// Whether nobody should guess it: random values come first.
    pub is_fresh: bool,
    /// What to try first, in this order.
    pub near: Vec<Suggestion>,
    /// What to try after the least value of the type.
    pub then: Vec<Suggestion>,
    /// What is known of the values of its type.
    pub known: Known,
    /// What bounds it, beside its type.
    pub checks: Vec<Check>,
}

/// A value that is likely to fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Suggestion {
    /// What was there before.
    Old,
    /// What stands in a relation to the value of an expression.
    Compared(Relation, Vec<Scope>, Expr),
    /// The same, over the fields of the entity around the place.
    OfEntity(Relation, EntityId, Expr),
    /// An input of the same name.
    Input(ParamIndex),
    /// An output of the same name.
    Output(ParamIndex),
    /// The instant of the call.
    Now,
    /// The key of the entry.
    Key(Expr),
}

/// How a value stands to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Relation {
    /// It is the same.
    Equal,
    /// It is more.
    Above,
    /// It is the same or more.
    From,
    /// It is less, or another one.
    Below,
    /// It is one of them.
    Member,
    /// It is none of them.
    NotMember,
    /// It is next to one of them, and none of them: what is still free where nearly all is taken.
    Beside,
}

impl Relation {
    fn of(operator: BinaryOp) -> Option<Relation> {
        match operator {
            BinaryOp::Eq | BinaryOp::Iff | BinaryOp::Le | BinaryOp::Subset => Some(Relation::Equal),
            BinaryOp::Ge => Some(Relation::From),
            BinaryOp::Gt => Some(Relation::Above),
            BinaryOp::Lt | BinaryOp::Ne => Some(Relation::Below),
            BinaryOp::In => Some(Relation::Member),
            BinaryOp::NotIn => Some(Relation::NotMember),
            BinaryOp::Implies
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => None,
        }
    }
}

/// What the refinements tell about values.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Known {
    /// Patterns that texts match.
    pub patterns: Vec<String>,
    /// Numbers that values or lengths are compared with.
    pub constants: Vec<i64>,
    /// Floats that values are compared with.
    pub reals: Vec<f64>,
    /// Texts that values are compared with.
    pub texts: Vec<String>,
}

impl Known {
    /// The same with everything once, in its order.
    fn once(self) -> Known {
        let mut found = Known::default();
        self.patterns.into_iter().for_each(|one| push(&mut found.patterns, one));
        self.constants.into_iter().for_each(|one| push(&mut found.constants, one));
        self.reals.into_iter().for_each(|one| push(&mut found.reals, one));
        self.texts.into_iter().for_each(|one| push(&mut found.texts, one));
        found
    }
}

fn push<T: PartialEq>(into: &mut Vec<T>, one: T) {
    if !into.contains(&one) {
        into.push(one);
    }
}

impl Choice {
    /// The relations whose greatest key its first suggestion follows.
    pub(super) fn follows(&self) -> Vec<StateId> {
        let near = self.near.iter().filter_map(|suggestion| {
            let Suggestion::Compared(Relation::NotMember, _, other) = suggestion else { return None };
            let whole = if let ExprKind::Builtin(Builtin::Dom, args) = &other.kind { args.first()? } else { other };
            let ExprKind::State(id, _) = whole.kind else { return None };
            matches!(whole.ty, Type::Map(..) | Type::Multi(..)).then_some(id)
        });
        near.collect()
    }

    /// Whether it is open what becomes of it: callers see the value, and nothing names it.
    pub fn is_free(&self) -> bool {
        !self.is_handed_out
    }

    /// Whether values of the type are tried. Of a collection that is a whole state field only those near the old one are.
    pub fn tries_its_type(&self) -> bool {
        !(self.is_near_old() && self.place.path.is_empty())
    }

    /// Whether it is a collection that was there before: a little more or less of it may be what is wanted.
    pub fn is_near_old(&self) -> bool {
        matches!(self.place.root, Root::State(_))
            && matches!(self.ty.ty, Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..))
    }
}

/// How the value of a step is chosen, where it is a choice.
pub(super) fn choice(service: &Service, body: &Body, step: &Step) -> Option<Choice> {
    let Action::Choose(place, checks) = &step.action else { return None };
    let maker = Maker { service, body, place };
    let (ty, field) = declared_at(service, maker.root(), place)?;
    let is_handed_out = maker.is_handed_out();
    let secret = field.is_some_and(|(entity, at)| {
        service.entity(entity).fields.get(at).is_some_and(|field| is_sensitive(&field.name))
    });
    let is_text = matches!(inner(&ty.ty), Type::String | Type::Uuid);
    let is_fresh = (is_handed_out || secret) && is_text;
    Some(Choice {
        place: place.clone(),
        ty: ty.clone(),
        field,
        clause: step.clauses.first().copied(),
        is_handed_out,
        is_fresh,
        near: maker.near(checks, field, ty, is_fresh),
        then: maker.then(checks, field, ty),
        known: maker.known(ty, field, checks),
        checks: checks.clone(),
    })
}

struct Maker<'a> {
    service: &'a Service,
    body: &'a Body,
    place: &'a Place,
}

impl<'a> Maker<'a> {
    fn root(&self) -> &'a TypeRef {
        match self.place.root {
            Root::State(id) => &self.service.state_field(id).ty,
            Root::Output(index) => &self.service.operation(self.body.operation).outputs[index.index()].ty,
        }
    }

    /// An output, or a key inside of one.
    fn is_handed_out(&self) -> bool {
        let is_key = || is_stored_as_key(&self.body.effects, self.place);
        matches!(self.place.root, Root::Output(_)) && (self.place.path.is_empty() || is_key())
    }

    fn near(
        &self,
        checks: &[Check],
        field: Option<(EntityId, usize)>,
        ty: &TypeRef,
        is_fresh: bool,
    ) -> Vec<Suggestion> {
        let mut found = Vec::new();
        if matches!(self.place.root, Root::State(_)) {
            found.push(Suggestion::Old);
        }
        let named = field.map_or_else(Vec::new, |field| self.named(field, ty));
        let is_timestamp = named.contains(&Suggestion::Now);
        if is_timestamp {
            found.extend(named.iter().cloned());
        }
        found.extend(checks.iter().flat_map(|check| self.suggested(check, is_fresh)));
        if !is_timestamp {
            found.extend(named);
        }
        found
    }

    fn suggested(&self, check: &Check, is_fresh: bool) -> Vec<Suggestion> {
        let is_slot = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(self.place));
        if check.scopes.iter().any(|scope| matches!(scope, Scope::Each(_))) {
            return Vec::new();
        }
        let compared = comparisons(&check.expr, &is_slot).into_iter();
        compared
            .filter_map(|(operator, other)| Some((Relation::of(operator)?, other)))
            // The one after the greatest can be guessed.
            .filter(|(relation, _)| !(is_fresh && *relation == Relation::NotMember))
            .map(|(relation, other)| Suggestion::Compared(relation, check.scopes.clone(), other))
            .collect()
    }

    fn then(&self, checks: &[Check], field: Option<(EntityId, usize)>, ty: &TypeRef) -> Vec<Suggestion> {
        let mut found = field.map_or_else(Vec::new, |field| self.of_entity(field));
        if *inner(&ty.ty) == Type::Int && self.has_most(checks, field, ty) {
            found.extend(checks.iter().flat_map(|check| self.still_free(check)));
        }
        found
    }

    /// Whether numbers end somewhere. Where they do not, the one after the greatest that is taken is free.
    fn has_most(&self, checks: &[Check], field: Option<(EntityId, usize)>, ty: &TypeRef) -> bool {
        let ends = |condition: &Expr, is_slot: &dyn Fn(&Expr) -> bool| {
            let mut found = comparisons(condition, is_slot).into_iter();
            found.any(|(operator, _)| matches!(operator, BinaryOp::Le | BinaryOp::Lt))
        };
        let is_place = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(self.place));
        let own = field.and_then(|(entity, at)| self.service.entity(entity).fields.get(at)?.refinement.as_ref());
        let mut refinements = own.into_iter().chain(of_alias(self.service, ty));
        checks.iter().any(|check| ends(&check.expr, &is_place))
            || refinements.any(|one| ends(one, &|expr| matches!(expr.kind, ExprKind::OwnValue)))
    }

    /// A free number of a range is one of its ends, or next to one that is taken.
    fn still_free(&self, check: &Check) -> Vec<Suggestion> {
        let beside = |one| match one {
            Suggestion::Compared(Relation::NotMember, scopes, other) => {
                Some(Suggestion::Compared(Relation::Beside, scopes, other))
            }
            Suggestion::Compared(..)
            | Suggestion::Old
            | Suggestion::OfEntity(..)
            | Suggestion::Input(_)
            | Suggestion::Output(_)
            | Suggestion::Now
            | Suggestion::Key(_) => None,
        };
        self.suggested(check, false).into_iter().filter_map(beside).collect()
    }

    /// What an input, an output or the key of the same name offers; the time for `created_at` and `updated_at`.
    fn named(&self, (entity, at): (EntityId, usize), ty: &TypeRef) -> Vec<Suggestion> {
        let Some(field) = self.service.entity(entity).fields.get(at) else { return Vec::new() };
        let operation = self.service.operation(self.body.operation);
        let fits = |param: &Param| param.name == field.name && inner(&param.ty.ty) == inner(&ty.ty);
        let index = |params: &[Param]| params.iter().position(fits).map(|at| ParamIndex(at as u32));
        let mut found: Vec<Suggestion> = index(&operation.inputs).map(Suggestion::Input).into_iter().collect();
        found.extend(index(&operation.outputs).map(Suggestion::Output));
        let is_timestamp = matches!(field.name.as_str(), "created_at" | "updated_at");
        if is_timestamp && *inner(&field.ty.ty) == Type::DateTime {
            found.push(Suggestion::Now);
        }
        if let (Some((_, key)), Type::Map(of, _)) = (self.place.entry(), &self.root().ty)
            && **of == ty.ty
        {
            found.push(Suggestion::Key(key.clone()));
        }
        found
    }

    fn of_entity(&self, (entity, at): (EntityId, usize)) -> Vec<Suggestion> {
        let is_slot = |expr: &Expr| matches!(expr.kind, ExprKind::OwnField(field) if field.index() == at);
        let invariants = self.service.entity(entity).invariants.iter();
        let speaking = invariants.filter(|invariant| any(&invariant.expr, &is_slot));
        let compared = speaking.flat_map(|invariant| comparisons(&invariant.expr, &is_slot));
        let related = compared.filter_map(|(operator, other)| Some((Relation::of(operator)?, other)));
        related.map(|(relation, other)| Suggestion::OfEntity(relation, entity, other)).collect()
    }

    fn known(&self, ty: &TypeRef, field: Option<(EntityId, usize)>, checks: &[Check]) -> Known {
        let mut known = Known::default();
        let own = field.and_then(|(entity, at)| self.service.entity(entity).fields.get(at)?.refinement.as_ref());
        let names = |expr: &Expr| Place::named(expr).is_some_and(|found| found.is_same(self.place));
        let naming = checks.iter().map(|check| &check.expr).filter(|expr| any(expr, &names));
        let stored = stored_refinements(self.service, &self.body.effects, self.place);
        own.into_iter().chain(naming).chain(stored).for_each(|expr| learn(self.service, expr, &mut known));
        learn_aliases(self.service, ty, &mut known);
        known.once()
    }
}

/// What the refinements of a type tell about its values.
pub(super) fn known_of(service: &Service, ty: &TypeRef, refinement: Option<&Expr>) -> Known {
    let mut known = Known::default();
    refinement.into_iter().for_each(|expr| learn(service, expr, &mut known));
    learn_aliases(service, ty, &mut known);
    known.once()
}

fn learn_aliases(service: &Service, ty: &TypeRef, known: &mut Known) {
    of_alias(service, ty).into_iter().for_each(|refinement| learn(service, refinement, known));
    if let (None, [inner], Type::Option(_)) = (ty.alias, &*ty.args, &ty.ty) {
        learn_aliases(service, inner, known);
    }
}

/// Gathers patterns and constants from a condition and from the predicates that it calls.
fn learn(service: &Service, expr: &Expr, known: &mut Known) {
    walk(expr, &mut |part| {
        if let ExprKind::Matches(_, pattern) = &part.kind {
            known.patterns.push(pattern.clone());
        } else if let ExprKind::Int(number) = &part.kind {
            known.constants.push(*number);
        } else if let ExprKind::Float(number) = &part.kind {
            known.reals.push(*number);
        } else if let ExprKind::Text(text) = &part.kind {
            known.texts.push(text.clone());
        } else if let ExprKind::Builtin(builtin, args) = &part.kind {
            known.constants.extend(span(*builtin, args));
        } else if let ExprKind::Call(id, ..) = &part.kind
            && let FunctionBody::Defined(body) = &service.function(*id).body
            && !service.function(*id).reads_state
            && !any(body, &|part| matches!(part.kind, ExprKind::Call(..)))
        {
            learn(service, body, known);
        }
    });
}

/// A duration that is written out.
fn span(builtin: Builtin, args: &[Expr]) -> Option<i64> {
    let ExprKind::Int(count) = args.first()?.kind else { return None };
    let unit = match builtin {
        Builtin::Days => 86_400_000,
        Builtin::Hours => 3_600_000,
        Builtin::Minutes => 60_000,
        Builtin::Seconds => 1000,
        Builtin::Len
        | Builtin::Dom
        | Builtin::Ran
        | Builtin::Max
        | Builtin::Min
        | Builtin::MaxOf
        | Builtin::MinOf
        | Builtin::Abs
        | Builtin::Now
        | Builtin::Hash => return None,
    };
    count.checked_mul(unit)
}

fn inner(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}
