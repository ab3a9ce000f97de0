//! What the names of a spec stand for: types, fields, state, functions, operations. Built once, before any
//! expression is looked at, and only read afterwards.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::decls::Decls;
use super::resolve::Resolver;
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Alias, AliasId, Entity, EntityId, Enum, EnumId, EnumValue, FieldIndex, Function, FunctionBody, FunctionId,
    OperationId, Param, ParamIndex, StateField, StateId, Type, TypeRef,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

/// What the name of a type stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeName {
    Entity(EntityId),
    Enum(EnumId),
    Alias(AliasId),
}

/// The inputs and outputs of an operation.
#[derive(Debug, Default)]
pub(super) struct Signature {
    pub(super) inputs: Vec<Param>,
    pub(super) outputs: Vec<Param>,
}

/// Everything a name can stand for. Refinements, invariants and bodies are still missing from the items here.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) types: FxHashMap<SmolStr, TypeName>,
    pub(super) enums: Vec<Enum>,
    pub(super) enum_values: FxHashMap<SmolStr, Vec<(EnumId, u32)>>,
    pub(super) aliases: Vec<Alias>,
    pub(super) entities: Vec<Entity>,
    pub(super) fields: Vec<FxHashMap<SmolStr, FieldIndex>>,
    pub(super) state: Vec<StateField>,
    pub(super) state_names: FxHashMap<SmolStr, StateId>,
    pub(super) functions: Vec<Function>,
    pub(super) function_names: FxHashMap<SmolStr, FunctionId>,
    pub(super) operation_names: FxHashMap<SmolStr, OperationId>,
    pub(super) signatures: Vec<Signature>,
    pub(super) scheme_names: FxHashMap<SmolStr, usize>,
}

impl Tables {
    /// Builds the tables of a spec.
    pub(super) fn build(decls: &Decls<'_>, diagnostics: &mut Vec<Diagnostic>) -> Tables {
        let mut tables = Tables::default();
        tables.declare_types(decls, diagnostics);
        tables.declare_operations(decls, diagnostics);
        declare_conditions(decls, diagnostics);
        let mut resolver = Resolver::new(&mut tables, diagnostics);
        resolver.aliases(decls);
        resolver.entities(decls);
        resolver.state(decls);
        resolver.functions(decls);
        resolver.operations(decls);
        tables.schemes(decls, diagnostics);
        tables
    }

    fn declare_types(&mut self, decls: &Decls<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let mut spans = Names::new("type");
        for (index, entity) in decls.entities.iter().enumerate() {
            spans.declare(&entity.name, diagnostics);
            self.types.entry(entity.name.text.clone()).or_insert(TypeName::Entity(EntityId(index as u32)));
        }
        for (index, enumeration) in decls.enums.iter().enumerate() {
            spans.declare(&enumeration.name, diagnostics);
            let id = EnumId(index as u32);
            self.types.entry(enumeration.name.text.clone()).or_insert(TypeName::Enum(id));
            self.declare_enum(id, enumeration, diagnostics);
        }
        for (index, alias) in decls.aliases.iter().enumerate() {
            spans.declare(&alias.name, diagnostics);
            self.types.entry(alias.name.text.clone()).or_insert(TypeName::Alias(AliasId(index as u32)));
        }
    }

    fn declare_enum(&mut self, id: EnumId, decl: &ast::Enum, diagnostics: &mut Vec<Diagnostic>) {
        let mut names = Names::member("enum value");
        let mut values = Vec::new();
        for (index, value) in decl.values.iter().enumerate() {
            names.declare(value, diagnostics);
            values.push(EnumValue { name: value.text.clone(), span: value.span });
            self.enum_values.entry(value.text.clone()).or_default().push((id, index as u32));
        }
        self.enums.push(Enum { name: decl.name.text.clone(), span: decl.name.span, values });
    }

    fn declare_operations(&mut self, decls: &Decls<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let mut names = Names::new("operation");
        for (index, operation) in decls.operations.iter().enumerate() {
            names.declare(&operation.name, diagnostics);
            self.operation_names.entry(operation.name.text.clone()).or_insert(OperationId(index as u32));
        }
        let mut names = Names::new("transition");
        decls.transitions.iter().for_each(|transition| names.declare(&transition.name, diagnostics));
    }

    fn schemes(&mut self, decls: &Decls<'_>, diagnostics: &mut Vec<Diagnostic>) {
        let mut names = Names::new("security scheme");
        for (index, scheme) in decls.schemes.iter().enumerate() {
            names.declare(&scheme.name, diagnostics);
            self.scheme_names.entry(scheme.name.text.clone()).or_insert(index);
        }
    }

    /// The entity with this name.
    pub(super) fn entity_named(&self, name: &str) -> Option<EntityId> {
        match self.types.get(name) {
            Some(TypeName::Entity(id)) => Some(*id),
            Some(TypeName::Enum(_) | TypeName::Alias(_)) | None => None,
        }
    }

    /// The entity that an alias of this name stands for, or the entity itself.
    pub(super) fn entity_behind(&self, name: &str) -> Option<EntityId> {
        match self.types.get(name)? {
            TypeName::Entity(id) => Some(*id),
            TypeName::Alias(id) => {
                let Type::Entity(id) = self.aliases.get(id.index())?.base.ty else { return None };
                Some(id)
            }
            TypeName::Enum(_) => None,
        }
    }

    /// The field of an entity with this name.
    pub(super) fn field(&self, entity: EntityId, name: &str) -> Option<FieldIndex> {
        self.fields.get(entity.index())?.get(name).copied()
    }

    /// The type of a field.
    pub(super) fn field_type(&self, entity: EntityId, field: FieldIndex) -> &Type {
        const UNKNOWN: &Type = &Type::Unknown;
        let field = self.entities.get(entity.index()).and_then(|entity| entity.fields.get(field.index()));
        field.map_or(UNKNOWN, |field| &field.ty.ty)
    }

    /// A type in the words of the language.
    pub(super) fn show(&self, ty: &Type) -> String {
        crate::ir::type_name(ty, &self.enums, &self.entities)
    }
}

/// Invariants, facts and temporal properties share one space of names, since tests are named after them.
fn declare_conditions(decls: &Decls<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut names = Names::new("property");
    let conditions = decls.invariants.iter().chain(&decls.facts).filter_map(|condition| condition.name.as_ref());
    for name in conditions.chain(decls.temporals.iter().map(|temporal| &temporal.name)) {
        names.declare(name, diagnostics);
    }
}

/// Finds names that are declared twice.
#[derive(Debug)]
pub(super) struct Names {
    what: &'static str,
    code: Code,
    seen: FxHashMap<SmolStr, Span>,
}

impl Names {
    /// For declarations of the service.
    pub(super) fn new(what: &'static str) -> Names {
        Names { what, code: Code::DuplicateDeclaration, seen: FxHashMap::default() }
    }

    /// For parts of one declaration.
    pub(super) fn member(what: &'static str) -> Names {
        Names { what, code: Code::DuplicateMember, seen: FxHashMap::default() }
    }

    pub(super) fn declare(&mut self, name: &Name, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(before) = self.seen.get(&name.text) {
            let message = format!("the {} `{}` is declared twice", self.what, name.text);
            diagnostics.push(
                Diagnostic::new(self.code, name.span, message)
                    .label("declared again here")
                    .also(*before, "first declared here")
                    .help("rename or remove one of them"),
            );
        } else {
            self.seen.insert(name.text.clone(), name.span);
        }
    }
}

/// A parameter before its type is known.
pub(super) fn param(name: &Name, ty: TypeRef) -> Param {
    Param { name: name.text.clone(), span: name.span, ty }
}

/// The parameter with a name.
pub(super) fn find_param<'p>(params: &'p [Param], name: &str) -> Option<(ParamIndex, &'p Type)> {
    let index = params.iter().position(|param| param.name == name)?;
    Some((ParamIndex(index as u32), &params[index].ty.ty))
}

/// A function whose body is not yet known.
pub(super) fn draft_function(
    decl: &ast::Function,
    params: Vec<Param>,
    result: TypeRef,
    from_preamble: bool,
) -> Function {
    Function {
        name: decl.name.text.clone(),
        span: decl.name.span,
        is_predicate: decl.result.is_none(),
        params,
        result,
        body: FunctionBody::Extern,
        reads_state: false,
        from_preamble,
    }
}
