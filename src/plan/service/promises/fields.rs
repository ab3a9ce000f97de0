//! Which fields of its entries a body writes to, and which ones a condition reads: where they have none in common, and no
//! entry comes or goes, the condition stays as it was.

use std::collections::{BTreeMap, BTreeSet};

use super::super::loads::relation_of;
use super::super::runs::with_values;
use crate::effect::{Action as Said, Place, Root, Step as PathStep};
use crate::ir::{
    BinaryOp, Builtin, Expr, ExprKind, FieldIndex, Fresh, FunctionBody, Moment, Quantifier, Service, StateId, Type,
    UnaryOp, binders, for_each_child, goes_over_instances, substitute,
};
use crate::realize::{Action, Body};

/// How many calls of functions are looked into, one inside the other.
const MOST_CALLS: usize = 12;

/// What of a state field may be written to, or matters.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Extent {
    /// Some fields of entries that stay where they are.
    Fields(BTreeSet<FieldIndex>),
    /// Whole entries, which go.
    Entries,
    /// Anything.
    All,
}

impl Extent {
    /// Whether what is written here may matter to what reads there. Entries that come and go matter to all that reads keys.
    pub(super) fn matters_to(&self, read: &Extent) -> bool {
        match (self, read) {
            (Extent::Fields(written), Extent::Fields(read)) => !written.is_disjoint(read),
            (Extent::Fields(_) | Extent::Entries | Extent::All, _) => true,
        }
    }

    fn add(&mut self, more: Extent) {
        match (&mut *self, more) {
            (Extent::Fields(fields), Extent::Fields(more)) => fields.extend(more),
            (Extent::Fields(fields), more) if fields.is_empty() => *self = more,
            (Extent::Entries, Extent::Entries) => {}
            (Extent::All | Extent::Entries | Extent::Fields(_), _) => *self = Extent::All,
        }
    }
}

/// What a body may write to.
pub(super) fn written(body: &Body) -> BTreeMap<StateId, Extent> {
    let mut found: BTreeMap<StateId, Extent> = BTreeMap::new();
    if body.hole.is_some() {
        return found;
    }
    let mut add = |root: Root, extent: Extent| {
        if let Root::State(id) = root {
            found.entry(id).or_insert_with(|| Extent::Fields(BTreeSet::new())).add(extent);
        }
    };
    body.effects.open.iter().for_each(|id| add(Root::State(*id), Extent::All));
    body.effects.open_parts.iter().for_each(|part| add(part.place.root, extent(&part.place)));
    for effect in &body.effects.effects {
        let goes = match &effect.action {
            Said::Lacks(_) => effect.place.path.is_empty(),
            Said::Equals(value) => takes_away(&effect.place, value),
            Said::Contains(_) => false,
        };
        add(effect.place.root, if goes { Extent::Entries } else { extent(&effect.place) });
    }
    for step in &body.steps {
        match &step.action {
            Action::Create(place, _) => add(place.root, Extent::All),
            Action::Remove(place, _) if place.path.is_empty() => add(place.root, Extent::Entries),
            Action::Assign(place, cases) if cases.iter().all(|case| takes_away(place, &case.value)) => {
                add(place.root, Extent::Entries);
            }
            Action::Assign(place, _)
            | Action::Insert(place, _)
            | Action::Remove(place, _)
            | Action::Choose(place, _) => add(place.root, extent(place)),
            Action::Collect(..) => {}
        }
    }
    found
}

/// Whether a relation becomes what it was without some entries.
fn takes_away(place: &Place, value: &Expr) -> bool {
    let ExprKind::Binary(BinaryOp::RemoveKeys, left, _) = &value.kind else { return false };
    let is_old = |id| matches!(left.kind, ExprKind::State(found, Moment::Before) if found == id);
    place.path.is_empty() && matches!(place.root, Root::State(id) if is_old(id) || takes_away(place, left))
}

fn extent(place: &Place) -> Extent {
    match &*place.path {
        [PathStep::Key(_), PathStep::Field(field), ..] => Extent::Fields(BTreeSet::from([*field])),
        [..] => Extent::All,
    }
}

/// What of a relation an expression depends on. Of one that it reads by keys alone no field matters.
pub(super) fn read(service: &Service, expr: &Expr, relation: StateId) -> Extent {
    let mut reader = Reader { service, relation, entries: Vec::new(), found: BTreeSet::new(), is_all: false, depth: 0 };
    reader.read(expr);
    if reader.is_all { Extent::All } else { Extent::Fields(reader.found) }
}

struct Reader<'a> {
    service: &'a Service,
    relation: StateId,
    /// The variables that are values of the relation.
    entries: Vec<u32>,
    found: BTreeSet<FieldIndex>,
    is_all: bool,
    depth: usize,
}

impl Reader<'_> {
    fn read(&mut self, expr: &Expr) {
        if let ExprKind::Field(base, field) = &expr.kind
            && self.is_entry(base)
        {
            self.found.insert(*field);
            return self.keys_of(base);
        }
        if self.is_entry(expr) || self.is_relation(expr) || goes_over_instances(expr) {
            self.is_all = true;
        } else if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, key, whole) = &expr.kind
            && self.is_keys(whole)
        {
            self.read(key);
        } else if let ExprKind::Unary(UnaryOp::Size, whole) = &expr.kind
            && self.is_keys(whole)
        {
            // How many keys there are is no matter of fields.
        } else if let ExprKind::Let(local, value, body) = &expr.kind {
            self.read(value);
            self.read(&with_values(body, &[(local.id, (**value).clone())]));
        } else if let ExprKind::Call(id, args, moment) = &expr.kind {
            args.iter().for_each(|arg| self.read(arg));
            let FunctionBody::Defined(body) = &self.service.function(*id).body else { return };
            if self.depth >= MOST_CALLS {
                self.is_all = true;
                return;
            }
            self.depth += 1;
            self.read(&substitute(body, args, *moment, &mut Fresh::above(expr)));
            self.depth -= 1;
        } else {
            self.parts(expr);
        }
    }

    /// The parts of an expression. Whether some entry is there of which something holds is told by its fields; in a set, and
    /// where each counts once, the whole entry matters.
    fn parts(&mut self, expr: &Expr) {
        let before = self.entries.len();
        let mut sources: Vec<*const Expr> = Vec::new();
        let tells = matches!(&expr.kind, ExprKind::Quantifier(Quantifier::All | Quantifier::Some | Quantifier::No, ..));
        for binder in binders(expr) {
            let Some(source) = binder.source() else { continue };
            let is_value = tells && relation_of(binder) == Some((self.relation, false));
            self.entries.extend(is_value.then_some(binder.local.id));
            if is_value || self.is_keys(source) {
                sources.push(std::ptr::from_ref(source));
            }
        }
        for_each_child(expr, &mut |part| {
            if !sources.contains(&std::ptr::from_ref(part)) {
                self.read(part);
            }
        });
        self.entries.truncate(before);
    }

    /// Whether an expression is a value of the relation.
    fn is_entry(&self, expr: &Expr) -> bool {
        if let ExprKind::Local(local) = &expr.kind {
            return self.entries.contains(&local.id);
        }
        matches!(&expr.kind, ExprKind::Index(_, base, _) if self.is_relation(base))
    }

    fn is_relation(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::State(id, _) if id == self.relation)
    }

    fn keys_of(&mut self, entry: &Expr) {
        if let ExprKind::Index(_, _, key) = &entry.kind {
            self.read(key);
        }
    }

    /// Whether an expression is the relation, or its keys, where only these matter: to go over, look into, or count.
    fn is_keys(&self, expr: &Expr) -> bool {
        if let ExprKind::Builtin(Builtin::Dom, args) = &expr.kind {
            return args.first().is_some_and(|arg| self.is_relation(arg));
        }
        matches!(expr.ty, Type::Map(..) | Type::Multi(..)) && self.is_relation(expr)
    }
}
