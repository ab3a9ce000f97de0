//! A rule of a transition says `via` and then a name that no operation has. Nothing can take that step,
//! so the rule is skipped, and reports list it as skipped.
//!
//! Name an operation, or declare the one that is missing.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   enum Status { OPEN, PAID }
//!
//!   entity Order { status: Status }
//!
//!   state { orders: Int -> one Order }
//!
//!   operation Open {
//!     input: id: Int
//!     requires: id not in orders
//!     ensures: orders' = orders + {id -> Order { status = OPEN }}
//!   }
//!
//!   operation Pay {
//!     input: id: Int
//!     requires: id in orders
//!     ensures: orders'[id].status = PAID
//!   }
//!
//!   transition Life {
//!     entity: Order
//!     field: status
//!     OPEN -> PAID via Payment
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   enum Status { OPEN, PAID }
//!
//!   entity Order { status: Status }
//!
//!   state { orders: Int -> one Order }
//!
//!   operation Open {
//!     input: id: Int
//!     requires: id not in orders
//!     ensures: orders' = orders + {id -> Order { status = OPEN }}
//!   }
//!
//!   operation Pay {
//!     input: id: Int
//!     requires: id in orders
//!     ensures: orders'[id].status = PAID
//!   }
//!
//!   transition Life {
//!     entity: Order
//!     field: status
//!     OPEN -> PAID via Pay
//!   }
//! }
//! ```

use super::meant::Meant;
use super::{Check, Lint};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Rule, Service, SkippedRule};

pub(super) const LINT: Lint =
    Lint { code: Code::UnknownVia, source: include_str!("unknown_via.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
    let unknown = rules.filter(|rule| matches!(rule.resolved, Err(SkippedRule::UnknownOperation)));
    let mut meant = Meant::new(service.operations.iter().map(|operation| operation.name.as_str()));
    found.extend(unknown.map(|rule| report(rule, meant.help(&rule.via))));
}

fn report(rule: &Rule, meant: Option<String>) -> Diagnostic {
    let declare = || format!("declare `operation {} {{ … }}`, or remove the rule", rule.via);
    Diagnostic::new(Code::UnknownVia, rule.span, format!("there is no operation `{}`", rule.via))
        .label("this rule is skipped")
        .help(meant.unwrap_or_else(declare))
}
