//! `tests/parts.ts`: what a failure shows of a condition, each part in the words of the spec with its value.

use std::collections::BTreeSet;

use super::Emitted;
use super::clauses::params;
use super::expr::TypeScriptExpr;
use super::file::{function, module};
use super::names::TsIdent;
use super::piece::Piece;
use super::types::{descriptor, unnamed};
use super::uses::Uses;
use crate::backend::clauses::{Seen, known_parts};
use crate::ir::{Expr, ExprKind, Type};
use crate::lower::Lowering;
use crate::plan::{Operand, Part};

/// The module of parts.
pub(super) const PARTS: &str = "parts.ts";

/// The module while it is written.
pub(super) struct Parts<'a> {
    emitted: &'a Emitted<'a>,
    uses: Uses,
    blocks: Vec<String>,
}

/// The condition whose parts are shown.
struct Shown<'s> {
    seen: &'s Seen<'s>,
    lowering: &'s Lowering<'s>,
    /// What is read of what the function is handed.
    read: BTreeSet<&'static str>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(emitted: &'a Emitted<'a>) -> Parts<'a> {
        Parts { emitted, uses: Uses::of(emitted.program), blocks: Vec::new() }
    }

    /// Writes the parts of a condition, if there are some; tells whether there are.
    pub(super) fn write(
        &mut self,
        name: &TsIdent,
        seen: &Seen<'_>,
        lowering: &Lowering<'_>,
        (condition, text): (&Expr, &str),
    ) -> bool {
        let mut shown = Shown { seen, lowering, read: BTreeSet::new() };
        let known = known_parts(condition, lowering.opaque);
        let pieces: Vec<Piece> = known.iter().map(|part| self.part(&mut shown, part)).collect();
        if pieces.is_empty() {
            return false;
        }
        self.uses.rules_type("Parts");
        let params = params(seen, &shown.read, (self.emitted, &mut self.uses));
        let body = [Piece::array(pieces).returned(1)];
        self.blocks.push(function(name.as_str(), &params, "Parts", text, &body));
        true
    }

    fn part(&mut self, shown: &mut Shown<'_>, part: &Part) -> Piece {
        match part {
            Part::One(operand) => self.operand(shown, operand),
            Part::Sides(left, right) => {
                self.uses.rules("sides");
                let sides = [left, right].map(|operand| self.operand(shown, operand));
                Piece::call("sides", sides.into())
            }
        }
    }

    /// `part("count + 1", () => …)`; what a quantifier around it binds is taken out of what was chosen.
    fn operand(&mut self, shown: &mut Shown<'_>, operand: &Operand) -> Piece {
        self.uses.rules("part");
        let (service, names) = (self.emitted.service, &self.emitted.names);
        let text = operand.text(service, self.emitted.sources, shown.seen.names);
        let mut backend = TypeScriptExpr::new(service, names, &mut self.uses, shown.seen.whose);
        let bound: Vec<String> = operand.bound.iter().map(|local| backend.bind(local).to_string()).collect();
        let value = backend.expr(shown.lowering, &operand.expr);
        shown.read.extend(backend.read());
        let mut arguments = vec![Piece::text(&text), Piece::taking(&self.chosen(&bound), value)];
        if !shows_itself(&operand.expr.ty) && operand.expr.kind != ExprKind::None {
            arguments.push(descriptor(&unnamed(&operand.expr.ty), names, &mut self.uses));
        }
        Piece::call("part", arguments)
    }

    /// The parameter of a part that reads variables.
    fn chosen(&mut self, bound: &[String]) -> String {
        if bound.is_empty() {
            return String::new();
        }
        self.uses.rules_type("Chosen");
        format!("{{ {} }}: Chosen", bound.join(", "))
    }

    /// What is used.
    pub(super) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The text of the module.
    pub(super) fn text(self) -> String {
        let text = format!(
            "What failures show of the conditions of {}: their parts, and what these are.",
            self.emitted.service.name
        );
        module(&text, &self.uses.with_functions(&self.emitted.names), PARTS, &self.blocks)
    }
}

/// Whether a value of a type tells what it is: an instant looks like any number, and a record has no name.
fn shows_itself(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int | Type::Float | Type::String | Type::Uuid | Type::Duration | Type::Enum(_) => true,
        Type::DateTime | Type::Entity(_) => false,
        Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => shows_itself(inner),
        Type::Map(key, value) | Type::Multi(key, value) => shows_itself(key) && shows_itself(value),
        Type::Unknown => true,
    }
}
