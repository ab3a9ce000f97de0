//! One check from beginning to end: a proof, else a situation that speaks against it, replayed in the interpreter.

use z3::{Config, with_z3_config};

use super::check::{Subject, changes, state_clauses};
use super::decode::{Situation, situation};
use super::encode::{Encoded, Mode, has_totals};
use super::goal::{Breadth, Puzzle, callable, consistent, keeps, takes};
use super::scene::Scene;
use super::solve::{Answer, Effort, Put, Tracking};
use super::sorts::Texts;
use super::truth::and;
use super::{Basis, Clock, Counterexample, Limit, Outcome, Spent, Verdict};
use crate::interp::{Call, Clause, Machine, Random, Verdict as Ran};
use crate::ir::{OperationId, Service};

/// How large collections are in a search.
const SIZES: [usize; 3] = [1, 2, 3];

/// How checks are made.
#[derive(Debug, Clone)]
pub struct Means {
    /// How long the solver may take for one check.
    pub effort: Effort,
    /// Whether to tell which clauses a proof used.
    pub explain: bool,
    /// Whether to keep what was put to the solver.
    pub dump: bool,
    /// Tells the time.
    pub clock: Clock,
}

/// Makes checks of one service.
pub(super) struct Judge<'s> {
    pub(super) machine: &'s Machine,
    pub(super) means: &'s Means,
}

/// What became of an attempt at a proof.
struct Tried {
    /// The clauses used, where it is proved.
    proved: Option<Vec<Clause>>,
    floats: bool,
    smt: Option<String>,
    spent: u64,
}

/// A puzzle of a subject.
type Maker<'m> = &'m (dyn Fn(&Scene<'_>) -> Encoded<Puzzle> + Sync);

impl<'s> Judge<'s> {
    fn service(&self) -> &'s Service {
        self.machine.service()
    }

    /// Makes one check.
    pub(super) fn check(&self, subject: Subject) -> Outcome {
        let begin = (self.means.clock)();
        let mut outcome = match subject {
            Subject::Initial => self.initial(subject),
            Subject::Consistent => self.consistent(subject),
            Subject::Requires(id, at) => {
                self.possible(subject, Some(id), &|scene| callable(scene, id, false, Some(at)))
            }
            Subject::Reachable(id) => self.possible(subject, Some(id), &|scene| callable(scene, id, true, None)),
            Subject::Rule(transition, rule) => self.rule(subject, transition, rule),
            Subject::Keeps(id, clause) => self.keeps(subject, id, clause),
            Subject::Choice(id) => self.choice(subject, id),
            Subject::Eventually(_) => Outcome::new(subject, Verdict::NotChecked("no exploration was made".to_string())),
            Subject::Fairness(_) => Outcome::new(subject, Verdict::NotChecked("fairness is never checked".to_string())),
        };
        outcome.spent.all = (self.means.clock)().saturating_sub(begin);
        outcome
    }

    fn initial(&self, subject: Subject) -> Outcome {
        let found = self.machine.initial().and_then(|state| self.machine.check_state(&state, 0).map(|()| state));
        match found {
            Ok(_) => Outcome::new(subject, Verdict::Proved),
            Err(finding) => Outcome::new(subject, Verdict::Violated(Box::new(Counterexample::told(finding)))),
        }
    }

    /// The initial state is a state in which everything holds; without it one is searched for.
    fn consistent(&self, subject: Subject) -> Outcome {
        if self.initial(subject).verdict == Verdict::Proved {
            return Outcome::new(subject, Verdict::Proved);
        }
        self.possible(subject, None, &|scene| Ok(consistent(scene)))
    }

    fn rule(&self, subject: Subject, transition: usize, rule: usize) -> Outcome {
        let found = super::check::resolved(self.service(), transition, rule);
        match found.map(|rule| &rule.resolved) {
            Some(Ok(resolved)) => {
                let via = resolved.via;
                self.possible(subject, Some(via), &|scene| takes(scene, transition, rule))
            }
            Some(Err(_)) | None => Outcome::new(subject, Verdict::NotChecked("the rule is skipped".to_string())),
        }
    }

    /// That something can be: a situation is found and replayed, or there is none.
    fn possible(&self, subject: Subject, call: Option<OperationId>, make: Maker<'_>) -> Outcome {
        let mut outcome = Outcome::new(subject, Verdict::Unknown(String::new()));
        let mut limit: Option<Limit> = None;
        let mut exhausted = true;
        for size in SIZES {
            match self.search(make, call, size, &mut outcome.spent) {
                Ok(Searched::Found(found, _)) if self.replays(subject, &found) => {
                    outcome.verdict = Verdict::Proved;
                    outcome.witness = Some(found);
                    return outcome;
                }
                Ok(Searched::Found(..)) => exhausted = false,
                Ok(Searched::Nothing) => {}
                Ok(Searched::GaveUp) => exhausted = false,
                Err(found) => limit = Some(found),
            }
        }
        let tried = self.refuted(make, &mut outcome);
        match (tried, limit) {
            (Some(core), _) => {
                outcome.core.clone_from(&core);
                outcome.verdict = Verdict::Violated(Box::new(Counterexample::none(core)));
            }
            (None, Some(limit)) => outcome.verdict = Verdict::Unknown(format!("specc cannot encode {}", limit.what)),
            (None, None) if exhausted => {
                outcome.basis = Basis::Bounded(SIZES.into_iter().max().unwrap_or(0));
                outcome.verdict = Verdict::Unknown("no such situation in collections of up to 3 elements".to_string());
            }
            (None, None) => outcome.verdict = Verdict::Unknown(self.means.effort.advice()),
        }
        outcome
    }

    /// Whether a situation is what it should be, in the interpreter.
    fn replays(&self, subject: Subject, found: &Situation) -> bool {
        let valid = || self.machine.check_state(&found.state, found.valid_at).is_ok();
        let accepted = |operation: OperationId| {
            let call = Call { operation, inputs: found.inputs.clone() };
            matches!(self.machine.precondition(&found.state, &call, found.now), Ok(None))
        };
        match subject {
            Subject::Requires(operation, at) => {
                let call = Call { operation, inputs: found.inputs.clone() };
                match self.machine.precondition(&found.state, &call, found.now) {
                    Ok(None) => true,
                    Ok(Some(rejection)) => !rejects(rejection, Clause::Requires(operation, at)),
                    Err(_) => false,
                }
            }
            Subject::Reachable(id) => valid() && accepted(id),
            Subject::Rule(..) => valid() && subject.operation(self.service()).is_some_and(accepted),
            Subject::Initial
            | Subject::Consistent
            | Subject::Keeps(..)
            | Subject::Choice(_)
            | Subject::Eventually(_)
            | Subject::Fairness(_) => valid(),
        }
    }

    /// Looks for a situation in collections of a size.
    pub(super) fn search(
        &self,
        make: Maker<'_>,
        call: Option<OperationId>,
        size: usize,
        spent: &mut Spent,
    ) -> Result<Searched, Limit> {
        let effort = self.means.effort.share(5);
        let (result, solver) = search(self.service(), make, call, size, (effort, self.means.clock))?;
        spent.solver += solver;
        Ok(result)
    }

    /// Tries to show that nothing is as a puzzle says: with what is narrowly needed, with everything, and with texts as
    /// they are.
    fn refuted(&self, make: Maker<'_>, outcome: &mut Outcome) -> Option<Vec<Clause>> {
        let share = self.means.effort.share(4);
        for texts in [Texts::Opaque, Texts::Native] {
            let tried = self.attempt(make, texts, share).ok()?;
            outcome.spent.solver += tried.spent;
            outcome.smt = tried.smt.or(outcome.smt.take());
            if let Some(core) = tried.proved {
                outcome.basis = if tried.floats { Basis::Approximation } else { Basis::Proof };
                return Some(core);
            }
        }
        None
    }

    fn attempt(&self, make: Maker<'_>, texts: Texts, effort: Effort) -> Result<Tried, Limit> {
        let (service, means) = (self.service(), self.means);
        with_z3_config(&Config::new(), || {
            let scene = Scene::new(service, Mode::Proof, texts)?;
            let puzzle = make(&scene)?;
            let tracking = if means.explain { Tracking::On } else { Tracking::Off };
            let mut put = Put::new(&scene, &puzzle, effort, tracking);
            let smt = means.dump.then(|| put.smt2(Mode::Proof));
            let answer = put.answer(means.clock);
            let proved = match answer {
                Answer::Never => Some(if means.explain { put.core() } else { Vec::new() }),
                Answer::Found(_) | Answer::GaveUp => None,
            };
            Ok(Tried { proved, floats: scene.encoder.floats.get(), smt, spent: put.spent })
        })
    }

    fn keeps(&self, subject: Subject, id: OperationId, clause: Clause) -> Outcome {
        let body = &self.machine.bodies()[id.index()];
        if let Some(reason) = self.unsaid(id, clause) {
            return Outcome::new(subject, Verdict::NotChecked(reason));
        }
        if self.is_untouched(id, clause) {
            let mut outcome = Outcome::new(subject, Verdict::Proved);
            outcome.framed = true;
            return outcome;
        }
        let guides = matches!(clause, Clause::Ensures(_, at) if super::goal::guided(body).contains(&at));
        if guides {
            // It guides a choice: that there is one is the check of the choice.
            let mut outcome = self.choice(subject, id);
            outcome.subject = subject;
            return outcome;
        }
        let mut outcome = Outcome::new(subject, Verdict::Unknown(String::new()));
        let mut limit = None;
        for (breadth, texts) in self.attempts(clause) {
            match self.attempt(&|scene| keeps(scene, id, body, clause, breadth), texts, self.means.effort.share(4)) {
                Ok(tried) => {
                    outcome.spent.solver += tried.spent;
                    outcome.smt = tried.smt.or(outcome.smt.take());
                    if let Some(core) = tried.proved {
                        outcome.basis = if tried.floats { Basis::Approximation } else { Basis::Proof };
                        outcome.core = core;
                        outcome.verdict = Verdict::Proved;
                        return outcome;
                    }
                }
                Err(found) => limit = Some(found),
            }
        }
        self.against(&mut outcome, id, clause, limit);
        outcome
    }

    fn attempts(&self, clause: Clause) -> Vec<(Breadth, Texts)> {
        let service = self.service();
        let counts = super::scene::conditions(service)
            .into_iter()
            .any(|(known, expr)| known != clause && has_totals(service, expr));
        let mut found = vec![(Breadth::Narrow, Texts::Opaque)];
        if counts {
            found.push((Breadth::Whole, Texts::Opaque));
        }
        found.push((Breadth::Narrow, Texts::Native));
        found
    }

    /// Looks for a call that breaks a clause.
    fn against(&self, outcome: &mut Outcome, id: OperationId, clause: Clause, limit: Option<Limit>) {
        let body = &self.machine.bodies()[id.index()];
        let (mut exhausted, mut other) = (true, None);
        for size in SIZES {
            let make = |scene: &Scene<'_>| keeps(scene, id, body, clause, Breadth::Whole);
            match self.search(&make, Some(id), size, &mut outcome.spent) {
                Ok(Searched::Found(found, floats)) => match self.replayed(id, &found) {
                    Replayed::Broken(counterexample) => {
                        outcome.basis = Basis::Proof;
                        outcome.verdict = Verdict::Violated(counterexample);
                        return;
                    }
                    Replayed::Kept if floats => other = Some("with exact numbers it would fail".to_string()),
                    Replayed::Kept if chooses(body) => {
                        other = Some("some choice of the service breaks it, and another keeps it".to_string());
                    }
                    Replayed::Outside => other = Some("a number would leave its range".to_string()),
                    Replayed::Kept | Replayed::Odd => {
                        outcome.defect = Some(found);
                        other = Some("the solver found a counterexample that does not replay".to_string());
                    }
                },
                Ok(Searched::Nothing) => {}
                Ok(Searched::GaveUp) | Err(_) => exhausted = false,
            }
        }
        let bound = SIZES.into_iter().max().unwrap_or(0);
        outcome.basis = Basis::Bounded(bound);
        outcome.verdict = match (other, limit) {
            (Some(other), _) => Verdict::Unknown(other),
            (None, Some(_)) if exhausted => Verdict::Proved,
            (None, Some(limit)) => Verdict::Unknown(format!("specc cannot encode {}", limit.what)),
            (None, None) if exhausted => {
                Verdict::Unknown(format!("not proved; nothing breaks it in collections of up to {bound} elements"))
            }
            (None, None) => Verdict::Unknown(self.means.effort.advice()),
        };
    }

    /// What the interpreter makes of a situation.
    fn replayed(&self, operation: OperationId, found: &Situation) -> Replayed {
        let call = Call { operation, inputs: found.inputs.clone() };
        if self.machine.check_state(&found.state, found.valid_at).is_err() {
            return Replayed::Odd;
        }
        match self.machine.call(&found.state, &call, found.now, &mut Random::seeded(1)) {
            Ran::Broken(finding) => Replayed::Broken(Box::new(Counterexample::found(found.clone(), call, *finding))),
            Ran::Accepted(_) => Replayed::Kept,
            Ran::Refused(_) => Replayed::Outside,
            Ran::Rejected(_) | Ran::Hole(_) => Replayed::Odd,
        }
    }

    /// Why nothing can be said of a clause, where that is so.
    fn unsaid(&self, id: OperationId, clause: Clause) -> Option<String> {
        let service = self.service();
        let loose = crate::effect::LooseCalls::of(service);
        let body = &self.machine.bodies()[id.index()];
        if let Some(hole) = &body.hole {
            return Some(format!("there is no body for `{}`: {}", service.operation(id).name, hole.reason));
        }
        let depends = |expr: &crate::ir::Expr| loose.within(expr);
        let own = super::scene::conditions(service).into_iter().find(|(known, _)| *known == clause);
        let by_clause = if let Clause::Ensures(_, at) = clause {
            depends(&service.operation(id).ensures[at].expr)
        } else {
            own.is_some_and(|(_, expr)| depends(expr))
        };
        (by_clause || !body.effects.loose.is_empty())
            .then(|| "it depends on a function that nobody supplies".to_string())
    }

    /// Whether a call changes nothing that a clause reads.
    fn is_untouched(&self, id: OperationId, clause: Clause) -> bool {
        let changed = changes(&self.machine.bodies()[id.index()]);
        let found = state_clauses(self.service()).into_iter().find(|(known, _)| *known == clause);
        found.is_some_and(|(_, reads)| !reads.clock && reads.fields.is_disjoint(&changed))
    }
}

/// What a search comes to.
pub(super) enum Searched {
    /// A situation, and whether it rests on numbers that are not exact.
    Found(Situation, bool),
    /// There is none of that size.
    Nothing,
    /// Nobody knows.
    GaveUp,
}

enum Replayed {
    Broken(Box<Counterexample>),
    Kept,
    Outside,
    Odd,
}

/// Looks for a situation in collections of a size.
pub(super) fn search(
    service: &Service,
    make: Maker<'_>,
    call: Option<OperationId>,
    size: usize,
    effort: (Effort, Clock),
) -> Result<(Searched, u64), Limit> {
    // Opaque texts are fast, and get texts of their own afterwards; where that does not work, native ones may.
    let (first, spent) = search_with(service, make, call, (size, Texts::Opaque), effort)?;
    match first {
        Searched::Found(..) => Ok((first, spent)),
        Searched::Nothing => Ok((first, spent)),
        Searched::GaveUp => {
            let (second, more) = search_with(service, make, call, (size, Texts::Native), effort)?;
            Ok((second, spent + more))
        }
    }
}

fn search_with(
    service: &Service,
    make: Maker<'_>,
    call: Option<OperationId>,
    (size, texts): (usize, Texts),
    (effort, clock): (Effort, Clock),
) -> Result<(Searched, u64), Limit> {
    with_z3_config(&Config::new(), || {
        let scene = Scene::new(service, Mode::Bounded(size), texts)?;
        let puzzle = make(&scene)?;
        let mut decent = Vec::new();
        for (field, val) in service.state.iter().zip(scene.before.iter()) {
            decent.push(scene.encoder.decent(&field.ty.ty, val)?);
        }
        if let Some(id) = call {
            for (param, val) in service.operation(id).inputs.iter().zip(puzzle.env.inputs.iter()) {
                decent.push(scene.encoder.decent(&param.ty.ty, val)?);
            }
        }
        for instant in [&scene.now, &scene.valid_at] {
            decent.extend(super::scalar::in_range(&crate::ir::Type::DateTime, instant));
        }
        if texts == Texts::Opaque && scene.encoder.composed.get() {
            return Ok((Searched::GaveUp, 0));
        }
        let mut put = Put::new(&scene, &puzzle, effort, Tracking::Off);
        put.also(&and(&decent));
        let result = match put.answer(clock) {
            Answer::Never => Searched::Nothing,
            Answer::GaveUp => Searched::GaveUp,
            Answer::Found(model) => match situation(&scene, &model, call.map(|id| (id, &puzzle.env))) {
                Some(found) => Searched::Found(found, scene.encoder.floats.get()),
                None => Searched::GaveUp,
            },
        };
        Ok((result, put.spent))
    })
}

fn rejects(rejection: crate::interp::Rejection, clause: Clause) -> bool {
    match rejection {
        crate::interp::Rejection::Missing(found, _) | crate::interp::Rejection::Requires(found, _) => found == clause,
        crate::interp::Rejection::Input(..) => true,
        crate::interp::Rejection::Transition(_) => false,
    }
}

pub(super) fn chooses(body: &crate::realize::Body) -> bool {
    body.steps.iter().any(|step| matches!(step.action, crate::realize::Action::Choose(..)))
}
