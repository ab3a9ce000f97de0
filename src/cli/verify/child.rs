//! The solver works in a process of its own: a crash of it ends nothing else, and is told as what it is.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};

use super::super::{Outcome, interrupt, to_stderr};

/// Marks the process that does the work.
const MARK: &str = "SPECC_SOLVING";

/// Whether this is the process that does the work. It ends with the one that started it.
pub(super) fn is_child() -> bool {
    let marked = std::env::var_os(MARK).is_some();
    if marked {
        // Where that cannot be asked for, the work goes on to its end.
        let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    }
    marked
}

/// Runs this very command in a process of its own.
pub(super) fn again() -> Outcome {
    let status = command().and_then(|mut command| command.args(std::env::args_os().skip(1)).status());
    match status {
        Ok(status) => code(status).unwrap_or_else(|problem| crashed(&problem)),
        Err(error) => crashed(&format!("could not be started: {error}")),
    }
}

/// What becomes of specc where a process that should have answered ended instead. One that ended by itself has told why.
pub(super) fn failed(ended: std::io::Result<ExitStatus>) -> Outcome {
    match ended {
        Ok(status) => match code(status) {
            Ok(outcome) => outcome.max(Outcome::Internal),
            Err(problem) => crashed(&problem),
        },
        Err(error) => crashed(&format!("could not be started: {error}")),
    }
}

/// Runs specc with other arguments and a text to read, and takes what it prints.
pub(super) fn printed(args: &[&std::ffi::OsStr], input: &str) -> Result<Vec<u8>, Outcome> {
    let failed = |error: std::io::Error| crashed(&format!("could not be started: {error}"));
    let mut command = command().map_err(failed)?;
    let mut child = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that reads a file does not read this, and may be gone.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    match code(output.status) {
        Ok(Outcome::Fine) => Ok(output.stdout),
        Ok(outcome) => Err(outcome),
        Err(problem) => Err(crashed(&problem)),
    }
}

/// specc itself, as the process that does the work.
pub(super) fn command() -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.env(MARK, "1");
    Ok(command)
}

/// How a process ended; one that was ended by a signal has no code. A Ctrl-C, which a terminal tells both processes, ends this
/// one as well.
fn code(status: ExitStatus) -> Result<Outcome, String> {
    if status.signal() == Some(rustix::process::Signal::INT.as_raw()) {
        interrupt::end();
    }
    match status.code() {
        Some(0) => Ok(Outcome::Fine),
        Some(1) => Ok(Outcome::Findings),
        Some(2) => Ok(Outcome::Environment),
        Some(3) => Ok(Outcome::Internal),
        Some(_) | None => Err(format!("ended with {status}")),
    }
}

fn crashed(problem: &str) -> Outcome {
    to_stderr(&format!("specc: the solver {problem}; nothing is known of the spec"));
    Outcome::Internal
}
