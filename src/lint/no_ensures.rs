//! The operation returns something, but no `ensures` says what. A service may answer with any value of
//! the type, and no test can tell a right answer from a wrong one.
//!
//! Say in `ensures` what each output is.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { stock: Int }
//!
//!   operation ReadStock {
//!     output: level: Int
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { stock: Int }
//!
//!   operation ReadStock {
//!     output: level: Int
//!     ensures: level = stock
//!   }
//! }
//! ```

use super::{Check, Lint};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Operation, Service};

pub(super) const LINT: Lint =
    Lint { code: Code::NoEnsures, source: include_str!("no_ensures.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    found.extend(service.operations.iter().filter(|operation| operation.ensures.is_empty()).filter_map(report));
}

fn report(operation: &Operation) -> Option<Diagnostic> {
    let first = operation.outputs.first()?;
    let message = format!("`{}` promises nothing about what it returns", operation.name);
    let diagnostic = Diagnostic::new(Code::NoEnsures, operation.span, message)
        .label("it has outputs and no `ensures`")
        .help(format!("say what each output is: `ensures: {} = …`", first.name));
    let name = |diagnostic: Diagnostic, span| diagnostic.also(span, "this may be anything");
    Some(operation.outputs.iter().map(|output| output.span).fold(diagnostic, name))
}
