//! Records and what is reached through them: fields, entries, constructors, `with`.

use rustc_hash::FxHashMap;

use super::checker::Checker;
use super::expr::node;
use crate::diag::{Code, Diagnostic, did_you_mean, names};
use crate::ir::{Builtin, EntityId, Expr, ExprKind, FieldIndex, IndexKind, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Name};

impl Checker<'_> {
    pub(super) fn access(&mut self, base: &ast::Expr, name: &Name, span: Span) -> Expr {
        if let Some(found) = self.enum_access(base, name, span) {
            return found;
        }
        if let Some(found) = self.convention_access(base, name, span) {
            return found;
        }
        let source = base;
        let base = self.infer(base, None);
        let base = self.unwrapped(base);
        if base.ty == Type::Unknown {
            return node(ExprKind::None, Type::Unknown, span);
        }
        if let Type::Entity(id) = base.ty {
            return self.entity_field(id, base, name, span);
        }
        let has_length = base.ty.element().is_some() || base.ty == Type::String;
        if has_length && name.text == "length" {
            return node(ExprKind::Builtin(Builtin::Len, vec![base]), Type::Int, span);
        }
        self.no_fields(&base, source, name)
    }

    fn entity_field(&mut self, entity: EntityId, base: Expr, name: &Name, span: Span) -> Expr {
        let Some(field) = self.tables.field(entity, &name.text) else { return self.unknown_field(entity, name) };
        let ty = self.tables.field_type(entity, field).clone();
        node(ExprKind::Field(Box::new(base), field), ty, span)
    }

    fn unknown_field(&mut self, entity: EntityId, name: &Name) -> Expr {
        let found = &self.tables.entities[entity.index()];
        let help = did_you_mean(&name.text, found.fields.iter().map(|field| field.name.as_str()));
        let message = format!("`{}` has no field `{}`", found.name, name.text);
        let fields = names(found.fields.iter().map(|field| field.name.as_str()), "and");
        let fallback = format!("its fields are {fields}");
        let diagnostic = Diagnostic::new(Code::UnknownField, name.span, message);
        self.fail(name.span, diagnostic.help(help.unwrap_or(fallback)))
    }

    fn no_fields(&mut self, base: &Expr, source: &ast::Expr, name: &Name) -> Expr {
        let found = self.show(&base.ty);
        let message = format!("a `{found}` has no field `{}`", name.text);
        let diagnostic =
            Diagnostic::new(Code::UnknownField, name.span, message).maybe_help(self.key_help(source, name));
        self.fail(name.span, diagnostic)
    }

    /// A field asked of a key most likely means the value behind it.
    fn key_help(&self, source: &ast::Expr, name: &Name) -> Option<String> {
        let ast::ExprKind::Name(variable) = &source.kind else { return None };
        let (collection, value) = self.lookup(variable)?.key_of.as_ref()?;
        let Type::Entity(id) = value else { return None };
        self.tables.field(*id, &name.text)?;
        let field = &name.text;
        Some(format!(
            "`{variable}` is a key: write `{collection}[{variable}].{field}`, or iterate over the values, `{variable} in ran({collection})`"
        ))
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Expr {
        let base = self.infer(base, None);
        let base = self.unwrapped(base);
        let (kind, key, ty) = match &base.ty {
            Type::Map(key, value) => (IndexKind::Value, key.as_ref().clone(), value.as_ref().clone()),
            Type::Multi(key, value) => (IndexKind::Values, key.as_ref().clone(), Type::Set(value.clone())),
            Type::Seq(element) => (IndexKind::Element, Type::Int, element.as_ref().clone()),
            Type::Unknown => (IndexKind::Value, Type::Unknown, Type::Unknown),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Entity(_)
            | Type::Set(_)
            | Type::Option(_) => return self.not_indexable(&base, span),
        };
        let index = self.check(index, &key);
        node(ExprKind::Index(kind, Box::new(base), Box::new(index)), ty, span)
    }

    fn not_indexable(&mut self, base: &Expr, span: Span) -> Expr {
        let found = self.show(&base.ty);
        let diagnostic = Diagnostic::new(Code::NotIndexable, span, format!("a `{found}` has no entries to look up"))
            .help("`x[k]` looks into a map, a relation or a sequence; membership in a set is `k in x`");
        self.fail(span, diagnostic)
    }

    pub(super) fn construct(&mut self, name: &Name, fields: &[(Name, ast::Expr)], span: Span) -> Expr {
        let Some(id) = self.tables.entity_behind(&name.text) else { return self.not_an_entity(name) };
        let count = self.tables.entities[id.index()].fields.len();
        let mut values: Vec<Option<Expr>> = vec![None; count];
        for (index, value) in self.assignments(id, fields) {
            if let Some(slot) = values.get_mut(index.index()) {
                *slot = Some(value);
            }
        }
        let values = self.complete(id, values, name.span, span);
        node(ExprKind::Construct(id, values), Type::Entity(id), span)
    }

    fn not_an_entity(&mut self, name: &Name) -> Expr {
        let entities = self.tables.entities.iter().map(|entity| entity.name.as_str());
        let help = did_you_mean(&name.text, entities);
        let diagnostic = Diagnostic::new(Code::UnknownType, name.span, format!("there is no entity `{}`", name.text));
        self.fail(name.span, diagnostic.maybe_help(help))
    }

    /// Fields that were left out are `none` where they may be, and an error elsewhere.
    fn complete(&mut self, id: EntityId, values: Vec<Option<Expr>>, at: Span, span: Span) -> Vec<Expr> {
        let entity = &self.tables.entities[id.index()];
        let missing = |index: usize| entity.fields.get(index).filter(|field| !matches!(field.ty.ty, Type::Option(_)));
        let empty = values.iter().enumerate().filter(|(_, value)| value.is_none());
        let absent: Vec<&str> = empty.filter_map(|(index, _)| Some(missing(index)?.name.as_str())).collect();
        if !absent.is_empty() {
            let list = names(absent, "and");
            let diagnostic = Diagnostic::new(Code::MissingField, at, format!("this `{}` lacks {list}", entity.name))
                .help("a constructor names every field once; only an `Option` field may be left out");
            self.report(diagnostic);
        }
        let types: Vec<Type> = entity.fields.iter().map(|field| field.ty.ty.clone()).collect();
        values.into_iter().zip(types).map(|(value, ty)| value.unwrap_or(node(ExprKind::None, ty, span))).collect()
    }

    pub(super) fn with(
        &mut self,
        base: &ast::Expr,
        fields: &[(Name, ast::Expr)],
        hint: Option<&Type>,
        span: Span,
    ) -> Expr {
        let base = self.infer(base, hint);
        let base = self.unwrapped(base);
        let Type::Entity(id) = base.ty else {
            if base.ty == Type::Unknown {
                return node(ExprKind::None, Type::Unknown, span);
            }
            return self.not_a_record(&base);
        };
        let fields = self.assignments(id, fields);
        let ty = base.ty.clone();
        node(ExprKind::With(Box::new(base), fields), ty, span)
    }

    fn not_a_record(&mut self, base: &Expr) -> Expr {
        let found = self.show(&base.ty);
        let diagnostic =
            Diagnostic::new(Code::BadOperand, base.span, format!("`with` needs an entity, found `{found}`"));
        self.fail(base.span, diagnostic.help("`r with { f = e }` is `r` with some fields replaced"))
    }

    fn assignments(&mut self, id: EntityId, fields: &[(Name, ast::Expr)]) -> Vec<(FieldIndex, Expr)> {
        let mut seen: FxHashMap<FieldIndex, Span> = FxHashMap::default();
        let mut typed = Vec::new();
        for (name, value) in fields {
            let Some(field) = self.tables.field(id, &name.text) else {
                self.unknown_field(id, name);
                continue;
            };
            if let Some(before) = seen.insert(field, name.span) {
                let message = format!("the field `{}` is given twice", name.text);
                let diagnostic = Diagnostic::new(Code::FieldTwice, name.span, message).also(before, "first given here");
                self.report(diagnostic.help("keep one of the two"));
                continue;
            }
            let ty = self.tables.field_type(id, field).clone();
            typed.push((field, self.check(value, &ty)));
        }
        typed
    }
}
