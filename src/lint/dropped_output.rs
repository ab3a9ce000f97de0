//! The operation has outputs, but answers 204, and a 204 response has no body to carry them. An
//! operation answers 204 where a convention says so, or where all it does is to remove a key, which
//! makes it a delete.
//!
//! Set another status, such as 200, or drop the outputs.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { count: Int }
//!
//!   operation Increment {
//!     output: total: Int
//!     ensures:
//!       count' = count + 1
//!       total = count + 1
//!   }
//!
//!   conventions {
//!     Increment.http_status_success = 204
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { count: Int }
//!
//!   operation Increment {
//!     output: total: Int
//!     ensures:
//!       count' = count + 1
//!       total = count + 1
//!   }
//!
//!   conventions {
//!     Increment.http_status_success = 200
//!   }
//! }
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Lint};
use crate::diag::{Code, Diagnostic, list_of};
use crate::ir::{
    BinaryOp, Convention, ConventionProperty, Expr, ExprKind, Moment, Operation, OperationId, Service, StateId, Target,
    Type, any, conjuncts,
};
use crate::source::Span;

pub(super) const LINT: Lint =
    Lint { code: Code::DroppedOutput, source: include_str!("dropped_output.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    let routes = Routes::new(service);
    for (index, operation) in service.operations.iter().enumerate() {
        if !operation.outputs.is_empty() {
            let reason = routes.no_content(OperationId(index as u32), operation);
            found.extend(reason.and_then(|(span, why)| report(operation, span, why)));
        }
    }
}

/// What decides the status of operations, beside their ensures.
struct Routes<'s> {
    service: &'s Service,
    statuses: FxHashMap<OperationId, &'s Convention>,
    methods: FxHashSet<OperationId>,
    vias: FxHashSet<&'s str>,
}

impl<'s> Routes<'s> {
    fn new(service: &'s Service) -> Routes<'s> {
        let of = |wanted: ConventionProperty| {
            let set = service.conventions.iter().filter(move |convention| convention.property == wanted);
            set.filter_map(|convention| Some((operation_of(convention.target)?, convention)))
        };
        let rules = service.transitions.iter().flat_map(|transition| &transition.rules);
        Routes {
            service,
            statuses: of(ConventionProperty::HttpStatusSuccess).collect(),
            methods: of(ConventionProperty::HttpMethod).map(|(id, _)| id).collect(),
            vias: rules.map(|rule| rule.via.as_str()).collect(),
        }
    }

    /// The place that makes an operation answer 204, and why.
    fn no_content(&self, id: OperationId, operation: &Operation) -> Option<(Span, &'static str)> {
        if let Some(status) = self.statuses.get(&id) {
            return matches!(status.value.kind, ExprKind::Int(204)).then_some((status.span, "the status is set here"));
        }
        // A method that is set gives 200 where there are outputs, and so does a transition.
        if self.methods.contains(&id) || self.vias.contains(operation.name.as_str()) {
            return None;
        }
        self.delete(operation).map(|span| (span, "this makes it a delete, which answers 204"))
    }

    /// The clause that removes a key, where the operation does nothing else.
    fn delete(&self, operation: &Operation) -> Option<Span> {
        let removes = |expr: &Expr| conjuncts(without_lets(expr)).into_iter().any(|part| self.is_removal(part));
        let clause = operation.ensures.iter().find(|clause| removes(&clause.expr))?;
        let elsewhere = |part: &Expr| !self.is_removal(part) && determines(part);
        let only = !operation.ensures.iter().any(|clause| any(&clause.expr, &elsewhere));
        only.then_some(clause.span)
    }

    /// `k not in rel'`, or `rel' = rel - {k}`.
    fn is_removal(&self, expr: &Expr) -> bool {
        if let ExprKind::Binary(BinaryOp::NotIn, _, relation) = &expr.kind {
            return state_at(relation, Moment::After).is_some_and(|id| self.is_relation(id));
        }
        let ExprKind::Binary(BinaryOp::Eq, relation, rest) = &expr.kind else { return false };
        let ExprKind::Binary(BinaryOp::RemoveKeys, whole, keys) = &rest.kind else { return false };
        let after = state_at(relation, Moment::After).filter(|id| self.is_relation(*id));
        after.is_some() && after == state_at(whole, Moment::Before) && matches!(keys.kind, ExprKind::Set(_))
    }

    fn is_relation(&self, id: StateId) -> bool {
        self.service.state_field(id).ty.relation.is_some()
    }
}

fn operation_of(target: Target) -> Option<OperationId> {
    match target {
        Target::Operation(id) => Some(id),
        Target::Entity(_) | Target::Alias(_) | Target::Enum(_) => None,
    }
}

/// The state field that an expression names, if it is read at that moment.
fn state_at(expr: &Expr, wanted: Moment) -> Option<StateId> {
    let ExprKind::State(id, moment) = &expr.kind else { return None };
    (*moment == wanted).then_some(*id)
}

fn without_lets(expr: &Expr) -> &Expr {
    if let ExprKind::Let(_, _, body) = &expr.kind { without_lets(body) } else { expr }
}

/// Whether a part of an ensures says what some of the state is afterwards.
fn determines(expr: &Expr) -> bool {
    if let ExprKind::Binary(BinaryOp::In | BinaryOp::NotIn, _, set) = &expr.kind {
        return matches!(set.ty, Type::Set(_)) && is_after(set);
    }
    matches!(&expr.kind, ExprKind::Binary(BinaryOp::Eq, left, _) if is_after(left))
}

/// Whether an expression names a place in the state after.
fn is_after(expr: &Expr) -> bool {
    if let ExprKind::Field(base, _) | ExprKind::Index(_, base, _) | ExprKind::Unwrap(base, _) = &expr.kind {
        return is_after(base);
    }
    state_at(expr, Moment::After).is_some()
}

fn report(operation: &Operation, because: Span, why: &str) -> Option<Diagnostic> {
    let first = operation.outputs.first()?;
    let outputs: Vec<String> = operation.outputs.iter().map(|output| format!("`{}`", output.name)).collect();
    let message = format!("the 204 response of `{}` drops {}", operation.name, list_of(&outputs, "and"));
    let diagnostic = Diagnostic::new(Code::DroppedOutput, first.span, message)
        .label("a 204 response has no body")
        .also(because, why)
        .help(format!("write `{}.http_status_success = 200` in `conventions`, or drop the output", operation.name));
    Some(diagnostic)
}
