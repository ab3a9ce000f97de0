//! The program as a user meets it: exit codes, output, and what bad input does.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use common::{fixtures, root};
use tempfile::TempDir;

fn specc(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("specc"));
    command.args(args).current_dir(root()).env_remove("NO_COLOR");
    command
}

fn run(args: &[&str]) -> Output {
    specc(args).output().expect("specc starts")
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

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn write(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

const SOUND: &str = "service A {\n  state { n: Int = 0 }\n\n  operation Bump { ensures: n' = n + 1 }\n}\n";

// check ------------------------------------------------------------------------------------------------------------

#[test]
fn the_six_fixtures_are_sound_and_strict() {
    for (name, _) in fixtures().iter().filter(|(name, _)| name != "loose_ends") {
        let output = run(&["check", "--strict", &format!("fixtures/spec/{name}.spec")]);
        assert_eq!((code(&output), stdout(&output).as_str()), (0, ""), "{name}");
    }
}

#[test]
fn the_fixtures_have_at_least_the_wanted_clauses() {
    let wanted = [
        ("safe_counter", 5),
        ("url_shortener", 21),
        ("todo_list", 50),
        ("edge_cases", 29),
        ("ecommerce", 76),
        ("auth_service", 40),
    ];
    let all = fixtures();
    for (name, least) in wanted {
        let (_, text) = all.iter().find(|(found, _)| found == name).expect("the fixture");
        let clauses = common::check(text).service.expect("a sound fixture").clause_count();
        assert!(clauses >= least, "{name} has {clauses} clauses");
    }
}

#[test]
fn strict_turns_warnings_into_errors() {
    let relaxed = run(&["check", "fixtures/spec/loose_ends.spec"]);
    assert_eq!(code(&relaxed), 0);
    assert!(stdout(&relaxed).contains("W611"));
    assert_eq!(code(&run(&["check", "--strict", "fixtures/spec/loose_ends.spec"])), 1);
}

#[test]
fn a_folder_is_checked_with_all_that_is_in_it() {
    let folder = folder();
    write(&folder, "a.spec", SOUND);
    write(&folder, "deep/b.spec", SOUND.replace("n + 1", "m + 1"));
    write(&folder, ".hidden/c.spec", "nonsense");
    let output = run(&["check", &folder.path().to_string_lossy()]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("E201"));
    assert!(stderr(&output).contains("2 specs checked, 1 error"));
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let output = specc(&["check", "-"]).write_stdin(SOUND).output().expect("specc starts");
    assert_eq!(code(&output), 0);
    let output = specc(&["check", "-"]).write_stdin("service A {").output().expect("specc starts");
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("<stdin>"));
}

#[test]
fn quiet_says_nothing_and_verbose_says_how_long() {
    assert_eq!(stderr(&run(&["check", "-q", "fixtures/spec/safe_counter.spec"])), "");
    let verbose = stderr(&run(&["check", "-v", "fixtures/spec/safe_counter.spec"]));
    for stage in ["parse", "check", "lint"] {
        assert!(verbose.contains(stage), "{verbose}");
    }
}

#[test]
fn machines_get_json_sarif_and_github() {
    let spec = "fixtures/bad/option_in_arithmetic.spec";
    let json: serde_json::Value =
        serde_json::from_slice(&run(&["check", "--format", "json", spec]).stdout).expect("JSON");
    assert_eq!(json["diagnostics"][0]["code"], "E308");
    let sarif: serde_json::Value =
        serde_json::from_slice(&run(&["check", "--format", "sarif", spec]).stdout).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "E308");
    let github = stdout(&run(&["check", "--format", "github", spec]));
    assert!(github.starts_with("::error file=fixtures/bad/option_in_arithmetic.spec,line="), "{github}");
}

#[test]
fn there_is_no_colour_off_a_terminal() {
    let output = run(&["check", "fixtures/bad/option_in_arithmetic.spec"]);
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn a_finding_in_a_shared_import_is_reported_once() {
    let folder = folder();
    write(&folder, "lib/shared.spec", "service Shared {\n  type Bad = Nowhere\n}\n");
    for name in ["a.spec", "b.spec"] {
        write(&folder, name, "import \"lib/shared.spec\"\nservice A {\n  state { n: Int }\n}\n");
    }
    let a = folder.path().join("a.spec").to_string_lossy().into_owned();
    let b = folder.path().join("b.spec").to_string_lossy().into_owned();
    let output = run(&["check", "--format", "json", &a, &b]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["errors"], 1, "{json:#}");
}

// Bad input --------------------------------------------------------------------------------------------------------

/// A finding, or trouble with the environment, but never a failure inside specc.
fn is_refused(path: &str, expected: &str) {
    for command in [&["check", path][..], &["fmt", "--check", path], &["inspect", path, "--stage", "ir"]] {
        let output = run(command);
        assert!(matches!(code(&output), 1 | 2), "{command:?} ends with {}", code(&output));
        let said = stdout(&output) + &stderr(&output);
        assert!(said.contains(expected), "{command:?} says {said}");
    }
}

#[test]
fn hostile_files_get_a_message() {
    let folder = folder();
    is_refused(&write(&folder, "bytes.spec", b"service \xff\xfe {}"), "E101");
    is_refused(&write(&folder, "empty.spec", ""), "E104");
    is_refused(&write(&folder, "huge.spec", vec![b' '; 50 * 1024 * 1024]), "E102");
    is_refused(&write(&folder, "string.spec", "service A {\n  type T = String where value = \"abc\n}\n"), "E110");
    is_refused(&write(&folder, "comment.spec", "service A {\n  /* never ends\n}\n"), "E111");
    let nested = format!("service A {{\n  invariant: {}1{} = 1\n}}\n", "(".repeat(10_000), ")".repeat(10_000));
    is_refused(&write(&folder, "nested.spec", nested), "E123");
    is_refused(&folder.path().join("absent.spec").to_string_lossy(), "cannot read");
}

#[test]
fn nesting_of_every_kind_is_bounded() {
    let many = 50_000;
    let deep = [
        format!("{}true", "not ".repeat(many)),
        format!("1 = {}1", "- ".repeat(many)),
        format!("true{}", " and true".repeat(many)),
        format!("true{}", " implies true".repeat(many)),
        format!("{}true", "if true then true else ".repeat(many)),
        format!("{}true", "all x in {1} | ".repeat(many)),
        format!("{}true", "let x = 1 in ".repeat(many)),
        format!("1 = {}1{}", "{".repeat(many), "}".repeat(many)),
        format!("n{} = 1", "'".repeat(many)),
        format!("n{} = 1", ".f".repeat(many)),
        format!("n{} = 1", "[1]".repeat(many)),
        format!("f{}", "(1)".repeat(many)),
        format!("{}1", "x => ".repeat(many)),
    ];
    for text in deep {
        let outcome = common::check(&format!("service A {{\n  state {{ n: Int }}\n  invariant: {text}\n}}\n"));
        let start: String = text.chars().take(20).collect();
        assert!(outcome.codes().contains(&"E123"), "{start}: {:?}", outcome.codes());
    }
    let types = format!("service A {{\n  type T = {}Int{}\n}}\n", "Set[".repeat(many), "]".repeat(many));
    assert!(common::check(&types).codes().contains(&"E123"));
}

#[test]
fn what_is_long_but_flat_is_not_bounded() {
    let lines = |line: &str| (0..1_000).map(|i| format!("{}\n", line.replace('@', &i.to_string()))).collect::<String>();
    let fields = lines("    f@: Set[String]");
    let state = lines("    s@: Map[Int, Set[E]]");
    let params = lines("      p@: Seq[Int]");
    let clauses = lines("      (p@ = [1] or #p@ > 3) and not (p@[0] = 2)");
    let items = (0..1_000).map(|i| format!("f({i}) + 1")).collect::<Vec<_>>().join(", ");
    let spec = format!(
        "service A {{\n  entity E {{\n{fields}  }}\n  state {{\n{state}  }}\n  function f(x: Int): Int = x\n  \
         operation Op {{\n    input:\n{params}    requires:\n{clauses}      1 in {{{items}}}\n  }}\n}}\n"
    );
    let outcome = common::check(&spec);
    assert_eq!(outcome.codes(), [""; 0], "{}", outcome.messages());
}

#[test]
fn what_grows_by_names_is_bounded_too() {
    let doubling: String = (1..64).map(|i| format!("  type T{i} = Map[T{}, T{}]\n", i - 1, i - 1)).collect();
    let outcome = common::check(&format!("service A {{\n  type T0 = Int\n{doubling}}}\n"));
    assert!(outcome.codes().contains(&"E123"));
    let chain: String = (1..20_000).map(|i| format!("  type T{i} = T{}\n", i - 1)).collect();
    let outcome = common::check(&format!("service A {{\n  type T0 = Int\n{chain}}}\n"));
    assert_eq!(outcome.codes(), [""; 0]);
    let heirs: String = (1..3_000).map(|i| format!("  entity E{i} extends E{} {{ f{i}: Int }}\n", i - 1)).collect();
    let outcome = common::check(&format!("service A {{\n  entity E0 {{ f0: Int }}\n{heirs}}}\n"));
    assert!(outcome.codes().contains(&"E123"));
}

#[test]
fn imports_stay_inside_and_never_run_in_circles() {
    let folder = folder();
    write(&folder, "outside.spec", SOUND);
    let inner = folder.path().join("inner");
    write(&folder, "inner/up.spec", "import \"../outside.spec\"\nservice A {}\n");
    write(&folder, "inner/round.spec", "import \"other.spec\"\nservice A {}\n");
    write(&folder, "inner/other.spec", "import \"round.spec\"\nservice B {}\n");
    write(&folder, "inner/folder.spec", "import \"sub\"\nservice A {}\n");
    std::fs::create_dir(inner.join("sub")).expect("a folder");
    for (file, expected) in [("up", "E212"), ("round", "E211"), ("folder", "E103")] {
        let output = run(&["check", &inner.join(format!("{file}.spec")).to_string_lossy()]);
        assert_eq!(code(&output), 1);
        assert!(stdout(&output).contains(expected), "{file}: {}", stdout(&output));
    }
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_an_import_out_of_the_tree() {
    let folder = folder();
    write(&folder, "outside.spec", SOUND);
    write(&folder, "inner/a.spec", "import \"link.spec\"\nservice A {}\n");
    let link = folder.path().join("inner/link.spec");
    std::os::unix::fs::symlink(folder.path().join("outside.spec"), link).expect("a link");
    let output = run(&["check", &folder.path().join("inner/a.spec").to_string_lossy()]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("E212"));
}

#[test]
fn imports_are_counted() {
    let folder = folder();
    let imports: String = (0..70).map(|i| format!("import \"f{i}.spec\"\n")).collect();
    for index in 0..70 {
        write(&folder, &format!("f{index}.spec"), format!("service F{index} {{\n  type T{index} = Int\n}}\n"));
    }
    let output = run(&["check", &write(&folder, "all.spec", imports + "service A {}\n")]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("E213"));
}

// The other commands -----------------------------------------------------------------------------------------------

#[test]
fn fmt_formats_in_place_and_check_only_tells() {
    let folder = folder();
    let path = write(&folder, "a.spec", "service A {\n state{n:Int=0}\n  // kept\n operation Bump{ensures: n'=n+1}}\n");
    let before = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(code(&run(&["fmt", "--check", &path])), 1);
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), before);
    assert_eq!(code(&run(&["fmt", &path])), 0);
    let after = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(after, "service A {\n  state { n: Int = 0 }\n  // kept\n  operation Bump { ensures: n' = n + 1 }\n}\n");
    assert_eq!(code(&run(&["fmt", "--check", &path])), 0);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "nothing else is left behind");
}

#[test]
fn fmt_leaves_a_broken_file_alone() {
    let folder = folder();
    let path = write(&folder, "a.spec", "service A {\n   operation ( }\n");
    let output = run(&["fmt", &path]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("E1"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "service A {\n   operation ( }\n");
}

#[test]
fn inspect_shows_routes_and_tables() {
    let spec = "fixtures/spec/todo_list.spec";
    let text = stdout(&run(&["inspect", spec, "--stage", "routes"]));
    assert!(text.contains("/todos/{id}/tags") && text.contains("table todos, primary key (key)"), "{text}");
    let json = stdout(&run(&["inspect", spec, "--stage", "routes", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["routes"][1]["path"], "/todos/{id}");
    assert_eq!(json["tables"][0]["primary_key"][0], "key");
}

#[test]
fn openapi_prints_a_document_for_a_sound_spec_only() {
    let yaml = stdout(&run(&["openapi", "fixtures/spec/todo_list.spec"]));
    assert!(yaml.starts_with("openapi: 3.0.3\n"), "{yaml}");
    let json = stdout(&run(&["openapi", "fixtures/spec/todo_list.spec", "--format", "json"]));
    assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
    for spec in ["fixtures/bad/routes_collide.spec", "fixtures/bad/misspelt_type.spec"] {
        let output = run(&["openapi", spec]);
        assert_eq!((code(&output), stdout(&output).as_str()), (1, ""), "{spec}");
        assert!(!stderr(&output).is_empty());
    }
    assert_eq!(code(&run(&["openapi", "no/such.spec"])), 2);
}

#[test]
fn inspect_shows_the_tree_and_the_service() {
    let spec = "fixtures/spec/safe_counter.spec";
    assert!(stdout(&run(&["inspect", spec, "--stage", "ast"])).contains("Operation"));
    assert!(stdout(&run(&["inspect", spec, "--stage", "ir"])).contains("requires[0]"));
    assert!(stdout(&run(&["inspect", spec, "--stage", "lowered"])).contains("less integers("));
    for stage in ["ast", "ir", "lowered"] {
        let output = run(&["inspect", spec, "--stage", stage, "--format", "json"]);
        assert!(serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok(), "{stage}");
    }
}

#[test]
fn explain_prints_a_page_or_says_what_is_near() {
    assert!(stdout(&run(&["explain", "e308"])).starts_with("# E308: "));
    assert!(stdout(&run(&["explain"])).lines().count() > 80);
    let output = run(&["explain", "E999"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("E999"));
}

#[test]
fn new_writes_a_spec_that_is_sound_and_never_overwrites() {
    let folder = folder();
    let dir = folder.path().to_string_lossy().into_owned();
    assert_eq!(code(&run(&["new", "todo-list", "--dir", &dir])), 0);
    let path = folder.path().join("todo_list.spec");
    let text = std::fs::read_to_string(&path).expect("the spec");
    assert!(text.contains("service TodoList {"));
    let shown = path.to_string_lossy();
    assert_eq!(code(&run(&["check", "--strict", &shown])), 0);
    assert_eq!(code(&run(&["fmt", "--check", &shown])), 0);
    std::fs::write(&path, "mine").expect("a file");
    assert_eq!(code(&run(&["new", "TodoList", "--dir", &dir])), 2);
    assert_eq!(std::fs::read_to_string(&path).expect("the spec"), "mine");
    assert_eq!(code(&run(&["new", "../evil", "--dir", &dir])), 2);
}

#[test]
fn completions_and_version_and_usage() {
    assert!(stdout(&run(&["completions", "bash"])).contains("specc"));
    assert!(stdout(&run(&["--version"])).starts_with("specc "));
    assert_eq!(code(&run(&["frobnicate"])), 2);
    assert_eq!(code(&run(&["check"])), 2);
    assert_eq!(code(&run(&["check", "--format", "yaml", "x.spec"])), 2);
}

#[test]
fn a_folder_without_specs_is_trouble_with_the_environment() {
    let folder = folder();
    let output = run(&["check", &folder.path().to_string_lossy()]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("no .spec file"));
}

#[test]
fn a_fifo_does_not_hang() {
    let folder = folder();
    let path = folder.path().join("pipe.spec");
    let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
    assert!(made.success());
    assert_eq!(code(&run(&["check", &path.to_string_lossy()])), 2);
    assert!(Path::new(&path).exists());
}
