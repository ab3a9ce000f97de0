//! What the checks and the steps of an operation need.

use super::shape::is_relation;
use super::{Known, Loads, What};
use crate::convention::Presence;
use crate::effect::{Place, Root, Scope};
use crate::ir::{BinaryOp, Expr, ExprKind, Moment, Service, Type};
use crate::plan::service::{Choice, Move, PlannedStep};
use crate::realize::{Action, Case};
use crate::source::Span;

impl Loads<'_> {
    /// What the checks of a call need.
    pub(in crate::plan::service) fn requires(&mut self, presence: &[Presence], moves: &[Move]) {
        let declared = self.service.operation(self.operation);
        declared.requires.iter().for_each(|clause| self.expr(&clause.expr));
        presence.iter().for_each(|test| self.expr(&test.test));
        for entry in moves {
            let key = input_key(self.service, entry);
            self.entry(entry.relation, &key);
            entry.rules.iter().filter_map(|rule| rule.guard.as_ref()).for_each(|guard| self.expr(guard));
        }
    }

    /// What the steps of a body need.
    pub(in crate::plan::service) fn steps(&mut self, steps: &[PlannedStep]) {
        for planned in steps {
            self.action(&planned.step.action);
            if let Some(choice) = &planned.choice {
                self.choice(choice);
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Assign(place, cases) | Action::Insert(place, cases) | Action::Remove(place, cases) => {
                let removes = matches!(action, Action::Remove(..));
                cases.iter().for_each(|case| self.case(place, case, removes));
            }
            Action::Create(place, cases) => {
                for scopes in cases {
                    self.under(scopes, &mut |this| this.place(place));
                }
            }
            Action::Collect(_, collection) => {
                self.collected(&collection.binder, &collection.conditions);
                self.made_of(&collection.binder, &collection.element);
            }
            Action::Choose(place, _) => self.place(place),
        }
    }

    fn case(&mut self, place: &Place, case: &Case, removes: bool) {
        self.under(&case.scopes, &mut |this| {
            this.place(place);
            let own = if let Root::State(id) = place.root { Some(id) } else { None };
            let is_before = matches!(case.value.kind, ExprKind::State(id, Moment::Before) if Some(id) == own);
            if !is_before {
                this.expr(&case.value);
                if let (Some(id), [], true) = (own, &*place.path, replaces(&case.value)) {
                    this.whole(id);
                }
            }
            if let (Some(id), true, []) = (own, removes, &*place.path) {
                this.entry(id, &case.value);
            }
        });
    }

    /// What a place needs to be written to.
    fn place(&mut self, place: &Place) {
        place.keys().for_each(|key| self.expr(key));
        if let Some((id, key)) = place.entry() {
            self.entry(id, key);
        } else if let Root::State(id) = place.root
            && !matches!(self.service.state_field(id).ty.ty, Type::Map(..) | Type::Multi(..))
        {
            self.whole(id);
        }
    }

    fn under(&mut self, scopes: &[Scope], work: &mut dyn FnMut(&mut Self)) {
        let Some((scope, rest)) = scopes.split_first() else { return work(self) };
        match scope {
            Scope::Let(local, value) => {
                self.expr(value);
                let value = self.inlined(value);
                self.with(local.id, Known::Value(value), |this| this.under(rest, work));
            }
            Scope::If(condition) | Scope::Unless(condition) => {
                self.expr(condition);
                self.under(rest, work);
            }
            Scope::Each(binder) => {
                let known = self.range(binder);
                self.with(binder.local.id, known, |this| this.under(rest, work));
            }
        }
    }

    fn choice(&mut self, choice: &Choice) {
        for check in &choice.checks {
            self.under(&check.scopes, &mut |this| this.expr(&check.expr));
        }
        for id in choice.follows() {
            self.push(id, What::Greatest);
        }
        if let (Root::State(id), []) = (choice.place.root, &*choice.place.path) {
            self.whole(id);
        }
    }
}

/// Whether a value takes the place of all that was there.
fn replaces(value: &Expr) -> bool {
    let is_part = matches!(
        &value.kind,
        ExprKind::Binary(BinaryOp::Override | BinaryOp::RemoveKeys, left, _) if is_relation(left) || !replaces(left)
    );
    matches!(value.ty, Type::Map(..) | Type::Multi(..)) && !is_part && !is_relation(value)
}

/// The input that is the key of a transition's entry.
fn input_key(service: &Service, entry: &Move) -> Expr {
    let ty = service.state_field(entry.relation).ty.ty.element().cloned().unwrap_or(Type::Unknown);
    Expr { kind: ExprKind::Input(entry.key), ty, span: Span::default() }
}
