//! What an exploration says of a check: a situation that it came by, and that the interpreter agrees on, decides what the
//! solver need not be asked about.

use super::judge::{Judge, Replayed};
use super::overflow::left_range;
use super::scalar::LATEST;
use super::{Cost, Outcome, Situation, Subject, Verdict};
use crate::explore::{Root, Sight, Target};
use crate::ir::OperationId;

/// Whether what was seen can decide a check.
pub fn is_seen(subject: Subject) -> bool {
    match subject {
        Subject::Requires(..)
        | Subject::Reachable(_)
        | Subject::Rule(..)
        | Subject::Eventually(_)
        | Subject::Overflow(_) => true,
        Subject::Initial | Subject::Consistent | Subject::Keeps(..) | Subject::Choice(_) | Subject::Fairness(_) => {
            false
        }
    }
}

/// Whether what was seen of a target can decide a check.
pub fn is_asked(subject: Subject, target: &Target) -> bool {
    match subject {
        Subject::Overflow(id) => target.root == Root::Operation && target.operation == Some(id),
        Subject::Requires(..)
        | Subject::Reachable(_)
        | Subject::Rule(..)
        | Subject::Eventually(_)
        | Subject::Initial
        | Subject::Consistent
        | Subject::Keeps(..)
        | Subject::Choice(_)
        | Subject::Fairness(_) => is_wanted(subject, target),
    }
}

/// Whether a target decides a check.
pub fn is_wanted(subject: Subject, target: &Target) -> bool {
    match subject {
        Subject::Requires(id, _) | Subject::Reachable(id) => {
            target.root == Root::Operation && target.operation == Some(id)
        }
        Subject::Rule(transition, rule) => target.root == Root::Rule(transition, rule),
        Subject::Eventually(at) => target.root == Root::Temporal(at) && target.kind() == "eventually",
        Subject::Initial
        | Subject::Consistent
        | Subject::Keeps(..)
        | Subject::Choice(_)
        | Subject::Overflow(_)
        | Subject::Fairness(_) => false,
    }
}

/// A call of an operation that succeeds.
fn succeeds(sights: &[Sight], id: OperationId) -> Option<&Sight> {
    sights.iter().find(|sight| sight.target.root == Root::Operation && sight.target.operation == Some(id))
}

fn situation(sight: &Sight) -> Situation {
    let at = sight.at.clone();
    Situation { state: at.state, valid_at: at.now, inputs: at.inputs, now: at.at }
}

impl Judge<'_> {
    /// Decides a check by what was seen, where that can be.
    pub(super) fn seen(&self, subject: Subject, sights: &[Sight]) -> Option<Outcome> {
        match subject {
            Subject::Requires(id, _) | Subject::Reachable(id) => self.possible_by(subject, succeeds(sights, id)?),
            Subject::Rule(..) | Subject::Eventually(_) => {
                let sight = sights.iter().find(|sight| is_wanted(subject, &sight.target))?;
                self.possible_by(subject, sight)
            }
            Subject::Overflow(id) => self.late(subject, id, succeeds(sights, id)?),
            Subject::Initial | Subject::Consistent | Subject::Keeps(..) | Subject::Choice(_) | Subject::Fairness(_) => {
                None
            }
        }
    }

    /// That something can be, since it was.
    fn possible_by(&self, subject: Subject, sight: &Sight) -> Option<Outcome> {
        if matches!(subject, Subject::Eventually(_)) && !sight.traced {
            let why = "a valid state satisfies it, and no calls were found that lead there";
            return Some(Outcome::new(subject, Verdict::Unknown(why.to_string())));
        }
        let found = situation(sight);
        self.replays(subject, &found).then(|| {
            let mut outcome = Outcome::new(subject, Verdict::Proved);
            outcome.witness = Some(found);
            outcome
        })
    }

    /// Whether a number leaves its range in a call that is made as late as there are instants.
    fn late(&self, subject: Subject, id: OperationId, sight: &Sight) -> Option<Outcome> {
        let found = Situation { now: LATEST, ..situation(sight) };
        matches!(self.replayed(id, &found), Replayed::Outside).then(|| left_range(subject, found, Cost::default()))
    }
}
