//! Proving a spec before anything is made of it: that its invariants can hold together, that every operation can be
//! called, keeps what it promises and breaks no invariant. What is violated comes with a situation that the interpreter
//! agrees on.

mod check;
mod choice;
mod collection;
mod combine;
mod decode;
mod encode;
mod example;
mod expr;
mod finder;
mod function;
mod goal;
mod ground;
mod instances;
mod judge;
mod keep;
mod keys;
mod literal;
mod overflow;
mod place;
mod reach;
mod refine;
mod region;
mod report;
mod scalar;
mod scene;
mod search;
mod solve;
mod sorts;
mod step;
mod text;
mod total;
mod truth;
mod value;

pub use check::{Agenda, Fits, Framed, Subject, agenda, subjects};
pub use decode::Situation;
pub use finder::{Asked, SolverFinder};
pub use judge::Means;
pub use keep::Kept;
pub use keys::{Keys, digest};
pub use reach::{is_asked, is_seen, is_wanted};
pub use report::{Counts, REPORT_VERSION, lines, report_json};
pub use solve::Effort;

use serde::{Deserialize, Serialize};

use crate::explore::Sight;
use crate::interp::{Call, Clause, Finding, Machine};
use ground::Ground;
use judge::Judge;

/// Why something cannot be put to the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// What it is, as a noun.
    pub what: String,
}

impl Limit {
    pub(crate) fn new(what: &str) -> Limit {
        Limit { what: what.to_string() }
    }
}

/// What became of a check.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It holds.
    Proved,
    /// It does not.
    Violated(Box<Counterexample>),
    /// Nobody knows, for this reason.
    Unknown(String),
    /// Nothing was tried, for this reason.
    NotChecked(String),
}

/// What a verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Basis {
    /// A proof, or a situation that the interpreter agrees on
    Proof,
    /// Collections of up to so many elements
    Bounded(usize),
    /// Exact numbers in the place of floats
    Approximation,
}

impl Basis {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Basis::Proof => "proof",
            Basis::Bounded(_) => "bounded",
            Basis::Approximation => "approximation",
        }
    }
}

/// Why something is violated.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// The situation before, where there is one.
    pub situation: Option<Situation>,
    /// The call that breaks the clause.
    pub call: Option<Call>,
    /// What the interpreter says.
    pub finding: Option<Finding>,
    /// The clauses that cannot hold together.
    pub core: Vec<Clause>,
}

impl Counterexample {
    fn told(finding: Finding) -> Counterexample {
        Counterexample { situation: None, call: None, finding: Some(finding), core: Vec::new() }
    }

    fn none(core: Vec<Clause>) -> Counterexample {
        Counterexample { situation: None, call: None, finding: None, core }
    }

    fn found(situation: Situation, call: Call, finding: Finding) -> Counterexample {
        Counterexample { situation: Some(situation), call: Some(call), finding: Some(finding), core: Vec::new() }
    }
}

/// Tells the time, in microseconds since some instant.
pub type Clock = fn() -> u64;

/// How long a check took, in microseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// In all.
    pub all: u64,
    /// In the solver.
    pub solver: u64,
}

/// What became of a check, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What was checked.
    pub subject: Subject,
    /// What became of it.
    pub verdict: Verdict,
    /// What that rests on.
    pub basis: Basis,
    /// What it assumes beside.
    pub notes: Vec<String>,
    /// The clauses that the proof used, where that was asked for.
    pub core: Vec<Clause>,
    /// A situation that shows it.
    pub witness: Option<Situation>,
    /// A situation that the solver found and the interpreter does not agree on: a defect of specc.
    pub defect: Option<Situation>,
    /// What was put to the solver, where that was asked for.
    pub smt: Option<String>,
    /// How long it took.
    pub spent: Spent,
    /// Whether the solver was stopped by the clock on the way: on another day it might come further.
    pub hurried: bool,
}

/// What an attempt took.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    /// In the solver, in microseconds.
    spent: u64,
    /// What was put to it, where that was asked for.
    smt: Option<String>,
    /// Whether the clock stopped it.
    hurried: bool,
}

impl Cost {
    /// With so many microseconds more in the solver.
    fn with(self, more: u64) -> Cost {
        Cost { spent: self.spent + more, ..self }
    }

    /// Both, the latter being the one that counts.
    fn and(self, later: Cost) -> Cost {
        Cost { spent: self.spent + later.spent, smt: later.smt.or(self.smt), hurried: self.hurried || later.hurried }
    }
}

impl Outcome {
    fn new(subject: Subject, verdict: Verdict) -> Outcome {
        Outcome {
            subject,
            verdict,
            basis: Basis::Proof,
            notes: Vec::new(),
            core: Vec::new(),
            witness: None,
            defect: None,
            smt: None,
            spent: Spent::default(),
            hurried: false,
        }
    }

    /// Adds what an attempt took.
    fn charge(&mut self, cost: Cost) {
        self.spent.solver += cost.spent;
        self.smt = cost.smt.or(self.smt.take());
        self.hurried |= cost.hurried;
    }

    /// What it took, for another outcome.
    fn cost(&mut self) -> Cost {
        Cost { spent: self.spent.solver, smt: self.smt.take(), hurried: self.hurried }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Makes checks of one service.
#[derive(Debug)]
pub struct Prover<'m> {
    /// Replays what is found.
    machine: &'m Machine,
    /// What is put to the solver.
    seen: &'m Machine,
    ground: Ground<'m>,
}

impl<'m> Prover<'m> {
    /// For a service.
    pub fn new(machine: &'m Machine) -> Prover<'m> {
        Prover::reading(machine, machine)
    }

    /// With another reading of the spec in the place of its own: for showing that a solver which is told the wrong thing is
    /// noticed. What is found is still replayed with the right one.
    pub fn reading(machine: &'m Machine, seen: &'m Machine) -> Prover<'m> {
        Prover { machine, seen, ground: Ground::between(machine, seen) }
    }

    /// The service.
    pub fn machine(&self) -> &'m Machine {
        self.machine
    }

    fn judge<'j>(&'j self, means: &'j Means) -> Judge<'j> {
        Judge { machine: self.machine, seen: self.seen, ground: &self.ground, means }
    }

    /// Makes one check.
    pub fn check(&self, subject: Subject, means: &Means) -> Outcome {
        self.judge(means).check(subject)
    }

    /// Decides a check by what was seen, where that can be.
    pub fn seen(&self, subject: Subject, sights: &[Sight], means: &Means) -> Option<Outcome> {
        self.judge(means).seen(subject, sights)
    }

    /// What became of a check before; nothing where a situation is none of this spec, or breaks nothing.
    pub fn recall(&self, subject: Subject, kept: &Kept, means: &Means) -> Option<Outcome> {
        self.judge(means).recall(subject, kept)
    }
}

/// The versions of the solver that specc is made for begin like this.
const SOLVER: &str = "5.3.";

/// The version of the solver that is at hand, or why there is none.
pub fn solver_version() -> String {
    z3::full_version().to_string()
}

/// The solver is there, and is the one that specc is made for: another one may give wrong answers. Otherwise what is
/// the matter, and what helps.
pub fn require_solver() -> Result<(), String> {
    let found = solver_version();
    if found.starts_with(SOLVER) {
        return Ok(());
    }
    let problem = match found.strip_prefix("missing: ") {
        Some(why) => format!("the solver is missing: {why}"),
        None => format!("the solver is Z3 {found}"),
    };
    let help = "put its library beside specc under the name libz3.so.5.3: `pip install --target DIR z3-solver==5.3.2.0` \
                has it in DIR/z3/lib";
    Err(format!("{problem}; specc needs Z3 {SOLVER}x. To mend it, {help}"))
}
