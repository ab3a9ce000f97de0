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
    /// How it looks at a service.
    check: Check,
}

/// How a lint looks at a service.
#[derive(Debug, Clone, Copy)]
enum Check {
    /// As a whole.
    Whole(fn(&Service, &mut Vec<Diagnostic>)),
    /// Part by part of its expressions: which parts it wants, and what it says of them.
    Parts(fn(&Expr) -> bool, fn(&Service, &[Part<'_>], &mut Vec<Diagnostic>)),
}

/// A part of an expression, with the names it sees.
type Part<'s> = (&'s Expr, Names<'s>);

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
    let mut found = on_deep_threads(|| {
        let wanted = wanted_parts(service);
        let report = |(lint, parts): (&Lint, Vec<Part<'_>>)| {
            let mut found = Vec::new();
            match lint.check {
                Check::Whole(check) => check(service, &mut found),
                Check::Parts(_, check) => check(service, &parts, &mut found),
            }
            found
        };
        ALL.par_iter().zip(wanted).flat_map_iter(report).collect::<Vec<Diagnostic>>()
    });
    sort(&mut found);
    found
}

/// For each lint the parts it wants, found in one walk over all expressions.
fn wanted_parts(service: &Service) -> Vec<Vec<Part<'_>>> {
    let nothing = || vec![Vec::new(); ALL.len()];
    all_expressions(service).into_par_iter().fold(nothing, pick).reduce(nothing, join)
}

fn pick<'s>(mut picked: Vec<Vec<Part<'s>>>, (expr, names): Part<'s>) -> Vec<Vec<Part<'s>>> {
    walk(expr, &mut |part| {
        for (lint, parts) in ALL.iter().zip(&mut picked) {
            if matches!(lint.check, Check::Parts(wants, _) if wants(part)) {
                parts.push((part, names));
            }
        }
    });
    picked
}

fn join<'s>(mut left: Vec<Vec<Part<'s>>>, right: Vec<Vec<Part<'s>>>) -> Vec<Vec<Part<'s>>> {
    left.iter_mut().zip(right).for_each(|(parts, more)| parts.extend(more));
    left
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
