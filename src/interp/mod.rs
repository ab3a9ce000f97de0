//! What a spec means: values, expressions, the initial state, and what a call does. The reference server, the explorer
//! and every generated service are judged against this.

mod eval;
mod model;
mod stop;
mod value;
pub mod wire;

pub use model::Model;
pub use stop::{Stop, Undefined};
pub use value::{Real, State, Value};
