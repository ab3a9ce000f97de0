//! `tests/clauses.py`: every condition of a spec as a function, and what an operation may change.

use super::Suite;
use super::changes;
use super::expr::PythonExpr;
use super::file::{function, module};
use super::names::PyIdent;
use super::parts::{Parts, Shown};
use super::piece::Piece;
use super::statements::returning;
use super::types::{Home, annotation, descriptor};
use super::uses::Uses;
use crate::backend::clauses::{self, ClauseBackend, Handed, Seen};
use crate::ir::{Expr, ExprKind, Type, TypeRef};
use crate::lower::{Lowering, Reach};
use crate::plan::{AllowedChange, Conditions};

/// A condition that was written as a function.
pub(super) type Written = clauses::Written<PyIdent>;

/// What belongs to one operation.
pub(super) type OfOperation = clauses::OfOperation<PyIdent>;

/// All conditions, by what they belong to.
pub(super) type Clauses = clauses::Clauses<PyIdent>;

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
    let (mut maker, conditions) = (Maker::new(suite), Conditions::of(suite.service, suite.sources));
    let written = clauses::all_clauses(&mut maker, suite.ground(&conditions));
    let shown = std::mem::replace(&mut maker.parts, Parts::new(suite));
    let used = shown.functions().clone();
    let parts = shown.text();
    let (clauses, mut uses) = finished(maker);
    used.into_iter().for_each(|id| uses.function(id));
    Texts { clauses, parts, written, uses }
}

/// The same without what belongs to operations.
pub(super) fn rules(suite: &Suite<'_>) -> (String, Clauses, Uses) {
    let (mut maker, conditions) = (Maker::new(suite), Conditions::of(suite.service, suite.sources));
    let written = clauses::rules(&mut maker, suite.ground(&conditions));
    let (text, uses) = finished(maker);
    (text, written, uses)
}

fn finished(maker: Maker<'_>) -> (String, Uses) {
    let suite = maker.suite;
    let Maker { mut uses, mut blocks, calls, .. } = maker;
    let functions = uses.functions().clone();
    functions.iter().for_each(|id| uses.predicate(suite.names.functions[id.index()].as_str()));
    if !calls.is_empty() {
        blocks.insert(0, calls.join("\n"));
    }
    let text = format!("What {} promises: one function for each condition of the spec.", suite.service.name);
    (module(&text, false, &uses, &blocks), uses)
}

struct Maker<'a> {
    suite: &'a Suite<'a>,
    uses: Uses,
    blocks: Vec<String>,
    /// The names of the types of calls that are in use.
    calls: Vec<String>,
    /// What failures show of conditions.
    parts: Parts<'a>,
}

impl<'a> Maker<'a> {
    fn new(suite: &'a Suite<'a>) -> Maker<'a> {
        let (uses, blocks, calls) = (Uses::of(suite.program), Vec::new(), Vec::new());
        Maker { suite, uses, blocks, calls, parts: Parts::new(suite) }
    }

    fn lowering<'s>(&self, seen: &Seen<'s>) -> Lowering<'s>
    where
        'a: 's,
    {
        self.suite.lowering(seen.names, seen.view, Reach::Everything)
    }

    /// The parameters of a function. Their types are noted as used.
    fn params(&mut self, seen: &Seen<'_>) -> Vec<(String, String)> {
        seen.handed.iter().map(|handed| self.param(*handed)).collect()
    }

    fn param(&mut self, handed: Handed<'_>) -> (String, String) {
        let (name, ty) = match handed {
            Handed::Value(ty) => ("value", annotation(ty, &self.suite.names, &mut self.uses)),
            Handed::Own(id) => {
                let class = self.suite.names.entities[id.index()].to_string();
                self.uses.model(&class);
                ("own", class)
            }
            Handed::State => {
                self.uses.model("State");
                ("s", "State".to_string())
            }
            Handed::Moment => {
                self.uses.value("Instant");
                ("now", "Instant".to_string())
            }
            Handed::Call(id) => ("c", self.call(id.index())),
        };
        (name.to_string(), ty)
    }

    /// The type of the calls of an operation.
    fn call(&mut self, at: usize) -> String {
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
        call.to_string()
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

impl ClauseBackend for Maker<'_> {
    type Ident = PyIdent;

    fn section(&mut self, title: &str) {
        self.blocks.push(format!("# {title}"));
    }

    fn condition(&mut self, name: &PyIdent, seen: &Seen<'_>, expr: &Expr, text: &str) {
        let params = self.params(seen);
        let block = self.lowering(seen).block(expr);
        let mut backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, seen.whose);
        let body = returning(&mut backend, &block, 1);
        self.blocks.push(function(name.as_str(), &params, "bool", text, &body));
    }

    fn parts(&mut self, name: &PyIdent, seen: &Seen<'_>, expr: &Expr, text: &str) -> bool {
        let params = self.params(seen);
        let lowering = self.lowering(seen);
        let calls: Vec<String> = self.suite.names.operations.iter().map(|names| names.call.to_string()).collect();
        for (_, ty) in &params {
            self.parts.uses.adopt(&self.uses, ty);
            if calls.contains(ty) {
                self.parts.uses.name("tests.clauses", ty);
            }
        }
        self.parts.write(&Shown { name, params: &params, names: seen.names, whose: seen.whose, lowering, text }, expr)
    }

    fn header(&mut self, name: &PyIdent, seen: &Seen<'_>, value: &Expr, text: &str) {
        let params = self.params(seen);
        let lowering = self.lowering(seen);
        let mut backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, seen.whose);
        let piece = backend.expr(&lowering, value);
        let body = self.header_body(value, piece);
        self.blocks.push(function(name.as_str(), &params, "str | None", text, &body));
    }

    fn change(&mut self, name: &PyIdent, seen: &Seen<'_>, change: &AllowedChange) {
        let params = self.params(seen);
        let lowering = self.lowering(seen);
        let mut backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, seen.whose);
        let body = changes::statements(&mut backend, &lowering, &self.suite.names, change);
        self.uses.name("collections.abc", "Iterator");
        self.uses.name(changes::SERVICE, "Spot");
        self.blocks.push(function(name.as_str(), &params, "Iterator[Spot]", &change.why, &body));
    }
}
