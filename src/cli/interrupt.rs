//! Ctrl-C and its kin. While specc works something out a signal ends it at once, and it says how far it was; while it writes
//! the signal is only noticed, since ending there would leave something behind.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::{painted_to_stderr, status, to_stderr};

/// What a shell sees of a program that was interrupted.
const EXIT_CODE: i32 = 130;

/// What `specc test` ends with where it could not be finished.
const UNFINISHED: i32 = 2;

/// How long after a signal a run may still be busy with its end.
const PATIENCE: Duration = Duration::from_millis(800);

static INSTALLED: Once = Once::new();
static ENDED: Once = Once::new();
/// Whether a signal is to be noticed only.
static IS_HELD: AtomicBool = AtomicBool::new(false);
/// Whether specc ends soon after a signal, whatever it waits for.
static IS_URGENT: AtomicBool = AtomicBool::new(false);
static NOTICED: AtomicBool = AtomicBool::new(false);
static SETTLED: AtomicUsize = AtomicUsize::new(0);
static OF: AtomicUsize = AtomicUsize::new(0);

/// From now on a signal does not end specc: what is returned tells whether there was one.
pub(super) fn noticed() -> impl Fn() -> bool + Clone + Send + 'static {
    IS_HELD.store(true, Ordering::Relaxed);
    install();
    || NOTICED.load(Ordering::Relaxed)
}

/// The same for what may have to wait for others, such as a service that does not answer: specc ends soon after a signal all the
/// same, and what it has started ends with it.
pub(super) fn noticed_at_once() -> impl Fn() -> bool + Clone + Send + 'static {
    IS_URGENT.store(true, Ordering::Relaxed);
    noticed()
}

/// From now on specc says that nothing was written where a signal ends it.
pub(super) fn nothing_is_written() {
    install();
}

/// How far an exploration is, in case a signal ends it.
pub(super) fn is_at(settled: usize, of: usize) {
    SETTLED.store(settled, Ordering::Relaxed);
    OF.store(of, Ordering::Relaxed);
    install();
}

/// Where no handler can be set, a signal ends specc as it would have before.
fn install() {
    INSTALLED.call_once(|| drop(ctrlc::set_handler(heard)));
}

fn heard() {
    if IS_HELD.load(Ordering::Relaxed) {
        NOTICED.store(true, Ordering::Relaxed);
        if IS_URGENT.load(Ordering::Relaxed) {
            std::thread::sleep(PATIENCE);
            to_stderr(&format!("{}specc: interrupted", status::cleared()));
            std::process::exit(UNFINISHED);
        }
        return;
    }
    end();
}

/// Ends specc, and says how far it was. Who comes second waits for the end.
pub(super) fn end() -> ! {
    ENDED.call_once(|| {
        painted_to_stderr(&last_words(SETTLED.load(Ordering::Relaxed), OF.load(Ordering::Relaxed)));
        std::process::exit(EXIT_CODE);
    });
    std::process::exit(EXIT_CODE)
}

fn last_words(settled: usize, of: usize) -> String {
    let far = if of == 0 { String::new() } else { format!(" after {settled} of {of} targets") };
    format!("{}specc: interrupted{far}; nothing was written", status::cleared())
}
