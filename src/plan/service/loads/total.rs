//! Which conditions have a value for every entry. What has none for one entry has none for the whole collection, so an
//! entry may only be left out by a condition that comes after such ones.

use super::MOST_CALLS;
use crate::ir::{
    BinaryOp, Builtin, Expr, ExprKind, Fresh, FunctionBody, Service, StateId, Tested, Type, UnaryOp, for_each_child,
    substitute,
};

/// Where a condition stands: in a service, inside variables that go over the keys of relations.
#[derive(Clone, Copy)]
pub(super) struct Totality<'s> {
    pub(super) service: &'s Service,
    /// Relations and variables that go over their keys.
    pub(super) keys: &'s [(StateId, u32)],
}

impl Totality<'_> {
    /// Whether an expression always has a value.
    pub(super) fn holds(self, expr: &Expr) -> bool {
        self.within(expr, 0)
    }

    /// Whether something is the entry that a variable stands for.
    fn is_entry(self, expr: &Expr) -> bool {
        let ExprKind::Index(_, base, key) = &expr.kind else { return false };
        let (ExprKind::State(id, _), ExprKind::Local(local)) = (&base.kind, &key.kind) else { return false };
        self.keys.contains(&(*id, local.id))
    }

    fn within(self, expr: &Expr, depth: usize) -> bool {
        if self.is_entry(expr) {
            return true;
        }
        let itself = match &expr.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::EnumValue(..)
            | ExprKind::Local(_)
            | ExprKind::Input(_)
            | ExprKind::State(..)
            | ExprKind::Matches(..)
            | ExprKind::Field(..)
            | ExprKind::Quantifier(..)
            | ExprKind::Comprehension(..)
            | ExprKind::If(..)
            | ExprKind::Let(..)
            | ExprKind::Set(_)
            | ExprKind::Seq(_)
            | ExprKind::Some(_) => true,
            ExprKind::Unwrap(_, tested) => *tested == Tested::Yes,
            ExprKind::Unary(operator, _) => matches!(operator, UnaryOp::Not | UnaryOp::Size),
            ExprKind::Binary(operator, ..) => is_total(*operator),
            ExprKind::Builtin(builtin, _) => matches!(builtin, Builtin::Len | Builtin::Now | Builtin::Hash),
            ExprKind::Call(id, args, moment) => {
                let FunctionBody::Defined(body) = &self.service.function(*id).body else { return false };
                let unfolded = || substitute(body, args, *moment, &mut Fresh::above(expr));
                depth < MOST_CALLS && self.within(&unfolded(), depth + 1)
            }
            ExprKind::Output(_)
            | ExprKind::Param(_)
            | ExprKind::OwnField(_)
            | ExprKind::OwnValue
            | ExprKind::Instances(..)
            | ExprKind::Index(..)
            | ExprKind::UndeclaredCall(..)
            | ExprKind::Sum(..)
            | ExprKind::With(..)
            | ExprKind::Construct(..)
            | ExprKind::The(..)
            | ExprKind::Map(_) => false,
        };
        let mut found = itself && expr.ty != Type::Unknown;
        for_each_child(expr, &mut |part| found = found && self.within(part, depth));
        found
    }
}

/// Whether an operator has a value for all operands; sums may leave the range of numbers.
fn is_total(operator: BinaryOp) -> bool {
    match operator {
        BinaryOp::Iff
        | BinaryOp::Implies
        | BinaryOp::Or
        | BinaryOp::And
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge
        | BinaryOp::In
        | BinaryOp::NotIn
        | BinaryOp::Subset
        | BinaryOp::Union
        | BinaryOp::Intersect
        | BinaryOp::Difference => true,
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Concat
        | BinaryOp::Override
        | BinaryOp::RemoveKeys => false,
    }
}
