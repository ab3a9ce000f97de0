//! Conditions that luck does not meet. Each spec of `tests/explore/hard` names targets in its first lines, and every one
//! of them is reached, whatever the seed. Those of `tests/explore/unsolved` are not all reached yet.

use std::sync::Arc;

use rayon::prelude::*;
use specc::explore::{Exploration, NoFinder, Options, Outcome, Quiet, explore};
use specc::format::{Formatted, format};
use specc::ir::Service;
use specc::source::SourceFile;

use crate::common::{check, root, specs_in};
use crate::explored::service;

/// The seeds; no target may depend on luck.
const SEEDS: [u64; 3] = [1, 2, 3];
/// How many such specs there are at least.
const FEWEST: usize = 20;

/// A spec with the names of the targets that are planted in it.
struct Planted {
    name: String,
    text: String,
    reach: Vec<String>,
}

fn planted(folder: &str) -> Vec<Planted> {
    let planted = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable spec");
        let reach = text.lines().map_while(|line| line.strip_prefix("// reach: ")).map(String::from).collect();
        Planted { name, text, reach }
    };
    specs_in(&root().join("tests/explore").join(folder)).into_iter().map(planted).collect()
}

/// The targets that an exploration leaves open, each with what it says about it.
fn open(planted: &Planted, service: &Arc<Service>, seed: u64) -> Vec<String> {
    let options = Options { seed, ..Options::default() };
    let found = explore(service, &options, &NoFinder, &mut Quiet).expect("the initial state is valid");
    let missed = planted.reach.iter().filter_map(|target| Some((target, missed(&found, target)?)));
    missed.map(|(target, why)| format!("{}, seed {seed}: {target}: {why}", planted.name)).collect()
}

/// Why a target was not reached.
fn missed(found: &Exploration, name: &str) -> Option<String> {
    let Some(at) = found.targets.iter().position(|target| target.name == name) else {
        let names: Vec<&str> = found.targets.iter().map(|target| &*target.name).collect();
        return Some(format!("there is no such target among\n{}", names.join("\n")));
    };
    match &found.outcomes[at] {
        Outcome::Reached { .. } => None,
        Outcome::Missed { why, .. } => Some(why.clone()),
    }
}

#[test]
fn every_hard_target_is_reached_with_every_seed() {
    let specs = planted("hard");
    assert!(specs.len() >= FEWEST);
    let open: Vec<String> = specs
        .par_iter()
        .flat_map_iter(|planted| {
            let service = service(&planted.text);
            SEEDS.into_iter().flat_map(move |seed| open(planted, &service, seed))
        })
        .collect();
    assert!(open.is_empty(), "{}", open.join("\n"));
}

#[test]
fn the_hard_specs_name_targets_and_are_clean_and_formatted() {
    for Planted { name, text, reach } in planted("hard").into_iter().chain(planted("unsolved")) {
        assert!(!reach.is_empty(), "{name} names no target");
        let outcome = check(&text);
        assert!(outcome.diagnostics.is_empty(), "{name}: {}", outcome.messages());
        let formatted = format(&SourceFile::new(name.as_str(), text.as_str()));
        assert_eq!(formatted, Formatted::Text(text), "{name} is not formatted");
    }
}
