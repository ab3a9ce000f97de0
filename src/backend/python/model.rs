//! `tests/model.py`: the data of a service as classes.

use super::Suite;
use super::file::module;
use super::literal;
use super::names::PyIdent;
use super::piece::{PAGE, Piece};
use super::types::annotation;
use super::uses::Uses;
use crate::ir::{Entity, EntityId, Type};

/// The text of the module.
pub(super) fn text(suite: &Suite<'_>) -> String {
    let mut maker = Maker { suite, uses: Uses::of(suite.program) };
    maker.uses.name("dataclasses", "dataclass");
    let mut blocks = Vec::new();
    let values: Vec<String> = maker.enums();
    if !values.is_empty() {
        blocks.push(values.join("\n"));
    }
    blocks.extend(maker.entities());
    blocks.push(maker.state());
    blocks.extend((0..suite.service.operations.len()).flat_map(|at| maker.operation(at)));
    let imports = maker.uses.without_model();
    let text =
        format!("The data of {}: its entities, its state, and what its operations take and give.", suite.service.name);
    module(&text, suite.has_forward_entities(), &imports, &blocks)
}

struct Maker<'a> {
    suite: &'a Suite<'a>,
    uses: Uses,
}

impl Maker<'_> {
    fn enums(&self) -> Vec<String> {
        let enums = self.suite.service.enums.iter().zip(&self.suite.names.enum_values);
        enums
            .map(|(declared, name)| {
                let values = declared.values.iter().map(|value| Piece::text(value.name.as_str())).collect();
                Piece::tuple(values).statement(&format!("{name} = "), 0, "")
            })
            .collect()
    }

    fn entities(&mut self) -> Vec<String> {
        let service = self.suite.service;
        let entities = service.entities.iter().enumerate();
        entities.map(|(at, entity)| self.entity(EntityId(at as u32), entity)).collect()
    }

    fn entity(&mut self, id: EntityId, entity: &Entity) -> String {
        let names = &self.suite.names;
        let text = format!("The entity {} ({}).", entity.name, self.suite.place(entity.span));
        let fields: Vec<(&PyIdent, &Type)> =
            names.fields[id.index()].iter().zip(entity.fields.iter().map(|field| &field.ty.ty)).collect();
        self.class(&names.entities[id.index()], &text, &fields)
    }

    fn state(&mut self) -> String {
        let service = self.suite.service;
        let fields: Vec<(&PyIdent, &Type)> =
            self.suite.names.state.iter().zip(service.state.iter().map(|field| &field.ty.ty)).collect();
        self.plain_class("State", &format!("The state of {}.", service.name), &fields)
    }

    fn operation(&mut self, at: usize) -> [String; 2] {
        let (operation, names) = (&self.suite.service.operations[at], &self.suite.names.operations[at]);
        let inputs: Vec<_> = names.inputs.iter().zip(operation.inputs.iter().map(|param| &param.ty.ty)).collect();
        let outputs: Vec<_> = names.outputs.iter().zip(operation.outputs.iter().map(|param| &param.ty.ty)).collect();
        let given = format!("What {} takes{}", operation.name, if inputs.is_empty() { ": nothing." } else { "." });
        let answer = format!("What {} gives{}", operation.name, if outputs.is_empty() { ": nothing." } else { "." });
        [self.class(&names.given, &given, &inputs), self.class(&names.answer, &answer, &outputs)]
    }

    fn class(&mut self, name: &PyIdent, text: &str, fields: &[(&PyIdent, &Type)]) -> String {
        self.plain_class(name.as_str(), text, fields)
    }

    fn plain_class(&mut self, name: &str, text: &str, fields: &[(&PyIdent, &Type)]) -> String {
        let text = literal::docstring(text, PAGE.width - PAGE.indent);
        let mut out = format!("@dataclass(frozen=True, slots=True)\nclass {name}:\n    {text}");
        if !fields.is_empty() {
            out.push('\n');
        }
        for (attribute, ty) in fields {
            out.push_str(&format!("\n    {attribute}: {}", annotation(ty, &self.suite.names, &mut self.uses)));
        }
        out
    }
}
