//! What a crash leaves of a data file. All that is written is recorded, and the file is made as it would be had the machine
//! stopped after each write, in the middle of one, or before the disk had taken all of those that it may still hold back.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::backends::InMemoryBackend;
use redb::{Database, StorageBackend};
use serde_json::json;

use super::{DataError, DataFile, changes, commit, examine};
use crate::interp::{Machine, State, wire};
use crate::ir::Service;
use crate::project::{NoFiles, open};
use crate::sema::check;

/// One change after the other, so that pages are filled, freed and taken again.
const CHANGES: u64 = 24;
/// What a disk writes whole.
const SECTOR: usize = 512;
const PAGE: u64 = 4096;

const SPEC: &str = "service Shelf {
  state {
    books: Int -> one String
    tags: Set[Int]
    lent: Int = 0
  }
  operation Put {
    input: id: Int, title: String
    ensures: books'[id] = title
  }
  invariant counted: lent >= 0
}
";

/// Something that was done to a file.
#[derive(Debug, Clone)]
enum Event {
    Write(usize, Vec<u8>),
    Length(usize),
    Sync,
}

/// A file in memory, and what was done to it.
#[derive(Debug, Default)]
struct Record {
    bytes: Vec<u8>,
    events: Vec<Event>,
}

#[derive(Debug, Clone, Default)]
struct Recorder(Arc<Mutex<Record>>);

impl Recorder {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, event: Event) -> io::Result<()> {
        let mut record = self.record();
        play(&mut record.bytes, &event);
        record.events.push(event);
        Ok(())
    }
}

impl StorageBackend for Recorder {
    fn len(&self) -> io::Result<u64> {
        Ok(self.record().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let from = offset as usize;
        out.copy_from_slice(&self.record().bytes[from..from + out.len()]);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.add(Event::Length(length as usize))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.add(Event::Sync)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.add(Event::Write(offset as usize, data.to_vec()))
    }
}

fn play(bytes: &mut Vec<u8>, event: &Event) {
    match event {
        Event::Write(at, data) => {
            bytes.resize(bytes.len().max(at + data.len()), 0);
            bytes[*at..at + data.len()].copy_from_slice(data);
        }
        Event::Length(length) => bytes.resize(*length, 0),
        Event::Sync => {}
    }
}

/// A data file that was written to, and after how many events each of its states was acknowledged.
struct Written {
    service: Arc<Service>,
    machine: Machine,
    events: Vec<Event>,
    states: Vec<(usize, State)>,
}

impl Written {
    fn new() -> Written {
        let project = open("shelf.spec", SPEC.as_bytes(), &NoFiles);
        let service = check(&project.files, project.diagnostics.is_empty()).service.expect("a sound spec");
        let recorder = Recorder::default();
        let database = Database::builder().create_with_backend(recorder.clone()).expect("a database");
        let first = state(&service, 0);
        commit(&database, &changes(&service, None, &first), Some(&service)).expect("the first state is written");
        let mut states = vec![(recorder.record().events.len(), first)];
        let file = DataFile { database };
        for number in 1..=CHANGES {
            let next = state(&service, number);
            file.write(&service, &states[states.len() - 1].1, &next).expect("a change is written");
            states.push((recorder.record().events.len(), next));
        }
        let events = recorder.record().events.clone();
        let service = Arc::new(service);
        Written { machine: Machine::new(Arc::clone(&service)), service, events, states }
    }

    /// The events at which the machine may stop: from the first acknowledged state on. Before, the file has no name yet.
    fn moments(&self) -> Range<usize> {
        self.states[0].0..self.events.len()
    }

    /// The file after some events.
    fn after(&self, events: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.events[..events].iter().for_each(|event| play(&mut bytes, event));
        bytes
    }

    /// The state that was acknowledged last when the machine stopped, and the one that was on its way.
    fn allowed(&self, events: usize) -> Vec<&State> {
        let acknowledged = self.states.partition_point(|(at, _)| *at <= events);
        self.states[acknowledged - 1..].iter().take(2).map(|(_, state)| state).collect()
    }

    fn check(&self, state: &State) -> Result<(), String> {
        self.machine.check_state(state, 0).map_err(|finding| finding.message(&self.service))
    }

    /// Begins with a file as the server does.
    fn open(&self, path: &Path) -> Result<(DataFile, State), DataError> {
        DataFile::open(path, &self.service, &self.states[0].1, &|state| self.check(state))
    }

    /// What was acknowledged is there, or what was on its way.
    fn is_kept(&self, (events, bytes): (usize, &[u8]), how: &str) {
        let copy = InMemoryBackend::new();
        copy.set_len(bytes.len() as u64).and_then(|()| copy.write(0, bytes)).expect("a copy in memory");
        let Ok(found) = examine(copy, &self.service, &|state| self.check(state)) else {
            panic!("event {events}, {how}: it is refused");
        };
        let allowed = self.allowed(events);
        assert!(allowed.contains(&&found), "event {events}, {how}: {found:?}, which is none of {allowed:?}");
    }
}

/// Where files are put.
struct Shelf {
    file: PathBuf,
    _folder: tempfile::TempDir,
}

impl Shelf {
    fn new() -> Shelf {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Shelf { file: folder.path().join("shelf.data"), _folder: folder }
    }
}

/// A state that differs from the one before in new, altered and missing entries, some of several pages.
fn state(service: &Service, number: u64) -> State {
    let title = |id: u64| "abc".repeat(if (number + id).is_multiple_of(5) { 2000 } else { (number / 3) as usize });
    let books =
        (0..6 + number % 7).filter(|id| !(id + number).is_multiple_of(4)).map(|id| (id.to_string(), title(id).into()));
    let tags = (number / 2..number).collect::<Vec<u64>>();
    let json = json!({ "books": books.collect::<serde_json::Map<_, _>>(), "tags": tags, "lent": number });
    wire::decode_state(service, &json).expect("a state of the service")
}

#[test]
fn stopped_after_each_write_or_within_one_it_has_what_was_acknowledged() {
    let (written, mut stops) = (Written::new(), 0);
    for events in written.moments() {
        let before = written.after(events);
        written.is_kept((events, &before), "whole");
        stops += 1;
        let Event::Write(at, data) = &written.events[events] else { continue };
        for part in [1, data.len() / 2, data.len() / SECTOR * SECTOR, data.len() - 1] {
            let mut bytes = before.clone();
            play(&mut bytes, &Event::Write(*at, data[..part].to_vec()));
            written.is_kept((events, &bytes), &format!("and {part} bytes of {} at {at}", data.len()));
            stops += 1;
        }
    }
    assert!(stops > 500, "{stops} stops prove little");
}

#[test]
fn stopped_before_the_disk_took_some_of_the_writes_it_has_what_was_acknowledged() {
    let (written, mut lost) = (Written::new(), 0);
    for events in written.moments() {
        let synced = written.events[..events].iter().rposition(|event| matches!(event, Event::Sync));
        let from = synced.map_or(0, |at| at + 1).max(written.moments().start);
        for dropped in (from..events).filter(|at| matches!(written.events[*at], Event::Write(..))) {
            let mut bytes = written.after(dropped);
            written.events[dropped + 1..events].iter().for_each(|event| play(&mut bytes, event));
            written.is_kept((events, &bytes), &format!("without event {dropped}"));
            lost += 1;
        }
    }
    assert!(lost > 50, "{lost} writes that the disk held back prove little");
}

#[test]
fn a_file_that_was_cut_begins_with_an_acknowledged_state_or_is_refused() {
    let (written, shelf) = (Written::new(), Shelf::new());
    let whole = written.after(written.events.len());
    let pages = (1..whole.len() as u64 / PAGE).map(|page| page * PAGE);
    let within = [1, 8, 9, 63, 64, 65, 127, 128, 191, 192, 319, 320, 511, 512, PAGE + 1, whole.len() as u64 - 1];
    let mut refused = 0;
    for length in within.into_iter().chain(pages) {
        std::fs::write(&shelf.file, &whole[..length as usize]).expect("the file is written");
        match written.open(&shelf.file) {
            Ok((_, state)) => assert!(written.states.iter().any(|(_, known)| *known == state), "{length}: {state:?}"),
            Err(DataError::Damaged { why, .. }) => {
                refused += 1;
                assert!(!why.is_empty());
                let kept = std::fs::read(&shelf.file).expect("the file is there");
                assert!(kept == whole[..length as usize], "{length}: a file that is refused stays as it is");
            }
            Err(error) => panic!("{length}: {error}"),
        }
    }
    assert!(refused > 10, "{refused}");
}

/// After a crash the file goes on being written to.
#[test]
fn what_was_stopped_goes_on() {
    let (written, shelf) = (Written::new(), Shelf::new());
    for events in written.moments().step_by(8) {
        std::fs::write(&shelf.file, written.after(events)).expect("the file is written");
        let (file, found) = written.open(&shelf.file).expect("it begins");
        let next = state(&written.service, 99);
        file.write(&written.service, &found, &next).expect("a change is written");
        drop(file);
        let (_, again) = written.open(&shelf.file).expect("it begins again");
        assert_eq!(again, next, "after event {events}");
    }
}
