//! The corpus against a running `specc serve`: every trace from the initial state on, and every witness after its trace
//! and in its state, with credentials, over the routes of the operations.

use base64::Engine as _;
use serde_json::{Map, Value as Json, json};
use specc::convention::{InputPlace, ResponseShape, Route, Segment};
use specc::interp::wire;
use specc::ir::{OperationId, SchemeKind};

use crate::common::http::{Client, Response, Server, Start};
use crate::reader::{Corpus, Sent, corpus, text};
use crate::replay::{Answer, Judge, Subject, per_fixture};

const ADMIN: &str = "/__test_admin__";
const JSON: &str = "application/json";

/// A server, and a connection to it.
struct Http<'c> {
    corpus: &'c Corpus,
    client: Client,
    _server: Server,
}

/// What a scheme wants to be shown; for `Basic` it is a name with a password.
fn credential(scheme: &str) -> String {
    format!("{scheme}:of the tests")
}

fn started<'c>(name: &str, corpus: &'c Corpus) -> Http<'c> {
    let mut start = Start::fixture(name).admin();
    for scheme in &corpus.service.schemes {
        start = start.env(&format!("SPEC_AUTH_{}", scheme.name.to_uppercase()), &credential(&scheme.name));
    }
    let server = start.run();
    Http { corpus, client: server.client(), _server: server }
}

impl Http<'_> {
    fn admin(&mut self, method: &str, route: &str, body: &Json) -> Response {
        self.client.send(method, &format!("{ADMIN}/{route}"), &body.to_string())
    }

    /// The header that shows a valid credential; none where the operation wants none.
    fn authorization(&self, operation: OperationId) -> Option<(String, String)> {
        let scheme = &self.corpus.service.schemes[*self.corpus.operation(operation).auth.first()?];
        let shown = credential(&scheme.name);
        Some(match &scheme.kind {
            SchemeKind::Bearer(_) => ("authorization".into(), format!("Bearer {shown}")),
            SchemeKind::Basic => {
                let encoded = base64::engine::general_purpose::STANDARD.encode(shown);
                ("authorization".into(), format!("Basic {encoded}"))
            }
            SchemeKind::ApiKeyHeader(name) => (name.clone(), shown),
            SchemeKind::ApiKeyCookie(name) => ("cookie".into(), format!("{name}={shown}")),
            SchemeKind::ApiKeyQuery(_) => panic!("no fixture has a key in the query"),
        })
    }

    fn stop_clock(&mut self, now: i64) {
        let clock = json!({"now": wire::instant_text(now)});
        let stopped = self.admin("PUT", "clock", &clock);
        assert_eq!((stopped.status, stopped.json()), (200, clock));
    }

    fn outputs(&self, route: &Route, response: &Response) -> Json {
        let outputs = &self.corpus.operation(route.operation).outputs;
        match route.response {
            ResponseShape::Object | ResponseShape::Empty => response.json(),
            ResponseShape::Whole(index) => json!({outputs[index.index()].name.as_str(): response.json()}),
            ResponseShape::NoContent => {
                assert!(outputs.is_empty() && response.body.is_empty(), "{}", response.text());
                json!({})
            }
        }
    }
}

impl Subject for Http<'_> {
    fn reset(&mut self) -> Json {
        let response = self.client.request("POST", &format!("{ADMIN}/reset"), &[], b"");
        assert_eq!(response.status, 200, "{}", response.text());
        response.json()
    }

    fn load(&mut self, state: &Json, _: i64) -> Result<(), String> {
        let response = self.admin("PUT", "state", state);
        if response.status != 200 {
            return Err(format!("the state is refused: {}", response.text()));
        }
        let held = response.json();
        let same = self.corpus.decoded(&held) == self.corpus.decoded(state);
        if same { Ok(()) } else { Err(format!("it holds {held} instead of {state}")) }
    }

    fn state(&mut self) -> Json {
        self.client.state()
    }

    fn call(&mut self, sent: &Sent, now: i64) -> Result<Answer, String> {
        self.stop_clock(now);
        let route = self.corpus.api.route(sent.operation);
        let target = target(self.corpus, route, sent);
        let body = body(self.corpus, route, sent);
        let authorization = self.authorization(sent.operation);
        let mut headers: Vec<(&str, &str)> =
            authorization.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        headers.extend(body.as_ref().map(|_| ("content-type", JSON)));
        let response = self.client.request(route.method.name(), &target, &headers, body.unwrap_or_default().as_bytes());
        if response.status == route.status {
            let outputs = Some(self.outputs(route, &response));
            return Ok(Answer { status: response.status, outputs, clause: Json::Null });
        }
        if !(400..500).contains(&response.status) {
            return Err(format!("{} {target}: {} {}", route.method, response.status, response.text()));
        }
        Ok(Answer { status: response.status, outputs: None, clause: clause(&response.json()) })
    }
}

/// What a problem document tells of the clause; of a transition it tells nothing that could be compared.
fn clause(problem: &Json) -> Json {
    problem.get("clause").map_or(Json::Null, |text| json!({"text": text}))
}

/// The inputs that travel in a place.
fn inputs<'s>(corpus: &Corpus, route: &Route, sent: &'s Sent, place: InputPlace) -> Vec<(String, &'s Json)> {
    let declared = corpus.operation(route.operation).inputs.iter().zip(&route.inputs);
    let here = declared.filter(|(_, found)| **found == place);
    here.map(|(param, _)| (param.name.to_string(), &sent.inputs[param.name.as_str()])).collect()
}

fn target(corpus: &Corpus, route: &Route, sent: &Sent) -> String {
    let declared = &corpus.operation(route.operation).inputs;
    let segment = |segment: &Segment| match segment {
        Segment::Literal(text) => format!("/{text}"),
        Segment::Param(at) => {
            format!("/{}", encoded(&text(&sent.inputs[declared[at.index()].name.as_str()])))
        }
    };
    let path: String = route.template.0.iter().map(segment).collect();
    let mut pairs = Vec::new();
    for (name, value) in inputs(corpus, route, sent, InputPlace::Query) {
        let values = match value {
            Json::Null => Vec::new(),
            Json::Array(items) => items.clone(),
            other => vec![other.clone()],
        };
        pairs.extend(values.iter().map(|value| format!("{name}={}", encoded(&text(value)))));
    }
    if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) }
}

fn body(corpus: &Corpus, route: &Route, sent: &Sent) -> Option<String> {
    let inputs = inputs(corpus, route, sent, InputPlace::Body);
    let fields: Map<String, Json> = inputs.into_iter().map(|(name, value)| (name, value.clone())).collect();
    (!fields.is_empty()).then(|| Json::Object(fields).to_string())
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

per_fixture! {
    traces => super::all_traces,
    witnesses_after_traces => super::all_after_traces,
    witnesses_in_loaded_states => super::all_loaded,
}

fn all_traces(name: &str) {
    let corpus = corpus(name);
    Judge::new(corpus).traces(&mut started(name, corpus));
}

fn all_after_traces(name: &str) {
    let corpus = corpus(name);
    Judge::new(corpus).witnesses(&mut started(name, corpus), Judge::after_trace);
}

fn all_loaded(name: &str) {
    let corpus = corpus(name);
    Judge::new(corpus).witnesses(&mut started(name, corpus), Judge::loaded);
}
