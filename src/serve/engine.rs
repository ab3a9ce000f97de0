//! Stand-ins until the machine lands.
#![allow(dead_code, missing_docs)]

use std::fmt;
use std::sync::Arc;

use crate::interp::{State, Value};
use crate::ir::{Expr, OperationId, ParamIndex, Service};

pub(super) struct Machine(Arc<Service>);

#[derive(Debug, Clone)]
pub(super) struct Finding {
    pub(super) clause: Option<String>,
}
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("finding")
    }
}
pub(super) type Hole = Finding;
pub(super) type Refusal = Finding;

pub(super) struct Call {
    pub(super) operation: OperationId,
    pub(super) inputs: Vec<Value>,
}
pub(super) enum Verdict {
    Accepted(Accepted),
    Rejected(Rejection),
    Refused(Refusal),
    Broken(Finding),
    Hole(Hole),
}
pub(super) struct Accepted {
    pub(super) state: State,
    pub(super) outputs: Vec<Value>,
}
pub(super) struct Rejection {
    pub(super) reason: Reason,
    pub(super) detail: String,
}
pub(super) enum Reason {
    Input(ParamIndex),
    Missing { clause: usize },
    Requires { clause: usize },
    Transition,
}
pub(super) struct Random;
impl Random {
    pub(super) fn seeded(_: u64) -> Random {
        Random
    }
    pub(super) fn from_key(_: [u8; 32]) -> Random {
        Random
    }
}
impl Machine {
    pub(super) fn new(service: Arc<Service>) -> Machine {
        Machine(service)
    }
    pub(super) fn initial(&self) -> Result<State, Finding> {
        let json: serde_json::Value = serde_json::json!({"todos": {}});
        crate::interp::wire::decode_state(&self.0, &json).map_err(|_| Finding { clause: None })
    }
    pub(super) fn call(&self, before: &State, _: &Call, _: i64, _: &mut Random) -> Verdict {
        let _ = before;
        Verdict::Hole(Finding { clause: None })
    }
    pub(super) fn check_state(&self, _: &State, _: i64) -> Result<(), Finding> {
        Ok(())
    }
    pub(super) fn header(&self, _: &Call, _: &[Value], _: &Expr) -> Result<Option<String>, String> {
        Ok(None)
    }
    pub(super) fn holes(&self) -> impl Iterator<Item = Hole> {
        std::iter::empty()
    }
}
pub(super) fn document(_: &Service, _: &crate::convention::Api) -> String {
    "{}".into()
}
