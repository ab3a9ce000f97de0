//! What the declarations of a service say: which edits change a key, and which do not.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use specc::ir::{
    AliasId, EntityId, EnumId, ExprKind, Fingerprints, FunctionId, OperationId, Part, Service, StateId,
    for_each_child_mut,
};

const TEXT: &str = "service Shop {
  enum Colour { RED, BLUE }
  enum Size { SMALL }
  type Count = Int where value >= least()
  entity Hat {
    colour: Colour
    many: Count
  }
  entity Shoe { size: Size }
  state {
    hats: Int -> one Hat
    shoes: Int -> one Shoe
    opened: Bool = true
  }
  function least(): Int = lowest()
  function lowest(): Int = 0
  function unused(): Int = 7
  operation Paint { input: k: Int requires: k in hats ensures: hats'[k].colour = RED }
  operation Burn { ensures: opened' = false }
  operation Census { output: n: Int ensures: n = #shoes }
  invariant few: #hats <= 10
  invariant fewHats: all h: Hat | h.many <= 7
}
";

fn service(text: &str) -> Service {
    let found = common::check(text);
    found.service.unwrap_or_else(|| panic!("{:?}", found.diagnostics))
}

fn prints(text: &str) -> Fingerprints {
    Fingerprints::of(&service(text))
}

/// The parts whose keys differ.
fn changed(text: &str) -> Vec<Part> {
    let (before, after) = (prints(TEXT), prints(text));
    let mut found: Vec<Part> = before.parts().filter(|part| before.key([*part]) != after.key([*part])).collect();
    found.sort();
    found
}

fn edited(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    TEXT.replacen(from, to, 1)
}

const PAINT: Part = Part::Operation(OperationId(0));
const CENSUS: Part = Part::Operation(OperationId(2));
const HATS: Part = Part::State(StateId(0));
const SHOES: Part = Part::State(StateId(1));
const HAT: Part = Part::Entity(EntityId(0));

#[test]
fn where_a_declaration_stands_makes_no_difference() {
    assert_eq!(changed(&edited("  operation", "\n  // Here.\n\n  operation")), []);
    assert_eq!(changed(&edited("requires: k in hats", "requires:\n      k in hats")), []);
}

#[test]
fn an_edit_changes_what_mentions_it_and_nothing_else() {
    assert_eq!(changed(&edited("hats'[k].colour = RED", "hats'[k].colour = BLUE")), [PAINT]);
    assert_eq!(changed(&edited("#hats <= 10", "#hats <= 11")), [Part::Invariant(0)]);
    assert_eq!(changed(&edited("= 7\n", "= 8\n")), [Part::Function(FunctionId(2))]);
}

#[test]
fn what_is_mentioned_through_others_counts() {
    let through_functions = changed(&edited("lowest(): Int = 0", "lowest(): Int = 1"));
    let functions = [0, 1].map(|at| Part::Function(FunctionId(at)));
    let alias = Part::Alias(AliasId(0));
    let invariants = [0, 1].map(Part::Invariant);
    let wanted = [&[PAINT, HATS][..], &invariants, &functions, &[alias, HAT]].concat();
    assert_eq!(through_functions, wanted);
}

#[test]
fn what_goes_over_instances_goes_over_the_whole_state() {
    let found = changed(&edited("Size { SMALL }", "Size { SMALL, LARGE }"));
    let wanted = [CENSUS, SHOES, Part::Invariant(1), Part::Entity(EntityId(1)), Part::Enum(EnumId(1))];
    assert_eq!(found, wanted);
}

#[test]
fn the_identity_of_what_is_mentioned_counts() {
    let (hats, shoes) = ("    hats: Int -> one Hat\n", "    shoes: Int -> one Shoe\n");
    let swapped = edited(&format!("{hats}{shoes}"), &format!("{shoes}{hats}"));
    let (before, after) = (prints(TEXT), prints(&swapped));
    assert_ne!(before.key([PAINT]), after.key([PAINT]));
    let mut moved = service(TEXT);
    moved.invariants.swap(0, 1);
    let after = Fingerprints::of(&moved);
    assert_ne!(before.key([Part::Invariant(0)]), after.key([Part::Invariant(1)]));
}

#[test]
fn the_order_of_parts_makes_no_difference() {
    let prints = prints(TEXT);
    assert_eq!(prints.key([PAINT, CENSUS, HATS]), prints.key([CENSUS, PAINT, PAINT]));
    assert_ne!(prints.key([PAINT]), prints.key([PAINT, CENSUS]));
    assert_eq!(prints.key([Part::Invariant(9)]), prints.key([]));
}

/// Every number of a service is one of its places or its parts, so a change of any leaf that is no place shows.
#[test]
fn every_literal_counts() {
    let mut service = service(TEXT);
    let before = Fingerprints::of(&service).key([CENSUS, PAINT]);
    let clause = service.operations[0].ensures.first_mut().expect("an ensures");
    let mut seen = 0;
    for_each_child_mut(&mut clause.expr, &mut |part| {
        if let ExprKind::EnumValue(_, at) = &mut part.kind {
            *at += 1;
            seen += 1;
        }
    });
    assert_eq!(seen, 1);
    assert_ne!(Fingerprints::of(&service).key([CENSUS, PAINT]), before);
}
