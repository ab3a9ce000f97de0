//! Reading the body of a request, within its limits.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Map, Value};

use super::json;
use super::limits::BODY_TIMEOUT;
use super::problem::Problem;
use super::seats::Seat;

/// How much of a body that is too large is read and thrown away, so that a caller who sends before it listens still
/// gets the answer.
const DISCARDED: usize = 16 << 20;

/// Reads a body of at most so many bytes. Its connection waits for its caller meanwhile.
pub(super) async fn read(parts: &Parts, body: Body, limit: usize) -> Result<Bytes, Problem> {
    if body.is_end_stream() {
        return Ok(Bytes::new());
    }
    let seat = parts.extensions.get::<Arc<Seat>>();
    if let Some(seat) = seat {
        seat.wait();
    }
    let read = tokio::time::timeout(BODY_TIMEOUT, collect(body, limit, announced(&parts.headers))).await;
    if let Some(seat) = seat {
        seat.work();
    }
    match read {
        Ok(read) => read,
        Err(_) => Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "The body took too long to arrive.").close()),
    }
}

fn announced(headers: &HeaderMap) -> usize {
    headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0)
}

async fn collect(mut body: Body, limit: usize, announced: usize) -> Result<Bytes, Problem> {
    if announced > limit {
        return too_large(body, limit, 0).await;
    }
    let Some(first) = next(&mut body).await? else { return Ok(Bytes::new()) };
    if body.is_end_stream() && first.len() <= limit {
        return Ok(first);
    }
    let mut whole = first.to_vec();
    while let Some(part) = next(&mut body).await? {
        if whole.len().saturating_add(part.len()) > limit {
            return too_large(body, limit, part.len()).await;
        }
        whole.extend_from_slice(&part);
    }
    Ok(whole.into())
}

async fn too_large(mut body: Body, limit: usize, mut discarded: usize) -> Result<Bytes, Problem> {
    while discarded < DISCARDED
        && let Some(part) = next(&mut body).await?
    {
        discarded = discarded.saturating_add(part.len());
    }
    let detail = format!("The body is larger than {limit} bytes.");
    Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail).close())
}

/// The next part of a body; trailers are skipped.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Problem> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::unreadable(format!("The body broke off: {error}.")).close())?;
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
    Ok(None)
}

/// The object that a body holds. No body at all stands for an object without fields.
pub(super) fn object(headers: &HeaderMap, bytes: &[u8]) -> Result<Map<String, Value>, Problem> {
    match value(headers, bytes)? {
        None => Ok(Map::new()),
        Some(Value::Object(object)) => Ok(object),
        Some(_) => Err(Problem::unreadable("The body is not a JSON object.")),
    }
}

/// The JSON value that a body holds, if there is a body. An empty one is none, whatever its media type says: callers and
/// what stands between name a type where they send nothing.
pub(super) fn value(headers: &HeaderMap, bytes: &[u8]) -> Result<Option<Value>, Problem> {
    if bytes.is_empty() {
        return Ok(None);
    }
    if !is_json(headers) {
        let detail = "The body has to be sent as `Content-Type: application/json`.";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail));
    }
    if headers.get_all(CONTENT_ENCODING).iter().any(|value| !value.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body has to be sent without encoding."));
    }
    let read = json::read(bytes).map_err(|error| Problem::unreadable(format!("The body is not valid JSON: {error}.")));
    read.map(Some)
}

/// Whether the media type is `application/json`, with or without parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(text) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    let essence = text.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(media_type: &str) -> HeaderMap {
        HeaderMap::from_iter([(CONTENT_TYPE, media_type.parse().unwrap())])
    }

    #[test]
    fn media_types_may_have_parameters() {
        assert!(is_json(&headers("application/json")));
        assert!(is_json(&headers("Application/JSON; charset=utf-8")));
        assert!(!is_json(&headers("text/plain")));
        assert!(!is_json(&headers("application/jsonp")));
        assert!(!is_json(&HeaderMap::new()));
    }

    #[test]
    fn an_empty_body_is_none_whatever_its_type_says_and_stands_for_an_empty_object() {
        for headers in [HeaderMap::new(), headers("application/json"), headers("text/plain")] {
            assert!(object(&headers, b"").is_ok_and(|object| object.is_empty()));
        }
        assert!(object(&headers("application/json"), b" ").is_err());
        assert!(object(&headers("application/json"), b"[]").is_err());
        assert!(object(&HeaderMap::new(), b"{}").is_err());
    }
}
