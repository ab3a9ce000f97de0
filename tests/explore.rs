//! The explorer: what it reaches in the fixtures, what it finds in specs made for it, and that its corpus says the truth.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

#[path = "explore/explored.rs"]
mod explored;
#[path = "explore/finder.rs"]
mod finder;
#[path = "explore/fixtures.rs"]
mod fixtures;
#[path = "explore/golden.rs"]
mod golden;
#[path = "explore/hard.rs"]
mod hard;
#[path = "explore/heard.rs"]
mod heard;
#[path = "explore/http.rs"]
mod http;
#[path = "explore/lies.rs"]
mod lies;
#[path = "explore/parts.rs"]
mod parts;
#[path = "explore/plans.rs"]
mod plans;
#[path = "explore/properties.rs"]
mod properties;
#[path = "explore/reader.rs"]
mod reader;
#[path = "explore/replay.rs"]
mod replay;
#[path = "explore/violations.rs"]
mod violations;
