//! What the frame lets an operation change: one generator of places for each that the plan lists.

use super::expr::PythonExpr;
use super::names::{PyIdent, PyNames};
use super::piece::{Piece, named};
use super::statements::assignment;
use crate::lower::Lowering;
use crate::plan::{AllowedChange, Scope, Way};

/// The module of the table.
pub(super) const SERVICE: &str = "tests.harness.service";

/// The statements of the generator of a place.
pub(super) fn statements(
    backend: &mut PythonExpr<'_>,
    lowering: &Lowering<'_>,
    names: &PyNames,
    change: &AllowedChange,
) -> Vec<String> {
    let (mut lines, mut nesting) = (Vec::new(), 1);
    for scope in &change.scopes {
        match scope {
            Scope::Let(local, value) => {
                let value = backend.expr(lowering, value);
                lines.push(assignment(backend, local, &value, nesting));
            }
            Scope::If(condition) => {
                let condition = backend.condition(lowering, condition);
                lines.push(condition.statement("if ", nesting, ":"));
                nesting += 1;
            }
            Scope::Unless(condition) => {
                let condition = backend.condition(lowering, condition);
                lines.push(condition.not().statement("if ", nesting, ":"));
                nesting += 1;
            }
            Scope::Each(binder) => {
                let source = backend.source(lowering, binder);
                let name = backend.bind(&binder.local);
                lines.push(source.statement(&format!("for {name} in "), nesting, ":"));
                nesting += 1;
            }
        }
    }
    let spot = spot(lowering, backend, names, change);
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
