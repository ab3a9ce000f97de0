//! Which range a number can leave, from how many bits it may need.

use super::{Arithmetic, Bound};
use crate::ir::{BinaryOp, Builtin, Expr, ExprKind, Type, UnaryOp};

/// How many bits a number has that counts characters, elements or keys.
const COUNT_BITS: u32 = 40;

/// The range that a sum, difference or product can leave.
pub(super) fn of_arithmetic(operation: Arithmetic, left: &Expr, right: &Expr) -> Bound {
    let needed = match operation {
        Arithmetic::Add | Arithmetic::Subtract => bits(left).max(bits(right)).saturating_add(1),
        Arithmetic::Multiply => bits(left).saturating_add(bits(right)),
    };
    if left.ty == Type::DateTime && right.ty == Type::DateTime {
        return Bound::None;
    }
    of_type(&left.ty, needed)
}

/// The range that a number without its sign, or with the other one, can leave.
pub(super) fn of_sign(inner: &Expr) -> Bound {
    if inner.ty == Type::Float { Bound::None } else { of_type(&inner.ty, bits(inner)) }
}

/// The range that sums of any number of terms, quotients and counts of units can leave.
pub(super) fn of_any(ty: &Type) -> Bound {
    of_type(ty, u32::MAX)
}

/// The range that a value of a type must stay in, where it may need so many bits.
fn of_type(ty: &Type, bits: u32) -> Bound {
    match ty {
        Type::Float => Bound::Float,
        Type::DateTime => Bound::Instant,
        Type::Bool
        | Type::Int
        | Type::String
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => {
            if bits < 63 {
                Bound::None
            } else {
                Bound::Int
            }
        }
    }
}

/// How many bits an integer may need, without its sign.
fn bits(expr: &Expr) -> u32 {
    if let ExprKind::Int(value) = expr.kind {
        return 64 - value.unsigned_abs().leading_zeros();
    }
    if let ExprKind::Unary(UnaryOp::Size, _) | ExprKind::Builtin(Builtin::Len, _) = expr.kind {
        return COUNT_BITS;
    }
    if let ExprKind::Unary(UnaryOp::Negate, inner) = &expr.kind {
        return bits(inner);
    }
    if let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) = &expr.kind {
        return bits(left).max(bits(right)).saturating_add(1);
    }
    if let ExprKind::Binary(BinaryOp::Multiply, left, right) = &expr.kind {
        return bits(left).saturating_add(bits(right));
    }
    64
}
