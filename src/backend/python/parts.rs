//! `tests/parts.py`: what a failure shows of a condition, each part in the words of the spec with its value.

use std::collections::BTreeSet;

use super::Suite;
use super::expr::PythonExpr;
use super::file::{function, module};
use super::names::PyIdent;
use super::piece::Piece;
use super::uses::Uses;
use crate::backend::Whose;
use crate::backend::clauses::known_parts;
use crate::ir::{Expr, FunctionId, Names};
use crate::lower::Lowering;
use crate::plan::{Operand, Part};

/// The module while it is written.
pub(super) struct Parts<'a> {
    suite: &'a Suite<'a>,
    pub(super) uses: Uses,
    blocks: Vec<String>,
}

/// The condition whose parts are shown.
pub(super) struct Shown<'s> {
    /// The function of the condition, and of its parts.
    pub(super) name: &'s PyIdent,
    pub(super) params: &'s [(String, String)],
    pub(super) names: Names<'s>,
    pub(super) whose: Whose,
    pub(super) lowering: Lowering<'s>,
    /// What it says.
    pub(super) text: &'s str,
}

impl<'a> Parts<'a> {
    pub(super) fn new(suite: &'a Suite<'a>) -> Parts<'a> {
        Parts { suite, uses: Uses::of(suite.program), blocks: Vec::new() }
    }

    /// Writes the parts of a condition, if there are some; tells whether there are.
    pub(super) fn write(&mut self, shown: &Shown<'_>, condition: &Expr) -> bool {
        let known = known_parts(condition, shown.lowering.opaque);
        let pieces: Vec<Piece> = known.iter().map(|part| self.part(shown, part)).collect();
        if pieces.is_empty() {
            return false;
        }
        self.uses.rules("Parts");
        let body = [Piece::tuple(pieces).statement("return ", 1, "")];
        self.blocks.push(function(shown.name.as_str(), shown.params, "Parts", shown.text, &body));
        true
    }

    fn part(&mut self, shown: &Shown<'_>, part: &Part) -> Piece {
        match part {
            Part::One(operand) => self.operand(shown, operand),
            Part::Sides(left, right) => {
                self.uses.rules("Sides");
                let sides = [left, right].map(|operand| self.operand(shown, operand));
                Piece::apply("Sides", sides)
            }
        }
    }

    /// `Part("count + 1", lambda: …)`; what a quantifier around it binds is a parameter.
    fn operand(&mut self, shown: &Shown<'_>, operand: &Operand) -> Piece {
        self.uses.rules("Part");
        let text = operand.text(self.suite.service, self.suite.sources, shown.names);
        let mut backend = PythonExpr::new(self.suite.service, &self.suite.names, &mut self.uses, shown.whose);
        let names: Vec<String> = operand.bound.iter().map(|local| backend.bind(local).to_string()).collect();
        let value = backend.expr(&shown.lowering, &operand.expr);
        Piece::apply("Part", [Piece::text(text), Piece::lambda(&names.join(", "), value)])
    }

    /// The functions of the spec that are used.
    pub(super) fn functions(&self) -> &BTreeSet<FunctionId> {
        self.uses.functions()
    }

    /// The text of the module.
    pub(super) fn text(mut self) -> String {
        let functions = self.uses.functions().clone();
        functions.iter().for_each(|id| self.uses.predicate(self.suite.names.functions[id.index()].as_str()));
        let text = format!(
            "What failures show of the conditions of {}: their parts, and what these are.",
            self.suite.service.name
        );
        module(&text, false, &self.uses, &self.blocks)
    }
}
