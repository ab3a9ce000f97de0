//! Problem documents: every error leaves the server as one (RFC 9457). Which error it is, is decided elsewhere.

use axum::body::Body;
use axum::http::header::{ALLOW, CONNECTION, CONTENT_TYPE, HeaderName, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

/// The media type of every error.
const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");

/// An error as the caller sees it.
#[derive(Debug)]
pub(super) struct Problem {
    status: StatusCode,
    detail: String,
    clause: Option<String>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// What is written on the wire. A `type` of `about:blank` means that the status says what kind of problem it is.
#[derive(Serialize)]
struct Document<'p> {
    r#type: &'static str,
    title: &'static str,
    status: u16,
    detail: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<&'p str>,
}

impl Problem {
    /// A problem with a status and a sentence that says what is wrong.
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Problem {
        Problem { status, detail: detail.into(), clause: None, headers: Vec::new() }
    }

    /// 422: the request cannot be read as what the operation takes.
    pub(super) fn unreadable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    /// 404: there is nothing at this path.
    pub(super) fn unknown_path(path: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, format!("There is nothing at {path}."))
    }

    /// 405: the path exists, with other methods.
    pub(super) fn wrong_method(method: &str, allowed: &[&str]) -> Problem {
        let allowed = allowed.join(", ");
        let detail = format!("This path does not take {method}; it takes {allowed}.");
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail).header(ALLOW, &allowed)
    }

    /// 401, with what the server would accept.
    pub(super) fn unauthorized(detail: impl Into<String>, challenges: &[HeaderValue]) -> Problem {
        let mut problem = Problem::new(StatusCode::UNAUTHORIZED, detail);
        problem.headers.extend(challenges.iter().map(|challenge| (WWW_AUTHENTICATE, challenge.clone())));
        problem
    }

    /// 503: try again later, or elsewhere.
    pub(super) fn unavailable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// Names the clause of the spec that did not hold.
    pub(super) fn clause(mut self, clause: Option<String>) -> Problem {
        self.clause = clause;
        self
    }

    /// Adds a header; one that HTTP cannot carry is left out.
    pub(super) fn header(mut self, name: HeaderName, value: &str) -> Problem {
        self.headers.extend(HeaderValue::from_str(value).ok().map(|value| (name, value)));
        self
    }

    /// Asks the caller to open a new connection.
    pub(super) fn close(self) -> Problem {
        self.header(CONNECTION, "close")
    }

    /// The document as a response.
    pub(super) fn into_response(self) -> Response {
        let document = Document {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: &self.detail,
            clause: self.clause.as_deref(),
        };
        let body = serde_json::to_vec(&document).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        response.headers_mut().insert(CONTENT_TYPE, MEDIA_TYPE);
        for (name, value) in self.headers {
            response.headers_mut().append(name, value);
        }
        response
    }
}
