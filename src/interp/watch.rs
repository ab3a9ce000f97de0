//! Conditions on the state, checked after a step for what the step touched. `all x in rel | P` needs to be looked at
//! again only for the keys whose entries changed, as long as `P` reads nothing else that did. Of a condition on pairs only
//! those are looked at that can break it (`partners`).

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use rustc_hash::FxHashSet;

use super::eval::{Evaluator, Sight};
use super::finding::{Clause, always};
use super::partners::{Partners, SMALLEST, Standing};
use super::refine::failed;
use super::stop::Stop;
use super::value::{State, Value};
use crate::effect::{EntryPart, OverEntries, entries_of};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Local, Quantifier, Range, Reads, Service, StateId, Type, conjuncts,
    for_each_child, goes_over_instances,
};

/// Whether something fails, and why where it is undefined.
type Fails = Result<Option<Option<Stop>>, Stop>;
/// A key with its value.
type Entry = (Value, Value);

/// A condition that must hold in every state.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) clause: Clause,
    /// What must hold.
    expr: Expr,
    /// What it depends on.
    reads: Reads,
    /// How it can be checked for single entries.
    by_entry: Option<ByEntry>,
}

/// A condition on all entries: each binder ranges over a relation, the body reads the rest at the binders' keys.
#[derive(Debug)]
struct ByEntry {
    condition: OverEntries,
    /// For each binder the relation it ranges over, and whether over keys or values.
    over: Vec<(StateId, EntryPart)>,
    /// For each binder the fields that are read at its key.
    keyed: Vec<FxHashSet<StateId>>,
    /// The fields that are read in other ways.
    others: BTreeSet<StateId>,
    /// Of a condition on pairs, who can break it with whom.
    partners: Option<Partners>,
    /// How many entries a relation has at least, for an index to be made of it.
    indexed_from: usize,
}

/// The invariants and `always` properties of a service.
pub(crate) fn watches(service: &Service) -> Vec<Watch> {
    let mut found = Vec::new();
    for (at, invariant) in service.invariants.iter().enumerate() {
        found.extend(parts(service, Clause::Invariant(at), &invariant.expr));
    }
    for (at, temporal) in service.temporals.iter().enumerate() {
        found.extend(always(&temporal.property).into_iter().flat_map(|expr| parts(service, Clause::Always(at), expr)));
    }
    found
}

fn parts(service: &Service, clause: Clause, expr: &Expr) -> Vec<Watch> {
    let split = conjuncts(expr).into_iter().flat_map(domains_by_key);
    split.map(|expr| Watch::new(service, clause, expr)).collect()
}

impl Watch {
    fn new(service: &Service, clause: Clause, expr: Expr) -> Watch {
        let reads = Reads::of(service, &expr);
        let by_entry = ByEntry::of(service, &expr);
        Watch { clause, expr, reads, by_entry }
    }

    /// What must hold.
    pub(crate) fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The state fields that it depends on.
    pub(crate) fn fields(&self) -> impl Iterator<Item = StateId> + '_ {
        self.reads.fields.iter().copied()
    }

    /// Whether it depends on a state field.
    pub(crate) fn reads(&self, id: StateId) -> bool {
        self.reads.fields.contains(&id)
    }

    /// Whether it fails in a state, and why where it is undefined.
    pub(crate) fn fails(&self, sight: Sight<'_>) -> Fails {
        let all_pairs = self.by_entry.as_ref().and_then(|by_entry| by_entry.all_pairs_hold(sight));
        if all_pairs == Some(true) { Ok(None) } else { failed(sight.evaluator().truth(&self.expr)) }
    }

    /// The same, known to hold before the step.
    pub(crate) fn fails_after(&self, sight: Sight<'_>, changes: &Changes) -> Fails {
        self.fails_after_and_count(sight, changes, &Cell::new(0))
    }

    fn fails_after_and_count(&self, sight: Sight<'_>, changes: &Changes, count: &Cell<u64>) -> Fails {
        if !self.reads.clock && !changes.touch(&self.reads.fields) {
            return Ok(None);
        }
        let Some(by_entry) = &self.by_entry else { return self.fails(sight) };
        if self.reads.clock || changes.touch(&by_entry.others) {
            return self.fails(sight);
        }
        match by_entry.fails(sight, changes, count) {
            // Of nested quantifiers one that is false counts before one that has no value.
            Ok(Some(Some(_))) | Err(_) if by_entry.condition.nested => self.fails(sight),
            found => found,
        }
    }

    /// Looks pairs up by an index in relations that have at least so many entries.
    #[cfg(test)]
    pub(crate) fn index_from(&mut self, entries: usize) {
        self.by_entry.iter_mut().for_each(|by_entry| by_entry.indexed_from = entries);
    }
}

/// `dom(a) = dom(b)` and `dom(a) subset dom(b)` as conditions on all keys.
pub(crate) fn domains_by_key(expr: &Expr) -> Vec<Expr> {
    if let ExprKind::Binary(operator @ (BinaryOp::Eq | BinaryOp::Subset), left, right) = &expr.kind
        && let (Some(a), Some(b)) = (domain(left), domain(right))
    {
        let one_way = keys_within(a, b, expr);
        return if *operator == BinaryOp::Eq { vec![one_way, keys_within(b, a, expr)] } else { vec![one_way] };
    }
    vec![expr.clone()]
}

fn domain(expr: &Expr) -> Option<&Expr> {
    let ExprKind::Builtin(Builtin::Dom, args) = &expr.kind else { return None };
    args.first().filter(|arg| matches!(arg.kind, ExprKind::State(..)))
}

/// `all k in a | k in b`.
fn keys_within(a: &Expr, b: &Expr, whole: &Expr) -> Expr {
    let ty = a.ty.element().cloned().unwrap_or(Type::Unknown);
    let local = Local { id: u32::MAX, name: "key".into() };
    let key = Expr { kind: ExprKind::Local(local.clone()), ty: ty.clone(), span: whole.span };
    let test = ExprKind::Binary(BinaryOp::In, Box::new(key), Box::new(b.clone()));
    let test = Expr { kind: test, ty: Type::Bool, span: whole.span };
    let binder = Binder { local, ty, range: Range::Elements(a.clone()) };
    Expr { kind: ExprKind::Quantifier(Quantifier::All, vec![binder], Box::new(test)), ty: Type::Bool, span: whole.span }
}

impl ByEntry {
    fn of(service: &Service, expr: &Expr) -> Option<ByEntry> {
        let condition = OverEntries::of(expr)?;
        let over: Vec<(StateId, EntryPart)> = condition.binders.iter().map(entries_of).collect::<Option<_>>()?;
        let body = condition.body.clone();
        let mut found = ByEntry {
            over,
            keyed: vec![FxHashSet::default(); condition.binders.len()],
            others: BTreeSet::new(),
            partners: Partners::of(service, &condition),
            indexed_from: SMALLEST,
            condition,
        };
        found.sort_reads(service, &body);
        Some(found)
    }

    fn sort_reads(&mut self, service: &Service, expr: &Expr) {
        if let Some((binder, id)) = self.keyed_read(expr) {
            self.keyed[binder].insert(id);
        } else if let ExprKind::State(id, _) = &expr.kind {
            self.others.insert(*id);
        } else if matches!(expr.kind, ExprKind::Call(..)) || goes_over_instances(expr) {
            self.others.extend(Reads::of(service, expr).fields);
        } else {
            for_each_child(expr, &mut |part| self.sort_reads(service, part));
        }
    }

    /// `rel[x]`, `x in rel` or `x not in rel`, for a binder `x` over keys.
    fn keyed_read(&self, expr: &Expr) -> Option<(usize, StateId)> {
        let (key, relation) = if let ExprKind::Index(_, relation, key) = &expr.kind {
            (key, relation)
        } else if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, key, relation) = &expr.kind {
            (key, relation)
        } else {
            return None;
        };
        let (ExprKind::Local(local), ExprKind::State(id, _)) = (&key.kind, &relation.kind) else { return None };
        let binder = self.condition.binders.iter().position(|binder| binder.local.id == local.id)?;
        (self.over[binder].1 == EntryPart::Key).then_some((binder, *id))
    }

    /// A combination can only have come to fail if the entry of one of its binders was touched.
    fn fails(&self, sight: Sight<'_>, changes: &Changes, count: &Cell<u64>) -> Fails {
        for pinned in 0..self.condition.binders.len() {
            let touched = self.touched(pinned, sight.after, changes);
            if touched.is_empty() {
                continue;
            }
            let mut search = Search { by_entry: self, evaluator: sight.evaluator(), count };
            let found = match self.pairs(sight, pinned, &touched, count) {
                Some(pairs) => search.among(pairs)?,
                None => search.everywhere(0, pinned, &touched)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Whether a condition on pairs holds for all of them, where there is an index to ask.
    fn all_pairs_hold(&self, sight: Sight<'_>) -> Option<bool> {
        self.indexed(1, sight.after)?;
        let Value::Map(entries) = sight.after.field(self.over[0].0) else { return None };
        let all: Vec<Entry> = entries.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let count = Cell::new(0);
        let pairs = self.pairs(sight, 0, &all, &count)?;
        let mut search = Search { by_entry: self, evaluator: sight.evaluator(), count: &count };
        Some(matches!(search.among(pairs), Ok(None)))
    }

    fn touched(&self, binder: usize, after: &State, changes: &Changes) -> Vec<Entry> {
        let id = self.over[binder].0;
        let Value::Map(entries) = after.field(id) else { return Vec::new() };
        let mut keys: FxHashSet<Value> = changes.keys(id).cloned().collect();
        keys.extend(self.keyed[binder].iter().flat_map(|id| changes.keys(*id)).cloned());
        keys.into_iter().filter_map(|key| entries.get(&key).cloned().map(|value| (key, value))).collect()
    }

    /// What a binder stands for at an entry.
    fn element(&self, binder: usize, (key, value): &Entry) -> Value {
        match self.over[binder].1 {
            EntryPart::Key => key.clone(),
            EntryPart::Value => value.clone(),
        }
    }

    /// The partners of a condition on pairs and the relation on one side, where that is large enough for an index.
    fn indexed<'s>(&'s self, side: usize, after: &'s State) -> Option<(&'s Partners, &'s OrdMap<Value, Value>)> {
        let partners = self.partners.as_ref()?;
        let Value::Map(entries) = after.field(self.over[side].0) else { return None };
        (entries.len() >= self.indexed_from).then_some((partners, entries))
    }

    /// The pairs with a touched entry that can fail, in the order in which they come up among all pairs. None where all of
    /// them have to be looked at.
    fn pairs(
        &self,
        sight: Sight<'_>,
        pinned: usize,
        touched: &[Entry],
        count: &Cell<u64>,
    ) -> Option<Vec<(Value, Value)>> {
        let other = 1 - pinned;
        let (partners, entries) = self.indexed(other, sight.after)?;
        if touched.iter().any(|(_, value)| is_undecided(value)) {
            return None;
        }
        let standings: Vec<Standing> =
            touched.iter().map(|(key, value)| partners.standing(pinned, sight, (key, value))).collect();
        let among = partners.among(other, sight, entries, count);
        let found = standings.iter().map(|standing| among.partners(standing));
        let ordered: Vec<(&Entry, Value)> = if pinned == 0 {
            touched.iter().zip(found).flat_map(|(entry, keys)| keys.into_iter().map(move |key| (entry, key))).collect()
        } else {
            by_partner(touched, found)
        };
        let paired = ordered.into_iter().filter_map(|(entry, key)| {
            let partner = self.element(other, &(key.clone(), entries.get(&key)?.clone()));
            let own = self.element(pinned, entry);
            Some(if pinned == 0 { (own, partner) } else { (partner, own) })
        });
        Some(paired.collect())
    }
}

/// Entries with their partners: all of the first partner, then all of the second.
fn by_partner(touched: &[Entry], partners: impl Iterator<Item = Vec<Value>>) -> Vec<(&Entry, Value)> {
    let mut sorted: BTreeMap<Value, Vec<&Entry>> = BTreeMap::new();
    for (entry, keys) in touched.iter().zip(partners) {
        keys.into_iter().for_each(|key| sorted.entry(key).or_default().push(entry));
    }
    sorted.into_iter().flat_map(|(key, entries)| entries.into_iter().map(move |entry| (entry, key.clone()))).collect()
}

/// Whether a value holds something that a call has not decided yet.
fn is_undecided(value: &Value) -> bool {
    match value {
        Value::Open => true,
        Value::Record(fields) => fields.iter().any(is_undecided),
        Value::Set(elements) => elements.iter().any(is_undecided),
        Value::Seq(elements) => elements.iter().any(is_undecided),
        Value::Map(entries) => entries.values().any(is_undecided),
        _ => false,
    }
}

/// Looks for a combination that fails.
struct Search<'s, 'a> {
    by_entry: &'s ByEntry,
    evaluator: Evaluator<'a>,
    /// How many were looked at.
    count: &'s Cell<u64>,
}

impl Search<'_, '_> {
    fn among(&mut self, pairs: Vec<(Value, Value)>) -> Fails {
        let [one, other] = &*self.by_entry.condition.binders else { return Ok(None) };
        let bound = self.evaluator.bound();
        for (first, second) in pairs {
            self.evaluator.bind(&one.local, first);
            self.evaluator.bind(&other.local, second);
            let found = self.body();
            self.evaluator.unbind_to(bound);
            if let Some(stop) = found? {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    fn everywhere(&mut self, at: usize, pinned: usize, touched: &[Entry]) -> Fails {
        let Some(binder) = self.by_entry.condition.binders.get(at) else { return self.body() };
        let elements: Vec<Value> = if at == pinned {
            touched.iter().map(|entry| self.by_entry.element(at, entry)).collect()
        } else {
            self.evaluator.range_of(binder)?
        };
        let bound = self.evaluator.bound();
        for element in elements {
            self.evaluator.bind(&binder.local, element);
            let found = self.everywhere(at + 1, pinned, touched);
            self.evaluator.unbind_to(bound);
            if let Some(stop) = found? {
                return Ok(Some(stop));
            }
        }
        Ok(None)
    }

    fn body(&mut self) -> Fails {
        self.count.set(self.count.get() + 1);
        let OverEntries { body, broken_if, .. } = &self.by_entry.condition;
        failed(self.evaluator.truth(body).map(|value| value != *broken_if))
    }
}

/// How many keys that were written to are listed one by one.
const MAX_LISTED: usize = 32;

/// What a step changed.
#[derive(Debug)]
pub(crate) struct Changes {
    /// For each state field the keys or elements that differ; none where the field is the same.
    fields: Vec<Option<Vec<Value>>>,
}

impl Changes {
    pub(crate) fn between(before: &State, after: &State) -> Changes {
        let pairs = before.fields().iter().zip(after.fields());
        Changes { fields: pairs.map(|(before, after)| differing(before, after)).collect() }
    }

    /// The changes of a step that is known to have written to these fields or entries alone.
    pub(crate) fn among(before: &State, after: &State, touched: &[(StateId, Option<Value>)]) -> Changes {
        let mut fields: Vec<Option<Vec<Value>>> = vec![None; before.fields().len()];
        let mut compare: FxHashSet<StateId> = FxHashSet::default();
        for (id, key) in touched {
            let keys = fields[id.index()].get_or_insert_default();
            match key {
                Some(key) if keys.len() < MAX_LISTED => keys.push(key.clone()),
                Some(_) | None => drop(compare.insert(*id)),
            }
        }
        for id in compare {
            fields[id.index()] = differing(before.field(id), after.field(id));
        }
        fields.iter_mut().flatten().for_each(|keys| {
            keys.sort();
            keys.dedup();
        });
        Changes { fields }
    }

    pub(crate) fn touch(&self, fields: &BTreeSet<StateId>) -> bool {
        fields.iter().any(|id| self.has(*id))
    }

    pub(crate) fn has(&self, id: StateId) -> bool {
        self.fields[id.index()].is_some()
    }

    /// The keys that differ.
    pub(crate) fn keys(&self, id: StateId) -> impl Iterator<Item = &Value> {
        self.fields[id.index()].iter().flatten()
    }
}

fn differing(before: &Value, after: &Value) -> Option<Vec<Value>> {
    if let (Value::Map(before), Value::Map(after)) = (before, after) {
        let keys: Vec<Value> = before.diff(after).map(|item| key_of(&item).clone()).collect();
        return (!keys.is_empty()).then_some(keys);
    }
    (before != after).then(Vec::new)
}

fn key_of<'v>(item: &DiffItem<'v, 'v, Value, Value>) -> &'v Value {
    match item {
        DiffItem::Add(key, _) | DiffItem::Remove(key, _) => key,
        DiffItem::Update { new: (key, _), .. } => key,
    }
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::interp::{Machine, Random};
    use crate::project::{NoFiles, open};

    /// Conditions on pairs of every form that an index is made for, and some of which none is made.
    const SHOP: &str = "service Shop {
      enum Status { NEW, OLD }
      entity User {
        email: String
        phone: Option[String]
        age: Int
        status: Status
      }
      entity Order {
        owner: Int
        number: Int
        total: Int
      }
      state {
        users: Int -> lone User
        orders: Int -> lone Order
        seen: Int -> lone Int
        limit: Int
      }
      predicate isNew(u: User) = u.status = NEW

      invariant premise: all a in users, b in users | users[a].email = users[b].email implies a = b
      invariant conclusion: all a in users, b in users | a != b implies users[a].email != users[b].email
      invariant phones: all a in users, b in users
        | a != b and users[a].phone != none and users[b].phone != none implies users[a].phone != users[b].phone
      invariant ages: no a in users, b in users | a != b and isNew(users[a]) and users[a].age = users[b].age
      invariant nested: all a in orders | all b in orders | a != b implies orders[a].number != orders[b].number
      invariant nestedNone: all a in orders | no b in orders | a != b and orders[a].number = orders[b].number
      invariant values: all a in ran(orders), b in ran(orders)
        | a.owner = b.owner and a.number = b.number implies a.total = b.total
      invariant owners: all o in orders, u in users
        | orders[o].owner = u and isNew(users[u]) implies orders[o].total <= users[u].age
      invariant backwards: all u in users, o in orders | orders[o].owner != u or orders[o].total <= limit
      invariant shares: all a in users, b in users
        | 12 / users[a].age = 12 / users[b].age and users[a].status = users[b].status implies 12 / (a - b) < 5
      invariant visits: all a in users, b in users
        | a != b and users[a].age = users[b].age implies seen[a] != seen[b]
      invariant ordered: all a in users, b in users
        | users[a].age <= users[b].age and users[a].email = users[b].email implies a = b
      invariant unlinked: all a in users, b in users | users[a].age < users[b].age implies users[a].email != \"e3\"
      invariant divided: all a in orders | all b in orders
        | orders[a].number = orders[b].number implies 12 / orders[a].total = 12 / orders[b].total
    }";

    /// A machine that looks pairs up in relations with at least so many entries.
    fn machine(text: &str, indexed_from: usize) -> Machine {
        let project = open("a.spec", text.as_bytes(), &NoFiles);
        let checked = crate::sema::check(&project.files, project.diagnostics.is_empty());
        let mut machine = Machine::new(Arc::new(checked.service.expect("a sound spec")));
        machine.watches.iter_mut().for_each(|watch| watch.index_from(indexed_from));
        machine
    }

    fn below(random: &mut Random, most: u64) -> i64 {
        random.below(most) as i64
    }

    fn user(random: &mut Random, variety: u64) -> Value {
        let phone = if random.below(2) == 0 { Value::None } else { text("p", below(random, variety)) };
        let age = Value::Int(below(random, variety));
        let status = Value::Enum(random.below(2) as u32);
        Value::Record([text("e", below(random, variety)), phone, age, status].into())
    }

    fn order(random: &mut Random, variety: u64) -> Value {
        Value::Record([30, variety, 12].map(|most| Value::Int(below(random, most))).into())
    }

    fn text(letter: &str, number: i64) -> Value {
        Value::text(&format!("{letter}{number}"))
    }

    /// Puts an entry somewhere, or takes one away.
    fn change(state: &mut State, random: &mut Random, variety: u64) {
        let field = random.below(7);
        let (id, made) = match field {
            0..=2 => (StateId(0), user(random, variety)),
            3..=5 => (StateId(1), order(random, variety)),
            _ => (StateId(2), Value::Int(below(random, variety))),
        };
        let key = Value::Int(below(random, 30));
        let Value::Map(entries) = state.field_mut(id) else { return };
        if random.below(5) == 0 {
            entries.remove(&key);
        } else {
            entries.insert(key, made);
        }
    }

    /// Leaves a part of an entry open, as it may be while a call is worked out.
    fn open_one(state: &mut State, random: &mut Random) {
        let Value::Map(users) = state.field_mut(StateId(0)) else { return };
        let key = Value::Int(below(random, 30));
        if let Some(Value::Record(fields)) = users.get(&key) {
            let mut fields = fields.to_vec();
            fields[2] = Value::Open;
            users.insert(key, Value::Record(fields.into()));
        }
    }

    #[test]
    fn an_index_changes_no_verdict() {
        let (plain, indexed) = (machine(SHOP, usize::MAX), machine(SHOP, 0));
        let with_index = indexed.watches.iter().filter_map(|watch| watch.by_entry.as_ref()?.partners.as_ref());
        assert_eq!(with_index.count(), 13, "all but `unlinked`");
        let mut random = Random::seeded(7);
        let (mut broken, mut stopped, mut kept) = (0, 0, 0);
        for round in 0..400 {
            // Of many different values few are the same, so that conditions hold; of few many are.
            let variety = [4, 40, 4000][round % 3];
            let mut before = State::new(vec![
                Value::Map(OrdMap::new()),
                Value::Map(OrdMap::new()),
                Value::Map(OrdMap::new()),
                Value::Int(9),
            ]);
            (0..random.below(40)).for_each(|_| change(&mut before, &mut random, variety));
            for _ in 0..4 {
                let mut after = before.clone();
                (0..1 + random.below(12)).for_each(|_| change(&mut after, &mut random, variety));
                let decided = after.clone();
                if random.below(8) == 0 {
                    open_one(&mut after, &mut random);
                }
                let changes = Changes::between(&before, &after);
                for (one, other) in plain.watches.iter().zip(&indexed.watches) {
                    let sights = [&plain, &indexed].map(|machine| Sight::of_state(&machine.model, &after, 0));
                    let expected = one.fails_after(sights[0], &changes);
                    assert_eq!(
                        other.fails_after(sights[1], &changes),
                        expected,
                        "{:?} {before:?} {after:?}",
                        one.clause
                    );
                    assert_eq!(other.fails(sights[1]), one.fails(sights[0]), "{:?} {after:?}", one.clause);
                    if one.fails(Sight::of_state(&plain.model, &before, 0)) == Ok(None) {
                        let holds = one.fails(sights[0]) == Ok(None);
                        assert_eq!(expected == Ok(None), holds, "{:?} {before:?} {after:?}", one.clause);
                        if one.by_entry.as_ref().is_some_and(|by_entry| by_entry.condition.nested) {
                            assert_eq!(expected, one.fails(sights[0]), "{:?} {before:?} {after:?}", one.clause);
                        }
                        kept += usize::from(holds && changes.touch(&one.reads.fields));
                    }
                    broken += usize::from(expected == Ok(Some(None)));
                    stopped += usize::from(matches!(expected, Ok(Some(Some(_)))));
                }
                before = decided;
            }
        }
        assert!(broken > 1000 && stopped > 1000 && kept > 1000, "{broken} broken, {stopped} stopped, {kept} kept");
    }

    /// How many entries and pairs are looked at for one new user, where there are so many, some of which had for a while the
    /// email that it has.
    fn cost(many: i64) -> u64 {
        let spec = "service Shop {
          entity User {
            email: String
            name: String
            boss: Int
          }
          state {
            users: Int -> lone User
          }
          invariant emails: all a in users, b in users | a != b implies users[a].email != users[b].email
          invariant names: all a in users | all b in users | users[a].name = users[b].name implies a = b
          invariant bosses: no a in users, b in users | users[a].boss = b and a = b
        }";
        let machine = machine(spec, SMALLEST);
        let put = |state: &State, at: i64, email: i64| {
            let mut after = state.clone();
            let fields = [text("e", email), text("n", at), Value::Int(at + 1)];
            if let Value::Map(users) = after.field_mut(StateId(0)) {
                users.insert(Value::Int(at), Value::Record(fields.into()));
            }
            after
        };
        let judged = |before: State, after: State| {
            let (changes, count) = (Changes::between(&before, &after), Cell::new(0));
            for watch in &machine.watches {
                let sight = Sight::of_state(&machine.model, &after, 0);
                assert_eq!(watch.fails_after_and_count(sight, &changes, &count), Ok(None));
            }
            (after, count.get())
        };
        let empty = State::new(vec![Value::Map(OrdMap::new())]);
        let mut state = (0..many).fold(empty, |state, at| put(&state, at, at));
        for at in 0..10 {
            for email in [-1, at] {
                state = judged(state.clone(), put(&state, at, email)).0;
            }
        }
        judged(state.clone(), put(&state, many, -1)).1
    }

    #[test]
    fn a_step_costs_the_same_in_a_large_relation() {
        assert_eq!(cost(2000), cost(20));
        assert!(cost(20) < 20, "{}", cost(20));
    }
}
