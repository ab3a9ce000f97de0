//! The tools of a language, as data: how its packages are installed, its suites run, its services brought up. `conform` follows
//! it without knowing the language.
//!
//! What is the same in every language is not in here. A suite is told its profile, its phases and its options as words behind
//! its command, and where the service is by `SPEC_TEST_…` variables; it tells how it gets on in the file that
//! `SPEC_TEST_PROGRESS` names, writes what it has shown to `results/`, and ends with 0, 1 or 2. A service prints the address
//! that it listens on.

/// The tools of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toolchain {
    /// The language; its environments are called after it.
    pub language: &'static str,
    /// What has to be there already.
    pub runtime: Runtime,
    /// How packages are installed, the better ways first.
    pub installs: &'static [Install],
    /// How a suite is run.
    pub suite: SuiteTools,
    /// How a service is brought up.
    pub service: ServiceTools,
}

/// A program that is on the path of whoever uses the language. It need not be what runs a suite: it may install that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runtime {
    /// What people call it.
    pub title: &'static str,
    /// The names that it may have.
    pub names: &'static [&'static str],
    /// What makes it print its version, and behind that, if it can, where it really is.
    pub ask: &'static [&'static str],
    /// The oldest version that will do.
    pub least: (u32, u32),
}

/// A way to install packages into an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Install {
    /// The program that it takes besides the runtime, which knows `--version`.
    pub needs: Option<&'static str>,
    /// What is run, one after the other.
    pub steps: &'static [Step],
}

/// A program that is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The program.
    pub program: Word,
    /// What it is told.
    pub words: &'static [Word],
    /// Further variables of its environment.
    pub variables: &'static [(&'static str, Word)],
}

/// A word of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// As it stands
    Plain(&'static str),
    /// Where the runtime is
    Runtime,
    /// A path below the environment; the environment itself where it is empty
    Installed(&'static str),
    /// Each list of packages, behind this word where there is one
    Lists(Option<&'static str>),
}

/// How a suite is run, in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuiteTools {
    /// The file without which a folder holds no suite.
    pub entry: &'static str,
    /// The lists of the packages it needs.
    pub packages: &'static [&'static str],
    /// What comes before each run, such as compiling it.
    pub before: &'static [Step],
    /// What runs it.
    pub run: Step,
}

/// How a service is brought up, in its folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServiceTools {
    /// The folder that its code is in.
    pub home: &'static str,
    /// The file without which it cannot be started.
    pub entry: &'static str,
    /// The lists of the packages it needs.
    pub packages: &'static [&'static str],
    /// What comes before it is started: what makes its tables, at least.
    pub before: &'static [Step],
    /// What starts it, on a free port.
    pub serve: Step,
    /// The variable that names its database.
    pub database: &'static str,
    /// What comes before the path of a database in a file; none where somebody has to provide a database.
    pub in_file: Option<&'static str>,
}
