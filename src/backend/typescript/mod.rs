//! TypeScript: conformance suites and services. What they call is in `templates/typescript/`.

mod app;
mod behavioral;
mod changes;
mod clauses;
mod core;
mod expr;
mod file;
mod literal;
mod migrations;
mod model;
mod names;
mod parts;
mod piece;
mod predicates;
mod project;
mod regex;
mod service;
mod stateful;
mod statements;
mod strategies;
mod structural;
mod suite;
mod toolchain;
mod types;
mod uses;
mod wire;

pub(super) use app::App;
pub(super) use migrations::PLACES;
pub use names::{TsIdent, TsNames};
pub(super) use project::surroundings;
pub(super) use suite::Harness;
pub use suite::suite_files;
pub(super) use toolchain::toolchain;
pub use uses::{Program, SERVICE, SUITE};

use crate::ir::{FunctionId, Names, Service};
use crate::lower::{Lowering, Opaque, Reach, View};
use crate::plan::Capabilities;
use crate::source::SourceMap;
use crate::syntax::on_deep_threads;

/// What TypeScript's tools can do.
pub const CAPABILITIES: Capabilities = Capabilities { text_from_patterns: true };

/// What the files of a program are made of.
struct Emitted<'a> {
    service: &'a Service,
    sources: &'a SourceMap,
    names: TsNames,
    opaque: Opaque,
    program: &'static Program,
}

impl Emitted<'_> {
    /// How expressions of a part of the program are lowered.
    fn lowering<'s>(&'s self, names: Names<'s>, view: View, reach: Reach<'s>) -> Lowering<'s> {
        let instants = self.program.instants;
        Lowering { service: self.service, opaque: &self.opaque, names, view, instants, reach }
    }
}

/// The files of a program that are made from a spec alone, each with its path: the data, all functions that the spec declares,
/// and how values travel.
pub fn data_files(service: &Service, program: &'static Program) -> Vec<(String, String)> {
    let (names, opaque, sources) = (TsNames::of(service), Opaque::of(service), SourceMap::default());
    let emitted = Emitted { service, sources: &sources, names, opaque, program };
    let functions = service.functions.iter().enumerate().filter(|(_, function)| !function.from_preamble);
    let functions = functions.map(|(at, _)| FunctionId(at as u32)).collect();
    let path = |name: &str| format!("{}/{name}", program.folder);
    on_deep_threads(|| {
        vec![
            (path(program.model), model::text(&emitted)),
            (path(program.predicates), predicates::text(&emitted, &functions)),
            (path(program.wire), wire::text(&emitted, &clauses::Clauses::default())),
        ]
    })
}
