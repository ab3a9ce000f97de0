//! From what the ensures determine to steps, not yet in order.

use super::{Action, Case, Rule, Step, collect, transition};
use crate::effect::{Action as Said, Effect, Effects, Place, Root, Scope, Step as PathStep};
use crate::ir::{
    BinaryOp, Expr, ExprKind, FieldIndex, Moment, Operation, OperationId, ParamIndex, Service, StateId, Type, any,
    conjuncts, for_each_child, same,
};

pub(super) fn steps(service: &Service, id: OperationId, effects: &Effects) -> Vec<Step> {
    let operation = service.operation(id);
    let mut builder = Builder { service, operation, steps: Vec::new() };
    builder.collections(effects);
    for effect in &effects.effects {
        builder.effect(effect);
    }
    builder.steps.extend(transition::steps(service, id, &effects.effects));
    builder.entries();
    builder.outputs();
    builder.open_fields(&effects.open);
    effects.open_parts.iter().for_each(|part| builder.choose(part.place.clone(), Rule::Choice));
    builder.steps
}

struct Builder<'s> {
    service: &'s Service,
    operation: &'s Operation,
    steps: Vec<Step>,
}

impl Builder<'_> {
    fn collections(&mut self, effects: &Effects) {
        for check in &effects.checks {
            let Some((output, collection)) = collect::collection(self.service, check) else { continue };
            let root = Root::Output(output);
            let defined = effects.effects.iter().any(|effect| effect.place.root == root && effect.determines);
            if !defined && !self.is_collected(output) {
                let action = Action::Collect(output, Box::new(collection));
                self.steps.push(Step { rule: Rule::Collection, clauses: vec![check.clause], action });
            }
        }
    }

    fn is_collected(&self, output: ParamIndex) -> bool {
        self.steps.iter().any(|step| matches!(step.action, Action::Collect(found, _) if found == output))
    }

    fn effect(&mut self, effect: &Effect) {
        if matches!(effect.place.root, Root::Output(output) if self.is_collected(output)) {
            return;
        }
        let action: fn(Place, Vec<Case>) -> Action = match &effect.action {
            Said::Equals(_) => Action::Assign,
            Said::Contains(_) if is_keyed(&effect.place.ty) => return self.create(effect),
            Said::Contains(_) => Action::Insert,
            Said::Lacks(_) => Action::Remove,
        };
        self.merge(action(effect.place.clone(), vec![case(effect)]), effect.clause);
    }

    /// `k in rel'`: there is an entry, and nothing is said of its value.
    fn create(&mut self, effect: &Effect) {
        let (Said::Equals(key) | Said::Contains(key) | Said::Lacks(key)) = &effect.action;
        let mut place = effect.place.clone();
        place.ty = value_type(&place.ty);
        place.path.push(PathStep::Key(key.clone()));
        self.merge(Action::Create(place, vec![needed(&effect.scopes, &[key])]), effect.clause);
    }

    /// Cases of one place become one step.
    fn merge(&mut self, action: Action, clause: usize) {
        for step in &mut self.steps {
            if join(&mut step.action, &action) {
                step.clauses.push(clause);
                step.clauses.dedup();
                return;
            }
        }
        self.steps.push(Step { rule: Rule::Definition, clauses: vec![clause], action });
    }

    /// An entry of which only parts are defined may be new: then it is created, and what is left open is completed.
    fn entries(&mut self) {
        let mut entries: Vec<Place> = Vec::new();
        for step in &self.steps {
            if let Some(entry) = self.partial_entry(step)
                && !entries.iter().any(|other| other.is_same(&entry))
            {
                entries.push(entry);
            }
        }
        for entry in entries {
            self.ensure(&entry);
            self.complete(&entry);
        }
    }

    /// The entry that a step writes a part of, or creates, unless the operation requires it to be there.
    fn partial_entry(&self, step: &Step) -> Option<Place> {
        let place = written(&step.action);
        let (id, key) = place.entry()?;
        let creates = matches!(step.action, Action::Create(..));
        let bound = any(key, &|part| matches!(part.kind, ExprKind::Local(_)));
        if (place.path.len() < 2 && !creates) || bound || self.is_required(id, key) {
            return None;
        }
        let ty = value_type(&self.service.state_field(id).ty.ty);
        Some(Place { root: place.root, path: vec![PathStep::Key(key.clone())], ty })
    }

    /// Whether the entry must be there: a `requires` says so, or reads it, or an ensures does.
    fn is_required(&self, id: StateId, key: &Expr) -> bool {
        let requires = self.operation.requires.iter().flat_map(|clause| conjuncts(&clause.expr));
        let ensures = self.operation.ensures.iter().flat_map(|clause| conjuncts(&clause.expr));
        let says = |part: &Expr| {
            matches!(&part.kind, ExprKind::Binary(BinaryOp::In, element, whole)
                if is_state(whole, id) && same(element, key))
        };
        requires.clone().any(says) || requires.chain(ensures).any(|part| needs_entry(part, id, key))
    }

    /// The entry is created in each case in which a part of it is written.
    fn ensure(&mut self, entry: &Place) {
        let parts = self.steps.iter().filter(|step| {
            let place = written(&step.action);
            place.path.len() > 1 && starts_with(&place, entry)
        });
        let mut cases: Vec<Vec<Scope>> = Vec::new();
        for scopes in parts.flat_map(|step| scopes_of(&step.action)) {
            let scopes = needed(scopes, &[]);
            if !cases.contains(&scopes) {
                cases.push(scopes);
            }
        }
        if cases.iter().any(Vec::is_empty) {
            cases = vec![Vec::new()];
        }
        let action = Action::Create(entry.clone(), cases);
        if !self.steps.iter_mut().any(|step| join(&mut step.action, &action)) {
            self.steps.push(Step { rule: Rule::Completion, clauses: Vec::new(), action });
        }
    }

    fn complete(&mut self, entry: &Place) {
        for place in self.parts(entry) {
            self.choose(place, Rule::Completion);
        }
    }

    /// The fields of an entity, or the place itself.
    fn parts(&self, place: &Place) -> Vec<Place> {
        let Type::Entity(id) = &place.ty else { return vec![place.clone()] };
        let fields = self.service.entity(*id).fields.iter().enumerate();
        let part = |(index, field): (usize, &crate::ir::Field)| {
            let mut part = place.clone();
            part.path.push(PathStep::Field(FieldIndex(index as u32)));
            part.ty = field.ty.ty.clone();
            part
        };
        fields.map(part).collect()
    }

    /// A step for what may still be open, unless it never is.
    fn choose(&mut self, place: Place, rule: Rule) {
        let settled = |step: &Step| match &step.action {
            Action::Assign(found, cases) => found.is_same(&place) && cases.iter().any(is_always),
            Action::Collect(output, _) => place.root == Root::Output(*output),
            Action::Choose(found, _) => found.is_same(&place),
            Action::Insert(..) | Action::Remove(..) | Action::Create(..) => false,
        };
        if !self.steps.iter().any(settled) {
            self.steps.push(Step { rule, clauses: Vec::new(), action: Action::Choose(place, Vec::new()) });
        }
    }

    fn outputs(&mut self) {
        for (index, output) in self.operation.outputs.iter().enumerate() {
            let root = Root::Output(ParamIndex(index as u32));
            let place = Place { root, path: Vec::new(), ty: output.ty.ty.clone() };
            let whole = |step: &Step| match &step.action {
                Action::Assign(found, cases) => found.is_same(&place) && cases.iter().any(is_always),
                Action::Collect(..)
                | Action::Insert(..)
                | Action::Remove(..)
                | Action::Create(..)
                | Action::Choose(..) => false,
            };
            if !self.steps.iter().any(whole) {
                self.parts(&place).into_iter().for_each(|part| self.choose(part, Rule::Choice));
            }
            self.own_parts(root).into_iter().for_each(|part| self.choose(part, Rule::Choice));
        }
    }

    /// The parts of an output that its own definition is in terms of: `out = show(out.id)`.
    fn own_parts(&self, root: Root) -> Vec<Place> {
        let mut found = Vec::new();
        for step in &self.steps {
            let Action::Assign(place, cases) = &step.action else { continue };
            for case in cases.iter().filter(|_| place.root == root) {
                Place::each_named(&case.value, &mut |part| {
                    if part.shares_way(place) && part.path.len() > place.path.len() {
                        found.push(part);
                    }
                });
            }
        }
        found
    }

    fn open_fields(&mut self, open: &[StateId]) {
        for id in open {
            let ty = self.service.state_field(*id).ty.ty.clone();
            self.choose(Place { root: Root::State(*id), path: Vec::new(), ty }, Rule::Choice);
        }
    }
}

fn case(effect: &Effect) -> Case {
    let (Said::Equals(value) | Said::Contains(value) | Said::Lacks(value)) = &effect.action;
    let mut used: Vec<&Expr> = vec![value];
    used.extend(effect.place.keys());
    Case { clause: Some(effect.clause), scopes: needed(&effect.scopes, &used), value: value.clone() }
}

/// The surroundings without variables that nothing uses.
fn needed(scopes: &[Scope], used: &[&Expr]) -> Vec<Scope> {
    let mut kept: Vec<Scope> = Vec::new();
    for scope in scopes.iter().rev() {
        let mentions =
            |expr: &Expr, id: u32| any(expr, &|part| matches!(&part.kind, ExprKind::Local(local) if local.id == id));
        let is_used = |id: u32| {
            used.iter().any(|expr| mentions(expr, id))
                || kept.iter().filter_map(Scope::expr).any(|expr| mentions(expr, id))
        };
        if !matches!(scope, Scope::Let(local, _) if !is_used(local.id)) {
            kept.push(scope.clone());
        }
    }
    kept.reverse();
    kept
}

fn is_always(case: &Case) -> bool {
    case.scopes.iter().all(|scope| matches!(scope, Scope::Let(..)))
}

fn is_keyed(ty: &Type) -> bool {
    matches!(ty, Type::Map(..) | Type::Multi(..))
}

/// The type of the values of a map or relation; of other types, the type itself.
fn value_type(ty: &Type) -> Type {
    if let Type::Map(_, value) = ty {
        return (**value).clone();
    }
    if let Type::Multi(_, value) = ty { Type::Set(value.clone()) } else { ty.clone() }
}

fn is_state(expr: &Expr, id: StateId) -> bool {
    matches!(expr.kind, ExprKind::State(found, _) if found == id)
}

/// Whether a condition is undefined without an entry before: it reads `rel[k]` where nothing can stop it short.
fn needs_entry(expr: &Expr, id: StateId, key: &Expr) -> bool {
    if let ExprKind::Index(_, whole, at) = &expr.kind
        && matches!(whole.kind, ExprKind::State(found, Moment::Before) if found == id)
        && same(at, key)
    {
        return true;
    }
    let mut found = false;
    for_each_strict_part(expr, &mut |part| found |= needs_entry(part, id, key));
    found
}

/// The parts of an expression that are evaluated whenever the whole is.
fn for_each_strict_part<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    if let ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, first, _)
    | ExprKind::If(first, ..)
    | ExprKind::Let(_, first, _) = &expr.kind
    {
        visit(first);
    } else if !matches!(
        expr.kind,
        ExprKind::Quantifier(..) | ExprKind::The(..) | ExprKind::Comprehension(..) | ExprKind::Sum(..)
    ) {
        for_each_child(expr, visit);
    }
}

/// The place that an action writes.
pub(super) fn written(action: &Action) -> Place {
    match action {
        Action::Assign(place, _)
        | Action::Insert(place, _)
        | Action::Remove(place, _)
        | Action::Create(place, _)
        | Action::Choose(place, _) => place.clone(),
        Action::Collect(output, collection) => {
            Place { root: Root::Output(*output), path: Vec::new(), ty: collection.binder.ty.clone() }
        }
    }
}

fn starts_with(place: &Place, entry: &Place) -> bool {
    let head = Place { root: place.root, path: place.path.iter().take(1).cloned().collect(), ty: entry.ty.clone() };
    head.is_same(entry)
}

fn scopes_of(action: &Action) -> Vec<&Vec<Scope>> {
    match action {
        Action::Assign(_, cases) | Action::Insert(_, cases) | Action::Remove(_, cases) => {
            cases.iter().map(|case| &case.scopes).collect()
        }
        Action::Create(_, cases) => cases.iter().collect(),
        Action::Collect(..) | Action::Choose(..) => Vec::new(),
    }
}

/// Adds the cases of one action to another on the same place. Places with bound variables stay apart.
fn join(into: &mut Action, from: &Action) -> bool {
    match (into, from) {
        (Action::Assign(place, cases), Action::Assign(other, more))
        | (Action::Insert(place, cases), Action::Insert(other, more))
        | (Action::Remove(place, cases), Action::Remove(other, more))
            if place.is_same(other) && !has_variables(place) =>
        {
            cases.extend(more.iter().cloned());
            true
        }
        (Action::Create(place, cases), Action::Create(other, more)) if place.is_same(other) => {
            cases.extend(more.iter().cloned());
            true
        }
        _ => false,
    }
}

fn has_variables(place: &Place) -> bool {
    place.keys().any(|key| any(key, &|part| matches!(part.kind, ExprKind::Local(_))))
}
