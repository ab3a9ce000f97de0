//! specc: a compiler from behavioural specs of REST services to conformance suites.
//!
//! The stages are listed in `ARCHITECTURE.md`; a module uses only modules of earlier stages.

pub mod diag;
pub mod graph;
pub mod ir;
pub mod project;
pub mod sema;
pub mod source;
pub mod syntax;
