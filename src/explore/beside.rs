//! What a wrong write would show on: for each thing that an operation writes, which neighbours a state has to hold, and which
//! parts of the entry itself have to be there, so that a write which goes too far cannot look like the right one.

use std::collections::BTreeSet;

use imbl::{OrdMap, OrdSet};

use crate::effect::{self, Effect, Place, Step};
use crate::interp::{State, Value};
use crate::ir::{
    self, AliasId, BinaryOp, EntityId, Expr, ExprKind, FieldIndex, Moment, Service, StateId, Type, TypeRef,
};
use crate::realize::{self, Action, Body};

/// Something that a state has to hold where a call writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The state field that is written.
    pub state: StateId,
    /// The field of its entries; without one, the entry or the set itself.
    pub field: Option<FieldIndex>,
    /// What has to be there.
    pub what: Neighbour,
}

/// What has to be there when a call writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbour {
    /// Another entry that the same write would change
    Changeable,
    /// Another entry that has this value of an enum
    With(u32),
    /// Another entry that has what no new entry has
    Filled,
    /// The entry that is written to has what no new entry has, and the call leaves it alone
    Kept,
    /// Something that could be in the set that the call adds to, and is not
    Outside,
    /// Something else that stays in the set which the call removes from
    Inside,
}

/// What a state has to hold where an operation writes.
pub(crate) fn wanted(service: &Service, bodies: &[Body], body: &Body) -> Vec<Beside> {
    body.changes().into_iter().flat_map(|id| Writes::of(service, bodies, body, id).wanted()).collect()
}

/// What an operation writes to a state field.
struct Writes<'s> {
    service: &'s Service,
    bodies: &'s [Body],
    id: StateId,
    /// The entity of the entries, where they are records.
    entity: Option<EntityId>,
    /// The fields that are given a value.
    fields: BTreeSet<usize>,
    /// Whether entries are changed as a whole, made or removed.
    whole: bool,
    /// Whether an entry is made.
    makes: bool,
    /// The fields, or nothing for the entry itself, in which a set gets an element, or loses one.
    adds: Vec<Option<FieldIndex>>,
    removes: Vec<Option<FieldIndex>>,
}

impl<'s> Writes<'s> {
    fn of(service: &'s Service, bodies: &'s [Body], body: &Body, id: StateId) -> Writes<'s> {
        let entity = entry_type(service, id).and_then(|ty| entity_of(service, ty));
        let makes = makes_entries(service, body, id);
        let (fields, adds, removes) = (BTreeSet::new(), Vec::new(), Vec::new());
        let mut found = Writes { service, bodies, id, entity, fields, whole: false, makes, adds, removes };
        body.effects.effects.iter().filter(|effect| effect.state() == Some(id)).for_each(|effect| found.add(effect));
        let moved = body.steps.iter().filter_map(moved).filter(|place| place.root == effect::Root::State(id));
        found.fields.extend(moved.filter_map(|place| field_of(&place.path)).map(FieldIndex::index));
        found
    }

    fn add(&mut self, effect: &Effect) {
        let path = &effect.place.path;
        let field = field_of(path);
        let (effect::Action::Equals(value) | effect::Action::Contains(value) | effect::Action::Lacks(value)) =
            &effect.action;
        if path.is_empty() && is_unselective(self.id, value) {
            return;
        }
        let repeats_key = matches!(path.first(), Some(Step::Key(key)) if ir::same(key, value));
        match field {
            Some(_) if repeats_key => {}
            Some(field) => drop(self.fields.insert(field.index())),
            None => self.add_whole(value),
        }
        match &effect.action {
            effect::Action::Contains(_) => self.adds.push(field),
            effect::Action::Lacks(_) => self.removes.push(field),
            effect::Action::Equals(value) => {
                let has = |wanted: BinaryOp| {
                    ir::any(value, &|part| matches!(part.kind, ExprKind::Binary(operator, ..) if operator == wanted))
                };
                self.adds.extend(has(BinaryOp::Union).then_some(field));
                self.removes.extend(has(BinaryOp::Difference).then_some(field));
            }
        }
    }

    /// Of an entry that is replaced by a changed copy, the fields that the copy changes are written.
    fn add_whole(&mut self, value: &Expr) {
        let mut copied = BTreeSet::new();
        ir::walk(value, &mut |part| {
            if let ExprKind::With(_, changes) = &part.kind {
                copied.extend(changes.iter().map(|(field, _)| field.index()));
            }
        });
        self.whole |= copied.is_empty();
        self.fields.extend(copied);
    }

    fn wanted(&self) -> Vec<Beside> {
        let mut found: Vec<Beside> = Vec::new();
        let of = |field, what| Beside { state: self.id, field, what };
        if entry_type(self.service, self.id).is_some() {
            found.extend(self.whole.then(|| of(None, Neighbour::Changeable)));
            found.extend(self.fields.iter().map(|at| of(index(*at), Neighbour::Changeable)));
            found.extend(self.of_records());
        }
        let outside = self.adds.iter().filter(|field| self.can_be_outside(**field));
        found.extend(outside.map(|field| of(*field, Neighbour::Outside)));
        let inside = self.removes.iter().filter(|field| self.set_at(**field).is_some());
        found.extend(inside.map(|field| of(*field, Neighbour::Inside)));
        let mut seen: Vec<Beside> = Vec::new();
        found.retain(|wish| {
            !seen.contains(wish) && {
                seen.push(*wish);
                true
            }
        });
        found
    }

    /// What is wanted of entries that are records, by their fields.
    fn of_records(&self) -> Vec<Beside> {
        let Some(entity) = self.entity else { return Vec::new() };
        let of = |at: usize, what| Beside { state: self.id, field: index(at), what };
        let mut found = Vec::new();
        for (at, field) in self.service.entity(entity).fields.iter().enumerate() {
            if let Type::Enum(id) = &field.ty.ty {
                let values = 0..self.service.enumeration(*id).values.len() as u32;
                found.extend(values.map(|value| of(at, Neighbour::With(value))));
            }
            if !can_be_filled(&field.ty.ty, &self.fresh(at)) {
                continue;
            }
            found.push(of(at, Neighbour::Filled));
            let stays = !self.makes && !self.whole && !self.fields.contains(&at) && !self.fields.is_empty();
            found.extend(stays.then(|| of(at, Neighbour::Kept)));
        }
        found
    }

    /// What a field has in an entry that was just made, where that is always the same.
    fn fresh(&self, at: usize) -> Vec<Value> {
        fresh(self.service, self.bodies, self.id, at)
    }

    /// The elements of the set that is written to.
    fn set_at(&self, field: Option<FieldIndex>) -> Option<&'s TypeRef> {
        set_at(self.service, self.id, field)
    }

    /// Whether there is anything that says who could be in a set: its elements are keys of some relation.
    fn can_be_outside(&self, field: Option<FieldIndex>) -> bool {
        let alias = self.set_at(field).and_then(|element| element.alias);
        alias.is_some_and(|alias| keyed_by(self.service, alias).next().is_some())
    }
}

fn index(at: usize) -> Option<FieldIndex> {
    Some(FieldIndex(at as u32))
}

/// Whether a state field is left as it was, or loses all that it holds: no entry fares otherwise than its neighbours.
fn is_unselective(id: StateId, value: &Expr) -> bool {
    let is_kept = matches!(value.kind, ExprKind::State(found, Moment::Before) if found == id);
    is_kept || !ir::any(value, &|part| matches!(part.kind, ExprKind::State(..)))
}

/// The field of an entry that a path leads to, or leads through.
fn field_of(path: &[Step]) -> Option<FieldIndex> {
    let [Step::Key(_), Step::Field(field), ..] = path else { return None };
    Some(*field)
}

/// What a transition gives a value to, and what is left to choose.
fn moved(step: &realize::Step) -> Option<&Place> {
    match &step.action {
        Action::Assign(place, cases) => cases.iter().any(|case| case.clause.is_none()).then_some(place),
        Action::Choose(place, _) => Some(place),
        Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) => None,
    }
}

/// Whether an operation makes entries: it says of a key that there was nothing under it.
fn makes_entries(service: &Service, body: &Body, id: StateId) -> bool {
    let says = |part: &Expr| {
        let ExprKind::Binary(BinaryOp::NotIn, _, right) = &part.kind else { return false };
        matches!(right.kind, ExprKind::State(found, Moment::Before) if found == id)
    };
    let operation = service.operation(body.operation);
    operation.requires.iter().chain(&operation.ensures).any(|clause| ir::any(&clause.expr, &says))
}

/// The declared type of the entries of a state field, where it has entries.
fn entry_type(service: &Service, id: StateId) -> Option<&TypeRef> {
    match (&service.state_field(id).ty.ty, &*bare(service, &service.state_field(id).ty).args) {
        (Type::Map(..) | Type::Multi(..), [_, inner]) => Some(inner),
        _ => None,
    }
}

fn entity_of(service: &Service, ty: &TypeRef) -> Option<EntityId> {
    if let Type::Entity(id) = &bare(service, ty).ty { Some(*id) } else { None }
}

/// A field of the entries of a state field.
pub(crate) fn field(service: &Service, id: StateId, field: FieldIndex) -> Option<&ir::Field> {
    let entity = entry_type(service, id).and_then(|ty| entity_of(service, ty))?;
    service.entity(entity).fields.get(field.index())
}

/// The name of a field of the entries of a state field.
pub(crate) fn field_name(service: &Service, id: StateId, at: FieldIndex) -> Option<&str> {
    field(service, id, at).map(|field| field.name.as_str())
}

/// What the aliases of a type stand for.
fn bare<'s>(service: &'s Service, ty: &'s TypeRef) -> &'s TypeRef {
    ty.alias.map_or(ty, |alias| bare(service, &service.aliases[alias.index()].base))
}

/// The state fields whose entries are under keys that are declared with an alias.
pub(crate) fn keyed_by(service: &Service, alias: AliasId) -> impl Iterator<Item = StateId> {
    (0..service.state.len() as u32).map(StateId).filter(move |id| key_alias(service, *id) == Some(alias))
}

/// The alias that the keys of a state field are declared with.
pub(crate) fn key_alias(service: &Service, id: StateId) -> Option<AliasId> {
    let declared = bare(service, &service.state_field(id).ty);
    match (&declared.ty, &*declared.args) {
        (Type::Map(..) | Type::Multi(..), [key, _]) => key.alias,
        _ => None,
    }
}

/// The declared type of the elements of a set: of a state field, of each entry of one, or of a field of its entries.
pub(crate) fn set_at(service: &Service, id: StateId, field: Option<FieldIndex>) -> Option<&TypeRef> {
    let declared = bare(service, &service.state_field(id).ty);
    match (&declared.ty, &*declared.args, field) {
        (Type::Multi(..), [_, inner], None) => Some(inner),
        (Type::Set(_), [inner], None) => Some(inner),
        (Type::Map(..), [_, inner], field) => {
            let part = match field {
                Some(field) => &service.entity(entity_of(service, inner)?).fields.get(field.index())?.ty,
                None => inner,
            };
            let part = bare(service, part);
            part.args.first().filter(|_| matches!(part.ty, Type::Set(_)))
        }
        _ => None,
    }
}

/// What a field of a relation's entries has where one was just made, as far as it is always the same.
fn fresh(service: &Service, bodies: &[Body], id: StateId, at: usize) -> Vec<Value> {
    let entity = |id| entry_type(service, id).and_then(|ty| entity_of(service, ty));
    let mut found = Vec::new();
    for body in bodies {
        let said = body.effects.effects.iter().filter(|effect| {
            let state = effect.state().filter(|state| makes_entries(service, body, *state));
            state.is_some_and(|state| entity(state) == entity(id))
                && field_of(&effect.place.path).is_some_and(|field| field.index() == at)
        });
        for effect in said {
            if let effect::Action::Equals(value) = &effect.action {
                found.extend(constant(value));
            }
        }
    }
    found
}

fn constant(expr: &Expr) -> Option<Value> {
    if let ExprKind::Some(inner) = &expr.kind {
        return constant(inner);
    }
    let value = if let ExprKind::Int(number) = &expr.kind {
        Value::Int(*number)
    } else if let ExprKind::Bool(truth) = &expr.kind {
        Value::Bool(*truth)
    } else if let ExprKind::EnumValue(_, value) = &expr.kind {
        Value::Enum(*value)
    } else if let ExprKind::Text(text) = &expr.kind {
        Value::text(text)
    } else {
        return None;
    };
    Some(value)
}

/// Whether a field can have what no new entry has.
fn can_be_filled(ty: &Type, fresh: &[Value]) -> bool {
    match ty {
        Type::Option(_) | Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) => true,
        Type::Bool | Type::Int | Type::Float | Type::String | Type::Enum(_) => !fresh.is_empty(),
        Type::DateTime | Type::Duration | Type::Uuid | Type::Entity(_) | Type::Unknown => false,
    }
}

/// Something that is wanted beside a call, with what new entries have there.
#[derive(Debug, Clone)]
pub(crate) struct Wish {
    pub(crate) place: Beside,
    pub(crate) fresh: Vec<Value>,
}

impl Wish {
    pub(crate) fn of(service: &Service, bodies: &[Body], place: Beside) -> Wish {
        let fresh = place.field.map(|field| fresh(service, bodies, place.state, field.index()));
        Wish { place, fresh: fresh.unwrap_or_default() }
    }
}

/// A call that succeeded, and what it left.
#[derive(Clone, Copy)]
pub(crate) struct Change<'a> {
    pub(crate) service: &'a Service,
    pub(crate) before: &'a State,
    pub(crate) after: &'a State,
}

/// The entries of a state field; of one that has none, the value itself under no key.
fn entries(value: &Value) -> OrdMap<Value, Value> {
    match value {
        Value::Map(entries) => entries.clone(),
        other => OrdMap::unit(Value::None, other.clone()),
    }
}

/// A part of an entry. What is not there is an empty set where sets are.
pub(crate) fn part(entry: Option<&Value>, field: Option<FieldIndex>) -> Option<&Value> {
    match (entry?, field) {
        (Value::Record(fields), Some(field)) => fields.get(field.index()),
        (_, Some(_)) => None,
        (entry, None) => Some(entry),
    }
}

fn elements(value: Option<&Value>) -> OrdSet<Value> {
    if let Some(Value::Set(elements)) = value { elements.clone() } else { OrdSet::new() }
}

impl Change<'_> {
    /// The keys of the entries that the call made, changed or removed.
    pub(crate) fn touched(&self, id: StateId) -> Vec<Value> {
        let (before, after) = (entries(self.before.field(id)), entries(self.after.field(id)));
        let keys: BTreeSet<&Value> = before.keys().chain(after.keys()).collect();
        keys.into_iter().filter(|key| before.get(*key) != after.get(*key)).cloned().collect()
    }

    /// Whether what is wanted is there.
    pub(crate) fn shows(&self, Wish { place: wish, fresh }: &Wish) -> bool {
        let wish = *wish;
        let touched = self.touched(wish.state);
        let other =
            |test: &dyn Fn(&Value) -> bool| !touched.is_empty() && self.others(wish.state, &touched).iter().any(test);
        match wish.what {
            Neighbour::Changeable => other(&|key| self.would_change(wish, &touched, key)),
            Neighbour::With(value) => other(&|key| self.part_before(wish, key) == Some(&Value::Enum(value))),
            Neighbour::Filled => other(&|key| self.is_filled(wish, fresh, key)),
            Neighbour::Kept => touched.iter().any(|key| {
                self.part_before(wish, key) == self.part_after(wish, key) && self.is_filled(wish, fresh, key)
            }),
            Neighbour::Outside => touched.iter().any(|key| self.is_left_out(wish, key)),
            Neighbour::Inside => touched.iter().any(|key| {
                let (old, new) = self.sets(wish, key);
                !new.is_empty() && old.iter().any(|element| !new.contains(element))
            }),
        }
    }

    /// The keys of entries that the call leaves alone; where sets are stored, also those that could have one.
    fn others(&self, id: StateId, touched: &[Value]) -> Vec<Value> {
        let mut keys: BTreeSet<Value> = entries(self.before.field(id)).keys().cloned().collect();
        if matches!(self.service.state_field(id).ty.ty, Type::Multi(..))
            && let Some(alias) = key_alias(self.service, id)
        {
            keys.extend(
                keyed_by(self.service, alias)
                    .flat_map(|id| entries(self.before.field(id)).keys().cloned().collect::<Vec<_>>()),
            );
        }
        keys.into_iter().filter(|key| !touched.contains(key)).collect()
    }

    fn entry<'v>(state: &'v State, id: StateId, key: &Value) -> Option<&'v Value> {
        match state.field(id) {
            Value::Map(entries) => entries.get(key),
            other => Some(other),
        }
    }

    fn part_before(&self, wish: Beside, key: &Value) -> Option<&Value> {
        part(Change::entry(self.before, wish.state, key), wish.field)
    }

    fn part_after(&self, wish: Beside, key: &Value) -> Option<&Value> {
        part(Change::entry(self.after, wish.state, key), wish.field)
    }

    /// Whether one of the writes of the call would change another entry at the same place.
    fn would_change(&self, wish: Beside, touched: &[Value], key: &Value) -> bool {
        let other = self.part_before(wish, key);
        touched.iter().any(|key| self.write_changes(wish, key, other))
    }

    /// Whether what the call did to an entry would show in another value.
    fn write_changes(&self, wish: Beside, key: &Value, other: Option<&Value>) -> bool {
        let (old, new) = (self.part_before(wish, key), self.part_after(wish, key));
        if old == new {
            return false;
        }
        let is_set = [old, new].into_iter().flatten().all(|value| matches!(value, Value::Set(_)));
        if !is_set {
            return new.is_none() || other != new;
        }
        let (old, new, other) = (elements(old), elements(new), elements(other));
        let added = new.iter().any(|element| !old.contains(element) && !other.contains(element));
        added || old.iter().any(|element| !new.contains(element) && other.contains(element))
    }

    /// Whether a part of an entry is as it is in no new one.
    fn is_filled(&self, wish: Beside, fresh: &[Value], key: &Value) -> bool {
        self.part_before(wish, key).is_some_and(|value| is_filled(value, fresh))
    }

    fn sets(&self, wish: Beside, key: &Value) -> (OrdSet<Value>, OrdSet<Value>) {
        (elements(self.part_before(wish, key)), elements(self.part_after(wish, key)))
    }

    /// Whether something that could be in a set which the call adds to is not.
    fn is_left_out(&self, wish: Beside, key: &Value) -> bool {
        let (old, new) = self.sets(wish, key);
        let grows = new.iter().any(|element| !old.contains(element));
        let alias = set_at(self.service, wish.state, wish.field).and_then(|element| element.alias);
        let mut relations = alias.into_iter().flat_map(|alias| keyed_by(self.service, alias));
        grows && relations.any(|id| entries(self.before.field(id)).keys().any(|key| !new.contains(key)))
    }
}

/// Whether a value is neither empty nor what new entries have.
pub(crate) fn is_filled(value: &Value, fresh: &[Value]) -> bool {
    match value {
        Value::None => false,
        Value::Set(elements) => !elements.is_empty(),
        Value::Seq(elements) => !elements.is_empty(),
        Value::Map(entries) => !entries.is_empty(),
        other => !fresh.contains(other),
    }
}
