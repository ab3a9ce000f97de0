//! The operation has outputs, but answers 204, and a 204 response has no body to carry them. An
//! operation answers 204 where a convention says so, or where all it does is to remove a key, which
//! makes it a delete.
//!
//! Set another status, such as 200, or drop the outputs.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { count: Int }
//!
//!   operation Increment {
//!     output: total: Int
//!     ensures:
//!       count' = count + 1
//!       total = count + 1
//!   }
//!
//!   conventions {
//!     Increment.http_status_success = 204
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { count: Int }
//!
//!   operation Increment {
//!     output: total: Int
//!     ensures:
//!       count' = count + 1
//!       total = count + 1
//!   }
//!
//!   conventions {
//!     Increment.http_status_success = 200
//!   }
//! }
//! ```

use super::{Check, Lint};
use crate::convention::{ResponseShape, Route, routes};
use crate::diag::{Code, Diagnostic, list_of};
use crate::ir::{ConventionProperty, Operation, OperationId, Service, Target};
use crate::source::Span;

pub(super) const LINT: Lint =
    Lint { code: Code::DroppedOutput, source: include_str!("dropped_output.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    if service.operations.iter().all(|operation| operation.outputs.is_empty()) {
        return;
    }
    let (api, _) = routes(service);
    for route in api.routes.iter().filter(|route| route.response == ResponseShape::NoContent) {
        let operation = service.operation(route.operation);
        let (span, why) = reason(service, operation, route);
        found.extend(report(operation, route.status, span, &why));
    }
}

/// The place that makes an operation answer without a body, and why.
fn reason(service: &Service, operation: &Operation, route: &Route) -> (Span, String) {
    if let Some(span) = status_rule(service, route.operation) {
        return (span, "the status is set here".into());
    }
    let clause = route.clause.and_then(|clause| operation.ensures.get(clause));
    let span = clause.map_or(operation.span, |clause| clause.span);
    (span, format!("this makes it a {}, which answers {}", route.kind.name(), route.status))
}

fn status_rule(service: &Service, operation: OperationId) -> Option<Span> {
    let sets = |target: Target, property| {
        target == Target::Operation(operation) && property == ConventionProperty::HttpStatusSuccess
    };
    service.conventions.iter().find(|rule| sets(rule.target, rule.property)).map(|rule| rule.span)
}

fn report(operation: &Operation, status: u16, because: Span, why: &str) -> Option<Diagnostic> {
    let first = operation.outputs.first()?;
    let outputs: Vec<String> = operation.outputs.iter().map(|output| format!("`{}`", output.name)).collect();
    let message = format!("the {status} response of `{}` drops {}", operation.name, list_of(&outputs, "and"));
    let diagnostic = Diagnostic::new(Code::DroppedOutput, first.span, message)
        .label(format!("a {status} response has no body"))
        .also(because, why)
        .help(format!("write `{}.http_status_success = 200` in `conventions`, or drop the output", operation.name));
    Some(diagnostic)
}
