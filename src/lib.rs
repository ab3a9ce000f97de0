//! specc: a compiler from behavioural specs of REST services to conformance suites.
//!
//! The stages are listed in `ARCHITECTURE.md`; a module uses only modules of earlier stages.

pub mod backend;
pub mod cli;
pub mod conform;
pub mod convention;
pub mod diag;
pub mod effect;
pub mod emit;
pub mod explore;
pub mod folder;
pub mod format;
pub mod graph;
pub mod interp;
pub mod ir;
pub mod lint;
pub mod lower;
pub mod openapi;
pub mod plan;
pub mod project;
pub mod realize;
pub mod report;
pub mod sema;
pub mod serve;
pub mod source;
pub mod syntax;
pub mod verify;
