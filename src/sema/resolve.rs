//! Types as written to types as meant: aliases, `extends`, relations, options.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::decls::Decls;
use super::tables::{Names, Signature, Tables, TypeName, draft_function, param};
use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::graph::by_dependence;
use crate::ir::{
    Alias, AliasId, Entity, EntityId, Field, FieldIndex, FunctionId, Multiplicity, Param, StateField, StateId, Type,
    TypeRef,
};
use crate::source::Span;
use crate::syntax::ast::{self, Name, TypeKind};
use crate::syntax::limits::MAX_DEPTH;

const BASE_TYPES: [(&str, Type); 7] = [
    ("String", Type::String),
    ("Int", Type::Int),
    ("Bool", Type::Bool),
    ("Float", Type::Float),
    ("DateTime", Type::DateTime),
    ("Duration", Type::Duration),
    ("UUID", Type::Uuid),
];

/// What other languages call the types of this one.
const FOREIGN_TYPES: [(&str, &str); 14] = [
    ("Integer", "Int"),
    ("Long", "Int"),
    ("Double", "Float"),
    ("Decimal", "Float"),
    ("Boolean", "Bool"),
    ("Text", "String"),
    ("Date", "DateTime"),
    ("Timestamp", "DateTime"),
    ("Guid", "UUID"),
    ("List", "Seq"),
    ("Array", "Seq"),
    ("Dict", "Map"),
    ("Optional", "Option"),
    ("Maybe", "Option"),
];

const GENERIC_TYPES: [(&str, usize); 4] = [("Set", 1), ("Seq", 1), ("Map", 2), ("Option", 1)];

const BUILTIN_FUNCTIONS: [&str; 15] = [
    "len", "dom", "ran", "sum", "max", "min", "abs", "now", "days", "hours", "minutes", "seconds", "hash", "pre",
    "some",
];

/// Resolves the types of all declarations into the tables.
pub(super) struct Resolver<'t> {
    tables: &'t mut Tables,
    diagnostics: &'t mut Vec<Diagnostic>,
    /// How many fields and invariants `extends` has copied so far.
    inherited: usize,
}

/// How many fields and invariants `extends` may copy in one spec.
const MAX_INHERITED: usize = 1_000_000;

/// A type written on its own, such as a binder's, with what is wrong with it.
pub(super) fn resolve_type(tables: &Tables, ty: &ast::Type, diagnostics: &mut Vec<Diagnostic>) -> TypeRef {
    TypeReader { tables, diagnostics }.read(ty, false)
}

impl<'t> Resolver<'t> {
    pub(super) fn new(tables: &'t mut Tables, diagnostics: &'t mut Vec<Diagnostic>) -> Resolver<'t> {
        Resolver { tables, diagnostics, inherited: 0 }
    }

    fn read(&mut self, ty: &ast::Type, relation: bool) -> TypeRef {
        TypeReader { tables: self.tables, diagnostics: self.diagnostics }.read(ty, relation)
    }

    // Aliases --------------------------------------------------------------------------------------------------

    pub(super) fn aliases(&mut self, decls: &Decls<'_>) {
        self.tables.aliases = decls
            .aliases
            .iter()
            .map(|alias| Alias {
                name: alias.name.text.clone(),
                span: alias.name.span,
                base: TypeRef::plain(Type::Unknown),
                refinement: None,
            })
            .collect();
        for group in by_dependence(decls.aliases.len(), &self.alias_edges(decls)) {
            for index in group.items {
                let decl = decls.aliases[index];
                if group.is_cycle {
                    self.alias_cycle(&decl.name);
                } else {
                    self.tables.aliases[index].base = self.read(&decl.ty, false);
                }
            }
        }
    }

    fn alias_edges(&self, decls: &Decls<'_>) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for (index, decl) in decls.aliases.iter().enumerate() {
            let mut mentioned = Vec::new();
            self.mentioned_aliases(&decl.ty, &mut mentioned);
            edges.extend(mentioned.into_iter().map(|other| (index, other)));
        }
        edges
    }

    fn alias_cycle(&mut self, name: &Name) {
        self.diagnostics.push(
            Diagnostic::new(Code::AliasCycle, name.span, format!("the alias `{}` stands for itself", name.text))
                .help("an alias must lead to a base type, an enum or an entity"),
        );
    }

    fn mentioned_aliases(&self, ty: &ast::Type, found: &mut Vec<usize>) {
        match &ty.kind {
            TypeKind::Named(name, args) => {
                if let Some(TypeName::Alias(id)) = self.tables.types.get(&name.text) {
                    found.push(id.index());
                }
                args.iter().for_each(|arg| self.mentioned_aliases(arg, found));
            }
            TypeKind::Relation(key, _, value) => {
                self.mentioned_aliases(key, found);
                self.mentioned_aliases(value, found);
            }
        }
    }

    // Entities -------------------------------------------------------------------------------------------------

    pub(super) fn entities(&mut self, decls: &Decls<'_>) {
        let parents: Vec<Option<EntityId>> = decls.entities.iter().map(|decl| self.parent(decl)).collect();
        self.tables.entities =
            decls.entities.iter().zip(&parents).map(|(decl, parent)| draft_entity(decl, *parent)).collect();
        self.tables.fields = vec![FxHashMap::default(); decls.entities.len()];
        let extends = parents.iter().enumerate().filter_map(|(index, parent)| Some((index, (*parent)?.index())));
        let mut weights = vec![0; decls.entities.len()];
        for group in by_dependence(decls.entities.len(), &extends.collect::<Vec<_>>()) {
            for index in group.items {
                if group.is_cycle {
                    self.extends_cycle(index, decls.entities[index]);
                }
                self.weigh(index, decls.entities[index], &mut weights);
                self.entity(index, decls.entities[index]);
            }
        }
        self.endless_entities();
    }

    fn parent(&mut self, decl: &ast::Entity) -> Option<EntityId> {
        let name = decl.extends.as_ref()?;
        let found = self.tables.entity_named(&name.text);
        if found.is_none() {
            let entities = self.tables.types.iter().filter(|(_, kind)| matches!(kind, TypeName::Entity(_)));
            let help = did_you_mean(&name.text, entities.map(|(name, _)| name.as_str()));
            self.diagnostics.push(
                Diagnostic::new(Code::BadExtends, name.span, format!("`{}` is not an entity", name.text))
                    .help(help.unwrap_or_else(|| "only an entity can be extended".into())),
            );
        }
        found
    }

    fn entity(&mut self, index: usize, decl: &ast::Entity) {
        let mut fields = match self.tables.entities[index].extends {
            Some(parent) => self.tables.entities[parent.index()].fields.clone(),
            None => Vec::new(),
        };
        self.own_fields(decl, &mut fields);
        self.tables.fields[index] = field_names(&fields);
        self.tables.entities[index].fields = fields;
    }

    /// Keeps a long chain of `extends` from copying without end.
    fn weigh(&mut self, index: usize, decl: &ast::Entity, weights: &mut [usize]) {
        let parent = self.tables.entities[index].extends.map_or(0, |parent| weights[parent.index()]);
        weights[index] = parent + decl.fields.len() + decl.invariants.len();
        self.inherited += parent;
        if self.inherited > MAX_INHERITED {
            self.tables.entities[index].extends = None;
            let message = format!("the entities of this spec inherit more than {MAX_INHERITED} fields");
            let diagnostic = Diagnostic::new(Code::TooDeep, decl.name.span, message);
            self.diagnostics.push(diagnostic.help("extend fewer or smaller entities"));
        }
    }

    fn extends_cycle(&mut self, index: usize, decl: &ast::Entity) {
        self.tables.entities[index].extends = None;
        self.diagnostics.push(
            Diagnostic::new(Code::BadExtends, decl.name.span, format!("`{}` extends itself", decl.name.text))
                .help("an entity can only extend one that does not depend on it"),
        );
    }

    fn own_fields(&mut self, decl: &ast::Entity, fields: &mut Vec<Field>) {
        let mut names = Names::member("field");
        let inherited = fields.len();
        for field in &decl.fields {
            names.declare(&field.name, self.diagnostics);
            if let Some(before) = fields.iter().take(inherited).find(|before| before.name == field.name.text) {
                let message = format!("`{}` already has a field `{}`", parent_name(decl), field.name.text);
                self.diagnostics.push(
                    Diagnostic::new(Code::BadExtends, field.name.span, message)
                        .also(before.span, "inherited from here")
                        .help("choose another name; `extends` takes over every field"),
                );
            }
            let ty = self.read(&field.ty, false);
            fields.push(Field { name: field.name.text.clone(), span: field.name.span, ty, refinement: None });
        }
    }

    /// An entity that holds itself outside every option and collection has no value.
    fn endless_entities(&mut self) {
        let mut edges = Vec::new();
        for (index, entity) in self.tables.entities.iter().enumerate() {
            edges.extend(entity.fields.iter().filter_map(|field| Some((index, direct_entity(field)?.index()))));
        }
        let groups = by_dependence(self.tables.entities.len(), &edges);
        for group in groups.into_iter().filter(|group| group.is_cycle) {
            for index in &group.items {
                let within = |field: &&Field| direct_entity(field).is_some_and(|id| group.items.contains(&id.index()));
                if let Some(field) = self.tables.entities[*index].fields.iter().find(within).cloned() {
                    self.report_endless(*index, &field);
                }
            }
        }
    }

    fn report_endless(&mut self, index: usize, field: &Field) {
        let name = &self.tables.entities[index].name;
        let message = format!("the field `{}` makes `{name}` contain itself without end", field.name);
        self.diagnostics.push(
            Diagnostic::new(Code::EndlessEntity, field.span, message)
                .help("hold the other entity's key, or make the field an `Option`, `Set` or `Seq`"),
        );
    }

    // State, functions, operations -----------------------------------------------------------------------------

    pub(super) fn state(&mut self, decls: &Decls<'_>) {
        let mut names = Names::member("state field");
        for (index, field) in decls.state.iter().enumerate() {
            names.declare(&field.name, self.diagnostics);
            self.tables.state_names.entry(field.name.text.clone()).or_insert(StateId(index as u32));
            let ty = self.read(&field.ty, true);
            let (name, span) = (field.name.text.clone(), field.name.span);
            self.tables.state.push(StateField { name, span, ty, initial: None, refinement: None });
        }
    }

    pub(super) fn functions(&mut self, decls: &Decls<'_>) {
        let mut names = Names::new("function");
        for (index, decl) in decls.functions.iter().enumerate() {
            names.declare(&decl.name, self.diagnostics);
            self.reject_builtin(&decl.name);
            let params = self.params(&decl.params, "parameter");
            let result = decl.result.as_ref().map_or(TypeRef::plain(Type::Bool), |ty| self.read(ty, false));
            let from_preamble = index >= decls.own_functions;
            self.tables.functions.push(draft_function(decl, params, result, from_preamble));
            self.tables.function_names.entry(decl.name.text.clone()).or_insert(FunctionId(index as u32));
        }
    }

    fn reject_builtin(&mut self, name: &Name) {
        if BUILTIN_FUNCTIONS.contains(&name.text.as_str()) {
            self.diagnostics.push(
                Diagnostic::new(Code::BuiltinRedeclared, name.span, format!("`{}` is built in", name.text))
                    .help("choose another name; only the preamble's predicates can be declared again"),
            );
        }
    }

    fn params(&mut self, decls: &[ast::Field], what: &'static str) -> Vec<Param> {
        let mut names = Names::member(what);
        decls
            .iter()
            .map(|decl| {
                names.declare(&decl.name, self.diagnostics);
                param(&decl.name, self.read(&decl.ty, false))
            })
            .collect()
    }

    pub(super) fn operations(&mut self, decls: &Decls<'_>) {
        for decl in &decls.operations {
            let inputs = self.params(&decl.inputs, "input");
            let outputs = self.params(&decl.outputs, "output");
            for output in &outputs {
                if let Some(input) = inputs.iter().find(|input| input.name == output.name) {
                    self.diagnostics.push(
                        Diagnostic::new(
                            Code::InputAndOutput,
                            output.span,
                            format!("`{}` is an input too", output.name),
                        )
                        .also(input.span, "the input")
                        .help(format!("give the output a name of its own, such as `new_{}`", output.name)),
                    );
                }
            }
            self.tables.signatures.push(Signature { inputs, outputs });
        }
    }
}

/// The entity that a field holds outside every option and collection.
fn direct_entity(field: &Field) -> Option<EntityId> {
    if let Type::Entity(id) = field.ty.ty { Some(id) } else { None }
}

fn parent_name(decl: &ast::Entity) -> &str {
    decl.extends.as_ref().map_or("the parent", |name| &name.text)
}

fn draft_entity(decl: &ast::Entity, extends: Option<EntityId>) -> Entity {
    Entity { name: decl.name.text.clone(), span: decl.name.span, extends, fields: Vec::new(), invariants: Vec::new() }
}

fn field_names(fields: &[Field]) -> FxHashMap<smol_str::SmolStr, FieldIndex> {
    let mut names = FxHashMap::default();
    for (index, field) in fields.iter().enumerate() {
        names.entry(field.name.clone()).or_insert(FieldIndex(index as u32));
    }
    names
}

/// Reads one type.
struct TypeReader<'t> {
    tables: &'t Tables,
    diagnostics: &'t mut Vec<Diagnostic>,
}

impl TypeReader<'_> {
    fn read(&mut self, ty: &ast::Type, relation: bool) -> TypeRef {
        match &ty.kind {
            TypeKind::Named(name, args) => self.named(name, args),
            TypeKind::Relation(key, multiplicity, value) => {
                if !relation {
                    self.diagnostics.push(
                        Diagnostic::new(Code::MisplacedRelation, ty.span, "a relation can only be a state field")
                            .help("write `Map[K, V]` or `Map[K, Set[V]]` here"),
                    );
                }
                self.relation(key, *multiplicity, value, ty.span)
            }
        }
    }

    fn relation(
        &mut self,
        key: &ast::Type,
        multiplicity: ast::Multiplicity,
        value: &ast::Type,
        name_span: Span,
    ) -> TypeRef {
        let (key, value) = (self.read(key, false), self.read(value, false));
        let (k, v) = (Arc::new(key.ty.clone()), Arc::new(value.ty.clone()));
        let (multiplicity, ty) = match multiplicity {
            ast::Multiplicity::One => (Multiplicity::One, Type::Map(k, v)),
            ast::Multiplicity::Lone => (Multiplicity::Lone, Type::Map(k, v)),
            ast::Multiplicity::Some => (Multiplicity::Some, Type::Multi(k, v)),
            ast::Multiplicity::Set => (Multiplicity::Set, Type::Multi(k, v)),
        };
        TypeRef { ty: self.bounded(ty, name_span), alias: None, args: vec![key, value], relation: Some(multiplicity) }
    }

    fn named(&mut self, name: &Name, args: &[ast::Type]) -> TypeRef {
        let args: Vec<TypeRef> = args.iter().map(|arg| self.read(arg, false)).collect();
        if let Some((_, count)) = GENERIC_TYPES.iter().find(|(generic, _)| *generic == name.text) {
            return self.generic(name, args, *count);
        }
        let is_base = BASE_TYPES.iter().any(|(base, _)| *base == name.text);
        if !args.is_empty() && (is_base || self.tables.types.contains_key(&name.text)) {
            self.wrong_arguments(name, 0, args.len());
        }
        if let Some((_, ty)) = BASE_TYPES.iter().find(|(base, _)| *base == name.text) {
            return TypeRef::plain(ty.clone());
        }
        match self.tables.types.get(&name.text) {
            Some(TypeName::Entity(id)) => TypeRef::plain(Type::Entity(*id)),
            Some(TypeName::Enum(id)) => TypeRef::plain(Type::Enum(*id)),
            Some(TypeName::Alias(id)) => self.alias(*id),
            None => self.unknown(name),
        }
    }

    /// An alias is its base type; the parts of the base stay behind the alias.
    fn alias(&self, id: AliasId) -> TypeRef {
        let ty = self.tables.aliases.get(id.index()).map_or(Type::Unknown, |alias| alias.base.ty.clone());
        TypeRef { ty, alias: Some(id), args: Vec::new(), relation: None }
    }

    fn generic(&mut self, name: &Name, args: Vec<TypeRef>, count: usize) -> TypeRef {
        if args.len() != count {
            self.wrong_arguments(name, count, args.len());
            return TypeRef::plain(Type::Unknown);
        }
        let mut types = args.iter().map(|arg| arg.ty.clone());
        let first = types.next().unwrap_or(Type::Unknown);
        let ty = match (name.text.as_str(), types.next()) {
            ("Map", Some(value)) => Type::map(first, value),
            ("Set", _) => Type::set(first),
            ("Seq", _) => Type::seq(first),
            _ => self.option(name, first),
        };
        TypeRef { ty: self.bounded(ty, name.span), alias: None, args, relation: None }
    }

    /// Aliases can make a type grow without end; past a bound it is an error.
    fn bounded(&mut self, ty: Type, span: Span) -> Type {
        if ty.size() <= MAX_DEPTH {
            return ty;
        }
        let message = format!("this type has more than {MAX_DEPTH} parts");
        self.diagnostics.push(Diagnostic::new(Code::TooDeep, span, message).help("give its parts names as entities"));
        Type::Unknown
    }

    fn option(&mut self, name: &Name, inner: Type) -> Type {
        if matches!(inner, Type::Option(_)) {
            self.diagnostics.push(
                Diagnostic::new(Code::NestedOption, name.span, "an option cannot hold an option")
                    .help("write `Option[T]` once; `none` has no second meaning"),
            );
            return inner;
        }
        Type::option(inner)
    }

    fn wrong_arguments(&mut self, name: &Name, expected: usize, found: usize) {
        let example = match expected {
            0 => format!("`{}` takes none", name.text),
            1 => format!("write `{}[T]`", name.text),
            _ => format!("write `{}[K, V]`", name.text),
        };
        let message = format!("`{}` takes {expected} type argument{}, found {found}", name.text, plural(expected));
        self.diagnostics.push(Diagnostic::new(Code::TypeArguments, name.span, message).help(example));
    }

    fn unknown(&mut self, name: &Name) -> TypeRef {
        let base = BASE_TYPES.iter().map(|(base, _)| *base).chain(GENERIC_TYPES.iter().map(|(generic, _)| *generic));
        let own = self.tables.types.keys().map(smol_str::SmolStr::as_str);
        let foreign = FOREIGN_TYPES.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(&name.text));
        let help = foreign.map(|(_, own)| format!("here it is called `{own}`"));
        let help = help.or_else(|| did_you_mean(&name.text, base.chain(own)));
        let fallback = format!("declare it: `type {0} = …`, `entity {0} {{ … }}` or `enum {0} {{ … }}`", name.text);
        self.diagnostics.push(
            Diagnostic::new(Code::UnknownType, name.span, format!("there is no type `{}`", name.text))
                .help(help.unwrap_or(fallback)),
        );
        TypeRef::plain(Type::Unknown)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
