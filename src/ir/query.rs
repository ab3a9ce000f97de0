//! Questions that several stages ask of the IR.

use super::{BinaryOp, Expr, ExprKind, FunctionBody, Property, Service};

/// The top-level conjuncts of a condition.
pub fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let ExprKind::Binary(BinaryOp::And, left, right) = &expr.kind {
            open.push(right);
            open.push(left);
        } else {
            found.push(expr);
        }
    }
    found
}

/// Every whole expression of a service: clauses, conditions, refinements, initial values, bodies, guards and
/// convention values. The preamble's are left out.
pub fn all_expressions(service: &Service) -> Vec<&Expr> {
    let Service {
        name: _,
        enums: _,
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
        schemes: _,
    } = service;
    let mut found: Vec<&Expr> = Vec::new();
    found.extend(aliases.iter().filter_map(|alias| alias.refinement.as_ref()));
    for entity in entities {
        found.extend(entity.fields.iter().filter_map(|field| field.refinement.as_ref()));
        found.extend(entity.invariants.iter().map(|invariant| &invariant.expr));
    }
    for field in state {
        found.extend(field.initial.iter().chain(&field.refinement));
    }
    found.extend(
        functions.iter().filter(|function| !function.from_preamble).filter_map(|function| body(&function.body)),
    );
    for operation in operations {
        found.extend(operation.requires.iter().chain(&operation.ensures).map(|clause| &clause.expr));
    }
    let rules = transitions.iter().flat_map(|transition| &transition.rules);
    found.extend(rules.filter_map(|rule| rule.resolved.as_ref().ok()?.guard.as_ref()));
    found.extend(invariants.iter().chain(facts).map(|condition| &condition.expr));
    found.extend(temporals.iter().filter_map(|temporal| property(&temporal.property)));
    found.extend(conventions.iter().map(|convention| &convention.value));
    found
}

fn body(body: &FunctionBody) -> Option<&Expr> {
    match body {
        FunctionBody::Defined(expr) => Some(expr),
        FunctionBody::Extern => None,
    }
}

fn property(property: &Property) -> Option<&Expr> {
    match property {
        Property::Always(expr) | Property::Eventually(expr) => Some(expr),
        Property::Fairness(_) => None,
    }
}
