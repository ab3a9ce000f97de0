//! The files as other tools see them.

use std::path::Path;

use crate::common::{extra_fixtures, fixtures};
use crate::project::{DATABASES, files, folder, must_pass};

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
