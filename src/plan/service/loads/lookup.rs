//! Which entries matter where something goes over a relation: those that hold certain values in certain columns. They are
//! looked up while a call is worked out, so the values may be anything that is known at that place.

use serde::Serialize;

use super::filter::{Comparison, Filter};
use super::narrow::{Entry, is_simple, relation_of};
use super::shape::relation;
use super::total::Totality;
use crate::convention::{Column, ColumnType, Rows, Table, schema};
use crate::ir::{Binder, Builtin, Expr, ExprKind, Quantifier, Service, StateId, Type, UnaryOp, any};

/// The entries of a relation that hold certain values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Lookup {
    /// The relation.
    pub state: StateId,
    /// The columns, and what they hold.
    pub columns: Vec<(Column, Expr)>,
}

/// Variables that go over the keys of relations, around an expression.
pub type KeyVariables = [(StateId, u32)];

/// The relation and the variable, where a variable goes over the keys of one.
pub fn key_variable(binder: &Binder) -> Option<(StateId, u32)> {
    relation_of(binder).filter(|(_, by_key)| *by_key).map(|(state, _)| (state, binder.local.id))
}

/// Whether an expression has a value, inside variables that go over the keys of relations.
pub(in crate::plan::service) fn has_value(service: &Service, keys: &KeyVariables, expr: &Expr) -> bool {
    Totality { service, keys }.holds(expr)
}

/// Something that goes over a relation and looks for entries that satisfy conditions.
#[derive(Debug, Clone, Copy)]
pub struct Search<'e> {
    /// The variable.
    pub binder: &'e Binder,
    /// The condition.
    pub condition: &'e Expr,
    /// Whether entries matter for which it holds, or those for which it does not.
    pub wanted: bool,
}

impl<'e> Search<'e> {
    /// What an expression looks for itself, not its parts. Of several variables only the last is looked for: the others
    /// are known then.
    pub fn of(expr: &'e Expr) -> Option<Search<'e>> {
        if let ExprKind::Quantifier(quantifier, binders, condition) = &expr.kind {
            let binder = binders.last()?;
            return Some(Search { binder, condition, wanted: *quantifier != Quantifier::All });
        }
        if let ExprKind::The(binder, condition) | ExprKind::Comprehension(binder, condition) = &expr.kind {
            return Some(Search { binder, condition, wanted: true });
        }
        let ExprKind::Sum(binder, term) = &expr.kind else { return None };
        // Terms that are zero make no difference.
        let ExprKind::If(condition, yes, no) = &term.kind else { return None };
        let wanted = is_zero(no);
        (wanted || is_zero(yes)).then_some(Search { binder, condition, wanted })
    }

    /// The entries that matter, where others can be told from them by single values.
    pub fn lookup(self, service: &Service, keys: &KeyVariables) -> Option<Lookup> {
        let (state, by_key) = relation_of(self.binder)?;
        let table = table_of(service, state)?;
        let local = self.binder.local.id;
        let mut keys = keys.to_vec();
        keys.extend(by_key.then_some((state, local)));
        let given = |expr: &Expr| {
            let speaks = any(expr, &|part| matches!(&part.kind, ExprKind::Local(found) if found.id == local));
            (!speaks && is_simple(expr)).then(|| expr.clone())
        };
        let totality = Totality { service, keys: &keys };
        let by_key = by_key.then_some(state);
        let entry = Entry { given: &given, columns: &table.columns, by_key, local, totality };
        let filters = entry.all(std::slice::from_ref(self.condition), self.wanted);
        let columns: Vec<(Column, Expr)> = filters.into_iter().filter_map(|filter| held(filter, self)).collect();
        // Of a truth there are two values: by itself it leaves out too little.
        let tells = columns.iter().any(|(column, _)| column.ty != ColumnType::Boolean);
        tells.then_some(Lookup { state, columns })
    }
}

impl Lookup {
    /// The column by which entries are found: one with many values.
    pub fn index(&self) -> Option<&Column> {
        let has_many = |ty: ColumnType| !matches!(ty, ColumnType::Boolean | ColumnType::Enum(_));
        self.columns.iter().map(|(column, _)| column).find(|column| has_many(column.ty))
    }
}

/// The table of a relation with one value for a key.
pub(in crate::plan::service) fn table_of(service: &Service, state: StateId) -> Option<Table> {
    schema(service).tables.into_iter().find(|table| table.rows == Rows::Entries(state))
}

/// A column that holds one value in all entries that matter.
fn held(filter: Filter, search: Search<'_>) -> Option<(Column, Expr)> {
    match filter {
        Filter::Compared(column, Comparison::Same, value) => Some((column, value)),
        Filter::Truth(column, value) => {
            let span = search.condition.span;
            Some((column, Expr { kind: ExprKind::Bool(value), ty: Type::Bool, span }))
        }
        Filter::All(_)
        | Filter::Any(_)
        | Filter::Given(_)
        | Filter::Compared(..)
        | Filter::Among(..)
        | Filter::Presence(..) => None,
    }
}

fn is_zero(expr: &Expr) -> bool {
    if let ExprKind::Builtin(Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds, args) = &expr.kind {
        return matches!(&**args, [count] if is_zero(count));
    }
    expr.kind == ExprKind::Int(0) || expr.kind == ExprKind::Float(0.0)
}

/// The sum of a column over all entries of a relation, which a database can tell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Total {
    /// The relation.
    pub state: StateId,
    /// The column.
    pub column: Column,
}

/// The sum of a column that an expression is: `sum(rel, k => rel[k].f)`.
pub fn total(service: &Service, expr: &Expr) -> Option<Total> {
    let ExprKind::Sum(binder, term) = &expr.kind else { return None };
    let (state, true) = relation_of(binder)? else { return None };
    let table = table_of(service, state)?;
    let (keys, local) = ([(state, binder.local.id)], binder.local.id);
    let totality = Totality { service, keys: &keys };
    let entry = Entry { given: &|_| None, columns: &table.columns, by_key: Some(state), local, totality };
    let is_number = |column: &&Column| matches!(column.ty, ColumnType::Integer | ColumnType::Interval);
    let is_opened = matches!(term.kind, ExprKind::Unwrap(..));
    let column = entry.column(term).filter(is_number).filter(|column| !column.nullable && !is_opened)?;
    Some(Total { state, column: column.clone() })
}

/// The relation whose entries an expression counts: `#rel`, `#dom(rel)`.
pub fn counted(expr: &Expr) -> Option<StateId> {
    let ExprKind::Unary(UnaryOp::Size, whole) = &expr.kind else { return None };
    relation(whole)
}
