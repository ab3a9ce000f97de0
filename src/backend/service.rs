//! A service in a target language.

use serde_json::Value as Json;

use super::harness::{GeneratedFile, Owner};
use crate::convention::{Api, Route};
use crate::ir::Service;
use crate::plan::service::{OperationPlan, ServicePlan};
use crate::plan::store::{Database, Store};
use crate::source::SourceMap;

/// A planned service, with what its text is made from.
#[derive(Debug, Clone, Copy)]
pub struct Project<'a> {
    /// The service.
    pub service: &'a Service,
    /// How its operations are called.
    pub api: &'a Api,
    /// The text of its spec.
    pub sources: &'a SourceMap,
    /// The name of its file.
    pub spec: &'a str,
    /// How its operations are done.
    pub plan: &'a ServicePlan,
    /// Its tables.
    pub store: &'a Store,
    /// Its database.
    pub database: Database,
    /// The state it begins with, as JSON.
    pub initial: &'a Json,
    /// The OpenAPI document, as JSON.
    pub openapi: &'a str,
}

/// A language that a service is written in: how each part of a spec becomes code, and what stands around it.
pub trait ServiceBackend {
    /// The data: entities, the state, what operations take and give, and which conditions they satisfy
    fn model(&mut self);
    /// What an operation does
    fn operation(&mut self, plan: &OperationPlan);
    /// How an operation is called
    fn route(&mut self, route: &Route);
    /// The router of the admin contract
    fn admin(&mut self);
    /// All files: the parts that were given, and all that they need
    fn files(self) -> Vec<GeneratedFile>;
}

/// Hands a planned service to a language.
pub(super) fn write_service<B: ServiceBackend>(mut backend: B, project: Project<'_>) -> Vec<GeneratedFile> {
    backend.model();
    project.plan.operations.iter().for_each(|plan| backend.operation(plan));
    project.api.routes.iter().for_each(|route| backend.route(route));
    backend.admin();
    let mut files = backend.files();
    let text = |file: &crate::source::SourceFile| file.text.clone();
    let specs = project.sources.ids().map(|id| GeneratedFile {
        path: format!("spec/{}", project.sources.path(id)),
        text: project.sources.get(id).map_or_else(String::new, text),
        owner: Owner::Generated,
    });
    files.extend(specs);
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}
