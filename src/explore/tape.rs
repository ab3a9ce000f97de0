//! Adding up how far the conditions of a spec are from what is wanted of them.

use std::sync::Arc;

use super::sheet::{Entry, Inputs, Named, Rival, Sheet, Slot};
use super::site::Aim;
use super::target::{Goal, Root, Target, TypeStep, root_expr, rule_of};
use super::wish::{ABSENT, Wish, aimed, reads_result};
use crate::interp::{Accepted, Clause, Evaluator, Gap, Reach, Sight, Stop, Value, WayStep};
use crate::ir::{EntityId, Expr, ExprKind, OperationId, ParamIndex, ResolvedRule, Service, Type, TypeRef, any};

/// How many gaps are kept.
pub(crate) const MAX_GAPS: usize = 16;

/// Adds up distances for one situation.
pub(crate) struct Tape<'a> {
    service: &'a Service,
    sight: Sight<'a>,
    pub(crate) hard: f64,
    pub(crate) soft: f64,
    pub(crate) gaps: Vec<Gap>,
    /// How near the part came that the target is about, and by how much it was missed there.
    pub(crate) nearest: f64,
    pub(crate) missed_by: Option<Gap>,
}

/// How the conditions of a call are gone through.
pub(crate) struct Reading<'a> {
    pub(crate) id: OperationId,
    /// Which inputs they name.
    pub(crate) named: &'a Named,
    pub(crate) rival: Rival<'a>,
    /// What was measured.
    pub(crate) sheet: Sheet,
}

impl<'a> Tape<'a> {
    pub(crate) fn new(service: &'a Service, sight: Sight<'a>) -> Tape<'a> {
        Tape { service, sight, hard: 0.0, soft: 0.0, gaps: Vec::new(), nearest: f64::MAX, missed_by: None }
    }

    /// Measures a condition of a call, unless the call is too far away by now, or it is known how far the condition is.
    fn condition(
        &mut self,
        reading: &mut Reading<'_>,
        (slot, named): (Slot, Inputs),
        measure: impl FnOnce(&mut Tape<'a>),
    ) {
        if self.hard > reading.rival.limit {
            return;
        }
        let known = reading.rival.sheet.and_then(|(sheet, changed)| sheet.known(slot, named, changed));
        if let Some(known) = known {
            return self.take(known);
        }
        let mut tape = Tape::new(self.service, self.sight);
        measure(&mut tape);
        let Tape { hard, soft, gaps, nearest, missed_by, .. } = tape;
        let entry = Entry { hard, soft, gaps, nearest, missed_by };
        self.take(&entry);
        reading.sheet.note(slot, entry);
    }

    fn take(&mut self, Entry { hard, soft, gaps, nearest, missed_by }: &Entry) {
        self.hard += hard;
        self.soft += soft;
        self.keep(gaps);
        if *nearest < self.nearest {
            (self.nearest, self.missed_by) = (*nearest, *missed_by);
        }
    }

    fn keep(&mut self, gaps: &[Gap]) {
        let room = MAX_GAPS.saturating_sub(self.gaps.len());
        self.gaps.extend(gaps.iter().take(room));
    }

    pub(crate) fn distance(&mut self, mut evaluator: Evaluator<'a>, expr: &Expr, wanted: bool) -> f64 {
        let found = evaluator.distance(expr, wanted);
        self.keep(evaluator.gaps());
        found
    }

    pub(crate) fn of_call(
        &mut self,
        target: &Target,
        reading: &mut Reading<'_>,
        perform: &mut dyn FnMut() -> Option<Accepted>,
    ) {
        match (&target.root, target.goal) {
            (Root::Operation, _) => self.precondition(reading),
            (Root::Requires(at), _) => {
                self.inputs(reading, None);
                self.own_clause(target, reading, *at);
                self.other_requires(reading, Some(*at));
                self.accompanying_transitions(reading);
            }
            (Root::Ensures(at), _) => self.of_ensures(target, reading, *at, perform),
            (Root::Guard(transition, rule), _) => self.of_guard(target, reading, *transition, *rule),
            (Root::Rule(transition, rule), _) => {
                self.precondition(reading);
                if let Some(rule) = rule_of(self.service, *transition, *rule) {
                    self.hard += self.enabled(*transition, rule);
                }
            }
            (Root::Source(transition, value), _) => self.of_source(reading, *transition, *value),
            (Root::Input(param, way, clause), _) => {
                self.of_input(target, reading, *param, way, *clause);
                self.requires_beside(reading, *param);
                self.accompanying_transitions(reading);
            }
            (Root::Invariant(_) | Root::Temporal(_) | Root::EntityInvariant(..) | Root::Beside(_), _) => {
                self.hard = f64::MAX;
            }
        }
    }

    /// That a call succeeds.
    fn precondition(&mut self, reading: &mut Reading<'_>) {
        self.inputs(reading, None);
        self.each_requires(reading, None, |tape, expr| {
            tape.hard = tape.distance(tape.sight.evaluator(), expr, true);
        });
        let id = reading.id;
        let named = reading.named.transitions;
        self.condition(reading, (Slot::Transitions, named), |tape| tape.hard = tape.transitions(id));
    }

    /// That transitions let the call through, where it is about something else.
    fn accompanying_transitions(&mut self, reading: &mut Reading<'_>) {
        let id = reading.id;
        let named = reading.named.transitions;
        self.condition(reading, (Slot::Transitions, named), |tape| tape.soft = tape.transitions(id));
    }

    /// Measures each `requires`, or each but one.
    fn each_requires(&mut self, reading: &mut Reading<'_>, own: Option<usize>, measure: impl Fn(&mut Tape<'a>, &Expr)) {
        for (at, clause) in self.service.operation(reading.id).requires.iter().enumerate() {
            if own != Some(at) {
                let named = reading.named.requires[at];
                self.condition(reading, (Slot::Requires(at), named), |tape| measure(tape, &clause.expr));
            }
        }
    }

    /// That inputs satisfy their types; one clause may be left out for one of them.
    fn inputs(&mut self, reading: &mut Reading<'_>, except: Option<(ParamIndex, Clause)>) {
        let declared = self.service.operation(reading.id).inputs.iter().zip(self.sight.inputs);
        for (at, (param, value)) in declared.enumerate() {
            self.condition(reading, (Slot::Input(at), Inputs::one(at)), |tape| {
                match except.filter(|(index, _)| index.index() == at) {
                    // Refinements of one value can contradict each other's failing: an empty text matches no pattern.
                    Some((_, clause)) => tape.soft = tape.of_type(&param.ty, value, Some(clause)),
                    None => tape.hard = tape.of_type(&param.ty, value, None),
                }
            });
        }
    }

    fn own_clause(&mut self, target: &Target, reading: &mut Reading<'_>, at: usize) {
        let expr = &self.service.operation(reading.id).requires[at].expr;
        let sight = self.sight;
        let named = reading.named.requires[at];
        self.condition(reading, (Slot::Requires(at), named), |tape| {
            let found = tape.of_clause(|| sight.evaluator(), expr, target);
            tape.add(found);
        });
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
    fn other_requires(&mut self, reading: &mut Reading<'_>, own: Option<usize>) {
        self.each_requires(reading, own, |tape, expr| match tape.sight.evaluator().truth(expr) {
            Ok(true) | Err(Stop::Unknown) => {}
            Err(Stop::Undefined(..)) => tape.soft = 0.5,
            Ok(false) | Err(Stop::Overflow(_) | Stop::TooLarge(_)) => {
                tape.hard = tape.distance(tape.sight.evaluator(), expr, true);
            }
        });
    }

    /// That every clause holds; what a clause says of an input that breaks its type it may not be able to keep.
    fn requires_beside(&mut self, reading: &mut Reading<'_>, param: ParamIndex) {
        self.each_requires(reading, None, |tape, expr| {
            let distance = tape.distance(tape.sight.evaluator(), expr, true);
            if any(expr, &|part| matches!(part.kind, ExprKind::Input(at) if at == param)) {
                tape.soft = distance;
            } else {
                tape.hard = distance;
            }
        });
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

    fn of_guard(&mut self, target: &Target, reading: &mut Reading<'_>, transition: usize, rule: usize) {
        self.inputs(reading, None);
        self.other_requires(reading, None);
        let resolved = rule_of(self.service, transition, rule);
        let Some((rule, guard)) = resolved.and_then(|rule| Some((rule, rule.guard.as_ref()?))) else { return };
        let Some(fields) = self.entry(rule) else {
            self.hard += ABSENT;
            return;
        };
        self.hard += if self.is_at(transition, &fields, rule.from) { 0.0 } else { 1.0 };
        let sight = self.sight;
        let named = reading.named.transitions;
        self.condition(reading, (Slot::Own, named), |tape| {
            let found = tape.of_clause(|| sight.evaluator().with_fields(&fields), guard, target);
            tape.add(found);
        });
    }

    fn of_source(&mut self, reading: &mut Reading<'_>, transition: usize, value: u32) {
        self.inputs(reading, None);
        let Some(rule) = rules_via(self.service, transition, reading.id).next() else { return };
        let Some(fields) = self.entry(rule) else {
            self.hard += ABSENT;
            return;
        };
        self.hard += if self.is_at(transition, &fields, value) { 0.0 } else { 1.0 };
        self.each_requires(reading, None, |tape, expr| {
            tape.soft = tape.distance(tape.sight.evaluator(), expr, true);
        });
    }

    fn of_ensures(
        &mut self,
        target: &Target,
        reading: &mut Reading<'_>,
        at: usize,
        perform: &mut dyn FnMut() -> Option<Accepted>,
    ) {
        self.precondition(reading);
        let expr = &self.service.operation(reading.id).ensures[at].expr;
        let Goal::Part(aim) = target.goal else { return };
        if !target.ways.iter().any(|way| reads_result(self.service, expr, way)) {
            let sight = self.sight;
            let named = reading.named.ensures[at];
            return self.condition(reading, (Slot::Own, named), |tape| {
                tape.hard = tape.part(|| sight.evaluator(), expr, Wish::of(target, aim, false)).hard;
            });
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

    fn of_input(
        &mut self,
        target: &Target,
        reading: &mut Reading<'_>,
        param: ParamIndex,
        way: &[TypeStep],
        clause: Clause,
    ) {
        self.inputs(reading, Some((param, clause)));
        let id = reading.id;
        self.condition(reading, (Slot::Own, Inputs::one(param.index())), |tape| {
            tape.of_value(target, (id, param), way, clause);
        });
    }

    fn of_value(&mut self, target: &Target, (id, param): (OperationId, ParamIndex), way: &[TypeStep], clause: Clause) {
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

    pub(crate) fn of_state(&mut self, target: &Target) {
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
    pub(crate) fn of_type(&mut self, ty: &TypeRef, value: &Value, except: Option<Clause>) -> f64 {
        let Some(alias) = ty.alias else { return self.of_parts(ty, value, except) };
        let declared = &self.service.aliases[alias.index()];
        let own = match &declared.refinement {
            Some(refinement) if !value.is_none() && except != Some(Clause::Alias(alias)) => {
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
                entries.iter().map(|(at, value)| self.of_entry((key, inner), at, value, except)).sum()
            }
            (Value::Record(fields), Type::Entity(id), _) => self.of_record(*id, fields, except),
            _ => 0.0,
        }
    }

    /// How far an entry of a map or relation is from satisfying the types of both sides.
    pub(crate) fn of_entry(
        &mut self,
        (key, inner): (&TypeRef, &TypeRef),
        at: &Value,
        value: &Value,
        except: Option<Clause>,
    ) -> f64 {
        let of_key = self.of_type(key, at, except);
        let of_value: f64 = match value {
            Value::Set(elements) if !matches!(inner.ty, Type::Set(_)) => {
                elements.iter().map(|v| self.of_type(inner, v, except)).sum()
            }
            _ => self.of_type(inner, value, except),
        };
        of_key + of_value
    }

    fn of_record(&mut self, id: EntityId, fields: &Arc<[Value]>, except: Option<Clause>) -> f64 {
        let entity = self.service.entity(id);
        let mut total = 0.0;
        for (at, (field, value)) in entity.fields.iter().zip(fields.iter()).enumerate() {
            total += self.of_type(&field.ty, value, except);
            if let Some(refinement) = &field.refinement
                && !value.is_none()
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
        if !value.is_none() {
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
