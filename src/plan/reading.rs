//! What a harness asks of an operation: whether it only reads, and which values of its path would lead elsewhere.

use std::collections::BTreeSet;

use crate::convention::{Api, Route, Segment};
use crate::effect::{self, Effects};
use crate::ir::{OperationId, Service};

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
