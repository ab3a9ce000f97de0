//! Projects in folders of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use specc::backend::{AddedMigration, Around, GeneratedFile, PastError, Target};
use specc::convention::routes;
use specc::emit::{self, Origin, Tree};
use specc::explore::Effort;
use specc::interp::Machine;
use specc::ir::Service;
use specc::plan::service::service_plan;
use specc::plan::store::Store;

use crate::common::{check, root};

/// Stands for the settings of the service.
const SETTINGS: &str = "\"\"\"Settings.\"\"\"\n\nimport os\n\n\nclass Settings:\n    \"\"\"What the environment says.\"\"\"\n\n    \
                        def __init__(self) -> None:\n        self.database_url = os.environ[\"DATABASE_URL\"]\n\n\n\
                        def settings() -> Settings:\n    \"\"\"The settings.\"\"\"\n    return Settings()\n";

/// The databases, by the end of their target's name.
pub const DATABASES: [&str; 3] = ["sqlite", "postgres", "mysql"];

pub fn python() -> PathBuf {
    let python = root().join(".venv/bin/python");
    assert!(python.is_file(), "{} is missing; `make setup` installs it", python.display());
    python
}

pub fn service(text: &str) -> Service {
    let found = check(text);
    found.service.clone().unwrap_or_else(|| panic!("{}", found.messages()))
}

/// A folder that is not there yet.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python_project").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.parent().expect("a folder")).expect("the folder can be made");
    folder
}

/// Compiles a spec into a folder, which may be there already.
pub fn compile(folder: &Path, text: &str, database: &str) -> Result<Option<AddedMigration>, PastError> {
    let (files, added) = files(folder, text, database)?;
    let origin =
        Origin { target: format!("python-fastapi-{database}"), spec: "test.spec".into(), effort: Effort::Normal };
    let tree = Tree { origin: &origin, files: &files };
    emit::claim(folder).and_then(|desk| desk.write(tree, &|| false)).expect("the folder can be written");
    Ok(added)
}

/// The files of a spec for a folder.
pub fn files(
    folder: &Path,
    text: &str,
    database: &str,
) -> Result<(Vec<GeneratedFile>, Option<AddedMigration>), PastError> {
    let target = Target::parse(&format!("python-fastapi-{database}")).expect("a target");
    let service = &service(text);
    let machine = Machine::new(Arc::new(service.clone()));
    let plan = service_plan(service, &routes(service).0, machine.bodies());
    let store = &Store::of(service, &machine, target.database(), &plan);
    let past = emit::look(folder).and_then(|view| view.past(target.migrations())).expect("the folder can be read");
    let around = Around { service, spec: "test.spec", store, has_tests: true };
    let mut found = target.surroundings(around, &past)?;
    let owner = specc::backend::Owner::Generated;
    let package = "\"\"\"The service.\"\"\"\n";
    found.files.push(GeneratedFile { path: "app/__init__.py".into(), text: package.into(), owner });
    found.files.push(GeneratedFile { path: "app/settings.py".into(), text: SETTINGS.into(), owner });
    Ok((found.files, found.added))
}

/// Runs Python in a folder.
pub fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(python()).args(args).current_dir(folder).output().expect("Python runs")
}

/// Runs Python in a folder, and gives what it prints; what it says is shown where it fails.
pub fn must_pass(folder: &Path, args: &[&str]) -> String {
    told(folder, args, run(folder, args))
}

/// Looks at the file of a container with a linter.
pub fn lint_container(folder: &Path) {
    let linter = python().with_file_name("hadolint");
    let args = ["--failure-threshold=style", "Dockerfile"];
    told(folder, &args, Command::new(linter).args(args).current_dir(folder).output().expect("hadolint runs"));
}

fn told(folder: &Path, args: &[&str], output: Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{}: {args:?}\n{out}\n{err}", folder.display());
    out
}
