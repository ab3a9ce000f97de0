//! What a spec means, row by row: the value of every form, what a call does, the initial state, the wire format.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "the parts of a test binary are modules of their own")]

mod common;

#[path = "semantics/calls.rs"]
mod calls;
#[path = "semantics/choices.rs"]
mod choices;
#[path = "semantics/initial.rs"]
mod initial;
#[path = "semantics/probe.rs"]
mod probe;
#[path = "semantics/search.rs"]
mod search;
#[path = "semantics/undefined.rs"]
mod undefined;
#[path = "semantics/values.rs"]
mod values;
#[path = "semantics/wire.rs"]
mod wire;
