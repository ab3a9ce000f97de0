//! One operation of the document: parameters, body, answers, links, security.

use std::collections::{BTreeMap, BTreeSet};

use heck::ToLowerCamelCase;
use indexmap::IndexMap;
use openapiv3::{
    self as oas, Header, HeaderStyle, Link, LinkOperation, MediaType, Parameter, ParameterData,
    ParameterSchemaOrContent, PathStyle, QueryStyle, ReferenceOr, RequestBody, Response, Responses, Schema, StatusCode,
};
use serde_json::Value;
use smol_str::SmolStr;

use super::problem;
use super::schema::{Schemas, Side};
use crate::convention::names::kebab;
use crate::convention::{
    self, Api, Created, CreatedKey, InputPlace, Presence, ResponseShape, Route, Segment, created, held, key_field,
    presence, segment,
};
use crate::ir::{
    Clause, Expr, ExprKind, Names, Operation, OperationId, Param, ParamIndex, Service, Type, TypeRef, print,
};

/// Makes the operations of a document.
pub(super) struct Operations<'s> {
    service: &'s Service,
    api: &'s Api,
    schemas: &'s Schemas<'s>,
    /// The identifier of each operation.
    ids: Vec<String>,
    /// What each operation needs to be there.
    needed: Vec<Vec<Presence>>,
    /// For each path without the names of its parameters, the path as the document writes it.
    paths: BTreeMap<Vec<Option<SmolStr>>, Vec<String>>,
    /// The operations that may be answered with 501.
    unrealized: &'s [OperationId],
}

impl<'s> Operations<'s> {
    pub(super) fn new(
        service: &'s Service,
        api: &'s Api,
        schemas: &'s Schemas<'s>,
        unrealized: &'s [OperationId],
    ) -> Operations<'s> {
        let mut paths = BTreeMap::new();
        for route in &api.routes {
            paths.entry(shape(route)).or_insert_with(|| texts(service.operation(route.operation), route));
        }
        let needed = service.operations.iter().map(|operation| presence(service, operation)).collect();
        Operations { service, api, schemas, ids: identifiers(service), needed, paths, unrealized }
    }

    /// The tags in the order of their first use.
    pub(super) fn tags(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for tag in self.api.routes.iter().filter_map(|route| self.tag(route)) {
            if !found.contains(&tag) {
                found.push(tag);
            }
        }
        found
    }

    fn tag(&self, route: &Route) -> Option<String> {
        route.relation.map(|relation| segment(self.service, relation))
    }

    /// The path of a route. Paths that differ only in the names of their parameters are the same to OpenAPI, so they
    /// share the names of the first.
    pub(super) fn path(&self, route: &Route) -> String {
        let segments = self.segments(route).iter().map(|segment| format!("/{segment}"));
        let path: String = segments.collect();
        if path.is_empty() { "/".into() } else { path }
    }

    fn segments(&self, route: &Route) -> &[String] {
        self.paths.get(&shape(route)).map_or(&[], Vec::as_slice)
    }

    /// The name of an input in the document.
    fn name(&self, route: &Route, index: ParamIndex) -> String {
        let at = route.template.0.iter().position(|segment| *segment == Segment::Param(index));
        let in_path = at.and_then(|at| self.segments(route).get(at));
        let in_path = in_path.and_then(|text| text.strip_prefix('{')).and_then(|text| text.strip_suffix('}'));
        let own = self.service.operation(route.operation).inputs.get(index.index());
        in_path.map_or_else(|| own.map(|input| input.name.to_string()).unwrap_or_default(), str::to_string)
    }

    fn id(&self, route: &Route) -> String {
        self.ids.get(route.operation.index()).cloned().unwrap_or_default()
    }

    pub(super) fn operation(&self, route: &Route) -> oas::Operation {
        let operation = self.service.operation(route.operation);
        oas::Operation {
            tags: self.tag(route).into_iter().collect(),
            summary: Some(summary(operation)),
            operation_id: Some(self.id(route)),
            parameters: self.parameters(route, operation),
            request_body: self.body(route, operation).map(ReferenceOr::Item),
            responses: self.responses(route, operation),
            security: self.security(operation),
            extensions: self.clauses(operation),
            ..oas::Operation::default()
        }
    }

    // Requests -------------------------------------------------------------------------------------------------

    fn parameters(&self, route: &Route, operation: &Operation) -> Vec<ReferenceOr<Parameter>> {
        let inputs = operation.inputs.iter().zip(&route.inputs).enumerate();
        let parameter = |(index, (input, place)): (usize, (&Param, &InputPlace))| {
            let name = self.name(route, ParamIndex(index as u32));
            match place {
                InputPlace::Path => Some(self.in_path(name, input)),
                InputPlace::Query => Some(self.in_query(name, input)),
                InputPlace::Body => None,
            }
        };
        inputs.filter_map(parameter).map(ReferenceOr::Item).collect()
    }

    fn in_path(&self, name: String, input: &Param) -> Parameter {
        let schema = self.schemas.type_ref(&input.ty, Side::Request);
        Parameter::Path { parameter_data: parameter(name, true, schema, None), style: PathStyle::Simple }
    }

    /// Absent is `none`, or empty.
    fn in_query(&self, name: String, input: &Param) -> Parameter {
        let is_list = matches!(input.ty.ty, Type::Set(_) | Type::Seq(_));
        let inner = match &input.ty {
            TypeRef { ty: Type::Option(_), args, alias: None, .. } => args.first(),
            TypeRef { .. } => None,
        };
        let schema = self.schemas.type_ref(inner.unwrap_or(&input.ty), Side::Request);
        let required = !is_list && !matches!(input.ty.ty, Type::Option(_));
        Parameter::Query {
            parameter_data: parameter(name, required, schema, is_list.then_some(true)),
            allow_reserved: false,
            style: QueryStyle::Form,
            allow_empty_value: None,
        }
    }

    fn body(&self, route: &Route, operation: &Operation) -> Option<RequestBody> {
        let inputs = operation.inputs.iter().zip(&route.inputs).filter(|(_, place)| **place == InputPlace::Body);
        let inputs: Vec<&Param> = inputs.map(|(input, _)| input).collect();
        let schema = self.schemas.params(inputs.iter().copied(), Side::Request);
        let required = inputs.iter().any(|input| !matches!(input.ty.ty, Type::Option(_)));
        let body = RequestBody { content: json(ReferenceOr::Item(schema)), required, ..RequestBody::default() };
        (!inputs.is_empty()).then_some(body)
    }

    fn security(&self, operation: &Operation) -> Option<Vec<oas::SecurityRequirement>> {
        let schemes = operation.auth.iter().filter_map(|index| self.service.schemes.get(*index));
        let alternatives = schemes.map(|scheme| IndexMap::from([(scheme.name.to_string(), Vec::new())]));
        (!operation.auth.is_empty()).then(|| alternatives.collect())
    }

    // Answers --------------------------------------------------------------------------------------------------

    fn responses(&self, route: &Route, operation: &Operation) -> Responses {
        let success = (StatusCode::Code(route.status), ReferenceOr::Item(self.success(route, operation)));
        let unrealized = self.unrealized.contains(&route.operation);
        let responses = std::iter::once(success).chain(problem::of(self.service, route, unrealized)).collect();
        Responses { responses, ..Responses::default() }
    }

    fn success(&self, route: &Route, operation: &Operation) -> Response {
        let schema = match route.response {
            ResponseShape::NoContent => None,
            ResponseShape::Empty | ResponseShape::Object => {
                Some(ReferenceOr::Item(self.schemas.params(operation.outputs.iter(), Side::Response)))
            }
            ResponseShape::Whole(index) => {
                let output = operation.outputs.get(index.index());
                output.map(|output| self.schemas.type_ref(&output.ty, Side::Response))
            }
        };
        let header = |header: &convention::Header| (header.name.to_string(), self.header(operation, &header.value));
        Response {
            description: "Every ensures holds.".into(),
            headers: route.headers.iter().map(header).collect(),
            content: schema.map(json).unwrap_or_default(),
            links: self.links(route, operation),
            ..Response::default()
        }
    }

    fn header(&self, operation: &Operation, value: &Expr) -> ReferenceOr<Header> {
        let input = if let ExprKind::Input(index) = value.kind { operation.inputs.get(index.index()) } else { None };
        let output = if let ExprKind::Output(index) = value.kind { operation.outputs.get(index.index()) } else { None };
        let declared = input.or(output);
        let ty = declared.map_or_else(|| TypeRef::plain(value.ty.clone()), |param| param.ty.clone());
        let required = !matches!(ty.ty, Type::Option(_));
        let ty = if required { ty } else { ty.args.first().cloned().unwrap_or(ty) };
        ReferenceOr::Item(Header {
            description: None,
            style: HeaderStyle::Simple,
            required,
            deprecated: None,
            format: ParameterSchemaOrContent::Schema(self.schemas.type_ref(&ty, Side::Response)),
            example: None,
            examples: IndexMap::new(),
            extensions: IndexMap::new(),
        })
    }

    // Links ----------------------------------------------------------------------------------------------------

    /// From what adds a key to every operation that needs the key to be there.
    fn links(&self, route: &Route, operation: &Operation) -> IndexMap<String, ReferenceOr<Link>> {
        let created = created(self.service, operation);
        let mut links = IndexMap::new();
        for target in self.api.routes.iter().filter(|target| target.operation != route.operation) {
            let link = created.iter().find_map(|found| self.link(route, operation, *found, target));
            links.extend(link.map(|link| (self.id(target), ReferenceOr::Item(link))));
        }
        links
    }

    fn link(&self, route: &Route, operation: &Operation, created: Created, target: &Route) -> Option<Link> {
        let needed = self.needed.get(target.operation.index())?;
        let about = |test: &&Presence| test.field == created.relation && is_key_test(&test.test);
        let main = needed.iter().filter(about).find(|test| Some(test.input) == target.key);
        let input = main.or_else(|| needed.iter().find(about))?;
        let carried = target.inputs.get(input.input.index()).is_some_and(|place| *place != InputPlace::Body);
        let expression = self.expression(route, operation, created).filter(|_| carried)?;
        Some(Link {
            description: None,
            operation: LinkOperation::OperationId(self.id(target)),
            request_body: None,
            parameters: IndexMap::from([(self.name(target, input.input), Value::from(expression))]),
            server: None,
            extensions: IndexMap::new(),
        })
    }

    /// Where the created key is to be found in request and response.
    fn expression(&self, route: &Route, operation: &Operation, created: Created) -> Option<String> {
        let whole = self.in_entity(route, operation, created);
        let name = |params: &[Param], index: ParamIndex| params.get(index.index()).map(|param| pointer(&param.name));
        match (created.key, route.response) {
            (CreatedKey::Output(index), ResponseShape::Object) => {
                Some(format!("$response.body#/{}", name(&operation.outputs, index)?))
            }
            (CreatedKey::OutputField(index, field), shape) => {
                let Type::Entity(entity) = operation.outputs.get(index.index())?.ty.ty else { return None };
                let field = pointer(&self.service.entity(entity).fields.get(field.index())?.name);
                match shape {
                    ResponseShape::Whole(_) => Some(format!("$response.body#/{field}")),
                    ResponseShape::Object => {
                        Some(format!("$response.body#/{}/{field}", name(&operation.outputs, index)?))
                    }
                    ResponseShape::NoContent | ResponseShape::Empty => None,
                }
            }
            (CreatedKey::Input(index), _) => whole.or_else(|| self.in_request(route, operation, index)),
            (CreatedKey::Output(_), ResponseShape::NoContent | ResponseShape::Empty | ResponseShape::Whole(_)) => whole,
        }
    }

    /// The field of a returned entity that an invariant says is the key, here or in another relation that gets it.
    fn in_entity(&self, route: &Route, operation: &Operation, created: Created) -> Option<String> {
        let ResponseShape::Whole(index) = route.response else { return None };
        let Type::Entity(entity) = operation.outputs.get(index.index())?.ty.ty else { return None };
        let twins = convention::created(self.service, operation).into_iter().filter(|twin| twin.key == created.key);
        let mut holding = twins.filter(|twin| held(self.service, twin.relation) == Some(entity));
        let field = holding.find_map(|twin| key_field(self.service, twin.relation))?;
        let field = &self.service.entity(entity).fields.get(field.index())?.name;
        Some(format!("$response.body#/{}", pointer(field)))
    }

    fn in_request(&self, route: &Route, operation: &Operation, index: ParamIndex) -> Option<String> {
        let name = &operation.inputs.get(index.index())?.name;
        match route.inputs.get(index.index())? {
            InputPlace::Path => Some(format!("$request.path.{}", self.name(route, index))),
            InputPlace::Query => Some(format!("$request.query.{name}")),
            InputPlace::Body => Some(format!("$request.body#/{}", pointer(name))),
        }
    }

    // Clauses --------------------------------------------------------------------------------------------------

    fn clauses(&self, operation: &Operation) -> IndexMap<String, Value> {
        let names = Names { operation: Some(operation), ..Names::default() };
        let text = |clause: &Clause| Value::from(print(&clause.expr, self.service, names));
        let lists = [("x-requires", &operation.requires), ("x-ensures", &operation.ensures)];
        let some = lists.into_iter().filter(|(_, clauses)| !clauses.is_empty());
        some.map(|(name, clauses)| (name.to_string(), clauses.iter().map(text).collect())).collect()
    }
}

/// Whether a presence test is about the keys of a relation, not about what one of its entries holds.
fn is_key_test(test: &Expr) -> bool {
    if let ExprKind::Let(_, _, body) = &test.kind {
        return is_key_test(body);
    }
    matches!(&test.kind, ExprKind::Binary(_, _, whole) if matches!(whole.kind, ExprKind::State(..)))
}

/// A path without the names of its parameters.
fn shape(route: &Route) -> Vec<Option<SmolStr>> {
    let part = |segment: &Segment| match segment {
        Segment::Literal(text) => Some(text.clone()),
        Segment::Param(_) => None,
    };
    route.template.0.iter().map(part).collect()
}

/// The segments of a path as the document writes them.
fn texts(operation: &Operation, route: &Route) -> Vec<String> {
    let text = |segment: &Segment| match segment {
        Segment::Literal(text) => text.to_string(),
        Segment::Param(index) => {
            format!("{{{}}}", operation.inputs.get(index.index()).map_or("?", |input| input.name.as_str()))
        }
    };
    route.template.0.iter().map(text).collect()
}

/// One identifier per operation, told apart by numbers where two names come out alike.
fn identifiers(service: &Service) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut unique = |name: String| {
        let numbered = (2u32..).map(|number| format!("{name}{number}"));
        let mut free = std::iter::once(name.clone()).chain(numbered).filter(|name| taken.insert(name.clone()));
        free.next().unwrap_or_default()
    };
    service.operations.iter().map(|operation| unique(operation.name.to_lower_camel_case())).collect()
}

/// The words of an operation's name.
fn summary(operation: &Operation) -> String {
    let words = kebab(&operation.name).replace('-', " ");
    let mut letters = words.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    first + letters.as_str()
}

fn parameter(name: String, required: bool, schema: ReferenceOr<Schema>, explode: Option<bool>) -> ParameterData {
    ParameterData {
        name,
        description: None,
        required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(schema),
        example: None,
        examples: IndexMap::new(),
        explode,
        extensions: IndexMap::new(),
    }
}

fn json(schema: ReferenceOr<Schema>) -> IndexMap<String, MediaType> {
    IndexMap::from([("application/json".to_string(), MediaType { schema: Some(schema), ..MediaType::default() })])
}

/// A name as a part of a JSON pointer.
fn pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
