//! A rule of a transition is about one entry `rel[k]`, where `k` is the input of the operation with a
//! clause `k in rel` among its `requires`, and `rel` holds the entity. Here no input has such a clause,
//! or several have, so it is not clear which entry the rule is about. The rule is skipped, and reports
//! list it as skipped.
//!
//! Say `k in rel` for exactly one input. A test that is not about the entry can be written
//! `other in dom(rel)`.
//!
//! Wrong:
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
//!     requires: id > 0
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

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::{Check, Lint};
use crate::diag::{Code, Diagnostic, list_of};
use crate::ir::{EntityId, Operation, Rule, Service, SkippedRule, StateField, Transition, Type};

pub(super) const LINT: Lint =
    Lint { code: Code::TransitionEntry, source: include_str!("transition_entry.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    if service.transitions.is_empty() {
        return;
    }
    let finder = Finder::new(service);
    for transition in &service.transitions {
        let mut seen = FxHashSet::default();
        let unclear = transition.rules.iter().filter_map(|rule| Some((rule, keys(rule)?)));
        for (rule, keys) in unclear.filter(|(rule, _)| seen.insert(rule.via.as_str())) {
            found.extend(finder.report(transition, rule, keys));
        }
    }
}

/// The inputs that may be the key, where not exactly one may.
fn keys(rule: &Rule) -> Option<&[SmolStr]> {
    match &rule.resolved {
        Err(SkippedRule::NoKey) => Some(&[]),
        Err(SkippedRule::SeveralKeys(keys)) => Some(keys),
        Err(SkippedRule::FieldIsNoEnum | SkippedRule::UnknownOperation) | Ok(_) => None,
    }
}

struct Finder<'s> {
    service: &'s Service,
    operations: FxHashMap<&'s str, &'s Operation>,
    /// For each entity, the first relation that holds it.
    relations: FxHashMap<EntityId, &'s StateField>,
}

impl<'s> Finder<'s> {
    fn new(service: &'s Service) -> Finder<'s> {
        let named = |operation: &'s Operation| (operation.name.as_str(), operation);
        let held = |field: &'s StateField| Some((held(&field.ty.ty)?, field));
        // From the back, since of two with one name the first counts.
        let operations = service.operations.iter().rev().map(named).collect();
        let relations = service.state.iter().rev().filter_map(held).collect();
        Finder { service, operations, relations }
    }

    fn report(&self, transition: &Transition, rule: &Rule, keys: &[SmolStr]) -> Option<Diagnostic> {
        let operation = self.operations.get(rule.via.as_str())?;
        let entity = &self.service.entity(transition.entity).name;
        let message = format!("`{}` does not say which `{entity}` it is about", operation.name);
        let reason = if keys.is_empty() { "no `requires` here names its key".into() } else { several(keys) };
        let diagnostic = Diagnostic::new(Code::TransitionEntry, rule.span, message)
            .label("this rule is skipped")
            .also(operation.span, reason)
            .help(self.help(transition.entity, operation, keys));
        Some(diagnostic)
    }

    fn help(&self, entity: EntityId, operation: &Operation, keys: &[SmolStr]) -> String {
        let Some(relation) = self.relations.get(&entity) else {
            return format!("hold it in the state: `… -> one {}`", self.service.entity(entity).name);
        };
        let name = &relation.name;
        if let [first, .., last] = keys
            && first != last
        {
            return format!("keep `{first} in {name}` and write `{last} in dom({name})`, or the other way round");
        }
        if !keys.is_empty() {
            return format!("keep `… in {name}`, and write `… in dom(…)` for the other relations");
        }
        let key = key_input(operation, &relation.ty.ty).unwrap_or("…");
        format!("add `{key} in {name}` to the `requires` of `{}`", operation.name)
    }
}

fn several(keys: &[SmolStr]) -> String {
    let mut names: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    names.dedup();
    match names.as_slice() {
        [only] => format!("{only} is a key of several relations"),
        several => format!("it may be {}", list_of(several, "or")),
    }
}

/// The entity that a relation holds.
fn held(ty: &Type) -> Option<EntityId> {
    let (Type::Map(_, value) | Type::Multi(_, value)) = ty else { return None };
    if let Type::Entity(id) = **value { Some(id) } else { None }
}

/// The first input that can be a key of the relation.
fn key_input<'o>(operation: &'o Operation, relation: &Type) -> Option<&'o str> {
    let (Type::Map(key, _) | Type::Multi(key, _)) = relation else { return None };
    operation.inputs.iter().find(|input| input.ty.ty == **key).map(|input| input.name.as_str())
}
