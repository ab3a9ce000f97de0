//! How far a part of a condition is from what is wanted of it: every decision on the way has to go there, and what stands
//! beside the part should leave the outcome to it.

use super::Evaluator;
use super::distance::{NOTHING_THERE, OUTSIDE, of_stop};
use crate::interp::stop::Stop;
use crate::ir::{BinaryOp, Expr, ExprKind, FunctionBody, UnaryOp, binders, for_each_child};

/// A step on the way from a condition to a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum WayStep {
    /// To a direct part, by its position
    Part(usize),
    /// From a call to the body of its function
    Body,
}

/// How far a part of a condition is from what is wanted of it. The one that is less is nearer.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Reach {
    /// What has to be zero.
    pub(crate) hard: f64,
    /// What fails beside it in the same condition, though the part does not depend on it.
    pub(crate) soft: f64,
}

impl Reach {
    pub(crate) fn missed(hard: f64) -> Reach {
        Reach { hard, soft: 0.0 }
    }

    fn further(self, hard: f64) -> Reach {
        Reach { hard: self.hard + hard, ..self }
    }

    /// The nearer one of two.
    pub(crate) fn nearer(self, other: Reach) -> Reach {
        if other < self { other } else { self }
    }
}

impl Evaluator<'_> {
    /// How far it is that a part of a condition is reached, and that what is wanted of it is so. Of the elements of a
    /// collection the nearest one counts. Where the part `decides`, what stands beside it should leave the outcome to it.
    pub(crate) fn reach(
        &mut self,
        expr: &Expr,
        way: &[WayStep],
        decides: bool,
        wanted: &mut dyn FnMut(&mut Self, &Expr) -> f64,
    ) -> Reach {
        let Some((step, rest)) = way.split_first() else { return Reach::missed(wanted(self, expr)) };
        let WayStep::Part(at) = *step else { return self.reach_body(expr, rest, decides, wanted) };
        let Some(part) = part(expr, at) else { return Reach::missed(OUTSIDE) };
        let inner = decides && is_decided_by(expr, at);
        match &expr.kind {
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), left, _) if at == 1 => {
                let first = self.distance(left, *operator != BinaryOp::Or);
                self.reach(part, rest, inner, wanted).further(first)
            }
            ExprKind::Binary(operator, _, right) => {
                let soft = if decides { self.beside(*operator, right) } else { 0.0 };
                let Reach { hard, soft: inside } = self.reach(part, rest, inner, wanted);
                Reach { hard, soft: inside + soft }
            }
            ExprKind::If(condition, ..) if at > 0 => {
                let first = self.distance(condition, at == 1);
                self.reach(part, rest, inner, wanted).further(first)
            }
            ExprKind::Let(local, value, _) if at == 1 => match self.eval(value) {
                Ok(value) => {
                    let bound = self.bound();
                    self.bind(local, value);
                    let found = self.reach(part, rest, inner, wanted);
                    self.unbind_to(bound);
                    found
                }
                Err(stop) => Reach::missed(unreached(stop)),
            },
            ExprKind::Quantifier(..) | ExprKind::Sum(..) | ExprKind::The(..) | ExprKind::Comprehension(..)
                if is_body(expr, at) =>
            {
                let mut best = Reach::missed(NOTHING_THERE);
                let mut nearest = |this: &mut Self| best = best.nearer(this.reach(part, rest, inner, wanted));
                self.for_each_choice(binders(expr), &mut nearest);
                best
            }
            _ => self.reach(part, rest, inner, wanted),
        }
    }

    fn reach_body(
        &mut self,
        expr: &Expr,
        way: &[WayStep],
        decides: bool,
        wanted: &mut dyn FnMut(&mut Self, &Expr) -> f64,
    ) -> Reach {
        let ExprKind::Call(id, args, moment) = &expr.kind else { return Reach::missed(OUTSIDE) };
        let FunctionBody::Defined(body) = &self.sight.model.service.function(*id).body else {
            return Reach::missed(OUTSIDE);
        };
        let reached = self.inside_call(args, *moment, expr.span, |this| Ok(this.reach(body, way, decides, wanted)));
        reached.unwrap_or_else(|stop| Reach::missed(unreached(stop)))
    }

    /// How far the right side is from leaving the outcome to the left one. Where it has no value, nothing is to be had.
    fn beside(&mut self, operator: BinaryOp, right: &Expr) -> f64 {
        let needed = match operator {
            BinaryOp::And => true,
            BinaryOp::Or | BinaryOp::Implies => false,
            _ => return 0.0,
        };
        match self.truth(right) {
            Ok(truth) if truth == needed => 0.0,
            Err(Stop::Unknown | Stop::Undefined(..)) => 0.0,
            Ok(_) | Err(Stop::Overflow(_) | Stop::TooLarge(_)) => self.distance(right, needed),
        }
    }
}

/// Whether the truth of a condition can hang on that of its part.
fn is_decided_by(expr: &Expr, at: usize) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, ..) => true,
        ExprKind::If(..) | ExprKind::Let(..) => at > 0,
        ExprKind::Quantifier(..) => is_body(expr, at),
        _ => false,
    }
}

/// A direct part of an expression, by its position.
pub(crate) fn part(expr: &Expr, at: usize) -> Option<&Expr> {
    let (mut position, mut found) = (0, None);
    for_each_child(expr, &mut |child| {
        if position == at {
            found = Some(child);
        }
        position += 1;
    });
    found
}

/// Whether a part of an expression that binds variables is the one that sees them.
fn is_body(expr: &Expr, at: usize) -> bool {
    binders(expr).iter().filter(|binder| binder.source().is_some()).count() == at
}

/// The distance of a part that is not reached, since something on the way has no value.
fn unreached(stop: Stop) -> f64 {
    of_stop(stop, false)
}
