//! Requests that are no calls: an input that is missing or of another type, a body that is no object. Everything else in
//! such a request comes from a call that is accepted, so that nothing but the defect can be the reason for its rejection.

use serde_json::{Value as Json, json};

use crate::convention::{Api, InputPlace};
use crate::interp::wire;
use crate::ir::{OperationId, ParamIndex, Service, Type};

/// One way to get an input, or the body as a whole, wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Malformed {
    /// What it is called.
    pub name: String,
    /// What is wrong.
    pub defect: Defect,
}

/// What is wrong with a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Defect {
    /// The input is not there
    Missing,
    /// The input is this JSON, which is no value of its type
    Value(Json),
    /// The input is this text in the path or query, which is no value of its type
    Text(&'static str),
    /// The body is this text
    Body(&'static str),
    /// The body has one field more
    Unknown,
}

/// The field that no operation has, and what it holds.
pub(super) const UNKNOWN_FIELD: (&str, u32) = ("no_such_field", 1);

/// Texts that are values of few types.
const TEXTS: [(&str, &str); 2] = [("a word", "no-such-value"), ("a fraction", "1.5")];

/// Bodies that are no objects.
const BODIES: [(&str, &str); 6] = [
    ("an array", "[]"),
    ("a text", r#""text""#),
    ("a number", "12"),
    ("null", "null"),
    ("half of it", r#"{""#),
    ("two commas", r#"{"a":1,,"b":2}"#),
];

/// One of each kind of JSON. `1.0` for an Int is not among them: the spec does not say what it means.
fn kinds() -> [(&'static str, Json); 6] {
    [
        ("true", json!(true)),
        ("a number", json!(12)),
        ("a fraction", json!(1.5)),
        ("a text", json!("no such value")),
        ("an array", json!([])),
        ("an object", json!({})),
    ]
}

/// The ways to get an input of an operation wrong; without one, its body as a whole.
pub(super) fn requests(service: &Service, api: &Api, id: OperationId, input: Option<ParamIndex>) -> Vec<Malformed> {
    let places = &api.route(id).inputs;
    let Some(at) = input else { return bodies(places) };
    let ty = &service.operation(id).inputs[at.index()].ty.ty;
    match places[at.index()] {
        InputPlace::Body => fields(service, ty),
        place @ (InputPlace::Path | InputPlace::Query) => texts(service, ty, place),
    }
}

fn malformed(name: impl Into<String>, defect: Defect) -> Malformed {
    Malformed { name: name.into(), defect }
}

fn bodies(places: &[InputPlace]) -> Vec<Malformed> {
    if !places.contains(&InputPlace::Body) {
        return Vec::new();
    }
    let whole = BODIES.into_iter().map(|(name, text)| malformed(name, Defect::Body(text)));
    whole.chain([malformed("an unknown field", Defect::Unknown)]).collect()
}

fn fields(service: &Service, ty: &Type) -> Vec<Malformed> {
    let absent = [malformed("missing", Defect::Missing), malformed("null", Defect::Value(Json::Null))];
    let absent = absent.into_iter().filter(|_| !matches!(ty, Type::Option(_)));
    let wrong = wrong_kinds(service, ty).chain(wrong_inside(service, ty));
    absent.chain(wrong.map(|(name, value)| malformed(name, Defect::Value(value)))).collect()
}

/// Every text of a path or query is a text, and a path is always there.
fn texts(service: &Service, ty: &Type, place: InputPlace) -> Vec<Malformed> {
    let is_asked_for = place == InputPlace::Query && single(ty) == ty;
    let missing = is_asked_for.then(|| malformed("missing", Defect::Missing));
    let wrong = TEXTS.into_iter().filter(|(_, text)| wire::decode_text(service, single(ty), text).is_err());
    missing.into_iter().chain(wrong.map(|(name, text)| malformed(name, Defect::Text(text)))).collect()
}

/// What one text of a path or query stands for.
fn single(ty: &Type) -> &Type {
    if let Type::Option(inner) | Type::Seq(inner) | Type::Set(inner) = ty { single(inner) } else { ty }
}

type Wrong = (String, Json);

fn wrong_kinds<'s>(service: &'s Service, ty: &'s Type) -> impl Iterator<Item = Wrong> + 's {
    let wrong = kinds().into_iter().filter(|(_, value)| wire::decode(service, ty, value).is_err());
    wrong.map(|(name, value)| (name.to_string(), value))
}

/// What is wrong one level further down.
fn wrong_inside(service: &Service, ty: &Type) -> Vec<Wrong> {
    match ty {
        Type::Option(inner) => wrong_inside(service, inner),
        Type::Seq(inner) | Type::Set(inner) => {
            let parts = wrong_parts(service, inner).into_iter();
            parts.map(|(name, value)| (format!("an array of {name}"), json!([value]))).collect()
        }
        Type::Map(key, _) | Type::Multi(key, _) => wrong_key(key).into_iter().collect(),
        Type::Bool
        | Type::Int
        | Type::Float
        | Type::String
        | Type::DateTime
        | Type::Duration
        | Type::Uuid
        | Type::Enum(_)
        | Type::Entity(_)
        | Type::Unknown => Vec::new(),
    }
}

fn wrong_key(key: &Type) -> Option<Wrong> {
    let entries = match (wire::is_text_key(key), key) {
        (true, Type::Enum(_)) => json!({ UNKNOWN_FIELD.0: null }),
        (false, _) => json!([[{}, null]]),
        (true, _) => return None,
    };
    Some(("an entry with a wrong key".into(), entries))
}

/// What is wrong for a part: null, one value of another kind, and for an entity an object without its fields.
fn wrong_parts(service: &Service, ty: &Type) -> Vec<Wrong> {
    let mut found: Vec<Wrong> = Vec::new();
    if !matches!(ty, Type::Option(_)) {
        found.push(("null".into(), Json::Null));
    }
    let wrong: Vec<Wrong> = wrong_kinds(service, ty).collect();
    found.extend(wrong.first().cloned());
    let empty = wrong.iter().skip(1).find(|(_, value)| value.is_object());
    found.extend(empty.filter(|_| matches!(ty, Type::Entity(_))).cloned());
    found
}
