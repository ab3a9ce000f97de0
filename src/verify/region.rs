//! Which state fields can matter to a call. The state falls into regions: no clause speaks of fields of two of them, so what
//! a region holds is valid or not by itself. A call that neither reads nor changes anything of a region is the same
//! whatever that region holds; it is left out of what is put to the solver, and a situation takes it from a valid state.

use std::collections::BTreeSet;

use super::check::{of_type, takes_part};
use super::ground::Assumption;
use crate::interp::{Machine, State};
use crate::ir::{OperationId, Reads, Service, StateId};
use crate::realize::Body;

/// The state fields that matter, by operation.
#[derive(Debug)]
pub(super) struct Regions {
    /// A valid state.
    initial: State,
    /// For each operation, whether each state field matters.
    matters: Vec<Vec<bool>>,
}

impl Regions {
    /// Of a service; none where its initial state is not valid, since then nothing says that a region can be valid at all.
    pub(super) fn of(machine: &Machine, seen: &Machine, assumed: &[Assumption<'_>]) -> Option<Regions> {
        let initial = machine.initial().ok()?;
        machine.check_state(&initial, 0).ok()?;
        let service = seen.service();
        let joined = Joined::of(service, assumed);
        let bodies = seen.bodies().iter().enumerate();
        let matters = bodies.map(|(at, body)| joined.around(&touched(service, OperationId(at as u32), body))).collect();
        Some(Regions { initial, matters })
    }

    /// Whether each state field matters to a call.
    pub(super) fn matter(&self, id: OperationId) -> Option<&[bool]> {
        self.matters.get(id.index()).map(Vec::as_slice)
    }

    /// A state for what does not matter.
    pub(super) fn initial(&self) -> &State {
        &self.initial
    }
}

/// Whether something that reads this can matter where these fields do. The clock matters to every call.
pub(super) fn is_about(reads: &Reads, matters: &[bool]) -> bool {
    let is_in = |id: &StateId| matters.get(id.index()).copied().unwrap_or(true);
    reads.clock || reads.fields.is_empty() || reads.fields.iter().any(is_in)
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
    fn of(service: &Service, assumed: &[Assumption<'_>]) -> Joined {
        let mut joined = Joined((0..=service.state.len()).collect());
        for (at, field) in service.state.iter().enumerate() {
            let mut add = |expr: &crate::ir::Expr| joined.join(Some(at), &Reads::of(service, expr));
            of_type(service, &field.ty, &mut Vec::new(), &mut |_, expr| add(expr));
            field.refinement.iter().for_each(&mut add);
        }
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
