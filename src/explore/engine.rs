//! The search: a walk that looks for states unlike the others, then each target that is left on its own.

use std::collections::BTreeSet;

use super::corpus::Expect;
use super::measure::Measure;
use super::pool::{Pool, Step};
use super::shrink::{Scene, shortest};
use super::site::Aim;
use super::solve::{Attempt, Ground, Solver};
use super::target::{Goal, Root, Target, root_expr};
use super::values::Stock;
use super::{Finder, Hint, Options, Outcome, Progress, Stage, Violation};
use crate::interp::{Accepted, Call, Finding, Gap, Machine, Random, State, Value, Verdict};
use crate::ir::{Expr, OperationId, Reads, Service, StateId};
use crate::realize::Body;

/// How many measurements a step of the walk spends on its inputs.
const EFFORT_OF_STEP: usize = 160;
/// How many measurements it spends on a target that was not reached yet.
const EFFORT_OF_CHANCE: usize = 60;
/// How deep the walk goes before it begins anew.
const MAX_DEPTH: usize = 60;
/// How many states are remembered in which an operation succeeded.
const MAX_KNOWN: usize = 40;
/// How many states a search for one target looks at, and with how much effort.
const MAX_LOOKED_AT: usize = 120;
const EFFORT_OF_LOOK: usize = 40;
/// How many of them it goes into, and with how much effort.
const MAX_ENTERED: usize = 8;
const EFFORT_OF_ENTERING: usize = 500;
/// How many states a search keeps at each depth, and how long it goes on without coming nearer.
const BEAM: usize = 6;
const PATIENCE: usize = 5;
const MAX_BEAM_DEPTH: usize = 40;
/// How many calls are repeated together, and how often that may fail.
const MAX_REPEATED: usize = 6;
const MAX_FAILURES: usize = 4;
/// The longest that a call waits, and the longest that a trace may take, in milliseconds.
const MAX_WAIT: i64 = 366 * 24 * 3_600_000;
const MAX_AGE: i64 = 20 * MAX_WAIT;
/// From how many states a call that broke a promise is tried again, and how often.
const MAX_RETRIED: usize = 300;
const RETRIES: usize = 4;
/// How many states a search for shorter traces keeps at each depth, and how many calls it makes.
const MAX_WIDTH: usize = 120;
const MAX_WIDE_CALLS: usize = 6000;
/// The randomness with which a violation is shown again.
const REPLAY_SEED: u64 = 4;
/// How many of the nearest states are changed by hand, and with how much effort.
const MAX_CHANGED: usize = 3;
const EFFORT_OF_CHANGE: usize = 6000;

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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Calls that succeeded.
    pub accepted: u64,
    /// Calls that were rejected.
    pub rejected: u64,
    /// Calls for which no inputs were found.
    pub without_inputs: u64,
}

/// An exploration at work.
pub(crate) struct Engine<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) solver: Solver<'m>,
    /// The targets; after those of the spec, that each invariant fails.
    pub(crate) targets: &'m [Target],
    /// How many of them are of the spec.
    public: usize,
    pub(crate) pool: Pool,
    pub(crate) reached: Vec<Option<Reached>>,
    pub(crate) missed: Vec<Option<Missed>>,
    pub(crate) counts: Vec<Count>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) steps: u64,
    pub(crate) random: Random,
    known: Vec<Vec<usize>>,
    /// For each operation, the position of the target that it succeeds.
    accepts: Vec<usize>,
    /// For each target, what it depends on.
    reads: Vec<Reads>,
    /// For each operation, what it can change.
    writes: Vec<BTreeSet<StateId>>,
}

impl<'m> Engine<'m> {
    pub(crate) fn new(
        machine: &'m Machine,
        solver: Solver<'m>,
        (targets, public): (&'m [Target], usize),
        initial: State,
        seed: u64,
    ) -> Engine<'m> {
        let service = machine.service();
        let accepts = (0..service.operations.len() as u32)
            .filter_map(|id| {
                targets.iter().position(|target| {
                    target.operation == Some(OperationId(id)) && matches!(target.root, Root::Operation)
                })
            })
            .collect();
        let reads = targets.iter().map(|target| reads_of(service, target)).collect();
        let writes = machine.bodies().iter().map(writes_of).collect();
        let count = service.operations.len();
        Engine {
            machine,
            solver,
            targets,
            public,
            pool: Pool::new(service, initial, super::BEGINNING),
            reached: vec![None; targets.len()],
            missed: vec![None; targets.len()],
            counts: vec![Count::default(); count],
            violations: Vec::new(),
            steps: 0,
            random: Random::seeded(seed),
            known: vec![Vec::new(); count],
            accepts,
            reads,
            writes,
        }
    }

    fn service(&self) -> &'m Service {
        self.machine.service()
    }

    fn ground(&self, node: usize, target: usize) -> Ground<'_> {
        let stock = self.pool.stock(self.service(), node);
        let place = &self.pool.nodes[node];
        Ground { state: &place.state, now: place.now, stock, timed: self.reads[target].clock, valid: true, hints: None }
    }

    fn solve(&mut self, target: usize, node: usize, effort: usize) -> Attempt {
        let mut random = self.random.split();
        // What came nearest before is likely to come near again.
        let start = self.missed[target].as_ref().map(|missed| &*missed.attempt.inputs);
        let ground = self.ground(node, target);
        let attempt = self.solver.solve(&self.targets[target], ground, start, effort, &mut random);
        self.note(target, node, &attempt);
        attempt
    }

    /// Searches for inputs with which a call succeeds.
    fn solve_call(&mut self, target: usize, node: usize, hints: Option<&Stock>) -> Attempt {
        let mut random = self.random.split();
        let ground = Ground { hints, ..self.ground(node, target) };
        let attempt = self.solver.solve(&self.targets[target], ground, None, EFFORT_OF_STEP, &mut random);
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
    fn note_reached(&mut self, target: usize, place: Origin, attempt: &Attempt) {
        let soft = attempt.measure.soft;
        let better = match &self.reached[target] {
            Some(known) => (soft, self.depth(&place)) < (known.soft, self.depth(&known.place)),
            None => true,
        };
        if better {
            let Attempt { inputs, now, .. } = attempt.clone();
            self.reached[target] = Some(Reached { place, inputs, now, soft });
        }
    }

    pub(crate) fn depth(&self, place: &Origin) -> usize {
        match place {
            Origin::Node(node) => self.pool.nodes[*node].depth,
            Origin::Made(..) => usize::MAX,
        }
    }

    fn is_done(&self, target: usize) -> bool {
        self.reached[target].as_ref().is_some_and(|reached| reached.soft == 0.0)
    }

    /// Walks, with so many steps, and looks at what comes up on the way.
    pub(crate) fn walk(&mut self, options: &Options, progress: &mut dyn Progress) {
        let mut current = 0;
        self.look_at_state(0);
        let mut rounds = 0;
        while self.steps < options.budget && rounds < 3 * options.budget && !self.accepts.is_empty() {
            rounds += 1;
            let operation = self.next_operation();
            let node = self.next_node(current, operation);
            current = self.step(node, operation, None).unwrap_or(node);
            if rounds % 2 == 0 {
                self.take_chance(current);
            }
            progress.at(Stage::Walk, self.steps, options.budget, self.open());
        }
    }

    /// Calls any operation with any inputs, so many times, and looks at what comes up.
    pub(crate) fn wander(&mut self, options: &Options, progress: &mut dyn Progress) {
        let mut node = 0;
        self.look_at_state(0);
        while self.steps < options.budget && !self.accepts.is_empty() {
            let operation = OperationId(self.random.below(self.counts.len() as u64) as u32);
            let accepts = self.accepts[operation.index()];
            let mut random = self.random.split();
            let attempt = self.solver.any(&self.targets[accepts], self.ground(node, accepts), &mut random);
            let call = Call { operation, inputs: attempt.inputs.clone() };
            self.look_at_call(node, &call, attempt.now);
            node = self.call(node, operation, &attempt).unwrap_or(node);
            progress.at(Stage::Walk, self.steps, options.budget, self.open());
        }
    }

    fn open(&self) -> usize {
        self.reached.iter().take(self.public).filter(|reached| reached.is_none()).count()
    }

    /// Mostly the operation that succeeded least.
    fn next_operation(&mut self) -> OperationId {
        let count = self.counts.len();
        if self.random.below(3) == 0 {
            return OperationId(self.random.below(count as u64) as u32);
        }
        let first = self.random.below(count as u64) as usize;
        let order = (0..count).map(|offset| (first + offset) % count);
        let tried = |at: &usize| {
            let count = self.counts[*at];
            count.accepted + count.without_inputs / 4
        };
        OperationId(order.min_by_key(tried).unwrap_or(0) as u32)
    }

    /// Where to make the next call: where the last one led, where the operation succeeded before, or where something
    /// new showed up.
    fn next_node(&mut self, current: usize, operation: OperationId) -> usize {
        let known = &self.known[operation.index()];
        let novel = &self.pool.novel;
        match self.random.below(10) {
            0..=2 if self.pool.nodes[current].depth < MAX_DEPTH => current,
            3..=6 if !known.is_empty() => known[self.random.below(known.len() as u64) as usize],
            7..=8 => {
                let recent = novel.len().min(12) as u64;
                novel[novel.len() - 1 - self.random.below(recent) as usize]
            }
            _ => novel[self.random.below(novel.len() as u64) as usize],
        }
    }

    /// Makes a call that should succeed.
    fn step(&mut self, node: usize, operation: OperationId, hints: Option<&Stock>) -> Option<usize> {
        let accepts = self.accepts.get(operation.index()).copied()?;
        let mut attempt = self.solve_call(accepts, node, hints);
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
    fn call(&mut self, node: usize, operation: OperationId, attempt: &Attempt) -> Option<usize> {
        self.steps += 1;
        let call = Call { operation, inputs: attempt.inputs.clone() };
        let mut random = self.random.split();
        match self.machine.call(&self.pool.nodes[node].state, &call, attempt.now, &mut random) {
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

    /// Notes a promise that was broken, with the shortest trace that is found for it.
    fn violate(&mut self, node: usize, call: Call, now: i64, finding: Finding) {
        let known = self.violations.iter().position(|known| known.finding.clause == finding.clause);
        let depth = self.pool.nodes[node].depth;
        if known.is_some_and(|known| self.violations[known].trace.len() <= depth + 1) {
            return;
        }
        let trace = self.pool.trace(node);
        let violation = shortened(self.machine, &self.pool.nodes[0].state, &trace, &call, now, finding);
        match known {
            Some(known) if self.violations[known].trace.len() > violation.trace.len() => {
                self.violations[known] = violation;
            }
            Some(_) => {}
            None => self.violations.push(violation),
        }
    }

    /// Looks for shorter ways to what was broken: first with few calls from the beginning, then with the calls that broke
    /// it from the states that were reached.
    pub(crate) fn shorten_violations(&mut self) {
        self.widen();
        for at in 0..self.violations.len() {
            let Some(operation) = self.violations[at].trace.last().map(|step| step.call.operation) else { continue };
            let mut places: Vec<usize> = (0..self.pool.nodes.len()).collect();
            places.sort_by_key(|node| self.pool.nodes[*node].depth);
            places.retain(|node| self.pool.nodes[*node].depth + 1 < self.violations[at].trace.len());
            spread(&mut places, MAX_RETRIED);
            for node in places {
                self.step(node, operation, None);
            }
        }
    }

    /// Goes through the states that are few calls away, all operations in each, as long as a trace could get shorter.
    fn widen(&mut self) {
        let mut front = vec![0];
        let mut seen: BTreeSet<State> = BTreeSet::new();
        let mut calls = 0;
        while self.violations.iter().any(|known| known.trace.len() > self.pool.nodes[front[0]].depth + 1) {
            let mut next = Vec::new();
            for node in front {
                for operation in (0..self.counts.len() as u32).map(OperationId) {
                    for _ in 0..self.tries(operation) {
                        calls += 1;
                        let reached = self.step(node, operation, None);
                        next.extend(reached.filter(|at| seen.insert(self.pool.nodes[*at].state.clone())));
                    }
                }
            }
            spread(&mut next, MAX_WIDTH);
            front = next;
            if front.is_empty() || calls > MAX_WIDE_CALLS {
                return;
            }
        }
    }

    /// How often an operation is tried in a state: once where it has no inputs to choose.
    fn tries(&self, operation: OperationId) -> usize {
        if self.service().operation(operation).inputs.is_empty() { 1 } else { RETRIES }
    }

    /// Makes the calls that reach targets, in case one of them breaks something.
    pub(crate) fn try_all(&mut self) {
        for target in 0..self.public {
            if let Some(Reached { place: Origin::Node(node), inputs, now, .. }) = self.reached[target].clone() {
                // What reaches one target may well reach another.
                if let Some(operation) = self.targets[target].operation {
                    self.look_at_call(node, &Call { operation, inputs: inputs.clone() }, now);
                }
                let measure = Measure { hard: 0.0, soft: 0.0, gaps: Vec::new() };
                self.try_out(target, node, &Attempt { inputs, now, measure });
            }
        }
    }

    fn arrive(&mut self, node: usize, call: Call, now: i64, accepted: Accepted) -> usize {
        let operation = call.operation;
        self.counts[operation.index()].accepted += 1;
        self.look_at_call(node, &call, now);
        let Accepted { state, outputs } = accepted;
        let step = Step { call, now, outputs };
        let at = self.pool.add(self.service(), state, now, Some((node, step)));
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
    fn look_at_call(&mut self, node: usize, call: &Call, now: i64) {
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
    fn look_at_state(&mut self, node: usize) {
        for target in 0..self.targets.len() {
            if self.targets[target].operation.is_none() && self.reached[target].is_none() {
                let place = &self.pool.nodes[node];
                let measure = self.solver.measure(&self.targets[target], &place.state, &[], place.now);
                let attempt = Attempt { inputs: Vec::new(), now: place.now, measure };
                self.note(target, node, &attempt);
            }
        }
    }

    /// Tries a target that is still open, where the walk happens to be.
    fn take_chance(&mut self, node: usize) {
        let open: Vec<usize> = (0..self.targets.len())
            .filter(|target| self.targets[*target].operation.is_some() && !self.is_done(*target))
            .collect();
        if open.is_empty() {
            return;
        }
        let target = open[self.random.below(open.len() as u64) as usize];
        let attempt = self.solve(target, node, EFFORT_OF_CHANCE);
        if attempt.measure.is_reached() {
            self.try_out(target, node, &attempt);
        }
    }

    /// Makes the call that reaches a target: where it succeeds, it leads on.
    fn try_out(&mut self, target: usize, node: usize, attempt: &Attempt) {
        let Some(operation) = self.targets[target].operation else { return };
        if let Some(next) = self.call(node, operation, attempt) {
            self.pool.keep(next);
        }
    }

    /// Searches for every target that is still open.
    pub(crate) fn search(&mut self, progress: &mut dyn Progress) {
        let open: Vec<usize> = (0..self.public).filter(|target| !self.is_done(*target)).collect();
        for (done, target) in open.iter().enumerate() {
            progress.at(Stage::Search, done as u64, open.len() as u64, self.open());
            self.search_for(*target);
        }
    }

    /// Searches for calls that break what should always hold: from where it comes nearest to failing.
    pub(crate) fn hunt(&mut self, progress: &mut dyn Progress) {
        let count = self.targets.len() - self.public;
        for (done, target) in (self.public..self.targets.len()).enumerate() {
            progress.at(Stage::Hunt, done as u64, count as u64, 0);
            let nearest = self.look_around(target);
            self.go_towards(target, &nearest);
        }
    }

    fn search_for(&mut self, target: usize) {
        let nearest = self.look_around(target);
        if self.is_done(target) {
            return;
        }
        self.go_towards(target, &nearest);
        if self.reached[target].is_none() {
            self.change_states(target, &nearest);
        }
    }

    /// Looks for inputs in the states that were reached, and goes into those that come nearest.
    fn look_around(&mut self, target: usize) -> Vec<usize> {
        let mut places: Vec<usize> = self.pool.novel.clone();
        places.sort_by_key(|node| self.pool.nodes[*node].depth);
        if let Some(missed) = &self.missed[target] {
            places.insert(0, missed.node);
        }
        spread(&mut places, MAX_LOOKED_AT);
        let mut ranked: Vec<(f64, f64, usize)> = Vec::new();
        for node in places {
            let attempt = self.solve(target, node, EFFORT_OF_LOOK);
            if attempt.measure.is_perfect() {
                return Vec::new();
            }
            ranked.push((attempt.measure.hard, attempt.measure.soft, node));
        }
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut nearest: Vec<usize> = ranked.into_iter().map(|(_, _, node)| node).collect();
        nearest.dedup();
        nearest.truncate(MAX_ENTERED);
        for node in &nearest {
            if self.solve(target, *node, EFFORT_OF_ENTERING).measure.is_perfect() {
                break;
            }
        }
        nearest
    }

    /// Makes calls that bring the state nearer: the first one that does is followed; where none does, the best few.
    fn go_towards(&mut self, target: usize, nearest: &[usize]) {
        let mut front: Vec<usize> = nearest.iter().take(BEAM).copied().collect();
        let mut best = f64::MAX;
        let mut patience = PATIENCE;
        let mut turning_point = 0;
        for _ in 0..MAX_BEAM_DEPTH {
            let ranked = self.expand(target, &front, best);
            let Some((distance, node)) = ranked.first().copied() else { return };
            if distance < best && best < f64::MAX {
                let (distance, node) = self.repeat(target, turning_point, (distance, node));
                (best, turning_point, patience) = (distance, node, PATIENCE);
                front = vec![node];
            } else {
                patience = if best == f64::MAX { PATIENCE } else { patience - 1 };
                best = distance.min(best);
                front = ranked.into_iter().take(BEAM).map(|(_, node)| node).collect();
            }
            if patience == 0 || self.reached[target].is_some() {
                return;
            }
        }
    }

    /// What has just brought the state nearer is done again, as long as it does.
    fn repeat(&mut self, target: usize, since: usize, mut best: (f64, usize)) -> (f64, usize) {
        let operations = self.operations_between(since, best.1);
        let mut failures = 0;
        while failures < MAX_FAILURES && self.reached[target].is_none() && !operations.is_empty() {
            let mut node = Some(best.1);
            for operation in &operations {
                let hints = self.hints(target);
                node = node.and_then(|node| self.step(node, *operation, hints.as_ref()));
            }
            let Some(node) = node else { break };
            let distance = self.distance_at(target, node);
            if distance < best.0 {
                (best, failures) = ((distance, node), 0);
            } else {
                failures += 1;
            }
        }
        best
    }

    /// The operations on the way from one state to another; none where there is no such way, or a long one.
    fn operations_between(&self, from: usize, to: usize) -> Vec<OperationId> {
        let mut found = Vec::new();
        let mut at = to;
        while at != from && found.len() <= MAX_REPEATED {
            let Some((parent, step)) = &self.pool.nodes[at].parent else { return Vec::new() };
            found.push(step.call.operation);
            at = *parent;
        }
        found.reverse();
        if found.len() > MAX_REPEATED { Vec::new() } else { found }
    }

    fn distance_at(&mut self, target: usize, node: usize) -> f64 {
        let Measure { hard, soft, .. } = self.solve(target, node, EFFORT_OF_CHANCE).measure;
        hard + soft / 4.0
    }

    /// The states one call away, the nearest first; only one where it comes nearer than anything before.
    fn expand(&mut self, target: usize, front: &[usize], best: f64) -> Vec<(f64, usize)> {
        let mut ranked: Vec<(f64, usize)> = Vec::new();
        for node in front {
            let hints = self.hints(target);
            for operation in self.helpful(target) {
                let Some(next) = self.step(*node, operation, hints.as_ref()) else { continue };
                let distance = self.distance_at(target, next);
                if distance < best && best < f64::MAX {
                    return vec![(distance, next)];
                }
                ranked.push((distance, next));
            }
        }
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
        ranked
    }

    /// The inputs that came nearest to a target: what it takes to get there is likely about the same entries.
    fn hints(&self, target: usize) -> Option<Stock> {
        let missed = self.missed[target].as_ref()?;
        let inputs = &self.service().operation(self.targets[target].operation?).inputs;
        let mut stock = Stock::default();
        let pairs = inputs.iter().zip(&missed.attempt.inputs);
        pairs.for_each(|(param, value)| stock.add(self.service(), &param.ty, value));
        Some(stock)
    }

    /// The operations that change something a target depends on.
    fn helpful(&self, target: usize) -> Vec<OperationId> {
        let fields = &self.reads[target].fields;
        let helps = |at: &usize| !self.writes[*at].is_disjoint(fields);
        (0..self.writes.len()).filter(helps).map(|at| OperationId(at as u32)).collect()
    }

    /// Changes the nearest states until they fit, with every invariant kept.
    fn change_states(&mut self, target: usize, nearest: &[usize]) {
        // Where the call succeeds only the condition itself is missing.
        let known = self.targets[target].operation.map_or(&[][..], |id| &self.known[id.index()]);
        let mut places: Vec<usize> = known.iter().take(MAX_CHANGED).copied().collect();
        places.extend(nearest.iter().take(MAX_CHANGED).copied().chain([0]));
        for node in places {
            let mut random = self.random.split();
            let ground = self.ground(node, target);
            let fields = &self.reads[target].fields;
            let goal = &self.targets[target];
            let made = super::make::make(&self.solver, goal, fields, ground, EFFORT_OF_CHANGE, &mut random);
            if let Some((state, now, attempt)) = made {
                self.note_reached(target, Origin::Made(state, now), &attempt);
                return;
            }
        }
    }

    /// Asks somebody else about the targets that are still open.
    pub(crate) fn ask(&mut self, finder: &dyn Finder) {
        for target in 0..self.public {
            if self.reached[target].is_some() {
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
            None => Outcome::Missed { why: self.why(target) },
        }
    }

    /// What the nearest attempt at a target lacks.
    fn why(&self, target: usize) -> String {
        let Some(Missed { node, attempt }) = &self.missed[target] else { return "it was never tried".to_string() };
        let goal = &self.targets[target];
        let service = self.service();
        if let (Goal::Part(Aim::Boundary(..)), Some(Gap::Whole(gap))) = (goal.goal, attempt.measure.gaps.first())
            && *gap != 0
        {
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

/// A violation with what is left of its trace when all calls are taken out that it does without.
fn shortened(machine: &Machine, initial: &State, trace: &[Step], call: &Call, now: i64, finding: Finding) -> Violation {
    let clause = finding.clause;
    let broken = |scene: &Scene| {
        let replay = scene.replay(machine, initial, super::BEGINNING)?;
        let (call, now) = replay.next(scene.last.as_ref()?)?;
        match machine.call(&replay.state, &call, now, &mut Random::seeded(REPLAY_SEED)) {
            Verdict::Broken(finding) if finding.clause == clause => {
                let mut trace = replay.steps;
                trace.push(Step { call, now, outputs: Vec::new() });
                Some(Violation { finding: *finding, trace })
            }
            _ => None,
        }
    };
    let scene = Scene::of(machine, trace, super::BEGINNING, Some((call, now)));
    let scene = shortest(scene, &mut |scene| broken(scene).is_some());
    broken(&scene).unwrap_or_else(|| {
        let last = Step { call: call.clone(), now, outputs: Vec::new() };
        Violation { finding, trace: trace.iter().cloned().chain([last]).collect() }
    })
}

/// Keeps so many of a list, evenly spread.
fn spread(list: &mut Vec<usize>, most: usize) {
    let count = list.len();
    if count > most {
        *list = (0..most).map(|at| list[at * count / most]).collect();
    }
}

/// What a target depends on: everything that its call needs, and the condition itself.
fn reads_of(service: &Service, target: &Target) -> Reads {
    let mut found = Reads::default();
    let mut add = |expr: &Expr| {
        let Reads { fields, clock } = Reads::of(service, expr);
        found.fields.extend(fields);
        found.clock |= clock;
    };
    root_expr(service, target.operation, &target.root).into_iter().for_each(&mut add);
    let Some(id) = target.operation else { return found };
    service.operation(id).requires.iter().for_each(|clause| add(&clause.expr));
    let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
    for rule in rules.filter_map(|rule| rule.resolved.as_ref().ok()).filter(|rule| rule.via == id) {
        rule.guard.iter().for_each(&mut add);
    }
    service.aliases.iter().filter_map(|alias| alias.refinement.as_ref()).for_each(&mut add);
    found
}

/// What an operation can change.
fn writes_of(body: &Body) -> BTreeSet<StateId> {
    let places = body.effects.effects.iter().filter_map(|effect| match effect.place.root {
        crate::effect::Root::State(id) => Some(id),
        crate::effect::Root::Output(_) => None,
    });
    places.chain(body.effects.open.iter().copied()).collect()
}
