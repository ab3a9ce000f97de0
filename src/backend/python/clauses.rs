//! `tests/clauses.py`: every condition of a spec as a function, and what an operation may change.

use super::Suite;
use super::changes;
use super::expr::{PythonExpr, Whose};
use super::file::{function, module};
use super::names::{Namespace, PyIdent, Space, snake};
use super::parts::{Parts, Shown};
use super::piece::Piece;
use super::statements::returning;
use super::types::{Home, annotation, descriptor};
use super::uses::Uses;
use crate::convention::{Header, presence};
use crate::ir::{Expr, ExprKind, Names, OperationId, ParamIndex, Property, Type, TypeRef, print};
use crate::lower::{Lowering, Reach, View};
use crate::plan::says;
use crate::source::Span;

/// A condition that was written as a function.
#[derive(Debug, Clone)]
pub(super) struct Written {
    /// The function.
    pub(super) name: PyIdent,
    /// The function that tells when it says something, for one that can hold vacuously.
    pub(super) says: Option<PyIdent>,
    /// The function that gives the parts that a failure shows.
    pub(super) parts: Option<PyIdent>,
    /// What it is called in reports.
    pub(super) id: String,
    /// Its text in the spec.
    pub(super) text: String,
    /// Its place in the spec.
    pub(super) place: String,
    /// What people call it.
    pub(super) title: String,
    /// Its text in words of its own, as services tell it.
    pub(super) said: String,
}

/// What belongs to one operation.
#[derive(Debug, Clone, Default)]
pub(super) struct OfOperation {
    pub(super) requires: Vec<Written>,
    pub(super) presence: Vec<(ParamIndex, usize, PyIdent)>,
    pub(super) ensures: Vec<Written>,
    pub(super) changes: Vec<PyIdent>,
    pub(super) headers: Vec<(String, PyIdent)>,
}

/// All conditions, by what they belong to.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    pub(super) aliases: Vec<Option<Written>>,
    pub(super) fields: Vec<Vec<Option<Written>>>,
    pub(super) entities: Vec<Vec<Written>>,
    pub(super) state: Vec<Option<Written>>,
    pub(super) invariants: Vec<Written>,
    pub(super) always: Vec<Written>,
    pub(super) eventually: Vec<Written>,
    /// By transition and rule.
    pub(super) guards: Vec<Vec<Option<PyIdent>>>,
    pub(super) operations: Vec<OfOperation>,
}

/// Who sees a condition: its parameters, and whose names it uses.
struct Seen<'s> {
    params: Vec<(String, String)>,
    names: Names<'s>,
    whose: Whose,
    view: View,
}

/// What a condition is called.
struct Title {
    name: String,
    id: String,
    /// Where it begins.
    span: Span,
    /// Where its condition stands.
    text: Span,
    /// What people call it.
    title: String,
}

/// The module of conditions and the one of their parts.
pub(super) struct Texts {
    pub(super) clauses: String,
    pub(super) parts: String,
    /// The functions.
    pub(super) written: Clauses,
    /// What both use.
    pub(super) uses: Uses,
}

/// The modules, their functions, and what they use.
pub(super) fn text(suite: &Suite<'_>) -> Texts {
    let mut maker = Maker::new(suite);
    maker.rules();
    maker.section("Guards");
    maker.transitions();
    for at in 0..suite.service.operations.len() {
        maker.operation(at);
    }
    let shown = std::mem::replace(&mut maker.parts, Parts::new(suite));
    let used = shown.functions().clone();
    let parts = shown.text();
    let (clauses, written, mut uses) = finished(maker);
    used.into_iter().for_each(|id| uses.function(id));
    Texts { clauses, parts, written, uses }
}

/// The same without what belongs to operations.
pub(super) fn rules(suite: &Suite<'_>) -> (String, Clauses, Uses) {
    let mut maker = Maker::new(suite);
    maker.rules();
    // The first part needs no title.
    if maker.blocks.first().is_some_and(|block| block.starts_with("# ")) {
        maker.blocks.remove(0);
    }
    finished(maker)
}

fn finished(maker: Maker<'_>) -> (String, Clauses, Uses) {
    let suite = maker.suite;
    let Maker { mut uses, mut blocks, clauses, calls, .. } = maker;
    if blocks.last().is_some_and(|block| block.starts_with("# ")) {
        blocks.pop();
    }
    let functions = uses.functions().clone();
    functions.iter().for_each(|id| uses.predicate(suite.names.functions[id.index()].as_str()));
    if !calls.is_empty() {
        blocks.insert(0, calls.join("\n"));
    }
    let text = format!("What {} promises: one function for each condition of the spec.", suite.service.name);
    (module(&text, false, &uses, &blocks), clauses, uses)
}

pub(super) struct Maker<'a> {
    pub(super) suite: &'a Suite<'a>,
    pub(super) uses: Uses,
    pub(super) blocks: Vec<String>,
    functions: Namespace,
    clauses: Clauses,
    /// The names of the types of calls that are in use.
    calls: Vec<String>,
    /// What failures show of conditions.
    parts: Parts<'a>,
}

impl<'a> Maker<'a> {
    fn new(suite: &'a Suite<'a>) -> Maker<'a> {
        let mut functions = Namespace::of(Space::Variables);
        suite.names.functions.iter().for_each(|name| functions.reserve(name.as_str()));
        let (uses, blocks, calls) = (Uses::of(suite.program), Vec::new(), Vec::new());
        Maker { suite, uses, blocks, functions, clauses: Clauses::default(), calls, parts: Parts::new(suite) }
    }

    /// Begins a part of the module; one without anything in it is left out.
    fn section(&mut self, title: &str) {
        if self.blocks.last().is_some_and(|block| block.starts_with("# ")) {
            self.blocks.pop();
        }
        self.blocks.push(format!("# {title}"));
    }

    /// A function name that is still free.
    pub(super) fn take(&mut self, wanted: &str) -> PyIdent {
        self.functions.take(wanted)
    }

    fn lowering<'s>(&self, seen: &Seen<'s>) -> Lowering<'s>
    where
        'a: 's,
    {
        self.suite.lowering(seen.names, seen.view, Reach::Everything)
    }

    /// Writes a condition as a function.
    fn condition(&mut self, title: Title, seen: &Seen<'_>, expr: &Expr) -> Written {
        let text = self.suite.text(title.text, expr, seen.names);
        let name = self.take(&title.name);
        self.write(&name, seen, expr, &text);
        let says = says(expr).filter(|_| self.suite.program.judges).map(|expr| {
            let name = self.take(&format!("{}_says", title.name));
            self.write(&name, seen, &expr, &format!("When {} says something.", title.id));
            name
        });
        let parts = self.suite.program.judges && self.shown(&name, seen, expr, &text);
        let said = print(expr, self.suite.service, seen.names);
        let (place, parts) = (self.suite.place(title.span), parts.then(|| name.clone()));
        Written { name, says, parts, id: title.id, text, place, title: title.title, said }
    }

    /// Writes what a failure shows of a condition, if there is something; tells whether there is.
    fn shown(&mut self, name: &PyIdent, seen: &Seen<'_>, expr: &Expr, text: &str) -> bool {
        let lowering = self.lowering(seen);
        let calls: Vec<String> = self.suite.names.operations.iter().map(|names| names.call.to_string()).collect();
        for (_, ty) in &seen.params {
            self.parts.uses.adopt(&self.uses, ty);
            if calls.contains(ty) {
                self.parts.uses.name("tests.clauses", ty);
            }
        }
        self.parts
            .write(&Shown { name, params: &seen.params, names: seen.names, whose: seen.whose, lowering, text }, expr)
    }

    fn write(&mut self, name: &PyIdent, seen: &Seen<'_>, expr: &Expr, text: &str) {
        let block = self.lowering(seen).block(expr);
        let mut backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, seen.whose);
        let body = returning(&mut backend, &block, 1);
        self.blocks.push(function(name.as_str(), &seen.params, "bool", text, &body));
    }

    fn of_state(&mut self) -> Vec<(String, String)> {
        self.uses.model("State");
        self.uses.value("Instant");
        vec![("s".into(), "State".into()), ("now".into(), "Instant".into())]
    }

    fn of_value(&mut self, ty: &TypeRef) -> Vec<(String, String)> {
        // A refinement is asked only of what is there.
        let ty = if let Type::Option(inner) = &ty.ty { inner } else { &ty.ty };
        let ty = annotation(ty, &self.suite.names, &mut self.uses);
        let mut params = vec![("value".to_string(), ty)];
        params.extend(self.of_state());
        params
    }

    fn own(&mut self, entity: usize) -> (String, String) {
        let class = self.suite.names.entities[entity].to_string();
        self.uses.model(&class);
        ("own".into(), class)
    }

    fn rules(&mut self) {
        self.section("Types");
        self.types();
        self.section("Invariants");
        self.invariants();
    }

    fn types(&mut self) {
        let service = self.suite.service;
        for alias in &service.aliases {
            let written = alias.refinement.as_ref().map(|refinement| {
                let seen = Seen { params: self.of_value(&alias.base), ..Seen::of_one_state() };
                let name = format!("{}_where", snake(&alias.name));
                let title = Title {
                    name,
                    id: format!("{}.where", alias.name),
                    span: refinement.span,
                    text: refinement.span,
                    title: format!("the refinement of `{}`", alias.name),
                };
                self.condition(title, &seen, refinement)
            });
            self.clauses.aliases.push(written);
        }
        for at in 0..service.entities.len() {
            self.entity(at);
        }
        for field in &service.state {
            let written = field.refinement.as_ref().map(|refinement| {
                let seen = Seen { params: self.of_value(&field.ty), ..Seen::of_one_state() };
                let name = format!("state_{}_where", snake(&field.name));
                let title = Title {
                    name,
                    id: format!("state.{}.where", field.name),
                    span: refinement.span,
                    text: refinement.span,
                    title: format!("the refinement of `{}`", field.name),
                };
                self.condition(title, &seen, refinement)
            });
            self.clauses.state.push(written);
        }
    }

    fn entity(&mut self, at: usize) {
        let entity = &self.suite.service.entities[at];
        let names = Names { entity: Some(entity), ..Names::default() };
        let whose = Whose { entity: Some(at), ..Whose::default() };
        let mut fields = Vec::new();
        for field in &entity.fields {
            fields.push(field.refinement.as_ref().map(|refinement| {
                let mut params = self.of_value(&field.ty);
                params.insert(1, self.own(at));
                let seen = Seen { params, names, whose, view: View::OneState };
                let name = format!("{}_{}_where", snake(&entity.name), snake(&field.name));
                let id = format!("{}.{}.where", entity.name, field.name);
                let title = format!("the refinement of `{}.{}`", entity.name, field.name);
                self.condition(
                    Title { name, id, span: refinement.span, text: refinement.span, title },
                    &seen,
                    refinement,
                )
            }));
        }
        let mut invariants = Vec::new();
        for (number, invariant) in entity.invariants.iter().enumerate() {
            let mut params = vec![self.own(at)];
            params.extend(self.of_state());
            let seen = Seen { params, names, whose, view: View::OneState };
            let (name, id) = titled(&entity.name, invariant.name.as_deref(), number);
            let title = format!("{} of `{}`", called("the invariant", invariant.name.as_deref()), entity.name);
            invariants.push(self.condition(
                Title { name, id, span: invariant.span, text: invariant.expr.span, title },
                &seen,
                &invariant.expr,
            ));
        }
        self.clauses.fields.push(fields);
        self.clauses.entities.push(invariants);
    }

    fn invariants(&mut self) {
        let service = self.suite.service;
        for (number, invariant) in service.invariants.iter().enumerate() {
            let (name, id) = match &invariant.name {
                Some(name) => (format!("invariant_{}", snake(name)), format!("invariant {name}")),
                None => (format!("invariant_{number}"), format!("invariant[{number}]")),
            };
            let seen = Seen { params: self.of_state(), ..Seen::of_one_state() };
            let title = called("the invariant", invariant.name.as_deref());
            let written = self.condition(
                Title { name, id, span: invariant.span, text: invariant.expr.span, title },
                &seen,
                &invariant.expr,
            );
            self.clauses.invariants.push(written);
        }
        for temporal in &service.temporals {
            let (word, expr) = match &temporal.property {
                Property::Always(expr) => ("always", expr),
                Property::Eventually(expr) => ("eventually", expr),
                Property::Fairness(_) => continue,
            };
            let (name, id) = (format!("{word}_{}", snake(&temporal.name)), format!("{word} {}", temporal.name));
            let seen = Seen { params: self.of_state(), ..Seen::of_one_state() };
            let title = called("the property", Some(&temporal.name));
            let written = self.condition(Title { name, id, span: temporal.span, text: expr.span, title }, &seen, expr);
            if word == "always" {
                self.clauses.always.push(written);
            } else {
                self.clauses.eventually.push(written);
            }
        }
    }

    /// The parameter of a clause of an operation. Its type is noted as used.
    pub(super) fn call(&mut self, at: usize) -> Vec<(String, String)> {
        let names = &self.suite.names.operations[at];
        self.uses.name("tests.harness.service", "Call");
        self.uses.model("State");
        self.uses.model(names.given.as_str());
        self.uses.model(names.answer.as_str());
        let (call, given, answer) = (&names.call, &names.given, &names.answer);
        let line = format!("{call} = Call[State, {given}, {answer}]");
        if !self.calls.contains(&line) {
            self.calls.push(line);
        }
        vec![("c".into(), call.to_string())]
    }

    fn of_call(&mut self, at: usize) -> Seen<'a> {
        let names = Names { operation: Some(&self.suite.service.operations[at]), ..Names::default() };
        let whose = Whose { operation: Some(at), ..Whose::default() };
        Seen { params: self.call(at), names, whose, view: View::TwoStates }
    }

    fn transitions(&mut self) {
        let service = self.suite.service;
        for transition in &service.transitions {
            let mut guards = Vec::new();
            for rule in &transition.rules {
                let resolved = rule.resolved.as_ref().ok();
                let guard = resolved.and_then(|resolved| Some((resolved, resolved.guard.as_ref()?)));
                guards.push(guard.map(|(resolved, guard)| {
                    let at = resolved.via.index();
                    let mut seen = self.of_call(at);
                    seen.names.entity = Some(service.entity(transition.entity));
                    seen.whose.entity = Some(transition.entity.index());
                    seen.params.insert(0, self.own(transition.entity.index()));
                    let number = (0..).find(|number| {
                        let name = format!("{}_guard_{number}", self.suite.names.operations[at].stem);
                        self.functions.free(&name).as_str() == name
                    });
                    let wanted = format!("{}_guard_{}", self.suite.names.operations[at].stem, number.unwrap_or(0));
                    let name = self.take(&wanted);
                    let text = print(guard, service, seen.names);
                    self.write(&name, &seen, guard, &text);
                    name
                }));
            }
            self.clauses.guards.push(guards);
        }
    }

    fn operation(&mut self, at: usize) {
        let suite = self.suite;
        let (operation, route) = (&suite.service.operations[at], suite.api.route(OperationId(at as u32)));
        let prefix = suite.names.operations[at].stem.to_string();
        self.section(&operation.name);
        let mut found = OfOperation::default();
        for (number, clause) in operation.requires.iter().enumerate() {
            let seen = self.of_call(at);
            let (name, id) = (format!("{prefix}_requires_{number}"), format!("{}.requires[{number}]", operation.name));
            let title = format!("a requires of `{}`", operation.name);
            found.requires.push(self.condition(
                Title { name, id, span: clause.span, text: clause.span, title },
                &seen,
                &clause.expr,
            ));
        }
        for (number, test) in presence(suite.service, operation).into_iter().enumerate() {
            let seen = self.of_call(at);
            let name = self.take(&format!("{prefix}_presence_{number}"));
            let text = print(&test.test, suite.service, seen.names);
            self.write(&name, &seen, &test.test, &text);
            found.presence.push((test.input, test.clause, name));
        }
        for (number, clause) in operation.ensures.iter().enumerate() {
            let seen = self.of_call(at);
            let (name, id) = (format!("{prefix}_ensures_{number}"), format!("{}.ensures[{number}]", operation.name));
            let title = format!("an ensures of `{}`", operation.name);
            found.ensures.push(self.condition(
                Title { name, id, span: clause.span, text: clause.span, title },
                &seen,
                &clause.expr,
            ));
        }
        found.changes = changes::write(self, at);
        for header in &route.headers {
            let name = self.header(at, header);
            found.headers.push((header.name.to_string(), name));
        }
        self.clauses.operations.push(found);
    }

    /// A header as text on the wire.
    fn header(&mut self, at: usize, header: &Header) -> PyIdent {
        let seen = self.of_call(at);
        let name =
            self.take(&format!("{}_header_{}", self.suite.names.operations[at].stem, snake(&header_words(header))));
        let lowering = self.lowering(&seen);
        let mut backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, seen.whose);
        let value = backend.expr(&lowering, &header.value);
        let text = print(&header.value, self.suite.service, seen.names);
        let body = self.header_body(&header.value, value);
        self.blocks.push(function(name.as_str(), &seen.params, "str | None", &text, &body));
        name
    }

    fn header_body(&mut self, expr: &Expr, value: Piece) -> Vec<String> {
        let (ty, optional) = if let Type::Option(inner) = &expr.ty { (&**inner, true) } else { (&expr.ty, false) };
        if matches!(ty, Type::String | Type::Uuid | Type::Enum(_)) || expr.kind == ExprKind::None {
            return vec![value.statement("return ", 1, "")];
        }
        let mut lines = vec![value.statement("value = ", 1, "")];
        self.uses.types("text_of");
        let declared = descriptor(&TypeRef::plain(ty.clone()), &self.suite.names, &mut self.uses, Home::Elsewhere);
        let shown = Piece::apply("text_of", [declared, Piece::atom("value")]);
        let absent = Piece::atom("value").compare("is", Piece::atom("None"));
        let shown = if optional { Piece::choice(absent, Piece::atom("None"), shown) } else { shown };
        lines.push(shown.statement("return ", 1, ""));
        lines
    }
}

impl Seen<'_> {
    fn of_one_state() -> Seen<'static> {
        Seen { params: Vec::new(), names: Names::default(), whose: Whose::default(), view: View::OneState }
    }
}

/// The function and the id of an entity's invariant.
fn titled(entity: &str, name: Option<&str>, number: usize) -> (String, String) {
    match name {
        Some(name) => (format!("{}_{}", snake(entity), snake(name)), format!("{entity}.{name}")),
        None => (format!("{}_invariant_{number}", snake(entity)), format!("{entity}.invariant[{number}]")),
    }
}

/// A kind of clause, with its name where it has one.
fn called(kind: &str, name: Option<&str>) -> String {
    name.map_or_else(|| kind.to_string(), |name| format!("{kind} `{name}`"))
}

fn header_words(header: &Header) -> String {
    header.name.to_lowercase().replace('-', "_")
}
