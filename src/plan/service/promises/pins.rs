//! Which entries a condition on all entries has to be looked at for again: those that were touched, and those that read
//! what was touched. `all x in rel | P` is undone by a touched entry of `rel`, or by one of another relation that `P` reads
//! under a key of `x`, or finds by a value of `x`.

use std::collections::BTreeSet;

use serde::Serialize;

use super::super::loads::{Search, is_exact, relation_of, table_of};
use super::super::runs::with_values;
use crate::convention::{Column, ColumnRole};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, FieldIndex, Fresh, FunctionBody, Local, Moment, Quantifier, Range,
    Reads, Service, StateId, Type, UnaryOp, binders, for_each_child, for_each_child_mut, same, substitute,
};

/// How many calls of functions are looked into, one inside the other.
const MOST_CALLS: usize = 12;

/// What to look at again for the entries of a state field that were touched.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pin {
    /// The state field.
    pub touched: StateId,
    /// What of a touched entry leads on, as it was and as it is.
    pub its: Part,
    /// What of the entries that it leads to is the same.
    pub own: Part,
    /// The relation that these are in.
    pub relation: StateId,
    /// The variable that stands for one of them.
    pub local: Local,
    /// Whether it is a key, and not a value.
    pub by_key: bool,
    /// What holds of it, over the state after.
    pub holds: Expr,
}

/// A part of an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Part {
    /// Its key.
    Key,
    /// What a column of its value holds: the value itself, or a field of it.
    Column(Column, Option<FieldIndex>),
}

/// What to look at again when some state fields were touched, of which some only lose entries; none where that cannot be
/// told by single entries.
pub(super) fn pins(
    service: &Service,
    condition: &Expr,
    touched: &BTreeSet<StateId>,
    losing: &dyn Fn(StateId) -> bool,
) -> Option<Vec<Pin>> {
    let all = All::of(condition)?;
    let links = all.own_links();
    let mut reader = Reader { service, all: &all, touched, keys: all.keys(), found: links, is_lost: false, depth: 0 };
    reader.read(&all.holds);
    let Reader { found, is_lost, .. } = reader;
    let mut kept: Vec<Link> = Vec::new();
    // An entry that is gone breaks nothing that is said of those that are there.
    let is_gone = |link: &Link| losing(link.touched) && all.is_itself(link);
    // Where two variables may change places, the first stands for both.
    let count = if all.is_symmetric() { 1 } else { all.over.len() };
    let matters = |link: &Link| touched.contains(&link.touched) && link.binder < count && !is_gone(link);
    for link in found.into_iter().filter(matters) {
        if !kept.contains(&link) {
            kept.push(link);
        }
    }
    (!is_lost).then(|| kept.into_iter().map(|link| all.pin(link)).collect())
}

/// A condition on all combinations of entries.
struct All {
    binders: Vec<Binder>,
    /// The relation of each, and whether it goes over the keys.
    over: Vec<(StateId, bool)>,
    holds: Expr,
}

/// How an entry that was touched leads to others.
#[derive(PartialEq)]
struct Link {
    touched: StateId,
    its: Part,
    binder: usize,
    own: Part,
}

impl All {
    fn of(condition: &Expr) -> Option<All> {
        let ExprKind::Quantifier(quantifier @ (Quantifier::All | Quantifier::No), binders, body) = &condition.kind
        else {
            return None;
        };
        let over: Vec<(StateId, bool)> = binders.iter().map_while(entries_of).collect();
        let (first, rest) = binders.split_at(over.len());
        if first.is_empty() {
            return None;
        }
        let make = |kind: ExprKind| Expr { kind, ty: Type::Bool, span: condition.span };
        let holds = match (rest, quantifier) {
            ([], Quantifier::No) => make(ExprKind::Unary(UnaryOp::Not, body.clone())),
            ([], Quantifier::All | Quantifier::Some) => (**body).clone(),
            (rest, _) => make(ExprKind::Quantifier(*quantifier, rest.to_vec(), body.clone())),
        };
        Some(All { binders: first.to_vec(), over, holds })
    }

    /// Each entry leads to itself.
    fn own_links(&self) -> Vec<Link> {
        let link = |(at, (relation, _)): (usize, &(StateId, bool))| Link {
            touched: *relation,
            its: Part::Key,
            binder: at,
            own: Part::Key,
        };
        self.over.iter().enumerate().map(link).collect()
    }

    /// Whether a touched entry leads to itself.
    fn is_itself(&self, link: &Link) -> bool {
        let relation = self.over.get(link.binder).map(|(relation, _)| *relation);
        relation == Some(link.touched) && link.own == Part::Key && link.its == Part::Key
    }

    /// Whether the same is said of two entries of one relation, whichever comes first.
    fn is_symmetric(&self) -> bool {
        let ([first, second], [one, other]) = (&*self.binders, &*self.over) else { return false };
        let mut turned = self.holds.clone();
        swap(&mut turned, first.local.id, second.local.id);
        one == other && alike(&self.holds, &turned)
    }

    fn keys(&self) -> Vec<(StateId, u32)> {
        let pairs = self.binders.iter().zip(&self.over);
        pairs.filter(|(_, (_, by_key))| *by_key).map(|(binder, (id, _))| (*id, binder.local.id)).collect()
    }

    fn pin(&self, link: Link) -> Pin {
        let Link { touched, its, binder: at, own } = link;
        let others: Vec<Binder> =
            self.binders.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one.clone()).collect();
        let holds = if others.is_empty() {
            self.holds.clone()
        } else {
            let kind = ExprKind::Quantifier(Quantifier::All, others, Box::new(self.holds.clone()));
            Expr { kind, ty: Type::Bool, span: self.holds.span }
        };
        let ((relation, by_key), local) = (self.over[at], self.binders[at].local.clone());
        Pin { touched, its, own, relation, local, by_key, holds: read_after(&holds) }
    }

    /// The variable and the part of its entry that an expression is.
    fn part(&self, service: &Service, expr: &Expr) -> Option<(usize, Part)> {
        let expr = bare(expr);
        for (at, (binder, (relation, by_key))) in self.binders.iter().zip(&self.over).enumerate() {
            let is_variable = |expr: &Expr| matches!(&expr.kind, ExprKind::Local(local) if local.id == binder.local.id);
            let is_value = |expr: &Expr| {
                if !*by_key {
                    return is_variable(expr);
                }
                let ExprKind::Index(_, base, key) = &expr.kind else { return false };
                matches!(base.kind, ExprKind::State(id, _) if id == *relation) && is_variable(key)
            };
            if *by_key && is_variable(expr) {
                return Some((at, Part::Key));
            }
            let role = if is_value(expr) {
                Some((ColumnRole::Value, None))
            } else if let ExprKind::Field(base, field) = &expr.kind {
                is_value(base).then_some((ColumnRole::Field(*field), Some(*field)))
            } else {
                None
            };
            if let Some((role, field)) = role {
                let column = table_of(service, *relation)?.columns.into_iter().find(|column| column.role == role)?;
                return is_exact(column.ty).then_some((at, Part::Column(column, field)));
            }
        }
        None
    }
}

/// Puts two variables in each other's place.
fn swap(expr: &mut Expr, one: u32, other: u32) {
    if let ExprKind::Local(local) = &mut expr.kind {
        local.id = if local.id == one {
            other
        } else if local.id == other {
            one
        } else {
            local.id
        };
    }
    for_each_child_mut(expr, &mut |part| swap(part, one, other));
}

/// Whether two conditions say the same, where the order of what is compared makes no difference.
fn alike(one: &Expr, other: &Expr) -> bool {
    if let (ExprKind::Local(one), ExprKind::Local(other)) = (&one.kind, &other.kind) {
        return one.id == other.id;
    }
    if let (ExprKind::Binary(operator, a, b), ExprKind::Binary(found, c, d)) = (&one.kind, &other.kind) {
        let turns = matches!(operator, BinaryOp::Eq | BinaryOp::Ne);
        return operator == found && (alike(a, c) && alike(b, d) || turns && alike(a, d) && alike(b, c));
    }
    if let (ExprKind::Field(a, field), ExprKind::Field(b, found)) = (&one.kind, &other.kind) {
        return field == found && alike(a, b);
    }
    if let (ExprKind::Index(kind, a, b), ExprKind::Index(found, c, d)) = (&one.kind, &other.kind) {
        return kind == found && alike(a, c) && alike(b, d);
    }
    same(one, other)
}

/// The relation whose entries a variable goes over; of one with several values for a key, only its keys.
fn entries_of(binder: &Binder) -> Option<(StateId, bool)> {
    let several = |expr: &Expr| match (&expr.kind, &expr.ty) {
        (ExprKind::State(id, _), Type::Multi(..)) => Some((*id, true)),
        (_, _) => None,
    };
    let Range::Elements(source) = &binder.range else { return relation_of(binder) };
    let keys = if let ExprKind::Builtin(Builtin::Dom, args) = &source.kind { args.first() } else { Some(source) };
    relation_of(binder).or_else(|| keys.and_then(several))
}

/// Looks for what a condition reads, and how that leads back to its variables.
struct Reader<'a> {
    service: &'a Service,
    all: &'a All,
    touched: &'a BTreeSet<StateId>,
    keys: Vec<(StateId, u32)>,
    found: Vec<Link>,
    /// Whether something that was touched is read in a way that leads to no entry.
    is_lost: bool,
    depth: usize,
}

impl Reader<'_> {
    fn read(&mut self, expr: &Expr) {
        if let Some((state, key)) = keyed(expr) {
            return self.entry(state, key);
        }
        if let ExprKind::State(id, _) = &expr.kind {
            self.lose([*id]);
        } else if let ExprKind::Let(local, value, body) = &expr.kind {
            self.read(value);
            self.read(&with_values(body, &[(local.id, (**value).clone())]));
        } else if let ExprKind::Call(id, args, moment) = &expr.kind {
            args.iter().for_each(|arg| self.read(arg));
            self.call(expr, *id, args, *moment);
        } else if crate::ir::goes_over_instances(expr) {
            self.lose((0..self.service.state.len()).map(|at| StateId(at as u32)));
        } else if let Some(state) = self.searched(expr) {
            self.within(expr, state);
        } else {
            for_each_child(expr, &mut |part| self.read(part));
        }
    }

    fn lose(&mut self, states: impl IntoIterator<Item = StateId>) {
        self.is_lost |= states.into_iter().any(|id| self.touched.contains(&id));
    }

    /// An entry that is read by its key.
    fn entry(&mut self, state: StateId, key: &Expr) {
        let is_own = matches!(&key.kind, ExprKind::Local(local) if self.keys.contains(&(state, local.id)));
        if !is_own {
            self.read(key);
        }
        if let Some((binder, own)) = self.all.part(self.service, key) {
            self.found.push(Link { touched: state, its: Part::Key, binder, own });
        } else if !is_own {
            self.lose([state]);
        }
    }

    /// The relation that an expression goes over, where the entries that matter hold a value of one of the variables.
    fn searched(&mut self, expr: &Expr) -> Option<StateId> {
        let search = Search::of(expr)?;
        // Of several variables the first ones go over everything.
        let [_] = binders(expr) else { return None };
        let lookup = search.lookup(self.service, &self.keys)?;
        let link = lookup.columns.iter().find_map(|(column, value)| {
            let (binder, own) = self.all.part(self.service, value)?;
            let its = match column.role {
                ColumnRole::Key => Part::Key,
                ColumnRole::Value => Part::Column(column.clone(), None),
                ColumnRole::Field(field) => Part::Column(column.clone(), Some(field)),
                ColumnRole::KeyField(_)
                | ColumnRole::Position
                | ColumnRole::Row
                | ColumnRole::Scalar(_)
                | ColumnRole::CreatedAt
                | ColumnRole::UpdatedAt => return None,
            };
            Some(Link { touched: lookup.state, its, binder, own })
        })?;
        lookup.columns.iter().for_each(|(_, value)| self.read(value));
        self.found.push(link);
        Some(lookup.state)
    }

    /// What is read of the entries that are searched for; they themselves are found already.
    fn within(&mut self, expr: &Expr, state: StateId) {
        let before = self.keys.len();
        self.keys.extend(binders(expr).iter().map(|binder| (state, binder.local.id)));
        let sources: Vec<*const Expr> =
            binders(expr).iter().filter_map(Binder::source).map(std::ptr::from_ref).collect();
        for_each_child(expr, &mut |part| {
            if !sources.contains(&std::ptr::from_ref(part)) {
                self.read(part);
            }
        });
        self.keys.truncate(before);
    }

    fn call(&mut self, call: &Expr, id: crate::ir::FunctionId, args: &[Expr], moment: Moment) {
        let FunctionBody::Defined(body) = &self.service.function(id).body else { return };
        if self.depth >= MOST_CALLS {
            return self.lose(Reads::by(self.service, id).fields);
        }
        self.depth += 1;
        let unfolded = substitute(body, args, moment, &mut Fresh::above(call));
        self.read(&unfolded);
        self.depth -= 1;
    }
}

/// A relation that is read at a key: `rel[k]`, `k in rel`.
fn keyed(expr: &Expr) -> Option<(StateId, &Expr)> {
    let relation = |whole: &Expr| {
        let whole = if let ExprKind::Builtin(Builtin::Dom, args) = &whole.kind { args.first()? } else { whole };
        let ExprKind::State(id, _) = whole.kind else { return None };
        matches!(whole.ty, Type::Map(..) | Type::Multi(..)).then_some(id)
    };
    if let ExprKind::Index(_, whole, key) = &expr.kind {
        return Some((relation(whole)?, key));
    }
    let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, key, whole) = &expr.kind else { return None };
    Some((relation(whole)?, key))
}

/// A value without the option around it: a column holds both alike.
fn bare(expr: &Expr) -> &Expr {
    if let ExprKind::Some(inner) | ExprKind::Unwrap(inner, _) = &expr.kind { bare(inner) } else { expr }
}

/// A condition over the state after.
pub(super) fn read_after(expr: &Expr) -> Expr {
    substitute(expr, &[], Moment::After, &mut Fresh::above(expr))
}
