//! `tests/predicates.py`: the functions and predicates of a spec.

use std::collections::BTreeSet;

use super::Suite;
use super::expr::PythonExpr;
use super::file::{function, module};
use super::statements::returning;
use super::types::annotation;
use super::uses::Uses;
use crate::backend::Whose;
use crate::ir::{Function, FunctionBody, FunctionId, Names, print};
use crate::lower::{Reach, Takes, View};

/// The text of the module, with those functions that are used.
pub(super) fn text(suite: &Suite<'_>, used: &BTreeSet<FunctionId>) -> String {
    let mut uses = Uses::of(suite.program);
    let mut open: Vec<FunctionId> = used.iter().copied().collect();
    let mut written = std::collections::BTreeMap::new();
    while let Some(id) = open.pop() {
        if let (FunctionBody::Defined(_), false) = (&suite.service.function(id).body, written.contains_key(&id)) {
            let mut own = Uses::of(suite.program);
            let text = one(suite, id, &mut own);
            open.extend(own.functions());
            uses.merge(&own);
            written.insert(id, text);
        }
    }
    let blocks: Vec<String> = written.into_values().collect();
    let text = format!("The functions and predicates of {}.", suite.service.name);
    module(&text, false, &uses, &blocks)
}

fn one(suite: &Suite<'_>, id: FunctionId, uses: &mut Uses) -> String {
    let declared: &Function = suite.service.function(id);
    let FunctionBody::Defined(body) = &declared.body else { return String::new() };
    let names = Names { params: &declared.params, ..Names::default() };
    let reach = if suite.program.looks_up { Reach::LookedUp(&[]) } else { Reach::Everything };
    let block = suite.lowering(names, View::OneState, reach).block(body);
    let whose = Whose { function: Some(id.index()), ..Whose::default() };
    let mut backend = PythonExpr::new(suite.service, &suite.names, uses, whose);
    let body_lines = returning(&mut backend, &block, 1);
    let idents = backend.params().to_vec();
    let types = declared.params.iter().map(|param| annotation(&param.ty.ty, &suite.names, uses)).collect::<Vec<_>>();
    let mut params: Vec<(String, String)> = idents.iter().map(ToString::to_string).zip(types).collect();
    let takes = Takes::of(suite.service, id);
    if takes.state {
        uses.model("State");
        params.push(("s".into(), "State".into()));
    }
    if takes.clock {
        uses.value("Instant");
        params.push(("now".into(), "Instant".into()));
    }
    let result = annotation(&body.ty, &suite.names, uses);
    let text = print(body, suite.service, names);
    function(suite.names.functions[id.index()].as_str(), &params, &result, &text, &body_lines)
}
