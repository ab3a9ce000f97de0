//! Runs the phases of a suite and follows them.

use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use serde::Deserialize;

use super::process::Process;
use super::step::Environment;
use super::{Stop, Trouble, last_lines};
use crate::backend::{Step, SuiteTools};
use crate::folder::begin_log;

/// How thorough a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Profile {
    /// Minutes
    Smoke,
    /// What a change deserves
    Thorough,
    /// A night
    Exhaustive,
}

impl Profile {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Smoke => "smoke",
            Profile::Thorough => "thorough",
            Profile::Exhaustive => "exhaustive",
        }
    }

    /// How long a run may take, unless somebody says otherwise. The suite ends by itself then.
    fn minutes(self) -> u64 {
        match self {
            Profile::Smoke => 60,
            Profile::Thorough => 240,
            Profile::Exhaustive => 1440,
        }
    }
}

/// How long after its time a suite may still be there: it finishes its last call, and writes down what it has.
const OVERTIME: Duration = Duration::from_secs(120);

/// A part of a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Responses against the OpenAPI document
    Structural,
    /// A test per clause
    Behavioral,
    /// Random sequences of calls
    Stateful,
}

impl Phase {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Structural => "structural",
            Phase::Behavioral => "behavioral",
            Phase::Stateful => "stateful",
        }
    }
}

/// What is asked of a suite.
#[derive(Debug, Clone)]
pub struct Run {
    /// The folder of the suite.
    pub suite: PathBuf,
    /// Where the service is.
    pub url: String,
    /// How a command line says which service that is.
    pub against: String,
    /// Further variables of the environment.
    pub variables: Vec<(String, String)>,
    /// How thorough.
    pub profile: Profile,
    /// What random choices derive from.
    pub seed: u64,
    /// Some phases; all where none is named.
    pub phases: Vec<Phase>,
    /// Only tests that match.
    pub only: Option<String>,
    /// Whether the first failure ends it.
    pub fail_fast: bool,
    /// How many minutes it may take; what its profile says where none are given.
    pub minutes: Option<u64>,
}

/// What became of one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It could not tell, because of something that failed elsewhere.
    Blocked,
    /// It said why it cannot be run here.
    Skipped,
}

/// Something that happens in a run.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// A phase begins.
    Phase {
        /// Which one
        phase: Phase,
        /// How many tests it has
        tests: u64,
    },
    /// A test has ended.
    Test {
        /// How
        outcome: Outcome,
    },
    /// The time of the run is up.
    Late,
    /// The run cannot go on.
    Fatal {
        /// Why
        why: String,
    },
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// The service is what the spec says.
    Passed,
    /// It is not.
    Failed,
    /// Nothing was wrong with it by the time that the run had to end.
    Unfinished,
}

/// Runs a suite. What it prints goes to `results/run.log`, what happens to `follow`.
pub fn run(
    asked: &Run,
    (tools, environment): (&SuiteTools, &Environment),
    stop: Stop<'_>,
    follow: &mut dyn FnMut(&Event),
) -> Result<Judged, Trouble> {
    // The suite runs in its own folder, so relative paths would be others there.
    let results = path::absolute(asked.suite.join("results")).map_err(Trouble::io("find", &asked.suite))?;
    let (said, told) = (results.join("run.log"), results.join("progress.jsonl"));
    for step in tools.before {
        let status = Process::start(environment.command(step).current_dir(&asked.suite), &said)?.wait(stop, || {})?;
        if !status.success() {
            return Err(not_run(&said));
        }
    }
    begin_log(&told)?;
    let mut tail = Tail::new(&told);
    let (mut why, mut is_late) = (None, false);
    let mut next = |tail: &mut Tail| {
        for event in tail.events() {
            match &event {
                Event::Fatal { why: told } => why = Some(told.clone()),
                Event::Late => is_late = true,
                Event::Phase { .. } | Event::Test { .. } => {}
            }
            follow(&event);
        }
    };
    let minutes = asked.minutes.unwrap_or_else(|| asked.profile.minutes());
    let most = Duration::from_secs(minutes.saturating_mul(60)).saturating_add(OVERTIME);
    let began = Instant::now();
    let mut process = Process::start(&command(asked, environment, &tools.run, &told), &said)?;
    let status = process.wait(&|| stop() || began.elapsed() > most, || next(&mut tail));
    let status = status.map_err(|trouble| if stop() { trouble } else { Trouble::Overdue(minutes) })?;
    next(&mut tail);
    let _ = fs::remove_file(&told);
    match status.code() {
        Some(0) => Ok(Judged::Passed),
        Some(1) => Ok(Judged::Failed),
        Some(2) if is_late && why.is_none() => Ok(Judged::Unfinished),
        Some(_) | None => Err(why.map_or_else(|| not_run(&said), Trouble::GaveUp)),
    }
}

fn not_run(said: &Path) -> Trouble {
    let last = last_lines(&fs::read_to_string(said).unwrap_or_default());
    Trouble::GaveUp(format!("the suite could not be run. The last lines were:\n{last}"))
}

fn command(asked: &Run, environment: &Environment, step: &Step, told: &Path) -> Command {
    let mut command = environment.command(step);
    command.current_dir(&asked.suite).arg(asked.profile.name());
    command.args(asked.phases.iter().map(|phase| phase.name()));
    command.args(["--seed", &asked.seed.to_string()]);
    if asked.fail_fast {
        command.arg("--fail-fast");
    }
    if let Some(minutes) = asked.minutes {
        command.args(["--minutes", &minutes.to_string()]);
    }
    if let Some(only) = &asked.only {
        command.args(["-k", only]);
    }
    command.envs(asked.variables.iter().cloned());
    command.env("SPEC_TEST_AGAINST", &asked.against);
    command.env("SPEC_TEST_BASE_URL", &asked.url).env("SPEC_TEST_PROGRESS", told);
    command
}

/// The lines that are added to a file.
struct Tail {
    path: PathBuf,
    read: usize,
}

impl Tail {
    fn new(path: &Path) -> Tail {
        Tail { path: path.into(), read: 0 }
    }

    /// What was added since the last call, complete lines only. What makes no sense is passed over: it is for show.
    fn events(&mut self) -> Vec<Event> {
        let bytes = fs::read(&self.path).unwrap_or_default();
        let new = bytes.get(self.read..).unwrap_or_default();
        let complete = new.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        self.read += complete;
        let lines = new[..complete].split(|byte| *byte == b'\n');
        lines.filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}
