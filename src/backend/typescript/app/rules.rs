//! `src/rules.ts`: the refinements and the invariants of a spec, each as a function.

use super::super::Emitted;
use super::super::clauses::{Clauses, Written};
use super::super::expr::TypeScriptExpr;
use super::super::file::{declared, module};
use super::super::names::{Namespace, Space, TsIdent, camel};
use super::super::statements::returning;
use super::super::types::annotation;
use super::super::uses::Uses;
use crate::backend::Whose;
use crate::backend::operation::inner_type;
use crate::ir::{EntityId, Names, Type};
use crate::lower::{Reach, View};
use crate::plan::{Conditions, Stated, When};

/// The text of the module, its functions, and what they use.
pub(super) fn text(emitted: &Emitted<'_>, conditions: &Conditions<'_>) -> (String, Clauses, Uses) {
    let mut functions = Namespace::of(Space::Variables);
    emitted.names.all.functions.iter().for_each(|name| functions.reserve(name.as_str()));
    let mut maker = Maker { emitted, uses: Uses::of(emitted.program), blocks: Vec::new(), functions };
    let rules = maker.rules(conditions);
    let uses = maker.uses.with_functions(&emitted.names);
    let text = format!("What {} promises: one function for each condition of the spec.", emitted.service.name);
    (module(&text, &uses, emitted.program.clauses, &maker.blocks), rules, uses)
}

struct Maker<'e> {
    emitted: &'e Emitted<'e>,
    uses: Uses,
    blocks: Vec<String>,
    functions: Namespace,
}

impl Maker<'_> {
    fn rules(&mut self, conditions: &Conditions<'_>) -> Clauses {
        let service = self.emitted.service;
        let mut clauses = Clauses::default();
        for (alias, stated) in service.aliases.iter().zip(&conditions.aliases) {
            clauses.aliases.push(stated.as_ref().map(|stated| self.refinement(&alias.base.ty, None, stated)));
        }
        for (at, entity) in service.entities.iter().enumerate() {
            let fields = entity.fields.iter().zip(&conditions.fields[at]);
            let refined = fields.map(|(field, stated)| {
                stated.as_ref().map(|stated| self.refinement(&field.ty.ty, Some(EntityId(at as u32)), stated))
            });
            clauses.fields.push(refined.collect());
            let invariants = conditions.entities[at].iter();
            clauses.entities.push(invariants.map(|stated| self.of_entity(EntityId(at as u32), stated)).collect());
        }
        for (field, stated) in service.state.iter().zip(&conditions.state) {
            clauses.state.push(stated.as_ref().map(|stated| self.refinement(&field.ty.ty, None, stated)));
        }
        let always = conditions.temporals.iter().filter(|(when, _)| *when == When::Always).map(|(_, stated)| stated);
        clauses.invariants =
            conditions.invariants.iter().chain(always).map(|stated| self.write(stated, &[], None)).collect();
        clauses
    }

    /// A refinement is asked only of what is there.
    fn refinement(&mut self, ty: &Type, own: Option<EntityId>, stated: &Stated<'_>) -> Written {
        let mut params = vec![("value", inner_type(ty).clone())];
        params.extend(own.map(|own| ("own", Type::Entity(own))));
        self.write(stated, &params, own)
    }

    fn of_entity(&mut self, own: EntityId, stated: &Stated<'_>) -> Written {
        self.write(stated, &[("own", Type::Entity(own))], Some(own))
    }

    /// Writes a condition as a function of these, the state and the moment, without what it does not read at the end.
    fn write(&mut self, stated: &Stated<'_>, params: &[(&'static str, Type)], own: Option<EntityId>) -> Written {
        let emitted = self.emitted;
        let name: TsIdent = self.functions.take(&camel(&stated.words.join("_")));
        let names = Names { entity: own.map(|own| emitted.service.entity(own)), ..Names::default() };
        let block = emitted.lowering(names, View::OneState, Reach::Everything).block(stated.expr);
        let whose = Whose { entity: own.map(EntityId::index), ..Whose::default() };
        let mut backend = TypeScriptExpr::new(emitted.service, &emitted.names, &mut self.uses, whose);
        let lines = returning(&mut backend, &block);
        let read = backend.read().clone();
        let names: Vec<&str> = params.iter().map(|(name, _)| *name).chain(["s", "now"]).collect();
        let needed = names.iter().rposition(|name| read.contains(name)).map_or(0, |last| last + 1);
        let mut said = Vec::new();
        for (at, name) in names.iter().take(needed).enumerate() {
            let ty = match params.get(at) {
                Some((_, ty)) => annotation(ty, &emitted.names, &mut self.uses),
                None => if *name == "s" { "State" } else { "bigint" }.to_string(),
            };
            said.push(format!("{}{name}: {ty}", if read.contains(name) { "" } else { "_" }));
        }
        if needed > params.len() {
            self.uses.model_type("State");
        }
        self.blocks.push(declared(&format!("export function {name}"), &said, "boolean", &stated.told.text, &lines));
        Written { name, says: None, parts: None, told: stated.told.clone() }
    }
}
