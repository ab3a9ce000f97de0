//! `tests/clauses.py`: every condition of a spec as a function, and what an operation may change.

use super::Suite;
use super::behavioral::joined;
use super::changes;
use super::expr::{PythonExpr, Whose};
use super::file::{function, module};
use super::names::{Namespace, PyIdent, Space, snake};
use super::parts::{Parts, Shown};
use super::piece::Piece;
use super::statements::returning;
use super::types::{Home, annotation, descriptor};
use super::uses::Uses;
use crate::convention::Header;
use crate::ir::{Expr, ExprKind, Names, OperationId, ParamIndex, Type, TypeRef, print};
use crate::lower::{Lowering, Reach, View};
use crate::plan::{Beside, Conditions, PresenceTest, Stated, Told, When, says};

/// A condition that was written as a function.
#[derive(Debug, Clone)]
pub(super) struct Written {
    /// The function.
    pub(super) name: PyIdent,
    /// The function that tells when it says something, for one that can hold vacuously.
    pub(super) says: Option<PyIdent>,
    /// The function that gives the parts that a failure shows.
    pub(super) parts: Option<PyIdent>,
    /// What reports tell of it.
    pub(super) told: Told,
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
    let conditions = Conditions::of(suite.service, suite.sources);
    let mut maker = Maker::new(suite);
    maker.rules(&conditions);
    maker.section("Guards");
    maker.transitions(&conditions);
    for at in 0..suite.service.operations.len() {
        maker.operation(at, &conditions);
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
    maker.rules(&Conditions::of(suite.service, suite.sources));
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

    /// Writes a condition as a function. The words of one that belongs to an operation follow the operation's own.
    fn condition(&mut self, stem: Option<&PyIdent>, stated: &Stated<'_>, seen: &Seen<'_>) -> Written {
        let Stated { words, told, expr } = stated;
        let wanted = called(stem, words);
        let name = self.take(&wanted);
        self.write(&name, seen, expr, &told.text);
        let says = says(expr).filter(|_| self.suite.program.judges).map(|expr| {
            let name = self.take(&format!("{wanted}_says"));
            self.write(&name, seen, &expr, &format!("When {} says something.", told.id));
            name
        });
        let parts = self.suite.program.judges && self.shown(&name, seen, expr, &told.text);
        let parts = parts.then(|| name.clone());
        Written { name, says, parts, told: told.clone() }
    }

    /// Writes a condition that reports do not speak of.
    fn beside<T>(&mut self, stem: &PyIdent, beside: &Beside<T>, expr: &Expr, seen: &Seen<'_>) -> PyIdent {
        let name = self.take(&called(Some(stem), &beside.words));
        self.write(&name, seen, expr, &beside.said);
        name
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

    fn rules(&mut self, conditions: &Conditions<'_>) {
        self.section("Types");
        self.types(conditions);
        self.section("Invariants");
        self.invariants(conditions);
    }

    fn types(&mut self, conditions: &Conditions<'_>) {
        let service = self.suite.service;
        for (alias, stated) in service.aliases.iter().zip(&conditions.aliases) {
            let written = stated.as_ref().map(|stated| self.refinement(&alias.base, stated));
            self.clauses.aliases.push(written);
        }
        for at in 0..service.entities.len() {
            self.entity(at, conditions);
        }
        for (field, stated) in service.state.iter().zip(&conditions.state) {
            let written = stated.as_ref().map(|stated| self.refinement(&field.ty, stated));
            self.clauses.state.push(written);
        }
    }

    fn refinement(&mut self, ty: &TypeRef, stated: &Stated<'_>) -> Written {
        let seen = Seen { params: self.of_value(ty), ..Seen::of_one_state() };
        self.condition(None, stated, &seen)
    }

    fn entity(&mut self, at: usize, conditions: &Conditions<'_>) {
        let entity = &self.suite.service.entities[at];
        let names = Names { entity: Some(entity), ..Names::default() };
        let whose = Whose { entity: Some(at), ..Whose::default() };
        let mut fields = Vec::new();
        for (field, stated) in entity.fields.iter().zip(&conditions.fields[at]) {
            fields.push(stated.as_ref().map(|stated| {
                let mut params = self.of_value(&field.ty);
                params.insert(1, self.own(at));
                self.condition(None, stated, &Seen { params, names, whose, view: View::OneState })
            }));
        }
        let mut invariants = Vec::new();
        for stated in &conditions.entities[at] {
            let mut params = vec![self.own(at)];
            params.extend(self.of_state());
            invariants.push(self.condition(None, stated, &Seen { params, names, whose, view: View::OneState }));
        }
        self.clauses.fields.push(fields);
        self.clauses.entities.push(invariants);
    }

    fn invariants(&mut self, conditions: &Conditions<'_>) {
        for stated in &conditions.invariants {
            let written = self.of_every_state(stated);
            self.clauses.invariants.push(written);
        }
        for (when, stated) in &conditions.temporals {
            let written = self.of_every_state(stated);
            match when {
                When::Always => self.clauses.always.push(written),
                When::Eventually => self.clauses.eventually.push(written),
            }
        }
    }

    fn of_every_state(&mut self, stated: &Stated<'_>) -> Written {
        let seen = Seen { params: self.of_state(), ..Seen::of_one_state() };
        self.condition(None, stated, &seen)
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

    fn transitions(&mut self, conditions: &Conditions<'_>) {
        let suite = self.suite;
        for rules in &conditions.guards {
            let mut guards = Vec::new();
            for guard in rules {
                guards.push(guard.as_ref().map(|found| {
                    let mut seen = self.of_call(found.via.index());
                    seen.names.entity = Some(suite.service.entity(found.entity));
                    seen.whose.entity = Some(found.entity.index());
                    seen.params.insert(0, self.own(found.entity.index()));
                    let stem = &suite.names.operations[found.via.index()].stem;
                    self.beside(stem, &found.guard, found.guard.expr, &seen)
                }));
            }
            self.clauses.guards.push(guards);
        }
    }

    fn operation(&mut self, at: usize, conditions: &Conditions<'_>) {
        let suite = self.suite;
        let (operation, route) = (&suite.service.operations[at], suite.api.route(OperationId(at as u32)));
        let (stem, own) = (&suite.names.operations[at].stem, &conditions.operations[at]);
        self.section(&operation.name);
        let mut found = OfOperation::default();
        for stated in &own.requires {
            let seen = self.of_call(at);
            found.requires.push(self.condition(Some(stem), stated, &seen));
        }
        for PresenceTest { test, input, clause } in &own.presence {
            let seen = self.of_call(at);
            found.presence.push((*input, *clause, self.beside(stem, test, &test.expr, &seen)));
        }
        for stated in &own.ensures {
            let seen = self.of_call(at);
            found.ensures.push(self.condition(Some(stem), stated, &seen));
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

/// The words of a function's name, after those of the operation that it belongs to.
fn called(stem: Option<&PyIdent>, words: &[String]) -> String {
    stem.map_or_else(|| joined(words), |stem| format!("{stem}_{}", joined(words)))
}

fn header_words(header: &Header) -> String {
    header.name.to_lowercase().replace('-', "_")
}
