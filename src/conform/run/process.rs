//! Programs that end with specc: each with all that it starts, by its process group, and also where specc is killed.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::guard::guarded;
use super::{Stop, Trouble};
use crate::folder::begin_log;

const PAUSE: Duration = Duration::from_millis(20);
/// How long a program may take to end when it is asked to. Who interrupts specc waits for the service and for the suite.
const PATIENCE: Duration = Duration::from_millis(300);

/// A running program, under its guard.
pub(super) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program; what it says goes to a file.
    pub(super) fn start(command: &Command, said: &Path) -> Result<Process, Trouble> {
        let log = begin_log(said)?;
        let errors = log.try_clone().map_err(Trouble::io("write", said))?;
        let program = command.get_program().to_string_lossy().into_owned();
        // The guard reads from specc to notice its end, so the pipe stays open as long as this value is there.
        let started = guarded(command)
            .and_then(|mut command| command.stdin(Stdio::piped()).stdout(log).stderr(errors).process_group(0).spawn());
        started.map(|child| Process { child }).map_err(|error| Trouble::Start { program, error })
    }

    /// How it ended, if it did.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Waits for its end; `meanwhile` is called again and again.
    pub(super) fn wait(&mut self, stop: Stop<'_>, mut meanwhile: impl FnMut()) -> Result<ExitStatus, Trouble> {
        loop {
            if stop() {
                self.end();
                return Err(Trouble::Interrupted);
            }
            meanwhile();
            if let Some(status) = self.ended() {
                return Ok(status);
            }
            sleep(PAUSE);
        }
    }

    /// Asks it to end, and makes it end where it does not.
    pub(super) fn end(&mut self) {
        self.signal(Signal::TERM);
        let asked = Instant::now();
        while self.ended().is_none() && asked.elapsed() < PATIENCE {
            sleep(PAUSE);
        }
        // What it has started may be there still.
        self.signal(Signal::KILL);
        let _ = self.child.wait();
    }

    fn signal(&self, signal: Signal) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            // A group that is gone needs no signal.
            let _ = kill_process_group(group, signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs a program to its end and gives what it said.
pub(super) fn output(command: &mut Command) -> io::Result<(ExitStatus, String)> {
    let output = command.stdin(Stdio::null()).output()?;
    Ok((output.status, String::from_utf8_lossy(&output.stdout).trim().to_string()))
}
