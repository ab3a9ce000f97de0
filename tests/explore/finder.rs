//! Help from outside: what somebody else finds counts where it is right.

use specc::explore::{BEGINNING, Exploration, Finder, Hint, NoFinder, Options, Outcome, Quiet, Target, explore};
use specc::interp::{Machine, State, Value};
use specc::ir::Service;

use crate::explored::service;

/// Nobody guesses the text whose hash this is.
const SAFE: &str = r#"
service Safe {
  state {
    open: Bool
    tries: Int = 0 where value >= 0
  }

  operation Open {
    input: word: String
    requires:
      hash(word) = "b9f195c5cc7ef6afadbfbc42892ad47d3b24c6bc94bb510c4564a90a14e8b799"
    ensures:
      open' = true
  }
}
"#;

/// Knows the word, or claims to.
struct Knows {
    state: State,
    word: &'static str,
}

impl Finder for Knows {
    fn find(&self, _: &Service, _: &Target) -> Option<Hint> {
        let inputs = vec![Value::text(self.word)];
        Some(Hint { state: self.state.clone(), now: BEGINNING, inputs, at: BEGINNING })
    }
}

fn opened(exploration: &Exploration) -> bool {
    let at = exploration.targets.iter().position(|target| target.name == "Open accepts").expect("the target");
    matches!(exploration.outcomes[at], Outcome::Reached { .. })
}

fn explored_with(finder: &dyn Finder) -> Exploration {
    let options = Options::default();
    explore(&service(SAFE), &options, finder, &mut Quiet).expect("the initial state is valid")
}

fn knows(word: &'static str, tries: i64) -> Knows {
    let machine = Machine::new(service(SAFE));
    let mut state = machine.initial().expect("an initial state");
    *state.field_mut(specc::ir::StateId(1)) = Value::Int(tries);
    Knows { state, word }
}

#[test]
fn without_help_the_word_is_not_found() {
    assert!(!opened(&explored_with(&NoFinder)));
}

#[test]
fn a_right_hint_counts() {
    let exploration = explored_with(&knows("swordfish", 0));
    assert!(opened(&exploration));
    let witness = exploration.corpus.witnesses.iter().filter_map(|witness| witness.call.as_ref());
    assert!(witness.into_iter().any(|made| made.call.inputs == [Value::text("swordfish")]), "the corpus has it");
}

#[test]
fn a_wrong_hint_does_not_count() {
    assert!(!opened(&explored_with(&knows("catfish", 0))), "another word");
    assert!(!opened(&explored_with(&knows("swordfish", -1))), "a state that is not valid");
}
