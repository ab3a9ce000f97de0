//! x
/// x
pub fn show() {}
