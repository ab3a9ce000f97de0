//! A transition is about a field whose type is an enum: only then are the values between which it moves
//! known. All rules of this transition are skipped, and reports list them as skipped.
//!
//! Declare an enum of the values and make it the type of the field.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   entity Order { status: String }
//!
//!   state { orders: Int -> one Order }
//!
//!   operation Pay {
//!     input: id: Int
//!     requires: id in orders
//!     ensures: orders'[id].status = "PAID"
//!   }
//!
//!   transition Life {
//!     entity: Order
//!     field: status
//!     OPEN -> PAID via Pay
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

use rustc_hash::FxHashSet;

use super::{Check, Lint, written};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Service, SkippedRule, Transition};

pub(super) const LINT: Lint =
    Lint { code: Code::TransitionNotEnum, source: include_str!("transition_not_enum.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    let skipped = service.transitions.iter().filter(|transition| is_skipped(transition));
    found.extend(skipped.filter_map(|transition| report(service, transition)));
}

fn is_skipped(transition: &Transition) -> bool {
    transition.rules.iter().any(|rule| matches!(rule.resolved, Err(SkippedRule::FieldIsNoEnum)))
}

fn report(service: &Service, transition: &Transition) -> Option<Diagnostic> {
    let entity = service.entity(transition.entity);
    let field = entity.fields.get(transition.field.index())?;
    let found = written(service, &field.ty);
    let message = format!("the field `{}` of `{}` is no enum", field.name, entity.name);
    let diagnostic = Diagnostic::new(Code::TransitionNotEnum, transition.span, message)
        .label("the rules of this transition are skipped")
        .also(field.span, format!("this is a `{found}`"))
        .help(format!("declare an enum `{{ {} }}` and make it the type of `{}`", values(transition), field.name));
    Some(diagnostic)
}

/// The values that the rules speak of, in the order they appear.
fn values(transition: &Transition) -> String {
    let mut seen = FxHashSet::default();
    let names = transition.rules.iter().flat_map(|rule| [rule.from.as_str(), rule.to.as_str()]);
    names.filter(|name| seen.insert(*name)).collect::<Vec<_>>().join(", ")
}
