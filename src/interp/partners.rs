//! Which entries can break a condition on pairs together with a given one: an index by what has to be the same in both.
//! It is kept for the relation it was made for last, and brought up to date by what differs: relations share structure, so
//! that costs what changed. Nothing but the cost of an answer depends on it.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use imbl::{OrdMap, OrdSet, ordmap::DiffItem};

use super::eval::{Evaluator, Sight};
use super::value::Value;
use crate::effect::{OverEntries, Pairs, Test, is_own_entry};
use crate::ir::{Binder, Expr, ExprKind, Local, Service, for_each_child_mut};

/// Where a relation has fewer entries, all of them are looked at.
pub(super) const SMALLEST: usize = 16;
/// The number of the variable that stands for the value of an entry; a spec has fewer.
const VALUE: u32 = u32::MAX - 1;

/// Partners on both sides of a condition on pairs.
#[derive(Debug)]
pub(super) struct Partners {
    sides: [Side; 2],
}

/// The entries of one relation, as a condition on pairs sees them.
#[derive(Debug)]
struct Side {
    /// The variable for keys or values.
    binder: Binder,
    tests: Vec<Test>,
    kept: Mutex<Index>,
}

/// How an entry stands to a condition on pairs.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Standing {
    /// It breaks it with no other, unless the other one is loose.
    Never,
    /// It can break it with those that have the same values.
    With(Vec<Value>),
    /// Something has no value: it can break it with any.
    Loose,
}

#[derive(Debug, Clone, Default)]
struct Index {
    /// What it was made for.
    entries: OrdMap<Value, Value>,
    /// Keys by what has to be the same.
    same: OrdMap<Vec<Value>, OrdSet<Value>>,
    /// The keys of loose entries.
    loose: OrdSet<Value>,
}

impl Partners {
    pub(super) fn of(service: &Service, condition: &OverEntries) -> Option<Partners> {
        let Pairs { sides: [first, second] } = Pairs::of(service, condition)?;
        let [one, other] = &*condition.binders else { return None };
        Some(Partners { sides: [Side::new(one, first), Side::new(other, second)] })
    }

    /// How an entry of one side stands.
    pub(super) fn standing(&self, side: usize, sight: Sight<'_>, (key, value): (&Value, &Value)) -> Standing {
        self.sides[side].standing(&mut sight.evaluator(), key, value)
    }

    /// The entries of a side, to be asked for partners. What is worked out is counted.
    pub(super) fn among(
        &self,
        side: usize,
        sight: Sight<'_>,
        entries: &OrdMap<Value, Value>,
        count: &Cell<u64>,
    ) -> Among {
        Among { index: self.sides[side].index(sight, entries, count) }
    }
}

/// An index that is up to date.
pub(super) struct Among {
    index: Index,
}

impl Among {
    /// The keys of all that can break the condition with an entry that stands like this, in their order.
    pub(super) fn partners(&self, standing: &Standing) -> Vec<Value> {
        let Index { entries, same, loose } = &self.index;
        match standing {
            Standing::Never => loose.iter().cloned().collect(),
            Standing::With(values) => match same.get(values) {
                Some(found) if loose.is_empty() => found.iter().cloned().collect(),
                Some(found) => found.clone().union(loose.clone()).into_iter().collect(),
                None => loose.iter().cloned().collect(),
            },
            Standing::Loose => entries.keys().cloned().collect(),
        }
    }
}

impl Side {
    fn new(binder: &Binder, tests: Vec<Test>) -> Side {
        let tests = tests.into_iter().map(|test| match test {
            Test::Is(expr, value) => Test::Is(of_entry(binder, expr), value),
            Test::Same(expr) => Test::Same(of_entry(binder, expr)),
        });
        Side { binder: binder.clone(), tests: tests.collect(), kept: Mutex::default() }
    }

    fn standing(&self, evaluator: &mut Evaluator<'_>, key: &Value, value: &Value) -> Standing {
        let bound = evaluator.bound();
        let element = if self.ranges_over_keys() { key } else { value };
        evaluator.bind(&self.binder.local, element.clone());
        evaluator.bind(&value_of_entry(), value.clone());
        let found = self.tested(evaluator);
        evaluator.unbind_to(bound);
        found
    }

    fn tested(&self, evaluator: &mut Evaluator<'_>) -> Standing {
        let mut same = Vec::new();
        for test in &self.tests {
            match test {
                Test::Is(expr, wanted) => match evaluator.truth(expr) {
                    Ok(value) if value == *wanted => {}
                    Ok(_) => return Standing::Never,
                    Err(_) => return Standing::Loose,
                },
                Test::Same(expr) => match evaluator.eval(expr) {
                    Ok(value) => same.push(value),
                    Err(_) => return Standing::Loose,
                },
            }
        }
        Standing::With(same)
    }

    fn ranges_over_keys(&self) -> bool {
        matches!(crate::effect::entries_of(&self.binder), Some((_, crate::effect::EntryPart::Key)))
    }

    /// The index for a relation, from the one that is kept. Nobody waits while it is worked out.
    fn index(&self, sight: Sight<'_>, entries: &OrdMap<Value, Value>, count: &Cell<u64>) -> Index {
        let mut index = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = std::mem::replace(&mut index.entries, entries.clone());
        let mut evaluator = sight.evaluator();
        let mut standing = |key: &Value, value: &Value| {
            count.set(count.get() + 1);
            self.standing(&mut evaluator, key, value)
        };
        for item in known.diff(entries) {
            let (old, new) = match item {
                DiffItem::Add(key, value) => (None, Some((key, value))),
                DiffItem::Remove(key, value) => (Some((key, value)), None),
                DiffItem::Update { old, new } => (Some(old), Some(new)),
            };
            if let Some((key, value)) = old {
                index.remove(standing(key, value), key);
            }
            if let Some((key, value)) = new {
                index.add(standing(key, value), key);
            }
        }
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&index);
        index
    }
}

impl Index {
    fn add(&mut self, standing: Standing, key: &Value) {
        match standing {
            Standing::Never => {}
            Standing::With(values) => drop(self.same.entry(values).or_default().insert(key.clone())),
            Standing::Loose => drop(self.loose.insert(key.clone())),
        }
    }

    fn remove(&mut self, standing: Standing, key: &Value) {
        match standing {
            Standing::Never => {}
            Standing::With(values) => {
                let left = self.same.get_mut(&values).map(|keys| {
                    keys.remove(key);
                    keys.len()
                });
                if left == Some(0) {
                    self.same.remove(&values);
                }
            }
            Standing::Loose => drop(self.loose.remove(key)),
        }
    }
}

/// An expression on an entry with a variable for the entry's value, so that it can be asked of entries of any relation.
fn of_entry(binder: &Binder, mut expr: Expr) -> Expr {
    if is_own_entry(binder, &expr) {
        expr.kind = ExprKind::Local(value_of_entry());
    } else {
        for_each_child_mut(&mut expr, &mut |part| {
            let owned = std::mem::replace(part, Expr { kind: ExprKind::None, ty: part.ty.clone(), span: part.span });
            *part = of_entry(binder, owned);
        });
    }
    expr
}

fn value_of_entry() -> Local {
    Local { id: VALUE, name: "value".into() }
}
