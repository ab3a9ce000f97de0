//! What a call does: whether it is accepted, what it leaves behind, and whether every promise was kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::candidates::Elements;
use super::candidates::{Maker, Taste};
use super::check;
use super::eval::Sight;
use super::explain;
use super::finding::{Clause, Finding};
use super::frame::broken_frame;
use super::model::Model;
use super::picks::Picks;
use super::random::Random;
use super::refine::Refiner;
use super::stop::{Stop, Undefined};
use super::value::{State, Value};
use super::watch::{Changes, Watch, watches};
use super::wire;
use super::work::{Failure, Lasting, Work};
use crate::convention::{Presence, presence};
use crate::effect::Place;
use crate::ir::{Expr, OperationId, ParamIndex, ResolvedRule, Service, Transition, TypeRef};
use crate::realize::{Body, Hole, realize};

/// How many combinations of open values are tried.
const MAX_ATTEMPTS: usize = 2000;
/// How many values from long lists are looked at, over all attempts.
const MAX_FROM_LISTS: usize = 100_000;
/// How many of these count as one attempt.
const LOOKS_PER_ATTEMPT: u64 = 8;

/// A service that can be run. It holds no state.
#[derive(Debug)]
pub struct Machine {
    pub(crate) model: Model,
    bodies: Vec<Body>,
    presence: Vec<Vec<Presence>>,
    pub(crate) watches: Vec<Watch>,
    /// Whether the state or the clock can break the type of a value that did not change.
    pub(crate) types_depend_on_more: bool,
    words: BTreeSet<String>,
    distinct: bool,
}

/// An operation with its inputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The operation.
    pub operation: OperationId,
    /// Its inputs, in their order.
    pub inputs: Vec<Value>,
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It succeeded.
    Accepted(Accepted),
    /// Its precondition does not hold; nothing changed.
    Rejected(Rejection),
    /// It is outside the contract, since a number left its range; nothing changed.
    Refused(Stop),
    /// Its precondition holds, and no way was found to keep all promises; nothing changed.
    Broken(Box<Finding>),
    /// There is no body for the operation; nothing changed.
    Hole(Hole),
}

/// A call that succeeded.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The state after it.
    pub state: State,
    /// Its outputs, in their order.
    pub outputs: Vec<Value>,
}

/// Why a call was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rejection {
    /// An input breaks its type.
    Input(ParamIndex, Clause),
    /// What an input names is not there: a `requires` of the form `<input> in e`.
    Missing(Clause, #[serde(skip)] Option<Stop>),
    /// Another `requires` does not hold.
    Requires(Clause, #[serde(skip)] Option<Stop>),
    /// No rule of a transition leads from where the entry is.
    Transition(Clause),
}

impl Rejection {
    /// The same without the place at which a condition had no value.
    #[must_use]
    pub fn without_place(self) -> Rejection {
        match self {
            Rejection::Missing(clause, _) => Rejection::Missing(clause, None),
            Rejection::Requires(clause, _) => Rejection::Requires(clause, None),
            Rejection::Input(..) | Rejection::Transition(_) => self,
        }
    }

    /// The status with which a service answers.
    pub fn status(self) -> u16 {
        match self {
            Rejection::Input(..) => 422,
            Rejection::Missing(..) => 404,
            Rejection::Requires(..) | Rejection::Transition(_) => 409,
        }
    }
}

impl Machine {
    /// Prepares a service.
    pub fn new(service: Arc<Service>) -> Machine {
        let bodies = realize(&service);
        let presence = service.operations.iter().map(|operation| presence(&service, operation)).collect();
        let watches = watches(&service);
        let words = crate::convention::routes(&service).0.words();
        let types_depend_on_more = check::types_depend_on_more(&service);
        Machine { model: Model::new(service), bodies, presence, watches, types_depend_on_more, words, distinct: false }
    }

    /// The same with other bodies, for showing that the checks notice wrong ones.
    #[must_use]
    pub fn with_bodies(mut self, bodies: Vec<Body>) -> Machine {
        self.bodies = bodies;
        self
    }

    /// The same with chosen integers that begin at another thousand for each operation, where their types allow it: they
    /// cannot be taken for values that come from elsewhere.
    #[must_use]
    pub fn with_distinct_numbers(mut self) -> Machine {
        self.distinct = true;
        self
    }

    /// The same for who tries one call after the other: what was made up for open places is remembered, as long as it depends
    /// on no state.
    #[must_use]
    pub(crate) fn with_memory(mut self) -> Machine {
        self.model.elements = (!self.types_depend_on_more).then(Elements::default);
        self
    }

    /// The service.
    pub fn service(&self) -> &Service {
        &self.model.service
    }

    /// The bodies of its operations, in their order.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Works out a call at an instant, in milliseconds since the epoch.
    pub fn call(&self, before: &State, call: &Call, now: i64, random: &mut Random) -> Verdict {
        self.call_and_count(before, call, now, random).0
    }

    /// The same, and how many attempts it took; values that were looked at in long lists count as well.
    pub(crate) fn call_and_count(&self, before: &State, call: &Call, now: i64, random: &mut Random) -> (Verdict, u64) {
        match self.precondition(before, call, now) {
            Ok(None) => self.perform(before, call, now, random),
            Ok(Some(rejection)) => (Verdict::Rejected(rejection), 1),
            Err(stop) => (Verdict::Refused(stop), 1),
        }
    }

    fn sight<'a>(&'a self, before: &'a State, call: &'a Call, now: i64) -> Sight<'a> {
        Sight { model: &self.model, now, before, after: before, inputs: &call.inputs, outputs: &[] }
    }

    /// Why a call is rejected, if it is.
    pub fn precondition(&self, before: &State, call: &Call, now: i64) -> Result<Option<Rejection>, Stop> {
        let sight = self.sight(before, call, now);
        if let Some(rejection) = self.broken_input(sight, call)? {
            return Ok(Some(rejection));
        }
        let requires = self.failing_requires(sight, call)?;
        let rejected = match requires {
            Some(_) => requires,
            None => self.failing_transition(sight, call)?,
        };
        match rejected {
            Some(rejection) => Ok(Some(self.missing(sight, call)?.unwrap_or(rejection))),
            None => Ok(None),
        }
    }

    fn broken_input(&self, sight: Sight<'_>, call: &Call) -> Result<Option<Rejection>, Stop> {
        let inputs = self.service().operation(call.operation).inputs.iter().zip(&call.inputs);
        for (index, (param, value)) in inputs.enumerate() {
            if let Some((clause, _)) = Refiner::new(sight).broken(&param.ty, value)? {
                return Ok(Some(Rejection::Input(ParamIndex(index as u32), clause)));
            }
        }
        Ok(None)
    }

    fn failing_requires(&self, sight: Sight<'_>, call: &Call) -> Result<Option<Rejection>, Stop> {
        for (at, requires) in self.service().operation(call.operation).requires.iter().enumerate() {
            if let Some(stop) = fails(sight, &requires.expr)? {
                return Ok(Some(Rejection::Requires(Clause::Requires(call.operation, at), stop)));
            }
        }
        Ok(None)
    }

    /// The first thing that is not there, of a call that is rejected anyway.
    fn missing(&self, sight: Sight<'_>, call: &Call) -> Result<Option<Rejection>, Stop> {
        // An input that is `none` names nothing that could be missing.
        let named = |presence: &&Presence| call.inputs.get(presence.input.index()) != Some(&Value::None);
        for presence in self.presence[call.operation.index()].iter().filter(named) {
            if let Some(stop) = fails(sight, &presence.test)? {
                return Ok(Some(Rejection::Missing(Clause::Requires(call.operation, presence.clause), stop)));
            }
        }
        Ok(None)
    }

    fn failing_transition(&self, sight: Sight<'_>, call: &Call) -> Result<Option<Rejection>, Stop> {
        for (at, transition) in self.service().transitions.iter().enumerate() {
            if let Some(enabled) = enabled(sight, transition, call)?
                && enabled.is_empty()
            {
                return Ok(Some(Rejection::Transition(Clause::Transition(at))));
            }
        }
        Ok(None)
    }

    /// Makes the ensures true, trying one combination of open values after the other.
    fn perform(&self, before: &State, call: &Call, now: i64, random: &mut Random) -> (Verdict, u64) {
        let body = &self.bodies[call.operation.index()];
        if let Some(hole) = &body.hole {
            return (Verdict::Hole(hole.clone()), 1);
        }
        let mut lasting = Lasting::new(MAX_FROM_LISTS);
        let mut picks = Picks::default();
        let mut first: Option<(Failure, State, Vec<Value>)> = None;
        let mut attempts = 0;
        let mut is_through = false;
        let looked_at = |lasting: &Lasting| (MAX_FROM_LISTS - lasting.from_lists.get()) as u64 / LOOKS_PER_ATTEMPT;
        for _ in 0..MAX_ATTEMPTS {
            attempts += 1;
            let mut work = self.attempt(before, call, now, picks.current(), &mut lasting, random);
            let followed = work.follow(body);
            let far = if followed.is_ok() { usize::MAX } else { work.slots };
            let changes = Changes::among(before, &work.after, &work.touched);
            let result = followed.and_then(|()| check::kept(self, work.sight(), call, &changes));
            let Work { after, outputs, slots, exhausted, .. } = work;
            match result {
                Ok(()) => {
                    return (Verdict::Accepted(Accepted { state: after, outputs }), attempts + looked_at(&lasting));
                }
                Err(failure) => {
                    // An overflow counts only where every attempt ends in one: a guess may overflow by itself.
                    if first.as_ref().is_none_or(|(known, ..)| known.is_outside() && !failure.is_outside()) {
                        first = Some((failure, after, outputs));
                    }
                    if !picks.advance(slots, far, exhausted) {
                        is_through = !picks.gave_up();
                        break;
                    }
                }
            }
        }
        let unfinished = lasting.unfinished.borrow();
        let is_unfinished = |place: &Place| !is_through || unfinished.iter().any(|known| known.is_same(place));
        (self.unkept(before, (call, now), first, &is_unfinished), attempts + looked_at(&lasting))
    }

    /// Whether a service that was in one state may answer a call like this and be in another: every ensures, type,
    /// invariant and transition holds, and nothing else changed. The precondition is not looked at.
    pub fn judge(&self, before: &State, call: &Call, accepted: &Accepted, now: i64) -> Result<(), Finding> {
        let Accepted { state: after, outputs } = accepted;
        let sight = Sight { model: &self.model, now, before, after, inputs: &call.inputs, outputs };
        let changes = Changes::between(before, after);
        let found = check::kept(self, sight, call, &changes).and_then(|()| self.frame(sight, call));
        found.map_err(|failure| {
            let mut finding = Finding::new(failure.clause, failure.stop);
            finding.values = explain::values(sight, failure.clause, call);
            finding.trace = vec![call.clone()];
            finding
        })
    }

    fn frame(&self, sight: Sight<'_>, call: &Call) -> Result<(), Failure> {
        let effects = &self.bodies[call.operation.index()].effects;
        let clause = |id| Clause::Frame(call.operation, id);
        match broken_frame(sight, call.operation, effects) {
            Ok(None) => Ok(()),
            Ok(Some(id)) => Err(Failure { clause: clause(id), stop: None }),
            Err(stop) => Err(Failure { clause: clause(crate::ir::StateId(0)), stop: Some(stop) }),
        }
    }

    fn attempt<'a>(
        &'a self,
        before: &'a State,
        call: &'a Call,
        now: i64,
        picks: &'a [usize],
        lasting: &'a mut Lasting,
        random: &'a mut Random,
    ) -> Work<'a> {
        let outputs = vec![Value::Open; self.service().operation(call.operation).outputs.len()];
        Work {
            model: &self.model,
            operation: call.operation,
            words: &self.words,
            first_number: self.distinct.then(|| 1000 * (7 + i64::from(call.operation.0)) + 1),
            now,
            before,
            inputs: &call.inputs,
            after: before.clone(),
            outputs,
            picks,
            lasting,
            random,
            slots: 0,
            touched: Vec::new(),
            exhausted: None,
            effects: None,
        }
    }

    /// What to say of a call whose promises could not be kept: what its first attempt broke.
    fn unkept(
        &self,
        before: &State,
        (call, now): (&Call, i64),
        first: Option<(Failure, State, Vec<Value>)>,
        is_unfinished: &dyn Fn(&Place) -> bool,
    ) -> Verdict {
        let Some((failure, after, outputs)) = first else { return Verdict::Refused(Stop::Unknown) };
        if let Some(stop) = failure.stop.filter(|_| failure.is_outside()) {
            return Verdict::Refused(stop);
        }
        if let Clause::Ensures(_, clause) = failure.clause
            && self.is_unfound((call.operation, clause), failure.stop, is_unfinished)
        {
            let reason = "no value was found that keeps it; there may be one".to_string();
            return Verdict::Hole(Hole { clause, reason });
        }
        let sight = Sight { model: &self.model, now, before, after: &after, inputs: &call.inputs, outputs: &outputs };
        let mut finding = Finding::new(failure.clause, failure.stop);
        finding.values = explain::values(sight, failure.clause, call);
        finding.trace = vec![call.clone()];
        Verdict::Broken(Box::new(finding))
    }

    /// Whether a clause fails for want of a value: not everything was tried that it could have been kept with.
    fn is_unfound(
        &self,
        (operation, clause): (OperationId, usize),
        stop: Option<Stop>,
        is_unfinished: &dyn Fn(&Place) -> bool,
    ) -> bool {
        let body = &self.bodies[operation.index()];
        match stop {
            Some(Stop::Undefined(Undefined::Undecided, _)) => !body.tries_all(),
            Some(_) | None => {
                body.is_open_ended(self.service(), clause) || body.hangs_on(self.service(), clause, is_unfinished)
            }
        }
    }

    /// Whether a state satisfies every type, refinement, invariant and `always`.
    pub fn check_state(&self, state: &State, now: i64) -> Result<(), Finding> {
        let sight = Sight::of_state(&self.model, state, now);
        check::state_holds(self, sight).map_err(|failure| {
            let mut finding = Finding::new(failure.clause, failure.stop);
            finding.values = explain::condition_values(sight, failure.clause);
            finding
        })
    }

    /// The same without the reason.
    pub(crate) fn is_sound(&self, state: &State, now: i64) -> bool {
        check::state_holds(self, Sight::of_state(&self.model, state, now)).is_ok()
    }

    /// Values of a declared type that satisfy its refinements in a state: small ones, then random ones.
    pub fn samples(&self, ty: &TypeRef, state: &State, now: i64, random: &mut Random) -> Vec<Value> {
        let sight = Sight::of_state(&self.model, state, now);
        let maker = Maker { sight, random: random.split(), taste: Taste::Least };
        let refiner = Refiner::new(sight);
        maker.values(ty, &[]).filter(|value| matches!(refiner.broken(ty, value), Ok(None))).collect()
    }

    /// Whether a value satisfies a declared type in a state.
    pub(crate) fn fits(&self, ty: &TypeRef, value: &Value, state: &State, now: i64) -> bool {
        let refiner = Refiner::new(Sight::of_state(&self.model, state, now));
        matches!(refiner.broken(ty, value), Ok(None))
    }

    /// A value that a convention makes of inputs and outputs, as text.
    pub fn header(&self, value: &Expr, inputs: &[Value], outputs: &[Value]) -> Option<String> {
        let nothing = State::new(Vec::new());
        let sight = Sight { model: &self.model, now: 0, before: &nothing, after: &nothing, inputs, outputs };
        let found = sight.value(value).ok().filter(|value| !value.is_none())?;
        Some(wire::text_of(self.service(), &value.ty, &found))
    }
}

/// Whether a condition fails, and why where it is undefined.
fn fails(sight: Sight<'_>, condition: &Expr) -> Result<Option<Option<Stop>>, Stop> {
    super::refine::failed(sight.evaluator().truth(condition))
}

/// The rules of a transition that a call may take; none where the call is not about the transition.
pub(crate) fn enabled<'s>(
    sight: Sight<'_>,
    transition: &'s Transition,
    call: &Call,
) -> Result<Option<Vec<&'s ResolvedRule>>, Stop> {
    let resolved = transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
    let rules: Vec<&ResolvedRule> = resolved.filter(|rule| rule.via == call.operation).collect();
    let Some(first) = rules.first() else { return Ok(None) };
    let entry = call.inputs.get(first.key.index()).and_then(|key| match sight.before.field(first.relation) {
        Value::Map(entries) => entries.get(key),
        _ => None,
    });
    let Some(Value::Record(fields)) = entry else { return Ok(Some(Vec::new())) };
    let mut found = Vec::new();
    for rule in rules {
        let here = fields.get(transition.field.index()) == Some(&Value::Enum(rule.from));
        let open = match &rule.guard {
            Some(guard) if here => {
                let truth = sight.evaluator().with_fields(fields).truth(guard);
                super::refine::failed(truth)?.is_none()
            }
            Some(_) | None => here,
        };
        if open {
            found.push(rule);
        }
    }
    Ok(Some(found))
}

/// Calls one after the other, with the way they came.
#[derive(Debug)]
pub struct Run<'m> {
    machine: &'m Machine,
    state: State,
    trace: Vec<Call>,
    random: Random,
}

impl<'m> Run<'m> {
    /// Begins in the initial state.
    pub fn new(machine: &'m Machine, seed: u64) -> Result<Run<'m>, Finding> {
        Ok(Run { machine, state: machine.initial()?, trace: Vec::new(), random: Random::seeded(seed) })
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Makes a call. A violation comes with all calls that led to it.
    pub fn call(&mut self, call: Call, now: i64) -> Verdict {
        let mut verdict = self.machine.call(&self.state, &call, now, &mut self.random);
        self.trace.push(call);
        match &mut verdict {
            Verdict::Accepted(accepted) => self.state = accepted.state.clone(),
            Verdict::Broken(finding) => finding.trace.clone_from(&self.trace),
            Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Hole(_) => drop(self.trace.pop()),
        }
        verdict
    }
}
