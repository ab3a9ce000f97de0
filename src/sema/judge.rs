//! Judging what is constant: refinements that no value satisfies, and initial values that break theirs.

use super::constants::{self, Constant, Evaluator};
use super::decls::Decls;
use super::tables::Tables;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Expr, Field, StateField, TypeRef};

/// Everything that is wrong with the constants of a spec.
pub(super) fn judge(decls: &Decls<'_>, tables: &Tables) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for alias in &tables.aliases {
        judge_refinement(tables, &alias.base, alias.refinement.as_ref(), &mut found);
    }
    for (decl, entity) in decls.entities.iter().zip(&tables.entities) {
        let inherited = entity.fields.len().saturating_sub(decl.fields.len());
        for Field { ty, refinement, .. } in entity.fields.iter().skip(inherited) {
            judge_refinement(tables, ty, refinement.as_ref(), &mut found);
        }
    }
    for field in &tables.state {
        judge_refinement(tables, &field.ty, field.refinement.as_ref(), &mut found);
        judge_initial(tables, field, &mut found);
    }
    found
}

fn judge_refinement(tables: &Tables, base: &TypeRef, own: Option<&Expr>, found: &mut Vec<Diagnostic>) {
    let Some(own) = own else { return };
    let mut all = constants::refinements(base, &tables.aliases);
    if constants::is_empty(&all) {
        return;
    }
    all.push(own);
    if constants::is_empty(&all) {
        found.push(
            Diagnostic::new(Code::EmptyRefinement, own.span, "no value satisfies this")
                .help("loosen one of the bounds; those of the aliases it is built on count too"),
        );
    }
}

fn judge_initial(tables: &Tables, field: &StateField, found: &mut Vec<Diagnostic>) {
    let Some(initial) = &field.initial else { return };
    let evaluator = Evaluator::new(None, &tables.functions);
    let Some(value) = evaluator.eval(initial).filter(|value| *value != Constant::None) else { return };
    let mut all = constants::refinements(&field.ty, &tables.aliases);
    all.extend(&field.refinement);
    let evaluator = Evaluator::new(Some(value), &tables.functions);
    if let Some(broken) = all.iter().find(|refinement| evaluator.eval(refinement) == Some(Constant::Bool(false))) {
        found.push(
            Diagnostic::new(
                Code::DefaultBreaksWhere,
                initial.span,
                format!("the initial value of `{}` breaks its own refinement", field.name),
            )
            .also(broken.span, "it must satisfy this")
            .help("choose an initial value that satisfies the `where`, or leave it out"),
        );
    }
}
