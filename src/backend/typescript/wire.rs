//! `wire.ts`: how values of each type travel, and which refinements they carry.

use super::Emitted;
use super::file::module;
use super::names::TsIdent;
use super::piece::{Piece, Property};
use super::types::descriptor;
use super::uses::Uses;
use crate::ir::TypeRef;
use crate::plan::{Declared, Told, types_in_order};

/// A condition that was written as a function.
#[derive(Debug, Clone)]
pub(super) struct Written {
    /// The function.
    pub(super) name: TsIdent,
    /// What is told of it.
    pub(super) told: Told,
}

/// The refinements and invariants, by what they belong to.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    pub(super) aliases: Vec<Option<Written>>,
    pub(super) fields: Vec<Vec<Option<Written>>>,
    pub(super) entities: Vec<Vec<Written>>,
    pub(super) state: Vec<Option<Written>>,
    /// What holds in every state.
    pub(super) invariants: Vec<Written>,
}

/// The text of the module.
pub(super) fn text(emitted: &Emitted<'_>, clauses: &Rules) -> String {
    let mut maker = Maker { emitted, clauses, uses: Uses::of(emitted.program), blocks: Vec::new() };
    types_in_order(emitted.service).into_iter().for_each(|what| maker.describe(what));
    maker.state();
    let text =
        format!("The types of {}: how their values travel, and which refinements they carry.", emitted.service.name);
    module(&text, &maker.uses, emitted.program.wire, &maker.blocks)
}

/// A property with a value.
pub(super) fn property(name: &str, value: Piece) -> Property {
    Property::Named(name.to_string(), value)
}

/// A property with a text.
pub(super) fn texted(name: &str, text: &str) -> Property {
    property(name, Piece::text(text))
}

/// A function of the conditions.
pub(super) fn of_clauses(name: &TsIdent, uses: &mut Uses) -> Piece {
    Piece::atom(uses.whole(uses.program.clauses)).member(name.as_str())
}

/// A condition with what reports say of it.
pub(super) fn rule(written: &Written, uses: &mut Uses) -> Piece {
    let Told { id: _, title, text: _, said, place: _ } = &written.told;
    let holds = property("holds", of_clauses(&written.name, uses));
    Piece::object(vec![texted("title", title), texted("text", said), holds])
}

/// The properties of a record, their names on the wire and types, and their refinements.
type Described<'r> = (&'r [TsIdent], &'r [(&'r str, &'r TypeRef)], &'r [Option<Written>]);

struct Maker<'a> {
    emitted: &'a Emitted<'a>,
    clauses: &'a Rules,
    uses: Uses,
    blocks: Vec<String>,
}

impl Maker<'_> {
    fn define(&mut self, name: &TsIdent, value: &Piece) {
        self.blocks.push(value.assigned(&format!("export const {name}"), 0));
    }

    fn describe(&mut self, what: Declared) {
        match what {
            Declared::Enum(id) => self.enumeration(id.index()),
            Declared::Alias(id) => self.alias(id.index()),
            Declared::Entity(id) => self.entity(id.index()),
        }
    }

    fn rule(&mut self, written: Option<&Option<Written>>) -> Option<Piece> {
        written.and_then(Option::as_ref).map(|written| rule(written, &mut self.uses))
    }

    fn enumeration(&mut self, at: usize) {
        let names = &self.emitted.names.all;
        self.uses.types("EnumOf");
        self.uses.model(names.enum_values[at].as_str());
        let name = Piece::text(&self.emitted.service.enums[at].name);
        let value = Piece::call("new EnumOf", vec![name, Piece::atom(names.enum_values[at].as_str())]);
        self.define(&names.enum_types[at], &value);
    }

    fn alias(&mut self, at: usize) {
        let alias = &self.emitted.service.aliases[at];
        self.uses.types("AliasOf");
        let base = descriptor(&alias.base, &self.emitted.names, &mut self.uses);
        let mut arguments = vec![Piece::text(&alias.name), base];
        arguments.extend(self.rule(self.clauses.aliases.get(at)));
        self.define(&self.emitted.names.all.alias_types[at], &Piece::call("new AliasOf", arguments));
    }

    fn entity(&mut self, at: usize) {
        let (names, entity) = (&self.emitted.names.all, &self.emitted.service.entities[at]);
        let types: Vec<(&str, &TypeRef)> = entity.fields.iter().map(|one| (one.name.as_str(), &one.ty)).collect();
        let rules = self.clauses.fields.get(at).map_or(&[][..], Vec::as_slice);
        let mut arguments = self.record(names.entities[at].as_str(), &entity.name, (&names.fields[at], &types, rules));
        let invariants = self.clauses.entities.get(at).map_or(&[][..], Vec::as_slice);
        if !invariants.is_empty() {
            let rules = invariants.iter().map(|written| rule(written, &mut self.uses)).collect();
            arguments.push(Piece::array(rules));
        }
        let value = Piece::call(format!("new EntityOf<{}>", names.entities[at]), arguments);
        self.define(&names.entity_types[at], &value);
    }

    fn state(&mut self) {
        let names = &self.emitted.names.all;
        let fields = self.emitted.service.state.iter();
        let types: Vec<(&str, &TypeRef)> = fields.map(|one| (one.name.as_str(), &one.ty)).collect();
        let arguments = self.record("State", "State", (&names.state, &types, &self.clauses.state));
        let value = Piece::call("new EntityOf<State>", arguments);
        self.blocks.push(value.assigned("export const STATE", 0));
    }

    /// `"Item", () => ({ name: field("name", STRING) })`
    fn record(&mut self, class: &str, name: &str, (properties, fields, rules): Described<'_>) -> Vec<Piece> {
        self.uses.types("EntityOf");
        self.uses.model_type(class);
        let mut described = Vec::new();
        for (at, (attribute, (name, ty))) in properties.iter().zip(fields).enumerate() {
            self.uses.types("field");
            let ty = descriptor(ty, &self.emitted.names, &mut self.uses);
            let mut arguments = vec![Piece::text(name), ty];
            arguments.extend(self.rule(rules.get(at)));
            described.push(property(attribute.as_str(), Piece::call("field", arguments)));
        }
        vec![Piece::text(name), Piece::arrow("", Piece::object(described))]
    }
}
