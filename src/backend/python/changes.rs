//! What the frame lets an operation change: one generator of places for each that the plan lists.

use super::clauses::Maker;
use super::expr::{PythonExpr, Whose};
use super::file::function;
use super::names::{PyIdent, PyNames};
use super::piece::{Piece, named};
use super::statements::assignment;
use crate::ir::{Names, OperationId};
use crate::lower::{Lowering, Reach, View};
use crate::plan::{AllowedChange, Scope, Way, allowed_changes};

/// The module of the table.
const SERVICE: &str = "tests.harness.service";

/// Writes the generators of an operation.
pub(super) fn write(maker: &mut Maker<'_>, at: usize) -> Vec<PyIdent> {
    let suite = maker.suite;
    let mut names = Vec::new();
    for change in allowed_changes(suite.service, OperationId(at as u32)).places {
        let body = statements(maker, at, &change);
        let name = maker.take(&format!("{}_changes_{}", suite.names.operations[at].stem, names.len()));
        maker.uses.name("collections.abc", "Iterator");
        maker.uses.name(SERVICE, "Spot");
        let params = maker.call(at);
        maker.blocks.push(function(name.as_str(), &params, "Iterator[Spot]", &change.why, &body));
        names.push(name);
    }
    names
}

fn statements(maker: &mut Maker<'_>, at: usize, change: &AllowedChange) -> Vec<String> {
    let suite = maker.suite;
    let names = Names { operation: Some(&suite.service.operations[at]), ..Names::default() };
    let lowering = suite.lowering(names, View::TwoStates, Reach::Everything);
    let whose = Whose { operation: Some(at), ..Whose::default() };
    let mut backend = PythonExpr::new(suite.service, &suite.names, &mut maker.uses, whose);
    let (mut lines, mut nesting) = (Vec::new(), 1);
    for scope in &change.scopes {
        match scope {
            Scope::Let(local, value) => {
                let value = backend.expr(&lowering, value);
                lines.push(assignment(&mut backend, local, &value, nesting));
            }
            Scope::If(condition) => {
                let condition = backend.condition(&lowering, condition);
                lines.push(condition.statement("if ", nesting, ":"));
                nesting += 1;
            }
            Scope::Unless(condition) => {
                let condition = backend.condition(&lowering, condition);
                lines.push(condition.not().statement("if ", nesting, ":"));
                nesting += 1;
            }
            Scope::Each(binder) => {
                let source = backend.source(&lowering, binder);
                let name = backend.bind(&binder.local);
                lines.push(source.statement(&format!("for {name} in "), nesting, ":"));
                nesting += 1;
            }
        }
    }
    let spot = spot(&lowering, &mut backend, &suite.names, change);
    lines.push(spot.statement("yield ", nesting, ""));
    lines
}

fn spot(lowering: &Lowering<'_>, backend: &mut PythonExpr<'_>, names: &PyNames, change: &AllowedChange) -> Piece {
    let field = names.state.get(change.field.index()).map_or_else(String::new, PyIdent::to_string);
    let mut arguments = vec![Piece::text(field).into()];
    if !change.way.is_empty() {
        let way = change.way.iter().map(|step| way(lowering, backend, names, step)).collect();
        arguments.push(Piece::tuple(way).into());
    }
    if let Some(element) = &change.element {
        let element = backend.expr(lowering, element);
        arguments.push(named("element", element));
    }
    Piece::call("Spot", arguments)
}

fn way(lowering: &Lowering<'_>, backend: &mut PythonExpr<'_>, names: &PyNames, step: &Way) -> Piece {
    let (class, argument) = match step {
        Way::Key(key) => ("Key", backend.expr(lowering, key)),
        Way::Position(at) => ("Position", backend.expr(lowering, at)),
        Way::Field(entity, field) => ("At", Piece::text(names.fields[entity.index()][field.index()].as_str())),
    };
    backend.uses().name(SERVICE, class);
    Piece::apply(class, [argument])
}
