//! What the frame lets an operation change: one generator of places for each that the plan lists.

use super::clauses::TABLE;
use super::expr::TypeScriptExpr;
use super::names::{TsIdent, TsNames};
use super::piece::{PAGE, Piece};
use super::statements::constant;
use crate::lower::Lowering;
use crate::plan::{AllowedChange, Scope, Way};

/// The statements of the generator of a place.
pub(super) fn statements(
    backend: &mut TypeScriptExpr<'_>,
    lowering: &Lowering<'_>,
    names: &TsNames,
    change: &AllowedChange,
) -> Vec<String> {
    let (mut lines, mut nesting) = (Vec::new(), 1);
    for scope in &change.scopes {
        match scope {
            Scope::Let(local, value) => {
                let value = backend.expr(lowering, value);
                lines.push(constant(backend, local, &value, nesting));
            }
            Scope::If(condition) => lines.push(backend.condition(lowering, condition).tested(nesting)),
            Scope::Unless(condition) => lines.push(backend.condition(lowering, condition).not().tested(nesting)),
            Scope::Each(binder) => {
                let source = backend.source(lowering, binder);
                let name = backend.bind(&binder.local);
                lines.push(source.gone_over(name.as_str(), nesting));
            }
        }
        nesting += usize::from(!matches!(scope, Scope::Let(..)));
    }
    lines.push(spot(lowering, backend, names, change).yielded(nesting));
    lines.extend((1..nesting).rev().map(|nesting| format!("{}}}", " ".repeat(nesting * PAGE.indent))));
    lines
}

fn spot(lowering: &Lowering<'_>, backend: &mut TypeScriptExpr<'_>, names: &TsNames, change: &AllowedChange) -> Piece {
    let field = names.all.state.get(change.field.index()).map_or_else(String::new, TsIdent::to_string);
    let mut arguments = vec![Piece::text(&field)];
    let element = change.element.as_ref().map(|element| backend.expr(lowering, element));
    let function = if element.is_some() { "elementSpot" } else { "spot" };
    arguments.extend(element);
    for step in &change.way {
        arguments.push(way(lowering, backend, names, step));
    }
    backend.uses().called(TABLE, function);
    Piece::call(function, arguments)
}

fn way(lowering: &Lowering<'_>, backend: &mut TypeScriptExpr<'_>, names: &TsNames, step: &Way) -> Piece {
    let (function, argument) = match step {
        Way::Key(key) => ("under", backend.expr(lowering, key)),
        Way::Position(at) => ("position", backend.expr(lowering, at)),
        Way::Field(entity, field) => ("at", Piece::text(names.all.fields[entity.index()][field.index()].as_str())),
    };
    backend.uses().called(TABLE, function);
    Piece::call(function, vec![argument])
}
