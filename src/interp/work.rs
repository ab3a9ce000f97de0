//! One attempt at a call: the steps of a body, followed on a copy of the state before.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use imbl::OrdSet;
use rustc_hash::FxHashSet;

use super::eval::{Evaluator, Sight, counted};
use super::finding::Clause;
use super::model::Model;
use super::open::Reach;
use super::path::{At, declared, entry_type, open_record, read, write};
use super::picks::Exhausted;
use super::random::Random;
use super::refine::{Refiner, decided, failed};
use super::stop::{Stop, Undefined};
use super::value::{State, Value};
use crate::effect::{Check, Effects, Opening, Place, Root, Scope, Step as PathStep};
use crate::ir::{
    EntityId, Expr, ExprKind, FieldIndex, Operation, OperationId, ParamIndex, StateId, Type, TypeRef, any,
};
use crate::realize::{Action, Body, Case, Collection, Rule, Step};

/// How many values of a list are looked at in any case.
const MIN_OF_LIST: usize = 64;

/// What the attempts at one call have in common.
pub(crate) struct Lasting {
    /// The randomness of each open place, the same in every attempt.
    pub(crate) seeds: Vec<Random>,
    /// How many values from long lists may still be looked at.
    pub(crate) from_lists: Cell<usize>,
    /// Whether the values that were listed last for a place are all that it can have.
    pub(crate) lists_all: Cell<bool>,
    /// Places that ran out of values though they can have others.
    pub(crate) unfinished: RefCell<Vec<Place>>,
}

impl Lasting {
    pub(crate) fn new(from_lists: usize) -> Lasting {
        Lasting {
            seeds: Vec::new(),
            from_lists: Cell::new(from_lists),
            lists_all: Cell::new(false),
            unfinished: RefCell::new(Vec::new()),
        }
    }

    fn leave_unfinished(&self, place: &Place) {
        let mut unfinished = self.unfinished.borrow_mut();
        if !unfinished.iter().any(|known| known.is_same(place)) {
            unfinished.push(place.clone());
        }
    }
}

/// Why an attempt did not come through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) clause: Clause,
    pub(crate) stop: Option<Stop>,
}

impl Failure {
    /// Whether it puts the call outside the contract.
    pub(crate) fn is_outside(&self) -> bool {
        self.stop.is_some_and(Stop::is_outside)
    }
}

/// A call that is being worked out.
pub(crate) struct Work<'a> {
    pub(crate) model: &'a Model,
    pub(crate) operation: OperationId,
    pub(crate) words: &'a BTreeSet<String>,
    pub(crate) now: i64,
    pub(crate) before: &'a State,
    pub(crate) inputs: &'a [Value],
    pub(crate) after: State,
    pub(crate) outputs: Vec<Value>,
    /// Where the integers begin that are handed out, if that matters.
    pub(crate) first_number: Option<i64>,
    /// Which of the possible values each open place takes.
    pub(crate) picks: &'a [usize],
    pub(crate) lasting: &'a mut Lasting,
    pub(crate) random: &'a mut Random,
    /// How many open places there were so far.
    pub(crate) slots: usize,
    /// The state fields that were written to, and where only one entry was, its key.
    pub(crate) touched: Vec<(StateId, Option<Value>)>,
    /// What the ensures determine.
    pub(crate) effects: Option<&'a Effects>,
    /// The open place that ran out of values, if one did.
    pub(crate) exhausted: Option<Exhausted>,
}

/// A place with its keys worked out.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    pub(crate) root: Root,
    pub(crate) way: Vec<At>,
}

impl Spot {
    /// The key of the entry that it is, or is a part of.
    fn key(&self) -> Option<&Value> {
        if let Some(At::Key(key)) = self.way.first() { Some(key) } else { None }
    }
}

impl<'a> Work<'a> {
    pub(crate) fn declaration(&self) -> &'a Operation {
        self.model.service.operation(self.operation)
    }

    pub(crate) fn sight(&self) -> Sight<'_> {
        Sight {
            model: self.model,
            now: self.now,
            before: self.before,
            after: &self.after,
            inputs: self.inputs,
            outputs: &self.outputs,
        }
    }

    /// Follows the steps.
    pub(crate) fn follow(&mut self, body: &'a Body) -> Result<(), Failure> {
        for id in &body.effects.open {
            self.touched.push((*id, None));
            *self.after.field_mut(*id) = Value::Open;
        }
        body.effects.open_parts.iter().for_each(|part| self.open_part(part));
        self.effects = Some(&body.effects);
        body.steps.iter().try_for_each(|step| self.step(step))?;
        self.complete_what_is_left()
    }

    /// A part of an entry that is there is open where its check applies. A condition without a value opens nothing; its
    /// clause is found broken by itself.
    fn open_part(&mut self, part: &Opening) {
        let mut spots = Vec::new();
        let _ = under(&mut self.sight().evaluator(), &part.scopes, &mut |evaluator| {
            spots.push(spot(&part.place, evaluator)?);
            Ok(())
        });
        for spot in spots {
            if self.read(&spot).is_some() {
                self.write(&spot, Value::Open);
            }
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Failure> {
        match &step.action {
            Action::Assign(place, cases) if step.rule == Rule::Transition => self.take_rule(place, cases),
            Action::Assign(place, cases) => self.assign(place, cases),
            Action::Insert(place, cases) => self.change_elements(place, cases, true),
            Action::Remove(place, cases) => self.change_elements(place, cases, false),
            Action::Create(place, cases) => self.create(place, cases, self.clause_of(step)),
            Action::Collect(output, collection) => self.collect(*output, collection, self.clause_of(step)),
            Action::Choose(place, checks) => self.choose(place, checks, self.clause_of(step)),
        }
    }

    fn clause_of(&self, step: &Step) -> Clause {
        step.clauses.first().map_or(self.unnamed(), |clause| Clause::Ensures(self.operation, *clause))
    }

    /// The clause to name where no clause says anything.
    fn unnamed(&self) -> Clause {
        Clause::Output(self.operation, 0)
    }

    fn case_clause(&self, case: &Case) -> Clause {
        case.clause.map_or(self.unnamed(), |clause| Clause::Ensures(self.operation, clause))
    }

    /// The first case that applies gives the value; one that goes over many gives all of them.
    fn assign(&mut self, place: &Place, cases: &[Case]) -> Result<(), Failure> {
        for case in cases {
            let writes = match self.resolved(place, case) {
                // Two ways of writing one place: what is left open is completed at the end.
                Err(Stop::Undefined(Undefined::Undecided, _)) => continue,
                found => found.map_err(|stop| self.fail(case, stop))?,
            };
            let applies = !writes.is_empty();
            for (spot, value) in writes {
                if !self.write(&spot, value) {
                    return Err(self.fail(case, no_place(&case.value)));
                }
            }
            if applies && !goes_over_many(&case.scopes) {
                break;
            }
        }
        Ok(())
    }

    /// One of the rules that are enabled gives the value. A guard without a value is closed.
    fn take_rule(&mut self, place: &Place, cases: &[Case]) -> Result<(), Failure> {
        let mut enabled = Vec::new();
        for case in cases {
            match self.resolved(place, case) {
                Ok(writes) => enabled.extend(writes),
                Err(stop) if stop.is_outside() => return Err(self.fail(case, stop)),
                Err(_) => {}
            }
        }
        if enabled.len() > 1 {
            let (slot, wanted) = self.next_slot();
            let count = enabled.len();
            self.exhausted = (wanted >= count).then_some(Exhausted { place: slot, here: count, anywhere: count });
            enabled = enabled.into_iter().skip(wanted).take(1).collect();
        }
        match enabled.into_iter().next() {
            Some((spot, value)) => drop(self.write(&spot, value)),
            None if self.exhausted.is_some() => return Err(Failure { clause: self.unnamed(), stop: None }),
            None => {}
        }
        Ok(())
    }

    fn fail(&self, case: &Case, stop: Stop) -> Failure {
        Failure { clause: self.case_clause(case), stop: Some(stop) }
    }

    /// Where and what a case writes.
    fn resolved(&self, place: &Place, case: &Case) -> Result<Vec<(Spot, Value)>, Stop> {
        let mut found = Vec::new();
        under(&mut self.sight().evaluator(), &case.scopes, &mut |evaluator| {
            let spot = spot(place, evaluator)?;
            found.push((spot, evaluator.eval(&case.value)?));
            Ok(())
        })?;
        Ok(found)
    }

    pub(crate) fn root(&self, root: Root) -> (&Value, &'a TypeRef) {
        match root {
            Root::State(id) => (self.after.field(id), &self.model.service.state_field(id).ty),
            Root::Output(index) => (&self.outputs[index.index()], &self.declaration().outputs[index.index()].ty),
        }
    }

    fn read(&self, spot: &Spot) -> Option<&Value> {
        read(self.root(spot.root).0, &spot.way)
    }

    fn write(&mut self, spot: &Spot, value: Value) -> bool {
        let ty = &self.root(spot.root).1.ty;
        let root = match spot.root {
            Root::State(id) => {
                self.touched.push((id, spot.key().cloned()));
                self.after.field_mut(id)
            }
            Root::Output(index) => &mut self.outputs[index.index()],
        };
        write(&self.model.service, ty, root, &spot.way, value)
    }

    fn change_elements(&mut self, place: &Place, cases: &[Case], insert: bool) -> Result<(), Failure> {
        for case in cases {
            for (spot, element) in self.resolved(place, case).map_err(|stop| self.fail(case, stop))? {
                let whole = self.read(&spot).cloned().unwrap_or_else(Value::empty_set);
                let changed = changed(whole, element, insert);
                if !changed.is_some_and(|changed| self.write(&spot, changed)) {
                    return Err(self.fail(case, no_place(&case.value)));
                }
            }
        }
        Ok(())
    }

    fn create(&mut self, place: &Place, cases: &[Vec<Scope>], clause: Clause) -> Result<(), Failure> {
        let mut spots = Vec::new();
        for scopes in cases {
            let applied = under(&mut self.sight().evaluator(), scopes, &mut |evaluator| {
                spots.push(spot(place, evaluator)?);
                Ok(())
            });
            applied.map_err(|stop| Failure { clause, stop: Some(stop) })?;
        }
        for spot in spots {
            if self.read(&spot).is_none() {
                let open =
                    if let Type::Entity(id) = &place.ty { open_record(&self.model.service, *id) } else { Value::Open };
                self.write(&spot, open);
            }
        }
        Ok(())
    }

    fn collect(&mut self, output: ParamIndex, collection: &Collection, clause: Clause) -> Result<(), Failure> {
        let found = self.collected(collection).map_err(|stop| Failure { clause, stop: Some(stop) })?;
        let is_set = matches!(self.declaration().outputs[output.index()].ty.ty, Type::Set(_));
        self.outputs[output.index()] =
            if is_set { Value::Set(found.into_iter().collect()) } else { Value::Seq(found.into_iter().collect()) };
        Ok(())
    }

    fn collected(&self, collection: &Collection) -> Result<Vec<Value>, Stop> {
        let mut evaluator = self.sight().evaluator();
        let mut found = Vec::new();
        for element in evaluator.range_of(&collection.binder)? {
            let bound = evaluator.bound();
            evaluator.bind(&collection.binder.local, element);
            let mut fits = true;
            for condition in &collection.conditions {
                fits = fits && counted(evaluator.truth(condition))?;
            }
            if fits {
                found.push(evaluator.eval(&collection.element)?);
            }
            evaluator.unbind_to(bound);
        }
        Ok(found)
    }

    fn choose(&mut self, place: &Place, checks: &[Check], clause: Clause) -> Result<(), Failure> {
        let spot = spot(place, &mut self.sight().evaluator()).map_err(|stop| Failure { clause, stop: Some(stop) })?;
        self.decide(&spot, Some(place), checks, clause)
    }

    /// Gives an open place the wanted one of the values that pass all checks that can be made here.
    fn decide(&mut self, spot: &Spot, place: Option<&Place>, checks: &[Check], clause: Clause) -> Result<(), Failure> {
        if self.read(spot) != Some(&Value::Open) {
            return Ok(());
        }
        let (slot, wanted) = self.next_slot();
        // What fits its type, whatever else was chosen: a check may reject it here and take it beside other values.
        let (mut passed, mut fitting, mut seen) = (0, 0, FxHashSet::default());
        let mut why: Option<Failure> = None;
        let mut is_cut = false;
        for reach in [Reach::Near, Reach::Far, Reach::Last] {
            if reach != Reach::Near {
                // What is suggested must not depend on the value that was tried last.
                self.write(spot, Value::Open);
            }
            for tries in self.candidates(spot, (place, checks), slot, reach) {
                for (at, value) in tries.iter().enumerate() {
                    if at >= MIN_OF_LIST && !self.may_look_further() {
                        is_cut = true;
                        break;
                    }
                    if !seen.insert(value.clone()) {
                        continue;
                    }
                    match self.try_out(spot, value, (place, checks)) {
                        Some(failure) => {
                            fitting += usize::from(matches!(failure.clause, Clause::Ensures(..)));
                            why = Some(telling(why, failure));
                        }
                        None if passed == wanted => return Ok(()),
                        None => passed += 1,
                    }
                }
            }
        }
        if let Some(place) = place.filter(|_| is_cut || !self.lasting.lists_all.get()) {
            self.lasting.leave_unfinished(place);
        }
        self.exhausted = Some(Exhausted { place: slot, here: passed, anywhere: passed + fitting });
        Err(why.unwrap_or(Failure { clause, stop: None }))
    }

    /// Whether a list may be followed by one more value.
    fn may_look_further(&self) -> bool {
        let left = self.lasting.from_lists.get().checked_sub(1);
        self.lasting.from_lists.set(left.unwrap_or(0));
        left.is_some()
    }

    /// The next open place, and which of its possible values it takes.
    fn next_slot(&mut self) -> (usize, usize) {
        let slot = self.slots;
        self.slots += 1;
        while self.lasting.seeds.len() <= slot {
            let seed = self.random.split();
            self.lasting.seeds.push(seed);
        }
        (slot, self.picks.get(slot).copied().unwrap_or(0))
    }

    /// Puts a value into a place and tells what it breaks there. An overflow speaks against the value alone.
    fn try_out(&mut self, spot: &Spot, value: Value, (place, checks): (Option<&Place>, &[Check])) -> Option<Failure> {
        if self.is_unfit(spot, place, &value) {
            return Some(Failure { clause: self.unnamed(), stop: None });
        }
        self.write(spot, value.clone());
        let outside = |stop| Some(Failure { clause: self.unnamed(), stop: Some(stop) });
        let of_type = self.type_failure(spot, &value).unwrap_or_else(outside);
        of_type.or_else(|| checks.iter().find_map(|check| self.check_failure(check).unwrap_or_else(outside)))
    }

    /// A text that is handed out may become part of a path: it must not be empty, a dot or a word of a route.
    fn is_unfit(&self, spot: &Spot, place: Option<&Place>, value: &Value) -> bool {
        let Value::Text(text) = value else { return false };
        self.is_handed_out(spot, place)
            && (matches!(text.as_str(), "" | "." | "..") || self.words.contains(text.as_str()))
    }

    fn type_failure(&self, spot: &Spot, value: &Value) -> Result<Option<Failure>, Stop> {
        let refiner = Refiner::new(self.sight());
        let (root, root_type) = self.root(spot.root);
        let Some((ty, field)) = declared(&self.model.service, root_type, &spot.way) else { return Ok(None) };
        let mut broken = refiner.broken(ty, value)?;
        if let (None, Some((entity, index))) = (&broken, field)
            && let Some(Value::Record(fields)) = read(root, &spot.way[..spot.way.len() - 1])
        {
            broken = refiner.broken_field(entity, index, value, fields)?;
            for invariant in self.invariants_of(entity, index) {
                broken = broken.or(decided(refiner.broken_invariant(entity, invariant, fields)?));
            }
        }
        Ok(broken.map(|(clause, stop)| Failure { clause, stop }))
    }

    /// The invariants of an entity that speak of one of its fields.
    pub(crate) fn invariants_of(&self, entity: EntityId, field: usize) -> impl Iterator<Item = usize> + use<'a> {
        let invariants = &self.model.service.entity(entity).invariants;
        let speaks = move |expr: &Expr| any(expr, &|part| is_own_field(part, field));
        invariants.iter().enumerate().filter(move |(_, invariant)| speaks(&invariant.expr)).map(|(at, _)| at)
    }

    fn check_failure(&self, check: &Check) -> Result<Option<Failure>, Stop> {
        let mut failure = None;
        let clause = Clause::Ensures(self.operation, check.clause);
        let result = under(&mut self.sight().evaluator(), &check.scopes, &mut |evaluator| {
            if let Some(stop) = failed(evaluator.truth(&check.expr))? {
                failure = Some(Failure { clause, stop });
            }
            Ok(())
        });
        match result {
            Ok(()) => Ok(failure),
            Err(stop) if stop.is_outside() => Err(stop),
            Err(stop) => Ok(Some(Failure { clause, stop: Some(stop) })),
        }
    }

    /// What steps over many entries left open.
    fn complete_what_is_left(&mut self) -> Result<(), Failure> {
        for index in 0..self.model.service.state.len() {
            let id = StateId(index as u32);
            for spot in self.open_spots(id) {
                self.decide(&spot, None, &[], self.unnamed())?;
            }
        }
        Ok(())
    }

    fn open_spots(&self, id: StateId) -> Vec<Spot> {
        let (Value::Map(before), Value::Map(after)) = (self.before.field(id), self.after.field(id)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let value_type = entry_type(&self.model.service.state_field(id).ty.ty);
        for item in before.diff(after) {
            let (imbl::ordmap::DiffItem::Add(key, value) | imbl::ordmap::DiffItem::Update { new: (key, value), .. }) =
                item
            else {
                continue;
            };
            let root = Root::State(id);
            match (value, &value_type) {
                (Value::Open, _) => found.push(Spot { root, way: vec![At::Key(key.clone())] }),
                (Value::Record(fields), _) => {
                    let open = fields.iter().enumerate().filter(|(_, field)| field.is_open());
                    let way = |at| vec![At::Key(key.clone()), At::Field(at)];
                    found.extend(open.map(|(at, _)| Spot { root, way: way(at) }));
                }
                _ => {}
            }
        }
        found
    }
}

/// Of two failures the one that tells more: an ensures that a value of the right type broke.
fn telling(known: Option<Failure>, next: Failure) -> Failure {
    known.filter(|known| matches!(known.clause, Clause::Ensures(..))).unwrap_or(next)
}

pub(crate) fn is_own_field(expr: &Expr, field: usize) -> bool {
    matches!(expr.kind, ExprKind::OwnField(FieldIndex(found)) if found as usize == field)
}

fn no_place(value: &Expr) -> Stop {
    Stop::Undefined(Undefined::NoValue, value.span)
}

fn goes_over_many(scopes: &[Scope]) -> bool {
    scopes.iter().any(|scope| matches!(scope, Scope::Each(_)))
}

/// A collection with an element more or less.
fn changed(whole: Value, element: Value, insert: bool) -> Option<Value> {
    match (whole, insert) {
        (Value::Open, true) => Some(Value::Set(OrdSet::unit(element))),
        (Value::Open, false) => Some(Value::empty_set()),
        (Value::Set(elements), true) => Some(Value::Set(elements.update(element))),
        (Value::Set(elements), false) => Some(Value::Set(elements.without(&element))),
        (Value::Map(entries), false) => Some(Value::Map(entries.without(&element))),
        _ => None,
    }
}

/// Works out the keys of a place.
pub(crate) fn spot(place: &Place, evaluator: &mut Evaluator<'_>) -> Result<Spot, Stop> {
    let mut way = Vec::new();
    for step in &place.path {
        way.push(match step {
            PathStep::Key(key) => At::Key(evaluator.eval(key)?),
            PathStep::Field(field) => At::Field(field.index()),
            PathStep::Position(at) => match evaluator.eval(at)? {
                Value::Int(position) => At::Position(usize::try_from(position).unwrap_or(usize::MAX)),
                _ => At::Position(usize::MAX),
            },
        });
    }
    Ok(Spot { root: place.root, way })
}

/// Does something under each choice of variables for which all conditions hold.
pub(crate) fn under<'e>(
    evaluator: &mut Evaluator<'e>,
    scopes: &[Scope],
    work: &mut dyn FnMut(&mut Evaluator<'e>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let Some((scope, rest)) = scopes.split_first() else { return work(evaluator) };
    let bound = evaluator.bound();
    match scope {
        Scope::Let(local, value) => {
            let value = evaluator.eval(value)?;
            evaluator.bind(local, value);
            under(evaluator, rest, work)?;
        }
        Scope::If(condition) | Scope::Unless(condition) => {
            let wanted = matches!(scope, Scope::If(_));
            if counted(evaluator.truth(condition))? == wanted {
                under(evaluator, rest, work)?;
            }
        }
        Scope::Each(binder) => {
            for element in evaluator.range_of(binder)? {
                evaluator.bind(&binder.local, element);
                under(evaluator, rest, work)?;
                evaluator.unbind_to(bound);
            }
        }
    }
    evaluator.unbind_to(bound);
    Ok(())
}
