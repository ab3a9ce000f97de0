//! Clauses about outputs that could be any of endlessly many collections: of those only a few are tried, so that a clause
//! that none of them satisfies may still be satisfiable.

use super::{Action, Body};
use crate::effect::Root;
use crate::ir::{EntityId, ExprKind, ParamIndex, Service, Type, any};

impl Body {
    /// Whether a clause, by position among the ensures, speaks of an output that is chosen and holds collections.
    pub fn is_open_ended(&self, service: &Service, clause: usize) -> bool {
        let declared = service.operation(self.operation);
        let Some(clause) = declared.ensures.get(clause) else { return false };
        let outputs = declared.outputs.iter().enumerate().map(|(at, output)| (ParamIndex(at as u32), output));
        let mut endless = outputs.filter(|(index, output)| {
            self.is_chosen(*index) && holds_collections(service, &output.ty.ty, &mut Vec::new())
        });
        endless.any(|(index, _)| any(&clause.expr, &|part| matches!(part.kind, ExprKind::Output(at) if at == index)))
    }

    fn is_chosen(&self, output: ParamIndex) -> bool {
        self.steps.iter().any(|step| match &step.action {
            Action::Choose(place, _) => place.root == Root::Output(output),
            Action::Assign(..) | Action::Insert(..) | Action::Remove(..) | Action::Create(..) | Action::Collect(..) => {
                false
            }
        })
    }
}

/// Whether values of a type are collections, or hold some.
fn holds_collections(service: &Service, ty: &Type, seen: &mut Vec<EntityId>) -> bool {
    match ty {
        Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) => true,
        Type::Option(inner) => holds_collections(service, inner, seen),
        Type::Entity(id) => {
            let is_known = seen.contains(id);
            seen.push(*id);
            let fields = &service.entity(*id).fields;
            !is_known && fields.iter().any(|field| holds_collections(service, &field.ty.ty, seen))
        }
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Unknown => false,
    }
}
