//! The OpenAPI 3.0.3 document of a service: its routes, its types with every refinement that JSON Schema can say, the
//! answers it can give, and, as extensions, what the spec says beyond that.

mod operation;
mod problem;
mod refine;
mod schema;

pub(crate) use refine::{Bound, Bounds, Keywords, Number, keywords};

use indexmap::IndexMap;
use openapiv3::{APIKeyLocation, Components, Info, OpenAPI, PathItem, Paths, ReferenceOr, SecurityScheme, Tag};
use serde_json::{Value, json};

use self::operation::Operations;
use self::schema::{Schemas, condition};
use crate::convention::{Api, Method};
use crate::ir::{Names, OperationId, Property, SchemeKind, Service, Temporal, print};
use crate::syntax::on_deep_threads;

/// The version of the document's own format.
const OPENAPI: &str = "3.0.3";
/// The version of every described interface; a spec has none.
const VERSION: &str = "1.0.0";

/// The document of a service.
pub fn document(service: &Service, api: &Api) -> OpenAPI {
    document_without(service, api, &[])
}

/// The document of a service that may answer 501 to some operations.
pub fn document_without(service: &Service, api: &Api, unrealized: &[OperationId]) -> OpenAPI {
    on_deep_threads(|| build(service, api, unrealized))
}

fn build(service: &Service, api: &Api, unrealized: &[OperationId]) -> OpenAPI {
    let schemas = Schemas::new(service);
    let problem = schemas.free_name("Problem");
    let operations = Operations::new(service, api, &schemas, unrealized);
    let mut components = Components {
        schemas: schemas.components(),
        responses: problem::responses(&problem, !unrealized.is_empty()),
        security_schemes: service.schemes.iter().map(|found| (found.name.to_string(), scheme(&found.kind))).collect(),
        ..Components::default()
    };
    components.schemas.insert(problem, ReferenceOr::Item(problem::schema()));
    OpenAPI {
        openapi: OPENAPI.into(),
        info: Info {
            title: service.name.to_string(),
            version: VERSION.into(),
            description: Some(format!("The HTTP interface of the service {}, as its spec states it.", service.name)),
            ..Info::default()
        },
        paths: paths(api, &operations),
        components: Some(components),
        tags: operations.tags().into_iter().map(|name| Tag { name, ..Tag::default() }).collect(),
        extensions: extensions(service),
        ..OpenAPI::default()
    }
}

/// The document as JSON.
pub fn to_json(document: &OpenAPI) -> String {
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
}

/// The document as YAML.
pub fn to_yaml(document: &OpenAPI) -> String {
    serde_yaml::to_string(document).unwrap_or_default()
}

/// The paths in the order of the operations; those that differ only in the names of parameters are one.
fn paths(api: &Api, operations: &Operations<'_>) -> Paths {
    let mut paths: IndexMap<String, PathItem> = IndexMap::new();
    for route in &api.routes {
        let item = paths.entry(operations.path(route)).or_default();
        let operation = Some(operations.operation(route));
        match route.method {
            Method::Get => item.get = operation,
            Method::Post => item.post = operation,
            Method::Put => item.put = operation,
            Method::Patch => item.patch = operation,
            Method::Delete => item.delete = operation,
        }
    }
    let paths = paths.into_iter().map(|(path, item)| (path, ReferenceOr::Item(item))).collect();
    Paths { paths, ..Paths::default() }
}

fn scheme(kind: &SchemeKind) -> ReferenceOr<SecurityScheme> {
    let key = |location: APIKeyLocation, name: &str| SecurityScheme::APIKey {
        location,
        name: name.to_string(),
        description: None,
        extensions: IndexMap::new(),
    };
    let http = |scheme: &str, bearer_format: Option<String>| SecurityScheme::HTTP {
        scheme: scheme.to_string(),
        bearer_format,
        description: None,
        extensions: IndexMap::new(),
    };
    ReferenceOr::Item(match kind {
        SchemeKind::Bearer(format) => http("bearer", format.clone()),
        SchemeKind::Basic => http("basic", None),
        SchemeKind::ApiKeyHeader(name) => key(APIKeyLocation::Header, name),
        SchemeKind::ApiKeyQuery(name) => key(APIKeyLocation::Query, name),
        SchemeKind::ApiKeyCookie(name) => key(APIKeyLocation::Cookie, name),
    })
}

/// What always holds, and the temporal properties.
fn extensions(service: &Service) -> IndexMap<String, Value> {
    let invariants: Vec<Value> =
        service.invariants.iter().map(|found| condition(service, found, Names::default())).collect();
    let temporals: Vec<Value> = service.temporals.iter().map(|found| temporal(service, found)).collect();
    let lists = [("x-invariant", invariants), ("x-temporal", temporals)];
    let some = lists.into_iter().filter(|(_, list)| !list.is_empty());
    some.map(|(name, list)| (name.to_string(), Value::Array(list))).collect()
}

fn temporal(service: &Service, temporal: &Temporal) -> Value {
    let text = |expr| print(expr, service, Names::default());
    let (kind, text) = match &temporal.property {
        Property::Always(expr) => ("always", text(expr)),
        Property::Eventually(expr) => ("eventually", text(expr)),
        Property::Fairness(operation) => ("fairness", service.operation(*operation).name.to_string()),
    };
    json!({ "name": temporal.name.as_str(), "kind": kind, "text": text })
}
