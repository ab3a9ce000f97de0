//! All files of a TypeScript suite: what is the same for every spec, what is made from the spec, and the data.

use super::core::{self, TSCONFIG};
use super::names::{TsNames, snake};
use super::parts::PARTS;
use super::service::SERVICE;
use super::stateful::Stateful;
use super::strategies::STRATEGIES;
use super::uses::SUITE;
use super::{Emitted, behavioral, clauses, model, predicates, service, strategies, structural, wire};
use crate::backend::harness::pretty;
use crate::backend::{GeneratedFile, HarnessBackend, Owner, Suite};
use crate::convention::Api;
use crate::ir::{OperationId, Service};
use crate::lower::Opaque;
use crate::plan::{
    Conditions, MachineRule, Places, PlannedTest, STATEFUL_ID, STRUCTURAL_IDS, Secrecy, StructuralCheck, TestNames,
    listing, secrecy,
};
use crate::source::SourceMap;
use crate::syntax::on_deep_threads;

macro_rules! verbatim {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../templates/typescript/suite/", $path)))),*]
    };
}

/// The files that are the same for every spec.
const VERBATIM: &[(&str, &str)] = verbatim![
    ".gitignore",
    "package-lock.json",
    "package.json",
    "tests/harness/admin.ts",
    "tests/harness/broken.ts",
    "tests/harness/checks.ts",
    "tests/harness/client.ts",
    "tests/harness/corpus.ts",
    "tests/harness/document.ts",
    "tests/harness/examples.ts",
    "tests/harness/explaining.ts",
    "tests/harness/generate.ts",
    "tests/harness/ledger.ts",
    "tests/harness/machine.ts",
    "tests/harness/malformed.ts",
    "tests/harness/observing.ts",
    "tests/harness/oracle.ts",
    "tests/harness/planned.ts",
    "tests/harness/profiles.ts",
    "tests/harness/progress.ts",
    "tests/harness/reading.ts",
    "tests/harness/recording.ts",
    "tests/harness/redaction.ts",
    "tests/harness/report.ts",
    "tests/harness/rules.ts",
    "tests/harness/selecting.ts",
    "tests/harness/sending.ts",
    "tests/harness/service.ts",
    "tests/harness/session.ts",
    "tests/harness/showing.ts",
    "tests/harness/skew.ts",
    "tests/harness/structural.ts",
    "tests/harness/suite.ts",
    "tests/harness/suiting.ts",
    "tests/harness/world.ts",
    "tests/run_conformance.mjs",
    "vitest.config.ts",
];

/// The file that the user's own strategies go to.
const USER: &str = include_str!("../../../templates/typescript/suite/tests/strategies_user.ts");

/// What the table of a service is made from, beside the spec.
#[derive(Clone, Copy)]
pub(super) struct Suited<'a> {
    service: &'a Service,
    /// How its operations are called.
    pub(super) api: &'a Api,
    /// The name of the spec's file.
    pub(super) spec: &'a str,
}

impl Suited<'_> {
    /// Whether an input must not be shown.
    pub(super) fn is_secret(self, id: OperationId, input: &str) -> bool {
        secrecy(self.service, id, input) != Secrecy::Open
    }
}

/// A TypeScript suite while it is written.
pub(in crate::backend) struct Harness<'a> {
    suite: Suite<'a>,
    names: TsNames,
    tests: Vec<PlannedTest>,
    rules: Vec<MachineRule>,
    checks: Vec<StructuralCheck>,
}

impl<'a> Harness<'a> {
    pub(in crate::backend) fn new(suite: Suite<'a>) -> Harness<'a> {
        let names = TsNames::of(suite.service);
        Harness { suite, names, tests: Vec::new(), rules: Vec::new(), checks: Vec::new() }
    }

    fn stateful(&self) -> String {
        let mut file = Stateful::new(self.suite.service, &self.names, &self.suite.plan.stateful);
        self.rules.iter().for_each(|rule| file.rule(rule));
        file.text()
    }

    /// The file of a kind of tests.
    fn file(&self, kind: &str) -> String {
        format!("tests/{kind}_{}.test.ts", snake(&self.suite.service.name))
    }

    /// Every clause and test, by the names that tests have here: they are called as in the plan.
    fn coverage(&self) -> String {
        let Suite { service, api, sources, plan, .. } = self.suite;
        let named = |kind: &str, id: &str| format!("{}::{id}", self.file(kind));
        let names = TestNames {
            behavioral: self.tests.iter().map(|test| named("behavioral", &test.id())).collect(),
            stateful: vec![named("stateful", STATEFUL_ID)],
            structural: STRUCTURAL_IDS.map(|id| named("structural", id)).to_vec(),
        };
        pretty(&listing(plan, service, api, Places::new(sources), &names))
    }

    /// The files that are made from the spec.
    fn written(&self) -> Vec<(String, String)> {
        let Suite { service, api, sources, plan, corpus, openapi } = self.suite;
        let mut files = suite_files(service, api, sources, &plan.spec);
        files.extend([
            (format!("tests/{STRATEGIES}"), strategies::file(service, &self.names, &plan.strategies)),
            (self.file("behavioral"), behavioral::file(service, api, &self.names, &self.tests)),
            (self.file("stateful"), self.stateful()),
            (self.file("structural"), structural::file(service, &self.names, &self.checks)),
            ("tests/_testgen_skips.json".to_string(), pretty(&plan.skips.json(&service.name))),
            ("tests/_testgen_coverage.json".to_string(), self.coverage()),
            ("tests/corpus.json".to_string(), corpus.to_string()),
            ("openapi.yaml".to_string(), openapi.to_string()),
        ]);
        files
    }
}

/// The modules of a suite that are made from a spec alone: all but its generators and its tests. Each has its path.
pub fn suite_files(service: &Service, api: &Api, sources: &SourceMap, spec: &str) -> Vec<(String, String)> {
    let (names, opaque) = (TsNames::of(service), Opaque::of(service));
    let emitted = Emitted { service, sources, names, opaque, program: &SUITE };
    let conditions = Conditions::of(service, sources);
    let ground = clauses::Ground { service, api, names: &emitted.names.all, conditions: &conditions };
    let modules = on_deep_threads(|| {
        let texts = clauses::text(&emitted, ground);
        let suited = Suited { service, api, spec };
        [
            (SUITE.model, model::text(&emitted)),
            (SUITE.predicates, predicates::text(&emitted, texts.uses.functions())),
            (SUITE.wire, wire::text(&emitted, &texts.written)),
            (SERVICE, service::text(&emitted, suited, &texts.written)),
            (SUITE.clauses, texts.clauses),
            (PARTS, texts.parts),
        ]
    });
    modules.into_iter().map(|(name, text)| (format!("{}/{name}", SUITE.folder), text)).collect()
}

impl HarnessBackend for Harness<'_> {
    fn test(&mut self, test: &PlannedTest) {
        self.tests.push(test.clone());
    }

    fn rule(&mut self, rule: &MachineRule) {
        self.rules.push(rule.clone());
    }

    fn check(&mut self, check: StructuralCheck) {
        self.checks.push(check);
    }

    fn files(self) -> Vec<GeneratedFile> {
        let generated = |(path, text): (String, String)| GeneratedFile { path, text, owner: Owner::Generated };
        let verbatim = VERBATIM.iter().map(|(path, text)| ((*path).to_string(), (*text).to_string()));
        let shared = core::files("tests/harness").chain([("tsconfig.json".to_string(), TSCONFIG.to_string())]);
        let own = strategies::user_file(self.suite.service, &self.names, &self.suite.plan.strategies, USER);
        let user = GeneratedFile { path: "tests/strategies_user.ts".into(), text: own, owner: Owner::User };
        verbatim.chain(shared).chain(self.written()).map(generated).chain([user]).collect()
    }
}
