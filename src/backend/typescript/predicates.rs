//! The functions and predicates of a spec.

use std::collections::{BTreeMap, BTreeSet};

use super::Emitted;
use super::expr::TypeScriptExpr;
use super::file::{function, module};
use super::statements::returning;
use super::types::annotation;
use super::uses::Uses;
use crate::backend::Whose;
use crate::ir::{FunctionBody, FunctionId, Names, print};
use crate::lower::{Reach, Takes, View};

/// The text of the module, with these functions and what they call.
pub(super) fn text(emitted: &Emitted<'_>, wanted: &BTreeSet<FunctionId>) -> String {
    let mut uses = Uses::of(emitted.program);
    let mut open: Vec<FunctionId> = wanted.iter().copied().collect();
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
    let lowering = emitted.lowering(spec_names, View::OneState, reach);
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
