//! Ctrl-C and its kin, where ending at once would leave something behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// From now on a signal does not end specc: what is returned tells whether there was one.
pub(super) fn noticed() -> impl Fn() -> bool + Clone + Send + 'static {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = flag.clone();
    // Where no handler can be set, a signal ends specc as it would have before.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    move || seen.load(Ordering::Relaxed)
}
