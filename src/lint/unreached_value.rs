//! A transition says how a field moves from value to value, but no rule leads to this value, and no
//! `ensures` and no initial value mentions it. No entity ever has it, and what the spec says about that
//! case is never put to the test.
//!
//! Add the rule that leads there, or remove the value.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   enum Status { OPEN, PAID, CANCELLED }
//!
//!   entity Order { status: Status }
//!
//!   state { orders: Int -> one Order }
//!
//!   operation Open {
//!     input: id: Int
//!     requires: id not in orders
//!     ensures: orders' = orders + {id -> Order { status = OPEN }}
//!   }
//!
//!   operation Pay {
//!     input: id: Int
//!     requires: id in orders
//!     ensures: orders'[id].status = PAID
//!   }
//!
//!   transition Life {
//!     entity: Order
//!     field: status
//!     OPEN -> PAID via Pay
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   enum Status { OPEN, PAID }
//!
//!   entity Order { status: Status }
//!
//!   state { orders: Int -> one Order }
//!
//!   operation Open {
//!     input: id: Int
//!     requires: id not in orders
//!     ensures: orders' = orders + {id -> Order { status = OPEN }}
//!   }
//!
//!   operation Pay {
//!     input: id: Int
//!     requires: id in orders
//!     ensures: orders'[id].status = PAID
//!   }
//!
//!   transition Life {
//!     entity: Order
//!     field: status
//!     OPEN -> PAID via Pay
//!   }
//! }
//! ```

use rustc_hash::FxHashSet;

use super::made_of::made_of;
use super::{Check, Lint, binders};
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Binder, EnumId, EnumValue, Expr, ExprKind, FunctionBody, FunctionId, Moment, Operation, Range, Service, StateField,
    Transition, Type, any, walk,
};

pub(super) const LINT: Lint =
    Lint { code: Code::UnreachedValue, source: include_str!("unreached_value.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    if service.transitions.is_empty() {
        return;
    }
    let reached = Reached::new(service);
    for transition in &service.transitions {
        let field = service.entity(transition.entity).fields.get(transition.field.index());
        if let Some(Type::Enum(id)) = field.map(|field| &field.ty.ty) {
            found.extend(unreached(service, &reached, transition, *id));
        }
    }
}

fn unreached(service: &Service, reached: &Reached<'_>, transition: &Transition, id: EnumId) -> Vec<Diagnostic> {
    // A rule that is skipped leads somewhere too: its own warning says what is wrong with it.
    let targets: FxHashSet<&str> = transition.rules.iter().map(|rule| rule.to.as_str()).collect();
    let values = service.enumeration(id).values.iter().enumerate();
    values
        .filter(|(index, value)| !targets.contains(value.name.as_str()) && !reached.has(id, *index as u32))
        .map(|(_, value)| report(transition, value))
        .collect()
}

/// The enum values that something beside transitions can bring about. An approximation from above: what an ensures
/// mentions at all counts, since a wrong warning is worse than a missing one.
struct Reached<'s> {
    service: &'s Service,
    values: FxHashSet<(EnumId, u32)>,
    /// Types of which any value may appear.
    open: Vec<Type>,
    enums: FxHashSet<EnumId>,
    called: FxHashSet<FunctionId>,
    bodies: Vec<&'s Expr>,
}

impl<'s> Reached<'s> {
    fn new(service: &'s Service) -> Reached<'s> {
        let mut reached = Reached {
            service,
            values: FxHashSet::default(),
            open: Vec::new(),
            enums: FxHashSet::default(),
            called: FxHashSet::default(),
            bodies: Vec::new(),
        };
        service.state.iter().for_each(|field| reached.initial(field));
        service.operations.iter().for_each(|operation| reached.operation(operation));
        while let Some(body) = reached.bodies.pop() {
            reached.expr(body);
        }
        reached.enums = made_of(service, std::mem::take(&mut reached.open)).enums;
        reached
    }

    fn has(&self, id: EnumId, value: u32) -> bool {
        self.enums.contains(&id) || self.values.contains(&(id, value))
    }

    fn initial(&mut self, field: &'s StateField) {
        if let Some(initial) = &field.initial {
            self.expr(initial);
        } else if matches!(field.ty.ty, Type::Enum(_) | Type::Entity(_)) {
            // Which value it starts with is searched for later, and depends on invariants.
            self.open.push(field.ty.ty.clone());
        }
    }

    fn operation(&mut self, operation: &'s Operation) {
        let mut changes = false;
        for clause in &operation.ensures {
            changes |= any(&clause.expr, &reads_after);
            self.expr(&clause.expr);
        }
        if changes {
            self.open.extend(operation.inputs.iter().map(|input| input.ty.ty.clone()));
        }
    }

    fn expr(&mut self, expr: &'s Expr) {
        walk(expr, &mut |part| self.part(part));
    }

    fn part(&mut self, expr: &'s Expr) {
        if let ExprKind::EnumValue(id, value) = &expr.kind {
            self.values.insert((*id, *value));
        } else if let ExprKind::Call(id, ..) = &expr.kind {
            self.call(*id);
        } else if let ExprKind::UndeclaredCall(..) = &expr.kind {
            self.open.push(expr.ty.clone());
        }
        let all = |binder: &&Binder| matches!((&binder.range, &binder.ty), (Range::All(_), Type::Enum(_)));
        self.open.extend(binders(expr).iter().filter(all).map(|binder| binder.ty.clone()));
    }

    fn call(&mut self, id: FunctionId) {
        if !self.called.insert(id) {
            return;
        }
        let function = self.service.function(id);
        match &function.body {
            FunctionBody::Defined(body) => self.bodies.push(body),
            FunctionBody::Extern => self.open.push(function.result.ty.clone()),
        }
    }
}

fn reads_after(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::State(_, Moment::After) | ExprKind::Instances(_, Moment::After) | ExprKind::Call(_, _, Moment::After)
    )
}

fn report(transition: &Transition, value: &EnumValue) -> Diagnostic {
    let message = format!("nothing leads to `{}` in `{}`", value.name, transition.name);
    Diagnostic::new(Code::UnreachedValue, value.span, message)
        .label("no rule, no `ensures` and no initial value")
        .also(transition.span, "no rule of this transition leads to it")
        .help(format!("add a rule `… -> {} via …` to `{}`, or remove the value", value.name, transition.name))
}
