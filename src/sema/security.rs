//! Security schemes: their kinds and arguments.

use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::ir::{Scheme, SchemeKind};
use crate::syntax::ast;

const KINDS: [&str; 3] = ["Bearer", "Basic", "ApiKey"];

/// Resolves a scheme; a scheme with an error stands as `Basic`, which no one will see.
pub(super) fn scheme(decl: &ast::Scheme, diagnostics: &mut Vec<Diagnostic>) -> Scheme {
    let kind = kind(decl).unwrap_or_else(|diagnostic| {
        diagnostics.push(*diagnostic);
        SchemeKind::Basic
    });
    Scheme { name: decl.name.text.clone(), span: decl.name.span, kind }
}

fn kind(decl: &ast::Scheme) -> Result<SchemeKind, Box<Diagnostic>> {
    let args: Vec<(&str, &String)> = decl.args.iter().map(|(name, value)| (name.text.as_str(), value)).collect();
    match (decl.kind.text.as_str(), args.as_slice()) {
        ("Bearer", []) => Ok(SchemeKind::Bearer(None)),
        ("Bearer", [("format", format)]) => Ok(SchemeKind::Bearer(Some((*format).clone()))),
        ("Basic", []) => Ok(SchemeKind::Basic),
        ("ApiKey", [(place, name)]) if is_token(name) => match *place {
            "header" => Ok(SchemeKind::ApiKeyHeader((*name).clone())),
            "query" => Ok(SchemeKind::ApiKeyQuery((*name).clone())),
            "cookie" => Ok(SchemeKind::ApiKeyCookie((*name).clone())),
            _ => Err(bad(decl, "an `ApiKey` is in a `header`, a `query` parameter or a `cookie`")),
        },
        (known, _) if KINDS.contains(&known) => Err(bad(decl, &format!("the arguments of `{known}` are not right"))),
        (unknown, _) => {
            let mut diagnostic = bad(decl, &format!("`{unknown}` is not a kind of security scheme"));
            diagnostic.help = did_you_mean(unknown, KINDS).or(diagnostic.help);
            Err(diagnostic)
        }
    }
}

/// Whether a text can be the name of a header, parameter or cookie.
fn is_token(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

fn bad(decl: &ast::Scheme, message: &str) -> Box<Diagnostic> {
    let help = "write `Bearer`, `Bearer(format: \"JWT\")`, `Basic`, or `ApiKey(header: \"X-Api-Key\")` with `header`, `query` or `cookie`";
    Box::new(Diagnostic::new(Code::BadScheme, decl.kind.span, message).help(help))
}
