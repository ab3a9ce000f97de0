//! Types as schemas: what a declaration says, with every refinement that JSON Schema can say.

use indexmap::IndexMap;
use openapiv3::{
    AdditionalProperties, AnySchema, ArrayType, BooleanType, IntegerFormat, IntegerType, NumberFormat, NumberType,
    ObjectType, ReferenceOr, Schema, SchemaData, SchemaKind, StringFormat, StringType, Type as SchemaType,
    VariantOrUnknownOrEmpty,
};
use serde_json::{Value, json};

use super::refine::{Bound, Bounds, Keywords, Number, Refinements};
use crate::ir::{
    AliasId, Condition, Entity, EntityId, EnumId, Expr, Field, Names, Param, Service, Type, TypeRef, print,
};

/// Whether a value is sent or received by the service: an option may be absent in what it receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Request,
    Response,
}

/// RFC 3339 with milliseconds and `Z`.
const INSTANT: &str = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$";

/// Makes schemas for the types of a service.
pub(super) struct Schemas<'s> {
    service: &'s Service,
    /// What the names of schemas for requests end in.
    suffix: String,
}

impl<'s> Schemas<'s> {
    pub(super) fn new(service: &'s Service) -> Schemas<'s> {
        let taken = |suffix: &str| declared(service).any(|name| name.ends_with(suffix));
        let mut suffix = "Input".to_string();
        while taken(&suffix) {
            suffix.push('_');
        }
        Schemas { service, suffix }
    }

    /// A name for a schema of our own, which no declaration has.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        while declared(self.service).any(|taken| taken == name) {
            name.push('_');
        }
        name
    }

    /// The schemas of all declared types, in the order aliases, enums, entities; those of requests where they differ.
    pub(super) fn components(&self) -> IndexMap<String, ReferenceOr<Schema>> {
        let mut found = IndexMap::new();
        for side in [Side::Response, Side::Request] {
            let wanted = |ty: &Type| side == Side::Response || self.differs(ty);
            for (index, alias) in self.service.aliases.iter().enumerate().filter(|(_, alias)| wanted(&alias.base.ty)) {
                let name = self.name(&alias.name, &alias.base.ty, side);
                found.insert(name, ReferenceOr::Item(self.alias(AliasId(index as u32), side)));
            }
            for (index, found_enum) in self.service.enums.iter().enumerate().filter(|_| side == Side::Response) {
                found.insert(found_enum.name.to_string(), ReferenceOr::Item(self.enumeration(EnumId(index as u32))));
            }
            for (index, entity) in self.service.entities.iter().enumerate() {
                let ty = Type::Entity(EntityId(index as u32));
                if wanted(&ty) {
                    found.insert(self.name(&entity.name, &ty, side), ReferenceOr::Item(self.entity(entity, side)));
                }
            }
        }
        self.drop_unused_inputs(&mut found);
        found
    }

    /// Schemas for requests that no request needs are left out.
    fn drop_unused_inputs(&self, found: &mut IndexMap<String, ReferenceOr<Schema>>) {
        let inputs = self.service.operations.iter().flat_map(|operation| &operation.inputs);
        let mut wanted = Vec::new();
        for input in inputs {
            references(&json!(self.type_ref(&input.ty, Side::Request)), &mut wanted);
        }
        let mut at = 0;
        while let Some(name) = wanted.get(at).cloned() {
            found.get(&name).into_iter().for_each(|schema| references(&json!(schema), &mut wanted));
            at += 1;
        }
        let base = |name: &String| name.strip_suffix(&self.suffix).is_some_and(|base| !base.is_empty());
        found.retain(|name, _| !base(name) || wanted.contains(name));
    }

    /// The name of a declared type's schema.
    fn name(&self, name: &str, ty: &Type, side: Side) -> String {
        if side == Side::Request && self.differs(ty) { format!("{name}{}", self.suffix) } else { name.to_string() }
    }

    /// Whether a type looks different in a request: where an entity in it has an option.
    fn differs(&self, ty: &Type) -> bool {
        match ty {
            Type::Entity(id) => self
                .service
                .entity(*id)
                .fields
                .iter()
                .any(|field| matches!(field.ty.ty, Type::Option(_)) || self.differs(&field.ty.ty)),
            Type::Set(inner) | Type::Seq(inner) | Type::Option(inner) => self.differs(inner),
            Type::Map(key, value) | Type::Multi(key, value) => self.differs(key) || self.differs(value),
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

    fn alias(&self, id: AliasId, side: Side) -> Schema {
        let alias = &self.service.aliases[id.index()];
        self.refined(&alias.base, alias.refinement.as_ref(), side)
    }

    /// A type with a refinement of its own.
    fn refined(&self, ty: &TypeRef, refinement: Option<&Expr>, side: Side) -> Schema {
        let keywords = refinement.map(|found| Refinements { service: self.service }.keywords(found));
        let keywords = keywords.filter(|_| !matches!(ty.ty, Type::Option(_))).unwrap_or_default();
        match self.type_ref(ty, side) {
            ReferenceOr::Item(base) => extended(restricted(base, &keywords), &ty.ty, &keywords),
            reference @ ReferenceOr::Reference { .. } if keywords.is_empty() => all_of(vec![reference]),
            reference @ ReferenceOr::Reference { .. } => Self::narrowed(reference, &ty.ty, &keywords),
        }
    }

    /// A named schema, and what else holds.
    fn narrowed(reference: ReferenceOr<Schema>, ty: &Type, keywords: &Keywords) -> Schema {
        let own = restricted(bare(ty), keywords);
        let mut parts = vec![reference];
        parts.extend((own != bare(ty)).then_some(ReferenceOr::Item(own)));
        parts.extend(extras(ty, keywords).into_iter().map(ReferenceOr::Item));
        all_of(parts)
    }

    /// A type as a declaration uses it.
    pub(super) fn type_ref(&self, ty: &TypeRef, side: Side) -> ReferenceOr<Schema> {
        if let Some(alias) = ty.alias {
            let alias = &self.service.aliases[alias.index()];
            return component(&self.name(&alias.name, &alias.base.ty, side));
        }
        let part =
            |index: usize, inner: &Type| ty.args.get(index).cloned().unwrap_or_else(|| TypeRef::plain(inner.clone()));
        match &ty.ty {
            Type::Enum(id) => component(&self.service.enumeration(*id).name),
            Type::Entity(id) => component(&self.name(&self.service.entity(*id).name, &ty.ty, side)),
            Type::Option(inner) => ReferenceOr::Item(self.nullable(&part(0, inner), side)),
            Type::Set(element) => ReferenceOr::Item(array(self.type_ref(&part(0, element), side), true)),
            Type::Seq(element) => ReferenceOr::Item(array(self.type_ref(&part(0, element), side), false)),
            Type::Map(key, value) => {
                let value = self.type_ref(&part(1, value), side);
                ReferenceOr::Item(self.map(&part(0, key), value, side))
            }
            Type::Multi(key, value) => {
                let values = array(self.type_ref(&part(1, value), side), true);
                ReferenceOr::Item(self.map(&part(0, key), ReferenceOr::Item(values), side))
            }
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Unknown => ReferenceOr::Item(bounded(bare(&ty.ty))),
        }
    }

    fn map(&self, key: &TypeRef, value: ReferenceOr<Schema>, side: Side) -> Schema {
        if matches!(key.ty, Type::String | Type::Int | Type::Enum(_) | Type::Uuid) {
            let additional_properties = Some(AdditionalProperties::Schema(Box::new(value)));
            return object(ObjectType { additional_properties, ..ObjectType::default() });
        }
        let either = Schema {
            schema_data: SchemaData::default(),
            schema_kind: SchemaKind::AnyOf { any_of: vec![self.type_ref(key, side), value] },
        };
        let mut pair = array(ReferenceOr::Item(either), false);
        if let SchemaKind::Type(SchemaType::Array(array)) = &mut pair.schema_kind {
            (array.min_items, array.max_items) = (Some(2), Some(2));
        }
        array(ReferenceOr::Item(pair), true)
    }

    /// A type or `null`. OpenAPI 3.0 takes `nullable` only beside a `type`, so a named schema is written out, or
    /// stands beside one that is only `null`.
    fn nullable(&self, inner: &TypeRef, side: Side) -> Schema {
        let mut schema = match (self.type_ref(inner, side), inner.alias, &inner.ty) {
            (ReferenceOr::Item(schema), ..) => schema,
            (ReferenceOr::Reference { .. }, Some(alias), _) => self.alias(alias, side),
            (ReferenceOr::Reference { .. }, None, Type::Enum(id)) => self.enumeration(*id),
            (reference @ ReferenceOr::Reference { .. }, None, _) => return or_null(reference),
        };
        if !matches!(schema.schema_kind, SchemaKind::Type(_)) {
            return or_null(self.type_ref(inner, side));
        }
        if let SchemaKind::Type(SchemaType::String(text)) = &mut schema.schema_kind
            && !text.enumeration.is_empty()
        {
            text.enumeration.push(None);
        }
        schema.schema_data.nullable = true;
        schema
    }

    fn enumeration(&self, id: EnumId) -> Schema {
        let values = self.service.enumeration(id).values.iter().map(|value| Some(value.name.to_string()));
        string(StringType { enumeration: values.collect(), ..StringType::default() })
    }

    fn entity(&self, entity: &Entity, side: Side) -> Schema {
        let names = Names { entity: Some(entity), ..Names::default() };
        let fields = entity.fields.iter().map(|field| (field.name.to_string(), self.field(field, side), &field.ty.ty));
        let mut schema = record(fields, side);
        if !entity.invariants.is_empty() {
            let texts = entity.invariants.iter().map(|found| condition(self.service, found, names));
            schema.schema_data.extensions.insert("x-invariant".into(), texts.collect());
        }
        schema
    }

    fn field(&self, field: &Field, side: Side) -> ReferenceOr<Schema> {
        match &field.refinement {
            Some(refinement) => ReferenceOr::Item(self.refined(&field.ty, Some(refinement), side)),
            None => self.type_ref(&field.ty, side),
        }
    }

    /// An object of parameters by their names.
    pub(super) fn params<'p>(&self, params: impl Iterator<Item = &'p Param>, side: Side) -> Schema {
        record(params.map(|param| (param.name.to_string(), self.type_ref(&param.ty, side), &param.ty.ty)), side)
    }
}

/// The names of all declared types.
fn declared(service: &Service) -> impl Iterator<Item = &str> {
    let aliases = service.aliases.iter().map(|alias| alias.name.as_str());
    let enums = service.enums.iter().map(|found| found.name.as_str());
    aliases.chain(enums).chain(service.entities.iter().map(|entity| entity.name.as_str()))
}

/// The names of the schemas that a piece of a document refers to, added to those known.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let target = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
            if let Some(name) = target.filter(|name| !found.iter().any(|known| known == name)) {
                found.push(name.to_string());
            }
            fields.values().for_each(|part| references(part, found));
        }
        Value::Array(items) => items.iter().for_each(|part| references(part, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// An invariant by name and text.
pub(super) fn condition(service: &Service, condition: &Condition, names: Names<'_>) -> Value {
    let text = print(&condition.expr, service, names);
    match &condition.name {
        Some(name) => json!({ "name": name.as_str(), "text": text }),
        None => json!({ "text": text }),
    }
}

/// A reference to a schema among the components.
pub(super) fn component<T>(name: &str) -> ReferenceOr<T> {
    ReferenceOr::ref_(&format!("#/components/schemas/{name}"))
}

fn typed(ty: SchemaType) -> Schema {
    Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Type(ty) }
}

pub(super) fn string(ty: StringType) -> Schema {
    typed(SchemaType::String(ty))
}

pub(super) fn object(ty: ObjectType) -> Schema {
    typed(SchemaType::Object(ty))
}

fn array(items: ReferenceOr<Schema>, unique_items: bool) -> Schema {
    let items = Some(boxed(items));
    typed(SchemaType::Array(ArrayType { items, min_items: None, max_items: None, unique_items }))
}

fn boxed(schema: ReferenceOr<Schema>) -> ReferenceOr<Box<Schema>> {
    match schema {
        ReferenceOr::Item(schema) => ReferenceOr::boxed_item(schema),
        ReferenceOr::Reference { reference } => ReferenceOr::Reference { reference },
    }
}

fn all_of(all_of: Vec<ReferenceOr<Schema>>) -> Schema {
    Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::AllOf { all_of } }
}

/// A schema, or `null`.
fn or_null(schema: ReferenceOr<Schema>) -> Schema {
    let mut null = string(StringType { enumeration: vec![None], ..StringType::default() });
    null.schema_data.nullable = true;
    let any_of = vec![schema, ReferenceOr::Item(null)];
    Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::AnyOf { any_of } }
}

/// An object of these fields and no others. What is sent has all of them; of what is received, options may be absent.
fn record<'t>(fields: impl Iterator<Item = (String, ReferenceOr<Schema>, &'t Type)>, side: Side) -> Schema {
    let mut ty = ObjectType { additional_properties: Some(AdditionalProperties::Any(false)), ..ObjectType::default() };
    for (name, schema, field) in fields {
        if side == Side::Response || !matches!(field, Type::Option(_)) {
            ty.required.push(name.clone());
        }
        ty.properties.insert(name, boxed(schema));
    }
    object(ty)
}

/// The schema of a type without any bounds.
fn bare(ty: &Type) -> Schema {
    let format = |format: &str| VariantOrUnknownOrEmpty::Unknown(format.to_string());
    match ty {
        Type::Bool => typed(SchemaType::Boolean(BooleanType::default())),
        Type::Int | Type::Duration => {
            let format = VariantOrUnknownOrEmpty::Item(IntegerFormat::Int64);
            typed(SchemaType::Integer(IntegerType { format, ..IntegerType::default() }))
        }
        Type::Float => {
            let format = VariantOrUnknownOrEmpty::Item(NumberFormat::Double);
            typed(SchemaType::Number(NumberType { format, ..NumberType::default() }))
        }
        Type::String | Type::Enum(_) => string(StringType::default()),
        Type::DateTime => {
            let format = VariantOrUnknownOrEmpty::Item(StringFormat::DateTime);
            string(StringType { format, pattern: Some(INSTANT.into()), ..StringType::default() })
        }
        Type::Uuid => string(StringType { format: format("uuid"), ..StringType::default() }),
        Type::Set(_) | Type::Seq(_) => {
            typed(SchemaType::Array(ArrayType { items: None, min_items: None, max_items: None, unique_items: false }))
        }
        Type::Map(..) | Type::Multi(..) | Type::Entity(_) => object(ObjectType::default()),
        Type::Option(inner) => bare(inner),
        Type::Unknown => {
            Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(AnySchema::default()) }
        }
    }
}

/// An integer within 64 bits, where nothing tighter is said.
fn bounded(mut schema: Schema) -> Schema {
    if let SchemaKind::Type(SchemaType::Integer(ty)) = &mut schema.schema_kind {
        ty.minimum = ty.minimum.or(Some(i64::MIN));
        ty.maximum = ty.maximum.or(Some(i64::MAX));
    }
    schema
}

/// A schema with the keywords that its type has.
fn restricted(mut schema: Schema, keywords: &Keywords) -> Schema {
    let SchemaKind::Type(ty) = &mut schema.schema_kind else { return schema };
    match ty {
        SchemaType::String(ty) => {
            (ty.min_length, ty.max_length) = sizes(keywords.length);
            ty.pattern = ty.pattern.take().or_else(|| keywords.patterns.first().cloned());
            ty.enumeration =
                choice(keywords, |value| value.as_str().map(str::to_string)).unwrap_or_else(|| ty.enumeration.clone());
        }
        SchemaType::Integer(ty) => {
            restrict_integer(ty, keywords.value);
            ty.enumeration = choice(keywords, Value::as_i64).unwrap_or_default();
        }
        SchemaType::Number(ty) => {
            restrict_number(ty, keywords.value);
            ty.enumeration = choice(keywords, Value::as_f64).unwrap_or_default();
        }
        SchemaType::Boolean(ty) => ty.enumeration = choice(keywords, Value::as_bool).unwrap_or_default(),
        SchemaType::Array(ty) => (ty.min_items, ty.max_items) = sizes(keywords.length),
        SchemaType::Object(ty) => (ty.min_properties, ty.max_properties) = sizes(keywords.length),
    }
    schema
}

/// The first list of choices, if all of them are of the type.
fn choice<T>(keywords: &Keywords, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<Option<T>>> {
    let values = keywords.choices.first()?;
    values.iter().map(|value| read(value).map(Some)).collect()
}

fn restrict_integer(ty: &mut IntegerType, bounds: Bounds) {
    let whole = |bound: Bound| match bound.at {
        Number::Int(value) => Some((value, bound.exclusive)),
        Number::Float(_) => None,
    };
    if let Some((at, exclusive)) = bounds.low.and_then(whole) {
        (ty.minimum, ty.exclusive_minimum) = (Some(at), exclusive);
    }
    if let Some((at, exclusive)) = bounds.high.and_then(whole) {
        (ty.maximum, ty.exclusive_maximum) = (Some(at), exclusive);
    }
}

fn restrict_number(ty: &mut NumberType, bounds: Bounds) {
    if let Some(low) = bounds.low {
        (ty.minimum, ty.exclusive_minimum) = (Some(low.at.as_f64()), low.exclusive);
    }
    if let Some(high) = bounds.high {
        (ty.maximum, ty.exclusive_maximum) = (Some(high.at.as_f64()), high.exclusive);
    }
}

/// Bounds of a size as whole numbers from 0.
fn sizes(bounds: Bounds) -> (Option<usize>, Option<usize>) {
    let whole = |bound: Bound, step: i64| match bound.at {
        Number::Int(value) => Some(if bound.exclusive { value.saturating_add(step) } else { value }),
        Number::Float(_) => None,
    };
    let size = |value: i64| usize::try_from(value).ok();
    let low = bounds.low.and_then(|bound| whole(bound, 1)).and_then(size);
    (low.filter(|low| *low > 0), bounds.high.and_then(|bound| whole(bound, -1)).and_then(size))
}

/// A schema with what its own keywords cannot say beside it.
fn extended(schema: Schema, ty: &Type, keywords: &Keywords) -> Schema {
    let extras = extras(ty, keywords);
    if extras.is_empty() {
        return schema;
    }
    let parts = std::iter::once(schema).chain(extras).map(ReferenceOr::Item);
    all_of(parts.collect())
}

/// What needs a schema of its own: further patterns and choices, alternatives, denials.
fn extras(ty: &Type, keywords: &Keywords) -> Vec<Schema> {
    let any = |schema: AnySchema| Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(schema) };
    let pattern = |pattern: &String| any(AnySchema { pattern: Some(pattern.clone()), ..AnySchema::default() });
    let choice = |values: &Vec<Value>| any(AnySchema { enumeration: values.clone(), ..AnySchema::default() });
    let either = |found: &Vec<Keywords>| {
        let any_of = found.iter().map(|found| ReferenceOr::Item(alone(ty, found))).collect();
        Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::AnyOf { any_of } }
    };
    let denied = |found: &Keywords| {
        let not = Box::new(ReferenceOr::Item(alone(ty, found)));
        Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Not { not } }
    };
    let patterns = keywords.patterns.iter().skip(1).map(pattern);
    let choices = keywords.choices.iter().skip(1).map(choice);
    let alternatives = keywords.any_of.iter().map(either);
    patterns.chain(choices).chain(alternatives).chain(keywords.not.iter().map(denied)).collect()
}

/// Keywords as a schema of their own, without a type.
fn alone(ty: &Type, keywords: &Keywords) -> Schema {
    let number = |bound: Option<Bound>| bound.map(|bound| bound.at.as_f64());
    let exclusive = |bound: Option<Bound>| bound.filter(|bound| bound.exclusive).map(|_| true);
    let (shortest, longest) = sizes(keywords.length);
    let (is_text, is_list) = (matches!(ty, Type::String), matches!(ty, Type::Set(_) | Type::Seq(_)));
    let own = AnySchema {
        minimum: number(keywords.value.low),
        exclusive_minimum: exclusive(keywords.value.low),
        maximum: number(keywords.value.high),
        exclusive_maximum: exclusive(keywords.value.high),
        pattern: keywords.patterns.first().cloned(),
        enumeration: keywords.choices.first().cloned().unwrap_or_default(),
        min_length: shortest.filter(|_| is_text),
        max_length: longest.filter(|_| is_text),
        min_items: shortest.filter(|_| is_list),
        max_items: longest.filter(|_| is_list),
        min_properties: shortest.filter(|_| !is_text && !is_list),
        max_properties: longest.filter(|_| !is_text && !is_list),
        ..AnySchema::default()
    };
    let nothing = own == AnySchema::default();
    let own = Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(own) };
    let mut extras = extras(ty, keywords);
    match (nothing, extras.len()) {
        (true, 1) => extras.remove(0),
        (_, 0) => own,
        (true, _) => all_of(extras.into_iter().map(ReferenceOr::Item).collect()),
        (false, _) => all_of(std::iter::once(own).chain(extras).map(ReferenceOr::Item).collect()),
    }
}
