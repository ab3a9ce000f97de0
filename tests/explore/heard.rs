//! Who listens hears once of every target that is reached, and of no other.

use specc::explore::{Effort, Exploration, NoFinder, Options, Outcome, Progress, Strategy, Target, explore};

use crate::common::root;
use crate::explored::service;

/// Writes down what it hears of.
#[derive(Default)]
struct Listener(Vec<String>);

impl Progress for Listener {
    fn at(&mut self, _: &str, _: usize, _: usize) {}

    fn reached(&mut self, target: &Target) {
        self.0.push(target.name.clone());
    }
}

fn reached(found: &Exploration) -> Vec<String> {
    let both = found.targets.iter().zip(&found.outcomes);
    let reached = both.filter(|(_, outcome)| matches!(outcome, Outcome::Reached { .. }));
    reached.map(|(target, _)| target.name.clone()).collect()
}

#[test]
fn every_target_that_is_reached_is_told_once() {
    // In the second one nothing can be called: what is reached is made.
    for spec in ["fixtures/spec/safe_counter.spec", "tests/explore/hard/no_creator.spec"] {
        let service = service(&std::fs::read_to_string(root().join(spec)).expect("the spec"));
        for strategy in [Strategy::Directed, Strategy::Random(300)] {
            let mut listener = Listener::default();
            let options = Options { effort: Effort::Quick, strategy, ..Options::default() };
            let found = explore(&service, &options, &NoFinder, &mut listener).expect("the initial state is valid");
            let mut expected = reached(&found);
            expected.sort();
            listener.0.sort();
            assert!(!expected.is_empty(), "{spec}, {strategy:?}: nothing is reached");
            assert_eq!(listener.0, expected, "{spec}, {strategy:?}");
        }
    }
}
