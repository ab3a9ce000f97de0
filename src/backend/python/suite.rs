//! All files of a Python suite: what is the same for every spec, what is made from the spec, and the data.

use super::core::CORE;
use super::names::{PyNames, snake};
use super::stateful::Stateful;
use super::{behavioral, strategies, structural};
use crate::backend::harness::pretty;
use crate::backend::{GeneratedFile, HarnessBackend, Owner, Suite};
use crate::ir::{OperationId, ParamIndex};
use crate::plan::{MachineRule, Places, PlannedTest, Secrecy, StructuralCheck, TestNames, listing, secrecy};

macro_rules! verbatim {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("../../../templates/python/suite/", $path)))),*]
    };
}

/// The files that are the same for every spec.
const VERBATIM: &[(&str, &str)] = verbatim![
    ".gitignore",
    "Makefile",
    "pytest.ini",
    "tests/__init__.py",
    "tests/conftest.py",
    "tests/harness/__init__.py",
    "tests/harness/admin.py",
    "tests/harness/checks.py",
    "tests/harness/client.py",
    "tests/harness/corpus.py",
    "tests/harness/broken.py",
    "tests/harness/examples.py",
    "tests/harness/explaining.py",
    "tests/harness/generate.py",
    "tests/harness/patterns.py",
    "tests/harness/inproc.py",
    "tests/harness/ledger.py",
    "tests/harness/machine.py",
    "tests/harness/malformed.py",
    "tests/harness/naming.py",
    "tests/harness/observing.py",
    "tests/harness/oracle.py",
    "tests/harness/planned.py",
    "tests/harness/plugin.py",
    "tests/harness/profiles.py",
    "tests/harness/progress.py",
    "tests/harness/reading.py",
    "tests/harness/recording.py",
    "tests/harness/report.py",
    "tests/harness/rules.py",
    "tests/harness/sending.py",
    "tests/harness/service.py",
    "tests/harness/session.py",
    "tests/harness/showing.py",
    "tests/harness/skew.py",
    "tests/harness/structural.py",
    "tests/harness/suiting.py",
    "tests/harness/world.py",
    "tests/redaction.py",
    "tests/requirements.lock",
    "tests/requirements.txt",
    "tests/run_conformance.py",
];

/// The file that the user's own strategies go to.
const USER: &str = include_str!("../../../templates/python/suite/tests/strategies_user.py");

/// A Python suite while it is written.
pub(in crate::backend) struct Harness<'a> {
    suite: Suite<'a>,
    names: PyNames,
    tests: Vec<PlannedTest>,
    rules: Vec<MachineRule>,
    checks: Vec<StructuralCheck>,
}

impl<'a> Harness<'a> {
    pub(in crate::backend) fn new(suite: Suite<'a>) -> Harness<'a> {
        let names = PyNames::of(suite.service);
        Harness { suite, names, tests: Vec::new(), rules: Vec::new(), checks: Vec::new() }
    }

    fn stateful(&self) -> String {
        let mut file = Stateful::new(self.suite.service, &self.names, &self.suite.plan.stateful);
        self.rules.iter().for_each(|rule| file.rule(rule));
        file.text()
    }

    /// Every clause and test, by the names that tests have here.
    fn coverage(&self) -> String {
        let Suite { service, api, sources, plan, .. } = self.suite;
        let (snake, name) = (snake(&service.name), &service.name);
        let behavioral = behavioral::test_names(&self.tests);
        let names = TestNames {
            behavioral: behavioral.iter().map(|name| format!("tests/test_behavioral_{snake}.py::{name}")).collect(),
            stateful: vec![format!("tests/test_stateful_{snake}.py::TestStateful{name}::test_steps")],
            structural: vec![
                format!("tests/test_structural_{snake}.py::test_api_structural"),
                format!("tests/test_structural_{snake}.py::TestStructuralLinks{name}::test_links"),
            ],
        };
        pretty(&listing(plan, service, api, Places::new(sources), &names))
    }

    /// The files that are made from the spec.
    fn written(&self) -> Vec<(String, String)> {
        let Suite { service, api, sources, plan, corpus, openapi } = self.suite;
        let name = snake(&service.name);
        let secret = |id: OperationId, input: ParamIndex| {
            let name = &service.operation(id).inputs[input.index()].name;
            secrecy(service, id, name) != Secrecy::Open
        };
        let mut files = super::data_files(service, api, sources, &plan.spec, &secret);
        files.extend([
            ("tests/strategies.py".to_string(), strategies::file(service, &self.names, &plan.strategies)),
            (format!("tests/test_behavioral_{name}.py"), behavioral::file(service, api, &self.names, &self.tests)),
            (format!("tests/test_stateful_{name}.py"), self.stateful()),
            (format!("tests/test_structural_{name}.py"), structural::file(service, &self.names, &self.checks)),
            ("tests/_testgen_skips.json".to_string(), pretty(&plan.skips.json(&service.name))),
            ("tests/_testgen_coverage.json".to_string(), self.coverage()),
            ("tests/corpus.json".to_string(), corpus.to_string()),
            ("openapi.yaml".to_string(), openapi.to_string()),
        ]);
        files
    }
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
        let core = CORE.iter().map(|(name, text)| (format!("tests/harness/{name}"), (*text).to_string()));
        let own = strategies::user_file(self.suite.service, &self.names, &self.suite.plan.strategies, USER);
        let user = GeneratedFile { path: "tests/strategies_user.py".into(), text: own, owner: Owner::User };
        verbatim.chain(core).chain(self.written()).map(generated).chain([user]).collect()
    }
}
