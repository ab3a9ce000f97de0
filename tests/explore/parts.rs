//! Specs are explored in parts: with any number of threads the same comes of it, what is known of a part is not found out
//! again, and an edit is looked into only where it can matter.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use specc::convention::routes;
use specc::explore::{Effort, Memory, NoFinder, NoMemory, Options, Quiet, corpus_json, explore_again};

use crate::common::root;
use crate::explored::service;

const OPTIONS: Options = Options { seed: 1, effort: Effort::Quick, strategy: specc::explore::Strategy::Directed };

fn todo_list() -> String {
    std::fs::read_to_string(root().join("fixtures/spec/todo_list.spec")).expect("the fixture")
}

/// The corpus of a text, as it is written.
fn corpus(text: &str, memory: &dyn Memory) -> String {
    let service = service(text);
    let found = explore_again(&service, &OPTIONS, (&NoFinder, memory), &mut Quiet).expect("a valid beginning");
    corpus_json(&found, &service, &routes(&service).0, &OPTIONS).to_string()
}

/// Remembers, and counts what it is told.
#[derive(Default)]
struct Shelf {
    known: Mutex<BTreeMap<String, Vec<u8>>>,
    kept: Mutex<usize>,
}

impl Shelf {
    /// How many parts it was told of since the last time.
    fn news(&self) -> usize {
        std::mem::take(&mut *self.kept.lock().expect("a count"))
    }
}

impl Memory for Shelf {
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.known.lock().expect("a shelf").get(key).cloned()
    }

    fn keep(&self, key: &str, found: &[u8]) {
        *self.kept.lock().expect("a count") += 1;
        self.known.lock().expect("a shelf").insert(key.to_string(), found.to_vec());
    }
}

#[test]
fn one_thread_and_two_find_the_same() {
    let with_threads = |count: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("threads");
        pool.install(|| corpus(&todo_list(), &NoMemory))
    };
    assert_eq!(with_threads(1), with_threads(2));
}

#[test]
fn what_is_known_is_not_found_out_again_and_comes_to_the_same() {
    let shelf = Shelf::default();
    let first = corpus(&todo_list(), &shelf);
    assert!(shelf.news() > 12, "a part for each operation");
    assert_eq!(corpus(&todo_list(), &shelf), first);
    assert_eq!(shelf.news(), 0, "everything is known");
    assert_eq!(first, corpus(&todo_list(), &NoMemory), "memory makes no difference");
}

#[test]
fn moving_declarations_changes_nothing_and_an_edit_only_what_it_can_matter_to() {
    let shelf = Shelf::default();
    corpus(&todo_list(), &shelf);
    let all = shelf.news();
    corpus(&format!("// A comment.\n\n{}", todo_list()), &shelf);
    assert_eq!(shelf.news(), 0, "a comment matters to nothing");
    // `GetTodo` reads; what it asks for matters to nothing else.
    let edited = todo_list().replacen(
        "operation GetTodo {\n    input: id: TodoId",
        "operation GetTodo {\n    input: id: Int",
        1,
    );
    assert_ne!(edited, todo_list(), "there is something to edit");
    corpus(&edited, &shelf);
    let news = shelf.news();
    assert!((1..=2).contains(&news), "{news} of {all} parts");
}

/// Remembers only what makes no sense.
struct Nonsense;

impl Memory for Nonsense {
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        Some(key.bytes().cycle().take(key.len() * 7).collect())
    }

    fn keep(&self, _: &str, _: &[u8]) {}
}

#[test]
fn nonsense_is_not_believed() {
    let text = std::fs::read_to_string(root().join("fixtures/spec/safe_counter.spec")).expect("the fixture");
    assert_eq!(corpus(&text, &Nonsense), corpus(&text, &NoMemory));
}

#[test]
fn more_effort_is_more_work() {
    let steps = |effort: Effort| {
        let service = Arc::clone(&service(&todo_list()));
        let options = Options { effort, ..OPTIONS };
        explore_again(&service, &options, (&NoFinder, &NoMemory), &mut Quiet).expect("a valid beginning").steps
    };
    assert!(steps(Effort::Quick) * 2 < steps(Effort::Normal));
}
