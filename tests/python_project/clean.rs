//! The files as other tools see them.

use std::path::Path;

use crate::common::{extra_fixtures, fixtures};
use crate::project::{DATABASES, files, folder, lint_container, must_pass};

const WIDTH: [&str; 2] = ["--line-length", "120"];

fn put(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
    std::fs::write(path, text).expect("the file can be written");
}

/// Every fixture on every database. All of a database share one folder, so that each tool runs once.
#[test]
fn tables_and_migrations_are_clean() {
    for database in DATABASES {
        let root = folder(&format!("clean_{database}"));
        for (name, text) in fixtures().into_iter().chain(extra_fixtures()) {
            let (files, _) = files(Path::new("/nowhere"), &text, database).expect("files");
            for file in files.iter().filter(|file| file.path.ends_with(".py")) {
                let path = match file.path.as_str() {
                    "app/tables.py" => format!("app/tables_{name}.py"),
                    "app/sensitive.py" => format!("app/sensitive_{name}.py"),
                    path if path.starts_with("migrations/versions") => format!("migrations/{name}.py"),
                    "migrations/env.py" | "tests/run_with_service.py" => continue,
                    path => path.to_string(),
                };
                put(&root.join(path), &file.text);
            }
        }
        std::fs::rename(root.join("app/sensitive_ecommerce.py"), root.join("app/sensitive.py")).expect("a file");
        put(&root.join("pyproject.toml"), "[tool.ruff]\nline-length = 120\n");
        must_pass(&root, &[&["-m", "ruff", "format", "--diff"][..], &WIDTH, &["."]].concat());
        let rules = ["-m", "ruff", "check", "--select", "E,F,W,I,UP,B"];
        must_pass(&root, &[&rules[..], &WIDTH, &["."]].concat());
        must_pass(&root, &["-m", "mypy", "--strict", "--explicit-package-bases", "app", "migrations", "tests"]);
    }
}

/// What the user gets, in one piece: with the project's own settings of each tool.
#[test]
fn a_project_is_clean_by_its_own_rules() {
    let text = fixtures().into_iter().find(|(name, _)| name == "edge_cases").expect("a fixture").1;
    let root = folder("own_rules");
    crate::project::compile(&root, &text, "sqlite").expect("files");
    must_pass(&root, &["-m", "ruff", "format", "--diff", "."]);
    must_pass(&root, &["-m", "ruff", "check", "."]);
    must_pass(&root, &["-m", "mypy", "app", "migrations", "tests/test_log_redaction.py"]);
    must_pass(&root, &["-m", "pytest", "-q", "--noconftest", "-p", "no:cacheprovider", "tests/test_log_redaction.py"]);
}

/// Container, compose file and workflow, by their own linters, for each database.
#[test]
fn container_and_workflow_are_sound() {
    for (name, text) in fixtures() {
        for database in DATABASES {
            let root = folder(&format!("containers/{name}_{database}"));
            crate::project::compile(&root, &text, database).expect("files");
            if name == "auth_service" {
                lint_container(&root);
                must_pass(
                    &root,
                    &["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "docker-compose.yml"],
                );
                let workflow = ".github/workflows/conformance.yml";
                must_pass(&root, &["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", workflow]);
            }
            for file in ["Makefile", "Dockerfile", "README.md", ".env.example", "pyproject.toml"] {
                let text = std::fs::read_to_string(root.join(file)).expect("a file");
                assert!(!text.contains("{%") && !text.contains("{{"), "{name} {database} {file}:\n{text}");
            }
        }
    }
}

/// The packages of a lock, each with its version.
fn locked(text: &str) -> std::collections::BTreeMap<String, String> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut found = std::collections::BTreeMap::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with(' ')) {
        let (name, rest) = line.split_once("==").expect("an exact version");
        let version = rest.split([' ', ';']).next().expect("a version");
        let hashes = lines[at + 1..].iter().take_while(|line| line.starts_with("    --hash=sha256:")).count();
        assert!(hashes > 0, "{name} has no hash");
        found.insert(name.to_string(), version.to_string());
    }
    found
}

/// What a list asks for is in its lock with that version, and no two locks of a project disagree.
#[test]
fn every_package_is_locked_by_version_and_hash() {
    let (_, text) = fixtures().into_iter().next().expect("a fixture");
    let suite = crate::common::root().join("templates/python/suite/tests");
    let read = |name: &str| std::fs::read_to_string(suite.join(name)).expect("a text");
    for database in DATABASES {
        let (files, _) = files(Path::new("/nowhere"), &text, database).expect("files");
        let file = |path: &str| files.iter().find(|file| file.path == path).expect(path).text.clone();
        let (service, dev) = (locked(&file("requirements.lock")), locked(&file("requirements-dev.lock")));
        let tests = locked(&read("requirements.lock"));
        for (list, lock) in [(file("requirements.txt"), &service), (read("requirements.txt"), &tests)] {
            for asked in list.lines().filter(|line| !line.starts_with('#')) {
                let (name, rest) = asked.split_once("==").expect("an exact version");
                let name = name.split('[').next().expect("a name");
                assert_eq!(lock.get(name).map(String::as_str), rest.split(';').next(), "{database}: {asked}");
            }
        }
        for (name, version) in dev.iter().chain(&tests) {
            let others = [&service, &dev, &tests].into_iter().filter_map(|lock| lock.get(name));
            others.for_each(|other| assert_eq!(other, version, "{name}"));
        }
        for tool in ["mypy", "pytest", "ruff"] {
            assert!(file("pyproject.toml").contains(&format!("\"{tool}=={}\"", dev[tool])), "{tool}");
        }
        assert!(!file("Dockerfile").contains("requirements.txt"), "an image is made of what is locked");
        let images = file("Dockerfile") + &file("docker-compose.yml") + &file(".github/workflows/conformance.yml");
        for line in images.lines().map(str::trim) {
            let image = line.strip_prefix("FROM ").or_else(|| line.strip_prefix("image: "));
            let Some((_, tag)) = image.and_then(|image| image.split_once(':')) else { continue };
            assert!(tag.split(['-', ' ']).next().expect("a version").matches('.').count() >= 1, "{line}");
        }
    }
}
