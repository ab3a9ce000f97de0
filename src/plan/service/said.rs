//! The clauses that a service tells of where they do not hold: what each is called, what it says, and the condition.

use crate::interp::Clause;
use crate::ir::{Expr, OperationId, Service};

/// A clause as a service tells it.
#[derive(Debug, Clone)]
pub struct Said<'s> {
    /// What people call it.
    pub title: String,
    /// What it says, in words of its own.
    pub text: String,
    /// The condition.
    pub expr: &'s Expr,
}

impl<'s> Said<'s> {
    /// What an operation needs, clause by clause.
    pub fn requires(service: &'s Service, id: OperationId) -> Vec<Said<'s>> {
        let clauses = service.operation(id).requires.iter().enumerate();
        clauses.map(|(at, clause)| Said::of(service, Clause::Requires(id, at), &clause.expr)).collect()
    }

    /// What an operation promises, by position among its ensures.
    pub fn ensures(service: &'s Service, id: OperationId, at: usize) -> Option<Said<'s>> {
        let clause = service.operation(id).ensures.get(at)?;
        Some(Said::of(service, Clause::Ensures(id, at), &clause.expr))
    }

    /// An invariant of the service, by position.
    pub fn invariant(service: &'s Service, at: usize) -> Option<Said<'s>> {
        let invariant = service.invariants.get(at)?;
        Some(Said::of(service, Clause::Invariant(at), &invariant.expr))
    }

    /// A property that always holds, by position among the temporal ones.
    pub fn always(service: &'s Service, at: usize) -> Option<Said<'s>> {
        let expr = service.temporals.get(at)?.property.expr()?;
        Some(Said::of(service, Clause::Always(at), expr))
    }

    fn of(service: &Service, clause: Clause, expr: &'s Expr) -> Said<'s> {
        Said { title: clause.title(service), text: clause.text(service), expr }
    }
}
