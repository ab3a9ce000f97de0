//! `specc verify`: proves what can be proved of a spec before anything is made of it.

mod ask;
mod child;
mod entry;
mod gate;
mod recall;
mod store;
mod work;

pub(super) use self::ask::Solver;
pub(super) use self::gate::{ignored, pass};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use self::entry::{Entry, Telling};
use self::work::{Done, all, clock};
use super::analyse::Analysis;
use super::explore::Thoroughness;
use super::inspect::report_errors;
use super::{Outcome, Talk, files, to_stderr, to_stdout};
use crate::explore::Effort as Thorough;
use crate::folder::{Below, Folder, Refused};
use crate::interp::Machine;
use crate::source::SourceMap;
use crate::verify::{self, Agenda, Effort, Means, Prover, Subject, Verdict};

/// How long `specc compile` waits for proofs, in microseconds.
const GATE: u64 = 60_000_000;
/// How many steps of the solver it spends on a check, so that what it cannot find out is the same another time.
const GATE_STEPS: u32 = 15_000_000;

/// What is asked of `specc verify`.
#[derive(Debug, Args)]
pub(super) struct Wanted {
    /// A spec file, or `-` for standard input
    spec: PathBuf,
    /// How long the solver may take for one check, in seconds [default: by effort 1, 5 or 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<f64>,
    #[command(flatten)]
    thoroughness: Thoroughness,
    /// How many checks are made at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Only checks whose claim or kind contains this; may be given several times
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
    /// Write each check that was put to the solver into this folder, for the z3 program
    #[arg(long, value_name = "DIR")]
    dump_smt: Option<PathBuf>,
    /// List what was proved, too, with the clauses that each proof used
    #[arg(long)]
    explain: bool,
    /// Print what `specc compile` has to know, and keep what was found out
    #[arg(long, hide = true)]
    entry: bool,
    /// Answer what an exploration asks
    #[arg(long, hide = true)]
    ask: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        Ok(_) | Err(_) => Err("a number of seconds, more than none and at most a day".to_string()),
    }
}

/// Verifies a spec.
pub(super) fn run(wanted: &Wanted, talk: Talk) -> Outcome {
    if child::is_child() { wanted.run(talk) } else { child::again() }
}

/// Works where the solver is there, and says what is the matter where it is not.
fn needing_solver(work: impl FnOnce() -> Outcome) -> Outcome {
    match verify::require_solver() {
        Ok(()) => work(),
        Err(problem) => {
            to_stderr(&format!("specc: {problem}"));
            Outcome::Internal
        }
    }
}

impl Wanted {
    /// What the gate asks of another process.
    fn by_gate(spec: &Path, effort: Thorough, limit: u16) -> Wanted {
        Wanted {
            spec: spec.into(),
            timeout: Some(limit.into()),
            thoroughness: Thoroughness { effort },
            jobs: None,
            only: Vec::new(),
            json: false,
            dump_smt: None,
            explain: false,
            entry: true,
            ask: false,
        }
    }

    fn run(&self, talk: Talk) -> Outcome {
        if self.ask {
            return needing_solver(ask::answer);
        }
        let analysis = match Analysis::of(&self.spec) {
            Ok(analysis) => analysis,
            Err(error) => {
                to_stderr(&format!("specc: cannot read {}: {error}", files::shown(&self.spec)));
                return Outcome::Environment;
            }
        };
        // Whoever asks for an entry has told what is wrong already.
        let outcome = if self.entry { Outcome::Fine } else { report_errors(&analysis) };
        let Analysis { sources, service, .. } = analysis;
        let (Outcome::Fine, Some(service)) = (outcome, service) else { return outcome };
        needing_solver(|| self.verify(&Machine::new(Arc::new(service)), &sources, talk))
    }

    fn verify(&self, machine: &Machine, sources: &SourceMap, talk: Talk) -> Outcome {
        let began = Instant::now();
        let (service, agenda) = (machine.service(), self.agenda(machine));
        let Done { outcomes, looked, made } = self.checked(&Prover::new(machine), &agenda.subjects, talk);
        if let Some(Err(error)) = self.dump_smt.as_deref().map(|folder| dump(folder, &outcomes)) {
            to_stderr(&format!("specc: cannot write the checks: {error}"));
            return Outcome::Environment;
        }
        let counts = (made, agenda.framed_count());
        if self.entry {
            let entry = Entry::of(service, &outcomes, counts, Telling::Doubts);
            to_stdout(&serde_json::to_string(&entry).unwrap_or_default());
            return Outcome::Fine;
        }
        if self.json {
            to_stdout(&format!("{:#}\n", verify::report_json(service, &outcomes, &agenda.framed)));
        } else {
            let telling = if self.explain { Telling::All } else { Telling::Unproved };
            tell(&Entry::of(service, &outcomes, counts, telling), sources);
        }
        if talk.verbose {
            talk.say(&times(&outcomes, looked, began));
        }
        conclusion(&outcomes)
    }

    /// The checks that are asked for.
    fn agenda(&self, machine: &Machine) -> Agenda {
        let service = machine.service();
        let fits = |subject: Subject| {
            let claim = format!("[{}] {}", subject.kind(), subject.title(service));
            self.only.iter().any(|text| claim.contains(text))
        };
        verify::agenda(service, machine.bodies(), (!self.only.is_empty()).then_some(&fits))
    }

    /// Makes checks. What `specc compile` keeps rests on another effort than what people ask for.
    fn checked(&self, prover: &Prover<'_>, subjects: &[Subject], talk: Talk) -> Done {
        if self.entry {
            return self.recalled(prover, subjects, talk);
        }
        all(prover, subjects, &self.means(), self.jobs(), talk)
    }

    fn means(&self) -> Means {
        let (seconds, steps) = match self.thoroughness.effort {
            Thorough::Quick => (1.0, GATE_STEPS / 5),
            Thorough::Normal => (5.0, GATE_STEPS),
            Thorough::Deep => (30.0, GATE_STEPS * 5),
        };
        let limit = (self.timeout.unwrap_or(seconds) * 1000.0) as u32;
        let effort = if self.entry { Effort::StepsWithin(steps, limit) } else { Effort::Time(limit) };
        let until = self.entry.then(|| clock().saturating_add(GATE));
        Means { effort, explain: self.explain, dump: self.dump_smt.is_some(), clock, until }
    }

    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

fn tell(entry: &Entry, sources: &SourceMap) {
    let told: String = entry.told.iter().map(|told| told.text(sources)).collect();
    to_stdout(&format!("{told}{}", entry.summary));
}

fn dump(folder: &Path, outcomes: &[verify::Outcome]) -> Result<(), Refused> {
    let folder = Folder::make_named(folder)?;
    for (at, outcome) in outcomes.iter().enumerate() {
        if let Some(text) = &outcome.smt {
            folder.write(&Below::new(&format!("{at:04}-{}.smt2", outcome.subject.kind()))?, text.as_bytes())?;
        }
    }
    Ok(())
}

fn times(outcomes: &[verify::Outcome], looked: u64, began: Instant) -> String {
    let sum = |of: fn(&verify::Outcome) -> u64| outcomes.iter().map(of).sum::<u64>() as f64 / 1e6;
    let (made, solver) = (sum(|outcome| outcome.spent.all), sum(|outcome| outcome.spent.solver));
    let all = made + looked as f64 / 1e6;
    let took = began.elapsed().as_secs_f64();
    format!("verify {took:.1} s; {all:.1} s of work, {solver:.1} s of it in the solver")
}

fn conclusion(outcomes: &[verify::Outcome]) -> Outcome {
    if outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Violated(_))) {
        Outcome::Findings
    } else if outcomes.iter().any(|outcome| outcome.defect.is_some()) {
        Outcome::Internal
    } else {
        Outcome::Fine
    }
}
