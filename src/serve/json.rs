//! JSON as the wire format wants it: no field twice, and no deeper than the limit. Everything else is `serde_json`.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::limits::MAX_DEPTH;

/// Reads one JSON value, and nothing after it.
pub(super) fn read(bytes: &[u8]) -> Result<Value, String> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { room: MAX_DEPTH }.deserialize(&mut deserializer).map_err(|error| error.to_string())?;
    deserializer.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// Reads a value with room for so many levels.
#[derive(Clone, Copy)]
struct Strict {
    room: usize,
}

impl Strict {
    fn deeper<E: Error>(self) -> Result<Strict, E> {
        let room = self.room.checked_sub(1);
        room.map(|room| Strict { room }).ok_or_else(|| E::custom(format!("nested deeper than {MAX_DEPTH} levels")))
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("field `{name}` occurs twice")));
            }
            object.insert(name, entries.next_value_seed(inner)?);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_field_occurs_once_at_every_level() {
        assert!(read(br#"{"a": 1, "b": {"a": 2}}"#).is_ok());
        assert!(read(br#"{"a": 1, "a": 1}"#).is_err_and(|error| error.contains("`a` occurs twice")));
        assert!(read(br#"[{"a": {"b": 1, "\u0062": 1}}]"#).is_err());
    }

    #[test]
    fn floats_come_out_as_they_went_in() {
        for text in ["2.823111604440122e-150", "0.1", "1.7976931348623157e308", "9007199254740993.0"] {
            let read = read(text.as_bytes()).ok().and_then(|value| value.as_f64());
            assert_eq!(read, text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read(nested(64).as_bytes()).is_ok());
        assert!(read(nested(65).as_bytes()).is_err_and(|error| error.contains("deeper")));
        assert!(read(nested(100_000).as_bytes()).is_err());
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in ["", "{", "{} {}", "nul", "NaN", "01", "1e999", r#""\ud800""#, "\"\u{1}\"", "{'a': 1}", "[1,]"] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read(b"\"\xff\"").is_err());
    }
}
