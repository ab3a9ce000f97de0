//! Looking at a value where it is: what only names something is read without a copy.

use super::Evaluator;
use crate::interp::stop::Stop;
use crate::interp::value::Value;
use crate::ir::{Expr, ExprKind, IndexKind};

impl Evaluator<'_> {
    /// The value that an expression names; none where it has to be worked out, or has no value.
    pub(super) fn look(&self, expr: &Expr) -> Option<&Value> {
        let found = match &expr.kind {
            ExprKind::Local(local) => {
                self.frame.locals.iter().rev().find(|(id, _)| *id == local.id).map(|(_, value)| value)
            }
            ExprKind::Input(index) => self.sight.inputs.get(index.index()),
            ExprKind::Output(index) => self.sight.outputs.get(index.index()),
            ExprKind::Param(index) => self.frame.params.get(index.index()),
            ExprKind::OwnField(field) => self.frame.own_fields.as_ref()?.get(field.index()),
            ExprKind::OwnValue => self.frame.own_value.as_ref(),
            ExprKind::State(id, moment) => Some(self.state(*moment).field(*id)),
            ExprKind::Field(base, field) => match self.look(base)? {
                Value::Record(fields) => fields.get(field.index()),
                _ => None,
            },
            ExprKind::Index(IndexKind::Value | IndexKind::Values, base, key) => match self.look(base)? {
                Value::Map(entries) => entries.get(self.look(key)?),
                _ => None,
            },
            ExprKind::Some(inner) => self.look(inner),
            ExprKind::Unwrap(inner, _) => self.look(inner).filter(|value| !value.is_none()),
            _ => None,
        };
        found.filter(|value| !value.is_open())
    }

    /// Does something with the value of an expression, which is copied only where it has to be worked out.
    pub(super) fn with_value_of<R>(&mut self, expr: &Expr, work: impl FnOnce(&Value) -> R) -> Result<R, Stop> {
        match self.look(expr) {
            Some(value) => Ok(work(value)),
            None => Ok(work(&self.eval(expr)?)),
        }
    }

    /// The same with two values, the left one worked out first.
    pub(super) fn with_values_of<R>(
        &mut self,
        left: &Expr,
        right: &Expr,
        work: impl FnOnce(&Value, &Value) -> R,
    ) -> Result<R, Stop> {
        if let (Some(left), Some(right)) = (self.look(left), self.look(right)) {
            return Ok(work(left, right));
        }
        if self.look(left).is_none() {
            let left = self.eval(left)?;
            return self.with_value_of(right, |right| work(&left, right));
        }
        let right = self.eval(right)?;
        self.with_value_of(left, |left| work(left, &right))
    }
}
