//! Transitions: the entity, its field, and for each rule the operation and the entry it is about.

use smol_str::SmolStr;

use super::checker::{Checker, Place, Scope};
use super::names::value_help;
use super::tables::Tables;
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::ir::{
    BinaryOp, EntityId, EnumId, Expr, ExprKind, FieldIndex, Operation, OperationId, ParamIndex, ResolvedRule, Rule,
    SkippedRule, StateId, Transition, Type, conjuncts,
};
use crate::syntax::ast::{self, Name};

/// Resolves transitions against the tables and the operations that were checked before.
pub(super) struct Transitions<'t> {
    pub(super) tables: &'t Tables,
    pub(super) operations: &'t [Operation],
    pub(super) diagnostics: &'t mut Vec<Diagnostic>,
}

impl Transitions<'_> {
    pub(super) fn transition(&mut self, decl: &ast::Transition) -> Option<Transition> {
        let entity = self.entity(&decl.entity)?;
        let field = self.field(entity, &decl.field)?;
        let rules = decl.rules.iter().filter_map(|rule| self.rule(entity, field, rule)).collect();
        Some(Transition { name: decl.name.text.clone(), span: decl.name.span, entity, field, rules })
    }

    fn entity(&mut self, name: &Name) -> Option<EntityId> {
        let found = self.tables.entity_behind(&name.text);
        if found.is_none() {
            let help = did_you_mean(&name.text, self.tables.entities.iter().map(|entity| entity.name.as_str()));
            let message = format!("there is no entity `{}`", name.text);
            self.diagnostics.push(Diagnostic::new(Code::UnknownType, name.span, message).maybe_help(help));
        }
        found
    }

    fn field(&mut self, entity: EntityId, name: &Name) -> Option<FieldIndex> {
        let found = self.tables.field(entity, &name.text);
        if found.is_none() {
            let entity = &self.tables.entities[entity.index()];
            let help = did_you_mean(&name.text, entity.fields.iter().map(|field| field.name.as_str()));
            let message = format!("`{}` has no field `{}`", entity.name, name.text);
            self.diagnostics.push(Diagnostic::new(Code::UnknownField, name.span, message).maybe_help(help));
        }
        found
    }

    fn rule(&mut self, entity: EntityId, field: FieldIndex, decl: &ast::Rule) -> Option<Rule> {
        let ty = self.tables.field_type(entity, field);
        if *ty == Type::Unknown {
            return None;
        }
        let resolved =
            if let Type::Enum(id) = *ty { self.resolve(entity, id, decl)? } else { Err(SkippedRule::FieldIsNoEnum) };
        Some(Rule {
            from: decl.from.text.clone(),
            to: decl.to.text.clone(),
            via: decl.via.text.clone(),
            span: decl.from.span.to(decl.via.span),
            resolved,
        })
    }

    fn resolve(
        &mut self,
        entity: EntityId,
        values: EnumId,
        decl: &ast::Rule,
    ) -> Option<Result<ResolvedRule, SkippedRule>> {
        let (from, to) = (self.value(values, &decl.from), self.value(values, &decl.to));
        let (from, to) = (from?, to?);
        let Some(via) = self.tables.operation_names.get(&decl.via.text).copied() else {
            return Some(Err(SkippedRule::UnknownOperation));
        };
        let guard = decl.guard.as_ref().map(|guard| self.guard(entity, via, guard));
        Some(self.entry(entity, via).map(|(relation, key)| ResolvedRule { from, to, via, relation, key, guard }))
    }

    fn value(&mut self, id: EnumId, name: &Name) -> Option<u32> {
        let values = &self.tables.enums[id.index()].values;
        let found = values.iter().position(|value| value.name == name.text);
        if found.is_none() {
            let message = format!("the enum `{}` has no value `{}`", self.tables.enums[id.index()].name, name.text);
            let help = value_help(name, values);
            self.diagnostics.push(Diagnostic::new(Code::UnknownEnumValue, name.span, message).help(help));
        }
        found.map(|index| index as u32)
    }

    fn guard(&mut self, entity: EntityId, via: OperationId, guard: &ast::Expr) -> Expr {
        let inputs = self.tables.signatures.get(via.index()).map_or(&[][..], |signature| &signature.inputs);
        let scope = Scope { entity: Some(entity), inputs, ..Scope::new(Place::Guard) };
        let mut checker = Checker::new(self.tables, scope);
        let typed = checker.condition(guard);
        self.diagnostics.append(&mut checker.diagnostics);
        typed
    }

    /// The relation and the input that a `requires` joins with `in`, where the relation holds the entity.
    fn entry(&self, entity: EntityId, via: OperationId) -> Result<(StateId, ParamIndex), SkippedRule> {
        let Some(operation) = self.operations.get(via.index()) else { return Err(SkippedRule::NoKey) };
        let mut found: Vec<(StateId, ParamIndex)> = Vec::new();
        for conjunct in operation.requires.iter().flat_map(|clause| conjuncts(&clause.expr)) {
            if let Some(entry) = self.key(entity, conjunct).filter(|entry| !found.contains(entry)) {
                found.push(entry);
            }
        }
        match found.as_slice() {
            [] => Err(SkippedRule::NoKey),
            [entry] => Ok(*entry),
            several => {
                Err(SkippedRule::SeveralKeys(several.iter().map(|(_, key)| input_name(operation, *key)).collect()))
            }
        }
    }

    fn key(&self, entity: EntityId, conjunct: &Expr) -> Option<(StateId, ParamIndex)> {
        let ExprKind::Binary(BinaryOp::In, left, right) = &conjunct.kind else { return None };
        let (ExprKind::Input(key), ExprKind::State(relation, _)) = (&left.kind, &right.kind) else { return None };
        let ty = &self.tables.state.get(relation.index())?.ty.ty;
        let (Type::Map(_, value) | Type::Multi(_, value)) = ty else { return None };
        (**value == Type::Entity(entity)).then_some((*relation, *key))
    }
}

fn input_name(operation: &Operation, key: ParamIndex) -> SmolStr {
    operation.inputs.get(key.index()).map(|input| input.name.clone()).unwrap_or_default()
}
