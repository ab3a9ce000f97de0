//! The spec calls a function that it does not declare. Nobody can say what the call gives, so every
//! condition that depends on it counts as true: the tests check less than the spec seems to say, and
//! list the clause as loose. With `--strict` this is an error.
//!
//! Declare the function with a body. Where the body cannot be written in the spec, declare it as
//! `extern`; then the spec says at least what it takes and gives, though W612 remains.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { names: Set[String] }
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

use super::meant::Meant;
use super::{Check, Lint, Part, shown_type};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Builtin, Expr, ExprKind, Service, Type};

pub(super) const LINT: Lint = Lint {
    code: Code::UndeclaredFunction,
    source: include_str!("undeclared_function.rs"),
    check: Check::Parts(|expr| matches!(expr.kind, ExprKind::UndeclaredCall(..)), check),
};

const BUILTINS: [Builtin; 12] = [
    Builtin::Len,
    Builtin::Dom,
    Builtin::Ran,
    Builtin::Max,
    Builtin::Min,
    Builtin::Abs,
    Builtin::Now,
    Builtin::Days,
    Builtin::Hours,
    Builtin::Minutes,
    Builtin::Seconds,
    Builtin::Hash,
];

fn check(service: &Service, parts: &[Part<'_>], found: &mut Vec<Diagnostic>) {
    let builtins = BUILTINS.iter().map(|builtin| builtin.name()).chain(["sum"]);
    let mut meant = Meant::new(builtins.chain(service.functions.iter().map(|function| function.name.as_str())));
    for (expr, _) in parts {
        if let ExprKind::UndeclaredCall(name, args) = &expr.kind {
            let declaration = declaration(service, name, args, &expr.ty);
            found.push(report(expr, name, &declaration, meant.help(name)));
        }
    }
}

/// The declaration that would make the call one of an extern.
fn declaration(service: &Service, name: &str, args: &[Expr], result: &Type) -> String {
    let param = |(index, arg): (usize, &Expr)| format!("{}: {}", letter(index), declared(service, &arg.ty));
    let params: Vec<String> = args.iter().enumerate().map(param).collect();
    let params = params.join(", ");
    if *result == Type::Bool {
        return format!("extern predicate {name}({params})");
    }
    format!("extern function {name}({params}): {}", declared(service, result))
}

fn letter(index: usize) -> String {
    ('a'..='z').nth(index).map_or_else(|| format!("a{index}"), String::from)
}

/// A type as a parameter may have it: a relation is a map there, and what is not known is left open.
fn declared(service: &Service, ty: &Type) -> String {
    if ty.has_unknown() {
        return "…".into();
    }
    if let Type::Multi(key, value) = ty {
        return shown_type(service, &Type::map(key.as_ref().clone(), Type::Set(value.clone())));
    }
    shown_type(service, ty)
}

fn report(call: &Expr, name: &str, declaration: &str, meant: Option<String>) -> Diagnostic {
    let declare = format!("declare it, with a body or as `{declaration}`");
    let help = meant.map_or_else(|| declare.clone(), |meant| format!("{meant} Else {declare}"));
    Diagnostic::new(Code::UndeclaredFunction, call.span, format!("no function `{name}` is declared"))
        .label("a condition that depends on this call counts as true")
        .help(help)
}
