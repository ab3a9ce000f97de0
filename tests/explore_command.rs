//! `specc explore` as a user meets it: pages, reports, drawings, tables, corpora and exit codes, on small specs.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use common::root;
use regex::Regex;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Bounds, an `eventually` that is reached, and nothing that breaks.
const COUNTER: &str = "\
service Counter {
  state {
    count: Int = 0
  }

  operation Increment {
    output: current: Int
    requires: count < 3
    ensures:
      count' = count + 1
      current = count'
  }

  operation Decrement {
    requires: count > 0
    ensures: count' = count - 1
  }

  invariant small: count >= 0 and count <= 3

  temporal full: eventually(count = 3)
}
";

/// Two deposits break the invariant, a minute apart.
const PURSE: &str = "\
service Purse {
  state {
    coins: Int = 0
    filled_at: Option[DateTime]
  }

  operation Put {
    input: more: Int
    output: total: Int
    requires:
      more > 0 and more <= 60
      filled_at = none or now() >= filled_at + minutes(1)
    ensures:
      coins' = coins + more
      filled_at' = some(now())
      total = coins'
  }

  invariant light: coins <= 100
}
";

/// An operation that never succeeds, and what follows from it.
const DOORS: &str = "\
service Doors {
  enum Door { OPEN, CLOSED, LOCKED }

  entity House {
    door: Door
    painted_at: Option[DateTime]
  }

  state {
    houses: Int -> one House
    count: Int = 0
  }

  operation Build {
    output: id: Int
    ensures:
      id not in houses
      houses' = houses + {id -> House { door = OPEN, painted_at = some(now()) }}
      count' = count + 1
  }

  operation Close {
    input: id: Int
    requires: id in houses
    ensures: houses'[id].door = CLOSED
  }

  operation Lock {
    input: id: Int
    requires:
      id in houses
      count > 5 and count < 4
    ensures: houses'[id].door = LOCKED
  }

  transition DoorLife {
    entity: House
    field: door
    OPEN -> CLOSED via Close
    CLOSED -> LOCKED via Lock
  }

  temporal safe: eventually(some h in houses | houses[h].door = LOCKED)
}
";

/// Two clauses that contradict each other: what meets the bound of one is far from the other.
const GATE: &str = "\
service Gate {
  state {
    inside: Int = 0
  }

  operation Enter {
    input: group: Int
    requires:
      group > 20
      group + group < 16
    ensures: inside' = inside + group
  }
}
";

const BROKEN_AT_FIRST: &str = "\
service Late {
  state { n: Int = 5 }

  operation Bump { ensures: n' = n + 1 }

  invariant small: n < 3
}
";

const WITHOUT_OPERATIONS: &str = "service Still {\n  state { n: Int = 5 }\n\n  invariant small: n < 30\n}\n";

const WITH_ERRORS: &str = "service Wrong {\n  state { n: Intt = 5 }\n}\n";

/// A folder with specs in it, in which specc runs.
struct Desk(TempDir);

impl Desk {
    fn with(specs: &[(&str, &str)]) -> Desk {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in specs {
            std::fs::write(folder.path().join(name), text).expect("a spec");
        }
        Desk(folder)
    }

    /// Explores.
    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("specc"));
        command.arg("explore").args(args).current_dir(self.0.path());
        command.output().expect("specc starts")
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file")
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<String> = entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn all() -> Desk {
    Desk::with(&[
        ("counter.spec", COUNTER),
        ("purse.spec", PURSE),
        ("doors.spec", DOORS),
        ("gate.spec", GATE),
        ("late.spec", BROKEN_AT_FIRST),
        ("still.spec", WITHOUT_OPERATIONS),
        ("wrong.spec", WITH_ERRORS),
    ])
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", stdout(output)))
}

/// A page with the numbers that depend on how the search goes replaced.
fn steady(page: &str) -> String {
    let numbers = [(r"\d+ (accepted|rejected)", "N $1"), (r"\d+ (states?|witness(?:es)?),", "N $1,")];
    numbers.iter().fold(page.to_string(), |page, (pattern, to)| {
        Regex::new(pattern).expect("a pattern").replace_all(&page, *to).into_owned()
    })
}

// The page ---------------------------------------------------------------------------------------------------------

#[test]
fn a_page_lists_operations_and_what_was_not_reached() {
    let output = all().run(&["counter.spec"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let expected = "\
Increment  N accepted, N rejected
  counter.spec:8  count < 3
    not reached: requires 1 `count < 3` above; the nearest is 1 away
Decrement  N accepted, N rejected
  counter.spec:15  count > 0
    not reached: requires 1 `count > 0` below; the nearest is 1 away

Counter: 9 of 11 targets reached, N states, N witnesses, no violation
";
    assert_eq!(steady(&stdout(&output)), expected);
}

#[test]
fn all_lists_what_was_reached_too() {
    let page = stdout(&all().run(&["--all", "counter.spec"]));
    assert!(page.contains("\n    reached: accepts\n"), "{page}");
    assert!(page.contains("\nInvariants and temporal properties\n  counter.spec:21  count = 3\n"), "{page}");
    assert!(page.contains("\n    reached: eventually full\n"), "{page}");
    assert!(page.contains("\n    not reached: requires 1 `count < 3` above; "), "{page}");
}

#[test]
fn how_far_a_bound_is_missed_is_said_of_that_bound_alone() {
    let page = stdout(&all().run(&["gate.spec"]));
    let met = "requires 2 `group + group < 16` at; the nearest call also breaks a requires of `Enter`\n";
    assert!(page.contains(met), "{page}");
    assert!(page.contains("requires 1 `group > 20` at; the nearest is 13 away\n"), "{page}");
}

#[test]
fn dead_clauses_have_a_section_and_an_eventually_without_calls_is_named() {
    let output = all().run(&["doors.spec"]);
    let page = stdout(&output);
    assert_eq!(code(&output), 0, "{page}");
    let (before, dead) = page.split_once("\nDead clauses\n").expect("the section");
    assert!(dead.contains("  doors.spec:28  `Lock` never succeeds\n"), "{page}");
    assert!(dead.contains("the rule CLOSED -> LOCKED of `DoorLife` is never taken by `Lock`\n"), "{page}");
    assert!(dead.contains("requires 1 of `Lock` never fails by itself: id in houses\n"), "{page}");
    assert!(before.contains("  doors.spec:43  some h in houses"), "{page}");
    assert!(before.contains("    not reached by calls: eventually safe; "), "{page}");
    assert!(!before.contains("accepts"), "what is dead is not listed twice: {page}");
}

#[test]
fn a_violation_has_its_clause_values_and_shortest_trace() {
    let output = all().run(&["purse.spec"]);
    let page = stdout(&output);
    assert_eq!(code(&output), 1, "{page}");
    let (_, broken) = page.split_once("Violation: the invariant `light` does not hold\n").expect("the violation");
    assert!(broken.starts_with("  purse.spec:19  coins <= 100\n"), "{page}");
    let trace = Regex::new(
        r"(?m)^  after 2 calls, the last of which breaks it
    1\. (?:.* later: )?Put\(more = \d+\) -> total = \d+
    2\. 1 min.* later: Put\(more = \d+\)$",
    );
    assert!(trace.expect("a pattern").is_match(broken), "{page}");
    let coins = Regex::new(r"(?m)^    coins = 1[0-2]\d$").expect("a pattern");
    assert!(coins.is_match(broken), "{page}");
    assert!(page.ends_with(", 1 violation\n"), "{page}");
}

#[test]
fn a_broken_initial_state_is_a_violation_without_calls() {
    let desk = all();
    let output = desk.run(&["late.spec"]);
    let expected = "\
Violation: the invariant `small` does not hold
  late.spec:6  n < 3
  in the initial state

Late: the initial state is not valid, so there is nothing to explore
";
    assert_eq!((code(&output), stdout(&output).as_str()), (1, expected));
    let report = json_of(&desk.run(&["--json", "late.spec"]));
    assert_eq!(report["violations"][0]["clause"], json!({"title": "the invariant `small`", "text": "n < 3"}));
    assert_eq!(report["violations"][0]["trace"], json!([]));
    let table = desk.run(&["--table", "late.spec"]);
    assert_eq!(code(&table), 1);
    assert!(stderr(&table).contains("specc: Late: the invariant `small` does not hold"), "{}", stderr(&table));
}

#[test]
fn a_spec_without_operations_has_nothing_to_reach() {
    let output = all().run(&["still.spec"]);
    let expected = "Still: 0 of 0 targets reached, 1 state, 0 witnesses, no violation\n";
    assert_eq!((code(&output), stdout(&output).as_str()), (0, expected));
}

#[test]
fn a_spec_with_errors_is_not_explored() {
    let output = all().run(&["wrong.spec"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (1, ""));
    assert!(stderr(&output).contains("E202") && stderr(&output).contains("wrong.spec:2"), "{}", stderr(&output));
}

#[test]
fn several_specs_each_have_a_page_and_the_worst_decides() {
    let desk = all();
    let output = desk.run(&["counter.spec", "wrong.spec", "still.spec"]);
    let page = stdout(&output);
    assert_eq!(code(&output), 1, "{page}");
    assert!(page.starts_with("counter.spec\n\nIncrement"), "{page}");
    assert!(page.contains(", no violation\n\nstill.spec\n\nStill: "), "{page}");
    assert_eq!(code(&desk.run(&["counter.spec", "wrong.spec", "absent.spec"])), 2);
}

#[test]
fn the_same_bytes_each_time_and_no_colours_off_a_terminal() {
    let desk = all();
    for args in [&["purse.spec"][..], &["--json", "doors.spec"], &["--corpus", "-", "doors.spec"]] {
        let (first, second) = (desk.run(args), desk.run(args));
        assert_eq!(stdout(&first), stdout(&second), "{args:?}");
        assert!(!first.stdout.is_empty() && !first.stdout.contains(&0x1b) && !first.stderr.contains(&0x1b), "{args:?}");
    }
}

#[test]
fn another_seed_is_another_exploration() {
    let desk = all();
    let report = json_of(&desk.run(&["--json", "--effort", "quick", "--seed", "7", "counter.spec"]));
    assert_eq!((&report["seed"], &report["effort"]), (&json!(7), &json!("quick")));
    let usual = json_of(&desk.run(&["--json", "counter.spec"]));
    assert_ne!(report["operations"], usual["operations"]);
}

// Reports, drawings, tables ----------------------------------------------------------------------------------------

#[test]
fn json_is_a_report_or_an_array_of_them() {
    let desk = all();
    let output = desk.run(&["--json", "doors.spec"]);
    let report = json_of(&output);
    let keys: Vec<&str> = report.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected = "version service seed effort steps operations targets dead violations machines";
    assert_eq!(keys.join(" "), expected);
    assert_eq!(report["operations"][2]["name"], "Lock");
    assert!(report["dead"].as_array().expect("names").contains(&json!("Lock accepts")));
    assert_eq!(report["machines"][0]["name"], "DoorLife");
    assert!(stderr(&output).starts_with("Doors: "), "{}", stderr(&output));
    let both = desk.run(&["--json", "-q", "still.spec", "purse.spec"]);
    assert_eq!((code(&both), stderr(&both).as_str()), (1, ""));
    let names: Vec<Value> = json_of(&both).as_array().expect("an array").iter().map(|r| r["service"].clone()).collect();
    assert_eq!(names, ["Still", "Purse"]);
    let none = desk.run(&["--json", "wrong.spec"]);
    assert_eq!((code(&none), stdout(&none).as_str()), (1, ""));
}

#[test]
fn state_machines_are_drawn_in_three_formats() {
    let desk = all();
    let draw = |format: &str| stdout(&desk.run(&["--graph", format, "-q", "doors.spec"]));
    let dot = draw("dot");
    assert!(dot.starts_with("digraph") && dot.contains("CLOSED") && dot.contains("Lock"), "{dot}");
    let mermaid = draw("mermaid");
    assert!(mermaid.starts_with("stateDiagram-v2") && mermaid.contains("Lock (never taken)"), "{mermaid}");
    let svg = draw("svg");
    let image = roxmltree::Document::parse(&svg).expect("XML");
    assert_eq!(image.root_element().tag_name().name(), "svg");
    assert!(svg.contains("LOCKED"), "{svg}");
}

#[test]
fn without_transitions_there_is_nothing_to_draw() {
    let output = all().run(&["--graph", "dot", "counter.spec"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, ""));
    assert!(stderr(&output).contains("there is nothing to draw: no transition is declared"), "{}", stderr(&output));
}

#[test]
fn the_table_has_a_row_for_each_spec() {
    let desk = all();
    let table = stdout(&desk.run(&["--table", "counter.spec", "doors.spec"]));
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 4, "{table}");
    assert!(rows.iter().all(|row| row.len() == 11), "{table}");
    assert_eq!(rows[2][..6], ["counter", "2", "11", "9", "2", "9 / 0"], "{table}");
    assert_eq!((rows[3][0], rows[3][10]), ("doors", "0"), "{table}");
    let bytes = stdout(&desk.run(&["--corpus", "-", "counter.spec"])).len();
    assert_eq!(rows[2][8], bytes.to_string(), "{table}");
}

// The corpus -------------------------------------------------------------------------------------------------------

#[test]
fn a_corpus_goes_to_a_file_with_one_thing_per_line() {
    let desk = all();
    std::fs::write(desk.path("corpus.json"), "old").expect("a file");
    let before = desk.names();
    let output = desk.run(&["--corpus", "corpus.json", "doors.spec"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("Doors: "), "the page is printed as well");
    let text = desk.text("corpus.json");
    assert!(stderr(&output).contains(&format!("corpus.json written, {} bytes", text.len())), "{}", stderr(&output));
    assert_eq!(desk.names(), before, "nothing else is left behind");
    let corpus: Value = serde_json::from_str(&text).expect("JSON");
    for part in ["targets", "states", "witnesses"] {
        for element in corpus[part].as_array().expect("an array") {
            let wanted = element.to_string();
            assert!(text.lines().any(|line| line.trim().trim_end_matches(',') == wanted), "{wanted}");
        }
    }
    assert_eq!(stdout(&desk.run(&["--corpus", "-", "doors.spec"])), text);
}

#[test]
fn a_corpus_on_standard_output_is_alone_there() {
    let output = all().run(&["--corpus", "-", "-q", "purse.spec"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (1, ""));
    assert_eq!(json_of(&output)["service"], "Purse");
}

#[test]
fn a_corpus_is_refused_where_it_cannot_be_written() {
    let desk = all();
    std::fs::create_dir(desk.path("folder")).expect("a folder");
    let refused = [
        ("folder", "folder is a folder"),
        ("absent/corpus.json", "there is no folder absent"),
        ("counter.spec/corpus.json", "there is no folder counter.spec"),
        ("/dev/null", "/dev/null is no regular file"),
    ];
    for (path, message) in refused {
        let output = desk.run(&["--corpus", path, "counter.spec"]);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{path}");
        assert!(stderr(&output).contains(message), "{path}: {}", stderr(&output));
    }
    assert!(!Path::new("/dev/null").is_file());
    assert_eq!(desk.text("counter.spec"), COUNTER);
}

#[test]
fn a_name_too_long_for_a_file_is_told_after_the_page() {
    let output = all().run(&["--corpus", &"n".repeat(300), "counter.spec"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("specc: cannot write nnn"), "{}", stderr(&output));
}

#[test]
fn senseless_combinations_are_usage_errors() {
    let desk = all();
    let refused: [&[&str]; 10] = [
        &[],
        &["--all", "--json", "counter.spec"],
        &["--json", "--graph", "dot", "counter.spec"],
        &["--graph", "png", "counter.spec"],
        &["--table", "--corpus", "c.json", "counter.spec"],
        &["--table", "--all", "counter.spec"],
        &["--corpus", "-", "--json", "counter.spec"],
        &["--corpus", "c.json", "counter.spec", "still.spec"],
        &["--seed", "-1", "counter.spec"],
        &["absent.spec"],
    ];
    for args in refused {
        let output = desk.run(args);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{args:?}");
        assert!(!stderr(&output).is_empty(), "{args:?}");
    }
    assert!(!desk.path("c.json").exists());
}

// The schema and the documents -------------------------------------------------------------------------------------

const VALIDATE: &str = "
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
errors = [error for path in sys.argv[2:] for error in Draft202012Validator(schema).iter_errors(json.load(open(path)))]
for error in errors:
    print(error.json_path, error.message[:300])
sys.exit(bool(errors))
";

/// Asks a validator that is not ours whether corpora fit the schema.
fn validate(corpora: &[String]) -> Output {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs the validator", python.display());
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = std::process::Command::new(python);
    command.args(["-c", VALIDATE]).arg(root().join("docs/corpus.schema.json"));
    for (at, corpus) in corpora.iter().enumerate() {
        let path = folder.path().join(format!("{at}.json"));
        std::fs::write(&path, corpus).expect("a corpus");
        command.arg(path);
    }
    command.output().expect("the validator runs")
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join("docs").join(name)).expect("the page")
}

/// The corpus that the page on it shows.
fn shown_corpus() -> String {
    let page = page("corpus.md");
    let (_, rest) = page.split_once("```json\n").expect("an example");
    rest.split_once("```").expect("its end").0.to_string()
}

#[test]
fn real_corpora_fit_the_schema() {
    let desk = all();
    let shortener = root().join("fixtures/spec/url_shortener.spec");
    let specs = ["counter.spec", "purse.spec", "doors.spec", "still.spec", &shortener.to_string_lossy()];
    let mut corpora: Vec<String> = specs.iter().map(|spec| stdout(&desk.run(&["--corpus", "-", spec]))).collect();
    corpora.push(shown_corpus());
    let output = validate(&corpora);
    assert!(output.status.success(), "{}{}", stdout(&output), stderr(&output));
}

#[test]
fn the_schema_rejects_what_is_no_corpus() {
    let corpus: Value = serde_json::from_str(&shown_corpus()).expect("JSON");
    let mutants: [fn(&mut Value); 7] = [
        |corpus| corpus["version"] = json!(1),
        |corpus| corpus["states"][0]["colour"] = json!("red"),
        |corpus| drop(corpus["states"][0].as_object_mut().expect("a state").remove("serves")),
        |corpus| corpus["targets"][0]["about"]["requires"] = json!(0),
        |corpus| corpus["witnesses"][0]["expect"] = json!(null),
        |corpus| corpus["witnesses"][0]["call"]["inputs"]["text"] = json!({"$ref": [0]}),
        |corpus| corpus["states"][0]["state"]["notes"] = json!({"$at": "now"}),
    ];
    for (at, mutate) in mutants.iter().enumerate() {
        let mut mutant = corpus.clone();
        mutate(&mut mutant);
        assert_ne!(mutant, corpus, "mutant {at} changes something");
        assert_eq!(code(&validate(&[mutant.to_string()])), 1, "mutant {at} passes");
    }
}

#[test]
fn the_example_of_a_corpus_shows_every_form() {
    let text = shown_corpus();
    let corpus: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(corpus["version"], specc::explore::CORPUS_VERSION);
    for form in ["{\"$ref\":[0,[\"id\"]]}", "{\"$at\":-", "\"trace\":null", "\"populates\":", "\"repeats\":"] {
        assert!(text.contains(form), "{form}");
    }
}

#[test]
fn the_commands_in_the_page_on_exploration_run() {
    let page = page("explore.md");
    let (_, block) = page.split_once("```sh\n").expect("a block of commands");
    let commands: Vec<&str> = block.split_once("```").expect("its end").0.lines().collect();
    assert!(commands.len() >= 5);
    let desk = Desk::with(&[]);
    let specs = desk.path("fixtures/spec");
    std::fs::create_dir_all(&specs).expect("a folder");
    for name in ["safe_counter.spec", "url_shortener.spec"] {
        std::fs::copy(root().join("fixtures/spec").join(name), specs.join(name)).expect("a fixture");
    }
    for command in commands {
        let args = command.strip_prefix("specc ").expect("a command of specc").split(' ');
        let mut specc = Command::new(assert_cmd::cargo::cargo_bin!("specc"));
        let output = specc.args(args).current_dir(desk.0.path()).output().expect("specc starts");
        assert_eq!(code(&output), 0, "{command}: {}", stderr(&output));
    }
    assert!(desk.path("counter.json").is_file());
}

#[test]
fn the_pages_name_every_option_kind_and_field() {
    let explore = page("explore.md");
    for option in ["--all", "--json", "--graph", "--table", "--corpus", "--effort", "--seed"] {
        assert!(explore.contains(&format!("| `{option}")), "{option}");
    }
    let schema: Value = serde_json::from_str(&page("corpus.schema.json")).expect("JSON");
    for kind in schema["$defs"]["target"]["properties"]["kind"]["enum"].as_array().expect("kinds") {
        assert!(explore.contains(&format!("| `{}` |", kind.as_str().expect("a word"))), "{kind}");
    }
    let corpus = page("corpus.md");
    for part in ["target", "state", "witness"] {
        for field in schema["$defs"][part]["properties"].as_object().expect("fields").keys() {
            assert!(corpus.contains(&format!("| `{field}` |")), "{part}.{field}");
        }
    }
}
