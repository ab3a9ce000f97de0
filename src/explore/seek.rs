//! The search for one target: inputs in the states that were reached, calls that bring a state nearer, and where no calls
//! lead there, a state that is made.

use super::engine::{EFFORT_OF_CHANCE, Engine, Origin, Reached, spread};
use super::measure::Measure;
use super::solve::Ground;
use super::values::Stock;
use super::{Progress, Stage};
use crate::interp::{Call, Random, Verdict};
use crate::ir::OperationId;

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
/// How many of the last calls on the way to the nearest state are made once more.
const MAX_REDONE: usize = 3;
/// How many of the nearest states are changed by hand, and with how much effort.
const MAX_CHANGED: usize = 3;
const EFFORT_OF_CHANGE: usize = 6000;
/// How often calls are searched for that lead to where something breaks, and the randomness with which it does.
const MAX_HUNTS: usize = 3;
const HUNT_SEED: u64 = 8;

impl Engine<'_> {
    /// Searches for every target that is still open.
    pub(crate) fn search(&mut self, progress: &mut dyn Progress) {
        let open: Vec<usize> = (0..self.public).filter(|target| !self.is_settled(*target)).collect();
        for (done, target) in open.iter().enumerate() {
            progress.at(Stage::Search, done as u64, open.len() as u64, self.open());
            self.search_for(*target);
            self.tell(progress);
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
        (0..self.public).for_each(|target| self.hunt_from_made(target));
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
        if !self.has_way(target) {
            self.redo(target, &mut front);
        }
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
            if patience == 0 || self.has_way(target) {
                return;
            }
        }
    }

    /// What led to the nearest state may lead on: its last calls are made once more.
    fn redo(&mut self, target: usize, front: &mut Vec<usize>) {
        let Some(nearest) = front.first().copied() else { return };
        let distance = self.distance_at(target, nearest);
        let way = self.pool.trace(nearest);
        for count in 1..=MAX_REDONE.min(way.len()) {
            let mut node = Some(nearest);
            for step in &way[way.len() - count..] {
                node = node.and_then(|node| self.step(node, step.call.operation, None));
            }
            let Some(node) = node else { continue };
            if self.distance_at(target, node) < distance || self.has_way(target) {
                front.insert(0, node);
                return;
            }
        }
    }

    /// What has just brought the state nearer is done again, as long as it does.
    fn repeat(&mut self, target: usize, since: usize, mut best: (f64, usize)) -> (f64, usize) {
        let operations = self.operations_between(since, best.1);
        let mut failures = 0;
        while failures < MAX_FAILURES && !self.has_way(target) && !operations.is_empty() {
            let mut node = Some(best.1);
            for operation in &operations {
                let hints = self.hints(target);
                node = node.and_then(|node| self.step_on(node, *operation, hints.as_ref()));
            }
            let reached = node.map(|node| (self.distance_at(target, node), node));
            match reached.filter(|(distance, _)| *distance < best.0) {
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
                let Some(next) = self.step_on(*node, operation, hints.as_ref()) else { continue };
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
