//! What there is no test for, and why.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Ground;
use super::clause::ClauseId;
use super::coverage::Covered;
use crate::effect::LooseCalls;
use crate::interp::{Clause, Random, Verdict};
use crate::ir::{OperationId, Service, SkippedRule};
use crate::realize::Hole;

/// How many calls of an operation are tried to see whether a value is found for what it leaves open.
const MAX_TRIED: usize = 8;

/// Something without a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// The operation it is about.
    pub operation: Option<String>,
    /// What it is.
    pub kind: String,
    /// Why there is none.
    pub reason: Reason,
}

/// Why something has no test, or a weaker one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Reason {
    /// No state and call were found that show it; how near the search came.
    NotReached(String),
    /// No finite run can test it.
    Fairness,
    /// The rule of a transition stands for nothing.
    Rule(SkippedRule),
    /// It depends on a function that nobody supplies, and counts as true there.
    Loose,
    /// It speaks of more than a request and its response.
    NeedsState,
    /// No way is known to do what it promises, so nothing is known of what follows; why.
    Undone(String),
    /// The generator of a type does not know all that its refinement says, and throws values away.
    Filtered,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::NotReached(why) if why.is_empty() => f.write_str("no state and call were found that show it"),
            Reason::NotReached(why) => write!(f, "no state and call were found that show it: {why}"),
            Reason::Fairness => f.write_str("no finite run can test fairness"),
            Reason::Rule(SkippedRule::FieldIsNoEnum) => f.write_str("the transition's field is no enum"),
            Reason::Rule(SkippedRule::UnknownOperation) => f.write_str("its `via` names no operation"),
            Reason::Rule(SkippedRule::NoKey) => f.write_str("no input of its operation is the key of the entry"),
            Reason::Rule(SkippedRule::SeveralKeys(names)) => {
                write!(f, "several inputs may be the key of the entry: {}", names.join(", "))
            }
            Reason::Loose => f.write_str("a part depends on a function that nobody supplies, and counts as true"),
            Reason::NeedsState => f.write_str("it speaks of the state; the behavioural and stateful tests check it"),
            Reason::Undone(why) => {
                write!(f, "specc cannot do it itself, so it is tested by what can be drawn alone: {why}")
            }
            Reason::Filtered => f.write_str("the refinement is not all understood; values are drawn and thrown away"),
        }
    }
}

/// All that is skipped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Skips {
    /// Types whose generators fall short.
    pub strategies: Vec<Skip>,
    /// Clauses without a test.
    pub behavioral: Vec<Skip>,
    /// Clauses that the structural tests do not look at.
    pub structural: Vec<Skip>,
}

impl Skips {
    /// The operations that specc never does itself, each by the clause that is in the way.
    pub fn undone(&self) -> impl Iterator<Item = &Skip> {
        self.behavioral.iter().filter(|skip| matches!(skip.reason, Reason::Undone(_)))
    }

    /// The file `_testgen_skips.json`.
    pub fn json(&self, service: &str) -> Json {
        let list = |skips: &[Skip]| skips.iter().map(Skip::json).collect::<Vec<_>>();
        json!({
            "version": 1,
            "service": service,
            "strategies_skipped": list(&self.strategies),
            "behavioral_skipped": list(&self.behavioral),
            "structural_skipped": list(&self.structural),
        })
    }
}

impl Skip {
    fn json(&self) -> Json {
        json!({"operation": self.operation, "kind": self.kind, "reason": self.reason.to_string()})
    }
}

/// The clauses of which a part cannot be judged.
pub(super) fn loose(service: &Service) -> Vec<Skip> {
    let calls = LooseCalls::of(service);
    let mut found = Vec::new();
    for (index, operation) in service.operations.iter().enumerate() {
        let id = OperationId(index as u32);
        let requires = operation.requires.iter().enumerate().map(|(at, clause)| (Clause::Requires(id, at), clause));
        let ensures = operation.ensures.iter().enumerate().map(|(at, clause)| (Clause::Ensures(id, at), clause));
        for (clause, _) in requires.chain(ensures).filter(|(_, clause)| calls.within(&clause.expr)) {
            let kind = ClauseId::of(service, clause).0;
            found.push(Skip { operation: Some(operation.name.to_string()), kind, reason: Reason::Loose });
        }
    }
    found
}

/// The operations that are never done here, since a clause has no body or no value was found for it.
pub(super) fn undone(ground: Ground<'_>) -> Vec<Skip> {
    let service = ground.service;
    let ids = (0..service.operations.len()).map(|index| OperationId(index as u32));
    let found = ids.filter_map(|id| {
        let Hole { clause, reason } = hole(ground, id)?;
        let kind = ClauseId::of(service, Clause::Ensures(id, clause)).0;
        let operation = Some(service.operation(id).name.to_string());
        Some(Skip { operation, kind, reason: Reason::Undone(reason) })
    });
    found.collect()
}

/// What keeps an operation from being done: its body, or what comes of every call that has to be accepted.
fn hole(ground: Ground<'_>, id: OperationId) -> Option<Hole> {
    let body = &ground.machine.bodies()[id.index()];
    if body.hole.is_some() || !body.may_find_nothing(ground.service) {
        return body.hole.clone();
    }
    let calls = ground.accepted_calls(id).take(MAX_TRIED);
    let mut random = Random::seeded(0);
    let holes = calls.map(|(state, made)| match ground.machine.call(state, &made.call, made.now, &mut random) {
        Verdict::Hole(hole) => Some(hole),
        Verdict::Accepted(_) | Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Broken(_) => None,
    });
    holes.collect::<Option<Vec<Hole>>>()?.pop()
}

/// A clause without any test, for want of a state and a call.
pub(super) fn untested(covered: &Covered) -> Option<Skip> {
    let why = covered.unreached.first()?.why.clone();
    Some(Skip { operation: None, kind: covered.clause.0.clone(), reason: Reason::NotReached(why) })
}
