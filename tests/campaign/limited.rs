//! Programs under limits of time and memory: what passes one is killed, and that is a finding.

use std::path::Path;
use std::process::{Command, Stdio};

/// Data of a process, in bytes; what is reserved and not used does not count.
const MEMORY: u64 = 2 << 30;
/// Seconds of the processor, and of the clock: others may be at work on the machine.
const SECONDS: u32 = 120;
const PATIENCE: u32 = 900;

/// What became of a program.
pub(crate) struct Ran {
    /// The exit code, none where a signal has ended it.
    pub(crate) code: Option<i32>,
    pub(crate) said: String,
}

impl Ran {
    /// Whether it ended by itself and without a panic: with success, or because something is wrong with what it was given.
    pub(crate) fn is_well(&self) -> bool {
        matches!(self.code, Some(0 | 1)) && !self.said.contains("panicked at")
    }

    /// How it ended, and the last of what it said.
    pub(crate) fn told(&self) -> String {
        let lines: Vec<&str> = self.said.lines().collect();
        let last = lines[lines.len().saturating_sub(12)..].join("\n    | ");
        format!("exit code {:?}\n    | {last}", self.code)
    }
}

/// Runs a program in a folder, under limits.
pub(crate) fn run(program: &Path, args: &[&str], folder: &Path, environment: &[(&str, &str)]) -> Ran {
    let mut command = Command::new("timeout");
    command.args(["--signal=KILL", &PATIENCE.to_string(), "prlimit"]);
    command.args([format!("--data={MEMORY}"), format!("--cpu={SECONDS}"), "--core=0".into(), "--".into()]);
    command.arg(program).args(args).current_dir(folder).envs(environment.iter().copied()).stdin(Stdio::null());
    let output = command.output().expect("timeout and prlimit are there");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    // `timeout` tells of a signal by its number above 128.
    Ran { code: output.status.code().filter(|code| *code < 128), said }
}
