//! Verification: small specs with known verdicts, numbers that leave their ranges, wrong readings that have to be noticed,
//! and the solver as a help for the explorer.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use common::root;
use specc::interp::Machine;
use specc::verify::{Basis, Effort, Means, Outcome, Prover, Subject, Verdict, agenda, subjects};

const MEANS: Means = Means { effort: Effort::Time(60_000), explain: false, dump: false, clock: || 0, until: None };

fn check(machine: &Machine, subject: Subject, means: &Means) -> Outcome {
    Prover::new(machine).check(subject, means)
}

fn specs() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(root().join("tests/verify"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "spec"))
        .collect();
    found.sort();
    found
}

fn machine(path: &Path) -> Machine {
    let text = std::fs::read_to_string(path).expect("a readable spec");
    let found = common::check(&text);
    Machine::new(Arc::new(found.service.unwrap_or_else(|| panic!("{}: {:?}", path.display(), found.diagnostics))))
}

/// What is not simply proved, in the words of the `// expect:` lines.
fn told(machine: &Machine, outcome: &Outcome) -> Option<String> {
    let service = machine.service();
    let verdict = match &outcome.verdict {
        Verdict::Proved => return None,
        Verdict::Violated(_) => "violated",
        Verdict::Unknown(why) => return Some(format!("unknown {}: {why}", outcome.subject.title(service))),
        Verdict::NotChecked(_) => "not checked",
    };
    let mut words = format!("{verdict} {}", outcome.subject.kind());
    if let Some(id) = outcome.subject.operation(service) {
        words = format!("{words} {}", service.operation(id).name);
    }
    if let (Subject::Keeps(_, clause), "preserves" | "always") = (outcome.subject, outcome.subject.kind()) {
        words = format!("{words} {}", clause.title(service));
    }
    Some(words)
}

fn outcomes(machine: &Machine) -> Vec<Outcome> {
    outcomes_as(machine, machine)
}

/// What is found where the solver is told what another machine says. Overflow has tests of its own.
fn outcomes_as(machine: &Machine, seen: &Machine) -> Vec<Outcome> {
    let all = subjects(machine.service(), machine.bodies()).into_iter();
    let wanted = all.filter(|subject| !matches!(subject, Subject::Overflow(_)));
    let prover = Prover::reading(machine, seen);
    wanted.map(|subject| prover.check(subject, &MEANS)).collect()
}

/// The lines of a spec that say what is not simply proved.
fn expected(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// expect: "));
    let mut lines: Vec<&str> = lines.filter(|line| *line != "proved").collect();
    lines.sort_unstable();
    lines
}

/// What is not simply proved, where the solver is told what another machine says.
fn found(machine: &Machine, seen: &Machine) -> Vec<String> {
    let mut found: Vec<String> =
        outcomes_as(machine, seen).iter().filter_map(|outcome| told(machine, outcome)).collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn small_specs_have_the_verdicts_they_expect() {
    let specs = specs();
    assert!(specs.len() >= 40, "{}", specs.len());
    let mut wrong = Vec::new();
    for path in specs {
        let text = std::fs::read_to_string(&path).expect("a readable spec");
        let (expected, machine) = (expected(&text), machine(&path));
        let found = found(&machine, &machine);
        if found != expected {
            wrong.push(format!("{}\n  expected {expected:?}\n  found    {found:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_call_does_not_touch_is_counted_and_holds() {
    let mut framed = 0;
    for path in specs().into_iter().chain([root().join("fixtures/spec/todo_list.spec")]) {
        let machine = machine(&path);
        let asked = std::cell::RefCell::new(Vec::new());
        let all = agenda(
            machine.service(),
            machine.bodies(),
            Some(&|subject| {
                asked.borrow_mut().push(subject);
                true
            }),
        );
        assert_eq!(all, agenda(machine.service(), machine.bodies(), None), "{}", path.display());
        let prover = Prover::new(&machine);
        let others: Vec<Subject> =
            asked.into_inner().into_iter().filter(|subject| !all.subjects.contains(subject)).collect();
        assert_eq!(others.len(), all.framed_count());
        framed += others.len();
        for subject in others {
            assert_eq!(prover.check(subject, &MEANS).verdict, Verdict::Proved, "{}: {subject:?}", path.display());
        }
    }
    assert!(framed > 20, "{framed}");
}

#[test]
fn a_sum_of_a_part_is_the_same_where_other_parts_change() {
    let text = "service Cart {
  entity Line { units: Int where value >= 0 }
  entity Cart {
    open: Bool
    lines: Set[Line]
  }
  state {
    carts: Int -> one Cart
    limit: Int = 0
  }
  function units(c: Cart): Int = sum(c.lines, l => l.units)
  operation Close {
    input: k: Int
    requires: k in carts
    ensures: carts'[k].open = false
  }
  invariant bounded: sum(carts, k => units(carts[k])) <= limit
}
";
    let machine = Machine::new(Arc::new(common::check(text).service.expect("a sound spec")));
    let all = outcomes(&machine);
    let open: Vec<String> = all.iter().filter_map(|outcome| told(&machine, outcome)).collect();
    assert_eq!(open, [""; 0]);
}

#[test]
fn what_does_not_matter_to_a_call_is_taken_from_a_valid_state() {
    let text = "service Two {
  state {
    count: Int = 0
    other: Int = 5 where value > 3
    third: Int = 6 where value > other
  }
  operation Down { ensures: count' = count - 1 }
  operation Raise { ensures: other' = other + 1 }
  invariant low: count >= 0
}
";
    let machine = Machine::new(Arc::new(common::check(text).service.expect("a sound spec")));
    let broken: Vec<(Subject, Box<specc::verify::Counterexample>)> = outcomes(&machine)
        .into_iter()
        .filter_map(|outcome| match outcome.verdict {
            Verdict::Violated(found) => Some((outcome.subject, found)),
            Verdict::Proved | Verdict::Unknown(_) | Verdict::NotChecked(_) => None,
        })
        .collect();
    let told: Vec<String> = broken.iter().map(|(subject, _)| subject.title(machine.service())).collect();
    assert_eq!(told, ["`Down` keeps the invariant `low`", "`Raise` keeps the refinement of `third`"]);
    let fields = |at: usize| broken[at].1.situation.as_ref().expect("a situation").state.fields().to_vec();
    let int = specc::interp::Value::Int;
    assert_eq!(fields(0), [int(0), int(5), int(6)], "what `Down` has nothing to do with is as in the beginning");
    assert_eq!(fields(1)[0], int(0), "what `Raise` has nothing to do with is as in the beginning");
}

#[test]
fn a_float_is_an_approximation_and_says_so() {
    let machine = machine(&root().join("tests/verify/float_kept.spec"));
    let all = outcomes(&machine);
    assert!(all.iter().any(|outcome| outcome.basis == Basis::Approximation));
}

#[test]
fn the_explorer_is_helped_by_the_solver_and_gets_the_same_each_time() {
    use specc::explore::{Exploration, Finder, NoFinder, Options, Outcome, Quiet, Root, explore};
    // Two numbers that only arithmetic finds.
    let service = Arc::new(machine(&root().join("tests/verify/locked.spec")).service().clone());
    let options = Options::default();
    let run = |finder: &dyn Finder| explore(&service, &options, finder, &mut Quiet).expect("an exploration");
    let reached = |found: &Exploration| {
        let accepts = found.targets.iter().position(|target| target.root == Root::Operation).expect("a target");
        matches!(found.outcomes[accepts], Outcome::Reached { .. })
    };
    let helper = specc::verify::SolverFinder;
    let (first, second, alone) = (run(&helper), run(&helper), run(&NoFinder));
    assert_eq!(format!("{:?}", first.corpus), format!("{:?}", second.corpus));
    assert_eq!((reached(&first), reached(&alone)), (true, false));
}

/// A counter, with a limit or without one.
fn counter(limit: &str) -> Machine {
    let text = format!(
        "service Counter {{
  type Few = Int where value > 0 and value <= 10
  state {{ count: Int = 0 where value >= 0 }}
  operation Add {{
    input: n: Few
    {limit}
    ensures: count' = count + n
  }}
}}
"
    );
    Machine::new(Arc::new(common::check(&text).service.expect("a sound spec")))
}

#[test]
fn a_number_that_leaves_its_range_is_told_and_is_no_violation() {
    let overflow = |machine: &Machine| {
        let all = subjects(machine.service(), machine.bodies());
        let subject = all.into_iter().find(|subject| matches!(subject, Subject::Overflow(_))).expect("a check");
        check(machine, subject, &MEANS)
    };
    let kept = overflow(&counter("requires: count <= 100"));
    assert_eq!(kept.verdict, Verdict::Proved);
    let free = counter("");
    let left = overflow(&free);
    assert!(matches!(left.verdict, Verdict::NotChecked(_)), "{:?}", left.verdict);
    let witness = left.witness.expect("a call that leaves the range");
    let lines = specc::verify::lines(free.service(), &check(&free, left.subject, &MEANS));
    assert!(lines.iter().any(|line| line.contains("before  count = 92233720368547758")), "{lines:?} {witness:?}");
}

#[test]
fn no_check_begins_after_its_time() {
    let machine = machine(&root().join("tests/verify/broken_decrement.spec"));
    let late = Means { clock: || 7, until: Some(7), ..MEANS };
    let all = subjects(machine.service(), machine.bodies());
    assert!(!all.is_empty());
    for subject in all {
        let found = check(&machine, subject, &late).verdict;
        assert!(matches!(&found, Verdict::Unknown(why) if why.contains("no time was left")), "{found:?}");
    }
    let in_time = Means { until: Some(8), ..late };
    let is_violated = |subject| matches!(check(&machine, subject, &in_time).verdict, Verdict::Violated(_));
    assert!(subjects(machine.service(), machine.bodies()).into_iter().any(is_violated));
}

/// Makes the check of the numbers of the only operation of a spec.
fn overflow_of(text: &str) -> Outcome {
    let machine = Machine::new(Arc::new(common::check(text).service.expect("a sound spec")));
    let all = subjects(machine.service(), machine.bodies());
    let subject = all.into_iter().find(|subject| matches!(subject, Subject::Overflow(_))).expect("a check");
    check(&machine, subject, &MEANS)
}

/// A sum over records, of something of each.
fn summing(term: &str) -> String {
    format!(
        "service Sum {{
  enum Colour {{ RED, GREEN }}
  entity Thing {{
    tags: Set[Colour]
    weight: Int where value >= 0
  }}
  state {{ things: Int -> one Thing }}
  operation Total {{
    output: n: Int
    ensures: n = sum(things, k => {term})
  }}
}}
"
    )
}

#[test]
fn a_sum_of_little_stays_within_its_range_and_says_what_that_rests_on() {
    let small = overflow_of(&summing("#things[k].tags"));
    assert_eq!(small.verdict, Verdict::Proved);
    assert!(small.notes.iter().any(|note| note.contains("2^48")), "{:?}", small.notes);
    let large = overflow_of(&summing("things[k].weight"));
    assert!(matches!(large.verdict, Verdict::NotChecked(_)), "{:?}", large.verdict);
}

/// What a short look around comes by.
fn sights(machine: &Machine) -> Vec<specc::explore::Sight> {
    let options =
        specc::explore::Options { effort: specc::explore::Effort::Quick, ..specc::explore::Options::default() };
    let wish = specc::explore::Wish { asked: &|_| true, sought: &|_| true };
    let service = Arc::new(machine.service().clone());
    specc::explore::look_around(&service, &options, &wish, &specc::explore::NoMemory).expect("a valid beginning")
}

/// Remembers everything, and counts what it is given.
#[derive(Default)]
struct Shelf(std::sync::Mutex<(std::collections::BTreeMap<String, Vec<u8>>, usize)>);

impl specc::explore::Memory for Shelf {
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.0.lock().expect("a shelf").0.get(key).cloned()
    }

    fn keep(&self, key: &str, found: &[u8]) {
        let mut shelf = self.0.lock().expect("a shelf");
        shelf.0.insert(key.to_string(), found.to_vec());
        shelf.1 += 1;
    }
}

#[test]
fn what_was_seen_is_remembered_and_only_parts_that_are_asked_about_are_looked_at() {
    use specc::explore::{Options, Target, Wish, look_around};
    let service = Arc::new(machine(&root().join("tests/verify/counter_proved.spec")).service().clone());
    let look = |shelf: &Shelf, asked: &(dyn Fn(&Target) -> bool + Sync)| {
        let wish = Wish { asked, sought: &|_| false };
        let sights = look_around(&service, &Options::default(), &wish, shelf).expect("a valid beginning");
        (sights.iter().map(|sight| format!("{sight:?}")).collect::<Vec<_>>(), shelf.0.lock().expect("a shelf").1)
    };
    let (shelf, other) = (Shelf::default(), Shelf::default());
    let (seen, kept) = look(&shelf, &|_| true);
    assert!(seen.len() >= 2 && kept >= 2, "{seen:?} {kept}");
    assert_eq!(look(&shelf, &|_| true), (seen.clone(), kept), "nothing is looked at again");
    let (some, fewer) = look(&other, &|target| target.operation == Some(specc::ir::OperationId(0)));
    assert!(fewer == 1 && some.len() < seen.len() && some.iter().all(|sight| seen.contains(sight)), "{some:?}");
}

#[test]
fn what_was_seen_decides_only_where_the_interpreter_agrees() {
    let machine = machine(&root().join("tests/verify/counter_proved.spec"));
    let honest = sights(&machine);
    let all = subjects(machine.service(), machine.bodies());
    let possible: Vec<Subject> = all.into_iter().filter(|subject| subject.kind() == "reachable").collect();
    assert_eq!(possible.len(), 2);
    for subject in possible {
        let found = Prover::new(&machine).seen(subject, &honest, &MEANS).expect("a decision");
        assert_eq!(found.verdict, Verdict::Proved);
        // A state that no invariant allows, and one in which the call is rejected.
        for count in [9, if subject.title(machine.service()).contains("Up") { 5 } else { 0 }] {
            let mut lies = honest.clone();
            for lie in &mut lies {
                lie.at.state = specc::interp::State::new(vec![specc::interp::Value::Int(count)]);
            }
            assert_eq!(Prover::new(&machine).seen(subject, &lies, &MEANS), None, "{count}");
        }
    }
}

#[test]
fn a_call_at_the_last_instant_shows_what_leaves_its_range() {
    let text = "service Late {
  state { due: DateTime }
  operation Wait { ensures: due' = now() + hours(1) }
  operation Stay { ensures: due' = now() - hours(0) }
}
";
    let machine = Machine::new(Arc::new(common::check(text).service.expect("a sound spec")));
    let (seen, all) = (sights(&machine), subjects(machine.service(), machine.bodies()));
    let overflows: Vec<Subject> = all.into_iter().filter(|subject| matches!(subject, Subject::Overflow(_))).collect();
    let found = overflows.iter().map(|subject| Prover::new(&machine).seen(*subject, &seen, &MEANS));
    let verdicts: Vec<Option<Verdict>> = found.map(|found| found.map(|outcome| outcome.verdict)).collect();
    assert!(matches!(verdicts[..], [Some(Verdict::NotChecked(_)), None]), "{verdicts:?}");
}

/// Microseconds since the first time somebody asked.
fn clock() -> u64 {
    static BEGIN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    u64::try_from(BEGIN.elapsed().as_micros()).expect("not that long")
}

#[test]
fn the_clock_is_told_apart_from_the_steps_of_the_solver() {
    let hard = machine(&root().join("fixtures/spec/ecommerce.spec"));
    let all = subjects(hard.service(), hard.bodies());
    let is_it = |subject: &Subject| subject.title(hard.service()) == "`PlaceOrder` keeps the invariant `noOverselling`";
    let subject = all.into_iter().find(is_it).expect("a check that takes long");
    let with = |effort: Effort| check(&hard, subject, &Means { effort, clock, ..MEANS });
    let (by_steps, by_time) = (with(Effort::Steps(20_000)), with(Effort::Time(5)));
    assert!(matches!(by_steps.verdict, Verdict::Unknown(_)) && !by_steps.hurried, "{:?}", by_steps.verdict);
    assert!(matches!(by_time.verdict, Verdict::Unknown(_)) && by_time.hurried, "{:?}", by_time.verdict);
}
