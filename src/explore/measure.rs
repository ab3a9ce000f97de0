//! How far a situation is from a target.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::pattern::Probe;
use super::site::{Aim, Letters, Side, cases};
use super::target::{Goal, Root, Target, TypeStep, measured_texts, root_expr, rule_of};
use crate::convention::{Api, InputPlace};
use crate::interp::{
    Accepted, Clause, Evaluator, Gap, Machine, Reach, Sight, State, Stop, Value, WayStep, cost, difference, part, wire,
};
use crate::ir::{
    BinaryOp, EntityId, Expr, ExprKind, Moment, OperationId, ParamIndex, Property, Reads, ResolvedRule, Service,
    StateId, Type, TypeRef, any, binders,
};

/// The distance of something that is not there at all.
const ABSENT: f64 = 1.5;
/// How many gaps are kept.
const MAX_GAPS: usize = 16;

/// How far a situation is from a target.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Measure {
    /// What has to be zero.
    pub(crate) hard: f64,
    /// What should be zero, and cannot always be: two clauses that say the same fail together.
    pub(crate) soft: f64,
    /// By how much comparisons were missed, whichever clause they are of.
    pub(crate) gaps: Vec<Gap>,
    /// By how much the comparison that the target is about was missed.
    pub(crate) missed_by: Option<Gap>,
}

impl Measure {
    pub(crate) fn is_reached(&self) -> bool {
        self.hard == 0.0
    }

    pub(crate) fn is_perfect(&self) -> bool {
        self.hard == 0.0 && self.soft == 0.0
    }

    /// Whether this one is nearer than another.
    pub(crate) fn beats(&self, other: &Measure) -> bool {
        (self.hard, self.soft) < (other.hard, other.soft)
    }
}

/// A state, an instant and the inputs of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) state: &'a State,
    pub(crate) now: i64,
    pub(crate) inputs: &'a [Value],
}

/// Measures situations of a service.
#[derive(Debug)]
pub(crate) struct Ruler<'m> {
    pub(crate) machine: &'m Machine,
    pub(crate) api: &'m Api,
    words: BTreeSet<String>,
    /// For each invariant and each `always` of the service, what it reads.
    conditions: Vec<(&'m Expr, BTreeSet<StateId>)>,
}

impl<'m> Ruler<'m> {
    pub(crate) fn new(machine: &'m Machine, api: &'m Api) -> Ruler<'m> {
        let service = machine.service();
        let invariants = service.invariants.iter().map(|invariant| &invariant.expr);
        let always = service.temporals.iter().filter_map(|temporal| match &temporal.property {
            Property::Always(expr) => Some(expr),
            Property::Eventually(_) | Property::Fairness(_) => None,
        });
        let conditions = invariants.chain(always).map(|expr| (expr, Reads::of(service, expr).fields)).collect();
        Ruler { machine, api, words: api.words(), conditions }
    }

    fn service(&self) -> &'m Service {
        self.machine.service()
    }

    /// How far a situation is from a target. `perform` works the call out, where the target speaks of what it leaves.
    pub(crate) fn measure(
        &self,
        target: &Target,
        scene: Scene<'_>,
        perform: &mut dyn FnMut() -> Option<Accepted>,
    ) -> Measure {
        let sight = Sight {
            model: &self.machine.model,
            now: scene.now,
            before: scene.state,
            after: scene.state,
            inputs: scene.inputs,
            outputs: &[],
        };
        let mut tape = Tape::new(self.service(), sight);
        match target.operation {
            Some(id) => {
                tape.hard += self.unsendable(id, scene.inputs);
                tape.of_call(target, id, perform);
            }
            None => tape.of_state(target),
        }
        Measure { hard: tape.hard, soft: tape.soft, gaps: tape.gaps, missed_by: tape.missed_by }
    }

    /// What no suite sends in a path: nothing, dots, and the words of other routes.
    fn unsendable(&self, id: OperationId, inputs: &[Value]) -> f64 {
        let route = self.api.route(id);
        let declared = &self.service().operation(id).inputs;
        let in_path = route.inputs.iter().zip(declared).zip(inputs);
        let bad = in_path.filter(|((place, param), value)| {
            let text = || wire::text_of(self.service(), &param.ty.ty, value);
            **place == InputPlace::Path && is_unsendable(&text(), &self.words)
        });
        bad.count() as f64
    }
}

fn is_unsendable(text: &str, words: &BTreeSet<String>) -> bool {
    text.is_empty() || text == "." || text == ".." || words.contains(text)
}

/// What is wanted of a part of a condition.
#[derive(Clone, Copy)]
struct Wish<'t> {
    ways: &'t [Vec<WayStep>],
    aim: Aim,
    /// Texts that a pattern is probed with.
    texts: &'t [String],
    /// Whether what stands beside the part should leave the outcome of the condition to it.
    decides: bool,
}

impl<'t> Wish<'t> {
    fn of(target: &'t Target, aim: Aim, decides: bool) -> Wish<'t> {
        Wish { ways: &target.ways, aim, texts: &target.texts, decides }
    }
}

/// Adds up distances for one situation.
struct Tape<'a> {
    service: &'a Service,
    sight: Sight<'a>,
    hard: f64,
    soft: f64,
    gaps: Vec<Gap>,
    /// How near the part came that the target is about, and by how much it was missed there.
    nearest: f64,
    missed_by: Option<Gap>,
}

impl<'a> Tape<'a> {
    fn new(service: &'a Service, sight: Sight<'a>) -> Tape<'a> {
        Tape { service, sight, hard: 0.0, soft: 0.0, gaps: Vec::new(), nearest: f64::MAX, missed_by: None }
    }

    fn keep(&mut self, gaps: &[Gap]) {
        let room = MAX_GAPS.saturating_sub(self.gaps.len());
        self.gaps.extend(gaps.iter().take(room));
    }

    fn distance(&mut self, mut evaluator: Evaluator<'a>, expr: &Expr, wanted: bool) -> f64 {
        let found = evaluator.distance(expr, wanted);
        self.keep(evaluator.gaps());
        found
    }

    fn of_call(&mut self, target: &Target, id: OperationId, perform: &mut dyn FnMut() -> Option<Accepted>) {
        match (&target.root, target.goal) {
            (Root::Operation, _) => self.precondition(id),
            (Root::Requires(at), _) => {
                self.inputs(id, None);
                self.own_clause(target, *at);
                self.other_requires(id, Some(*at));
                self.soft += self.transitions(id);
            }
            (Root::Ensures(_), _) => self.of_ensures(target, id, perform),
            (Root::Guard(transition, rule), _) => self.of_guard(target, id, *transition, *rule),
            (Root::Rule(transition, rule), _) => {
                self.precondition(id);
                if let Some(rule) = rule_of(self.service, *transition, *rule) {
                    self.hard += self.enabled(*transition, rule);
                }
            }
            (Root::Source(transition, value), _) => self.of_source(id, *transition, *value),
            (Root::Input(param, way, clause), _) => {
                self.of_input(target, id, *param, way, *clause);
                self.requires_beside(id, *param);
                self.soft += self.transitions(id);
            }
            (Root::Invariant(_) | Root::Temporal(_) | Root::EntityInvariant(..), _) => self.hard = f64::MAX,
        }
    }

    /// That a call succeeds.
    fn precondition(&mut self, id: OperationId) {
        self.inputs(id, None);
        for clause in &self.service.operation(id).requires {
            self.hard += self.distance(self.sight.evaluator(), &clause.expr, true);
        }
        self.hard += self.transitions(id);
    }

    /// That inputs satisfy their types; one clause may be left out for one of them.
    fn inputs(&mut self, id: OperationId, except: Option<(ParamIndex, Clause)>) {
        let declared = self.service.operation(id).inputs.iter().zip(self.sight.inputs);
        for (at, (param, value)) in declared.enumerate() {
            match except.filter(|(index, _)| index.index() == at) {
                // Refinements of one value can contradict each other's failing: an empty text matches no pattern.
                Some((_, clause)) => self.soft += self.of_type(&param.ty, value, Some(clause)),
                None => self.hard += self.of_type(&param.ty, value, None),
            }
        }
    }

    fn own_clause(&mut self, target: &Target, at: usize) {
        let Some(id) = target.operation else { return };
        let expr = &self.service.operation(id).requires[at].expr;
        let sight = self.sight;
        let found = self.of_clause(|| sight.evaluator(), expr, target);
        self.add(found);
    }

    fn add(&mut self, Reach { hard, soft }: Reach) {
        self.hard += hard;
        self.soft += soft;
    }

    /// How far a clause is from what is wanted of it, or of a part: then the rest of the clause should leave it to that.
    fn of_clause(&mut self, evaluator: impl Fn() -> Evaluator<'a>, expr: &Expr, target: &Target) -> Reach {
        match target.goal {
            Goal::Holds => Reach::missed(self.distance(evaluator(), expr, true)),
            Goal::Fails => Reach::missed(self.distance(evaluator(), expr, false)),
            Goal::Part(aim) => self.part(evaluator, expr, Wish::of(target, aim, true)),
        }
    }

    /// That every other clause holds that is defined.
    fn other_requires(&mut self, id: OperationId, own: Option<usize>) {
        for (at, clause) in self.service.operation(id).requires.iter().enumerate() {
            if own == Some(at) {
                continue;
            }
            match self.sight.evaluator().truth(&clause.expr) {
                Ok(true) | Err(Stop::Unknown) => {}
                Err(Stop::Undefined(..)) => self.soft += 0.5,
                Ok(false) | Err(Stop::Overflow(_) | Stop::TooLarge(_)) => {
                    self.hard += self.distance(self.sight.evaluator(), &clause.expr, true);
                }
            }
        }
    }

    /// That every clause holds; what a clause says of an input that breaks its type it may not be able to keep.
    fn requires_beside(&mut self, id: OperationId, param: ParamIndex) {
        for clause in &self.service.operation(id).requires {
            let distance = self.distance(self.sight.evaluator(), &clause.expr, true);
            if any(&clause.expr, &|part| matches!(part.kind, ExprKind::Input(at) if at == param)) {
                self.soft += distance;
            } else {
                self.hard += distance;
            }
        }
    }

    /// How far the transitions are from letting the call through.
    fn transitions(&mut self, id: OperationId) -> f64 {
        let mut total = 0.0;
        for at in 0..self.service.transitions.len() {
            let rules: Vec<&ResolvedRule> = rules_via(self.service, at, id).collect();
            let ways: Vec<f64> = rules.into_iter().map(|rule| self.enabled(at, rule)).collect();
            total += ways.into_iter().min_by(f64::total_cmp).unwrap_or(0.0);
        }
        total
    }

    fn entry(&self, rule: &ResolvedRule) -> Option<Arc<[Value]>> {
        let Value::Map(entries) = self.sight.before.field(rule.relation) else { return None };
        match entries.get(self.sight.inputs.get(rule.key.index())?)? {
            Value::Record(fields) => Some(Arc::clone(fields)),
            _ => None,
        }
    }

    fn is_at(&self, transition: usize, fields: &[Value], value: u32) -> bool {
        fields.get(self.service.transitions[transition].field.index()) == Some(&Value::Enum(value))
    }

    fn enabled(&mut self, transition: usize, rule: &ResolvedRule) -> f64 {
        let Some(fields) = self.entry(rule) else { return ABSENT };
        let from = if self.is_at(transition, &fields, rule.from) { 0.0 } else { 1.0 };
        let guard = rule.guard.as_ref();
        from + guard.map_or(0.0, |guard| self.distance(self.sight.evaluator().with_fields(&fields), guard, true))
    }

    fn of_guard(&mut self, target: &Target, id: OperationId, transition: usize, rule: usize) {
        self.inputs(id, None);
        self.other_requires(id, None);
        let resolved = rule_of(self.service, transition, rule);
        let Some((rule, guard)) = resolved.and_then(|rule| Some((rule, rule.guard.as_ref()?))) else { return };
        let Some(fields) = self.entry(rule) else {
            self.hard += ABSENT;
            return;
        };
        self.hard += if self.is_at(transition, &fields, rule.from) { 0.0 } else { 1.0 };
        let sight = self.sight;
        let found = self.of_clause(|| sight.evaluator().with_fields(&fields), guard, target);
        self.add(found);
    }

    fn of_source(&mut self, id: OperationId, transition: usize, value: u32) {
        self.inputs(id, None);
        let Some(rule) = rules_via(self.service, transition, id).next() else { return };
        let Some(fields) = self.entry(rule) else {
            self.hard += ABSENT;
            return;
        };
        self.hard += if self.is_at(transition, &fields, value) { 0.0 } else { 1.0 };
        for clause in &self.service.operation(id).requires {
            self.soft += self.distance(self.sight.evaluator(), &clause.expr, true);
        }
    }

    fn of_ensures(&mut self, target: &Target, id: OperationId, perform: &mut dyn FnMut() -> Option<Accepted>) {
        self.precondition(id);
        let Root::Ensures(at) = target.root else { return };
        let expr = &self.service.operation(id).ensures[at].expr;
        let Goal::Part(aim) = target.goal else { return };
        if !target.ways.iter().any(|way| reads_result(self.service, expr, way)) {
            let sight = self.sight;
            self.hard += self.part(|| sight.evaluator(), expr, Wish::of(target, aim, false)).hard;
            return;
        }
        if self.hard > 0.0 {
            self.hard += ABSENT;
            return;
        }
        match perform() {
            Some(accepted) => {
                let sight = Sight { after: &accepted.state, outputs: &accepted.outputs, ..self.sight };
                let mut tape = Tape::new(self.service, sight);
                self.hard += tape.part(|| sight.evaluator(), expr, Wish::of(target, aim, false)).hard;
                self.keep(&tape.gaps);
                self.missed_by = tape.missed_by;
            }
            None => self.hard += ABSENT,
        }
    }

    fn of_input(&mut self, target: &Target, id: OperationId, param: ParamIndex, way: &[TypeStep], clause: Clause) {
        self.inputs(id, Some((param, clause)));
        let declared = &self.service.operation(id).inputs[param.index()].ty;
        let Some(value) = self.sight.inputs.get(param.index()) else { return };
        let mut places = Vec::new();
        find_places(self.service, declared, value, way, None, &mut places);
        let Some(expr) = root_expr(self.service, Some(id), &target.root) else { return };
        let sight = self.sight;
        let mut best = Reach::missed(ABSENT);
        for (own, fields) in places {
            let evaluator = || with_own(sight.evaluator(), clause, &own, fields.as_ref());
            best = best.nearer(self.of_clause(evaluator, expr, target));
        }
        self.add(best);
    }

    fn of_state(&mut self, target: &Target) {
        let Some(expr) = root_expr(self.service, None, &target.root) else { return };
        let sight = self.sight;
        let aim = match target.goal {
            Goal::Part(aim) => aim,
            Goal::Holds => Aim::Truth(true),
            Goal::Fails => Aim::Truth(false),
        };
        let whole = [Vec::new()];
        let ways: &[Vec<WayStep>] = if target.ways.is_empty() { &whole } else { &target.ways };
        let wish = Wish { ways, ..Wish::of(target, aim, false) };
        if let Root::EntityInvariant(entity, _) = &target.root {
            let mut best = ABSENT;
            for instance in sight.model.instances(sight.before, *entity) {
                if let Value::Record(fields) = &instance {
                    best = best.min(self.part(|| sight.evaluator().with_fields(fields), expr, wish).hard);
                }
            }
            self.hard += best;
        } else {
            self.hard += self.part(|| sight.evaluator(), expr, wish).hard;
        }
    }

    /// How far a part of a condition is from what is wanted of it.
    fn part(&mut self, evaluator: impl Fn() -> Evaluator<'a>, expr: &Expr, wish: Wish<'_>) -> Reach {
        let mut best = Reach::missed(f64::MAX);
        for way in wish.ways {
            let mut evaluator = evaluator();
            let mut missed = Vec::new();
            let found = evaluator.reach(expr, way, wish.decides, &mut |evaluator, place| {
                let known = missed.len();
                let found = aimed(evaluator, place, wish, &mut missed);
                if found < self.nearest {
                    (self.nearest, self.missed_by) = (found, missed.get(known).copied());
                }
                found
            });
            self.keep(&missed);
            self.keep(evaluator.gaps());
            best = best.nearer(found);
        }
        best
    }

    /// How far a value is from satisfying its declared type; one clause may be left out.
    fn of_type(&mut self, ty: &TypeRef, value: &Value, except: Option<Clause>) -> f64 {
        let Some(alias) = ty.alias else { return self.of_parts(ty, value, except) };
        let declared = &self.service.aliases[alias.index()];
        let own = match &declared.refinement {
            Some(refinement) if *value != Value::None && except != Some(Clause::Alias(alias)) => {
                self.distance(self.sight.evaluator().with_value(value), refinement, true)
            }
            Some(_) | None => 0.0,
        };
        own + self.of_type(&declared.base, value, except)
    }

    fn of_parts(&mut self, ty: &TypeRef, value: &Value, except: Option<Clause>) -> f64 {
        match (value, &ty.ty, &*ty.args) {
            (Value::None, ..) => 0.0,
            (_, Type::Option(_), [inner]) => self.of_type(inner, value, except),
            (Value::Set(elements), _, [element]) => elements.iter().map(|v| self.of_type(element, v, except)).sum(),
            (Value::Seq(elements), _, [element]) => elements.iter().map(|v| self.of_type(element, v, except)).sum(),
            (Value::Map(entries), _, [key, inner]) => {
                let mut total = 0.0;
                for (at, value) in entries {
                    total += self.of_type(key, at, except);
                    total += match value {
                        Value::Set(elements) if !matches!(inner.ty, Type::Set(_)) => {
                            elements.iter().map(|v| self.of_type(inner, v, except)).sum()
                        }
                        _ => self.of_type(inner, value, except),
                    };
                }
                total
            }
            (Value::Record(fields), Type::Entity(id), _) => self.of_record(*id, fields, except),
            _ => 0.0,
        }
    }

    fn of_record(&mut self, id: EntityId, fields: &Arc<[Value]>, except: Option<Clause>) -> f64 {
        let entity = self.service.entity(id);
        let mut total = 0.0;
        for (at, (field, value)) in entity.fields.iter().zip(fields.iter()).enumerate() {
            total += self.of_type(&field.ty, value, except);
            if let Some(refinement) = &field.refinement
                && *value != Value::None
                && except != Some(Clause::Field(id, at))
            {
                let evaluator = self.sight.evaluator().with_value(value).with_fields(fields);
                total += self.distance(evaluator, refinement, true);
            }
        }
        for (at, invariant) in entity.invariants.iter().enumerate() {
            if except != Some(Clause::EntityInvariant(id, at)) {
                total += self.distance(self.sight.evaluator().with_fields(fields), &invariant.expr, true);
            }
        }
        total
    }
}

/// How far a state is from being valid.
#[derive(Debug, Clone)]
pub(crate) struct Validity {
    pub(crate) distance: f64,
    pub(crate) gaps: Vec<Gap>,
    /// The state fields that broken conditions speak of.
    pub(crate) suspects: BTreeSet<StateId>,
}

impl Ruler<'_> {
    /// How far a state is from satisfying every type, invariant and `always`.
    pub(crate) fn validity(&self, state: &State, now: i64) -> Validity {
        let sight = Sight::of_state(&self.machine.model, state, now);
        let mut tape = Tape::new(self.service(), sight);
        let mut suspects = BTreeSet::new();
        for (at, (field, value)) in self.service().state.iter().zip(state.fields()).enumerate() {
            let mut distance = tape.of_type(&field.ty, value, None);
            if let Some(refinement) = field.refinement.as_ref().filter(|_| *value != Value::None) {
                distance += tape.distance(sight.evaluator().with_value(value), refinement, true);
            }
            tape.hard += distance;
            suspects.extend((distance > 0.0).then_some(StateId(at as u32)));
        }
        for (condition, fields) in &self.conditions {
            let distance = tape.distance(sight.evaluator(), condition, true);
            tape.hard += distance;
            suspects.extend(fields.iter().filter(|_| distance > 0.0));
        }
        Validity { distance: tape.hard, gaps: tape.gaps, suspects }
    }
}

fn with_own<'a>(
    evaluator: Evaluator<'a>,
    clause: Clause,
    value: &Value,
    fields: Option<&Arc<[Value]>>,
) -> Evaluator<'a> {
    let evaluator = match fields {
        Some(fields) => evaluator.with_fields(fields),
        None => evaluator,
    };
    if let (Clause::EntityInvariant(..), Value::Record(fields)) = (clause, value) {
        evaluator.with_fields(fields)
    } else {
        evaluator.with_value(value)
    }
}

fn rules_via(service: &Service, transition: usize, id: OperationId) -> impl Iterator<Item = &ResolvedRule> {
    let rules = service.transitions[transition].rules.iter();
    rules.filter_map(|rule| rule.resolved.as_ref().ok()).filter(move |rule| rule.via == id)
}

/// The values at a place of a type, each with the fields of the record it is in.
fn find_places(
    service: &Service,
    ty: &TypeRef,
    value: &Value,
    way: &[TypeStep],
    fields: Option<&Arc<[Value]>>,
    found: &mut Vec<(Value, Option<Arc<[Value]>>)>,
) {
    let Some((step, rest)) = way.split_first() else {
        if *value != Value::None {
            found.push((value.clone(), fields.cloned()));
        }
        return;
    };
    if let Some(alias) = ty.alias {
        return find_places(service, &service.aliases[alias.index()].base, value, way, fields, found);
    }
    match (step, value, &*ty.args) {
        (TypeStep::Inner, Value::Set(elements), [inner]) if matches!(ty.ty, Type::Set(_)) => {
            elements.iter().for_each(|element| find_places(service, inner, element, rest, None, found));
        }
        (TypeStep::Inner, Value::Seq(elements), [inner]) if matches!(ty.ty, Type::Seq(_)) => {
            elements.iter().for_each(|element| find_places(service, inner, element, rest, None, found));
        }
        (TypeStep::Inner, value, [inner]) => find_places(service, inner, value, rest, fields, found),
        (TypeStep::Key, Value::Map(entries), [key, _]) => {
            entries.keys().for_each(|at| find_places(service, key, at, rest, None, found));
        }
        (TypeStep::Value, Value::Map(entries), [_, inner]) => {
            entries.values().for_each(|value| find_places(service, inner, value, rest, None, found));
        }
        (TypeStep::Field(at), Value::Record(record), _) => {
            if let (Type::Entity(id), Some(value)) = (&ty.ty, record.get(*at)) {
                let declared = &service.entity(*id).fields[*at].ty;
                find_places(service, declared, value, rest, Some(record), found);
            }
        }
        _ => {}
    }
}

/// How far a place that was reached is from what is wanted of it.
fn aimed(evaluator: &mut Evaluator<'_>, place: &Expr, wish: Wish<'_>, missed: &mut Vec<Gap>) -> f64 {
    match wish.aim {
        Aim::Pattern(probe) => probed(evaluator, place, probe, wish.texts, missed),
        Aim::Truth(wanted) => evaluator.distance(place, wanted),
        Aim::Elements(true) => {
            if evaluator.choices(place) > 0 {
                0.0
            } else {
                1.0
            }
        }
        Aim::Elements(false) => cost(evaluator.choices(place) as f64),
        Aim::Case(at) => in_case(evaluator, place, at),
        Aim::Boundary(side, letters) => {
            let ExprKind::Binary(_, left, right) = &place.kind else { return ABSENT };
            let (Ok(a), Ok(b)) = (evaluator.eval(left), evaluator.eval(right)) else { return 2.0 };
            let Some(gap) = Gap::between(&a, &b) else { return 1.0 };
            let distance = beside(gap, side, missed);
            distance + lettered(evaluator, place, letters)
        }
    }
}

/// How far what is looked for in a set of constants is from one of them.
fn in_case(evaluator: &mut Evaluator<'_>, place: &Expr, at: u32) -> f64 {
    let ExprKind::Binary(_, left, right) = &place.kind else { return ABSENT };
    let Ok(found) = evaluator.eval(left) else { return 2.0 };
    let wanted = cases(right).get(at as usize).and_then(|element| evaluator.eval(element).ok());
    wanted.map_or(ABSENT, |wanted| difference(&found, &wanted))
}

/// How far a text is from what a pattern is probed with: of the length of one that matches, or one of those that do not.
fn probed(evaluator: &mut Evaluator<'_>, place: &Expr, probe: Probe, texts: &[String], missed: &mut Vec<Gap>) -> f64 {
    let ExprKind::Matches(text, _) = &place.kind else { return ABSENT };
    let Ok(Value::Text(found)) = evaluator.eval(text) else { return 2.0 };
    let count = |text: &str| text.chars().count() as i128;
    let length = texts.first().map(|text| count(text)).filter(|_| probe.matches());
    match length {
        Some(length) if evaluator.truth(place) == Ok(true) => {
            let gap = count(&found) - length;
            missed.extend((gap != 0).then_some(Gap::Whole(gap)));
            cost(gap.unsigned_abs() as f64)
        }
        None if texts.iter().any(|text| **text == *found) => 0.0,
        Some(_) | None => {
            let found = Value::Text(found);
            let away = texts.iter().map(|text| difference(&found, &Value::text(text)));
            1.0 + away.min_by(f64::total_cmp).unwrap_or(1.0)
        }
    }
}

/// How far a gap is from the one of a side.
fn beside(gap: Gap, side: Side, missed: &mut Vec<Gap>) -> f64 {
    let wanted = match side {
        Side::Below => -1,
        Side::At => 0,
        Side::Above => 1,
    };
    match gap {
        Gap::Whole(gap) => {
            let off = gap - wanted;
            if off != 0 {
                missed.push(Gap::Whole(off));
            }
            cost(off.unsigned_abs() as f64)
        }
        Gap::Real(gap) => real_beside(gap, side, missed),
        Gap::Order(order) => {
            if order as i128 == wanted {
                0.0
            } else {
                1.0
            }
        }
    }
}

/// Floats have no whole steps: a side is anything up to one away.
fn real_beside(gap: f64, side: Side, missed: &mut Vec<Gap>) -> f64 {
    let (met, middle) = match side {
        Side::Below => ((-1.0..0.0).contains(&gap), -0.5),
        Side::At => (gap == 0.0, 0.0),
        Side::Above => (gap > 0.0 && gap <= 1.0, 0.5),
    };
    if met {
        return 0.0;
    }
    missed.push(Gap::Real(gap - middle));
    cost((gap - middle).abs()).max(0.001)
}

fn lettered(evaluator: &mut Evaluator<'_>, place: &Expr, letters: Letters) -> f64 {
    let mut total = 0.0;
    for text in measured_texts(place) {
        let Ok(Value::Text(text)) = evaluator.eval(text) else { continue };
        let met = match letters {
            Letters::Any => true,
            Letters::Ascii => text.is_ascii(),
            Letters::Astral => text.chars().any(|character| character > '\u{ffff}'),
        };
        total += if met { 0.0 } else { 0.5 };
    }
    total
}

/// Whether what decides about a part, or the part itself, speaks of what a call leaves.
fn reads_result(service: &Service, expr: &Expr, way: &[WayStep]) -> bool {
    let Some((step, rest)) = way.split_first() else { return speaks_of_result(expr) };
    if let ExprKind::Call(id, args, moment) = &expr.kind {
        if args.iter().any(speaks_of_result) || *moment == Moment::After {
            return true;
        }
        let crate::ir::FunctionBody::Defined(body) = &service.function(*id).body else { return true };
        return *step != WayStep::Body || reads_result(service, body, rest);
    }
    let WayStep::Part(at) = *step else { return true };
    let Some(inner) = part(expr, at) else { return true };
    let deciding = first_part(expr).filter(|_| at > 0);
    let sources = binders(expr).iter().filter_map(|binder| binder.source());
    deciding.into_iter().chain(sources).any(speaks_of_result) || reads_result(service, inner, rest)
}

/// The part that decides whether another one is looked at, or what it sees.
fn first_part(expr: &Expr) -> Option<&Expr> {
    if let ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, first, _)
    | ExprKind::If(first, ..)
    | ExprKind::Let(_, first, _) = &expr.kind
    {
        Some(first)
    } else {
        None
    }
}

fn speaks_of_result(expr: &Expr) -> bool {
    any(expr, &|part| {
        matches!(
            part.kind,
            ExprKind::Output(_)
                | ExprKind::State(_, Moment::After)
                | ExprKind::Instances(_, Moment::After)
                | ExprKind::Call(_, _, Moment::After)
        )
    })
}
