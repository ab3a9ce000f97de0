//! The functions and predicates of a spec.

use std::collections::BTreeMap;

use super::Emitted;
use super::expr::{TypeScriptExpr, Whose};
use super::file::{function, module};
use super::types::annotation;
use super::uses::Uses;
use crate::backend::write;
use crate::ir::{FunctionBody, FunctionId, Names, print};
use crate::lower::{Block, Lowering, Reach, Takes, View};

/// The text of the module, with those functions that the spec itself declares and what they call.
pub(super) fn text(emitted: &Emitted<'_>) -> String {
    let mut uses = Uses::of(emitted.program);
    let functions = emitted.service.functions.iter().enumerate();
    let own = functions.filter(|(_, function)| !function.from_preamble);
    let mut open: Vec<FunctionId> = own.map(|(at, _)| FunctionId(at as u32)).collect();
    let mut written = BTreeMap::new();
    while let Some(id) = open.pop() {
        if written.contains_key(&id) {
            continue;
        }
        let mut used = Uses::of(emitted.program);
        if let Some(text) = one(emitted, id, &mut used) {
            open.extend(used.functions());
            uses.merge(&used);
            written.insert(id, text);
        }
    }
    let blocks: Vec<String> = written.into_values().collect();
    let text = format!("The functions and predicates of {}.", emitted.service.name);
    module(&text, &uses, emitted.program.predicates, &blocks)
}

fn one(emitted: &Emitted<'_>, id: FunctionId, uses: &mut Uses) -> Option<String> {
    let (service, names) = (emitted.service, &emitted.names);
    let declared = service.function(id);
    let FunctionBody::Defined(body) = &declared.body else { return None };
    if emitted.opaque.is_function(id) {
        return None;
    }
    let spec_names = Names { params: &declared.params, ..Names::default() };
    let reach = if emitted.program.looks_up { Reach::LookedUp(&[]) } else { Reach::Everything };
    let instants = emitted.program.instants;
    let lowering =
        Lowering { service, opaque: &emitted.opaque, names: spec_names, view: View::OneState, instants, reach };
    let whose = Whose { function: Some(id.index()), ..Whose::default() };
    let mut backend = TypeScriptExpr::new(service, names, uses, whose);
    let statements = returning(&mut backend, &lowering.block(body));
    let idents = backend.params().to_vec();
    let mut params: Vec<String> = Vec::new();
    for (ident, param) in idents.iter().zip(&declared.params) {
        params.push(format!("{ident}: {}", annotation(&param.ty.ty, names, uses)));
    }
    params.extend(taken(Takes::of(service, id), emitted, uses));
    let result = annotation(&body.ty, names, uses);
    let name = names.all.functions.get(id.index())?;
    Some(function(name.as_str(), &params, &result, &print(body, service, spec_names), &statements))
}

/// What a function is handed after its arguments.
fn taken(takes: Takes, emitted: &Emitted<'_>, uses: &mut Uses) -> Vec<String> {
    let mut params = Vec::new();
    if takes.state {
        uses.model_type("State");
        params.push("s: State".to_string());
    }
    if takes.clock {
        params.push(format!("now: {}", annotation(&crate::ir::Type::DateTime, &emitted.names, uses)));
    }
    params
}

/// The statements that give an expression back: a constant for each variable, then a `return`.
fn returning(backend: &mut TypeScriptExpr<'_>, block: &Block) -> Vec<String> {
    let mut lines = Vec::new();
    for (variable, value) in &block.lets {
        let value = write(backend, value);
        let name = backend.bind(&variable.local);
        lines.push(value.assigned(&format!("const {name}"), 1));
    }
    lines.push(write(backend, &block.result).returned(1));
    block.lets.iter().rev().for_each(|(variable, _)| backend.release(&variable.local));
    lines
}
