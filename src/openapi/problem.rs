//! Problem details (RFC 9457): their schema, and one response per status.

use indexmap::IndexMap;
use openapiv3::{
    IntegerType, MediaType, ObjectType, ReferenceOr, Response, Schema, SchemaData, SchemaKind, StatusCode, StringType,
    Type,
};

use super::schema::{component, object, string};
use crate::convention::{Method, Route, can_conflict, presence};
use crate::ir::{BinaryOp, Builtin, Expr, ExprKind, Operation, Service, UnaryOp, any};

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
    NotImplemented,
}

const ALL: [Problem; 8] = [
    Problem::Unauthorized,
    Problem::NotFound,
    Problem::Conflict,
    Problem::ContentTooLarge,
    Problem::UnsupportedMediaType,
    Problem::UnprocessableContent,
    Problem::InternalServerError,
    Problem::NotImplemented,
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
            Problem::NotImplemented => 501,
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
            Problem::NotImplemented => "NotImplemented",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Problem::Unauthorized => "Credentials are missing or not valid.",
            Problem::NotFound => "An input names something that is not there.",
            Problem::Conflict => "A requires, or a transition, does not allow the call now.",
            Problem::ContentTooLarge => "The body is larger than the service reads.",
            Problem::UnsupportedMediaType => "The body is not JSON.",
            Problem::UnprocessableContent => {
                "An input is missing, unknown, unreadable, or breaks its type; or a number leaves its range."
            }
            Problem::InternalServerError => "The service failed.",
            Problem::NotImplemented => "The service does not know how to do this.",
        }
    }
}

/// The problem responses of an operation. A body that nobody asked for is read too, except by GET.
pub(super) fn of(service: &Service, route: &Route, unrealized: bool) -> Vec<(StatusCode, ReferenceOr<Response>)> {
    let operation = service.operation(route.operation);
    let reads_body = route.method != Method::Get;
    let occurs = |problem: Problem| match problem {
        Problem::Unauthorized => !operation.auth.is_empty(),
        Problem::NotFound => !presence(service, operation).is_empty(),
        Problem::Conflict => can_conflict(service, operation),
        Problem::ContentTooLarge | Problem::UnsupportedMediaType => reads_body,
        Problem::UnprocessableContent => reads_body || !operation.inputs.is_empty() || can_overflow(route, operation),
        Problem::InternalServerError => true,
        Problem::NotImplemented => unrealized,
    };
    let reference = |problem: Problem| ReferenceOr::ref_(&format!("#/components/responses/{}", problem.name()));
    let found = ALL.into_iter().filter(|problem| occurs(*problem));
    found.map(|problem| (StatusCode::Code(problem.status()), reference(problem))).collect()
}

/// Whether a number may leave its range while the operation is worked out: in a clause of its own, or in an invariant
/// of what it changes.
fn can_overflow(route: &Route, operation: &Operation) -> bool {
    let mut clauses = operation.requires.iter().chain(&operation.ensures);
    !route.kind.is_read_only() || clauses.any(|clause| any(&clause.expr, &computes))
}

fn computes(expr: &Expr) -> bool {
    matches!(
        &expr.kind,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide, ..)
            | ExprKind::Unary(UnaryOp::Negate | UnaryOp::Powerset, _)
            | ExprKind::Sum(..)
            | ExprKind::Call(..)
            | ExprKind::UndeclaredCall(..)
            | ExprKind::Builtin(Builtin::Abs | Builtin::Days | Builtin::Hours | Builtin::Minutes | Builtin::Seconds, _)
    )
}

/// The responses that operations refer to.
pub(super) fn responses(schema: &str, some_unrealized: bool) -> IndexMap<String, ReferenceOr<Response>> {
    let response = |problem: Problem| {
        let media = MediaType { schema: Some(component(schema)), ..MediaType::default() };
        let content = IndexMap::from([("application/problem+json".to_string(), media)]);
        let description = problem.description().to_string();
        (problem.name().to_string(), ReferenceOr::Item(Response { description, content, ..Response::default() }))
    };
    let wanted = |problem: &Problem| some_unrealized || *problem != Problem::NotImplemented;
    ALL.into_iter().filter(wanted).map(response).collect()
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
