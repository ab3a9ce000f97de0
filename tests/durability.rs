//! `serve --data` is killed again and again while calls are running. What was acknowledged is there afterwards, what
//! was not is there whole or not at all, and what anybody saw stays true.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::http::{Client, Server, Start};
use serde_json::{Value, json};

const ROUNDS: u32 = 50;
const THREADS: u32 = 4;
const SEED: u64 = 0x5eed;

/// A code that everybody visits, so that callers see each other's calls.
const SHARED: &str = "shared";

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// What is known of a code: its target and its visits, or that it is gone.
type Entry = Option<(String, i64)>;

/// What one caller knows.
#[derive(Default)]
struct Log {
    /// The codes that this caller alone changes, as acknowledged.
    own: BTreeMap<String, Entry>,
    /// The call that was never answered: what it would have made of a code.
    open: Option<(String, Entry)>,
    /// The visits of the shared code that were acknowledged, and the most that were seen.
    visits: i64,
    seen: i64,
    calls: usize,
}

/// A caller: makes calls until the server is gone.
struct Caller {
    client: Client,
    dice: Dice,
    prefix: String,
    /// Whether it never changes anything, and so sees most of what others do before that is on disk.
    only_looks: bool,
    log: Log,
}

impl Caller {
    fn run(mut self, stop: &AtomicBool) -> Log {
        while !stop.load(Ordering::Relaxed) && self.step().is_some() {
            self.log.calls += 1;
        }
        self.log
    }

    fn step(&mut self) -> Option<()> {
        if self.only_looks {
            return self.look();
        }
        match self.dice.roll(12) {
            0..4 => self.claim(),
            4 => self.retarget(),
            5 => self.delete(),
            6..10 => self.visit_shared(),
            _ => self.visit(),
        }
    }

    /// Sends a request; nothing once the server is gone.
    fn send(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
        let head = format!("{method} {path} HTTP/1.1\r\nhost: t\r\n{kind}content-length: {}\r\n\r\n", body.len());
        let response = self.client.try_send(&head, body.as_bytes()).ok()?;
        let answer = serde_json::from_slice(&response.body).unwrap_or(Value::Null);
        Some((response.status, answer))
    }

    /// A call that makes something of a code of our own.
    fn change(&mut self, code: String, entry: Entry, (method, body, status): (&str, &str, u16)) -> Option<()> {
        self.log.open = Some((code.clone(), entry.clone()));
        let (found, answer) = self.send(method, &format!("/{code}"), body)?;
        assert_eq!(found, status, "{method} {code}: {answer}");
        self.log.open = None;
        self.log.own.insert(code, entry);
        Some(())
    }

    fn claim(&mut self) -> Option<()> {
        let code = format!("{}{:05}", self.prefix, self.log.own.len());
        let url = format!("https://example.org/{code}");
        let body = json!({ "url": url }).to_string();
        self.change(code, Some((url, 0)), ("PUT", &body, 201))
    }

    fn pick(&mut self) -> Option<(String, String, i64)> {
        let present: Vec<_> = self.log.own.iter().filter_map(|(code, entry)| Some((code, entry.as_ref()?))).collect();
        let at = self.dice.roll(present.len().max(1) as u64) as usize;
        present.get(at).map(|(code, (url, visits))| ((*code).clone(), url.clone(), *visits))
    }

    fn visit(&mut self) -> Option<()> {
        let Some((code, url, visits)) = self.pick() else { return Some(()) };
        self.change(code, Some((url, visits + 1)), ("GET", "", 302))
    }

    fn retarget(&mut self) -> Option<()> {
        let Some((code, url, visits)) = self.pick() else { return Some(()) };
        let url = format!("{url}/x");
        let body = json!({ "url": url }).to_string();
        let status = 200;
        self.change(code, Some((url, visits)), ("PATCH", &body, status))
    }

    fn delete(&mut self) -> Option<()> {
        let Some((code, _, _)) = self.pick() else { return Some(()) };
        self.change(code, None, ("DELETE", "", 204))
    }

    fn visit_shared(&mut self) -> Option<()> {
        let (status, _) = self.send("GET", &format!("/{SHARED}"), "")?;
        assert_eq!(status, 302);
        self.log.visits += 1;
        Some(())
    }

    /// What anybody was shown must not be taken back.
    fn look(&mut self) -> Option<()> {
        let (status, answer) = self.send("GET", &format!("/{SHARED}/stats"), "")?;
        assert_eq!(status, 200);
        self.log.seen = self.log.seen.max(answer["click_count"].as_i64().expect("a count"));
        Some(())
    }
}

fn start(file: &Path) -> Server {
    Start::fixture("url_shortener").admin().data(file).run()
}

/// Runs callers against a server and kills it in the midst of it.
fn round(server: Server, number: u32, delay: Duration) -> Vec<Log> {
    let (address, stop): (SocketAddr, AtomicBool) = (server.address, AtomicBool::new(false));
    std::thread::scope(|scope| {
        let caller = |thread: u32| Caller {
            client: Client::new(address),
            dice: Dice(SEED ^ u64::from(number * THREADS + thread)),
            prefix: format!("r{number:02}t{thread}"),
            only_looks: thread == 0,
            log: Log::default(),
        };
        let stop = &stop;
        let running: Vec<_> = (0..THREADS).map(caller).map(|caller| scope.spawn(move || caller.run(stop))).collect();
        std::thread::sleep(delay);
        server.kill();
        stop.store(true, Ordering::Relaxed);
        running.into_iter().map(|thread| thread.join().expect("a log")).collect()
    })
}

fn held(state: &Value, code: &str) -> Entry {
    let entry = state["metadata"].get(code)?;
    assert_eq!(state["store"][code], entry["url"], "{code}");
    Some((entry["url"].as_str()?.to_string(), entry["click_count"].as_i64()?))
}

/// Compares a log with the state after the crash, and takes over what an open call made of it.
fn judge(log: &Log, state: &Value, known: &mut BTreeMap<String, Entry>) {
    known.extend(log.own.clone());
    if let Some((code, entry)) = &log.open {
        let found = held(state, code);
        let before = known.get(code).cloned().flatten();
        assert!(found == before || found == *entry, "{code}: {found:?}, neither {before:?} nor {entry:?}");
        known.insert(code.clone(), found);
    }
}

#[test]
fn no_acknowledged_call_is_lost() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("urls.data");
    let server = start(&file);
    let claimed = server.client().send("PUT", &format!("/{SHARED}"), r#"{"url": "https://example.org/"}"#);
    assert_eq!(claimed.status, 201, "{}", claimed.text());
    server.kill();

    let mut known: BTreeMap<String, Entry> = BTreeMap::new();
    let (mut dice, mut visits, mut calls, mut open) = (Dice(SEED), 0, 0, 0);
    for number in 0..ROUNDS {
        let delay = Duration::from_millis(5 + dice.roll(150));
        let logs = round(start(&file), number, delay);
        let server = start(&file);
        let state = server.client().state();
        server.kill();
        logs.iter().for_each(|log| judge(log, &state, &mut known));
        for (code, entry) in &known {
            assert_eq!(held(&state, code), *entry, "round {number}: {code}");
        }
        assert_eq!(state["store"].as_object().map(|store| store.len()), Some(present(&known) + 1), "round {number}");
        let shared = state["metadata"][SHARED]["click_count"].as_i64().expect("a count");
        visits += logs.iter().map(|log| log.visits).sum::<i64>();
        let seen = logs.iter().map(|log| log.seen).max().unwrap_or(0);
        assert!(shared >= visits && shared >= seen, "round {number}: {shared} visits, {visits} made, {seen} seen");
        // A visit that was never answered may have counted.
        visits = shared;
        calls += logs.iter().map(|log| log.calls).sum::<usize>();
        open += logs.iter().filter(|log| log.open.is_some()).count();
    }
    assert!(calls > 500 && open > 20, "{calls} calls and {open} that were interrupted prove little");
}

fn present(known: &BTreeMap<String, Entry>) -> usize {
    known.values().filter(|entry| entry.is_some()).count()
}
