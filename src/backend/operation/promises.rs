//! What is checked again at the end of a body, and what it gives.

use super::body::entry_type;
use super::{Body, BodyBackend, Helper, Statement};
use crate::ir::Type;
use crate::lower::{Lowering, Reach};
use crate::plan::service::{Judged, Move, Part, Pin, Promise, Said};

impl<B: BodyBackend> Body<'_, B> {
    /// Checks the promises, and gives the state after and the answer.
    pub(super) fn promises(&mut self) {
        let mut is_settled = false;
        for promise in &self.plan.promises {
            match promise {
                Promise::Ensures(at) => {
                    let Some(said) = self.said(*at) else { continue };
                    let condition = self.condition(said.expr);
                    self.promise([&said.title, &said.text], condition);
                }
                Promise::Growth(at, relation, by) => {
                    let Some(said) = self.said(*at) else { continue };
                    let pair = ["before", self.after_name()].map(|state| self.relation(state, *relation));
                    let grown = self.backend.helped(Helper::Grown, pair.into());
                    let by = self.expr(by);
                    let condition = self.backend.same(grown, by);
                    self.promise([&said.title, &said.text], condition);
                }
                Promise::Invariant(at, judged) => {
                    let Some(said) = Said::invariant(self.service, *at) else { continue };
                    self.settle(&mut is_settled);
                    self.always(&said, judged);
                }
                Promise::Always(at, judged) => {
                    let Some(said) = Said::always(self.service, *at) else { continue };
                    self.settle(&mut is_settled);
                    self.always(&said, judged);
                }
                Promise::Move(at) => {
                    let Some(entry) = self.plan.moves.get(*at) else { continue };
                    self.settle(&mut is_settled);
                    self.moved(entry);
                }
            }
        }
        let answer = if is_settled { self.backend.named("answer") } else { self.answer() };
        let after = self.after();
        self.say(Statement::Return(after, answer));
    }

    /// A promise with its title and its text, as a statement.
    fn promise(&mut self, [title, text]: [&str; 2], condition: B::Piece) {
        let arguments =
            vec![self.backend.quoted(title), self.backend.quoted(text), self.backend.function("", condition)];
        let promised = self.backend.helped(Helper::Promised, arguments);
        self.say(Statement::Do(promised));
    }

    /// Has the types checked of what changed and of what goes out, once, before the promises that come after them.
    fn settle(&mut self, is_settled: &mut bool) {
        if std::mem::replace(is_settled, true) {
            return;
        }
        let answer = self.answer();
        self.set("answer", answer);
        let (after, answer) = (self.after(), self.backend.named("answer"));
        let settled = self.backend.settled(after, answer);
        self.say(Statement::Do(settled));
    }

    /// What holds in every state: of the entries that something touched leads to, or as a whole.
    fn always(&mut self, said: &Said<'_>, judged: &Judged) {
        let condition = match judged {
            Judged::Whole(expr) => self.condition(expr),
            Judged::Touched(pins) => {
                let pins = pins.iter().map(|pin| self.pin(pin)).collect();
                self.all(pins)
            }
        };
        self.promise([&said.title, &said.text], condition);
    }

    fn pin(&mut self, pin: &Pin) -> B::Piece {
        let relation = self.relation(self.after_name(), pin.relation);
        let mut arguments: Vec<B::Piece> =
            ["before", self.after_name()].map(|state| self.relation(state, pin.touched)).into();
        arguments.extend(self.leading_on(pin));
        let values = self.backend.helped(Helper::Touched, arguments);
        let column = match &pin.own {
            Part::Key => None,
            Part::Column(column, _) => Some(column.name.as_str()),
        };
        let found = self.backend.pinned(relation, column, values, pin.by_key);
        let keys = [(pin.relation, pin.local.id)];
        let keys = if pin.by_key { &keys[..] } else { &[] };
        let holds = Lowering { reach: Reach::LookedUp(keys), ..self.lowering }.condition(&pin.holds);
        self.every(found, &pin.local, |this| crate::backend::write(&mut this.backend, &holds))
    }

    /// What of a touched entry leads on, where it is not the key.
    fn leading_on(&mut self, pin: &Pin) -> Option<B::Piece> {
        let Part::Column(_, field) = &pin.its else { return None };
        let mut part = self.backend.named("entry");
        if let Some(field) = field {
            let ty: Type = entry_type(&self.service.state_field(pin.touched).ty.ty);
            let (name, _) = self.field(&ty, *field);
            part = self.backend.part(part, &name);
        }
        Some(self.backend.function("entry", part))
    }

    /// That an entry has come to where a rule of a transition leads.
    fn moved(&mut self, entry: &Move) {
        let title = format!("the transition `{}`", self.service.transitions[entry.transition].name);
        let own = self.backend.named("own");
        let part = self.moving_field(own, entry);
        let part = self.backend.function("own", part);
        let mut arguments: Vec<B::Piece> =
            ["before", self.after_name()].map(|state| self.relation(state, entry.relation)).into();
        arguments.extend([self.backend.input(entry.key), part]);
        for (rule, to) in self.rules(entry) {
            arguments.push(self.backend.grouped(vec![rule, to]));
        }
        let moved = self.backend.helped(Helper::Moved, arguments);
        self.promise([&title, ""], moved);
    }

    /// What the operation gives.
    fn answer(&mut self) -> B::Piece {
        let at = self.plan.operation.index();
        let attributes = self.names.operations.get(at).map_or(&[][..], |names| &names.outputs);
        let mut outputs = Vec::new();
        for (index, attribute) in attributes.iter().enumerate() {
            let name = self.output(crate::ir::ParamIndex(index as u32));
            outputs.push((attribute.to_string(), self.backend.named(&name)));
        }
        self.backend.answer(at, outputs)
    }
}
