//! The registry: which targets there are, and who writes for them. Nobody else asks which one it is.

use super::harness::{GeneratedFile, Suite, write};
use super::past::{MigrationPlaces, Past, PastError, Surroundings};
use super::python;
use super::service::{Project, write_service};
use super::toolchain::Toolchain;
use super::typescript;
use crate::ir::Service;
use crate::plan::Capabilities;
use crate::plan::store::{Database, Store};

/// A language, a framework and a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    language: Language,
    database: Database,
}

/// A language, with the framework that services in it use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    /// FastAPI; pytest, Hypothesis and Schemathesis
    Python,
    /// Express; Vitest and fast-check
    TypeScript,
}

impl Target {
    /// All of them. The first is what is written where nobody asks for another one.
    pub const ALL: [Target; 6] = [
        Target { language: Language::Python, database: Database::Sqlite },
        Target { language: Language::Python, database: Database::Postgres },
        Target { language: Language::Python, database: Database::Mysql },
        Target { language: Language::TypeScript, database: Database::Sqlite },
        Target { language: Language::TypeScript, database: Database::Postgres },
        Target { language: Language::TypeScript, database: Database::Mysql },
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match (self.language, self.database) {
            (Language::Python, Database::Sqlite) => "python-fastapi-sqlite",
            (Language::Python, Database::Postgres) => "python-fastapi-postgres",
            (Language::Python, Database::Mysql) => "python-fastapi-mysql",
            (Language::TypeScript, Database::Sqlite) => "ts-express-sqlite",
            (Language::TypeScript, Database::Postgres) => "ts-express-postgres",
            (Language::TypeScript, Database::Mysql) => "ts-express-mysql",
        }
    }

    /// What is written where nobody asks for another one.
    pub fn usual() -> Target {
        let [first, ..] = Target::ALL;
        first
    }

    /// The target of this name.
    pub fn parse(name: &str) -> Option<Target> {
        Target::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The first target that has these parts, where they are given.
    pub fn with(language: Option<&str>, framework: Option<&str>, database: Option<&str>) -> Option<Target> {
        let fits = |wanted: Option<&str>, part: Option<&str>| wanted.is_none() || wanted == part;
        Target::ALL.into_iter().find(|target| {
            let mut parts = target.name().split('-');
            fits(language, parts.next()) && fits(framework, parts.next()) && fits(database, parts.next())
        })
    }

    /// Its database.
    pub fn database(self) -> Database {
        self.database
    }

    /// What its tools can do.
    pub fn capabilities(self) -> Capabilities {
        match self.language {
            Language::Python => python::CAPABILITIES,
            Language::TypeScript => typescript::CAPABILITIES,
        }
    }

    /// How what was written for it is installed, run and brought up.
    pub fn toolchain(self) -> Toolchain {
        match self.language {
            Language::Python => python::toolchain(self.database == Database::Sqlite),
            Language::TypeScript => typescript::toolchain(self.database == Database::Sqlite),
        }
    }

    /// The files of a suite; none in a language that has no suites.
    pub fn suite(self, suite: Suite<'_>) -> Vec<GeneratedFile> {
        match self.language {
            Language::Python => write(python::Harness::new(suite), suite),
            Language::TypeScript => write(typescript::Harness::new(suite), suite),
        }
    }

    /// The files of a service; none in a language whose toolchain has none.
    pub fn service(self, project: Project<'_>) -> Vec<GeneratedFile> {
        match self.language {
            Language::Python => write_service(python::App::new(project), project),
            Language::TypeScript => write_service(typescript::App::new(project), project),
        }
    }

    /// Where its services keep their migrations.
    pub fn migrations(self) -> MigrationPlaces {
        match self.language {
            Language::Python => python::migrations::PLACES,
            Language::TypeScript => typescript::PLACES,
        }
    }

    /// What stands around a service: tables, migrations after those of the past, and how it is built and run.
    pub fn surroundings(self, around: Around<'_>, past: &Past) -> Result<Surroundings, PastError> {
        match self.language {
            Language::Python => python::project::surroundings(around, self.database, past),
            Language::TypeScript => typescript::surroundings(around, self.database, past),
        }
    }
}

/// What the surroundings of a service are made from.
#[derive(Debug, Clone, Copy)]
pub struct Around<'a> {
    /// The service.
    pub service: &'a Service,
    /// The file name of its spec.
    pub spec: &'a str,
    /// Its tables, for the target's database.
    pub store: &'a Store,
    /// Whether the conformance suite is written too.
    pub has_tests: bool,
}
