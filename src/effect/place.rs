//! Places: what an ensures can give a value to.

use serde::Serialize;

use crate::ir::{
    Expr, ExprKind, FieldIndex, IndexKind, Moment, Operation, ParamIndex, Service, StateId, Tested, Type,
    for_each_child, same,
};
use crate::source::Span;

/// An output or a state field after the operation, or a part of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Place {
    /// What it is a part of.
    pub root: Root,
    /// The way from there.
    pub path: Vec<Step>,
    /// The type of the value there.
    pub ty: Type,
}

/// What a place is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Root {
    /// An output of the operation.
    Output(ParamIndex),
    /// A state field, after the operation.
    State(StateId),
}

/// One step from a place to a part of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Step {
    /// The value under a key of a map or relation.
    Key(Expr),
    /// A field of an entity.
    Field(FieldIndex),
    /// An element of a sequence.
    Position(Expr),
}

impl Place {
    /// The place that an expression names, if it does.
    pub fn named(expr: &Expr) -> Option<Place> {
        let root = |root| Some(Place { root, path: Vec::new(), ty: expr.ty.clone() });
        if let ExprKind::Output(index) = &expr.kind {
            return root(Root::Output(*index));
        }
        if let ExprKind::State(id, Moment::After) = &expr.kind {
            return root(Root::State(*id));
        }
        if let ExprKind::Unwrap(inner, _) = &expr.kind {
            return Place::named(inner).map(|place| Place { ty: expr.ty.clone(), ..place });
        }
        if let ExprKind::Field(base, field) = &expr.kind {
            return Some(Place::named(base)?.part(Step::Field(*field), expr));
        }
        let ExprKind::Index(kind, base, key) = &expr.kind else { return None };
        Some(Place::named(base)?.part(step(*kind, key), expr))
    }

    /// Visits the places that an expression names, each as far as it goes, and those in their keys.
    pub fn each_named(expr: &Expr, visit: &mut dyn FnMut(Place)) {
        match Place::named(expr) {
            Some(place) => {
                place.keys().for_each(|key| Place::each_named(key, visit));
                visit(place);
            }
            None => for_each_child(expr, &mut |part| Place::each_named(part, visit)),
        }
    }

    /// The expression that reads the place.
    pub fn expr(&self, service: &Service, operation: &Operation, span: Span) -> Expr {
        self.read_at(service, operation, span, Moment::After)
    }

    /// The expression that reads what was at the place before, under the same keys.
    pub fn expr_before(&self, service: &Service, operation: &Operation, span: Span) -> Expr {
        self.read_at(service, operation, span, Moment::Before)
    }

    fn read_at(&self, service: &Service, operation: &Operation, span: Span, moment: Moment) -> Expr {
        let (kind, ty) = match self.root {
            Root::Output(index) => (ExprKind::Output(index), &operation.outputs[index.index()].ty.ty),
            Root::State(id) => (ExprKind::State(id, moment), &service.state_field(id).ty.ty),
        };
        let root = Expr { kind, ty: ty.clone(), span };
        self.path.iter().fold(root, |base, step| read_part(service, base, step))
    }

    fn part(mut self, step: Step, whole: &Expr) -> Place {
        self.path.push(step);
        self.ty = whole.ty.clone();
        self
    }

    /// Whether both may be, or hold, the same place. Keys that are written differently may still be equal.
    pub fn overlaps(&self, other: &Place) -> bool {
        let apart = |(a, b): (&Step, &Step)| matches!((a, b), (Step::Field(a), Step::Field(b)) if a != b);
        self.root == other.root && !self.path.iter().zip(&other.path).any(apart)
    }

    /// Whether both are written as the same place.
    pub fn is_same(&self, other: &Place) -> bool {
        self.path.len() == other.path.len() && self.shares_way(other)
    }

    /// Whether they are written as the same place, or one as a part of the other.
    pub fn shares_way(&self, other: &Place) -> bool {
        self.root == other.root && self.path.iter().zip(&other.path).all(|(a, b)| same_step(a, b))
    }

    /// The keys and positions on the way.
    pub fn keys(&self) -> impl Iterator<Item = &Expr> {
        self.path.iter().filter_map(|step| match step {
            Step::Key(key) | Step::Position(key) => Some(key),
            Step::Field(_) => None,
        })
    }

    /// The keys and positions on the way, to be changed.
    pub fn keys_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.path.iter_mut().filter_map(|step| match step {
            Step::Key(key) | Step::Position(key) => Some(key),
            Step::Field(_) => None,
        })
    }

    /// The entry of a relation or map that it is, or is a part of: the state field and the key.
    pub fn entry(&self) -> Option<(StateId, &Expr)> {
        match (self.root, self.path.first()) {
            (Root::State(id), Some(Step::Key(key))) => Some((id, key)),
            (Root::State(_) | Root::Output(_), _) => None,
        }
    }
}

fn same_step(a: &Step, b: &Step) -> bool {
    match (a, b) {
        (Step::Key(a), Step::Key(b)) | (Step::Position(a), Step::Position(b)) => same(a, b),
        (Step::Field(a), Step::Field(b)) => a == b,
        (Step::Key(_) | Step::Field(_) | Step::Position(_), _) => false,
    }
}

fn read_part(service: &Service, base: Expr, step: &Step) -> Expr {
    let span = base.span;
    let base = opened(base);
    let (kind, ty) = match (step, base.ty.clone()) {
        (Step::Field(field), ty) => {
            let entity = if let Type::Entity(id) = ty { Some(service.entity(id)) } else { None };
            let declared = entity.and_then(|entity| entity.fields.get(field.index()));
            let ty = declared.map_or(Type::Unknown, |field| field.ty.ty.clone());
            (ExprKind::Field(Box::new(base), *field), ty)
        }
        (Step::Key(key), Type::Multi(_, value)) => {
            (ExprKind::Index(IndexKind::Values, Box::new(base), Box::new(key.clone())), Type::Set(value))
        }
        (Step::Key(key), ty) => {
            let value = if let Type::Map(_, value) = ty { (*value).clone() } else { Type::Unknown };
            (ExprKind::Index(IndexKind::Value, Box::new(base), Box::new(key.clone())), value)
        }
        (Step::Position(at), ty) => {
            let element = ty.element().cloned().unwrap_or(Type::Unknown);
            (ExprKind::Index(IndexKind::Element, Box::new(base), Box::new(at.clone())), element)
        }
    };
    Expr { kind, ty, span }
}

/// An option as its value.
fn opened(expr: Expr) -> Expr {
    let Type::Option(inner) = &expr.ty else { return expr };
    let (ty, span) = ((**inner).clone(), expr.span);
    Expr { kind: ExprKind::Unwrap(Box::new(expr), Tested::Yes), ty, span }
}

fn step(kind: IndexKind, key: &Expr) -> Step {
    match kind {
        IndexKind::Value | IndexKind::Values => Step::Key(key.clone()),
        IndexKind::Element => Step::Position(key.clone()),
    }
}
