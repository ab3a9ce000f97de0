//! One call of an operation: from the parts of a request to inputs, and from what the machine says to a response.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use imbl::{OrdSet, Vector};
use serde_json::{Map, Value as Json};

use super::body;
use super::journal::Offer;
use super::problem::Problem;
use super::server::Server;
use super::spec::{CallPlan, Spec};
use super::target::{self, Parameter};
use crate::convention::{InputPlace, Method, ResponseShape, Route};
use crate::interp::wire::{self, Mismatch};
use crate::interp::{Accepted, Call, Clause, Rejection, Stop, Value, Verdict};
use crate::ir::{Expr, Operation, Param, ParamIndex, Service, Type};

/// The media type of every success.
pub(super) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A request for an operation, once its body is there.
pub(super) struct Request<'r> {
    pub(super) spec: &'r Arc<Spec>,
    pub(super) route: &'r Route,
    pub(super) params: &'r [(ParamIndex, &'r str)],
    /// A segment of the path with broken encoding.
    pub(super) broken: Option<&'r str>,
    pub(super) query: &'r str,
    pub(super) headers: &'r HeaderMap,
    pub(super) body: &'r Bytes,
}

/// An answer, and the version of the state that has to be durable before it may leave.
pub(super) struct Answer {
    pub(super) response: Result<Response, Problem>,
    pub(super) version: Option<u64>,
}

impl Answer {
    /// An answer that depends on no state.
    pub(super) fn stateless(response: Result<Response, Problem>) -> Answer {
        Answer { response, version: None }
    }
}

/// The spec was replaced before the call could run: it has to be looked up again.
pub(super) struct Retired;

/// The success of a call that has happened.
struct Success {
    outputs: Vec<Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// Runs the call that a request asks for.
pub(super) fn answer(server: &Server, request: &Request<'_>) -> Result<Answer, Retired> {
    let Some(plan) = request.spec.plan(request.route.operation) else {
        return Ok(Answer::stateless(Err(Problem::new(StatusCode::NOT_IMPLEMENTED, "This operation has no plan."))));
    };
    let inputs = match inputs(request, plan) {
        Ok(inputs) => inputs,
        Err(problem) => return Ok(Answer::stateless(Err(problem))),
    };
    let call = Call { operation: request.route.operation, inputs };
    let (outcome, version) =
        if plan.is_read_only { read(request, &call) } else { write(server, request, plan, &call)? };
    let response = outcome.map(|success| respond(request, plan, &success));
    Ok(Answer { response, version: Some(version) })
}

/// A call that changes nothing needs no more than a snapshot.
fn read(request: &Request<'_>, call: &Call) -> (Result<Success, Problem>, u64) {
    let seen = request.spec.store.snapshot();
    let Spec { machine, choices, .. } = &**request.spec;
    let verdict = choices.lend(seen.version, |random| machine.call(&seen.state, call, seen.now, random));
    let success = judge(request.spec, call, verdict)
        .and_then(|accepted| Ok(Success { headers: headers(request, call, &accepted)?, outputs: accepted.outputs }));
    (success, seen.version)
}

/// A call that may change something runs alone. Its state is taken over as the very last step.
fn write(
    server: &Server,
    request: &Request<'_>,
    plan: &CallPlan,
    call: &Call,
) -> Result<(Result<Success, Problem>, u64), Retired> {
    let mut held = request.spec.store.hold().ok_or(Retired)?;
    let now = held.now();
    let Spec { machine, choices, .. } = &**request.spec;
    let verdict = choices.lend(held.version(), |random| machine.call(held.state(), call, now, random));
    let success = judge(request.spec, call, verdict).and_then(|accepted| {
        let headers = if plan.headers.is_empty() { Vec::new() } else { headers(request, call, &accepted)? };
        Ok((Success { headers, outputs: accepted.outputs }, accepted.state))
    });
    let success = success.map(|(success, state)| {
        held.replace(state);
        server.offer(request.spec, &held);
        success
    });
    Ok((success, held.version()))
}

// From the request to inputs ----------------------------------------------------------------------------------------

fn inputs(request: &Request<'_>, plan: &CallPlan) -> Result<Vec<Value>, Problem> {
    let service = &request.spec.service;
    let operation = service.operation(request.route.operation);
    let object = match request.route.method {
        Method::Get => Map::new(),
        Method::Post | Method::Put | Method::Patch | Method::Delete => body::object(request.headers, request.body)?,
    };
    if let Some(segment) = request.broken {
        return Err(Problem::unreadable(format!("The path holds broken encoding: `{segment}`.")));
    }
    let pairs = if plan.has_query { query(request.query)? } else { Vec::new() };
    let mut taken = 0;
    let mut inputs = Vec::with_capacity(operation.inputs.len());
    for ((at, param), place) in operation.inputs.iter().enumerate().zip(&request.route.inputs) {
        let input = match place {
            InputPlace::Path => from_path(service, param, at, request.params),
            InputPlace::Query => from_query(service, param, &pairs),
            InputPlace::Body => from_body(service, param, &object, &mut taken),
        };
        inputs.push(input.map_err(|mismatch| unreadable(&mismatch.below(&param.name)))?);
    }
    no_unknown_field(operation, request.route, &object, taken)?;
    Ok(inputs)
}

fn unreadable(mismatch: &Mismatch) -> Problem {
    Problem::unreadable(mismatch.to_string())
}

fn query(text: &str) -> Result<Vec<Parameter<'_>>, Problem> {
    target::query(text).map_err(|part| Problem::unreadable(format!("The query holds broken encoding: `{part}`.")))
}

fn missing() -> Mismatch {
    Mismatch { path: String::new(), message: "is missing".into() }
}

fn from_path(service: &Service, param: &Param, at: usize, params: &[(ParamIndex, &str)]) -> Result<Value, Mismatch> {
    let (_, text) = params.iter().find(|(index, _)| index.index() == at).ok_or_else(missing)?;
    wire::decode_text(service, &param.ty.ty, text)
}

fn from_query(service: &Service, param: &Param, pairs: &[Parameter<'_>]) -> Result<Value, Mismatch> {
    let mut texts = pairs.iter().filter(|(name, _)| **name == *param.name).map(|(_, text)| &**text);
    match collection(&param.ty.ty) {
        Some(Collection::Set(element)) => set(service, element, texts),
        Some(Collection::Seq(element)) => {
            let elements = texts.map(|text| wire::decode_text(service, element, text));
            elements.collect::<Result<Vector<Value>, Mismatch>>().map(Value::Seq)
        }
        None => match (texts.next(), texts.next()) {
            (None, _) if matches!(param.ty.ty, Type::Option(_)) => Ok(Value::None),
            (None, _) => Err(missing()),
            (Some(text), None) => wire::decode_text(service, &param.ty.ty, text),
            (Some(_), Some(_)) => Err(Mismatch { path: String::new(), message: "is given more than once".into() }),
        },
    }
}

enum Collection<'t> {
    Set(&'t Type),
    Seq(&'t Type),
}

fn collection(ty: &Type) -> Option<Collection<'_>> {
    if let Type::Set(element) = ty {
        return Some(Collection::Set(element));
    }
    if let Type::Seq(element) = ty { Some(Collection::Seq(element)) } else { None }
}

fn set<'t>(service: &Service, element: &Type, texts: impl Iterator<Item = &'t str>) -> Result<Value, Mismatch> {
    let mut found = OrdSet::new();
    for text in texts {
        if found.insert(wire::decode_text(service, element, text)?).is_some() {
            return Err(Mismatch { path: String::new(), message: "a set holds each element once".into() });
        }
    }
    Ok(Value::Set(found))
}

fn from_body(
    service: &Service,
    param: &Param,
    object: &Map<String, Json>,
    taken: &mut usize,
) -> Result<Value, Mismatch> {
    let field = object.get(param.name.as_str());
    *taken += usize::from(field.is_some());
    let json = field.or_else(|| wire::absent(&param.ty.ty)).ok_or_else(missing)?;
    wire::decode(service, &param.ty.ty, json)
}

/// Looks for the unknown field only where the count says that there is one.
fn no_unknown_field(
    operation: &Operation,
    route: &Route,
    object: &Map<String, Json>,
    taken: usize,
) -> Result<(), Problem> {
    if object.len() == taken {
        return Ok(());
    }
    let known = |name: &str| {
        let mut inputs = operation.inputs.iter().zip(&route.inputs);
        inputs.any(|(param, place)| *place == InputPlace::Body && param.name == name)
    };
    let unknown = object.keys().find(|name| !known(name)).map(String::as_str).unwrap_or_default();
    Err(Problem::unreadable(format!("{unknown}: there is no such field")))
}

// From the verdict to a response --------------------------------------------------------------------------------------

/// What was accepted, or the problem that says why not.
fn judge(spec: &Spec, call: &Call, verdict: Verdict) -> Result<Accepted, Problem> {
    match verdict {
        Verdict::Accepted(accepted) => Ok(accepted),
        Verdict::Rejected(rejection) => Err(rejected(spec, call, rejection)),
        Verdict::Refused(stop) => {
            Err(Problem::unreadable(format!("This call is outside the contract: {}.", stop.message())))
        }
        Verdict::Broken(finding) => {
            let detail = format!("The spec promises the impossible: {}.", finding.message(&spec.service));
            Err(Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail).clause(clause_text(spec, finding.clause)))
        }
        Verdict::Hole(hole) => {
            let clause = Clause::Ensures(call.operation, hole.clause);
            let detail = format!("specc does not know how to do this: {}.", hole.reason);
            Err(Problem::new(StatusCode::NOT_IMPLEMENTED, detail).clause(clause_text(spec, clause)))
        }
    }
}

fn rejected(spec: &Spec, call: &Call, rejection: Rejection) -> Problem {
    let why = |stop: Option<Stop>| stop.map_or_else(String::new, |stop| format!(" ({})", stop.message()));
    let (clause, detail) = match rejection {
        Rejection::Input(at, clause) => {
            let inputs = &spec.service.operation(call.operation).inputs;
            let name = inputs.get(at.index()).map_or("?", |input| input.name.as_str());
            let detail = format!("{name}: breaks {}", clause.title(&spec.service));
            (clause, detail)
        }
        Rejection::Missing(clause, stop) => (clause, format!("What an input names is not there{}.", why(stop))),
        Rejection::Requires(clause, stop) => (clause, format!("The call is not allowed now{}.", why(stop))),
        Rejection::Transition(clause) => (clause, format!("{} has no rule for this now.", clause.title(&spec.service))),
    };
    let status = StatusCode::from_u16(rejection.status()).unwrap_or(StatusCode::CONFLICT);
    Problem::new(status, detail).clause(clause_text(spec, clause))
}

/// The text of a clause, where it has one.
pub(super) fn clause_text(spec: &Spec, clause: Clause) -> Option<String> {
    Some(clause.text(&spec.service)).filter(|text| !text.is_empty())
}

/// The headers that conventions ask for. A value that HTTP cannot carry stops the call before anything has changed.
fn headers(request: &Request<'_>, call: &Call, accepted: &Accepted) -> Result<Vec<(HeaderName, HeaderValue)>, Problem> {
    let Some(plan) = request.spec.plan(call.operation) else { return Ok(Vec::new()) };
    let header = |(name, value): &(HeaderName, Expr)| {
        let text = request.spec.machine.header(value, &call.inputs, &accepted.outputs);
        let Some(text) = text else { return Ok(None) };
        let value = HeaderValue::from_bytes(text.as_bytes()).map_err(|_| unsendable(name))?;
        Ok(Some((name.clone(), value)))
    };
    plan.headers.iter().map(header).filter_map(Result::transpose).collect()
}

fn unsendable(name: &HeaderName) -> Problem {
    let detail = format!("The value of the header {name} holds control characters.");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
}

fn respond(request: &Request<'_>, plan: &CallPlan, success: &Success) -> Response {
    let operation = request.spec.service.operation(request.route.operation);
    let body = content(&request.spec.service, operation, request.route.response, &success.outputs);
    let mut response = match body {
        Some(bytes) => json_response(Bytes::from(bytes)),
        None => Response::new(Body::empty()),
    };
    *response.status_mut() = plan.status;
    for (name, value) in &success.headers {
        response.headers_mut().append(name.clone(), value.clone());
    }
    response
}

/// A success with a JSON body.
pub(super) fn json_response(bytes: Bytes) -> Response {
    let mut response = Response::new(Body::from(bytes));
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

/// The body of a success; nothing where there is none.
fn content(service: &Service, operation: &Operation, shape: ResponseShape, outputs: &[Value]) -> Option<Vec<u8>> {
    let encoded = |param: &Param, value: &Value| wire::encode(service, &param.ty.ty, value);
    let json = match shape {
        ResponseShape::NoContent => return None,
        ResponseShape::Empty => Json::Object(Map::new()),
        ResponseShape::Whole(at) => {
            let (param, value) = operation.outputs.get(at.index()).zip(outputs.get(at.index()))?;
            encoded(param, value)
        }
        ResponseShape::Object => {
            let named = operation.outputs.iter().zip(outputs);
            named.map(|(param, value)| (param.name.to_string(), encoded(param, value))).collect()
        }
    };
    serde_json::to_vec(&json).ok()
}

impl Server {
    /// Hands a new state to the data file, if there is one. The lock is held, so that versions arrive in order.
    pub(super) fn offer(&self, spec: &Spec, held: &super::store::Held) {
        if let Some(journal) = &self.journal {
            let service = Arc::clone(&spec.service);
            journal.offer(Offer { version: held.version(), service, state: held.state().clone() });
        }
    }
}
