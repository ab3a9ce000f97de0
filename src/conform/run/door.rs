//! The admin contract must be shut in production: one start without the variable, one with a token.

use std::time::Duration;

use super::service::{Door, Launch, Running, start};
use super::{Stop, Trouble};

const STATE: &str = "/__test_admin__/state";
const PATIENCE: Duration = Duration::from_secs(10);

/// What is wrong with the door of a service: one that is started here without the variable, and one that runs with a
/// token. Nothing where all is well.
pub fn check_door(launch: &Launch, open: &Running, token: &str, stop: Stop<'_>) -> Result<Vec<String>, Trouble> {
    let closed = start(launch, &Door::Closed, stop)?;
    let wrong = format!("not-{token}");
    let asked = [
        ("without ENABLE_TEST_ADMIN", status(&closed.url, None)?, 403),
        ("without ENABLE_TEST_ADMIN, but with a token", status(&closed.url, Some(token))?, 403),
        ("without the token", status(&open.url, None)?, 401),
        ("with a wrong token", status(&open.url, Some(&wrong))?, 401),
        ("with the token", status(&open.url, Some(token))?, 200),
    ];
    let told = |(how, found, wanted): &(&str, u16, u16)| {
        format!("the admin contract {how} answered {found} to GET {STATE}, where {wanted} is right")
    };
    Ok(asked.iter().filter(|(_, found, wanted)| found != wanted).map(told).collect())
}

fn status(url: &str, token: Option<&str>) -> Result<u16, Trouble> {
    let settings = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build();
    let mut request = ureq::Agent::new_with_config(settings).get(format!("{url}{STATE}"));
    if let Some(token) = token {
        request = request.header("Authorization", format!("Bearer {token}"));
    }
    let answer = request.call().map_err(|error| Trouble::GaveUp(format!("the service does not answer: {error}")))?;
    Ok(answer.status().as_u16())
}
