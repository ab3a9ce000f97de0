//! A walk that looks for states unlike the others, and at what comes up on the way.

use super::engine::{EFFORT_OF_CHANCE, Engine};
use super::progress::Teller;
use super::values::Stock;
use crate::interp::Call;
use crate::ir::OperationId;

/// One in so many steps of the walk tries an operation that never succeeded.
const RARELY: u64 = 8;
/// How deep the walk goes before it begins anew.
const MAX_DEPTH: usize = 60;
/// How many rounds in a row may pass without a call that succeeds before the walk gives up.
const MAX_BARREN: usize = 400;

impl Engine<'_> {
    /// Notes the targets that states and calls on the way to the beginning happen to reach.
    pub(crate) fn look_back(&mut self) {
        for node in self.pool.novel.clone() {
            self.look_at_state(node);
        }
        for at in 0..self.pool.nodes.len() {
            if self.solver.meter.is_over() {
                return;
            }
            if let Some((parent, step)) = self.pool.nodes[at].parent.clone()
                && Some(step.call.operation) == self.own
            {
                self.look_at_call(parent, &step.call, step.now);
            }
        }
    }

    /// Walks, until it made so many calls, and looks at what comes up on the way.
    pub(crate) fn walk(&mut self, calls: u64, teller: &Teller<'_>) {
        let mut current = 0;
        self.look_at_state(0);
        let (mut rounds, mut barren) = (0, 0);
        while self.steps < calls
            && rounds < 3 * calls
            && barren < MAX_BARREN
            && !self.accepts.is_empty()
            && !self.solver.meter.is_over()
        {
            rounds += 1;
            let known = self.pool.nodes.len();
            let operation = self.next_operation();
            let node = self.next_node(current, operation);
            current = self.step(node, operation, None).unwrap_or(node);
            if rounds % 2 == 0 {
                self.take_chance(current);
            }
            barren = if self.pool.nodes.len() == known { barren + 1 } else { 0 };
            self.tell(teller);
        }
    }

    /// Goes the way to where the operation succeeds that all is about once more, for other entries: much of a spec is about
    /// one entry among others of their own.
    pub(crate) fn double_own(&mut self) {
        let Some(own) = self.own else { return };
        let known = self.known[own.index()].iter().copied();
        if let Some(node) = known.min_by_key(|node| self.pool.nodes[*node].depth) {
            self.double(node, own);
        }
    }

    /// Makes the calls that lead to a state a second time, and the one that succeeds there: each of them about what the ones
    /// before it have made now, where it can be.
    fn double(&mut self, node: usize, last: OperationId) {
        let way: Vec<OperationId> = self.pool.trace(node).iter().map(|step| step.call.operation).collect();
        let mut made = Stock::default();
        let mut at = self.step(node, last, None).unwrap_or(node);
        for operation in way.into_iter().chain([last]) {
            if operation == last {
                self.pool.keep(at);
            }
            if self.solver.meter.is_over() {
                return;
            }
            let Some(next) = self.step(at, operation, Some(&made)) else { continue };
            if let Some((_, step)) = &self.pool.nodes[next].parent {
                made.add_step(self.service(), step);
            }
            at = next;
        }
        self.pool.keep(at);
    }

    /// Calls any operation with any inputs, so many times, and looks at what comes up.
    pub(crate) fn wander(&mut self, calls: u64, teller: &Teller<'_>) {
        let mut node = 0;
        self.look_at_state(0);
        let operations = self.operations();
        while self.steps < calls && !operations.is_empty() {
            let operation = operations[self.random.below(operations.len() as u64) as usize];
            let accepts = self.accepts[&operation];
            let mut random = self.random.split();
            let attempt = self.solver.any(&self.targets[accepts], self.ground(node, accepts), &mut random);
            let call = Call { operation, inputs: attempt.inputs.clone() };
            self.look_at_call(node, &call, attempt.now);
            node = self.call(node, operation, &attempt).unwrap_or(node);
            self.tell(teller);
        }
    }

    /// Mostly the operation that succeeded least; now and then the one that all is about.
    fn next_operation(&mut self) -> OperationId {
        let mut operations = self.operations();
        // What was never accepted needs more than luck: it is searched for.
        let is_known = |id: &OperationId| !self.known[id.index()].is_empty();
        if operations.iter().any(is_known) && self.random.below(RARELY) != 0 {
            operations.retain(is_known);
        }
        let count = operations.len();
        let first = self.random.below(count as u64) as usize;
        match (self.random.below(4), self.own) {
            (0, _) => return operations[first],
            (1, Some(own)) => return own,
            (_, _) => {}
        }
        let order = (0..count).map(|offset| operations[(first + offset) % count]);
        let tried = |id: &OperationId| {
            let count = self.counts[id.index()];
            count.accepted + count.without_inputs / 4
        };
        order.min_by_key(tried).unwrap_or(operations[first])
    }

    /// Where to make the next call: where the last one led, where the operation succeeded before, or where something
    /// new showed up.
    fn next_node(&mut self, current: usize, operation: OperationId) -> usize {
        let known = &self.known[operation.index()];
        let novel = &self.pool.novel;
        let nearest = self.accepts.get(&operation).and_then(|accepts| self.missed[*accepts].as_ref());
        match self.random.below(10) {
            3..=6 if known.is_empty() && nearest.is_some() => nearest.map_or(0, |missed| missed.node),
            0..=2 if self.pool.nodes[current].depth < MAX_DEPTH => current,
            3..=6 if !known.is_empty() => known[self.random.below(known.len() as u64) as usize],
            7..=8 => {
                let recent = novel.len().min(12) as u64;
                novel[novel.len() - 1 - self.random.below(recent) as usize]
            }
            _ => novel[self.random.below(novel.len() as u64) as usize],
        }
    }

    /// Tries a target that is still open, where the walk happens to be.
    fn take_chance(&mut self, node: usize) {
        let open: Vec<usize> = (0..self.targets.len()).filter(|target| self.is_worth_a_chance(*target)).collect();
        if open.is_empty() {
            return;
        }
        let target = open[self.random.below(open.len() as u64) as usize];
        let attempt = self.solve(target, node, EFFORT_OF_CHANCE);
        if attempt.measure.is_reached() && !self.is_probe(target) {
            self.try_out(target, node, &attempt);
        }
    }

    /// Whether the walk tries a target on its way.
    fn is_worth_a_chance(&self, target: usize) -> bool {
        let known = self.is_probe(target) && self.reached[target].is_some();
        self.targets[target].operation.is_some() && !known && !self.is_done(target) && !self.is_hopeless(target)
    }
}
