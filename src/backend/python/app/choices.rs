//! Choices in Python: what is tried for an open place, and what it must satisfy.

use super::super::literal;
use super::super::names::PyIdent;
use super::super::piece::{Argument, Level, Piece, named};
use super::super::regex;
use super::super::types::{Home, descriptor};
use super::body::Body;
use crate::backend::ExprBackend;
use crate::effect::{Check, Place, Root, Scope};
use crate::ir::{EntityId, Expr, Names, Type, TypeRef, print};
use crate::lower::{Lowering, View};
use crate::plan::service::runs::with_values;
use crate::plan::service::{Choice, Known, Relation, Suggestion, known_of};
use crate::realize::Action;

/// How deep records are made inside records.
const MAX_DEPTH: usize = 4;

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
        let of = if choice.tries_its_type() {
            self.values(&choice.ty, &choice.known, choice.is_fresh, 0)
        } else {
            self.helper("values", Vec::new())
        };
        if !choice.is_near_old() {
            return of;
        }
        let old = self.suggestion(place, &Suggestion::Old);
        let mut arguments = vec![old, of, self.elements(&choice.ty, 0)];
        if matches!(choice.ty.ty, Type::Map(..) | Type::Multi(..)) {
            arguments.push(self.elements(&choice.ty, 1));
        }
        self.helper("around", arguments.into_iter().map(Argument::from).collect())
    }

    /// What is told where nothing fits.
    fn clause_of(&mut self, choice: &Choice) -> Piece {
        let clause = choice.clause.and_then(|at| self.operation.ensures.get(at));
        let name = &self.operation.name;
        let (title, text) = match clause {
            Some(clause) => (format!("an ensures of `{name}`"), self.text(&clause.expr)),
            None => (format!("what `{name}` leaves open"), String::new()),
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
        if !super::is_refined(self.suite.service, ty) {
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
    pub(super) fn values(&mut self, ty: &TypeRef, known: &Known, fresh: bool, depth: usize) -> Piece {
        let numbers = |numbers: &[i64]| {
            numbers.iter().map(|number| Piece::number(number.to_string()).into()).collect::<Vec<Argument>>()
        };
        match &ty.ty {
            Type::Bool => self.helper("values", vec![Piece::atom("False").into(), Piece::atom("True").into()]),
            Type::Int | Type::Duration => self.helper("integers", numbers(&known.constants)),
            Type::Float => self.floats(known),
            Type::DateTime => self.helper("instants", Vec::new()),
            Type::String => self.texts(known, fresh),
            Type::Uuid => {
                let fresh = if fresh { vec![named("fresh", Piece::atom("True"))] } else { Vec::new() };
                self.helper("uuids", fresh)
            }
            Type::Enum(id) => {
                let values = &self.suite.service.enumeration(*id).values;
                let values = values.iter().map(|value| Piece::text(value.name.as_str()).into()).collect();
                self.helper("values", values)
            }
            Type::Option(_) => {
                let inner = self.part(ty, 0).unwrap_or_else(|| TypeRef::plain(Type::Unknown));
                let inner = self.values(&inner, known, fresh, depth + 1);
                self.helper("options", vec![inner.into()])
            }
            Type::Set(_) => self.many("sets", ty, depth),
            Type::Seq(_) => self.many("sequences", ty, depth),
            Type::Map(..) => {
                self.value("Map");
                self.helper("values", vec![Piece::apply("Map", []).into()])
            }
            Type::Multi(..) => {
                self.value("Multi");
                self.helper("values", vec![Piece::apply("Multi", []).into()])
            }
            Type::Entity(id) if depth <= MAX_DEPTH => self.records(*id, depth),
            Type::Entity(_) | Type::Unknown => self.helper("values", Vec::new()),
        }
    }

    fn floats(&mut self, known: &Known) -> Piece {
        let constants = known.constants.iter().map(|number| *number as f64);
        let numbers = known.reals.iter().copied().chain(constants);
        let numbers = numbers.map(|number| Piece::number(literal::float(number)).into()).collect();
        self.helper("floats", numbers)
    }

    fn texts(&mut self, known: &Known, fresh: bool) -> Piece {
        let pattern = |pattern: &String| Piece::atom(literal::raw(&regex::translated(pattern))).into();
        let mut arguments: Vec<Argument> = known.patterns.iter().map(pattern).collect();
        let lengths: Vec<Piece> = known.constants.iter().map(|number| Piece::number(number.to_string())).collect();
        if !lengths.is_empty() {
            arguments.push(named("lengths", Piece::tuple(lengths)));
        }
        let texts: Vec<Piece> = known.texts.iter().map(Piece::text).collect();
        if !texts.is_empty() {
            arguments.push(named("known", Piece::tuple(texts)));
        }
        if fresh {
            arguments.push(named("fresh", Piece::atom("True")));
        }
        self.helper("texts", arguments)
    }

    /// A part of a composite type.
    fn part(&self, ty: &TypeRef, at: usize) -> Option<TypeRef> {
        if let Some(alias) = ty.alias {
            let base = self.suite.service.aliases.get(alias.index()).map(|alias| alias.base.clone())?;
            return self.part(&base, at);
        }
        ty.args.get(at).cloned()
    }

    /// Values for a part of a collection, and which of them fit: an element, a key or what a key leads to.
    fn elements(&mut self, ty: &TypeRef, at: usize) -> Piece {
        let inner = self.part(ty, at).unwrap_or_else(|| TypeRef::plain(Type::Unknown));
        let known = known_of(self.suite.service, &inner, None);
        let values = self.values(&inner, &known, false, 1);
        Piece::tuple(vec![values, self.fitting(&inner)])
    }

    /// Whether a value is one of a type.
    fn fitting(&mut self, ty: &TypeRef) -> Piece {
        let fits = self.of_type(ty, Piece::atom("value")).unwrap_or_else(|| Piece::atom("True"));
        Piece::lambda("value", fits)
    }

    fn many(&mut self, helper: &str, ty: &TypeRef, depth: usize) -> Piece {
        let Some(inner) = self.part(ty, 0).filter(|_| depth <= MAX_DEPTH) else {
            return self.helper("values", Vec::new());
        };
        let known = known_of(self.suite.service, &inner, None);
        let values = self.values(&inner, &known, false, depth + 1);
        let fits = self.fitting(&inner);
        self.helper(helper, vec![values.into(), fits.into()])
    }

    fn records(&mut self, id: EntityId, depth: usize) -> Piece {
        let entity = self.suite.service.entity(id);
        let class = self.suite.names.entities.get(id.index()).map_or_else(String::new, PyIdent::to_string);
        self.uses().model(&class);
        let mut arguments: Vec<Argument> = vec![Piece::atom(class).into()];
        for field in &entity.fields {
            let known = known_of(self.suite.service, &field.ty, field.refinement.as_ref());
            let values = self.values(&field.ty, &known, false, depth + 1);
            let fits = self.fitting(&field.ty);
            arguments.push(Piece::tuple(vec![values, fits]).into());
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
        let text = self.operation.ensures.get(at).map_or_else(String::new, |clause| self.text(&clause.expr));
        let title = format!("an ensures of `{}`", self.operation.name);
        self.promise(&title, &text, condition);
    }

    /// The text of a condition on every state.
    pub(super) fn global_text(&self, expr: &Expr) -> String {
        print(expr, self.suite.service, Names::default())
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
    }
}

fn all(conditions: Vec<Piece>) -> Piece {
    let joined = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b));
    joined.unwrap_or_else(|| Piece::atom("True"))
}

fn inner(ty: &Type) -> &Type {
    if let Type::Option(inner) = ty { inner } else { ty }
}
