//! What is wrong with a request before any clause is looked at: credentials and inputs. Derived from the first success
//! of each operation.

use serde_json::{Value, json};
use specc::ir::{AliasId, Names, Operation, Service, Type, TypeRef, print};

use super::session::{Checked, Sent, Session, ensure, problem, sent};
use super::table::{Case, Expect};
use crate::common::http::Response;

/// The first success of each operation.
fn models(session: &Session<'_>) -> Vec<Case> {
    let is_success = |case: &&Case| matches!(case.expect, Expect::Success(_));
    let of = |operation: &Operation| {
        let mut cases = session.fixture.cases.iter().filter(is_success);
        cases.find(|case| case.operation == operation.name).cloned()
    };
    session.service.operations.iter().filter_map(of).collect()
}

/// Each scheme of an operation is enough; without credentials, with wrong ones and with those of another scheme the
/// answer is 401.
pub fn credentials(session: &mut Session<'_>) -> Vec<String> {
    let mut failures = Vec::new();
    for case in models(session) {
        let operation = session.operation(&case);
        if operation.auth.is_empty() {
            continue;
        }
        for scheme in &operation.auth {
            if let Err(why) = session.case_by(&case, Some(*scheme)) {
                failures.push(format!("{} by scheme {scheme}: {why}", case.title()));
            }
        }
        for headers in strangers(session, operation) {
            if let Err(why) = refused(session, &case, &headers) {
                failures.push(format!("{} with {headers:?}: {why}", case.title()));
            }
        }
    }
    failures
}

/// Headers that let nobody pass.
fn strangers<'f>(session: &Session<'f>, operation: &Operation) -> Vec<Vec<(&'f str, &'f str)>> {
    let mut found = vec![Vec::new()];
    for credential in &session.fixture.credentials {
        found.extend(credential.invalid.iter().map(|invalid| vec![(credential.header, *invalid)]));
    }
    let others = (0..session.service.schemes.len()).filter(|scheme| !operation.auth.contains(scheme));
    found.extend(others.map(|scheme| session.credentials(Some(scheme))));
    found
}

fn refused(session: &mut Session<'_>, case: &Case, headers: &[(&str, &str)]) -> Checked {
    let before = session.load(case)?;
    let response = session.send(&case.call, &sent(&case.call), headers);
    session.unchanged(&before)?;
    let (_, clause) = problem(&response, 401)?;
    ensure!(clause.is_none(), "it names {clause:?}");
    ensure!(response.header("www-authenticate").is_some(), "it does not say what would do");
    Ok(())
}

/// Inputs outside their type, of another type, absent and unknown are 422; those at the limits of their type are not.
pub fn inputs(session: &mut Session<'_>) -> Vec<String> {
    let mut failures = Vec::new();
    for case in models(session) {
        let operation = session.operation(&case);
        let mut attempts = Vec::new();
        for param in &operation.inputs {
            attempts.extend(limits(session, &case, &param.name, &param.ty));
            attempts.extend(misfits(&case, &param.name, &param.ty));
        }
        attempts.extend(surplus(&case));
        for attempt in attempts {
            if let Err(why) = attempted(session, &case, &attempt) {
                let Sent { target, body } = &attempt.sent;
                failures.push(format!("{} as {target} {body:?}: {why}", case.title()));
            }
        }
    }
    failures
}

struct Attempt {
    sent: Sent,
    expect: Expectation,
}

enum Expectation {
    /// Whatever the answer is, it is not 422.
    Readable,
    Unreadable,
    /// 422 with this detail and this clause.
    Broken(String, String),
}

fn attempted(session: &mut Session<'_>, case: &Case, attempt: &Attempt) -> Checked {
    let before = session.load(case)?;
    let headers = session.credentials(session.operation(case).auth.first().copied());
    let response: Response = session.send(&case.call, &attempt.sent, &headers);
    if let Expectation::Readable = attempt.expect {
        ensure!(response.status != 422 && response.status < 500, "{} {}", response.status, response.text());
        return Ok(());
    }
    session.unchanged(&before)?;
    let found = problem(&response, 422)?;
    if let Expectation::Broken(detail, clause) = &attempt.expect {
        ensure!(found == (detail.clone(), Some(clause.clone())), "it says {found:?}");
    }
    Ok(())
}

/// A call with another value for one input; none where a path cannot carry it.
fn with(case: &Case, name: &str, value: Value) -> Option<Sent> {
    let in_path = case.call.template.contains(&format!("{{{name}}}"));
    if in_path && (value == json!("") || value.is_null() || value.is_object()) {
        return None;
    }
    let mut call = case.call.clone();
    call.inputs[name] = value;
    Some(sent(&call))
}

fn limits(session: &Session<'_>, case: &Case, name: &str, ty: &TypeRef) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for (alias, is_many) in refined(session.service, ty) {
        let declared = &session.service.aliases[alias.index()];
        let Some(limits) = session.fixture.limits.iter().find(|limits| *limits.alias == *declared.name) else {
            continue;
        };
        let whole = |value: &Value| if is_many { json!([value]) } else { value.clone() };
        let refinement = declared.refinement.as_ref().expect("a refinement");
        let broken = || {
            let detail = format!("{name}: breaks the refinement of `{}`", declared.name);
            Expectation::Broken(detail, print(refinement, session.service, Names::default()))
        };
        let outside = limits.outside.iter().filter_map(|value| with(case, name, whole(value)));
        attempts.extend(outside.map(|sent| Attempt { sent, expect: broken() }));
        let inside = limits.inside.iter().filter_map(|value| with(case, name, whole(value)));
        attempts.extend(inside.map(|sent| Attempt { sent, expect: Expectation::Readable }));
    }
    attempts
}

/// The aliases with a refinement in a type, and whether they stand in a set or sequence.
pub fn refined(service: &Service, ty: &TypeRef) -> Vec<(AliasId, bool)> {
    let Some(alias) = ty.alias else {
        let is_many = matches!(ty.ty, Type::Set(_) | Type::Seq(_));
        let parts = ty.args.iter().flat_map(|part| refined(service, part));
        return parts.map(|(alias, inside)| (alias, inside || is_many)).collect();
    };
    let declared = &service.aliases[alias.index()];
    let own = declared.refinement.as_ref().map(|_| (alias, false));
    own.into_iter().chain(refined(service, &declared.base)).collect()
}

/// An input that is absent, `null`, or of another type.
fn misfits(case: &Case, name: &str, ty: &TypeRef) -> Vec<Attempt> {
    let in_body = sent(&case.call).body.is_some_and(|body| body.get(name).is_some());
    let is_optional = matches!(ty.ty, Type::Option(_));
    let mut found = Vec::new();
    if in_body {
        found.extend([json!({ "a": 1 }), json!([[]])].map(|value| with(case, name, value)));
        if !is_optional {
            found.push(with(case, name, Value::Null));
            let mut call = case.call.clone();
            call.inputs.as_object_mut().expect("inputs").remove(name);
            found.push(Some(sent(&call)));
        }
    }
    if !is_text(&ty.ty) {
        found.push(with(case, name, json!("no such thing")));
    }
    found.into_iter().flatten().map(|sent| Attempt { sent, expect: Expectation::Unreadable }).collect()
}

fn is_text(ty: &Type) -> bool {
    if let Type::Option(inner) | Type::Set(inner) = ty { is_text(inner) } else { matches!(ty, Type::String) }
}

/// A body with a field too many.
fn surplus(case: &Case) -> Option<Attempt> {
    let mut sent = sent(&case.call);
    let mut body = sent.body.take().unwrap_or_else(|| json!({}));
    body["surplus"] = json!(1);
    sent.body = Some(body);
    (case.call.method != "GET").then_some(Attempt { sent, expect: Expectation::Unreadable })
}
