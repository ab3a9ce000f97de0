//! An exploration at work: a walk that looks for states unlike the others, what is known of every target, and what became
//! of it. How one target is searched for is in `seek`, how a violation gets shorter in `violation`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::cone::{Cone, needs_of};
use super::corpus::Expect;
use super::measure::Measure;
use super::pool::{Pool, Step};
use super::progress::Teller;
use super::site::Aim;
use super::solve::{Attempt, Ground, Solver, cost_of};
use super::target::{Goal, Root, Target, root_expr};
use super::unit::Groundwork;
use super::values::Stock;
use super::wish::{reads_result, reads_state};
use super::{Finder, Hint, Outcome, Violation};
use crate::interp::{Accepted, Call, Gap, Machine, Random, State, Value, Verdict};
use crate::ir::{OperationId, Reads, Service, StateId};

/// How many measurements a step of the walk spends on its inputs: where the operation succeeded before, and elsewhere.
const EFFORT_OF_STEP: usize = 160;
const EFFORT_OF_TRIAL: usize = 60;
/// How many measurements it spends on a target that was not reached yet.
pub(crate) const EFFORT_OF_CHANCE: usize = 60;
/// How many states are remembered in which an operation succeeded.
const MAX_KNOWN: usize = 40;
/// The longest that a call waits, and the longest that a trace may take, in milliseconds.
const MAX_WAIT: i64 = 366 * 24 * 3_600_000;
const MAX_AGE: i64 = 20 * MAX_WAIT;

/// How a target was reached.
#[derive(Debug, Clone)]
pub(crate) struct Reached {
    pub(crate) place: Origin,
    pub(crate) inputs: Vec<Value>,
    pub(crate) now: i64,
    /// What else failed, as a distance: zero where the target was reached alone.
    pub(crate) soft: f64,
}

/// Where a state comes from.
#[derive(Debug, Clone)]
pub(crate) enum Origin {
    /// Calls lead to it.
    Node(usize),
    /// It was made: it is valid, and no way to it is known.
    Made(State, i64),
}

/// The nearest that a target was missed by.
#[derive(Debug, Clone)]
pub(crate) struct Missed {
    pub(crate) node: usize,
    pub(crate) attempt: Attempt,
}

/// How often an operation was called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Calls that succeeded.
    pub accepted: u64,
    /// Calls that were rejected.
    pub rejected: u64,
    /// Calls for which no inputs were found.
    pub without_inputs: u64,
}

impl Count {
    /// Counts what was counted elsewhere, too.
    pub(crate) fn add(&mut self, other: Count) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.without_inputs += other.without_inputs;
    }
}

/// An exploration at work.
pub(crate) struct Engine<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) solver: Solver<'m>,
    /// The targets; after those that are told of, that each invariant fails, and that operations succeed.
    pub(crate) targets: &'m [Target],
    /// How many of them are told of.
    pub(crate) public: usize,
    /// How many of them are searched for.
    pub(crate) wanted: usize,
    pub(crate) pool: Pool,
    pub(crate) reached: Vec<Option<Reached>>,
    pub(crate) missed: Vec<Option<Missed>>,
    /// The targets that were reached since somebody was told.
    news: Vec<usize>,
    pub(crate) counts: Vec<Count>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) steps: u64,
    pub(crate) random: Random,
    /// For each operation, states in which it succeeded.
    pub(crate) known: Vec<Vec<usize>>,
    /// The operations that are called, each with the position of the target that it succeeds.
    pub(crate) accepts: BTreeMap<OperationId, usize>,
    /// The operation that the targets are about.
    pub(crate) own: Option<OperationId>,
    /// For each target, what it depends on.
    pub(crate) reads: Vec<Reads>,
    /// For each operation, what it can change.
    pub(crate) writes: &'m [BTreeSet<StateId>],
    /// The targets whose search was cut short.
    pub(crate) cut: Vec<bool>,
    /// What searches that come nearer may still cost beyond their share, and what they were granted.
    pub(crate) bonus: u64,
    pub(crate) granted: u64,
}

/// What an exploration is about.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'m> {
    /// The targets; after those that are told of, that each invariant fails, and that operations succeed.
    pub(crate) targets: &'m [Target],
    /// How many of them are told of.
    pub(crate) public: usize,
    /// How many of them are searched for: with what should never be.
    pub(crate) wanted: usize,
    pub(crate) cone: &'m Cone,
    pub(crate) own: Option<OperationId>,
    pub(crate) writes: &'m [BTreeSet<StateId>],
}

impl<'m> Engine<'m> {
    pub(crate) fn new(
        machine: &'m Machine,
        solver: Solver<'m>,
        scope: Scope<'m>,
        initial: State,
        seed: u64,
    ) -> Engine<'m> {
        let service = machine.service();
        let Scope { targets, public, wanted, cone, own, writes } = scope;
        let succeeds = targets.iter().enumerate().filter(|(_, target)| matches!(target.root, Root::Operation));
        let succeeds = succeeds.filter_map(|(at, target)| Some((target.operation?, at)));
        let accepts = succeeds.filter(|(id, _)| cone.operations.contains(id)).collect();
        let of_types = reads_of_types(service);
        let reads = targets.iter().map(|target| reads_of(service, target, &of_types)).collect();
        let count = service.operations.len();
        Engine {
            machine,
            solver,
            targets,
            public,
            wanted,
            pool: Pool::new(cone.fields.iter().copied().collect(), initial, super::BEGINNING),
            reached: vec![None; targets.len()],
            missed: vec![None; targets.len()],
            news: Vec::new(),
            counts: vec![Count::default(); count],
            violations: Vec::new(),
            steps: 0,
            random: Random::seeded(seed),
            known: vec![Vec::new(); count],
            accepts,
            own,
            reads,
            writes,
            cut: vec![false; targets.len()],
            bonus: 0,
            granted: 0,
        }
    }

    /// Begins from states that were reached already.
    pub(crate) fn begin_from(&mut self, groundwork: &Groundwork) {
        let fields = std::mem::take(&mut self.pool.fields);
        self.pool = groundwork.pool.clone();
        self.pool.look_at(fields);
        self.known.clone_from(&groundwork.known);
    }

    /// The operations that are called.
    pub(crate) fn operations(&self) -> Vec<OperationId> {
        self.accepts.keys().copied().collect()
    }

    pub(crate) fn service(&self) -> &'m Service {
        self.machine.service()
    }

    pub(crate) fn ground(&self, node: usize, target: usize) -> Ground<'_> {
        let stock = self.pool.stock(self.service(), node);
        let place = &self.pool.nodes[node];
        Ground { state: &place.state, now: place.now, stock, timed: self.reads[target].clock, valid: true, hints: None }
    }

    pub(crate) fn solve(&mut self, target: usize, node: usize, effort: usize) -> Attempt {
        let mut random = self.random.split();
        // What came nearest before is likely to come near again.
        let start = self.missed[target].as_ref().map(|missed| &*missed.attempt.inputs);
        let ground = self.ground(node, target);
        let attempt = self.solver.solve(&self.targets[target], ground, start, effort, &mut random);
        self.note(target, node, &attempt);
        attempt
    }

    /// Searches for inputs with which a call succeeds.
    fn solve_call(&mut self, target: usize, node: usize, hints: Option<&Stock>, start: Option<&[Value]>) -> Attempt {
        let mut random = self.random.split();
        let ground = Ground { hints, ..self.ground(node, target) };
        let known = self.targets[target].operation.map(|id| &self.known[id.index()]);
        let is_trial = hints.is_none() && known.is_some_and(|known| !known.is_empty() && !known.contains(&node));
        let effort = if is_trial { EFFORT_OF_TRIAL } else { EFFORT_OF_STEP };
        let attempt = self.solver.solve(&self.targets[target], ground, start, effort, &mut random);
        self.note(target, node, &attempt);
        attempt
    }

    /// Remembers what was reached, and how near to it the rest came.
    fn note(&mut self, target: usize, node: usize, attempt: &Attempt) {
        if attempt.measure.is_reached() {
            self.note_reached(target, Origin::Node(node), attempt);
        } else if self.missed[target].as_ref().is_none_or(|known| attempt.measure.beats(&known.attempt.measure)) {
            self.missed[target] = Some(Missed { node, attempt: attempt.clone() });
        }
    }

    /// Of two ways the one without side effects counts, then the one that is shorter.
    pub(crate) fn note_reached(&mut self, target: usize, place: Origin, attempt: &Attempt) {
        let soft = attempt.measure.soft;
        let better = match &self.reached[target] {
            Some(known) => (soft, self.depth(&place)) < (known.soft, self.depth(&known.place)),
            None => true,
        };
        if self.reached[target].is_none() && target < self.public {
            self.news.push(target);
        }
        if better {
            let Attempt { inputs, now, .. } = attempt.clone();
            self.reached[target] = Some(Reached { place, inputs, now, soft });
        }
    }

    /// Tells which targets were reached since the last time.
    pub(crate) fn tell(&mut self, teller: &Teller<'_>) {
        self.news.drain(..).for_each(|target| teller.reached(&self.targets[target]));
    }

    pub(crate) fn depth(&self, place: &Origin) -> usize {
        match place {
            Origin::Node(node) => self.pool.nodes[*node].depth,
            Origin::Made(..) => usize::MAX,
        }
    }

    pub(crate) fn is_done(&self, target: usize) -> bool {
        self.reached[target].as_ref().is_some_and(|reached| reached.soft == 0.0)
    }

    /// Whether a search for a target would find nothing better: a text that breaks its pattern is in no state, so clauses
    /// that look for it there fail, too.
    pub(crate) fn is_settled(&self, target: usize) -> bool {
        let breaks = matches!(self.targets[target].goal, Goal::Part(Aim::Pattern(probe)) if !probe.matches());
        self.is_done(target) || (breaks && self.reached[target].is_some())
    }

    /// Whether a target is about the limits of a pattern: there are many of those, and they lead nowhere new.
    pub(crate) fn is_probe(&self, target: usize) -> bool {
        matches!(self.targets[target].goal, Goal::Part(Aim::Pattern(_)))
    }

    /// Whether a target is about what a call leaves, of an operation that has no body here.
    pub(crate) fn is_hopeless(&self, target: usize) -> bool {
        let Target { operation: Some(id), root: Root::Ensures(at), ways, .. } = &self.targets[target] else {
            return false;
        };
        let has_body = self.machine.bodies()[id.index()].hole.is_none();
        let expr = &self.service().operation(*id).ensures[*at].expr;
        !has_body && ways.iter().all(|way| reads_result(self.service(), expr, way))
    }

    /// Whether only the inputs of a call that succeeds have a say in a target: then it is of no use to look for other states.
    pub(crate) fn is_of_inputs(&self, target: usize) -> bool {
        let Target { operation: Some(id), root: Root::Ensures(at), ways, .. } = &self.targets[target] else {
            return false;
        };
        let expr = &self.service().operation(*id).ensures[*at].expr;
        !self.known[id.index()].is_empty() && !ways.iter().any(|way| reads_state(self.service(), expr, way))
    }

    pub(crate) fn open(&self) -> usize {
        self.reached.iter().take(self.public).filter(|reached| reached.is_none()).count()
    }

    /// Makes a call that should succeed.
    pub(crate) fn step(&mut self, node: usize, operation: OperationId, hints: Option<&Stock>) -> Option<usize> {
        self.step_from(node, operation, hints, None)
    }

    /// Makes a call that should succeed. Where no inputs are found, and the same call led here, it is tried again with
    /// what was right the last time.
    pub(crate) fn step_on(&mut self, node: usize, operation: OperationId, hints: Option<&Stock>) -> Option<usize> {
        self.step(node, operation, hints).or_else(|| {
            let (_, last) =
                self.pool.nodes[node].parent.as_ref().filter(|(_, step)| step.call.operation == operation)?;
            let inputs = last.call.inputs.clone();
            self.step_from(node, operation, hints, Some(&inputs))
        })
    }

    fn step_from(
        &mut self,
        node: usize,
        operation: OperationId,
        hints: Option<&Stock>,
        start: Option<&[Value]>,
    ) -> Option<usize> {
        let accepts = self.accepts.get(&operation).copied()?;
        let mut attempt = self.solve_call(accepts, node, hints, start);
        self.let_time_pass(accepts, node, &mut attempt);
        if !attempt.measure.is_reached() {
            self.counts[operation.index()].without_inputs += 1;
            return None;
        }
        self.call(node, operation, &attempt)
    }

    /// Now and then a call comes later than it could.
    fn let_time_pass(&mut self, target: usize, node: usize, attempt: &mut Attempt) {
        let spans = &self.solver.lore.spans;
        let by = match self.random.below(8) {
            0 => 1,
            1 => 1000,
            2 if !spans.is_empty() => spans[self.random.below(spans.len() as u64) as usize],
            _ => return,
        };
        let now = attempt.now.saturating_add(by.clamp(0, MAX_WAIT));
        let state = &self.pool.nodes[node].state;
        let measure = self.solver.measure(&self.targets[target], state, &attempt.inputs, now);
        if measure.is_reached() && now < super::BEGINNING + MAX_AGE {
            *attempt = Attempt { inputs: std::mem::take(&mut attempt.inputs), now, measure };
        }
    }

    /// Makes a call, and says where it led.
    pub(crate) fn call(&mut self, node: usize, operation: OperationId, attempt: &Attempt) -> Option<usize> {
        self.steps += 1;
        let call = Call { operation, inputs: attempt.inputs.clone() };
        let mut random = self.random.split();
        let state = &self.pool.nodes[node].state;
        let (verdict, attempts) = self.machine.call_and_count(state, &call, attempt.now, &mut random);
        self.solver.meter.count(cost_of(attempts));
        match verdict {
            Verdict::Accepted(accepted) => Some(self.arrive(node, call, attempt.now, accepted)),
            Verdict::Broken(finding) => {
                self.violate(node, call, attempt.now, *finding);
                None
            }
            Verdict::Rejected(_) => {
                self.counts[operation.index()].rejected += 1;
                None
            }
            Verdict::Refused(_) | Verdict::Hole(_) => None,
        }
    }

    /// Makes the calls that reach targets, in case one of them breaks something.
    pub(crate) fn try_all(&mut self) {
        (0..self.public).for_each(|target| self.try_reached(target));
    }

    /// Makes the call that reaches a target, where calls lead there.
    pub(crate) fn try_reached(&mut self, target: usize) {
        if let Some(Reached { place: Origin::Node(node), inputs, now, .. }) = self.reached[target].clone() {
            // What reaches one target may well reach another.
            if let Some(operation) = self.targets[target].operation {
                self.look_at_call(node, &Call { operation, inputs: inputs.clone() }, now);
            }
            self.try_out(target, node, &Attempt { inputs, now, measure: Measure::default() });
        }
    }

    fn arrive(&mut self, node: usize, call: Call, now: i64, accepted: Accepted) -> usize {
        let operation = call.operation;
        self.counts[operation.index()].accepted += 1;
        self.look_at_call(node, &call, now);
        let Accepted { state, outputs } = accepted;
        let step = Step { call, now, outputs };
        let at = self.pool.add(state, now, Some((node, step)));
        if self.pool.novel.last() == Some(&at) {
            self.look_at_state(at);
        }
        let known = &mut self.known[operation.index()];
        if known.len() < MAX_KNOWN && !known.contains(&node) {
            known.push(node);
        }
        at
    }

    /// Notes the targets that a call happens to reach.
    pub(crate) fn look_at_call(&mut self, node: usize, call: &Call, now: i64) {
        for target in 0..self.targets.len() {
            if self.targets[target].operation == Some(call.operation) && self.reached[target].is_none() {
                let state = &self.pool.nodes[node].state;
                let measure = self.solver.measure(&self.targets[target], state, &call.inputs, now);
                let attempt = Attempt { inputs: call.inputs.clone(), now, measure };
                self.note(target, node, &attempt);
            }
        }
    }

    /// Notes the targets that a state happens to be.
    pub(crate) fn look_at_state(&mut self, node: usize) {
        for target in 0..self.targets.len() {
            if self.targets[target].operation.is_none() && self.reached[target].is_none() {
                let place = &self.pool.nodes[node];
                let measure = self.solver.measure(&self.targets[target], &place.state, &[], place.now);
                let attempt = Attempt { inputs: Vec::new(), now: place.now, measure };
                self.note(target, node, &attempt);
            }
        }
    }

    /// Makes the call that reaches a target: where it succeeds, it leads on.
    pub(crate) fn try_out(&mut self, target: usize, node: usize, attempt: &Attempt) {
        let Some(operation) = self.targets[target].operation else { return };
        if let Some(next) = self.call(node, operation, attempt) {
            self.pool.keep(next);
        }
    }

    /// Asks somebody else about the targets that are still open.
    pub(crate) fn ask(&mut self, finder: &dyn Finder) {
        for target in 0..self.public {
            if self.reached[target].is_some() || self.is_hopeless(target) {
                continue;
            }
            let Some(hint) = finder.find(self.service(), &self.targets[target]) else { continue };
            let Hint { state, now, inputs, at } = hint;
            let measure = self.solver.measure(&self.targets[target], &state, &inputs, at);
            if measure.is_reached() && self.machine.check_state(&state, now).is_ok() {
                self.note_reached(target, Origin::Made(state, now), &Attempt { inputs, now: at, measure });
            }
        }
    }

    /// What became of a target.
    pub(crate) fn outcome(&self, target: usize) -> Outcome {
        match &self.reached[target] {
            Some(Reached { place, soft, .. }) => {
                Outcome::Reached { traced: matches!(place, Origin::Node(_)), alone: *soft == 0.0 }
            }
            None => Outcome::Missed { why: self.why(target), cut: self.is_cut(target) },
        }
    }

    /// Whether a longer search could have come further.
    fn is_cut(&self, target: usize) -> bool {
        !self.is_hopeless(target) && (self.cut[target] || self.missed[target].is_none())
    }

    /// What the nearest attempt at a target lacks, and whether there could have been more of them.
    fn why(&self, target: usize) -> String {
        if self.is_hopeless(target) {
            return "it is about what the operation leaves, and there is no body for it".to_string();
        }
        let lacks = match &self.missed[target] {
            Some(missed) => self.lacks(target, missed),
            None => "it was never tried".to_string(),
        };
        if self.cut[target] { format!("{lacks}; the search was cut short") } else { lacks }
    }

    fn lacks(&self, target: usize, Missed { node, attempt }: &Missed) -> String {
        let goal = &self.targets[target];
        let service = self.service();
        if let Some(Gap::Whole(gap)) = attempt.measure.missed_by {
            return format!("the nearest is {} away", gap.unsigned_abs());
        }
        let Some(operation) = goal.operation else {
            return "no state that was reached or made is like that".to_string();
        };
        let call = Call { operation, inputs: attempt.inputs.clone() };
        let state = &self.pool.nodes[*node].state;
        let rejected = self.machine.precondition(state, &call, attempt.now).ok().flatten();
        let clause = rejected.and_then(|rejection| Expect::Rejected(rejection).clause());
        match clause.filter(|clause| Some(*clause) != goal.clause()) {
            Some(clause) => format!("the nearest call also breaks {}", clause.title(service)),
            None => "no call that was tried is like that, in any state that was reached or made".to_string(),
        }
    }

    /// Whether the instant of the call matters to a target.
    pub(crate) fn is_timed(&self, target: usize) -> bool {
        self.reads[target].clock
    }
}

/// Keeps so many of a list, evenly spread.
pub(crate) fn spread(list: &mut Vec<usize>, most: usize) {
    let count = list.len();
    if count > most {
        *list = (0..most).map(|at| list[at * count / most]).collect();
    }
}

/// What a target depends on: everything that its call needs, and the condition itself.
fn reads_of(service: &Service, target: &Target, of_types: &Reads) -> Reads {
    let own = root_expr(service, target.operation, &target.root).map(|expr| Reads::of(service, expr));
    let needs = target.operation.map(|id| needs_of(service, id));
    [of_types.clone()].into_iter().chain(own).chain(needs).fold(Reads::default(), joined)
}

/// What the refinements of types read.
pub(crate) fn reads_of_types(service: &Service) -> Reads {
    let refinements = service.aliases.iter().filter_map(|alias| alias.refinement.as_ref());
    refinements.map(|expr| Reads::of(service, expr)).fold(Reads::default(), joined)
}

fn joined(mut one: Reads, other: Reads) -> Reads {
    one.fields.extend(other.fields);
    one.clock |= other.clock;
    one
}
