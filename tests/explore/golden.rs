//! The suites of the fixtures as they are written, file by file: `make golden` renews them, and a reader sees in the diff
//! what a change does to the output.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use specc::backend::{GeneratedFile, Suite, Target};
use specc::explore::{Options, corpus_text};
use specc::interp::Machine;
use specc::openapi;
use specc::plan::{Ground, plan};
use specc::project::{NoFiles, open};

use crate::common::{expect_folder, root};
use crate::explored::{Explored, FIXTURES, explored};

/// A language of suites: a target, the folder of its templates, what its goldens are called, and which fixtures have some.
struct Language {
    target: &'static str,
    templates: &'static str,
    golden: &'static str,
    fixtures: &'static [&'static str],
}

const LANGUAGES: [Language; 2] = [
    Language { target: "python-fastapi-sqlite", templates: "python", golden: "suite", fixtures: &FIXTURES },
    Language {
        target: "ts-express-sqlite",
        templates: "typescript",
        golden: "suite-typescript",
        fixtures: &["url_shortener", "edge_cases"],
    },
];

/// The files of a suite that are made from the spec; the others are in `templates/` as they are.
fn suite(name: &str, language: &Language) -> Vec<GeneratedFile> {
    let path = root().join(format!("fixtures/spec/{name}.spec"));
    let text = fs::read(path).expect("the fixture");
    let sources = open(&format!("{name}.spec"), &text, &NoFiles).sources;
    let Explored { service, api, exploration } = explored(name);
    let target = Target::parse(language.target).expect("a target");
    let machine = Machine::new(Arc::clone(service));
    let ground = Ground { service, api, exploration, sources: &sources, machine: &machine };
    let plan = plan(ground, target.capabilities());
    let corpus = corpus_text(exploration, service, api, &Options::default());
    let openapi = openapi::to_yaml(&openapi::document(service, api));
    let suite = Suite { service, api, sources: &sources, plan: &plan, corpus: &corpus, openapi: &openapi };
    let is_verbatim = |file: &GeneratedFile| {
        let name = file.path.trim_start_matches("tests/harness/");
        let templates = root().join("templates").join(language.templates);
        let places = ["suite", ""].map(|part| templates.join(part).join(&file.path));
        let places = places.into_iter().chain([templates.join("core").join(name)]);
        places.into_iter().any(|place| fs::read_to_string(place).is_ok_and(|text| text == file.text))
    };
    target.suite(suite).into_iter().filter(|file| !is_verbatim(file) && !file.path.starts_with("spec/")).collect()
}

#[test]
fn the_suites_are_the_golden_ones() {
    for language in &LANGUAGES {
        for name in language.fixtures {
            let files = suite(name, language).into_iter().map(|file| (PathBuf::from(file.path), file.text));
            expect_folder(&root().join("golden").join(name).join(language.golden), &files.collect::<Vec<_>>());
        }
    }
}

/// What the goldens hold is what is written, so it is enough to look at them.
#[test]
fn the_data_of_suites_is_as_its_schema_says() {
    let files = FIXTURES.iter().map(|name| root().join(format!("golden/{name}/suite/tests/suite.json")));
    let mut command = std::process::Command::new(root().join(".venv/bin/python"));
    command.args(["-m", "check_jsonschema", "--schemafile"]).arg(root().join("docs/suite.schema.json")).args(files);
    let output = command.output().expect("`make setup` installs Python's tools");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
