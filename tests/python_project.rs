//! The tables and migrations of a Python service, and what stands around it: laid out, linted and typed without complaint,
//! and tried on real databases.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod common;

#[path = "python_project/clean.rs"]
mod clean;
#[path = "python_project/migrate.rs"]
mod migrate;
#[path = "python_project/project.rs"]
mod project;
