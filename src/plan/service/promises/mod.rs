//! What an operation checks again when it is done: every promise that its steps do not make true by themselves. A condition
//! on all entries is looked at for those that were touched, or that read what was; all else as a whole. What the solver or
//! the explorer know of a spec plays no part, so that a service is the same wherever it is made.

mod fields;
mod made;
mod pins;
mod split;

pub use pins::{Part, Pin};

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Move;
use super::loads::{Loads, counted, refinements};
use crate::effect::{Action as Said, Effect, Place, Step as PathStep};
use crate::ir::{
    BinaryOp, EntityId, Expr, ExprKind, Moment, Property, Reads, Service, StateId, Type, TypeRef, UnaryOp,
};
use crate::realize::{Action, Body, Rule};
use fields::Extent;
use made::is_made;
use pins::{pins, read_after};

/// A promise that is checked at the end.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Promise {
    /// An ensures, by position.
    Ensures(usize),
    /// An ensures by position that says by how much a relation grows: `#rel' = #rel + n`.
    Growth(usize, StateId, Expr),
    /// An invariant of the service, by position.
    Invariant(usize, Judged),
    /// An `always`, by position among the temporal properties.
    Always(usize, Judged),
    /// That the entry of a transition has come to where a rule leads, by position among the moves.
    Move(usize),
}

/// How a condition on every state is looked at again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Judged {
    /// All of it, over the state after.
    Whole(Expr),
    /// For the entries that something leads to that was touched.
    Touched(Vec<Pin>),
}

impl Promise {
    /// What it is looked at again for.
    pub fn pins(&self) -> &[Pin] {
        match self {
            Promise::Invariant(_, Judged::Touched(pins)) | Promise::Always(_, Judged::Touched(pins)) => pins,
            Promise::Invariant(_, Judged::Whole(_))
            | Promise::Always(_, Judged::Whole(_))
            | Promise::Ensures(_)
            | Promise::Growth(..)
            | Promise::Move(_) => &[],
        }
    }
}

/// All that is checked at the end.
#[derive(Debug, Default)]
pub(super) struct Promises {
    /// The promises, in the order in which they are checked.
    pub(super) checked: Vec<Promise>,
    /// The state fields of which everything is checked against its type, since that depends on more than the value.
    pub(super) stored: Vec<StateId>,
    /// The promises that take a whole relation to check, with the relations.
    pub(super) costly: Vec<Costly>,
}

/// A promise that takes a whole relation to check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Costly {
    /// What is promised, in words.
    pub promise: String,
    /// The relations that are gone over.
    pub relations: Vec<StateId>,
}

/// The promises to check. What those need that are looked at as a whole is added to the loads.
pub(super) fn promises(service: &Service, body: &Body, moves: &[Move], loads: &mut Loads<'_>) -> Promises {
    let written = fields::written(body);
    let mut maker = Maker { service, body, written, loads, found: Promises::default() };
    maker.ensures();
    maker.types();
    conditions(service).into_iter().for_each(|(at, condition)| maker.condition(at, condition));
    maker.moves(moves);
    maker.found
}

/// A condition on every state.
#[derive(Clone, Copy)]
enum At {
    Invariant(usize),
    Always(usize),
}

impl At {
    fn promise(self, judged: Judged) -> Promise {
        match self {
            At::Invariant(at) => Promise::Invariant(at, judged),
            At::Always(at) => Promise::Always(at, judged),
        }
    }

    fn words(self, service: &Service) -> String {
        let name = match self {
            At::Invariant(at) => service.invariants.get(at).and_then(|one| one.name.as_deref()),
            At::Always(at) => service.temporals.get(at).map(|one| one.name.as_str()),
        };
        name.map_or_else(|| "an invariant".to_string(), |name| format!("`{name}`"))
    }
}

fn conditions(service: &Service) -> Vec<(At, &Expr)> {
    let invariants = service.invariants.iter().enumerate().map(|(at, invariant)| (At::Invariant(at), &invariant.expr));
    let always = service.temporals.iter().enumerate().filter_map(|(at, temporal)| match &temporal.property {
        Property::Always(expr) => Some((At::Always(at), expr)),
        Property::Eventually(_) | Property::Fairness(_) => None,
    });
    invariants.chain(always).collect()
}

struct Maker<'a, 'l, 's> {
    service: &'a Service,
    body: &'a Body,
    written: BTreeMap<StateId, Extent>,
    loads: &'l mut Loads<'s>,
    found: Promises,
}

impl Maker<'_, '_, '_> {
    fn ensures(&mut self) {
        let chooses = self.body.steps.iter().any(|step| matches!(step.action, Action::Choose(..)));
        // Where nothing is written and nothing is chosen, the steps are what the clauses say.
        if self.written.is_empty() && !chooses || self.body.hole.is_some() {
            return;
        }
        for (at, clause) in self.service.operation(self.body.operation).ensures.iter().enumerate() {
            if is_made(self.service, self.body, at) {
                continue;
            }
            if let Some((relation, by)) = growth(&clause.expr) {
                self.found.checked.push(Promise::Growth(at, relation, by));
                continue;
            }
            self.needs("an ensures".to_string(), &|loads| loads.expr(&clause.expr));
            self.found.checked.push(Promise::Ensures(at));
        }
    }

    /// Takes over what is needed to check something, and remembers where that takes whole relations.
    fn needs(&mut self, promise: String, something: &dyn Fn(&mut Loads<'_>)) {
        let relations: Vec<StateId> = self.loads.wholly(something).into_iter().collect();
        if !relations.is_empty() {
            self.found.costly.push(Costly { promise, relations });
        }
        something(self.loads);
    }

    /// Types that depend on the clock or on what was touched are checked for everything that is stored.
    fn types(&mut self) {
        let depends = |expr: &Expr| Reads::of(self.service, expr).clock || !self.undone(expr).is_empty();
        if self.body.hole.is_some() || !refinements(self.service).any(depends) {
            return;
        }
        let ids = (0..self.service.state.len()).map(|at| StateId(at as u32));
        let holds = |id: &StateId| {
            let field = self.service.state_field(*id);
            field.refinement.as_ref().is_some_and(depends) || says(self.service, &field.ty, &mut Vec::new(), &depends)
        };
        let stored: Vec<StateId> = ids.filter(holds).collect();
        for id in &stored {
            let field = self.service.state_field(*id);
            let whole = Expr { kind: ExprKind::State(*id, Moment::After), ty: field.ty.ty.clone(), span: field.span };
            self.needs(format!("the type of `{}`", field.name), &|loads| loads.expr(&whole));
        }
        self.found.stored = stored;
    }

    /// The state fields that a condition reads and the body may write to in a way that matters to it.
    fn undone(&self, condition: &Expr) -> BTreeSet<StateId> {
        let matters =
            |(id, written): &(&StateId, &Extent)| written.matters_to(&fields::read(self.service, condition, **id));
        let reads = Reads::of(self.service, condition).fields;
        let written = self.written.iter().filter(|(id, _)| reads.contains(id));
        written.filter(matters).map(|(id, _)| *id).collect()
    }

    fn condition(&mut self, at: At, condition: &Expr) {
        if self.body.hole.is_some() {
            return;
        }
        let mut touched = Vec::new();
        for part in split::parts(self.service, condition) {
            match self.judged(at, &part) {
                Some(Judged::Touched(pins)) => touched.extend(pins),
                Some(whole) => self.found.checked.push(at.promise(whole)),
                None => {}
            }
        }
        if !touched.is_empty() {
            self.found.checked.push(at.promise(Judged::Touched(touched)));
        }
    }

    /// How a part of a condition is looked at again; none where it stays as it was.
    fn judged(&mut self, at: At, part: &Expr) -> Option<Judged> {
        let (touched, reads_clock) = (self.undone(part), Reads::of(self.service, part).clock);
        if !reads_clock && touched.is_empty() {
            return None;
        }
        let losing = |id: StateId| self.written.get(&id) == Some(&Extent::Entries);
        let pins = if reads_clock { None } else { pins(self.service, part, &touched, &losing) };
        let Some(pins) = pins else {
            self.needs(at.words(self.service), &|loads| loads.expr(part));
            return Some(Judged::Whole(read_after(part)));
        };
        for Pin { relation, by_key, local, holds, .. } in &pins {
            let needs = |loads: &mut Loads<'_>| loads.entry_holds((*relation, *by_key), local, holds);
            self.needs(at.words(self.service), &needs);
        }
        Some(Judged::Touched(pins))
    }

    /// A transition sets its field itself, unless a clause says something of it.
    fn moves(&mut self, moves: &[Move]) {
        let open = (0..moves.len()).filter(|at| moves.get(*at).is_some_and(|entry| !self.is_moved(entry)));
        let open: Vec<Promise> = open.map(Promise::Move).collect();
        self.found.checked.extend(open);
    }

    /// Whether the steps leave the entry of a transition where a rule leads: the rule itself says so, or a clause that says
    /// the same as every rule.
    fn is_moved(&self, entry: &Move) -> bool {
        let Some(transition) = self.service.transitions.get(entry.transition) else { return false };
        let is_it = |place: &Place| {
            let key = place.entry().filter(|(id, _)| *id == entry.relation).map(|(_, key)| &key.kind);
            key == Some(&ExprKind::Input(entry.key)) && place.path.get(1) == Some(&PathStep::Field(transition.field))
        };
        let is_set = self.body.steps.iter().any(|step| match &step.action {
            Action::Assign(place, _) => step.rule == Rule::Transition && is_it(place),
            Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) | Action::Choose(..) => {
                false
            }
        });
        let says_so = |effect: &Effect| {
            let Said::Equals(Expr { kind: ExprKind::EnumValue(_, value), .. }) = &effect.action else { return false };
            let is_target = entry.rules.iter().all(|rule| rule.to == *value);
            is_target
                && is_it(&effect.place)
                && effect.is_unconditional()
                && is_made(self.service, self.body, effect.clause)
        };
        let is_open = self.body.effects.open.contains(&entry.relation);
        !is_open && (is_set || self.body.effects.effects.iter().any(says_so))
    }
}

/// By how much a relation grows, where an ensures says that: `#rel' = #rel`, `#rel' = #rel + n`, `#rel' = #rel - n`.
fn growth(clause: &Expr) -> Option<(StateId, Expr)> {
    let ExprKind::Binary(BinaryOp::Eq, left, right) = &clause.kind else { return None };
    grown(left, right).or_else(|| grown(right, left))
}

fn grown(new: &Expr, sum: &Expr) -> Option<(StateId, Expr)> {
    let size = |expr: &Expr, moment: Moment| {
        let ExprKind::Unary(UnaryOp::Size, whole) = &expr.kind else { return None };
        matches!(whole.kind, ExprKind::State(_, found) if found == moment).then(|| counted(expr))?
    };
    let relation = size(new, Moment::After)?;
    let is_old = |expr: &Expr| size(expr, Moment::Before) == Some(relation);
    let is_free = |expr: &Expr| matches!(expr.kind, ExprKind::Int(_));
    let make = |kind: ExprKind| Expr { kind, ty: Type::Int, span: sum.span };
    if is_old(sum) {
        return Some((relation, make(ExprKind::Int(0))));
    }
    let ExprKind::Binary(operator, left, right) = &sum.kind else { return None };
    match operator {
        BinaryOp::Add if is_old(left) && is_free(right) => Some((relation, (**right).clone())),
        BinaryOp::Add if is_old(right) && is_free(left) => Some((relation, (**left).clone())),
        BinaryOp::Subtract if is_old(left) && is_free(right) => {
            Some((relation, make(ExprKind::Unary(UnaryOp::Negate, right.clone()))))
        }
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Subset
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

/// Whether a refinement or an invariant inside a type passes a test.
fn says(service: &Service, ty: &TypeRef, seen: &mut Vec<EntityId>, test: &dyn Fn(&Expr) -> bool) -> bool {
    if let Some(alias) = ty.alias.and_then(|id| service.aliases.get(id.index())) {
        return alias.refinement.as_ref().is_some_and(test) || says(service, &alias.base, seen, test);
    }
    if let Type::Entity(id) = &ty.ty {
        if seen.contains(id) {
            return false;
        }
        seen.push(*id);
        let entity = service.entity(*id);
        let fields = &entity.fields;
        return entity.invariants.iter().any(|invariant| test(&invariant.expr))
            || fields
                .iter()
                .any(|field| field.refinement.as_ref().is_some_and(test) || says(service, &field.ty, seen, test));
    }
    ty.args.iter().any(|part| says(service, part, seen, test))
}
