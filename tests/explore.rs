//! The explorer: what it reaches in the fixtures, what it finds in specs made for it, and that its corpus says the truth.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]
#![allow(unreachable_pub, reason = "the parts of a test binary are modules of their own")]

mod common;

#[path = "explore/explored.rs"]
mod explored;

#[path = "explore/hard.rs"]
mod hard;

#[path = "explore/violations.rs"]
mod violations;
