//! A function or predicate calls itself, directly or through others. Its value may need a call without
//! end, and a proof cannot unfold it.
//!
//! Write it over a collection, with `sum`, `all`, `some` or a comprehension.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { prices: Seq[Int] }
//!
//!   function totalFrom(i: Int): Int = if i >= #prices then 0 else prices[i] + totalFrom(i + 1)
//!
//!   invariant: totalFrom(0) <= 100
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { prices: Seq[Int] }
//!
//!   function total(): Int = sum(prices, p => p)
//!
//!   invariant: total() <= 100
//! }
//! ```

use rustc_hash::FxHashMap;

use super::{Check, Lint};
use crate::diag::{Code, Diagnostic};
use crate::graph::by_dependence;
use crate::ir::{ExprKind, Function, FunctionBody, Service, walk};
use crate::source::Span;

pub(super) const LINT: Lint =
    Lint { code: Code::Recursion, source: include_str!("recursion.rs"), check: Check::Whole(check) };

/// A call in the body of a function.
#[derive(Debug, Clone, Copy)]
struct Call {
    caller: usize,
    callee: usize,
    span: Span,
}

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    let calls = calls(&service.functions);
    let edges: Vec<(usize, usize)> = calls.iter().map(|call| (call.caller, call.callee)).collect();
    let mut circles: FxHashMap<usize, usize> = FxHashMap::default();
    for (number, group) in by_dependence(service.functions.len(), &edges).iter().enumerate() {
        if group.is_cycle {
            circles.extend(group.items.iter().map(|item| (*item, number)));
        }
    }
    let circle = |item: usize| circles.get(&item);
    let inside = |call: &&Call| circle(call.caller).is_some() && circle(call.caller) == circle(call.callee);
    let mut last = None;
    for call in calls.iter().filter(inside) {
        // Calls are in the order of their callers: the first one of each stands for the rest.
        if last.replace(call.caller) != Some(call.caller) {
            found.extend(report(&service.functions, *call));
        }
    }
}

fn calls(functions: &[Function]) -> Vec<Call> {
    let mut found = Vec::new();
    for (caller, function) in functions.iter().enumerate() {
        let FunctionBody::Defined(body) = &function.body else { continue };
        walk(body, &mut |expr| {
            if let ExprKind::Call(callee, ..) = &expr.kind {
                found.push(Call { caller, callee: callee.index(), span: expr.span });
            }
        });
    }
    found
}

fn report(functions: &[Function], call: Call) -> Option<Diagnostic> {
    let (caller, callee) = (functions.get(call.caller)?, functions.get(call.callee)?);
    let (message, label) = if call.caller == call.callee {
        (format!("`{}` calls itself", caller.name), "this is the call".to_string())
    } else {
        (format!("`{}` calls itself through `{}`", caller.name, callee.name), format!("`{}` leads back", callee.name))
    };
    let diagnostic = Diagnostic::new(Code::Recursion, caller.span, message)
        .label("its value may need a call without end")
        .also(call.span, label)
        .help("write it over a collection: `sum(s, x => …)`, `all x in s | …`, `{ x in s | … }`");
    Some(diagnostic)
}
