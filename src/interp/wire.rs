//! Values as JSON, and back: the wire format of requests, responses and the admin contract.

use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use jiff::fmt::temporal::Pieces;
use jiff::{SignedDuration, civil};
use serde_json::{Map, Number, Value as Json};

use super::eval::{EARLIEST, LATEST, put};
use super::value::{Real, State, Value};
use crate::ir::{Entity, EnumId, Service, Type, type_name};

/// Why a JSON value is no value of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The way to the place, such as `items[2].price`; empty for the whole.
    pub path: String,
    /// What is wrong there.
    pub message: String,
}

impl Mismatch {
    fn new(message: impl Into<String>) -> Mismatch {
        Mismatch { path: String::new(), message: message.into() }
    }

    /// The same, seen from one level further out.
    #[must_use]
    pub fn below(mut self, name: &str) -> Mismatch {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{name}{joint}{}", self.path);
        self
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() { write!(f, "{}", self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

type Decoded = Result<Value, Mismatch>;

/// Reads a value of a type. Refinements are not looked at.
pub fn decode(service: &Service, ty: &Type, json: &Json) -> Decoded {
    match (ty, json) {
        (Type::Option(_), Json::Null) => Ok(Value::None),
        (Type::Option(inner), json) => decode(service, inner, json),
        (Type::Bool, Json::Bool(value)) => Ok(Value::Bool(*value)),
        (Type::Int, Json::Number(number)) => integer(number).map(Value::Int),
        (Type::Duration, Json::Number(number)) => integer(number).map(Value::Span),
        (Type::Float, Json::Number(number)) => float(number),
        (Type::String | Type::DateTime | Type::Uuid | Type::Enum(_), Json::String(text)) => {
            text_value(service, ty, text)
        }
        (Type::Entity(id), Json::Object(object)) => record(service, service.entity(*id), object),
        (Type::Set(inner), Json::Array(items)) => set(service, inner, items),
        (Type::Seq(inner), Json::Array(items)) => {
            Ok(Value::Seq(elements(service, inner, items)?.into_iter().collect()))
        }
        (Type::Map(key, value), json) => map(service, (key, value), json, ty),
        (Type::Multi(key, value), json) => map(service, (key, &Type::Set(Arc::clone(value))), json, ty),
        _ => Err(Mismatch::new(format!("expected {}, found {}", wanted(service, ty), kind(json)))),
    }
}

/// Reads a scalar from a path or a query.
pub fn decode_text(service: &Service, ty: &Type, text: &str) -> Decoded {
    let unreadable = || unreadable(service, ty, text);
    match ty {
        Type::Option(inner) => decode_text(service, inner, text),
        Type::Bool => text.parse().map(Value::Bool).map_err(|_| unreadable()),
        Type::Int => canonical(text).map(Value::Int).ok_or_else(unreadable),
        Type::Duration => canonical(text).map(Value::Span).ok_or_else(unreadable),
        Type::Float => text.parse().ok().and_then(Real::new).map(Value::Float).ok_or_else(unreadable),
        Type::String | Type::DateTime | Type::Uuid | Type::Enum(_) => text_value(service, ty, text),
        Type::Entity(_) | Type::Set(_) | Type::Seq(_) | Type::Map(..) | Type::Multi(..) | Type::Unknown => {
            let json: Json = serde_json::from_str(text).map_err(|_| unreadable())?;
            decode(service, ty, &json)
        }
    }
}

/// Reads a whole state: every field once, and no other.
pub fn decode_state(service: &Service, json: &Json) -> Result<State, Mismatch> {
    let Json::Object(object) = json else {
        return Err(Mismatch::new(format!("expected an object with every state field, found {}", kind(json))));
    };
    let names: Vec<&str> = service.state.iter().map(|field| field.name.as_str()).collect();
    no_others(object, &names)?;
    let field = |field: &crate::ir::StateField| {
        let json = object.get(field.name.as_str()).or_else(|| absent(&field.ty.ty));
        let json = json.ok_or_else(|| Mismatch::new("is missing").below(&field.name))?;
        decode(service, &field.ty.ty, json).map_err(|found| found.below(&field.name))
    };
    service.state.iter().map(field).collect::<Result<Vec<Value>, Mismatch>>().map(State::new)
}

/// What stands for a field that is absent: `null` where it is an option.
pub fn absent(ty: &Type) -> Option<&'static Json> {
    matches!(ty, Type::Option(_)).then_some(&Json::Null)
}

/// Refuses the fields that are not among the names.
pub fn no_others(object: &Map<String, Json>, names: &[&str]) -> Result<(), Mismatch> {
    match object.keys().find(|key| !names.contains(&key.as_str())) {
        Some(unknown) => Err(Mismatch::new("there is no such field").below(unknown)),
        None => Ok(()),
    }
}

fn integer(number: &Number) -> Result<i64, Mismatch> {
    number.as_i64().ok_or_else(|| Mismatch::new(format!("expected a 64-bit integer, found {number}")))
}

/// An integer in its only spelling.
fn canonical(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().filter(|number| number.to_string() == text)
}

fn float(number: &Number) -> Decoded {
    let real = number.as_f64().and_then(Real::new);
    real.map(Value::Float).ok_or_else(|| Mismatch::new(format!("expected a finite number, found {number}")))
}

fn text_value(service: &Service, ty: &Type, text: &str) -> Decoded {
    let found = match ty {
        Type::String => (!text.contains('\0')).then(|| Value::text(text)),
        Type::DateTime => instant(text).map(Value::Instant),
        Type::Uuid => uuid(text).map(Value::Uuid),
        Type::Enum(id) => enum_value(service, *id, text),
        Type::Int => canonical(text).map(Value::Int),
        Type::Bool
        | Type::Float
        | Type::Duration
        | Type::Entity(_)
        | Type::Set(_)
        | Type::Seq(_)
        | Type::Map(..)
        | Type::Multi(..)
        | Type::Option(_)
        | Type::Unknown => None,
    };
    found.ok_or_else(|| unreadable(service, ty, text))
}

/// A text that is not of its type, with what it is; a text that has to be another one may be a secret.
fn unreadable(service: &Service, ty: &Type, text: &str) -> Mismatch {
    let expected = format!("expected {}", wanted(service, ty));
    Mismatch::new(if *ty == Type::String { expected } else { format!("{expected}, found `{text}`") })
}

fn enum_value(service: &Service, id: EnumId, text: &str) -> Option<Value> {
    let position = service.enumeration(id).values.iter().position(|value| value.name == text)?;
    u32::try_from(position).ok().map(Value::Enum)
}

/// The beginning of 1970, from which instants are counted.
const EPOCH: civil::DateTime = civil::datetime(1970, 1, 1, 0, 0, 0, 0);

/// Milliseconds since the epoch, rounded down. A library's timestamp ends a day before the year 9999 does, so the parts
/// are put together here.
fn instant(text: &str) -> Option<i64> {
    let pieces = Pieces::parse(text).ok()?;
    let offset = pieces.to_numeric_offset()?;
    let local = pieces.date().to_datetime(pieces.time()?).duration_since(EPOCH);
    let since = local.checked_sub(SignedDuration::from_secs(i64::from(offset.seconds())))?;
    let milliseconds = i64::try_from(since.as_nanos().div_euclid(1_000_000)).ok()?;
    (EARLIEST..=LATEST).contains(&milliseconds).then_some(milliseconds)
}

fn uuid(text: &str) -> Option<u128> {
    let dashes = text.match_indices('-').map(|(at, _)| at).eq([8, 13, 18, 23]);
    let digits = text.replace('-', "");
    let plain = text.len() == 36 && dashes && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if plain { u128::from_str_radix(&digits, 16).ok() } else { None }
}

fn record(service: &Service, entity: &Entity, object: &Map<String, Json>) -> Decoded {
    let names: Vec<&str> = entity.fields.iter().map(|field| field.name.as_str()).collect();
    no_others(object, &names)?;
    let field = |field: &crate::ir::Field| {
        let json = object.get(field.name.as_str()).or_else(|| absent(&field.ty.ty));
        let json = json.ok_or_else(|| Mismatch::new("is missing").below(&field.name))?;
        decode(service, &field.ty.ty, json).map_err(|found| found.below(&field.name))
    };
    let fields: Vec<Value> = entity.fields.iter().map(field).collect::<Result<_, _>>()?;
    Ok(Value::Record(fields.into()))
}

fn elements(service: &Service, ty: &Type, items: &[Json]) -> Result<Vec<Value>, Mismatch> {
    let element =
        |(at, json): (usize, &Json)| decode(service, ty, json).map_err(|found| found.below(&format!("[{at}]")));
    items.iter().enumerate().map(element).collect()
}

fn set(service: &Service, ty: &Type, items: &[Json]) -> Decoded {
    let mut found = OrdSet::new();
    for (at, element) in elements(service, ty, items)?.into_iter().enumerate() {
        if found.insert(element).is_some() {
            return Err(Mismatch::new("a set holds each element once").below(&format!("[{at}]")));
        }
    }
    Ok(Value::Set(found))
}

fn map(service: &Service, (key, value): (&Type, &Type), json: &Json, ty: &Type) -> Decoded {
    let (mut found, mut keys) = (OrdMap::new(), OrdSet::new());
    for (at, name, json) in entries(service, key, json, ty)? {
        let decoded = decode(service, value, json).map_err(|found| found.below(&format!("[{name}]")))?;
        if keys.insert(at.clone()).is_some() {
            return Err(Mismatch::new("a map holds each key once").below(&format!("[{name}]")));
        }
        put(&mut found, at, decoded, ty);
    }
    Ok(Value::Map(found))
}

/// The keys of a map with their text and the JSON of their values.
fn entries<'j>(
    service: &Service,
    key: &Type,
    json: &'j Json,
    ty: &Type,
) -> Result<Vec<(Value, String, &'j Json)>, Mismatch> {
    match json {
        Json::Object(object) if is_text_key(key) => {
            let entry = |(name, json): (&String, &'j Json)| {
                let at = text_value(service, key, name).map_err(|found| found.below(&format!("[{name}]")))?;
                Ok((at, name.clone(), json))
            };
            object.iter().map(entry).collect()
        }
        Json::Array(pairs) if !is_text_key(key) => {
            let entry = |(position, pair): (usize, &'j Json)| match pair.as_array().map(Vec::as_slice) {
                Some([at, json]) => {
                    let found = decode(service, key, at).map_err(|found| found.below(&format!("[{position}][0]")))?;
                    Ok((found, at.to_string(), json))
                }
                _ => Err(Mismatch::new("expected a pair of key and value").below(&format!("[{position}]"))),
            };
            pairs.iter().enumerate().map(entry).collect()
        }
        _ => Err(Mismatch::new(format!("expected {}, found {}", wanted(service, ty), kind(json)))),
    }
}

/// Whether a map with such keys is an object.
pub fn is_text_key(ty: &Type) -> bool {
    matches!(ty, Type::String | Type::Int | Type::Enum(_) | Type::Uuid)
}

/// A value of a type as JSON.
pub fn encode(service: &Service, ty: &Type, value: &Value) -> Json {
    match (ty, value) {
        (Type::Option(inner), value) => encode(service, inner, value),
        (Type::Set(inner), Value::Set(elements)) => {
            elements.iter().map(|element| encode(service, inner, element)).collect()
        }
        (Type::Seq(inner), Value::Seq(elements)) => {
            elements.iter().map(|element| encode(service, inner, element)).collect()
        }
        (Type::Entity(id), Value::Record(fields)) => encode_record(service, service.entity(*id), fields),
        (Type::Map(key, inner), Value::Map(entries)) => encode_map(service, key, inner, entries),
        (Type::Multi(key, inner), Value::Map(entries)) => {
            encode_map(service, key, &Type::Set(Arc::clone(inner)), entries)
        }
        (Type::Enum(id), Value::Enum(at)) => Json::String(enum_name(service, *id, *at)),
        (_, value) => encode_scalar(value),
    }
}

fn encode_scalar(value: &Value) -> Json {
    match value {
        Value::Bool(value) => Json::Bool(*value),
        Value::Int(number) | Value::Span(number) => Json::from(*number),
        Value::Float(real) => Json::from(real.get()),
        Value::Text(text) => Json::String(text.to_string()),
        Value::Instant(milliseconds) => Json::String(instant_text(*milliseconds)),
        Value::Uuid(number) => Json::String(uuid_text(*number)),
        Value::None
        | Value::Open
        | Value::Enum(_)
        | Value::Record(_)
        | Value::Set(_)
        | Value::Seq(_)
        | Value::Map(_) => Json::Null,
    }
}

fn encode_record(service: &Service, entity: &Entity, fields: &[Value]) -> Json {
    let named = entity.fields.iter().zip(fields);
    named.map(|(field, value)| (field.name.to_string(), encode(service, &field.ty.ty, value))).collect()
}

fn encode_map(service: &Service, key: &Type, inner: &Type, entries: &OrdMap<Value, Value>) -> Json {
    if is_text_key(key) {
        let named = entries.iter().map(|(at, value)| (text_of(service, key, at), encode(service, inner, value)));
        return named.collect();
    }
    let pairs = entries.iter();
    pairs.map(|(at, value)| Json::Array(vec![encode(service, key, at), encode(service, inner, value)])).collect()
}

/// A scalar as text: its JSON without quotes.
pub fn text_of(service: &Service, ty: &Type, value: &Value) -> String {
    match encode(service, ty, value) {
        Json::String(text) => text,
        json => json.to_string(),
    }
}

/// A whole state as JSON.
pub fn encode_state(service: &Service, state: &State) -> Json {
    let fields = service.state.iter().zip(state.fields());
    fields.map(|(field, value)| (field.name.to_string(), encode(service, &field.ty.ty, value))).collect()
}

fn enum_name(service: &Service, id: EnumId, at: u32) -> String {
    let value = service.enumeration(id).values.get(at as usize);
    value.map_or_else(String::new, |value| value.name.to_string())
}

/// An instant in RFC 3339, with milliseconds and `Z`.
pub fn instant_text(milliseconds: i64) -> String {
    let Ok(at) = EPOCH.checked_add(SignedDuration::from_millis(milliseconds)) else { return String::new() };
    let (date, time) = (at.date(), at.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        date.year(),
        date.month(),
        date.day(),
        time.hour(),
        time.minute(),
        time.second(),
        time.millisecond()
    )
}

/// A UUID in its canonical form.
pub fn uuid_text(number: u128) -> String {
    let bits = |shift: u32, mask: u128| (number >> shift) & mask;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        bits(96, 0xffff_ffff),
        bits(80, 0xffff),
        bits(64, 0xffff),
        bits(48, 0xffff),
        bits(0, 0xffff_ffff_ffff)
    )
}

/// What a type looks like in JSON, for messages.
fn wanted(service: &Service, ty: &Type) -> String {
    match ty {
        Type::Bool => "true or false".into(),
        Type::Int => "a 64-bit integer".into(),
        Type::Float => "a number".into(),
        Type::String => "a text without U+0000".into(),
        Type::DateTime => "an instant such as 2024-05-01T12:00:00.000Z".into(),
        Type::Duration => "a whole number of milliseconds".into(),
        Type::Uuid => "a UUID".into(),
        Type::Enum(id) => {
            let names: Vec<&str> = service.enumeration(*id).values.iter().map(|value| value.name.as_str()).collect();
            format!("one of {}", names.join(", "))
        }
        Type::Entity(id) => format!("an object, a `{}`", service.entity(*id).name),
        Type::Set(_) | Type::Seq(_) => "an array".into(),
        Type::Map(key, _) | Type::Multi(key, _) if is_text_key(key) => "an object".into(),
        Type::Map(..) | Type::Multi(..) => "an array of pairs".into(),
        Type::Option(inner) => format!("{} or null", wanted(service, inner)),
        Type::Unknown => type_name(ty, &service.enums, &service.entities),
    }
}

fn kind(json: &Json) -> String {
    match json {
        Json::Null => "null".into(),
        Json::Bool(value) => value.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(_) => "a text".into(),
        Json::Array(_) => "an array".into(),
        Json::Object(_) => "an object".into(),
    }
}
