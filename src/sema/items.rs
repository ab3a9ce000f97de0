//! Typing one declaration each: independent of all others once the tables stand, so that they run side by side.

use super::checker::{Checker, Place, PrimedCall, Scope};
use super::clauses;
use super::narrow::shown_present;
use super::tables::Tables;
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::ir::{
    Alias, Clause, Condition, Entity, EntityId, Expr, Function, FunctionBody, Operation, StateField, Type,
};
use crate::source::Span;
use crate::syntax::ast;

/// What checking one declaration gives.
pub(super) struct Outcome<T> {
    pub(super) value: T,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) primed_calls: Vec<PrimedCall>,
}

impl<T> Outcome<T> {
    pub(super) fn new(value: T, checker: Checker<'_>) -> Outcome<T> {
        Outcome { value, diagnostics: checker.diagnostics, primed_calls: checker.primed_calls }
    }
}

/// Collects what several checkers find in one declaration.
#[derive(Default)]
struct Findings {
    diagnostics: Vec<Diagnostic>,
    primed_calls: Vec<PrimedCall>,
}

impl Findings {
    fn take<T>(&mut self, outcome: Outcome<T>) -> T {
        self.diagnostics.extend(outcome.diagnostics);
        self.primed_calls.extend(outcome.primed_calls);
        outcome.value
    }

    fn give<T>(self, value: T) -> Outcome<T> {
        Outcome { value, diagnostics: self.diagnostics, primed_calls: self.primed_calls }
    }
}

/// An alias with its refinement.
pub(super) fn alias(tables: &Tables, decl: &ast::Alias, draft: &Alias) -> Outcome<Alias> {
    let mut findings = Findings::default();
    let refinement = decl.refinement.as_ref();
    let refinement = refinement.map(|source| findings.take(refine(tables, source, &draft.base.ty, None)));
    findings.give(Alias { refinement, ..draft.clone() })
}

/// A state field with its initial value and refinement.
pub(super) fn state_field(tables: &Tables, decl: &ast::Field, draft: &StateField) -> Outcome<StateField> {
    let mut findings = Findings::default();
    let ty = &draft.ty.ty;
    let initial = decl.initial.as_ref().map(|source| findings.take(initial(tables, source, ty)));
    let refinement = decl.refinement.as_ref().map(|source| findings.take(refine(tables, source, ty, None)));
    findings.give(StateField { initial, refinement, ..draft.clone() })
}

/// An entity with its own refinements and invariants; what it inherits is added later.
pub(super) fn entity(tables: &Tables, index: usize, decl: &ast::Entity) -> Outcome<Entity> {
    let mut findings = Findings::default();
    let mut entity = tables.entities[index].clone();
    let id = EntityId(index as u32);
    let inherited = entity.fields.len().saturating_sub(decl.fields.len());
    for (field, source) in entity.fields.iter_mut().skip(inherited).zip(&decl.fields) {
        let refinement = source.refinement.as_ref();
        field.refinement = refinement.map(|source| findings.take(refine(tables, source, &field.ty.ty, Some(id))));
    }
    let scope = Scope { entity: Some(id), ..Scope::new(Place::Invariant) };
    entity.invariants = decl.invariants.iter().map(|decl| findings.take(condition(tables, scope, decl))).collect();
    findings.give(entity)
}

fn refine(tables: &Tables, source: &ast::Expr, ty: &Type, entity: Option<EntityId>) -> Outcome<Expr> {
    let scope = Scope { value: Some(ty), entity, ..Scope::new(Place::Refinement) };
    let mut checker = Checker::new(tables, scope);
    let expr = checker.condition(source);
    Outcome::new(expr, checker)
}

fn initial(tables: &Tables, source: &ast::Expr, ty: &Type) -> Outcome<Expr> {
    let mut checker = Checker::new(tables, Scope::new(Place::Initial));
    let expr = checker.check(source, ty);
    Outcome::new(expr, checker)
}

/// An invariant or a fact.
pub(super) fn condition(tables: &Tables, scope: Scope<'_>, decl: &ast::Condition) -> Outcome<Condition> {
    let mut checker = Checker::new(tables, scope);
    let expr = checker.condition(&decl.expr);
    let name = decl.name.as_ref().map(|name| name.text.clone());
    Outcome::new(Condition { name, expr, span: decl.expr.span }, checker)
}

/// A function with its body.
pub(super) fn function(tables: &Tables, decl: &ast::Function, draft: &Function) -> Outcome<Function> {
    let scope = Scope { params: &draft.params, ..Scope::new(Place::Function) };
    let mut checker = Checker::new(tables, scope);
    let mut function = draft.clone();
    if let Some(body) = &decl.body {
        let body = match &decl.result {
            Some(_) => checker.check(body, &draft.result.ty),
            None => checker.condition(body),
        };
        function.body = FunctionBody::Defined(body);
    }
    Outcome::new(function, checker)
}

/// An operation with its clauses.
pub(super) fn operation(tables: &Tables, index: usize, decl: &ast::Operation) -> Outcome<Operation> {
    let signature = &tables.signatures[index];
    let scope = Scope { inputs: &signature.inputs, outputs: &signature.outputs, ..Scope::new(Place::Requires) };
    let mut checker = Checker::new(tables, scope);
    let requires = clause_list(&mut checker, &decl.requires);
    checker.enter(Place::Ensures);
    let ensures = clause_list(&mut checker, &decl.ensures);
    let auth = schemes(&mut checker, &decl.auth);
    let operation = Operation {
        name: decl.name.text.clone(),
        span: decl.name.span,
        inputs: signature.inputs.clone(),
        outputs: signature.outputs.clone(),
        requires,
        ensures,
        auth,
    };
    Outcome::new(operation, checker)
}

/// Types the clauses of a list; what one shows is known in the next.
fn clause_list(checker: &mut Checker<'_>, list: &[ast::Expr]) -> Vec<Clause> {
    let mut typed = Vec::new();
    for entry in list {
        if clauses::repeated_bytes(entry) > clauses::MAX_REPEATED_BYTES {
            checker.report(too_many_clauses(entry.span));
            continue;
        }
        for clause in clauses::expand(entry) {
            let expr = checker.condition(&clause.expr);
            checker.present.extend(shown_present(&expr, true));
            typed.push(Clause { expr, span: clause.span });
        }
    }
    typed
}

fn too_many_clauses(span: Span) -> Diagnostic {
    Diagnostic::new(Code::TooDeep, span, "too many clauses stand below this `let`")
        .help("give the value a name with `function`, and write the clauses on their own")
}

fn schemes(checker: &mut Checker<'_>, names: &[ast::Name]) -> Vec<usize> {
    let mut found = Vec::new();
    for name in names {
        match checker.tables.scheme_names.get(&name.text) {
            Some(index) => found.push(*index),
            None => {
                let known = checker.tables.scheme_names.keys().map(|name| name.as_str());
                let help = did_you_mean(&name.text, known);
                let fallback = format!("declare it: `security {{ {}: Bearer }}`", name.text);
                let message = format!("there is no security scheme `{}`", name.text);
                let diagnostic = Diagnostic::new(Code::UnknownScheme, name.span, message);
                checker.report(diagnostic.help(help.unwrap_or(fallback)));
            }
        }
    }
    found
}
