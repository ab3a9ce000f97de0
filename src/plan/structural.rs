//! The structural test: what a response can be checked for beside the OpenAPI document.

use super::broken::{Broken, broken};
use super::clause::ClauseId;
use super::skip::{Reason, Skip};
use crate::convention::{Api, Kind};
use crate::interp::Clause;
use crate::ir::{Expr, OperationId, Reads, Service};

/// What is checked of every response that the fuzzer gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StructuralCheck {
    /// An invariant of the service, by position, in the state afterwards
    Invariant(usize),
    /// An ensures of an operation that speaks of inputs and outputs alone
    Ensures(OperationId, usize),
}

/// The structural test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuralPlan {
    /// What is checked beside the document.
    pub checks: Vec<StructuralCheck>,
    /// Requests that break the document.
    pub broken: Vec<Broken>,
}

/// The structural test of a service, and what it does not look at.
pub(super) fn structural(service: &Service, api: &Api) -> (StructuralPlan, Vec<Skip>) {
    let mut checks: Vec<StructuralCheck> = (0..service.invariants.len()).map(StructuralCheck::Invariant).collect();
    let mut skips = Vec::new();
    for (index, operation) in service.operations.iter().enumerate() {
        let id = OperationId(index as u32);
        let creates = matches!(api.route(id).kind, Kind::Create | Kind::CreateChild);
        for (at, clause) in operation.ensures.iter().enumerate() {
            if creates && is_about_the_answer(service, &clause.expr) {
                checks.push(StructuralCheck::Ensures(id, at));
            } else {
                let kind = ClauseId::of(service, Clause::Ensures(id, at)).0;
                skips.push(Skip { operation: Some(operation.name.to_string()), kind, reason: Reason::NeedsState });
            }
        }
    }
    (StructuralPlan { checks, broken: broken(api) }, skips)
}

/// Whether a clause reads neither the state nor the clock.
fn is_about_the_answer(service: &Service, expr: &Expr) -> bool {
    Reads::of(service, expr).is_empty()
}
