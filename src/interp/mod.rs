//! What a spec means: values, expressions, the initial state, and what a call does. The reference server, the explorer
//! and every generated service are judged against this.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "types are checked before values are made: the last arm over a value is for shapes that cannot come up"
)]

mod call;
mod candidates;
mod check;
mod eval;
mod explain;
mod finding;
mod fitted;
mod frame;
mod initial;
mod model;
mod open;
mod partners;
mod path;
mod picks;
mod random;
mod record;
mod refine;
mod spread;
mod stop;
mod storage;
mod suggest;
mod text;
mod value;
mod watch;
pub mod wire;
mod work;

pub use call::{Accepted, Call, Machine, Rejection, Run, Verdict};
pub(crate) use eval::{EARLIEST, Evaluator, Gap, LATEST, Reach, Sight, WayStep, cost, difference, part};
pub use finding::{Clause, Finding};
pub(crate) use fitted::{fitted, lengths};
pub(crate) use model::with_ascii_classes;
pub use random::Random;
pub use stop::{Stop, Undefined};
pub(crate) use storage::{
    declared_at, is_key as is_stored_as_key, of_type as of_alias, refinements as stored_refinements,
};
pub(crate) use suggest::comparisons;
pub(crate) use text::{growing, sample};
pub use value::{Real, State, Value};
pub(crate) use watch::{Changes, Watch, domains_by_key};
