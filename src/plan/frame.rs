//! What the frame lets an operation change, as suites write it down: each place once, with why it may change.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::effect::{Changeable, ChangedBy, Effects, Frame, Place, Root, Scope, Step};
use crate::ir::{EntityId, Expr, ExprKind, FieldIndex, Local, Names, OperationId, Service, StateId, Type, any, print};

/// What an operation may change.
#[derive(Debug, Clone, PartialEq)]
pub struct AllowedChanges {
    /// The places.
    pub places: Vec<AllowedChange>,
    /// The state fields that may become anything.
    pub free: BTreeSet<StateId>,
}

/// A place that an operation may change.
#[derive(Debug, Clone, PartialEq)]
pub struct AllowedChange {
    /// Why, for people.
    pub why: String,
    /// What surrounds it, from the outside in. Of the variables only those that something inside reads.
    pub scopes: Vec<Scope>,
    /// The state field that it is in.
    pub field: StateId,
    /// The way from there.
    pub way: Vec<Way>,
    /// Where only this may come or go, and nothing else.
    pub element: Option<Expr>,
}

/// One step of a way through a value.
#[derive(Debug, Clone, PartialEq)]
pub enum Way {
    /// The value under a key
    Key(Expr),
    /// A field of an entity
    Field(EntityId, FieldIndex),
    /// An element of a sequence
    Position(Expr),
}

/// What an operation may change.
pub fn allowed_changes(service: &Service, id: OperationId) -> AllowedChanges {
    let effects = Effects::of(service, service.operation(id));
    let frame = Frame::of(service, id, &effects);
    let told = Telling { service, id };
    let mut known: BTreeSet<String> = BTreeSet::new();
    let new = frame.places.iter().filter(|change| known.insert(told.written(change)));
    let places = new.filter_map(|change| told.change(change)).collect();
    AllowedChanges { places, free: frame.free }
}

struct Telling<'s> {
    service: &'s Service,
    id: OperationId,
}

impl Telling<'_> {
    fn names(&self) -> Names<'_> {
        Names { operation: Some(self.service.operation(self.id)), ..Names::default() }
    }

    fn print(&self, expr: &Expr) -> String {
        print(expr, self.service, self.names())
    }

    fn change(&self, change: &Changeable<'_>) -> Option<AllowedChange> {
        let Root::State(field) = change.place.root else { return None };
        Some(AllowedChange {
            why: self.why(change),
            scopes: needed(change).cloned().collect(),
            field,
            way: way(self.service, field, &change.place),
            element: change.element.cloned(),
        })
    }

    fn why(&self, change: &Changeable<'_>) -> String {
        match change.by {
            ChangedBy::Clause(at) => {
                let clause = self.service.operation(self.id).ensures.get(at);
                clause.map_or_else(String::new, |clause| self.print(&clause.expr))
            }
            ChangedBy::Checks => format!("Left open by the checks: {}", self.place(&change.place)),
            ChangedBy::Transition(at) => format!("Moved by the transition {}.", self.service.transitions[at].name),
        }
    }

    fn place(&self, place: &Place) -> String {
        let operation = self.service.operation(self.id);
        self.print(&place.expr(self.service, operation, operation.span))
    }

    /// What is the same for two that let the same place change.
    fn written(&self, change: &Changeable<'_>) -> String {
        let mut parts: Vec<String> = needed(change).map(|scope| self.scope(scope)).collect();
        parts.push(self.place(&change.place));
        parts.extend(change.element.map(|element| self.print(element)));
        parts.join("\n")
    }

    fn scope(&self, scope: &Scope) -> String {
        let expr = scope.expr().map_or_else(String::new, |expr| self.print(expr));
        match scope {
            Scope::Let(local, _) => format!("let {} = {expr}", local.name),
            Scope::If(_) => format!("if {expr}"),
            Scope::Unless(_) => format!("unless {expr}"),
            Scope::Each(binder) => format!("each {} in {expr}", binder.local.name),
        }
    }
}

/// What surrounds a change, without the variables that nothing inside reads.
fn needed<'c>(change: &'c Changeable<'_>) -> impl Iterator<Item = &'c Scope> {
    let scopes = change.scopes.iter().enumerate();
    scopes
        .filter(|(at, scope)| !matches!(scope, Scope::Let(local, _) if !reads(change, local, *at)))
        .map(|(_, one)| one)
}

/// Whether anything inside a scope reads a variable.
fn reads(change: &Changeable<'_>, local: &Local, scope: usize) -> bool {
    let inside = change.scopes.iter().skip(scope + 1).filter_map(Scope::expr);
    let is_it = |part: &Expr| matches!(&part.kind, ExprKind::Local(found) if found.id == local.id);
    inside.chain(change.place.keys()).chain(change.element).any(|expr| any(expr, &is_it))
}

fn way(service: &Service, id: StateId, place: &Place) -> Vec<Way> {
    let mut ty = service.state_field(id).ty.ty.clone();
    let mut steps = Vec::new();
    for step in &place.path {
        if let Type::Option(inner) = &ty {
            ty = (**inner).clone();
        }
        steps.push(match (step, &ty) {
            (Step::Key(key), _) => Way::Key(key.clone()),
            (Step::Position(at), _) => Way::Position(at.clone()),
            (Step::Field(field), Type::Entity(entity)) => Way::Field(*entity, *field),
            (Step::Field(_), _) => break,
        });
        ty = part_type(service, &ty, step);
    }
    steps
}

fn part_type(service: &Service, ty: &Type, step: &Step) -> Type {
    match (step, ty) {
        (Step::Key(_), Type::Map(_, value)) => (**value).clone(),
        (Step::Key(_), Type::Multi(_, value)) => Type::Set(Arc::clone(value)),
        (Step::Position(_), Type::Seq(element)) => (**element).clone(),
        (Step::Field(field), Type::Entity(id)) => {
            let field = service.entity(*id).fields.get(field.index());
            field.map_or(Type::Unknown, |field| field.ty.ty.clone())
        }
        (Step::Key(_) | Step::Position(_) | Step::Field(_), _) => Type::Unknown,
    }
}
