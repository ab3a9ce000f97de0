//! What a column holds in rows that were there before it: a scalar its initial value, a field what the smallest valid record
//! has there, everything else the smallest valid value of its type.

use serde_json::Value;

use super::limits::Limiter;
use crate::convention::{Column, ColumnRole, Rows, Table};
use crate::interp::{Random, State, wire};
use crate::ir::{EntityId, Type, TypeRef};

/// The randomness of values that are no small ones; any will do.
const SEED: u64 = 11;
/// The moment that conditions are looked at in: the first one that there is a name for.
const THEN: i64 = 0;
/// What stands for a moment that nobody knows.
const EPOCH: &str = "1970-01-01T00:00:00.000Z";

/// Finds values.
pub(super) struct Defaults<'s> {
    pub(super) limiter: &'s Limiter<'s>,
    pub(super) initial: Option<State>,
}

impl Defaults<'_> {
    /// The value of a column as it is on the wire; null where none is known, or where it stands for `none`.
    pub(super) fn of(&self, table: &Table, column: &Column) -> Value {
        match column.role {
            ColumnRole::CreatedAt | ColumnRole::UpdatedAt => Value::from(EPOCH),
            ColumnRole::Position | ColumnRole::Row => Value::from(0),
            ColumnRole::Scalar(id) => self.scalar(id.index()),
            ColumnRole::Field(index) => {
                self.field(self.limiter.entity_of_values(table), index.index()).unwrap_or(Value::Null)
            }
            ColumnRole::KeyField(index) => {
                self.field(self.limiter.entity_of_keys(table), index.index()).unwrap_or(Value::Null)
            }
            ColumnRole::Key => self.limiter.part(table, 0).map_or(Value::Null, |ty| self.smallest(ty)),
            ColumnRole::Value => {
                let at = if matches!(table.rows, Rows::Entries(_) | Rows::Pairs(_)) { 1 } else { 0 };
                self.limiter.part(table, at).map_or(Value::Null, |ty| self.smallest(ty))
            }
        }
    }

    fn scalar(&self, at: usize) -> Value {
        let service = self.limiter.service;
        let value = self.initial.as_ref().and_then(|state| state.fields().get(at));
        let ty = service.state.get(at).map(|field| &field.ty.ty);
        ty.zip(value).map_or(Value::Null, |(ty, value)| wire::encode(service, ty, value))
    }

    fn field(&self, entity: Option<EntityId>, at: usize) -> Option<Value> {
        let entity = entity?;
        let field = self.limiter.service.entities.get(entity.index())?.fields.get(at)?;
        let record = self.smallest(&TypeRef::plain(Type::Entity(entity)));
        let held = record.get(field.name.as_str()).cloned();
        Some(held.unwrap_or_else(|| self.smallest(&field.ty)))
    }

    /// The smallest valid value of a declared type.
    fn smallest(&self, ty: &TypeRef) -> Value {
        let Some(state) = &self.initial else { return Value::Null };
        let found = self.limiter.machine.samples(ty, state, THEN, &mut Random::seeded(SEED));
        found.first().map_or(Value::Null, |value| wire::encode(self.limiter.service, &ty.ty, value))
    }
}
