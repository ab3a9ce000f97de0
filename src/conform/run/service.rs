//! Starts a service for a run, on a free port, with its admin contract open or closed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::process::Process;
use super::step::Environment;
use super::{Stop, Trouble, last_lines};
use crate::backend::Step;

const PAUSE: Duration = Duration::from_millis(20);
/// How long a service may take to say where it listens.
const STARTING: Duration = Duration::from_secs(120);
/// How long to wait for a sign that somebody listens. One that takes longer is there, and the suite judges it.
const SIGN: Duration = Duration::from_millis(400);

/// How a service is started. It is to print the address that it listens on.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// What it is told.
    pub arguments: Vec<OsString>,
    /// The folder it runs in.
    pub folder: PathBuf,
    /// Further variables of its environment.
    pub variables: Vec<(String, OsString)>,
    /// The file for what it says.
    pub said: PathBuf,
}

/// Whether a service lets suites in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Door {
    /// Not at all
    Closed,
    /// With this token
    Token(String),
}

/// A service while it runs; it ends with this value.
pub struct Running {
    process: Process,
    said: PathBuf,
    /// Where it listens.
    pub url: String,
}

impl Running {
    /// What it said at its end, if it has ended.
    pub fn last_words(&mut self) -> Option<String> {
        self.process.ended()?;
        Some(last_lines(&fs::read_to_string(&self.said).unwrap_or_default()))
    }
}

/// Starts a service and waits until it says where it listens.
pub fn start(launch: &Launch, door: &Door, stop: Stop<'_>) -> Result<Running, Trouble> {
    let mut command = Command::new(&launch.program);
    command.args(&launch.arguments).current_dir(&launch.folder).envs(launch.variables.iter().cloned());
    command.env_remove("ENABLE_TEST_ADMIN").env_remove("TEST_ADMIN_TOKEN");
    if let Door::Token(token) = door {
        command.env("ENABLE_TEST_ADMIN", "1").env("TEST_ADMIN_TOKEN", token);
    }
    let mut process = Process::start(&command, &launch.said)?;
    let began = Instant::now();
    loop {
        let text = fs::read_to_string(&launch.said).unwrap_or_default();
        if let Some(url) = address(&text) {
            return Ok(Running { process, said: launch.said.clone(), url });
        }
        if stop() {
            return Err(Trouble::Interrupted);
        }
        if process.ended().is_some() || began.elapsed() > STARTING {
            return Err(Trouble::NoService(last_lines(&text)));
        }
        sleep(PAUSE);
    }
}

/// Runs what has to come before a service, in its folder and with its variables, each to its end.
pub fn run_before(
    launch: &Launch,
    (steps, environment): (&[Step], &Environment),
    stop: Stop<'_>,
) -> Result<(), Trouble> {
    for step in steps {
        let mut command = environment.command(step);
        command.current_dir(&launch.folder).envs(launch.variables.iter().cloned());
        let status = Process::start(&command, &launch.said)?.wait(stop, || {})?;
        if !status.success() {
            return Err(Trouble::NoService(last_lines(&fs::read_to_string(&launch.said).unwrap_or_default())));
        }
    }
    Ok(())
}

/// The address in a complete line.
fn address(text: &str) -> Option<String> {
    let (lines, _) = text.rsplit_once('\n')?;
    let words = lines.split_whitespace();
    words.map(|word| word.trim_end_matches('/')).find(|word| word.starts_with("http://")).map(str::to_string)
}

/// Waits until somebody listens at an address, as long as that is worth it. What then answers is for the suite to judge.
pub fn wait_for(url: &str, patience: Duration, stop: Stop<'_>) -> Result<(), Trouble> {
    let began = Instant::now();
    while is_refused(url) && began.elapsed() < patience {
        if stop() {
            return Err(Trouble::Interrupted);
        }
        sleep(PAUSE);
    }
    Ok(())
}

fn is_refused(url: &str) -> bool {
    let settings = ureq::Agent::config_builder().timeout_global(Some(SIGN)).max_redirects(0).build();
    match ureq::Agent::new_with_config(settings).get(url).call() {
        Err(ureq::Error::Io(error)) => error.kind() == io::ErrorKind::ConnectionRefused,
        Err(ureq::Error::ConnectionFailed) => true,
        Ok(_) | Err(_) => false,
    }
}

/// A token that nobody can guess.
pub fn token() -> Result<String, Trouble> {
    let mut bytes = [0; 16];
    let refused = |error: getrandom::Error| Trouble::GaveUp(format!("no random numbers are to be had: {error}"));
    getrandom::fill(&mut bytes).map_err(refused)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn an_address_is_taken_from_a_complete_line() {
        assert_eq!(address("specc: Todo at http://127.0.0.1:81"), None);
        assert_eq!(address("specc: Todo at http://127.0.0.1:8123\n"), Some("http://127.0.0.1:8123".into()));
        assert_eq!(address("on http://127.0.0.1:8123/ (Ctrl-C)\n"), Some("http://127.0.0.1:8123".into()));
    }
}
