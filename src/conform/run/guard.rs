//! A guard between specc and a program that it starts: specc itself once more, which starts the program and waits for it. It
//! holds a pipe that closes with specc, whatever ends specc, and then ends its process group: nothing is left running.

use std::env;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};

use rustix::process::{Signal, kill_current_process_group};

/// The first argument of a guard.
const GUARD: &str = "guard";

/// What a shell says of a program that it cannot start.
const CANNOT_START: u8 = 127;

/// The command that runs another one under a guard.
pub(super) fn guarded(command: &Command) -> io::Result<Command> {
    let mut guarded = Command::new(env::current_exe()?);
    guarded.arg(GUARD).arg("--").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => guarded.env(name, value),
            None => guarded.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        guarded.current_dir(folder);
    }
    Ok(guarded)
}

/// Runs a program as its guard, and gives its exit code.
pub fn guard(program: &OsString, arguments: &[OsString]) -> Result<u8, String> {
    let failed = |error: io::Error| format!("cannot start {}: {error}", program.to_string_lossy());
    // What the group is asked to do is for the program; the guard ends after it.
    ctrlc::set_handler(|| {}).map_err(|error| error.to_string())?;
    std::thread::Builder::new().name("guard".into()).spawn(end_with_specc).map_err(failed)?;
    let mut child = Command::new(program).args(arguments).stdin(Stdio::null()).spawn().map_err(failed)?;
    Ok(code(child.wait().map_err(failed)?))
}

/// Waits until specc is gone, and ends the group with the program, all that it has started, and this process.
fn end_with_specc() {
    // Nothing is ever written: what is read is the end.
    let _ = io::stdin().lock().read_to_end(&mut Vec::new());
    let _ = kill_current_process_group(Signal::KILL);
}

/// An exit code as a shell tells it.
fn code(status: ExitStatus) -> u8 {
    let signalled = || status.signal().map(|signal| signal.saturating_add(128));
    status.code().or_else(signalled).and_then(|code| u8::try_from(code).ok()).unwrap_or(CANNOT_START)
}
