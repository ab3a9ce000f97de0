//! What an operation does to the entries of relations, read off its effects.

use std::collections::BTreeSet;

use crate::effect::{Action, Effect, Effects, Place, Root, Scope, Step};
use crate::ir::{BinaryOp, Expr, ExprKind, FieldIndex, Local, Moment, ParamIndex, Service, StateId, any, walk};

/// One thing that an operation does to the state.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Change {
    /// The clause that says so.
    pub(super) clause: usize,
    /// The state field.
    pub(super) field: StateId,
    /// Whose entry, as far as it can be told.
    pub(super) key: Key,
    /// What is done to it.
    pub(super) what: What,
    /// Whether it is done in every call.
    pub(super) always: bool,
    /// Whether it is done to one entry only, not to each of many.
    pub(super) single: bool,
    /// The inputs that what is stored depends on.
    pub(super) inputs: Vec<ParamIndex>,
}

/// The key of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// An input
    Input(ParamIndex),
    /// An output: the service chooses it
    Output(ParamIndex),
    /// A field of an output: the service chooses it
    OutputField(ParamIndex, FieldIndex),
    /// A scalar of the state, such as the next free number
    Scalar(StateId),
    /// Something else
    Other,
}

/// What is done to an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// The key has a new value.
    Whole,
    /// The key is there; other clauses say what its value is.
    Present,
    /// Fields of the value, or some of its elements, change.
    Part(Option<FieldIndex>),
    /// Something that depends on the call joins a collection: a field of the entry, or the set of a key.
    Joins(Option<FieldIndex>),
    /// The key, or an element of a set, is removed.
    Removed,
    /// The field is no relation, or changes as a whole.
    Beyond,
}

/// Everything that an operation does to the state.
pub(super) fn changes(service: &Service, effects: &Effects) -> Vec<Change> {
    let mut found = Vec::new();
    for effect in &effects.effects {
        if let Root::State(field) = effect.place.root {
            let is_relation = service.state_field(field).ty.relation.is_some();
            let reader = Reader { effect, field, found: &mut found };
            if is_relation { reader.relation() } else { reader.beyond() }
        }
    }
    let open = effects.open.iter().map(|field| Change {
        clause: effects.checks.first().map_or(0, |check| check.clause),
        field: *field,
        key: Key::Other,
        what: What::Beyond,
        always: true,
        single: false,
        inputs: Vec::new(),
    });
    found.extend(open);
    found
}

struct Reader<'a> {
    effect: &'a Effect,
    field: StateId,
    found: &'a mut Vec<Change>,
}

impl Reader<'_> {
    fn add(&mut self, key: Option<&Expr>, what: What, stored: &[&Expr]) {
        let scopes = &self.effect.scopes;
        self.found.push(Change {
            clause: self.effect.clause,
            field: self.field,
            key: key.map_or(Key::Other, |key| key_of(key, scopes)),
            what,
            always: self.effect.is_unconditional(),
            single: !scopes.iter().any(|scope| matches!(scope, Scope::Each(_))),
            inputs: inputs_of(stored, scopes),
        });
    }

    fn beyond(mut self) {
        let Effect { place, action, .. } = self.effect;
        let as_before = matches!(action, Action::Equals(value) if place.path.is_empty() && self.is_before(value));
        match action {
            Action::Lacks(key) if place.path.is_empty() => self.add(Some(key), What::Removed, &[]),
            Action::Equals(_) | Action::Contains(_) | Action::Lacks(_) if as_before => {}
            Action::Equals(_) | Action::Contains(_) | Action::Lacks(_) => self.add(None, What::Beyond, &[]),
        }
    }

    fn relation(mut self) {
        let Effect { place: Place { path, .. }, action, .. } = self.effect;
        match (path.as_slice(), action) {
            ([], Action::Equals(value)) => self.whole(value),
            ([], Action::Contains(key)) => self.add(Some(key), What::Present, &[]),
            ([], Action::Lacks(key)) => self.add(Some(key), What::Removed, &[]),
            ([Step::Key(key)], Action::Equals(value)) => self.entry(key, value),
            ([Step::Key(key)], Action::Contains(element)) => self.joins(key, None, element),
            ([Step::Key(key)], Action::Lacks(_)) => self.add(Some(key), What::Part(None), &[]),
            ([Step::Key(key), Step::Field(field)], Action::Equals(value)) => self.field(key, *field, value),
            ([Step::Key(key), Step::Field(field)], Action::Contains(element)) => self.joins(key, Some(*field), element),
            ([Step::Key(key), Step::Field(field), ..], _) => self.add(Some(key), What::Part(Some(*field)), &[]),
            ([Step::Key(key), ..], _) => self.add(Some(key), What::Part(None), &[]),
            ([Step::Field(_) | Step::Position(_), ..], _) => self.add(None, What::Beyond, &[]),
        }
    }

    /// `rel' = rel + {k -> v} - {k}`, or anything else.
    fn whole(&mut self, value: &Expr) {
        let value = resolve(value, &self.effect.scopes).clone();
        if self.is_before(&value) {
            return;
        }
        if let ExprKind::Binary(BinaryOp::Override, base, added) = &value.kind
            && let ExprKind::Map(entries) = &resolve(added, &self.effect.scopes).clone().kind
        {
            self.whole(base);
            entries.iter().for_each(|(key, value)| self.entry(key, value));
        } else if let ExprKind::Binary(BinaryOp::RemoveKeys, base, keys) = &value.kind {
            self.whole(base);
            self.removed(keys);
        } else {
            self.add(None, What::Beyond, &[]);
        }
    }

    fn removed(&mut self, keys: &Expr) {
        if let ExprKind::Set(keys) = &resolve(keys, &self.effect.scopes).clone().kind {
            keys.iter().for_each(|key| self.add(Some(key), What::Removed, &[]));
        } else {
            self.add(None, What::Removed, &[]);
        }
    }

    /// The key gets this value.
    fn entry(&mut self, key: &Expr, value: &Expr) {
        let value = resolve(value, &self.effect.scopes).clone();
        if let ExprKind::With(base, fields) = &value.kind
            && self.is_entry_before(base)
        {
            fields.iter().for_each(|(field, value)| self.field(key, *field, value));
        } else if let ExprKind::Binary(BinaryOp::Union, base, added) = &value.kind
            && self.is_entry_before(base)
        {
            self.joins(key, None, added);
        } else if let ExprKind::Binary(BinaryOp::Difference, base, _) = &value.kind
            && self.is_entry_before(base)
        {
            self.add(Some(key), What::Part(None), &[]);
        } else {
            self.add(Some(key), What::Whole, &[&value]);
        }
    }

    /// A field of the entry gets this value.
    fn field(&mut self, key: &Expr, field: FieldIndex, value: &Expr) {
        let value = resolve(value, &self.effect.scopes).clone();
        if let ExprKind::Binary(BinaryOp::Union | BinaryOp::Concat | BinaryOp::Override, base, added) = &value.kind
            && self.is_field_before(base, field)
        {
            return self.joins(key, Some(field), added);
        }
        self.add(Some(key), What::Part(Some(field)), &[&value]);
    }

    /// A collection grows; by something that every call adds alike, it merely changes.
    fn joins(&mut self, key: &Expr, field: Option<FieldIndex>, added: &Expr) {
        let inputs = inputs_of(&[added], &self.effect.scopes);
        let chosen = any(added, &|part| matches!(part.kind, ExprKind::Output(_)));
        let what = if inputs.is_empty() && !chosen { What::Part(field) } else { What::Joins(field) };
        self.add(Some(key), what, &[added]);
    }

    fn is_before(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::State(id, Moment::Before) if id == self.field)
    }

    fn is_entry_before(&self, expr: &Expr) -> bool {
        let expr = resolve(expr, &self.effect.scopes);
        matches!(&expr.kind, ExprKind::Index(_, base, _) if self.is_before(base))
    }

    fn is_field_before(&self, expr: &Expr, field: FieldIndex) -> bool {
        let expr = resolve(expr, &self.effect.scopes);
        matches!(&expr.kind, ExprKind::Field(base, found) if *found == field && self.is_entry_before(base))
    }
}

/// What an expression stands for, seen through variables and unwrapped options.
fn resolve<'e>(expr: &'e Expr, scopes: &'e [Scope]) -> &'e Expr {
    if let ExprKind::Unwrap(inner, _) = &expr.kind {
        return resolve(inner, scopes);
    }
    let ExprKind::Local(local) = &expr.kind else { return expr };
    bound(local, scopes).map_or(expr, |(at, value)| resolve(value, scopes.get(..at).unwrap_or_default()))
}

/// What a variable stands for, if a `let` around it says, and how deep that `let` is.
fn bound<'s>(local: &Local, scopes: &'s [Scope]) -> Option<(usize, &'s Expr)> {
    scopes.iter().enumerate().rev().find_map(|(at, scope)| match scope {
        Scope::Let(found, value) => (found.id == local.id).then_some((at, value)),
        Scope::If(_) | Scope::Unless(_) | Scope::Each(_) => None,
    })
}

/// The key that an expression is.
pub(super) fn key_of(expr: &Expr, scopes: &[Scope]) -> Key {
    let expr = resolve(expr, scopes);
    if let ExprKind::Input(index) = expr.kind {
        return Key::Input(index);
    }
    if let ExprKind::Field(base, field) = &expr.kind
        && let ExprKind::Output(index) = resolve(base, scopes).kind
    {
        return Key::OutputField(index, *field);
    }
    if let ExprKind::State(id, Moment::Before) = expr.kind {
        return Key::Scalar(id);
    }
    if let ExprKind::Output(index) = expr.kind { Key::Output(index) } else { Key::Other }
}

/// The inputs that values depend on, also by way of variables.
fn inputs_of(values: &[&Expr], scopes: &[Scope]) -> Vec<ParamIndex> {
    let (mut inputs, mut variables) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<&Expr> = values.to_vec();
    while let Some(value) = open.pop() {
        walk(value, &mut |part| {
            if let ExprKind::Input(index) = part.kind {
                inputs.insert(index);
            } else if let ExprKind::Local(local) = &part.kind
                && variables.insert(local.id)
            {
                open.extend(bound(local, scopes).map(|(_, value)| value));
            }
        });
    }
    inputs.into_iter().collect()
}
