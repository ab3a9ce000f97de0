//! Values, and the state that holds them. Collections share structure: a changed copy costs what was changed, and two
//! versions are compared by what they do not share.

use std::cmp::Ordering;
use std::sync::Arc;

use imbl::{OrdMap, OrdSet, Vector};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::ir::StateId;

/// A value of the language. An `Option` that is there is its value; types tell the two apart.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// `none`
    None,
    /// A `Bool`
    Bool(bool),
    /// An `Int`
    Int(i64),
    /// A `Float`
    Float(Real),
    /// A `String`; its order is that of its code points
    Text(SmolStr),
    /// A `DateTime`, in milliseconds since the epoch
    Instant(i64),
    /// A `Duration`, in milliseconds
    Span(i64),
    /// A `UUID`
    Uuid(u128),
    /// A value of an enum, by its position
    Enum(u32),
    /// An entity: its fields in their order
    Record(Arc<[Value]>),
    /// A set
    Set(OrdSet<Value>),
    /// A sequence
    Seq(Vector<Value>),
    /// Not decided yet: only while a call is being worked out, never in a state that was reached
    Open,
    /// A map or relation. Of a `some` or `set` relation each value is a set, and never an empty one.
    Map(OrdMap<Value, Value>),
}

/// A finite double. There is one zero.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Real(f64);

impl Real {
    /// The number, unless it is infinite or no number.
    pub fn new(number: f64) -> Option<Real> {
        // Adding zero turns a negative zero into the other one.
        number.is_finite().then_some(Real(number + 0.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Eq for Real {}

impl std::hash::Hash for Real {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl PartialOrd for Real {
    fn partial_cmp(&self, other: &Real) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Real {
    fn cmp(&self, other: &Real) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Value {
    /// A text.
    pub fn text(text: &str) -> Value {
        Value::Text(SmolStr::new(text))
    }

    /// An empty set.
    pub fn empty_set() -> Value {
        Value::Set(OrdSet::new())
    }

    /// Whether it is `none`.
    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }

    /// Whether it is not decided yet.
    pub fn is_open(&self) -> bool {
        matches!(self, Value::Open)
    }

    /// Whether it is a set without elements.
    pub fn is_empty_set(&self) -> bool {
        matches!(self, Value::Set(elements) if elements.is_empty())
    }
}

/// The value of every state field. Cheap to copy.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct State(Vec<Value>);

impl State {
    /// A state with these values, in the order of the fields.
    pub fn new(fields: Vec<Value>) -> State {
        State(fields)
    }

    /// The value of a field.
    pub fn field(&self, id: StateId) -> &Value {
        &self.0[id.index()]
    }

    /// The value of a field, to be changed.
    pub fn field_mut(&mut self, id: StateId) -> &mut Value {
        &mut self.0[id.index()]
    }

    /// All values, in the order of the fields.
    pub fn fields(&self) -> &[Value] {
        &self.0
    }
}
