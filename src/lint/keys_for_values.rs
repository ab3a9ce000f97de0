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

use super::{Lint, binders, each_part, shown_type};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Binder, Expr, Names, Range, Service, print};

pub(super) const LINT: Lint = Lint { code: Code::KeysForValues, source: include_str!("keys_for_values.rs"), check };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    each_part(service, &mut |expr, names| {
        for binder in binders(expr) {
            if let Range::Values(source) = &binder.range {
                found.push(report(service, binder, source, names));
            }
        }
    });
}

fn report(service: &Service, binder: &Binder, source: &Expr, names: Names<'_>) -> Diagnostic {
    let variable = &binder.local.name;
    let text = print(source, service, names);
    let message = format!("`{variable}` ranges over values here, where an iteration takes keys");
    Diagnostic::new(Code::KeysForValues, source.span, message)
        .label(format!("its values are `{}`, which the context asks for", shown_type(service, &binder.ty)))
        .help(format!("write `{variable} in ran({text})`"))
}
