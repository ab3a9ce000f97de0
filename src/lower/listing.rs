//! Every expression of a service as its suite and its service get it, for `specc inspect`.

use std::fmt::Write;

use serde::Serialize;

use super::{Block, Instants, Lowering, Opaque, Reach, View, show};
use crate::ir::{Expr, Names, Service, all_expressions, print};
use crate::plan::service::ServicePlan;

/// An expression with what it becomes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoweredClause {
    /// As the spec says it.
    pub text: String,
    /// As a suite judges it.
    pub suite: Block,
    /// As a service works it out during a call.
    pub service: Block,
}

/// Every expression of a service, in the order of [`all_expressions`].
pub fn listing(service: &Service, plan: &ServicePlan) -> Vec<LoweredClause> {
    let opaque = Opaque::of(service);
    let lowered = |(expr, names): (&Expr, Names<'_>)| {
        let view = if names.operation.is_some() { View::TwoStates } else { View::OneState };
        let (instants, reach) = (Instants::Windows, Reach::Everything);
        let suite = Lowering { service, opaque: &opaque, names, view, instants, reach };
        let reach = if only_reads(service, plan, names) { Reach::Loaded } else { Reach::LookedUp(&[]) };
        let own = Lowering { instants: Instants::Known, reach, ..suite };
        LoweredClause { text: print(expr, service, names), suite: suite.block(expr), service: own.block(expr) }
    };
    all_expressions(service).into_iter().map(lowered).collect()
}

fn only_reads(service: &Service, plan: &ServicePlan, names: Names<'_>) -> bool {
    let whose = names.operation.and_then(|own| service.operations.iter().position(|one| one.name == own.name));
    whose.and_then(|at| plan.operations.get(at)).is_some_and(|plan| plan.only_reads)
}

/// The same as text: each expression, then what it becomes; once where suite and service get the same.
pub fn show_listing(service: &Service, plan: &ServicePlan) -> String {
    let mut text = String::new();
    let expressions = all_expressions(service);
    for (clause, (_, names)) in listing(service, plan).iter().zip(expressions) {
        let LoweredClause { text: said, suite, service: own } = clause;
        let _ = writeln!(text, "{said}");
        if suite == own {
            let _ = write!(text, "{}", show(suite, service, names, 2));
        } else {
            let _ = write!(text, "  suite\n{}", show(suite, service, names, 4));
            let _ = write!(text, "  service\n{}", show(own, service, names, 4));
        }
    }
    text
}
