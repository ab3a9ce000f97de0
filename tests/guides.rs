//! The guides as their readers type them: every command of the README and of the two tutorials, and the demo.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::root;

/// What a guide shows in a fence.
struct Block {
    /// The words after the fence, such as `sh fails`
    tag: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(tag) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                found.push(Block { tag: tag.to_string(), text: String::new() });
            }
        } else if let (true, Some(block)) = (inside, found.last_mut()) {
            block.text += line;
            block.text.push('\n');
        }
    }
    found
}

/// The script of a guide: commands as they are, those that are to fail checked for it, and files written.
fn script(page: &str) -> String {
    let mut script = String::from("set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
    for Block { tag, text } in blocks(page) {
        match tag.split_once(' ').unwrap_or((&tag, "")) {
            ("sh", "fails") => script += &format!("code=0\n{}|| code=$?\n[ $code = 1 ]\n", text.trim_end()),
            ("sh", _) => script += &text,
            (_, "") => {}
            (_, name) => script += &format!("cat > {name} <<'END OF FILE'\n{text}END OF FILE\n"),
        }
    }
    script
}

fn specc() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_specc"))
}

/// Runs a script in an empty folder, with specc on the PATH, and gives all that it prints.
fn run(script: &str, folder: &Path) -> String {
    let path = std::env::var("PATH").expect("a PATH");
    let path = format!("{}:{path}", specc().parent().expect("a folder").display());
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("environments");
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(folder).env("PATH", path).env("SPECC_CACHE", cache);
    let output = command.output().expect("bash starts");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success(), "{script}\n{said}");
    said
}

fn follow(page: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(root().join(page)).expect("the guide");
    run(&script(&text), home.path())
}

#[test]
fn the_tutorial_goes_from_an_empty_folder_to_green_and_to_red() {
    let said = follow("docs/tutorial.md");
    for part in ["behavioral", "FAILED", "1 failed, 10 passed", "broken: AddNote.ensures[2] (library.spec:22)"] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn a_service_that_gets_the_admin_contract_passes() {
    let said = follow("docs/existing-service.md");
    assert!(!said.contains("FAILED"), "{said}");
}

#[test]
fn the_commands_of_the_readme_work() {
    let home = tempfile::tempdir().expect("a folder");
    let page = fs::read_to_string(root().join("README.md")).expect("the README");
    let commands = blocks(&page).into_iter().filter(|block| block.tag == "sh").map(|block| block.text);
    let lines: Vec<String> = commands.collect::<String>().lines().map(str::to_string).collect();
    // `make` builds and tests: this is a part of it. A server would run until it is stopped.
    let typed = lines.iter().filter(|line| !line.starts_with("make ") && !line.contains(" serve "));
    let script: String = typed.map(|line| line.replace("target/release/specc", "specc") + "\n").collect();
    assert!(script.lines().count() >= 5, "{script}");
    run(&format!("set -euo pipefail\n{script}"), home.path());
}

#[test]
fn the_demo_is_green_and_then_red_at_the_clause_that_is_broken() {
    let home = tempfile::tempdir().expect("a folder");
    let demo = format!("bash tests/demo.sh {} {}", specc().display(), home.path().display());
    let said = run(&demo, &root());
    let (green, red) = said.split_once("which counts every visit twice").expect("two runs");
    assert!(!green.contains("FAILED"), "{green}");
    assert!(red.contains("click_count + 1"), "{red}");
    assert!(home.path().join("wrong/results/report.html").is_file());
}
