//! Calls whose value nobody knows: of undeclared functions, and of externs.

use crate::ir::{Expr, ExprKind, FunctionBody, FunctionId, Service, any};

/// Which functions of a service depend on one that nobody supplies.
#[derive(Debug, Clone)]
pub struct LooseCalls(Vec<bool>);

impl LooseCalls {
    /// Finds them.
    pub fn of(service: &Service) -> LooseCalls {
        let mut found = LooseCalls(vec![false; service.functions.len()]);
        loop {
            let next: Vec<bool> = service.functions.iter().map(|function| found.in_body(&function.body)).collect();
            if next == found.0 {
                return found;
            }
            found = LooseCalls(next);
        }
    }

    fn in_body(&self, body: &FunctionBody) -> bool {
        match body {
            FunctionBody::Defined(body) => self.within(body),
            FunctionBody::Extern => true,
        }
    }

    /// Whether the value of an expression may depend on such a call.
    pub fn within(&self, expr: &Expr) -> bool {
        let calls_loose = |part: &Expr| matches!(&part.kind, ExprKind::Call(id, ..) if self.is_loose(*id));
        any(expr, &|part| matches!(part.kind, ExprKind::UndeclaredCall(..)) || calls_loose(part))
    }

    fn is_loose(&self, id: FunctionId) -> bool {
        self.0.get(id.index()).copied().unwrap_or(false)
    }
}
