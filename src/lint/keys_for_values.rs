//! An iteration over a relation or map goes over its keys. Here a set of its values is asked for, so the
//! comprehension takes the values instead, which its text does not say.
//!
//! Write `ran(r)` to iterate over the values.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   entity Item { price: Int }
//!
//!   state { items: String -> one Item }
//!
//!   operation ListCheap {
//!     output: cheap: Set[Item]
//!     ensures: cheap = { item in items | item.price < 10 }
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   entity Item { price: Int }
//!
//!   state { items: String -> one Item }
//!
//!   operation ListCheap {
//!     output: cheap: Set[Item]
//!     ensures: cheap = { item in ran(items) | item.price < 10 }
//!   }
//! }
//! ```

use super::{Check, Lint, Part, binders, shown_type};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Binder, Expr, Names, Range, Service, print};

pub(super) const LINT: Lint = Lint {
    code: Code::KeysForValues,
    source: include_str!("keys_for_values.rs"),
    check: Check::Parts(|expr| over_values(expr).next().is_some(), check),
};

fn check(service: &Service, parts: &[Part<'_>], found: &mut Vec<Diagnostic>) {
    for (expr, names) in parts {
        found.extend(over_values(expr).map(|(binder, source)| report(service, binder, source, *names)));
    }
}

/// The binders that range over values where an iteration takes keys.
fn over_values(expr: &Expr) -> impl Iterator<Item = (&Binder, &Expr)> {
    binders(expr).iter().filter_map(|binder| match &binder.range {
        Range::Values(source) => Some((binder, source)),
        Range::Elements(_) | Range::All(_) => None,
    })
}

fn report(service: &Service, binder: &Binder, source: &Expr, names: Names<'_>) -> Diagnostic {
    let variable = &binder.local.name;
    let text = print(source, service, names);
    let message = format!("`{variable}` ranges over values here, where an iteration takes keys");
    Diagnostic::new(Code::KeysForValues, source.span, message)
        .label(format!("its values are `{}`, which the context asks for", shown_type(service, &binder.ty)))
        .help(format!("write `{variable} in ran({text})`"))
}
