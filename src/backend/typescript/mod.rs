//! TypeScript: the data of a spec, its functions, and how its values travel. What they call is in `templates/typescript/`. It is
//! no target yet: clauses, generators and tests are still to come, so the registry does not offer it.

mod expr;
mod file;
mod literal;
mod model;
mod names;
mod piece;
mod predicates;
mod regex;
mod types;
mod uses;
mod wire;

pub use names::{TsIdent, TsNames};
pub use uses::{Program, SERVICE, SUITE};

use crate::ir::Service;
use crate::lower::Opaque;
use crate::syntax::on_deep_threads;

/// What the files of a program are made of.
struct Emitted<'a> {
    service: &'a Service,
    names: TsNames,
    opaque: Opaque,
    program: &'static Program,
}

/// The files of a program that are made from a spec alone, each with its path.
pub fn data_files(service: &Service, program: &'static Program) -> Vec<(String, String)> {
    let emitted = Emitted { service, names: TsNames::of(service), opaque: Opaque::of(service), program };
    let path = |name: &str| format!("{}/{name}", program.folder);
    on_deep_threads(|| {
        vec![
            (path(program.model), model::text(&emitted)),
            (path(program.predicates), predicates::text(&emitted)),
            (path(program.wire), wire::text(&emitted)),
        ]
    })
}
