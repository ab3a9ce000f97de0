//! Nothing refers to the entity: no state field, input, output, alias, function, transition or
//! expression, and no field of an entity that is used itself. No value of it can ever exist, so nothing
//! it says is checked.
//!
//! Remove it, or use it where it was meant.
//!
//! Wrong:
//!
//! ```spec
//! service Demo {
//!   entity Book { title: String }
//!
//!   entity Author { name: String }
//!
//!   state { books: Int -> one Book }
//! }
//! ```
//!
//! Right:
//!
//! ```spec
//! service Demo {
//!   entity Book {
//!     title: String
//!     author: Author
//!   }
//!
//!   entity Author { name: String }
//!
//!   state { books: Int -> one Book }
//! }
//! ```

use super::made_of::made_of;
use super::{Check, Lint, binders, each_part};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Entity, EntityId, Expr, ExprKind, Param, Range, Service, Type};

pub(super) const LINT: Lint =
    Lint { code: Code::UnusedEntity, source: include_str!("unused_entity.rs"), check: Check::Whole(check) };

fn check(service: &Service, found: &mut Vec<Diagnostic>) {
    let mut types = declared(service);
    types.extend(named(service).map(Type::Entity));
    let mut used = made_of(service, types.clone()).entities;
    if used.len() < service.entities.len() {
        each_part(service, &mut |expr, _| types.extend(mentioned(expr)));
        used = made_of(service, types).entities;
    }
    let entities = service.entities.iter().enumerate();
    let unused = entities.filter(|(index, _)| !used.contains(&EntityId(*index as u32)));
    found.extend(unused.map(|(_, entity)| report(entity)));
}

/// The types that declarations give to something other than the fields of entities.
fn declared(service: &Service) -> Vec<Type> {
    let state = service.state.iter().map(|field| &field.ty);
    let aliases = service.aliases.iter().map(|alias| &alias.base);
    let results = service.functions.iter().map(|function| &function.result);
    let functions = service.functions.iter().flat_map(|function| &function.params);
    let operations = service.operations.iter().flat_map(|operation| operation.inputs.iter().chain(&operation.outputs));
    let params = functions.chain(operations).map(|param: &Param| &param.ty);
    state.chain(aliases).chain(results).chain(params).map(|ty| ty.ty.clone()).collect()
}

/// The entities that are extended, and those that have a transition.
fn named(service: &Service) -> impl Iterator<Item = EntityId> {
    let parents = service.entities.iter().filter_map(|entity| entity.extends);
    parents.chain(service.transitions.iter().map(|transition| transition.entity))
}

/// The types that an expression names itself: constructors, instances, and binders such as `x: T`.
fn mentioned(expr: &Expr) -> Vec<Type> {
    if let ExprKind::Construct(id, _) | ExprKind::Instances(id, _) = &expr.kind {
        return vec![Type::Entity(*id)];
    }
    let typed = binders(expr).iter().filter(|binder| matches!(binder.range, Range::All(_)));
    typed.map(|binder| binder.ty.clone()).collect()
}

fn report(entity: &Entity) -> Diagnostic {
    Diagnostic::new(Code::UnusedEntity, entity.span, format!("the entity `{}` is never used", entity.name))
        .label("nothing that is used refers to it")
        .help("remove it, or make it the type of a state field, an input or an output")
}
