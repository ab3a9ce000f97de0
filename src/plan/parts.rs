//! The parts of a condition that a failure shows with their values: what it compares, and the variables that decide it.

use super::clause::written;
use crate::ir::{
    BinaryOp, Binder, Builtin, Expr, ExprKind, Local, Names, Quantifier, Service, UnaryOp, any, print, same,
};
use crate::source::SourceMap;

/// How many parts of a condition are shown.
const MAX_PARTS: usize = 12;

/// A part of a condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// An operand
    One(Operand),
    /// Both sides of an equation
    Sides(Box<Operand>, Box<Operand>),
}

/// An expression in a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The variables of quantifiers around it that it reads, from the outside in.
    pub bound: Vec<Local>,
    /// The expression.
    pub expr: Expr,
    /// The expression as it stands in the condition, for its text.
    pub said: Expr,
}

impl Operand {
    /// What it says: as it is written, or the name of the variable that it is.
    pub fn text(&self, service: &Service, sources: &SourceMap, names: Names<'_>) -> String {
        if let ExprKind::Local(local) = &self.said.kind {
            return local.name.to_string();
        }
        written(sources, self.said.span, &print(&self.said, service, names))
    }

    /// Whether both are the same value, wherever the condition names it.
    fn is_same(&self, other: &Operand) -> bool {
        self.bound == other.bound && same(&self.expr, &other.expr)
    }
}

/// The parts of a condition, from left to right; none where they would say no more than the value that it is about.
pub fn parts(condition: &Expr) -> Vec<Part> {
    let mut found = Finder { scopes: Vec::new(), parts: Vec::new() };
    found.condition(condition);
    let is_plain = |part: &Part| matches!(part, Part::One(Operand { expr, .. }) if expr.kind == ExprKind::OwnValue);
    if found.parts.iter().all(is_plain) { Vec::new() } else { found.parts }
}

/// What binds a variable around a part.
enum Scope {
    /// A quantifier, whose variable some element decides
    Decided(Local),
    /// A `let`
    Let(Local, Expr),
}

struct Finder {
    scopes: Vec<Scope>,
    parts: Vec<Part>,
}

impl Finder {
    fn condition(&mut self, expr: &Expr) {
        if let ExprKind::Binary(operator, left, right) = &expr.kind {
            return self.binary(expr, *operator, left, right);
        }
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, inner) => self.condition(inner),
            ExprKind::If(test, yes, no) => [test, yes, no].into_iter().for_each(|part| self.condition(part)),
            ExprKind::Let(local, value, body) => {
                self.operand(value);
                self.scopes.push(Scope::Let(local.clone(), (**value).clone()));
                self.condition(body);
                self.scopes.pop();
            }
            ExprKind::Quantifier(quantifier, binders, body) => self.quantifier(expr, *quantifier, binders, body),
            ExprKind::Matches(text, _) => self.operand(text),
            ExprKind::Call(_, arguments, _) => {
                self.push(expr);
                arguments.iter().for_each(|argument| self.operand(argument));
            }
            ExprKind::UndeclaredCall(_, arguments) => arguments.iter().for_each(|argument| self.operand(argument)),
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::EnumValue(..)
            | ExprKind::Local(_)
            | ExprKind::Input(_)
            | ExprKind::Output(_)
            | ExprKind::Param(_)
            | ExprKind::OwnField(_)
            | ExprKind::OwnValue
            | ExprKind::State(..)
            | ExprKind::Instances(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Builtin(..)
            | ExprKind::Sum(..)
            | ExprKind::With(..)
            | ExprKind::Construct(..)
            | ExprKind::The(..)
            | ExprKind::Comprehension(..)
            | ExprKind::Set(_)
            | ExprKind::Seq(_)
            | ExprKind::Map(_)
            | ExprKind::Some(_)
            | ExprKind::Unwrap(..) => self.operand(expr),
        }
    }

    fn binary(&mut self, whole: &Expr, operator: BinaryOp, left: &Expr, right: &Expr) {
        match operator {
            BinaryOp::Iff | BinaryOp::Implies | BinaryOp::Or | BinaryOp::And => {
                self.condition(left);
                self.condition(right);
            }
            BinaryOp::Eq if !is_literal(left) || !is_literal(right) => {
                let sides = Part::Sides(Box::new(self.closed(bare(left))), Box::new(self.closed(bare(right))));
                self.add(sides);
                self.inside(bare(left));
                self.inside(bare(right));
            }
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::In
            | BinaryOp::NotIn
            | BinaryOp::Subset => {
                self.operand(left);
                self.operand(right);
            }
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Concat
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Difference
            | BinaryOp::Override
            | BinaryOp::RemoveKeys => self.operand(whole),
        }
    }

    /// An element decides that something does not hold for all, or holds for one although for none it may.
    fn quantifier(&mut self, whole: &Expr, quantifier: Quantifier, binders: &[Binder], body: &Expr) {
        if quantifier == Quantifier::Some {
            return binders.iter().filter_map(Binder::source).for_each(|source| self.operand(source));
        }
        for binder in binders {
            self.scopes.push(Scope::Decided(binder.local.clone()));
            let kind = ExprKind::Local(binder.local.clone());
            self.push(&Expr { kind, ty: binder.ty.clone(), span: whole.span });
        }
        self.condition(body);
        self.scopes.truncate(self.scopes.len() - binders.len());
    }

    /// An operand, and the operands that it has itself.
    fn operand(&mut self, expr: &Expr) {
        let expr = bare(expr);
        if !is_literal(expr) {
            self.push(expr);
            self.inside(expr);
        }
    }

    /// The operands of arithmetic and of functions. Neither the way to a place nor a whole collection is taken apart.
    fn inside(&mut self, expr: &Expr) {
        const ARITHMETIC: [BinaryOp; 5] =
            [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply, BinaryOp::Divide, BinaryOp::Concat];
        if let ExprKind::Binary(operator, left, right) = &expr.kind
            && ARITHMETIC.contains(operator)
        {
            self.operand(left);
            self.operand(right);
        } else if let ExprKind::Unary(_, inner) = &expr.kind {
            self.operand(inner);
        } else if let ExprKind::Builtin(builtin, arguments) = &expr.kind
            && *builtin != Builtin::Now
        {
            arguments.iter().for_each(|argument| self.operand(argument));
        }
    }

    fn push(&mut self, expr: &Expr) {
        let operand = self.closed(expr);
        self.add(Part::One(operand));
    }

    fn add(&mut self, part: Part) {
        let is_shown = |known: &Part| match (known, &part) {
            (Part::Sides(left, right), Part::One(one)) => left.is_same(one) || right.is_same(one),
            (Part::Sides(left, right), Part::Sides(one, other)) => left.is_same(one) && right.is_same(other),
            (Part::One(known), Part::One(one)) => known.is_same(one),
            (Part::One(_), Part::Sides(..)) => false,
        };
        if self.parts.len() < MAX_PARTS && !self.parts.iter().any(is_shown) {
            self.parts.push(part);
        }
    }

    /// An expression with what it reads from around it.
    fn closed(&self, expr: &Expr) -> Operand {
        let (mut closed, mut bound) = (expr.clone(), Vec::new());
        for scope in self.scopes.iter().rev() {
            match scope {
                Scope::Decided(local) if reads(&closed, local) => bound.push(local.clone()),
                Scope::Let(local, value) if reads(&closed, local) => {
                    let (ty, span) = (closed.ty.clone(), closed.span);
                    let kind = ExprKind::Let(local.clone(), Box::new(value.clone()), Box::new(closed));
                    closed = Expr { kind, ty, span };
                }
                Scope::Decided(_) | Scope::Let(..) => {}
            }
        }
        bound.reverse();
        Operand { bound, expr: closed, said: expr.clone() }
    }
}

fn reads(expr: &Expr, local: &Local) -> bool {
    any(expr, &|part| matches!(&part.kind, ExprKind::Local(found) if found.id == local.id))
}

/// An expression without the lifting and opening of options around it.
fn bare(expr: &Expr) -> &Expr {
    if let ExprKind::Some(inner) | ExprKind::Unwrap(inner, _) = &expr.kind { bare(inner) } else { expr }
}

/// Whether the text of an expression is its value.
fn is_literal(expr: &Expr) -> bool {
    if let ExprKind::Set(elements) | ExprKind::Seq(elements) = &bare(expr).kind {
        return elements.iter().all(is_literal);
    }
    matches!(
        bare(expr).kind,
        ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Text(_)
            | ExprKind::None
            | ExprKind::EnumValue(..)
    )
}
