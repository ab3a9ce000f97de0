//! From a request to an answer: the checks in their order, whose first failure is the answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use axum::body::{Body, Bytes};
use axum::extract::State as Shared;
use axum::http::request::Parts;
use axum::http::{Method as HttpMethod, StatusCode};
use axum::response::Response;

use super::admin::{self, Gate};
use super::body;
use super::call::{self, Answer, Request, Retired, json_response};
use super::journal::Journal;
use super::limits::{MAX_HEAD, MAX_HEADERS};
use super::problem::Problem;
use super::spec::Spec;
use super::target::Segments;
use crate::convention::{Match, Method, Route};
use crate::ir::ParamIndex;

/// The server, as every connection sees it.
pub(super) struct Server {
    current: RwLock<Arc<Spec>>,
    /// What writes the data file, if there is one.
    pub(super) journal: Option<Journal>,
    /// Who may use the admin contract.
    pub(super) gate: Gate,
    max_body: usize,
    stopping: AtomicBool,
}

/// Answers one request.
pub(super) async fn handle(Shared(server): Shared<Arc<Server>>, request: axum::extract::Request) -> Response {
    server.answer(request).await.unwrap_or_else(Problem::into_response)
}

impl Server {
    /// A server of a spec.
    pub(super) fn new(spec: Arc<Spec>, journal: Option<Journal>, max_body: usize) -> Server {
        let stopping = AtomicBool::new(false);
        Server { current: RwLock::new(spec), journal, gate: Gate::from_environment(), max_body, stopping }
    }

    /// The spec that is served now.
    pub(super) fn current(&self) -> Arc<Spec> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Serves another spec from now on.
    pub(super) fn replace(&self, spec: Arc<Spec>) {
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = spec;
    }

    /// Takes no new calls any more.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
    }

    async fn answer(&self, request: axum::extract::Request) -> Result<Response, Problem> {
        let (parts, body) = request.into_parts();
        within_limits(&parts)?;
        match parts.uri.path() {
            "/health" => fixed(&parts, || Ok(json_response(Bytes::from_static(br#"{"status":"ok"}"#)))),
            "/ready" => fixed(&parts, || {
                self.ready()?;
                Ok(json_response(Bytes::from_static(br#"{"status":"ready"}"#)))
            }),
            "/openapi.json" => fixed(&parts, || Ok(json_response(self.current().openapi.clone()))),
            path => {
                self.ready()?;
                if admin::is_admin(path) {
                    admin::answer(self, &parts, body).await
                } else {
                    self.operation(&parts, body).await
                }
            }
        }
    }

    /// Whether calls are taken.
    fn ready(&self) -> Result<(), Problem> {
        if self.stopping.load(Ordering::Acquire) {
            return Err(Problem::unavailable("The server is shutting down.").close());
        }
        match self.journal.as_ref().and_then(Journal::failure) {
            Some(failed) => Err(data_failed(&failed.0)),
            None => Ok(()),
        }
    }

    async fn operation(&self, parts: &Parts, body: Body) -> Result<Response, Problem> {
        let segments = Segments::of(parts.uri.path());
        let texts: Vec<&str> = segments.decoded.iter().map(|segment| &**segment).collect();
        let query = parts.uri.query().unwrap_or_default();
        let (mut unread, mut bytes) = (Some(body), Bytes::new());
        loop {
            let spec = self.current();
            let (route, params) = find(&spec, parts, &texts)?;
            spec.guard.admit(spec.service.operation(route.operation), &parts.headers, query)?;
            if let Some(body) = unread.take().filter(|_| route.method != Method::Get) {
                bytes = body::read(parts, body, self.max_body).await?;
            }
            let request = Request {
                spec: &spec,
                route,
                params: &params,
                broken: segments.broken,
                query,
                headers: &parts.headers,
                body: &bytes,
            };
            if let Ok(answer) = self.guarded(|| call::answer(self, &request)) {
                return self.release(answer).await;
            }
        }
    }

    /// A failure inside specc is an answer too, and leaves everything as it was.
    pub(super) fn guarded(&self, work: impl FnOnce() -> Result<Answer, Retired>) -> Result<Answer, Retired> {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            let detail = "specc failed; this is a bug in specc, not in the spec.";
            Ok(Answer::stateless(Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail))))
        })
    }

    /// Lets an answer go once the state that it speaks of is durable.
    pub(super) async fn release(&self, answer: Answer) -> Result<Response, Problem> {
        if let (Some(journal), Some(version)) = (&self.journal, answer.version) {
            journal.durable(version).await.map_err(|failed| data_failed(&failed.0))?;
        }
        answer.response
    }
}

fn data_failed(why: &str) -> Problem {
    Problem::unavailable(format!("The data file cannot be written: {why}."))
}

/// The bounds that are tighter than those of the connection, so that passing them gets a proper answer.
fn within_limits(parts: &Parts) -> Result<(), Problem> {
    let fields: usize = parts.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    let target = parts.uri.path_and_query().map_or(0, |target| target.as_str().len());
    if parts.headers.len() > MAX_HEADERS || fields + target > MAX_HEAD {
        let detail = format!("A request has at most {MAX_HEADERS} header fields and {MAX_HEAD} bytes before its body.");
        return Err(Problem::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, detail).close());
    }
    Ok(())
}

/// A path of the server's own.
fn fixed(parts: &Parts, answer: impl FnOnce() -> Result<Response, Problem>) -> Result<Response, Problem> {
    match parts.method {
        HttpMethod::GET | HttpMethod::HEAD => answer(),
        _ => Err(Problem::wrong_method(parts.method.as_str(), &["GET", "HEAD"])),
    }
}

type Found<'a> = (&'a Route, Vec<(ParamIndex, &'a str)>);

/// The operation that a request is for. HEAD is GET without the body.
fn find<'a>(spec: &'a Spec, parts: &Parts, path: &[&'a str]) -> Result<Found<'a>, Problem> {
    let name = if parts.method == HttpMethod::HEAD { "GET" } else { parts.method.as_str() };
    if let Some(method) = Method::parse(name)
        && let Match::Found { route, params } = spec.api.find(method, path)
    {
        return Ok((route, params));
    }
    let takes = |method: &Method| matches!(spec.api.find(*method, path), Match::Found { .. });
    let mut allowed: Vec<&str> =
        Method::ALL.iter().filter(|method| takes(method)).map(|method| method.name()).collect();
    if allowed.is_empty() {
        return Err(Problem::unknown_path(parts.uri.path()));
    }
    if allowed.contains(&"GET") {
        allowed.push("HEAD");
    }
    Err(Problem::wrong_method(parts.method.as_str(), &allowed))
}
