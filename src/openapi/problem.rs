//! Problem details (RFC 9457): their schema, and one response per status.

use indexmap::IndexMap;
use openapiv3::{
    IntegerType, MediaType, ObjectType, ReferenceOr, Response, Schema, SchemaData, SchemaKind, StatusCode, StringType,
    Type,
};

use super::schema::{component, object, string};
use crate::convention::{InputPlace, Route, can_conflict, presence};
use crate::ir::Service;

/// The problems that an operation can answer with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Problem {
    Unauthorized,
    NotFound,
    Conflict,
    ContentTooLarge,
    UnsupportedMediaType,
    UnprocessableContent,
    InternalServerError,
}

const ALL: [Problem; 7] = [
    Problem::Unauthorized,
    Problem::NotFound,
    Problem::Conflict,
    Problem::ContentTooLarge,
    Problem::UnsupportedMediaType,
    Problem::UnprocessableContent,
    Problem::InternalServerError,
];

impl Problem {
    fn status(self) -> u16 {
        match self {
            Problem::Unauthorized => 401,
            Problem::NotFound => 404,
            Problem::Conflict => 409,
            Problem::ContentTooLarge => 413,
            Problem::UnsupportedMediaType => 415,
            Problem::UnprocessableContent => 422,
            Problem::InternalServerError => 500,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Problem::Unauthorized => "Unauthorized",
            Problem::NotFound => "NotFound",
            Problem::Conflict => "Conflict",
            Problem::ContentTooLarge => "ContentTooLarge",
            Problem::UnsupportedMediaType => "UnsupportedMediaType",
            Problem::UnprocessableContent => "UnprocessableContent",
            Problem::InternalServerError => "InternalServerError",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Problem::Unauthorized => "Credentials are missing or not valid.",
            Problem::NotFound => "An input names something that is not there.",
            Problem::Conflict => "A requires, or a transition, does not allow the call now.",
            Problem::ContentTooLarge => "The body is larger than the service reads.",
            Problem::UnsupportedMediaType => "The body is not JSON.",
            Problem::UnprocessableContent => "An input is missing, unknown, unreadable, or breaks its type.",
            Problem::InternalServerError => "The service failed.",
        }
    }
}

/// The problem responses of an operation.
pub(super) fn of(service: &Service, route: &Route) -> Vec<(StatusCode, ReferenceOr<Response>)> {
    let operation = service.operation(route.operation);
    let has_body = route.inputs.contains(&InputPlace::Body);
    let occurs = |problem: Problem| match problem {
        Problem::Unauthorized => !operation.auth.is_empty(),
        Problem::NotFound => !presence(service, operation).is_empty(),
        Problem::Conflict => can_conflict(service, operation),
        Problem::ContentTooLarge | Problem::UnsupportedMediaType => has_body,
        Problem::UnprocessableContent => !operation.inputs.is_empty(),
        Problem::InternalServerError => true,
    };
    let reference = |problem: Problem| ReferenceOr::ref_(&format!("#/components/responses/{}", problem.name()));
    let found = ALL.into_iter().filter(|problem| occurs(*problem));
    found.map(|problem| (StatusCode::Code(problem.status()), reference(problem))).collect()
}

/// The responses that operations refer to.
pub(super) fn responses(schema: &str) -> IndexMap<String, ReferenceOr<Response>> {
    let response = |problem: Problem| {
        let media = MediaType { schema: Some(component(schema)), ..MediaType::default() };
        let content = IndexMap::from([("application/problem+json".to_string(), media)]);
        let description = problem.description().to_string();
        (problem.name().to_string(), ReferenceOr::Item(Response { description, content, ..Response::default() }))
    };
    ALL.into_iter().map(response).collect()
}

/// The schema of problem details.
pub(super) fn schema() -> Schema {
    let text = || string(StringType::default());
    let status = IntegerType { minimum: Some(400), maximum: Some(599), ..IntegerType::default() };
    let status = Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Type(Type::Integer(status)) };
    let mut clause = text();
    clause.schema_data.description = Some("The requires that does not hold.".into());
    let fields = [("type", text()), ("title", text()), ("status", status), ("detail", text()), ("clause", clause)];
    let properties = fields.into_iter().map(|(name, schema)| (name.to_string(), ReferenceOr::boxed_item(schema)));
    object(ObjectType {
        properties: properties.collect(),
        required: ["type", "title", "status", "detail"].map(String::from).to_vec(),
        ..ObjectType::default()
    })
}
