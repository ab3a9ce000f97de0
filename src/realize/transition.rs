//! What transitions say where the ensures leave the field alone.

use super::{Case, Rule, Step};
use crate::effect::Step as PathStep;
use crate::effect::{Effect, Place, Root, Scope};
use crate::ir::{
    BinaryOp, Expr, ExprKind, FieldIndex, IndexKind, Moment, OperationId, ResolvedRule, Service, Transition, Type,
    for_each_child_mut,
};
use crate::source::Span;

/// One step for each transition that an operation takes part in and whose field no clause determines.
pub(super) fn steps(service: &Service, id: OperationId, effects: &[Effect]) -> Vec<Step> {
    service.transitions.iter().filter_map(|transition| step(service, id, effects, transition)).collect()
}

fn step(service: &Service, id: OperationId, effects: &[Effect], transition: &Transition) -> Option<Step> {
    let resolved = transition.rules.iter().filter_map(|rule| Some((rule.resolved.as_ref().ok()?, rule.span)));
    let rules: Vec<(&ResolvedRule, Span)> = resolved.filter(|(rule, _)| rule.via == id).collect();
    let (first, span) = rules.first()?;
    let entry = entry(service, first, *span);
    let ty = service.entity(transition.entity).fields.get(transition.field.index())?.ty.ty.clone();
    let ExprKind::Index(_, _, key) = &entry.kind else { return None };
    let path = vec![PathStep::Key((**key).clone()), PathStep::Field(transition.field)];
    let place = Place { root: Root::State(first.relation), path, ty };
    if effects.iter().any(|effect| effect.determines && effect.place.overlaps(&place)) {
        return None;
    }
    let cases = rules.iter().map(|(rule, span)| case(&entry, transition.field, &place.ty, rule, *span)).collect();
    Some(Step { rule: Rule::Transition, clauses: Vec::new(), action: super::Action::Assign(place, cases) })
}

/// `rel[k]`, before.
fn entry(service: &Service, rule: &ResolvedRule, span: Span) -> Expr {
    let field = service.state_field(rule.relation);
    let map = if let Type::Map(key, value) = &field.ty.ty { Some((key, value)) } else { None };
    let (key_type, value_type) =
        map.map_or((Type::Unknown, Type::Unknown), |(key, value)| ((**key).clone(), (**value).clone()));
    let relation = Expr { kind: ExprKind::State(rule.relation, Moment::Before), ty: field.ty.ty.clone(), span };
    let key = Expr { kind: ExprKind::Input(rule.key), ty: key_type, span };
    let kind = ExprKind::Index(IndexKind::Value, Box::new(relation), Box::new(key));
    Expr { kind, ty: value_type, span }
}

fn case(entry: &Expr, field: FieldIndex, ty: &Type, rule: &ResolvedRule, span: Span) -> Case {
    let value = |at: u32| {
        let kind = if let Type::Enum(id) = ty { ExprKind::EnumValue(*id, at) } else { ExprKind::None };
        Expr { kind, ty: ty.clone(), span }
    };
    let current = Expr { kind: ExprKind::Field(Box::new(entry.clone()), field), ty: ty.clone(), span };
    let kind = ExprKind::Binary(BinaryOp::Eq, Box::new(current), Box::new(value(rule.from)));
    let mut scopes = vec![Scope::If(Expr { kind, ty: Type::Bool, span })];
    scopes.extend(rule.guard.clone().map(|mut guard| {
        read_fields_of(&mut guard, entry);
        Scope::If(guard)
    }));
    Case { clause: None, scopes, value: value(rule.to) }
}

/// A guard speaks of the entry's fields; here they are read from the entry.
fn read_fields_of(expr: &mut Expr, entry: &Expr) {
    if let ExprKind::OwnField(field) = expr.kind {
        expr.kind = ExprKind::Field(Box::new(entry.clone()), field);
    } else {
        for_each_child_mut(expr, &mut |part| read_fields_of(part, entry));
    }
}
