//! The admin contract, version 1: what tests may see and set. It is no part of the spec's API, and closed unless the
//! server was started with `ENABLE_TEST_ADMIN=1`.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::Response;
use serde_json::{Map, Value as Json, json};

use super::body;
use super::call::{Answer, Retired, clause_text, json_response};
use super::limits::MAX_ADMIN_BODY;
use super::problem::Problem;
use super::security::has_bearer;
use super::seed::Sowing;
use super::server::Server;
use super::spec::Spec;
use super::store::Held;
use crate::interp::wire;
use crate::interp::{State, Value};
use crate::ir::Type;

/// Where the contract lives.
pub(super) const PREFIX: &str = "/__test_admin__";

const CAPABILITIES: [&str; 6] = ["reset", "state", "load", "seed", "clock", "status"];

/// Who may use the contract.
pub(super) struct Gate {
    is_open: bool,
    token: Option<String>,
}

/// What a path of the contract leads to.
#[derive(Clone, Copy)]
enum Place<'p> {
    Capabilities,
    Reset,
    State,
    Seed(&'p str),
    Clock,
}

/// What a request asks for.
#[derive(Clone, Copy)]
enum Task<'p> {
    Capabilities,
    Reset,
    ReadState,
    LoadState,
    Seed(&'p str),
    Freeze,
    Unfreeze,
}

impl Gate {
    /// As the environment says.
    pub(super) fn from_environment() -> Gate {
        let variable = |name| std::env::var(name).ok();
        Gate {
            is_open: variable("ENABLE_TEST_ADMIN").as_deref() == Some("1"),
            token: variable("TEST_ADMIN_TOKEN").filter(|token| !token.is_empty()),
        }
    }

    /// Whether whoever reaches the server may do anything with it.
    pub(super) fn is_unprotected(&self) -> bool {
        self.is_open && self.token.is_none()
    }

    fn admit(&self, parts: &Parts) -> Result<(), Problem> {
        if !self.is_open {
            let detail = "The admin contract is closed: the server was not started with ENABLE_TEST_ADMIN=1.";
            return Err(Problem::new(StatusCode::FORBIDDEN, detail));
        }
        match &self.token {
            Some(token) if !has_bearer(&parts.headers, token) => {
                let challenge = HeaderValue::from_static("Bearer realm=\"test admin\"");
                Err(Problem::unauthorized("The admin contract wants TEST_ADMIN_TOKEN as a bearer token.", &[challenge]))
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl<'p> Place<'p> {
    fn of(path: &'p str) -> Option<Place<'p>> {
        let path = path.strip_prefix(PREFIX)?.strip_prefix('/')?;
        match path.split_once('/') {
            None => match path {
                "capabilities" => Some(Place::Capabilities),
                "reset" => Some(Place::Reset),
                "state" => Some(Place::State),
                "clock" => Some(Place::Clock),
                _ => None,
            },
            Some(("seed", entity)) => Some(Place::Seed(entity)),
            Some(_) => None,
        }
    }

    fn allowed(self) -> &'static [&'static str] {
        match self {
            Place::Capabilities => &["GET", "HEAD"],
            Place::Reset | Place::Seed(_) => &["POST"],
            Place::State => &["GET", "HEAD", "PUT"],
            Place::Clock => &["PUT", "DELETE"],
        }
    }

    fn task(self, method: &Method) -> Option<Task<'p>> {
        let (reads, puts) = (matches!(*method, Method::GET | Method::HEAD), *method == Method::PUT);
        match self {
            Place::Capabilities => reads.then_some(Task::Capabilities),
            Place::Reset => (*method == Method::POST).then_some(Task::Reset),
            Place::Seed(entity) => (*method == Method::POST).then_some(Task::Seed(entity)),
            Place::State if reads => Some(Task::ReadState),
            Place::State => puts.then_some(Task::LoadState),
            Place::Clock if puts => Some(Task::Freeze),
            Place::Clock => (*method == Method::DELETE).then_some(Task::Unfreeze),
        }
    }
}

/// Whether a path is below the prefix.
pub(super) fn is_admin(path: &str) -> bool {
    path.strip_prefix(PREFIX).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Answers a request below the prefix.
pub(super) async fn answer(server: &Server, parts: &Parts, body: Body) -> Result<Response, Problem> {
    server.gate.admit(parts)?;
    let path = parts.uri.path();
    let place = Place::of(path).ok_or_else(|| Problem::unknown_path(path))?;
    if let Place::Seed(entity) = place
        && !server.current().seeds.iter().any(|seed| seed.name == entity)
    {
        return Err(Problem::unknown_path(path));
    }
    let task = place.task(&parts.method);
    let task = task.ok_or_else(|| Problem::wrong_method(parts.method.as_str(), place.allowed()))?;
    let document = document(parts, body, task).await?;
    loop {
        let spec = server.current();
        if let Ok(answer) = server.guarded(|| act(server, &spec, task, &document)) {
            return server.release(answer).await;
        }
    }
}

/// The body of a task that has one.
async fn document(parts: &Parts, bytes: Body, task: Task<'_>) -> Result<Json, Problem> {
    match task {
        Task::LoadState | Task::Seed(_) | Task::Freeze => {
            let bytes: Bytes = body::read(parts, bytes, MAX_ADMIN_BODY).await?;
            let value = body::value(&parts.headers, &bytes)?;
            value.ok_or_else(|| Problem::unreadable("The body is missing."))
        }
        Task::Capabilities | Task::Reset | Task::ReadState | Task::Unfreeze => Ok(Json::Null),
    }
}

fn act(server: &Server, spec: &Arc<Spec>, task: Task<'_>, document: &Json) -> Result<Answer, Retired> {
    match task {
        Task::Capabilities => Ok(Answer::stateless(Ok(capabilities(spec)))),
        Task::ReadState => {
            let seen = spec.store.snapshot();
            Ok(Answer { response: Ok(shown(spec, &seen.state)), version: Some(seen.version) })
        }
        Task::Reset => change(server, spec, |held| {
            held.freeze(None);
            Ok((spec.initial.clone(), shown(spec, &spec.initial)))
        }),
        Task::LoadState => change(server, spec, |held| {
            let state = load(spec, document, held.now())?;
            let response = shown(spec, &state);
            Ok((state, response))
        }),
        Task::Seed(entity) => change(server, spec, |held| seed(spec, entity, held, document)),
        Task::Freeze => clock(spec, |held| freeze(spec, held, document)),
        Task::Unfreeze => clock(spec, |held| {
            held.freeze(None);
            let mut response = Response::new(Body::empty());
            *response.status_mut() = StatusCode::NO_CONTENT;
            Ok(response)
        }),
    }
}

/// A task that replaces the state, or leaves everything as it is.
fn change(
    server: &Server,
    spec: &Arc<Spec>,
    task: impl FnOnce(&mut Held) -> Result<(State, Response), Problem>,
) -> Result<Answer, Retired> {
    let mut held = spec.store.hold().ok_or(Retired)?;
    let response = task(&mut held).map(|(state, response)| {
        held.replace(state);
        server.offer(spec, &held);
        response
    });
    Ok(Answer { response, version: Some(held.version()) })
}

/// A task that is about the clock alone.
fn clock(spec: &Arc<Spec>, task: impl FnOnce(&mut Held) -> Result<Response, Problem>) -> Result<Answer, Retired> {
    let mut held = spec.store.hold().ok_or(Retired)?;
    Ok(Answer::stateless(task(&mut held)))
}

fn capabilities(spec: &Spec) -> Response {
    as_json(&json!({ "version": 1, "service": spec.service.name.as_str(), "capabilities": CAPABILITIES }))
}

fn shown(spec: &Spec, state: &State) -> Response {
    as_json(&wire::encode_state(&spec.service, state))
}

fn as_json(value: &Json) -> Response {
    json_response(Bytes::from(value.to_string()))
}

fn load(spec: &Spec, document: &Json, now: i64) -> Result<State, Problem> {
    let state = wire::decode_state(&spec.service, document);
    let state = state.map_err(|mismatch| Problem::unreadable(mismatch.to_string()))?;
    sound(spec, &state, now)?;
    Ok(state)
}

/// Refuses a state that breaks a refinement or an invariant.
fn sound(spec: &Spec, state: &State, now: i64) -> Result<(), Problem> {
    let broken = spec.machine.check_state(state, now);
    broken.map_err(|finding| {
        Problem::unreadable(finding.message(&spec.service)).clause(clause_text(spec, finding.clause))
    })
}

fn seed(spec: &Spec, entity: &str, held: &Held, document: &Json) -> Result<(State, Response), Problem> {
    let seed = spec.seeds.iter().find(|seed| seed.name == entity);
    let seed = seed.ok_or_else(|| Problem::unknown_path(&format!("{PREFIX}/seed/{entity}")))?;
    let seeded = Sowing(seed).insert(spec, held, document)?;
    sound(spec, &seeded.state, held.now())?;
    let mut response = as_json(&json!({ "id": seeded.id }));
    *response.status_mut() = StatusCode::CREATED;
    Ok((seeded.state, response))
}

fn freeze(spec: &Spec, held: &mut Held, document: &Json) -> Result<Response, Problem> {
    let fields: Option<&Map<String, Json>> = document.as_object().filter(|fields| fields.len() == 1);
    let now = fields.and_then(|fields| fields.get("now"));
    let now = now.ok_or_else(|| Problem::unreadable("The body has to be an object with the field `now` alone."))?;
    let instant = wire::decode(&spec.service, &Type::DateTime, now);
    let instant = instant.map_err(|mismatch| Problem::unreadable(mismatch.below("now").to_string()))?;
    if let Value::Instant(at) = instant {
        held.freeze(Some(at));
    }
    Ok(as_json(&json!({ "now": wire::encode(&spec.service, &Type::DateTime, &instant) })))
}
