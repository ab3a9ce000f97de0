//! Faults that are put into what the solver is told, one at a time: each has to show in the verdicts of the small specs.
//! What is found is replayed with the right reading, so a fault that only ever accuses is noticed as well.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking, and a fault leaves most things alone"
)]

mod common;

use std::path::PathBuf;
use std::sync::Arc;

use common::root;
use specc::interp::Machine;
use specc::ir::{BinaryOp, Builtin, Expr, ExprKind, FunctionBody, Moment, Quantifier, Service, for_each_child_mut};
use specc::verify::{Effort, Means, Outcome, Prover, Subject, Verdict, subjects};

const MEANS: Means = Means { effort: Effort::Steps(20_000_000), explain: false, dump: false, clock: || 0, until: None };

/// A way in which an encoder could be wrong.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// `<` and `<=` are taken for each other
    LooseOrder,
    /// `>=` is taken for `>`
    StrictOrder,
    /// `and` is taken for `or`
    AndAsOr,
    /// `implies` is read from right to left
    ImpliesReversed,
    /// `+` is taken for `-`
    AddAsSubtract,
    /// `in` is taken for `not in`
    InAsNotIn,
    /// `=` is taken for `!=`
    EqualAsDifferent,
    /// `all` is taken for `some`
    AllAsSome,
    /// `no` is taken for `all`
    NoAsAll,
    /// The branches of an `if` are swapped
    BranchesSwapped,
    /// A primed name is read in the state before
    PrimeIgnored,
    /// A sum counts one for each element
    SumCounts,
    /// `max` is taken for `min`
    MaxAsMin,
    /// Requires are not assumed
    RequiresForgotten,
    /// Invariants are not assumed, and never broken
    InvariantsForgotten,
    /// Refinements of state fields are not looked at
    RefinementsForgotten,
    /// Guards of rules are not looked at
    GuardsForgotten,
    /// What a body writes is forgotten
    WritesForgotten,
}

const FAULTS: [Fault; 18] = [
    Fault::LooseOrder,
    Fault::StrictOrder,
    Fault::AndAsOr,
    Fault::ImpliesReversed,
    Fault::AddAsSubtract,
    Fault::InAsNotIn,
    Fault::EqualAsDifferent,
    Fault::AllAsSome,
    Fault::NoAsAll,
    Fault::BranchesSwapped,
    Fault::PrimeIgnored,
    Fault::SumCounts,
    Fault::MaxAsMin,
    Fault::RequiresForgotten,
    Fault::InvariantsForgotten,
    Fault::RefinementsForgotten,
    Fault::GuardsForgotten,
    Fault::WritesForgotten,
];

impl Fault {
    /// The machine whose spec the solver is told.
    fn machine(self, service: &Service) -> Machine {
        let right = Machine::new(Arc::new(service.clone()));
        let mut service = service.clone();
        each_expr(&mut service, &mut |expr| self.misread(expr));
        self.forget(&mut service);
        let mut bodies = right.bodies().to_vec();
        if matches!(self, Fault::WritesForgotten) {
            bodies.iter_mut().for_each(|body| body.steps.clear());
        }
        Machine::new(Arc::new(service)).with_bodies(bodies)
    }

    fn misread(self, expr: &mut Expr) {
        match (self, &mut expr.kind) {
            (Fault::LooseOrder, ExprKind::Binary(operator @ BinaryOp::Lt, ..)) => *operator = BinaryOp::Le,
            (Fault::LooseOrder, ExprKind::Binary(operator @ BinaryOp::Le, ..)) => *operator = BinaryOp::Lt,
            (Fault::StrictOrder, ExprKind::Binary(operator @ BinaryOp::Ge, ..)) => *operator = BinaryOp::Gt,
            (Fault::AndAsOr, ExprKind::Binary(operator @ BinaryOp::And, ..)) => *operator = BinaryOp::Or,
            (Fault::ImpliesReversed, ExprKind::Binary(BinaryOp::Implies, left, right)) => std::mem::swap(left, right),
            (Fault::AddAsSubtract, ExprKind::Binary(operator @ BinaryOp::Add, ..)) => *operator = BinaryOp::Subtract,
            (Fault::InAsNotIn, ExprKind::Binary(operator @ BinaryOp::In, ..)) => *operator = BinaryOp::NotIn,
            (Fault::EqualAsDifferent, ExprKind::Binary(operator @ BinaryOp::Eq, ..)) => *operator = BinaryOp::Ne,
            (Fault::AllAsSome, ExprKind::Quantifier(quantifier @ Quantifier::All, ..)) => {
                *quantifier = Quantifier::Some;
            }
            (Fault::NoAsAll, ExprKind::Quantifier(quantifier @ Quantifier::No, ..)) => *quantifier = Quantifier::All,
            (Fault::BranchesSwapped, ExprKind::If(_, yes, no)) => std::mem::swap(yes, no),
            (Fault::PrimeIgnored, ExprKind::State(_, moment @ Moment::After)) => *moment = Moment::Before,
            (Fault::SumCounts, ExprKind::Sum(_, body)) if matches!(body.ty, specc::ir::Type::Int) => {
                body.kind = ExprKind::Int(1);
            }
            (Fault::MaxAsMin, ExprKind::Builtin(builtin @ Builtin::Max, _)) => *builtin = Builtin::Min,
            (Fault::MaxAsMin, ExprKind::Builtin(builtin @ Builtin::MaxOf, _)) => *builtin = Builtin::MinOf,
            _ => {}
        }
    }

    fn forget(self, service: &mut Service) {
        let truth = ExprKind::Bool(true);
        match self {
            Fault::RequiresForgotten => {
                let clauses = service.operations.iter_mut().flat_map(|operation| &mut operation.requires);
                clauses.for_each(|clause| clause.expr.kind = truth.clone());
            }
            Fault::InvariantsForgotten => {
                service.invariants.iter_mut().for_each(|invariant| invariant.expr.kind = truth.clone());
            }
            Fault::RefinementsForgotten => {
                let refinements = service.state.iter_mut().filter_map(|field| field.refinement.as_mut());
                refinements.for_each(|refinement| refinement.kind = truth.clone());
            }
            Fault::GuardsForgotten => {
                let rules = service.transitions.iter_mut().flat_map(|transition| &mut transition.rules);
                let guards = rules.filter_map(|rule| rule.resolved.as_mut().ok()?.guard.as_mut());
                guards.for_each(|guard| guard.kind = truth.clone());
            }
            _ => {}
        }
    }
}

/// Every expression that a proof reads, with its parts.
fn each_expr(service: &mut Service, visit: &mut dyn FnMut(&mut Expr)) {
    fn inside(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
        for_each_child_mut(expr, &mut |child| inside(child, visit));
        visit(expr);
    }
    let operations = service.operations.iter_mut();
    operations.flat_map(|found| found.requires.iter_mut().chain(&mut found.ensures)).for_each(|clause| {
        inside(&mut clause.expr, visit);
    });
    service.invariants.iter_mut().for_each(|invariant| inside(&mut invariant.expr, visit));
    for entity in &mut service.entities {
        entity.invariants.iter_mut().for_each(|invariant| inside(&mut invariant.expr, visit));
        let refinements = entity.fields.iter_mut().filter_map(|field| field.refinement.as_mut());
        refinements.for_each(|refinement| inside(refinement, visit));
    }
    service.state.iter_mut().filter_map(|field| field.refinement.as_mut()).for_each(|expr| inside(expr, visit));
    service.aliases.iter_mut().filter_map(|alias| alias.refinement.as_mut()).for_each(|expr| inside(expr, visit));
    for function in &mut service.functions {
        if let FunctionBody::Defined(body) = &mut function.body {
            inside(body, visit);
        }
    }
}

fn specs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/verify")).expect("the folder");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

/// What became of a check, as far as the small specs say it.
fn word(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Proved => "proved",
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(_) => "unknown",
        Verdict::NotChecked(_) => "not checked",
    }
}

/// Whether some check of some small spec comes out otherwise.
fn is_noticed(fault: Fault, specs: &[(Service, Vec<(Subject, &'static str)>)]) -> bool {
    specs.iter().any(|(service, right)| {
        let machine = Machine::new(Arc::new(service.clone()));
        let seen = fault.machine(service);
        let prover = Prover::reading(&machine, &seen);
        right.iter().any(|(subject, word_of)| word(&prover.check(*subject, &MEANS)) != *word_of)
    })
}

#[test]
fn every_fault_shows_in_the_verdicts_of_the_small_specs() {
    let mut right = Vec::new();
    for path in specs() {
        let text = std::fs::read_to_string(&path).expect("a readable spec");
        let service = common::check(&text).service.unwrap_or_else(|| panic!("{}", path.display()));
        let machine = Machine::new(Arc::new(service.clone()));
        let all = subjects(&service, machine.bodies()).into_iter();
        let wanted = all.filter(|subject| !matches!(subject, Subject::Overflow(_)));
        let prover = Prover::new(&machine);
        let words = wanted.map(|subject| (subject, word(&prover.check(subject, &MEANS))));
        let words: Vec<(Subject, &'static str)> = words.collect();
        right.push((service, words));
    }
    let silent: Vec<Fault> = FAULTS.into_iter().filter(|fault| !is_noticed(*fault, &right)).collect();
    assert!(silent.is_empty(), "not noticed: {silent:?}");
}
