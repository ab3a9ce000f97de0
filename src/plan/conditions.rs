//! The conditions of a spec, as suites and services write them: each is a function, with what reports say of it. The order
//! is that in which they are written.

use crate::convention::presence;
use crate::interp::Clause;
use crate::ir::{
    AliasId, EntityId, Expr, Names, Operation, OperationId, ParamIndex, Property, Service, StateId, Temporal, print,
};
use crate::source::SourceMap;

use super::clause::Told;

/// A condition with what is told of it.
#[derive(Debug, Clone)]
pub struct Stated<'s> {
    /// The words of its function's name. Those of a clause of an operation begin after the operation's own.
    pub words: Vec<String>,
    /// What is told of it.
    pub told: Told,
    /// The condition.
    pub expr: &'s Expr,
}

/// A part of a clause that is written beside it.
#[derive(Debug, Clone)]
pub struct Beside<T> {
    /// The words of its function's name, after those of the operation.
    pub words: Vec<String>,
    /// Its text, in words of its own.
    pub said: String,
    /// The condition.
    pub expr: T,
}

/// A test that answers 404 where it fails.
#[derive(Debug, Clone)]
pub struct PresenceTest {
    /// The test.
    pub test: Beside<Expr>,
    /// The input that has to be there.
    pub input: ParamIndex,
    /// The position of its clause among the requires.
    pub clause: usize,
}

/// The guard of a rule of a transition.
#[derive(Debug, Clone)]
pub struct Guard<'s> {
    /// The guard.
    pub guard: Beside<&'s Expr>,
    /// The operation that takes the rule.
    pub via: OperationId,
    /// The entity that the rule moves.
    pub entity: EntityId,
}

/// What belongs to one operation.
#[derive(Debug, Clone)]
pub struct OfOperation<'s> {
    /// What it needs.
    pub requires: Vec<Stated<'s>>,
    /// What has to be there, or the answer is 404.
    pub presence: Vec<PresenceTest>,
    /// What it promises.
    pub ensures: Vec<Stated<'s>>,
}

/// All conditions, by what they belong to.
#[derive(Debug, Clone)]
pub struct Conditions<'s> {
    /// The refinements of aliases.
    pub aliases: Vec<Option<Stated<'s>>>,
    /// The refinements of fields, by entity.
    pub fields: Vec<Vec<Option<Stated<'s>>>>,
    /// The invariants of entities.
    pub entities: Vec<Vec<Stated<'s>>>,
    /// The refinements of state fields.
    pub state: Vec<Option<Stated<'s>>>,
    /// The invariants of the service.
    pub invariants: Vec<Stated<'s>>,
    /// The properties that always hold or hold at some time, in their order.
    pub temporals: Vec<(When, Stated<'s>)>,
    /// The guards of transitions, by transition and rule.
    pub guards: Vec<Vec<Option<Guard<'s>>>>,
    /// The operations.
    pub operations: Vec<OfOperation<'s>>,
}

/// When a property holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// In every state
    Always,
    /// In some state
    Eventually,
}

impl<'s> Conditions<'s> {
    /// The conditions of a service.
    pub fn of(service: &'s Service, sources: &SourceMap) -> Conditions<'s> {
        let stating = Stating { service, sources };
        let (entities, operations) = (0..service.entities.len(), 0..service.operations.len());
        Conditions {
            aliases: (0..service.aliases.len()).map(|at| stating.alias(AliasId(at as u32))).collect(),
            fields: entities.clone().map(|at| stating.fields(EntityId(at as u32))).collect(),
            entities: entities.map(|at| stating.entity(EntityId(at as u32))).collect(),
            state: (0..service.state.len()).map(|at| stating.state(StateId(at as u32))).collect(),
            invariants: (0..service.invariants.len()).map(|at| stating.invariant(at)).collect(),
            temporals: service.temporals.iter().filter_map(|temporal| stating.temporal(temporal)).collect(),
            guards: stating.guards(),
            operations: operations.map(|at| stating.operation(OperationId(at as u32))).collect(),
        }
    }
}

struct Stating<'s, 'm> {
    service: &'s Service,
    sources: &'m SourceMap,
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(String::from).to_vec()
}

impl<'s> Stating<'s, '_> {
    fn stated(&self, words: Vec<String>, clause: Clause, expr: &'s Expr) -> Stated<'s> {
        Stated { words, told: Told::of(self.service, self.sources, clause), expr }
    }

    fn alias(&self, id: AliasId) -> Option<Stated<'s>> {
        let alias = &self.service.aliases[id.index()];
        let refinement = alias.refinement.as_ref()?;
        Some(self.stated(words([&alias.name, "where"]), Clause::Alias(id), refinement))
    }

    fn fields(&self, id: EntityId) -> Vec<Option<Stated<'s>>> {
        let entity = self.service.entity(id);
        let stated = |(at, field): (usize, &'s crate::ir::Field)| {
            let words = words([&entity.name, &field.name, "where"]);
            Some(self.stated(words, Clause::Field(id, at), field.refinement.as_ref()?))
        };
        entity.fields.iter().enumerate().map(stated).collect()
    }

    fn entity(&self, id: EntityId) -> Vec<Stated<'s>> {
        let entity = self.service.entity(id);
        let stated = |(at, invariant): (usize, &'s crate::ir::Condition)| {
            let words = match &invariant.name {
                Some(name) => words([&entity.name, name]),
                None => words([&entity.name, "invariant", &at.to_string()]),
            };
            self.stated(words, Clause::EntityInvariant(id, at), &invariant.expr)
        };
        entity.invariants.iter().enumerate().map(stated).collect()
    }

    fn state(&self, id: StateId) -> Option<Stated<'s>> {
        let field = self.service.state_field(id);
        let refinement = field.refinement.as_ref()?;
        Some(self.stated(words(["state", &field.name, "where"]), Clause::State(id), refinement))
    }

    fn invariant(&self, at: usize) -> Stated<'s> {
        let invariant = &self.service.invariants[at];
        let name = invariant.name.as_ref().map_or_else(|| at.to_string(), ToString::to_string);
        self.stated(words(["invariant", &name]), Clause::Invariant(at), &invariant.expr)
    }

    fn temporal(&self, temporal: &'s Temporal) -> Option<(When, Stated<'s>)> {
        let (when, word, expr) = match &temporal.property {
            Property::Always(expr) => (When::Always, "always", expr),
            Property::Eventually(expr) => (When::Eventually, "eventually", expr),
            Property::Fairness(_) => return None,
        };
        let told = Told::of_temporal(self.service, self.sources, temporal);
        Some((when, Stated { words: words([word, &temporal.name]), told, expr }))
    }

    fn guards(&self) -> Vec<Vec<Option<Guard<'s>>>> {
        let mut numbers = vec![0; self.service.operations.len()];
        let mut found = Vec::new();
        for transition in &self.service.transitions {
            let entity = self.service.entity(transition.entity);
            let guards = transition.rules.iter().map(|rule| {
                let resolved = rule.resolved.as_ref().ok()?;
                let (via, expr) = (resolved.via, resolved.guard.as_ref()?);
                let number: usize = numbers[via.index()];
                numbers[via.index()] += 1;
                let names = Names { entity: Some(entity), ..of_call(self.service.operation(via)) };
                let words = words(["guard", &number.to_string()]);
                let guard = Beside { words, said: print(expr, self.service, names), expr };
                Some(Guard { guard, via, entity: transition.entity })
            });
            found.push(guards.collect());
        }
        found
    }

    fn operation(&self, id: OperationId) -> OfOperation<'s> {
        let operation = self.service.operation(id);
        let clauses = |word: &str, clause: fn(OperationId, usize) -> Clause, list: &'s [crate::ir::Clause]| {
            let stated = |(at, found): (usize, &'s crate::ir::Clause)| {
                self.stated(words([word, &at.to_string()]), clause(id, at), &found.expr)
            };
            list.iter().enumerate().map(stated).collect()
        };
        OfOperation {
            requires: clauses("requires", Clause::Requires, &operation.requires),
            presence: self.presence(operation),
            ensures: clauses("ensures", Clause::Ensures, &operation.ensures),
        }
    }

    fn presence(&self, operation: &Operation) -> Vec<PresenceTest> {
        let of = |(at, found): (usize, crate::convention::Presence)| {
            let said = print(&found.test, self.service, of_call(operation));
            let test = Beside { words: words(["presence", &at.to_string()]), said, expr: found.test };
            PresenceTest { test, input: found.input, clause: found.clause }
        };
        presence(self.service, operation).into_iter().enumerate().map(of).collect()
    }
}

fn of_call(operation: &Operation) -> Names<'_> {
    Names { operation: Some(operation), ..Names::default() }
}
