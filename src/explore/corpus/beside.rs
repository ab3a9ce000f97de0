//! Witnesses on whose bystanders a wrong write would show: a state of a witness gets the neighbours that it lacks, one wish
//! after the other, while the call still succeeds.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use imbl::{OrdMap, OrdSet};
use rustc_hash::FxHashSet;

use super::build::Builder;
use super::{Expect, Made, Stored, Witness};
use crate::explore::Outcome;
use crate::explore::beside::{Beside, Change, Neighbour, Wish, is_filled, key_alias, keyed_by, part, set_at};
use crate::explore::graft::{Joint, joined};
use crate::explore::target::{Root, Target};
use crate::explore::values::{Stock, Trial, rekeyed, with_field};
use crate::interp::{Accepted, Call, Machine, Random, State, Value, Verdict};
use crate::ir::{FieldIndex, Service, StateId, Type, TypeRef};

/// How many calls of witnesses what is wanted is put beside, and how many calls of the walk.
const MAX_BASES: usize = 3;
const MAX_WALKED: usize = 3;
/// How long a call of the walk may have waited, in milliseconds.
const MAX_WAIT: i64 = 1000;
/// How many values of a field, how many other records, and how many entries that a call writes to are tried.
const MAX_VALUES: usize = 6;
const MAX_DONORS: usize = 3;
const MAX_SUBJECTS: usize = 2;
/// How many states may be judged for one witness.
const MAX_JUDGED: usize = 600;
/// The randomness with which calls are worked out.
const BESIDE_SEED: u64 = 3;

impl Builder<'_, '_> {
    /// Adds witnesses that show what is wanted beside writes, and tells what became of each wish. They stand behind the
    /// `known` targets of the part.
    pub(super) fn add_beside(&mut self, wanted: &[&Target], known: usize) -> Vec<Outcome> {
        let machine = self.engine.machine;
        let wishes = wanted.iter().filter_map(|target| wish_of(target));
        let wishes: Vec<Wish> = wishes.map(|wish| Wish::of(machine.service(), machine.bodies(), wish)).collect();
        let mut open: Vec<usize> = (0..wishes.len()).collect();
        for base in self.calls_of_witnesses() {
            self.surround(base, &wishes, &mut open, known);
        }
        for _ in 0..MAX_WALKED {
            let Some(base) = self.walked_call(&wishes, &open) else { break };
            self.surround(base, &wishes, &mut open, known);
        }
        for id in self.unwritten(&wishes, &open) {
            let Some(base) = self.call_that_writes(id) else { continue };
            self.surround(base, &wishes, &mut open, known);
        }
        let outcome = |at: usize| {
            let why = || "no neighbour that was tried leaves the state valid and the call accepted".to_string();
            if open.contains(&at) {
                Outcome::Missed { why: why(), cut: false }
            } else {
                Outcome::Reached { traced: false, alone: true }
            }
        };
        (0..wishes.len()).map(outcome).collect()
    }

    /// Accepted calls of witnesses of the operation, each in another state.
    fn calls_of_witnesses(&self) -> Vec<Base> {
        let mut found: Vec<Base> = Vec::new();
        for Witness { state, populated, call, .. } in &self.corpus.witnesses {
            let is_own = |made: &&Made| Some(made.call.operation) == self.engine.own && made.expect == Expect::Accepted;
            let Some(made) = call.as_ref().filter(is_own) else { continue };
            let is_crowd = self.corpus.states[*state].populates.is_some();
            let is_new = !found.iter().any(|known| known.small == Some(*state));
            if is_new && !is_crowd && found.len() < MAX_BASES {
                let stored = &self.corpus.states[populated.unwrap_or(*state)];
                let (call, state, small) = (made.call.clone(), stored.state.clone(), Some(*state));
                found.push(Base { call, at: made.now, state, now: stored.now, small });
            }
        }
        found
    }

    /// The call of the walk that has most of what is still wanted beside it, and does not wait for long.
    fn walked_call(&self, wishes: &[Wish], open: &[usize]) -> Option<Base> {
        let engine = self.engine;
        let service = engine.machine.service();
        let steps = engine.pool.nodes.iter().filter_map(|node| {
            let (parent, step) = node.parent.as_ref()?;
            let before = &engine.pool.nodes[*parent];
            let is_own = Some(step.call.operation) == engine.own && step.now - before.now <= MAX_WAIT;
            let change = Change { service, before: &before.state, after: &node.state };
            let met = || open.iter().filter(|at| change.shows(&wishes[**at])).count();
            is_own.then(|| (met(), before, step))
        });
        let (met, before, step) = steps.max_by_key(|(met, before, _)| (*met, Reverse(before.depth)))?;
        let (call, state) = (step.call.clone(), before.state.clone());
        (met > 0).then_some(Base { call, at: step.now, state, now: before.now, small: None })
    }

    /// The state fields of open wishes that no accepted call of a witness writes to: nothing shows beside those.
    fn unwritten(&self, wishes: &[Wish], open: &[usize]) -> BTreeSet<StateId> {
        let bases = self.calls_of_witnesses();
        let written = |id: StateId| {
            bases.iter().any(|base| {
                let place = Place { builder: self, machine: self.engine.machine, base, avoided: FxHashSet::default() };
                place.accepted(&base.state).is_some_and(|after| after.field(id) != base.state.field(id))
            })
        };
        open.iter().map(|at| wishes[*at].place.state).filter(|id| !written(*id)).collect()
    }

    /// The first call of the walk that writes to a state field, and does not wait for long.
    fn call_that_writes(&self, id: StateId) -> Option<Base> {
        let nodes = &self.engine.pool.nodes;
        let steps = nodes.iter().filter_map(|node| {
            let (parent, step) = node.parent.as_ref()?;
            let before = &nodes[*parent];
            let is_own = Some(step.call.operation) == self.engine.own && step.now - before.now <= MAX_WAIT;
            (is_own && before.state.field(id) != node.state.field(id)).then_some((before, step))
        });
        let (before, step) = steps.min_by_key(|(before, _)| before.depth)?;
        Some(Base { call: step.call.clone(), at: step.now, state: before.state.clone(), now: before.now, small: None })
    }

    /// Adds a witness for what is wanted and can be put beside a call.
    fn surround(&mut self, base: Base, wishes: &[Wish], open: &mut Vec<usize>, known: usize) {
        let Some((state, met)) = self.surrounded(&base, wishes, open).filter(|(_, met)| !met.is_empty()) else {
            return;
        };
        let at = self.corpus.states.len();
        let Base { call, at: when, now, small, .. } = base;
        let populates = small.filter(|small| holds_all(&self.corpus.states[*small].state, &state));
        self.corpus.states.push(Stored { state, now, trace: None, populates, repeats: Vec::new() });
        let Some(made) = self.made(at, call, when) else {
            self.corpus.states.pop();
            return;
        };
        open.retain(|wish| !met.contains(wish));
        let targets = met.into_iter().map(|wish| known + wish).collect();
        self.corpus.witnesses.push(Witness { targets, state: at, populated: None, call: Some(made), alone: true });
    }

    /// The state of a call with what is wanted, and which of the open wishes are met there.
    fn surrounded(&self, base: &Base, wishes: &[Wish], open: &[usize]) -> Option<(State, Vec<usize>)> {
        let first = wishes.get(*open.first()?)?.clone();
        let avoided: FxHashSet<Value> = base.call.inputs.iter().cloned().collect();
        let place = Place { builder: self, machine: self.engine.machine, base, avoided };
        let after = place.accepted(&base.state)?;
        let mut scene = Surroundings { place, state: base.state.clone(), after, wish: first, judged: 0 };
        open.iter().for_each(|at| scene.meet(&wishes[*at]));
        let met = open.iter().copied().filter(|at| scene.change().shows(&wishes[*at])).collect();
        Some((scene.state, met))
    }
}

/// An accepted call, and the state that it is made in.
struct Base {
    call: Call,
    /// The instant of the call.
    at: i64,
    state: State,
    /// The instant of the state.
    now: i64,
    /// The state of the corpus that it populates.
    small: Option<usize>,
}

fn wish_of(target: &Target) -> Option<Beside> {
    if let Root::Beside(wish) = target.root { Some(wish) } else { None }
}

/// A call, and what it is made in.
struct Place<'a, 'e, 'm> {
    builder: &'a Builder<'e, 'm>,
    machine: &'a Machine,
    base: &'a Base,
    /// What the call names: a neighbour under such a key would be more than one.
    avoided: FxHashSet<Value>,
}

impl Place<'_, '_, '_> {
    /// What the call leaves, if it succeeds in a valid state.
    fn accepted(&self, state: &State) -> Option<State> {
        self.machine.check_state(state, self.base.now).ok()?;
        match self.machine.call(state, &self.base.call, self.base.at, &mut Random::seeded(BESIDE_SEED)) {
            Verdict::Accepted(Accepted { state, .. }) => Some(state),
            Verdict::Rejected(_) | Verdict::Refused(_) | Verdict::Broken(_) | Verdict::Hole(_) => None,
        }
    }

    fn service(&self) -> &Service {
        self.machine.service()
    }

    fn trial<'t>(&'t self, stock: &'t Stock) -> Trial<'t> {
        Trial {
            service: self.service(),
            lore: &self.builder.engine.solver.lore,
            stock,
            hints: None,
            asked: &[],
            avoided: Some(&self.avoided),
            fixed: None,
            now: self.base.now,
            operation: None,
            turn: 0,
        }
    }
}

/// A state on its way to hold all that is wanted beside a call.
struct Surroundings<'a, 'e, 'm> {
    place: Place<'a, 'e, 'm>,
    state: State,
    after: State,
    /// What is being put there.
    wish: Wish,
    judged: usize,
}

impl Surroundings<'_, '_, '_> {
    fn change(&self) -> Change<'_> {
        Change { service: self.place.machine.service(), before: &self.state, after: &self.after }
    }

    /// Takes another state, if it is valid, the call succeeds there, and what is wanted is there.
    fn take(&mut self, state: State) -> bool {
        if self.judged == MAX_JUDGED {
            return false;
        }
        self.judged += 1;
        let Some(after) = self.place.accepted(&state) else { return false };
        let change = Change { service: self.place.machine.service(), before: &state, after: &after };
        if !change.shows(&self.wish) {
            return false;
        }
        (self.state, self.after) = (state, after);
        true
    }

    /// Sees to it that what is wanted is there, if that can be.
    fn meet(&mut self, wish: &Wish) {
        if self.change().shows(wish) {
            return;
        }
        self.wish = wish.clone();
        let wish = wish.place;
        let subjects: Vec<Value> = self.change().touched(wish.state).into_iter().take(MAX_SUBJECTS).collect();
        for key in subjects {
            let is_met = match wish.what {
                Neighbour::Changeable | Neighbour::With(_) | Neighbour::Filled => self.add_twin(wish, &key),
                Neighbour::Kept => self.fill(wish, &key),
                Neighbour::Outside => self.leave_out(wish, &key),
                Neighbour::Inside => self.put_in(wish, &key),
            };
            if is_met {
                return;
            }
        }
        match wish.what {
            Neighbour::Changeable | Neighbour::With(_) | Neighbour::Filled => drop(self.alter(wish)),
            Neighbour::Outside => drop(self.add_outsider(wish)),
            Neighbour::Kept | Neighbour::Inside => {}
        }
    }

    /// Gives another entry that is there already what is wanted.
    fn alter(&mut self, wish: Beside) -> bool {
        let Value::Map(entries) = self.state.field(wish.state).clone() else { return false };
        let touched = self.change().touched(wish.state);
        for (key, entry) in entries.iter().filter(|(key, _)| !touched.contains(key)).take(MAX_SUBJECTS) {
            let others = self.others(wish, entry);
            if others.into_iter().any(|other| self.take(with_entry(&self.state, wish.state, key, other))) {
                return true;
            }
        }
        false
    }

    /// Adds an entry like the one that the call writes to: as it is, with another value in the field that is wanted, or with
    /// the rest of an entry from elsewhere.
    fn add_twin(&mut self, wish: Beside, key: &Value) -> bool {
        let service = self.place.service();
        let alias = key_alias(service, wish.state);
        let alike: Vec<StateId> = alias.into_iter().flat_map(|alias| keyed_by(service, alias)).collect();
        (alike.len() > 1 && self.add_twin_in(&alike, wish, key))
            || self.add_twin_in(&[wish.state], wish, key)
            || self.graft()
    }

    /// Adds all that another state holds which has what is wanted, the shortest way first.
    fn graft(&mut self) -> bool {
        let place = self.wish.place;
        let serves = |state: &State| {
            let Value::Map(entries) = state.field(place.state) else { return false };
            entries.values().any(|entry| {
                part(Some(entry), place.field).is_some_and(|value| match place.what {
                    Neighbour::With(wanted) => *value == Value::Enum(wanted),
                    Neighbour::Filled => is_filled(value, &self.wish.fresh),
                    Neighbour::Changeable => true,
                    Neighbour::Kept | Neighbour::Outside | Neighbour::Inside => false,
                })
            })
        };
        let pool = &self.place.builder.engine.pool;
        let mut nodes: Vec<_> = pool.nodes.iter().filter(|node| serves(&node.state)).collect();
        nodes.sort_by_key(|node| node.depth);
        nodes.truncate(MAX_DONORS);
        let stock = Stock::of_state(self.place.service(), &self.state);
        let said: Vec<Value> = self.place.avoided.iter().cloned().collect();
        let join = |state: &State, joint| joined(&self.place.trial(&stock), &self.state, state, (joint, &said));
        let pairs =
            [Joint::Shared, Joint::Apart].into_iter().flat_map(|joint| nodes.iter().map(move |node| (node, joint)));
        let grafted: Vec<State> = pairs.filter_map(|(node, joint)| join(&node.state, joint)).collect();
        grafted.into_iter().any(|state| self.take(state))
    }

    fn add_twin_in(&mut self, relations: &[StateId], wish: Beside, key: &Value) -> bool {
        let Some((state, twin)) = self.twin(relations, wish.state, key) else { return false };
        if self.take(state.clone()) {
            return true;
        }
        let Value::Map(entries) = state.field(wish.state) else { return false };
        let Some(entry) = entries.get(&twin).cloned() else { return false };
        let others = self.others(wish, &entry);
        let donors = self.donors(wish, key, &twin, &entry);
        let pairs = self.pairs(wish, &entry, &others);
        let all = others.into_iter().chain(donors).chain(pairs);
        all.into_iter().any(|entry| self.take(with_entry(&state, wish.state, &twin, entry)))
    }

    /// The state with a copy of an entry under a new key, in each of these relations that has something under the old one.
    fn twin(&self, relations: &[StateId], id: StateId, key: &Value) -> Option<(State, Value)> {
        let service = self.place.service();
        let stock = Stock::of_state(service, &self.state);
        let mut taken: OrdMap<Value, Value> = OrdMap::new();
        for entries in relations.iter().flat_map(|id| [self.state.field(*id), self.after.field(*id)]) {
            if let Value::Map(entries) = entries {
                taken = taken.union(entries.clone());
            }
        }
        let declared = &service.state_field(id).ty;
        let twin = self.place.trial(&stock).fresh_key(declared, &taken)?;
        let mut state = self.state.clone();
        for id in relations {
            let Some(entry) = self.entry_like(*id, key) else { continue };
            state = with_entry(&state, *id, &twin, rekeyed(&entry, key, &twin));
        }
        (state != self.state).then_some((state, twin))
    }

    /// What is under a key: before the call, or what the call makes there. That a set is made is the write itself.
    fn entry_like(&self, id: StateId, key: &Value) -> Option<Value> {
        let entry = |state: &State| match state.field(id) {
            Value::Map(entries) => entries.get(key).cloned(),
            _ => None,
        };
        let is_made = !matches!(self.place.service().state_field(id).ty.ty, Type::Multi(..));
        entry(&self.state).or_else(|| entry(&self.after).filter(|_| is_made))
    }

    /// The same entry with other values at the place that is wanted.
    fn others(&self, wish: Beside, entry: &Value) -> Vec<Value> {
        let Some((declared, old)) = self.declared(wish).zip(part(Some(entry), wish.field)) else { return Vec::new() };
        let fits = |value: &Value| match wish.what {
            Neighbour::With(wanted) => *value == Value::Enum(wanted),
            Neighbour::Filled | Neighbour::Kept => is_filled(value, &self.wish.fresh),
            Neighbour::Changeable | Neighbour::Outside | Neighbour::Inside => value != old,
        };
        if matches!(self.place.service().state_field(wish.state).ty.ty, Type::Multi(..)) {
            let values = self.values(declared, &Value::None).into_iter().take(MAX_VALUES);
            return values.map(|value| Value::Set(OrdSet::unit(value))).filter(fits).collect();
        }
        let values = self.values(declared, old).into_iter().filter(fits).take(MAX_VALUES);
        values.map(|value| with_part(entry, wish.field, value)).collect()
    }

    /// The declared type of the place that is wanted.
    fn declared(&self, wish: Beside) -> Option<&TypeRef> {
        let service = self.place.service();
        let stock = Stock::default();
        let trial = self.place.trial(&stock);
        let relation = &service.state_field(wish.state).ty;
        let inner = match relation.alias {
            Some(alias) => service.aliases[alias.index()].base.args.get(1)?,
            None => relation.args.get(1)?,
        };
        let Some(field) = wish.field else { return Some(inner) };
        let Type::Entity(entity) = trial.base(inner).ty else { return None };
        Some(&service.entity(entity).fields.get(field.index())?.ty)
    }

    fn values(&self, declared: &TypeRef, old: &Value) -> Vec<Value> {
        let stock = Stock::of_state(self.place.service(), &self.state);
        let trial = self.place.trial(&stock);
        let near = trial.neighbours(declared, old, &[]);
        let values = if matches!(old, Value::Enum(_)) { near } else { [trial.values(declared), near].concat() };
        let machine = self.place.machine;
        values.into_iter().filter(|value| machine.fits(declared, value, &self.state, self.place.base.now)).collect()
    }

    /// Entries of other states that have what is wanted, with the keys that this one refers to.
    fn donors(&self, wish: Beside, key: &Value, twin: &Value, entry: &Value) -> Vec<Value> {
        let (Value::Record(own), Some(field)) = (entry, wish.field) else { return Vec::new() };
        let serves = |record: &[Value]| {
            let value = record.get(field.index());
            value.is_some_and(|value| match wish.what {
                Neighbour::With(wanted) => *value == Value::Enum(wanted),
                Neighbour::Filled => is_filled(value, &self.wish.fresh),
                Neighbour::Changeable => Some(value) != own.get(field.index()),
                Neighbour::Kept | Neighbour::Outside | Neighbour::Inside => false,
            })
        };
        let mut found: Vec<Value> = Vec::new();
        for node in &self.place.builder.engine.pool.nodes {
            let Value::Map(entries) = node.state.field(wish.state) else { continue };
            for (at, record) in entries {
                let Value::Record(fields) = record else { continue };
                if serves(fields) {
                    let Value::Record(fields) = rekeyed(record, at, twin) else { continue };
                    let donor = self.referring_alike(wish.state, &fields, own);
                    if !found.contains(&donor) && at != key {
                        found.push(donor);
                    }
                }
                if found.len() == MAX_DONORS {
                    return found;
                }
            }
        }
        found
    }

    /// A record with the keys of other relations that another one has.
    fn referring_alike(&self, id: StateId, fields: &[Value], own: &[Value]) -> Value {
        let service = self.place.service();
        let whole = Beside { state: id, field: None, what: Neighbour::Changeable };
        let entity = self.declared(whole).and_then(|ty| match ty.ty {
            Type::Entity(entity) => Some(entity),
            _ => None,
        });
        let Some(entity) = entity else { return Value::Record(fields.into()) };
        let declared = service.entity(entity).fields.iter();
        let refers = |ty: &TypeRef| ty.alias.is_some_and(|alias| keyed_by(service, alias).next().is_some());
        let chosen = declared
            .zip(fields.iter().zip(own))
            .map(|(field, (other, own))| if refers(&field.ty) { own.clone() } else { other.clone() });
        Value::Record(chosen.collect())
    }

    /// Entries of which a second field differs, too: one that goes with the value that is wanted.
    fn pairs(&self, wish: Beside, entry: &Value, others: &[Value]) -> Vec<Value> {
        let (Some(Value::Record(first)), Value::Record(own), Some(field)) = (others.first(), entry, wish.field) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for at in (0..own.len()).filter(|at| *at != field.index()) {
            let place = Beside { field: Some(FieldIndex(at as u32)), what: Neighbour::Changeable, ..wish };
            let Some(declared) = self.declared(place) else { continue };
            let is_key = declared.alias.is_some_and(|alias| key_alias(self.place.service(), wish.state) == Some(alias));
            let values = self.values(declared, &own[at]).into_iter().filter(|value| *value != own[at] && !is_key);
            found.extend(values.take(2).map(|value| with_field(first, at, value)));
        }
        found
    }

    /// Gives the entry that the call writes to what no new one has, in a field that the call leaves alone.
    fn fill(&mut self, wish: Beside, key: &Value) -> bool {
        let Value::Map(entries) = self.state.field(wish.state) else { return false };
        let Some(entry) = entries.get(key).cloned() else { return false };
        let filled = self.others(wish, &entry);
        filled.into_iter().any(|entry| self.take(with_entry(&self.state, wish.state, key, entry)))
    }

    /// Adds something that could be in a set, and is not.
    fn leave_out(&mut self, wish: Beside, key: &Value) -> bool {
        let Some(alias) = set_at(self.place.service(), wish.state, wish.field).and_then(|element| element.alias) else {
            return false;
        };
        let added = self.elements(&self.after, wish, key);
        let relations: Vec<StateId> = keyed_by(self.place.service(), alias).collect();
        for id in relations.clone() {
            let subjects = added.iter().filter(|element| self.entry_like(id, element).is_some());
            for element in subjects.cloned().collect::<Vec<_>>() {
                let Some((state, twin)) = self.twin(&relations, id, &element) else { continue };
                if self.take(state.clone()) || self.take_altered(&state, id, &twin) {
                    return true;
                }
            }
        }
        false
    }

    /// Adds an entry of its own to a relation whose keys could be in a set.
    fn add_outsider(&mut self, wish: Beside) -> bool {
        let service = self.place.service();
        let alias = set_at(service, wish.state, wish.field).and_then(|element| element.alias);
        let stock = Stock::of_state(service, &self.state);
        let mut made = Vec::new();
        for id in alias.into_iter().flat_map(|alias| keyed_by(service, alias)) {
            let Value::Map(entries) = self.state.field(id) else { continue };
            let fresh = self.place.trial(&stock).fresh_entries(&service.state_field(id).ty, entries);
            made.extend(
                fresh.into_iter().take(MAX_VALUES).map(|(key, entry)| with_entry(&self.state, id, &key, entry)),
            );
        }
        made.into_iter().any(|state| self.take(state))
    }

    /// Takes a state with another value in some field of an entry, where entries have to differ.
    fn take_altered(&mut self, state: &State, id: StateId, key: &Value) -> bool {
        let Value::Map(entries) = state.field(id) else { return false };
        let Some(entry) = entries.get(key).cloned() else { return false };
        let Value::Record(fields) = &entry else { return false };
        for at in 0..fields.len() {
            let place = Beside { state: id, field: Some(FieldIndex(at as u32)), what: Neighbour::Changeable };
            let others = self.others(place, &entry);
            if others.into_iter().take(2).any(|entry| self.take(with_entry(state, id, key, entry))) {
                return true;
            }
        }
        false
    }

    fn elements(&self, state: &State, wish: Beside, key: &Value) -> Vec<Value> {
        let entry = match state.field(wish.state) {
            Value::Map(entries) => entries.get(key),
            other => Some(other),
        };
        match part(entry, wish.field) {
            Some(Value::Set(elements)) => elements.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// Puts something else into the set that the call removes from.
    fn put_in(&mut self, wish: Beside, key: &Value) -> bool {
        let service = self.place.service();
        let Some(element) = set_at(service, wish.state, wish.field).cloned() else { return false };
        let inside = self.elements(&self.state, wish, key);
        let stock = Stock::of_state(service, &self.state);
        let known = self.place.trial(&stock).values(&element);
        let known = known.into_iter().filter(|value| !inside.contains(value)).take(MAX_VALUES);
        for value in known.collect::<Vec<_>>() {
            let larger = Value::Set(inside.iter().cloned().chain([value]).collect());
            if let Some(state) = with_set(&self.state, wish, key, larger)
                && self.take(state)
            {
                return true;
            }
        }
        false
    }
}

/// Whether a state has all entries and elements of a smaller one.
fn holds_all(small: &State, large: &State) -> bool {
    small.fields().iter().zip(large.fields()).all(|(small, large)| match (small, large) {
        (Value::Map(small), Value::Map(large)) => small.iter().all(|(key, entry)| large.get(key) == Some(entry)),
        (Value::Set(small), Value::Set(large)) => small.iter().all(|element| large.contains(element)),
        _ => true,
    })
}

/// A state with another set in place of one.
fn with_set(state: &State, wish: Beside, key: &Value, set: Value) -> Option<State> {
    let Value::Map(entries) = state.field(wish.state) else {
        let mut state = state.clone();
        *state.field_mut(wish.state) = set;
        return Some(state);
    };
    let entry = with_part(entries.get(key)?, wish.field, set);
    Some(with_entry(state, wish.state, key, entry))
}

fn with_part(entry: &Value, field: Option<FieldIndex>, value: Value) -> Value {
    match (entry, field) {
        (Value::Record(fields), Some(field)) => with_field(fields, field.index(), value),
        _ => value,
    }
}

fn with_entry(state: &State, id: StateId, key: &Value, entry: Value) -> State {
    let mut state = state.clone();
    if let Value::Map(entries) = state.field_mut(id) {
        entries.insert(key.clone(), entry);
    }
    state
}
