//! Bystanders: entries that agree with those of a state in all but one field. A filter that is ignored, a neighbour that
//! is touched, a list that loses its last element show only among them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::make::{holds_all, mend};
use super::shrink::size;
use super::solve::Solver;
use super::values::{Stock, Trial, rekeyed, with_field};
use crate::interp::{Random, State, Value};
use crate::ir::{StateId, Type, TypeRef};

/// How many entries of a relation get bystanders.
const MAX_SUBJECTS: usize = 1;
/// How many bystanders a relation gets.
const MAX_BYSTANDERS: usize = 12;
/// How many values are tried for the field that differs.
const MAX_VALUES: usize = 6;
/// How many values are tried for a second element of a set.
const MAX_ELEMENTS: usize = 60;
/// How many measurements it may take to mend what a bystander breaks.
const EFFORT_OF_MENDING: usize = 120;
/// For how many values of a field that is tried.
const MAX_MENDED: usize = 2;
/// How often mending may come to nothing before it is not tried any more: for one field of the entries, and in a row for
/// whatever differs.
const MAX_VAIN: usize = 2;
const MAX_VAIN_IN_A_ROW: usize = 6;

/// Whether what a bystander breaks may be mended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mending {
    Yes,
    No,
}

/// A state with bystanders. All that it held before is still there, and nothing new is under one of the keys to avoid.
pub(crate) fn populate(
    solver: &Solver<'_>,
    (state, now): (&State, i64),
    (avoided, vain): (&FxHashSet<Value>, &mut Vain),
    random: &mut Random,
) -> State {
    let mut crowd = Crowd { solver, now, avoided, vain, random, state: state.clone() };
    let fields = || (0..state.fields().len() as u32).map(StateId);
    fields().for_each(|id| crowd.fill(id, state));
    // What a set holds may have to be a bystander of another field.
    fields().for_each(|id| crowd.enlarge_sets(id, state));
    crowd.state
}

/// How often mending came to nothing: similar states fare alike.
#[derive(Debug, Default)]
pub(crate) struct Vain {
    /// By state field and by what differs.
    by_difference: FxHashMap<(StateId, usize), usize>,
    /// By state field, since it last came to something there.
    in_a_row: FxHashMap<StateId, usize>,
}

impl Vain {
    fn is_hopeless(&self, (id, at): (StateId, usize)) -> bool {
        self.by_difference.get(&(id, at)).is_some_and(|vain| *vain >= MAX_VAIN)
            || self.in_a_row.get(&id).is_some_and(|vain| *vain >= MAX_VAIN_IN_A_ROW)
    }

    fn note(&mut self, (id, at): (StateId, usize), found: bool) {
        if found {
            self.in_a_row.remove(&id);
        } else {
            *self.by_difference.entry((id, at)).or_default() += 1;
            *self.in_a_row.entry(id).or_default() += 1;
        }
    }
}

struct Crowd<'a, 'm> {
    solver: &'a Solver<'m>,
    now: i64,
    /// Keys that calls name, and that are free.
    avoided: &'a FxHashSet<Value>,
    vain: &'a mut Vain,
    random: &'a mut Random,
    state: State,
}

impl Crowd<'_, '_> {
    fn fill(&mut self, id: StateId, original: &State) {
        let ty = self.solver.ruler.machine.service().state_field(id).ty.clone();
        match original.field(id) {
            Value::Map(entries) => {
                for (key, value) in entries.iter().take(MAX_SUBJECTS) {
                    self.beside(id, &ty, key, value);
                }
            }
            Value::Set(_) | Value::Seq(_) => self.enlarge(id, &ty),
            _ => {}
        }
    }

    fn service(&self) -> &crate::ir::Service {
        self.solver.ruler.machine.service()
    }

    /// Adds entries that differ from one in a single field.
    fn beside(&mut self, id: StateId, ty: &TypeRef, key: &Value, value: &Value) {
        let mut added = 0;
        for (at, alternatives) in self.alternatives(ty, key, value).into_iter().enumerate() {
            if added == MAX_BYSTANDERS {
                return;
            }
            let plain = alternatives.iter().any(|value| self.add(id, ty, key, value, Mending::No));
            added += usize::from(plain || self.add_mended((id, at), ty, key, &alternatives));
        }
    }

    /// Adds an entry of which something else has to be mended, unless that came to nothing too often.
    fn add_mended(&mut self, place: (StateId, usize), ty: &TypeRef, key: &Value, alternatives: &[Value]) -> bool {
        if self.solver.meter.is_over() || self.vain.is_hopeless(place) {
            return false;
        }
        let found = alternatives.iter().take(MAX_MENDED).any(|value| self.add(place.0, ty, key, value, Mending::Yes));
        self.vain.note(place, found);
        found
    }

    /// For each field, values that differ there; for an entry that is no record, other values and the same one.
    fn alternatives(&self, ty: &TypeRef, key: &Value, value: &Value) -> Vec<Vec<Value>> {
        let stock = Stock::of_state(self.service(), &self.state);
        let trial = self.trial(&stock);
        let [_, inner] = &*ty.args else { return Vec::new() };
        let Value::Record(fields) = value else {
            let others = trial.values(inner).into_iter().filter(|other| other != value).take(MAX_VALUES).collect();
            return if matches!(ty.ty, Type::Multi(..)) {
                vec![vec![value.clone()]]
            } else {
                vec![others, vec![value.clone()]]
            };
        };
        let Type::Entity(entity) = &trial.base(inner).ty else { return Vec::new() };
        let declared = self.service().entity(*entity).fields.iter().zip(fields.iter()).enumerate();
        let differing = declared.filter(|(_, (_, old))| *old != key).map(|(at, (field, old))| {
            let near = trial.neighbours(&field.ty, old, &[]);
            let others = trial.values(&field.ty).into_iter().chain(near).filter(|other| other != old);
            let fitting = others.filter(|other| self.fits(&field.ty, other)).take(MAX_VALUES);
            fitting.map(|other| with_field(fields, at, other)).collect()
        });
        differing.collect()
    }

    fn fits(&self, ty: &TypeRef, value: &Value) -> bool {
        self.solver.ruler.machine.fits(ty, value, &self.state, self.now)
    }

    fn trial<'t>(&'t self, stock: &'t Stock) -> Trial<'t> {
        let lore = &self.solver.lore;
        Trial {
            service: self.service(),
            lore,
            stock,
            hints: None,
            asked: &[],
            avoided: Some(self.avoided),
            fixed: None,
            now: self.now,
            operation: None,
            turn: 0,
        }
    }

    /// Adds an entry under a new key, if the state stays valid or can be mended without a change to the rest.
    fn add(&mut self, id: StateId, ty: &TypeRef, old: &Value, value: &Value, mending: Mending) -> bool {
        let Value::Map(entries) = self.state.field(id).clone() else { return false };
        let stock = Stock::of_state(self.service(), &self.state);
        let Some(key) = self.trial(&stock).fresh_key(ty, &entries) else { return false };
        let mut state = self.state.clone();
        *state.field_mut(id) = Value::Map(entries.update(key.clone(), rekeyed(value, old, &key)));
        self.accept(state, mending)
    }

    fn accept(&mut self, state: State, mending: Mending) -> bool {
        if self.is_valid(&state) {
            self.state = state;
            return true;
        }
        if mending == Mending::No {
            return false;
        }
        match mend(self.solver, (&state, self.now), &self.state, self.avoided, EFFORT_OF_MENDING, self.random) {
            Some(mended) if extends(&self.state, &mended) && self.is_valid(&mended) => {
                let grew = mended != self.state;
                self.state = mended;
                grew
            }
            Some(_) | None => false,
        }
    }

    /// Every set of a `set` relation gets a second element.
    fn enlarge_sets(&mut self, id: StateId, original: &State) {
        let ty = self.service().state_field(id).ty.clone();
        let (Type::Multi(..), [_, inner]) = (&ty.ty, &*ty.args) else { return };
        let Value::Map(entries) = original.field(id) else { return };
        for (key, value) in entries.iter().take(MAX_SUBJECTS) {
            let Value::Set(elements) = value else { continue };
            let stock = Stock::of_state(self.service(), &self.state);
            let others = self.trial(&stock).values(inner);
            for other in others.into_iter().filter(|other| !elements.contains(other)).take(MAX_ELEMENTS) {
                let mut state = self.state.clone();
                if let Value::Map(entries) = state.field_mut(id) {
                    entries.insert(key.clone(), Value::Set(elements.update(other)));
                }
                if self.is_valid(&state) {
                    self.state = state;
                    break;
                }
            }
        }
    }

    fn is_valid(&self, state: &State) -> bool {
        self.solver.ruler.machine.check_state(state, self.now).is_ok()
    }

    /// A set or sequence gets at least two elements.
    fn enlarge(&mut self, id: StateId, ty: &TypeRef) {
        for _ in 0..2 {
            let stock = Stock::of_state(self.service(), &self.state);
            let larger = self.trial(&stock).neighbours(ty, self.state.field(id), &[]);
            let old = self.state.field(id).clone();
            if size(&old) >= 2 {
                return;
            }
            let fitting = larger.into_iter().filter(|value| size(value) == size(&old) + 1 && holds_all(&old, value));
            for value in fitting.take(MAX_VALUES) {
                let mut state = self.state.clone();
                *state.field_mut(id) = value;
                if self.accept(state, Mending::Yes) {
                    break;
                }
            }
        }
    }
}

/// Whether a state holds all that another one does.
fn extends(old: &State, new: &State) -> bool {
    old.fields().iter().zip(new.fields()).all(|(old, new)| holds_all(old, new))
}
