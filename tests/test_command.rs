//! `specc test` as a user meets it: green, red, and everything that can be in its way.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;
#[path = "test_command/hostile.rs"]
mod hostile;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use common::root;
use tempfile::TempDir;

const COUNTER: &str = "fixtures/spec/safe_counter.spec";

/// The suite of the counter in a folder of its own.
struct Suite(TempDir);

impl Suite {
    fn new() -> Suite {
        let home = tempfile::tempdir().expect("a folder");
        let made = specc()
            .args(["compile", "-q", "--tests-only", "--out"])
            .arg(home.path().join("suite"))
            .arg(COUNTER)
            .status();
        assert!(made.expect("specc starts").success());
        Suite(home)
    }

    fn folder(&self) -> PathBuf {
        self.0.path().join("suite")
    }

    fn test(&self, args: &[&str]) -> Command {
        let mut command = specc();
        // Packages are installed once for all tests.
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments");
        command.arg("test").arg(self.folder()).args(args).env("SPECC_CACHE", cache);
        command
    }

    fn run(&self, args: &[&str]) -> (i32, String) {
        told(&mut self.test(args))
    }
}

fn specc() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
    command.current_dir(root()).env_remove("ENABLE_TEST_ADMIN").env_remove("TEST_ADMIN_TOKEN");
    command
}

/// The exit code, and all that was printed.
fn told(command: &mut Command) -> (i32, String) {
    let output = command.output().expect("specc starts");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

/// A server of a spec; it ends with the test.
struct Server(Child, String);

impl Server {
    fn start(spec: &Path, admin: &str) -> Server {
        let mut command = specc();
        command.args(["serve", "--port=0"]).arg(spec).env("ENABLE_TEST_ADMIN", admin);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("specc starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let url = line.split_whitespace().last().expect("an address").to_string();
        Server(child, url)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_reference_server_passes_and_everything_is_written_down() {
    let suite = Suite::new();
    let (code, said) = suite.run(&["--reference", "--profile", "smoke"]);
    assert_eq!(code, 0, "{said}");
    for phase in ["structural", "behavioral", "stateful"] {
        assert!(said.lines().any(|line| line.starts_with(phase) && line.contains(" passed")), "{phase}\n{said}");
        let junit = fs::read_to_string(suite.folder().join(format!("results/{phase}-smoke.xml"))).expect("a report");
        roxmltree::Document::parse(&junit).expect("XML");
    }
    let whole = fs::read(suite.folder().join("results/exercised.json")).expect("the results");
    assert!(said.contains("SafeCounter conforms: "), "{said}");
    assert!(said.contains("operations accepted)"), "what a phase exercised is told\n{said}");
    assert!(!suite.folder().join("results/partial/exercised.json").exists());

    for (args, what) in [
        (&["behavioral"][..], "only the behavioral tests"),
        (&["-k", "increment"][..], "only the tests that match 'increment'"),
        (&["--minutes", "0"][..], "its time was up"),
    ] {
        let (code, said) = suite.run(&[&["--reference", "--profile", "smoke"], args].concat());
        let is_late = args.contains(&"--minutes");
        assert_eq!(code, if is_late { 2 } else { 0 }, "{said}");
        assert!(said.contains(what) && !said.contains("conforms"), "{what}\n{said}");
        let part = fs::read_to_string(suite.folder().join("results/partial/exercised.json")).expect("its results");
        assert!(part.contains(what), "{part}");
        assert_eq!(fs::read(suite.folder().join("results/exercised.json")).expect("the results"), whole, "{what}");
        assert!(suite.folder().join("results/partial/report.html").is_file(), "{what}");
    }
    let (code, said) = told(specc().arg("report").arg(suite.folder()));
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("SafeCounter conforms: "), "the report is that of the whole run\n{said}");
}

#[test]
fn a_wrong_service_fails_at_the_clause_that_it_breaks() {
    let suite = Suite::new();
    let wrong = suite.0.path().join("safe_counter.spec");
    let text = fs::read_to_string(root().join(COUNTER)).expect("the fixture");
    assert!(text.contains("count' = count - 1"), "{text}");
    fs::write(&wrong, text.replace("count' = count - 1", "count' = count")).expect("written");
    let server = Server::start(&wrong, "1");
    let asked = ["--url", &server.1, "--profile", "smoke", "behavioral"];
    let (code, said) = suite.run(&asked);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(" FAILED"), "{said}");
    let (code, said) = suite.run(&[&asked[..], &["-k", "increment"]].concat());
    assert_eq!(code, 0, "what does not depend on it still passes\n{said}");
    let (code, said) = suite.run(&[&asked[..], &["--fail-fast"]].concat());
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(", 1 FAILED"), "{said}");
}

/// Runs lines of a shell, with this specc as `specc`.
fn shell(lines: &str) -> (i32, String) {
    let specc = Path::new(env!("CARGO_BIN_EXE_specc")).parent().expect("a folder");
    let path = format!("{}:{}", specc.display(), std::env::var("PATH").unwrap_or_default());
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments");
    told(Command::new("sh").args(["-c", lines]).current_dir(root()).env("PATH", path).env("SPECC_CACHE", cache))
}

#[test]
fn the_lines_that_are_to_repeat_a_failure_do_as_they_are_printed() {
    let suite = Suite::new();
    let wrong = suite.0.path().join("safe_counter.spec");
    let text = fs::read_to_string(root().join(COUNTER)).expect("the fixture");
    let text = text.replace("count' = count + 1", "count' = count + 2").replace("count <= ceiling()", "count <= 99");
    fs::write(&wrong, text).expect("written");
    let server = Server::start(&wrong, "1");
    let (code, said) = suite.run(&["--url", &server.1, "--profile", "smoke"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("\n1. count is not what the spec says: Increment\n"), "{said}");
    assert!(said.contains("   where: count' = 2\n     count + 1 = 1\n     count = 0\n"), "{said}");
    let whole = fs::read(suite.folder().join("results/exercised.json")).expect("the results");

    let again = said.lines().find_map(|line| line.trim().strip_prefix("reproduce: ")).expect("a line");
    let (code, shown) = shell(again);
    assert_eq!(code, 1, "{again}\n{shown}");
    assert!(shown.contains("only the tests that match") && shown.contains(" 1 FAILED"), "{again}\n{shown}");
    assert_eq!(fs::read(suite.folder().join("results/exercised.json")).expect("the results"), whole);

    let calls: Vec<&str> = said.lines().map(str::trim).skip_while(|line| !line.starts_with("URL=")).collect();
    let calls = calls.into_iter().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    let calls = calls.replace("URL=http://localhost:8000", &format!("URL={}", server.1));
    let (code, shown) = shell(&calls);
    assert_eq!(code, 0, "{calls}\n{shown}");
    assert!(shown.contains("HTTP/1.1 200 OK"), "{calls}\n{shown}");
}

#[test]
fn a_name_selects_one_test_and_not_those_that_begin_with_it() {
    let suite = Suite::new();
    let asked = ["--reference", "--profile", "smoke", "-k"];
    for (name, wanted) in [
        ("test_increment_accepts", "behavioral  1 passed"),
        ("test_api_structural[POST /increment]", "structural  1 passed"),
        ("test_increment_acc", "behavioral  "),
    ] {
        let (code, said) = suite.run(&[&asked[..], &[name]].concat());
        assert_eq!(code, 0, "{name}\n{said}");
        assert!(said.contains(wanted), "{name}\n{said}");
    }
}

#[test]
fn what_is_in_the_way_is_said_and_ends_with_two() {
    let suite = Suite::new();
    let closed = Server::start(&root().join(COUNTER), "0");
    let other = Server::start(&root().join("fixtures/spec/url_shortener.spec"), "1");
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let nobody = format!("http://{free}");
    let smoke = |url: &str| suite.run(&["--profile", "smoke", "--wait", "0", "--url", url]);
    for (url, part) in [
        (nobody.as_str(), "is not reachable"),
        (&closed.1, "start the service with ENABLE_TEST_ADMIN=1"),
        (&other.1, "this is the suite of SafeCounter"),
    ] {
        let (code, said) = smoke(url);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(part), "{part}\n{said}");
    }
    for (args, part) in [
        (&["--profile", "tiny", "--reference"][..], "smoke"),
        (&[][..], "--url"),
        (&["--reference", "wrong-phase"][..], "structural"),
    ] {
        let (code, said) = suite.run(args);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(part), "{part}\n{said}");
    }
    let (code, said) = told(specc().args(["test", "src", "--reference"]));
    assert_eq!(code, 2);
    assert!(said.contains("src was not written by `specc compile`"), "{said}");
}

#[test]
fn without_python_or_packages_it_says_so_and_leaves_no_environment() {
    let suite = Suite::new();
    let (code, said) = told(suite.test(&["--reference"]).env("PATH", "/nowhere"));
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("needs Python 3.11 or newer"), "{said}");
    let cache = suite.0.path().join("cache");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let index = format!("http://{closed}/simple");
    let mut command = suite.test(&["--reference"]);
    command.env("SPECC_CACHE", &cache).env("PIP_INDEX_URL", &index).env("UV_DEFAULT_INDEX", &index);
    command
        .env("PIP_RETRIES", "0")
        .env("UV_HTTP_RETRIES", "0")
        .env("UV_NO_CACHE", "1")
        .env("PIP_CONFIG_FILE", "/dev/null");
    let (code, said) = told(&mut command);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("cannot install what the suite needs"), "{said}");
    let left: Vec<PathBuf> =
        fs::read_dir(&cache).expect("the cache").map(|entry| entry.expect("an entry").path()).collect();
    assert!(!left.iter().any(|path| path.is_dir()), "{left:?}");
}

/// The address of the service that a run has started.
fn address(suite: &Suite) -> String {
    let log = suite.folder().join("results/service.log");
    for _ in 0..3000 {
        let text = fs::read_to_string(&log).unwrap_or_default();
        if let Some((_, rest)) = text.split_once("http://").filter(|(_, rest)| rest.contains('\n')) {
            return rest.trim().to_string();
        }
        sleep(Duration::from_millis(20));
    }
    panic!("no service was started");
}

fn wait_for_tests(suite: &Suite) {
    for _ in 0..3000 {
        let told = fs::read_to_string(suite.folder().join("results/progress.jsonl")).unwrap_or_default();
        if told.contains("\"test\"") {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("no test has run");
}

#[test]
fn interrupted_it_stops_what_it_started() {
    let suite = Suite::new();
    let mut command = suite.test(&["--reference", "--profile", "exhaustive", "behavioral"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("specc starts");
    let service = address(&suite);
    wait_for_tests(&suite);
    assert!(TcpStream::connect(&service).is_ok());
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    assert!(TcpStream::connect(&service).is_err(), "the service is gone");
    let left = Command::new("pgrep").args(["-f", &*suite.folder().to_string_lossy()]).output().expect("pgrep");
    assert_eq!(String::from_utf8_lossy(&left.stdout), "", "nothing is left running");
}

#[test]
fn a_service_that_dies_in_the_middle_ends_the_run() {
    let suite = Suite::new();
    let mut server = Server::start(&root().join(COUNTER), "1");
    let mut command = suite.test(&["--url", &server.1, "--profile", "exhaustive", "behavioral"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("specc starts");
    wait_for_tests(&suite);
    server.0.kill().expect("killed");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not reachable"));
}
