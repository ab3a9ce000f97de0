//! An `extern` has no body in the spec, and none is at hand. Clauses that depend on a call of it count
//! as true: the tests check less than the spec seems to say, and list the clause as loose. With
//! `--strict` this is an error.
//!
//! Where the language can say what the function does, define it in the spec.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { names: Set[String] }
//!
//!   extern predicate isDecent(name: String)
//!
//!   operation Register {
//!     input: name: String
//!     requires: isDecent(name)
//!     ensures: names' = names + {name}
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { names: Set[String] }
//!
//!   predicate isDecent(name: String) = name matches /^[a-z]+$/
//!
//!   operation Register {
//!     input: name: String
//!     requires: isDecent(name)
//!     ensures: names' = names + {name}
//!   }
//! }
//! ```

use super::{Check, Lint, each_part, written};
use crate::diag::{Code, Diagnostic};
use crate::ir::{ExprKind, Function, FunctionBody, Param, Service};
use crate::source::Span;

pub(super) const LINT: Lint =
    Lint { code: Code::ExternWithoutBody, source: include_str!("extern_without_body.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    if !service.functions.iter().any(|function| matches!(function.body, FunctionBody::Extern)) {
        return;
    }
    each_part(service, &mut |expr, _| {
        let ExprKind::Call(id, ..) = &expr.kind else { return };
        let function = service.function(*id);
        if matches!(function.body, FunctionBody::Extern) {
            found.push(report(service, function, expr.span));
        }
    });
}

fn report(service: &Service, function: &Function, call: Span) -> Diagnostic {
    let message = format!("the extern `{}` has no body", function.name);
    Diagnostic::new(Code::ExternWithoutBody, call, message)
        .label("clauses that depend on this call count as true")
        .also(function.span, "declared here")
        .help(format!("where the spec can say what it does, define it: `{} = …`", head(service, function)))
}

/// What the declaration of a function says before its body.
fn head(service: &Service, function: &Function) -> String {
    let param = |param: &Param| format!("{}: {}", param.name, written(service, &param.ty));
    let params = function.params.iter().map(param).collect::<Vec<_>>().join(", ");
    if function.is_predicate {
        return format!("predicate {}({params})", function.name);
    }
    format!("function {}({params}): {}", function.name, written(service, &function.result))
}
