//! An option is used as if it were always there. A field of `none` is undefined, so the clause does not
//! hold where the option is `none`; an ordered comparison with `none` is false. Either is rarely what
//! was meant.
//!
//! Test for `none` first: `x != none and …`, `x = none or …`, `x != none implies …`, or an earlier
//! clause of the same list.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state {
//!     limit: Option[Int]
//!     used: Int
//!   }
//!
//!   operation Use {
//!     requires: limit > used
//!     ensures: used' = used + 1
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state {
//!     limit: Option[Int]
//!     used: Int
//!   }
//!
//!   operation Use {
//!     requires: limit = none or limit > used
//!     ensures: used' = used + 1
//!   }
//! }
//! ```

use super::{Check, Lint, Part, shown_type};
use crate::diag::{Code, Diagnostic};
use crate::ir::{BinaryOp, Expr, ExprKind, Names, Service, Tested, Type, print};

pub(super) const LINT: Lint = Lint {
    code: Code::UntestedOption,
    source: include_str!("untested_option.rs"),
    check: Check::Parts(|expr| matches!(expr.kind, ExprKind::Unwrap(_, Tested::No)) || ordered(expr).is_some(), check),
};

fn check(service: &Service, parts: &[Part<'_>], found: &mut Vec<Diagnostic>) {
    for (expr, names) in parts {
        if let ExprKind::Unwrap(option, Tested::No) = &expr.kind {
            found.push(report(service, option, *names, "where it is `none`, this is undefined"));
        }
        let compared = ordered(expr).into_iter().flatten();
        for option in compared.filter(|side| matches!(side.ty, Type::Option(_))) {
            found.push(report(service, option, *names, "where it is `none`, the comparison is false"));
        }
    }
}

/// The sides of an ordered comparison.
fn ordered(expr: &Expr) -> Option<[&Expr; 2]> {
    let ExprKind::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, left, right) = &expr.kind else {
        return None;
    };
    Some([left, right])
}

fn report(service: &Service, option: &Expr, names: Names<'_>, effect: &str) -> Diagnostic {
    let text = print(option, service, names);
    let message = format!("this `{}` is used without a test", shown_type(service, &option.ty));
    Diagnostic::new(Code::UntestedOption, option.span, message)
        .label(effect)
        .help(format!("test it first: `{text} != none and …`, or `{text} = none or …`"))
}
