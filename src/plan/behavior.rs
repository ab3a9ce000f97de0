//! The behavioural tests: for each operation what it accepts, promises, rejects and leaves alone.

use std::collections::BTreeSet;

use super::Ground;
use super::cases;
use super::clause::{ClauseId, Places, source_name, temporal_text};
use super::coverage::{self, Unreached};
use super::skip::{Reason, Skip};
use super::test::{Again, Calls, Holds, PlannedTest, TestKind};
use crate::explore::{Goal, Outcome, Root, Target};
use crate::interp::{Clause, Rejection};
use crate::ir::{Expr, Operation, OperationId, ParamIndex, Property, Reads, Service, StateId, TypeRef};
use crate::realize::{Action, Body};

/// Makes the tests, and notes what there is no test for.
pub(super) struct Planner<'a> {
    ground: Ground<'a>,
    places: Places<'a>,
    tests: Vec<PlannedTest>,
    skips: Vec<Skip>,
    unreached: Vec<Unreached>,
    names: BTreeSet<String>,
    /// For each operation, what it can change.
    changes: Vec<BTreeSet<StateId>>,
}

/// The behavioural tests of a service, with what there is none for.
pub(super) struct Behavior {
    pub(super) tests: Vec<PlannedTest>,
    pub(super) skips: Vec<Skip>,
    pub(super) unreached: Vec<Unreached>,
}

/// The behavioural tests of a service.
pub(super) fn tests(ground: Ground<'_>) -> Behavior {
    let places = Places::new(ground.sources);
    let (tests, skips, unreached, names) = (Vec::new(), Vec::new(), Vec::new(), BTreeSet::new());
    let changes = ground.machine.bodies().iter().map(Body::changes).collect();
    let mut planner = Planner { ground, places, tests, skips, unreached, names, changes };
    for at in 0..ground.service.operations.len() {
        planner.operation(OperationId(at as u32));
    }
    planner.traces();
    planner.eventually();
    planner.what_cannot_be_tested();
    let Planner { tests, skips, unreached, .. } = planner;
    Behavior { tests, skips, unreached }
}

/// A test before it has its name.
struct Draft {
    kind: TestKind,
    calls: Calls,
    holds: Holds,
    clauses: Vec<ClauseId>,
    says: String,
    place: String,
}

impl<'a> Planner<'a> {
    fn service(&self) -> &'a Service {
        self.ground.service
    }

    /// Adds a test, unless it would have nothing to do: nothing is wrong for a text in a path, for instance.
    fn add(&mut self, words: &[&str], draft: Draft) {
        let cases = cases::cases(self.ground, &draft.calls);
        if cases.is_empty() && !matches!(draft.calls, Calls::Examples(_)) {
            return;
        }
        let mut name: Vec<String> = words.iter().map(|word| (*word).to_string()).collect();
        let key = |name: &[String]| name.join("_").to_lowercase().replace(['.', ' '], "_");
        let count = name.len();
        for number in 2.. {
            if self.names.insert(key(&name)) {
                break;
            }
            name.truncate(count);
            name.push(number.to_string());
        }
        let Draft { kind, calls, holds, clauses, says, place } = draft;
        self.tests.push(PlannedTest { kind, name, calls, cases, holds, clauses, says, place });
    }

    fn operation(&mut self, id: OperationId) {
        self.accepts(id);
        self.ensures(id);
        self.rejects(id);
        self.invariants(id);
        self.frame_and_output(id);
        self.boundaries(id);
        self.malformed(id);
        self.moves(id);
        self.auth(id);
    }

    /// A test over the examples of an operation.
    fn examples(&mut self, id: OperationId, words: &[&str], kind: TestKind, holds: Holds, says: String) {
        let operation = self.service().operation(id);
        let clauses = vec![ClauseId(format!("{}.{}", operation.name, words.last().copied().unwrap_or_default()))];
        let place = self.places.of(operation.span);
        let name = [&[operation.name.as_str()], words].concat();
        self.add(&name, Draft { kind, calls: Calls::Examples(id), holds, clauses, says, place });
    }

    fn accepts(&mut self, id: OperationId) {
        let operation = self.service().operation(id);
        let name = &operation.name;
        let says = format!("{name} accepts every call whose precondition holds.");
        let requires = (0..operation.requires.len()).map(|at| ClauseId::of(self.service(), Clause::Requires(id, at)));
        let clauses: Vec<ClauseId> = [ClauseId(format!("{name}.accepts"))].into_iter().chain(requires).collect();
        let (calls, place) = (Calls::Examples(id), self.place(id));
        let draft = Draft { kind: TestKind::Accepts, calls, holds: Holds::Accepts, clauses, says, place };
        self.add(&[name, "accepts"], draft);
        let witnesses = self.witnesses(id, |target| target.root == Root::Operation);
        if witnesses.is_empty() {
            let target = self.ground.targets().find(|(_, target)| target.operation == Some(id));
            let clause = ClauseId(format!("{name}.accepts"));
            target.into_iter().for_each(|(at, _)| self.unreached(clause.clone(), "accepts", at));
            return;
        }
        let (clauses, place) = (vec![ClauseId(format!("{name}.accepts"))], self.place(id));
        let says = format!("{name} accepts the calls that were found for it.");
        let calls = Calls::Witnesses(id, witnesses);
        let draft = Draft { kind: TestKind::Accepts, calls, holds: Holds::Accepts, clauses, says, place };
        self.add(&[name, "accepts", "witnesses"], draft);
    }

    fn ensures(&mut self, id: OperationId) {
        let operation = self.service().operation(id);
        for at in 0..operation.ensures.len() {
            let clause = Clause::Ensures(id, at);
            let holds = Holds::Ensures(at);
            let says = format!("{} ensures: {}", operation.name, clause.text(self.service()));
            let number = at.to_string();
            let words = [operation.name.as_str(), "ensures", number.as_str()];
            let draft = |calls, says| self.draft(TestKind::Ensures, calls, holds.clone(), clause, says);
            let all = draft(Calls::Examples(id), says.clone());
            let branches = self.witnesses(id, |target| target.root == Root::Ensures(at) && target.kind() == "branch");
            let branches = (!branches.is_empty()).then(|| draft(Calls::Witnesses(id, branches), says));
            self.add(&words, all);
            if let Some(branches) = branches {
                self.add(&[words[0], words[1], words[2], "branches"], branches);
            }
        }
    }

    fn draft(&self, kind: TestKind, calls: Calls, holds: Holds, clause: Clause, says: String) -> Draft {
        let place = self.places.of(clause.span(self.service()));
        Draft { kind, calls, holds, clauses: vec![ClauseId::of(self.service(), clause)], says, place }
    }

    fn rejects(&mut self, id: OperationId) {
        let service = self.service();
        let operation = service.operation(id);
        // Where no call is known that is rejected, examples show none either, and the test would fail a right service.
        if !self.ground.witnesses_against(id, |_| true).is_empty() {
            let says = format!("{} rejects every call whose precondition fails, and changes nothing.", operation.name);
            self.examples(id, &["rejects"], TestKind::Rejects, Holds::Rejects, says);
        }
        for (at, target) in self.ground.targets() {
            if target.operation == Some(id) && is_rejection(target) {
                self.rejection(id, at, target);
            }
        }
    }

    /// The test for one thing that a call can break.
    fn rejection(&mut self, id: OperationId, at: usize, target: &Target) {
        let service = self.service();
        let name = service.operation(id).name.as_str();
        let Some((broken, words)) = rejected(service, id, target) else { return };
        let (witnesses, accepted) = self.ground.witnesses_by_outcome(at);
        if !accepted.is_empty() {
            self.open_elsewhere(id, target, &words, accepted);
            return;
        }
        if witnesses.is_empty() {
            self.unreached(broken, &format!("rejects {}", words.join(" ")), at);
            return;
        }
        let others = self.ground.witnesses_against(id, |rejection| is_for(rejection, id, target));
        let witnesses: BTreeSet<usize> = witnesses.into_iter().chain(others).collect();
        let witnesses = witnesses.into_iter().collect();
        let says = format!("{name} rejects a call that breaks: {}", told(service, target));
        let words: Vec<&str> = [name, "rejects"].into_iter().chain(words.iter().map(String::as_str)).collect();
        let clauses = clauses_of(service, target, &broken);
        let (calls, place) = (Calls::Witnesses(id, witnesses), self.places.of(target.span));
        let draft = Draft { kind: TestKind::Rejects, calls, holds: Holds::RejectsFor(broken), clauses, says, place };
        self.add(&words, draft);
    }

    /// A guard that is closed where another rule of the operation is open rejects nothing: everything must hold as usual.
    fn open_elsewhere(&mut self, id: OperationId, target: &Target, words: &[String], witnesses: Vec<usize>) {
        let service = self.service();
        let name = service.operation(id).name.as_str();
        let Some((clause, _)) = rejected(service, id, target) else { return };
        let draft = Draft {
            kind: TestKind::Transition,
            calls: limits(id, target, witnesses),
            holds: Holds::Total,
            clauses: clauses_of(service, target, &clause),
            says: format!("{name} goes another way where this is closed: {}", told(service, target)),
            place: self.places.of(target.span),
        };
        let words: Vec<&str> = [name, "without"].into_iter().chain(words.iter().map(String::as_str)).collect();
        self.add(&words, draft);
    }

    /// What a call has to keep, as far as it can break it: what it does not touch the test of the frame stands for.
    fn invariants(&mut self, id: OperationId) {
        let service = self.service();
        let name = service.operation(id).name.as_str();
        for at in 0..service.invariants.len() {
            if !self.can_break(id, &service.invariants[at].expr) {
                continue;
            }
            let clause = Clause::Invariant(at);
            let says = format!("{name} keeps the invariant: {}", clause.text(service));
            let number = at.to_string();
            let title = service.invariants[at].name.as_deref().unwrap_or(&number);
            let draft = self.draft(TestKind::Invariant, Calls::Examples(id), Holds::Invariant(at), clause, says);
            self.add(&[name, "invariant", title], draft);
        }
        for (position, (at, temporal)) in always(service).enumerate() {
            if temporal.property.expr().is_some_and(|expr| !self.can_break(id, expr)) {
                continue;
            }
            let clause = Clause::Always(at);
            let says = format!("{name} keeps what always holds: {}", clause.text(service));
            let draft = self.draft(TestKind::Invariant, Calls::Examples(id), Holds::Always(position), clause, says);
            self.add(&[name, "always", &temporal.name], draft);
        }
        let changed = &self.changes[id.index()];
        if changed.is_empty() && !self.keeps_all(id) {
            return;
        }
        let says = format!("After {name} everything stored has its type, with all refinements.");
        let fields = (!self.keeps_all(id)).then_some(changed);
        let draft = Draft {
            kind: TestKind::Invariant,
            calls: Calls::Examples(id),
            holds: Holds::Types,
            clauses: stored_rules(service, fields),
            says,
            place: self.place(id),
        };
        self.add(&[name, "types"], draft);
    }

    /// Whether a call can make a condition on states fail. A condition that no call can is tested with the first operation.
    fn can_break(&self, id: OperationId, condition: &Expr) -> bool {
        let reads = Reads::of(self.service(), condition);
        let touches = |changed: &BTreeSet<StateId>| reads.clock || !reads.fields.is_disjoint(changed);
        let is_kept_by_all = || id.index() == 0 && !self.changes.iter().any(touches);
        touches(&self.changes[id.index()]) || is_kept_by_all()
    }

    /// Whether an operation stands for all in what no operation changes: the first does.
    fn keeps_all(&self, id: OperationId) -> bool {
        id.index() == 0
    }

    /// How many conditions on states a call cannot make fail, since it touches nothing that they read.
    fn untouched(&self, id: OperationId) -> usize {
        let service = self.service();
        let always = always(service).filter_map(|(_, temporal)| temporal.property.expr());
        let conditions = service.invariants.iter().map(|invariant| &invariant.expr).chain(always);
        conditions.filter(|condition| !self.can_break(id, condition)).count()
    }

    fn frame_and_output(&mut self, id: OperationId) {
        let name = &self.service().operation(id).name;
        let says = match self.untouched(id) {
            0 => format!("{name} changes nothing that it does not speak of."),
            1 => format!("{name} changes nothing else, and so keeps 1 invariant."),
            many => format!("{name} changes nothing else, and so keeps {many} invariants."),
        };
        self.examples(id, &["frame"], TestKind::Frame, Holds::Frame, says);
        self.lacking_bystanders(id);
        self.output(id);
        if self.ground.api.route(id).kind.is_read_only() {
            let again = self.again(id);
            let says = match again {
                Again::Same => format!("{name} changes nothing, and says the same when it is asked again."),
                Again::Free => format!("{name} changes nothing, however often it is asked."),
            };
            self.examples(id, &["safe"], TestKind::Safe, Holds::Safe(again), says);
        }
    }

    /// Wrong writes that would not show: nothing that they would change could be put beside a call.
    fn lacking_bystanders(&mut self, id: OperationId) {
        let frame = ClauseId(format!("{}.frame", self.service().operation(id).name));
        for (at, target) in self.ground.targets() {
            let is_lacking = matches!(target.root, Root::Beside(_)) && self.ground.witnesses_of(at).is_empty();
            if target.operation == Some(id) && is_lacking {
                self.unreached(frame.clone(), &target.name, at);
            }
        }
    }

    /// Outputs that the service chooses may be others the next time, and so may those that speak of the clock.
    fn again(&self, id: OperationId) -> Again {
        let body = &self.ground.machine.bodies()[id.index()];
        let chooses = body.steps.iter().any(|step| matches!(step.action, Action::Choose(..)));
        let operation = self.service().operation(id);
        let clock = operation.ensures.iter().any(|clause| Reads::of(self.service(), &clause.expr).clock);
        if chooses || clock || body.hole.is_some() { Again::Free } else { Again::Same }
    }

    fn output(&mut self, id: OperationId) {
        let operation = self.service().operation(id);
        let types: Vec<&TypeRef> = operation.outputs.iter().map(|output| &output.ty).collect();
        let rules = coverage::rules_of(self.service(), &types).into_iter();
        let own = ClauseId(format!("{}.output", operation.name));
        let draft = Draft {
            kind: TestKind::Output,
            calls: Calls::Examples(id),
            holds: Holds::Output,
            clauses: [own].into_iter().chain(rules.map(|clause| ClauseId::of(self.service(), clause))).collect(),
            says: format!("The answer of {} has the declared outputs, types and headers.", operation.name),
            place: self.place(id),
        };
        self.add(&[&operation.name, "output"], draft);
    }

    /// One test per comparison: the witnesses below, at and above it; and one per condition inside of what a call can break,
    /// with the witnesses that take it both ways.
    fn boundaries(&mut self, id: OperationId) {
        self.parts(id, "boundary", |target| target.kind() == "boundary");
        self.parts(id, "branches", |target| target.kind() == "branch" && !matches!(target.root, Root::Ensures(_)));
    }

    fn parts(&mut self, id: OperationId, word: &str, wanted: fn(&Target) -> bool) {
        let mut groups: Vec<(&Target, Vec<usize>)> = Vec::new();
        for (at, target) in self.ground.targets() {
            if target.operation != Some(id) || !wanted(target) {
                continue;
            }
            let same =
                |other: &Target| other.root == target.root && other.span == target.span && other.text == target.text;
            match groups.iter_mut().find(|(first, _)| same(first)) {
                Some((_, members)) => members.push(at),
                None => groups.push((target, vec![at])),
            }
        }
        for (target, members) in groups {
            self.part(id, word, target, &members);
        }
    }

    fn part(&mut self, id: OperationId, word: &str, target: &Target, members: &[usize]) {
        let service = self.service();
        let name = service.operation(id).name.as_str();
        let mut witnesses: Vec<usize> = members.iter().flat_map(|at| self.ground.witnesses_of(*at)).collect();
        witnesses.sort_unstable();
        witnesses.dedup();
        let Some((clause, words)) = rejected(service, id, target).or_else(|| promised(service, id, target)) else {
            return;
        };
        if witnesses.is_empty() {
            self.unreached(clause, &format!("{word} {}", words.join(" ")), members[0]);
            return;
        }
        let has_cases = self.ground.targets().any(|(at, target)| members.contains(&at) && target.case.is_some());
        let how = match word {
            "boundary" => "at the limit, and just beside it",
            _ if has_cases => "in each case",
            _ => "both ways",
        };
        let says = format!("{name} {how}: {}", told(service, target));
        let words: Vec<&str> = [name, word].into_iter().chain(words.iter().map(String::as_str)).collect();
        let clauses = clauses_of(service, target, &clause);
        let (calls, place) = (limits(id, target, witnesses), self.places.of(target.span));
        self.add(&words, Draft { kind: TestKind::Boundary, calls, holds: Holds::Total, clauses, says, place });
    }

    fn malformed(&mut self, id: OperationId) {
        let operation = self.service().operation(id);
        for (at, input) in operation.inputs.iter().enumerate() {
            let says = format!("{} refuses an `{}` that is not well-formed.", operation.name, input.name);
            let calls = Calls::Malformed(id, Some(ParamIndex(at as u32)));
            let place = self.places.of(input.span);
            self.add(&[&operation.name, "malformed", &input.name], self.refusal(operation, calls, says, place));
        }
        let says = format!("{} refuses a body that is not well-formed.", operation.name);
        let calls = Calls::Malformed(id, None);
        self.add(&[&operation.name, "malformed", "body"], self.refusal(operation, calls, says, self.place(id)));
    }

    fn refusal(&self, operation: &Operation, calls: Calls, says: String, place: String) -> Draft {
        let clauses = vec![ClauseId(format!("{}.malformed", operation.name))];
        Draft { kind: TestKind::Malformed, calls, holds: Holds::Refuses, clauses, says, place }
    }

    fn moves(&mut self, id: OperationId) {
        let service = self.service();
        let name = service.operation(id).name.as_str();
        for (at, target) in self.ground.targets() {
            let Root::Rule(transition, rule) = target.root else { continue };
            if target.operation != Some(id) {
                continue;
            }
            let declared = &service.transitions[transition].rules[rule];
            let clause = ClauseId::of_rule(service, transition, rule);
            let witnesses = self.ground.witnesses_of(at);
            if witnesses.is_empty() {
                self.unreached(clause, "moves", at);
                continue;
            }
            let says = format!("{name} moves {} to {}.", declared.from, declared.to);
            let draft = Draft {
                kind: TestKind::Transition,
                calls: Calls::Witnesses(id, witnesses),
                holds: Holds::Moves(transition, rule),
                clauses: vec![clause],
                says,
                place: self.places.of(declared.span),
            };
            self.add(&[name, "moves", &declared.from, "to", &declared.to], draft);
        }
    }

    fn auth(&mut self, id: OperationId) {
        let operation = self.service().operation(id);
        if operation.auth.is_empty() {
            return;
        }
        let says = format!("{} asks for credentials, and changes nothing without them.", operation.name);
        let clauses = vec![ClauseId(format!("{}.auth", operation.name))];
        let (calls, place) = (Calls::Unauthorized(id), self.place(id));
        let draft = Draft { kind: TestKind::Auth, calls, holds: Holds::Unauthorized, clauses, says, place };
        self.add(&[&operation.name, "auth"], draft);
    }

    fn traces(&mut self) {
        let says = "Every recorded sequence of calls does what it did, call by call.".to_string();
        let place = self.places.spec();
        let (calls, clauses) = (Calls::Traces, vec![ClauseId("traces".into())]);
        self.add(&["traces"], Draft { kind: TestKind::Trace, calls, holds: Holds::Total, clauses, says, place });
    }

    fn eventually(&mut self) {
        let service = self.service();
        let eventual = service.temporals.iter().enumerate();
        let eventual = eventual.filter(|(_, temporal)| matches!(temporal.property, Property::Eventually(_)));
        for (position, (at, temporal)) in eventual.enumerate() {
            let about = |target: &Target| target.root == Root::Temporal(at) && target.goal == Goal::Holds;
            let Some((target, _)) = self.ground.targets().find(|(_, target)| about(target)) else { continue };
            let states = self.ground.traced_states_of(target);
            let clause = ClauseId::of_temporal(temporal);
            if states.is_empty() {
                self.unreached(clause, "eventually", target);
                continue;
            }
            let draft = Draft {
                kind: TestKind::Trace,
                calls: Calls::TracesTo(states),
                holds: Holds::Eventually(position),
                clauses: vec![clause],
                says: format!("Some state satisfies: {}", temporal_text(service, temporal)),
                place: self.places.of(temporal.span),
            };
            self.add(&["eventually", &temporal.name], draft);
        }
    }

    /// What no finite run can test, and rules that stand for nothing.
    fn what_cannot_be_tested(&mut self) {
        let service = self.service();
        for temporal in &service.temporals {
            if matches!(temporal.property, Property::Fairness(_)) {
                self.skip(None, &ClauseId::of_temporal(temporal).0, Reason::Fairness);
            }
        }
        for (at, transition) in service.transitions.iter().enumerate() {
            for (index, rule) in transition.rules.iter().enumerate() {
                if let Err(why) = &rule.resolved {
                    self.skip(None, &ClauseId::of_rule(service, at, index).0, Reason::Rule(why.clone()));
                }
            }
        }
    }

    // What the corpus has ---------------------------------------------------------------------------------------

    fn place(&self, id: OperationId) -> String {
        self.places.of(self.service().operation(id).span)
    }

    fn witnesses(&self, id: OperationId, wanted: impl Fn(&Target) -> bool) -> Vec<usize> {
        let of = |target: &Target| target.operation == Some(id) && wanted(target);
        let found = self.ground.targets().filter(|(_, target)| of(target));
        let numbers: BTreeSet<usize> = found.flat_map(|(at, _)| self.ground.witnesses_of(at)).collect();
        numbers.into_iter().collect()
    }

    /// Notes that there is no witness for a test of a clause.
    fn unreached(&mut self, clause: ClauseId, test: &str, target: usize) {
        let (why, cut) = match self.ground.exploration.outcomes.get(target) {
            Some(Outcome::Missed { why, cut }) => (why.clone(), *cut),
            Some(Outcome::Reached { .. }) | None => (String::new(), false),
        };
        self.unreached.push(Unreached { clause, test: test.to_string(), why, cut });
    }

    fn skip(&mut self, operation: Option<OperationId>, kind: &str, reason: Reason) {
        let operation = operation.map(|id| self.service().operation(id).name.to_string());
        self.skips.push(Skip { operation, kind: kind.to_string(), reason });
    }
}

/// The calls at a limit. One of an input is the same in every state.
fn limits(id: OperationId, target: &Target, witnesses: Vec<usize>) -> Calls {
    if matches!(target.root, Root::Input(..)) { Calls::Witnesses(id, witnesses) } else { Calls::Limits(id, witnesses) }
}

/// Whether a target is a call that is to be rejected.
fn is_rejection(target: &Target) -> bool {
    target.goal == Goal::Fails || matches!(target.root, Root::Source(..))
}

/// Whether a call is rejected for what a target is about: its `requires`, or the refinement of its input.
fn is_for(rejection: Rejection, id: OperationId, target: &Target) -> bool {
    match (&target.root, rejection) {
        (Root::Requires(at), Rejection::Requires(clause, _) | Rejection::Missing(clause, _)) => {
            clause == Clause::Requires(id, *at)
        }
        (Root::Input(input, _, refinement), Rejection::Input(broken, clause)) => {
            broken == *input && clause == *refinement
        }
        (Root::Requires(_) | Root::Input(..), _)
        | (
            Root::Operation
            | Root::Ensures(_)
            | Root::Guard(..)
            | Root::Rule(..)
            | Root::Source(..)
            | Root::Beside(_)
            | Root::Invariant(_)
            | Root::Temporal(_)
            | Root::EntityInvariant(..),
            _,
        ) => false,
    }
}

/// What a target is about where a call can break it, and the words for it.
fn rejected(service: &Service, id: OperationId, target: &Target) -> Option<(ClauseId, Vec<String>)> {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_string()).collect();
    match &target.root {
        Root::Requires(at) => {
            let clause = ClauseId::of(service, Clause::Requires(id, *at));
            Some((clause, words(&["requires", &at.to_string()])))
        }
        Root::Input(param, _, clause) => {
            let input = &service.operation(id).inputs[param.index()].name;
            Some((ClauseId::of(service, *clause), words(&["input", input])))
        }
        Root::Source(transition, value) => {
            let clause = ClauseId::of_source(service, *transition, *value);
            Some((clause, words(&["from", source_name(service, *transition, *value)])))
        }
        Root::Guard(transition, rule) => {
            let declared = &service.transitions[*transition].rules[*rule];
            let resolved = declared.resolved.as_ref().ok()?;
            let clause = ClauseId::of_source(service, *transition, resolved.from);
            Some((clause, words(&["guard", &declared.from, "to", &declared.to])))
        }
        Root::Operation
        | Root::Ensures(_)
        | Root::Rule(..)
        | Root::Invariant(_)
        | Root::Temporal(_)
        | Root::EntityInvariant(..)
        | Root::Beside(_) => None,
    }
}

/// The same for what an operation promises.
fn promised(service: &Service, id: OperationId, target: &Target) -> Option<(ClauseId, Vec<String>)> {
    let Root::Ensures(at) = target.root else { return None };
    Some((ClauseId::of(service, Clause::Ensures(id, at)), vec!["ensures".into(), at.to_string()]))
}

/// The text of what a target is about.
fn told(service: &Service, target: &Target) -> String {
    match &target.root {
        Root::Source(transition, value) => {
            format!(
                "{} has no rule from {}",
                service.transitions[*transition].name,
                source_name(service, *transition, *value)
            )
        }
        Root::Operation
        | Root::Requires(_)
        | Root::Ensures(_)
        | Root::Guard(..)
        | Root::Rule(..)
        | Root::Input(..)
        | Root::Invariant(_)
        | Root::Temporal(_)
        | Root::EntityInvariant(..)
        | Root::Beside(_) => target.text.clone(),
    }
}

/// A test of a guard is a test of its rule.
fn clauses_of(service: &Service, target: &Target, broken: &ClauseId) -> Vec<ClauseId> {
    let rule = if let Root::Guard(transition, rule) = target.root {
        Some(ClauseId::of_rule(service, transition, rule))
    } else {
        None
    };
    rule.into_iter().chain([broken.clone()]).collect()
}

/// The properties that always hold, with their positions among the temporal ones.
pub(super) fn always(service: &Service) -> impl Iterator<Item = (usize, &crate::ir::Temporal)> {
    let temporals = service.temporals.iter().enumerate();
    temporals.filter(|(_, temporal)| matches!(temporal.property, Property::Always(_)))
}

/// The refinements and invariants of entities that bind what is stored.
fn stored_rules(service: &Service, fields: Option<&BTreeSet<StateId>>) -> Vec<ClauseId> {
    coverage::type_rules(service, fields).into_iter().map(|clause| ClauseId::of(service, clause)).collect()
}
