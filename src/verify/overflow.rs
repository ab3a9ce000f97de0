//! Whether the numbers of a call stay within their ranges. A call in which one does not is outside the contract, which
//! breaks nothing.

use super::check::Subject;
use super::decode::Situation;
use super::encode::Numbers;
use super::goal::{Breadth, overflows};
use super::judge::{Judge, Means, Replayed};
use super::scene::Scene;
use super::search::{Fits, Question, SIZES, Searched};
use super::sorts::Texts;
use super::{Basis, Cost, Outcome, Verdict};
use crate::ir::OperationId;

impl Judge<'_> {
    /// Whether a number can leave its range.
    pub(super) fn overflow(&self, subject: Subject, id: OperationId) -> Outcome {
        let body = &self.seen.bodies()[id.index()];
        let narrow = |scene: &Scene<'_>| overflows(scene, id, body, Breadth::Narrow);
        let whole = |scene: &Scene<'_>| overflows(scene, id, body, Breadth::Whole);
        let whole = Question { numbers: Numbers::Watched, ..Question::new(Some(id), &whole) };
        let narrow = Question { make: &narrow, ..whole };
        let fits = |found: &Situation| matches!(self.replayed(id, found), Replayed::Outside);
        let mut outcome = Outcome::new(subject, Verdict::Unknown(String::new()));
        let found = match self.stays(narrow, whole, &fits, &mut outcome) {
            Stays::Always => {
                outcome.verdict = Verdict::Proved;
                return outcome;
            }
            Stays::Not(found) => Some(found),
            Stays::Open => self.leaving(whole, &fits, &mut outcome),
        };
        if let Some(found) = found {
            return left_range(subject, found, outcome.cost());
        }
        outcome.basis = Basis::Bounded(SIZES.into_iter().max().unwrap_or(0));
        outcome.verdict =
            Verdict::Unknown("not proved, and no call was found in which a number leaves its range".to_string());
        outcome
    }

    /// Tries to prove it: with little at first, then, unless a call shows the contrary at once, with everything. Both
    /// speak of the same numbers in the same order, so what was shown with little is not shown again.
    fn stays(&self, narrow: Question<'_>, whole: Question<'_>, fits: Fits<'_>, outcome: &mut Outcome) -> Stays {
        let first = self.refute(narrow, Texts::Opaque, outcome);
        let shown = first.as_ref().map_or(0, |tried| tried.shown);
        if first.is_some_and(|tried| tried.proved.is_some()) {
            return Stays::Always;
        }
        if let Some(found) = self.glimpse(whole, fits, outcome) {
            return Stays::Not(found);
        }
        let second = self.refute(Question { shown, ..whole }, Texts::Opaque, outcome);
        let Some(second) = second else { return Stays::Open };
        // What is too much with opaque texts is not less with real ones.
        let is_proved = second.proved.is_some()
            || !second.ran_out
                && self
                    .hasty(|judge| judge.refute(whole, Texts::Native, outcome))
                    .is_some_and(|third| third.proved.is_some());
        if is_proved { Stays::Always } else { Stays::Open }
    }

    /// Searches for a call in which a number leaves its range.
    fn leaving(&self, whole: Question<'_>, fits: Fits<'_>, outcome: &mut Outcome) -> Option<Situation> {
        let mut found = |size: usize| match self.hasty(|judge| judge.search(whole, size, fits, outcome)) {
            Ok(Searched::Found(found, _)) => fits(&found).then_some(found),
            Ok(Searched::Nothing | Searched::GaveUp | Searched::RanOut) | Err(_) => None,
        };
        SIZES.into_iter().find_map(&mut found)
    }

    /// Works with less effort: a call that is found decides nothing about the spec.
    fn hasty<T>(&self, work: impl FnOnce(&Judge<'_>) -> T) -> T {
        let means = Means { effort: self.means.effort.share(3), ..self.means.clone() };
        work(&Judge { means: &means, ..*self })
    }
}

/// Whether numbers stay within their ranges.
enum Stays {
    Always,
    /// Not in this call.
    Not(Situation),
    Open,
}

/// That a call in which a number leaves its range was found.
pub(super) fn left_range(subject: Subject, found: Situation, cost: Cost) -> Outcome {
    let why = "a number leaves its range, and such a call is outside the contract";
    let mut outcome = Outcome::new(subject, Verdict::NotChecked(why.to_string()));
    outcome.charge(cost);
    outcome.witness = Some(found);
    outcome
}
