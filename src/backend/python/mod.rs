//! Python: the data files of a conformance suite. What they call is in `templates/python/suite/tests/harness/`.

mod app;
mod behavioral;
mod changes;
mod clauses;
mod core;
mod expr;
mod file;
mod literal;
pub mod migrations;
mod model;
mod names;
mod parts;
mod piece;
mod predicates;
pub mod project;
mod regex;
mod service;
mod stateful;
mod statements;
mod strategies;
mod structural;
mod suite;
pub mod tables;
mod toolchain;
mod types;
mod uses;
mod wire;

pub(super) use app::App;
pub use names::{OperationNames, PyIdent, PyNames, StrategyNames};
pub(super) use suite::Harness;
pub(super) use toolchain::toolchain;

use crate::backend::clauses::Ground;
use crate::convention::Api;
use crate::ir::{Names, OperationId, ParamIndex, Service};
use crate::lower::{Lowering, Opaque, Reach, View};
use crate::plan::{Capabilities, Conditions, Places, entities_in};
use crate::source::{SourceMap, Span};
use crate::syntax::on_deep_threads;

/// What Python's tools can do.
pub const CAPABILITIES: Capabilities = Capabilities { text_from_patterns: true };

/// What the files of a suite are made of.
pub struct Suite<'a> {
    service: &'a Service,
    api: &'a Api,
    sources: &'a SourceMap,
    spec: &'a str,
    sensitive: &'a (dyn Fn(OperationId, ParamIndex) -> bool + Sync),
    names: PyNames,
    opaque: Opaque,
    program: &'static uses::Program,
}

impl<'a> Suite<'a> {
    /// A suite for a service. `spec` is the name of its file; `sensitive` tells which inputs must not be shown.
    pub fn new(
        service: &'a Service,
        api: &'a Api,
        sources: &'a SourceMap,
        spec: &'a str,
        sensitive: &'a (dyn Fn(OperationId, ParamIndex) -> bool + Sync),
    ) -> Suite<'a> {
        let (names, opaque) = (PyNames::of(service), Opaque::of(service));
        Suite { service, api, sources, spec, sensitive, names, opaque, program: &uses::SUITE }
    }

    /// The names of generated things.
    pub fn names(&self) -> &PyNames {
        &self.names
    }

    /// The generated data files, each with its path.
    pub fn data_files(&self) -> Vec<(String, String)> {
        on_deep_threads(|| {
            let clauses::Texts { clauses, parts, written, uses } = clauses::text(self);
            vec![
                ("tests/model.py".into(), model::text(self)),
                ("tests/predicates.py".into(), predicates::text(self, uses.functions())),
                ("tests/clauses.py".into(), clauses),
                ("tests/parts.py".into(), parts),
                ("tests/wire.py".into(), wire::text(self, &written)),
                ("tests/service.py".into(), service::text(self, &written)),
            ]
        })
    }

    /// How expressions of a part of the program are lowered.
    fn lowering<'s>(&'s self, names: Names<'s>, view: View, reach: Reach<'s>) -> Lowering<'s> {
        let instants = self.program.instants;
        Lowering { service: self.service, opaque: &self.opaque, names, view, instants, reach }
    }

    /// Where its conditions come from.
    fn ground<'s>(&'s self, conditions: &'s Conditions<'s>) -> Ground<'s, PyIdent> {
        Ground { service: self.service, api: self.api, names: &self.names, conditions }
    }

    /// A place in the spec, such as `shop.spec:31`.
    pub fn place(&self, span: Span) -> String {
        let place = Places::new(self.sources).of(span);
        if place.is_empty() { self.spec.to_string() } else { place }
    }

    /// Whether an entity is mentioned before it is declared.
    fn has_forward_entities(&self) -> bool {
        let entities = self.service.entities.iter().enumerate();
        entities.into_iter().any(|(at, entity)| {
            entity.fields.iter().any(|field| entities_in(&field.ty.ty).iter().any(|id| id.index() >= at))
        })
    }
}

/// The generated data files of a suite, each with its path.
pub fn data_files(
    service: &Service,
    api: &Api,
    sources: &SourceMap,
    spec: &str,
    sensitive: &(dyn Fn(OperationId, ParamIndex) -> bool + Sync),
) -> Vec<(String, String)> {
    Suite::new(service, api, sources, spec, sensitive).data_files()
}
