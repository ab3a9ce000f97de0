//! What is tried for an open place, and what it must satisfy.

use super::body::inner_type;
use super::{Body, BodyBackend, Choosing, Helper};
use crate::ir::{EntityId, Expr, Names, Type, TypeRef};
use crate::lower::{Lowering, View};
use crate::plan::service::runs::with_values;
use crate::plan::service::{Choice, Made, Recipe, Relation, Suggestion};
use crate::plan::{Check, Place, Root, Scope, is_refined};
use crate::realize::Action;

impl<B: BodyBackend> Body<'_, B> {
    /// Gives an open place a value that fits.
    pub(super) fn choose(&mut self, place: &Place, choice: &Choice) {
        let is_plain = matches!(place.root, Root::Output(_)) && place.path.is_empty();
        let is_whole_state = matches!(place.root, Root::State(_)) && place.path.is_empty();
        let gives = |action: &Action| matches!(action, Action::Assign(found, _) if found.is_same(place));
        let is_given = self.plan.steps.iter().any(|planned| gives(&planned.step.action));
        if matches!(place.root, Root::State(_)) {
            self.begin_change();
        }
        let value = self.chosen_value(place, choice, is_plain);
        if is_plain && !is_given {
            let name = self.output_name(place);
            self.set(&name, value);
        } else if is_whole_state {
            self.assign(place, value);
        } else {
            let now = self.read(place);
            let test = self.backend.is_open(now);
            self.inside_if(test, |this| this.assign(place, value));
        }
    }

    fn output_name(&self, place: &Place) -> String {
        let Root::Output(index) = place.root else { return String::new() };
        self.output(index)
    }

    fn chosen_value(&mut self, place: &Place, choice: &Choice, is_plain: bool) -> B::Piece {
        let clause = self.clause_of(choice);
        let near = choice.near.iter().map(|one| self.suggestion(place, one)).collect();
        let then = choice.then.iter().map(|one| self.suggestion(place, one)).collect();
        let of = self.candidates(place, choice);
        let fits = self.fits(place, choice, is_plain);
        self.backend.choose(&choice.ty, Choosing { clause, near, of, fits, then })
    }

    /// Values of the type. Of a collection, those that are near the one that was there; of a whole field no others.
    fn candidates(&mut self, place: &Place, choice: &Choice) -> B::Piece {
        let of = self.values(&choice.recipe(self.service));
        if !choice.is_near_old() {
            return of;
        }
        let mut arguments = vec![self.suggestion(place, &Suggestion::Old), of];
        for part in choice.parts(self.service) {
            let made = self.made(&part);
            arguments.push(self.backend.grouped(made));
        }
        self.backend.helped(Helper::Around, arguments)
    }

    /// What is told where nothing fits.
    fn clause_of(&self, choice: &Choice) -> [String; 2] {
        match choice.clause.and_then(|at| self.said(at)) {
            Some(said) => [said.title, said.text],
            None => [format!("what `{}` leaves open", self.operation.name), String::new()],
        }
    }

    fn suggestion(&mut self, place: &Place, suggestion: &Suggestion) -> B::Piece {
        let value = match suggestion {
            Suggestion::Old => {
                let expr = place.expr_before(self.service, self.operation, crate::source::Span::default());
                self.expr(&expr)
            }
            Suggestion::Compared(relation, scopes, other) => return self.compared(*relation, scopes, other),
            Suggestion::OfEntity(relation, entity, other) => return self.of_entity(place, *relation, *entity, other),
            Suggestion::Input(at) => self.backend.input(*at),
            Suggestion::Output(at) => self.backend.output(*at),
            Suggestion::Now => self.backend.now(),
            Suggestion::Key(key) => self.expr(key),
        };
        let listed = self.backend.list_of(vec![value]);
        self.backend.function("", listed)
    }

    fn compared(&mut self, relation: Relation, scopes: &[Scope], other: &Expr) -> B::Piece {
        let mut values: Vec<(u32, Expr)> = Vec::new();
        let mut conditions: Vec<Expr> = Vec::new();
        for scope in scopes {
            match scope {
                Scope::Let(local, value) => values.push((local.id, with_values(value, &values))),
                Scope::If(condition) => conditions.push(with_values(condition, &values)),
                Scope::Unless(_) | Scope::Each(_) => {}
            }
        }
        let value = self.expr(&with_values(other, &values));
        let mut found = self.backend.suggested(relation, &other.ty, value);
        if !conditions.is_empty() {
            let conditions = conditions.iter().map(|condition| self.expr(condition)).collect();
            let condition = self.all(conditions);
            let nothing = self.backend.list_of(Vec::new());
            found = self.backend.chosen(condition, found, nothing);
        }
        self.backend.function("", found)
    }

    fn of_entity(&mut self, place: &Place, relation: Relation, entity: EntityId, other: &Expr) -> B::Piece {
        let record = self.read(&around(place, entity));
        let names = Names { entity: Some(self.service.entity(entity)), ..self.lowering.names };
        let lowering = Lowering { names, view: View::OneState, ..self.lowering };
        let lowered = lowering.expr(other);
        let value = self.backend.about(entity, &mut |backend| crate::backend::write(backend, &lowered));
        let found = self.backend.suggested(relation, &other.ty, value);
        let found = self.named_in("own", record, found);
        self.backend.function("", found)
    }

    /// What a value must satisfy: its type, and the checks of the step.
    fn fits(&mut self, place: &Place, choice: &Choice, is_plain: bool) -> B::Piece {
        let name = if is_plain { self.output_name(place) } else { "value".to_string() };
        let mut conditions: Vec<B::Piece> = Vec::new();
        if choice.is_handed_out && matches!(inner_type(&choice.ty.ty), Type::String) {
            let value = self.backend.named(&name);
            conditions.push(self.backend.helped(Helper::IsProper, vec![value]));
        }
        if is_plain {
            let value = self.backend.named(&name);
            conditions.extend(self.of_type(&choice.ty, value));
            conditions.extend(self.checks(&choice.checks));
        } else {
            conditions.extend(self.fits_in_place(place, choice));
        }
        let all = self.all(conditions);
        self.backend.function(&name, all)
    }

    /// What must hold once the value is in its place.
    fn fits_in_place(&mut self, place: &Place, choice: &Choice) -> Option<B::Piece> {
        let value = self.backend.named("value");
        let rebuilt = self.rebuilt(place, value);
        let root = match place.root {
            Root::State(_) => "after".to_string(),
            Root::Output(_) => self.output_name(place),
        };
        let mut inside: Vec<B::Piece> = self.around_fits(place, choice).into_iter().collect();
        inside.extend(self.checks(&choice.checks));
        if inside.is_empty() {
            return None;
        }
        let all = self.all(inside);
        Some(self.named_in(&root, rebuilt, all))
    }

    /// The type of a place, and the record around it as far as it is decided.
    fn around_fits(&mut self, place: &Place, choice: &Choice) -> Option<B::Piece> {
        let Some((entity, _)) = choice.field else {
            let read = self.read(place);
            return self.of_type(&choice.ty, read);
        };
        let record = self.read(&around(place, entity));
        self.of_type(&TypeRef::plain(Type::Entity(entity)), record)
    }

    fn of_type(&mut self, ty: &TypeRef, value: B::Piece) -> Option<B::Piece> {
        if !is_refined(self.service, ty) {
            return None;
        }
        let described = self.backend.described(ty);
        let (state, now) = (self.after(), self.backend.now());
        Some(self.backend.helped(Helper::Fits, vec![described, value, state, now]))
    }

    fn checks(&mut self, checks: &[Check]) -> Vec<B::Piece> {
        checks.iter().map(|check| self.check(&check.scopes, &check.expr)).collect()
    }

    /// A check under what surrounds it, as one condition.
    fn check(&mut self, scopes: &[Scope], expr: &Expr) -> B::Piece {
        let Some((scope, rest)) = scopes.split_first() else { return self.condition(expr) };
        match scope {
            Scope::Let(local, value) => {
                let value = self.expr(value);
                self.bound(local, value, |this| this.check(rest, expr))
            }
            Scope::If(condition) => {
                let condition = self.condition(condition);
                let condition = self.backend.opposite(condition);
                let body = self.check(rest, expr);
                self.backend.either(condition, body)
            }
            Scope::Unless(condition) => {
                let condition = self.condition(condition);
                let body = self.check(rest, expr);
                self.backend.either(condition, body)
            }
            Scope::Each(binder) => {
                let source = self.lowering.source(binder);
                let source = self.backend.gone_over(&source);
                self.every(source, &binder.local, |this| this.check(rest, expr))
            }
        }
    }

    // Values of types ---------------------------------------------------------------------------------------------

    /// Values of a type, the likeliest first.
    fn values(&mut self, recipe: &Recipe) -> B::Piece {
        match recipe {
            Recipe::Options(inner) => {
                let inner = self.values(inner);
                self.backend.helped(Helper::Options, vec![inner])
            }
            Recipe::Sets(made) => self.many(Helper::Sets, made),
            Recipe::Sequences(made) => self.many(Helper::Sequences, made),
            Recipe::Records(id, fields) => {
                let mut parts = Vec::new();
                for field in fields {
                    let made = self.made(field);
                    parts.push(self.backend.grouped(made));
                }
                self.backend.records(*id, parts)
            }
            Recipe::Nothing
            | Recipe::Truths
            | Recipe::Names(_)
            | Recipe::Integers(_)
            | Recipe::Floats(_)
            | Recipe::Instants
            | Recipe::Texts(_)
            | Recipe::Uuids(_)
            | Recipe::EmptyMap
            | Recipe::EmptyMulti => self.backend.scalars(recipe),
        }
    }

    /// Values, and which of them fit.
    fn made(&mut self, made: &Made) -> Vec<B::Piece> {
        vec![self.values(&made.of), self.fitting(&made.ty)]
    }

    /// Whether a value is one of a type.
    fn fitting(&mut self, ty: &TypeRef) -> B::Piece {
        let value = self.backend.named("value");
        let fits = self.of_type(ty, value).unwrap_or_else(|| self.backend.truth(true));
        self.backend.function("value", fits)
    }

    fn many(&mut self, helper: Helper, made: &Made) -> B::Piece {
        let made = self.made(made);
        self.backend.helped(helper, made)
    }
}

/// The record that a place is a part of.
fn around(place: &Place, entity: EntityId) -> Place {
    let path = place.path.iter().take(place.path.len().saturating_sub(1)).cloned().collect();
    Place { root: place.root, path, ty: Type::Entity(entity) }
}
