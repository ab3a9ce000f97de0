//! The data of a service as types: its enums, its entities, its state, and what its operations take and give.

use super::Emitted;
use super::file::module;
use super::literal;
use super::names::TsIdent;
use super::piece::{PAGE, Piece};
use super::types::annotation;
use super::uses::Uses;
use crate::ir::Type;

/// The text of the module.
pub(super) fn text(emitted: &Emitted<'_>) -> String {
    let (service, names) = (emitted.service, &emitted.names);
    let mut maker = Maker { emitted, uses: Uses::of(emitted.program) };
    let mut blocks = maker.enums();
    for (at, entity) in service.entities.iter().enumerate() {
        let fields: Vec<_> = names.all.fields[at].iter().zip(entity.fields.iter().map(|field| &field.ty.ty)).collect();
        blocks.push(maker.record(names.all.entities[at].as_str(), &format!("The entity {}.", entity.name), &fields));
    }
    let fields: Vec<_> = names.all.state.iter().zip(service.state.iter().map(|field| &field.ty.ty)).collect();
    blocks.push(maker.record("State", &format!("The state of {}.", service.name), &fields));
    blocks.extend((0..service.operations.len()).flat_map(|at| maker.operation(at)));
    let text = format!("The data of {}: its entities, its state, and what its operations take and give.", service.name);
    module(&text, &maker.uses, emitted.program.model, &blocks)
}

struct Maker<'a> {
    emitted: &'a Emitted<'a>,
    uses: Uses,
}

impl Maker<'_> {
    fn enums(&self) -> Vec<String> {
        let names = &self.emitted.names;
        let all = self.emitted.service.enums.iter().zip(&names.all.enum_values).zip(&names.enums);
        let one = |((declared, values), name): ((&crate::ir::Enum, &TsIdent), &TsIdent)| {
            let listed = declared.values.iter().map(|value| Piece::text(value.name.as_str())).collect();
            let constant = Piece::array(listed).assigned(&format!("export const {values}"), 0);
            let constant = constant.strip_suffix(';').unwrap_or(&constant);
            let text = literal::comment(&format!("The enum {}.", declared.name), PAGE.width);
            format!("{text}\n{constant} as const;\nexport type {name} = (typeof {values})[number];")
        };
        all.map(one).collect()
    }

    fn operation(&mut self, at: usize) -> [String; 2] {
        let (operation, names) = (&self.emitted.service.operations[at], &self.emitted.names.all.operations[at]);
        let inputs: Vec<_> = names.inputs.iter().zip(operation.inputs.iter().map(|param| &param.ty.ty)).collect();
        let outputs: Vec<_> = names.outputs.iter().zip(operation.outputs.iter().map(|param| &param.ty.ty)).collect();
        let given = format!("What {} takes{}", operation.name, if inputs.is_empty() { ": nothing." } else { "." });
        let answer = format!("What {} gives{}", operation.name, if outputs.is_empty() { ": nothing." } else { "." });
        [self.record(names.given.as_str(), &given, &inputs), self.record(names.answer.as_str(), &answer, &outputs)]
    }

    fn record(&mut self, name: &str, text: &str, fields: &[(&TsIdent, &Type)]) -> String {
        let text = literal::comment(text, PAGE.width);
        if fields.is_empty() {
            return format!("{text}\nexport type {name} = Record<never, never>;");
        }
        let mut out = format!("{text}\nexport interface {name} {{\n");
        for (property, ty) in fields {
            let ty = annotation(ty, &self.emitted.names, &mut self.uses);
            out.push_str(&format!("  readonly {property}: {ty};\n"));
        }
        out + "}"
    }
}
