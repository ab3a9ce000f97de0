//! Whether values satisfy their types: refinements of aliases and fields, and the invariants of entities.

use super::eval::{Sight, counted};
use super::finding::Clause;
use super::model::Model;
use super::stop::{Stop, Undefined};
use super::value::Value;
use crate::ir::{EntityId, Expr, Type, TypeRef};

/// What a value breaks, and why an undefined condition has no value.
pub(crate) type Broken = (Clause, Option<Stop>);

/// Checks values against declared types.
#[derive(Clone, Copy)]
pub(crate) struct Refiner<'a> {
    sight: Sight<'a>,
}

impl<'a> Refiner<'a> {
    pub(crate) fn new(sight: Sight<'a>) -> Refiner<'a> {
        Refiner { sight }
    }

    fn model(&self) -> &'a Model {
        self.sight.model
    }

    /// The first thing that a value of a declared type breaks. An overflow stops the check, and so does a value that is
    /// none of the type.
    pub(crate) fn broken(self, ty: &TypeRef, value: &Value) -> Result<Option<Broken>, Stop> {
        if let Some(alias) = ty.alias {
            let declared = &self.model().service.aliases[alias.index()];
            if let Some(refinement) = &declared.refinement
                && !value.is_none()
                && let Some(stop) = self.fails(refinement, value)?
            {
                return Ok(Some((Clause::Alias(alias), stop)));
            }
            return self.broken(&declared.base, value);
        }
        self.broken_part(ty, value)
    }

    fn broken_part(self, ty: &TypeRef, value: &Value) -> Result<Option<Broken>, Stop> {
        if let (Type::Option(_), [inner], false) = (&ty.ty, &*ty.args, value.is_none()) {
            return self.broken(inner, value);
        }
        match (value, &*ty.args) {
            (Value::None, _) => Ok(None),
            (Value::Set(elements), [element]) => self.first(elements.iter().map(|value| (element, value))),
            (Value::Seq(elements), [element]) => self.first(elements.iter().map(|value| (element, value))),
            (Value::Map(entries), [key, inner]) => {
                for (at, value) in entries {
                    if let Some(broken) = self.broken_entry((key, inner), at, value)? {
                        return Ok(Some(broken));
                    }
                }
                Ok(None)
            }
            (Value::Record(_), _) => self.broken_record(ty, value),
            (Value::Enum(at), _) => self.is_of_enum(&ty.ty, *at).map(|()| None),
            _ => Ok(None),
        }
    }

    /// No clause of a spec says that an enum has only its own values, so this stops the check.
    fn is_of_enum(self, ty: &Type, at: u32) -> Result<(), Stop> {
        let Type::Enum(id) = ty else { return Ok(()) };
        let declared = self.model().service.enumeration(*id);
        let exists = (at as usize) < declared.values.len();
        if exists { Ok(()) } else { Err(Stop::Undefined(Undefined::NoSuchEnumValue, declared.span)) }
    }

    /// What an entry of a map or relation breaks.
    pub(crate) fn broken_entry(
        self,
        (key, inner): (&TypeRef, &TypeRef),
        at: &Value,
        value: &Value,
    ) -> Result<Option<Broken>, Stop> {
        if let Some(broken) = self.broken(key, at)? {
            return Ok(Some(broken));
        }
        match value {
            // Of a `some` or `set` relation the declared type is that of each value.
            Value::Set(elements) if !matches!(inner.ty, Type::Set(_)) => {
                self.first(elements.iter().map(|element| (inner, element)))
            }
            _ => self.broken(inner, value),
        }
    }

    fn first<'v>(self, parts: impl Iterator<Item = (&'v TypeRef, &'v Value)>) -> Result<Option<Broken>, Stop> {
        for (ty, value) in parts {
            if let Some(broken) = self.broken(ty, value)? {
                return Ok(Some(broken));
            }
        }
        Ok(None)
    }

    fn broken_record(self, ty: &TypeRef, value: &Value) -> Result<Option<Broken>, Stop> {
        let (Type::Entity(id), Value::Record(fields)) = (&ty.ty, value) else { return Ok(None) };
        for (index, field) in fields.iter().enumerate() {
            if let Some(broken) = self.broken_field(*id, index, field, fields)? {
                return Ok(Some(broken));
            }
        }
        for index in 0..self.model().service.entity(*id).invariants.len() {
            if let Some(broken) = self.broken_invariant(*id, index, fields)? {
                return Ok(Some(broken));
            }
        }
        Ok(None)
    }

    /// What the value of a field breaks by itself.
    pub(crate) fn broken_field(
        self,
        id: EntityId,
        index: usize,
        value: &Value,
        fields: &std::sync::Arc<[Value]>,
    ) -> Result<Option<Broken>, Stop> {
        let Some(field) = self.model().service.entity(id).fields.get(index) else { return Ok(None) };
        if let Some(refinement) = &field.refinement
            && !value.is_none()
        {
            let truth = self.sight.evaluator().with_value(value).with_fields(fields).truth(refinement);
            if let Some(stop) = failed(truth)? {
                return Ok(Some((Clause::Field(id, index), stop)));
            }
        }
        self.broken(&field.ty, value)
    }

    /// Whether a record breaks an invariant of its entity.
    pub(crate) fn broken_invariant(
        self,
        id: EntityId,
        index: usize,
        fields: &std::sync::Arc<[Value]>,
    ) -> Result<Option<Broken>, Stop> {
        let invariant = &self.model().service.entity(id).invariants[index];
        let truth = self.sight.evaluator().with_fields(fields).truth(&invariant.expr);
        Ok(failed(truth)?.map(|stop| (Clause::EntityInvariant(id, index), stop)))
    }

    /// Whether a condition on a value fails, and why where it is undefined.
    pub(crate) fn fails(self, refinement: &Expr, value: &Value) -> Result<Option<Option<Stop>>, Stop> {
        failed(self.sight.evaluator().with_value(value).truth(refinement))
    }
}

/// Whether a condition fails, and why where it is undefined. What is outside the contract stops.
pub(crate) fn failed(truth: Result<bool, Stop>) -> Result<Option<Option<Stop>>, Stop> {
    match counted(truth) {
        Ok(true) => Ok(None),
        Ok(false) => Ok(Some(None)),
        Err(stop) if stop.is_outside() => Err(stop),
        Err(stop) => Ok(Some(Some(stop))),
    }
}

/// What speaks of fields that are still open says nothing yet.
pub(crate) fn decided(broken: Option<Broken>) -> Option<Broken> {
    broken.filter(|(_, stop)| !matches!(stop, Some(Stop::Undefined(Undefined::Undecided, _))))
}
