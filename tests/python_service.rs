//! The Python services that are emitted: what is planned for them, what other tools say of them, and the part that is the
//! same for every spec.
#![allow(
    unreachable_pub,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test fails by panicking"
)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{check, expect_file, expect_folder, extra_fixtures, files_below, fixtures, root};
use specc::plan::service::{What, service_plan, show};
use specc::realize::realize;

const RUFF: [&str; 8] =
    ["-m", "ruff", "check", "--isolated", "--no-cache", "--line-length=120", "--select=E,F,W,I,UP,B", "app"];
const FORMAT: [&str; 8] = ["-m", "ruff", "format", "--isolated", "--no-cache", "--line-length=120", "--diff", "app"];

fn python(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(root().join(".venv/bin/python"));
    command.args(arguments).current_dir(folder).env("PYTHONDONTWRITEBYTECODE", "1");
    judged(&command.output().expect("`make setup` installs Python's tools"));
}

fn judged(output: &Output) {
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{}", said.concat());
}

/// Emits the service of a spec.
fn emitted(folder: &Path, name: &str, text: &str, target: &str) -> PathBuf {
    let spec = folder.join(format!("{name}.spec"));
    std::fs::write(&spec, text).expect("a folder");
    let out = folder.join(format!("{name}-{target}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.args(["compile", "-q", "--no-tests", "--ignore-verify", "--target", target, "--out"]).arg(&out).arg(&spec);
    judged(&command.output().expect("specc runs"));
    out
}

/// The plan of a spec, as text.
fn planned(text: &str) -> String {
    let service = check(text).service.expect("a sound spec");
    let (api, _) = specc::convention::routes(&service);
    let bodies = realize(&service);
    show(&service, &bodies, &service_plan(&service, &api, &bodies))
}

#[test]
fn plans_are_as_expected() {
    let filters = ("filters".to_string(), include_str!("service/filters.spec").to_string());
    for (name, text) in fixtures().into_iter().chain([filters]) {
        expect_file(&root().join(format!("tests/expected/service/{name}.txt")), &planned(&text));
    }
}

/// What an operation loads that says this of some accounts, in a service with more declarations.
fn loaded(more: &str, operation: &str) -> Vec<String> {
    said(more, operation, "  load  ")
}

/// What it checks when it is done.
fn checked(more: &str, operation: &str) -> Vec<String> {
    said(more, operation, " check  ")
}

/// The lines of a plan that begin like this.
fn said(more: &str, operation: &str, beginning: &str) -> Vec<String> {
    let text = format!(
        "service Bank {{\n  entity Account {{\n    owner: String\n    amount: Int\n    limit: Option[Int]\n    rate: Float\n    \
         open: Bool\n  }}\n\n  state {{\n    accounts: Int -> one Account\n    cards: Int -> set Int\n    calls: Int = 0\n  }}\n\n  \
         {more}\n\n  operation Ask {{\n    {operation}\n  }}\n}}\n"
    );
    let plan = planned(&text);
    plan.lines().filter_map(|line| line.strip_prefix(beginning)).map(String::from).collect()
}

const SET_AMOUNT: &str = "input: id: Int, n: Int\n    requires: id in accounts\n    ensures: accounts'[id].amount = n";
const SET_OWNER: &str = "input: id: Int, n: String\n    requires: id in accounts\n    ensures: accounts'[id].owner = n";
const REMOVE: &str = "input: id: Int\n    ensures: id not in accounts'";
const COUNT: &str = "ensures: calls' = calls + 1";
const LINK: &str = "input: id: Int, n: Int\n    ensures: cards' = cards + {id -> {n}}";
const ASK: &str = "output: n: Int\n    ensures: n = calls";

/// An invariant is looked at for the entries that a call touched, for those that these lead to, or as a whole.
#[test]
fn promises_are_checked_of_what_a_call_can_have_broken() {
    let enough = "all k in accounts | accounts[k].amount >= 0";
    let unique = "all a in accounts, b in accounts | a != b implies accounts[a].owner != accounts[b].owner";
    let linked = "all c in cards | accounts[c].amount > 0";
    let rich = "all k in accounts | accounts[k].amount > calls";
    let sums = "all c in cards | sum(accounts, k => if accounts[k].amount = c then 1 else 0) < 3";
    for (invariant, operation, checks) in [
        (enough, SET_AMOUNT, &["accounts'[k].amount >= 0 for each k touched in accounts"][..]),
        // An entry that is gone breaks nothing; and what is written is not what is read.
        (enough, REMOVE, &[]),
        (enough, SET_OWNER, &[]),
        (enough, COUNT, &[]),
        (enough, ASK, &[]),
        // Two variables that may change places are looked at once; others for each of them.
        (
            unique,
            SET_OWNER,
            &[
                "all b in accounts' | a != b implies accounts'[a].owner != accounts'[b].owner for each a touched in accounts",
            ],
        ),
        (
            "all a in accounts, b in accounts | accounts[a].open and accounts[a].owner = accounts[b].owner implies a = b",
            SET_OWNER,
            &[
                "all b in accounts' | accounts'[a].open and accounts'[a].owner = accounts'[b].owner implies a = b for each a \
                 touched in accounts",
                "all a in accounts' | accounts'[a].open and accounts'[a].owner = accounts'[b].owner implies a = b for each b \
                 touched in accounts",
            ],
        ),
        (
            linked,
            SET_AMOUNT,
            &["accounts'[c].amount > 0 for each c in cards whose key is the key of one touched in accounts"],
        ),
        (linked, LINK, &["accounts'[c].amount > 0 for each c touched in cards"]),
        (
            sums,
            SET_AMOUNT,
            &[
                "sum(accounts', k => if accounts'[k].amount = c then 1 else 0) < 3 for each c in cards whose key is the \
               amount of one touched in accounts",
            ],
        ),
        // A scalar matters to every entry, and the clock to every call.
        (rich, COUNT, &["all k in accounts' | accounts'[k].amount > calls'"]),
        (rich, SET_AMOUNT, &["accounts'[k].amount > calls' for each k touched in accounts"]),
        ("all k in accounts | now() > now() - days(1)", ASK, &["all k in accounts' | now() > now() - days(1)"]),
        ("#accounts < 10", REMOVE, &["#accounts' < 10"]),
        ("#accounts < 10", SET_AMOUNT, &[]),
    ] {
        assert_eq!(checked(&format!("invariant it: {invariant}"), operation), checks, "{invariant}: {operation}");
    }
}

/// A clause is checked again where another one may have the last word on its place.
#[test]
fn clauses_are_checked_where_the_steps_do_not_make_them_true() {
    for (ensures, checks) in [
        ("calls' = calls + 1", &[][..]),
        ("if b then calls' = 1 else calls' = 2", &[]),
        ("b implies calls' = 1\n      c implies calls' = 2", &["b implies calls' = 1", "c implies calls' = 2"]),
        ("n in accounts'\n      m not in accounts'", &["n in accounts'", "m not in accounts'"]),
        ("n not in accounts'\n      m not in accounts'", &[]),
        ("n not in accounts'\n      #accounts' = #accounts - 1", &["#accounts' = #accounts - 1"]),
        ("b implies n not in accounts'", &[]),
    ] {
        let operation = format!("input: n: Int, m: Int, b: Bool, c: Bool\n    ensures:\n      {ensures}");
        let clauses: Vec<String> = checked("", &operation);
        assert_eq!(clauses, checks, "{ensures}");
    }
}

/// A writer looks up the rows that matter, and does not load all others.
#[test]
fn writers_look_up_what_they_search() {
    let requires = "input: id: Int, owner: String\n    requires:\n      id in accounts\n      no a in ran(accounts) | a.owner = owner\n    \
                    ensures: accounts'[id].owner = owner";
    assert_eq!(loaded("", requires), ["accounts[id]"]);
    assert_eq!(said("", requires, "  find  "), ["accounts by owner"]);
    let unique = "invariant it: all a in accounts, b in accounts | accounts[a].owner = accounts[b].owner implies a = b";
    assert_eq!(loaded(unique, SET_OWNER), ["accounts[id]"]);
    let ordered = requires.replace("a.owner = owner", "a.owner > owner");
    assert_eq!(loaded("", &ordered), ["accounts"]);
    let total = "invariant it: sum(accounts, k => accounts[k].amount) < 10";
    assert_eq!(loaded(total, SET_AMOUNT), ["accounts[id]", "the sum of amount over accounts"]);
}

/// Some rows are loaded only where all others make no difference, to the value and to whether there is one.
#[test]
fn rows_are_left_out_where_they_make_no_difference() {
    let whole: &[&str] = &["accounts"];
    let owned: &[&str] = &["accounts where its owner = owner"];
    let collected = |condition: &str| {
        format!(
            "input: owner: String, n: Int\n    output: found: Set[Account]\n    ensures: found = {{ a in ran(accounts) | {condition} }}"
        )
    };
    for (condition, loads) in [
        ("a.owner = owner", owned),
        ("owner = a.owner and a.rate > 0.5", owned),
        ("a.rate > 0.5 and a.owner = owner", owned),
        ("a.owner < owner", whole),
        ("a.rate = 0.5", whole),
        ("a.owner = owner or a.rate > 0.5", whole),
        ("not (a.owner != owner or a.rate > 0.5)", owned),
        // A sum or a quotient that has no value makes the whole without one, whatever comes after.
        ("a.amount + n > 1 and a.owner = owner", whole),
        ("10 / a.amount = n and a.owner = owner", whole),
        ("a.owner = owner and 10 / a.amount = n", owned),
        ("if a.open then a.owner = owner else 1 / a.amount = n", whole),
        // `none` is neither less than a number nor, in a database, not less.
        ("a.limit != none and a.limit < n", &["accounts where its limit != none and its limit < n"]),
        ("a.limit = none or not (a.limit < n)", whole),
        ("a.limit != n", &["accounts where its limit != n"]),
        ("a.owner = owner and #accounts > n", &["how many accounts there are", "accounts where its owner = owner"]),
        ("a.owner = owner and (some b in ran(accounts) | b.amount > a.amount)", whole),
        ("a.owner = owner and (some b in ran(accounts) | b.owner = owner)", owned),
        ("a.owner = owner and n in accounts", &["accounts[n]", "accounts where its owner = owner and n in accounts"]),
        ("a.amount = accounts[n].amount", &["accounts[n]", "accounts where its amount = accounts[n].amount"]),
    ] {
        assert_eq!(loaded("", &collected(condition)), loads, "{condition}");
    }
}

/// What is changed, chosen, or read beside the clauses is loaded as a whole.
#[test]
fn rows_are_left_out_for_calls_that_only_read() {
    let found = "output: found: Set[Account]\n    ensures:\n      found = { a in ran(accounts) | a.open }";
    let open = ["accounts where its open = true"];
    assert_eq!(loaded("", found), open);
    assert_eq!(loaded("", &format!("{found}\n      calls' = calls + 1")), ["accounts", "calls"]);
    assert_eq!(loaded("", &format!("{found}\n      accounts' = accounts - {{1}}")), ["accounts"]);
    let refined = "type Code = Int where some a in ran(accounts) | a.amount = value";
    assert_eq!(loaded(refined, found), ["accounts"]);
    assert_eq!(loaded("type Code = Int where value > calls", found), open);
    let chosen = "output: one: Account\n    requires: some a in ran(accounts) | a.open\n    ensures:\n      one in ran(accounts)\n      one.open";
    assert_eq!(loaded("", chosen), ["accounts"]);
    let instances = "output: found: Set[Account], all_of_them: Set[Account]\n    ensures:\n      found = { a in ran(accounts) | a.open }\n      \
                     all_of_them = { a in Account | a.amount > 0 }";
    assert_eq!(loaded("", instances), ["accounts", "cards", "calls"]);
}

/// Calls about one entry load that entry, whatever else there is; others what is asked for.
#[test]
fn keyed_calls_load_by_key() {
    let (_, text) = fixtures().into_iter().find(|(name, _)| name == "todo_list").expect("a fixture");
    let service = check(&text).service.expect("a sound fixture");
    let (api, _) = specc::convention::routes(&service);
    let plan = service_plan(&service, &api, &realize(&service));
    for (operation, plan) in service.operations.iter().zip(&plan.operations) {
        let is_whole = |what: &What| matches!(what, What::Whole);
        let is_narrow = |what: &What| matches!(what, What::Where(_));
        assert!(!plan.loads.iter().any(|load| is_whole(&load.what)), "{}", operation.name);
        let narrow = plan.loads.iter().any(|load| is_narrow(&load.what));
        assert_eq!(narrow, operation.name == "ListTodos", "{}", operation.name);
    }
}

/// A part of an entry that one clause names twice is made open once.
#[test]
fn an_open_part_is_opened_once() {
    let (_, text) = extra_fixtures().into_iter().find(|(name, _)| name == "library").expect("a fixture");
    let service = check(&text).service.expect("a sound fixture");
    let (api, _) = specc::convention::routes(&service);
    let plan = service_plan(&service, &api, &realize(&service));
    let borrow = service.operations.iter().position(|operation| operation.name == "Borrow").expect("an operation");
    assert_eq!(plan.operations[borrow].openings.len(), 1, "{:#?}", plan.operations[borrow].openings);
}

/// What nothing determines is a function of the user's, which answers 501 at first and is never written again.
#[test]
fn an_operation_without_a_body_is_the_users_to_write() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "service Circle {\n  state {\n    a: Int = 0\n    b: Int = 0\n  }\n\n  operation Turn {\n    input: by: Int\n    \
                output: r: Int\n    ensures:\n      a' = b' + by\n      b' = a' - by\n      r = a'\n  }\n}\n";
    let out = emitted(folder.path(), "circle", spec, "python-fastapi-sqlite");
    python(&out, &FORMAT);
    python(&out, &RUFF);
    python(&out, &["-m", "mypy", "--strict", "--cache-dir=cache", "app"]);
    let holes = std::fs::read_to_string(out.join("app/holes.py")).expect("a file for it");
    assert!(holes.contains("def turn(before: State, given: TurnGiven") && holes.contains("raise Problem("), "{holes}");
    let written = holes.replace("    raise", "    # mine\n    raise");
    std::fs::write(out.join("app/holes.py"), &written).expect("written");
    emitted(folder.path(), "circle", spec, "python-fastapi-sqlite");
    assert_eq!(std::fs::read_to_string(out.join("app/holes.py")).expect("still there"), written);
}

/// The functions of the operations of a spec, as they are emitted.
fn operations_of(folder: &Path, name: &str, text: &str) -> String {
    let out = emitted(folder, name, text, "python-fastapi-sqlite");
    python(&out, &FORMAT);
    python(&out, &RUFF);
    python(&out, &["-m", "mypy", "--strict", "--cache-dir=cache", "app"]);
    std::fs::read_to_string(out.join("app/operations.py")).expect("the operations")
}

/// Sums, comprehensions and `the` over all instances of an entity are promises about the state after, as everything else is.
#[test]
fn what_goes_over_entities_is_checked_in_the_state_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "service Ledger {\n  entity Account {\n    id: Int\n    balance: Int\n  }\n\n  state {\n    accounts: Int -> one \
                Account = {}\n  }\n\n  operation Open {\n    input: id: Int, balance: Int\n    requires: id not in accounts\n    \
                ensures: accounts' = accounts + {id -> Account { id = id, balance = balance }}\n  }\n\n  \
                invariant small: sum(Account, a => a.balance) <= 100\n  \
                invariant few: #{ a in Account | a.balance > 10 } <= 3\n  \
                invariant boss: #accounts > 0 implies (the a in Account | a.id = 1).balance >= 0\n}\n";
    let text = operations_of(folder.path(), "ledger", spec);
    assert_eq!(text.matches("instances(after, Account)").count(), 3, "{text}");
    assert!(!text.contains("instances(before"), "{text}");
}

/// A lambda may read what a loop around it sets. The linter is told so once, and only where it is so.
#[test]
fn lambdas_in_loops_pass_the_linter() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "service Box {\n  entity Item {\n    size: Int\n    name: String\n  }\n\n  state {\n    items: Int -> one Item = \
                {}\n  }\n\n  operation Mark {\n    input: ks: Set[Int]\n    requires: all k in ks | k in items\n    ensures:\n      \
                all k in ks | items'[k].size = #{ j in ks | j > k }\n      all k in ks | items'[k].name = \"lambda\"\n  }\n}\n";
    let text = operations_of(folder.path(), "box", spec);
    assert!(text.contains("lambda j: j > k") && text.contains("\n# ruff: noqa: B023\n"), "{text}");
    let text = operations_of(folder.path(), "still", &spec.replace("#{ j in ks | j > k }", "k"));
    assert!(text.contains("for k in given.ks:") && !text.contains("noqa"), "{text}");
}

/// A declaration of an imported file is told by where that file is, everywhere.
#[test]
fn places_in_imported_files_have_their_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("parts")).expect("a folder");
    let part = "service Parts {\n  entity Coin {\n    worth: Int where value > 0\n  }\n}\n";
    std::fs::write(folder.path().join("parts/money.spec"), part).expect("written");
    let spec = "import \"parts/money.spec\"\n\nservice Purse {\n  state {\n    coins: Int -> one Coin = {}\n  }\n\n  operation Put {\n    \
                input: id: Int, coin: Coin\n    ensures: coins'[id] = coin\n  }\n}\n";
    let out = emitted(folder.path(), "purse", spec, "python-fastapi-sqlite");
    let model = std::fs::read_to_string(out.join("app/model.py")).expect("the model");
    assert!(model.contains("The entity Coin (parts/money.spec:2)."), "{model}");
}

#[test]
fn emitted_services_are_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let cache = format!("--cache-dir={}", cache.display());
    for (name, text) in fixtures().into_iter().chain(extra_fixtures()) {
        let out = emitted(folder.path(), &name, &text, "python-fastapi-sqlite");
        python(&out, &FORMAT);
        python(&out, &RUFF);
        python(&out, &["-m", "mypy", "--strict", &cache, "app"]);
    }
}

#[test]
fn a_hostile_spec_is_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = include_str!("python_backend/hostile.spec");
    let out = emitted(folder.path(), "hostile", text, "python-fastapi-sqlite");
    python(&out, &FORMAT);
    python(&out, &RUFF);
    python(&out, &["-m", "mypy", "--strict", "app"]);
}

/// The database decides about columns and migrations, and about nothing else.
#[test]
fn databases_share_the_service() {
    let folder = tempfile::tempdir().expect("a folder");
    let (name, text) = fixtures().into_iter().find(|(name, _)| name == "url_shortener").expect("a fixture");
    let read = |target: &str, file: &str| {
        let out = emitted(folder.path(), &name, &text, target);
        std::fs::read_to_string(out.join(file)).expect("an emitted file")
    };
    for file in ["app/operations.py", "app/storage.py", "app/routers/api.py", "app/runtime/store.py"] {
        let sqlite = read("python-fastapi-sqlite", file);
        assert_eq!(sqlite, read("python-fastapi-postgres", file), "{file}");
        assert_eq!(sqlite, read("python-fastapi-mysql", file), "{file}");
    }
}

#[test]
fn the_runtime_passes_its_own_tests() {
    let folder = root().join("templates/python/service");
    python(&folder, &["-m", "pytest", "-q", "-p", "no:cacheprovider", "selftest"]);
    python(
        &folder,
        &["-m", "ruff", "format", "--no-cache", "--line-length=120", "--check", "app", "selftest", "../core"],
    );
    python(&folder, &RUFF);
}

/// What is written for each fixture; the files that are the same for every spec are in `templates/` as they are.
#[test]
fn the_services_are_the_golden_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let templates = root().join("templates/python/service");
    let core = root().join("templates/python/core");
    for (name, text) in fixtures() {
        let out = emitted(folder.path(), &name, &text, "python-fastapi-sqlite");
        let files = ["app", "migrations/versions"].iter().flat_map(|part| files_below(&out.join(part)));
        let files = files.map(|path| {
            let text = std::fs::read_to_string(&path).expect("a text");
            (path.strip_prefix(&out).expect("a file of the service").to_path_buf(), text)
        });
        let is_verbatim = |(path, text): &(PathBuf, String)| {
            let shared = path.strip_prefix("app/runtime").map(|name| core.join(name));
            let places = [Some(templates.join(path)), shared.ok()];
            let is_at = |place: &PathBuf| std::fs::read_to_string(place).is_ok_and(|template| template == *text);
            places.iter().flatten().any(is_at)
        };
        // The document is among the files of the suite.
        let is_document = |path: &Path| path.ends_with("openapi.json");
        let files: Vec<(PathBuf, String)> = files.filter(|file| !is_verbatim(file) && !is_document(&file.0)).collect();
        expect_folder(&root().join("golden").join(&name).join("service"), &files);
    }
}
