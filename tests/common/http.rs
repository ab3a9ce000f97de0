//! A server under test, and a client that sends exactly what it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::root;

/// A running `specc serve`. It is killed when it goes out of scope.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    _stdout: BufReader<ChildStdout>,
    stderr: std::sync::mpsc::Receiver<String>,
}

/// How to start one.
pub struct Start {
    command: Command,
    port: u16,
}

impl Start {
    pub fn spec(spec: impl AsRef<Path>) -> Start {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("specc"));
        command.arg("serve").arg(spec.as_ref()).current_dir(root());
        for name in ["ENABLE_TEST_ADMIN", "TEST_ADMIN_TOKEN", "SPEC_AUTH_MEMBER", "SPEC_AUTH_OPERATOR", "NO_COLOR"] {
            command.env_remove(name);
        }
        Start { command, port: 0 }
    }

    pub fn port(self, port: u16) -> Start {
        Start { port, ..self }
    }

    fn spawn(mut self) -> Child {
        self.command.arg(format!("--port={}", self.port)).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.command.spawn().expect("specc starts")
    }

    pub fn fixture(name: &str) -> Start {
        Start::spec(root().join(format!("fixtures/spec/{name}.spec")))
    }

    pub fn arg(mut self, arg: impl AsRef<std::ffi::OsStr>) -> Start {
        self.command.arg(arg);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Start {
        self.command.env(name, value);
        self
    }

    pub fn admin(self) -> Start {
        self.env("ENABLE_TEST_ADMIN", "1")
    }

    pub fn data(self, path: impl AsRef<Path>) -> Start {
        self.arg("--data").arg(path.as_ref())
    }

    /// Starts it and waits until it listens.
    pub fn run(self) -> Server {
        self.try_run().unwrap_or_else(|said| panic!("it did not start: {said}"))
    }

    /// Starts it, or gives what it said instead.
    pub fn try_run(self) -> Result<Server, String> {
        let mut child = self.spawn();
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let stderr = lines(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a line");
        let Some((_, address)) = line.trim().split_once("http://") else {
            child.wait().expect("it ends");
            return Err(stderr.iter().collect::<Vec<String>>().join("\n"));
        };
        Ok(Server { address: address.parse().expect("an address"), child, _stdout: stdout, stderr })
    }

    /// Starts it where it is expected to end by itself.
    pub fn fail(self) -> (i32, String) {
        let mut child = self.spawn();
        let status = ended(&mut child).unwrap_or_else(|| {
            let _ = child.kill();
            panic!("it started, and should not have");
        });
        let said = lines(child.stderr.take().expect("a pipe")).iter().collect::<Vec<String>>().join("\n");
        (status.code().expect("an exit code"), said)
    }
}

/// Waits for a process to end, for a while.
fn ended(child: &mut Child) -> Option<ExitStatus> {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if let Some(status) = child.try_wait().expect("a status") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

fn lines(pipe: impl Read + Send + 'static) -> std::sync::mpsc::Receiver<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Server {
    pub fn client(&self) -> Client {
        Client::new(self.address)
    }

    /// Waits for a line on standard error.
    pub fn hear(&self, part: &str) -> String {
        let until = Instant::now() + Duration::from_secs(20);
        let mut heard = String::new();
        while let Ok(line) = self.stderr.recv_timeout(until.saturating_duration_since(Instant::now())) {
            heard.push_str(&line);
            if line.contains(part) {
                return line;
            }
        }
        panic!("it never said `{part}`: {heard}");
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &pid]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Waits for it to end.
    pub fn wait(&mut self) -> ExitStatus {
        ended(&mut self.child).expect("it ends")
    }

    /// Ends it the polite way.
    pub fn stop(mut self) {
        self.signal("TERM");
        assert_eq!(self.wait().code(), Some(0));
    }

    /// Ends it the hard way.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
#[derive(Debug, Clone)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// One connection, kept alive.
pub struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, stream: None }
    }

    /// Sends a request; `Err` where the connection broke before the answer was there.
    pub fn try_send(&mut self, head: &str, body: &[u8]) -> std::io::Result<Response> {
        let sent = self.exchange(head, body);
        if sent.as_ref().map_or(true, |response| response.header("connection") == Some("close")) {
            self.stream = None;
        }
        sent
    }

    fn exchange(&mut self, head: &str, body: &[u8]) -> std::io::Result<Response> {
        if self.stream.is_none() {
            let stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(10))?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(20)))?;
            self.stream = Some(BufReader::new(stream));
        }
        let stream = self.stream.as_mut().expect("just connected");
        let mut bytes = head.as_bytes().to_vec();
        bytes.extend_from_slice(body);
        // A server that answers early may close its end; what it said is still there to be read.
        let written = stream.get_mut().write_all(&bytes);
        read_response(stream, head.starts_with("HEAD ")).map_err(|error| written.err().unwrap_or(error))
    }

    /// Sends a method, a path, header lines and a body.
    pub fn request(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let lines: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
        let head = format!("{method} {path} HTTP/1.1\r\nhost: test\r\n{lines}{length}\r\n");
        self.try_send(&head, body).unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    pub fn get(&mut self, path: &str) -> Response {
        self.request("GET", path, &[], b"")
    }

    pub fn send(&mut self, method: &str, path: &str, body: &str) -> Response {
        self.request(method, path, &[("content-type", "application/json")], body.as_bytes())
    }

    pub fn state(&mut self) -> Value {
        let response = self.get("/__test_admin__/state");
        assert_eq!(response.status, 200, "{}", response.text());
        response.json()
    }
}

/// Reads one response with a length.
pub fn read_response(stream: &mut impl BufRead, is_head: bool) -> std::io::Result<Response> {
    let mut line = String::new();
    if stream.read_line(&mut line)? == 0 {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status line");
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_string(), value.to_string()));
    }
    let mut response = Response { status, headers, body: Vec::new() };
    let length = response.header("content-length").and_then(|value| value.parse().ok()).unwrap_or(0);
    if !is_head {
        response.body = vec![0; length];
        stream.read_exact(&mut response.body)?;
    }
    Ok(response)
}
