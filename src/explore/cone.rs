//! What can matter to a target, known before anything is searched for: the state fields that its call reads, those that they
//! depend on in turn, and the operations that change any of them.

use std::collections::BTreeSet;

use crate::effect::{self, Action, Effect};
use crate::interp::Machine;
use crate::ir::{self, Expr, OperationId, Reads, ResolvedRule, Service, StateId};
use crate::realize::Body;

use super::target::{Root, Target, root_expr};

/// What the state fields of a service depend on, and who changes them.
#[derive(Debug)]
pub(crate) struct Influence {
    /// For each state field, those that decide what a call makes of it.
    sources: Vec<BTreeSet<StateId>>,
    /// For each state field, the operations that change it.
    writers: Vec<BTreeSet<OperationId>>,
    /// For each operation, what it can change.
    pub(crate) writes: Vec<BTreeSet<StateId>>,
}

/// A part of a service that nothing outside of it has an influence on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cone {
    pub(crate) fields: BTreeSet<StateId>,
    pub(crate) operations: BTreeSet<OperationId>,
}

impl Influence {
    pub(crate) fn of(machine: &Machine) -> Influence {
        let service = machine.service();
        let count = service.state.len();
        let writes: Vec<BTreeSet<StateId>> = machine.bodies().iter().map(Body::changes).collect();
        let mut found =
            Influence { sources: vec![BTreeSet::new(); count], writers: vec![BTreeSet::new(); count], writes };
        for body in machine.bodies() {
            found.add(service, body);
        }
        found
    }

    fn add(&mut self, service: &Service, body: &Body) {
        let needs = needs_of(service, body.operation).fields;
        for id in &self.writes[body.operation.index()] {
            self.writers[id.index()].insert(body.operation);
            let sources = &mut self.sources[id.index()];
            sources.extend(&needs);
            sources.extend(decided_by(service, body, *id));
        }
    }

    /// The part of the service that can matter where these fields are read.
    pub(crate) fn cone(&self, reads: impl IntoIterator<Item = StateId>) -> Cone {
        let mut open: Vec<StateId> = reads.into_iter().collect();
        let mut fields = BTreeSet::new();
        while let Some(id) = open.pop() {
            if fields.insert(id) {
                open.extend(&self.sources[id.index()]);
            }
        }
        let operations = fields.iter().flat_map(|id| &self.writers[id.index()]).copied().collect();
        Cone { fields, operations }
    }

    /// The part of the service that can matter to what a call of an operation does.
    pub(crate) fn cone_of_operation(&self, service: &Service, id: OperationId) -> Cone {
        let ensures = service.operation(id).ensures.iter().flat_map(|clause| Reads::of(service, &clause.expr).fields);
        let needs = needs_of(service, id).fields;
        self.cone(needs.into_iter().chain(ensures).chain(self.writes[id.index()].iter().copied()))
    }

    /// The part of the service that can matter to a condition on states.
    pub(crate) fn cone_of_state(&self, machine: &Machine, target: &Target) -> Cone {
        let service = machine.service();
        let read = root_expr(service, None, &target.root).map(|expr| Reads::of(service, expr).fields);
        let holds = |id: &StateId| match target.root {
            Root::EntityInvariant(entity, _) => machine.model.holds(&service.state_field(*id).ty.ty, entity),
            Root::Operation
            | Root::Requires(_)
            | Root::Ensures(_)
            | Root::Guard(..)
            | Root::Rule(..)
            | Root::Source(..)
            | Root::Input(..)
            | Root::Invariant(_)
            | Root::Temporal(_)
            | Root::Beside(_) => false,
        };
        let holding = (0..service.state.len() as u32).map(StateId).filter(holds);
        self.cone(read.into_iter().flatten().chain(holding))
    }
}

impl Cone {
    /// The expressions that say what the calls and states of this part are like.
    pub(crate) fn expressions<'s>(&self, service: &'s Service) -> Vec<&'s Expr> {
        let operations = self.operations.iter().map(|id| service.operation(*id));
        let mut found: Vec<&Expr> = operations
            .flat_map(|operation| operation.requires.iter().chain(&operation.ensures))
            .map(|clause| &clause.expr)
            .collect();
        let rules = self.operations.iter().flat_map(|id| rules_via(service, *id));
        found.extend(rules.filter_map(|rule| rule.guard.as_ref()));
        let conditions = service.invariants.iter().map(|invariant| &invariant.expr);
        let temporals = service.temporals.iter().filter_map(|temporal| temporal.property.expr());
        let speaks_of_it = |expr: &&Expr| !Reads::of(service, expr).fields.is_disjoint(&self.fields);
        found.extend(conditions.chain(temporals).filter(speaks_of_it));
        found.extend(self.fields.iter().flat_map(|id| {
            let field = service.state_field(*id);
            field.initial.iter().chain(&field.refinement)
        }));
        found.extend(self.refinements(service));
        ir::with_functions(service, found)
    }

    /// The refinements of the types that inputs and state fields are declared with.
    fn refinements<'s>(&self, service: &'s Service) -> Vec<&'s Expr> {
        let mut types = ir::NamedTypes::default();
        let operations = self.operations.iter().map(|id| service.operation(*id));
        let params = operations.flat_map(|operation| operation.inputs.iter().chain(&operation.outputs));
        params.for_each(|param| types.add(service, &param.ty));
        self.fields.iter().for_each(|id| types.add(service, &service.state_field(*id).ty));
        types.refinements(service)
    }
}

/// What the precondition of an operation reads.
pub(crate) fn needs_of(service: &Service, id: OperationId) -> Reads {
    let mut found = Reads::default();
    let mut add = |expr: &Expr| {
        let Reads { fields, clock } = Reads::of(service, expr);
        found.fields.extend(fields);
        found.clock |= clock;
    };
    service.operation(id).requires.iter().for_each(|clause| add(&clause.expr));
    rules_via(service, id).filter_map(|rule| rule.guard.as_ref()).for_each(&mut add);
    found.fields.extend(rules_via(service, id).map(|rule| rule.relation));
    found
}

fn rules_via(service: &Service, id: OperationId) -> impl Iterator<Item = &ResolvedRule> {
    let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
    rules.filter_map(|rule| rule.resolved.as_ref().ok()).filter(move |rule| rule.via == id)
}

/// What decides the value that an operation gives to a state field: what its clauses about the field read. Where that is
/// chosen, or goes by an output, the checks of the choice count as well.
fn decided_by(service: &Service, body: &Body, id: StateId) -> BTreeSet<StateId> {
    let mut found = BTreeSet::new();
    let mut is_chosen = body.effects.open.contains(&id);
    for effect in body.effects.effects.iter().filter(|effect| effect.state() == Some(id)) {
        for expr in expressions_of(effect) {
            found.extend(Reads::of(service, expr).fields);
            is_chosen |= ir::any(expr, &|part| matches!(part.kind, ir::ExprKind::Output(_)));
        }
    }
    is_chosen |= body.effects.open_parts.iter().any(|part| part.place.root == effect::Root::State(id));
    if is_chosen {
        let outputs = body.effects.effects.iter().filter(|effect| effect.state().is_none()).flat_map(expressions_of);
        let checks = body.effects.checks.iter().map(|check| &check.expr);
        found.extend(outputs.chain(checks).flat_map(|expr| Reads::of(service, expr).fields));
    }
    found
}

fn expressions_of(effect: &Effect) -> Vec<&Expr> {
    let Effect { clause: _, scopes, place, action, determines: _ } = effect;
    let keys = place.path.iter().filter_map(|step| match step {
        effect::Step::Key(key) | effect::Step::Position(key) => Some(key),
        effect::Step::Field(_) => None,
    });
    let (Action::Equals(value) | Action::Contains(value) | Action::Lacks(value)) = action;
    scopes.iter().filter_map(effect::Scope::expr).chain(keys).chain([value]).collect()
}
