//! How the corpus is built: a witness for every target that was reached.

use super::{Corpus, Expect, Made, Stored, Trace, Witness, as_good};
use crate::explore::crowd::crowd;
use crate::explore::engine::{Engine, Origin, Reached, spread};
use crate::explore::lively::Subject;
use crate::explore::measure::Measure;
use crate::explore::pool::Step;
use crate::explore::script::{Line, Replay, Replays, Term, doubled, plain};
use crate::explore::shrink::{Scene, replays, shortest, simplest, smallest};
use crate::explore::solve::{Attempt, Ground};
use crate::explore::target::{Root, Target};
use crate::explore::values::Stock;
use crate::explore::{BEGINNING, Outcome};
use crate::interp::{Call, Random, State, Value};
use crate::ir::{OperationId, Type};

/// How many measurements it may take to find a witness in a state that is there already.
const EFFORT_OF_REUSE: usize = 40;
/// How many values of an input are tried instead of the one that was found.
const SIMPLE_VALUES: usize = 3;
/// How many states are looked at for one in which a call changes something.
const MAX_PLACES: usize = 12;
/// The randomness of witnesses.
const WITNESS_SEED: u64 = 3;

/// Builds the corpus of a part of an exploration, and tells what became of the targets that are put beside calls.
pub(crate) fn build(engine: &Engine<'_>, beside: &[&Target], seed: u64) -> (Corpus, Vec<Outcome>) {
    let replays = replays(engine.machine, &engine.pool.nodes[0].state);
    let random = Random::seeded(seed);
    let mut builder = Builder { engine, replays, corpus: Corpus::default(), stocks: Vec::new(), random };
    builder.begin();
    let left: Vec<usize> = builder.order().into_iter().filter(|target| !builder.serve(*target)).collect();
    left.into_iter().for_each(|target| builder.serve_after_others(target));
    (0..engine.public).for_each(|target| builder.show_change(target));
    engine.own.into_iter().for_each(|operation| builder.show_twice(operation));
    builder.add_bystanders();
    crowd(engine, &mut builder.corpus);
    let outcomes = builder.add_beside(beside, engine.public);
    (builder.corpus, outcomes)
}

pub(super) struct Builder<'e, 'm> {
    pub(super) engine: &'e Engine<'m>,
    replays: Replays<'e>,
    pub(super) corpus: Corpus,
    /// For each state, the values that are about in it.
    stocks: Vec<Stock>,
    pub(super) random: Random,
}

impl Builder<'_, '_> {
    pub(super) fn target(&self, at: usize) -> &Target {
        &self.engine.targets[at]
    }

    fn begin(&mut self) {
        let node = &self.engine.pool.nodes[0];
        self.store(node.state.clone(), node.now, Some(Trace::default()));
    }

    /// The targets that were reached, those that need least first.
    fn order(&self) -> Vec<usize> {
        let reached = &self.engine.reached;
        let mut order: Vec<usize> = (0..self.engine.public).filter(|at| reached[*at].is_some()).collect();
        order.sort_by_key(|at| reached[*at].as_ref().map(|reached| self.engine.depth(&reached.place)));
        order
    }

    fn store(&mut self, state: State, now: i64, trace: Option<Trace>) -> usize {
        let same =
            |stored: &Stored| stored.state == state && stored.now == now && stored.trace.is_some() == trace.is_some();
        if let Some(known) = self.corpus.states.iter().position(same) {
            return known;
        }
        self.stocks.push(self.stock_of(&state, trace.as_ref().map_or(&[], |trace| &trace.steps)));
        self.corpus.states.push(Stored { state, now, trace, populates: None, repeats: Vec::new() });
        self.corpus.states.len() - 1
    }

    /// The values that are about in a state.
    fn stock_of(&self, state: &State, steps: &[Step]) -> Stock {
        let service = self.engine.machine.service();
        let mut stock = Stock::of_state(service, state);
        steps.iter().rev().for_each(|step| stock.add_step(service, step));
        stock
    }

    /// Sees to it that an operation that can change something is called where it does.
    fn show_change(&mut self, target: usize) {
        let Target { operation: Some(operation), root: Root::Operation, .. } = self.target(target) else { return };
        let (operation, engine) = (*operation, self.engine);
        let changes = |witness: &Witness| {
            let made = witness.call.as_ref().filter(|made| made.call.operation == operation)?;
            let attempt = Attempt { inputs: made.call.inputs.clone(), now: made.now, measure: Measure::default() };
            let state = &self.corpus.states[witness.state].state;
            Some(Subject { engine, target, state }.changes(&attempt))
        };
        if engine.writes[operation.index()].is_empty()
            || self.corpus.witnesses.iter().any(|at| changes(at) == Some(true))
        {
            return;
        }
        let Some(reached) = engine.reached[target].clone() else { return };
        for at in 0..self.corpus.states.len() {
            let Some(attempt) = self.in_state(target, at, &reached) else { continue };
            let subject = Subject { engine, target, state: &self.corpus.states[at].state };
            let attempt = subject.livelier(attempt);
            if subject.changes(&attempt) {
                return self.add_witness(target, at, &attempt);
            }
        }
        let mut places = engine.known[operation.index()].clone();
        spread(&mut places, MAX_PLACES);
        if let Some((at, attempt)) = places.into_iter().find_map(|node| self.by_change(target, node, &reached)) {
            self.add_witness(target, at, &attempt);
        }
    }

    /// The state of the shortest trace after which a call changes something.
    fn by_change(&mut self, target: usize, node: usize, reached: &Reached) -> Option<(usize, Attempt)> {
        let engine = self.engine;
        let place = &engine.pool.nodes[node];
        let stock = engine.pool.stock(engine.service(), node);
        let mut random = self.random.split();
        let attempt = self.from(target, (&place.state, place.now), stock, reached, &mut random)?;
        let attempt = Subject { engine, target, state: &place.state }.livelier(attempt);
        let call = Call { operation: self.target(target).operation?, inputs: attempt.inputs };
        let scene = Scene::of(engine.machine, &engine.pool.trace(node), BEGINNING, Some((&call, attempt.now)));
        let changed = |scene: &Scene| {
            let (replay, attempt) = self.attempted(target, scene, reached.soft)?;
            Subject { engine, target, state: &replay.state }.changes(&attempt).then_some((replay, attempt))
        };
        let scene = shortest(scene, &engine.solver.meter, &mut |scene| changed(scene).is_some());
        let (Replay { steps, state, now, .. }, attempt) = changed(&scene)?;
        Some((self.store(state, now, Some(Trace { lines: scene.lines, steps })), attempt))
    }

    /// Finds a witness for a target: in a state that is there already, or in a new one. Tells whether there is one.
    fn serve(&mut self, target: usize) -> bool {
        let Some(reached) = self.engine.reached[target].clone() else { return false };
        let found = self.in_known_state(target, &reached).or_else(|| self.in_new_state(target, &reached));
        self.add_lively(target, found)
    }

    /// The same once all others have theirs. The way that reached the target may hang on what the service chose there, and
    /// then it leads elsewhere the next time; the call of another witness that names the value leads there every time.
    fn serve_after_others(&mut self, target: usize) {
        let Some(reached) = self.engine.reached[target].clone() else { return };
        let found = self.in_known_state(target, &reached).or_else(|| self.in_next_state(target, &reached));
        let found = found.or_else(|| self.in_asked_state(target, &reached));
        self.add_lively(target, found);
    }

    fn add_lively(&mut self, target: usize, found: Option<(usize, Attempt)>) -> bool {
        let Some((state, attempt)) = found else { return false };
        let subject = Subject { engine: self.engine, target, state: &self.corpus.states[state].state };
        let attempt = subject.livelier(attempt);
        self.add_witness(target, state, &attempt);
        true
    }

    fn in_known_state(&mut self, target: usize, reached: &Reached) -> Option<(usize, Attempt)> {
        (0..self.corpus.states.len()).find_map(|at| Some((at, self.in_state(target, at, reached)?)))
    }

    fn in_state(&mut self, target: usize, at: usize, reached: &Reached) -> Option<Attempt> {
        let mut random = self.random.split();
        let Stored { state, now, .. } = &self.corpus.states[at];
        self.from(target, (state, *now), &self.stocks[at], reached, &mut random)
    }

    fn from(
        &self,
        target: usize,
        (state, now): (&State, i64),
        stock: &Stock,
        reached: &Reached,
        random: &mut Random,
    ) -> Option<Attempt> {
        let timed = self.engine.is_timed(target);
        let ground = Ground { state, now, stock, hints: None, timed, valid: true };
        let start = Some(&*reached.inputs).filter(|inputs| !inputs.is_empty());
        let goal = &self.engine.targets[target];
        let attempt = self.engine.solver.solve(goal, ground, start, EFFORT_OF_REUSE, random);
        as_good(&attempt.measure, reached.soft).then_some(attempt)
    }

    /// In a state that a witness's call leads to.
    fn in_next_state(&mut self, target: usize, reached: &Reached) -> Option<(usize, Attempt)> {
        let mut random = self.random.split();
        let scenes: Vec<Scene> = self.corpus.witnesses.iter().filter_map(|witness| self.after(witness)).collect();
        scenes.into_iter().find_map(|scene| {
            let Replay { steps, state, now, .. } = scene.replay(&self.replays)?;
            let stock = self.stock_of(&state, &steps);
            let attempt = self.from(target, (&state, now), &stock, reached, &mut random)?;
            Some((self.store(state, now, Some(Trace { lines: scene.lines, steps })), attempt))
        })
    }

    /// In a state that a call leads to which names the texts that a pattern is probed with.
    fn in_asked_state(&mut self, target: usize, reached: &Reached) -> Option<(usize, Attempt)> {
        let engine = self.engine;
        let texts = &engine.targets[target].texts;
        let succeeds = engine.targets.iter().filter(|other| other.root == Root::Operation && !texts.is_empty());
        let asked: Vec<Target> = succeeds.map(|other| Target { texts: texts.clone(), ..other.clone() }).collect();
        asked.iter().find_map(|asked| {
            let mut random = self.random.split();
            let Stored { state, now, .. } = &self.corpus.states[0];
            let ground = Ground { state, now: *now, stock: &self.stocks[0], hints: None, timed: false, valid: true };
            let attempt = engine.solver.solve(asked, ground, None, EFFORT_OF_REUSE, &mut random);
            let call = Call { operation: asked.operation?, inputs: attempt.inputs };
            let made = Scene::of(engine.machine, &[], BEGINNING, Some((&call, attempt.now))).last?;
            let scene = Scene { lines: vec![made], last: None };
            let Replay { steps, state, now, .. } = scene.replay(&self.replays)?;
            let stock = self.stock_of(&state, &steps);
            let attempt = self.from(target, (&state, now), &stock, reached, &mut random)?;
            Some((self.store(state, now, Some(Trace { lines: scene.lines, steps })), attempt))
        })
    }

    /// The calls that lead to the state of a witness, and its own where it is accepted.
    fn after(&self, witness: &Witness) -> Option<Scene> {
        let made = witness.call.as_ref().filter(|made| made.expect == Expect::Accepted)?;
        let trace = self.corpus.states[witness.state].trace.as_ref()?;
        let lines = trace.lines.iter().chain([&made.line]).cloned().collect();
        Some(Scene { lines, last: None })
    }

    fn in_new_state(&mut self, target: usize, reached: &Reached) -> Option<(usize, Attempt)> {
        match &reached.place {
            Origin::Node(node) => self.by_trace(target, *node, reached),
            Origin::Made(state, now) => self.by_hand(target, state, *now, reached),
        }
    }

    /// The state of the shortest trace that serves.
    fn by_trace(&mut self, target: usize, node: usize, reached: &Reached) -> Option<(usize, Attempt)> {
        let machine = self.engine.machine;
        let operation = self.target(target).operation;
        let call = operation.map(|operation| Call { operation, inputs: reached.inputs.clone() });
        let trace = self.engine.pool.trace(node);
        let scene = Scene::of(machine, &trace, BEGINNING, call.as_ref().map(|call| (call, reached.now)));
        let attempted = |scene: &Scene| self.attempted(target, scene, reached.soft);
        let meter = &self.engine.solver.meter;
        let scene = shortest(scene, meter, &mut |scene| attempted(scene).is_some());
        // With simpler values a call may come to nothing.
        let idle = attempted(&scene)?.0.idle;
        let mut serves = |scene: &Scene| attempted(scene).is_some_and(|(replay, _)| replay.idle <= idle);
        let scene = simplest(scene, meter, &|operation, at| self.simple_values(operation, at), &mut serves);
        let (Replay { steps, state, now, .. }, attempt) = attempted(&scene)?;
        let at = self.store(state, now, Some(Trace { lines: scene.lines, steps }));
        Some((at, attempt))
    }

    /// The simplest values of an input.
    fn simple_values(&self, operation: OperationId, at: usize) -> Vec<Term> {
        let declared = &self.engine.machine.service().operation(operation).inputs[at].ty;
        let absent = matches!(declared.ty, Type::Option(_)).then_some(Value::None);
        let palette = self.engine.solver.lore.palette(declared).iter().take(SIMPLE_VALUES).cloned();
        absent.into_iter().chain(palette).map(|value| plain(&value, BEGINNING)).collect()
    }

    /// What a replay comes to, if it reaches the target.
    fn attempted(&self, target: usize, scene: &Scene, soft: f64) -> Option<(Replay, Attempt)> {
        let replay = scene.replay(&self.replays)?;
        let (inputs, now) = match &scene.last {
            Some(line) => {
                let (call, now) = replay.next(line)?;
                (call.inputs, now)
            }
            None => (Vec::new(), replay.now),
        };
        let measure = self.engine.solver.measure(self.target(target), &replay.state, &inputs, now);
        let attempt = Attempt { inputs, now, measure };
        as_good(&attempt.measure, soft).then_some((replay, attempt))
    }

    /// The smallest part of a state that was made that serves.
    fn by_hand(&mut self, target: usize, state: &State, now: i64, reached: &Reached) -> Option<(usize, Attempt)> {
        let engine = self.engine;
        let goal = &engine.targets[target];
        let measured = |state: &State| engine.solver.measure(goal, state, &reached.inputs, reached.now);
        let serves =
            |state: &State| as_good(&measured(state), reached.soft) && engine.machine.check_state(state, now).is_ok();
        let state = smallest(state.clone(), &mut |state| serves(state));
        if !serves(&state) {
            return None;
        }
        let attempt = Attempt { inputs: reached.inputs.clone(), now: reached.now, measure: measured(&state) };
        let at = self.store(state, now, None);
        Some((at, attempt))
    }

    fn add_witness(&mut self, target: usize, state: usize, attempt: &Attempt) {
        let call = self.target(target).operation.map(|operation| Call { operation, inputs: attempt.inputs.clone() });
        let same = |witness: &&mut Witness| match (&witness.call, &call) {
            (Some(made), Some(call)) => witness.state == state && made.call == *call && made.now == attempt.now,
            (None, None) => witness.state == state,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let alone = attempt.measure.soft == 0.0;
        if let Some(known) = self.corpus.witnesses.iter_mut().find(same) {
            known.targets.push(target);
            known.alone &= alone;
            return;
        }
        let call = match call.map(|call| self.made(state, call, attempt.now)) {
            Some(None) => return,
            made => made.flatten(),
        };
        self.corpus.witnesses.push(Witness { targets: vec![target], state, populated: None, call, alone });
    }

    pub(super) fn made(&self, state: usize, call: Call, now: i64) -> Option<Made> {
        let stored = &self.corpus.states[state];
        let steps = stored.trace.as_ref().map_or(&[][..], |trace| &trace.steps);
        let scene = Scene::of(self.engine.machine, steps, stored.now, Some((&call, now)));
        let line = scene.last.unwrap_or(Line { operation: call.operation, inputs: Vec::new(), wait: 0 });
        let line = Line { wait: now - stored.now, ..line };
        let expect = self.expected(&stored.state, &call, now)?;
        Some(Made { line, call, now, expect })
    }

    /// What becomes of a call.
    pub(super) fn expected(&self, state: &State, call: &Call, now: i64) -> Option<Expect> {
        Expect::of(self.engine.machine.call(state, call, now, &mut Random::seeded(WITNESS_SEED)))
    }

    /// Sees to it that some trace has an operation twice.
    fn show_twice(&mut self, operation: OperationId) {
        let count = |steps: &[Step]| steps.iter().filter(|step| step.call.operation == operation).count();
        let shown = |stored: &Stored| stored.trace.as_ref().is_some_and(|trace| count(&trace.steps) >= 2);
        if let Some(stored) = self.corpus.states.iter_mut().find(|stored| shown(stored)) {
            if !stored.repeats.contains(&operation) {
                stored.repeats.push(operation);
            }
            return;
        }
        let replayed = |scene: &Scene| {
            let replay = scene.replay(&self.replays)?;
            (count(&replay.steps) >= 2).then_some(replay)
        };
        let idle = |scene: &Scene| replayed(scene).map(|replay| replay.idle);
        let ways = self.twice(operation).into_iter().filter_map(|scene| Some((idle(&scene)?, scene)));
        let Some((_, scene)) = ways.min_by_key(|(idle, _)| *idle) else { return };
        let most = idle(&scene);
        let mut serves = |scene: &Scene| idle(scene).is_some_and(|idle| Some(idle) <= most);
        let meter = &self.engine.solver.meter;
        let scene = shortest(scene, meter, &mut serves);
        let scene = simplest(scene, meter, &|operation, at| self.simple_values(operation, at), &mut serves);
        if let Some(replay) = replayed(&scene) {
            let trace = Some(Trace { lines: scene.lines, steps: replay.steps });
            let Replay { state, now, .. } = replay;
            self.corpus.states.push(Stored { state, now, trace, populates: None, repeats: vec![operation] });
        }
    }

    /// Traces that may have an operation twice: one that was made, and the way to a success gone twice, the second time
    /// with the same texts or with others.
    fn twice(&self, operation: OperationId) -> Vec<Scene> {
        let machine = self.engine.machine;
        let made = self.engine.pool.shallowest_twice(operation);
        let made = made.map(|node| Scene::of(machine, &self.engine.pool.trace(node), BEGINNING, None));
        let succeeds = |made: &&Made| made.call.operation == operation && made.expect == Expect::Accepted;
        let doubled = self.corpus.witnesses.iter().filter_map(|witness| {
            let call = witness.call.as_ref().filter(succeeds)?;
            let trace = self.corpus.states[witness.state].trace.as_ref()?;
            let same = doubled(&trace.lines, &call.line, &|_, _, _| None);
            let other = doubled(&trace.lines, &call.line, &|id, at, term| self.another(id, at, term));
            Some([same, other].map(|lines| Scene { lines, last: None }))
        });
        made.into_iter().chain(doubled.flatten()).collect()
    }

    /// Another text or identifier in place of one that an input has.
    fn another(&self, operation: OperationId, at: usize, term: &Term) -> Option<Term> {
        let Term::Value(value @ (Value::Text(_) | Value::Uuid(_))) = term else { return None };
        let declared = &self.engine.machine.service().operation(operation).inputs[at].ty;
        let palette = self.engine.solver.lore.palette(declared);
        let here = palette.iter().position(|other| other == value);
        let next = palette.get(here.map_or(0, |here| (here + 1) % palette.len()))?;
        Some(Term::Value(next.clone()))
    }
}
