//! The frame: what a call of an operation may change. All that is not listed here stays as it was.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Action, Effects, Place, Root, Scope, Step};
use crate::ir::{Expr, ExprKind, Moment, OperationId, Service, StateId, Type, walk};

/// What an operation may change.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame<'e> {
    /// The places that may have changed, in the order of what they are determined by.
    pub places: Vec<Changeable<'e>>,
    /// The state fields that may have become anything.
    pub free: BTreeSet<StateId>,
}

/// A place of the state that a call may change: all of it, or whether one element is in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Changeable<'e> {
    /// What surrounds it, from the outside in.
    pub scopes: &'e [Scope],
    /// The place.
    pub place: Cow<'e, Place>,
    /// The element.
    pub element: Option<&'e Expr>,
    /// Why it may change.
    pub by: ChangedBy,
}

/// What lets a place change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangedBy {
    /// A clause determines it, by position among the ensures
    Clause(usize),
    /// Checks name it, and nothing determines it
    Checks,
    /// A rule of a transition, by position, sets it
    Transition(usize),
}

impl<'e> Frame<'e> {
    /// The frame of an operation with these effects.
    pub fn of(service: &Service, id: OperationId, effects: &'e Effects) -> Frame<'e> {
        let mut places: Vec<Changeable<'e>> = determined(effects).chain(opened(effects)).collect();
        places.extend(moved(service, id));
        Frame { places, free: free(service, id, effects) }
    }
}

/// Whether a call changes nothing, whatever the spec leaves open.
pub fn only_reads(service: &Service, id: OperationId, effects: &Effects) -> bool {
    let opened = effects.checks.iter().filter(|check| check.opens).any(|check| primes(&check.expr));
    let ensures = &service.operation(id).ensures;
    let mut loose = effects.loose.iter().filter_map(|clause| ensures.get(*clause));
    let moves = moved(service, id).next().is_some();
    !moves && !opened && !loose.any(|clause| primes(&clause.expr)) && !effects.change_state()
}

fn determined(effects: &Effects) -> impl Iterator<Item = Changeable<'_>> {
    let of_state = effects.effects.iter().filter(|effect| effect.determines && effect.state().is_some());
    of_state.map(|effect| {
        let element = match &effect.action {
            Action::Equals(_) => None,
            Action::Contains(element) | Action::Lacks(element) => Some(element),
        };
        let (place, by) = (Cow::Borrowed(&effect.place), ChangedBy::Clause(effect.clause));
        Changeable { scopes: &effect.scopes, place, element, by }
    })
}

fn opened(effects: &Effects) -> impl Iterator<Item = Changeable<'_>> {
    let of_state = effects.open_parts.iter().filter(|opening| matches!(opening.place.root, Root::State(_)));
    of_state.map(|opening| {
        let (place, by) = (Cow::Borrowed(&opening.place), ChangedBy::Checks);
        Changeable { scopes: &opening.scopes, place, element: None, by }
    })
}

/// The fields that a transition sets. That they hold the target of a rule is checked by itself.
fn moved<'e>(service: &Service, id: OperationId) -> impl Iterator<Item = Changeable<'e>> {
    let inputs = &service.operation(id).inputs;
    let transitions = service.transitions.iter().enumerate();
    transitions.flat_map(move |(at, transition)| {
        let resolved = transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
        resolved.filter(move |rule| rule.via == id).map(move |rule| {
            let key = &inputs[rule.key.index()];
            let key = Expr { kind: ExprKind::Input(rule.key), ty: key.ty.ty.clone(), span: key.span };
            let field = service.entity(transition.entity).fields.get(transition.field.index());
            let ty = field.map_or(Type::Unknown, |field| field.ty.ty.clone());
            let path = vec![Step::Key(key), Step::Field(transition.field)];
            let place = Place { root: Root::State(rule.relation), path, ty };
            Changeable { scopes: &[], place: Cow::Owned(place), element: None, by: ChangedBy::Transition(at) }
        })
    })
}

/// The fields that are primed in checks and determined by nothing, and those of which nobody can tell what they become.
fn free(service: &Service, id: OperationId, effects: &Effects) -> BTreeSet<StateId> {
    let mut free = BTreeSet::new();
    effects.checks.iter().filter(|check| check.opens).for_each(|check| add_primed(&check.expr, &mut free));
    free.retain(|id| !effects.effects.iter().any(|effect| effect.determines && effect.state() == Some(*id)));
    let ensures = &service.operation(id).ensures;
    effects.loose.iter().filter_map(|at| ensures.get(*at)).for_each(|clause| add_primed(&clause.expr, &mut free));
    free
}

/// Whether an expression speaks of the state afterwards.
fn primes(expr: &Expr) -> bool {
    let mut fields = BTreeSet::new();
    add_primed(expr, &mut fields);
    !fields.is_empty()
}

fn add_primed(expr: &Expr, fields: &mut BTreeSet<StateId>) {
    walk(expr, &mut |part| {
        if let ExprKind::State(id, Moment::After) = &part.kind {
            fields.insert(*id);
        }
    });
}
