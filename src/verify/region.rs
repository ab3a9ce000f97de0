//! Which state fields can matter to a call. The state falls into regions: no clause speaks of fields of two of them, so what
//! a region holds is valid or not by itself. A call that neither reads nor changes anything of a region is the same
//! whatever that region holds; it is left out of what is put to the solver, and a situation takes it from a valid state.
//!
//! A region can be as large as the service. Most proofs need only what is near: what the call touches and the claim reads. What is
//! left out can make a proof fail, never a wrong one succeed, so that is tried first.

use std::collections::BTreeSet;

use super::check::{of_type, takes_part};
use super::ground::Assumption;
use crate::interp::{Machine, State};
use crate::ir::{Expr, OperationId, Reads, Service, StateField, StateId};
use crate::realize::Body;

/// The state fields that matter, by operation.
#[derive(Debug)]
pub(super) struct Regions {
    /// A valid state.
    initial: State,
    /// For each operation, whether each state field matters.
    matters: Vec<Vec<bool>>,
    /// For each operation, what it touches, and the fields that may stop being valid by it.
    near: Vec<BTreeSet<StateId>>,
}

/// The state fields that a check speaks of.
#[derive(Debug, Clone, Copy)]
pub(super) enum Matter<'m> {
    /// All
    Everything,
    /// Those of the regions that a call has to do with
    Regions(&'m [bool]),
    /// Those near to a call and a claim
    Near(&'m [bool]),
}

impl Matter<'_> {
    /// Whether it speaks of a state field.
    pub(super) fn has(self, id: StateId) -> bool {
        match self {
            Matter::Everything => true,
            Matter::Regions(fields) | Matter::Near(fields) => is_in(fields, id),
        }
    }

    /// Whether something that reads this is assumed.
    pub(super) fn concerns(self, reads: &Reads) -> bool {
        match self {
            Matter::Everything => true,
            Matter::Regions(fields) => is_about(reads, fields),
            Matter::Near(fields) => reads.fields.is_empty() || reads.fields.iter().any(|id| is_in(fields, *id)),
        }
    }
}

impl Regions {
    /// Of a service; none where its initial state is not valid, since then nothing says that a region can be valid at all.
    pub(super) fn of(machine: &Machine, seen: &Machine, assumed: &[Assumption<'_>]) -> Option<Regions> {
        let initial = machine.initial().ok()?;
        machine.check_state(&initial, 0).ok()?;
        let service = seen.service();
        let typed = typed_by(service);
        let joined = Joined::of(&typed, assumed);
        let (mut matters, mut near) = (Vec::new(), Vec::new());
        for (at, body) in seen.bodies().iter().enumerate() {
            let mut fields = touched(service, OperationId(at as u32), body);
            matters.push(joined.around(&fields));
            fields.extend(unsettled(&typed, &body.changes()));
            near.push(fields);
        }
        Some(Regions { initial, matters, near })
    }

    /// Whether each state field matters to a call.
    pub(super) fn matter(&self, id: OperationId) -> Option<&[bool]> {
        self.matters.get(id.index()).map(Vec::as_slice)
    }

    /// Whether each state field is near to a call and to what a claim reads; nothing where that is all that matters.
    pub(super) fn near(&self, id: OperationId, claim: Option<&Reads>) -> Option<Vec<bool>> {
        let matters = self.matter(id)?;
        let mut found = vec![false; matters.len()];
        let fields = self.near.get(id.index())?.iter().chain(claim.iter().flat_map(|reads| &reads.fields));
        fields.for_each(|id| found[id.index()] = true);
        let is_less = matters.iter().zip(&found).any(|(matters, near)| *matters && !near);
        is_less.then_some(found)
    }

    /// A state for what does not matter.
    pub(super) fn initial(&self) -> &State {
        &self.initial
    }
}

/// Whether something that reads this can matter where these fields do. The clock matters to every call.
pub(super) fn is_about(reads: &Reads, matters: &[bool]) -> bool {
    reads.clock || reads.fields.is_empty() || reads.fields.iter().any(|id| is_in(matters, *id))
}

fn is_in(fields: &[bool], id: StateId) -> bool {
    fields.get(id.index()).copied().unwrap_or(true)
}

/// What the types and refinements of each state field read.
fn typed_by(service: &Service) -> Vec<Reads> {
    let of_field = |field: &StateField| {
        let mut found = Reads::default();
        let mut add = |expr: &Expr| {
            let reads = Reads::of(service, expr);
            found.fields.extend(reads.fields);
            found.clock |= reads.clock;
        };
        of_type(service, &field.ty, &mut Vec::new(), &mut |_, expr| add(expr));
        field.refinement.iter().for_each(&mut add);
        found
    };
    service.state.iter().map(of_field).collect()
}

/// The fields whose types read what a call changes, or the clock: they may stop being valid without being changed.
fn unsettled(typed: &[Reads], changed: &BTreeSet<StateId>) -> Vec<StateId> {
    let is_unsettled = |reads: &Reads| reads.clock || !reads.fields.is_disjoint(changed);
    let fields = typed.iter().enumerate().filter(|(_, reads)| is_unsettled(reads));
    fields.map(|(at, _)| StateId(at as u32)).collect()
}

/// What an operation reads and changes, by its clauses, its types and its transitions.
fn touched(service: &Service, id: OperationId, body: &Body) -> BTreeSet<StateId> {
    let operation = service.operation(id);
    let mut found = body.changes();
    for clause in operation.requires.iter().chain(&operation.ensures) {
        found.extend(Reads::of(service, &clause.expr).fields);
    }
    for param in operation.inputs.iter().chain(&operation.outputs) {
        of_type(service, &param.ty, &mut Vec::new(), &mut |_, expr| found.extend(Reads::of(service, expr).fields));
    }
    for transition in service.transitions.iter().filter(|transition| takes_part(transition, id)) {
        for rule in transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok()) {
            found.insert(rule.relation);
            found.extend(rule.guard.iter().flat_map(|guard| Reads::of(service, guard).fields));
        }
    }
    found
}

/// State fields that clauses speak of together, and the clock after the last of them: each points to another one of its
/// region, or to itself.
struct Joined(Vec<usize>);

impl Joined {
    fn of(typed: &[Reads], assumed: &[Assumption<'_>]) -> Joined {
        let mut joined = Joined((0..=typed.len()).collect());
        typed.iter().enumerate().for_each(|(at, reads)| joined.join(Some(at), reads));
        assumed.iter().for_each(|assumption| joined.join(None, &assumption.reads));
        joined
    }

    fn root(&self, at: usize) -> usize {
        let mut at = at;
        while let Some(next) = self.0.get(at).copied().filter(|next| *next != at) {
            at = next;
        }
        at
    }

    fn join(&mut self, field: Option<usize>, reads: &Reads) {
        let clock = reads.clock.then(|| self.0.len() - 1);
        let mut all = field.into_iter().chain(reads.fields.iter().map(|id| id.index())).chain(clock);
        let Some(first) = all.next() else { return };
        for other in all {
            let (a, b) = (self.root(first), self.root(other));
            self.0[b] = a;
        }
    }

    /// Whether each field is of a region of some of these, or of the one of the clock.
    fn around(&self, fields: &BTreeSet<StateId>) -> Vec<bool> {
        let clock = self.0.len() - 1;
        let wanted: BTreeSet<usize> =
            fields.iter().map(|id| id.index()).chain([clock]).map(|at| self.root(at)).collect();
        (0..clock).map(|at| wanted.contains(&self.root(at))).collect()
    }
}
