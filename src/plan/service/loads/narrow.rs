//! Which entries a collection is looked for in, where its conditions tell that all others do not matter.
//!
//! An entry may be left out where a condition is false for it that every database decides as the spec does, and where all
//! conditions before have a value: then the entry is no element, and does not leave the collection without a value either.

use super::filter::{Comparison, Filter};
use super::lookup::Search;
use super::shape::{any_bare_relation, is_call};
use super::total::Totality;
use super::{Known, Loads, MOST_CALLS, What};
use crate::convention::{Column, ColumnRole, ColumnType, Rows, schema};
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Fresh, FunctionBody, Range, Reads, Service, StateId, Tested, Type,
    UnaryOp, any, binders, substitute,
};

impl Loads<'_> {
    /// Lets conditions leave entries out. Only for calls that leave the state as it is: what they go over is found in the
    /// clauses. Refinements and invariants are judged beside them, so what those read is left alone.
    pub(in crate::plan::service) fn narrow(&mut self) {
        self.is_narrow = true;
        let taken: Vec<StateId> =
            refinements(self.service).flat_map(|expr| Reads::of(self.service, expr).fields).collect();
        let all = (0..self.service.state.len()).map(|at| StateId(at as u32));
        self.narrowed = all.filter(|id| !taken.contains(id)).collect();
    }

    /// What is needed to go over a collection and look for the elements for which all conditions hold; where that is not
    /// `wanted`, for those of which one does not.
    pub(super) fn among(&mut self, binder: &Binder, conditions: &[Expr], wanted: bool) {
        let Some((state, by_key)) = relation_of(binder).filter(|(id, _)| self.narrowed.contains(id)) else {
            let search = if let [condition] = conditions { Some(Search { binder, condition, wanted }) } else { None };
            // Where all rows that matter are loaded before, nothing is looked up.
            let is_found = !self.is_narrow && search.is_some_and(|search| self.looks_up(search, conditions));
            if !is_found {
                self.over_all(binder, conditions);
            }
            return;
        };
        let filters = self.filters(binder, state, by_key, conditions, wanted);
        if filters.is_empty() {
            return self.over_all(binder, conditions);
        }
        let known = if by_key { Known::KeyOf(state) } else { Known::Anything };
        self.with(binder.local.id, known, |this| conditions.iter().for_each(|condition| this.expr(condition)));
        self.push(state, What::Where(filters));
    }

    /// What is needed to collect the elements for which all conditions hold.
    pub(super) fn collected(&mut self, binder: &Binder, conditions: &[Expr]) {
        if self.is_narrow { self.among(binder, conditions, true) } else { self.over_all(binder, conditions) }
    }

    /// What is made of the elements that are among those loaded already.
    pub(super) fn made_of(&mut self, binder: &Binder, element: &Expr) {
        let known = match relation_of(binder) {
            Some((state, true)) => Known::KeyOf(state),
            Some((_, false)) | None => Known::Anything,
        };
        self.with(binder.local.id, known, |this| this.expr(element));
    }

    fn over_all(&mut self, binder: &Binder, conditions: &[Expr]) {
        let known = self.range(binder);
        self.with(binder.local.id, known, |this| conditions.iter().for_each(|condition| this.expr(condition)));
    }

    fn filters(
        &mut self,
        binder: &Binder,
        state: StateId,
        by_key: bool,
        conditions: &[Expr],
        wanted: bool,
    ) -> Vec<Filter> {
        let tables = schema(self.service).tables;
        let Some(table) = tables.into_iter().find(|table| table.rows == Rows::Entries(state)) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        self.with(binder.local.id, Known::Anything, |this| {
            let local = binder.local.id;
            let keys: Vec<(StateId, u32)> = by_key.then_some((state, local)).into_iter().collect();
            let totality = Totality { service: this.service, keys: &keys };
            let given = |expr: &Expr| this.given(expr);
            let entry =
                Entry { given: &given, columns: &table.columns, by_key: by_key.then_some(state), local, totality };
            found = entry.all(conditions, wanted);
        });
        found
    }

    /// An expression that is the same for all entries and known before.
    fn given(&self, expr: &Expr) -> Option<Expr> {
        if !is_simple(expr) {
            return None;
        }
        let value = self.inlined(expr);
        let is_free = !any(&value, &|part| matches!(part.kind, ExprKind::Local(_)));
        let is_known = is_free && is_simple(&value) && self.is_at_hand(&value) && !any_bare_relation(&value);
        is_known.then_some(value)
    }
}

/// Whether an expression is worked out without going over anything.
pub(super) fn is_simple(expr: &Expr) -> bool {
    !any(expr, &|part| is_call(part) || !binders(part).is_empty() || matches!(part.kind, ExprKind::Let(..)))
}

/// The entry that a variable stands for, while conditions on it are looked for.
pub(super) struct Entry<'a> {
    /// What an expression that is the same for all entries is, where it can be told.
    pub(super) given: &'a dyn Fn(&Expr) -> Option<Expr>,
    /// The columns of its table.
    pub(super) columns: &'a [Column],
    /// The relation, where the variable is a key of it and not a value.
    pub(super) by_key: Option<StateId>,
    /// The variable.
    pub(super) local: u32,
    pub(super) totality: Totality<'a>,
}

impl Entry<'_> {
    /// What must hold for an entry to matter: all conditions are as wanted.
    pub(super) fn all(&self, conditions: &[Expr], wanted: bool) -> Vec<Filter> {
        let mut found = Vec::new();
        // Of several conditions none has to hold, the first does not make the others superfluous.
        if wanted || conditions.len() == 1 {
            let _ = conditions.iter().all(|condition| self.gather(condition, wanted, &mut found, 0));
        }
        found
    }

    /// Takes over what must hold for an entry to matter. False where a condition may have no value: no entry may be left
    /// out for what comes after.
    fn gather(&self, expr: &Expr, wanted: bool, found: &mut Vec<Filter>, depth: usize) -> bool {
        if let Some(unfolded) = self.unfolded(expr, depth) {
            return self.gather(&unfolded, wanted, found, depth + 1);
        }
        if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind {
            return self.gather(inner, !wanted, found, depth);
        }
        match (&expr.kind, wanted) {
            (ExprKind::Binary(BinaryOp::And, left, right), true)
            | (ExprKind::Binary(BinaryOp::Or, left, right), false) => {
                self.gather(left, wanted, found, depth) && self.gather(right, wanted, found, depth)
            }
            (ExprKind::Binary(BinaryOp::Implies, left, right), false) => {
                self.gather(left, true, found, depth) && self.gather(right, false, found, depth)
            }
            (_, _) => self.gather_one(expr, wanted, found),
        }
    }

    fn gather_one(&self, expr: &Expr, wanted: bool, found: &mut Vec<Filter>) -> bool {
        let is_total = self.totality.holds(expr);
        // The value that a column is compared with is worked out once, before; without one, nothing is left out.
        if !is_total && !matches!(&expr.kind, ExprKind::Binary(operator, ..) if comparison(*operator).is_some()) {
            return false;
        }
        let filter = self.filter(expr, wanted, 0);
        let goes_on = is_total || filter.is_some();
        found.extend(filter);
        goes_on
    }

    /// A condition that holds for every entry for which the expression is as it is wanted.
    fn filter(&self, expr: &Expr, wanted: bool, depth: usize) -> Option<Filter> {
        if let Some(given) = (self.given)(expr) {
            return Some(Filter::Given(if wanted { given } else { not(given) }));
        }
        if let Some(unfolded) = self.unfolded(expr, depth) {
            return self.filter(&unfolded, wanted, depth + 1);
        }
        if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind {
            return self.filter(inner, !wanted, depth);
        }
        if let ExprKind::Binary(operator, left, right) = &expr.kind {
            return self.binary(*operator, left, right, wanted, depth);
        }
        let column = self.column(expr)?;
        let is_truth = column.ty == ColumnType::Boolean && !column.nullable;
        is_truth.then(|| Filter::Truth(column.clone(), wanted))
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr, wanted: bool, depth: usize) -> Option<Filter> {
        if let Some(how) = comparison(operator) {
            let (left, right) = (bare(left), bare(right));
            return self
                .compared(left, how, right, wanted)
                .or_else(|| self.compared(right, how.turned(), left, wanted));
        }
        let part = |expr: &Expr, wanted: bool| self.filter(expr, wanted, depth);
        let some = |parts: [Option<Filter>; 2]| {
            let parts: Vec<Filter> = parts.into_iter().flatten().collect();
            (!parts.is_empty()).then_some(Filter::All(parts))
        };
        match (operator, wanted) {
            (BinaryOp::In, _) => self.membership(left, right, wanted),
            (BinaryOp::NotIn, _) => self.membership(left, right, !wanted),
            (BinaryOp::And, true) | (BinaryOp::Or, false) => some([part(left, wanted), part(right, wanted)]),
            (BinaryOp::Or, true) | (BinaryOp::And, false) => {
                Some(Filter::Any(vec![part(left, wanted)?, part(right, wanted)?]))
            }
            (BinaryOp::Implies, true) => Some(Filter::Any(vec![part(left, false)?, part(right, true)?])),
            (BinaryOp::Implies, false) => some([part(left, true), part(right, false)]),
            (
                BinaryOp::Iff
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
                | BinaryOp::Subset
                | BinaryOp::Add
                | BinaryOp::Subtract
                | BinaryOp::Multiply
                | BinaryOp::Divide
                | BinaryOp::Concat
                | BinaryOp::Union
                | BinaryOp::Intersect
                | BinaryOp::Difference
                | BinaryOp::Override
                | BinaryOp::RemoveKeys,
                _,
            ) => None,
        }
    }

    /// A column on the left, and something that is given on the right.
    fn compared(&self, left: &Expr, how: Comparison, right: &Expr, wanted: bool) -> Option<Filter> {
        let column = self.column(left)?;
        let value = (self.given)(right)?;
        let may_be_none = |expr: &Expr| matches!(expr.ty, Type::Option(_));
        let in_order = matches!(column.ty, ColumnType::Integer | ColumnType::Interval | ColumnType::Timestamp);
        if !is_exact(column.ty) || how.is_ordered() && (!in_order || may_be_none(left) || may_be_none(right)) {
            return None;
        }
        // An order is neither true nor false for `none` in a database, and so is its opposite.
        if how.is_ordered() && column.nullable && !wanted {
            return None;
        }
        let how = if wanted { how } else { how.negated() };
        if value.kind == ExprKind::None {
            return column.nullable.then(|| Filter::Presence(column.clone(), how == Comparison::Other));
        }
        if let ExprKind::Bool(truth) = value.kind {
            let is = truth == (how == Comparison::Same);
            return (!column.nullable).then(|| Filter::Truth(column.clone(), is));
        }
        Some(Filter::Compared(column.clone(), how, value))
    }

    /// A column that is in a set: one that is written out, or one of an enum's values, which are few.
    fn membership(&self, element: &Expr, whole: &Expr, wanted: bool) -> Option<Filter> {
        let column = self.column(element)?;
        let is_short = matches!(whole.kind, ExprKind::Set(_)) || matches!(column.ty, ColumnType::Enum(_));
        let fits = is_exact(column.ty) && !column.nullable && is_short && matches!(whole.ty, Type::Set(_));
        fits.then(|| Some(Filter::Among(column.clone(), (self.given)(whole)?, wanted)))?
    }

    /// The column that an expression reads of the entry.
    pub(super) fn column(&self, expr: &Expr) -> Option<&Column> {
        let expr = opened(expr);
        let role = if let ExprKind::Field(base, field) = &expr.kind {
            self.is_value(base).then_some(ColumnRole::Field(*field))?
        } else if self.is_value(expr) {
            ColumnRole::Value
        } else {
            self.is_variable(expr).then_some(ColumnRole::Key)?
        };
        self.columns.iter().find(|column| column.role == role)
    }

    fn is_variable(&self, expr: &Expr) -> bool {
        matches!(&expr.kind, ExprKind::Local(local) if local.id == self.local)
    }

    fn is_value(&self, expr: &Expr) -> bool {
        let Some(relation) = self.by_key else { return self.is_variable(expr) };
        let ExprKind::Index(_, base, key) = &expr.kind else { return false };
        matches!(base.kind, ExprKind::State(id, _) if id == relation) && self.is_variable(key)
    }

    /// What a predicate says of its arguments, where all of them have a value.
    fn unfolded(&self, expr: &Expr, depth: usize) -> Option<Expr> {
        let ExprKind::Call(id, args, moment) = &expr.kind else { return None };
        let FunctionBody::Defined(body) = &self.totality.service.function(*id).body else { return None };
        let fits = depth < MOST_CALLS && args.iter().all(|arg| self.totality.holds(arg));
        fits.then(|| substitute(body, args, *moment, &mut Fresh::above(expr)))
    }
}

/// The relation whose entries a variable goes over, and whether it does by their keys.
pub(in crate::plan::service) fn relation_of(binder: &Binder) -> Option<(StateId, bool)> {
    let named = |expr: &Expr| {
        if let ExprKind::State(id, _) = expr.kind { matches!(expr.ty, Type::Map(..)).then_some(id) } else { None }
    };
    let within = |expr: &Expr, builtin: Builtin| {
        let ExprKind::Builtin(found, args) = &expr.kind else { return None };
        (*found == builtin).then(|| args.first().and_then(named))?
    };
    match &binder.range {
        Range::Values(source) => named(source).map(|id| (id, false)),
        Range::Elements(source) => {
            let keys = named(source).or_else(|| within(source, Builtin::Dom)).map(|id| (id, true));
            keys.or_else(|| within(source, Builtin::Ran).map(|id| (id, false)))
        }
        Range::All(_) => None,
    }
}

/// Conditions on values that are judged beside the clauses of an operation.
pub(in crate::plan::service) fn refinements(service: &Service) -> impl Iterator<Item = &Expr> {
    let aliases = service.aliases.iter().filter_map(|alias| alias.refinement.as_ref());
    let fields = service.entities.iter().flat_map(|entity| &entity.fields);
    let invariants = service.entities.iter().flat_map(|entity| &entity.invariants);
    let state = service.state.iter().filter_map(|field| field.refinement.as_ref());
    let fields = fields.filter_map(|field| field.refinement.as_ref());
    aliases.chain(fields).chain(invariants.map(|invariant| &invariant.expr)).chain(state)
}

/// Whether a column says of two values whether they are the same, in every database. Floats are written out on their way
/// to some of them, and JSON has many spellings.
pub(in crate::plan::service) fn is_exact(ty: ColumnType) -> bool {
    match ty {
        ColumnType::Integer
        | ColumnType::Text
        | ColumnType::Boolean
        | ColumnType::Timestamp
        | ColumnType::Interval
        | ColumnType::Uuid
        | ColumnType::Enum(_) => true,
        ColumnType::Real | ColumnType::Json => false,
    }
}

fn comparison(operator: BinaryOp) -> Option<Comparison> {
    match operator {
        BinaryOp::Eq => Some(Comparison::Same),
        BinaryOp::Ne => Some(Comparison::Other),
        BinaryOp::Lt => Some(Comparison::Less),
        BinaryOp::Le => Some(Comparison::AtMost),
        BinaryOp::Gt => Some(Comparison::More),
        BinaryOp::Ge => Some(Comparison::AtLeast),
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Subset
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Concat
        | BinaryOp::Union
        | BinaryOp::Intersect
        | BinaryOp::Difference
        | BinaryOp::Override
        | BinaryOp::RemoveKeys => None,
    }
}

/// A value without the option around it: a column holds both alike.
fn bare(expr: &Expr) -> &Expr {
    if let ExprKind::Some(inner) = &expr.kind { inner } else { expr }
}

/// An option that was tested, without what opens it.
fn opened(expr: &Expr) -> &Expr {
    if let ExprKind::Unwrap(inner, Tested::Yes) = &expr.kind { inner } else { expr }
}

fn not(expr: Expr) -> Expr {
    let span = expr.span;
    Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(expr)), ty: Type::Bool, span }
}
