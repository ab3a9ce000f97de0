//! Bodies as text, each step beside the clauses it makes true.

use super::Body;
use crate::ir::Service;

/// The bodies of a service as text.
pub fn show(_service: &Service, _bodies: &[Body]) -> String {
    String::new()
}
