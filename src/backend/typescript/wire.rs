//! The types of a spec: how their values travel. Refinements come with the clauses of a program.

use std::collections::BTreeSet;

use super::Emitted;
use super::file::module;
use super::names::TsIdent;
use super::piece::{Piece, Property};
use super::types::descriptor;
use super::uses::Uses;
use crate::ir::{Type, TypeRef};

/// The text of the module.
pub(super) fn text(emitted: &Emitted<'_>) -> String {
    let service = emitted.service;
    let mut maker = Maker { emitted, uses: Uses::of(emitted.program), blocks: Vec::new(), described: BTreeSet::new() };
    (0..service.enums.len()).for_each(|at| maker.enumeration(at));
    (0..service.aliases.len()).for_each(|at| maker.alias(at));
    (0..service.entities.len()).for_each(|at| maker.entity(at));
    maker.state();
    let text = format!("The types of {}: how their values travel.", service.name);
    module(&text, &maker.uses, emitted.program.wire, &maker.blocks)
}

struct Maker<'a> {
    emitted: &'a Emitted<'a>,
    uses: Uses,
    blocks: Vec<String>,
    /// The aliases that are described already, since each comes after those it is made of.
    described: BTreeSet<usize>,
}

impl Maker<'_> {
    fn define(&mut self, name: &str, value: &Piece) {
        self.blocks.push(value.assigned(&format!("export const {name}"), 0));
    }

    fn enumeration(&mut self, at: usize) {
        let names = &self.emitted.names.all;
        self.uses.types("EnumOf");
        self.uses.model(names.enum_values[at].as_str());
        let name = Piece::text(&self.emitted.service.enums[at].name);
        let value = Piece::call("new EnumOf", vec![name, Piece::atom(names.enum_values[at].as_str())]);
        self.define(names.enum_types[at].as_str(), &value);
    }

    fn alias(&mut self, at: usize) {
        if !self.described.insert(at) {
            return;
        }
        let alias = &self.emitted.service.aliases[at];
        self.aliases_in(&alias.base);
        self.uses.types("AliasOf");
        let base = descriptor(&alias.base, &self.emitted.names, &mut self.uses);
        let value = Piece::call("new AliasOf", vec![Piece::text(&alias.name), base]);
        self.define(self.emitted.names.all.alias_types[at].as_str(), &value);
    }

    /// Describes the aliases that a type is made of. Entities are looked at when all are there.
    fn aliases_in(&mut self, ty: &TypeRef) {
        if let Some(alias) = ty.alias {
            return self.alias(alias.index());
        }
        if let Type::Entity(id) = &ty.ty {
            return self.entity(id.index());
        }
        ty.args.iter().for_each(|part| self.aliases_in(part));
    }

    fn entity(&mut self, at: usize) {
        // Entities and aliases are told apart by counting the ones after the others.
        if !self.described.insert(self.emitted.service.aliases.len() + at) {
            return;
        }
        let (names, entity) = (&self.emitted.names.all, &self.emitted.service.entities[at]);
        let types: Vec<(&str, &TypeRef)> = entity.fields.iter().map(|one| (one.name.as_str(), &one.ty)).collect();
        let value = self.record(names.entities[at].as_str(), &entity.name, &names.fields[at], &types);
        self.define(names.entity_types[at].as_str(), &value);
    }

    fn state(&mut self) {
        let names = &self.emitted.names.all;
        let fields = self.emitted.service.state.iter();
        let types: Vec<(&str, &TypeRef)> = fields.map(|one| (one.name.as_str(), &one.ty)).collect();
        let value = self.record("State", "State", &names.state, &types);
        self.define("STATE", &value);
    }

    /// `new EntityOf<Item>("Item", () => ({ name: field("name", STRING) }))`
    fn record(&mut self, class: &str, name: &str, properties: &[TsIdent], fields: &[(&str, &TypeRef)]) -> Piece {
        self.uses.types("EntityOf");
        self.uses.model_type(class);
        let mut described = Vec::new();
        for (property, (name, ty)) in properties.iter().zip(fields) {
            self.uses.types("field");
            let ty = descriptor(ty, &self.emitted.names, &mut self.uses);
            described.push(Property::Named(property.to_string(), Piece::call("field", vec![Piece::text(name), ty])));
        }
        let fields = Piece::arrow("", Piece::object(described));
        Piece::call(format!("new EntityOf<{class}>"), vec![Piece::text(name), fields])
    }
}
