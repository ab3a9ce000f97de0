//! Two operations take the same inputs, return the same types and may be called under the same
//! conditions. Often the second is a copy of the first in which something was forgotten; if both are
//! meant, nothing but the name tells a reader when to call which.
//!
//! `requires_auth` and the rules of transitions count as conditions too. Operations without inputs or
//! without `requires` are never compared.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   state { balance: Int }
//!
//!   operation Deposit {
//!     input: amount: Int
//!     requires: amount > 0
//!     ensures: balance' = balance + amount
//!   }
//!
//!   operation Withdraw {
//!     input: amount: Int
//!     requires: amount > 0
//!     ensures: balance' = balance - amount
//!   }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   state { balance: Int }
//!
//!   operation Deposit {
//!     input: amount: Int
//!     requires: amount > 0
//!     ensures: balance' = balance + amount
//!   }
//!
//!   operation Withdraw {
//!     input: amount: Int
//!     requires:
//!       amount > 0
//!       amount <= balance
//!     ensures: balance' = balance - amount
//!   }
//! }
//! ```

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Check, Lint};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Names, Operation, OperationId, Service, Transition, print};

pub(super) const LINT: Lint =
    Lint { code: Code::SameOperation, source: include_str!("same_operation.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    let rules = rules(service);
    let mut seen: FxHashMap<Key, &Operation> = FxHashMap::default();
    for (index, operation) in service.operations.iter().enumerate() {
        if operation.inputs.is_empty() || operation.requires.is_empty() {
            continue;
        }
        let rules = rules.get(&OperationId(index as u32)).cloned().unwrap_or_default();
        match seen.entry(key(service, operation, rules)) {
            Entry::Occupied(first) => found.push(report(first.get(), operation)),
            Entry::Vacant(place) => {
                place.insert(operation);
            }
        }
    }
}

/// What makes two operations the same, as text, so that places do not matter.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    inputs: Vec<String>,
    outputs: Vec<String>,
    requires: Vec<String>,
    auth: Vec<usize>,
    rules: Vec<String>,
}

fn key(service: &Service, operation: &Operation, rules: Vec<String>) -> Key {
    let names = Names { operation: Some(operation), ..Names::default() };
    let mut requires: Vec<String> =
        operation.requires.iter().map(|clause| print(&clause.expr, service, names)).collect();
    requires.sort_unstable();
    let mut auth = operation.auth.clone();
    auth.sort_unstable();
    // Debug text shows the aliases inside a type as well: their refinements are conditions on the input.
    let inputs = operation.inputs.iter().map(|input| format!("{}: {:?}", input.name, input.ty)).collect();
    let outputs = operation.outputs.iter().map(|output| format!("{:?}", output.ty)).collect();
    Key { inputs, outputs, requires, auth, rules }
}

/// For each operation, the rules of transitions that it stands for.
fn rules(service: &Service) -> FxHashMap<OperationId, Vec<String>> {
    let mut found: FxHashMap<OperationId, Vec<String>> = FxHashMap::default();
    for transition in &service.transitions {
        for rule in transition.rules.iter().filter_map(|rule| rule.resolved.as_ref().ok()) {
            let names = names(service, transition, rule.via);
            let guard = rule.guard.as_ref().map(|guard| print(guard, service, names)).unwrap_or_default();
            let text = format!("{}: {} -> {} {guard}", transition.name, rule.from, rule.to);
            found.entry(rule.via).or_default().push(text);
        }
    }
    found
}

fn names<'s>(service: &'s Service, transition: &Transition, via: OperationId) -> Names<'s> {
    let entity = Some(service.entity(transition.entity));
    Names { operation: Some(service.operation(via)), entity, ..Names::default() }
}

fn report(first: &Operation, second: &Operation) -> Diagnostic {
    let message = format!("`{}` has the signature and the requires of `{}`", second.name, first.name);
    Diagnostic::new(Code::SameOperation, second.span, message)
        .label("the same inputs, outputs and `requires`")
        .also(first.span, "as this one")
        .help("keep one of the two, or say in `requires` when each of them may be called")
}
