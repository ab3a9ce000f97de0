//! Questions that several stages ask of the IR.

use super::{BinaryOp, Expr, ExprKind, FunctionBody, Names, Service};

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

/// Every whole expression of a service with the names it sees: clauses, conditions, refinements, initial values,
/// bodies, guards and convention values. The preamble's are left out.
pub fn all_expressions(service: &Service) -> Vec<(&Expr, Names<'_>)> {
    let Service {
        name: _,
        enums: _,
        aliases,
        entities: _,
        state,
        functions: _,
        operations,
        transitions: _,
        invariants,
        facts,
        temporals,
        conventions: _,
        schemes: _,
    } = service;
    let mut found = Vec::new();
    let global = Names::default();
    found.extend(aliases.iter().filter_map(|alias| alias.refinement.as_ref()).map(|expr| (expr, global)));
    found.extend(of_entities(service));
    found.extend(
        state.iter().flat_map(|field| field.initial.iter().chain(&field.refinement)).map(|expr| (expr, global)),
    );
    found.extend(of_functions(service));
    for operation in operations {
        let names = Names { operation: Some(operation), ..global };
        found.extend(operation.requires.iter().chain(&operation.ensures).map(|clause| (&clause.expr, names)));
    }
    found.extend(of_transitions(service));
    found.extend(invariants.iter().chain(facts).map(|condition| (&condition.expr, global)));
    found.extend(temporals.iter().filter_map(|temporal| temporal.property.expr()).map(|expr| (expr, global)));
    found.extend(of_conventions(service));
    found
}

fn of_entities(service: &Service) -> impl Iterator<Item = (&Expr, Names<'_>)> {
    service.entities.iter().flat_map(|entity| {
        let names = Names { entity: Some(entity), ..Names::default() };
        let refinements = entity.fields.iter().filter_map(|field| field.refinement.as_ref());
        let invariants = entity.invariants.iter().map(|invariant| &invariant.expr);
        refinements.chain(invariants).map(move |expr| (expr, names))
    })
}

fn of_functions(service: &Service) -> impl Iterator<Item = (&Expr, Names<'_>)> {
    let own = service.functions.iter().filter(|function| !function.from_preamble);
    own.filter_map(|function| match &function.body {
        FunctionBody::Defined(body) => Some((body, Names { params: &function.params, ..Names::default() })),
        FunctionBody::Extern => None,
    })
}

fn of_transitions(service: &Service) -> impl Iterator<Item = (&Expr, Names<'_>)> {
    service.transitions.iter().flat_map(move |transition| {
        let entity = Some(service.entity(transition.entity));
        transition.rules.iter().filter_map(move |rule| {
            let resolved = rule.resolved.as_ref().ok()?;
            let operation = Some(service.operation(resolved.via));
            Some((resolved.guard.as_ref()?, Names { operation, entity, ..Names::default() }))
        })
    })
}

fn of_conventions(service: &Service) -> impl Iterator<Item = (&Expr, Names<'_>)> {
    service.conventions.iter().map(move |convention| {
        let operation = if let super::Target::Operation(id) = convention.target { Some(id) } else { None };
        let operation = operation.map(|id| service.operation(id));
        (&convention.value, Names { operation, ..Names::default() })
    })
}
