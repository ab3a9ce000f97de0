//! What a suite checks, decided once for every language.

mod says;

pub use says::says;
