//! How a service does what the spec says, decided once for all languages: what each operation checks and in which order,
//! what it loads, what it may change, what it does, what it chooses and how, and which promises it checks again.

mod choices;
mod loads;
mod partial;
mod promises;
mod recipe;
pub(crate) mod runs;
mod said;
mod seeds;
mod show;

pub use choices::{Choice, Known, Relation, Suggestion};
pub use loads::{Comparison, Filter, KeyVariables, Load, Lookup, Search, Total, What, counted, key_variable, total};
pub use promises::{Costly, Judged, Part, Pin, Promise};
pub use recipe::{Made, Recipe, Texts};
pub use said::Said;
pub use seeds::{Seed, seeds};
pub use show::show;

use serde::Serialize;

use crate::convention::{Api, Column, Presence, presence};
use crate::effect::Root;
use crate::ir::{OperationId, ParamIndex, ResolvedRule, Service, StateId};
use crate::realize::{Action, Body, Hole, Step};

/// How a service does what the spec says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ServicePlan {
    /// The operations, in their order.
    pub operations: Vec<OperationPlan>,
    /// The relations that take single rows from tests.
    pub seeds: Vec<Seed>,
}

impl ServicePlan {
    /// The columns that entries are looked up by, with their relations.
    pub fn looked_up(&self) -> Vec<(StateId, &Column)> {
        let mut found: Vec<(StateId, &Column)> = Vec::new();
        for one in self.operations.iter().flat_map(OperationPlan::looked_up) {
            if !found.contains(&one) {
                found.push(one);
            }
        }
        found
    }
}

impl OperationPlan {
    fn looked_up(&self) -> impl Iterator<Item = (StateId, &Column)> {
        let searched = self.lookups.iter().filter_map(|lookup| Some((lookup.state, lookup.index()?)));
        let pinned = self.promises.iter().flat_map(Promise::pins).filter_map(|pin| match &pin.own {
            Part::Column(column, _) => Some((pin.relation, column)),
            Part::Key => None,
        });
        searched.chain(pinned)
    }
}

/// How an operation is done. The checks come in this order: credentials (401), inputs (422), presence (404), the requires
/// and the transitions (409); where one of the last two fails, what is missing is told first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OperationPlan {
    /// The operation.
    pub operation: OperationId,
    /// The schemes of which one has to let the caller pass, by position; none for a public operation.
    pub credentials: Vec<usize>,
    /// The tests of the requires that answer 404.
    pub presence: Vec<Presence>,
    /// The transitions that must have a rule for the call.
    pub moves: Vec<Move>,
    /// What is loaded before anything is worked out, in this order.
    pub loads: Vec<Load>,
    /// What it may change.
    pub changes: Vec<StateId>,
    /// What it does, in this order; none where there is no way.
    pub steps: Vec<PlannedStep>,
    /// Parts of entries that are open where a check speaks of them.
    pub openings: Vec<crate::effect::Opening>,
    /// What is looked up while it is worked out.
    pub lookups: Vec<Lookup>,
    /// Whether it leaves the state alone and gives what the state and the inputs determine.
    pub only_reads: bool,
    /// What is checked at the end, beside the types of what changed: the ensures before those, all else after.
    pub promises: Vec<Promise>,
    /// The state fields of which everything is checked against its type, since that depends on more than the value.
    pub stored: Vec<StateId>,
    /// The promises that take whole relations to check.
    pub costly: Vec<Costly>,
    /// The ensures, by position, that fail for want of a value: one may be there that is not tried.
    pub unfound: Vec<usize>,
    /// Whether all is tried that could be chosen, so that nothing fails for want of a value.
    pub tries_all: bool,
    /// Why there is no way.
    pub hole: Option<Hole>,
}

/// A transition that an operation takes part in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Move {
    /// The transition, by position.
    pub transition: usize,
    /// The relation that holds the entry.
    pub relation: StateId,
    /// The input that is its key.
    pub key: ParamIndex,
    /// The rules.
    pub rules: Vec<ResolvedRule>,
}

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlannedStep {
    /// The step of the body.
    pub step: Step,
    /// How its value is chosen, where it is a choice.
    pub choice: Option<Choice>,
    /// The clause, by position among the ensures, that does not hold where it has no value; none where it has one.
    pub partial: Option<usize>,
}

/// Plans a service.
pub fn service_plan(service: &Service, api: &Api, bodies: &[Body]) -> ServicePlan {
    let operations = bodies.iter().map(|body| operation(service, api, body)).collect();
    ServicePlan { operations, seeds: seeds(service) }
}

fn operation(service: &Service, api: &Api, body: &Body) -> OperationPlan {
    let id = body.operation;
    let declared = service.operation(id);
    let ground = partial::Ground::of(service, declared.requires.iter().map(|clause| &clause.expr));
    let planned = |step: &Step| PlannedStep {
        step: step.clone(),
        choice: choices::choice(service, body, step),
        partial: ground.partial(step),
    };
    let steps: Vec<PlannedStep> = body.steps.iter().map(planned).collect();
    let (presence, moves) = (presence(service, declared), moves(service, id));
    let mut loads = loads::Loads::new(service, id);
    let only_reads = only_reads(body, &steps);
    if only_reads {
        loads.narrow();
    }
    loads.requires(&presence, &moves);
    loads.steps(&steps);
    let changes = if api.route(id).kind.is_read_only() { Vec::new() } else { changes(body) };
    let promises = promises::promises(service, body, &moves, &mut loads);
    OperationPlan {
        operation: id,
        credentials: declared.auth.clone(),
        presence,
        moves,
        lookups: lookups(&loads),
        loads: loads.finish(),
        changes,
        steps,
        openings: body.effects.open_parts.clone(),
        only_reads,
        promises: promises.checked,
        stored: promises.stored,
        costly: promises.costly,
        unfound: (0..declared.ensures.len())
            .filter(|at| body.is_open_ended(service, *at) || body.may_lack_value(service, *at))
            .collect(),
        tries_all: body.tries_all(),
        hole: body.hole.clone(),
    }
}

/// What is looked up, of what is not loaded as a whole.
fn lookups(loads: &loads::Loads<'_>) -> Vec<Lookup> {
    loads.lookups().iter().filter(|lookup| !loads.is_whole(lookup.state)).cloned().collect()
}

/// Whether a body leaves the state alone and gives what the state and the inputs determine.
fn only_reads(body: &Body, steps: &[PlannedStep]) -> bool {
    let chooses = steps.iter().any(|planned| planned.choice.is_some());
    changes(body).is_empty() && body.effects.open_parts.is_empty() && !chooses && body.hole.is_none()
}

fn moves(service: &Service, id: OperationId) -> Vec<Move> {
    let mut found = Vec::new();
    for (transition, declared) in service.transitions.iter().enumerate() {
        let resolved = declared.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
        let rules: Vec<ResolvedRule> = resolved.filter(|rule| rule.via == id).cloned().collect();
        if let Some(first) = rules.first() {
            found.push(Move { transition, relation: first.relation, key: first.key, rules });
        }
    }
    found
}

/// The state fields that a body writes to.
fn changes(body: &Body) -> Vec<StateId> {
    let mut found: Vec<StateId> = body.effects.open.clone();
    for step in &body.steps {
        if let Some(Root::State(id)) = written(&step.action) {
            found.push(id);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What an action writes to.
fn written(action: &Action) -> Option<Root> {
    match action {
        Action::Assign(place, _)
        | Action::Insert(place, _)
        | Action::Remove(place, _)
        | Action::Create(place, _)
        | Action::Choose(place, _) => Some(place.root),
        Action::Collect(..) => None,
    }
}
