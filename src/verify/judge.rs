//! One check from beginning to end: a proof, else a situation that speaks against it, replayed in the interpreter.

use super::check::Subject;
use super::decode::Situation;
use super::encode::{Mode, View};
use super::goal::{Breadth, Denied, callable, consistent, keeps, takes};
use super::ground::Ground;
use super::region::Matter;
use super::scene::Scene;
use super::search::{Fits, Question, SIZES, Searched, search, search_with};
use super::solve::{Answer, Effort, Put, Tracking, afresh};
use super::sorts::Texts;
use super::{Basis, Clock, Cost, Counterexample, Limit, Outcome, Verdict};
use crate::interp::{Call, Clause, Machine, Random, Verdict as Ran};
use crate::ir::{OperationId, Service};

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
    /// When no check is begun any more, if there is such a time.
    pub until: Option<u64>,
}

/// Makes checks of one service.
pub(super) struct Judge<'s> {
    /// Replays what is found.
    pub(super) machine: &'s Machine,
    /// What is put to the solver: the same, but where a wrong reading is tried out.
    pub(super) seen: &'s Machine,
    /// What is known of what the solver is told.
    pub(super) ground: &'s Ground<'s>,
    pub(super) means: &'s Means,
}

/// What became of an attempt at a proof.
pub(super) struct Tried {
    /// The clauses used, where it is proved.
    pub(super) proved: Option<Vec<Clause>>,
    /// How many of the claims were shown, one after the other.
    pub(super) shown: usize,
    /// Whether the solver was stopped at its limit.
    pub(super) ran_out: bool,
    floats: bool,
    /// Whether it assumes that collections fit into a machine.
    sized: bool,
    cost: Cost,
}

impl<'s> Judge<'s> {
    fn service(&self) -> &'s Service {
        self.seen.service()
    }

    /// Makes one check.
    pub(super) fn check(&self, subject: Subject) -> Outcome {
        let begin = (self.means.clock)();
        if self.means.until.is_some_and(|until| begin >= until) {
            let why = "no time was left for it; `specc verify` makes every check";
            let mut outcome = Outcome::new(subject, Verdict::Unknown(why.to_string()));
            outcome.hurried = true;
            return outcome;
        }
        let mut outcome = match subject {
            Subject::Initial => self.initial(subject),
            Subject::Consistent => self.consistent(subject),
            Subject::Requires(id, at) => self.requires(subject, id, at),
            Subject::Reachable(id) => self.reachable(subject, id),
            Subject::Rule(transition, rule) => self.rule(subject, transition, rule),
            Subject::Keeps(id, clause) => self.keeps(subject, id, clause),
            Subject::Choice(id) => self.choice(subject, id),
            Subject::Overflow(id) => self.overflow(subject, id),
            Subject::Eventually(_) => {
                let why = "no state that was reached is like that, and the solver does not look for calls";
                Outcome::new(subject, Verdict::Unknown(why.to_string()))
            }
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
        self.possible(subject, Question::new(None, &|scene| Ok(consistent(scene))))
    }

    /// A `requires` by itself, in any state; where that is not decided, a call that fulfils all of them decides it.
    fn requires(&self, subject: Subject, id: OperationId, at: usize) -> Outcome {
        let by_itself = |scene: &Scene<'_>| callable(scene, id, false, Some(at));
        let mut alone = self.possible(subject, Question::new(Some(id), &by_itself));
        if !matches!(alone.verdict, Verdict::Unknown(_)) {
            return alone;
        }
        let mut whole = self.reachable(subject, id);
        if whole.verdict == Verdict::Proved {
            whole.charge(alone.cost());
            return whole;
        }
        alone.charge(whole.cost());
        alone
    }

    fn reachable(&self, subject: Subject, id: OperationId) -> Outcome {
        self.possible(subject, Question::new(Some(id), &|scene| callable(scene, id, true, None)))
    }

    fn rule(&self, subject: Subject, transition: usize, rule: usize) -> Outcome {
        let found = super::check::resolved(self.service(), transition, rule);
        match found.map(|rule| &rule.resolved) {
            Some(Ok(resolved)) => {
                let via = resolved.via;
                self.possible(subject, Question::new(Some(via), &|scene| takes(scene, transition, rule)))
            }
            Some(Err(_)) | None => Outcome::new(subject, Verdict::NotChecked("the rule is skipped".to_string())),
        }
    }

    /// That something can be: a situation is found and replayed, or there is none.
    fn possible(&self, subject: Subject, question: Question<'_>) -> Outcome {
        let mut outcome = Outcome::new(subject, Verdict::Unknown(String::new()));
        let mut limit: Option<Limit> = None;
        let mut exhausted = true;
        for size in SIZES {
            let fits = |found: &Situation| self.replays(subject, found);
            match self.search(question, size, &fits, &mut outcome) {
                Ok(Searched::Found(found, _)) if fits(&found) => {
                    outcome.verdict = Verdict::Proved;
                    outcome.witness = Some(found);
                    return outcome;
                }
                Ok(Searched::Found(..)) => exhausted = false,
                Ok(Searched::Nothing) => {}
                Ok(Searched::GaveUp | Searched::RanOut) => exhausted = false,
                Err(found) => limit = Some(found),
            }
        }
        let tried = self.refuted(question, &mut outcome);
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
    pub(super) fn replays(&self, subject: Subject, found: &Situation) -> bool {
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
            | Subject::Overflow(_)
            | Subject::Eventually(_)
            | Subject::Fairness(_) => valid(),
        }
    }

    /// Looks for a situation in collections of a size.
    pub(super) fn search(
        &self,
        question: Question<'_>,
        size: usize,
        fits: Fits<'_>,
        outcome: &mut Outcome,
    ) -> Result<Searched, Limit> {
        let means = Means { effort: self.means.effort.share(5), ..self.means.clone() };
        let sought = search(self.ground, question, size, fits, &means)?;
        outcome.charge(sought.cost);
        Ok(sought.result)
    }

    /// Tries to show that nothing is as a puzzle says. What is too much with opaque texts is not less with real ones.
    fn refuted(&self, question: Question<'_>, outcome: &mut Outcome) -> Option<Vec<Clause>> {
        let first = self.refute(question, Texts::Opaque, outcome)?;
        if first.proved.is_some() || first.ran_out {
            return first.proved;
        }
        self.refute(question, Texts::Native, outcome)?.proved
    }

    /// The same in one way; nothing where it cannot be put to the solver.
    pub(super) fn refute(&self, question: Question<'_>, texts: Texts, outcome: &mut Outcome) -> Option<Tried> {
        let mut tried = self.attempt(question, texts, self.means.effort.share(4)).ok()?;
        outcome.charge(std::mem::take(&mut tried.cost));
        if tried.proved.is_some() {
            outcome.basis = if tried.floats { Basis::Approximation } else { Basis::Proof };
            if tried.sized {
                outcome.note(super::total::SIZE_NOTE.to_string());
            }
        }
        Some(tried)
    }

    /// Tries to prove something: from what is near at first, then from all that matters.
    fn attempt(&self, question: Question<'_>, texts: Texts, effort: Effort) -> Result<Tried, Limit> {
        let near = self.ground.near(question.call, question.claim).filter(|_| texts == Texts::Opaque);
        let first = near.and_then(|near| self.attempt_with(question, Matter::Near(&near), texts, effort).ok());
        let (shown, cost) = match first {
            Some(first) if first.proved.is_some() => return Ok(first),
            Some(first) => (first.shown, first.cost),
            None => (question.shown, Cost::default()),
        };
        let question = Question { shown, ..question };
        let tried = self.attempt_with(question, question.matter(self.ground), texts, effort)?;
        Ok(Tried { cost: cost.and(tried.cost), ..tried })
    }

    fn attempt_with(
        &self,
        question: Question<'_>,
        matter: Matter<'_>,
        texts: Texts,
        effort: Effort,
    ) -> Result<Tried, Limit> {
        let (ground, means) = (self.ground, self.means);
        let effort = if texts == Texts::Native { effort.with_slow_steps() } else { effort };
        let (tried, more) = afresh(means.clock, || {
            let view = View { mode: Mode::Proof, texts, numbers: question.numbers };
            let scene = Scene::new(ground, view, matter)?;
            let puzzle = (question.make)(&scene)?;
            let tracking = if means.explain { Tracking::On } else { Tracking::Off };
            let mut put = Put::new(&scene, &puzzle, (effort, means.clock), tracking);
            let denied = match &puzzle.denied {
                Denied::Whole(denied) => std::slice::from_ref(denied),
                Denied::OneOf(denied) => denied,
            };
            let (mut proved, mut smt, mut ran_out) = (Some(Vec::new()), None, false);
            let mut shown = question.shown;
            for denied in denied.iter().skip(question.shown) {
                put.deny(denied);
                let answer = put.answer(means.clock);
                smt = means.dump.then(|| put.smt2(Mode::Proof, &answer));
                match answer {
                    Answer::Never => {
                        shown += 1;
                        if means.explain {
                            proved.iter_mut().for_each(|core| add(core, put.core()));
                        }
                    }
                    Answer::Found(_) | Answer::GaveUp | Answer::RanOut => {
                        ran_out = matches!(answer, Answer::RanOut);
                        proved = None;
                        break;
                    }
                }
            }
            let (floats, sized) = (scene.encoder.floats.get(), scene.encoder.sized.get());
            Ok(Tried { proved, shown, ran_out, floats, sized, cost: put.cost(smt) })
        });
        tried.map(|tried: Tried| Tried { cost: tried.cost.with(more), ..tried })
    }

    fn keeps(&self, subject: Subject, id: OperationId, clause: Clause) -> Outcome {
        let body = &self.seen.bodies()[id.index()];
        if let Some(reason) = self.unsaid(id, clause) {
            return Outcome::new(subject, Verdict::NotChecked(reason));
        }
        let guides = matches!(clause, Clause::Ensures(_, at) if super::goal::guided(body).contains(&at));
        if guides {
            // It guides a choice: that there is one is the check of the choice.
            let mut outcome = self.choice(subject, id);
            outcome.subject = subject;
            return outcome;
        }
        let mut outcome = Outcome::new(subject, Verdict::Unknown(String::new()));
        let (mut limit, mut ran_out) = (None, Vec::new());
        for (at, (breadth, texts)) in self.attempts(clause).into_iter().enumerate() {
            // What is too much with opaque texts is not less with real ones.
            if texts == Texts::Native && ran_out.contains(&breadth) {
                continue;
            }
            if at == 1 && self.is_broken(&mut outcome, id, clause) {
                return outcome;
            }
            let make = |scene: &Scene<'_>| keeps(scene, id, body, clause, breadth);
            let question = Question { claim: Some(clause), ..Question::new(Some(id), &make) };
            match self.attempt(question, texts, self.means.effort.share(4)) {
                Ok(tried) => {
                    outcome.charge(tried.cost);
                    ran_out.extend(tried.ran_out.then_some(breadth));
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

    /// A situation that shows at once: in the smallest collections, with opaque texts.
    pub(super) fn glimpse(&self, question: Question<'_>, fits: Fits<'_>, outcome: &mut Outcome) -> Option<Situation> {
        let means = Means { effort: self.means.effort.share(20), ..self.means.clone() };
        let sought = search_with(self.ground, question, (1, Texts::Opaque), &means).ok()?;
        outcome.charge(sought.cost);
        match sought.result {
            Searched::Found(found, _) => fits(&found).then_some(found),
            Searched::Nothing | Searched::GaveUp | Searched::RanOut => None,
        }
    }

    /// Whether a call that breaks a clause shows at once, before more is tried to prove it.
    fn is_broken(&self, outcome: &mut Outcome, id: OperationId, clause: Clause) -> bool {
        let body = &self.seen.bodies()[id.index()];
        let make = |scene: &Scene<'_>| keeps(scene, id, body, clause, Breadth::Whole);
        let fits = |found: &Situation| matches!(self.replayed(id, found), Replayed::Broken(_));
        let Some(found) = self.glimpse(Question::new(Some(id), &make), &fits, outcome) else { return false };
        let Replayed::Broken(counterexample) = self.replayed(id, &found) else { return false };
        outcome.verdict = Verdict::Violated(counterexample);
        true
    }

    fn attempts(&self, clause: Clause) -> Vec<(Breadth, Texts)> {
        let mut found = vec![(Breadth::Narrow, Texts::Opaque)];
        if self.ground.has_other_totals(clause) {
            found.push((Breadth::Whole, Texts::Opaque));
        }
        found.push((Breadth::Narrow, Texts::Native));
        found
    }

    /// Looks for a call that breaks a clause.
    fn against(&self, outcome: &mut Outcome, id: OperationId, clause: Clause, limit: Option<Limit>) {
        let body = &self.seen.bodies()[id.index()];
        let (mut exhausted, mut other) = (true, None);
        for size in SIZES {
            let make = |scene: &Scene<'_>| keeps(scene, id, body, clause, Breadth::Whole);
            let fits = |found: &Situation| matches!(self.replayed(id, found), Replayed::Broken(_));
            match self.search(Question::new(Some(id), &make), size, &fits, outcome) {
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
                    Replayed::Unfound => other = Some("specc found no value for what it leaves open".to_string()),
                    Replayed::Kept | Replayed::Odd => {
                        outcome.defect = Some(found);
                        other = Some("the solver found a counterexample that does not replay".to_string());
                    }
                },
                Ok(Searched::Nothing) => {}
                Ok(Searched::GaveUp | Searched::RanOut) | Err(_) => exhausted = false,
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
    pub(super) fn replayed(&self, operation: OperationId, found: &Situation) -> Replayed {
        let call = Call { operation, inputs: found.inputs.clone() };
        if self.machine.check_state(&found.state, found.valid_at).is_err() {
            return Replayed::Odd;
        }
        match self.machine.call(&found.state, &call, found.now, &mut Random::seeded(1)) {
            Ran::Broken(finding) => Replayed::Broken(Box::new(Counterexample::found(found.clone(), call, *finding))),
            Ran::Accepted(_) => Replayed::Kept,
            Ran::Refused(_) => Replayed::Outside,
            Ran::Hole(_) => Replayed::Unfound,
            Ran::Rejected(_) => Replayed::Odd,
        }
    }

    /// Why nothing can be said of a clause, where that is so.
    fn unsaid(&self, id: OperationId, clause: Clause) -> Option<String> {
        let service = self.service();
        let body = &self.seen.bodies()[id.index()];
        if let Some(hole) = &body.hole {
            return Some(format!("there is no body for `{}`: {}", service.operation(id).name, hole.reason));
        }
        let depends = |expr: &crate::ir::Expr| self.ground.loose.within(expr);
        let by_clause = if let Clause::Ensures(_, at) = clause {
            depends(&service.operation(id).ensures[at].expr)
        } else {
            self.ground.condition(clause).is_some_and(depends)
        };
        (by_clause || !body.effects.loose.is_empty())
            .then(|| "it depends on a function that nobody supplies".to_string())
    }
}

/// What the interpreter makes of a situation.
pub(super) enum Replayed {
    Broken(Box<Counterexample>),
    Kept,
    /// A number leaves its range.
    Outside,
    /// Specc finds no value for what the call leaves open; there may be one.
    Unfound,
    Odd,
}

fn add(core: &mut Vec<Clause>, more: Vec<Clause>) {
    let new: Vec<Clause> = more.into_iter().filter(|clause| !core.contains(clause)).collect();
    core.extend(new);
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
