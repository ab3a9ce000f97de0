//! Choices in Python: what is tried for an open place, and what it must satisfy.

use super::super::names::PyIdent;
use super::super::piece::{Argument, Level, Piece};
use super::super::types::{Home, descriptor};
use super::body::Body;
use crate::backend::ExprBackend;
use crate::ir::{EntityId, Expr, Names, Type, TypeRef};
use crate::lower::{Lowering, View};
use crate::plan::service::runs::with_values;
use crate::plan::service::{Choice, Made, Recipe, Relation, Said, Suggestion};
use crate::plan::{Check, Place, Root, Scope, is_refined};
use crate::realize::Action;

impl Body<'_> {
    fn helper(&mut self, name: &str, arguments: Vec<Argument>) -> Piece {
        self.uses().name("app.runtime", "choices");
        Piece::call(&format!("choices.{name}"), arguments)
    }

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
            self.say(&format!("{name} = "), &value);
        } else if is_whole_state {
            self.assign(place, value);
        } else {
            let now = self.read(place);
            let open = self.value("OPEN");
            self.guarded(&now.compare("is", open), place, value);
        }
    }

    fn guarded(&mut self, test: &Piece, place: &Place, value: Piece) {
        self.inside_if(test, |this| this.assign(place, value));
    }

    fn output_name(&self, place: &Place) -> String {
        let Root::Output(index) = place.root else { return String::new() };
        self.output(index)
    }

    fn chosen_value(&mut self, place: &Place, choice: &Choice, is_plain: bool) -> Piece {
        let clause = self.clause_of(choice);
        let near: Vec<Piece> = choice.near.iter().map(|one| self.suggestion(place, one)).collect();
        let then: Vec<Piece> = choice.then.iter().map(|one| self.suggestion(place, one)).collect();
        let of = self.candidates(place, choice);
        let fits = self.fits(place, choice, is_plain);
        let mut arguments = vec![clause, Piece::tuple(near), of, fits];
        if !then.is_empty() {
            arguments.push(Piece::tuple(then));
        }
        Piece::atom("pick").attribute("choose").called(arguments)
    }

    /// Values of the type. Of a collection, those that are near the one that was there; of a whole field no others.
    fn candidates(&mut self, place: &Place, choice: &Choice) -> Piece {
        let of = self.values(&choice.recipe(self.suite.service));
        if !choice.is_near_old() {
            return of;
        }
        let old = self.suggestion(place, &Suggestion::Old);
        let mut arguments = vec![old, of];
        for part in choice.parts(self.suite.service) {
            arguments.push(Piece::tuple(self.made(&part).into()));
        }
        self.helper("around", arguments.into_iter().map(Argument::from).collect())
    }

    /// What is told where nothing fits.
    fn clause_of(&mut self, choice: &Choice) -> Piece {
        let said = choice.clause.and_then(|at| self.said(at));
        let (title, text) = match said {
            Some(said) => (said.title, said.text),
            None => (format!("what `{}` leaves open", self.operation.name), String::new()),
        };
        Piece::tuple(vec![Piece::text(title), Piece::text(text)])
    }

    fn suggestion(&mut self, place: &Place, suggestion: &Suggestion) -> Piece {
        let body = match suggestion {
            Suggestion::Old => self.old(place),
            Suggestion::Compared(relation, scopes, other) => return self.compared(*relation, scopes, other),
            Suggestion::OfEntity(relation, entity, other) => self.of_entity(place, *relation, *entity, other),
            Suggestion::Input(at) => Piece::list(vec![self.backend.input(*at)]),
            Suggestion::Output(at) => Piece::list(vec![self.backend.output(*at)]),
            Suggestion::Now => Piece::list(vec![Piece::atom("now")]),
            Suggestion::Key(key) => Piece::list(vec![self.expr(key)]),
        };
        Piece::lambda("", body)
    }

    /// What a place held before.
    fn old(&mut self, place: &Place) -> Piece {
        let expr = place.expr_before(self.suite.service, self.operation, crate::source::Span::default());
        Piece::list(vec![self.expr(&expr)])
    }

    fn compared(&mut self, relation: Relation, scopes: &[Scope], other: &Expr) -> Piece {
        let mut values: Vec<(u32, Expr)> = Vec::new();
        let mut conditions: Vec<Expr> = Vec::new();
        for scope in scopes {
            match scope {
                Scope::Let(local, value) => values.push((local.id, with_values(value, &values))),
                Scope::If(condition) => conditions.push(with_values(condition, &values)),
                Scope::Unless(_) | Scope::Each(_) => {}
            }
        }
        let other = self.expr(&with_values(other, &values));
        let found = self.helper(word(relation), vec![other.into()]);
        let conditions: Vec<Piece> = conditions.iter().map(|condition| self.expr(condition)).collect();
        let condition = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b));
        let body = match condition {
            Some(condition) => Piece::choice(condition, found, Piece::list(Vec::new())),
            None => found,
        };
        Piece::lambda("", body)
    }

    fn of_entity(&mut self, place: &Place, relation: Relation, entity: EntityId, other: &Expr) -> Piece {
        let around = Place {
            root: place.root,
            path: place.path.iter().take(place.path.len().saturating_sub(1)).cloned().collect(),
            ty: Type::Entity(entity),
        };
        let record = self.read(&around);
        let declared = self.suite.service.entity(entity);
        let names = Names { entity: Some(declared), ..self.lowering.names };
        let lowering = Lowering { names, view: View::OneState, ..self.lowering };
        let other = self.backend.about(entity, |backend| backend.expr(&lowering, other));
        let found = self.helper(word(relation), vec![other.into()]);
        self.value("let");
        Piece::apply("let", [record, Piece::lambda("own", found)])
    }

    /// What a value must satisfy: its type, and the checks of the step.
    fn fits(&mut self, place: &Place, choice: &Choice, is_plain: bool) -> Piece {
        let name = if is_plain { self.output_name(place) } else { "value".to_string() };
        let mut conditions: Vec<Piece> = Vec::new();
        if choice.is_handed_out && matches!(inner(&choice.ty.ty), Type::String) {
            self.uses().name("app.spec", "is_proper");
            conditions.push(Piece::apply("is_proper", [Piece::atom(&name)]));
        }
        if is_plain {
            conditions.extend(self.of_type(&choice.ty, Piece::atom(&name)));
            conditions.extend(self.checks(&choice.checks));
            return Piece::lambda(&name, all(conditions));
        }
        let rebuilt = self.rebuilt(place, Piece::atom("value"));
        let root = match place.root {
            Root::State(_) => "after".to_string(),
            Root::Output(_) => self.output_name(place),
        };
        let mut inside = self.around_fits(place, choice);
        inside.extend(self.checks(&choice.checks));
        if !inside.is_empty() {
            self.value("let");
            conditions.push(Piece::apply("let", [rebuilt, Piece::lambda(&root, all(inside))]));
        }
        Piece::lambda("value", all(conditions))
    }

    /// The type of a place, and the record around it as far as it is decided.
    fn around_fits(&mut self, place: &Place, choice: &Choice) -> Vec<Piece> {
        let Some((entity, _)) = choice.field else {
            let read = self.read(place);
            return self.of_type(&choice.ty, read).into_iter().collect();
        };
        let around = Place {
            root: place.root,
            path: place.path.iter().take(place.path.len().saturating_sub(1)).cloned().collect(),
            ty: Type::Entity(entity),
        };
        let record = self.read(&around);
        self.of_type(&TypeRef::plain(Type::Entity(entity)), record).into_iter().collect()
    }

    fn of_type(&mut self, ty: &TypeRef, value: Piece) -> Option<Piece> {
        if !is_refined(self.suite.service, ty) {
            return None;
        }
        let constant = self.descriptor(ty);
        self.uses().name("app.runtime.clauses", "fits");
        let state = Piece::atom(self.after_name());
        Some(Piece::apply("fits", [constant, value, state, Piece::atom("now")]))
    }

    pub(super) fn descriptor(&mut self, ty: &TypeRef) -> Piece {
        let names = &self.suite.names;
        descriptor(ty, names, self.backend.uses(), Home::Elsewhere)
    }

    pub(super) fn checks(&mut self, checks: &[Check]) -> Vec<Piece> {
        checks.iter().map(|check| self.check(&check.scopes, &check.expr)).collect()
    }

    /// A check under what surrounds it, as one condition.
    fn check(&mut self, scopes: &[Scope], expr: &Expr) -> Piece {
        let Some((scope, rest)) = scopes.split_first() else {
            return self.backend.condition(&self.lowering, expr);
        };
        match scope {
            Scope::Let(local, value) => {
                let value = self.expr(value);
                let name = self.backend.bind(local);
                let body = self.check(rest, expr);
                self.backend.release(local);
                self.value("let");
                Piece::apply("let", [value, Piece::lambda(name.as_str(), body)])
            }
            Scope::If(condition) => {
                let condition = self.backend.condition(&self.lowering, condition);
                let body = self.check(rest, expr);
                condition.not().chain("or", Level::Or, body)
            }
            Scope::Unless(condition) => {
                let condition = self.backend.condition(&self.lowering, condition);
                let body = self.check(rest, expr);
                condition.chain("or", Level::Or, body)
            }
            Scope::Each(binder) => {
                let source = self.backend.source(&self.lowering, binder);
                let name = self.backend.bind(&binder.local);
                let body = self.check(rest, expr);
                self.backend.release(&binder.local);
                self.value("every");
                Piece::apply("every", [source, Piece::lambda(name.as_str(), body)])
            }
        }
    }

    // Values of types ---------------------------------------------------------------------------------------------

    /// Values of a type, the likeliest first.
    fn values(&mut self, recipe: &Recipe) -> Piece {
        match recipe {
            Recipe::Options(inner) => {
                let inner = self.values(inner);
                self.helper("options", vec![inner.into()])
            }
            Recipe::Sets(made) => self.many("sets", made),
            Recipe::Sequences(made) => self.many("sequences", made),
            Recipe::EmptyMap => self.empty("Map"),
            Recipe::EmptyMulti => self.empty("Multi"),
            Recipe::Records(id, fields) => self.records(*id, fields),
            Recipe::Nothing
            | Recipe::Truths
            | Recipe::Names(_)
            | Recipe::Integers(_)
            | Recipe::Floats(_)
            | Recipe::Instants
            | Recipe::Texts(_)
            | Recipe::Uuids(_) => super::scalars(self.backend.uses(), self.suite.service, recipe),
        }
    }

    fn empty(&mut self, class: &str) -> Piece {
        self.value(class);
        self.helper("values", vec![Piece::apply(class, []).into()])
    }

    /// Values, and which of them fit.
    fn made(&mut self, made: &Made) -> [Piece; 2] {
        [self.values(&made.of), self.fitting(&made.ty)]
    }

    /// Whether a value is one of a type.
    fn fitting(&mut self, ty: &TypeRef) -> Piece {
        let fits = self.of_type(ty, Piece::atom("value")).unwrap_or_else(|| Piece::atom("True"));
        Piece::lambda("value", fits)
    }

    fn many(&mut self, helper: &str, made: &Made) -> Piece {
        let made = self.made(made);
        self.helper(helper, made.map(Argument::from).into())
    }

    fn records(&mut self, id: EntityId, fields: &[Made]) -> Piece {
        let class = self.suite.names.entities.get(id.index()).map_or_else(String::new, PyIdent::to_string);
        self.uses().model(&class);
        let mut arguments: Vec<Argument> = vec![Piece::atom(class).into()];
        for field in fields {
            arguments.push(Piece::tuple(self.made(field).into()).into());
        }
        self.helper("records", arguments)
    }

    /// A promise with its title, as a statement.
    pub(super) fn promise(&mut self, title: &str, text: &str, condition: Piece) {
        self.uses().name("app.runtime.clauses", "promised");
        let arguments = [Piece::text(title), Piece::text(text), Piece::lambda("", condition)];
        self.say("", &Piece::apply("promised", arguments));
    }

    /// An ensures, as a statement.
    pub(super) fn ensured(&mut self, at: usize, condition: Piece) {
        let Some(Said { title, text, .. }) = self.said(at) else { return };
        self.promise(&title, &text, condition);
    }
}

fn word(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "equal_to",
        Relation::Above => "above",
        Relation::From => "from_on",
        Relation::Below => "below",
        Relation::Member => "member_of",
        Relation::NotMember => "not_member_of",
        Relation::Beside => "beside",
    }
}

fn all(conditions: Vec<Piece>) -> Piece {
    let joined = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b));
    joined.unwrap_or_else(|| Piece::atom("True"))
}

fn inner(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}
