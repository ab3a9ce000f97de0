//! Collections that a clause describes by their elements: `all t in out | t in ran(rel) and …`, and projections, whose
//! elements are made from something else: `all s in out | s.id in rel and s.title = rel[s.id].title`.

use super::Collection;
use crate::effect::Check;
use crate::ir::{
    BinaryOp, Binder, EntityId, Expr, ExprKind, FieldIndex, Local, ParamIndex, Quantifier, Range, Service, Type, any,
    binders, conjuncts, for_each_child_mut, walk,
};
use crate::source::Span;

/// What a check says about the elements of an output that nothing defines, if it says what they come from.
pub(super) fn collection(service: &Service, check: &Check) -> Option<(ParamIndex, Collection)> {
    let ExprKind::Quantifier(Quantifier::All, binders, body) = &check.expr.kind else { return None };
    let [binder @ Binder { range: Range::Elements(over), .. }] = &**binders else { return None };
    let ExprKind::Output(output) = over.kind else { return None };
    if !check.scopes.is_empty() || !matches!(over.ty, Type::Set(_) | Type::Seq(_)) {
        return None;
    }
    let found = selection(binder, body).or_else(|| projection(service, binder, body))?;
    Some((output, found))
}

/// `t in s and …`: the elements of a source.
fn selection(binder: &Binder, body: &Expr) -> Option<Collection> {
    let Binder { local, ty, .. } = binder;
    let parts = conjuncts(body);
    let (at, source) = parts.iter().enumerate().find_map(|(at, part)| {
        let (element, source) = membership(part, local)?;
        is_variable(element, local).then_some((at, source))
    })?;
    let conditions = without(&parts, at);
    let element = variable(local, ty, source.span);
    let binder = Binder { local: local.clone(), ty: ty.clone(), range: Range::Elements(source.clone()) };
    Some(Collection { binder, conditions, element })
}

/// Elements that are made for each element of a source: every field is said in terms of that.
fn projection(service: &Service, binder: &Binder, body: &Expr) -> Option<Collection> {
    let parts = conjuncts(body);
    let (mut maker, parts) = by_key(service, binder, &parts).or_else(|| by_source(service, binder, &parts))?;
    let conditions = maker.take_equations(parts);
    let conditions = conditions.into_iter().map(|part| maker.written_out(part)).collect::<Option<_>>()?;
    let element = maker.element()?;
    Some(Collection { binder: maker.binder, conditions, element })
}

/// `s.id in keys and …`: one element for each key.
fn by_key(service: &Service, binder: &Binder, parts: &[&Expr]) -> Option<(Maker, Vec<Expr>)> {
    let entity = if let Type::Entity(id) = &binder.ty { *id } else { return None };
    let (at, field, key, source) = parts.iter().enumerate().find_map(|(at, part)| {
        let (key, source) = membership(part, &binder.local)?;
        Some((at, field_of(key, &binder.local)?, key, source))
    })?;
    let name = service.entity(entity).fields[field.index()].name.clone();
    let local = Local { id: unused(source, parts).max(binder.local.id + 1), name };
    let value = variable(&local, &key.ty, key.span);
    let each = Binder { local, ty: key.ty.clone(), range: Range::Elements(source.clone()) };
    let mut maker = Maker::new(service, binder, each);
    maker.fields[field.index()] = Some(value);
    Some((maker, without(parts, at)))
}

/// `some t in source | s.id = t.id and …`: one element for each of the source.
fn by_source(service: &Service, binder: &Binder, parts: &[&Expr]) -> Option<(Maker, Vec<Expr>)> {
    let (at, each, inner) = parts.iter().enumerate().find_map(|(at, part)| {
        let ExprKind::Quantifier(Quantifier::Some, binders, inner) = &part.kind else { return None };
        let [each @ Binder { range: Range::Elements(source), .. }] = &**binders else { return None };
        (!depends(source, &binder.local)).then_some((at, each, inner))
    })?;
    let mut others = without(parts, at);
    others.extend(conjuncts(inner).into_iter().cloned());
    Some((Maker::new(service, binder, each.clone()), others))
}

/// Puts together what the fields of an element are.
struct Maker {
    /// The element.
    local: Local,
    entity: Option<EntityId>,
    /// What it is made for.
    binder: Binder,
    fields: Vec<Option<Expr>>,
    whole: Option<Expr>,
    optional: Vec<Option<Type>>,
    span: Span,
}

impl Maker {
    fn new(service: &Service, element: &Binder, binder: Binder) -> Maker {
        let entity = if let Type::Entity(id) = element.ty { Some(id) } else { None };
        let declared = entity.map_or(&[][..], |id| &service.entity(id).fields);
        let optional = declared.iter().map(|field| matches!(field.ty.ty, Type::Option(_)).then(|| field.ty.ty.clone()));
        let span = match &binder.range {
            Range::Elements(source) | Range::Values(source) => source.span,
            Range::All(_) => Span::default(),
        };
        Maker {
            local: element.local.clone(),
            entity,
            fields: vec![None; declared.len()],
            optional: optional.collect(),
            binder,
            whole: None,
            span,
        }
    }

    /// Takes from the parts of a clause what says what a field is, as long as that is said in terms of what is known.
    fn take_equations(&mut self, mut parts: Vec<Expr>) -> Vec<Expr> {
        while let Some(at) = parts.iter().position(|part| self.take(part)) {
            parts.remove(at);
        }
        parts
    }

    fn take(&mut self, part: &Expr) -> bool {
        let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Iff, left, right) = &part.kind else { return false };
        self.take_side(left, right) || self.take_side(right, left)
    }

    fn take_side(&mut self, side: &Expr, value: &Expr) -> bool {
        let field = field_of(side, &self.local);
        let is_new = match field {
            Some(field) => self.fields[field.index()].is_none(),
            None => self.whole.is_none() && is_variable(side, &self.local),
        };
        let Some(value) = is_new.then(|| self.written_out(value.clone())).flatten() else { return false };
        match field {
            Some(field) => self.fields[field.index()] = Some(value),
            None => self.whole = Some(value),
        }
        true
    }

    /// An expression with the fields of the element written out; nothing where one of them is not known yet, or where it
    /// speaks of an output.
    fn written_out(&self, mut expr: Expr) -> Option<Expr> {
        self.write_out(&mut expr).then_some(expr)
    }

    fn write_out(&self, expr: &mut Expr) -> bool {
        if let Some(field) = field_of(expr, &self.local) {
            let Some(value) = &self.fields[field.index()] else { return false };
            *expr = value.clone();
            return true;
        }
        if is_variable(expr, &self.local) || matches!(expr.kind, ExprKind::Output(_)) {
            return false;
        }
        let mut done = true;
        for_each_child_mut(expr, &mut |part| done = done && self.write_out(part));
        done
    }

    /// The element: as it is said as a whole, or field by field; an optional field that nothing is said of is `none`.
    fn element(&self) -> Option<Expr> {
        if self.whole.is_some() {
            return self.whole.clone();
        }
        let none = |ty: &Option<Type>| Some(Expr { kind: ExprKind::None, ty: ty.clone()?, span: self.span });
        let fields = self.fields.iter().zip(&self.optional).map(|(field, ty)| field.clone().or_else(|| none(ty)));
        let kind = ExprKind::Construct(self.entity?, fields.collect::<Option<_>>()?);
        Some(Expr { kind, ty: Type::Entity(self.entity?), span: self.span })
    }
}

/// The element and the source of `e in s`, where the source does not depend on a variable or on an output.
fn membership<'e>(part: &'e Expr, local: &Local) -> Option<(&'e Expr, &'e Expr)> {
    let ExprKind::Binary(BinaryOp::In, element, source) = &part.kind else { return None };
    (!depends(source, local)).then_some((element, source))
}

fn depends(expr: &Expr, local: &Local) -> bool {
    any(expr, &|part| is_variable(part, local) || matches!(part.kind, ExprKind::Output(_)))
}

fn is_variable(expr: &Expr, local: &Local) -> bool {
    matches!(&expr.kind, ExprKind::Local(found) if found.id == local.id)
}

/// A number that no variable of a clause has.
fn unused(source: &Expr, parts: &[&Expr]) -> u32 {
    let mut free = 0;
    for part in parts.iter().copied().chain([source]) {
        walk(part, &mut |expr| {
            let bound = binders(expr).iter().map(|binder| binder.local.id);
            let own =
                if let ExprKind::Local(local) | ExprKind::Let(local, ..) = &expr.kind { Some(local.id) } else { None };
            free = bound.chain(own).fold(free, |free, id| free.max(id + 1));
        });
    }
    free
}

/// Which field of the element an expression is.
fn field_of(expr: &Expr, local: &Local) -> Option<FieldIndex> {
    let ExprKind::Field(base, field) = &expr.kind else { return None };
    is_variable(base, local).then_some(*field)
}

fn variable(local: &Local, ty: &Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(local.clone()), ty: ty.clone(), span }
}

fn without(parts: &[&Expr], at: usize) -> Vec<Expr> {
    parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| (*part).clone()).collect()
}
