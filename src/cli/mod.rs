//! The command line: arguments, files, clocks, terminals, exit codes. All that touches the world around specc is
//! here; what it says is made in the stages before.

mod analyse;
mod cache;
mod check;
mod compile;
mod explain;
mod explore;
mod files;
mod fmt;
mod inspect;
mod interrupt;
mod new;
mod openapi;
mod outline;
mod prepare;
mod report;
mod serve;
mod status;
mod test;
mod verify;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

pub use self::explain::{Document, documents};
use crate::conform::run::guard;
use crate::report::{Format, visible};
use crate::serve::Options;

/// A compiler from behavioural specs of REST services to conformance suites.
#[derive(Debug, Parser)]
#[command(name = "specc", version, propagate_version = true, arg_required_else_help = true)]
#[command(long_version = long_version())]
#[command(after_help = "Exit codes: 0 fine; 1 the spec is not; 2 usage or environment; 3 a failure inside specc.")]
struct Args {
    #[command(subcommand)]
    command: Command,
    /// Say nothing but what was asked for
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Say how long each stage took
    #[arg(long, short, global = true)]
    verbose: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check specs and report everything that is wrong
    Check {
        /// Spec files, folders that hold some, or `-` for standard input
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Treat warnings as errors
        #[arg(long)]
        strict: bool,
        /// How to report
        #[arg(long, value_enum, default_value_t = Format::Terminal)]
        format: Format,
    },
    /// Format specs in place; `-` formats standard input to standard output
    Fmt {
        /// Spec files, folders that hold some, or `-` for standard input
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Change nothing; fail if something would change
        #[arg(long)]
        check: bool,
    },
    /// Show what a stage makes of a spec
    Inspect {
        /// A spec file, or `-` for standard input
        path: PathBuf,
        /// Which stage
        #[arg(long, value_enum)]
        stage: Stage,
        /// For people or for machines
        #[arg(long, value_enum, default_value_t = View::Text)]
        format: View,
    },
    /// Print the OpenAPI document of a service
    Openapi {
        /// A spec file, or `-` for standard input
        path: PathBuf,
        /// YAML or JSON
        #[arg(long, value_enum, default_value_t = Notation::Yaml)]
        format: Notation,
    },
    /// Write a conformance suite for a spec
    Compile(compile::Wanted),
    /// Show how a compiled folder differs from what would be written now
    Diff(compile::Made),
    /// Run the suite of a folder against a service
    Test(test::Wanted),
    /// Find out which conditions of specs can be reached, and what breaks them
    Explore(explore::Wanted),
    /// Prove what can be proved of a spec, and show what breaks it
    Verify(verify::Wanted),
    /// Explain a diagnostic; without a code, list them all
    Explain {
        /// A code such as E201
        code: Option<String>,
    },
    /// Show what became of a suite that has run: a summary here, and DIR/results/report.html
    Report {
        /// The folder of the suite
        dir: PathBuf,
    },
    /// Serve a spec: the reference server, which does what the spec says
    Serve {
        /// A spec file, or `-` for standard input
        spec: PathBuf,
        /// The host to listen on
        #[arg(long, default_value = "127.0.0.1")]
        host: String,
        /// The port to listen on; 0 takes a free one
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Keep the state in this file; it survives restarts and crashes
        #[arg(long, value_name = "FILE")]
        data: Option<PathBuf>,
        /// Reload the spec when it, or anything it imports, changes
        #[arg(long)]
        watch: bool,
        /// The largest request body, in bytes
        #[arg(long, value_name = "BYTES", default_value_t = crate::serve::MAX_BODY)]
        max_body: usize,
        /// Choose the same values in every run: for tests, since secrets can be foreseen then
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
    },
    /// Write a small working spec to start from
    New {
        /// The service's name, such as `Library` or `todo-list`
        name: String,
        /// Where to write it
        #[arg(long, default_value = ".")]
        dir: PathBuf,
    },
    /// Run a program, and end it when specc is gone
    #[command(hide = true)]
    Guard {
        /// The program
        program: OsString,
        /// What it is told
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Print completions for a shell
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
}

/// The stages that can be inspected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The tree, as written
    Ast,
    /// The typed service
    Ir,
    /// Kinds, routes and tables
    Routes,
    /// How each operation makes its ensures true
    Bodies,
    /// What a suite calls, and what must hold
    Plan,
    /// What a service checks, loads, does and writes
    Service,
    /// Every expression as languages get it
    Lowered,
}

/// How to write a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// YAML
    Yaml,
    /// JSON
    Json,
}

/// For whom to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// For people
    Text,
    /// For machines
    Json,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// All is well.
    Fine,
    /// The spec is not.
    Findings,
    /// Usage or environment.
    Environment,
    /// specc itself failed.
    Internal,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Fine => 0,
            Outcome::Findings => 1,
            Outcome::Environment => 2,
            Outcome::Internal => 3,
        })
    }
}

/// How much to say.
#[derive(Debug, Clone, Copy)]
struct Talk {
    quiet: bool,
    verbose: bool,
}

impl Talk {
    /// A line for people, beside the output proper.
    fn say(self, text: &str) {
        if !self.quiet {
            to_stderr(text);
        }
    }
}

/// The version of specc, and where that is asked for, of the solver: looking for it takes a moment.
fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let is_asked = std::env::args_os().any(|arg| arg == "--version");
        let solver = if is_asked { format!("\nZ3 {}", crate::verify::solver_version()) } else { String::new() };
        format!("{}{solver}", env!("CARGO_PKG_VERSION"))
    });
    &TEXT
}

/// Runs specc with these arguments.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            let usage = error.use_stderr();
            return if usage { Outcome::Environment.into() } else { Outcome::Fine.into() };
        }
    };
    let talk = Talk { quiet: args.quiet, verbose: args.verbose };
    if let Command::Guard { program, arguments } = &args.command {
        return guarded(program, arguments);
    }
    match std::panic::catch_unwind(|| run(args.command, talk)) {
        Ok(outcome) => outcome.into(),
        Err(_) => {
            to_stderr("specc failed; this is a bug in specc, not in your spec. Please report it with the spec.");
            Outcome::Internal.into()
        }
    }
}

fn run(command: Command, talk: Talk) -> Outcome {
    match command {
        Command::Check { paths, strict, format } => check::run(&paths, strict, format, talk),
        Command::Fmt { paths, check } => fmt::run(&paths, check, talk),
        Command::Inspect { path, stage, format } => inspect::run(&path, stage, format, talk),
        Command::Openapi { path, format } => openapi::run(&path, format, talk),
        Command::Serve { spec, host, port, data, watch, max_body, seed } => {
            serve::run(&spec, &Options { host, port, data, max_body, seed }, watch, talk)
        }
        Command::Compile(wanted) => compile::run(&wanted, talk),
        Command::Test(wanted) => test::run(&wanted, talk),
        Command::Diff(made) => compile::diff(&made, talk),
        Command::Explore(wanted) => explore::run(&wanted, talk),
        Command::Verify(wanted) => verify::run(&wanted, talk),
        Command::Report { dir } => report::run(&dir, talk),
        Command::Explain { code } => explain::run(code.as_deref()),
        Command::New { name, dir } => new::run(&name, &dir, talk),
        Command::Completions { shell } => completions(shell),
        // It ends with the exit code of its program, see `main`.
        Command::Guard { .. } => Outcome::Internal,
    }
}

/// Runs a program under a guard; its exit code is that of the program.
fn guarded(program: &OsString, arguments: &[OsString]) -> ExitCode {
    guard(program, arguments).map_or_else(
        |why| {
            to_stderr(&format!("specc: {why}"));
            Outcome::Environment.into()
        },
        ExitCode::from,
    )
}

fn completions(shell: clap_complete::Shell) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "specc", &mut script);
    to_stdout(&String::from_utf8_lossy(&script));
    Outcome::Fine
}

/// Prints the output proper: to programs as it is, to a terminal with everything visible that would act on it. A spec, a
/// folder or a service may have brought it.
fn to_stdout(text: &str) {
    if std::io::stdout().is_terminal() {
        painted_to_stdout(&visible::text(text));
    } else {
        painted_to_stdout(text);
    }
}

/// Prints what has colours, and was made visible before it got them. A reader that has gone away is no error of ours.
fn painted_to_stdout(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Prints a line for people, with everything visible that would act on a terminal.
fn to_stderr(text: &str) {
    painted_to_stderr(&visible::text(text));
}

/// The same for what has colours, and was made visible before.
fn painted_to_stderr(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Whether to print colours: on a terminal only, and not where `NO_COLOR` says otherwise.
fn colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused
}
