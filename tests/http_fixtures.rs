//! Every operation of the fixtures over real HTTP: each success with all that it changes, and each reason to say no
//! with the state left alone. A table per fixture says what is called and what comes of it; what the table has to
//! hold is read off the spec, so that a clause without a case is a failure.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
mod http;

use http::{auth_service, ecommerce, edge_cases, safe_counter, todo_list, url_shortener};

#[test]
fn safe_counter() {
    http::run(&safe_counter::fixture());
}

#[test]
fn url_shortener() {
    http::run(&url_shortener::fixture());
}

#[test]
fn todo_list() {
    http::run(&todo_list::fixture());
}

#[test]
fn edge_cases() {
    http::run(&edge_cases::fixture());
}

#[test]
fn ecommerce() {
    http::run(&ecommerce::fixture());
}

#[test]
fn auth_service() {
    http::run(&auth_service::fixture());
}

#[test]
fn a_table_with_a_gap_is_noticed() {
    let tables =
        [safe_counter::fixture, url_shortener::fixture, todo_list::fixture, edge_cases::fixture, ecommerce::fixture];
    for table in tables.into_iter().chain([auth_service::fixture as fn() -> _]) {
        http::every_case_counts(table);
    }
}
