//! TypeScript: the data of a spec, its functions, and how its values travel. What they call is in `templates/typescript/`. It is
//! no target yet: clauses, generators and tests are still to come, so the registry does not offer it.

mod app;
mod expr;
mod file;
mod literal;
mod migrations;
mod model;
mod names;
mod piece;
mod predicates;
mod project;
mod regex;
mod statements;
mod toolchain;
mod types;
mod uses;
mod wire;

pub(super) use app::App;
pub(super) use migrations::PLACES;
pub use names::{TsIdent, TsNames};
pub(super) use project::surroundings;
pub(super) use toolchain::toolchain;
pub use uses::{Program, SERVICE, SUITE};

use self::wire::Rules;

use std::collections::BTreeSet;

use crate::ir::{FunctionId, Names, Service};
use crate::lower::{Lowering, Opaque, Reach, View};
use crate::plan::Capabilities;
use crate::syntax::on_deep_threads;

/// What TypeScript's tools can do.
pub const CAPABILITIES: Capabilities = Capabilities { text_from_patterns: true };

/// What the files of a program are made of.
struct Emitted<'a> {
    service: &'a Service,
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

/// The files of a program that are made from a spec alone, each with its path.
pub fn data_files(service: &Service, program: &'static Program) -> Vec<(String, String)> {
    let emitted = Emitted { service, names: TsNames::of(service), opaque: Opaque::of(service), program };
    let path = |name: &str| format!("{}/{name}", program.folder);
    on_deep_threads(|| {
        vec![
            (path(program.model), model::text(&emitted)),
            (path(program.predicates), predicates::text(&emitted, &own_functions(service))),
            (path(program.wire), wire::text(&emitted, &Rules::default())),
        ]
    })
}

/// The functions that the spec itself declares.
fn own_functions(service: &Service) -> BTreeSet<FunctionId> {
    let functions = service.functions.iter().enumerate().filter(|(_, function)| !function.from_preamble);
    functions.map(|(at, _)| FunctionId(at as u32)).collect()
}
