//! What a harness asks of an operation: whether it only reads, and which values of its path would lead elsewhere.

use std::collections::BTreeSet;

use crate::convention::{Api, Route, Segment};
use crate::effect::Effects;
use crate::ir::{Expr, ExprKind, Moment, OperationId, Service, any};

/// Whether an operation changes nothing, whatever the spec leaves open.
pub fn only_reads(service: &Service, id: OperationId) -> bool {
    let operation = service.operation(id);
    let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
    let moves = rules.filter_map(|rule| rule.resolved.as_ref().ok()).any(|rule| rule.via == id);
    let effects = Effects::of(service, operation);
    let opened = effects.checks.iter().filter(|check| check.opens).any(|check| primes(&check.expr));
    let mut loose = effects.loose.iter().filter_map(|clause| operation.ensures.get(*clause));
    !moves && !opened && !loose.any(|clause| primes(&clause.expr)) && !effects.change_state()
}

/// Whether an expression speaks of the state afterwards.
fn primes(expr: &Expr) -> bool {
    any(expr, &|part| matches!(part.kind, ExprKind::State(_, Moment::After)))
}

/// The words of other routes where this one has a value: a value that is one of them would lead elsewhere.
pub fn siblings(api: &Api, route: &Route) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, segment) in route.template.0.iter().enumerate() {
        if matches!(segment, Segment::Literal(_)) {
            continue;
        }
        for other in &api.routes {
            if let Some(Segment::Literal(word)) = other.template.0.get(at) {
                found.insert(word.to_string());
            }
        }
        if at == 0 && route.template.0.len() == 1 {
            found.extend(["health", "metrics", "openapi.json", "ready"].map(String::from));
        } else if at == 0 {
            found.insert("__test_admin__".into());
        }
    }
    found
}
