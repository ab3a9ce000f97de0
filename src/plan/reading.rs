//! What a harness asks of an operation: whether it only reads, which values of its path would lead elsewhere, which moves it
//! can make, and how callers show who they are.

use std::collections::BTreeSet;

use crate::convention::{Api, Route, Segment};
use crate::effect::{self, Effects};
use crate::ir::{OperationId, ParamIndex, Service, StateId};

/// Whether an operation changes nothing, whatever the spec leaves open.
pub fn only_reads(service: &Service, id: OperationId) -> bool {
    effect::only_reads(service, id, &Effects::of(service, service.operation(id)))
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

/// What a transition says about an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// The transition, by position.
    pub transition: usize,
    /// The relation whose entries move.
    pub relation: StateId,
    /// The input that names the entry.
    pub key: ParamIndex,
    /// The rules that the operation follows, by position.
    pub rules: Vec<usize>,
}

/// The moves that an operation can make, by transition.
pub fn moves(service: &Service, via: OperationId) -> Vec<Moves> {
    let of = |(transition, declared): (usize, &crate::ir::Transition)| {
        let resolved =
            declared.rules.iter().enumerate().filter_map(|(at, rule)| Some((at, rule.resolved.as_ref().ok()?)));
        let own: Vec<_> = resolved.filter(|(_, resolved)| resolved.via == via).collect();
        let (_, first) = own.first()?;
        let rules = own.iter().map(|(at, _)| *at).collect();
        Some(Moves { transition, relation: first.relation, key: first.key, rules })
    };
    service.transitions.iter().enumerate().filter_map(of).collect()
}
