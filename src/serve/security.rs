//! Who may call: the schemes of a spec against the credentials in the environment. An operation's schemes are
//! alternatives; a scheme whose credential nobody set lets nobody pass.

use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use subtle::ConstantTimeEq;

use super::problem::Problem;
use super::target;
use crate::ir::{Operation, Scheme, SchemeKind, Service};

/// The schemes of a service with the credentials that are valid for them.
pub(super) struct Guard {
    schemes: Vec<Checked>,
}

struct Checked {
    kind: SchemeKind,
    credential: Option<String>,
    challenge: HeaderValue,
}

/// The environment variable that holds the valid credential of a scheme.
pub fn credential_variable(scheme: &Scheme) -> String {
    format!("SPEC_AUTH_{}", scheme.name.to_uppercase())
}

impl Guard {
    /// The schemes of a service; `environment` gives the value of a variable.
    pub(super) fn new(service: &Service, environment: &dyn Fn(&str) -> Option<String>) -> Guard {
        let checked = |scheme: &Scheme| Checked {
            kind: scheme.kind.clone(),
            credential: environment(&credential_variable(scheme)).filter(|value| !value.is_empty()),
            challenge: challenge(&scheme.kind, &service.name),
        };
        Guard { schemes: service.schemes.iter().map(checked).collect() }
    }

    /// The positions of the schemes that let nobody pass.
    pub(super) fn closed(&self) -> impl Iterator<Item = usize> {
        self.schemes.iter().enumerate().filter(|(_, scheme)| scheme.credential.is_none()).map(|(index, _)| index)
    }

    /// Lets a request pass that shows the credential of one of the operation's schemes.
    pub(super) fn admit(&self, operation: &Operation, headers: &HeaderMap, query: &str) -> Result<(), Problem> {
        let schemes = || operation.auth.iter().filter_map(|index| self.schemes.get(*index));
        if operation.auth.is_empty() || schemes().any(|scheme| scheme.admits(headers, query)) {
            return Ok(());
        }
        let challenges: Vec<HeaderValue> = schemes().map(|scheme| scheme.challenge.clone()).collect();
        Err(Problem::unauthorized("Valid credentials for this operation are missing.", &challenges))
    }
}

impl Checked {
    fn admits(&self, headers: &HeaderMap, query: &str) -> bool {
        let Some(valid) = &self.credential else { return false };
        let shown = match &self.kind {
            SchemeKind::Bearer(_) => authorization(headers, "bearer").map(|token| token.as_bytes().to_vec()),
            SchemeKind::Basic => authorization(headers, "basic").and_then(|text| STANDARD.decode(text).ok()),
            SchemeKind::ApiKeyHeader(name) => headers.get(name.as_str()).map(|value| value.as_bytes().to_vec()),
            SchemeKind::ApiKeyQuery(name) => from_query(query, name),
            SchemeKind::ApiKeyCookie(name) => from_cookie(headers, name),
        };
        shown.is_some_and(|shown| same(&shown, valid.as_bytes()))
    }
}

/// Compares in a time that does not tell how far the two agree.
fn same(shown: &[u8], valid: &[u8]) -> bool {
    shown.ct_eq(valid).into()
}

/// Whether a request carries a bearer token.
pub(super) fn has_bearer(headers: &HeaderMap, token: &str) -> bool {
    authorization(headers, "bearer").is_some_and(|shown| same(shown.as_bytes(), token.as_bytes()))
}

/// What follows the name of an authentication scheme, which is case-insensitive.
fn authorization<'h>(headers: &'h HeaderMap, scheme: &str) -> Option<&'h str> {
    let (name, rest) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    name.eq_ignore_ascii_case(scheme).then(|| rest.trim())
}

fn from_query(query: &str, name: &str) -> Option<Vec<u8>> {
    let pairs = target::query(query).ok()?;
    pairs.into_iter().find(|(found, _)| found == name).map(|(_, value)| value.into_owned().into_bytes())
}

fn from_cookie(headers: &HeaderMap, name: &str) -> Option<Vec<u8>> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(found, _)| *found == name).map(|(_, value)| value.trim_matches('"').as_bytes().to_vec())
}

/// What a 401 asks for. There is no registered scheme for API keys, so theirs only says where the key belongs.
fn challenge(kind: &SchemeKind, service: &str) -> HeaderValue {
    let text = match kind {
        SchemeKind::Bearer(_) => format!("Bearer realm=\"{service}\""),
        SchemeKind::Basic => format!("Basic realm=\"{service}\", charset=\"UTF-8\""),
        SchemeKind::ApiKeyHeader(name) => format!("ApiKey realm=\"{service}\", header=\"{name}\""),
        SchemeKind::ApiKeyQuery(name) => format!("ApiKey realm=\"{service}\", query=\"{name}\""),
        SchemeKind::ApiKeyCookie(name) => format!("ApiKey realm=\"{service}\", cookie=\"{name}\""),
    };
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("ApiKey"))
}
