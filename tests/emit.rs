//! Writing to a folder: all or nothing, nothing that is the user's, and nothing that specc did not write.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use specc::backend::{GeneratedFile, Owner};
use specc::emit::{self, Change, Failure, Found, Origin, Tree};
use specc::explore::Effort;
use specc::folder::Refused;

type Content = BTreeMap<String, String>;

fn files(wanted: &[(&str, &str)]) -> Vec<GeneratedFile> {
    let owner = |path: &str| if path.ends_with("_user.py") { Owner::User } else { Owner::Generated };
    let file = |(path, text): &(&str, &str)| GeneratedFile {
        path: (*path).to_string(),
        text: (*text).to_string(),
        owner: owner(path),
    };
    wanted.iter().map(file).collect()
}

fn write_with(folder: &Path, wanted: &[(&str, &str)], stop: &dyn Fn() -> bool) -> Result<Vec<Found>, Failure> {
    let origin = Origin { target: "python-fastapi-sqlite".into(), spec: "a.spec".into(), effort: Effort::Normal };
    emit::claim(folder)?.write(Tree { origin: &origin, files: &files(wanted) }, stop)
}

fn write(folder: &Path, wanted: &[(&str, &str)]) -> Result<Vec<Found>, Failure> {
    write_with(folder, wanted, &|| false)
}

fn changes(found: &[Found]) -> Vec<(&str, Change)> {
    found.iter().map(|one| (one.path.as_str(), one.change)).collect()
}

/// Everything in a folder, the folders themselves included.
fn content(folder: &Path) -> Content {
    let mut found = Content::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries.map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
        if entry.is_dir() {
            found.insert(format!("{name}/"), String::new());
            found.extend(content(&entry).into_iter().map(|(path, text)| (format!("{name}/{path}"), text)));
        } else {
            found.insert(name, fs::read_to_string(&entry).expect("a text"));
        }
    }
    found
}

const OLD: &[(&str, &str)] = &[
    ("Makefile", "old"),
    ("gone/deep/a.py", "old"),
    ("tests/a.py", "old"),
    ("tests/b.py", "b"),
    ("tests/s_user.py", ""),
];
const NEW: &[(&str, &str)] = &[
    ("Makefile", "new"),
    ("tests/a.py", "new"),
    ("tests/b.py", "b"),
    ("tests/c/d.py", "new"),
    ("tests/s_user.py", "x"),
];

/// A folder as a user has it: written once, with things of their own.
fn used() -> (tempfile::TempDir, std::path::PathBuf) {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("suite");
    write(&folder, OLD).expect("written");
    fs::write(folder.join("tests/s_user.py"), "mine").expect("written");
    fs::write(folder.join("tests/test_mine.py"), "mine, too").expect("written");
    (home, folder)
}

fn updated() -> Content {
    let (_home, folder) = used();
    write(&folder, NEW).expect("written");
    content(&folder)
}

#[test]
fn each_file_is_created_updated_removed_or_left() {
    let (_home, folder) = used();
    let found = write(&folder, NEW).expect("written");
    let expected = [
        ("Makefile", Change::Update),
        ("gone/deep/a.py", Change::Remove),
        ("tests/a.py", Change::Update),
        ("tests/b.py", Change::Unchanged),
        ("tests/c/d.py", Change::Create),
        ("tests/s_user.py", Change::Preserve),
    ];
    assert_eq!(changes(&found), expected);
    let after = content(&folder);
    assert_eq!(after["Makefile"], "new");
    assert_eq!(after["tests/s_user.py"], "mine");
    assert_eq!(after["tests/test_mine.py"], "mine, too");
    assert!(!after.contains_key("gone/"), "folders that are empty now go, too");
    assert!(!after.contains_key(".specc/next/"), "nothing is left of the work");
}

#[test]
fn what_is_the_same_is_not_written_again() {
    let (_home, folder) = used();
    let identity = |path: &str| {
        let found = fs::metadata(folder.join(path)).expect("the file");
        (found.ino(), found.mtime(), found.mtime_nsec())
    };
    let before = ["tests/b.py", "Makefile", ".specc/manifest.json"].map(identity);
    write(&folder, OLD).expect("written");
    assert_eq!(["tests/b.py", "Makefile", ".specc/manifest.json"].map(identity), before);
    write(&folder, NEW).expect("written");
    assert_eq!(identity("tests/b.py"), before[0]);
    assert_ne!(identity("Makefile"), before[1]);
}

#[test]
fn what_was_edited_is_told_and_an_edited_file_that_is_written_no_longer_stays() {
    let (_home, folder) = used();
    fs::write(folder.join("Makefile"), "edited").expect("written");
    fs::write(folder.join("gone/deep/a.py"), "edited").expect("written");
    let found = write(&folder, NEW).expect("written");
    let edited: Vec<&str> = found.iter().filter(|one| one.edited).map(|one| one.path.as_str()).collect();
    assert_eq!(edited, ["Makefile", "gone/deep/a.py"]);
    assert_eq!(content(&folder)["gone/deep/a.py"], "edited");
    assert_eq!(content(&folder)["Makefile"], "new");
}

#[test]
fn a_folder_that_specc_did_not_write_is_refused_and_left_as_it_is() {
    let home = tempfile::tempdir().expect("a folder");
    fs::write(home.path().join("letter.txt"), "dear").expect("written");
    let before = content(home.path());
    assert!(matches!(write(home.path(), OLD), Err(Failure::NotOurs(_))));
    assert!(matches!(write(&home.path().join("letter.txt"), OLD), Err(Failure::Refused(Refused::Io { .. }))));
    assert_eq!(content(home.path()), before);
    let empty = home.path().join("empty");
    fs::create_dir(&empty).expect("made");
    write(&empty, OLD).expect("an empty folder is fine");
}

#[test]
fn nothing_is_written_through_a_link_that_leads_elsewhere() {
    let (home, folder) = used();
    let elsewhere = home.path().join("elsewhere");
    fs::rename(folder.join("tests"), &elsewhere).expect("moved");
    std::os::unix::fs::symlink(&elsewhere, folder.join("tests")).expect("linked");
    let before = content(&elsewhere);
    assert!(matches!(write(&folder, NEW), Err(Failure::Refused(Refused::Link(_)))));
    assert_eq!(content(&elsewhere), before);
}

#[test]
fn a_manifest_that_makes_no_sense_is_refused_with_its_path() {
    let (_home, folder) = used();
    fs::write(folder.join(".specc/manifest.json"), "{").expect("written");
    let failure = write(&folder, NEW).expect_err("refused");
    assert!(failure.to_string().contains(".specc/manifest.json: "), "{failure}");
}

#[test]
fn stopped_while_files_are_prepared_it_leaves_the_old_ones() {
    for writes in 0.. {
        let (home, folder) = used();
        let before = content(home.path());
        let left = Cell::new(writes);
        let stop = || left.replace(left.get() - 1) == 0;
        match write_with(&folder, NEW, &stop) {
            Ok(_) => {
                assert!(writes > 2, "it was stopped at least a few times");
                return;
            }
            Err(failure) => assert!(matches!(failure, Failure::Interrupted(_)), "{failure}"),
        }
        assert_eq!(content(home.path()), before, "stopped after {writes}");
    }
}

#[test]
fn stopped_before_the_folder_is_there_it_leaves_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let failure = write_with(&home.path().join("suite"), OLD, &|| true).expect_err("stopped");
    assert!(failure.to_string().starts_with("interrupted; "), "{failure}");
    assert_eq!(content(home.path()), Content::new());
}

/// Cut off between any two renames, as by a power cut: whoever writes next finishes what was decided.
#[test]
fn cut_off_while_files_are_moved_it_is_finished_by_whoever_writes_next() {
    let moved = ["Makefile", "tests/a.py", "tests/c/d.py", ".specc/manifest.json"];
    for done in 0..=moved.len() {
        let (_home, folder) = used();
        let next = folder.join(".specc/next");
        let (_other, made) = used();
        write(&made, NEW).expect("written");
        for path in moved {
            let staged = next.join("files").join(path);
            fs::create_dir_all(staged.parent().expect("a folder")).expect("made");
            fs::copy(made.join(path), &staged).expect("copied");
        }
        let journal = serde_json::json!({"moved": moved, "removed": ["gone/deep/a.py"]});
        fs::write(next.join("journal.json"), journal.to_string()).expect("written");
        for path in &moved[..done] {
            fs::create_dir_all(folder.join(path).parent().expect("a folder")).expect("made");
            fs::rename(next.join("files").join(path), folder.join(path)).expect("moved");
        }
        assert!(matches!(emit::look(&folder), Err(Failure::Unfinished(_))), "who looks does not write");
        emit::claim(&folder).expect("finished");
        assert_eq!(content(&folder), updated(), "cut off after {done}");
    }
}

#[test]
fn what_was_cut_off_before_it_was_decided_is_forgotten() {
    let (_home, folder) = used();
    let before = content(&folder);
    fs::create_dir_all(folder.join(".specc/next/files/tests")).expect("made");
    fs::write(folder.join(".specc/next/files/tests/a.py"), "half").expect("written");
    let half_done = content(&folder);
    emit::look(&folder).and_then(|view| view.manifest()).expect("fine");
    assert_eq!(content(&folder), half_done, "who looks does not write");
    emit::claim(&folder).expect("fine");
    assert_eq!(content(&folder), before);
}

#[test]
fn two_at_once_do_not_mix() {
    let (_home, folder) = used();
    let is_busy = |failure: Failure| matches!(failure, Failure::Refused(Refused::Busy(_)));
    let writing = emit::claim(&folder).expect("free");
    assert!(emit::claim(&folder).is_err_and(is_busy));
    assert!(emit::look(&folder).is_err_and(is_busy));
    assert!(emit::occupy(&folder).is_err_and(is_busy));
    drop(writing);
    let looking = [emit::look(&folder).expect("free"), emit::look(&folder).expect("many may look")];
    assert!(emit::claim(&folder).is_err_and(is_busy));
    drop(looking);
    let running = emit::occupy(&folder).expect("free");
    assert!(emit::look(&folder).is_err_and(is_busy));
    drop(running);
    write(&folder, NEW).expect("now it is free");
}

#[test]
fn two_that_make_the_same_folder_do_not_mix() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("suite");
    let (first, second) = (emit::claim(&folder).expect("free"), emit::claim(&folder).expect("not there yet"));
    let origin = Origin { target: "t".into(), spec: "a.spec".into(), effort: Effort::Normal };
    let tree = |files| Tree { origin: &origin, files };
    let (old, new) = (files(OLD), files(NEW));
    let meanwhile = || {
        assert!(matches!(second.write(tree(&new), &|| false), Err(Failure::Refused(Refused::Busy(_)))));
        false
    };
    first.write(tree(&old), &meanwhile).expect("written");
    let before = content(home.path());
    assert!(matches!(second.write(tree(&new), &|| false), Err(Failure::Refused(Refused::Busy(_)))));
    assert_eq!(content(home.path()), before);
}
