//! What an exploration says of a property that some state should satisfy.

use super::{Outcome, Subject, Verdict};
use crate::explore::{Exploration, Outcome as Explored, Root};

/// Looks up in an exploration whether calls lead to a state that satisfies a property.
pub fn look_up(outcome: &mut Outcome, exploration: Option<&Exploration>) {
    let Subject::Eventually(at) = outcome.subject else { return };
    let Some(exploration) = exploration else { return };
    let found = exploration
        .targets
        .iter()
        .position(|target| target.root == Root::Temporal(at) && target.kind() == "eventually");
    let reached = found.and_then(|found| exploration.outcomes.get(found));
    outcome.verdict = match reached {
        Some(Explored::Reached { traced: true, .. }) => Verdict::Proved,
        Some(Explored::Reached { traced: false, .. }) => {
            Verdict::Unknown("a valid state satisfies it, and no calls were found that lead there".to_string())
        }
        Some(Explored::Missed { why }) => Verdict::Unknown(format!("the exploration did not reach it: {why}")),
        None => Verdict::NotChecked("the exploration does not look for it".to_string()),
    };
}
