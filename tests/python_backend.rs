//! The Python that is generated: it is read, formatted, linted and typed without complaint, and it means what the
//! interpreter says.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

#[path = "python_backend/expressions.rs"]
mod expressions;
#[path = "python_backend/files.rs"]
mod files;
#[path = "python_backend/meaning.rs"]
mod meaning;
#[path = "python_backend/suite.rs"]
mod suite;
