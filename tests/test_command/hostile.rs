//! Services that do whatever they like, and a specc that is ended in the middle: a run ends all the same, and leaves nothing behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use super::{COUNTER, Server, Suite, address, root, wait_for_tests};

/// How long to wait for what has to come: far longer than it takes, so that what never comes fails and does not hang.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(20);

fn wait_until(what: &str, mut happens: impl FnMut() -> bool) {
    let began = Instant::now();
    while !happens() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(PAUSE);
    }
}

fn signal(name: &str, id: u32) {
    assert!(Command::new("kill").args(["-s", name, &id.to_string()]).status().expect("kill").success());
}

/// Somebody who accepts and never answers; counts who came.
fn silent() -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let (at, count) = (listener.local_addr().expect("an address"), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&count);
    spawn(move || {
        let mut held = Vec::new();
        for stream in listener.incoming().flatten() {
            held.push(stream);
            counted.fetch_add(1, Ordering::Release);
        }
    });
    (at, count)
}

/// The exit code of a process that ends by itself, and what it said.
fn ended(mut child: Child) -> (Option<i32>, String) {
    wait_until("it goes on", || child.try_wait().expect("a process").is_some());
    let output = child.wait_with_output().expect("it ended");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The first connection is that of specc, which looks whether somebody is there; the second one is that of the suite.
#[test]
fn signals_end_a_run_against_a_service_that_never_answers() {
    let suite = Suite::new();
    for (name, connections) in [("INT", 1), ("TERM", 1), ("INT", 2), ("TERM", 2)] {
        let (at, count) = silent();
        let mut command = suite.test(&["--profile", "smoke", "--url", &format!("http://{at}")]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("specc starts");
        wait_until("nobody comes", || count.load(Ordering::Acquire) >= connections);
        signal(name, child.id());
        let (code, said) = ended(child);
        assert_eq!(code, Some(2), "{name}, {connections}\n{said}");
        assert!(said.contains("specc: interrupted"), "{name}, {connections}\n{said}");
        is_gone(&suite);
    }
}

/// Waits until nothing is left running that has to do with a suite.
fn is_gone(suite: &Suite) {
    let left = || Command::new("pgrep").args(["-f", &*suite.folder().to_string_lossy()]).output().expect("pgrep");
    wait_until("something is left running", || left().stdout.is_empty());
}

#[test]
fn killed_it_leaves_nothing_behind() {
    let suite = Suite::new();
    let mut command = suite.test(&["--reference", "--profile", "exhaustive", "behavioral"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("specc starts");
    let service = address(&suite);
    wait_for_tests(&suite);
    child.kill().expect("killed");
    child.wait().expect("it ends");
    wait_until("the service goes on", || TcpStream::connect(&service).is_err());
    is_gone(&suite);
}

/// The head and the body of a message, as they came.
fn message(from: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    let mut length = 0;
    loop {
        let start = whole.len();
        if from.read_until(b'\n', &mut whole).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&whole[start..]).to_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        if line == "\r\n" {
            break;
        }
    }
    from.take(length).read_to_end(&mut whole).ok()?;
    Some(whole)
}

/// A service whose admin contract is that of another one, and whose answers to everything else have no end.
fn endless(right: &str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let (at, right) = (listener.local_addr().expect("an address"), right.trim_start_matches("http://").to_string());
    spawn(move || {
        for stream in listener.incoming().flatten() {
            let right = right.clone();
            spawn(move || answer(stream, &right));
        }
    });
    at
}

fn answer(mut stream: TcpStream, right: &str) -> Option<()> {
    let mut from = BufReader::new(stream.try_clone().ok()?);
    let mut other = TcpStream::connect(right).ok()?;
    let mut answers = BufReader::new(other.try_clone().ok()?);
    loop {
        let request = message(&mut from)?;
        let target = String::from_utf8_lossy(&request).split(' ').nth(1)?.to_string();
        if target.starts_with("/__test_admin__") {
            other.write_all(&request).ok()?;
            stream.write_all(&message(&mut answers)?).ok()?;
            continue;
        }
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            .ok()?;
        let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat();
        loop {
            stream.write_all(&chunk).ok()?;
        }
    }
}

#[test]
fn answers_without_an_end_are_a_finding_with_a_name() {
    let suite = Suite::new();
    let right = Server::start(&root().join(COUNTER), "1");
    let url = format!("http://{}", endless(&right.1));
    let (code, said) = suite.run(&["--profile", "smoke", "--url", &url, "behavioral"]);
    assert_eq!(code, 1, "{said}");
    let results = suite.folder().join("results/partial/exercised.json");
    let results = std::fs::read_to_string(results).expect("its results");
    assert!(results.contains("(large-answer)"), "{said}\n{results}");
}
