//! The state machine of the stateful tests: which keys are kept for later calls, and where each operation gets its own.

use serde::Serialize;

use crate::convention::{Api, Created, CreatedKey, Kind, Presence, created, held, presence};
use crate::effect::{Action, Effect, Effects, Root, Step};
use crate::ir::{
    BinaryOp, EntityId, Expr, ExprKind, FieldIndex, Operation, OperationId, ParamIndex, Service, StateId, Transition,
    Type, conjuncts,
};

/// Keys of entries that earlier calls made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bundle {
    /// The words of its name.
    pub name: Vec<String>,
    /// The relation that the entries are in.
    pub relation: StateId,
    /// The status that the entries have, where entries of each status are kept apart.
    pub status: Option<u32>,
}

/// A position in the list of bundles.
pub type BundleId = usize;

/// Where a rule gets an input from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Draw {
    /// From the generator of the input. Where the call would be rejected, the harness looks for other inputs in recorded
    /// calls and in the state at hand
    Fresh,
    /// From one of these bundles; it stays there
    From(Vec<BundleId>),
    /// From this bundle; it is taken out
    Consume(BundleId),
}

/// Where the key that a rule adds to a bundle comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum KeySource {
    /// An output
    Output(ParamIndex),
    /// A field of an output
    OutputField(ParamIndex, FieldIndex),
    /// An input
    Input(ParamIndex),
}

/// Whether the precondition of a rule follows from where its inputs come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Strictness {
    /// It does: the call succeeds.
    Strict,
    /// It may fail: the harness looks for inputs that are accepted, and the oracle decides before the call is made.
    Judged,
}

/// A step that the machine can take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MachineRule {
    /// The words of its name.
    pub name: Vec<String>,
    /// The operation.
    pub operation: OperationId,
    /// Where each input comes from, in their order.
    pub draws: Vec<Draw>,
    /// The bundle that gets a key where the call succeeds, and the key.
    pub target: Option<(BundleId, KeySource)>,
    /// Whether the call is known to succeed.
    pub strictness: Strictness,
}

/// The state machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StatefulPlan {
    /// The bundles.
    pub bundles: Vec<Bundle>,
    /// The rules with keys from bundles.
    pub rules: Vec<MachineRule>,
    /// The rules with arbitrary keys and values.
    pub arbitrary: Vec<ArbitraryRule>,
}

/// A step with keys and values that may be anything, so that calls happen that are to be rejected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArbitraryRule {
    /// The words of its name.
    pub name: Vec<String>,
    /// The operation.
    pub operation: OperationId,
}

impl MachineRule {
    /// What the step does, for people.
    pub fn says(&self, service: &Service) -> String {
        let name = &service.operation(self.operation).name;
        match self.strictness {
            Strictness::Strict => format!("{name}, with keys that are there: it succeeds."),
            Strictness::Judged => format!("{name}, with inputs that it accepts where some are found."),
        }
    }
}

impl ArbitraryRule {
    /// What the step does, for people.
    pub fn says(&self, service: &Service) -> String {
        format!("{}, with keys and values that may be anything.", service.operation(self.operation).name)
    }
}

/// The state machine of a service.
pub(super) fn stateful(service: &Service, api: &Api) -> StatefulPlan {
    let mut builder = Builder { service, api, bundles: Vec::new(), created: Vec::new(), rules: Vec::new() };
    builder.created = service.operations.iter().map(|operation| created(service, operation)).collect();
    builder.add_bundles();
    (0..service.operations.len()).for_each(|at| builder.add_rules(OperationId(at as u32)));
    StatefulPlan { bundles: builder.bundles, rules: builder.rules, arbitrary: arbitrary(service) }
}

/// One rule for each operation that takes something.
fn arbitrary(service: &Service) -> Vec<ArbitraryRule> {
    let operations = service.operations.iter().enumerate();
    let taking = operations.filter(|(_, operation)| !operation.inputs.is_empty());
    let rule = |(at, operation): (usize, &Operation)| ArbitraryRule {
        name: vec![operation.name.to_string(), "anyhow".into()],
        operation: OperationId(at as u32),
    };
    taking.map(rule).collect()
}

struct Builder<'s> {
    service: &'s Service,
    api: &'s Api,
    bundles: Vec<Bundle>,
    /// What each operation creates.
    created: Vec<Vec<Created>>,
    rules: Vec<MachineRule>,
}

impl Builder<'_> {
    /// One bundle per relation that something creates entries in, or one per status of its entries.
    fn add_bundles(&mut self) {
        for index in 0..self.service.state.len() {
            let relation = StateId(index as u32);
            if self.creators(relation).is_empty() || self.home(relation) != relation {
                continue;
            }
            let entity = held(self.service, relation).map(|id| self.service.entity(id).name.to_string());
            let first = entity.unwrap_or_else(|| self.service.state_field(relation).name.to_string());
            match self.statuses(relation) {
                Some(names) => {
                    for (status, name) in names.into_iter().enumerate() {
                        let name = vec![first.clone(), name, "ids".into()];
                        self.add_bundle(Bundle { name, relation, status: Some(status as u32) });
                    }
                }
                None => self.add_bundle(Bundle { name: vec![first, "ids".into()], relation, status: None }),
            }
        }
    }

    /// The operations that create entries in a relation, with where their keys are to be found.
    fn creators(&self, relation: StateId) -> Vec<(usize, CreatedKey)> {
        let all = self.created.iter().enumerate();
        let own = all.flat_map(|(at, created)| created.iter().map(move |created| (at, created)));
        own.filter(|(_, created)| created.relation == relation).map(|(at, created)| (at, created.key)).collect()
    }

    /// The relation whose bundle holds the keys of a relation: relations that get each key together share one, that of the
    /// first that holds an entity.
    fn home(&self, relation: StateId) -> StateId {
        let creators = self.creators(relation);
        let ids = (0..self.service.state.len()).map(|index| StateId(index as u32));
        let mut together: Vec<StateId> = ids.filter(|id| self.creators(*id) == creators).collect();
        together.sort_by_key(|id| held(self.service, *id).is_none());
        together.first().copied().unwrap_or(relation)
    }

    fn add_bundle(&mut self, mut bundle: Bundle) {
        if self.bundles.iter().any(|known| known.name == bundle.name) {
            bundle.name.insert(1, self.service.state_field(bundle.relation).name.to_string());
        }
        self.bundles.push(bundle);
    }

    /// The names of the statuses of a relation's entries, where every operation that creates one says which it begins with.
    fn statuses(&self, relation: StateId) -> Option<Vec<String>> {
        let transition = self.transition(relation)?;
        let Type::Enum(id) = status_type(self.service, transition) else { return None };
        let creators = (0..self.created.len()).filter(|at| self.creates(*at, relation));
        let mut begins = creators.map(|at| self.initial(OperationId(at as u32), relation));
        let known = begins.all(|status| status.is_some());
        let values = &self.service.enumeration(*id).values;
        known.then(|| values.iter().map(|value| value.name.to_string()).collect())
    }

    fn creates(&self, operation: usize, relation: StateId) -> bool {
        self.created[operation].iter().any(|created| created.relation == relation)
    }

    /// The transition whose rules are about the entries of a relation.
    fn transition(&self, relation: StateId) -> Option<&Transition> {
        let about = |transition: &&Transition| {
            let mut rules = transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok());
            rules.any(|rule| rule.relation == relation)
        };
        let mut found = self.service.transitions.iter().filter(about);
        // Entries with two state machines have no single status.
        found.next().filter(|_| found.next().is_none())
    }

    /// The status that new entries of an operation begin with.
    fn initial(&self, id: OperationId, relation: StateId) -> Option<u32> {
        let transition = self.transition(relation)?;
        let operation = self.service.operation(id);
        let effects = Effects::of(self.service, operation);
        let about = |effect: &&Effect| effect.is_unconditional() && effect.place.root == Root::State(relation);
        effects.effects.iter().filter(about).find_map(|effect| given_status(effect, transition))
    }

    fn bundle(&self, relation: StateId, status: Option<u32>) -> Option<BundleId> {
        let relation = self.home(relation);
        self.bundles
            .iter()
            .position(|bundle| bundle.relation == relation && (bundle.status.is_none() || bundle.status == status))
    }

    fn bundles_of(&self, relation: StateId) -> Vec<BundleId> {
        let relation = self.home(relation);
        (0..self.bundles.len()).filter(|at| self.bundles[*at].relation == relation).collect()
    }

    fn add_rules(&mut self, id: OperationId) {
        let operation = self.service.operation(id);
        let moves = self.moves(id);
        if moves.is_empty() {
            let draws = self.draws(id);
            let strictness = self.strictness(id, &draws);
            let rule = MachineRule {
                name: vec![operation.name.to_string()],
                operation: id,
                target: self.target(id),
                draws,
                strictness,
            };
            self.rules.push(rule);
        }
        self.rules.extend(moves);
    }

    /// One rule per rule of a transition whose entries are kept apart by status.
    fn moves(&self, id: OperationId) -> Vec<MachineRule> {
        let operation = self.service.operation(id);
        let rules = self.service.transitions.iter().flat_map(|transition| &transition.rules);
        let own = rules.filter_map(|rule| Some((rule, rule.resolved.as_ref().ok().filter(|rule| rule.via == id)?)));
        let of = |(rule, resolved): (&crate::ir::Rule, &crate::ir::ResolvedRule)| {
            let from = self.bundle(resolved.relation, Some(resolved.from))?;
            self.bundles[from].status?;
            let to = self.bundle(resolved.relation, Some(resolved.to))?;
            let mut draws = self.draws(id);
            draws[resolved.key.index()] = Draw::Consume(from);
            let (source, target) = (rule.from.to_string(), rule.to.to_string());
            Some(MachineRule {
                name: vec![operation.name.to_string(), "from".into(), source, "to".into(), target],
                operation: id,
                strictness: if resolved.guard.is_some() { Strictness::Judged } else { self.strictness(id, &draws) },
                draws,
                target: Some((to, KeySource::Input(resolved.key))),
            })
        };
        own.filter_map(of).collect()
    }

    /// Where the inputs of an operation come from: a key that must be there from the bundles of its relation.
    fn draws(&self, id: OperationId) -> Vec<Draw> {
        let operation = self.service.operation(id);
        let tests = presence(self.service, operation);
        let deletes = self.api.route(id).kind == Kind::Delete;
        let draw = |at: usize| {
            let of = |test: &&Presence| test.input.index() == at && self.is_key(operation, test);
            let bundles =
                tests.iter().filter(of).map(|test| self.from(operation, test)).find(|found| !found.is_empty());
            match bundles {
                Some(bundles) if deletes && bundles.len() == 1 => Draw::Consume(bundles[0]),
                Some(bundles) => Draw::From(bundles),
                None => Draw::Fresh,
            }
        };
        (0..operation.inputs.len()).map(draw).collect()
    }

    /// Whether what must be there can be a key of its relation: in `u in members[room]` it is a value.
    fn is_key(&self, operation: &Operation, test: &Presence) -> bool {
        let relation = &self.service.state_field(test.field).ty.ty;
        let (Type::Map(key, _) | Type::Multi(key, _)) = relation else { return true };
        **key == operation.inputs[test.input.index()].ty.ty
    }

    /// The bundles that a key can come from: of the statuses that the requires name, or all.
    fn from(&self, operation: &Operation, test: &Presence) -> Vec<BundleId> {
        let all = self.bundles_of(test.field);
        let Some(transition) = self.transition(test.field) else { return all };
        let clauses = operation.requires.iter().flat_map(|clause| conjuncts(&clause.expr));
        let named: Vec<Vec<u32>> = clauses.filter_map(|part| named_statuses(part, test, transition)).collect();
        let fits = |at: &BundleId| {
            self.bundles[*at].status.is_none_or(|status| named.iter().all(|list| list.contains(&status)))
        };
        all.into_iter().filter(fits).collect()
    }

    /// Strict where each requires says no more than that a key is there, in a status that its bundle stands for.
    fn strictness(&self, id: OperationId, draws: &[Draw]) -> Strictness {
        let operation = self.service.operation(id);
        let tests = presence(self.service, operation);
        let known = |part: &&Expr| {
            let of = |test: &Presence| {
                let kept = draws.get(test.input.index()).is_some_and(|draw| *draw != Draw::Fresh);
                let status = self.transition(test.field).and_then(|found| named_statuses(part, test, found));
                kept && (crate::ir::same(&test.test, part) || status.is_some() && self.by_status(test.field))
            };
            matches!(part.kind, ExprKind::Bool(true)) || tests.iter().any(of)
        };
        let mut parts = operation.requires.iter().flat_map(|clause| conjuncts(&clause.expr));
        if parts.all(|part| known(&part)) { Strictness::Strict } else { Strictness::Judged }
    }

    fn by_status(&self, relation: StateId) -> bool {
        self.bundles.iter().any(|bundle| bundle.relation == relation && bundle.status.is_some())
    }

    fn target(&self, id: OperationId) -> Option<(BundleId, KeySource)> {
        self.created[id.index()].iter().find_map(|created| {
            let source = match created.key {
                CreatedKey::Input(at) => KeySource::Input(at),
                CreatedKey::Output(at) => KeySource::Output(at),
                CreatedKey::OutputField(at, field) => KeySource::OutputField(at, field),
            };
            let status = self.initial(id, created.relation);
            Some((self.bundle(created.relation, status)?, source))
        })
    }
}

fn status_type<'s>(service: &'s Service, transition: &Transition) -> &'s Type {
    &service.entity(transition.entity).fields[transition.field.index()].ty.ty
}

/// The status that an effect gives a new entry.
fn given_status(effect: &Effect, transition: &Transition) -> Option<u32> {
    let Action::Equals(value) = &effect.action else { return None };
    match effect.place.path.as_slice() {
        [] => added(value).find_map(|entry| field_of(entry, transition)),
        [Step::Key(_)] => field_of(value, transition),
        [Step::Key(_), Step::Field(field)] if *field == transition.field => status(value),
        [Step::Key(_) | Step::Field(_) | Step::Position(_), ..] => None,
    }
}

/// The entries that are added in `rel + {k -> e}`.
fn added(expr: &Expr) -> Box<dyn Iterator<Item = &Expr> + '_> {
    if let ExprKind::Map(entries) = &expr.kind {
        return Box::new(entries.iter().map(|(_, value)| value));
    }
    if let ExprKind::Binary(BinaryOp::Override, left, right) = &expr.kind {
        return Box::new(added(left).chain(added(right)));
    }
    Box::new(std::iter::empty())
}

fn field_of(entry: &Expr, transition: &Transition) -> Option<u32> {
    let is_own = |id: EntityId| id == transition.entity;
    let ExprKind::Construct(id, fields) = &entry.kind else { return None };
    status(fields.get(transition.field.index()).filter(|_| is_own(*id))?)
}

fn status(expr: &Expr) -> Option<u32> {
    if let ExprKind::EnumValue(_, value) = expr.kind { Some(value) } else { None }
}

/// The statuses in `rel[k].status = X` and `rel[k].status in {X, Y}`, for the key of a presence test.
fn named_statuses(part: &Expr, test: &Presence, transition: &Transition) -> Option<Vec<u32>> {
    let ExprKind::Binary(operator, left, right) = &part.kind else { return None };
    let ExprKind::Field(entry, field) = &left.kind else { return None };
    let ExprKind::Index(_, base, key) = &entry.kind else { return None };
    let is_entry = matches!(base.kind, ExprKind::State(id, _) if id == test.field)
        && matches!(key.kind, ExprKind::Input(index) if index == test.input)
        && *field == transition.field;
    match (operator, &right.kind) {
        (BinaryOp::Eq, ExprKind::EnumValue(_, value)) if is_entry => Some(vec![*value]),
        (BinaryOp::In, ExprKind::Set(values)) if is_entry => values.iter().map(status).collect(),
        (_, _) => None,
    }
}
