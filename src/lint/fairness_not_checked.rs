//! `fairness(Op)` says that an operation is not starved for ever. No test that ends can observe that, so
//! the property is accepted and reported as not checked, in every report.
//!
//! Where a state that can be reached is meant, say so with `eventually`.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { waiting: Int }
//!
//!   operation Join {
//!     ensures: waiting' = waiting + 1
//!   }
//!
//!   temporal progress: fairness(Join)
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { waiting: Int }
//!
//!   operation Join {
//!     ensures: waiting' = waiting + 1
//!   }
//!
//!   temporal progress: eventually(waiting > 0)
//! }
//! ```

use super::{Check, Lint};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Property, Service};

pub(super) const LINT: Lint = Lint {
    code: Code::FairnessNotChecked,
    source: include_str!("fairness_not_checked.rs"),
    check: Check::Whole(check),
};

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    for temporal in &service.temporals {
        if let Property::Fairness(id) = temporal.property {
            let operation = service.operation(id);
            let message = format!("the fairness of `{}` is not checked", operation.name);
            found.push(
                Diagnostic::new(Code::FairnessNotChecked, temporal.span, message)
                    .label("accepted, and reported as not checked")
                    .also(operation.span, "the operation")
                    .help(format!("for something a test can see, write `temporal {}: eventually(…)`", temporal.name)),
            );
        }
    }
}
