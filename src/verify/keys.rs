//! What the verdict of a check depends on, as a key: where the key is the same, so is what can be said. It follows what is put
//! to the solver: every check assumes a valid state, and so all that the state fields which matter to it have to satisfy.

use sha2::{Digest, Sha256};

use super::check::takes_part;
use super::ground::Ground;
use super::region::is_about;
use super::{Outcome, Prover, Subject, Verdict};
use crate::ir::{Fingerprints, OperationId, Part, Service, StateId};
use crate::realize::{Action, Body};

/// The keys of the checks of a service.
#[derive(Debug)]
pub struct Keys<'s> {
    service: &'s Service,
    /// What else decides: who checks, and with which effort.
    salt: String,
    /// What a valid state is.
    state: String,
    /// What each operation does and is allowed to do, and what a valid state is as far as it matters.
    operations: Vec<String>,
    transitions: Vec<String>,
    /// The whole service.
    whole: String,
}

impl<'s> Keys<'s> {
    /// Of the checks of a service that somebody makes in some way.
    pub fn of(prover: &'s Prover<'_>, salt: String) -> Keys<'s> {
        let (service, ground) = (prover.machine.service(), &prover.ground);
        let prints = Fingerprints::of(service);
        let words: Vec<String> = crate::convention::routes(service).0.words().into_iter().collect();
        let words = digest(&words);
        let operation = |(at, body): (usize, &Body)| {
            let id = OperationId(at as u32);
            let state = prints.key(state_parts(ground, ground.matter(Some(id))));
            digest(&[state, of_operation(service, &prints, (id, body), &words)])
        };
        Keys {
            service,
            salt: format!("{salt}\n{}", ground.regions.is_some()),
            state: prints.key(state_parts(ground, None)),
            operations: prover.machine.bodies().iter().enumerate().map(operation).collect(),
            transitions: (0..service.transitions.len()).map(|at| prints.key([Part::Transition(at)])).collect(),
            whole: digest(&[prints.key(prints.parts()), words]),
        }
    }

    /// Where to look for a check.
    pub fn places(&self, subject: Subject) -> Vec<String> {
        let mut found = vec![self.narrow(subject)];
        found.extend(is_explored(subject).then(|| self.wide(subject)));
        found
    }

    /// Where to keep what became of a check. That nothing was found out about what exploring might show depends on the
    /// whole service: any operation can lead there.
    pub fn place(&self, outcome: &Outcome) -> String {
        let is_open = matches!(outcome.verdict, Verdict::Unknown(_));
        if is_open && is_explored(outcome.subject) { self.wide(outcome.subject) } else { self.narrow(outcome.subject) }
    }

    fn narrow(&self, subject: Subject) -> String {
        let of = |id: OperationId| self.operations.get(id.index()).map_or("", String::as_str);
        let depends = match subject {
            Subject::Initial | Subject::Consistent => self.state.as_str(),
            Subject::Requires(id, _)
            | Subject::Reachable(id)
            | Subject::Keeps(id, _)
            | Subject::Choice(id)
            | Subject::Overflow(id) => of(id),
            Subject::Rule(at, _) => match subject.operation(self.service) {
                Some(id) => of(id),
                None => self.transitions.get(at).map_or("", String::as_str),
            },
            Subject::Eventually(_) => self.whole.as_str(),
            Subject::Fairness(_) => "",
        };
        self.hash(subject, depends)
    }

    fn wide(&self, subject: Subject) -> String {
        self.hash(subject, &self.whole)
    }

    fn hash(&self, subject: Subject, depends: &str) -> String {
        digest(&[self.salt.clone(), format!("{subject:?}"), depends.to_string()])
    }
}

/// Whether the exploration goes on to search for it where the solver leaves it open.
fn is_explored(subject: Subject) -> bool {
    match subject {
        Subject::Requires(..) | Subject::Reachable(_) | Subject::Rule(..) => true,
        Subject::Initial
        | Subject::Consistent
        | Subject::Keeps(..)
        | Subject::Choice(_)
        | Subject::Overflow(_)
        | Subject::Eventually(_)
        | Subject::Fairness(_) => false,
    }
}

/// What a valid state satisfies as far as it matters, and what may be assumed beside.
fn state_parts(ground: &Ground<'_>, matter: Option<&[bool]>) -> Vec<Part> {
    let matters = |at: usize| matter.is_none_or(|matter| matter.get(at).copied().unwrap_or(true));
    let state = (0..ground.service.state.len()).filter(|at| matters(*at)).map(|at| Part::State(StateId(at as u32)));
    let assumed = ground.assumed.iter().filter(|known| matter.is_none_or(|matter| is_about(&known.reads, matter)));
    state.chain(assumed.map(|known| known.part)).collect()
}

/// An operation with the transitions that it takes part in. What a service hands out must be no word of a route, so these
/// count where it makes values up.
fn of_operation(service: &Service, prints: &Fingerprints, (id, body): (OperationId, &Body), words: &str) -> String {
    let transitions = service.transitions.iter().enumerate().filter(|(_, transition)| takes_part(transition, id));
    let transitions = transitions.map(|(at, _)| Part::Transition(at));
    let own = prints.key(transitions.chain([Part::Operation(id)]));
    if makes_up(body) { digest(&[own, words.to_string()]) } else { own }
}

fn makes_up(body: &Body) -> bool {
    let is_made_up = |action: &Action| match action {
        Action::Choose(..) | Action::Create(..) => true,
        Action::Assign(..) | Action::Insert(..) | Action::Remove(..) | Action::Collect(..) => false,
    };
    let effects = &body.effects;
    !effects.open.is_empty() || !effects.open_parts.is_empty() || body.steps.iter().any(|step| is_made_up(&step.action))
}

/// Several texts as one hash.
pub fn digest(texts: &[String]) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
