//! Which values nobody can work out: those of undeclared functions and of externs, and what is made of them.

use crate::ir::{Expr, ExprKind, Function, FunctionBody, FunctionId, Service, Type, for_each_child};

/// The functions of a service whose value is unknown as a whole. A condition that only depends on one in a part is not:
/// that part is.
#[derive(Debug, Clone)]
pub struct Opaque(Vec<bool>);

impl Opaque {
    /// Finds them.
    pub fn of(service: &Service) -> Opaque {
        let mut found = Opaque(vec![false; service.functions.len()]);
        loop {
            let next: Vec<bool> = service.functions.iter().map(|function| found.is_opaque_body(function)).collect();
            if next == found.0 {
                return found;
            }
            found = Opaque(next);
        }
    }

    fn is_opaque_body(&self, function: &Function) -> bool {
        match &function.body {
            FunctionBody::Defined(body) => !is_condition(body) && self.is_opaque(body),
            FunctionBody::Extern => true,
        }
    }

    /// Whether a function has no value that could be worked out.
    pub fn is_function(&self, id: FunctionId) -> bool {
        self.0.get(id.index()).copied().unwrap_or(false)
    }

    /// Whether an expression has no value that could be worked out. Conditions inside it may be unknown all the same.
    pub fn is_opaque(&self, expr: &Expr) -> bool {
        let calls = matches!(&expr.kind, ExprKind::Call(id, ..) if self.is_function(*id));
        if calls || matches!(expr.kind, ExprKind::UndeclaredCall(..)) {
            return true;
        }
        let mut found = expr.ty == Type::Unknown && !matches!(expr.kind, ExprKind::Local(_));
        for_each_child(expr, &mut |part| found |= !is_condition(part) && self.is_opaque(part));
        found
    }
}

fn is_condition(expr: &Expr) -> bool {
    expr.ty == Type::Bool
}
