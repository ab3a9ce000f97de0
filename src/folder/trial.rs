//! A process that ends at any step: from a chosen change on, every change fails, as if nobody were there to make it.

use std::cell::Cell;
use std::io;

thread_local! {
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Does something, cut off after so many changes. Whether it came to its end.
pub(crate) fn cut_off<T>(after: usize, work: impl FnOnce() -> T) -> (T, bool) {
    LEFT.set(Some(after));
    let done = work();
    (done, LEFT.replace(None) != Some(0))
}

/// Whether the process is still there.
pub(super) fn may_go_on() -> io::Result<()> {
    match LEFT.get() {
        Some(0) => Err(io::Error::other("cut off")),
        Some(left) => {
            LEFT.set(Some(left - 1));
            Ok(())
        }
        None => Ok(()),
    }
}
