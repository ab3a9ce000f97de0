//! What stands around a TypeScript service: how it is installed, configured, logged, put into a container and looked after. What is
//! the same for every spec is in `templates/typescript/service/`.

use askama::Template;

use super::file::module;
use super::migrations;
use super::piece::Piece;
use super::uses::{SERVICE, Uses};
use crate::backend::standing::{Addresses, Facts, generated, rendered};
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
    Manifest: "typescript/service/package.json",
    Compose: "typescript/service/docker-compose.yml",
    Example: "typescript/service/env.example",
    Workflow: "typescript/service/workflow.yml",
    Readme: "typescript/service/README.md",
    Runner: "typescript/service/tests/run_with_service.mjs",
    SqliteLock: "typescript/locks/sqlite.json",
    PostgresLock: "typescript/locks/postgres.json",
    MysqlLock: "typescript/locks/mysql.json",
}

/// The files that are the same for every spec.
const VERBATIM: [(&str, &str); 5] = [
    (".dockerignore", include_str!("../../../templates/typescript/service/.dockerignore")),
    (".gitignore", include_str!("../../../templates/typescript/service/.gitignore")),
    (".oxlintrc.json", include_str!("../../../templates/typescript/service/.oxlintrc.json")),
    ("Dockerfile", include_str!("../../../templates/typescript/service/Dockerfile")),
    ("tsconfig.json", include_str!("../../../templates/typescript/service/tsconfig.json")),
];

fn files(around: Around<'_>, database: Database) -> Vec<GeneratedFile> {
    let facts = &Facts::of(around, database, addresses(database));
    let mut files: Vec<(&str, String)> = VERBATIM.into_iter().map(|(path, text)| (path, text.to_string())).collect();
    files.extend([
        ("package.json", rendered(&Manifest { facts })),
        ("package-lock.json", lock(facts, database)),
        ("docker-compose.yml", rendered(&Compose { facts })),
        (".env.example", rendered(&Example { facts })),
        ("README.md", rendered(&Readme { facts })),
        ("src/sensitive.ts", sensitive_names(around.service)),
    ]);
    if around.has_tests {
        files.push((".github/workflows/conformance.yml", rendered(&Workflow { facts })));
        files.push(("tests/run_with_service.mjs", rendered(&Runner { facts })));
    }
    files.into_iter().map(generated).collect()
}

/// How a database is reached.
fn addresses(database: Database) -> Addresses {
    let scheme = match database {
        Database::Sqlite => "sqlite",
        Database::Postgres => "postgresql",
        Database::Mysql => "mysql",
    };
    Addresses { scheme, end: "" }
}

/// Every package that a service needs, by version and hash.
fn lock(facts: &Facts, database: Database) -> String {
    match database {
        Database::Sqlite => rendered(&SqliteLock { facts }),
        Database::Postgres => rendered(&PostgresLock { facts }),
        Database::Mysql => rendered(&MysqlLock { facts }),
    }
}

/// The names that logs leave out.
fn sensitive_names(service: &Service) -> String {
    let known = sensitive(service);
    let words = Piece::array(known.words.iter().map(|word| Piece::text(word)).collect());
    let names = Piece::array(known.names.iter().map(|name| Piece::text(name)).collect());
    let blocks = [
        format!(
            "/** Such a name is one of these, or ends in one after a `_`; `hash` alone is none. */\n{}",
            words.assigned("export const WORDS: readonly string[]", 0)
        ),
        format!(
            "/** What the spec calls sensitive, and what carries credentials. */\n{}",
            Piece::call("new Set", vec![names]).assigned("export const NAMES: ReadonlySet<string>", 0)
        ),
    ];
    let text = "Which names stand for values that are nobody else's business.";
    module(text, &Uses::of(&SERVICE), "sensitive.ts", &blocks)
}
