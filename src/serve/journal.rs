//! Makes the state durable, on a thread of its own. Calls that end while a commit is running share the next one: only
//! the newest state counts, because the records to write are its difference from the last one written.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use super::data::DataFile;
use crate::interp::State;
use crate::ir::Service;

/// A state that waits to be written, with the spec it belongs to.
#[derive(Clone)]
pub(super) struct Offer {
    /// Rises with every change.
    pub(super) version: u64,
    /// The spec.
    pub(super) service: Arc<Service>,
    /// The state.
    pub(super) state: State,
}

/// The data file could not be written; nothing that was not acknowledged can be trusted any more.
#[derive(Debug, Clone)]
pub(super) struct Failed(pub(super) String);

/// The way to the writing thread.
pub(super) struct Journal {
    desk: Arc<Desk>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Desk {
    papers: Mutex<Papers>,
    bell: Condvar,
}

struct Papers {
    newest: Offer,
    durable: u64,
    waiting: Vec<(u64, oneshot::Sender<Result<(), Failed>>)>,
    failed: Option<Failed>,
    closing: bool,
}

impl Journal {
    /// Begins with what the file holds.
    pub(super) fn start(file: DataFile, held: Offer) -> Journal {
        let papers =
            Papers { durable: held.version, newest: held.clone(), waiting: Vec::new(), failed: None, closing: false };
        let desk = Arc::new(Desk { papers: Mutex::new(papers), bell: Condvar::new() });
        let writer = Writer { desk: Arc::clone(&desk), file, written: held };
        let thread = thread::Builder::new().name("journal".into()).spawn(move || writer.run()).ok();
        if thread.is_none() {
            desk.lock().failed = Some(Failed("the writing thread could not be started".into()));
        }
        Journal { desk, thread: Mutex::new(thread) }
    }

    /// Hands over a new state.
    pub(super) fn offer(&self, offer: Offer) {
        self.desk.lock().newest = offer;
        self.desk.bell.notify_one();
    }

    /// Waits until a version is on disk.
    pub(super) async fn durable(&self, version: u64) -> Result<(), Failed> {
        let Some(waiting) = self.desk.register(version)? else { return Ok(()) };
        waiting.await.unwrap_or_else(|_| Err(Failed("the writing thread is gone".into())))
    }

    /// Why writing failed, if it did.
    pub(super) fn failure(&self) -> Option<Failed> {
        self.desk.lock().failed.clone()
    }

    /// Writes what is left and closes the file.
    pub(super) fn close(&self) -> Result<(), Failed> {
        self.desk.lock().closing = true;
        self.desk.bell.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            return Err(Failed("the writing thread failed".into()));
        }
        self.failure().map_or(Ok(()), Err)
    }
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place in the queue, or nothing where there is nothing to wait for.
    fn register(&self, version: u64) -> Result<Option<oneshot::Receiver<Result<(), Failed>>>, Failed> {
        let mut papers = self.lock();
        if let Some(failed) = &papers.failed {
            return Err(failed.clone());
        }
        if version <= papers.durable {
            return Ok(None);
        }
        let (sender, receiver) = oneshot::channel();
        papers.waiting.push((version, sender));
        Ok(Some(receiver))
    }

    /// The next state to write; nothing once everything is written and the journal closes.
    fn next(&self) -> Option<Offer> {
        let mut papers = self.lock();
        loop {
            if papers.newest.version > papers.durable && papers.failed.is_none() {
                return Some(papers.newest.clone());
            }
            if papers.closing {
                return None;
            }
            papers = self.bell.wait(papers).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tells everybody who waited for a version what became of it.
    fn settle(&self, version: u64, outcome: Result<(), Failed>) {
        let mut papers = self.lock();
        match &outcome {
            Ok(()) => papers.durable = version,
            Err(failed) => papers.failed = Some(failed.clone()),
        }
        let everybody = std::mem::take(&mut papers.waiting);
        let (served, waiting) = everybody.into_iter().partition(|(wanted, _)| *wanted <= version || outcome.is_err());
        papers.waiting = waiting;
        drop(papers);
        let served: Vec<(u64, oneshot::Sender<_>)> = served;
        for (_, waiting) in served {
            // A caller that has gone away is no reason to stop.
            let _ = waiting.send(outcome.clone());
        }
    }
}

struct Writer {
    desk: Arc<Desk>,
    file: DataFile,
    written: Offer,
}

impl Writer {
    fn run(mut self) {
        while let Some(offer) = self.desk.next() {
            let written = catch_unwind(AssertUnwindSafe(|| self.write(&offer)));
            let outcome = written.unwrap_or_else(|_| Err("the database failed".into())).map_err(Failed);
            let version = offer.version;
            self.written = offer;
            self.desk.settle(version, outcome);
        }
    }

    fn write(&self, offer: &Offer) -> Result<(), String> {
        if Arc::ptr_eq(&self.written.service, &offer.service) {
            self.file.write(&offer.service, &self.written.state, &offer.state)
        } else {
            self.file.rewrite(&offer.service, &offer.state)
        }
    }
}
