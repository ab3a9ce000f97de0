//! What the files around a service need to know, in every language: names, databases and how they are reached, credentials.

use super::{Around, GeneratedFile, Owner};
use crate::convention::names::kebab;
use crate::ir::{Scheme, SchemeKind};
use crate::plan::store::Database;

/// The credential of a security scheme.
pub(super) struct Credential {
    pub(super) variable: String,
    pub(super) about: String,
}

/// What the templates need to know.
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) slug: String,
    pub(super) spec: String,
    pub(super) database: &'static str,
    pub(super) has_server: bool,
    pub(super) is_postgres: bool,
    pub(super) is_mysql: bool,
    pub(super) has_tests: bool,
    pub(super) compose_url: String,
    pub(super) local_url: String,
    pub(super) example_url: String,
    pub(super) url_scheme: &'static str,
    pub(super) schemes: Vec<Credential>,
}

/// How the drivers of a language are told which database to use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Addresses {
    /// The beginning of an address.
    pub(super) scheme: &'static str,
    /// What it ends in.
    pub(super) end: &'static str,
}

impl Facts {
    /// The facts for a service, with addresses of its database.
    pub(super) fn of(around: Around<'_>, database: Database, addresses: Addresses) -> Facts {
        let Around { service, spec, has_tests, .. } = around;
        let Addresses { scheme, end } = addresses;
        let (has_server, port) = match database {
            Database::Sqlite => (false, 0),
            Database::Postgres => (true, 5432),
            Database::Mysql => (true, 3306),
        };
        let server = |host: &str, password: &str| format!("{scheme}://service:{password}@{host}:{port}/service{end}");
        let file = |path: &str| format!("{scheme}:///{path}service.db");
        let choose = |server: String, file: String| if has_server { server } else { file };
        Facts {
            name: service.name.to_string(),
            slug: kebab(&service.name),
            spec: plain(spec),
            database: database.name(),
            has_server,
            is_postgres: database == Database::Postgres,
            is_mysql: database == Database::Mysql,
            has_tests,
            compose_url: choose(server("database", "${DATABASE_PASSWORD:-service}"), file("/srv/data/")),
            local_url: choose(server("127.0.0.1", "service"), file("")),
            example_url: choose(server("127.0.0.1", "service"), file("")),
            url_scheme: scheme,
            schemes: service.schemes.iter().map(credential).collect(),
        }
    }
}

/// A file name that stands in comments and descriptions.
fn plain(spec: &str) -> String {
    spec.chars().filter(|c| c.is_ascii_alphanumeric() || "._-/".contains(*c)).collect()
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
pub(super) fn rendered(template: &impl askama::Template) -> String {
    let text = template.render().unwrap_or_default();
    if text.ends_with('\n') { text } else { text + "\n" }
}

/// A file that is written anew each time.
pub(super) fn generated((path, text): (&str, String)) -> GeneratedFile {
    GeneratedFile { path: path.into(), text, owner: Owner::Generated }
}
