//! What a part of the typed form says, as bytes: every name, number and structure of it, in one order, and nothing of where
//! it stands. On the way it is noted which declarations come up.

use std::fmt::{self, Display};

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::{AliasId, EntityId, EnumId, FunctionId, Part, StateId};

/// The field of every declaration and expression that holds its place.
const PLACE: &str = "span";

/// Makes one identity into a part.
type Named = fn(u32) -> Part;

/// What was traced of a value.
#[derive(Debug, Default)]
pub(super) struct Trace {
    /// What it says.
    pub(super) bytes: Vec<u8>,
    /// The declarations that it names.
    pub(super) mentions: Vec<Part>,
    /// Whether it goes over all instances of an entity, and so over the whole state.
    pub(super) over_instances: bool,
    /// What the next number names.
    named: Option<Named>,
}

impl Trace {
    /// Traces a value.
    pub(super) fn of(value: &impl Serialize) -> Trace {
        let mut trace = Trace::default();
        if let Err(Untraceable(why)) = value.serialize(&mut trace) {
            // No type of ours refuses; one that did would be told apart by this.
            trace.bytes.extend(why.into_bytes());
        }
        trace
    }

    fn put(&mut self, tag: u8, bytes: &[u8]) -> Traced {
        self.bytes.push(tag);
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Something with so many parts.
    fn open(&mut self, tag: u8, many: usize) {
        self.bytes.push(tag);
        self.bytes.extend_from_slice(&(many as u64).to_le_bytes());
    }

    fn text(&mut self, tag: u8, text: &[u8]) -> Traced {
        self.open(tag, text.len());
        self.bytes.extend_from_slice(text);
        Ok(())
    }

    fn variant(&mut self, name: &str, index: u32, variant: &str) {
        self.over_instances |= matches!((name, variant), ("ExprKind", "Instances") | ("Range", "All"));
        self.bytes.push(b'v');
        self.bytes.extend_from_slice(&index.to_le_bytes());
    }
}

/// The declarations that others refer to. Operations are referred to as well, by rules and by fairness, but those say
/// nothing of what an operation does.
fn named(name: &str) -> Option<Named> {
    match name {
        "EntityId" => Some(|id| Part::Entity(EntityId(id))),
        "EnumId" => Some(|id| Part::Enum(EnumId(id))),
        "AliasId" => Some(|id| Part::Alias(AliasId(id))),
        "StateId" => Some(|id| Part::State(StateId(id))),
        "FunctionId" => Some(|id| Part::Function(FunctionId(id))),
        _ => None,
    }
}

type Traced = Result<(), Untraceable>;

/// A value that says nothing of itself.
#[derive(Debug)]
pub(super) struct Untraceable(String);

impl Display for Untraceable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Untraceable {}

impl ser::Error for Untraceable {
    fn custom<T: Display>(message: T) -> Untraceable {
        Untraceable(message.to_string())
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty, $tag:literal;)*) => {$(
        fn $method(self, number: $number) -> Traced {
            self.put($tag, &number.to_le_bytes())
        }
    )*};
}

impl Serializer for &mut Trace {
    type Ok = ();
    type Error = Untraceable;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    numbers! {
        serialize_i8: i8, b'i';
        serialize_i16: i16, b'i';
        serialize_i32: i32, b'i';
        serialize_i64: i64, b'i';
        serialize_u8: u8, b'u';
        serialize_u16: u16, b'u';
        serialize_u64: u64, b'u';
        serialize_f32: f32, b'f';
        serialize_f64: f64, b'f';
    }

    fn serialize_u32(self, number: u32) -> Traced {
        if let Some(named) = self.named.take() {
            self.mentions.push(named(number));
        }
        self.put(b'u', &number.to_le_bytes())
    }

    fn serialize_bool(self, value: bool) -> Traced {
        self.put(b'b', &[u8::from(value)])
    }

    fn serialize_char(self, value: char) -> Traced {
        self.put(b'c', &u32::from(value).to_le_bytes())
    }

    fn serialize_str(self, text: &str) -> Traced {
        self.text(b's', text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Traced {
        self.text(b'y', bytes)
    }

    fn serialize_none(self) -> Traced {
        self.put(b'n', &[])
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Traced {
        self.bytes.push(b'o');
        value.serialize(self)
    }

    fn serialize_unit(self) -> Traced {
        self.put(b'0', &[])
    }

    fn serialize_unit_struct(self, _: &'static str) -> Traced {
        self.put(b'0', &[])
    }

    fn serialize_unit_variant(self, name: &'static str, index: u32, variant: &'static str) -> Traced {
        self.variant(name, index, variant);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Traced {
        self.named = named(name);
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Traced {
        self.variant(name, index, variant);
        value.serialize(self)
    }

    fn serialize_seq(self, many: Option<usize>) -> Result<Self, Untraceable> {
        self.open(b'[', many.unwrap_or(usize::MAX));
        Ok(self)
    }

    fn serialize_tuple(self, many: usize) -> Result<Self, Untraceable> {
        self.open(b'(', many);
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, many: usize) -> Result<Self, Untraceable> {
        self.open(b'(', many);
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        many: usize,
    ) -> Result<Self, Untraceable> {
        self.variant(name, index, variant);
        self.open(b'(', many);
        Ok(self)
    }

    fn serialize_map(self, many: Option<usize>) -> Result<Self, Untraceable> {
        self.open(b'{', many.unwrap_or(usize::MAX));
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, many: usize) -> Result<Self, Untraceable> {
        self.open(b'{', many);
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        many: usize,
    ) -> Result<Self, Untraceable> {
        self.variant(name, index, variant);
        self.open(b'{', many);
        Ok(self)
    }
}

/// The end of what has parts is marked, so that no two structures are the same bytes.
macro_rules! parts {
    ($($of:ident, $method:ident;)*) => {$(
        impl $of for &mut Trace {
            type Ok = ();
            type Error = Untraceable;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Traced {
                value.serialize(&mut **self)
            }

            fn end(self) -> Traced {
                self.put(b'.', &[])
            }
        }
    )*};
}

parts! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

/// Fields come in one order, so they need no names; one is left out.
macro_rules! fields {
    ($($of:ident)*) => {$(
        impl $of for &mut Trace {
            type Ok = ();
            type Error = Untraceable;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Traced {
                if name == PLACE { Ok(()) } else { value.serialize(&mut **self) }
            }

            fn end(self) -> Traced {
                self.put(b'.', &[])
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl SerializeMap for &mut Trace {
    type Ok = ();
    type Error = Untraceable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Traced {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Traced {
        value.serialize(&mut **self)
    }

    fn end(self) -> Traced {
        self.put(b'.', &[])
    }
}
