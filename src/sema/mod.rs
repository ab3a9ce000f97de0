//! Tree to IR: every name resolved, every expression typed. `tables` says what names stand for, the checker types
//! expressions one declaration at a time, and the rest of this folder is one construct each. Nothing here reads files.

mod binders;
mod calls;
mod checker;
mod clauses;
mod constants;
mod conventions;
mod decls;
mod expr;
mod items;
mod judge;
mod names;
mod narrow;
mod operators;
mod records;
mod regex;
mod resolve;
mod security;
mod tables;
mod transitions;

use std::sync::OnceLock;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use self::checker::{Checker, Place, PrimedCall, Scope};
use self::conventions::Conventions;
use self::decls::Decls;
use self::items::{Outcome, condition, function, operation};
use self::tables::Tables;
use self::transitions::Transitions;
use crate::diag::{Code, Diagnostic, did_you_mean, sort};
use crate::graph::by_dependence;
use crate::ir::{
    Condition, Expr, ExprKind, Function, FunctionBody, Operation, Property, Range, Service, Temporal, Type, walk,
};
use crate::source::{FileId, SourceFile};
use crate::syntax::ast::{self, File};
use crate::syntax::{self, on_deep_threads};

/// The text of the preamble.
pub const PREAMBLE: &str = include_str!("preamble.spec");

/// What became of a spec.
#[derive(Debug)]
pub struct Checked {
    /// The service; none if anything was an error.
    pub service: Option<Service>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a project's files, in the order of dependence, the root last. With `complete` unset some declarations could
/// not be read; then what may only follow from that is not reported.
pub fn check(files: &[File], complete: bool) -> Checked {
    let mut found = on_deep_threads(|| Sema::new(files).run(files));
    if !complete {
        found.service = None;
        found.diagnostics.retain(|diagnostic| !may_follow_from_a_gap(diagnostic.code));
    }
    sort(&mut found.diagnostics);
    found
}

/// Whether a diagnostic may only be there because a declaration is missing that could not be read.
fn may_follow_from_a_gap(code: Code) -> bool {
    matches!(
        code,
        Code::UnknownName
            | Code::UnknownType
            | Code::UnknownField
            | Code::UnknownEnumValue
            | Code::BadExtends
            | Code::UnknownScheme
            | Code::UnknownOperation
            | Code::UnknownTarget
            | Code::BadQualifier
            | Code::MissingField
            | Code::MisplacedPrime
            | Code::NoService
    )
}

/// The preamble, parsed once.
fn preamble() -> &'static File {
    static PARSED: OnceLock<File> = OnceLock::new();
    PARSED.get_or_init(|| syntax::parse(FileId(u32::MAX), &SourceFile::new("preamble", PREAMBLE)).file)
}

struct Sema<'a> {
    decls: Decls<'a>,
    tables: Tables,
    diagnostics: Vec<Diagnostic>,
    primed_calls: Vec<PrimedCall>,
}

impl<'a> Sema<'a> {
    fn new(files: &'a [File]) -> Sema<'a> {
        let decls = Decls::gather(files, preamble());
        let mut diagnostics = Vec::new();
        let tables = Tables::build(&decls, &mut diagnostics);
        Sema { decls, tables, diagnostics, primed_calls: Vec::new() }
    }

    fn run(mut self, files: &[File]) -> Checked {
        self.refinements();
        let functions = self.functions();
        self.tables.functions = functions;
        let operations = self.operations();
        let invariants = self.conditions(Which::Invariants);
        let facts = self.conditions(Which::Facts);
        let temporals = self.temporals();
        let transitions = self.transitions(&operations);
        let conventions = self.conventions();
        let schemes = self.decls.schemes.iter().map(|decl| security::scheme(decl, &mut self.diagnostics)).collect();
        self.judge_primed_calls();
        self.diagnostics.extend(judge::judge(&self.decls, &self.tables));
        let name = files.last().and_then(|file| file.name.as_ref()).map(|name| name.text.clone());
        let errors = self.diagnostics.iter().any(Diagnostic::is_error);
        let Tables { enums, aliases, entities, state, functions, .. } = self.tables;
        let service = name.filter(|_| !errors).map(|name| Service {
            name,
            enums,
            aliases,
            entities,
            state,
            functions,
            operations,
            transitions,
            invariants,
            facts,
            temporals,
            conventions,
            schemes,
        });
        Checked { service, diagnostics: self.diagnostics }
    }

    fn take<T>(&mut self, outcome: Outcome<T>) -> T {
        self.diagnostics.extend(outcome.diagnostics);
        self.primed_calls.extend(outcome.primed_calls);
        outcome.value
    }

    fn take_all<T>(&mut self, outcomes: Vec<Outcome<T>>) -> Vec<T> {
        outcomes.into_iter().map(|outcome| self.take(outcome)).collect()
    }

    // Refinements and entity invariants ------------------------------------------------------------------------

    fn refinements(&mut self) {
        let tables = &self.tables;
        let aliases = self.decls.aliases.par_iter().zip(&tables.aliases);
        let aliases: Vec<_> = aliases.map(|(decl, alias)| items::alias(tables, decl, alias)).collect();
        let state = self.decls.state.par_iter().zip(&tables.state);
        let state: Vec<_> = state.map(|(decl, field)| items::state_field(tables, decl, field)).collect();
        let entities = self.decls.entities.par_iter().enumerate();
        let entities: Vec<_> = entities.map(|(index, decl)| items::entity(tables, index, decl)).collect();
        self.tables.aliases = self.take_all(aliases);
        self.tables.state = self.take_all(state);
        self.tables.entities = self.take_all(entities);
        self.inherited_entity_parts();
    }

    /// Copies refinements and invariants down from parents, parents first.
    fn inherited_entity_parts(&mut self) {
        let parents = self.tables.entities.iter().enumerate();
        let edges: Vec<_> = parents.filter_map(|(index, entity)| Some((index, entity.extends?.index()))).collect();
        for group in by_dependence(self.tables.entities.len(), &edges).iter().filter(|group| !group.is_cycle) {
            for index in &group.items {
                let Some(parent) = self.tables.entities[*index].extends else { continue };
                let parent = self.tables.entities[parent.index()].clone();
                let entity = &mut self.tables.entities[*index];
                for (field, from) in entity.fields.iter_mut().zip(parent.fields) {
                    field.refinement = from.refinement;
                }
                let own = std::mem::replace(&mut entity.invariants, parent.invariants);
                entity.invariants.extend(own);
            }
        }
    }

    // Functions ------------------------------------------------------------------------------------------------

    fn functions(&mut self) -> Vec<Function> {
        let tables = &self.tables;
        let outcomes: Vec<Outcome<Function>> = self
            .decls
            .functions
            .par_iter()
            .zip(&tables.functions)
            .map(|(decl, draft)| function(tables, decl, draft))
            .collect();
        let mut functions = self.take_all(outcomes);
        mark_state_readers(&mut functions);
        functions
    }

    // Operations -----------------------------------------------------------------------------------------------

    fn operations(&mut self) -> Vec<Operation> {
        let tables = &self.tables;
        let outcomes: Vec<Outcome<Operation>> =
            self.decls.operations.par_iter().enumerate().map(|(index, decl)| operation(tables, index, decl)).collect();
        self.take_all(outcomes)
    }

    // Conditions -----------------------------------------------------------------------------------------------

    fn conditions(&mut self, which: Which) -> Vec<Condition> {
        let decls = match which {
            Which::Invariants => &self.decls.invariants,
            Which::Facts => &self.decls.facts,
        };
        let tables = &self.tables;
        let outcomes = decls.par_iter().map(|decl| condition(tables, Scope::new(Place::Invariant), decl)).collect();
        self.take_all(outcomes)
    }

    fn temporals(&mut self) -> Vec<Temporal> {
        let decls = self.decls.temporals.clone();
        decls.into_iter().filter_map(|decl| self.temporal(decl)).collect()
    }

    fn temporal(&mut self, decl: &ast::Temporal) -> Option<Temporal> {
        let mut checker = Checker::new(&self.tables, Scope::new(Place::Invariant));
        let property = match decl.kind {
            ast::TemporalKind::Always => Property::Always(checker.condition(&decl.expr)),
            ast::TemporalKind::Eventually => Property::Eventually(checker.condition(&decl.expr)),
            ast::TemporalKind::Fairness => return self.fairness(decl),
        };
        let outcome = Outcome::new(property, checker);
        let property = self.take(outcome);
        Some(Temporal { name: decl.name.text.clone(), span: decl.name.span, property })
    }

    fn fairness(&mut self, decl: &ast::Temporal) -> Option<Temporal> {
        let name = if let ast::ExprKind::Name(name) = &decl.expr.kind { name.as_str() } else { "" };
        let Some(id) = self.tables.operation_names.get(name) else {
            let help = did_you_mean(name, self.tables.operation_names.keys().map(|name| name.as_str()));
            let diagnostic = Diagnostic::new(Code::UnknownOperation, decl.expr.span, "`fairness` names an operation");
            self.diagnostics.push(diagnostic.help(help.unwrap_or_else(|| "write `fairness(OperationName)`".into())));
            return None;
        };
        let property = Property::Fairness(*id);
        Some(Temporal { name: decl.name.text.clone(), span: decl.name.span, property })
    }

    // The rest -------------------------------------------------------------------------------------------------

    fn transitions(&mut self, operations: &[Operation]) -> Vec<crate::ir::Transition> {
        let mut resolver = Transitions { tables: &self.tables, operations, diagnostics: &mut self.diagnostics };
        self.decls.transitions.iter().filter_map(|decl| resolver.transition(decl)).collect()
    }

    fn conventions(&mut self) -> Vec<crate::ir::Convention> {
        let mut checker =
            Conventions { tables: &self.tables, diagnostics: &mut self.diagnostics, seen: FxHashMap::default() };
        self.decls.conventions.iter().filter_map(|decl| checker.rule(decl)).collect()
    }

    /// A prime after a call makes sense only where the function reads state.
    fn judge_primed_calls(&mut self) {
        for call in &self.primed_calls {
            let function = &self.tables.functions[call.function.index()];
            if !function.reads_state {
                let message = format!("`{}` does not read the state", function.name);
                let mut diagnostic = Diagnostic::new(Code::MisplacedPrime, call.span, message)
                    .help("leave the prime out; the call means the same before and after");
                if !function.from_preamble {
                    diagnostic = diagnostic.also(function.span, "declared here");
                }
                self.diagnostics.push(diagnostic);
            }
        }
    }
}

enum Which {
    Invariants,
    Facts,
}

/// Marks the functions whose value depends on the state, directly or through what they call.
fn mark_state_readers(functions: &mut [Function]) {
    let mut edges = Vec::new();
    let mut reads = vec![false; functions.len()];
    for (index, function) in functions.iter().enumerate() {
        let FunctionBody::Defined(body) = &function.body else { continue };
        walk(body, &mut |expr| {
            if let ExprKind::Call(callee, _, _) = &expr.kind {
                edges.push((index, callee.index()));
            } else {
                reads[index] |= reads_state(expr);
            }
        });
    }
    let mut callees = vec![Vec::new(); functions.len()];
    edges.iter().for_each(|(from, to)| callees[*from].push(*to));
    for group in by_dependence(functions.len(), &edges) {
        let any = group.items.iter().any(|item| reads[*item] || callees[*item].iter().any(|callee| reads[*callee]));
        group.items.iter().for_each(|item| reads[*item] = any);
    }
    for (function, reads) in functions.iter_mut().zip(reads) {
        function.reads_state = reads;
    }
}

fn reads_state(expr: &Expr) -> bool {
    let over_entity =
        |binder: &crate::ir::Binder| matches!((&binder.range, &binder.ty), (Range::All(_), Type::Entity(_)));
    match &expr.kind {
        ExprKind::State(..) | ExprKind::Instances(..) => true,
        ExprKind::Quantifier(_, binders, _) => binders.iter().any(over_entity),
        ExprKind::The(binder, _) => over_entity(binder),
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Text(_)
        | ExprKind::None
        | ExprKind::EnumValue(..)
        | ExprKind::Local(_)
        | ExprKind::Input(_)
        | ExprKind::Output(_)
        | ExprKind::Param(_)
        | ExprKind::OwnField(_)
        | ExprKind::OwnValue
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Matches(..)
        | ExprKind::Field(..)
        | ExprKind::Index(..)
        | ExprKind::Call(..)
        | ExprKind::UndeclaredCall(..)
        | ExprKind::Builtin(..)
        | ExprKind::Sum(..)
        | ExprKind::With(..)
        | ExprKind::Construct(..)
        | ExprKind::Comprehension(..)
        | ExprKind::If(..)
        | ExprKind::Let(..)
        | ExprKind::Set(_)
        | ExprKind::Seq(_)
        | ExprKind::Map(_)
        | ExprKind::Some(_)
        | ExprKind::Unwrap(..) => false,
    }
}
