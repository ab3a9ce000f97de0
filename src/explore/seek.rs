//! The search for one target: inputs in the states that were reached, calls that bring a state nearer, and where no calls
//! lead there, a state that is made.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::engine::{EFFORT_OF_CHANCE, Engine, Origin, Reached, spread};
use super::measure::Measure;
use super::progress::Teller;
use super::solve::{Ground, Purpose};
use super::values::Stock;
use crate::interp::{Call, Random, Sight, Value, Verdict};
use crate::ir::{OperationId, StateId};

/// How many states a search for one target looks at, and with how much effort.
const MAX_LOOKED_AT: usize = 120;
/// The same for one that was reached, but not alone.
const MAX_LOOKED_AT_AGAIN: usize = 30;
const MAX_ENTERED_AGAIN: usize = 2;
const EFFORT_OF_LOOK: usize = 40;
const EFFORT_OF_GLANCE: usize = 20;
/// How many of them it goes into, and with how much effort; and in how many the part may be as it should that the target is about.
const MAX_ENTERED: usize = 8;
const MAX_SETTLED: usize = 3;
const EFFORT_OF_ENTERING: usize = 500;
/// The effort with which inputs are looked for that make a call lead nearer.
const EFFORT_OF_LEADING: usize = 120;
const MAX_LED: usize = 6;
/// How many states a search goes on from without coming nearer, and how many altogether.
const PATIENCE: usize = 24;
const MAX_EXPANDED: usize = 400;
/// How many calls are repeated together, and how often that may fail.
const MAX_REPEATED: usize = 6;
const MAX_FAILURES: usize = 4;
/// How many of the last calls on the way to the nearest state are made once more.
const MAX_REDONE: usize = 3;
/// How many of the nearest states are changed by hand, and with how much effort.
const MAX_CHANGED: usize = 3;
const EFFORT_OF_CHANGE: usize = 6000;
/// How often calls are searched for that lead to where something breaks, and the randomness with which it does.
const MAX_HUNTS: usize = 3;
const HUNT_SEED: u64 = 8;
/// By how much more a search may cost for each step that brings it nearer.
const MOST_PER_STEP: u64 = 8_000;
/// How often the refinement of a state field is tried, from how many states that are alike, and from how many kinds.
const ROUNDS_OF_REFINEMENT: usize = 16;
const MAX_PRESSED: usize = 2;
const MAX_GROUPS: usize = 16;
/// How often all that is open is searched for, and what it may cost to reach one alone that was reached already.
const ROUNDS: usize = 2;
const MOST_FOR_ALONE: u64 = 4_000;
/// What the search for a way to one target may cost, in one round after the other.
const ALLOWANCES: [u64; 5] = [4_000, 8_000, 16_000, 32_000, 64_000];

/// A state, and how far it is from a target.
#[derive(Debug, Clone, Copy)]
struct Near {
    distance: f64,
    /// How far the part is that the target is about.
    part: f64,
    node: usize,
}

impl Near {
    /// Whether it is nearer than the best so far, where there was one.
    fn is_nearer(self, best: f64) -> bool {
        self.distance < best && best < f64::MAX
    }
}

/// The states that a search can go on from, each with the number of calls since it last came nearer.
struct Front(Vec<(usize, Near)>);

impl Front {
    fn new(nearest: &[Near]) -> Front {
        Front(nearest.iter().map(|near| (0, *near)).collect())
    }

    fn extend(&mut self, level: usize, found: Vec<Near>) {
        self.0.extend(found.into_iter().map(|near| (level, near)));
    }

    /// The nearest one, in turns the one that took fewest calls and the one that was found last.
    fn take(&mut self, turn: usize) -> Option<(usize, usize)> {
        let nearest = self.0.iter().map(|(_, near)| near.distance).min_by(f64::total_cmp)?;
        let mut alike = (0..self.0.len()).filter(|at| self.0[*at].1.distance == nearest);
        let at = if turn.is_multiple_of(2) { alike.min_by_key(|at| self.0[*at].0) } else { alike.next_back() };
        let (level, near) = self.0.remove(at?);
        Some((level, near.node))
    }
}

/// Sets those apart where the part is as it should be; none where it is among the nearest.
fn split_by_part(nearest: Vec<Near>) -> (Vec<Near>, Vec<Near>) {
    match nearest.first() {
        Some(first) if first.part > 0.0 => nearest.into_iter().partition(|near| near.part > 0.0),
        Some(_) | None => (nearest, Vec::new()),
    }
}

impl Engine<'_> {
    /// Searches for every target that is still open. What there is to spend is shared among them: what an easy one leaves is
    /// there for the others, and a single one gets no more than there is for one. At last those are searched for that were reached, but not alone.
    pub(crate) fn search(&mut self, (budget, most): (u64, u64), teller: &Teller<'_>) {
        let end = self.solver.meter.spent() + budget;
        (self.bonus, self.granted) = (budget, 0);
        let mut search = |engine: &mut Self, target: usize| {
            teller.looks_for(&engine.targets[target].name);
            engine.search_for(target);
            engine.tell(teller);
        };
        for _ in 0..ROUNDS {
            let open: Vec<usize> = (0..self.public).filter(|target| self.reached[*target].is_none()).collect();
            let left = (end + self.granted).saturating_sub(self.solver.meter.spent());
            self.each_in_turn(&open, left, most, &mut search);
        }
        let accompanied: Vec<usize> = (0..self.public).filter(|target| !self.is_settled(*target)).collect();
        let left = (end + self.granted).saturating_sub(self.solver.meter.spent());
        self.each_in_turn(&accompanied, left, MOST_FOR_ALONE, &mut search);
    }

    /// Finds calls with which every operation succeeds and every rule is taken: in rounds, and what is nearest first, so that
    /// what takes little comes before what needs it.
    pub(crate) fn lead_everywhere(&mut self, budget: u64) {
        let end = self.solver.meter.spent() + budget;
        for most in ALLOWANCES {
            for target in self.without_way() {
                let left = end.saturating_sub(self.solver.meter.spent());
                self.solver.meter.allow(left.min(most));
                if !self.has_way(target) && left > 0 {
                    let nearest = self.glance_around(target, EFFORT_OF_GLANCE);
                    self.go_towards(target, &nearest);
                    self.try_reached(target);
                }
            }
        }
    }

    /// The targets that no calls lead to so far, the nearest first.
    fn without_way(&self) -> Vec<usize> {
        let mut found: Vec<usize> = (0..self.public).filter(|target| !self.has_way(*target)).collect();
        let distance = |target: &usize| self.missed[*target].as_ref().map_or(0.0, |missed| missed.attempt.measure.hard);
        found.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        found
    }

    /// Searches for calls that break what should always hold: from where it comes nearest to failing.
    pub(crate) fn hunt(&mut self, budget: u64) {
        let never: Vec<usize> = (self.public..self.wanted).collect();
        let made: Vec<usize> = (0..self.public).filter(|target| self.breaks_where_made(*target)).collect();
        self.each_in_turn(&never, budget, u64::MAX, |engine, target| {
            let nearest = engine.look_around(target);
            engine.go_towards(target, &nearest);
        });
        self.each_in_turn(&made, budget, u64::MAX, Engine::hunt_from_made);
    }

    /// Works on targets one after the other, each with its share of what is left.
    pub(crate) fn each_in_turn(
        &mut self,
        targets: &[usize],
        budget: u64,
        most: u64,
        mut work: impl FnMut(&mut Self, usize),
    ) {
        let end = self.solver.meter.spent() + budget;
        let granted = self.granted;
        for (done, target) in targets.iter().enumerate() {
            let left = (end + self.granted - granted).saturating_sub(self.solver.meter.spent());
            self.solver.meter.allow(most.min(left / (targets.len() - done) as u64));
            work(self, *target);
        }
    }

    /// Where a call breaks something in a state that was made, searches for calls that lead to such a state.
    fn hunt_from_made(&mut self, target: usize) {
        for _ in 0..MAX_HUNTS {
            if !self.breaks_where_made(target) {
                return;
            }
            let nearest = self.look_around(target);
            self.go_towards(target, &nearest);
            self.try_reached(target);
        }
    }

    fn breaks_where_made(&self, target: usize) -> bool {
        let Some(Reached { place: Origin::Made(state, _), inputs, now, .. }) = &self.reached[target] else {
            return false;
        };
        let Some(operation) = self.targets[target].operation else { return false };
        let call = Call { operation, inputs: inputs.clone() };
        matches!(self.machine.call(state, &call, *now, &mut Random::seeded(HUNT_SEED)), Verdict::Broken(_))
    }

    /// Whether calls lead to a target.
    fn has_way(&self, target: usize) -> bool {
        self.reached[target].as_ref().is_some_and(|reached| matches!(reached.place, Origin::Node(_)))
    }

    /// Searches for one target.
    pub(crate) fn search_for(&mut self, target: usize) {
        if self.is_hopeless(target) {
            return;
        }
        let nearest = self.look_around(target);
        if self.is_done(target) || self.is_of_inputs(target) {
            return;
        }
        // Where no calls lead there, what is left is for a state that is made.
        let (going, making) = (self.solver.meter.left() / 2, self.solver.meter.left() / 2);
        // Where the part is as it should be and all else is missing, the way may be shorter.
        let (nearest, settled) = split_by_part(nearest);
        let share = if settled.is_empty() { going } else { going / 2 };
        self.solver.meter.allow(share);
        self.go_towards(target, &nearest);
        if !settled.is_empty() && !self.has_way(target) {
            self.solver.meter.allow(share);
            self.go_towards(target, &settled);
        }
        self.cut[target] = self.solver.meter.is_over();
        if self.reached[target].is_none() {
            self.solver.meter.allow(making);
            self.change_states(target, &nearest);
        }
    }

    /// Looks for inputs in the states that were reached, and goes into those that come nearest.
    fn look_around(&mut self, target: usize) -> Vec<Near> {
        let nearest = self.glance_around(target, EFFORT_OF_LOOK);
        let most = if self.has_way(target) { MAX_ENTERED_AGAIN } else { MAX_ENTERED };
        for near in nearest.iter().take(most) {
            if self.solver.meter.is_over() || self.solve(target, near.node, EFFORT_OF_ENTERING).measure.is_perfect() {
                break;
            }
        }
        nearest
    }

    /// The states that come nearest to a target, of those that were reached; none where one of them is it.
    fn glance_around(&mut self, target: usize, effort: usize) -> Vec<Near> {
        let mut places: Vec<usize> = self.pool.novel.clone();
        places.sort_by_key(|node| self.pool.nodes[*node].depth);
        if let Some(missed) = &self.missed[target] {
            places.insert(0, missed.node);
        }
        // What is left is for going on from there.
        let most = self.solver.meter.left() / (2 * effort as u64);
        spread(&mut places, MAX_LOOKED_AT.min(most as usize).max(1));
        let mut ranked: Vec<(f64, Near)> = Vec::new();
        for (looked_at, node) in places.into_iter().enumerate() {
            if self.solver.meter.is_over() || (looked_at >= MAX_LOOKED_AT_AGAIN && self.has_way(target)) {
                break;
            }
            let attempt = self.solve(target, node, effort);
            if attempt.measure.is_perfect() {
                return Vec::new();
            }
            let (distance, part) = (attempt.measure.distance(), attempt.measure.part);
            ranked.push((attempt.measure.hard, Near { distance, part, node }));
        }
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.distance.total_cmp(&b.1.distance)));
        let mut nearest: Vec<Near> = ranked.into_iter().map(|(_, near)| near).collect();
        nearest.dedup_by_key(|near| near.node);
        let farther = nearest.split_off(nearest.len().min(MAX_ENTERED));
        if nearest.iter().all(|near| near.part > 0.0) {
            nearest.extend(farther.into_iter().filter(|near| near.part == 0.0).take(MAX_SETTLED));
        }
        nearest
    }

    /// Makes calls that bring the state nearer: the first one that does is followed; where none does, the nearest states are
    /// gone on from.
    fn go_towards(&mut self, target: usize, nearest: &[Near]) {
        let mut front = Front::new(nearest);
        if !self.has_way(target) {
            front.extend(0, self.redone(target, nearest));
        }
        let known = self.missed[target].as_ref().map(|missed| missed.attempt.measure.distance());
        let mut best = nearest.iter().map(|near| near.distance).fold(f64::MAX, f64::min);
        if nearest.first().is_some_and(|near| near.part > 0.0) {
            best = known.map_or(best, |known| known.min(best));
        }
        let (mut patience, mut turning_point) = (PATIENCE, 0);
        for turn in 0..MAX_EXPANDED {
            let Some((level, node)) = front.take(turn) else { return };
            let next = self.expand(target, node, best);
            match next.first().copied().filter(|near| near.is_nearer(best)) {
                Some(near) => {
                    let near = self.lead(target, near.node).filter(|led| led.is_nearer(near.distance)).unwrap_or(near);
                    let near = self.repeat(target, turning_point, near);
                    (best, turning_point, patience) = (near.distance, near.node, PATIENCE);
                    front = Front::new(&[near]);
                    self.encourage();
                }
                None => {
                    best = next.iter().map(|near| near.distance).fold(best, f64::min);
                    patience -= 1;
                    front.extend(level + 1, next);
                }
            }
            if patience == 0 || self.has_way(target) || self.solver.meter.is_over() {
                return;
            }
        }
    }

    /// Makes the last call on the way to a state with the inputs that bring a target nearest.
    fn lead(&mut self, target: usize, node: usize) -> Option<Near> {
        let (parent, step) = self.pool.nodes[node].parent.clone()?;
        let operation = step.call.operation;
        let accepts = self.accepts.get(&operation).copied()?;
        let wanted = self.solve(target, node, EFFORT_OF_LOOK).inputs;
        let mut random = self.random.split();
        let purpose = Purpose { target: &self.targets[target], inputs: &wanted };
        let ground = Ground { now: step.now, ..self.ground(parent, accepts) };
        let effort = EFFORT_OF_LEADING;
        let mut attempt =
            self.solver.lead(&self.targets[accepts], purpose, ground, &step.call.inputs, effort, &mut random);
        if attempt.inputs == step.call.inputs && attempt.now == step.now {
            return None;
        }
        attempt.measure = Measure::default();
        let next = self.call(parent, operation, &attempt)?;
        Some(self.near(target, next))
    }

    /// What comes nearer may go on for longer.
    fn encourage(&mut self) {
        let more = self.bonus.min(MOST_PER_STEP);
        self.bonus -= more;
        self.granted += more;
        self.solver.meter.extend(more);
    }

    /// What led to the nearest state may lead on: its last calls are made once more, and the last one with other inputs.
    fn redone(&mut self, target: usize, nearest: &[Near]) -> Vec<Near> {
        let Some(first) = nearest.first().copied() else { return Vec::new() };
        let way = self.pool.trace(first.node);
        let mut found: Vec<Near> = self.lead(target, first.node).into_iter().collect();
        for count in 1..=MAX_REDONE.min(way.len()) {
            let mut node = Some(first.node);
            for step in &way[way.len() - count..] {
                node = node.and_then(|node| self.step(node, step.call.operation, None));
            }
            let Some(near) = node.map(|node| self.near(target, node)) else { continue };
            if near.is_nearer(first.distance) || self.has_way(target) {
                found.push(near);
                break;
            }
        }
        found
    }

    /// What has just brought the state nearer is done again, as long as it does.
    fn repeat(&mut self, target: usize, since: usize, mut best: Near) -> Near {
        let operations = self.operations_between(since, best.node);
        let mut failures = 0;
        while failures < MAX_FAILURES && !self.has_way(target) && !operations.is_empty() && !self.solver.meter.is_over()
        {
            let mut node = Some(best.node);
            for operation in &operations {
                let hints = self.hints(target);
                node = node.and_then(|node| self.step_on(node, *operation, hints.as_ref()));
            }
            let reached = node.map(|node| self.near(target, node));
            match reached.filter(|near| near.is_nearer(best.distance)) {
                Some(nearer) => (best, failures) = (nearer, 0),
                None => failures += 1,
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

    fn near(&mut self, target: usize, node: usize) -> Near {
        let measure = self.solve(target, node, EFFORT_OF_CHANCE).measure;
        Near { distance: measure.distance(), part: measure.part, node }
    }

    /// The states one call away, the nearest first; only one where it comes nearer than anything before.
    fn expand(&mut self, target: usize, node: usize, best: f64) -> Vec<Near> {
        let mut found = self.steps_from(target, node, best);
        found.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        if found.first().is_some_and(|near| near.is_nearer(best)) {
            return found;
        }
        let led =
            found.iter().take(MAX_LED).find_map(|near| self.lead(target, near.node).filter(|led| led.is_nearer(best)));
        led.map_or(found, |led| vec![led])
    }

    /// The states one call away, up to the first that comes nearer than anything before. Where a call that would help does
    /// not succeed, what helps it comes next.
    fn steps_from(&mut self, target: usize, node: usize, best: f64) -> Vec<Near> {
        let mut found = Vec::new();
        let hints = self.hints_at(target, node);
        let mut due: VecDeque<OperationId> = self.helpful(&self.reads[target].fields).into();
        let mut known: BTreeSet<OperationId> = due.iter().copied().collect();
        let direct = due.len();
        let mut tried = 0;
        while let Some(operation) = due.pop_front().filter(|_| !self.solver.meter.is_over()) {
            tried += 1;
            match self.step_on(node, operation, hints.as_ref()) {
                Some(next) => found.push(self.near(target, next)),
                None if tried <= direct => {
                    let helps = self.accepts.get(&operation).map(|accepts| self.helpful(&self.reads[*accepts].fields));
                    due.extend(helps.unwrap_or_default().into_iter().filter(|id| known.insert(*id)));
                }
                None => {}
            }
            if found.last().is_some_and(|near| near.is_nearer(best)) {
                break;
            }
        }
        found
    }

    /// The inputs that came nearest to a target, and what the entries hold that they name: what it takes to get there is likely
    /// about the same.
    fn hints(&self, target: usize) -> Option<Stock> {
        let missed = self.missed[target].as_ref()?;
        self.hints_of(target, missed.node, &missed.attempt.inputs)
    }

    /// The same for one state.
    fn hints_at(&mut self, target: usize, node: usize) -> Option<Stock> {
        let attempt = self.solve(target, node, EFFORT_OF_LOOK);
        self.hints_of(target, node, &attempt.inputs)
    }

    fn hints_of(&self, target: usize, node: usize, inputs: &[Value]) -> Option<Stock> {
        let service = self.service();
        let declared = &service.operation(self.targets[target].operation?).inputs;
        let mut stock = Stock::default();
        declared.iter().zip(inputs).for_each(|(param, value)| stock.add(service, &param.ty, value));
        let state = &self.pool.nodes[node].state;
        let mut named = Stock::default();
        for id in &self.reads[target].fields {
            let (Value::Map(entries), [_, inner]) = (state.field(*id), &*service.state_field(*id).ty.args) else {
                continue;
            };
            let found = inputs.iter().filter_map(|input| entries.get(input));
            found.for_each(|entry| named.add_values(service, inner, entry));
        }
        // What an entry holds leads on where it is the key of another.
        let is_key = |value: &Value| {
            state.fields().iter().any(|field| matches!(field, Value::Map(entries) if entries.contains_key(value)))
        };
        stock.add_all(named, is_key);
        Some(stock)
    }

    /// Makes calls where a state field comes nearest to breaking its refinement, with the rest of the state as it may be.
    pub(crate) fn hunt_refinements(&mut self) {
        for id in self.pool.fields.clone() {
            let is_scalar =
                !matches!(self.pool.nodes[0].state.field(id), Value::Map(_) | Value::Set(_) | Value::Seq(_));
            if is_scalar && self.service().state_field(id).refinement.is_some() {
                (0..ROUNDS_OF_REFINEMENT).for_each(|_| self.press(id));
            }
        }
    }

    /// Makes every call that changes a state field from where it comes nearest to breaking its refinement.
    fn press(&mut self, id: StateId) {
        let writers: Vec<OperationId> =
            self.operations().into_iter().filter(|operation| self.writes[operation.index()].contains(&id)).collect();
        for node in self.nearest_to_breaking(id) {
            for operation in &writers {
                if self.solver.meter.is_over() {
                    return;
                }
                self.step(node, *operation, None);
            }
        }
    }

    /// For each way in which the other state fields are alike, the states that come nearest to breaking a refinement, and
    /// those with the least and the greatest values.
    fn nearest_to_breaking(&self, id: StateId) -> Vec<usize> {
        let Some(refinement) = &self.service().state_field(id).refinement else { return Vec::new() };
        let mut groups: BTreeMap<u64, BTreeMap<&Value, (f64, usize)>> = BTreeMap::new();
        for (at, node) in self.pool.nodes.iter().enumerate() {
            let value = node.state.field(id);
            let sight = Sight::of_state(&self.machine.model, &node.state, node.now);
            let distance = sight.evaluator().with_value(value).distance(refinement, false);
            groups.entry(self.pool.likeness(at, id)).or_default().entry(value).or_insert((distance, at));
        }
        let mut found = BTreeSet::new();
        for group in groups.values().take(MAX_GROUPS) {
            let mut ranked: Vec<(f64, usize)> = group.values().copied().collect();
            found.extend(
                ranked.iter().take(MAX_PRESSED).chain(ranked.iter().rev().take(MAX_PRESSED)).map(|(_, at)| *at),
            );
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            found.extend(ranked.iter().take(MAX_PRESSED).map(|(_, at)| *at));
        }
        found.into_iter().collect()
    }

    /// The operations that change one of these state fields.
    fn helpful(&self, fields: &BTreeSet<StateId>) -> Vec<OperationId> {
        let helps = |id: &OperationId| !self.writes[id.index()].is_disjoint(fields);
        self.operations().into_iter().filter(helps).collect()
    }

    /// Changes the nearest states until they fit, with every invariant kept.
    fn change_states(&mut self, target: usize, nearest: &[Near]) {
        // Where the call succeeds only the condition itself is missing.
        let known = self.targets[target].operation.map_or(&[][..], |id| &self.known[id.index()]);
        let mut places: Vec<usize> = known.iter().take(MAX_CHANGED).copied().collect();
        places.extend(nearest.iter().take(MAX_CHANGED).map(|near| near.node).chain([0]));
        let hints = self.hints(target);
        for node in places {
            let mut random = self.random.split();
            let ground = Ground { hints: hints.as_ref(), ..self.ground(node, target) };
            let fields = &self.reads[target].fields;
            let goal = &self.targets[target];
            let made = super::make::make(&self.solver, goal, fields, ground, EFFORT_OF_CHANGE, &mut random);
            if let Some((state, now, attempt)) = made {
                self.note_reached(target, Origin::Made(state, now), &attempt);
                return;
            }
        }
    }
}
