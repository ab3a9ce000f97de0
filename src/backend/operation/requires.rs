//! What lets a call pass: its requires, the transitions it takes, and the tests that answer 404.

use super::{Body, BodyBackend, Helper, Statement};
use crate::convention::Presence;
use crate::ir::{Names, StateId, Type};
use crate::lower::{Lowering, View};
use crate::plan::service::{Move, Said};

impl<B: BodyBackend> Body<'_, B> {
    /// Lets a call pass for which all conditions hold.
    pub(super) fn requires(&mut self) {
        let needed = Said::requires(self.service, self.plan.operation);
        let mut clauses = Vec::new();
        for said in &needed {
            let condition = self.condition(said.expr);
            clauses.push(self.tested(&said.text, condition));
        }
        let moves: Vec<B::Piece> = self.plan.moves.iter().map(|entry| self.may_move(entry)).collect();
        let present: Vec<B::Piece> = self.plan.presence.iter().map(|test| self.present(test, &needed)).collect();
        if !clauses.is_empty() || !moves.is_empty() {
            let required = self.backend.required(clauses, moves, present);
            self.say(Statement::Do(required));
        }
    }

    /// A text with a function that tests something.
    fn tested(&mut self, text: &str, condition: B::Piece) -> B::Piece {
        let parts = vec![self.backend.quoted(text), self.backend.function("", condition)];
        self.backend.grouped(parts)
    }

    /// A test that answers 404. An input that is none names nothing that could be missing.
    fn present(&mut self, test: &Presence, needed: &[Said<'_>]) -> B::Piece {
        let mut condition = self.condition(&test.test);
        let input = self.operation.inputs.get(test.input.index());
        if input.is_some_and(|input| matches!(input.ty.ty, Type::Option(_))) {
            let input = self.backend.input(test.input);
            let none = self.backend.is_absent(input);
            condition = self.backend.either(none, condition);
        }
        self.tested(needed.get(test.clause).map_or("", |said| &said.text), condition)
    }

    /// A transition, and whether one of its rules leads from where the entry is.
    fn may_move(&mut self, entry: &Move) -> B::Piece {
        let mut arguments = vec![self.relation("before", entry.relation), self.backend.input(entry.key)];
        arguments.extend(self.rules(entry).into_iter().map(|(rule, _)| rule));
        let test = self.backend.helped(Helper::MayMove, arguments);
        self.tested(&self.service.transitions[entry.transition].name, test)
    }

    /// The rules of a transition: whether each leads from where an entry is, and where to.
    pub(super) fn rules(&mut self, entry: &Move) -> Vec<(B::Piece, B::Piece)> {
        let transition = &self.service.transitions[entry.transition];
        let entity = self.service.entity(transition.entity);
        let names = Names { entity: Some(entity), ..self.lowering.names };
        let lowering = Lowering { names, view: View::TwoStates, ..self.lowering };
        let ty = entity.fields[transition.field.index()].ty.ty.clone();
        let mut rules = Vec::new();
        for rule in &entry.rules {
            let [from, to] = [rule.from, rule.to].map(|at| self.enum_value(&ty, at));
            let own = self.backend.named("own");
            let at = self.moving_field(own, entry);
            let mut holds = self.backend.same(at, from);
            if let Some(guard) = &rule.guard {
                let guard = lowering.condition(guard);
                let guard =
                    self.backend.about(transition.entity, &mut |backend| crate::backend::write(backend, &guard));
                holds = self.backend.both(holds, guard);
            }
            rules.push((self.backend.function("own", holds), to));
        }
        rules
    }

    fn enum_value(&mut self, ty: &Type, at: u32) -> B::Piece {
        if let Type::Enum(id) = ty { self.backend.enum_value(*id, at) } else { self.backend.none(ty) }
    }

    /// The property of an entry that a transition is about.
    pub(super) fn moving_field(&mut self, entry: B::Piece, moved: &Move) -> B::Piece {
        let transition = &self.service.transitions[moved.transition];
        let (name, _) = self.field(&Type::Entity(transition.entity), transition.field);
        self.backend.part(entry, &name)
    }

    pub(super) fn relation(&mut self, state: &str, relation: StateId) -> B::Piece {
        let name = self.state_name(relation.index());
        let state = self.backend.named(state);
        self.backend.part(state, &name)
    }
}
