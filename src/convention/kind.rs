//! Which kind of operation each one is, by what its ensures do to the relations.

use super::Kind;
use super::change::{Change, Key, What, changes, key_of};
use super::membership::{Membership, memberships};
use super::names::{kebab, plural};
use super::presence::{input, state};
use crate::effect::{Effects, LooseCalls};
use crate::ir::{
    BinaryOp, ConventionProperty, EntityId, Expr, ExprKind, FieldIndex, Moment, Operation, OperationId, ParamIndex,
    Quantifier, Range, Service, StateId, Target, Type, conjuncts,
};

/// The kind of an operation, and what it is about.
#[derive(Debug, Clone)]
pub(super) struct Subject {
    pub(super) kind: Kind,
    /// The relation it is about.
    pub(super) relation: Option<StateId>,
    /// The input that is the key of its entry.
    pub(super) key: Option<ParamIndex>,
    /// For a create child, the last part of the path.
    pub(super) child: Option<String>,
    /// The ensures clause that decides.
    pub(super) clause: Option<usize>,
}

impl Subject {
    fn new(kind: Kind, relation: Option<StateId>, key: Option<ParamIndex>) -> Subject {
        Subject { kind, relation, key, child: None, clause: None }
    }

    fn because(self, clause: usize) -> Subject {
        Subject { clause: Some(clause), ..self }
    }
}

/// A key that an operation adds to a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Created {
    /// The relation.
    pub relation: StateId,
    /// Where the key is to be found.
    pub key: CreatedKey,
}

/// Where the key of a new entry is to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreatedKey {
    /// The caller chooses it.
    Input(ParamIndex),
    /// The service chooses it.
    Output(ParamIndex),
    /// The service chooses it, and returns it as a field of an output.
    OutputField(ParamIndex, FieldIndex),
}

/// The keys that an operation adds.
pub fn created(service: &Service, operation: &Operation) -> Vec<Created> {
    let facts = Facts::of(service, operation, &Effects::of(service, operation));
    let of = |change: &&Change| {
        let key = match change.key {
            Key::Input(index) => CreatedKey::Input(index),
            Key::Output(index) => CreatedKey::Output(index),
            Key::OutputField(index, field) => CreatedKey::OutputField(index, field),
            Key::Scalar(_) | Key::Other => return None,
        };
        Some(Created { relation: change.field, key })
    };
    let mut found: Vec<Created> = facts.created().iter().filter_map(of).collect();
    found.dedup();
    found
}

/// Finds the kind of an operation.
pub(super) fn classify(service: &Service, id: OperationId, loose: &LooseCalls) -> Subject {
    if let Some(subject) = transition(service, id) {
        return subject;
    }
    let operation = service.operation(id);
    let facts = Facts::of(service, operation, &Effects::given(service, operation, loose));
    if facts.changes.is_empty() {
        return facts.read();
    }
    let kinds = [Facts::create, Facts::child, Facts::delete, Facts::change, Facts::batch];
    kinds.iter().find_map(|kind| kind(&facts)).unwrap_or_else(|| Subject::new(Kind::SideEffect, None, None))
}

fn transition(service: &Service, id: OperationId) -> Option<Subject> {
    let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
    let rule = rules.filter_map(|rule| rule.resolved.as_ref().ok()).find(|rule| rule.via == id)?;
    Some(Subject::new(Kind::Transition, Some(rule.relation), Some(rule.key)))
}

/// What is known about an operation.
struct Facts<'s> {
    service: &'s Service,
    operation: &'s Operation,
    changes: Vec<Change>,
    /// What the requires say is in a relation.
    present: Vec<(ParamIndex, StateId)>,
    /// What requires or ensures say was not in a relation.
    absent: Vec<(ParamIndex, StateId)>,
    /// What the ensures say was in a relation already.
    picked: Vec<(Key, StateId)>,
}

impl<'s> Facts<'s> {
    fn of(service: &'s Service, operation: &'s Operation, effects: &Effects) -> Facts<'s> {
        let required = memberships(service, &operation.requires);
        let promised = memberships(service, &operation.ensures);
        let about = |found: &Membership| Some((input(&found.element)?, relation_before(service, &found.whole)?));
        let picks = |found: &Membership| Some((key_of(&found.element, &[]), relation_before(service, &found.whole)?));
        Facts {
            service,
            operation,
            changes: changes(service, effects),
            present: required.iter().filter(|found| found.holds).filter_map(about).collect(),
            absent: required.iter().chain(&promised).filter(|found| !found.holds).filter_map(about).collect(),
            picked: promised.iter().filter(|found| found.holds).filter_map(picks).collect(),
        }
    }

    /// The entry of an input is known to be there.
    fn is_old(&self, index: ParamIndex) -> bool {
        self.present.iter().any(|(found, _)| *found == index)
    }

    /// A key that the caller chooses counts as new where one relation is known to lack it and none to have it.
    fn is_new(&self, change: &Change) -> bool {
        match change.key {
            Key::Input(index) => {
                let absent = |field: StateId| self.absent.contains(&(index, field));
                absent(change.field) || self.absent.iter().any(|(found, _)| *found == index) && !self.is_old(index)
            }
            Key::Output(_) | Key::OutputField(..) => !self.picked.contains(&(change.key, change.field)),
            // A counter that the call moves on has not been used before.
            Key::Scalar(field) => self.changes.iter().any(|other| other.field == field),
            Key::Other => false,
        }
    }

    /// The changes that add a new key, those of relations that hold an entity first.
    fn created(&self) -> Vec<&Change> {
        let adds = |change: &&Change| {
            change.single && self.is_new(change) && !matches!(change.what, What::Removed | What::Beyond)
        };
        self.entities_first(self.changes.iter().filter(adds).collect())
    }

    fn entities_first<'c>(&self, mut changes: Vec<&'c Change>) -> Vec<&'c Change> {
        changes.sort_by_key(|change| held(self.service, change.field).is_none());
        changes
    }

    // Kinds ----------------------------------------------------------------------------------------------------

    fn create(&self) -> Option<Subject> {
        let created = self.created();
        let first = *created.first()?;
        let subject = match self.parent(&created, first) {
            Some((key, relation)) => {
                let child = Some(segment(self.service, first.field));
                Subject { child, ..Subject::new(Kind::CreateChild, Some(relation), Some(key)) }
            }
            None => Subject::new(Kind::Create, Some(first.field), input_key(first)),
        };
        Some(subject.because(first.clause))
    }

    /// The one existing entry that what is created belongs to: an input with a clause `k in rel` that the new entry
    /// names. Where several do, it belongs to none of them more than to the others.
    fn parent(&self, created: &[&Change], first: &Change) -> Option<(ParamIndex, StateId)> {
        let elsewhere = |relation: StateId| !created.iter().any(|change| change.field == relation);
        let entry = |change: &&&Change| change.field == first.field && change.key == first.key;
        let named = |index: ParamIndex| {
            created
                .iter()
                .filter(entry)
                .any(|change| change.inputs.contains(&index) || input_key(change) == Some(index))
        };
        let mut keys: Vec<ParamIndex> =
            self.present.iter().map(|(index, _)| *index).filter(|key| named(*key)).collect();
        keys.sort();
        keys.dedup();
        let [key] = keys.as_slice() else { return None };
        self.home(*key, elsewhere).map(|relation| (*key, relation))
    }

    /// The relation that an existing key belongs to; one that holds an entity, if there is one.
    fn home(&self, key: ParamIndex, suits: impl Fn(StateId) -> bool) -> Option<StateId> {
        let relations = self.present.iter().filter(|(found, relation)| *found == key && suits(*relation));
        let relations: Vec<StateId> = relations.map(|(_, relation)| *relation).collect();
        let entity = relations.iter().find(|relation| held(self.service, **relation).is_some());
        entity.or(relations.first()).copied()
    }

    fn child(&self) -> Option<Subject> {
        self.changes.iter().filter(|change| change.single).find_map(|change| {
            let What::Joins(field) = change.what else { return None };
            let key = input_key(change).filter(|key| self.is_old(*key))?;
            let (relation, child) = match field {
                Some(field) => (change.field, kebab(&self.field_name(change.field, field)?)),
                None => (self.home(key, |relation| relation != change.field)?, segment(self.service, change.field)),
            };
            let subject = Subject::new(Kind::CreateChild, Some(relation), Some(key));
            Some(Subject { child: Some(child), ..subject }.because(change.clause))
        })
    }

    fn field_name(&self, relation: StateId, field: FieldIndex) -> Option<String> {
        let entity = self.service.entity(held(self.service, relation)?);
        entity.fields.get(field.index()).map(|field| field.name.to_string())
    }

    fn delete(&self) -> Option<Subject> {
        if self.changes.iter().any(|change| change.what != What::Removed) {
            return None;
        }
        let is_relation = |change: &Change| self.service.state_field(change.field).ty.relation.is_some();
        let one =
            |change: &&Change| is_relation(change) && change.single && change.always && input_key(change).is_some();
        let first = *self.entities_first(self.changes.iter().filter(one).collect()).first()?;
        Some(Subject::new(Kind::Delete, Some(first.field), input_key(first)).because(first.clause))
    }

    /// Replace or update.
    fn change(&self) -> Option<Subject> {
        let one = |change: &&Change| {
            change.single && input_key(change).is_some() && !matches!(change.what, What::Removed | What::Beyond)
        };
        let first = *self.entities_first(self.changes.iter().filter(one).collect()).first()?;
        let key = input_key(first)?;
        let entry: Vec<&Change> =
            self.changes.iter().filter(|change| change.field == first.field && change.key == first.key).collect();
        let whole = entry.iter().any(|change| change.what == What::Whole) || self.covers(first.field, &entry);
        let kind = if whole || !self.is_old(key) { Kind::Replace } else { Kind::Update };
        Some(Subject::new(kind, Some(first.field), Some(key)).because(first.clause))
    }

    /// Whether every field but the key itself gets a value.
    fn covers(&self, relation: StateId, entry: &[&Change]) -> bool {
        let Some(entity) = held(self.service, relation) else { return false };
        let given =
            |field: FieldIndex| entry.iter().any(|change| change.always && change.what == What::Part(Some(field)));
        let is_key = |field: FieldIndex| key_field(self.service, relation) == Some(field);
        let mut fields = (0..self.service.entity(entity).fields.len()).map(|index| FieldIndex(index as u32));
        fields.all(|field| is_key(field) || given(field))
    }

    fn batch(&self) -> Option<Subject> {
        let is_collection = |ty: &Type| matches!(ty, Type::Set(_) | Type::Seq(_) | Type::Map(..));
        self.operation.inputs.iter().find(|input| is_collection(&input.ty.ty))?;
        let is_relation = |change: &&Change| self.service.state_field(change.field).ty.relation.is_some();
        let changed = self.entities_first(self.changes.iter().filter(is_relation).collect());
        let subject = Subject::new(Kind::Batch, changed.first().map(|change| change.field), None);
        Some(changed.first().map_or(subject.clone(), |change| subject.because(change.clause)))
    }

    /// Read or list.
    fn read(&self) -> Subject {
        if let Some(entity) = self.operation.outputs.iter().find_map(|output| listed(&output.ty.ty)) {
            return Subject::new(Kind::List, holding(self.service, entity), None);
        }
        let returned = self.operation.outputs.iter().find_map(|output| entity(&output.ty.ty));
        let fits = |relation: StateId| returned.is_some() && held(self.service, relation) == returned;
        let found = self.present.iter().find(|(_, relation)| fits(*relation)).or(self.present.first());
        Subject::new(Kind::Read, found.map(|(_, relation)| *relation), found.map(|(key, _)| *key))
    }
}

fn input_key(change: &Change) -> Option<ParamIndex> {
    match change.key {
        Key::Input(index) => Some(index),
        Key::Output(_) | Key::OutputField(..) | Key::Scalar(_) | Key::Other => None,
    }
}

/// The relation that an expression is, before the operation.
fn relation_before(service: &Service, expr: &Expr) -> Option<StateId> {
    let ExprKind::State(id, Moment::Before) = expr.kind else { return None };
    service.state_field(id).ty.relation.is_some().then_some(id)
}

/// The entity that a relation holds.
pub fn held(service: &Service, relation: StateId) -> Option<EntityId> {
    let (Type::Map(_, value) | Type::Multi(_, value)) = &service.state_field(relation).ty.ty else { return None };
    entity(value)
}

fn entity(ty: &Type) -> Option<EntityId> {
    if let Type::Entity(id) = ty { Some(*id) } else { None }
}

/// The entity that a collection is made of.
fn listed(ty: &Type) -> Option<EntityId> {
    if let Type::Set(part) | Type::Seq(part) | Type::Map(_, part) | Type::Multi(_, part) = ty {
        return entity(part);
    }
    None
}

/// The first relation that holds an entity.
fn holding(service: &Service, entity: EntityId) -> Option<StateId> {
    let ids = (0..service.state.len()).map(|index| StateId(index as u32));
    let mut relations = ids.filter(|id| service.state_field(*id).ty.relation.is_some());
    relations.find(|id| held(service, *id) == Some(entity))
}

/// The part of a path that stands for a relation: the plural of its entity, or else its own name.
pub fn segment(service: &Service, relation: StateId) -> String {
    let Some(entity) = held(service, relation) else { return kebab(&service.state_field(relation).name) };
    let set = service
        .conventions
        .iter()
        .find(|rule| rule.target == Target::Entity(entity) && rule.property == ConventionProperty::Plural);
    if let Some(ExprKind::Text(text)) = set.map(|rule| &rule.value.kind) {
        return text.clone();
    }
    plural(&kebab(&service.entity(entity).name))
}

/// The field of a relation's entity that an invariant `all k in rel | rel[k].f = k` says is the key.
pub fn key_field(service: &Service, relation: StateId) -> Option<FieldIndex> {
    service.invariants.iter().find_map(|invariant| {
        let ExprKind::Quantifier(Quantifier::All, binders, body) = &invariant.expr.kind else { return None };
        let [binder] = binders.as_slice() else { return None };
        let Range::Elements(range) = &binder.range else { return None };
        let is_key = |expr: &Expr| matches!(&expr.kind, ExprKind::Local(local) if local.id == binder.local.id);
        let own = state(range) == Some(relation);
        conjuncts(body).into_iter().filter(|_| own).find_map(|part| tied(part, relation, &is_key))
    })
}

/// The field in `rel[k].f = k`, either way round.
fn tied(expr: &Expr, relation: StateId, is_key: &dyn Fn(&Expr) -> bool) -> Option<FieldIndex> {
    let ExprKind::Binary(BinaryOp::Eq, left, right) = &expr.kind else { return None };
    let field = |side: &Expr| {
        let ExprKind::Field(entry, field) = &side.kind else { return None };
        let ExprKind::Index(_, base, key) = &entry.kind else { return None };
        (state(base) == Some(relation) && is_key(key)).then_some(*field)
    };
    let one_way = |side: &Expr, other: &Expr| field(side).filter(|_| is_key(other));
    one_way(left, right).or_else(|| one_way(right, left))
}
