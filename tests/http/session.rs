//! Calls of one server: loads a state, stops the clock, sends, and looks at what became of it.

use regex::Regex;
use serde_json::{Map, Value, json};
use specc::convention::{Api, routes};
use specc::ir::{Operation, OperationId, Service};

use super::json::{Chosen, filled, fits, patched, text};
use super::table::{Call, Case, Expect, Fixture, Rejection, Shown, Success};
use crate::common::http::{Client, Response};

const ADMIN: &str = "/__test_admin__";
const JSON: (&str, &str) = ("content-type", "application/json");

pub type Checked = Result<(), String>;

macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}
pub(super) use ensure;

/// A conversation with the server of a fixture.
pub struct Session<'f> {
    pub fixture: &'f Fixture,
    pub service: &'f Service,
    api: Api,
    client: Client,
    /// The OpenAPI document that the server gives of itself.
    document: Value,
}

/// What is sent beside the method.
pub struct Sent {
    pub target: String,
    pub body: Option<Value>,
}

impl<'f> Session<'f> {
    pub fn new(fixture: &'f Fixture, service: &'f Service, mut client: Client) -> Session<'f> {
        let document = client.get("/openapi.json").json();
        Session { fixture, service, api: routes(service).0, client, document }
    }

    pub fn operation(&self, case: &Case) -> &'f Operation {
        let found = self.service.operations.iter().find(|operation| operation.name == case.operation);
        found.unwrap_or_else(|| panic!("there is no operation {}", case.operation))
    }

    /// A case of the table, called by the first scheme of its operation.
    pub fn case(&mut self, case: &Case) -> Checked {
        self.is_route(case)?;
        let scheme = self.operation(case).auth.first().copied();
        self.case_by(case, scheme)
    }

    /// A case of the table, called by a scheme.
    pub fn case_by(&mut self, case: &Case, scheme: Option<usize>) -> Checked {
        let before = self.load(case)?;
        let headers = self.credentials(scheme);
        let response = self.send(&case.call, &sent(&case.call), &headers);
        match &case.expect {
            Expect::Success(success) => self.succeeded(success, &response, &before),
            Expect::Rejection(rejection) => {
                self.unchanged(&before)?;
                rejected(rejection, &response)
            }
        }
    }

    /// Whether the call is the one of the operation that the case is about.
    fn is_route(&self, case: &Case) -> Checked {
        let at = self.service.operations.iter().position(|operation| operation.name == case.operation);
        let route = self.api.route(OperationId(at.expect("an operation") as u32));
        let path = route.template.text(self.operation(case));
        let Call { method, template, .. } = case.call;
        ensure!(route.method.name() == method && path == template, "its route is {} {path}", route.method);
        Ok(())
    }

    /// The header that shows a valid credential of a scheme.
    pub fn credentials(&self, scheme: Option<usize>) -> Vec<(&'f str, &'f str)> {
        let name = scheme.map(|at| &self.service.schemes[at].name);
        let found = self.fixture.credentials.iter().filter(|credential| name.is_some_and(|n| *n == credential.scheme));
        found.map(|credential| (credential.header, credential.valid)).collect()
    }

    /// Brings the service into the state of a case, and gives that state as the service tells it.
    pub fn load(&mut self, case: &Case) -> Result<String, String> {
        let state = patched(&self.fixture.base, &case.state);
        let loaded = self.client.send("PUT", &format!("{ADMIN}/state"), &state.to_string());
        ensure!(loaded.status == 200, "the state is not sound: {}", loaded.text());
        ensure!(loaded.json() == state, "another state is held: {}", difference(&state, &loaded.json()));
        let clock = json!({ "now": case.clock.unwrap_or(self.fixture.clock) });
        let stopped = self.client.send("PUT", &format!("{ADMIN}/clock"), &clock.to_string());
        ensure!(stopped.status == 200 && stopped.json() == clock, "the clock: {}", stopped.text());
        Ok(loaded.text())
    }

    pub fn send(&mut self, call: &Call, sent: &Sent, credentials: &[(&str, &str)]) -> Response {
        let mut headers = credentials.to_vec();
        headers.extend(sent.body.as_ref().map(|_| JSON));
        let body = sent.body.as_ref().map(Value::to_string).unwrap_or_default();
        let response = self.client.request(call.method, &sent.target, &headers, body.as_bytes());
        self.is_documented(call, &response);
        response
    }

    /// Asserts that the document lists the status for the operation, and the media type for the status.
    fn is_documented(&self, call: &Call, response: &Response) {
        let shape = |path: &str| -> Vec<String> {
            path.split('/').map(|part| if part.starts_with('{') { "{}".into() } else { part.into() }).collect()
        };
        let paths = self.document["paths"].as_object().expect("paths");
        let item = paths.iter().find(|(path, _)| shape(path) == shape(call.template)).expect("the path").1;
        let status = response.status.to_string();
        let mut listed = &item[call.method.to_lowercase()]["responses"][&status];
        if let Some(reference) = listed["$ref"].as_str() {
            listed = self.document.pointer(reference.trim_start_matches('#')).expect("what is referred to");
        }
        let media: Vec<&String> =
            listed["content"].as_object().into_iter().flat_map(|content| content.keys()).collect();
        let sent: Vec<&str> = response.header("content-type").into_iter().collect();
        assert!(listed.is_object() && media == sent, "{} {}: {status} {sent:?}", call.method, call.template);
    }

    fn state(&mut self) -> String {
        self.client.get(&format!("{ADMIN}/state")).text()
    }

    /// Whether the state is what it was, to the byte.
    pub fn unchanged(&mut self, before: &str) -> Checked {
        let after = self.state();
        let parse = |text: &str| serde_json::from_str::<Value>(text).expect("a state");
        ensure!(after == before, "the state changed: {}", difference(&parse(before), &parse(&after)));
        Ok(())
    }

    fn succeeded(&mut self, success: &Success, response: &Response, before: &str) -> Checked {
        ensure!(response.status == success.status, "{} {}", response.status, response.text());
        let mut chosen = Chosen::new();
        match success.body.as_ref().filter(|_| success.shown.is_none()) {
            None if success.shown.is_some() => {
                ensure!(response.header("content-type") == Some("application/json"), "{:?}", response.headers);
            }
            None => {
                ensure!(response.body.is_empty(), "a body: {}", response.text());
                ensure!(response.header("content-type").is_none(), "a type without a body");
            }
            Some(body) => {
                ensure!(response.header("content-type") == Some("application/json"), "{:?}", response.headers);
                ensure!(fits(body, &response.json(), &mut chosen), "it answers {}, not {body}", response.text());
            }
        }
        for (name, value) in &success.headers {
            let found = response.header(name);
            ensure!(found == Some(value), "the header {name} is {found:?}");
        }
        let old: Value = serde_json::from_str(before).expect("a state");
        for (name, relation, form) in &success.keys {
            let key = text(&chosen[*name]);
            ensure!(matches(form, &key), "{name} is {key}");
            ensure!(old[relation].get(&key).is_none(), "{name} is {key}, which is taken");
        }
        for (name, form) in &success.texts {
            let value = text(&chosen[*name]);
            ensure!(matches(form, &value), "{name} is {value}");
            ensure!(!before.contains(&value), "{name} is {value}, which is taken");
        }
        let change = filled(&success.after, &chosen);
        let expected = patched(&old, &change);
        if let Some(shown) = &success.shown {
            let (found, expected) = (in_order(response.json()), in_order(entries(shown, &expected)));
            ensure!(found == expected, "it answers {found}, not {expected}");
        }
        if success.after == json!({}) {
            return self.unchanged(before);
        }
        let new: Value = serde_json::from_str(&self.state()).expect("a state");
        ensure!(new == expected, "the state after it: {}", difference(&expected, &new));
        untouched(&old, &new, &change)
    }
}

/// What a state holds at the places that a case names.
fn entries(shown: &Shown, state: &Value) -> Value {
    match shown {
        Shown::Entry(relation, key) => state[relation][key].clone(),
        Shown::List(relation, keys) => keys.iter().map(|key| state[relation][key].clone()).collect(),
    }
}

/// A list in the order of its texts.
fn in_order(mut value: Value) -> Value {
    if let Value::Array(items) = &mut value {
        items.sort_by_key(Value::to_string);
    }
    value
}

fn matches(form: &str, value: &str) -> bool {
    Regex::new(form).expect("a form").is_match(value)
}

/// Whether everything that a patch does not name has the same bytes as before.
fn untouched(old: &Value, new: &Value, patch: &Value) -> Checked {
    let (Some(fields), Some(changes)) = (old.as_object(), patch.as_object()) else { return Ok(()) };
    for (name, value) in fields {
        match changes.get(name) {
            None if !changes.contains_key("$only") => {
                let now = new.get(name).map(Value::to_string);
                ensure!(now == Some(value.to_string()), "{name} was {value}, and is {now:?}");
            }
            None => {}
            Some(change) => untouched(value, &new[name], change)?,
        }
    }
    Ok(())
}

/// The parts of two documents that differ.
fn difference(expected: &Value, found: &Value) -> String {
    let (Value::Object(left), Value::Object(right)) = (expected, found) else {
        return format!("expected {expected}, found {found}");
    };
    let keys = left.keys().chain(right.keys().filter(|key| !left.contains_key(*key)));
    let parts = keys.filter(|key| left.get(*key) != right.get(*key)).map(|key| match (left.get(key), right.get(key)) {
        (Some(left), Some(right)) => format!("{key}: {}", difference(left, right)),
        (Some(left), None) => format!("{key} is not there, expected {left}"),
        (None, right) => format!("{key} is there: {right:?}"),
    });
    parts.collect::<Vec<String>>().join("; ")
}

/// Where the inputs of a call travel: in the path, or else in the query of a GET and in the body of the rest.
pub fn sent(call: &Call) -> Sent {
    let mut target = call.template.to_string();
    let mut rest = Map::new();
    for (name, value) in call.inputs.as_object().expect("inputs") {
        let place = format!("{{{name}}}");
        if target.contains(&place) {
            target = target.replace(&place, &encoded(&text(value)));
        } else {
            rest.insert(name.clone(), value.clone());
        }
    }
    if call.method != "GET" {
        return Sent { target, body: (!rest.is_empty()).then_some(Value::Object(rest)) };
    }
    let mut pairs = Vec::new();
    for (name, value) in &rest {
        let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        pairs.extend(values.iter().map(|value| format!("{name}={}", encoded(&text(value)))));
    }
    if !pairs.is_empty() {
        target = format!("{target}?{}", pairs.join("&"));
    }
    Sent { target, body: None }
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Whether a response is a problem document of a status; gives its detail and its clause.
pub fn problem(response: &Response, status: u16) -> Result<(String, Option<String>), String> {
    ensure!(response.status == status, "{} instead of {status}: {}", response.status, response.text());
    let kind = response.header("content-type");
    ensure!(kind == Some("application/problem+json"), "the content type is {kind:?}");
    let document = response.json();
    ensure!(document["status"] == json!(status), "{document}");
    let shaped = document["type"].is_string() && document["title"].is_string() && document["detail"].is_string();
    ensure!(shaped, "{document}");
    let text = |name: &str| document.get(name).and_then(Value::as_str).map(str::to_string);
    Ok((text("detail").unwrap_or_default(), text("clause")))
}

fn rejected(rejection: &Rejection, response: &Response) -> Checked {
    let (detail, clause) = problem(response, rejection.status)?;
    ensure!(clause.as_deref() == rejection.clause, "it names {clause:?}: {detail}");
    if let (None, Some(transition)) = (rejection.clause, rejection.transition) {
        ensure!(detail.contains(&format!("`{transition}`")), "{detail}");
    }
    Ok(())
}
