//! How fast the interpreter makes a step, how that grows with the state, and what the reference server adds to a bare
//! axum route that returns the same bytes. Run by `make bench`.
#![allow(clippy::expect_used, clippy::print_stdout, reason = "a bench prints, and stops where its input is wrong")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};
use specc::interp::{Call, Machine, Random, State, Value, Verdict, wire};
use specc::ir::{OperationId, Service};
use specc::project::{NoFiles, open};

const SIZES: [i64; 3] = [10, 1_000, 100_000];
const STEPS: u32 = 5_000;
const CONNECTIONS: u32 = 4;
const REQUESTS: u32 = 5_000;
const ROUNDS: usize = 5;
const WANTED_GROWTH: f64 = 3.0;
const WANTED_SHARE: f64 = 0.5;

/// A name under which this program is the bare route instead.
const BARE: &str = "SPECC_BENCH_BARE";
const NOW: i64 = 1_700_000_000_000;

fn main() {
    if let Ok(body) = std::env::var(BARE) {
        return bare(body);
    }
    let grown = steps();
    let share = requests();
    if grown > WANTED_GROWTH {
        println!(
            "a step at {} entries costs x{grown:.1} of one at {}; at most x{WANTED_GROWTH} is wanted",
            SIZES[2], SIZES[0]
        );
    }
    if share < WANTED_SHARE {
        println!("the server makes {share:.2} of the bare route's requests; at least {WANTED_SHARE} is wanted");
    }
}

// The interpreter -----------------------------------------------------------------------------------------------------

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/spec/{name}.spec"))
}

fn service(name: &str) -> Arc<Service> {
    let text = std::fs::read(fixture(name)).expect("the fixture");
    let project = open(name, &text, &NoFiles);
    Arc::new(specc::sema::check(&project.files, true).service.expect("a sound fixture"))
}

fn operation(service: &Service, name: &str) -> OperationId {
    let at = service.operations.iter().position(|operation| operation.name == name).expect("the operation");
    OperationId(at as u32)
}

/// Measures keyed operations on states of several sizes; returns the worst growth.
fn steps() -> f64 {
    println!("{:>26} {:>9} {:>12} {:>8}", "step", "entries", "steps/s", "growth");
    let resolve = growth("url_shortener", "Resolve", &urls, &|key| vec![Value::text(&code(key))]);
    let update = growth("todo_list", "UpdateTodo", &todos, &|key| {
        vec![Value::Int(key + 1), Value::text("Another title"), Value::None, Value::None, Value::None]
    });
    println!();
    resolve.max(update)
}

fn growth(spec: &str, name: &str, state: &dyn Fn(i64) -> Json, inputs: &dyn Fn(i64) -> Vec<Value>) -> f64 {
    let service = service(spec);
    let machine = Machine::new(Arc::clone(&service));
    let id = operation(&service, name);
    let mut first = None;
    let mut grown = 1.0;
    for size in SIZES {
        let state = wire::decode_state(&service, &state(size)).expect("a state");
        let calls: Vec<Call> =
            (0..STEPS).map(|at| Call { operation: id, inputs: inputs(i64::from(at) * 7919 % size) }).collect();
        let time = (0..3).map(|_| run(&machine, state.clone(), &calls)).min().expect("a time");
        let seconds = time.as_secs_f64() / f64::from(STEPS);
        grown = seconds / *first.get_or_insert(seconds);
        println!("{:>26} {size:>9} {:>12.0} {:>8}", format!("{spec}.{name}"), 1.0 / seconds, format!("x{grown:.2}"));
    }
    grown
}

fn run(machine: &Machine, mut state: State, calls: &[Call]) -> Duration {
    let mut random = Random::seeded(1);
    let begun = Instant::now();
    for call in calls {
        let Verdict::Accepted(accepted) = machine.call(&state, call, NOW, &mut random) else {
            unreachable_call(call);
            continue;
        };
        state = accepted.state;
    }
    begun.elapsed()
}

fn unreachable_call(call: &Call) {
    println!("a call was not accepted: {call:?}");
}

fn code(key: i64) -> String {
    format!("code{key:06}")
}

fn urls(size: i64) -> Json {
    let url = |key: i64| format!("https://example.org/{key}");
    let store: Map<String, Json> = (0..size).map(|key| (code(key), json!(url(key)))).collect();
    let entry = |key: i64| {
        json!({ "code": code(key), "url": url(key), "created_at": "2024-05-01T12:00:00.000Z", "click_count": 0,
                "last_visited_at": null })
    };
    let metadata: Map<String, Json> = (0..size).map(|key| (code(key), entry(key))).collect();
    json!({ "store": store, "metadata": metadata })
}

fn todos(size: i64) -> Json {
    let at = "2024-05-01T12:00:00.000Z";
    let entry = |id: i64| {
        json!({ "id": id, "title": "A title", "status": "TODO", "priority": "LOW", "tags": ["home", "later"],
                "created_at": at, "updated_at": at })
    };
    let todos: Map<String, Json> = (1..=size).map(|id| (id.to_string(), entry(id))).collect();
    json!({ "todos": todos })
}

// The server ----------------------------------------------------------------------------------------------------------

/// A process that listens, until it goes out of scope.
struct Listening {
    child: Child,
    address: SocketAddr,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listening(command: &mut Command) -> Listening {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let (_, address) = line.trim().split_once("http://").expect("an address");
    Listening { address: address.parse().expect("an address"), child }
}

/// Compares the server with the bare route; returns its share of the bare route's requests.
fn requests() -> f64 {
    let server = listening(
        Command::new(env!("CARGO_BIN_EXE_specc"))
            .args(["serve", "-q", "--port", "0"])
            .arg(fixture("todo_list"))
            .env("ENABLE_TEST_ADMIN", "1"),
    );
    let state = todos(1_000).to_string();
    let loaded = exchange(server.address, &with_body("PUT", "/__test_admin__/state", &state));
    assert!(loaded.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&loaded));
    let read = "GET /todos/7 HTTP/1.1\r\nhost: bench\r\n\r\n".to_string();
    let update = with_body("PATCH", "/todos/7", r#"{"title": "Another title"}"#);
    let answer = exchange(server.address, &read);
    let body = String::from_utf8_lossy(&answer).split_once("\r\n\r\n").expect("a body").1.to_string();
    let exe = std::env::current_exe().expect("this program");
    let bare = listening(Command::new(exe).env(BARE, &body));

    let (mut best, names) = ([0.0_f64; 3], ["bare axum route", "serve: GetTodo", "serve: UpdateTodo"]);
    let targets = [(bare.address, &read), (server.address, &read), (server.address, &update)];
    for _ in 0..ROUNDS {
        for (best, (address, request)) in best.iter_mut().zip(targets) {
            *best = best.max(load(address, request));
        }
    }
    println!("{:>26} {:>12} {:>8}", "request", "requests/s", "share");
    for (name, rate) in names.into_iter().zip(best) {
        println!("{name:>26} {rate:>12.0} {:>8.2}", rate / best[0]);
    }
    best[1] / best[0]
}

fn with_body(method: &str, path: &str, body: &str) -> String {
    let length = body.len();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json");
    format!("{head}\r\ncontent-length: {length}\r\n\r\n{body}")
}

/// Requests per second over a few connections that are kept alive.
fn load(address: SocketAddr, request: &str) -> f64 {
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| {
                let mut connection = Connection::new(address);
                (0..REQUESTS).for_each(|_| drop(connection.exchange(request)));
            });
        }
    });
    f64::from(CONNECTIONS * REQUESTS) / begun.elapsed().as_secs_f64()
}

fn exchange(address: SocketAddr, request: &str) -> Vec<u8> {
    Connection::new(address).exchange(request)
}

struct Connection {
    stream: TcpStream,
}

impl Connection {
    fn new(address: SocketAddr) -> Connection {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Connection { stream }
    }

    /// Sends a request and reads the whole response.
    fn exchange(&mut self, request: &str) -> Vec<u8> {
        self.stream.write_all(request.as_bytes()).expect("sent");
        let mut bytes = vec![0; 16 << 10];
        let mut length = 0;
        loop {
            let read = self.stream.read(&mut bytes[length..]).expect("read");
            assert!(read > 0, "the connection was closed");
            length += read;
            if whole(&bytes[..length]) || length == bytes.len() {
                bytes.truncate(length);
                return bytes;
            }
        }
    }
}

/// Whether these bytes are all of a response.
fn whole(bytes: &[u8]) -> bool {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&bytes[..end]);
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.and_then(|text| text.parse().ok()).unwrap_or(0);
    bytes.len() >= end + 4 + length
}

/// A route that returns the same bytes without doing anything for them.
fn bare(body: String) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let body = axum::body::Bytes::from(body);
        let answer = move || async move { ([("content-type", "application/json")], body.clone()) };
        let router = axum::Router::new().route("/todos/{id}", axum::routing::get(answer));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        println!("http://{}", listener.local_addr().expect("an address"));
        let listener = axum::serve::ListenerExt::tap_io(listener, |stream| drop(stream.set_nodelay(true)));
        axum::serve(listener, router).await.expect("it serves");
    });
}
