//! What stands around a Python service: how it is installed, configured, logged, put into a container, tested and looked
//! after. What is the same for every spec is in `templates/python/service/`.

use askama::Template;

use super::piece::{PAGE, Piece};
use super::{literal, migrations};
use crate::backend::standing::{self, Addresses, generated, rendered};
use crate::backend::{Around, GeneratedFile, Past, PastError, Surroundings};
use crate::ir::Service;
use crate::plan::sensitive;
use crate::plan::store::Database;

/// What stands around a service. Where the suite is written too, these files stand for the ones of the same path there.
pub(in crate::backend) fn surroundings(
    around: Around<'_>,
    database: Database,
    past: &Past,
) -> Result<Surroundings, PastError> {
    let mut found = migrations::migrations(&around.service.name, around.store, database, past)?;
    found.files.extend(files(around, database));
    Ok(found)
}

/// What the templates need to know; beside what every language has, the packages that speak to the database.
struct Facts {
    of: standing::Facts,
    drivers: &'static [&'static str],
}

impl std::ops::Deref for Facts {
    type Target = standing::Facts;

    fn deref(&self) -> &standing::Facts {
        &self.of
    }
}

macro_rules! templates {
    ($($name:ident: $path:literal),* $(,)?) => {$(
        #[derive(Template)]
        #[template(path = $path, escape = "none")]
        struct $name<'f> {
            facts: &'f Facts,
        }
    )*};
}

templates! {
    Manifest: "python/service/project.toml",
    Packages: "python/service/requirements.txt",
    Compose: "python/service/docker-compose.yml",
    Example: "python/service/env.example",
    Makefile: "python/service/Makefile",
    Workflow: "python/service/workflow.yml",
    Readme: "python/service/README.md",
    Runner: "python/service/tests/run_with_service.py",
}

/// The files that are the same for every spec.
const VERBATIM: [(&str, &str); 5] = [
    (".dockerignore", include_str!("../../../templates/python/service/.dockerignore")),
    ("Dockerfile", include_str!("../../../templates/python/service/Dockerfile")),
    (".gitignore", include_str!("../../../templates/python/service/.gitignore")),
    ("app/log.py", include_str!("../../../templates/python/service/app/log.py")),
    ("tests/test_log_redaction.py", include_str!("../../../templates/python/service/tests/test_log_redaction.py")),
];

fn files(around: Around<'_>, database: Database) -> Vec<GeneratedFile> {
    let (addresses, drivers) = connection(database);
    let facts = &Facts { of: standing::Facts::of(around, database, addresses), drivers };
    let mut files: Vec<(&str, String)> = VERBATIM.into_iter().map(|(path, text)| (path, text.to_string())).collect();
    files.extend([
        ("pyproject.toml", rendered(&Manifest { facts })),
        ("requirements.txt", rendered(&Packages { facts })),
        ("requirements.lock", lock(database).to_string()),
        ("requirements-dev.lock", include_str!("../../../templates/python/locks/dev.txt").to_string()),
        ("docker-compose.yml", rendered(&Compose { facts })),
        (".env.example", rendered(&Example { facts })),
        ("Makefile", rendered(&Makefile { facts })),
        ("README.md", rendered(&Readme { facts })),
        ("app/sensitive.py", sensitive_names(around.service)),
    ]);
    if around.has_tests {
        files.push((".github/workflows/conformance.yml", rendered(&Workflow { facts })));
        files.push(("tests/run_with_service.py", rendered(&Runner { facts })));
    }
    files.into_iter().map(generated).collect()
}

/// The names that logs leave out.
fn sensitive_names(service: &Service) -> String {
    let known = sensitive(service);
    let words = Piece::tuple(known.words.iter().map(|word| Piece::text(*word)).collect());
    let names = known.names.iter().map(Piece::text).collect::<Vec<_>>();
    let names = if names.is_empty() { Vec::new() } else { vec![Piece::set(names)] };
    [
        literal::docstring("Which names stand for values that are nobody else's business.", PAGE.width),
        String::new(),
        "# Such a name is one of these, or ends in one after a `_`; `hash` alone is none.".into(),
        words.statement("WORDS: tuple[str, ...] = ", 0, ""),
        "# What the spec calls sensitive, and what carries credentials.".into(),
        Piece::apply("frozenset", names).statement("NAMES: frozenset[str] = ", 0, "\n"),
    ]
    .join("\n")
}

/// How a database is reached, and the packages that speak to it.
fn connection(database: Database) -> (Addresses, &'static [&'static str]) {
    let address = |scheme, end| Addresses { scheme, end };
    match database {
        Database::Sqlite => (address("sqlite+aiosqlite", ""), &["aiosqlite==0.22.1"]),
        Database::Postgres => (address("postgresql+asyncpg", ""), &["asyncpg==0.32.0"]),
        Database::Mysql => (address("mysql+asyncmy", "?charset=utf8mb4"), &["asyncmy==0.2.17", "cryptography==50.0.2"]),
    }
}

/// Every package that a service needs, by version and hash; `make locks` writes them.
fn lock(database: Database) -> &'static str {
    match database {
        Database::Sqlite => include_str!("../../../templates/python/locks/sqlite.txt"),
        Database::Postgres => include_str!("../../../templates/python/locks/postgres.txt"),
        Database::Mysql => include_str!("../../../templates/python/locks/mysql.txt"),
    }
}
