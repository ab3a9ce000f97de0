//! What a function is handed besides its arguments.

use crate::ir::{FunctionId, Reads, Service};

/// What a function reads that is no argument of it, and so is handed to it after these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Takes {
    /// A state.
    pub state: bool,
    /// The instant of the call.
    pub clock: bool,
}

impl Takes {
    /// What a function takes.
    pub fn of(service: &Service, id: FunctionId) -> Takes {
        let reads = Reads::by(service, id);
        Takes { state: service.function(id).reads_state || !reads.fields.is_empty(), clock: reads.clock }
    }
}
