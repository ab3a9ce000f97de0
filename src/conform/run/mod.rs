//! Runs an emitted suite: makes its environment, starts the service where that is asked for, and follows the phases.

mod door;
mod environment;
mod guard;
mod phases;
mod process;
mod service;
mod step;

use std::io;
use std::path::{Path, PathBuf};

pub use self::door::check_door;
pub use self::environment::{cache_folder, prepare};
pub use self::guard::guard;
pub use self::phases::{Event, Judged, Outcome, Phase, Profile, Run, run};
pub use self::service::{Door, Launch, Running, run_before, start, token, wait_for};
pub use self::step::Environment;

use crate::folder::Refused;

/// Why a suite could not be run. No finding about a service.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// What has to be there for the suite's language is not.
    #[error("the suite needs {needed} or newer, and there is none on the PATH: install it (found: {found})")]
    NoRuntime {
        /// What is needed, with its oldest version
        needed: String,
        /// What is there instead
        found: String,
    },
    /// Nothing is there to install packages with.
    #[error("the suite's packages are installed with {0}, and there is none on the PATH: install it")]
    NoInstaller(String),
    /// The packages are not to be had.
    #[error("cannot install what the suite needs; are the packages within reach? The last lines were:\n{0}")]
    Install(String),
    /// A program cannot be started.
    #[error("cannot start {program}: {error}")]
    Start {
        /// Which one
        program: String,
        /// Why not
        error: io::Error,
    },
    /// The operating system refuses.
    #[error("cannot {what} {}: {error}", path.display())]
    Io {
        /// What was tried
        what: &'static str,
        /// With which file or folder
        path: PathBuf,
        /// Why not
        error: io::Error,
    },
    /// Something in the folder is in the way.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The service ended, or never said where it is.
    #[error("the service does not start. It said:\n{0}")]
    NoService(String),
    /// The suite had to give up.
    #[error("{0}")]
    GaveUp(String),
    /// The suite did not end when its time was up.
    #[error("the suite went on after its {0} minutes, and was ended")]
    Overdue(u64),
    /// Somebody wanted it to end.
    #[error("interrupted")]
    Interrupted,
}

impl Trouble {
    /// What the operating system refuses, of a file or folder.
    pub fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Trouble + use<> {
        let path = path.to_path_buf();
        move |error| Trouble::Io { what, path, error }
    }
}

/// Whether somebody wants it to end.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// The last lines of a text, for a message.
fn last_lines(text: &str) -> String {
    const SHOWN: usize = 12;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
