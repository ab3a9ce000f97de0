//! What clauses say about membership at their top level: `x in e`, `x not in e`, with predicates unfolded and below
//! `let`.

use crate::ir::{
    BinaryOp, Clause, Expr, ExprKind, Fresh, FunctionBody, FunctionId, Local, Moment, Service, Type, UnaryOp,
    substitute,
};

/// One `x in e`, or `x not in e`.
#[derive(Debug, Clone)]
pub(super) struct Membership {
    /// The position of its clause.
    pub(super) clause: usize,
    /// The variables around it, from the outside in.
    pub(super) lets: Vec<(Local, Expr)>,
    /// The test itself.
    pub(super) test: Expr,
    /// What is in, or not.
    pub(super) element: Expr,
    /// Where.
    pub(super) whole: Expr,
    /// Whether it is in.
    pub(super) holds: bool,
}

impl Membership {
    /// The test with the variables around it.
    pub(super) fn with_lets(&self) -> Expr {
        self.lets.iter().rev().fold(self.test.clone(), |body, (local, value)| {
            let (ty, span) = (Type::Bool, body.span);
            let kind = ExprKind::Let(local.clone(), Box::new(value.clone()), Box::new(body));
            Expr { kind, ty, span }
        })
    }
}

/// All that clauses say about membership, in their order.
pub(super) fn memberships(service: &Service, clauses: &[Clause]) -> Vec<Membership> {
    conjuncts(service, clauses).into_iter().flatten().collect()
}

/// The top-level conjuncts of clauses, predicates unfolded: those about membership, and `None` for each other one.
pub(super) fn conjuncts(service: &Service, clauses: &[Clause]) -> Vec<Option<Membership>> {
    let mut found = Vec::new();
    for (clause, text) in clauses.iter().enumerate() {
        let fresh = Fresh::above(&text.expr);
        let mut finder = Finder { service, clause, fresh, lets: Vec::new(), unfolding: Vec::new(), found: &mut found };
        finder.visit(&text.expr);
    }
    found
}

struct Finder<'a> {
    service: &'a Service,
    clause: usize,
    fresh: Fresh,
    lets: Vec<(Local, Expr)>,
    /// The predicates around, so that one that calls itself is not unfolded for ever.
    unfolding: Vec<FunctionId>,
    found: &'a mut Vec<Option<Membership>>,
}

/// How deep predicates are unfolded: more than people write, less than hurts.
const MOST_UNFOLDING: usize = 16;

impl Finder<'_> {
    fn visit(&mut self, expr: &Expr) {
        if let ExprKind::Binary(BinaryOp::And, left, right) = &expr.kind {
            self.visit(left);
            self.visit(right);
        } else if let ExprKind::Let(local, value, body) = &expr.kind {
            self.lets.push((local.clone(), (**value).clone()));
            self.visit(body);
            self.lets.pop();
        } else if let ExprKind::Call(id, args, moment) = &expr.kind {
            self.unfold(*id, args, *moment);
        } else {
            self.found.push(self.membership(expr));
        }
    }

    fn unfold(&mut self, id: FunctionId, args: &[Expr], moment: Moment) {
        match &self.service.function(id).body {
            FunctionBody::Defined(body) if !self.unfolding.contains(&id) && self.unfolding.len() < MOST_UNFOLDING => {
                let body = substitute(body, args, moment, &mut self.fresh);
                self.unfolding.push(id);
                self.visit(&body);
                self.unfolding.pop();
            }
            FunctionBody::Defined(_) | FunctionBody::Extern => self.found.push(None),
        }
    }

    fn membership(&self, expr: &Expr) -> Option<Membership> {
        let inner = if let ExprKind::Unary(UnaryOp::Not, inner) = &expr.kind { Some(&**inner) } else { None };
        let (test, negated) = (inner.unwrap_or(expr), inner.is_some());
        let ExprKind::Binary(operator @ (BinaryOp::In | BinaryOp::NotIn), element, whole) = &test.kind else {
            return None;
        };
        Some(Membership {
            clause: self.clause,
            lets: self.lets.clone(),
            test: expr.clone(),
            element: (**element).clone(),
            whole: (**whole).clone(),
            holds: (*operator == BinaryOp::In) != negated,
        })
    }
}
