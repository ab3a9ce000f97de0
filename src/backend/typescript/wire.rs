//! `wire.ts`: how values of each type travel, and which refinements they carry.

use super::Emitted;
use super::clauses::{Clauses, Written};
use super::file::module;
use super::names::TsIdent;
use super::parts::PARTS;
use super::piece::{Piece, Property};
use super::types::descriptor;
use super::uses::Uses;
use crate::ir::{Field, TypeRef};
use crate::plan::{Declared, Told, types_in_order};

/// The text of the module.
pub(super) fn text(emitted: &Emitted<'_>, clauses: &Clauses) -> String {
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
    let Told { id, title, text, said, place } = &written.told;
    let holds = property("holds", of_clauses(&written.name, uses));
    if !uses.program.judges {
        return Piece::object(vec![texted("title", title), texted("text", said), holds]);
    }
    let mut properties = vec![texted("id", &id.0), texted("text", text), texted("place", place), holds];
    if let Some(says) = &written.says {
        properties.push(property("says", of_clauses(says, uses)));
    }
    if let Some(parts) = &written.parts {
        properties.push(property("parts", Piece::atom(uses.whole(PARTS)).member(parts.as_str())));
    }
    Piece::object(properties)
}

/// A field that is described: its property, its name on the wire, its type, and its refinement.
struct Described<'a> {
    property: &'a TsIdent,
    name: &'a str,
    ty: &'a TypeRef,
    rule: Option<&'a Written>,
}

struct Maker<'a> {
    emitted: &'a Emitted<'a>,
    clauses: &'a Clauses,
    uses: Uses,
    blocks: Vec<String>,
}

impl<'a> Maker<'a> {
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

    fn rule(&mut self, written: Option<&Written>) -> Option<Piece> {
        written.map(|written| rule(written, &mut self.uses))
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
        arguments.extend(self.rule(self.clauses.aliases.get(at).and_then(Option::as_ref)));
        self.define(&self.emitted.names.all.alias_types[at], &Piece::call("new AliasOf", arguments));
    }

    fn entity(&mut self, at: usize) {
        let (names, entity) = (&self.emitted.names.all, &self.emitted.service.entities[at]);
        let rules = self.clauses.fields.get(at);
        let described = |(at, (property, field)): (usize, (&'a TsIdent, &'a Field))| Described {
            property,
            name: &field.name,
            ty: &field.ty,
            rule: rules.and_then(|rules| rules.get(at)).and_then(Option::as_ref),
        };
        let fields: Vec<_> = names.fields[at].iter().zip(&entity.fields).enumerate().map(described).collect();
        let mut arguments = self.record(names.entities[at].as_str(), &entity.name, &fields);
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
        // A suite tells the fields of the state one by one, and keeps their rules beside them.
        let rules = if self.emitted.program.judges { &[][..] } else { &self.clauses.state };
        let fields = names.state.iter().zip(&self.emitted.service.state).enumerate();
        let described = fields.map(|(at, (property, field))| {
            let rule = rules.get(at).and_then(Option::as_ref);
            Described { property, name: &field.name, ty: &field.ty, rule }
        });
        let arguments = self.record("State", "State", &described.collect::<Vec<_>>());
        let value = Piece::call("new EntityOf<State>", arguments);
        self.blocks.push(value.assigned("export const STATE", 0));
    }

    /// `"Item", () => ({ name: field("name", STRING) })`
    fn record(&mut self, class: &str, name: &str, fields: &[Described<'_>]) -> Vec<Piece> {
        self.uses.types("EntityOf");
        self.uses.model_type(class);
        let mut described = Vec::new();
        for field in fields {
            self.uses.types("field");
            let ty = descriptor(field.ty, &self.emitted.names, &mut self.uses);
            let mut arguments = vec![Piece::text(field.name), ty];
            arguments.extend(self.rule(field.rule));
            described.push(property(field.property.as_str(), Piece::call("field", arguments)));
        }
        vec![Piece::text(name), Piece::arrow("", Piece::object(described))]
    }
}
