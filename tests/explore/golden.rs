//! The suites of the fixtures as they are written, file by file: `make golden` renews them, and a reader sees in the diff
//! what a change does to the output.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use specc::backend::{GeneratedFile, Suite, Target};
use specc::explore::{Options, corpus_text};
use specc::openapi;
use specc::plan::{Ground, plan};
use specc::project::{NoFiles, open};
use specc::realize::realize;

use crate::common::{expect_file, is_update, root};
use crate::explored::{Explored, FIXTURES, explored};

/// The files of a suite that are made from the spec; the others are in `templates/` as they are.
fn suite(name: &str) -> Vec<GeneratedFile> {
    let path = root().join(format!("fixtures/spec/{name}.spec"));
    let text = fs::read(path).expect("the fixture");
    let sources = open(&format!("{name}.spec"), &text, &NoFiles).sources;
    let Explored { service, api, exploration } = explored(name);
    let target = Target::ALL[0];
    let ground = Ground { service, api, exploration, sources: &sources, bodies: &realize(service) };
    let plan = plan(ground, target.capabilities());
    let corpus = corpus_text(exploration, service, api, &Options::default());
    let openapi = openapi::to_yaml(&openapi::document(service, api));
    let suite = Suite { service, api, sources: &sources, plan: &plan, corpus: &corpus, openapi: &openapi };
    let is_verbatim = |file: &GeneratedFile| {
        let template = root().join("templates/python/suite").join(&file.path);
        fs::read_to_string(template).is_ok_and(|text| text == file.text)
    };
    target.suite(suite).into_iter().filter(|file| !is_verbatim(file) && !file.path.starts_with("spec/")).collect()
}

fn below(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { below(&path) } else { BTreeSet::from([path]) }).collect()
}

#[test]
fn the_suites_are_the_golden_ones_and_every_golden_file_is_one_of_theirs() {
    let golden = root().join("golden");
    let mut wanted = BTreeSet::new();
    for name in FIXTURES {
        for file in suite(name) {
            let path = golden.join(name).join(&file.path);
            expect_file(&path, &file.text);
            wanted.insert(path);
        }
    }
    let unreferenced: Vec<PathBuf> = below(&golden).difference(&wanted).cloned().collect();
    if is_update() {
        unreferenced.iter().for_each(|path| fs::remove_file(path).expect("removed"));
    } else {
        assert_eq!(unreferenced, Vec::<PathBuf>::new(), "no suite has these files");
    }
}
