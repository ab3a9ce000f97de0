//! What stands around a Python service: how it is installed, configured, logged, put into a container, tested and looked
//! after. What is the same for every spec is in `templates/python/service/`.

use askama::Template;

use super::piece::{PAGE, Piece};
use super::{literal, migrations};
use crate::backend::{Around, GeneratedFile, Owner, Past, PastError, Surroundings};
use crate::convention::names::kebab;
use crate::ir::{Scheme, SchemeKind, Service};
use crate::plan::sensitive;
use crate::plan::store::Database;

/// What stands around a service. Where the suite is written too, these files stand for the ones of the same path there.
pub(in crate::backend) fn surroundings(
    around: Around<'_>,
    database: Database,
    past: &Past,
) -> Result<Surroundings, PastError> {
    let Around { service, spec, store, has_tests } = around;
    let mut found = migrations::migrations(&service.name, store, database, past)?;
    found.files.extend(Project { service, spec, database, has_tests }.files());
    Ok(found)
}

/// What a project is made for.
#[derive(Debug, Clone, Copy)]
struct Project<'a> {
    service: &'a Service,
    spec: &'a str,
    database: Database,
    has_tests: bool,
}

/// The credential of a security scheme.
struct Credential {
    variable: String,
    about: String,
}

/// What the templates need to know.
struct Facts {
    name: String,
    slug: String,
    spec: String,
    database: &'static str,
    drivers: Vec<&'static str>,
    has_server: bool,
    is_postgres: bool,
    is_mysql: bool,
    has_tests: bool,
    compose_url: String,
    local_url: String,
    example_url: String,
    url_scheme: &'static str,
    schemes: Vec<Credential>,
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

impl Project<'_> {
    fn files(&self) -> Vec<GeneratedFile> {
        let facts = &self.facts();
        let mut files: Vec<(&str, String)> =
            VERBATIM.into_iter().map(|(path, text)| (path, text.to_string())).collect();
        files.extend([
            ("pyproject.toml", rendered(&Manifest { facts })),
            ("requirements.txt", rendered(&Packages { facts })),
            ("requirements.lock", lock(self.database).to_string()),
            ("requirements-dev.lock", include_str!("../../../templates/python/locks/dev.txt").to_string()),
            ("docker-compose.yml", rendered(&Compose { facts })),
            (".env.example", rendered(&Example { facts })),
            ("Makefile", rendered(&Makefile { facts })),
            ("README.md", rendered(&Readme { facts })),
            ("app/sensitive.py", self.sensitive()),
        ]);
        if self.has_tests {
            files.push((".github/workflows/conformance.yml", rendered(&Workflow { facts })));
            files.push(("tests/run_with_service.py", rendered(&Runner { facts })));
        }
        let generated =
            |(path, text): (&str, String)| GeneratedFile { path: path.into(), text, owner: Owner::Generated };
        files.into_iter().map(generated).collect()
    }

    fn facts(&self) -> Facts {
        let Project { service, spec, database, has_tests } = *self;
        let (url_scheme, server, driver) = connection(database);
        let charset = if database == Database::Mysql { "?charset=utf8mb4" } else { "" };
        let url =
            |host: &str, password: &str| format!("{url_scheme}://service:{password}@{host}:{server}/service{charset}");
        let has_server = database != Database::Sqlite;
        let file = |path: &str| format!("{url_scheme}:///{path}service.db");
        let choose = |server: String, file: String| if has_server { server } else { file };
        Facts {
            name: service.name.to_string(),
            slug: kebab(&service.name),
            spec: plain(spec),
            database: database.name(),
            drivers: driver.to_vec(),
            has_server,
            is_postgres: database == Database::Postgres,
            is_mysql: database == Database::Mysql,
            has_tests,
            compose_url: choose(url("database", "${DATABASE_PASSWORD:-service}"), file("/srv/data/")),
            local_url: choose(url("127.0.0.1", "service"), file("")),
            example_url: choose(url("127.0.0.1", "service"), file("")),
            url_scheme,
            schemes: service.schemes.iter().map(credential).collect(),
        }
    }

    /// The names that logs leave out.
    fn sensitive(&self) -> String {
        let known = sensitive(self.service);
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
}

/// A file name that stands in comments and descriptions.
fn plain(spec: &str) -> String {
    spec.chars().filter(|c| c.is_ascii_alphanumeric() || "._-/".contains(*c)).collect()
}

/// How a database is reached: the beginning of its address, its port, and the packages that speak to it.
fn connection(database: Database) -> (&'static str, u16, &'static [&'static str]) {
    match database {
        Database::Sqlite => ("sqlite+aiosqlite", 0, &["aiosqlite==0.22.1"]),
        Database::Postgres => ("postgresql+asyncpg", 5432, &["asyncpg==0.32.0"]),
        Database::Mysql => ("mysql+asyncmy", 3306, &["asyncmy==0.2.17", "cryptography==50.0.2"]),
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

fn credential(scheme: &Scheme) -> Credential {
    let about = match &scheme.kind {
        SchemeKind::Bearer(_) => "a bearer token".to_string(),
        SchemeKind::Basic => "user:password, for basic authentication".to_string(),
        SchemeKind::ApiKeyHeader(name) => format!("a key, sent in the header {}", plain(name)),
        SchemeKind::ApiKeyQuery(name) => format!("a key, sent as the query parameter {}", plain(name)),
        SchemeKind::ApiKeyCookie(name) => format!("a key, sent in the cookie {}", plain(name)),
    };
    Credential { variable: format!("SPEC_AUTH_{}", scheme.name.to_uppercase()), about }
}

/// A template is checked when specc is built; what it is given can always be shown.
fn rendered(template: &impl Template) -> String {
    let text = template.render().unwrap_or_default();
    if text.ends_with('\n') { text } else { text + "\n" }
}
