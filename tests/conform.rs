//! What becomes of the results of a suite: the verdict, the summary, the page, and the command that shows them.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::root;
use serde_json::{Value, json};
use specc::conform::{Clause, Drawn, Outcome, Unreadable, Verdict, by_hand, command, verdict};
use specc::explore::graph::{Edge, Node, StateMachine};
use specc::report::{Spec, page, summary};
use specc::source::{SourceFile, SourceMap};

const SPEC: &str = "service Gate {\n  state open: Bool\n\n  operation Close {\n    requires: open\n    ensures: open' = false\n  }\n}\n";
/// What would be run, were it not escaped.
const HOSTILE: &str = "</pre></code></script><script>window.hacked = 1; alert(1)</script><img src=x onerror='window.hacked=1'>\" onload=\"x\u{202e}\u{7}";

fn test(name: &str, kind: &str, operation: Option<&str>, clause: &str) -> Value {
    json!({"test": name, "kind": kind, "operation": operation, "clause": clause, "says": format!("{name} says so.")})
}

fn clause(name: &str, kind: &str, operation: Option<&str>, place: &str, tests: &[&str]) -> Value {
    let text = format!("the text of {name}");
    json!({"clause": name, "kind": kind, "operation": operation, "text": text, "place": place, "tests": tests, "unreached": []})
}

fn promise(name: &str, kind: &str, operation: Option<&str>) -> Value {
    json!({"clause": name, "kind": kind, "operation": operation, "text": format!("{name} is kept"), "place": ""})
}

/// A gate that can be opened and closed.
fn listing() -> Value {
    let route = |name: &str, path: &str| json!({"name": name, "method": "POST", "path": path, "place": "gate.spec:4"});
    json!({
        "version": 1,
        "service": "Gate",
        "spec": "gate.spec",
        "operations": [route("Open", "/open"), route("Close", "/close")],
        "clauses": [
            clause("Open.ensures[0]", "ensures", Some("Open"), "gate.spec:9", &["t::open_ensures_0"]),
            clause("Close.requires[0]", "requires", Some("Close"), "gate.spec:5", &["t::close_accepts"]),
            clause("Close.ensures[0]", "ensures", Some("Close"), "gate.spec:6", &["t::close_ensures_0"]),
            clause("invariant sane", "invariant", None, "gate.spec:2", &["t::open_invariant", "t::close_invariant"]),
            clause("fairness Open", "fairness", None, "gate.spec:8", &[]),
        ],
        "promises": [
            promise("Open.accepts", "accepts", Some("Open")),
            promise("Open.structural", "structural", Some("Open")),
            promise("Close.accepts", "accepts", Some("Close")),
            promise("Close.structural", "structural", Some("Close")),
            promise("structural", "structural", None),
            promise("stateful", "stateful", None),
        ],
        "tests": [
            test("t::open_accepts", "accepts", Some("Open"), "Open.accepts"),
            test("t::open_ensures_0", "ensures", Some("Open"), "Open.ensures[0]"),
            test("t::open_invariant", "invariant", Some("Open"), "invariant sane"),
            test("t::close_accepts", "accepts", Some("Close"), "Close.accepts"),
            test("t::close_ensures_0", "ensures", Some("Close"), "Close.ensures[0]"),
            test("t::close_invariant", "invariant", Some("Close"), "invariant sane"),
            test("s::api", "structural", None, "structural"),
            test("m::steps", "stateful", None, "stateful"),
        ],
    })
}

/// All passed.
fn green() -> Value {
    let passed = json!({"outcome": "passed", "why": ""});
    let names = ["t::open_accepts", "t::open_ensures_0[a]", "t::open_ensures_0[b]", "t::open_invariant"];
    let more = ["t::close_accepts", "t::close_ensures_0", "t::close_invariant", "m::steps"];
    let routes = ["s::api[POST /open]", "s::api[POST /close]", "s::api[GET /health]"];
    let tests: serde_json::Map<String, Value> =
        names.iter().chain(&more).chain(&routes).map(|name| ((*name).to_string(), passed.clone())).collect();
    json!({
        "version": 1, "service": "Gate", "seed": 7, "profile": "smoke", "calls": 12345,
        "clauses": {"Open.ensures[0]": 1, "Open.accepts": 40, "Close.requires[0]": 3},
        "tests": tests,
    })
}

fn failed(parts: &[(&str, &str)]) -> Value {
    let mut failure = json!({"headline": "it is broken", "reproduce": "pytest 'x' --seed=7"});
    parts.iter().for_each(|(name, text)| failure[*name] = json!(text));
    json!({"outcome": "failed", "why": "it is broken", "failure": failure})
}

/// Closing is broken: it is not accepted, and random steps find that opening is broken, too.
fn red() -> Value {
    let mut results = green();
    let tests = &mut results["tests"];
    tests["t::close_accepts"] = failed(&[("request", "POST /close"), ("response", "500 oops"), ("changed", "nothing")]);
    tests["t::close_ensures_0"] = json!({"outcome": "blocked", "why": "blocked by t::close_accepts"});
    tests["t::close_invariant"] = failed(&[]);
    let rule = [("clause", "Open.ensures[0]"), ("says", "open' = true"), ("place", "gate.spec:9")];
    tests["m::steps"] = failed(&[rule.as_slice(), &[("steps", "0. Open()\n1. Open()")]].concat());
    results
}

fn judged(results: &Value) -> Verdict {
    verdict(&listing().to_string(), &results.to_string()).expect("a verdict")
}

fn outcome(verdict: &Verdict, clause: &str) -> Outcome {
    verdict.clause(clause).expect("a clause").outcome
}

fn tests_of(clause: &Clause) -> Vec<&str> {
    clause.tests.iter().map(|test| test.name.as_str()).collect()
}

fn spec() -> Spec {
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("suite/spec/gate.spec", SPEC));
    Spec { sources, machines: Vec::new() }
}

#[test]
fn each_clause_is_listed_once_under_its_operation() {
    let verdict = judged(&green());
    let titles: Vec<&str> = verdict.subjects.iter().map(|subject| subject.title()).collect();
    assert_eq!(titles, ["Open", "Close", "The service as a whole"]);
    let ids: Vec<&str> = verdict.subjects[1].clauses.iter().map(|clause| clause.id.as_str()).collect();
    assert_eq!(ids, ["Close.requires[0]", "Close.ensures[0]", "Close.accepts", "Close.structural"]);
    assert_eq!(verdict.tally().total(), 11);
    assert_eq!((verdict.seed.as_str(), verdict.calls), ("7", 12345));
}

#[test]
fn a_run_without_failures_is_one() {
    let verdict = judged(&green());
    assert!(!verdict.is_failed());
    let not_passed: Vec<&str> =
        verdict.clauses().filter(|clause| clause.outcome != Outcome::Passed).map(|clause| clause.id.as_str()).collect();
    assert_eq!(not_passed, ["fairness Open"]);
    assert_eq!(verdict.clause("fairness Open").unwrap().note.as_deref(), Some("There is no test of it."));
    assert_eq!(verdict.clause("Open.accepts").unwrap().examples, Some(40));
    assert_eq!(verdict.clause("Open.ensures[0]").unwrap().tests[0].tally.of(Outcome::Passed), 2);
}

#[test]
fn a_failure_counts_at_the_clause_that_it_found_broken_and_blocks_its_own() {
    let verdict = judged(&red());
    assert!(verdict.is_failed());
    assert_eq!(outcome(&verdict, "stateful"), Outcome::Blocked);
    assert_eq!(outcome(&verdict, "Open.ensures[0]"), Outcome::Failed);
    assert_eq!(tests_of(verdict.clause("Open.ensures[0]").unwrap()), ["t::open_ensures_0", "m::steps"]);
    assert_eq!(outcome(&verdict, "Open.accepts"), Outcome::Passed);
    assert_eq!(outcome(&verdict, "invariant sane"), Outcome::Failed);
}

#[test]
fn what_only_other_tests_look_at_is_blocked_by_their_failure() {
    let verdict = judged(&red());
    assert_eq!(outcome(&verdict, "Close.accepts"), Outcome::Failed);
    assert_eq!(outcome(&verdict, "Close.requires[0]"), Outcome::Blocked);
    assert_eq!(outcome(&verdict, "Close.ensures[0]"), Outcome::Blocked);
}

#[test]
fn structural_tests_belong_to_the_operation_of_their_route() {
    let verdict = judged(&green());
    let examples = |id: &str| verdict.clause(id).unwrap().tests[0].tally.total();
    assert_eq!((examples("Open.structural"), examples("Close.structural"), examples("structural")), (1, 1, 1));
}

#[test]
fn phases_count_their_own_tests() {
    let verdict = judged(&red());
    let phases: Vec<(&str, usize, Outcome)> =
        verdict.phases.iter().map(|phase| (phase.name, phase.tests.total(), phase.tests.outcome())).collect();
    let wanted =
        [("structural", 3, Outcome::Passed), ("behavioral", 7, Outcome::Failed), ("stateful", 1, Outcome::Failed)];
    assert_eq!(phases, wanted);
}

#[test]
fn what_was_not_run_and_what_cannot_be_is_told_apart() {
    let mut results = green();
    results["tests"] = json!({"t::open_ensures_0": {"outcome": "skipped", "why": "not testable here: needs clock"}});
    let verdict = judged(&results);
    assert_eq!(outcome(&verdict, "Open.ensures[0]"), Outcome::Skipped);
    assert_eq!(outcome(&verdict, "Close.ensures[0]"), Outcome::NotRun);
    assert_eq!(verdict.clause("Close.ensures[0]").unwrap().note.as_deref(), Some("No test of it was run."));
    assert!(!verdict.is_failed());
}

#[test]
fn tests_that_the_suite_does_not_list_are_shown() {
    let mut results = green();
    results["tests"]["mine::test_extra[1]"] = failed(&[]);
    let verdict = judged(&results);
    assert_eq!(tests_of(verdict.clause("other").unwrap()), ["mine::test_extra"]);
    assert!(verdict.is_failed());
}

#[test]
fn what_cannot_be_read_is_told() {
    let error = |listing: &str, results: &str| verdict(listing, results).expect_err("no verdict").to_string();
    let (listing, results) = (listing().to_string(), green());
    let with = |name: &str, value: Value| {
        let mut results = results.clone();
        results[name] = value;
        results.to_string()
    };
    assert!(error("{", &results.to_string()).starts_with("tests/_testgen_coverage.json is damaged: EOF"));
    let newer = "results/exercised.json has version 2, and this specc knows 1";
    assert_eq!(error(&listing, &with("version", json!(2))), newer);
    assert_eq!(error(&listing, &with("service", json!("Door"))), "the suite is for Gate, and the results are of Door");
    assert_eq!(verdict(&listing, &with("tests", json!({}))), Err(Unreadable::Empty));
    let unknown = error(&listing, &with("tests", json!({"x": {"outcome": "maybe", "why": ""}})));
    assert!(unknown.contains("unknown variant `maybe`"), "{unknown}");
    assert!(error(&listing, &with("calls", json!(-1))).contains("invalid value: integer `-1`"));
}

#[test]
fn the_summary_spells_out_what_is_broken() {
    let wanted = "\
Open  POST /open        1 failed, 2 passed
Close  POST /close      1 failed, 2 blocked, 1 passed
  blocked  Close.requires[0] and 1 more by t::close_accepts
The service as a whole  1 failed, 1 blocked, 1 passed, 1 not run
  blocked  stateful by Open.ensures[0]

1. it is broken
   breaks 3 clauses, blocks 1; 3 examples fail
   broken: Open.ensures[0] (gate.spec:9), Close.accepts, invariant sane (gate.spec:2)
   reproduce: specc test . -k close_invariant --profile smoke --seed 7

Gate does not conform: 3 failed, 3 blocked, 4 passed, 1 not run; structural passed; behavioral failed; stateful failed; 12345 calls, profile smoke, seed 7
";
    assert_eq!(summary(&judged(&red()), false), wanted);
}

#[test]
fn the_summary_of_a_green_run_is_short_and_coloured_only_where_asked() {
    let verdict = judged(&green());
    let plain = summary(&verdict, false);
    assert_eq!(plain.lines().count(), 5);
    assert!(plain.contains("\nGate conforms: 10 passed, 1 not run;"));
    assert!(!plain.contains('\x1b') && summary(&verdict, true).contains("\x1b[32m10 passed\x1b[0m"));
}

#[test]
fn what_rests_on_less_is_said() {
    let mut listing = listing();
    listing["clauses"][0]["witnesses"] = json!(1);
    listing["clauses"][1]["witnesses"] = json!(4);
    listing["clauses"][1]["cut_short"] = json!(2);
    let found = verdict(&listing.to_string(), &green().to_string()).expect("a verdict");
    let line = "\n1 clause rests on less: the effort ended before all tests were found; `specc compile --effort deep` searches longer\n";
    assert!(summary(&found, false).ends_with(line), "{}", summary(&found, false));
    let deepest = specc::conform::Verdict { may_search_longer: false, ..found.clone() };
    assert!(summary(&deepest, false).ends_with("before all tests were found\n"), "no advice that is followed already");
    assert!(!page(&deepest, &spec()).contains("--effort deep"));
    let page = page(&found, &spec());
    assert!(page.contains("<p class=\"note\">Rests on 1 witness.</p>"), "{page}");
    let note = "Rests on less: on 4 witnesses, and 2 more tests of it were not found before the effort ended;";
    assert!(page.contains(note), "{page}");
    assert_eq!(page.matches("<span class=\"less\">rests on less</span>").count(), 1);
    let all = judged(&green());
    assert!(
        !summary(&all, false).contains("on less") && !page_of(&all).contains("ests on"),
        "nothing is said of others"
    );
}

fn page_of(verdict: &Verdict) -> String {
    page(verdict, &spec())
}

#[test]
fn a_run_of_some_tests_says_what_it_was_and_never_that_the_service_conforms() {
    let mut results = green();
    results["partial"] = json!("only the tests that match 'x'");
    let verdict = judged(&results);
    let told = summary(&verdict, false);
    assert!(told.contains("\nGate passed in part: 10 passed, 1 not run;"), "{told}");
    assert!(told.contains("only the tests that match 'x'") && !told.contains("conforms"), "{told}");
    let shown = page(&verdict, &Spec::default());
    assert!(shown.contains("Not a whole run: only the tests that match"), "{shown}");
    assert!(!shown.contains("The service does what its spec says"));
}

#[test]
fn what_a_phase_exercised_is_counted_and_what_it_never_had_accepted_is_listed() {
    let mut results = green();
    results["retried"] = json!({"429": 3, "503": 1});
    results["phases"] = json!({"stateful": {
        "operations": {
            "Open": {"calls": 9, "accepted": 4},
            "Close": {"calls": 7, "accepted": 0, "why": "no call of it is known to be accepted"},
        },
        "clauses": {"Open.ensures[0]": 4},
    }});
    let verdict = judged(&results);
    let told = summary(&verdict, false);
    for part in [
        "stateful passed (1 clauses, 1 of 2 operations accepted)",
        "\nstateful had no accepted call of Close (no call of it is known to be accepted)\n",
        "\nanswers that were asked for again: 3 of 429, 1 of 503\n",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let shown = page(&verdict, &Spec::default());
    assert!(shown.contains("stateful had no accepted call of Close"), "{shown}");
}

#[test]
fn the_report_is_that_of_the_last_whole_run_where_there_was_one() {
    let mut some = red();
    some["partial"] = json!("only the behavioral tests");
    let folder = suite(Some(&green()));
    std::fs::create_dir(folder.path().join("results/partial")).expect("a folder");
    std::fs::write(folder.path().join("results/partial/exercised.json"), some.to_string()).expect("results");
    let output = report(folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(folder.path().join("results/report.html").is_file());
    assert!(!folder.path().join("results/partial/report.html").exists());
    std::fs::remove_file(folder.path().join("results/exercised.json")).expect("removed");
    let output = report(folder.path());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("only the behavioral tests"), "{}", said(&output));
    assert!(folder.path().join("results/partial/report.html").is_file());
}

#[test]
fn the_summary_of_a_run_that_was_stopped_says_why() {
    let mut results = green();
    results["stopped"] = json!("the service is gone");
    assert!(summary(&judged(&results), false).contains("Gate stopped (the service is gone): "));
}

#[test]
fn the_page_quotes_the_spec_and_tells_the_failure() {
    let page = page(&judged(&red()), &spec());
    for text in [
        "<span class=\"number\" aria-hidden=\"true\">6</span><span class=\"words\">    ensures: open&#39; = false</span>",
        "The service breaks 3 clauses of its spec",
        "<pre tabindex=\"0\">500 oops</pre>",
        "0. Open()\n1. Open()",
        "blocked by t::close_accepts",
        "12\u{202f}345",
    ] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn the_page_depends_on_the_verdict_and_the_spec_alone() {
    assert_eq!(page(&judged(&red()), &spec()), page(&judged(&red()), &spec()));
    assert!(!page(&judged(&green()), &Spec::default()).contains("class=\"source\""));
}

/// Everything that a spec, a suite or a service can say, said by somebody who wants to run a script.
fn hostile() -> (Verdict, Spec) {
    let (mut listing, mut results) = (listing(), red());
    listing["operations"][1]["path"] = json!(HOSTILE);
    listing["clauses"][2]["text"] = json!(HOSTILE);
    listing["clauses"][2]["note"] = json!(HOSTILE);
    listing["tests"][4]["says"] = json!(HOSTILE);
    let parts = ["headline", "clause", "says", "place", "why", "state", "request", "response", "changed", "steps"];
    let parts: Vec<(&str, &str)> = parts.iter().chain(&["text", "reproduce"]).map(|name| (*name, HOSTILE)).collect();
    results["tests"]["t::close_accepts"] = failed(&parts);
    results["tests"][format!("t::open_ensures_0[{HOSTILE}]")] = failed(&[]);
    results["tests"]["t::close_ensures_0"] = json!({"outcome": "blocked", "why": HOSTILE});
    results["tests"][HOSTILE] = failed(&[]);
    results["profile"] = json!(HOSTILE);
    results["stopped"] = json!(HOSTILE);
    let mut sources = SourceMap::default();
    sources.add(SourceFile::new("gate.spec", HOSTILE.repeat(3) + "\n" + HOSTILE + "\n\n\n\n" + HOSTILE));
    let node = |name: &str| Node { name: name.into(), reached: true, first: false };
    let edge = |from, to, taken| Edge { from, to, via: HOSTILE.into(), guard: Some(HOSTILE.into()), taken };
    let machine = StateMachine {
        name: HOSTILE.into(),
        entity: HOSTILE.into(),
        field: HOSTILE.into(),
        states: vec![node(HOSTILE), node("OPEN"), node("CLOSED")],
        edges: vec![edge(0, 1, 1), edge(1, 2, 0), edge(2, 0, 3)],
    };
    let drawn = Drawn { machine, outcomes: vec![Outcome::Passed, Outcome::NotRun, Outcome::Failed] };
    let verdict = verdict(&listing.to_string(), &results.to_string()).expect("a verdict");
    (verdict, Spec { sources, machines: vec![drawn] })
}

#[test]
fn nothing_gets_out_of_its_quotes() {
    let (verdict, spec) = hostile();
    let page = page(&verdict, &spec);
    assert!(page.matches("window.hacked").count() > 20);
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
    assert!(!page.contains("<img") && !page.contains("\" onload=\""));
    assert!(!page.contains(['\u{202e}', '\u{7}']), "what acts on the reader is written as an escape");
    let summary = summary(&verdict, false);
    assert!(!summary.contains(['\u{202e}', '\u{7}']));
}

fn python(script: &Path, arguments: &[&Path]) -> Output {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs it", python.display());
    Command::new(python).arg(script).args(arguments).output().expect("Python runs")
}

fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}

#[test]
fn pages_work_in_a_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let (verdict, hostile) = hostile();
    let pages = [
        ("red.html", page(&judged(&red()), &spec())),
        ("green.html", page(&judged(&green()), &spec())),
        ("hostile.html", page(&verdict, &hostile)),
    ];
    let paths = pages.map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a page");
        path
    });
    let output = python(&root().join("tests/report/browser.py"), &paths.each_ref().map(|path| path.as_path()));
    assert!(output.status.success(), "{}", said(&output));
}

const VALIDATE: &str = "
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
sys.exit(any(True for path in sys.argv[2:] for error in Draft202012Validator(schema).iter_errors(json.load(open(path)))))
";

fn fits_the_schema(results: &Value) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let [script, path] = ["validate.py", "results.json"].map(|name| folder.path().join(name));
    std::fs::write(&script, VALIDATE).expect("a script");
    std::fs::write(&path, results.to_string()).expect("results");
    python(&script, &[&root().join("docs/results.schema.json"), &path]).status.success()
}

#[test]
fn the_schema_knows_results_from_others() {
    let page = std::fs::read_to_string(root().join("docs/results.md")).expect("the page");
    let (_, rest) = page.split_once("```json\n").expect("an example");
    let shown: Value = serde_json::from_str(rest.split_once("```").expect("its end").0).expect("JSON");
    assert!(fits_the_schema(&shown) && fits_the_schema(&red()));
    let mutants: [fn(&mut Value); 5] = [
        |results| results["version"] = json!(2),
        |results| results["calls"] = json!(-1),
        |results| results["tests"]["t::open_accepts"]["outcome"] = json!("maybe"),
        |results| results["tests"]["t::open_accepts"]["failure"] = json!({"headline": "?"}),
        |results| results["tests"]["t::close_accepts"]["failure"]["colour"] = json!("red"),
    ];
    for (at, mutate) in mutants.iter().enumerate() {
        let mut mutant = red();
        mutate(&mut mutant);
        assert!(!fits_the_schema(&mutant), "mutant {at} fits");
    }
    let schema = std::fs::read_to_string(root().join("docs/results.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    for (of, fields) in [("", &schema["properties"]), ("failure", &schema["$defs"]["failure"]["properties"])] {
        for field in fields.as_object().expect("fields").keys() {
            assert!(page.contains(&format!("`{field}`")), "{of} {field}");
        }
    }
}

fn report(folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_specc")).arg("report").arg(folder).output().expect("specc runs")
}

fn suite(results: Option<&Value>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["tests", "results", "spec"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    std::fs::write(folder.path().join("tests/_testgen_coverage.json"), listing().to_string()).expect("a listing");
    std::fs::write(folder.path().join("spec/gate.spec"), SPEC).expect("a spec");
    if let Some(results) = results {
        std::fs::write(folder.path().join("results/exercised.json"), results.to_string()).expect("results");
    }
    folder
}

#[test]
fn the_command_writes_the_page_and_tells_by_its_code() {
    for (results, code) in [(green(), 0), (red(), 1)] {
        let folder = suite(Some(&results));
        let output = report(folder.path());
        assert_eq!(output.status.code(), Some(code), "{}", said(&output));
        let verdict = Verdict { folder: folder.path().display().to_string(), ..judged(&results) };
        assert_eq!(String::from_utf8_lossy(&output.stdout), summary(&verdict, false));
        let page = std::fs::read_to_string(folder.path().join("results/report.html")).expect("a page");
        assert!(page.contains("class=\"source\""), "the spec is quoted");
        assert!(!page.contains(&*folder.path().to_string_lossy()), "no path is in it");
    }
}

#[test]
fn the_command_says_what_is_missing() {
    let output = report(suite(None).path());
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("there is no results/exercised.json"), "{}", said(&output));
    let mut stopped = green();
    stopped["stopped"] = json!("the service is gone");
    assert_eq!(report(suite(Some(&stopped)).path()).status.code(), Some(2));
    let damaged = suite(Some(&json!({"version": 1})));
    let output = report(damaged.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("results/exercised.json is damaged: missing field"), "{}", said(&output));
    assert!(!damaged.path().join("results/report.html").exists());
}

#[test]
fn suites_list_what_each_test_is_about() {
    let out = tempfile::tempdir().expect("a folder");
    let mut compile = Command::new(env!("CARGO_BIN_EXE_specc"));
    compile.args(["compile", "-q", "--tests-only", "--out"]).arg(out.path());
    let output = compile.arg(root().join("fixtures/spec/safe_counter.spec")).output().expect("specc runs");
    assert!(output.status.success(), "{}", said(&output));
    let listing = std::fs::read_to_string(out.path().join("tests/_testgen_coverage.json")).expect("a listing");
    let read: Value = serde_json::from_str(&listing).expect("JSON");
    let tests = read["tests"].as_array().expect("tests");
    let passed: serde_json::Map<String, Value> = tests
        .iter()
        .map(|test| (test["test"].as_str().expect("a name").to_string(), json!({"outcome": "passed", "why": ""})))
        .collect();
    let results = json!({
        "version": 1, "service": "SafeCounter", "seed": 0, "profile": "smoke", "calls": 1, "clauses": {}, "tests": passed,
    });
    let verdict = verdict(&listing, &results.to_string()).expect("a verdict");
    let mut counted: Vec<&str> = verdict.clauses().flat_map(tests_of).collect();
    counted.sort_unstable();
    counted.dedup();
    assert_eq!(counted.len(), tests.len(), "every test is behind some clause");
    assert!(verdict.clause("other").is_none());
    let idle: Vec<&str> = verdict
        .clauses()
        .filter(|clause| clause.outcome != Outcome::Passed && clause.kind != "structural")
        .map(|clause| clause.id.as_str())
        .collect();
    assert_eq!(idle, Vec::<&str>::new());
}

// --- causes -----------------------------------------------------------------------------------------------------------

/// A failure of a kind, with the parts that tell its cause.
fn found(kind: &str, operation: &str, parts: Value) -> Value {
    let mut failure = json!({"headline": format!("{operation} is wrong"), "kind": kind, "operation": operation});
    parts.as_object().expect("parts").iter().for_each(|(name, part)| failure[name] = part.clone());
    json!({"outcome": "failed", "why": failure["headline"], "failure": failure})
}

fn with_tests(tests: &[(&str, Value)]) -> Verdict {
    let mut results = green();
    tests.iter().for_each(|(name, record)| results["tests"][*name] = record.clone());
    judged(&results)
}

fn titles(verdict: &Verdict) -> Vec<&str> {
    verdict.causes.iter().map(|cause| cause.title.as_str()).collect()
}

#[test]
fn rejections_that_are_errors_are_one_cause_whatever_they_say() {
    let error = |operation, said: &str| {
        found("error", operation, json!({"expected": "409", "answered": 500, "response": format!("500 {said}")}))
    };
    let verdict = with_tests(&[
        ("t::open_ensures_0[a]", error("Open", "no such gate")),
        ("t::close_ensures_0", error("Close", "gate 7 is shut")),
        ("s::api[POST /close]", found("error", "Close", json!({"answered": 500, "response": "500 gate 12 is shut"}))),
    ]);
    assert_eq!(titles(&verdict), ["Calls that must be rejected are answered with 500: Open and Close"]);
    let cause = &verdict.causes[0];
    assert_eq!((cause.clauses.len(), cause.examples), (3, 3), "the document finds the same: {cause:?}");
    assert!(page_of(&verdict).contains("The service breaks 3 clauses of its spec, for one reason"));
}

#[test]
fn of_one_cause_the_failure_is_shown_that_has_the_values_of_its_clause() {
    let error = |parts: Value| {
        let mut of = json!({"expected": "409", "answered": 500, "response": "500 oh"});
        of.as_object_mut().expect("an object").extend(parts.as_object().expect("an object").clone());
        found("error", "Close", of)
    };
    let verdict = with_tests(&[
        ("t::close_ensures_0", error(json!({"request": "POST /close"}))),
        ("t::close_accepts", error(json!({"request": "POST /close with a long body", "values": [["gate", "7"]]}))),
    ]);
    assert_eq!(verdict.causes.len(), 1);
    assert_eq!(verdict.causes[0].failure.values, [("gate".to_string(), "7".to_string())]);
}

#[test]
fn a_field_that_is_wrong_everywhere_is_one_cause() {
    let wrong = |operation, places: &[&str]| found("promise", operation, json!({"fields": places}));
    let verdict = with_tests(&[
        ("t::open_ensures_0[a]", wrong("Open", &["gates'[id].updatedAt"])),
        ("t::close_ensures_0", wrong("Close", &["answer.gate.updatedAt", "gates'[\"a.b]\"].updatedAt"])),
        ("t::close_invariant", wrong("Close", &["gates'[id].width", "gates'[id].height"])),
    ]);
    assert_eq!(titles(&verdict), ["updatedAt is not what the spec says: Open and Close", "Close is wrong"]);
}

#[test]
fn a_field_that_changes_where_it_must_not_belongs_to_what_is_wrong_with_it() {
    let changed = |operation, places: &[&str]| found("changed", operation, json!({"fields": places}));
    let wrong = found("promise", "Open", json!({"fields": ["gates'[id].width"]}));
    let verdict = with_tests(&[
        ("t::open_ensures_0[a]", wrong),
        ("t::open_invariant", changed("Open", &["gates[7].width", "gates[8].width"])),
        ("t::close_accepts", changed("Close", &["gates[7].height"])),
        ("t::open_accepts", changed("Open", &["gates[9].height"])),
        ("t::close_ensures_0", changed("Close", &["gates[7].colour"])),
    ]);
    assert_eq!(
        titles(&verdict),
        [
            "width is not what the spec says: Open",
            "height changes where it must not: Open and Close",
            "Close changes colour where it must not",
        ]
    );
}

#[test]
fn what_shows_nothing_has_the_cause_of_what_is_refused() {
    let parts = json!({"answered": 409, "expected": "201"});
    let refused = ("t::open_accepts", found("refused", "Open", parts.clone()));
    let vacuous = ("s::api[POST /open]", found("vacuous", "Open", parts));
    let titles = |verdict: &Verdict| verdict.causes.iter().map(|cause| cause.title.clone()).collect::<Vec<_>>();
    let both = with_tests(&[vacuous.clone(), refused]);
    assert_eq!(titles(&both), ["Open rejects calls that it must accept, with 409"]);
    let other = ("t::close_accepts", found("refused", "Close", json!({"answered": 409, "expected": "200"})));
    assert_eq!(with_tests(&[vacuous, other]).causes.len(), 2, "another operation is another cause");
}

#[test]
fn the_page_tells_what_each_phase_exercised() {
    let mut results = green();
    results["phases"] = json!({
        "structural": {"operations": {"Open": {"calls": 12, "accepted": 3}}, "clauses": {"Open.ensures[0]": 1}},
        "stateful": {"operations": {"Open": {"calls": 1, "accepted": 1}}, "clauses": {"Open.ensures[0]": 40}},
    });
    let page = page(&judged(&results), &Spec::default());
    assert!(page.contains("structural 12 calls, 3 accepted; stateful 1 call, 1 accepted"), "{page}");
    assert!(page.contains("Exercised once by structural, 40 times by stateful."), "{page}");
}

#[test]
fn causes_are_ordered_by_what_they_are_and_told_apart() {
    let verdict = with_tests(&[
        ("t::open_ensures_0[a]", found("promise", "Open", json!({"fields": ["open'"]}))),
        ("t::open_accepts", found("refused", "Open", json!({"answered": 409, "expected": "201"}))),
        ("t::open_invariant", found("accepted", "Open", json!({"fields": ["Open.requires[0]"], "expected": "409"}))),
        ("t::close_accepts", found("error", "Close", json!({"answered": 0, "expected": "200"}))),
        ("t::close_ensures_0", found("status", "Close", json!({"answered": 400, "expected": "409"}))),
        ("s::api[POST /close]", found("document", "Close", json!({"answered": 400}))),
    ]);
    assert_eq!(
        titles(&verdict),
        [
            "Calls that must be accepted are not answered: Close",
            "Open accepts calls although Open.requires[0] does not hold",
            "Open rejects calls that it must accept, with 409",
            "409 must be answered, and 400 is: Close",
            "open is not what the spec says: Open",
        ]
    );
    assert_eq!(verdict.causes[3].examples, 2, "what the document does not know is the same status");
}

#[test]
fn a_call_on_the_way_to_a_state_fails_once_and_blocks_the_others() {
    let parts = json!({"clause": "Open.accepts", "says": "", "place": "", "answered": 409, "expected": "201"});
    let verdict = with_tests(&[
        ("t::close_accepts", found("refused", "Open", parts)),
        ("t::close_ensures_0", json!({"outcome": "blocked", "why": "blocked by Open.accepts"})),
    ]);
    assert_eq!(outcome(&verdict, "Open.accepts"), Outcome::Failed);
    assert_eq!(outcome(&verdict, "Close.accepts"), Outcome::Blocked, "closing is not to blame");
    let cause = &verdict.causes[0];
    assert_eq!(cause.title, "Open rejects calls that it must accept, with 409");
    assert!(cause.blocked.contains(&"Close.ensures[0]".to_string()), "{cause:?}");
}

#[test]
fn a_state_that_cannot_be_loaded_is_a_failure_of_the_whole() {
    let parts = json!({"clause": "load", "says": "", "place": "", "fields": ["gates[1].width"], "why": "width"});
    let mut shown = parts.clone();
    shown["shown"] = json!(true);
    let verdict =
        with_tests(&[("t::close_accepts", found("load", "", parts)), ("t::open_accepts", found("load", "", shown))]);
    assert_eq!(outcome(&verdict, "load"), Outcome::Failed);
    assert_eq!(outcome(&verdict, "Close.accepts"), Outcome::Blocked);
    assert_eq!(outcome(&verdict, "Open.accepts"), Outcome::Passed, "what it is about was shown by calls");
    let whole = verdict.subjects.last().expect("the whole");
    assert!(whole.clauses.iter().any(|clause| clause.id == "load"));
}

#[test]
fn a_failure_can_be_seen_again_by_its_test_alone_and_by_hand() {
    let parts = json!({
        "expected": "409", "answered": 201, "fields": ["Open.requires[0]"],
        "setup": [
            {"method": "PUT", "target": "/__test_admin__/state", "headers": [["Authorization", "Bearer ${TOKEN}"]],
             "body": "{\"who\":\"it's ${SECRET_1}\"}"},
            {"method": "POST", "target": "/open", "headers": [], "answered": "201 {\"id\": 7}"},
        ],
        "call": {"method": "POST", "target": "/open?x=$(rm)", "headers": []},
        "secrets": {"TOKEN": "the token", "SECRET_1": "who, 9 characters"},
    });
    let mut verdict = with_tests(&[("t::open_ensures_0[a b]", found("accepted", "Open", parts))]);
    verdict.against = "--url http://localhost:8000".into();
    let cause = &verdict.causes[0];
    let again = command(&verdict, "my suite", &cause.test);
    assert_eq!(
        again,
        "specc test 'my suite' --url http://localhost:8000 -k 'open_ensures_0[a b]' --profile smoke --seed 7"
    );
    assert_eq!(
        by_hand(&cause.failure),
        [
            "URL=http://localhost:8000  # where the service is, started with ENABLE_TEST_ADMIN=1",
            "# set TOKEN: the token",
            "# set SECRET_1: who, 9 characters",
            "curl -gsS -X PUT \"$URL/__test_admin__/state\" -H 'Authorization: Bearer '\"$TOKEN\" \
             --data-raw '{\"who\":\"it'\\''s '\"$SECRET_1\"'\"}'",
            "curl -gsS -X POST \"$URL/open\"",
            "#   answered 201 {\"id\": 7}",
            "curl -gsS -i -X POST \"$URL\"'/open?x=$(rm)'",
            "#   answered 201, not 409",
        ]
    );
}
