//! The state that is being served, its clock, and the order of calls: one writer at a time, readers on a snapshot.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::interp::State;

/// The state of a served spec.
pub(super) struct Store {
    held: Mutex<Held>,
}

/// What the store holds, for whoever has the lock.
pub(super) struct Held {
    state: State,
    version: u64,
    frozen: Option<i64>,
    retired: bool,
}

/// A moment of the store: the state, its version, and what `now()` is.
pub(super) struct Snapshot {
    pub(super) state: State,
    pub(super) version: u64,
    pub(super) now: i64,
}

impl Store {
    /// A store that begins with a state.
    pub(super) fn new(state: State, version: u64, frozen: Option<i64>) -> Store {
        Store { held: Mutex::new(Held { state, version, frozen, retired: false }) }
    }

    /// The present moment. The lock is held only while the state is copied, which is cheap.
    pub(super) fn snapshot(&self) -> Snapshot {
        let held = self.lock();
        Snapshot { state: held.state.clone(), version: held.version, now: held.now() }
    }

    /// The store for a writer; nothing where another spec has taken its place.
    pub(super) fn hold(&self) -> Option<MutexGuard<'_, Held>> {
        let held = self.lock();
        (!held.retired).then_some(held)
    }

    /// What holds the lock may fail, but changes the state as its last step: a poisoned lock protects a sound state.
    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// The state.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// The version of the state.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Milliseconds since the epoch, by the clock that counts.
    pub(super) fn now(&self) -> i64 {
        self.frozen.unwrap_or_else(real_time)
    }

    /// Where the clock was stopped, if it was.
    pub(super) fn frozen(&self) -> Option<i64> {
        self.frozen
    }

    /// Stops the clock, or lets it run.
    pub(super) fn freeze(&mut self, at: Option<i64>) {
        self.frozen = at;
    }

    /// Takes over a new state.
    pub(super) fn replace(&mut self, state: State) {
        self.state = state;
        self.version += 1;
    }

    /// Lets nobody write here any more.
    pub(super) fn retire(&mut self) {
        self.retired = true;
    }
}

/// The system's clock, floored to milliseconds.
fn real_time() -> i64 {
    let milliseconds = |duration: std::time::Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    SystemTime::now().duration_since(UNIX_EPOCH).map_or_else(|before| -milliseconds(before.duration()), milliseconds)
}
