//! The admin contract must be shut in production: one start without the variable, one with a token.

use std::fmt::Display;
use std::time::Duration;

use super::service::{Door, Launch, Running, start};
use super::{Stop, Trouble};

const STATE: &str = "/__test_admin__/state";
/// The methods that a closed contract is tried with: one of each kind, and one that nobody knows.
const METHODS: [&str; 6] = ["GET", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"];
const PATIENCE: Duration = Duration::from_secs(10);

/// What is wrong with the door of a service: one that is started here without the variable, and one that runs with a
/// token. Nothing where all is well.
pub fn check_door(launch: &Launch, open: &Running, token: &str, stop: Stop<'_>) -> Result<Vec<String>, Trouble> {
    let closed = start(launch, &Door::Closed, stop)?;
    let wrong = format!("not-{token}");
    let mut asked = vec![
        ("without ENABLE_TEST_ADMIN, but with a token", "GET", status(&closed.url, "GET", Some(token))?, 403),
        ("without the token", "GET", status(&open.url, "GET", None)?, 401),
        ("with a wrong token", "GET", status(&open.url, "GET", Some(&wrong))?, 401),
        ("with the token", "GET", status(&open.url, "GET", Some(token))?, 200),
    ];
    for method in METHODS {
        asked.push(("without ENABLE_TEST_ADMIN", method, status(&closed.url, method, None)?, 403));
    }
    let told = |(how, method, found, wanted): &(&str, &str, u16, u16)| {
        format!("the admin contract {how} answered {found} to {method} {STATE}, where {wanted} is right")
    };
    Ok(asked.iter().filter(|(_, _, found, wanted)| found != wanted).map(told).collect())
}

fn status(url: &str, method: &str, token: Option<&str>) -> Result<u16, Trouble> {
    let failed = |error: &dyn Display| Trouble::GaveUp(format!("the service does not answer: {error}"));
    let settings = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
    let settings = settings.allow_non_standard_methods(true).max_redirects(0).build();
    let mut request = ureq::http::Request::builder().method(method).uri(format!("{url}{STATE}"));
    if let Some(token) = token {
        request = request.header("Authorization", format!("Bearer {token}"));
    }
    let request = request.body(()).map_err(|error| failed(&error))?;
    let answer = ureq::Agent::new_with_config(settings).run(request).map_err(|error| failed(&error))?;
    Ok(answer.status().as_u16())
}
