//! Who takes up the server's room. A connection is at work while its request is handled; otherwise it waits for its caller: for a
//! head, for a body, or until an answer is taken. Where there is no room for another connection, the one that has waited
//! longest goes, so callers that are slow on purpose lose to those that are not.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// The connections that wait, the longest first.
#[derive(Default)]
pub(super) struct Seats {
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    seats: BTreeMap<u64, (Instant, Arc<Notify>)>,
}

/// The place of one connection.
pub(super) struct Seat {
    seats: Arc<Seats>,
    /// Its number among those that wait, if it does.
    number: Mutex<Option<u64>>,
    leave: Arc<Notify>,
}

impl Seats {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection, which waits for its head.
    pub(super) fn seat(self: &Arc<Seats>) -> Arc<Seat> {
        let seat = Seat { seats: Arc::clone(self), number: Mutex::new(None), leave: Arc::new(Notify::new()) };
        seat.wait();
        Arc::new(seat)
    }

    fn add(&self, leave: &Arc<Notify>) -> u64 {
        let mut waiting = self.waiting();
        let number = waiting.next;
        waiting.next += 1;
        waiting.seats.insert(number, (Instant::now(), Arc::clone(leave)));
        number
    }

    /// Sends the one away that has waited longest.
    pub(super) fn free_one(&self) {
        if let Some((_, (_, leave))) = self.waiting().seats.pop_first() {
            leave.notify_one();
        }
    }

    /// Sends all away that have waited for so long.
    pub(super) fn free_those_after(&self, most: Duration) {
        let mut waiting = self.waiting();
        while let Some(first) = waiting.seats.first_entry() {
            if first.get().0.elapsed() < most {
                return;
            }
            first.remove().1.notify_one();
        }
    }
}

impl Seat {
    /// Waits for its caller from now on.
    pub(super) fn wait(&self) {
        self.work();
        let number = self.seats.add(&self.leave);
        *self.number() = Some(number);
    }

    /// Is at work from now on.
    pub(super) fn work(&self) {
        let number = self.number().take();
        if let Some(number) = number {
            self.seats.waiting().seats.remove(&number);
        }
    }

    /// Comes to its end when the connection has to go.
    pub(super) async fn left(&self) {
        self.leave.notified().await;
    }

    fn number(&self) -> MutexGuard<'_, Option<u64>> {
        self.number.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.work();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn has_to_go(seat: &Seat) -> bool {
        tokio::time::timeout(Duration::ZERO, seat.left()).await.is_ok()
    }

    #[tokio::test]
    async fn the_one_that_has_waited_longest_goes_and_never_one_at_work() {
        let seats = Arc::new(Seats::default());
        let [first, second, third] = [seats.seat(), seats.seat(), seats.seat()];
        first.work();
        second.wait();
        seats.free_one();
        assert!(has_to_go(&third).await);
        drop(second);
        seats.free_one();
        seats.free_those_after(Duration::ZERO);
        assert!(!has_to_go(&first).await);
        first.wait();
        seats.free_those_after(Duration::from_secs(3600));
        assert!(!has_to_go(&first).await);
        seats.free_those_after(Duration::ZERO);
        assert!(has_to_go(&first).await);
    }
}
