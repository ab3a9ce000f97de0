//! `tests/wire.py`: how values of each type travel, and which refinements they carry.

use super::Suite;
use super::clauses::{Clauses, Written};
use super::file::module;
use super::names::PyIdent;
use super::piece::{Argument, Piece, named};
use super::types::{Home, descriptor};
use super::uses::Uses;
use crate::ir::{EntityId, TypeRef};
use crate::plan::{Declared, Told, holds_itself, types_in_order};

/// The text of the module.
pub(super) fn text(suite: &Suite<'_>, clauses: &Clauses) -> String {
    let mut maker = Maker { suite, clauses, uses: Uses::of(suite.program), blocks: Vec::new() };
    types_in_order(suite.service).into_iter().for_each(|what| maker.describe(what));
    let text =
        format!("The types of {}: how their values travel, and which refinements they carry.", suite.service.name);
    module(&text, false, &maker.uses, &maker.blocks)
}

struct Maker<'a> {
    suite: &'a Suite<'a>,
    clauses: &'a Clauses,
    uses: Uses,
    blocks: Vec<String>,
}

/// A text as an argument.
pub(super) fn text_piece(text: impl Into<String>) -> Argument {
    Piece::text(text).into()
}

/// Several things as one.
pub(super) fn all(pieces: Vec<Piece>) -> Piece {
    Piece::tuple(pieces)
}

/// A function of the clauses.
pub(super) fn of_clauses(name: &PyIdent, uses: &mut Uses) -> Piece {
    Piece::atom(uses.clauses()).attribute(name.as_str())
}

/// A condition with what reports say of it.
pub(super) fn rule(written: &Written, uses: &mut Uses) -> Piece {
    let holds = of_clauses(&written.name, uses);
    if !uses.program().judges {
        uses.types("Rule");
        return Piece::call(
            "Rule",
            vec![text_piece(&written.told.title), text_piece(&written.told.said), holds.into()],
        );
    }
    let Told { id, text, place, .. } = &written.told;
    let mut arguments = vec![text_piece(&id.0), text_piece(text), text_piece(place), holds.into()];
    if let Some(says) = &written.says {
        arguments.push(of_clauses(says, uses).into());
    }
    if let Some(parts) = &written.parts {
        arguments.push(named("parts", Piece::atom(uses.parts()).attribute(parts.as_str())));
    }
    uses.types("Rule");
    Piece::call("Rule", arguments)
}

impl Maker<'_> {
    fn describe(&mut self, what: Declared) {
        let block = match what {
            Declared::Enum(id) => self.enumeration(id.index()),
            Declared::Alias(id) => self.alias(id.index()),
            Declared::Entity(id) => self.entity(id.index()),
        };
        self.blocks.push(block);
    }

    fn descriptor(&mut self, ty: &TypeRef) -> Piece {
        descriptor(ty, &self.suite.names, &mut self.uses, Home::Here)
    }

    fn of_model(&mut self, name: &PyIdent) -> Piece {
        Piece::atom(self.uses.model_module()).attribute(name.as_str())
    }

    fn rule_or_none(&mut self, written: Option<&Written>) -> Piece {
        written.map_or_else(|| Piece::atom("None"), |written| rule(written, &mut self.uses))
    }

    fn enumeration(&mut self, at: usize) -> String {
        let names = &self.suite.names;
        let values = &names.enum_values[at];
        self.uses.types("Enum");
        let name = self.suite.service.enums[at].name.as_str();
        let piece = Piece::apply("Enum", [Piece::text(name), self.of_model(values)]);
        piece.statement(&format!("{} = ", names.enum_types[at]), 0, "")
    }

    fn alias(&mut self, at: usize) -> String {
        let alias = &self.suite.service.aliases[at];
        self.uses.types("Alias");
        let base = self.descriptor(&alias.base);
        let rule = self.rule_or_none(self.clauses.aliases[at].as_ref());
        let piece = Piece::apply("Alias", [Piece::text(alias.name.as_str()), base, rule]);
        piece.statement(&format!("{} = ", self.suite.names.alias_types[at]), 0, "")
    }

    fn entity(&mut self, at: usize) -> String {
        let (entity, names) = (&self.suite.service.entities[at], &self.suite.names);
        self.uses.types("Entity");
        let mut fields = Vec::new();
        for (number, field) in entity.fields.iter().enumerate() {
            self.uses.types("Field");
            let ty = self.descriptor(&field.ty);
            let rule = self.rule_or_none(self.clauses.fields[at][number].as_ref());
            let attribute = Piece::text(names.fields[at][number].as_str());
            fields.push(Piece::apply("Field", [Piece::text(field.name.as_str()), attribute, ty, rule]));
        }
        let invariants: Vec<Piece> =
            self.clauses.entities[at].iter().map(|written| rule(written, &mut self.uses)).collect();
        let mut arguments = vec![
            text_piece(entity.name.as_str()),
            self.of_model(&names.entities[at]).into(),
            Piece::lambda("", all(fields)).into(),
        ];
        if !invariants.is_empty() {
            arguments.push(named("invariants", all(invariants)));
        }
        let name = &names.entity_types[at];
        let is_cyclic = holds_itself(self.suite.service, EntityId(at as u32));
        let words = if is_cyclic { format!("{name}: Entity = ") } else { format!("{name} = ") };
        Piece::call("Entity", arguments).statement(&words, 0, "")
    }
}
