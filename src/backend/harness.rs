//! A suite in a target language.

use crate::convention::Api;
use crate::ir::Service;
use crate::plan::{MachineRule, PlannedTest, StructuralCheck, SuitePlan, data_text};
use crate::source::{FileId, SourceMap};

/// A file of an emitted project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its path below the project's folder, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whose it is.
    pub owner: Owner,
}

/// Who a file belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// specc's: written anew whenever it changes
    Generated,
    /// The user's: written once, and left alone where it exists
    User,
}

/// A planned suite, with what its text is made from.
#[derive(Debug, Clone, Copy)]
pub struct Suite<'a> {
    /// The service.
    pub service: &'a Service,
    /// How its operations are called.
    pub api: &'a Api,
    /// The text of its spec.
    pub sources: &'a SourceMap,
    /// What is tested.
    pub plan: &'a SuitePlan,
    /// The corpus, as text.
    pub corpus: &'a str,
    /// The OpenAPI document, as text.
    pub openapi: &'a str,
}

/// A language that a suite is written in: how each planned thing becomes a function, and what stands around them.
pub trait HarnessBackend {
    /// A behavioural test
    fn test(&mut self, test: &PlannedTest);
    /// A rule of the state machine
    fn rule(&mut self, rule: &MachineRule);
    /// A check of the structural test
    fn check(&mut self, check: StructuralCheck);
    /// All files: the tests that were given, and all that they need
    fn files(self) -> Vec<GeneratedFile>;
}

/// Hands a plan to a language, and adds what does not depend on it: the data of the suite, and the spec, so that a suite can be read, reported on and
/// compared with the reference server wherever it is.
pub(super) fn write<B: HarnessBackend>(mut backend: B, suite: Suite<'_>) -> Vec<GeneratedFile> {
    let SuitePlan { tests, stateful, structural, .. } = suite.plan;
    tests.iter().for_each(|test| backend.test(test));
    stateful.rules.iter().for_each(|rule| backend.rule(rule));
    structural.checks.iter().for_each(|check| backend.check(*check));
    let mut files = backend.files();
    files.push(data(suite));
    files.extend(suite.sources.ids().map(|id| spec(suite.sources, id)));
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

/// A document of a suite.
pub(super) fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// What harnesses of all languages read.
fn data(suite: Suite<'_>) -> GeneratedFile {
    let text = data_text(suite.plan, suite.service, suite.api, suite.sources);
    GeneratedFile { path: "tests/suite.json".into(), text, owner: Owner::Generated }
}

fn spec(sources: &SourceMap, id: FileId) -> GeneratedFile {
    let text = sources.get(id).map_or_else(String::new, |file| file.text.clone());
    GeneratedFile { path: format!("spec/{}", sources.path(id)), text, owner: Owner::Generated }
}
