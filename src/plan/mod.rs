//! What a suite tests, decided once for all languages: what to call, what must hold, where values come from, and what is
//! left out and why. A backend turns the plan into text and decides nothing.

mod behavior;
mod broken;
mod cases;
mod clause;
mod conditions;
mod coverage;
mod data;
mod examples;
mod frame;
mod listing;
mod machine;
mod malformed;
mod parts;
mod profile;
mod reading;
mod says;
mod sensitive;
pub mod service;
mod show;
mod skip;
pub mod store;
mod strategy;
mod structural;
mod test;
mod types;

pub use broken::{Breach, Broken};
pub use cases::Case;
pub use clause::{ClauseId, Places, Told};
pub use conditions::{Beside, Conditions, Guard, OfOperation, PresenceTest, Stated, When};
pub use coverage::{ClauseKind, Covered, Unreached};
pub use data::{DATA_VERSION, data, data_text, shape};
pub use examples::{Example, ExampleKind};
pub use frame::{AllowedChange, AllowedChanges, Way, allowed_changes};
pub use listing::{LISTING_VERSION, STATEFUL_ID, STRUCTURAL_IDS, TestNames, listing};
pub use machine::{ArbitraryRule, Bundle, BundleId, Draw, KeySource, MachineRule, StatefulPlan, Strictness};
pub use malformed::{Defect, Malformed};
pub use parts::{Operand, Part, parts};
pub use profile::{DEFAULT_PROFILE, PROFILES, Profile};
pub use reading::{Moves, moves, only_reads, siblings};
pub use says::says;
pub use sensitive::{Sensitive, sensitive};
pub use show::{json, show};
pub use skip::{Reason, Skip, Skips};
pub use strategy::{
    InputStrategy, Named, OWN_STRATEGIES, PLACEHOLDER, Secrecy, Shape, Source, Strategies, Strategy, secrecy,
};
pub use structural::{StructuralCheck, StructuralPlan};
pub use test::{Again, Calls, Holds, PlannedTest, TestKind};
pub use types::{Declared, entities_in, holds_itself, is_refined, types_in_order};

/// What surrounds a part of a clause, and places of a state: words of plans, which backends print.
pub use crate::effect::{Check, Place, Root, Scope, Step as PlaceStep};

use self::behavior::Behavior;
use crate::convention::Api;
use crate::explore::{Expect, Exploration, Made, Target};
use crate::interp::{Machine, Rejection, State};
use crate::ir::{OperationId, Service};
use crate::source::SourceMap;

/// What a plan is made from.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// The service.
    pub service: &'a Service,
    /// How its operations are called.
    pub api: &'a Api,
    /// What its exploration found.
    pub exploration: &'a Exploration,
    /// Its text.
    pub sources: &'a SourceMap,
    /// Runs it, and says how its operations do what they promise.
    pub machine: &'a Machine,
}

impl<'a> Ground<'a> {
    /// The targets, with their positions.
    fn targets(&self) -> impl Iterator<Item = (usize, &'a Target)> + use<'a> {
        self.exploration.targets.iter().enumerate()
    }

    /// The witnesses of a target that make a call, by position.
    fn witnesses_of(&self, target: usize) -> Vec<usize> {
        let witnesses = self.exploration.corpus.witnesses.iter().enumerate();
        let of = witnesses.filter(|(_, witness)| witness.call.is_some() && witness.targets.contains(&target));
        of.map(|(at, _)| at).collect()
    }

    /// The witnesses that call an operation, by position.
    fn witnesses_calling(&self, operation: OperationId) -> Vec<usize> {
        let calls = |made: &Made| made.line.operation == operation;
        let witnesses = self.exploration.corpus.witnesses.iter().enumerate();
        witnesses.filter(|(_, witness)| witness.call.as_ref().is_some_and(calls)).map(|(at, _)| at).collect()
    }

    /// The calls of an operation that have to be accepted, with their states.
    fn accepted_calls(&self, operation: OperationId) -> impl Iterator<Item = (&'a State, &'a Made)> + use<'a> {
        let corpus = &self.exploration.corpus;
        let made = corpus.witnesses.iter().filter_map(|witness| Some((witness.state, witness.call.as_ref()?)));
        let of = made.filter(move |(_, made)| made.line.operation == operation && made.expect == Expect::Accepted);
        of.map(|(state, made)| (&corpus.states[state].state, made))
    }

    /// The same, those of calls that are rejected apart from those that are accepted.
    fn witnesses_by_outcome(&self, target: usize) -> (Vec<usize>, Vec<usize>) {
        let witnesses = &self.exploration.corpus.witnesses;
        let is_rejected =
            |at: &usize| witnesses[*at].call.as_ref().is_some_and(|made| matches!(made.expect, Expect::Rejected(_)));
        self.witnesses_of(target).into_iter().partition(is_rejected)
    }

    /// The calls of an operation that are rejected for a reason, whatever they were found for.
    fn witnesses_against(&self, operation: OperationId, is_reason: impl Fn(Rejection) -> bool) -> Vec<usize> {
        let breaks = |made: &Made| match made.expect {
            Expect::Accepted => false,
            Expect::Rejected(rejection) => made.line.operation == operation && is_reason(rejection),
        };
        let witnesses = self.exploration.corpus.witnesses.iter().enumerate();
        witnesses.filter(|(_, witness)| witness.call.as_ref().is_some_and(breaks)).map(|(at, _)| at).collect()
    }

    /// The states that are witnesses of a target, and that calls lead to.
    fn traced_states_of(&self, target: usize) -> Vec<usize> {
        let corpus = &self.exploration.corpus;
        let of = corpus.witnesses.iter().filter(|witness| witness.targets.contains(&target));
        of.map(|witness| witness.state).filter(|state| corpus.states[*state].trace.is_some()).collect()
    }
}

/// What a target's own tools can do. What they cannot is planned around.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// There is a generator of text that matches a pattern.
    pub text_from_patterns: bool,
}

/// A suite, before it is written in some language.
#[derive(Debug, Clone, PartialEq)]
pub struct SuitePlan {
    /// The file name of the spec.
    pub spec: String,
    /// The behavioural tests.
    pub tests: Vec<PlannedTest>,
    /// What tests go over beside the witnesses of an operation and what is drawn.
    pub examples: Vec<Example>,
    /// The stateful test.
    pub stateful: StatefulPlan,
    /// The structural test.
    pub structural: StructuralPlan,
    /// The generators.
    pub strategies: Strategies,
    /// What is skipped.
    pub skips: Skips,
    /// Which tests check which clause.
    pub coverage: Vec<Covered>,
}

impl SuitePlan {
    /// How many clauses rest on less than they could: the effort ended before all tests of them were found.
    pub fn rest_on_less(&self) -> usize {
        self.coverage.iter().filter(|covered| covered.cut_short() > 0).count()
    }
}

/// Plans the suite of a service.
pub fn plan(ground: Ground<'_>, capabilities: Capabilities) -> SuitePlan {
    let service = ground.service;
    let places = Places::new(ground.sources);
    let Behavior { tests, skips: mut behavioral, unreached } = behavior::tests(ground);
    behavioral.extend(skip::loose(service));
    behavioral.extend(skip::undone(ground));
    let (strategies, strategies_skipped) = strategy::strategies(ground.machine, capabilities);
    let (structural, structural_skipped) = structural::structural(service, ground.api);
    let coverage = coverage::coverage(ground, &tests, &unreached);
    behavioral.extend(coverage.iter().filter(|found| found.tests.is_empty()).filter_map(skip::untested));
    let skips = Skips { strategies: strategies_skipped, behavioral, structural: structural_skipped };
    let stateful = machine::stateful(service, ground.api);
    let examples = examples::examples(ground);
    SuitePlan { spec: places.spec(), tests, examples, stateful, structural, strategies, skips, coverage }
}
