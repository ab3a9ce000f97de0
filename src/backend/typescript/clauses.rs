//! `tests/clauses.ts`: every condition of a spec as a function, and what an operation may change.

use std::collections::BTreeSet;

use super::expr::TypeScriptExpr;
use super::file::{declared, module};
use super::names::TsIdent;
use super::parts::Parts;
use super::piece::{PAGE, Piece};
use super::statements::returning;
use super::types::{annotation, descriptor};
use super::uses::Uses;
use super::{Emitted, changes, literal};
use crate::backend::clauses::{self, ClauseBackend, Handed, Seen};
use crate::backend::doc::Doc;
use crate::ir::{Expr, ExprKind, Type, TypeRef};
use crate::lower::{Lowering, Reach};
use crate::plan::AllowedChange;

/// The module that says what the table of a service is made of.
pub(super) const TABLE: &str = "./harness/service.ts";

/// A condition that was written as a function.
pub(super) type Written = clauses::Written<TsIdent>;

/// What belongs to one operation.
pub(super) type OfOperation = clauses::OfOperation<TsIdent>;

/// All conditions, by what they belong to.
pub(super) type Clauses = clauses::Clauses<TsIdent>;

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
pub(super) fn text(emitted: &Emitted<'_>, ground: Ground<'_>) -> Texts {
    let (uses, blocks, calls) = (Uses::of(emitted.program), Vec::new(), Vec::new());
    let mut maker = Maker { emitted, uses, blocks, calls, parts: Parts::new(emitted) };
    let written = clauses::all_clauses(&mut maker, ground);
    let Maker { mut uses, mut blocks, calls, parts, .. } = maker;
    if !calls.is_empty() {
        blocks.insert(0, calls.join("\n"));
    }
    let title = format!("What {} promises: one function for each condition of the spec.", emitted.service.name);
    let clauses = module(&title, &uses.with_functions(&emitted.names), emitted.program.clauses, &blocks);
    uses.merge(parts.uses());
    Texts { clauses, parts: parts.text(), written, uses }
}

/// Where conditions come from.
pub(super) type Ground<'a> = clauses::Ground<'a, TsIdent>;

struct Maker<'a> {
    emitted: &'a Emitted<'a>,
    uses: Uses,
    blocks: Vec<String>,
    /// The types of calls that are in use.
    calls: Vec<String>,
    /// What failures show of conditions.
    parts: Parts<'a>,
}

/// The parameters of a function that reads these of the things that it is handed: without those behind the last of them.
pub(super) fn params(
    seen: &Seen<'_>,
    read: &BTreeSet<&'static str>,
    (emitted, uses): (&Emitted<'_>, &mut Uses),
) -> Vec<String> {
    let is_read = |handed: &Handed<'_>| read.contains(word(*handed));
    let needed = seen.handed.iter().rposition(is_read).map_or(0, |last| last + 1);
    let mut found = Vec::new();
    for handed in &seen.handed[..needed] {
        let mark = if is_read(handed) { "" } else { "_" };
        found.push(format!("{mark}{}: {}", word(*handed), handed_type(*handed, emitted, uses)));
    }
    found
}

/// What functions call the things that they are handed.
fn word(handed: Handed<'_>) -> &'static str {
    match handed {
        Handed::Value(_) => "value",
        Handed::Own(_) => "own",
        Handed::State => "s",
        Handed::Moment => "now",
        Handed::Call(_) => "c",
    }
}

fn handed_type(handed: Handed<'_>, emitted: &Emitted<'_>, uses: &mut Uses) -> String {
    match handed {
        Handed::Value(ty) => annotation(ty, &emitted.names, uses),
        Handed::Own(id) => annotation(&Type::Entity(id), &emitted.names, uses),
        Handed::State => {
            uses.model_type("State");
            "State".to_string()
        }
        Handed::Moment => annotation(&Type::DateTime, &emitted.names, uses),
        Handed::Call(id) => {
            let name = emitted.names.all.operations[id.index()].call.to_string();
            uses.clauses_type(&name);
            name
        }
    }
}

impl<'a> Maker<'a> {
    fn lowering<'s>(&self, seen: &Seen<'s>) -> Lowering<'s>
    where
        'a: 's,
    {
        self.emitted.lowering(seen.names, seen.view, Reach::Everything)
    }

    /// Writes a function with its body, which reads so much of what it is handed.
    fn write(&mut self, words: &str, seen: &Seen<'_>, (result, text): (&str, &str), body: Body) {
        let params = params(seen, &body.read, (self.emitted, &mut self.uses));
        seen.handed.iter().for_each(|handed| self.declare_call(*handed));
        self.blocks.push(declared(words, &params, result, text, &body.lines));
    }

    /// Declares the type of a call, once.
    fn declare_call(&mut self, handed: Handed<'_>) {
        let Handed::Call(id) = handed else { return };
        let names = &self.emitted.names.all.operations[id.index()];
        let (call, given, answer) = (&names.call, &names.given, &names.answer);
        let line = call_type(&format!("export type {call} = Call"), &["State", given.as_str(), answer.as_str()]);
        if !self.calls.contains(&line) {
            self.uses.mentioned(TABLE, "Call");
            ["State", given.as_str(), answer.as_str()].iter().for_each(|name| self.uses.model_type(name));
            self.calls.push(line);
        }
    }

    fn header_lines(&mut self, expr: &Expr, value: &Piece) -> Vec<String> {
        let (ty, optional) = if let Type::Option(inner) = &expr.ty { (&**inner, true) } else { (&expr.ty, false) };
        if matches!(ty, Type::String | Type::Uuid | Type::Enum(_)) || expr.kind == ExprKind::None {
            return vec![value.returned(1)];
        }
        self.uses.types("textOf");
        let ty = descriptor(&TypeRef::plain(ty.clone()), &self.emitted.names, &mut self.uses);
        let shown = Piece::call("textOf", vec![ty, Piece::atom("value")]);
        let absent = Piece::atom("value").equals("===", Piece::atom("null"));
        let shown = if optional { Piece::choice(absent, Piece::atom("null"), shown) } else { shown };
        vec![value.assigned("const value", 1), shown.returned(1)]
    }
}

/// `words<parts>;`, broken where it is too long.
fn call_type(words: &str, parts: &[&str]) -> String {
    let joined = Doc::join(parts.iter().map(|part| Doc::text(*part)), &Doc::concat([Doc::text(","), Doc::line()]));
    PAGE.print(&Doc::concat([Doc::text(words), Doc::bracketed("<", joined, ">"), Doc::text(";")]), 0, 0)
}

/// The statements of a function, and what it reads of what it is handed.
struct Body {
    lines: Vec<String>,
    read: BTreeSet<&'static str>,
}

impl ClauseBackend for Maker<'_> {
    type Ident = TsIdent;

    fn section(&mut self, title: &str) {
        self.blocks.push(literal::remark(title, PAGE.width));
    }

    fn condition(&mut self, name: &TsIdent, seen: &Seen<'_>, expr: &Expr, text: &str) {
        let block = self.lowering(seen).block(expr);
        let mut backend = TypeScriptExpr::new(self.emitted.service, &self.emitted.names, &mut self.uses, seen.whose);
        let lines = returning(&mut backend, &block);
        let body = Body { lines, read: backend.read().clone() };
        self.write(&format!("export function {name}"), seen, ("boolean", text), body);
    }

    fn parts(&mut self, name: &TsIdent, seen: &Seen<'_>, expr: &Expr, text: &str) -> bool {
        let lowering = self.lowering(seen);
        self.parts.write(name, seen, &lowering, (expr, text))
    }

    fn header(&mut self, name: &TsIdent, seen: &Seen<'_>, value: &Expr, text: &str) {
        let lowering = self.lowering(seen);
        let mut backend = TypeScriptExpr::new(self.emitted.service, &self.emitted.names, &mut self.uses, seen.whose);
        let piece = backend.expr(&lowering, value);
        let read = backend.read().clone();
        let body = Body { lines: self.header_lines(value, &piece), read };
        self.write(&format!("export function {name}"), seen, ("string | null", text), body);
    }

    fn change(&mut self, name: &TsIdent, seen: &Seen<'_>, change: &AllowedChange) {
        let lowering = self.lowering(seen);
        let mut backend = TypeScriptExpr::new(self.emitted.service, &self.emitted.names, &mut self.uses, seen.whose);
        let lines = changes::statements(&mut backend, &lowering, &self.emitted.names, change);
        let body = Body { lines, read: backend.read().clone() };
        self.uses.mentioned(TABLE, "Spot");
        self.write(&format!("export function* {name}"), seen, ("Generator<Spot>", &change.why), body);
    }
}
