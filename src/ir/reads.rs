//! What an expression depends on beside its own variables, directly or through the functions it calls.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::{Builtin, Expr, ExprKind, FunctionBody, FunctionId, Service, StateId, goes_over_instances, walk};

/// The state fields and the clock, as far as an expression reads them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reads {
    /// The state fields.
    pub fields: BTreeSet<StateId>,
    /// Whether the clock is read.
    pub clock: bool,
}

impl Reads {
    /// What an expression reads.
    pub fn of(service: &Service, expr: &Expr) -> Reads {
        let mut found = Reads::default();
        found.add(service, expr, &mut FxHashSet::default());
        found
    }

    /// What a call of a function reads.
    pub fn by(service: &Service, id: FunctionId) -> Reads {
        let mut found = Reads::default();
        found.add_function(service, id, &mut FxHashSet::default());
        found
    }

    /// Whether nothing is read.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty() && !self.clock
    }

    fn add(&mut self, service: &Service, expr: &Expr, seen: &mut FxHashSet<FunctionId>) {
        walk(expr, &mut |part| {
            if let ExprKind::State(id, _) = &part.kind {
                self.fields.insert(*id);
            } else if let ExprKind::Call(id, ..) = &part.kind {
                self.add_function(service, *id, seen);
            } else if goes_over_instances(part) {
                self.fields.extend((0..service.state.len()).map(|index| StateId(index as u32)));
            }
            self.clock |= matches!(part.kind, ExprKind::Builtin(Builtin::Now, _));
        });
    }

    fn add_function(&mut self, service: &Service, id: FunctionId, seen: &mut FxHashSet<FunctionId>) {
        if let FunctionBody::Defined(body) = &service.function(id).body
            && seen.insert(id)
        {
            self.add(service, body, seen);
        }
    }
}
