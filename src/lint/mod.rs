//! Lints: what a spec may say, but hardly means. One file per code; the documentation at the top of that file is the
//! page of the code. What is an error, and what only the type checker sees, is reported by `sema`.

mod dropped_output;
mod extern_without_body;
mod fairness_not_checked;
mod keys_for_values;
mod made_of;
mod meant;
mod no_ensures;
mod recursion;
mod same_operation;
mod transition_entry;
mod transition_not_enum;
mod undeclared_function;
mod unknown_via;
mod unreached_value;
mod untested_option;
mod unused_entity;

use rayon::prelude::*;

use crate::diag::{Code, Diagnostic, sort};
use crate::ir::{Binder, Expr, ExprKind, Names, Service, Type, TypeRef, all_expressions, type_name, walk};
use crate::syntax::on_deep_threads;

/// A check for one code.
#[derive(Debug, Clone, Copy)]
pub struct Lint {
    /// The code it reports.
    pub code: Code,
    /// The text of its file, which opens with the page of the code.
    pub source: &'static str,
    /// Adds what it finds.
    pub check: fn(&Service, &mut Vec<Diagnostic>),
}

/// Every lint, in the order of their codes.
pub const ALL: &[Lint] = &[
    no_ensures::LINT,
    same_operation::LINT,
    unused_entity::LINT,
    recursion::LINT,
    dropped_output::LINT,
    unknown_via::LINT,
    unreached_value::LINT,
    keys_for_values::LINT,
    untested_option::LINT,
    undeclared_function::LINT,
    extern_without_body::LINT,
    transition_not_enum::LINT,
    transition_entry::LINT,
    fairness_not_checked::LINT,
];

/// Everything that the lints find, in the order of the text.
pub fn run(service: &Service) -> Vec<Diagnostic> {
    let run = |lint: &Lint| {
        let mut found = Vec::new();
        (lint.check)(service, &mut found);
        found
    };
    let mut found: Vec<Diagnostic> = on_deep_threads(|| ALL.par_iter().flat_map_iter(run).collect());
    sort(&mut found);
    found
}

/// The page of a lint's code, as Markdown; none for a code that no lint reports.
pub fn page(code: Code) -> Option<String> {
    let lint = ALL.iter().find(|lint| lint.code == code)?;
    let header = lint.source.lines().map_while(|line| line.strip_prefix("//!"));
    Some(header.flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"]).collect())
}

/// Visits every expression of the service with all its parts, and the names each one sees.
fn each_part<'s>(service: &'s Service, visit: &mut dyn FnMut(&'s Expr, Names<'s>)) {
    for (expr, names) in all_expressions(service) {
        walk(expr, &mut |part| visit(part, names));
    }
}

/// The binders of an expression, without those of its parts.
fn binders(expr: &Expr) -> &[Binder] {
    if let ExprKind::Quantifier(_, binders, _) = &expr.kind {
        return binders;
    }
    if let ExprKind::Sum(binder, _) | ExprKind::The(binder, _) | ExprKind::Comprehension(binder, _) = &expr.kind {
        return std::slice::from_ref(binder);
    }
    &[]
}

fn shown_type(service: &Service, ty: &Type) -> String {
    type_name(ty, &service.enums, &service.entities)
}

/// A type as a declaration writes it: by the name of its alias, where it has one.
fn written(service: &Service, ty: &TypeRef) -> String {
    let alias = ty.alias.and_then(|id| service.aliases.get(id.index()));
    alias.map_or_else(|| shown_type(service, &ty.ty), |alias| alias.name.to_string())
}
