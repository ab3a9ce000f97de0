//! One part of an exploration: the targets of an operation, or of conditions on states, with all that can matter to them and
//! nothing else. Parts know nothing of each other, so each can be explored by itself, and beside the others.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::cone::{Cone, Influence};
use super::corpus::{self, Corpus, Stored, Trace, Witness};
use super::engine::{Count, Engine, Scope};
use super::lore::{Lore, TypeLore, apart};
use super::machine::Seen;
use super::measure::Ruler;
use super::meter::{Effort, Meter};
use super::pattern::Texts;
use super::pool::Pool;
use super::progress::Teller;
use super::script::Line;
use super::sheet::Named;
use super::solve::Solver;
use super::target::{self, Root, Target};
use super::{BEGINNING, Finder, Options, Outcome, Quiet, Violation, machine};
use crate::convention::Api;
use crate::interp::{Finding, Machine, State};
use crate::ir::{OperationId, Service};

/// What every part of an exploration begins with.
pub(crate) struct Beginning {
    pub(crate) machine: Machine,
    pub(crate) api: Api,
    pub(crate) initial: State,
    pub(crate) targets: Vec<Target>,
    pub(crate) influence: Influence,
    /// For each operation, which inputs its conditions name.
    pub(crate) named: Vec<Named>,
    types: Arc<TypeLore>,
}

impl Beginning {
    pub(crate) fn of(service: &Arc<Service>, seed: u64) -> Result<Beginning, Finding> {
        let machine = Machine::new(Arc::clone(service)).with_distinct_numbers().with_memory();
        let (api, _) = crate::convention::routes(service);
        let initial = machine.initial()?;
        machine.check_state(&initial, BEGINNING)?;
        let types = Arc::new(TypeLore::new(&machine, &initial, BEGINNING, seed));
        let texts = Texts { machine: &machine, state: &initial, now: BEGINNING };
        let targets = target::targets(service, &api, machine.bodies(), &texts);
        let influence = Influence::of(&machine);
        let named = Named::of(service);
        Ok(Beginning { machine, api, initial, targets, influence, named, types })
    }

    fn service(&self) -> &Service {
        self.machine.service()
    }

    fn engine<'b>(&'b self, scope: Scope<'b>, seed: u64) -> Engine<'b> {
        let Beginning { machine, api, initial, named, types, .. } = self;
        let lore = Lore::new(machine, Arc::clone(types), scope.cone, (initial, BEGINNING));
        let solver = Solver { ruler: Ruler::new(machine, api, named), lore, meter: Meter::default() };
        Engine::new(machine, solver, scope, initial.clone(), seed)
    }

    /// That an operation succeeds.
    fn success(&self, id: OperationId) -> Option<&Target> {
        self.targets.iter().find(|target| target.operation == Some(id) && target.root == Root::Operation)
    }
}

/// States that calls lead to: where the parts that the same operations matter to begin.
#[derive(Debug)]
pub(crate) struct Groundwork {
    pub(crate) pool: Pool,
    /// For each operation, states in which it succeeded.
    pub(crate) known: Vec<Vec<usize>>,
}

/// The parts of an exploration, with what they begin from.
#[derive(Debug)]
pub(crate) struct Parts {
    /// What can matter to several units.
    pub(crate) bases: Vec<Cone>,
    /// For each base, the largest one that lies within it.
    pub(crate) within: Vec<Option<usize>>,
    pub(crate) units: Vec<Unit>,
}

/// A part of an exploration.
#[derive(Debug)]
pub(crate) struct Unit {
    /// The operation that it is about.
    own: Option<OperationId>,
    /// What it begins from, by position.
    pub(crate) base: usize,
    /// Its targets, by their positions among all.
    pub(crate) positions: Vec<usize>,
    /// Those that are not searched for but put beside calls that were found.
    pub(crate) beside: Vec<usize>,
    /// What should never be reached.
    never: Vec<Target>,
    pub(crate) cone: Cone,
}

/// What was found out about a part.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    /// What became of each of its targets.
    pub(crate) outcomes: Vec<Outcome>,
    /// For each operation, how often it was called.
    pub(crate) counts: Vec<Count>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) steps: u64,
    /// States and witnesses; these name targets by their positions in the part.
    pub(crate) corpus: Corpus,
    /// What was seen of transitions, by position.
    pub(crate) seen: Vec<(usize, Seen)>,
}

impl Parts {
    /// One part for each operation, and one for all conditions on states that depend on the same.
    pub(crate) fn of(beginning: &Beginning) -> Parts {
        let Beginning { machine, targets, influence, .. } = beginning;
        let service = machine.service();
        let mut parts = Parts { bases: Vec::new(), within: Vec::new(), units: Vec::new() };
        for id in (0..service.operations.len() as u32).map(OperationId) {
            parts.add(Some(id), influence.cone_of_operation(service, id));
        }
        for (at, target) in targets.iter().enumerate() {
            let unit = match target.operation {
                Some(id) => id.index(),
                None => parts.of_states(influence.cone_of_state(machine, target)),
            };
            let unit = &mut parts.units[unit];
            if target.is_beside() { unit.beside.push(at) } else { unit.positions.push(at) }
        }
        for target in target::failures(service) {
            let unit = parts.of_states(influence.cone_of_state(machine, &target));
            parts.units[unit].never.push(target);
        }
        parts.within = parts.bases.iter().map(|cone| largest_within(&parts.bases, cone)).collect();
        parts
    }

    /// A base, and those that it begins from.
    pub(crate) fn chain(&self, base: usize) -> Vec<usize> {
        std::iter::successors(Some(base), |at| self.within.get(*at).copied().flatten()).collect()
    }

    /// The whole service as one part.
    pub(crate) fn whole(beginning: &Beginning) -> Parts {
        let service = beginning.service();
        let fields = (0..service.state.len() as u32).map(crate::ir::StateId).collect();
        let operations = (0..service.operations.len() as u32).map(OperationId).collect();
        let mut parts = Parts { bases: Vec::new(), within: Vec::new(), units: Vec::new() };
        parts.add(None, Cone { fields, operations });
        let searched = (0..beginning.targets.len()).filter(|at| !beginning.targets[*at].is_beside());
        parts.units.iter_mut().for_each(|unit| unit.positions = searched.clone().collect());
        parts
    }

    fn add(&mut self, own: Option<OperationId>, base: Cone) -> usize {
        let mut cone = base.clone();
        cone.operations.extend(own);
        let known = self.bases.iter().position(|known| *known == base);
        let base = known.unwrap_or_else(|| {
            self.bases.push(base);
            self.bases.len() - 1
        });
        self.units.push(Unit { own, base, positions: Vec::new(), beside: Vec::new(), never: Vec::new(), cone });
        self.units.len() - 1
    }

    /// The part that is about conditions on states which depend on the same.
    fn of_states(&mut self, cone: Cone) -> usize {
        let known = self.units.iter().position(|unit| unit.own.is_none() && unit.cone == cone);
        known.unwrap_or_else(|| self.add(None, cone))
    }
}

/// Looks for states that calls lead to, as unlike each other as can be found, for each cone that is needed. What lies within
/// another cone is where that one begins.
pub(crate) fn groundworks(
    beginning: &Beginning,
    parts: &Parts,
    needed: &BTreeSet<usize>,
    options: &Options,
) -> Vec<Option<(Groundwork, Found)>> {
    let wanted: BTreeSet<usize> = needed.iter().flat_map(|base| parts.chain(*base)).collect();
    let mut done: Vec<Option<(Groundwork, Found)>> = parts.bases.iter().map(|_| None).collect();
    while wanted.iter().any(|at| done[*at].is_none()) {
        let is_ready = |at: &usize| parts.within[*at].is_none_or(|inner| done[inner].is_some());
        let next: Vec<usize> = wanted.iter().copied().filter(|at| done[*at].is_none() && is_ready(at)).collect();
        let made: Vec<(Groundwork, Found)> = next
            .par_iter()
            .map(|at| {
                let inner = parts.within[*at].and_then(|inner| Some((&parts.bases[inner], &done[inner].as_ref()?.0)));
                groundwork(beginning, &parts.bases[*at], inner, options)
            })
            .collect();
        next.into_iter().zip(made).for_each(|(at, made)| done[at] = Some(made));
    }
    done
}

/// The largest cone that lies within another one.
fn largest_within(bases: &[Cone], cone: &Cone) -> Option<usize> {
    let is_smaller = |at: &usize| bases[*at].fields.len() < cone.fields.len();
    let is_within = |at: &usize| is_smaller(at) && bases[*at].fields.is_subset(&cone.fields);
    let within = (0..bases.len()).filter(is_within).rev();
    within.max_by_key(|at| (bases[*at].fields.len(), bases[*at].operations.len()))
}

fn groundwork(
    beginning: &Beginning,
    cone: &Cone,
    inner: Option<(&Cone, &Groundwork)>,
    options: &Options,
) -> (Groundwork, Found) {
    let is_new = |id: &OperationId| inner.is_none_or(|(inner, _)| !inner.operations.contains(id));
    let leads_on = |target: &&Target| {
        let is_gone_by = target.operation.is_some_and(|id| cone.operations.contains(&id));
        is_gone_by && matches!(target.root, Root::Operation | Root::Rule(..))
    };
    let mut targets: Vec<Target> = beginning.targets.iter().filter(leads_on).cloned().collect();
    // Rules are taken by operations that succeed, and those come first.
    targets.sort_by_key(|target| target.root != Root::Operation);
    let Options { seed, effort, .. } = *options;
    let mut quiet = Quiet;
    let teller = Teller::new(&mut quiet, 0);
    let scope = Scope {
        targets: &targets,
        public: targets.len(),
        wanted: targets.len(),
        cone,
        own: None,
        writes: &beginning.influence.writes,
    };
    let mut engine = beginning.engine(scope, apart(seed, &cone_name(beginning.service(), cone)));
    if let Some((_, groundwork)) = inner {
        engine.begin_from(groundwork);
    }
    let count = cone.operations.iter().filter(|id| is_new(id)).count();
    for _ in 0..2 {
        engine.lead_everywhere(effort.of_leading(count) / 2);
        let calls = effort.groundwork(count, inner.is_none()) / 2;
        engine.solver.meter.allow(effort.of_calls(calls));
        engine.walk(engine.steps + calls, &teller);
    }
    engine.solver.meter.allow(effort.of_search(0));
    engine.hunt_refinements();
    // The targets are those of units, which tell what became of them.
    let found = Found { outcomes: Vec::new(), ..found(&mut engine, Corpus::default()) };
    let Engine { pool, known, .. } = engine;
    (Groundwork { pool, known }, found)
}

fn found(engine: &mut Engine<'_>, corpus: Corpus) -> Found {
    let outcomes = (0..engine.public).map(|at| engine.outcome(at)).collect();
    let seen = machine::seen(engine.service(), &engine.operations(), &engine.pool);
    let violations = std::mem::take(&mut engine.violations);
    Found { outcomes, counts: engine.counts.clone(), violations, steps: engine.steps, corpus, seen }
}

fn cone_name(service: &Service, cone: &Cone) -> String {
    let fields = cone.fields.iter().map(|id| service.state_field(*id).name.as_str());
    format!("states of {}", fields.collect::<Vec<_>>().join(", "))
}

impl Found {
    /// Whether it can be about a part of a service with so many targets.
    pub(crate) fn fits(&self, service: &Service, targets: usize) -> bool {
        let Corpus { states, witnesses } = &self.corpus;
        let is_state = |at: usize| at < states.len();
        let is_call = |line: &Line| {
            let inputs = service.operations.get(line.operation.index()).map(|operation| operation.inputs.len());
            inputs == Some(line.inputs.len())
        };
        let is_trace = |trace: &Trace| trace.lines.len() == trace.steps.len() && trace.lines.iter().all(is_call);
        let is_stored = |stored: &Stored| {
            stored.state.fields().len() == service.state.len()
                && stored.populates.is_none_or(is_state)
                && stored.trace.as_ref().is_none_or(is_trace)
        };
        let is_witness = |witness: &Witness| {
            witness.targets.iter().all(|target| *target < targets)
                && is_state(witness.state)
                && witness.populated.is_none_or(is_state)
                && witness.call.as_ref().is_none_or(|made| is_call(&made.line))
        };
        self.outcomes.len() == targets
            && self.counts.len() == service.operations.len()
            && self.seen.iter().all(|(at, seen)| seen.fits(service, *at))
            && states.iter().all(is_stored)
            && witnesses.iter().all(is_witness)
    }
}

impl Unit {
    /// What the part is called.
    pub(crate) fn name(&self, service: &Service) -> String {
        self.own.map_or_else(|| cone_name(service, &self.cone), |id| service.operation(id).name.to_string())
    }

    /// How many targets are told of.
    pub(crate) fn told(&self) -> usize {
        self.positions.len() + self.beside.len()
    }

    /// The position among all of a target of this part.
    pub(crate) fn position(&self, target: usize) -> Option<usize> {
        self.positions.iter().chain(&self.beside).nth(target).copied()
    }

    /// How many targets it searches for.
    fn size(&self) -> usize {
        self.positions.len() + self.never.len()
    }

    /// Its targets, after them what should never be reached, and then that the operations succeed which lead there.
    fn targets(&self, beginning: &Beginning) -> Vec<Target> {
        let own = self.positions.iter().map(|at| &beginning.targets[*at]);
        let others = self.cone.operations.iter().filter(|id| Some(**id) != self.own || !self.has_success(beginning));
        let helpers = others.filter_map(|id| beginning.success(*id));
        own.chain(&self.never).chain(helpers).cloned().collect()
    }

    /// Whether that its operation succeeds is among its targets.
    fn has_success(&self, beginning: &Beginning) -> bool {
        self.positions.iter().any(|at| beginning.targets[*at].root == Root::Operation)
    }

    /// Makes an engine for this part, and works with it.
    pub(crate) fn with_engine<R>(
        &self,
        beginning: &Beginning,
        groundwork: &Groundwork,
        seed: u64,
        work: impl FnOnce(&mut Engine<'_>) -> R,
    ) -> R {
        let targets = self.targets(beginning);
        let scope = Scope {
            targets: &targets,
            public: self.positions.len(),
            wanted: self.size(),
            cone: &self.cone,
            own: self.own,
            writes: &beginning.influence.writes,
        };
        let mut engine = beginning.engine(scope, apart(seed, &self.name(beginning.service())));
        engine.begin_from(groundwork);
        work(&mut engine)
    }

    /// Explores this part.
    pub(crate) fn explore(
        &self,
        beginning: &Beginning,
        groundwork: &Groundwork,
        options: &Options,
        (finder, teller): (&dyn Finder, &Teller<'_>),
    ) -> Found {
        let Options { seed, effort, .. } = *options;
        let size = self.size();
        self.with_engine(beginning, groundwork, seed, |engine| {
            engine.solver.meter.allow(effort.of_calls(effort.walk(size)));
            engine.look_back();
            engine.walk(effort.walk(size), teller);
            engine.solver.meter.allow(effort.of_leading(1));
            engine.double_own();
            engine.solver.meter.allow(effort.of_leading(1));
            engine.meet_others();
            let counts = engine.counts.clone();
            engine.search((effort.of_search(size), effort.of_target()), teller);
            if effort != Effort::Quick {
                engine.ask(finder);
            }
            engine.solver.meter.allow(effort.of_search(size));
            engine.try_all();
            engine.hunt(effort.of_search(self.never.len()));
            engine.solver.meter.allow(effort.of_search(size));
            engine.shorten_violations();
            engine.tell(teller);
            engine.solver.meter.allow(effort.of_corpus(size));
            let beside: Vec<&Target> = self.beside.iter().map(|at| &beginning.targets[*at]).collect();
            let (corpus, outcomes) = corpus::build(engine, &beside, seed);
            teller.settles(self.told(), &self.name(engine.service()));
            let mut found = Found { counts, ..found(engine, corpus) };
            found.outcomes.extend(outcomes);
            found
        })
    }

    /// Calls operations at random.
    pub(crate) fn wander(&self, beginning: &Beginning, seed: u64, calls: u64, teller: &Teller<'_>) -> Found {
        let pool = Pool::new(self.cone.fields.iter().copied().collect(), beginning.initial.clone(), BEGINNING);
        let groundwork = Groundwork { pool, known: vec![Vec::new(); beginning.service().operations.len()] };
        self.with_engine(beginning, &groundwork, seed, |engine| {
            engine.solver.meter.allow(u64::MAX);
            engine.wander(calls, teller);
            found(engine, Corpus::default())
        })
    }
}
