//! What refinements say about a column, as far as every database says it in the same way.

use regex_syntax::hir::{Hir, Look};

use super::Limit;
use crate::convention::{Column, ColumnRole, ColumnType, Rows, Table};
use crate::interp::{Machine, lengths};
use crate::ir::{EntityId, EnumId, Expr, Field, FieldIndex, Service, StateId, Type, TypeRef};
use crate::openapi::{Bound, Bounds, Keywords, Number, keywords};

/// How far whole numbers are exact as doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// The room that the name of an enum's value has, unless one is longer.
const WORD: usize = 64;

/// Reads refinements.
pub(super) struct Limiter<'s> {
    pub(super) service: &'s Service,
    pub(super) machine: &'s Machine,
}

/// A declared type, and what the declaration adds.
struct Declared<'s> {
    ty: &'s TypeRef,
    refinement: Option<&'s Expr>,
}

impl<'s> Limiter<'s> {
    /// The conditions on a column.
    pub(super) fn limits(&self, table: &Table, column: &Column) -> Vec<Limit> {
        if table.rows == Rows::Scalars && column.role == ColumnRole::Row {
            return vec![Limit::Is(1)];
        }
        let known = || self.known(table, column);
        match column.ty {
            ColumnType::Integer | ColumnType::Interval => known().map_or_else(Vec::new, |known| values(&known, whole)),
            ColumnType::Real => known().map_or_else(Vec::new, |known| values(&known, exact)),
            ColumnType::Text => known().map_or_else(Vec::new, |known| sizes(&known.length)),
            ColumnType::Enum(id) => vec![Limit::OneOf(self.words(id).map(str::to_string).collect())],
            ColumnType::Boolean | ColumnType::Timestamp | ColumnType::Uuid | ColumnType::Json => Vec::new(),
        }
    }

    /// How many characters the longest text of a column has.
    pub(super) fn longest(&self, table: &Table, column: &Column) -> Option<usize> {
        let known = self.known(table, column)?;
        let patterns = known.patterns.iter().filter_map(|pattern| whole_length(self.machine.model.hir(pattern)?));
        let choices = known.choices.iter().filter_map(|choices| {
            choices.iter().map(|choice| choice.as_str().map(|text| text.chars().count())).max().flatten()
        });
        patterns.chain(choices).chain(size(known.length.high)).min()
    }

    /// How many characters the name of an enum's value needs.
    pub(super) fn longest_word(&self, id: EnumId) -> usize {
        self.words(id).map(str::len).max().unwrap_or(0).max(WORD)
    }

    fn words(&self, id: EnumId) -> impl Iterator<Item = &'s str> {
        self.service.enumeration(id).values.iter().map(|value| value.name.as_str())
    }

    /// All that the refinements of a column's values say.
    fn known(&self, table: &Table, column: &Column) -> Option<Keywords> {
        let Declared { ty, refinement } = self.declared(table, column.role)?;
        let mut known = Keywords::default();
        let mut add = |refinement: &Expr| {
            keywords(self.service, refinement, &mut known);
        };
        refinement.into_iter().for_each(&mut add);
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            if let Some(alias) = ty.alias.and_then(|id| self.service.aliases.get(id.index())) {
                alias.refinement.iter().for_each(&mut add);
                open.push(&alias.base);
            } else if matches!(ty.ty, Type::Option(_)) {
                open.extend(ty.args.first());
            }
        }
        Some(known)
    }

    /// The type that a column's values are declared with.
    pub(super) fn declared_type(&self, table: &Table, column: &Column) -> Option<&'s Type> {
        self.declared(table, column.role).map(|declared| &declared.ty.ty)
    }

    /// The declaration that a column comes from.
    fn declared(&self, table: &Table, role: ColumnRole) -> Option<Declared<'s>> {
        let plain = |ty: &'s TypeRef| Declared { ty, refinement: None };
        match role {
            ColumnRole::Key => self.part(table, 0).map(plain),
            ColumnRole::Value => self.part(table, self.value_at(table)?).map(plain),
            ColumnRole::KeyField(index) => self.field(self.part(table, 0)?, index),
            ColumnRole::Field(index) => self.field(self.part(table, self.value_at(table)?)?, index),
            ColumnRole::Scalar(id) => {
                let field = self.service.state.get(id.index())?;
                Some(Declared { ty: &field.ty, refinement: field.refinement.as_ref() })
            }
            ColumnRole::Position | ColumnRole::Row | ColumnRole::CreatedAt | ColumnRole::UpdatedAt => None,
        }
    }

    fn field(&self, ty: &TypeRef, index: FieldIndex) -> Option<Declared<'s>> {
        let field: &Field = self.service.entities.get(entity(ty)?.index())?.fields.get(index.index())?;
        Some(Declared { ty: &field.ty, refinement: field.refinement.as_ref() })
    }

    /// A part of the type of a table's state field; through the alias that it may be written as.
    pub(super) fn part(&self, table: &Table, at: usize) -> Option<&'s TypeRef> {
        let mut ty = &self.service.state.get(collection(table.rows)?.index())?.ty;
        while let Some(alias) = ty.alias {
            ty = &self.service.aliases.get(alias.index())?.base;
        }
        ty.args.get(at)
    }

    /// The entity whose fields are the columns of a table's values.
    pub(super) fn entity_of_values(&self, table: &Table) -> Option<EntityId> {
        entity(self.part(table, self.value_at(table)?)?)
    }

    /// The entity whose fields are the columns of a table's keys.
    pub(super) fn entity_of_keys(&self, table: &Table) -> Option<EntityId> {
        entity(self.part(table, 0)?)
    }

    /// Which part of the type the values are.
    fn value_at(&self, table: &Table) -> Option<usize> {
        match table.rows {
            Rows::Entries(_) | Rows::Pairs(_) => Some(1),
            Rows::Elements(_) | Rows::Positions(_) => Some(0),
            Rows::Scalars => None,
        }
    }
}

fn entity(ty: &TypeRef) -> Option<EntityId> {
    if let Type::Entity(id) = ty.ty { Some(id) } else { None }
}

fn collection(rows: Rows) -> Option<StateId> {
    match rows {
        Rows::Entries(id) | Rows::Pairs(id) | Rows::Elements(id) | Rows::Positions(id) => Some(id),
        Rows::Scalars => None,
    }
}

/// The length of the longest text of a pattern that is about whole texts.
fn whole_length(hir: &Hir) -> Option<usize> {
    let looks = hir.properties();
    let whole = looks.look_set_prefix().contains(Look::Start) && looks.look_set_suffix().contains(Look::End);
    lengths(hir).1.filter(|_| whole)
}

fn values(known: &Keywords, number: fn(Number) -> Option<i64>) -> Vec<Limit> {
    let end = |bound: Option<Bound>, included: fn(i64) -> Limit, excluded: fn(i64) -> Limit| {
        let Bound { at, exclusive } = bound?;
        number(at).map(if exclusive { excluded } else { included })
    };
    let Bounds { low, high } = known.value;
    let low = end(low, Limit::AtLeast, Limit::Above);
    low.into_iter().chain(end(high, Limit::AtMost, Limit::Below)).collect()
}

fn whole(number: Number) -> Option<i64> {
    match number {
        Number::Int(value) => Some(value),
        Number::Float(_) => None,
    }
}

/// Whole numbers are the same doubles in every database; the text of others might be read in another way.
fn exact(number: Number) -> Option<i64> {
    let value = number.as_f64();
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
}

fn sizes(length: &Bounds) -> Vec<Limit> {
    let least = length.low.and_then(|low| Some(whole(low.at)?.saturating_add(i64::from(low.exclusive))));
    let least = least.and_then(|least| usize::try_from(least).ok()).filter(|least| *least > 0);
    least.map(Limit::NoShorter).into_iter().chain(size(length.high).map(Limit::NoLonger)).collect()
}

/// The greatest size that a bound allows.
fn size(high: Option<Bound>) -> Option<usize> {
    let high = high?;
    usize::try_from(whole(high.at)?.saturating_sub(i64::from(high.exclusive)).max(0)).ok()
}
