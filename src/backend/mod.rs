//! From lowered expressions and plans to text of a target language: a language says how each construct is written. What is
//! not about syntax was decided before, in `plan` and `lower`.

mod clauses;
pub mod doc;
mod expr;
mod harness;
mod history;
pub mod names;
mod operation;
mod past;
mod planned;
pub mod python;
mod service;
mod sql;
mod standing;
mod strategy;
mod target;
mod text;
mod toolchain;
pub mod typescript;

pub use clauses::{ClauseBackend, Handed, Seen};
pub use expr::{ExprBackend, Whose, write};
pub use harness::{GeneratedFile, HarnessBackend, Owner, Suite};
pub use past::{AddedMigration, MigrationPlaces, Past, PastError, Surroundings};
pub use service::{Project, ServiceBackend};
pub use strategy::StrategyBackend;
pub use target::{Around, Target};
pub use toolchain::{Install, Runtime, ServiceTools, Step, SuiteTools, Toolchain, Word};

use self::strategy::strategy;
