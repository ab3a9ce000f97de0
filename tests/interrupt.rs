//! Ctrl-C while something takes long: nothing is written, it is said how far it was, and what was kept by then is sound.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use common::root;

/// A spec that is not done before it is interrupted.
const LONG: &str = "fixtures/large/freight.spec";
/// One that takes a while, and not too long to be explored to the end.
const SHORTER: &str = "fixtures/spec/ecommerce.spec";

/// A folder for what is written, with what is kept in it.
struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    fn text(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn command(&self, args: &[&str]) -> Command {
        // Whoever runs the tests in the background may ignore interrupts, and what they start would as well.
        let mut command = Command::new("env");
        command.args(["--default-signal=INT", env!("CARGO_BIN_EXE_specc")]).args(args).current_dir(root());
        command.env("SPECC_CACHE", self.0.path().join("cache")).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Begins something in a group of its own, as a shell does.
    fn begin(&self, args: &[&str]) -> Child {
        self.command(args).process_group(0).spawn().expect("specc starts")
    }

    /// What explorations kept.
    fn kept(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path().join("cache/explore")).into_iter().flatten();
        let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "found")).collect()
    }

    /// What there is beside the cache.
    fn written(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path()).expect("the folder").map(|entry| entry.expect("an entry").path());
        entries.filter(|path| !path.ends_with("cache")).collect()
    }
}

/// Waits for something that happens while a process works.
fn wait_until(process: &mut Child, happens: impl Fn(u32) -> bool) {
    while !happens(process.id()) {
        assert!(process.try_wait().expect("a process").is_none(), "it ended by itself");
        std::thread::yield_now();
    }
}

/// Presses Ctrl-C, which a terminal tells the whole group.
fn interrupted(process: Child) -> (Option<i32>, String) {
    let sent = Command::new("kill").args(["-s", "INT", "--", &format!("-{}", process.id())]).status().expect("kill");
    assert!(sent.success());
    let Output { status, stderr, .. } = process.wait_with_output().expect("it ends");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

/// How far it says that it was.
fn how_far(said: &str) -> (usize, usize) {
    let numbers = said.lines().last().and_then(|line| {
        let far = line.strip_prefix("specc: interrupted after ")?.strip_suffix(" targets; nothing was written")?;
        let (settled, of) = far.split_once(" of ")?;
        Some((settled.parse().ok()?, of.parse().ok()?))
    });
    numbers.unwrap_or_else(|| panic!("it says: {said}"))
}

/// Whether a process has started another one that is at work: one with threads.
fn has_child_at_work(id: u32) -> bool {
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let is_at_work = |id: &str| fs::read_dir(format!("/proc/{id}/task")).is_ok_and(|threads| threads.count() > 1);
    children.split_whitespace().any(is_at_work)
}

#[test]
fn an_exploration_writes_nothing_and_says_how_far_it_was() {
    let home = Home::new();
    let mut process = home.begin(&["explore", LONG, "--corpus", &home.text("corpus.json")]);
    wait_until(&mut process, |_| !home.kept().is_empty());
    let (code, said) = interrupted(process);
    let (settled, of) = how_far(&said);
    assert_eq!(code, Some(130), "{said}");
    assert!(0 < settled && settled < of, "{said}");
    let before = said.lines().rev().skip(1);
    before.for_each(|line| assert!(line.starts_with("specc: exploring "), "{said}"));
    assert_eq!(home.written(), Vec::<PathBuf>::new());
}

#[test]
fn a_compile_that_explores_writes_nothing_and_says_how_far_it_was() {
    let home = Home::new();
    let mut process = home.begin(&["compile", "--ignore-verify", LONG, "--out", &home.text("out")]);
    wait_until(&mut process, |_| !home.kept().is_empty());
    let (code, said) = interrupted(process);
    let (settled, of) = how_far(&said);
    assert_eq!(code, Some(130), "{said}");
    assert!(settled < of, "{said}");
    assert_eq!(home.written(), Vec::<PathBuf>::new());
}

#[test]
fn a_compile_that_proves_writes_nothing_and_says_only_that() {
    let home = Home::new();
    let mut process = home.begin(&["compile", LONG, "--out", &home.text("out")]);
    wait_until(&mut process, has_child_at_work);
    let (code, said) = interrupted(process);
    assert_eq!((code, said.as_str()), (Some(130), "specc: interrupted; nothing was written\n"));
    assert_eq!(home.written(), Vec::<PathBuf>::new());
}

#[test]
fn what_was_kept_by_then_is_sound() {
    let explored = |home: &Home| {
        let out = home.command(&["explore", "--effort", "quick", SHORTER, "--corpus", "-"]).output().expect("specc");
        assert_eq!(out.status.code(), Some(0));
        out.stdout
    };
    let home = Home::new();
    let mut process = home.begin(&["explore", "--effort", "quick", SHORTER, "--corpus", "-"]);
    wait_until(&mut process, |_| !home.kept().is_empty());
    assert_eq!(interrupted(process).0, Some(130));
    let before = home.kept();
    assert!(!before.is_empty());
    let written = |path: &Path| fs::metadata(path).and_then(|found| found.modified()).expect("a time");
    let times: Vec<_> = before.iter().map(|path| written(path)).collect();
    let again = explored(&home);
    assert_eq!(before.iter().map(|path| written(path)).collect::<Vec<_>>(), times, "what was kept is used");
    assert_eq!(again, explored(&Home::new()));
}
