//! What a folder that a stranger filled can do: nothing outside of it is written, removed or shown, what only looks writes
//! nothing, and nothing hangs.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use common::root;
use specc::backend::{GeneratedFile, Owner};
use specc::emit::{self, Origin, Tree};
use specc::explore::Effort;

const SPEC: &str = "service A {\n  state { n: Int = 0 }\n\n  operation Bump { ensures: n' = n + 1 }\n}\n";

/// A place with a spec, a compiled folder and something that is nobody's business.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().expect("a folder"));
        fs::write(place.path("a.spec"), SPEC).expect("written");
        fs::write(place.path("victim.txt"), "precious").expect("written");
        fs::create_dir(place.path("elsewhere")).expect("made");
        fs::write(place.path("elsewhere/kept.txt"), "precious, too").expect("written");
        place
    }

    /// The same, with what `compile` writes.
    fn compiled() -> Place {
        let place = Place::new();
        let output = place.run(&["compile", "--no-tests", "--ignore-verify", "a.spec", "--out", "out"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_specc"));
        command.args(args).current_dir(self.0.path()).env("SPECC_CACHE", root().join("target/cache"));
        command.stdin(Stdio::null()).output().expect("specc starts")
    }

    /// All that there is, links by where they lead.
    fn content(&self) -> BTreeMap<PathBuf, String> {
        let entries = walkdir::WalkDir::new(self.0.path()).into_iter().map(|entry| entry.expect("an entry"));
        let text = |path: &Path| {
            let kind = path.symlink_metadata().expect("there").file_type();
            if kind.is_symlink() {
                format!("-> {}", fs::read_link(path).expect("a link").display())
            } else if kind.is_file() {
                String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()
            } else {
                String::new()
            }
        };
        entries.map(|entry| (entry.path().to_path_buf(), text(entry.path()))).collect()
    }

    fn plant(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    fn link(&self, path: &str, to: &str) {
        symlink(self.path(to), self.path(path)).expect("linked");
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Everything that is asked of a folder and only looks.
const LOOKS: [&[&str]; 5] = [
    &["compile", "--check", "--ignore-verify", "a.spec", "--out", "out"],
    &["compile", "--dry-run", "--ignore-verify", "a.spec", "--out", "out"],
    &["diff", "a.spec", "--out", "out"],
    &["test", "out", "--url", "http://127.0.0.1:9"],
    &["report", "out"],
];
const WRITES: &[&str] = &["compile", "--no-tests", "--ignore-verify", "a.spec", "--out", "out"];

#[test]
fn a_journal_that_leads_outside_is_refused_by_all() {
    let place = Place::compiled();
    place.plant(".specc/next/files/x", "");
    for (moved, removed) in [
        (r#"["../victim.txt"]"#, "[]"),
        ("[]", r#"["../victim.txt"]"#),
        ("[]", r#"["app/../../victim.txt"]"#),
        (r#"["/tmp/specc-victim"]"#, "[]"),
        ("[]", r#"[".git/config"]"#),
    ] {
        place.plant("out/.specc/next/journal.json", &format!(r#"{{"moved": {moved}, "removed": {removed}}}"#));
        place.plant("out/.specc/next/victim.txt", "overwritten");
        let before = place.content();
        for args in LOOKS.into_iter().chain([WRITES]) {
            let output = place.run(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
            assert_eq!(place.content(), before, "{args:?}");
        }
    }
}

#[test]
fn a_change_that_was_interrupted_is_finished_by_who_writes_and_by_nobody_who_looks() {
    let place = Place::compiled();
    let journal = r#"{"moved": ["app/main.py", ".specc/manifest.json"], "removed": ["Makefile"]}"#;
    place.plant("out/.specc/next/files/app/main.py", "half");
    place.plant("out/.specc/next/journal.json", journal);
    let before = place.content();
    for args in LOOKS {
        let output = place.run(args);
        assert!(said(&output).contains("was interrupted: `specc compile` finishes it"), "{args:?}: {}", said(&output));
        assert_eq!(place.content(), before, "{args:?}");
    }
    let output = place.run(WRITES);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(!place.path("out/.specc/next").exists());
    assert!(place.run(LOOKS[0]).status.success());
}

#[test]
fn links_that_were_planted_lead_nowhere() {
    for planted in ["out", ".specc", ".specc/next", "app", "app/main.py", "migrations", "spec"] {
        let place = Place::compiled();
        let path = if planted == "out" { planted.to_string() } else { format!("out/{planted}") };
        if place.path(&path).is_dir() {
            fs::remove_dir_all(place.path(&path)).expect("removed");
        } else {
            let _ = fs::remove_file(place.path(&path));
        }
        place.link(&path, "elsewhere");
        let elsewhere = || fs::read_dir(place.path("elsewhere")).expect("a folder").count();
        for args in LOOKS.into_iter().chain([WRITES]) {
            place.run(args);
            assert_eq!(elsewhere(), 1, "{planted}: {args:?}");
            assert_eq!(fs::read_to_string(place.path("elsewhere/kept.txt")).expect("a text"), "precious, too");
        }
    }
    let place = Place::new();
    place.link(".out.specc-new", "elsewhere");
    let before = place.content();
    let output = place.run(WRITES);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains(".out.specc-new is a symbolic link"), "{}", said(&output));
    assert_eq!(place.content(), before);
}

#[test]
fn another_name_of_a_file_elsewhere_is_replaced_and_not_written_into() {
    let place = Place::compiled();
    for path in ["Makefile", "app/main.py", ".specc/manifest.json"] {
        let path = place.path("out").join(path);
        fs::write(place.path("victim.txt"), fs::read(&path).expect("a file")).expect("written");
        fs::remove_file(&path).expect("removed");
        fs::hard_link(place.path("victim.txt"), &path).expect("linked");
        let victim = format!("{} edited", fs::read_to_string(&path).expect("a text"));
        if !path.ends_with("manifest.json") {
            fs::write(place.path("victim.txt"), &victim).expect("written");
        }
        let before = fs::read(place.path("victim.txt")).expect("a file");
        assert_eq!(place.run(WRITES).status.code(), Some(0));
        assert_eq!(fs::read(place.path("victim.txt")).expect("a file"), before, "{}", path.display());
    }
}

#[test]
fn pipes_devices_and_huge_files_are_refused_and_hang_nothing() {
    for path in
        [".specc/manifest.json", "Makefile", "app/main.py", "migrations/schema.json", ".specc/next/journal.json"]
    {
        let place = Place::compiled();
        let path = place.path("out").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        for args in [LOOKS[0], WRITES] {
            let output = place.run(args);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", said(&output));
        }
        fs::remove_file(&path).expect("removed");
        fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
        assert_eq!(place.run(LOOKS[0]).status.code(), Some(2), "{}", path.display());
        let output = place.run(WRITES);
        assert!(said(&output).contains("is larger than 256 MiB"), "{}: {}", path.display(), said(&output));
    }
}

#[test]
fn a_link_or_a_pipe_is_no_import() {
    let place = Place::new();
    fs::create_dir(place.path("inner")).expect("made");
    fs::write(place.path("inner/real.spec"), "service R {}\n").expect("written");
    place.link("inner/link.spec", "inner/real.spec");
    place.link("inner/folder", "elsewhere");
    assert!(Command::new("mkfifo").arg(place.path("inner/pipe.spec")).status().expect("mkfifo").success());
    for (import, expected) in [("link.spec", "E212"), ("folder/kept.txt", "E212"), ("pipe.spec", "E103")] {
        fs::write(place.path("inner/a.spec"), format!("import \"{import}\"\nservice A {{}}\n")).expect("written");
        let output = place.run(&["check", "inner/a.spec"]);
        assert!(said(&output).contains(expected), "{import}: {}", said(&output));
        assert!(!said(&output).contains("precious"), "{}", said(&output));
    }
}

#[test]
fn a_corpus_and_a_report_are_not_written_through_a_link() {
    let place = Place::new();
    place.link("corpus.json", "victim.txt");
    let output = place.run(&["explore", "a.spec", "--effort", "quick", "--corpus", "corpus.json"]);
    assert_ne!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(fs::read_to_string(place.path("victim.txt")).expect("a text"), "precious");
}

#[test]
fn what_a_spec_or_a_folder_brings_is_visible_on_a_terminal() {
    let place = Place::new();
    fs::write(place.path("\u{1b}]0;owned\u{7}.spec"), "service A {").expect("written");
    let shown = place.run(&["fmt", "."]);
    assert!(!said(&shown).contains('\u{1b}') && !said(&shown).contains('\u{7}'), "{}", said(&shown));
    assert!(said(&shown).contains("\\u{1b}]0;owned\\u{7}.spec"), "{}", said(&shown));
    let wrong = place.run(&["compile", "a.spec", "--out", "\u{1b}[2Jout/x", "--lang", "\u{9b}31m"]);
    assert!(!said(&wrong).contains(['\u{1b}', '\u{9b}']), "{}", said(&wrong));
}

/// Somebody swaps a folder for a link again and again while it is written to.
#[test]
fn a_folder_that_is_swapped_for_a_link_meanwhile_leads_nowhere() {
    let place = Place::new();
    let (folder, stop) = (place.path("out"), AtomicBool::new(false));
    let origin = Origin { target: "t".into(), spec: "a.spec".into(), effort: Effort::Quick };
    let files = |round: usize| -> Vec<GeneratedFile> {
        let file = |at| GeneratedFile {
            path: format!("sub/file-{at}.py"),
            text: format!("round {round}"),
            owner: Owner::Generated,
        };
        (0..20).map(file).collect()
    };
    let write = |round| {
        emit::claim(&folder).and_then(|desk| desk.write(Tree { origin: &origin, files: &files(round) }, &|| false))
    };
    write(0).expect("written");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (real, aside) = (folder.join("sub"), folder.join("aside"));
            while !stop.load(Ordering::Relaxed) {
                let _ = fs::rename(&real, &aside);
                let _ = symlink(place.path("elsewhere"), &real);
                let _ = fs::remove_file(&real);
                let _ = fs::rename(&aside, &real);
            }
        });
        for round in 1..300 {
            // It may be refused; it may not lead outside.
            let _ = write(round);
            assert_eq!(fs::read_dir(place.path("elsewhere")).expect("a folder").count(), 1, "round {round}");
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(fs::read_to_string(place.path("elsewhere/kept.txt")).expect("a text"), "precious, too");
}
