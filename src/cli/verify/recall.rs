//! Making only those checks of which nothing is known from before, and none where all is known.

use super::Wanted;
use super::entry::{Entry, Telling};
use super::store::{Store, Verdicts};
use super::work::{Done, all};
use crate::cli::Talk;
use crate::interp::Machine;
use crate::verify::{self, Kept, Keys, Means, Outcome, Prover, Subject};

impl Wanted {
    /// What there is to tell where every check is known from before.
    pub(super) fn remembered(&self, machine: &Machine) -> Option<Entry> {
        let service = machine.service();
        let (prover, agenda) = (Prover::new(machine), self.agenda(machine));
        let known = Store::of(&service.name)?.read();
        let keys = Keys::of(&prover, salt(&self.means()));
        let recall = |subject: &Subject| recalled(&prover, &keys, &known, *subject, &self.means());
        let outcomes: Vec<Outcome> = agenda.subjects.iter().map(recall).collect::<Option<_>>()?;
        Some(Entry::of(service, &outcomes, (0, agenda.framed_count()), Telling::Doubts))
    }

    /// Makes the checks that are not known, and keeps what became of them.
    pub(super) fn recalled(&self, prover: &Prover<'_>, subjects: &[Subject], talk: Talk) -> Done {
        let service = prover.machine().service();
        let Some(store) = Store::of(&service.name) else {
            return all(prover, subjects, &self.means(), self.jobs(), talk);
        };
        let keys = Keys::of(prover, salt(&self.means()));
        let recall = |means: &Means| -> Vec<Option<Outcome>> {
            let known = store.read();
            subjects.iter().map(|subject| recalled(prover, &keys, &known, *subject, means)).collect()
        };
        let mut known = recall(&self.means());
        if known.iter().all(Option::is_some) {
            return Done { outcomes: known.into_iter().flatten().collect(), looked: 0, made: 0 };
        }
        // Whoever does the same work may have done it in the meantime.
        let all_keys: Vec<String> = subjects.iter().flat_map(|subject| keys.places(*subject)).collect();
        let _lock = store.locked("make", &verify::digest(&all_keys));
        known = recall(&self.means());
        let open = subjects.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(subject, _)| *subject);
        let open: Vec<Subject> = open.collect();
        let Done { outcomes, looked, made } = all(prover, &open, &self.means(), self.jobs(), talk);
        let mut new = outcomes.into_iter();
        let outcomes: Vec<Outcome> = known.into_iter().filter_map(|known| known.or_else(|| new.next())).collect();
        if made > 0 {
            let kept = |outcome: &Outcome| Some((keys.place(outcome), Kept::of(service, outcome)?));
            store.keep(outcomes.iter().filter_map(kept).collect());
        }
        Done { outcomes, looked, made }
    }
}

fn recalled(
    prover: &Prover<'_>,
    keys: &Keys<'_>,
    known: &Verdicts,
    subject: Subject,
    means: &Means,
) -> Option<Outcome> {
    let kept = keys.places(subject).into_iter().find_map(|key| known.get(&key))?;
    prover.recall(subject, kept, means)
}

/// What decides verdicts beside the spec: specc itself, the solver, and what it may take.
fn salt(means: &Means) -> String {
    let solver = verify::solver_version();
    [env!("CARGO_PKG_VERSION"), env!("SPECC_SOURCES"), &solver, &format!("{:?}", means.effort)].join("\n")
}
